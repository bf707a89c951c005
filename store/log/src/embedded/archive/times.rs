//! The times of a match as a column of differences; a mark stands where each was.

use super::numbers;
use crate::time::Timestamp;

/// Stands where a time was. JSON never holds this character, nor the other marks.
const MARK: char = '\u{1}';

/// How long a time is, as the record writes it.
const TIME_BYTES: usize = "2031-05-17T08:09:10.011Z".len();

/// Times being taken out of texts, one text after the other.
#[derive(Default)]
pub(super) struct Taken {
    pub(super) column: Vec<u8>,
    last_ms: i64,
}

/// Times being put back, in the same order.
pub(super) struct Kept<'a> {
    column: &'a [u8],
    last_ms: i64,
}

impl Taken {
    /// The text with marks for times.
    pub(super) fn take_out(&mut self, text: &str) -> String {
        let (mut kept, mut rest) = (String::with_capacity(text.len()), text);
        while let Some((before, quoted)) = rest.split_once('"') {
            kept.push_str(before);
            rest = match time_in(quoted) {
                Some((time, rest)) => {
                    self.note(time);
                    kept.push(MARK);
                    rest
                }
                None => {
                    kept.push('"');
                    quoted
                }
            };
        }
        kept.push_str(rest);
        kept
    }

    fn note(&mut self, time: Timestamp) {
        let ms = time.unix_ms();
        numbers::put_difference(ms - self.last_ms, &mut self.column);
        self.last_ms = ms;
    }
}

impl<'a> Kept<'a> {
    pub(super) const fn of(column: &'a [u8]) -> Kept<'a> {
        let last_ms = 0;
        Kept { column, last_ms }
    }

    /// The text with times for marks; none if there are fewer times, or they are none.
    pub(super) fn put_back(&mut self, text: &str) -> Option<String> {
        let mut parts = text.split(MARK);
        let mut whole = parts.next()?.to_owned();
        for part in parts {
            let difference = numbers::take_difference(&mut self.column)?;
            self.last_ms = self.last_ms.checked_add(difference)?;
            whole += &format!("\"{}\"", Timestamp::of_unix_ms(self.last_ms)?);
            whole += part;
        }
        Some(whole)
    }
}

/// The time that a text begins with, and what stands behind its quotation mark.
fn time_in(quoted: &str) -> Option<(Timestamp, &str)> {
    let (written, rest) = quoted.split_at_checked(TIME_BYTES)?;
    let rest = rest.strip_prefix('"')?;
    // Most texts of that length are refused here, and most of them are not parsed.
    let time: Timestamp = written.ends_with('Z').then(|| written.parse().ok())??;
    (time.to_string() == written).then_some((time, rest))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_taken_out_and_put_back_and_nothing_else_is() {
        let texts = [
            r#"{"at":"2031-05-17T08:09:10.011Z","to":"2031-05-17T08:09:10.010Z"}"#,
            r#"{"no":"2031-05-17T08:09:10.0110Z","nor":"2031-05-17T08:09:10+00:00Z"}"#,
            r#"["ünï\"2031-05-17T08:09:10.011Z","2031-05-17T08:09:99.011Z",""]"#,
        ];
        let mut taken = Taken::default();
        let marked = texts.map(|text| taken.take_out(text));
        assert_eq!(marked[0], "{\"at\":\u{1},\"to\":\u{1}}");
        assert_eq!(marked[1], texts[1]);
        let mut kept = Kept::of(&taken.column);
        for (marked, text) in marked.iter().zip(texts) {
            assert_eq!(kept.put_back(marked).as_deref(), Some(text));
        }
        assert_eq!(kept.put_back("\u{1}"), None);
    }
}

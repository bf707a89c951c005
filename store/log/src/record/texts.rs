//! The texts of a line that become a commit: its cause and its events.
//!
//! They are cut at what stands between them, as a line has one form. Where that gives no commit,
//! they are found as those of any JSON.

use std::sync::LazyLock;

use memchr::memmem::Finder;
use serde::Deserialize;
use serde_json::value::RawValue;

use super::{
    NOTHING_HIDDEN, PrivateIn, RecordError, StreamEvent,
    frame::{END_BYTES, Frame},
    read, upcast,
};
use crate::cause::Cause;

/// What is read of a line.
pub(super) struct Told<E> {
    pub(super) cause: Cause,
    pub(super) rules: u16,
    /// In full, unless the private part was withheld.
    pub(super) events: Vec<E>,
}

struct Texts<'a> {
    cause: &'a str,
    rules: u16,
    events: Vec<&'a str>,
}

#[derive(Deserialize)]
struct BodyIn<'a> {
    #[serde(borrow)]
    cause: &'a RawValue,
    rules: u16,
    #[serde(borrow)]
    events: Vec<&'a RawValue>,
}

impl<E: StreamEvent> Told<E> {
    /// What a line of so many events says.
    pub(super) fn of(frame: &Frame<'_>, count: u32) -> Result<Told<E>, RecordError> {
        let has_all = |texts: &Texts<'_>| usize::try_from(count) == Ok(texts.events.len());
        let cut = Texts::cut(frame).filter(has_all);
        if let Some(Ok(told)) = cut.map(Told::read) {
            return Ok(told);
        }
        let parsed = Texts::parsed(frame)?;
        if !has_all(&parsed) {
            return Err(RecordError::Unreadable(
                "count is not that of events".into(),
            ));
        }
        Told::read(parsed)
    }

    fn read(texts: Texts<'_>) -> Result<Told<E>, RecordError> {
        // Most have few, and a collection makes room for more.
        let mut events = Vec::with_capacity(texts.events.len());
        for event in texts.events {
            events.push(upcast::event(event)?);
        }
        Ok(Told {
            events,
            cause: read(texts.cause)?,
            rules: texts.rules,
        })
    }
}

// In a text a quotation mark has a backslash before it, so nothing of this stands in one. Were it
// to stand within an event, the parts would be no JSON.
static CAUSE: Mark = LazyLock::new(|| Finder::new(r#","cause":"#));
static RULES: Mark = LazyLock::new(|| Finder::new(r#","rules":"#));
static NEXT_EVENT: Mark = LazyLock::new(|| Finder::new(r#"},{"type":""#));
static HIDDEN: Mark = LazyLock::new(|| Finder::new(r#","events":{"#));
static NEXT_HIDDEN: Mark = LazyLock::new(|| Finder::new(r#"},""#));

type Mark = LazyLock<Finder<'static>>;

impl<'a> Texts<'a> {
    /// Cuts them out. They may be no JSON.
    fn cut(frame: &Frame<'a>) -> Option<Texts<'a>> {
        let (_, rest) = split(frame.public, &CAUSE)?;
        let (cause, rest) = split(rest, &RULES)?;
        let (rules, rest) = rest.split_once(r#","events":["#)?;
        let events = rest.get(..rest.len().checked_sub(END_BYTES)?)?;
        let mut events = listed(events.strip_suffix(']')?);
        if let Some(private) = frame.private {
            uncover(&mut events, private)?;
        }
        Some(Texts {
            cause,
            rules: rules.parse().ok()?,
            events,
        })
    }

    fn parsed(frame: &Frame<'a>) -> Result<Texts<'a>, RecordError> {
        let body: BodyIn<'a> = read(frame.public)?;
        let private: Option<PrivateIn<'a>> = frame.private.map(read).transpose()?;
        let full = |at: usize| private.as_ref()?.events.get(&at).copied();
        let events = body.events.iter().enumerate();
        let events = events.map(|(at, public)| full(at).unwrap_or(public).get());
        Ok(Texts {
            events: events.collect(),
            cause: body.cause.get(),
            rules: body.rules,
        })
    }
}

/// What stands before and behind a mark.
fn split<'a>(text: &'a str, mark: &Mark) -> Option<(&'a str, &'a str)> {
    let at = mark.find(text.as_bytes())?;
    Some((text.get(..at)?, text.get(at + mark.needle().len()..)?))
}

/// The events of a list, without its brackets.
fn listed(list: &str) -> Vec<&str> {
    let (mut events, mut begins) = (Vec::new(), 0);
    for ends in NEXT_EVENT.find_iter(list.as_bytes()) {
        events.push(&list[begins..=ends]);
        begins = ends + "},".len();
    }
    events.push(&list[begins..]);
    events
}

/// Puts what a private part says of events in their places.
fn uncover<'a>(events: &mut [&'a str], private: &'a str) -> Option<()> {
    if private.ends_with(NOTHING_HIDDEN) {
        return Some(());
    }
    let (_, hidden) = split(private, &HIDDEN)?;
    let mut rest = hidden.strip_suffix("}}")?;
    while !rest.is_empty() {
        let (at, from) = rest.strip_prefix('"')?.split_once(r#"":"#)?;
        let (event, behind) = from.split_at(end_of_hidden(from));
        let at: usize = serde_json::from_str(at).ok()?;
        *events.get_mut(at)? = event;
        rest = behind.strip_prefix(',').unwrap_or(behind);
    }
    Some(())
}

/// Where the event ends that a text begins with: the number of another may follow.
fn end_of_hidden(text: &str) -> usize {
    let is_end = |at: &usize| {
        let rest = &text[at + NEXT_HIDDEN.needle().len()..];
        let number = rest.trim_start_matches(|digit: char| digit.is_ascii_digit());
        number.len() < rest.len() && number.starts_with(r#"":{"#)
    };
    let mut ends = NEXT_HIDDEN.find_iter(text.as_bytes());
    ends.find(is_end).map_or(text.len(), |at| at + 1)
}

#[cfg(test)]
mod tests {
    use serde::Serialize;
    use serde_json::Value;

    use super::*;
    use crate::{cause::By, hash::Hash, id::Position, time::Timestamp};

    #[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
    struct AnyEvent(Value);

    impl StreamEvent for AnyEvent {
        fn public(self) -> AnyEvent {
            self
        }
    }

    /// A public part with these events, and a private one.
    fn line(events: &[&str], hidden: &str) -> (String, String) {
        let cause = Cause::of(
            By::Server {
                server: r#"a","rules":7,"#.into(),
            },
            Timestamp::now(),
        );
        let (cause, hash) = (serde_json::to_string(&cause).unwrap(), Hash::ZERO);
        let events = events.join(",");
        let public = format!(
            r#"{{"schema":1,"cause":{cause},"rules":3,"events":[{events}],"sealed":"{hash}","prev_hash":"{hash}"}}"#
        );
        let private = format!(r#"{{"salt":"{hash}","request":null,"events":{{{hidden}}}}}"#);
        (public, private)
    }

    fn frame<'a>((public, private): &'a (String, String)) -> Frame<'a> {
        Frame {
            position: Position::of_number(1),
            imported: false,
            hash: Hash::ZERO,
            public,
            private: Some(private),
            erasable: None,
        }
    }

    fn texts<'a>(of: &Texts<'a>) -> (&'a str, u16, Vec<&'a str>) {
        (of.cause, of.rules, of.events.clone())
    }

    const PLAIN: [&str; 3] = [
        r#"{"type":"a","of":{"type":"b"}}"#,
        r#"{"type":"c","text":"\"},{\"type\":\""}"#,
        r#"{"type":"d","of":null}"#,
    ];

    #[test]
    fn what_is_cut_from_a_line_is_what_is_read_of_its_json() {
        let hidden = [
            "",
            r#""2":{"type":"d","of":{"1":2,"x":[{},"3"]}}"#,
            r#""0":{"type":"a"},"2":{"type":"d","of":[1,{"7":{}}]}"#,
        ];
        for hidden in hidden {
            let line = line(&PLAIN, hidden);
            let (cut, parsed) = (Texts::cut(&frame(&line)), Texts::parsed(&frame(&line)));
            assert_eq!(texts(&cut.unwrap()), texts(&parsed.unwrap()), "{hidden}");
        }
    }

    #[test]
    fn what_cannot_be_cut_is_read_all_the_same() {
        let nested = r#"{"type":"a","of":[{"type":"b"},{"type":"c"}]}"#;
        let spaced = r#"{ "type":"a" }, {"type":"b"}"#;
        let cases = [
            (vec![nested], ""),
            (
                vec![nested, PLAIN[0]],
                r#""1":{"type":"d","of":{"1":{},"2":{"type":"e"}}}"#,
            ),
            (vec![spaced], r#""7":{"type":"d"}"#),
        ];
        for (events, hidden) in cases {
            let line = line(&events, hidden);
            let parsed = Texts::parsed(&frame(&line)).unwrap();
            let count = u32::try_from(parsed.events.len()).unwrap();
            let told: Told<AnyEvent> = Told::of(&frame(&line), count).unwrap();
            let expected = parsed.events.iter().map(|text| read(text).unwrap());
            assert_eq!(told.events, expected.collect::<Vec<AnyEvent>>());
            assert_eq!(told.rules, 3);
            assert!(Told::<AnyEvent>::of(&frame(&line), count + 1).is_err());
        }
    }
}

//! Texts that change little from step to step, each as what differs from the one before.

use std::collections::HashMap;

/// Pieces of texts, each kept once.
#[derive(Debug, Default)]
pub(super) struct Pieces {
    ids: HashMap<String, u32>,
    texts: Vec<String>,
}

/// A text at each step. A delta is a list of numbers: a piece by its number; or, below zero, how
/// many pieces are taken from the text before, followed by where they begin. That is counted from
/// the piece there that is next if pieces were only replaced.
#[derive(Debug, Default)]
pub(super) struct Deltas {
    before: Vec<u32>,
    /// Where each piece was last seen. It may be elsewhere in the text before, or not in it.
    seen: Vec<usize>,
    steps: Vec<Vec<i32>>,
}

/// Fewer pieces than this are shorter written than found.
const WORTH_FINDING: usize = 2;

impl Pieces {
    /// All pieces, by their numbers.
    pub(super) fn texts(&self) -> &[String] {
        &self.texts
    }

    fn cut(&mut self, text: &str) -> Vec<u32> {
        let numbers = pieces(text).map(|piece| {
            if let Some(&known) = self.ids.get(piece) {
                return known;
            }
            let number = domain::cast::<u32>(self.texts.len());
            self.ids.insert(piece.to_owned(), number);
            self.texts.push(piece.to_owned());
            number
        });
        numbers.collect()
    }
}

impl Deltas {
    /// Adds the text of the next step.
    pub(super) fn add(&mut self, pieces: &mut Pieces, text: &str) {
        let now = pieces.cut(text);
        self.seen.resize(pieces.texts.len(), 0);
        self.steps.push(self.delta(&now));
        for (place, piece) in now.iter().enumerate() {
            self.seen[domain::cast::<usize>(*piece)] = place;
        }
        self.before = now;
    }

    /// The delta of each step.
    pub(super) fn steps(&self) -> &[Vec<i32>] {
        &self.steps
    }

    /// How a text is made from the one before.
    fn delta(&self, now: &[u32]) -> Vec<i32> {
        let alike = |from: usize, at: usize| {
            let before = self.before.get(from..).unwrap_or_default();
            let pairs = before.iter().zip(&now[at..]);
            pairs.take_while(|(one, other)| one == other).count()
        };
        let (mut at, mut expected) = (0, 0);
        let mut delta = Vec::new();
        while at < now.len() {
            let seen = self.seen[domain::cast::<usize>(now[at])];
            let next = (alike(expected, at), expected);
            let found = (alike(seen, at), seen);
            let (length, from) = if found.0 > next.0 { found } else { next };
            if length < WORTH_FINDING {
                delta.push(domain::cast::<i32>(now[at]));
                (at, expected) = (at + 1, expected + 1);
            } else {
                let jump = domain::cast::<i32>(from) - domain::cast::<i32>(expected);
                delta.extend([-domain::cast::<i32>(length), jump]);
                (at, expected) = (at + length, from + length);
            }
        }
        delta
    }
}

/// Cuts a text where others may differ from it: at elements, lines of a path and sentences.
fn pieces(text: &str) -> impl Iterator<Item = &str> {
    let mut rest = text;
    std::iter::from_fn(move || {
        let bytes = rest.as_bytes();
        let is_end = |at: usize| match (bytes[at - 1], bytes[at]) {
            (_, b'<') => bytes.get(at + 1) != Some(&b'/'),
            (b'Z', b'M') | (b'.', b' ') => true,
            _ => false,
        };
        let end = (1..bytes.len()).find(|&at| is_end(at));
        let (piece, after) = rest.split_at(end.unwrap_or(rest.len()));
        rest = after;
        (!piece.is_empty()).then_some(piece)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What a reader does with it.
    fn applied(pieces: &Pieces, deltas: &Deltas) -> Vec<String> {
        let mut before: Vec<u32> = Vec::new();
        let texts = deltas.steps().iter().map(|delta| {
            let (mut now, mut expected, mut numbers) = (Vec::new(), 0, delta.iter());
            while let Some(&number) = numbers.next() {
                if number >= 0 {
                    now.push(u32::try_from(number).unwrap());
                    expected += 1;
                } else {
                    let from = expected + numbers.next().unwrap();
                    expected = from - number;
                    let [from, to] = [from, expected].map(|at| usize::try_from(at).unwrap());
                    now.extend_from_slice(&before[from..to]);
                }
            }
            before = now;
            let text = before
                .iter()
                .map(|&piece| pieces.texts()[piece as usize].as_str());
            text.collect()
        });
        texts.collect()
    }

    fn kept(texts: &[String]) -> (Pieces, Deltas) {
        let (mut pieces, mut deltas) = (Pieces::default(), Deltas::default());
        for text in texts {
            deltas.add(&mut pieces, text);
        }
        (pieces, deltas)
    }

    #[test]
    fn every_text_is_read_as_it_was_written() {
        let (mut texts, mut elements, mut chance) = (Vec::new(), Vec::new(), 7_usize);
        for step in 0..200 {
            chance = (chance * 1_103_515_245 + 12345) % 2_147_483_648;
            let place = chance / 7 % (elements.len() + 1);
            match chance / 1000 % 4 {
                0 if place < elements.len() => drop(elements.remove(place)),
                1 if place < elements.len() => elements.rotate_left(place),
                _ => elements.insert(place, format!("<g id=\"{}\"><b/></g>", step % 40)),
            }
            texts.push(elements.concat());
        }
        texts.push(String::new());
        let (pieces, deltas) = kept(&texts);
        assert_eq!(applied(&pieces, &deltas), texts);
    }

    #[test]
    fn what_stays_and_what_moves_is_not_written_again() {
        let cells: Vec<String> = (0..100).map(|cell| format!("<c>{cell}</c>")).collect();
        let (one, other) = cells.split_at(40);
        let texts = [
            cells.concat(),
            cells.concat(),
            [other, one].concat().concat(),
        ];
        let (pieces, deltas) = kept(&texts);
        assert_eq!(pieces.texts().len(), 100);
        assert_eq!(deltas.steps()[1], [-100, 0]);
        assert_eq!(deltas.steps()[2], [-60, 40, -40, -100]);
    }

    #[test]
    fn a_text_is_cut_at_elements_at_lines_of_a_path_and_at_sentences() {
        let text = "<g><path d=\"M1 1ZM2 2Z\"></path></g>One. Two.";
        let cut: Vec<&str> = pieces(text).collect();
        let expected = ["<g>", "<path d=\"M1 1Z", "M2 2Z\"></path></g>One.", " Two."];
        assert_eq!(cut, expected);
        assert_eq!(pieces("").count(), 0);
    }
}

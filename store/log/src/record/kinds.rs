//! The kinds of events in a commit of a match, read from their tags alone.

use std::{borrow::Cow, sync::LazyLock};

use domain::matches::EventKind;
use memchr::memmem::Finder;
use serde::Deserialize;
use strum::VariantArray as _;

use super::{Line, RecordError, frame::Frame, read};
use crate::id::StreamKind;

/// A set of kinds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Kinds(u32);

#[derive(Deserialize)]
struct EventsIn<'a> {
    #[serde(borrow)]
    events: Vec<Tag<'a>>,
}

#[derive(Deserialize)]
struct Tag<'a> {
    #[serde(rename = "type", borrow)]
    kind: Cow<'a, str>,
}

/// What stands before a tag.
const TAG: &str = r#""type":""#;
static TAGS: LazyLock<Finder<'static>> = LazyLock::new(|| Finder::new(TAG));

impl Kinds {
    /// These kinds.
    pub const fn of(kinds: &[EventKind]) -> Kinds {
        let (mut bits, mut nth) = (0, 0);
        // A loop of another form is not `const`.
        while nth < kinds.len() {
            bits |= 1 << kinds[nth] as u16;
            nth += 1;
        }
        Kinds(bits)
    }

    /// Whether a kind is one of these.
    const fn has(self, kind: EventKind) -> bool {
        self.0 & Kinds::of(&[kind]).0 != 0
    }

    /// Whether a line of a match holds an event of such a kind. What is hidden of an event
    /// never hides its kind, so the public part tells them all.
    ///
    /// The text is searched first: that takes a fraction of the time that reading the tags
    /// does, and most commits hold nothing that anybody asks for. What the tags say decides.
    ///
    /// # Errors
    ///
    /// If the tags cannot be read.
    pub(crate) fn are_in(self, text: &str) -> Result<bool, RecordError> {
        if !self.may_be_in(text) {
            return Ok(false);
        }
        let EventsIn { events } = read(Frame::of(text)?.public)?;
        // A kind that this program does not know was asked for by nobody.
        let mut kinds = events.iter().filter_map(|tag| tag.kind.parse().ok());
        Ok(kinds.any(|kind| self.has(kind)))
    }

    fn may_be_in(self, text: &str) -> bool {
        let is_wanted = |tag: &str| {
            let mut kinds = EventKind::VARIANTS.iter();
            kinds.any(|kind| self.has(*kind) && tag.starts_with(<&str>::from(kind)))
        };
        let mut tags = TAGS.find_iter(text.as_bytes());
        tags.any(|at| is_wanted(&text[at + TAG.len()..]))
    }
}

impl Line {
    /// Whether it is a commit of a match that holds an event of such a kind.
    ///
    /// # Errors
    ///
    /// If the kinds of its events cannot be read.
    pub fn holds(&self, kinds: Kinds) -> Result<bool, RecordError> {
        Ok(self.stream.kind() == StreamKind::Match && kinds.are_in(&self.text)?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use domain::{Seat, matches::MatchEvent};

    #[test]
    fn a_set_has_the_kinds_it_is_of_and_no_other() {
        let kinds = Kinds::of(&[EventKind::Opened, EventKind::Undone]);
        for kind in EventKind::VARIANTS {
            let is_of_it = [EventKind::Opened, EventKind::Undone].contains(kind);
            assert_eq!(kinds.has(*kind), is_of_it, "{kind:?}");
        }
    }

    #[test]
    fn the_text_of_an_event_may_hold_its_kind() {
        for event in [
            MatchEvent::SeatLeft { seat: Seat(0) },
            MatchEvent::Decided { seat: Seat(0) },
            MatchEvent::Left { seat: Seat(0) },
        ] {
            let text = serde_json::to_string(&event).unwrap();
            let kind = EventKind::from(&event);
            assert!(Kinds::of(&[kind]).may_be_in(&text), "{text}");
            assert!(!Kinds::of(&[EventKind::Ended]).may_be_in(&text), "{text}");
        }
    }
}

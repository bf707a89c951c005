//! The kinds of events in a commit of a match, read from their tags alone.

use serde::Deserialize;

use super::{Line, RecordError, frame::Frame, read};

/// What kind of event it is: its `type`, and nothing of what it says.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
#[expect(missing_docs, reason = "they are those of `MatchEvent`")]
pub enum EventKind {
    Opened,
    Forked,
    SeatTaken,
    SeatLeft,
    Started,
    Resumed,
    Decided,
    Played,
    Ended,
    OfferClosed,
    TimedOut,
    Left,
    Abandoned,
    Agreed,
    Undone,
    /// One that this program does not know.
    #[serde(other)]
    Unknown,
}

/// A set of kinds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Kinds(u16);

#[derive(Deserialize)]
struct EventsIn {
    events: Vec<Tag>,
}

#[derive(Deserialize)]
struct Tag {
    #[serde(rename = "type")]
    kind: EventKind,
}

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

    /// Whether some kind is in both sets.
    pub const fn meets(self, other: Kinds) -> bool {
        self.0 & other.0 != 0
    }

    /// The kinds of events in a line of a match. What is hidden of an event never hides
    /// its kind, so the public part tells them all.
    pub(crate) fn of_line(text: &str) -> Result<Kinds, RecordError> {
        let EventsIn { events } = read(Frame::of(text)?.public)?;
        let bits = |kinds, tag: &Tag| kinds | Kinds::of(&[tag.kind]).0;
        Ok(Kinds(events.iter().fold(0, bits)))
    }
}

impl Line {
    /// The kinds of its events, if it is a commit of a match.
    ///
    /// # Errors
    ///
    /// If they cannot be read.
    pub fn kinds(&self) -> Result<Kinds, RecordError> {
        Kinds::of_line(&self.text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use domain::{Seat, Secret, matches::MatchEvent};

    #[test]
    fn kinds_are_named_as_events_are_stored() {
        let (seat, decision) = (Seat(0), 1);
        let (seed, deal_closed) = (Secret::Withheld, false);
        let agreed = MatchEvent::Agreed {
            seed: seed.clone(),
            deal_closed,
        };
        for (event, kind) in [
            (MatchEvent::SeatLeft { seat }, EventKind::SeatLeft),
            (MatchEvent::Decided { seat }, EventKind::Decided),
            (MatchEvent::Left { seat }, EventKind::Left),
            (
                MatchEvent::OfferClosed { seat, decision },
                EventKind::OfferClosed,
            ),
            (MatchEvent::TimedOut { seat, decision }, EventKind::TimedOut),
            (
                MatchEvent::Abandoned { seed, deal_closed },
                EventKind::Abandoned,
            ),
            (agreed, EventKind::Agreed),
        ] {
            let stored = serde_json::to_string(&event).unwrap();
            let tag: Tag = serde_json::from_str(&stored).unwrap();
            assert_eq!(tag.kind, kind, "{stored}");
        }
        for (name, kind) in [
            ("opened", EventKind::Opened),
            ("forked", EventKind::Forked),
            ("seat_taken", EventKind::SeatTaken),
            ("started", EventKind::Started),
            ("resumed", EventKind::Resumed),
            ("played", EventKind::Played),
            ("ended", EventKind::Ended),
            ("undone", EventKind::Undone),
            ("of_tomorrow", EventKind::Unknown),
        ] {
            let read: EventKind = serde_json::from_value(name.into()).unwrap();
            assert_eq!(read, kind);
        }
    }
}

//! The kinds of events in a commit of a match, read from their tags alone.

use serde::Deserialize;

use super::{Line, RecordError, frame::Frame, read};
use crate::id::StreamKind;

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

    /// Whether a line of a match holds an event of such a kind.
    ///
    /// The text is searched first: that takes a twentieth to a quarter of the time that
    /// reading the tags does, and most commits hold nothing that anybody asks for. What
    /// the tags say decides.
    ///
    /// # Errors
    ///
    /// If the tags cannot be read.
    pub(crate) fn are_in(self, text: &str) -> Result<bool, RecordError> {
        let wanted = |kind: &&EventKind| self.meets(Kinds::of(&[**kind]));
        let mut wanted = EventKind::KNOWN.iter().filter(wanted);
        Ok(wanted.any(|kind| text.contains(kind.mark())) && self.meets(Kinds::of_line(text)?))
    }

    /// The kinds of events in a line of a match. What is hidden of an event never hides
    /// its kind, so the public part tells them all.
    fn of_line(text: &str) -> Result<Kinds, RecordError> {
        let EventsIn { events } = read(Frame::of(text)?.public)?;
        let bits = |kinds, tag: &Tag| kinds | Kinds::of(&[tag.kind]).0;
        Ok(Kinds(events.iter().fold(0, bits)))
    }
}

impl EventKind {
    const KNOWN: [EventKind; 15] = [
        EventKind::Opened,
        EventKind::Forked,
        EventKind::SeatTaken,
        EventKind::SeatLeft,
        EventKind::Started,
        EventKind::Resumed,
        EventKind::Decided,
        EventKind::Played,
        EventKind::Ended,
        EventKind::OfferClosed,
        EventKind::TimedOut,
        EventKind::Left,
        EventKind::Abandoned,
        EventKind::Agreed,
        EventKind::Undone,
    ];

    /// What every event of the kind has in its text.
    const fn mark(self) -> &'static str {
        match self {
            EventKind::Opened => r#""type":"opened""#,
            EventKind::Forked => r#""type":"forked""#,
            EventKind::SeatTaken => r#""type":"seat_taken""#,
            EventKind::SeatLeft => r#""type":"seat_left""#,
            EventKind::Started => r#""type":"started""#,
            EventKind::Resumed => r#""type":"resumed""#,
            EventKind::Decided => r#""type":"decided""#,
            EventKind::Played => r#""type":"played""#,
            EventKind::Ended => r#""type":"ended""#,
            EventKind::OfferClosed => r#""type":"offer_closed""#,
            EventKind::TimedOut => r#""type":"timed_out""#,
            EventKind::Left => r#""type":"left""#,
            EventKind::Abandoned => r#""type":"abandoned""#,
            EventKind::Agreed => r#""type":"agreed""#,
            EventKind::Undone => r#""type":"undone""#,
            EventKind::Unknown => r#""type":""#,
        }
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
        for kind in EventKind::KNOWN {
            let tag: Tag = serde_json::from_str(&format!("{{{}}}", kind.mark())).unwrap();
            assert_eq!(tag.kind, kind);
        }
        let tag: Tag = serde_json::from_str(r#"{"type":"of_tomorrow"}"#).unwrap();
        assert_eq!(tag.kind, EventKind::Unknown);
    }
}

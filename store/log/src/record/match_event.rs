//! What a match's events are in the record: what anybody may know of them, and how they are
//! read.

use domain::{Event, Viewer, matches::MatchEvent};

use super::StreamEvent;

impl StreamEvent for MatchEvent {
    fn public(self) -> MatchEvent {
        self.disclose(Viewer::Spectator)
    }

    fn read(written: &str) -> serde_json::Result<MatchEvent> {
        // Most events are decisions and moves of the game. serde would buffer them to find `type`.
        let decided = written.strip_prefix(r#"{"type":"decided","seat":"#);
        if let Some(seat) = decided.and_then(|rest| rest.strip_suffix('}'))
            && let Ok(seat) = serde_json::from_str(seat)
        {
            return Ok(MatchEvent::Decided { seat });
        }
        let played = written.strip_prefix(r#"{"type":"played","event":"#);
        match played.and_then(|rest| rest.strip_suffix('}')) {
            Some(event) => Ok(MatchEvent::Played {
                event: Event::read(event)?,
            }),
            None => serde_json::from_str(written),
        }
    }
}

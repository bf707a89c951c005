//! What a match's events are in the record: what anybody may know of them, and how they are
//! read.

use domain::{Viewer, matches::MatchEvent};

use super::StreamEvent;

impl StreamEvent for MatchEvent {
    fn public(self) -> MatchEvent {
        self.disclose(Viewer::Spectator)
    }

    fn read(written: &str) -> serde_json::Result<MatchEvent> {
        MatchEvent::read(written)
    }
}

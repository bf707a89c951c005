//! Who sits down in which match, told as it happens.

use domain::matches::{MatchEvent, Occupant, PlayerId};
use tokio::sync::broadcast;

use crate::matches::{Matches, Record};
use store_log::id::MatchId;

/// A player who has just sat down in a match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SatDown {
    /// The match.
    pub id: MatchId,
    /// Who sat down.
    pub player: PlayerId,
}

/// So many are kept for a listener who is slow. One who misses some is told so.
// Far more than a group of commits has.
pub(crate) const KEPT: usize = 4096;

impl Matches {
    /// Every player who sits down from now on, once that is durable.
    pub fn sitting_down(&self) -> broadcast::Receiver<SatDown> {
        self.0.sitting.subscribe()
    }

    /// Tells who sat down.
    pub(crate) fn tell_sitting(&self, id: MatchId, commits: &Record) {
        for event in commits.iter().flat_map(|commit| &commit.events) {
            if let MatchEvent::SeatTaken {
                occupant: Occupant::Player { player },
                ..
            } = event
            {
                let player = player.clone();
                // Mostly nobody listens.
                let _ = self.0.sitting.send(SatDown { id, player });
            }
        }
    }
}

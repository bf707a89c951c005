//! Who sits down in which match, told as it happens.

use domain::matches::{MatchEvent, Occupant, PlayerId};
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

impl SatDown {
    /// The player who sat down by an event of a match, if one did.
    pub(crate) fn by(id: MatchId, event: &MatchEvent) -> Option<SatDown> {
        let MatchEvent::SeatTaken {
            occupant: Occupant::Player { player },
            ..
        } = event
        else {
            return None;
        };
        let player = player.clone();
        Some(SatDown { id, player })
    }
}

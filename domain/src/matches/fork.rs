//! A match that begins in the middle of another.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{MatchEvent, PlayerId, Terms, seating};
use crate::{BySeat, Refused, Rejection, Seat, Secret, Seed, State, Viewer};

/// The origin of a match that does not begin at the beginning.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Fork {
    /// The match it was forked from: `m_` and 32 hexadecimal digits.
    #[schema(min_length = 34, max_length = 34, pattern = "^m_[0-9a-f]{32}$")]
    pub parent: String,
    /// The step of that match after which it was forked.
    #[schema(minimum = 1)]
    pub step: u32,
    /// What happened to chance in the fork.
    pub chance: Chance,
}

/// What happens to chance in a fork.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Chance {
    /// It stays: the same decisions see the same cards come.
    Keep,
    /// Everything the viewer could not know was drawn anew, and so is all to come.
    Redraw,
}

/// Announces a match that begins with `state`: the first events of its stream.
///
/// # Errors
///
/// Why there can be no such match.
pub fn fork(
    terms: &Terms,
    seed: Seed,
    seated: &[(Seat, PlayerId)],
    state: &State,
) -> Result<Vec<MatchEvent>, Rejection> {
    if terms.places.seats() != seats(state) {
        return Err(Refused::OtherSeats.into());
    }
    Ok(seating::opened(terms, seed, seated, Some(state)))
}

/// How many play: everybody has a score sheet.
fn seats(state: &State) -> u8 {
    let sheets: BySeat<_> = state.view(Viewer::Spectator).scores();
    sheets.seats()
}

/// The table that a fork begins with, as the referee sees it.
pub(super) fn forked(state: &State) -> MatchEvent {
    MatchEvent::Forked {
        view: Box::new(state.view(Viewer::Referee)),
        state: Secret::Known(Box::new(state.clone())),
    }
}

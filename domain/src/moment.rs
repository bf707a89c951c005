//! Where in a match one is, in the words of the game.

use serde::Serialize;
use utoipa::ToSchema;

/// A moment in a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct Moment {
    /// The phase of the match, in the word of the rulebook: `spring`, `construction`. Stable,
    /// `snake_case`.
    #[schema(max_length = 40, example = "spring")]
    pub stage: &'static str,
    /// The round or the season, counted from one.
    #[schema(minimum = 0, maximum = 100)]
    pub round: u8,
    /// The turn of the round, counted from one. Zero before the first.
    #[schema(minimum = 0, maximum = 4_294_967_295_u32)]
    pub turn: u32,
}

/// A step worth jumping to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct Landmark {
    /// What happened, in the word of the rulebook: `season_scored`, `harvest`. Stable,
    /// `snake_case`.
    #[schema(max_length = 40, example = "season_scored")]
    pub kind: &'static str,
    /// The number of the event of this kind, counted from one.
    #[schema(minimum = 1, maximum = 100)]
    pub nth: u8,
}

//! A match that begins with a table its host arranged.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{Arranged, MatchEvent, PlayerId, Terms, seating};
use crate::{
    GameId, Options, Refused, Rejection, Seat, Seed, Setup, State, kit::components::BoxError,
};

/// A table that its host arranged instead of having it drawn. It contains everything in the box,
/// each item as often as the box does, and nothing else. `cartulary arrange` prints one from a
/// record.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Arrangement {
    /// The set-up of the table, with nothing withheld, as `started` shows it once a match is over.
    Setup(Box<Setup>),
    /// The whole table in the middle of play, with nothing withheld, as the `state` of `forked`
    /// shows it once a match is over.
    #[schema(value_type = Object)]
    State(Box<State>),
}

impl Arrangement {
    /// What was arranged, of a match that begins with this table.
    pub fn of(arranged: Arranged, table: &State) -> Arrangement {
        match arranged {
            Arranged::Setup => Arrangement::Setup(Box::new(table.setup())),
            Arranged::State => Arrangement::State(Box::new(table.clone())),
        }
    }

    /// What of the table it is.
    pub const fn kind(&self) -> Arranged {
        match self {
            Arrangement::Setup(_) => Arranged::Setup,
            Arrangement::State(_) => Arranged::State,
        }
    }

    /// The game it is a table of.
    pub fn game(&self) -> GameId {
        match self {
            Arrangement::Setup(setup) => setup.game(),
            Arrangement::State(state) => state.game(),
        }
    }

    /// The table that a match begins with, if one can.
    ///
    /// # Errors
    ///
    /// `invalid_arrangement`, with the field that is wrong.
    pub fn table(&self, options: &Options, seats: u8) -> Result<State, Rejection> {
        match self {
            Arrangement::Setup(setup) => {
                setup.check(options, seats).map_err(invalid("setup"))?;
                Ok(State::new(setup))
            }
            Arrangement::State(state) => {
                state.check(options, seats).map_err(invalid("state"))?;
                Ok((**state).clone())
            }
        }
    }
}

fn invalid(kind: &'static str) -> impl Fn(BoxError) -> Rejection {
    move |error| {
        let reason = format!("arranged.{kind}.{error}");
        Rejection::because(Refused::InvalidArrangement, reason)
    }
}

/// Announces a match that begins with an arranged table: the first events of its stream.
/// Chance still to come is drawn from the seed, as in any match.
///
/// # Errors
///
/// Why there can be no such match.
pub fn arrange(
    terms: &Terms,
    seed: Seed,
    seated: &[(Seat, PlayerId)],
    arrangement: &Arrangement,
) -> Result<Vec<MatchEvent>, Rejection> {
    seating::fits(terms)?;
    let table = arrangement.table(&terms.options, terms.places.seats())?;
    Ok(seating::opened(terms, seed, seated, Some(&table)))
}

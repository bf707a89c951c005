//! What happened in a match, and what a viewer may know of it.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{Occupant, Terms};
use crate::{BySeat, Event, Seat, Secret, Seed, Setup, Standing, Viewer};

/// What happened in a match.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum MatchEvent {
    /// The match was announced.
    Opened {
        /// What was settled.
        terms: Terms,
        /// What chance is derived from. Hidden until the match ends.
        seed: Secret<Seed>,
    },
    /// Someone sat down.
    SeatTaken {
        /// Where.
        seat: Seat,
        /// Who.
        occupant: Occupant,
    },
    /// Someone stood up.
    SeatLeft {
        /// Where.
        seat: Seat,
    },
    /// The table was set up.
    Started {
        /// Who plays, by the seat they play on. Seats nobody took are gone, and
        /// those behind them moved down.
        occupants: BySeat<Occupant>,
        /// How the table was set up, as far as you may know.
        setup: Setup,
    },
    /// A decision was made; what it led to follows.
    Decided {
        /// By whom.
        seat: Seat,
    },
    /// The game moved on.
    Played {
        /// How.
        event: Event,
    },
    /// The match is over. Projections need no rules to read this.
    Ended {
        /// Who finished where, with score sheets.
        standings: BySeat<Standing>,
        /// What chance was derived from.
        seed: Seed,
    },
}

impl MatchEvent {
    /// What `viewer` may know of this.
    #[must_use]
    pub fn disclose(self, viewer: Viewer) -> MatchEvent {
        match self {
            MatchEvent::Opened { terms, seed } => MatchEvent::Opened {
                terms,
                seed: seed.seal(viewer),
            },
            MatchEvent::Started { occupants, setup } => MatchEvent::Started {
                occupants,
                setup: setup.disclose(viewer),
            },
            MatchEvent::Played { event } => MatchEvent::Played {
                event: event.disclose(viewer),
            },
            public @ (MatchEvent::SeatTaken { .. }
            | MatchEvent::SeatLeft { .. }
            | MatchEvent::Decided { .. }
            | MatchEvent::Ended { .. }) => public,
        }
    }

    /// The name of what happened, as on the wire: the game's own where the game
    /// moved on.
    pub fn kind(&self) -> &'static str {
        match self {
            MatchEvent::Opened { .. } => "opened",
            MatchEvent::SeatTaken { .. } => "seat_taken",
            MatchEvent::SeatLeft { .. } => "seat_left",
            MatchEvent::Started { .. } => "started",
            MatchEvent::Decided { .. } => "decided",
            MatchEvent::Played { .. } => "played",
            MatchEvent::Ended { .. } => "ended",
        }
    }
}

//! What happened in a match, and what a viewer may know of it.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{Occupant, Terms};
use crate::{BySeat, Event, Landmark, Seat, Secret, Seed, Setup, Standing, State, View, Viewer};

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
    /// The match begins in the middle of another: `terms` says which.
    Forked {
        /// The table it begins with, as far as you may know.
        view: Box<View>,
        /// The table it begins with, as the server keeps it. Hidden until the match ends.
        #[schema(value_type = Option<Object>)]
        state: Secret<Box<State>>,
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
    /// In a match that begins in the middle of another: everybody sits, play goes on.
    Resumed {
        /// Who plays.
        occupants: BySeat<Occupant>,
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
            MatchEvent::Forked { view, state } => MatchEvent::Forked {
                view: match state.known() {
                    Some(state) => Box::new(state.view(viewer)),
                    None => view,
                },
                state: state.seal(viewer),
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
            | MatchEvent::Resumed { .. }
            | MatchEvent::Decided { .. }
            | MatchEvent::Ended { .. }) => public,
        }
    }

    /// The name of what happened, as on the wire; where the game moved on, `played`.
    pub fn kind(&self) -> &'static str {
        match self {
            MatchEvent::Opened { .. } => "opened",
            MatchEvent::Forked { .. } => "forked",
            MatchEvent::SeatTaken { .. } => "seat_taken",
            MatchEvent::SeatLeft { .. } => "seat_left",
            MatchEvent::Started { .. } => "started",
            MatchEvent::Resumed { .. } => "resumed",
            MatchEvent::Decided { .. } => "decided",
            MatchEvent::Played { .. } => "played",
            MatchEvent::Ended { .. } => "ended",
        }
    }

    /// What the game did, where the game moved on.
    pub const fn played(&self) -> Option<&Event> {
        match self {
            MatchEvent::Played { event } => Some(event),
            MatchEvent::Opened { .. }
            | MatchEvent::Forked { .. }
            | MatchEvent::SeatTaken { .. }
            | MatchEvent::SeatLeft { .. }
            | MatchEvent::Started { .. }
            | MatchEvent::Resumed { .. }
            | MatchEvent::Decided { .. }
            | MatchEvent::Ended { .. } => None,
        }
    }

    /// The name of what happened; where the game moved on, the game's own.
    pub fn name(&self) -> String {
        let own = self.played().map(Event::kind);
        own.unwrap_or_else(|| self.kind().to_owned())
    }

    /// What this is to someone who looks for a place in the match.
    pub fn landmark(&self) -> Option<Landmark> {
        match self {
            MatchEvent::Played { event } => event.landmark(),
            MatchEvent::Started { .. } | MatchEvent::Resumed { .. } | MatchEvent::Ended { .. } => {
                let kind = self.kind();
                Some(Landmark { kind, nth: 1 })
            }
            MatchEvent::Opened { .. }
            | MatchEvent::Forked { .. }
            | MatchEvent::SeatTaken { .. }
            | MatchEvent::SeatLeft { .. }
            | MatchEvent::Decided { .. } => None,
        }
    }
}

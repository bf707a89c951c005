//! What happened in a match, and what a viewer may know of it.

use serde::{Deserialize, Serialize};
use strum::{EnumDiscriminants, EnumString, IntoStaticStr, VariantArray};
use utoipa::ToSchema;

use super::{Occupant, Terms, settings::is_false};
use crate::{
    BySeat, Event, GameId, Landmark, Seat, Secret, Seed, Setup, Standing, State, View, Viewer,
    games, kit::tagged::read_tagged,
};

/// What happened in a match.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema, EnumDiscriminants)]
#[serde(tag = "type", rename_all = "snake_case")]
#[strum_discriminants(
    doc = "The kind of an event: its `type`, and nothing of what it says.",
    name(EventKind),
    derive(EnumString, IntoStaticStr, VariantArray),
    strum(serialize_all = "snake_case")
)]
pub enum MatchEvent {
    /// The match was opened.
    Opened {
        /// The terms of the match.
        terms: Terms,
        /// The seed that chance is derived from. Hidden until the match ends.
        seed: Secret<Seed>,
    },
    /// The match begins with a table that existed before it: that of another match, or one that its
    /// host arranged. `terms` says which.
    Forked {
        /// The table that it begins with, as far as you may know it.
        #[serde(with = "games::stored")]
        view: Box<View>,
        /// The table that it begins with, as the server keeps it. Hidden until the match ends.
        #[schema(value_type = Option<Object>)]
        state: Secret<Box<State>>,
    },
    /// A player or bot took a seat.
    SeatTaken {
        /// The seat that was taken.
        seat: Seat,
        /// The player or bot that took it.
        occupant: Occupant,
    },
    /// A player or bot left a seat before the start.
    SeatLeft {
        /// The seat that was left.
        seat: Seat,
    },
    /// The table was set up.
    Started {
        /// The player or bot on each seat. Seats that nobody took are removed, and the seats after
        /// them move down.
        occupants: BySeat<Occupant>,
        /// The set-up of the table, as far as you may know it.
        setup: Setup,
    },
    /// In a match that begins in the middle of play: all seats are taken, and play continues.
    Resumed {
        /// The player or bot on each seat.
        occupants: BySeat<Occupant>,
    },
    /// A decision was made; the events that it led to follow.
    Decided {
        /// The seat that decided.
        seat: Seat,
    },
    /// Something happened in the game.
    Played {
        /// What happened in the game.
        event: Event,
    },
    /// The match is over. Projections can read this event without knowing the rules.
    Ended {
        /// The final ranks, with score sheets.
        standings: BySeat<Standing>,
        /// The seed that chance was derived from. `null` while the deal is closed.
        seed: Secret<Seed>,
        /// Whether the deal is played more than once, so that the seed stays hidden.
        #[serde(default, skip_serializing_if = "is_false")]
        deal_closed: bool,
    },
    /// Another seat closed this seat's question before it decided. The number of that decision will
    /// never be used again: the next decision of this seat has the number after it.
    OfferClosed {
        /// The seat that had the question.
        seat: Seat,
        /// The number of the decision that nobody made, counted from zero.
        decision: u32,
    },
    /// A seat's time for a decision ran out. The consequence that the terms set for this follows:
    /// the seat forfeits, or the server makes this decision.
    TimedOut {
        /// The seat whose time ran out.
        seat: Seat,
        /// The number of the decision it owed, counted from zero.
        decision: u32,
        /// Whether tries that the rules refused were used up, and not time.
        #[serde(default, skip_serializing_if = "is_false")]
        by_tries: bool,
    },
    /// The player on a seat left permanently while the match was running. The seat forfeits.
    Left {
        /// The seat that the player left.
        seat: Seat,
    },
    /// A seat has forfeited the match. From now on the default of each of its decisions is played
    /// for it, it will be ranked last, and nobody is rated for the match.
    Forfeited {
        /// The seat that has forfeited.
        seat: Seat,
        /// Why the seat has forfeited.
        why: Forfeit,
    },
    /// A seat asked to end the match here. The match ends once every player who is still in it has
    /// asked. The seat's next decision takes it back, and so does a forfeit of any seat.
    EndAsked {
        /// The seat that asked.
        seat: Seat,
    },
    /// The match is over because nobody continued to play. There are no standings.
    Abandoned {
        /// The seed that chance was derived from. `null` while the deal is closed.
        seed: Secret<Seed>,
        /// Whether the deal is played more than once, so that the seed stays hidden.
        #[serde(default, skip_serializing_if = "is_false")]
        deal_closed: bool,
    },
    /// The match is over because its players agreed to end it. There are no standings.
    Agreed {
        /// The seed that chance was derived from. `null` while the deal is closed.
        seed: Secret<Seed>,
        /// Whether the deal is played more than once, so that the seed stays hidden.
        #[serde(default, skip_serializing_if = "is_false")]
        deal_closed: bool,
    },
    /// Everything after a step was taken back. The count of decisions continues, so a number is
    /// never used twice.
    Undone {
        /// The seat whose decision was taken back, if it was one seat's.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        seat: Option<Seat>,
        /// The step of this match to which the table was taken back.
        #[schema(minimum = 1)]
        step: u32,
        /// The table now, as far as you may know it.
        view: Box<View>,
        /// The table now, as the server keeps it. Hidden until the match ends.
        #[schema(value_type = Option<Object>)]
        state: Secret<Box<State>>,
    },
}

/// Why a seat has forfeited.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Forfeit {
    /// Its player left.
    Left,
    /// Its time ran out.
    Timeout,
    /// Its tries that the rules refused were used up.
    Illegal,
}

impl MatchEvent {
    /// Reads one as the record has it.
    ///
    /// # Errors
    ///
    /// Why it is none.
    pub fn read(written: &str) -> serde_json::Result<MatchEvent> {
        let played = written.strip_prefix(r#"{"type":"played","event":"#);
        if let Some(event) = played.and_then(|rest| rest.strip_suffix('}')) {
            let event = Event::read(event)?;
            return Ok(MatchEvent::Played { event });
        }
        read_tagged!(written, MatchEvent {
            "decided" => Decided { seat: Seat },
            "ended" => Ended {
                standings: BySeat<Standing>,
                seed: Secret<Seed>,
                #[serde(default)]
                deal_closed: bool,
            },
        })
    }

    /// What `viewer` may know of this.
    #[must_use]
    pub fn disclose(self, viewer: Viewer) -> MatchEvent {
        match self {
            MatchEvent::Opened { terms, seed } => MatchEvent::Opened {
                terms,
                seed: seed.seal(viewer),
            },
            MatchEvent::Forked { view, state } => MatchEvent::Forked {
                view: seen(view, &state, viewer),
                state: state.seal(viewer),
            },
            MatchEvent::Undone {
                seat,
                step,
                view,
                state,
            } => MatchEvent::Undone {
                seat,
                step,
                view: seen(view, &state, viewer),
                state: state.seal(viewer),
            },
            MatchEvent::Ended {
                standings,
                seed,
                deal_closed,
            } => MatchEvent::Ended {
                standings,
                seed: revealed(seed, deal_closed, viewer),
                deal_closed,
            },
            MatchEvent::Abandoned { seed, deal_closed } => MatchEvent::Abandoned {
                seed: revealed(seed, deal_closed, viewer),
                deal_closed,
            },
            MatchEvent::Agreed { seed, deal_closed } => MatchEvent::Agreed {
                seed: revealed(seed, deal_closed, viewer),
                deal_closed,
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
            | MatchEvent::OfferClosed { .. }
            | MatchEvent::TimedOut { .. }
            | MatchEvent::Left { .. }
            | MatchEvent::Forfeited { .. }
            | MatchEvent::EndAsked { .. }) => public,
        }
    }

    /// This as it is told on the wire: with its cells counted as views count them, where
    /// they are stored with [`Info::origin`](crate::Info::origin) added.
    #[must_use]
    pub fn told(self, game: GameId) -> MatchEvent {
        match self {
            MatchEvent::Played { event } => MatchEvent::Played {
                event: event.told(),
            },
            MatchEvent::Ended {
                standings,
                seed,
                deal_closed,
            } => MatchEvent::Ended {
                standings: standings.map(|_, standing| standing.moved(-game.info().origin)),
                seed,
                deal_closed,
            },
            as_stored @ (MatchEvent::Opened { .. }
            | MatchEvent::Forked { .. }
            | MatchEvent::SeatTaken { .. }
            | MatchEvent::SeatLeft { .. }
            | MatchEvent::Started { .. }
            | MatchEvent::Resumed { .. }
            | MatchEvent::Decided { .. }
            | MatchEvent::OfferClosed { .. }
            | MatchEvent::TimedOut { .. }
            | MatchEvent::Left { .. }
            | MatchEvent::Forfeited { .. }
            | MatchEvent::EndAsked { .. }
            | MatchEvent::Undone { .. }
            | MatchEvent::Abandoned { .. }
            | MatchEvent::Agreed { .. }) => as_stored,
        }
    }

    /// The name of what happened, as on the wire; where the game moved on, `played`.
    pub fn kind(&self) -> &'static str {
        EventKind::from(self).into()
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
            | MatchEvent::OfferClosed { .. }
            | MatchEvent::TimedOut { .. }
            | MatchEvent::Left { .. }
            | MatchEvent::Forfeited { .. }
            | MatchEvent::EndAsked { .. }
            | MatchEvent::Undone { .. }
            | MatchEvent::Abandoned { .. }
            | MatchEvent::Agreed { .. }
            | MatchEvent::Ended { .. } => None,
        }
    }

    /// The seed it reveals, if it ends the match.
    pub const fn seed(&self) -> Option<&Secret<Seed>> {
        match self {
            MatchEvent::Ended { seed, .. }
            | MatchEvent::Abandoned { seed, .. }
            | MatchEvent::Agreed { seed, .. } => Some(seed),
            MatchEvent::Opened { .. }
            | MatchEvent::Forked { .. }
            | MatchEvent::SeatTaken { .. }
            | MatchEvent::SeatLeft { .. }
            | MatchEvent::Started { .. }
            | MatchEvent::Resumed { .. }
            | MatchEvent::Decided { .. }
            | MatchEvent::OfferClosed { .. }
            | MatchEvent::TimedOut { .. }
            | MatchEvent::Left { .. }
            | MatchEvent::Forfeited { .. }
            | MatchEvent::EndAsked { .. }
            | MatchEvent::Undone { .. }
            | MatchEvent::Played { .. } => None,
        }
    }

    /// The seed that it reveals to everybody.
    pub const fn revealed_seed(&self) -> Option<Seed> {
        let is_closed = self.closes_the_deal();
        match self.seed() {
            Some(Secret::Known(seed)) if !is_closed => Some(*seed),
            Some(_) | None => None,
        }
    }

    /// Whether it ends a match whose deal is played more than once.
    const fn closes_the_deal(&self) -> bool {
        matches!(
            self,
            MatchEvent::Ended {
                deal_closed: true,
                ..
            } | MatchEvent::Abandoned {
                deal_closed: true,
                ..
            } | MatchEvent::Agreed {
                deal_closed: true,
                ..
            }
        )
    }

    /// Whether a commit that records no request may begin with it.
    pub const fn is_unasked(&self) -> bool {
        match self {
            MatchEvent::OfferClosed { .. }
            | MatchEvent::TimedOut { .. }
            | MatchEvent::Left { .. }
            | MatchEvent::Undone { .. }
            | MatchEvent::Abandoned { .. }
            | MatchEvent::Agreed { .. } => true,
            MatchEvent::Opened { .. }
            | MatchEvent::Forked { .. }
            | MatchEvent::SeatTaken { .. }
            | MatchEvent::SeatLeft { .. }
            | MatchEvent::Started { .. }
            | MatchEvent::Resumed { .. }
            | MatchEvent::Decided { .. }
            | MatchEvent::Forfeited { .. }
            | MatchEvent::EndAsked { .. }
            | MatchEvent::Played { .. }
            | MatchEvent::Ended { .. } => false,
        }
    }

    /// Whether nothing follows it.
    pub const fn ends(&self) -> bool {
        self.seed().is_some()
    }

    /// The name of what happened; where the game moved on, the game's own.
    pub fn name(&self) -> &'static str {
        self.played().map_or_else(|| self.kind(), Event::kind)
    }

    /// The landmark that this event is, if any.
    pub fn landmark(&self) -> Option<Landmark> {
        match self {
            MatchEvent::Played { event } => event.landmark(),
            MatchEvent::Started { .. }
            | MatchEvent::Resumed { .. }
            | MatchEvent::Ended { .. }
            | MatchEvent::Abandoned { .. }
            | MatchEvent::Agreed { .. } => {
                let kind = self.kind();
                Some(Landmark { kind, nth: 1 })
            }
            MatchEvent::Opened { .. }
            | MatchEvent::Forked { .. }
            | MatchEvent::SeatTaken { .. }
            | MatchEvent::SeatLeft { .. }
            | MatchEvent::Decided { .. }
            | MatchEvent::OfferClosed { .. }
            | MatchEvent::TimedOut { .. }
            | MatchEvent::Left { .. }
            | MatchEvent::Forfeited { .. }
            | MatchEvent::EndAsked { .. }
            | MatchEvent::Undone { .. } => None,
        }
    }
}

/// The table as `viewer` sees it; as it was disclosed before, if the state was withheld.
fn seen(told: Box<View>, state: &Secret<Box<State>>, viewer: Viewer) -> Box<View> {
    match state.known() {
        Some(state) => Box::new(state.view(viewer)),
        None => told,
    }
}

/// The seed at the end of a match: public, unless the deal is closed.
fn revealed(seed: Secret<Seed>, deal_closed: bool, viewer: Viewer) -> Secret<Seed> {
    if deal_closed { seed.seal(viewer) } else { seed }
}

//! A table at which a game is, or was, played.

use super::{MatchEvent, Occupant, Refused, Terms};
use crate::{BySeat, Seat, Seats, Standing, State, cast};

/// A table at which a game is, or was, played.
#[derive(Clone, Debug, PartialEq)]
pub struct Table {
    /// The player or bot on each seat.
    pub occupants: BySeat<Occupant>,
    /// The number of each seat's next decision: how many it made, and how many offers
    /// to it were closed without one.
    pub decisions: BySeat<u32>,
    /// The numbers of each seat's offers that were closed without a decision.
    pub closed: BySeat<Vec<u32>>,
    /// The game.
    pub state: State,
    /// Set when it was played to its end.
    pub standings: Option<BySeat<Standing>>,
    /// It was ended before that: abandoned, or by agreement. It has no standings.
    pub cut_short: bool,
    /// The seats whose players are out: they left, or their time ran out where the
    /// terms say that this forfeits.
    pub out: Seats,
}

impl Table {
    pub(super) fn new(occupants: &BySeat<Occupant>, state: State) -> Table {
        Table {
            decisions: occupants.map(|_, _| 0),
            closed: occupants.map(|_, _| Vec::new()),
            occupants: occupants.clone(),
            state,
            standings: None,
            cut_short: false,
            out: Seats::NONE,
        }
    }

    /// Whether nothing more is decided.
    pub const fn is_over(&self) -> bool {
        self.standings.is_some() || self.cut_short
    }

    /// The seats that owe a decision.
    pub fn to_act(&self) -> Seats {
        if self.is_over() {
            return Seats::NONE;
        }
        self.state.to_act()
    }

    /// Applies one event of a match that has started.
    ///
    /// # Panics
    ///
    /// If no decision could have made it here.
    pub(super) fn evolve(&mut self, event: &MatchEvent, terms: &Terms) {
        match event {
            MatchEvent::Decided { seat } => self.decisions[*seat] += 1,
            MatchEvent::Played { event } => self.state.evolve(event),
            MatchEvent::OfferClosed { seat, decision } => {
                self.decisions[*seat] = decision + 1;
                self.closed[*seat].push(*decision);
            }
            MatchEvent::TimedOut { seat, .. } if terms.settings.forfeits() => {
                self.out = self.out.with(*seat)
            }
            MatchEvent::TimedOut { .. } => {}
            MatchEvent::Left { seat } => self.out = self.out.with(*seat),
            MatchEvent::Undone { state, .. } => self.state = (**state.get()).clone(),
            MatchEvent::Ended { standings, .. } => {
                let origin = terms.options.game().info().origin;
                self.standings = Some(standings.map(|_, it| it.moved(-origin)));
            }
            MatchEvent::Abandoned { .. } | MatchEvent::Agreed { .. } => self.cut_short = true,
            MatchEvent::Opened { .. }
            | MatchEvent::Forked { .. }
            | MatchEvent::SeatTaken { .. }
            | MatchEvent::SeatLeft { .. }
            | MatchEvent::Started { .. }
            | MatchEvent::Resumed { .. } => panic!("the stream is corrupt at {event:?}"),
        }
    }

    /// Passes if `decision` is the one `seat` owes now.
    pub(super) fn due(&self, seat: Seat, decision: u32) -> Result<(), Refused> {
        if self.closed[seat].contains(&decision) {
            Err(Refused::Overtaken)
        } else if decision < self.decisions[seat] {
            Err(Refused::DecisionMade)
        } else if decision > self.decisions[seat] || !self.to_act().contains(seat) {
            Err(Refused::DecisionNotDue)
        } else {
            Ok(())
        }
    }

    /// How many decisions a seat has made.
    pub fn made(&self, seat: Seat) -> u32 {
        let closed = cast::<u32>(self.closed[seat].len());
        self.decisions[seat] - closed
    }

    /// The seats that owe a decision to the server's own bots.
    pub fn bots_to_act(&self) -> Seats {
        let is_bot = |seat: &Seat| matches!(self.occupants[*seat], Occupant::Bot { .. });
        self.to_act().iter().filter(is_bot).collect()
    }
}

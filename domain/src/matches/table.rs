//! A table at which a game is, or was, played.

use super::{Forfeit, MatchEvent, Occupant, Refused, Terms};
use crate::{BySeat, Seat, Seats, Side, Standing, State, cast};

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
    /// Why each seat has forfeited, if it has. Older records have players who are out and
    /// had not forfeited.
    pub forfeits: BySeat<Option<Forfeit>>,
    /// The seats that ask to end the match here.
    pub end_asked: Seats,
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
            forfeits: occupants.map(|_, _| None),
            end_asked: Seats::NONE,
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
            MatchEvent::Decided { seat } => {
                self.decisions[*seat] += 1;
                self.end_asked = self.end_asked.without(*seat);
            }
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
            MatchEvent::Forfeited { seat, why } => {
                self.forfeits[*seat] = Some(*why);
                self.end_asked = Seats::NONE;
            }
            MatchEvent::EndAsked { seat } => self.end_asked = self.end_asked.with(*seat),
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

    /// The seats whose decisions the server makes that owe one: those of its own bots, and
    /// those that have forfeited.
    pub fn server_to_act(&self) -> Seats {
        let is_played = |seat: &Seat| !self.has_player(*seat);
        self.to_act().iter().filter(is_played).collect()
    }

    /// Whether a player decides for a seat, who is still in the match.
    pub fn has_player(&self, seat: Seat) -> bool {
        let is_player = matches!(self.occupants[seat], Occupant::Player { .. });
        is_player && self.forfeits[seat].is_none()
    }

    /// The seats that have forfeited.
    pub fn forfeited(&self) -> Seats {
        let forfeits = self.forfeits.iter();
        let forfeits = forfeits.filter(|(_, why)| why.is_some());
        forfeits.map(|(seat, _)| seat).collect()
    }

    /// How the match came out, if the game is over: the sides of seats that have forfeited
    /// are last, and share that place.
    pub fn outcome(&self) -> Option<BySeat<Standing>> {
        self.ranked(&self.state)
    }

    /// The same, at another moment of the game.
    pub(super) fn ranked(&self, state: &State) -> Option<BySeat<Standing>> {
        let standings = state.outcome()?;
        let forfeited = self.forfeited();
        if forfeited.is_empty() {
            return Some(standings);
        }
        let sides = state.sides();
        let is_out = |side: &&Side| side.seats.iter().any(|seat| forfeited.contains(seat));
        let out = sides.iter().filter(is_out);
        let out: Seats = out.flat_map(|side| side.seats.iter()).collect();
        let staying = sides.iter().filter(|side| !is_out(side));
        let first = |side: &Side| side.seats.iter().next();
        let ranks: Vec<u8> = staying
            .filter_map(|side| Some(standings[first(side)?].rank))
            .collect();
        let ranked = |seat, standing: &Standing| {
            let is_ahead = |rank: &&u8| out.contains(seat) || **rank < standing.rank;
            let ahead = ranks.iter().filter(is_ahead).count();
            Standing {
                rank: cast::<u8>(ahead + 1),
                ..standing.clone()
            }
        };
        Some(standings.map(ranked))
    }
}

//! A table at which a game is, or was, played.

use super::{Occupant, Refused};
use crate::{BySeat, Seat, Seats, Standing, State};

/// A table at which a game is, or was, played.
#[derive(Clone, Debug, PartialEq)]
pub struct Table {
    /// Who plays.
    pub occupants: BySeat<Occupant>,
    /// How many decisions each seat has made.
    pub decisions: BySeat<u32>,
    /// The game.
    pub state: State,
    /// Set when it is over.
    pub standings: Option<BySeat<Standing>>,
}

impl Table {
    pub(super) fn new(occupants: &BySeat<Occupant>, state: State) -> Table {
        Table {
            decisions: occupants.map(|_, _| 0),
            occupants: occupants.clone(),
            state,
            standings: None,
        }
    }

    /// Passes if `decision` is the one `seat` owes now.
    pub(super) fn due(&self, seat: Seat, decision: u32) -> Result<(), Refused> {
        if decision < self.decisions[seat] {
            Err(Refused::DecisionMade)
        } else if decision > self.decisions[seat] || !self.state.to_act().contains(seat) {
            Err(Refused::DecisionNotDue)
        } else {
            Ok(())
        }
    }

    /// The seats that owe a decision to the server's own bots.
    pub fn bots_to_act(&self) -> Seats {
        let is_bot = |seat: &Seat| matches!(self.occupants[*seat], Occupant::Bot { .. });
        self.state.to_act().iter().filter(is_bot).collect()
    }
}

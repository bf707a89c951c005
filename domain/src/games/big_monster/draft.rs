//! 4.3 to 4.7: ships, who may use which, and who is forced onto the own one.

use super::{explorers::Explorer, illegal::Illegal};
use crate::{Seat, Seats};

/// The ships as a seat finds them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Harbor {
    /// Who passes.
    pub seat: Seat,
    /// How many ships there are.
    pub ships: u8,
    /// On which no pile lies.
    pub empty: Seats,
    /// 4.5: the own ship may always be used.
    pub own_always: bool,
}

impl Harbor {
    /// The ships when piles lie on those.
    pub fn of(seat: Seat, ships: u8, taken: Seats, explorer: Option<Explorer>) -> Harbor {
        let empty = Seat::first(ships).filter(|ship| !taken.contains(*ship));
        Harbor {
            seat,
            ships,
            empty: empty.collect(),
            own_always: explorer.is_some_and(Explorer::may_use_own_ship),
        }
    }

    /// 4.4: whether no other ship is empty.
    pub fn is_forced(self) -> bool {
        self.empty.without(self.seat).is_empty()
    }

    /// The ships the seat may use.
    pub fn open(self) -> impl Iterator<Item = Seat> {
        let seats = self.empty.iter();
        seats.filter(move |ship| *ship != self.seat || self.own_always || self.is_forced())
    }

    /// Whether the seat may use a ship.
    ///
    /// # Errors
    ///
    /// Why not.
    pub fn check(self, ship: Seat) -> Result<(), Illegal> {
        if ship.0 >= self.ships {
            return Err(Illegal::NoSuchShip);
        }
        if !self.empty.contains(ship) {
            return Err(Illegal::ShipTaken(ship));
        }
        if self.open().any(|open| open == ship) {
            Ok(())
        } else {
            Err(Illegal::OwnShip)
        }
    }
}

//! Places at the table.

use std::ops;

use crate::cast;
use serde::{Deserialize, Deserializer, Serialize, de};
use utoipa::ToSchema;

/// A place at the table, counted clockwise from zero.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, ToSchema)]
#[serde(transparent)]
#[schema(maximum = 99)]
pub struct Seat(pub u8);

/// A set of seats. On the wire: their numbers in ascending order.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(from = "Vec<Seat>", into = "Vec<Seat>")]
#[schema(value_type = Vec<Seat>, max_items = 100)]
pub struct Seats(u128);

/// One value for each seat, in seat order.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(transparent)]
#[schema(max_items = 100)]
pub struct BySeat<T>(Vec<T>);

/// Who is looking.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Viewer {
    /// A player: sees what is public and what is theirs.
    Seat(Seat),
    /// Anyone else: sees what is public.
    Spectator,
    /// The referee: sees everything. Only after the match, or inside the server.
    Referee,
}

impl<'de> Deserialize<'de> for Seat {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Seat, D::Error> {
        let seat = u8::deserialize(deserializer)?;
        if seat < Seat::MAX {
            Ok(Seat(seat))
        } else {
            Err(de::Error::custom("seats are counted from 0 to 99"))
        }
    }
}

impl Seat {
    /// The most seats any game has.
    pub const MAX: u8 = 100;

    /// The next seat clockwise among `seats`.
    #[must_use]
    pub const fn left(self, seats: u8) -> Seat {
        Seat((self.0 + 1) % seats)
    }

    /// The next seat counter-clockwise among `seats`.
    #[must_use]
    pub const fn right(self, seats: u8) -> Seat {
        Seat((self.0 + seats - 1) % seats)
    }

    /// The first `seats` seats.
    pub fn first(seats: u8) -> impl Iterator<Item = Seat> {
        (0..seats).map(Seat)
    }
}

impl Seats {
    /// No seat.
    pub const NONE: Seats = Seats(0);

    /// Just one.
    pub const fn only(seat: Seat) -> Seats {
        Seats(1 << seat.0)
    }

    /// Whether `seat` is in the set.
    pub const fn contains(self, seat: Seat) -> bool {
        self.0 & (1 << seat.0) != 0
    }

    /// Whether the set is empty.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The seats, clockwise.
    pub fn iter(self) -> impl Iterator<Item = Seat> {
        let mut rest = self.0;
        std::iter::from_fn(move || {
            let seat = u8::try_from(rest.trailing_zeros())
                .ok()
                .filter(|_| rest != 0)?;
            rest &= rest - 1;
            Some(Seat(seat))
        })
    }

    /// How many.
    pub fn count(self) -> u8 {
        cast::<u8>(self.0.count_ones())
    }

    /// The first `seats` seats.
    pub fn first(seats: u8) -> Seats {
        Seat::first(seats).collect()
    }

    /// The same seats and one more.
    #[must_use]
    pub const fn with(self, seat: Seat) -> Seats {
        Seats(self.0 | 1 << seat.0)
    }

    /// The same seats but one.
    #[must_use]
    pub const fn without(self, seat: Seat) -> Seats {
        Seats(self.0 & !(1 << seat.0))
    }
}

impl FromIterator<Seat> for Seats {
    fn from_iter<I: IntoIterator<Item = Seat>>(seats: I) -> Seats {
        Seats(seats.into_iter().fold(0, |bits, seat| bits | 1 << seat.0))
    }
}

impl From<Vec<Seat>> for Seats {
    fn from(seats: Vec<Seat>) -> Seats {
        seats
            .into_iter()
            .filter(|seat| seat.0 < Seat::MAX)
            .collect()
    }
}

impl From<Seats> for Vec<Seat> {
    fn from(seats: Seats) -> Vec<Seat> {
        seats.iter().collect()
    }
}

/// A list longer than any table is refused here, so that counting never fails.
impl<'de, T: Deserialize<'de>> Deserialize<'de> for BySeat<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<BySeat<T>, D::Error> {
        let values = Vec::deserialize(deserializer)?;
        if values.len() > usize::from(Seat::MAX) {
            return Err(de::Error::custom("no table has so many seats"));
        }
        Ok(BySeat(values))
    }
}

impl<T> BySeat<T> {
    /// One value for each of the first `seats` seats.
    pub fn new(seats: u8, value: impl FnMut(Seat) -> T) -> BySeat<T> {
        BySeat(Seat::first(seats).map(value).collect())
    }

    /// How many seats.
    pub fn seats(&self) -> u8 {
        cast::<u8>(self.0.len())
    }

    /// Each seat and its value, clockwise.
    pub fn iter(&self) -> impl Iterator<Item = (Seat, &T)> {
        Seat::first(self.seats()).zip(&self.0)
    }

    /// The value of a seat, if there is such a seat.
    pub fn get(&self, seat: Seat) -> Option<&T> {
        self.0.get(usize::from(seat.0))
    }

    /// The values, clockwise, to change.
    pub fn iter_mut(&mut self) -> impl Iterator<Item = (Seat, &mut T)> {
        (0..).map(Seat).zip(&mut self.0)
    }

    /// The same seats, other values.
    pub fn map<U>(&self, mut value: impl FnMut(Seat, &T) -> U) -> BySeat<U> {
        BySeat(self.iter().map(|(seat, old)| value(seat, old)).collect())
    }
}

impl<T> ops::Index<Seat> for BySeat<T> {
    type Output = T;

    fn index(&self, seat: Seat) -> &T {
        &self.0[usize::from(seat.0)]
    }
}

impl<T> ops::IndexMut<Seat> for BySeat<T> {
    fn index_mut(&mut self, seat: Seat) -> &mut T {
        &mut self.0[usize::from(seat.0)]
    }
}

impl Viewer {
    /// The seat looking, if it is a seat.
    pub const fn seat(self) -> Option<Seat> {
        match self {
            Viewer::Seat(seat) => Some(seat),
            Viewer::Spectator | Viewer::Referee => None,
        }
    }

    /// Whether this viewer may see what belongs to `owner`.
    pub fn sees(self, owner: Seat) -> bool {
        match self {
            Viewer::Seat(seat) => seat == owner,
            Viewer::Spectator => false,
            Viewer::Referee => true,
        }
    }
}

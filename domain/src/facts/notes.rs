//! Notes taken while a match is folded, and the facts they become.

use std::{
    borrow::Cow,
    collections::{BTreeMap, BTreeSet},
};

use serde::{Deserialize, Serialize};

use crate::{BySeat, Cell, Score, Seat, cast};

/// The id of a metric.
pub type Id = Cow<'static, str>;

/// Integers and words by metric.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Values {
    /// Integers.
    pub measures: BTreeMap<Id, i32>,
    /// Words.
    pub dimensions: BTreeMap<Id, String>,
}

/// Something that decisions offer.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Item {
    /// The kind of thing: the id of a metric of [`Kind::Choice`](super::Kind::Choice).
    pub kind: Id,
    /// Which, as in the component file.
    pub item: Id,
    /// The round of the match, from one.
    pub round: u8,
}

/// In how many decisions something was offered, and in how many it was taken.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
pub struct Times {
    /// Offered, whether taken or not.
    pub offered: u16,
    /// Taken.
    pub taken: u16,
}

/// A cell and what fills it at the end.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Filled {
    /// Which.
    pub cell: Cell,
    /// With what.
    pub with: Id,
}

/// What was noted of one seat.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SeatNotes {
    /// Integers and words.
    pub values: Values,
    /// What its decisions offered and took.
    pub choices: BTreeMap<Item, Times>,
    /// What it filled, in reading order.
    pub cells: Vec<Filled>,
}

/// What was noted of a match so far.
#[derive(Clone, Debug, Default)]
pub struct Notes {
    /// Of the match as a whole.
    pub table: Values,
    seats: BTreeMap<u8, SeatNotes>,
}

impl Values {
    /// Adds to an integer; what was never added to is no zero, it is unknown.
    pub fn add(&mut self, id: impl Into<Id>, by: impl Into<i32>) {
        *self.measures.entry(id.into()).or_default() += by.into();
    }

    /// What some never do is zero then, and not unknown.
    pub fn begin<Name: Into<Id>>(&mut self, ids: impl IntoIterator<Item = Name>) {
        ids.into_iter().for_each(|id| self.add(id, 0));
    }

    /// Adds how many there are.
    pub fn count(&mut self, id: impl Into<Id>, things: usize) {
        self.add(id, cast::<i32>(things));
    }

    /// Writes down a word.
    pub fn tell(&mut self, id: impl Into<Id>, word: impl Into<String>) {
        self.dimensions.insert(id.into(), word.into());
    }
}

impl SeatNotes {
    /// A decision offered these and took some of them, by their names. What has the same
    /// name is one thing; nothing is noted where there was nothing to choose.
    pub fn choice<Name: Into<Id>>(
        &mut self,
        kind: &'static str,
        round: u8,
        offered: impl IntoIterator<Item = Name>,
        taken: impl IntoIterator<Item = Name>,
    ) {
        let offered: BTreeSet<Id> = offered.into_iter().map(Into::into).collect();
        let taken: BTreeSet<Id> = taken.into_iter().map(Into::into).collect();
        if offered.len() < 2 {
            return;
        }
        for item in offered {
            let was_taken = taken.contains(&item);
            let kind = kind.into();
            let times = self.choices.entry(Item { kind, item, round }).or_default();
            times.offered += 1;
            times.taken += u16::from(was_taken);
        }
    }

    /// A cell is filled.
    pub fn fill(&mut self, cell: Cell, with: impl Into<Id>) {
        let with = with.into();
        self.cells.push(Filled { cell, with });
    }

    /// Adds each line's points to the metrics that are named after some of its
    /// source's parts: `spring.coins` to `points.spring`, `points.coins` and
    /// `points.spring.coins`, as far as `known` has them. If the whole source has a
    /// metric, none counts that is named after later parts alone: the mission `ice` in
    /// `missions.ice` is not the row `ice`.
    pub(crate) fn score(&mut self, score: &Score, known: impl Fn(&str) -> bool) {
        for line in &score.0 {
            let parts: Vec<&str> = line.source.split('.').collect();
            let begins = if known(&format!("points.{}", line.source)) {
                1
            } else {
                parts.len()
            };
            for from in 0..begins {
                for to in from + 1..=parts.len() {
                    let id = format!("points.{}", parts[from..to].join("."));
                    if known(&id) {
                        self.values.add(id, line.points);
                    }
                }
            }
        }
    }
}

impl Notes {
    /// What is noted of a seat.
    pub fn seat(&mut self, seat: Seat) -> &mut SeatNotes {
        self.seats.entry(seat.0).or_default()
    }

    /// What was noted of the match, and of each seat.
    pub(crate) fn in_order(mut self, seats: u8) -> (Values, BySeat<SeatNotes>) {
        for notes in self.seats.values_mut() {
            notes.cells.sort_unstable();
        }
        let of_seat = |seat: Seat| self.seats.remove(&seat.0).unwrap_or_default();
        (self.table, BySeat::new(seats, of_seat))
    }
}

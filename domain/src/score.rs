//! Scores, line by line.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::{BySeat, Cell, Seat, Seats, cast};

/// One line of a score sheet.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[schema(as = Line)]
pub struct ScoreLine {
    /// What scored: stable, `snake_case`, parts joined by dots, as on the score
    /// sheet of the box.
    #[schema(max_length = 80)]
    pub source: String,
    /// How much. May be negative.
    pub points: i16,
    /// The cells that were counted, in reading order.
    #[schema(max_items = 200)]
    pub cells: Vec<Cell>,
    /// What else was counted, where the points do not say it. Left out if nothing.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schema(max_items = 20)]
    pub counts: Vec<Count>,
}

/// Something a line counted.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Count {
    /// What: stable, `snake_case`, the word of the rules or of the component file.
    #[schema(max_length = 40)]
    pub of: String,
    /// How many were counted, from 0 to 1,000.
    #[schema(minimum = 0, maximum = 1000)]
    pub count: u16,
}

/// A score: its lines. The total is never stored apart from them.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(transparent)]
#[schema(max_items = 500)]
pub struct Score(pub Vec<ScoreLine>);

/// A score sheet in the middle of a match.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct ScoreSheet {
    /// What is written down for good. Its sum is the score so far.
    pub banked: Score,
    /// What everything that can score would pay if it scored at this moment.
    /// Not part of the score.
    pub if_now: Score,
}

/// Where a seat finished. `rank` alone says who won: points do not break ties.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Standing {
    /// From one; equal ranks share the place.
    #[schema(minimum = 1, maximum = 100)]
    pub rank: u8,
    /// The sum of the lines.
    pub total: i16,
    /// The final score sheet.
    pub score: Score,
}

/// Those who win or lose together, and what they are ranked by.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Side {
    /// The partners of a team, or one seat.
    pub seats: Seats,
    /// What is compared, the most important first.
    pub compared: Vec<Compared>,
}

/// Something that is compared to rank sides: the more, the better.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct Compared {
    /// What is compared: stable, `snake_case`.
    #[schema(value_type = String, max_length = 40)]
    pub of: &'static str,
    /// How much the side has of it. May be negative.
    pub value: i16,
}

impl Score {
    /// The score with its cells in other rows and columns.
    #[must_use]
    pub fn moved(&self, by: i8) -> Score {
        let line = |line: &ScoreLine| ScoreLine {
            cells: line.cells.iter().map(|cell| cell.moved(by)).collect(),
            ..line.clone()
        };
        Score(self.0.iter().map(line).collect())
    }

    /// The sum of the lines.
    pub fn total(&self) -> i16 {
        self.0.iter().map(|line| line.points).sum()
    }
}

impl Standing {
    /// The standing with the cells of its score in other rows and columns.
    #[must_use]
    pub fn moved(&self, by: i8) -> Standing {
        Standing {
            score: self.score.moved(by),
            ..self.clone()
        }
    }
}

impl Side {
    /// A seat that plays for itself.
    pub fn alone(seat: Seat, compared: &[(&'static str, i16)]) -> Side {
        Side::of(Seats::only(seat), compared)
    }

    /// Seats that play together.
    pub fn of(seats: Seats, compared: &[(&'static str, i16)]) -> Side {
        let compared = compared.iter().map(|&(of, value)| Compared { of, value });
        Side {
            seats,
            compared: compared.collect(),
        }
    }

    /// Its score: what is compared first.
    pub fn score(&self) -> i16 {
        self.compared[0].value
    }

    /// What broke a tie: the last of what had to be compared with another side of the same
    /// score. None if no other has it, or has as much of everything.
    pub fn tie_break(&self, sides: &[Side]) -> Option<&'static str> {
        let tied = sides.iter().filter(|other| other.score() == self.score());
        let differs = |other: &Side| {
            let mut both = self.compared.iter().zip(&other.compared);
            both.position(|(ours, theirs)| ours != theirs)
        };
        let last = tied.filter_map(differs).max();
        last.map(|nth| self.compared[nth].of)
    }
}

/// Ranks the seats of all sides. Those of one side share its rank.
///
/// # Panics
///
/// If a seat is on no side.
pub fn rank_sides(sides: &[Side]) -> BySeat<u8> {
    let values = |side: &Side| side.compared.iter().map(|it| it.value).collect::<Vec<_>>();
    let count = cast::<u8>(sides.len());
    let ranks = rank(&BySeat::new(count, |nth| {
        values(&sides[usize::from(nth.0)])
    }));
    let mut of_seats: Vec<(Seat, u8)> = Vec::new();
    for (side, (_, &rank)) in sides.iter().zip(ranks.iter()) {
        of_seats.extend(side.seats.iter().map(|seat| (seat, rank)));
    }
    of_seats.sort_unstable();
    let seats = cast::<u8>(of_seats.len());
    BySeat::new(seats, |seat| of_seats[usize::from(seat.0)].1)
}

/// Ranks seats by a key, the greatest first; equal keys share the better rank.
pub fn rank<K: Ord>(keys: &BySeat<K>) -> BySeat<u8> {
    let mut order: Vec<&K> = keys.iter().map(|(_, key)| key).collect();
    order.sort_unstable_by(|a, b| b.cmp(a));
    keys.map(|_, key| {
        let ahead = order.partition_point(|other| *other > key);
        cast::<u8>(ahead + 1)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_broke_a_tie_is_the_last_that_had_to_be_compared() {
        let side = |seat, [total, lost, cards]: [i16; 3]| {
            let compared = [("total", total), ("lost", lost), ("cards", cards)];
            Side::alone(Seat(seat), &compared)
        };
        let values = [
            [9, 0, 4],
            [9, 0, 5],
            [9, -1, 5],
            [8, 0, 0],
            [7, 0, 0],
            [7, 0, 0],
        ];
        let sides: Vec<Side> = (0..).zip(values).map(|(seat, it)| side(seat, it)).collect();
        let broken: Vec<_> = sides.iter().map(|side| side.tie_break(&sides)).collect();
        let (cards, lost) = (Some("cards"), Some("lost"));
        assert_eq!(broken, [cards, cards, lost, None, None, None]);
        let ranks: Vec<u8> = rank_sides(&sides).iter().map(|(_, &rank)| rank).collect();
        assert_eq!(ranks, [2, 1, 3, 4, 5, 5]);
    }

    #[test]
    fn equal_keys_share_the_better_rank() {
        let keys = [7, 9, 7, 3, 9];
        let ranks = rank(&BySeat::new(5, |seat| keys[usize::from(seat.0)]));
        let ranks: Vec<u8> = ranks.iter().map(|(_, &rank)| rank).collect();
        assert_eq!(ranks, [3, 1, 3, 5, 1]);
    }
}

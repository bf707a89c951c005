//! Scores, line by line.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::{BySeat, Cell};

/// One line of a score sheet.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Line {
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
pub struct Score(pub Vec<Line>);

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

impl Score {
    /// The score with its cells in other rows and columns.
    #[must_use]
    pub fn moved(&self, by: i8) -> Score {
        let line = |line: &Line| Line {
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

/// Ranks seats by a key, the greatest first; equal keys share the better rank.
pub fn rank<K: Ord>(keys: &BySeat<K>) -> BySeat<u8> {
    let mut order: Vec<&K> = keys.iter().map(|(_, key)| key).collect();
    order.sort_unstable_by(|a, b| b.cmp(a));
    keys.map(|_, key| {
        let ahead = order.partition_point(|other| *other > key);
        u8::try_from(ahead + 1).expect("no more ranks than seats")
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_keys_share_the_better_rank() {
        let keys = [7, 9, 7, 3, 9];
        let ranks = rank(&BySeat::new(5, |seat| keys[usize::from(seat.0)]));
        let ranks: Vec<u8> = ranks.iter().map(|(_, &rank)| rank).collect();
        assert_eq!(ranks, [3, 1, 3, 5, 1]);
    }
}

//! Facts that no match led to, as many as a bench wants.

use std::hint::black_box;

use domain::GameId;

use self::made_up::{Chance, id, prepare, rows};
use crate::{
    columns::{chunk::Growing, column::SelectionVector},
    facts::game::GameFacts,
    query::{
        answer::{Comparison, Distribution, QueryAnswer},
        choices::Choices,
        deals::Deal,
        facts_at::FactsAt,
        heatmap::Heatmap,
        question::{Query, Slice, Unanswerable},
    },
};
use store_log::{
    DealId,
    id::{MatchId, Position},
    time::Timestamp,
};
use store_play::projections::lobby::Visibility;

mod made_up;

/// Facts of matches of four that nobody played.
#[derive(Debug)]
pub struct Synthetic {
    facts: GameFacts,
    game: GameId,
}

impl Synthetic {
    /// So many matches.
    pub fn new(game: GameId, matches: u32, chunk_rows: usize) -> Synthetic {
        let mut facts = GameFacts::default();
        let mut chance = Chance(7);
        prepare(&mut facts, matches.div_ceil(2));
        let mut growing = Growing::default();
        for nth in 0..matches {
            let rows = rows(&facts, game, nth, &mut chance);
            growing.push(MatchId::of_bytes(id(nth)), rows);
            if growing.rows() >= chunk_rows {
                facts
                    .chunks
                    .push(std::mem::take(&mut growing).chunk().into());
            }
        }
        facts.growing = growing;
        facts.settle();
        Synthetic { facts, game }
    }

    /// How many seats there are.
    pub fn seats(&self) -> usize {
        self.facts.chunks().map(|chunk| chunk.rows).sum()
    }

    /// How many bytes they take: columns, and lists of offers and cells.
    pub fn bytes(&self) -> usize {
        self.facts.chunks().map(|chunk| chunk.bytes()).sum()
    }

    /// Columns as plain arrays.
    pub fn plain(&self, metrics: &[&str]) -> Vec<Vec<i32>> {
        let column = |id: &&str| {
            let column = self.facts.columns.known(*id);
            let chunks = self.facts.chunks();
            chunks.flat_map(|chunk| chunk.values(column)).collect()
        };
        metrics.iter().map(column).collect()
    }

    /// What all seats were offered and took, one code after the other, as a plain array.
    pub fn plain_choices(&self) -> Vec<i32> {
        let mut plain = Vec::new();
        for chunk in self.facts.chunks() {
            let choices = &chunk.choices;
            choices.each_row(chunk.rows, SelectionVector::All, |_, codes| {
                plain.extend(codes)
            });
        }
        plain
    }

    /// The code of a word of a dimension, as plain arrays hold it.
    pub fn code(&self, dimension: &str, word: &str) -> Option<usize> {
        let column = self.facts.columns.known(dimension)?;
        self.facts.words[column].known(word)
    }

    /// As [`Statistics::query`](crate::Statistics::query), never from a cache.
    ///
    /// # Errors
    ///
    /// What it asks for that there is not.
    pub fn query(&self, query: &Query) -> Result<QueryAnswer, Unanswerable> {
        self.moment().query(black_box(query))
    }

    /// As [`Statistics::distribution`](crate::Statistics::distribution).
    ///
    /// # Errors
    ///
    /// What it asks for that there is not.
    pub fn distribution(&self, slice: &Slice, metric: &str) -> Result<Distribution, Unanswerable> {
        self.moment().distribution(slice, metric)
    }

    /// As [`Statistics::compare`](crate::Statistics::compare).
    ///
    /// # Errors
    ///
    /// What it asks for that there is not.
    pub fn compare(
        &self,
        first: &Slice,
        second: &Slice,
        metric: &str,
    ) -> Result<Comparison, Unanswerable> {
        self.moment().compare(first, second, metric, 1)
    }

    /// As [`Statistics::choices`](crate::Statistics::choices).
    ///
    /// # Errors
    ///
    /// What it asks for that there is not.
    pub fn choices(&self, slice: &Slice) -> Result<Choices, Unanswerable> {
        self.moment().choices(slice, None, 1)
    }

    /// As [`Statistics::heatmap`](crate::Statistics::heatmap).
    ///
    /// # Errors
    ///
    /// What it asks for that there is not.
    pub fn heatmap(&self, slice: &Slice) -> Result<Heatmap, Unanswerable> {
        self.moment().heatmap(slice, 1)
    }

    /// As [`Statistics::deal`](crate::Statistics::deal), of the nth deal.
    ///
    /// # Errors
    ///
    /// None: it asks for dimensions of every game.
    pub fn deal(&self, nth: u32) -> Result<Option<Deal>, Unanswerable> {
        let deal = DealId::of_bytes(id(nth));
        self.moment().deal(self.game, deal, Visibility::Public)
    }

    /// The game they are of.
    pub const fn game(&self) -> GameId {
        self.game
    }

    fn moment(&self) -> FactsAt<'_> {
        FactsAt {
            facts: &self.facts,
            as_of_position: Position::START,
            now: Timestamp::now(),
        }
    }
}

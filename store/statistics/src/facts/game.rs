//! The facts of one game: dictionaries, chunks, and a tail that still grows.

use std::{hash::Hash, sync::Arc};

use domain::{
    GameId, cast,
    facts::{Filled, Item, SeatNotes, Times, Values},
};
use serde::{Deserialize, Serialize};

use crate::{
    columns::{
        chunk::{Chunk, Growing, Row},
        chunk_file::{ChunkFile, Place},
        dictionary::Dictionary,
        row_order::{Clusters, SplitDeals},
    },
    facts::{
        aggregates::{Materialized, Schema},
        finished::Finished,
        keys::{Letter, key, small},
        offer_totals::Things,
        timing::{STAGE, Took},
    },
};
use store_log::{DealId, embedded::rows::Rows, error::StoreError};

/// The facts of one game.
#[derive(Debug, Default)]
pub(crate) struct GameFacts {
    /// The ids of metrics; a column's number is the code of its id.
    pub(crate) columns: Dictionary<String>,
    /// Of each column its words, if it holds words.
    pub(crate) words: Vec<Dictionary<String>>,
    pub(crate) deals: Dictionary<DealId>,
    pub(crate) offers: Dictionary<Offer>,
    pub(crate) cells: Dictionary<Filled>,
    pub(crate) chunks: Vec<Arc<Chunk>>,
    tail: Arc<Chunk>,
    pub(crate) growing: Growing,
    pub(crate) things: Things,
    pub(crate) kept: Materialized,
    pub(crate) spread: SplitDeals,
    /// How many matches there are.
    pub(crate) matches: u32,
    /// How many of them are in chunks.
    pub(crate) in_chunks: u32,
}

/// Something, and in how many decisions of a seat it was offered and taken.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) struct Offer {
    pub(crate) item: Item,
    pub(crate) times: Times,
}

/// The column of deals. Its words are in a dictionary of their own.
pub(crate) const DEAL: &str = "deal";

/// What a batch adds.
pub(crate) type Added = Vec<(Vec<u8>, Vec<u8>)>;

impl GameFacts {
    /// All chunks in log order, the tail last.
    pub(crate) fn chunks(&self) -> impl Iterator<Item = &Arc<Chunk>> {
        let tail = Some(&self.tail).filter(|tail| tail.rows > 0);
        self.chunks.iter().chain(tail)
    }

    /// Adds a match. [`GameFacts::settle`] shows it.
    pub(crate) fn add(
        &mut self,
        game: GameId,
        finished: &Finished,
        chunk_rows: usize,
        rows: &mut Rows<'_>,
        file: &ChunkFile,
    ) -> Result<(), StoreError> {
        let mut added = Added::new();
        let mut alone = Growing::default();
        alone.push(finished.id, self.rows(game, finished, &mut added));
        let alone = alone.chunk();
        self.growing.extend(&alone);
        added.push((key(game, Letter::Match, &[self.matches]), alone.to_bytes()));
        self.matches += 1;
        for (key, value) in added {
            rows.put_bytes(&key, value)?;
        }
        if self.growing.rows() >= chunk_rows {
            self.seal(game, rows, file)?;
        }
        Ok(())
    }

    /// A match as rows, one of each seat; words that are new are added.
    pub(crate) fn rows(
        &mut self,
        game: GameId,
        finished: &Finished,
        added: &mut Added,
    ) -> Vec<Row> {
        let table = self.values(game, &finished.facts.table, added);
        let deal = self.deal(game, finished.deal, added);
        let seats = finished.facts.seats.iter().map(|(seat, notes)| {
            let mut row = self.row(game, notes, added);
            (row.times, row.stages) = self.decisions(game, &finished.took[seat], added);
            row.values.extend(table.iter().copied().chain([deal]));
            row
        });
        seats.collect()
    }

    /// Makes a chunk of what has grown.
    fn seal(
        &mut self,
        game: GameId,
        rows: &mut Rows<'_>,
        file: &ChunkFile,
    ) -> Result<(), StoreError> {
        let bytes = std::mem::take(&mut self.growing).chunk().to_bytes();
        let place = file.add(&bytes)?;
        let number = small(self.chunks.len());
        rows.put_bytes(&key(game, Letter::Chunk, &[number]), place.noted())?;
        for alone in self.in_chunks..self.matches {
            rows.remove(&key(game, Letter::Match, &[alone]))?;
        }
        self.in_chunks = self.matches;
        self.chunks.push(Arc::new(stored(&bytes, &place)?));
        Ok(())
    }

    /// Shows what was added.
    pub(crate) fn settle(&mut self) {
        self.tail = Arc::new(self.growing.chunk());
        self.things.read_on(&self.offers);
        let legend = Schema {
            columns: &self.columns,
            things: &self.things,
        };
        self.kept.read_on(&self.chunks, legend);
        let deal = self.columns.known(DEAL);
        self.spread.read_on(&self.chunks, &self.tail, deal);
    }

    /// The rows of a chunk by deal.
    pub(crate) fn clusters<'a>(&self, chunk: &'a Chunk) -> &'a Clusters {
        let deals = || chunk.values(self.columns.known(DEAL));
        chunk.clusters.get_or_init(|| Clusters::of(&deals()))
    }

    fn row(&mut self, game: GameId, notes: &SeatNotes, added: &mut Added) -> Row {
        let values = self.values(game, &notes.values, added);
        let offers = notes.choices.iter().map(|(item, times)| Offer {
            item: item.clone(),
            times: *times,
        });
        let choices = offers.map(|offer| code(&mut self.offers, offer, game, Letter::Offer, added));
        let choices = choices.collect();
        let cells = notes.cells.iter().cloned();
        let cells = cells.map(|filled| code(&mut self.cells, filled, game, Letter::Filled, added));
        Row {
            values,
            choices,
            cells: cells.collect(),
            ..Row::default()
        }
    }

    /// How long each decision took, and in which stage it was made.
    fn decisions(
        &mut self,
        game: GameId,
        took: &[Took],
        added: &mut Added,
    ) -> (Vec<i32>, Vec<i32>) {
        let column = self.column(game, STAGE, added);
        let each = took.iter().map(|it| {
            let stage = self.word_code(game, column, it.stage, added);
            (it.ms, stage)
        });
        each.unzip()
    }

    fn values(&mut self, game: GameId, values: &Values, added: &mut Added) -> Vec<(usize, i32)> {
        let mut of_row = Vec::new();
        for (id, value) in &values.measures {
            of_row.push((self.column(game, id, added), *value));
        }
        for (id, word) in &values.dimensions {
            let column = self.column(game, id, added);
            of_row.push((column, self.word_code(game, column, word, added)));
        }
        of_row
    }

    fn word_code(&mut self, game: GameId, column: usize, word: &str, added: &mut Added) -> i32 {
        value(self.words[column].code(word.to_owned(), |code, word| {
            let key = key(game, Letter::Word, &[small(column), small(code)]);
            added.push((key, word.as_bytes().to_vec()));
        }))
    }

    fn deal(&mut self, game: GameId, deal: DealId, added: &mut Added) -> (usize, i32) {
        let column = self.column(game, DEAL, added);
        (
            column,
            code(&mut self.deals, deal, game, Letter::Deal, added),
        )
    }

    fn column(&mut self, game: GameId, id: &str, added: &mut Added) -> usize {
        if let Some(column) = self.columns.known(id) {
            return column;
        }
        let column = self.columns.code(id.to_owned(), |column, id| {
            added.push((
                key(game, Letter::Column, &[small(column)]),
                id.as_bytes().to_vec(),
            ));
        });
        self.words.push(Dictionary::default());
        column
    }
}

/// A chunk whose codes stay in the file.
pub(super) fn stored(bytes: &[u8], place: &Place) -> Result<Chunk, StoreError> {
    Chunk::from_bytes(bytes, Some(place)).ok_or_else(|| damaged("a chunk cannot be read"))
}

pub(super) fn damaged(why: &str) -> StoreError {
    StoreError::IndexDamaged(format!("statistics: {why}"))
}

fn code<T: Eq + Hash + Serialize>(
    dictionary: &mut Dictionary<T>,
    word: T,
    game: GameId,
    letter: Letter,
    added: &mut Added,
) -> i32 {
    value(dictionary.code(word, |code, word| {
        let word = serde_json::to_vec(word).expect("a word is JSON");
        added.push((key(game, letter, &[small(code)]), word));
    }))
}

fn value(code: usize) -> i32 {
    cast::<i32>(code)
}

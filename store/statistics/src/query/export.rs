//! Facts row by row: for files, for other programs, and to see what was counted.

use std::sync::Arc;

use domain::{
    GameId, cast,
    facts::{Kind, Metric, Per},
};

use crate::{
    columns::{chunk::Chunk, column::UNKNOWN},
    facts::{
        catalogue::metrics,
        finished::{WIN, WIN_SEATS},
        game::DEAL,
    },
    query::{
        decisions,
        facts_at::FactsAt,
        filter::{Bitmap, RowFilter},
        listed,
        question::{Slice, Unanswerable},
    },
};
use store_log::id::MatchId;

/// One column of some rows.
#[derive(Clone, Debug, PartialEq)]
pub struct Field {
    /// Its id.
    pub id: String,
    /// Its values.
    pub values: FieldValues,
}

/// Values of some rows, null where nothing is known.
#[derive(Clone, Debug, PartialEq)]
pub enum FieldValues {
    /// Of a measure.
    Integers(Vec<Option<i32>>),
    /// Of a rate.
    Floats(Vec<Option<f64>>),
    /// Of a dimension.
    Words(Vec<Option<Arc<str>>>),
}

/// What a row is of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ExportTable {
    /// A seat: everything but what it was offered and which cells it filled.
    Seats,
    /// Something that decisions of a seat offered in a round.
    Offers,
    /// A cell of a seat and what fills it.
    Cells,
    /// A decision of a seat: its stage, and how long it took.
    Decisions,
}

impl ExportTable {
    /// Its columns, `match` first: their ids and kinds.
    pub fn columns(self, game: GameId) -> Vec<(String, Kind)> {
        match self {
            ExportTable::Seats => {
                let metrics = of_seats(game).map(|metric| (metric.id.clone(), metric.kind));
                let id = [(MATCH.to_owned(), Kind::Dimension)];
                id.into_iter().chain(metrics).collect()
            }
            ExportTable::Offers => listed::columns_of_offers(),
            ExportTable::Cells => listed::columns_of_cells(),
            ExportTable::Decisions => decisions::columns(),
        }
    }
}

/// Some rows of a table, field by field.
#[derive(Clone, Debug, PartialEq)]
pub struct RowBatch {
    /// How many rows.
    pub rows: usize,
    /// In the order of [`ExportTable::columns`].
    pub fields: Vec<Field>,
}

const MATCH: &str = "match";

/// Matches that a slice counts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CountedMatches {
    /// Their ids, in the order they ended.
    pub matches: Vec<MatchId>,
    /// Where the next page begins. None on the last one.
    pub next: Option<u64>,
}

impl FactsAt<'_> {
    /// The chunks there are, to be read one by one.
    pub(crate) fn export_chunks(&self) -> Vec<Arc<Chunk>> {
        self.facts.chunks().cloned().collect()
    }

    /// What a table has of the selected seats of a chunk.
    pub(crate) fn batch(
        &self,
        slice: &Slice,
        table: ExportTable,
        chunk: &Chunk,
    ) -> Result<RowBatch, Unanswerable> {
        let selection = RowFilter::of(slice, self.facts)?;
        let mut marks = Bitmap::default();
        let picked = selection.rows(chunk, &mut marks);
        let rows: Vec<usize> = (0..chunk.rows).filter(|&row| picked.contain(row)).collect();
        let fields = match table {
            ExportTable::Seats => self.seats(slice.game, chunk, &rows),
            ExportTable::Offers => self.offers(chunk, &rows),
            ExportTable::Cells => self.filled(slice.game, chunk, &rows),
            ExportTable::Decisions => self.decisions(chunk, &rows),
        };
        Ok(RowBatch {
            rows: fields.first().map_or(0, |field| field.values.len()),
            fields,
        })
    }

    /// What all tables have of some rows.
    pub(crate) fn every_table(&self, game: GameId, chunk: &Chunk, rows: &[usize]) -> Vec<Field> {
        let tables = [
            self.seats(game, chunk, rows),
            self.offers(chunk, rows),
            self.filled(game, chunk, rows),
            self.decisions(chunk, rows),
        ];
        tables.into_iter().flatten().collect()
    }

    fn seats(&self, game: GameId, chunk: &Chunk, rows: &[usize]) -> Vec<Field> {
        let mut fields = vec![matches_of(chunk, rows)];
        for metric in of_seats(game) {
            let of = |id| self.values_of(id, chunk, rows);
            let values = match metric.kind {
                Kind::Measure => FieldValues::Integers(of(&metric.id)),
                Kind::Rate => rates(&metric.id, &of(WIN)),
                Kind::Dimension => self.words_of(&metric.id, &of(&metric.id)),
                Kind::Choice => continue,
            };
            fields.push(Field {
                id: metric.id.clone(),
                values,
            });
        }
        fields
    }

    pub(crate) fn values_of(&self, id: &str, chunk: &Chunk, rows: &[usize]) -> Vec<Option<i32>> {
        let values = chunk.values(self.facts.columns.known(id));
        rows.iter()
            .map(|&row| Some(values[row]).filter(|value| *value != UNKNOWN))
            .collect()
    }

    pub(crate) fn words_of(&self, id: &str, codes: &[Option<i32>]) -> FieldValues {
        if id == DEAL {
            let word = |code: &Option<i32>| self.word(id, (*code)?).map(Arc::from);
            return FieldValues::Words(codes.iter().map(word).collect());
        }
        let column = self.facts.columns.known(id);
        let words = column.map(|column| {
            self.facts.words[column]
                .words()
                .map(|word| Arc::from(word.as_str()))
        });
        let words: Vec<Arc<str>> = words.into_iter().flatten().collect();
        let word = |code: &Option<i32>| words.get(usize::try_from((*code)?).ok()?).cloned();
        FieldValues::Words(codes.iter().map(word).collect())
    }

    /// At most `limit` matches with a seat in the slice, from the `after`th match on.
    pub(crate) fn matches(
        &self,
        slice: &Slice,
        after: u64,
        limit: usize,
    ) -> Result<CountedMatches, Unanswerable> {
        let mut selection = RowFilter::of(slice, self.facts)?;
        selection.once_a_match = true;
        let mut counted = CountedMatches {
            matches: Vec::new(),
            next: None,
        };
        let mut marks = Bitmap::default();
        let mut nth = 0;
        for chunk in self.facts.chunks() {
            let here = cast::<u64>(chunk.matches.len());
            if nth + here <= after {
                nth += here;
                continue;
            }
            let picked = selection.rows(chunk, &mut marks);
            let mut row = 0;
            for (id, seats) in &chunk.matches {
                let rows = row..row + usize::from(*seats);
                row = rows.end;
                nth += 1;
                if nth <= after || !rows.into_iter().any(|row| picked.contain(row)) {
                    continue;
                }
                if counted.matches.len() == limit {
                    counted.next = Some(nth - 1);
                    return Ok(counted);
                }
                counted.matches.push(*id);
            }
        }
        Ok(counted)
    }
}

impl FieldValues {
    fn len(&self) -> usize {
        match self {
            FieldValues::Integers(all) => all.len(),
            FieldValues::Floats(all) => all.len(),
            FieldValues::Words(all) => all.len(),
        }
    }
}

/// What the row of a seat can hold.
fn of_seats(game: GameId) -> impl Iterator<Item = &'static Metric> {
    metrics(game).filter(|metric| metric.kind != Kind::Choice && metric.per != Per::Decision)
}

/// The match of some rows.
pub(crate) fn matches_of(chunk: &Chunk, rows: &[usize]) -> Field {
    let ids: Vec<Arc<str>> = chunk
        .match_of_rows()
        .map(|id| id.to_string().into())
        .collect();
    let ids = rows.iter().map(|&row| Some(Arc::clone(&ids[row])));
    Field {
        id: MATCH.to_owned(),
        values: FieldValues::Words(ids.collect()),
    }
}

#[expect(clippy::float_arithmetic, reason = "a rate is no integer")]
fn rates(id: &str, wins: &[Option<i32>]) -> FieldValues {
    let rate = |win: &Option<i32>| {
        let (seats, winners) = (
            f64::from((*win)? / WIN_SEATS),
            f64::from((*win)? % WIN_SEATS),
        );
        Some(match id {
            _ if winners == 0.0 => 0.0,
            "win_share" => 1.0 / winners,
            _ => seats / winners,
        })
    };
    FieldValues::Floats(wins.iter().map(rate).collect())
}

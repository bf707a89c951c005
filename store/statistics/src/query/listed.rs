//! What decisions offered and which cells are filled, row by row: of each seat several.

use std::sync::Arc;

use domain::{
    GameId, cast,
    facts::{Filled, Kind},
};

use crate::{
    columns::{
        chunk::{Chunk, List},
        column::SelectionVector,
    },
    facts::game::Offer,
    query::{
        export::{Field, FieldValues, matches_of},
        facts_at::FactsAt,
    },
};

/// A column: its id, and what it has of a word of a dictionary.
struct Column<T>(&'static str, Has<T>);

enum Has<T> {
    Integer(fn(&T) -> i32),
    Word(fn(&T) -> &str),
}

const OFFERS: [Column<Offer>; 5] = [
    Column("kind", Has::Word(|offer| &offer.item.kind)),
    Column("item", Has::Word(|offer| &offer.item.item)),
    Column("round", Has::Integer(|offer| offer.item.round.into())),
    Column("offered", Has::Integer(|offer| offer.times.offered.into())),
    Column("taken", Has::Integer(|offer| offer.times.taken.into())),
];

const CELLS: [Column<Filled>; 3] = [
    Column("row", Has::Integer(|filled| filled.cell.0.into())),
    Column("column", Has::Integer(|filled| filled.cell.1.into())),
    Column("with", Has::Word(|filled| &filled.with)),
];

/// The columns of what was offered.
pub(crate) fn columns_of_offers() -> Vec<(String, Kind)> {
    columns(&OFFERS)
}

/// The columns of what fills cells.
pub(crate) fn columns_of_cells() -> Vec<(String, Kind)> {
    columns(&CELLS)
}

fn columns<T>(listed: &[Column<T>]) -> Vec<(String, Kind)> {
    let seat = [("match", Kind::Dimension), ("seat", Kind::Measure)];
    let listed = listed.iter().map(|Column(id, has)| match has {
        Has::Integer(_) => (*id, Kind::Measure),
        Has::Word(_) => (*id, Kind::Dimension),
    });
    let all = seat.into_iter().chain(listed);
    all.map(|(id, kind)| (id.to_owned(), kind)).collect()
}

impl FactsAt<'_> {
    /// What decisions of some seats offered: a row for each thing in each round.
    pub(crate) fn offers(&self, chunk: &Chunk, rows: &[usize]) -> Vec<Field> {
        let words: Vec<&Offer> = self.facts.offers.words().collect();
        self.listed(chunk, &chunk.choices, rows, &words, &OFFERS)
    }

    /// What fills the cells of some seats at the end: a row for each filling.
    pub(crate) fn filled(&self, game: GameId, chunk: &Chunk, rows: &[usize]) -> Vec<Field> {
        let origin = game.info().origin;
        let told = |filled: &Filled| Filled {
            cell: filled.cell.moved(-origin),
            with: filled.with.clone(),
        };
        let words: Vec<Filled> = self.facts.cells.words().map(told).collect();
        let words: Vec<&Filled> = words.iter().collect();
        self.listed(chunk, &chunk.cells, rows, &words, &CELLS)
    }

    fn listed<T>(
        &self,
        chunk: &Chunk,
        list: &List,
        rows: &[usize],
        words: &[&T],
        columns: &[Column<T>],
    ) -> Vec<Field> {
        let (mut of_rows, mut listed) = (Vec::new(), Vec::new());
        let picked = rows.iter().map(|&row| u32::try_from(row));
        let picked = picked.collect::<Result<Vec<u32>, _>>();
        let picked = picked.expect("a chunk is small");
        list.each_row(chunk.rows, SelectionVector::These(&picked), |nth, codes| {
            of_rows.extend(codes.iter().map(|_| rows[nth]));
            listed.extend_from_slice(codes);
        });
        let seats = self.values_of("seat", chunk, &of_rows);
        let seat = Field {
            id: "seat".to_owned(),
            values: FieldValues::Integers(seats),
        };
        let columns = columns.iter().map(|Column(id, has)| Field {
            id: (*id).to_owned(),
            values: has.of(words, &listed),
        });
        [matches_of(chunk, &of_rows), seat]
            .into_iter()
            .chain(columns)
            .collect()
    }
}

impl<T> Has<T> {
    fn of(&self, words: &[&T], codes: &[i32]) -> FieldValues {
        let at = |code: &i32| cast::<usize>(*code);
        match self {
            Has::Integer(of) => {
                FieldValues::Integers(codes.iter().map(|code| Some(of(words[at(code)]))).collect())
            }
            Has::Word(of) => {
                let texts: Vec<Arc<str>> = words.iter().map(|word| Arc::from(of(word))).collect();
                let text = |code: &i32| Some(Arc::clone(&texts[at(code)]));
                FieldValues::Words(codes.iter().map(text).collect())
            }
        }
    }
}

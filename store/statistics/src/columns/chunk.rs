//! A chunk: the facts of some whole matches, column by column.
//!
//! On disk: matches 4 | rows 4 | for each match its id 16 and its seats 1 | columns 4 |
//! columns | four lists, each: length 4 | how many items each row has | items.

use std::{borrow::Cow, sync::OnceLock};

use bytes::{Buf as _, BufMut as _};
use domain::cast;

use crate::columns::{
    chunk_file::Place,
    column::{Column, SelectionVector, UNKNOWN},
    row_order::Clusters,
};
use store_log::id::MatchId;

/// The facts of some whole matches. A row is a seat.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Chunk {
    /// The matches in log order, with their seats.
    pub(crate) matches: Vec<(MatchId, u8)>,
    /// How many rows it has.
    pub(crate) rows: usize,
    /// By number of the column; columns that came up later are missing.
    pub(crate) columns: Vec<Column>,
    /// What decisions offered and took.
    pub(crate) choices: List,
    /// What fills which cell.
    pub(crate) cells: List,
    /// How many milliseconds each decision took.
    pub(crate) times: List,
    /// In which stage each of these was made.
    pub(crate) stages: List,
    /// Its rows by deal, when they were asked for.
    pub(crate) clusters: OnceLock<Clusters>,
}

/// Some codes of each row.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct List {
    /// How many there are.
    pub(crate) length: usize,
    counts: Column,
    codes: Column,
}

/// One seat's values by number of the column, and its lists.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Row {
    pub(crate) values: Vec<(usize, i32)>,
    pub(crate) choices: Vec<i32>,
    pub(crate) cells: Vec<i32>,
    pub(crate) times: Vec<i32>,
    pub(crate) stages: Vec<i32>,
}

/// A chunk that still grows.
#[derive(Clone, Debug, Default)]
pub(crate) struct Growing {
    matches: Vec<(MatchId, u8)>,
    columns: Vec<Vec<i32>>,
    choices: GrowingList,
    cells: GrowingList,
    times: GrowingList,
    stages: GrowingList,
}

#[derive(Clone, Debug, Default)]
struct GrowingList {
    counts: Vec<i32>,
    codes: Vec<i32>,
}

impl Growing {
    /// How many rows it has.
    pub(crate) fn rows(&self) -> usize {
        self.choices.counts.len()
    }

    /// Adds a match.
    pub(crate) fn push(&mut self, id: MatchId, rows: Vec<Row>) {
        let seats = cast::<u8>(rows.len());
        self.matches.push((id, seats));
        for row in rows {
            let at = self.rows();
            for (column, value) in row.values {
                if self.columns.len() <= column {
                    self.columns.resize(column + 1, Vec::new());
                }
                let values = &mut self.columns[column];
                values.resize(at, UNKNOWN);
                values.push(value);
            }
            self.choices.push(&row.choices);
            self.cells.push(&row.cells);
            self.times.push(&row.times);
            self.stages.push(&row.stages);
        }
        let rows = self.rows();
        self.columns
            .iter_mut()
            .for_each(|values| values.resize(rows, UNKNOWN));
    }

    /// Adds all of a chunk.
    pub(crate) fn extend(&mut self, chunk: &Chunk) {
        let (before, after) = (self.rows(), self.rows() + chunk.rows);
        self.matches.extend(&chunk.matches);
        if self.columns.len() < chunk.columns.len() {
            self.columns
                .resize(chunk.columns.len(), vec![UNKNOWN; before]);
        }
        for (nth, values) in self.columns.iter_mut().enumerate() {
            values.resize(after, UNKNOWN);
            if let Some(column) = chunk.columns.get(nth) {
                column.read(0, &mut values[before..]);
            }
        }
        self.choices.extend(&chunk.choices, chunk.rows);
        self.cells.extend(&chunk.cells, chunk.rows);
        self.times.extend(&chunk.times, chunk.rows);
        self.stages.extend(&chunk.stages, chunk.rows);
    }

    /// The chunk as it is now.
    pub(crate) fn chunk(&self) -> Chunk {
        Chunk {
            matches: self.matches.clone(),
            rows: self.rows(),
            columns: self
                .columns
                .iter()
                .map(|values| Column::of(values))
                .collect(),
            choices: self.choices.list(),
            cells: self.cells.list(),
            times: self.times.list(),
            stages: self.stages.list(),
            clusters: OnceLock::new(),
        }
    }
}

impl GrowingList {
    fn push(&mut self, codes: &[i32]) {
        self.counts.push(cast::<i32>(codes.len()));
        self.codes.extend(codes);
    }

    fn extend(&mut self, list: &List, rows: usize) {
        let (counts, codes) = list.read(rows);
        self.counts.extend(counts);
        self.codes.extend(codes);
    }

    fn list(&self) -> List {
        List {
            length: self.codes.len(),
            counts: Column::of(&self.counts),
            codes: Column::of(&self.codes),
        }
    }
}

/// Where less than a share of so many rows of a list is wanted, the rest is not read.
const FEW: usize = 16;

impl List {
    /// The codes of each picked row, of so many rows.
    pub(crate) fn each_row(
        &self,
        rows: usize,
        picked: SelectionVector<'_>,
        mut each: impl FnMut(usize, &[i32]),
    ) {
        let mut codes = Vec::new();
        let of_list = match FEW * picked.count(rows) < rows {
            true => Cow::Borrowed(&self.codes),
            false => self.codes.loaded(),
        };
        let mut read = |nth: usize, begin: usize, end: usize| {
            codes.resize(end - begin, 0);
            of_list.read(begin, &mut codes);
            each(nth, &codes);
        };
        let ends = self.ends(rows);
        match picked {
            SelectionVector::All => (0..rows).for_each(|row| read(row, ends(row), ends(row + 1))),
            SelectionVector::These(these) => {
                let rows = these.iter().map(|&row| row as usize).enumerate();
                rows.for_each(|(nth, row)| read(nth, ends(row), ends(row + 1)));
            }
        }
    }

    /// How many codes so many rows have together, the first ones of so many.
    fn ends(&self, rows: usize) -> impl Fn(usize) -> usize {
        let count = |count: i32| cast::<usize>(count);
        let same = self.counts.same().filter(|_| rows > 0).map(count);
        let mut ends = Vec::new();
        if same.is_none() {
            let mut counts = vec![0; rows];
            self.counts.read(0, &mut counts);
            ends.reserve(rows + 1);
            ends.push(0);
            let mut end = 0;
            for of_row in counts {
                end += count(of_row);
                ends.push(end);
            }
        }
        move |rows| same.map_or_else(|| ends[rows], |same| same * rows)
    }

    /// The least and the greatest code, if there is any.
    pub(crate) fn range(&self) -> Option<(i32, i32)> {
        (self.length > 0).then_some((self.codes.least, self.codes.most))
    }

    /// How many codes each row has, and all codes.
    fn read(&self, rows: usize) -> (Vec<i32>, Vec<i32>) {
        let (mut counts, mut codes) = (vec![0; rows], vec![0; self.length]);
        self.counts.read(0, &mut counts);
        self.codes.read(0, &mut codes);
        (counts, codes)
    }

    fn write(&self, to: &mut Vec<u8>) {
        to.put_u32_le(small(self.length));
        self.counts.write(to);
        self.codes.write(to);
    }

    fn cut(from: &mut &[u8], rows: usize, place: Option<&Place>) -> Option<List> {
        let length = number(from)?;
        let counts = Column::cut(from, rows, place)?;
        let codes = Column::cut(from, length, place)?;
        Some(List {
            length,
            counts,
            codes,
        })
    }
}

impl Chunk {
    /// Its bytes on disk.
    pub(crate) fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = Vec::new();
        bytes.put_u32_le(small(self.matches.len()));
        bytes.put_u32_le(small(self.rows));
        for (id, seats) in &self.matches {
            bytes.put_slice(&id.bytes());
            bytes.put_u8(*seats);
        }
        bytes.put_u32_le(small(self.columns.len()));
        self.columns
            .iter()
            .for_each(|column| column.write(&mut bytes));
        for list in self.lists() {
            list.write(&mut bytes);
        }
        bytes
    }

    /// A chunk from its bytes on disk, if they are one. If they stand at a place in a file, its
    /// codes are read from there each time somebody asks for them.
    pub(crate) fn from_bytes(mut bytes: &[u8], place: Option<&Place>) -> Option<Chunk> {
        let from = &mut bytes;
        let (matches, rows) = (number(from)?, number(from)?);
        let matches = (0..matches).map(|_| {
            let id = *from.split_off(..16)?.first_chunk()?;
            Some((MatchId::of_bytes(id), from.try_get_u8().ok()?))
        });
        let matches = matches.collect::<Option<Vec<_>>>()?;
        let columns = number(from)?;
        let columns = (0..columns).map(|_| Column::cut(from, rows, place));
        Some(Chunk {
            matches,
            rows,
            columns: columns.collect::<Option<Vec<_>>>()?,
            choices: List::cut(from, rows, place)?,
            cells: List::cut(from, rows, place)?,
            times: List::cut(from, rows, place)?,
            stages: List::cut(from, rows, place)?,
            clusters: OnceLock::new(),
        })
    }

    /// The values of a column; unknown if there is none.
    pub(crate) fn values(&self, column: Option<usize>) -> Vec<i32> {
        let mut values = vec![UNKNOWN; self.rows];
        if let Some(column) = column.and_then(|column| self.columns.get(column)) {
            column.read(0, &mut values);
        }
        values
    }

    /// The values that picked rows have in a column; unknown if there is none.
    pub(crate) fn picked(&self, column: Option<usize>, picked: SelectionVector<'_>) -> Vec<i32> {
        if let SelectionVector::All = picked {
            return self.values(column);
        }
        let mut values = vec![UNKNOWN; picked.count(self.rows)];
        if let Some(column) = column.and_then(|column| self.columns.get(column)) {
            column.each_code(picked, &mut values, |value, code| {
                *value = code.map_or(UNKNOWN, |code| column.least.wrapping_add_unsigned(code));
            });
        }
        values
    }

    /// The match of each row.
    pub(crate) fn match_of_rows(&self) -> impl Iterator<Item = MatchId> {
        let matches = self.matches.iter();
        matches.flat_map(|(id, seats)| std::iter::repeat_n(*id, usize::from(*seats)))
    }

    const fn lists(&self) -> [&List; 4] {
        [&self.choices, &self.cells, &self.times, &self.stages]
    }

    /// How many bytes it takes, in memory and in a file.
    pub(crate) fn bytes(&self) -> usize {
        let columns: usize = self.columns.iter().map(Column::bytes).sum();
        let lists = self
            .lists()
            .map(|list| list.counts.bytes() + list.codes.bytes());
        let clusters = self.clusters.get().map_or(0, Clusters::bytes);
        columns + lists.iter().sum::<usize>() + 17 * self.matches.len() + clusters
    }
}

fn small(count: usize) -> u32 {
    cast::<u32>(count)
}

fn number(from: &mut &[u8]) -> Option<usize> {
    usize::try_from(from.try_get_u32_le().ok()?).ok()
}

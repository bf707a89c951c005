//! A column: one metric of some seats, as narrow as its values allow.
//!
//! On disk: kind 1 | least 4 | most 4 | codes. A code is a value less the least one;
//! the greatest code of a width says that nothing is known. Numbers are little-endian.

use std::borrow::Cow;

use bytes::{Buf as _, BufMut as _};
use domain::cast;

use crate::columns::chunk_file::{Part, Place};

/// Nothing is known.
pub(crate) const UNKNOWN: i32 = i32::MIN;

/// One metric of some seats.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Column {
    /// The least value known; [`UNKNOWN`] if none is.
    pub(crate) least: i32,
    /// The greatest value known.
    pub(crate) most: i32,
    codes: Codes,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Codes {
    /// All values are the same.
    Same,
    Bytes(Box<[u8]>),
    Shorts(Box<[u16]>),
    Values(Box<[i32]>),
    Stored(Stored),
}

/// So many codes of a kind that stand in a file.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Stored {
    part: Part,
    kind: Kind,
    length: usize,
}

/// What codes are, as it is written: 0, or the bytes of each.
type Kind = u8;

impl Default for Column {
    fn default() -> Column {
        Column::of(&[])
    }
}

impl Column {
    /// The column of these values.
    pub(crate) fn of(values: &[i32]) -> Column {
        let known = || values.iter().copied().filter(|&value| value != UNKNOWN);
        let least = known().min().unwrap_or(UNKNOWN);
        let most = known().max().unwrap_or(UNKNOWN);
        let span = most.abs_diff(least);
        let code = |value: i32| value.abs_diff(least);
        let codes = if span == 0 && (least == UNKNOWN || known().count() == values.len()) {
            Codes::Same
        } else if span < u8::MAX.into() {
            let narrow = |&value: &i32| match value {
                UNKNOWN => u8::MAX,
                value => cast::<u8>(code(value)),
            };
            Codes::Bytes(values.iter().map(narrow).collect())
        } else if span < u16::MAX.into() {
            let narrow = |&value: &i32| match value {
                UNKNOWN => u16::MAX,
                value => cast::<u16>(code(value)),
            };
            Codes::Shorts(values.iter().map(narrow).collect())
        } else {
            Codes::Values(values.into())
        };
        Column { least, most, codes }
    }

    /// The one value it has in all its rows, if it is so; it may be [`UNKNOWN`].
    pub(crate) const fn same(&self) -> Option<i32> {
        match self.codes {
            Codes::Same => Some(self.least),
            Codes::Bytes(_) | Codes::Shorts(_) | Codes::Values(_) | Codes::Stored(..) => None,
        }
    }

    /// The same column with its codes in memory: who reads more than one value of it wants that.
    pub(crate) fn loaded(&self) -> Cow<'_, Column> {
        match &self.codes {
            Codes::Stored(stored) => Cow::Owned(Column {
                codes: stored.read(0, stored.length),
                ..*self
            }),
            Codes::Same | Codes::Bytes(_) | Codes::Shorts(_) | Codes::Values(_) => {
                Cow::Borrowed(self)
            }
        }
    }

    /// Its values from a row on, into a buffer for as many as are wanted.
    pub(crate) fn read(&self, first: usize, into: &mut [i32]) {
        match &self.codes {
            Codes::Stored(stored) => {
                let codes = stored.read(first, into.len());
                Column { codes, ..*self }.read(0, into);
            }
            Codes::Same => into.fill(self.least),
            Codes::Bytes(codes) => widen(&codes[first..], into, self.least, u8::MAX),
            Codes::Shorts(codes) => widen(&codes[first..], into, self.least, u16::MAX),
            Codes::Values(values) => into.copy_from_slice(&values[first..first + into.len()]),
        }
    }

    /// Each row's code, its value less the least one, if it is known; beside `picked`
    /// rows, or all of them.
    pub(crate) fn each_code<T>(
        &self,
        picked: SelectionVector<'_>,
        beside: &mut [T],
        each: impl Fn(&mut T, Option<u32>),
    ) {
        match &self.codes {
            Codes::Stored(..) => self.loaded().each_code(picked, beside, each),
            Codes::Same => {
                let code = (self.least != UNKNOWN).then_some(0);
                beside.iter_mut().for_each(|it| each(it, code));
            }
            Codes::Bytes(codes) => picked.pair(codes, beside, |it, code| {
                each(it, (code != u8::MAX).then_some(code.into()));
            }),
            Codes::Shorts(codes) => picked.pair(codes, beside, |it, code| {
                each(it, (code != u16::MAX).then_some(code.into()));
            }),
            Codes::Values(values) => picked.pair(values, beside, |it, value| {
                each(it, (value != UNKNOWN).then_some(value.abs_diff(self.least)));
            }),
        }
    }

    /// Unmarks rows whose value does not pass, or of which nothing is known.
    pub(crate) fn keep(&self, marked: &mut [bool], passes: impl Fn(i32) -> bool) {
        let value = |code: u32| self.least.wrapping_add_unsigned(code);
        let here = self.loaded();
        if let Codes::Bytes(codes) = &here.codes {
            // Few codes, many rows: each code is tried once.
            let is_known = |code: &u32| *code <= self.most.abs_diff(self.least);
            let tried: [bool; 256] = std::array::from_fn(|code| {
                let code = u32::try_from(code).ok().filter(is_known);
                code.is_some_and(|code| passes(value(code)))
            });
            let rows = marked.iter_mut().zip(codes);
            rows.for_each(|(mark, &code)| *mark &= tried[usize::from(code)]);
        } else {
            let passes = |mark: &mut bool, code: Option<u32>| {
                *mark &= code.is_some_and(|code| passes(value(code)));
            };
            here.each_code(SelectionVector::All, marked, passes);
        }
    }

    /// Unmarks rows whose value is not between these, both of which the column may have.
    pub(crate) fn keep_between(&self, marked: &mut [bool], from: i32, to: i32) {
        let code = |value: i32| value.abs_diff(self.least);
        match &self.codes {
            Codes::Bytes(codes) => {
                let narrow = |value| cast::<u8>(code(value));
                within(codes, marked, narrow(from), narrow(to));
            }
            Codes::Shorts(codes) => {
                let narrow = |value| cast::<u16>(code(value));
                within(codes, marked, narrow(from), narrow(to));
            }
            Codes::Values(values) => within(values, marked, from, to),
            Codes::Same => {}
            Codes::Stored(..) => self.loaded().keep_between(marked, from, to),
        }
    }

    /// How many bytes its codes take.
    pub(crate) fn bytes(&self) -> usize {
        match &self.codes {
            Codes::Same => 0,
            Codes::Bytes(codes) => codes.len(),
            Codes::Shorts(codes) => 2 * codes.len(),
            Codes::Values(values) => 4 * values.len(),
            Codes::Stored(stored) => usize::from(stored.kind) * stored.length,
        }
    }

    pub(crate) fn write(&self, to: &mut Vec<u8>) {
        let here = self.loaded();
        let kind: Kind = match &here.codes {
            Codes::Same | Codes::Stored(..) => 0,
            Codes::Bytes(_) => 1,
            Codes::Shorts(_) => 2,
            Codes::Values(_) => 4,
        };
        to.put_u8(kind);
        to.put_i32_le(self.least);
        to.put_i32_le(self.most);
        match &here.codes {
            Codes::Same | Codes::Stored(..) => {}
            Codes::Bytes(codes) => to.put_slice(codes),
            Codes::Shorts(codes) => codes.iter().for_each(|code| to.put_u16_le(*code)),
            Codes::Values(values) => values.iter().for_each(|value| to.put_i32_le(*value)),
        }
    }

    /// A column of so many rows from the bytes it was written as, which are cut off. If they are
    /// the end of what stands at a place in a file, its codes stay there.
    pub(crate) fn cut(from: &mut &[u8], rows: usize, place: Option<&Place>) -> Option<Column> {
        let kind = from.try_get_u8().ok()?;
        let least = from.try_get_i32_le().ok()?;
        let most = from.try_get_i32_le().ok()?;
        let left = from.len();
        let bytes = from.split_off(..rows.checked_mul(kind.into())?)?;
        let codes = match (kind, place) {
            (1 | 2 | 4, Some(place)) => Codes::Stored(Stored {
                part: place.part(left),
                kind,
                length: rows,
            }),
            _ => codes(kind, bytes)?,
        };
        Some(Column { least, most, codes })
    }
}

impl Stored {
    /// So many of the codes from one on.
    fn read(&self, first: usize, length: usize) -> Codes {
        let each = usize::from(self.kind);
        let bytes = self.part.read(first * each, length * each);
        codes(self.kind, &bytes).expect("it was written so")
    }
}

/// Codes of a kind from their bytes.
fn codes(kind: Kind, mut bytes: &[u8]) -> Option<Codes> {
    Some(match kind {
        0 => Codes::Same,
        1 => Codes::Bytes(bytes.into()),
        2 => Codes::Shorts((0..bytes.len() / 2).map(|_| bytes.get_u16_le()).collect()),
        4 => Codes::Values((0..bytes.len() / 4).map(|_| bytes.get_i32_le()).collect()),
        _ => return None,
    })
}

/// Some rows of a chunk.
#[derive(Clone, Copy, Debug)]
pub(crate) enum SelectionVector<'a> {
    All,
    /// These.
    These(&'a [u32]),
}

impl SelectionVector<'_> {
    /// How many of so many rows.
    pub(crate) const fn count(self, rows: usize) -> usize {
        match self {
            SelectionVector::All => rows,
            SelectionVector::These(these) => these.len(),
        }
    }

    /// What stands beside a picked row, with the row's code.
    fn pair<C: Copy, T>(self, codes: &[C], beside: &mut [T], each: impl Fn(&mut T, C)) {
        match self {
            SelectionVector::All => {
                let rows = beside.iter_mut().zip(codes);
                rows.for_each(|(it, &code)| each(it, code));
            }
            SelectionVector::These(these) => {
                let rows = beside.iter_mut().zip(these);
                rows.for_each(|(it, &row)| each(it, codes[row as usize]));
            }
        }
    }
}

fn widen<C: Copy + PartialEq + Into<i32>>(codes: &[C], into: &mut [i32], least: i32, unknown: C) {
    for (value, &code) in into.iter_mut().zip(codes) {
        *value = if code == unknown {
            UNKNOWN
        } else {
            least + code.into()
        };
    }
}

fn within<C: Copy + PartialOrd>(codes: &[C], marked: &mut [bool], from: C, to: C) {
    for (mark, &code) in marked.iter_mut().zip(codes) {
        *mark &= (from <= code) & (code <= to);
    }
}

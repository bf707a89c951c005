//! A column: one metric of some seats, as narrow as its values allow.
//!
//! On disk: kind 1 | least 4 | most 4 | codes. A code is a value less the least one;
//! the greatest code of a width says that nothing is known. Numbers are little-endian.

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
}

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
                value => u8::try_from(code(value)).expect("it is in the span"),
            };
            Codes::Bytes(values.iter().map(narrow).collect())
        } else if span < u16::MAX.into() {
            let narrow = |&value: &i32| match value {
                UNKNOWN => u16::MAX,
                value => u16::try_from(code(value)).expect("it is in the span"),
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
            Codes::Bytes(_) | Codes::Shorts(_) | Codes::Values(_) => None,
        }
    }

    /// Its values, into a buffer as long as it has rows.
    pub(crate) fn read(&self, into: &mut [i32]) {
        let least = self.least;
        match &self.codes {
            Codes::Same => into.fill(least),
            Codes::Bytes(codes) => {
                for (value, &code) in into.iter_mut().zip(codes) {
                    *value = if code == u8::MAX {
                        UNKNOWN
                    } else {
                        least + i32::from(code)
                    };
                }
            }
            Codes::Shorts(codes) => {
                for (value, &code) in into.iter_mut().zip(codes) {
                    *value = if code == u16::MAX {
                        UNKNOWN
                    } else {
                        least + i32::from(code)
                    };
                }
            }
            Codes::Values(values) => into.copy_from_slice(values),
        }
    }

    /// Each row's code, its value less the least one, if it is known; beside `rows`.
    pub(crate) fn each_code<T>(&self, rows: &mut [T], each: impl Fn(&mut T, Option<u32>)) {
        match &self.codes {
            Codes::Same => {
                let code = (self.least != UNKNOWN).then_some(0);
                rows.iter_mut().for_each(|row| each(row, code));
            }
            Codes::Bytes(codes) => {
                for (row, &code) in rows.iter_mut().zip(codes) {
                    each(row, (code != u8::MAX).then_some(code.into()));
                }
            }
            Codes::Shorts(codes) => {
                for (row, &code) in rows.iter_mut().zip(codes) {
                    each(row, (code != u16::MAX).then_some(code.into()));
                }
            }
            Codes::Values(values) => {
                for (row, &value) in rows.iter_mut().zip(values) {
                    each(
                        row,
                        (value != UNKNOWN).then_some(value.abs_diff(self.least)),
                    );
                }
            }
        }
    }

    /// Unmarks rows whose code does not pass, or of which nothing is known.
    pub(crate) fn keep(&self, marked: &mut [bool], passes: impl Fn(u32) -> bool) {
        let Codes::Bytes(codes) = &self.codes else {
            return self.each_code(marked, |mark, code| *mark &= code.is_some_and(&passes));
        };
        // Few codes, many rows: each code is tried once.
        let tried: [bool; 255] = std::array::from_fn(|code| u32::try_from(code).is_ok_and(&passes));
        let mut passing = (0..u8::MAX).filter(|&code| tried[usize::from(code)]);
        match (passing.next(), passing.next()) {
            (Some(only), None) => {
                let rows = marked.iter_mut().zip(codes);
                rows.for_each(|(mark, &code)| *mark &= code == only);
            }
            (_, _) => {
                let rows = marked.iter_mut().zip(codes);
                rows.for_each(|(mark, &code)| {
                    *mark &= tried.get(usize::from(code)).is_some_and(|&passes| passes);
                });
            }
        }
    }

    /// How many bytes its codes take.
    pub(crate) fn bytes(&self) -> usize {
        match &self.codes {
            Codes::Same => 0,
            Codes::Bytes(codes) => codes.len(),
            Codes::Shorts(codes) => 2 * codes.len(),
            Codes::Values(values) => 4 * values.len(),
        }
    }

    pub(crate) fn write(&self, to: &mut Vec<u8>) {
        let kind = match &self.codes {
            Codes::Same => 0,
            Codes::Bytes(_) => 1,
            Codes::Shorts(_) => 2,
            Codes::Values(_) => 4,
        };
        to.push(kind);
        to.extend(self.least.to_le_bytes());
        to.extend(self.most.to_le_bytes());
        match &self.codes {
            Codes::Same => {}
            Codes::Bytes(codes) => to.extend(codes),
            Codes::Shorts(codes) => codes.iter().for_each(|code| to.extend(code.to_le_bytes())),
            Codes::Values(values) => values
                .iter()
                .for_each(|value| to.extend(value.to_le_bytes())),
        }
    }

    /// A column of so many rows from the bytes it was written as, which are cut off.
    pub(crate) fn cut(from: &mut &[u8], rows: usize) -> Option<Column> {
        let (head, rest) = from.split_first_chunk::<9>()?;
        let number = |at: usize| Some(i32::from_le_bytes(*head.get(at..)?.first_chunk()?));
        let (least, most) = (number(1)?, number(5)?);
        let (codes, rest) = rest.split_at_checked(rows * usize::from(head[0]))?;
        let codes = match head[0] {
            0 => Codes::Same,
            1 => Codes::Bytes(codes.into()),
            2 => Codes::Shorts(
                codes
                    .chunks_exact(2)
                    .map(|c| u16::from_le_bytes([c[0], c[1]]))
                    .collect(),
            ),
            4 => {
                let value = |c: &[u8]| i32::from_le_bytes([c[0], c[1], c[2], c[3]]);
                Codes::Values(codes.chunks_exact(4).map(value).collect())
            }
            _ => return None,
        };
        *from = rest;
        Some(Column { least, most, codes })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kept(values: &[i32]) -> usize {
        let column = Column::of(values);
        let mut bytes = Vec::new();
        column.write(&mut bytes);
        assert_eq!(bytes.len(), 9 + column.bytes());
        let cut = Column::cut(&mut &bytes[..], values.len()).unwrap();
        assert_eq!(cut, column);
        let mut read = vec![7; values.len()];
        cut.read(&mut read);
        assert_eq!(read, values);
        let mut short = &bytes[..bytes.len() - 1];
        assert!(values.is_empty() || Column::cut(&mut short, values.len()).is_none());
        column.bytes()
    }

    #[test]
    fn a_column_is_as_narrow_as_its_values_allow() {
        assert_eq!(kept(&[5; 10]), 0);
        assert_eq!(kept(&[UNKNOWN; 10]), 0);
        assert_eq!(kept(&[5, UNKNOWN]), 2);
        assert_eq!(kept(&[-100, 154, UNKNOWN]), 3);
        assert_eq!(kept(&[-100, 155]), 4);
        assert_eq!(kept(&[0, 65_534, UNKNOWN]), 6);
        assert_eq!(kept(&[0, 65_535]), 8);
        assert_eq!(kept(&[i32::MIN + 1, i32::MAX, UNKNOWN]), 12);
        assert_eq!(kept(&[]), 0);
    }
}

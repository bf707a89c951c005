//! Columns, in memory and in a file: as narrow as their values allow, and read the same.

use super::{
    chunk_file::ChunkFile,
    column::{Column, SelectionVector, UNKNOWN},
};

fn kept(values: &[i32]) -> usize {
    let column = Column::of(values);
    let mut bytes = Vec::new();
    column.write(&mut bytes);
    assert_eq!(bytes.len(), 9 + column.bytes());
    let cut = Column::cut(&mut &bytes[..], values.len(), None).unwrap();
    assert_eq!(cut, column);
    let mut read = vec![7; values.len()];
    cut.read(0, &mut read);
    assert_eq!(read, values);
    let mut short = &bytes[..bytes.len() - 1];
    assert!(values.is_empty() || Column::cut(&mut short, values.len(), None).is_none());
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

/// What a column has of some rows: their values, their codes, and those that pass.
fn told(column: &Column, picked: &[u32], from: i32, to: i32) -> impl PartialEq + std::fmt::Debug {
    let rows = 3 * picked.len();
    let mut values = vec![7; rows - 2];
    column.read(1, &mut values);
    let mut codes = vec![None; picked.len()];
    column.each_code(SelectionVector::These(picked), &mut codes, |it, code| {
        *it = code;
    });
    let [mut passing, mut between] = [vec![true; rows], vec![true; rows]];
    column.keep(&mut passing, |value| value % 2 == 0);
    column.keep_between(&mut between, from, to);
    (
        values,
        codes,
        passing,
        between,
        column.bytes(),
        column.same(),
    )
}

#[test]
fn a_column_in_a_file_is_read_as_one_in_memory() {
    let dir = tempfile::tempdir().unwrap();
    let file = ChunkFile::open(dir.path()).unwrap();
    for values in [
        [5; 6],
        [-100, 154, UNKNOWN, 3, -100, 0],
        [0, 65_534, UNKNOWN, 0, 2, 2],
        [0, 65_535, UNKNOWN, 4, -1, 9],
    ] {
        let column = Column::of(&values);
        let mut bytes = b"of another column".to_vec();
        let begins = bytes.len();
        column.write(&mut bytes);
        bytes.extend(b"of the next");
        let place = file.add(&bytes).unwrap();
        let stored = Column::cut(&mut &bytes[begins..], 6, Some(&place)).unwrap();
        let (from, to) = (column.least, values[1]);
        assert_eq!(
            told(&stored, &[1, 4], from, to),
            told(&column, &[1, 4], from, to)
        );
        assert_eq!(*stored.loaded(), column);
        let mut again = Vec::new();
        stored.write(&mut again);
        assert_eq!(again, bytes[begins..begins + 9 + column.bytes()]);
    }
}

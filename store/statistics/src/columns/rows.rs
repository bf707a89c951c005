//! Which rows of a chunk: none, all, or those that are marked.

use super::column::SelectionVector;

/// Which rows of a chunk.
#[derive(Debug)]
pub(crate) enum Rows<'a> {
    None,
    All,
    /// Those marked.
    Some(&'a [bool]),
}

impl Rows<'_> {
    /// Whether a row is one of them.
    pub(crate) fn contain(&self, row: usize) -> bool {
        match self {
            Rows::None => false,
            Rows::All => true,
            Rows::Some(marked) => marked[row],
        }
    }

    /// The same as a list, which is put where `list` is if there must be one.
    pub(crate) fn picked<'a>(&self, list: &'a mut Vec<u32>) -> SelectionVector<'a> {
        list.clear();
        match self {
            Rows::None => SelectionVector::These(list),
            Rows::All => SelectionVector::All,
            Rows::Some(marked) => {
                list.resize(marked.len(), 0);
                let mut many = 0;
                for (eight, marked) in (0..).zip(marked.chunks(8)) {
                    // Most questions of a few rows pick none of eight.
                    if !marked.contains(&true) {
                        continue;
                    }
                    for (row, &is_in) in (8 * eight..).zip(marked) {
                        list[many] = row;
                        many += usize::from(is_in);
                    }
                }
                SelectionVector::These(&list[..many])
            }
        }
    }
}

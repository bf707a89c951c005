//! Dictionaries: words by code, codes by word, in the order they came up.

use std::hash::Hash;

use indexmap::{Equivalent, IndexSet};

/// Words and their codes. A code never changes: words are only added.
#[derive(Clone, Debug)]
pub(crate) struct Dictionary<T: Eq + Hash>(IndexSet<T>);

impl<T: Eq + Hash> Default for Dictionary<T> {
    fn default() -> Dictionary<T> {
        Dictionary(IndexSet::new())
    }
}

impl<T: Eq + Hash> Dictionary<T> {
    /// The code of a word; a new word gets the next one, and `note` is told of it.
    pub(crate) fn code(&mut self, word: T, note: impl FnOnce(usize, &T)) -> usize {
        let (code, is_new) = self.0.insert_full(word);
        if is_new {
            note(code, &self.0[code]);
        }
        code
    }

    /// The code of a word, if it came up.
    pub(crate) fn known<Q: ?Sized + Hash + Equivalent<T>>(&self, word: &Q) -> Option<usize> {
        self.0.get_index_of(word)
    }

    /// The word of a code.
    pub(crate) fn word(&self, code: usize) -> Option<&T> {
        self.0.get_index(code)
    }

    /// All words, by code.
    pub(crate) fn words(&self) -> impl Iterator<Item = &T> {
        self.0.iter()
    }

    /// How many words there are.
    pub(crate) fn len(&self) -> usize {
        self.0.len()
    }
}

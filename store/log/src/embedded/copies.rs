//! Copies of commits at the end of the journal: what is written, and how the index takes it in.

use super::{
    group::{Entry, Filed},
    index::{Index, damaged, framed, guarded, place, rest_from, row},
};
use crate::{
    error::StoreError,
    hash::Hash,
    id::{StreamId, Version},
};

/// A commit to be written again.
#[derive(Clone, Copy, Debug)]
pub(super) struct Copy {
    pub(super) stream: StreamId,
    /// Its first version.
    pub(super) from: Version,
    pub(super) hash: Hash,
    /// Its key, if that is still remembered.
    pub(super) filed: Option<Filed>,
}

impl Index {
    /// A copy as it is written; none if it is needed no more.
    pub(super) fn entry_of(&self, copy: &Copy) -> Result<Option<Entry>, StoreError> {
        if copy.filed.is_none() && !self.is_live(copy.stream, copy.from)? {
            return Ok(None);
        }
        let line = self.line(copy.stream, copy.from)?;
        let line = line.filter(|line| line.hash == copy.hash);
        let line = line.ok_or_else(|| damaged("the index lacks what the journal holds"))?;
        let entry = Entry::new(line, copy.filed);
        Ok(Some(Entry {
            is_copy: true,
            ..entry
        }))
    }

    /// Applies copies that are durable in the journal, which ends as before. The index has these
    /// commits, or is made anew. To apply them again changes nothing. Whoever calls this has
    /// `writing`: else what is archived meanwhile would come back.
    pub(super) fn apply_copies(&self, entries: &[Entry]) -> Result<(), StoreError> {
        self.file(entries)?;
        guarded(|| {
            for entry in entries {
                let line = &entry.line;
                // One that is archived was copied for its key, or before.
                if self.is_live(line.stream, line.after.version)? {
                    self.apply_copy(entry)?;
                }
            }
            Ok(())
        })
    }

    /// Whether a commit is in no archive.
    pub(super) fn is_live(&self, stream: StreamId, from: Version) -> Result<bool, StoreError> {
        guarded(|| Ok(self.archived.tip(stream)?.version <= from))
    }

    fn apply_copy(&self, entry: &Entry) -> Result<(), StoreError> {
        let line = &entry.line;
        let place = place(line.stream, line.after.version);
        if let Some(before) = self.log.get(place)?
            && let (_, Some(text_at)) = rest_from(&before)?
        {
            // Until its segment goes the text is there twice, and may have to be dropped.
            self.dropping.insert(text_at.to_string(), framed(b""))?;
        }
        if let Some(text_at) = entry.text_at {
            self.dropping.remove(text_at.to_string())?;
        }
        self.log.insert(place, row(entry))?;
        self.order.insert(line.position.key(), framed(&place))?;
        self.end_at_least(line.stream, line.tip())
    }
}

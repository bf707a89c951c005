//! The names of batches.

use super::{StreamId, hexadecimal_id, random};

/// A batch: `b_` and 32 hexadecimal digits, drawn at random.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct BatchId(pub(crate) [u8; 16]);

hexadecimal_id!(BatchId, "b", "A batch: `b_` and 32 hexadecimal digits.");

impl BatchId {
    /// An id that no batch had before.
    pub fn random() -> BatchId {
        BatchId(random())
    }
}

impl From<BatchId> for StreamId {
    fn from(id: BatchId) -> StreamId {
        StreamId::Batch(id)
    }
}

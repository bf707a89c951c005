//! What is counted of a finished match: what there is to count, what decisions were
//! offered and took, and what stands on the table at the end.

mod catalogue;
mod note;
mod tally;

pub use catalogue::catalogue;

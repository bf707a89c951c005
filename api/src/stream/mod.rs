//! What is followed while it happens: matches, batches, and polls that wait.

pub(crate) mod batches;
pub(crate) mod follow;
pub(crate) mod history;
pub(crate) mod mine;
pub(crate) mod own;
pub(crate) mod poll;

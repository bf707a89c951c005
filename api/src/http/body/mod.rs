//! Reading bodies: as strictly as the document says, and saying where one is wrong.

pub(crate) mod arranging;
pub(crate) mod not_yet;
pub(crate) mod plain;
pub(crate) mod pointer;
pub(crate) mod reading;
pub(crate) mod tags;

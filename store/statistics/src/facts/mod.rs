//! Facts: what is counted of each match that is over, folded from the log and kept.

pub(crate) mod aggregates;
pub(crate) mod catalogue;
pub(crate) mod cell_totals;
pub(crate) mod consistency;
pub(crate) mod finished;
pub(crate) mod fold;
pub(crate) mod game;
pub(crate) mod keys;
pub(crate) mod load;
pub(crate) mod offer_totals;
pub(crate) mod projection;
pub(crate) mod table;
pub(crate) mod timing;
pub(crate) mod wins;

//! A match looked at afterwards: what every step was worth, and what else could have
//! been done.

mod appraisal;
mod attribution;
mod sheets;

pub use appraisal::{Appraisal, appraise};
pub use attribution::{Attribution, Share};
pub use sheets::{SheetsAt, sheets};

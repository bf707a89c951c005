//! Playing in a browser: a form that opens a match, and the page of a seat.

mod asked;
mod card;
mod fork;
mod opening;
mod seat;

pub use fork::ForkPage;
pub use opening::{Choice, Opening, Value};
pub use seat::{Asked, SeatPage, Unlisted};

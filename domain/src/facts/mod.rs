//! Facts: what can be counted of a finished match.
//!
//! A game says in its `facts` what it counts: a catalogue, what a decision was
//! offered and took, and what stands on the table at the end. What is counted of
//! every game is listed here, and counted in [`matches::facts`](crate::matches::facts).
//! There are no averages: a fact is a small integer, or
//! a word of a closed set.

pub mod metric;
pub mod notes;
pub(crate) mod of_every_game;

use serde::{
    Serialize,
    de::{DeserializeOwned, IntoDeserializer as _, value},
};

pub use metric::{Kind, Metric, Per, Unit};
pub use notes::{Filled, Item, Notes, SeatNotes, Times, Values};

/// What is counted of every game, options of this one among it, and then what is
/// counted of it alone.
pub(crate) fn catalogue(options: &impl Serialize, own: Vec<Metric>) -> Vec<Metric> {
    let mut metrics = of_every_game::catalogue(options);
    metrics.extend(own);
    metrics
}

/// What the choice is called that takes nothing of what was offered.
pub(crate) const NONE: &str = "none";

/// A name, or that of nothing.
pub(crate) fn or_none(thing: Option<impl ToString>) -> String {
    thing.map_or_else(|| NONE.to_owned(), |thing| thing.to_string())
}

/// The words of a dimension that says whether something is so.
pub const fn yes_no(is_so: bool) -> &'static str {
    if is_so { "yes" } else { "no" }
}

/// An id as words of a title.
pub(crate) fn spaced(id: &str) -> String {
    id.replace(['_', '.'], " ")
}

/// The variant that has this word on the wire, if one has.
pub(crate) fn of_word<T: DeserializeOwned>(word: &str) -> Option<T> {
    let read: Result<T, value::Error> = T::deserialize(word.into_deserializer());
    read.ok()
}

/// A variant by the word it has on the wire.
///
/// # Panics
///
/// If it is written as anything but a word.
pub fn word(variant: &impl Serialize) -> String {
    match serde_json::to_value(variant) {
        Ok(serde_json::Value::String(word)) => word,
        other => panic!("{other:?} is no word"),
    }
}

//! Facts: what can be counted of a finished match, read off its events.
//!
//! A game says in its `facts` what it counts: a catalogue, what a decision was
//! offered and took, and what stands on the table at the end. What is counted of
//! every game is counted here. There are no averages: a fact is a small integer, or
//! a word of a closed set.

pub mod metric;
pub mod notes;
mod of_every_game;

use serde::Serialize;

pub use metric::{Kind, Metric, Per, Unit};
pub use notes::{Filled, Item, MatchFacts, Notes, SeatNotes, Times, Values};

use crate::matches::{Match, MatchEvent};

/// The facts of a match, from its events in full. None if it was not played to its end.
///
/// # Panics
///
/// If the events are no match: see [`Match::evolve`].
pub fn of<'a>(events: impl IntoIterator<Item = &'a MatchEvent>) -> Option<MatchFacts> {
    let mut events = not_taken_back(events).into_iter();
    let mut game = Match::opened(events.next()?);
    let mut notes = Notes::default();
    for event in events {
        if let (Some(table), MatchEvent::Played { event }) = (game.table(), event) {
            table.state.note(event, &mut notes);
        }
        game.evolve(event);
        if let Some(table) = game.table().filter(|table| table.standings.is_some()) {
            of_every_game::tally(&game, table, &mut notes);
            return Some(notes.facts(game.terms.options.game(), table.occupants.seats()));
        }
    }
    None
}

/// The events without those that were taken back. What was undone is not counted: nobody
/// played it to its end.
fn not_taken_back<'a>(events: impl IntoIterator<Item = &'a MatchEvent>) -> Vec<&'a MatchEvent> {
    let mut kept: Vec<(u32, &MatchEvent)> = Vec::new();
    for (step, event) in (1..).zip(events) {
        if let MatchEvent::Undone { step: back, .. } = event {
            kept.retain(|(step, _)| step <= back);
        }
        kept.push((step, event));
    }
    kept.into_iter().map(|(_, event)| event).collect()
}

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

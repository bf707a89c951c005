//! What is counted of a finished match: what there is to count, what decisions were
//! offered and took, and who won what at the end.

mod catalogue;
mod note;
mod tally;

use super::{event::Event, state::State};
use crate::{
    Facts,
    facts::{Metric, Notes},
};

impl Facts for State {
    fn catalogue() -> Vec<Metric> {
        catalogue::catalogue()
    }

    /// A card is its number.
    fn item_name(_id: &str) -> Option<String> {
        None
    }

    fn note(&self, event: &Event, notes: &mut Notes) {
        note::note(self, event, notes);
    }

    fn tally(&self, notes: &mut Notes) {
        tally::tally(self, notes);
    }
}

//! What is counted of a finished match: what there is to count, what decisions were
//! offered and took, and what stands on the table at the end.

mod catalogue;
mod note;
mod tally;

use super::{event::Event, labels, state::State};
use crate::{
    Facts,
    facts::{Metric, Notes},
};

impl Facts for State {
    fn catalogue() -> Vec<Metric> {
        catalogue::catalogue()
    }

    fn item_name(id: &str) -> Option<String> {
        labels::item(id)
    }

    fn note(&self, event: &Event, notes: &mut Notes) {
        note::note(self, event, notes);
    }

    fn tally(&self, notes: &mut Notes) {
        tally::tally(self, notes);
    }
}

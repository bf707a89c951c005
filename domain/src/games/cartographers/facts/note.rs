//! What decisions were offered and took.

use super::super::{
    choice::Choice,
    command::Command,
    components::Skill,
    event::{Drawing, Duty, Event},
    shape::Shape,
    state::State,
};
use crate::facts::{Notes, SeatNotes, or_none, word};

/// Notes what a decision was offered and took.
pub(super) fn note(state: &State, event: &Event, notes: &mut Notes) {
    let Event::Drawn { seat, drawing } = event else {
        return;
    };
    if let Some(choice) = state.choice(*seat) {
        let round = state.season as u8 + 1;
        choice.note(drawing.get(), round, notes.seat(*seat));
    }
}

impl Choice<'_> {
    fn note(&self, drawing: &Drawing, round: u8, notes: &mut SeatNotes) {
        let used = drawing.skill;
        notes.values.add("skills_used", u8::from(used.is_some()));
        if used.is_none() && self.duty == Duty::Draw && self.explores() {
            self.note_drawing(drawing, round, notes);
        }
        if self.skills.iter().any(|it| self.afford(*it).is_ok()) {
            let commands = self.commands();
            let skills = commands.iter().filter_map(Command::skill).map(Some);
            let offered = skills.chain([None]).map(name);
            notes.choice("skill", round, offered, [name(used)]);
        }
    }

    fn note_drawing(&self, drawing: &Drawing, round: u8, notes: &mut SeatNotes) {
        let demand = self.demand();
        if demand.fallback.is_some() {
            return;
        }
        let terrains = demand.terrains.iter().map(word);
        notes.choice("terrain", round, terrains, drawing.terrain.iter().map(word));
        let fits = |shape: &&Shape| {
            let spots = shape.spots(demand.free, demand.cover);
            spots.iter().any(|anchors| !anchors.is_empty())
        };
        let shapes = demand.shapes.iter().filter(fits).map(|shape| shape.id);
        let drawn = drawing.shape.iter().map(word);
        notes.choice("shape", round, shapes.flatten().map(|id| word(&id)), drawn);
    }
}

/// A skill, or none.
fn name(skill: Option<Skill>) -> String {
    or_none(skill.as_ref().map(word))
}

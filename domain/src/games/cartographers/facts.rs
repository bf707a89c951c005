//! What is counted of a finished match.

use super::{
    choice::Choice,
    components::{Letter, Season, Skill},
    edicts::Edict,
    event::{Drawing, Duty, Event},
    map::{BOARD, Map, Terrain},
    shape::Shape,
    sheet::Sheet,
    state::State,
};
use crate::{
    Seat,
    facts::{Metric, Notes, SeatNotes, Unit, word},
};

/// What is counted, besides what is counted of every game.
pub fn catalogue() -> Vec<Metric> {
    let mut metrics = points();
    metrics.extend(on_the_sheet());
    metrics.extend(in_play());
    metrics.extend([
        Metric::choice(
            "terrain",
            "Terrain drawn",
            "An explore card with two terrains, drawn as a shape of the card without a skill that \
             changes the terrain: each terrain was offered, one was taken.",
        ),
        Metric::choice(
            "shape",
            "Shape drawn",
            "An explore card of which two shapes could be drawn: each shape that fitted was \
             offered, one was taken, or none if a skill replaced it.",
        ),
        Metric::choice(
            "skill",
            "Skill used",
            "A decision at which at least one skill could be used and paid for: each of those was \
             offered, and so was `none`; one was taken.",
        ),
    ]);
    metrics
}

fn points() -> Vec<Metric> {
    let measure = |id: &str, title: &str, definition: &str| {
        Metric::measure(&format!("points.{id}"), title, Unit::Points, definition)
    };
    let mut metrics = vec![
        measure(
            "coins",
            "Points from coins",
            "One for each coin filled and not spent, each season.",
        ),
        measure(
            "monsters",
            "Points lost to monsters",
            "Minus one for each empty space beside a monster, each season.",
        ),
    ];
    for season in Season::ALL {
        let name = season.name();
        let definition = format!("Everything scored at the end of {name}.");
        metrics.push(measure(name, &format!("Points in {name}"), &definition));
        for letter in season.card().edicts.map(|letter| word(&letter)) {
            let id = format!("{name}.{}", letter.to_lowercase());
            let definition = format!("What the scoring card under edict {letter} paid in {name}.");
            metrics.push(measure(
                &id,
                &format!("Edict {letter} in {name}"),
                &definition,
            ));
        }
    }
    for edict in Edict::ALL {
        let title = format!("Points from {}", edict.card().names.en);
        let definition =
            "What this scoring card paid in its two seasons. Unknown if it was not in play.";
        metrics.push(measure(edict.id(), &title, definition));
    }
    metrics
}

fn on_the_sheet() -> Vec<Metric> {
    let measure = |id: &str, title: &str, unit, definition: &str| {
        Metric::measure(id, title, unit, definition)
    };
    let cells = DRAWN.map(|terrain| {
        let terrain = word(&terrain);
        let definition = format!("Cells that are {terrain} at the end.");
        measure(
            &format!("cells.{terrain}"),
            &format!("Cells of {terrain}"),
            Unit::Cells,
            &definition,
        )
    });
    let rest = [
        measure(
            "cells.empty",
            "Empty cells",
            Unit::Cells,
            "Cells nobody has drawn on at the end.",
        ),
        measure(
            "coins",
            "Coins",
            Unit::Pieces,
            "Coins filled in, spent ones too, at the end.",
        ),
        measure(
            "coins_spent",
            "Coins spent",
            Unit::Pieces,
            "Coins paid for skills.",
        ),
        measure(
            "mountain_coins",
            "Mountain coins",
            Unit::Pieces,
            "Coins of printed mountains that were earned by surrounding them.",
        ),
        measure(
            "skills_used",
            "Skills used",
            Unit::Cards,
            "How many skills the seat used.",
        ),
        measure(
            "solo_rating",
            "Solo rating",
            Unit::Points,
            "Playing alone: the final score less what the four scoring cards expect.",
        ),
    ];
    cells.into_iter().chain(rest).collect()
}

fn in_play() -> Vec<Metric> {
    let dimension = |id: String, title: String, definition: &str| {
        Metric::dimension(&id, &title, definition).per_match()
    };
    let slots = Letter::ALL.map(|letter| {
        let letter = word(&letter);
        let id = format!("edict_{}", letter.to_lowercase());
        dimension(
            id,
            format!("Edict {letter}"),
            "The scoring card under this edict.",
        )
    });
    let edicts = Edict::ALL.map(|edict| {
        let title = format!("Slot of {}", edict.card().names.en);
        let definition =
            "The edict this scoring card lies under, `a` to `d`; `none` if it is not in play.";
        dimension(format!("edict.{}", edict.id()), title, definition)
    });
    let skills = Skill::ALL.map(|skill| {
        let title = format!("{} in play", skill.card().names.en);
        let definition = "`yes` if this skill is in play, `no` if not.";
        dimension(format!("skill.{}", word(&skill)), title, definition)
    });
    slots.into_iter().chain(edicts).chain(skills).collect()
}

/// What a seat draws; a mountain only for want of a shape.
const DRAWN: [Terrain; 6] = Terrain::ALL;

impl State {
    /// Notes what a decision was offered and took.
    pub(super) fn note(&self, event: &Event, notes: &mut Notes) {
        let Event::Drawn { seat, drawing } = event else {
            return;
        };
        if let Some(choice) = self.choice(*seat) {
            let round = self.season as u8 + 1;
            choice.note(drawing.get(), round, notes.seat(*seat));
        }
    }

    /// Notes what stands on the table at the end.
    pub(super) fn tally(&self, notes: &mut Notes) {
        for (letter, edict) in Letter::ALL.iter().zip(self.setup.edicts) {
            let letter = word(letter).to_lowercase();
            notes.table.tell(format!("edict_{letter}"), edict.id());
        }
        for edict in Edict::ALL {
            let slots = Letter::ALL.iter().zip(self.setup.edicts);
            let slot = slots.into_iter().find(|(_, in_play)| *in_play == edict);
            let slot = slot.map_or("none".to_owned(), |(letter, _)| word(letter).to_lowercase());
            notes.table.tell(format!("edict.{}", edict.id()), slot);
        }
        for skill in Skill::ALL {
            let in_play = if self.setup.skills.contains(&skill) {
                "yes"
            } else {
                "no"
            };
            notes.table.tell(format!("skill.{}", word(&skill)), in_play);
        }
        for (seat, sheet) in self.sheets.iter() {
            let of_seat = notes.seat(seat);
            self.tally_seasons(seat, of_seat);
            tally_sheet(sheet, &Map::printed(self.setup.options.side), of_seat);
        }
        if let Some(rating) = super::score::rating(self) {
            notes.seat(Seat(0)).values.add("solo_rating", rating.points);
        }
    }

    fn tally_seasons(&self, seat: Seat, notes: &mut SeatNotes) {
        for (season, scores) in Season::ALL.into_iter().zip(self.scored.iter()) {
            let letters = season
                .card()
                .edicts
                .map(|letter| word(&letter).to_lowercase());
            for (letter, edict) in letters.iter().zip(scores[seat].edicts) {
                let id = format!("points.{}.{letter}", season.name());
                notes.values.add(id, edict.points);
            }
        }
    }
}

fn tally_sheet(sheet: &Sheet, printed: &Map, notes: &mut SeatNotes) {
    let count = |cells: u32| i32::try_from(cells).expect("121 cells at most");
    for terrain in DRAWN {
        let drawn = sheet.map.of(terrain) - printed.of(terrain);
        let terrain = word(&terrain);
        notes
            .values
            .add(format!("cells.{terrain}"), count(drawn.count()));
        for cell in BOARD.coordinates(drawn) {
            notes.fill(cell, terrain.clone());
        }
    }
    let values = &mut notes.values;
    values.add("cells.empty", count(sheet.map.empty().count()));
    values.add("coins", sheet.coins);
    values.add("coins_spent", sheet.spent);
    let earned = printed.mountain - sheet.coins_left;
    values.add("mountain_coins", count(earned.count()));
    values.add("skills_used", 0);
}

impl Choice<'_> {
    fn note(&self, drawing: &Drawing, round: u8, notes: &mut SeatNotes) {
        if self.duty == Duty::Draw && self.explores() {
            self.note_drawing(drawing, round, notes);
        }
        let may_use = |skill: &&Skill| self.afford(**skill).is_ok();
        let skills = self.skills.iter().filter(may_use).copied().map(Some);
        let offered: Vec<Option<Skill>> = skills.chain([None]).collect();
        let name = |skill: &Option<Skill>| skill.as_ref().map_or("none".to_owned(), word);
        notes.choice("skill", round, &offered, &[drawing.skill], name);
        notes
            .values
            .add("skills_used", u8::from(drawing.skill.is_some()));
    }

    fn note_drawing(&self, drawing: &Drawing, round: u8, notes: &mut SeatNotes) {
        let demand = self.demand();
        if demand.fallback.is_some() {
            return;
        }
        if drawing.skill.is_none() {
            let taken = drawing.terrain.as_slice();
            notes.choice("terrain", round, demand.terrains, taken, word);
        }
        let fits = |shape: &&Shape| {
            let spots = shape.spots(demand.free, demand.cover);
            spots.iter().any(|anchors| !anchors.is_empty())
        };
        let offered: Vec<_> = demand
            .shapes
            .iter()
            .filter(fits)
            .map(|shape| shape.id)
            .collect();
        let name = |id: &Option<_>| id.as_ref().map_or("domino".to_owned(), word);
        notes.choice("shape", round, &offered, &[drawing.shape], name);
    }
}

//! What is on the sheets at the end.

use super::super::{
    components::{Letter, Season, Skill},
    edicts::Edict,
    map::{BOARD, Map, Terrain},
    sheet::Sheet,
    state::State,
};
use crate::{
    Seat, cast,
    facts::{Notes, SeatNotes, Values, or_none, word, yes_no},
};

/// Notes what is on the sheets at the end.
pub(super) fn tally(state: &State, notes: &mut Notes) {
    state.tally_cards(&mut notes.table);
    for (seat, sheet) in state.sheets.iter() {
        let of_seat = notes.seat(seat);
        state.tally_seasons(seat, of_seat);
        tally_sheet(sheet, &Map::printed(state.setup.options.side), of_seat);
    }
    if let Some(rating) = super::super::score::rating(state) {
        notes.seat(Seat(0)).values.add("solo_rating", rating.points);
    }
}

impl State {
    fn tally_cards(&self, values: &mut Values) {
        let slots = || Letter::ALL.iter().map(lower).zip(self.setup.edicts);
        for (slot, edict) in slots() {
            values.tell(format!("edict_{slot}"), edict.id());
        }
        for edict in Edict::ALL {
            let slot = slots().find(|(_, in_play)| *in_play == edict);
            let slot = or_none(slot.map(|(letter, _)| letter));
            values.tell(format!("edict.{}", edict.id()), slot);
        }
        for skill in Skill::ALL {
            let in_play = yes_no(self.setup.skills.contains(&skill));
            values.tell(format!("skill.{}", word(&skill)), in_play);
        }
    }

    fn tally_seasons(&self, seat: Seat, notes: &mut SeatNotes) {
        for (season, scores) in Season::ALL.into_iter().zip(self.scored.iter()) {
            let letters = season.card().edicts.iter().map(lower);
            for (letter, edict) in letters.zip(scores[seat].edicts) {
                let id = format!("points.{}.{letter}", season.name());
                notes.values.add(id, edict.points);
            }
        }
    }
}

/// An edict's letter as ids have it.
fn lower(letter: &Letter) -> String {
    word(letter).to_lowercase()
}

fn tally_sheet(sheet: &Sheet, printed: &Map, notes: &mut SeatNotes) {
    let count = |cells: u32| cast::<i32>(cells);
    for terrain in Terrain::ALL {
        let drawn = sheet.map.of(terrain) - printed.of(terrain);
        let terrain = word(&terrain);
        let id = format!("cells.{terrain}");
        notes.values.add(id, count(drawn.count()));
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
    values.begin(["skills_used"]);
}

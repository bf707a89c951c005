//! What stands on the table at the end.

use super::super::{
    blocks::Block,
    board::{Space, Visible},
    components::Action,
    features::{Axis, Feature, Round},
    player::Player,
    state::State,
};
use crate::{
    Seat, cast,
    facts::{Notes, SeatNotes, or_none, word, yes_no},
};

/// Notes what stands on the table at the end.
pub(super) fn tally(state: &State, notes: &mut Notes) {
    for (seat, player) in state.players.iter() {
        let of_seat = notes.seat(seat);
        let values = &mut of_seat.values;
        values.begin(SOMETIMES);
        values.begin(Action::ALL.map(|action| format!("actions.{}", word(&action))));
        values.begin(Block::ALL.map(|block| format!("blocks.{}", word(&block))));
        values.add("turn_order", state.turn_order(seat));
        let beginner = yes_no(state.options.beginners.contains(seat));
        values.tell("beginner", beginner);
        state.tally_rounds(seat, of_seat);
        player.tally(of_seat);
    }
}

impl State {
    /// 3.7: turns go round from whoever began.
    fn turn_order(&self, seat: Seat) -> i32 {
        let seats = i64::from(self.seats());
        let began = i64::from(self.active.0) - i64::from(self.turn) + 1;
        let place = (i64::from(seat.0) - began).rem_euclid(seats);
        cast::<i32>(place) + 1
    }

    fn tally_rounds(&self, seat: Seat, notes: &mut SeatNotes) {
        for round in Round::ALL {
            let mut scores = self.scores.iter();
            let score = scores.find(|score| score.round == round && score.seat == seat);
            let feature = score.and_then(|score| score.feature);
            let feature = or_none(feature.map(Feature::id));
            notes.values.tell(format!("scored.{}", round.id()), feature);
        }
    }
}

/// What some seats never do.
const SOMETIMES: [&str; 13] = [
    "turns",
    "tiles_flipped",
    "fights",
    "fights_won",
    "fights_lost",
    "weapons_collected",
    "points.building",
    "points.mob",
    "points.golden_hoe",
    "points.mob_bonus",
    "points.round_a",
    "points.round_b",
    "points.round_c",
];

impl Player {
    fn tally(&self, notes: &mut SeatNotes) {
        let values = &mut notes.values;
        values.tell("board", word(&self.board));
        let returned = self.mobs.iter().filter(|won| won.returned);
        values.count("extra_actions", returned.count());
        values.add("blocks_left", self.supply.count());
        values.count("buildings_built", self.built.len());
        values.count("mobs_beaten", self.mobs.len());
        values.count("mobs_kept", self.end_of_game_mobs().count());
        values.add("golden_hoes", self.hoes);
        values.add("tnt_used", self.tnt_used);
        values.count("weapons", self.weapons.weapons().len());
        self.tally_board(notes);
    }

    fn tally_board(&self, notes: &mut SeatNotes) {
        let landscape = self.landscape();
        let mut shown = 0;
        for space in Space::all() {
            if let Visible::Built(building) = landscape.at(space) {
                notes.fill(space.cell(), building.feature(Axis::Type).id());
                shown += 1;
            }
        }
        let covered = self.built.len() - shown;
        notes.values.count("buildings_covered", covered);
        for feature in Feature::ALL {
            let count = landscape.built_with(feature).count();
            let count = cast::<i32>(count);
            let id = format!("buildings.{}", feature.id());
            notes.values.add(id, count);
        }
    }
}

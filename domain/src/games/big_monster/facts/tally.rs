//! What stands on the table at the end.

use super::super::{
    components::{Color, Metric as Counts, Terrain},
    missions::{Mission, Scope},
    setup::Mode,
    state::{Holding, State},
    tally::Tally,
    tokens::Token,
    zone::{ORIGIN, Zone},
};
use super::catalogue::{ROWS, TEAMS};
use crate::{
    Seat,
    facts::{Notes, SeatNotes, or_none, word, yes_no},
};

/// Notes what stands on the table at the end.
pub(super) fn tally(state: &State, notes: &mut Notes) {
    notes.table.tell("mode", word(&state.mode));
    for mission in Mission::ALL {
        let there = state.missions.iter().any(|it| it.mission == mission);
        let id = format!("mission.{mission}");
        notes.table.tell(id, yes_no(there));
    }
    let tallies = state.tallies();
    for (seat, holding) in state.seats.iter() {
        let of_seat = notes.seat(seat);
        let values = &mut of_seat.values;
        values.begin(ROWS.map(|[row, ..]| format!("points.{row}"))); // else it has no line
        if state.mode != Mode::Variant {
            values.begin(["own_ship"]);
        }
        if let Some(order) = state.turn_order(seat) {
            values.add("turn_order", order);
        }
        state.tally_team(seat, of_seat);
        holding.tally(&tallies[seat], of_seat);
    }
}

impl State {
    /// 9.2: who begins a turn sits left of whoever began the one before.
    fn turn_order(&self, seat: Seat) -> Option<u8> {
        let (seats, before) = (self.players(), self.turn.saturating_sub(1));
        let began = (self.first?.0 + seats - before % seats) % seats;
        Some((seat.0 + seats - began) % seats + 1)
    }

    fn tally_team(&self, seat: Seat, notes: &mut SeatNotes) {
        let team = self.teams().map(|teams| usize::from(seat.0 % teams));
        let team = or_none(team.map(|team| TEAMS[team]));
        notes.values.tell("team", team);
        if let (Some(partner), Some(scores)) = (self.partner(seat), &self.scores) {
            let lower = scores[seat].total().min(scores[partner].total()); // 12.2
            notes.values.add("team_score", lower);
        }
    }
}

impl Holding {
    fn tally(&self, tally: &Tally, notes: &mut SeatNotes) {
        let values = &mut notes.values;
        values.tell("explorer", or_none(self.zone.explorer));
        let claims = Token::claims(&self.tokens);
        for (id, counted) in METRICS {
            values.add(id, tally.metric(counted, claims));
        }
        values.add("big_monsters", tally.big_monsters);
        values.add("lone_halves", tally.lone_halves);
        for color in Color::ALL {
            let id = format!("crystals.{}", color.id());
            values.add(id, tally.crystals(color));
        }
        self.tally_tokens(notes);
        tally_zone(&self.zone, notes);
    }

    fn tally_tokens(&self, notes: &mut SeatNotes) {
        notes.values.begin(TOKENS);
        for token in &self.tokens {
            let id = match token {
                Token::Mission { scope, .. } => match scope {
                    Scope::Individual => "missions_alone",
                    Scope::Team => "missions_as_team",
                },
                Token::Penalty {} => "penalties",
                Token::Dragon {} | Token::Yeti {} | Token::Panda {} => continue,
            };
            notes.values.add(id, 1);
        }
    }
}

/// What counts tokens.
const TOKENS: [&str; 3] = ["missions_alone", "missions_as_team", "penalties"];

/// What the rules count, too.
const METRICS: [(&str, Counts); 7] = [
    ("mutants", Counts::Mutants),
    ("mutants_of_level_2", Counts::MutantsOfLevel2),
    ("terrains", Counts::KindsForMission),
    ("radioactive_monsters", Counts::RadioactiveMonsters),
    ("rune_monsters", Counts::RuneMonsters),
    ("angry_dragons", Counts::AngryDragons),
    ("gold_diamonds", Counts::GoldDiamonds),
];

fn tally_zone(zone: &Zone, notes: &mut SeatNotes) {
    let values = &mut notes.values;
    values.begin(Terrain::ALL.map(|terrain| format!("tiles.{}", word(&terrain))));
    values.begin(["mutations"]);
    values.count("tiles", zone.tiles.len());
    for placed in &zone.tiles {
        let terrain = word(&placed.tile.record().terrain);
        notes.values.add(format!("tiles.{terrain}"), 1);
        notes.values.add("mutations", placed.level);
        for at in placed.cells() {
            notes.fill(at.cell().moved(ORIGIN), terrain.clone());
        }
    }
}

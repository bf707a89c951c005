//! What decisions were offered and took.

use super::super::{
    blocks::Block,
    choice::Choice,
    components::Action,
    event::{Duty, Event, RoundScore},
    features::Feature,
    state::State,
    tiles::{Building, Mob},
    weapons::Weapon,
};
use crate::{
    Replay as _, Seat,
    facts::{Notes, SeatNotes, or_none, word},
};

/// What an action took of what it was offered.
#[derive(Clone, Debug, Default)]
struct Taken {
    act: String,
    building: Option<Building>,
    mob: Option<Mob>,
    weapon: Option<Weapon>,
}

impl Taken {
    fn action(action: Action) -> Taken {
        Taken::act(&word(&action))
    }

    fn act(act: &str) -> Taken {
        Taken {
            act: act.to_owned(),
            ..Taken::default()
        }
    }
}

const EXTRA_ACTION: &str = "extra_action";
const END_TURN: &str = "end_turn";

/// Notes what a decision was offered and took.
pub(super) fn note(state: &State, event: &Event, notes: &mut Notes) {
    match event {
        Event::TurnBegan { seat, .. } => notes.seat(*seat).values.add("turns", 1),
        Event::BlockTaken { seat, block, .. } => state.note_block(*seat, *block, notes),
        Event::Explored { seat, tiles, .. } => {
            let values = &mut notes.seat(*seat).values;
            values.count("tiles_flipped", tiles.len());
            state.note_act(*seat, &Taken::action(Action::Explore), notes);
        }
        Event::Built { seat, building, .. } => {
            let building = Some(*building);
            let taken = Taken::action(Action::Build);
            state.note_act(*seat, &Taken { building, ..taken }, notes);
        }
        Event::TokensRevealed { seat, mob, .. } => {
            let mob = Some(*mob);
            let taken = Taken::action(Action::Fight);
            state.note_act(*seat, &Taken { mob, ..taken }, notes);
            notes.seat(*seat).values.add("fights", 1);
        }
        Event::FightWon { seat, .. } => notes.seat(*seat).values.add("fights_won", 1),
        Event::FightLost { seat, .. } => notes.seat(*seat).values.add("fights_lost", 1),
        Event::WeaponCollected { seat, weapon, .. } => {
            let weapon = Some(*weapon);
            let taken = Taken::action(Action::CollectWeapon);
            state.note_act(*seat, &Taken { weapon, ..taken }, notes);
            notes.seat(*seat).values.add("weapons_collected", 1);
        }
        Event::ExtraActionTileReturned { seat, .. } => {
            state.note_act(*seat, &Taken::act(EXTRA_ACTION), notes);
        }
        Event::TurnEnded { seat } => state.note_end_of_turn(*seat, notes),
        Event::TntUsed { seat } => state.note_tnt(*seat, "use", notes),
        Event::TntKept { seat } => state.note_tnt(*seat, "keep", notes),
        Event::RoundScored { score } => state.note_feature(score, notes),
        // Nobody decided these.
        Event::DecisionDue { .. }
        | Event::HoesPaid { .. }
        | Event::ScoringRoundBegan { .. }
        | Event::MobBonusesScored { .. } => {}
    }
}

impl State {
    fn note_act(&self, seat: Seat, taken: &Taken, notes: &mut Notes) {
        let round = self.moment().round;
        if let Some(choice) = self.choice(seat) {
            choice.note(taken, round, notes.seat(seat));
        }
    }

    fn note_block(&self, seat: Seat, block: Block, notes: &mut Notes) {
        match self.duty {
            Some(Duty::Act | Duty::ExtraAction) => {
                self.note_act(seat, &Taken::action(Action::CollectBlocks), notes);
            }
            Some(Duty::SecondBlock | Duty::Pickaxe | Duty::Tnt | Duty::Feature) | None => {}
        }
        let top = |column| self.cube.block(column, self.cube.height(column));
        let offered = self.cube.takeable().filter_map(top);
        let (offered, taken) = (offered.map(|it| word(&it)), word(&block));
        let round = self.moment().round;
        let of_seat = notes.seat(seat);
        of_seat.values.add(format!("blocks.{taken}"), 1);
        of_seat.choice("block", round, offered, [taken]);
    }

    /// A turn ends by itself where no extra action is left to be taken instead.
    fn note_end_of_turn(&self, seat: Seat, notes: &mut Notes) {
        if self.players[seat].extra_action_tiles().next().is_some() {
            self.note_act(seat, &Taken::act(END_TURN), notes);
        }
    }

    fn note_tnt(&self, seat: Seat, taken: &'static str, notes: &mut Notes) {
        let round = self.moment().round;
        notes
            .seat(seat)
            .choice("tnt", round, ["use", "keep"], [taken]);
    }

    fn note_feature(&self, score: &RoundScore, notes: &mut Notes) {
        let named = score.feature.filter(|_| self.duty == Some(Duty::Feature));
        if let Some(feature) = named {
            let offered = score.round.axis().features().map(Feature::id);
            let round = self.moment().round;
            let of_seat = notes.seat(score.seat);
            of_seat.choice("feature", round, offered, [feature.id()]);
        }
    }
}

impl Choice<'_> {
    fn note(&self, taken: &Taken, round: u8, notes: &mut SeatNotes) {
        let act = taken.act.clone();
        if act != EXTRA_ACTION && act != END_TURN {
            notes.values.add(format!("actions.{act}"), 1);
        }
        notes.choice("action", round, self.kinds_of_action(), [act]);
        if self.allows(Action::Build) {
            let buildings = self.buildings().map(|(_, building)| building);
            let paid = buildings.filter(|it| self.can_pay(*it)).map(Some);
            let offered = paid.chain([None]).map(or_none);
            notes.choice("building", round, offered, [or_none(taken.building)]);
        }
        if self.allows(Action::Fight) {
            let mobs = self.mobs().map(|(_, mob)| Some(mob));
            let offered = mobs.chain([None]).map(or_none);
            notes.choice("mob", round, offered, [or_none(taken.mob)]);
        }
        if self.allows(Action::CollectWeapon) {
            let weapons = self.weapons().map(|(_, weapon)| Some(weapon.id()));
            let offered = weapons.chain([None]).map(or_none);
            let taken = taken.weapon.map(Weapon::id);
            notes.choice("weapon", round, offered, [or_none(taken)]);
        }
    }

    /// What can be done next, as words.
    fn kinds_of_action(&self) -> Vec<String> {
        let actions = Action::ALL.into_iter();
        let open = actions.filter(|it| self.allows(*it) && self.is_possible(*it));
        let mut kinds: Vec<String> = open.map(|action| word(&action)).collect();
        if self.allows_extra_actions() && self.player.extra_action_tiles().next().is_some() {
            kinds.push(EXTRA_ACTION.to_owned());
        }
        if self.allows_end() {
            kinds.push(END_TURN.to_owned());
        }
        kinds
    }
}

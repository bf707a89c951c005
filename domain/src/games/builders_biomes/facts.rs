//! What is counted of a finished match.

use super::{
    blocks::Block,
    board::{Space, Visible},
    choice::Choice,
    components::Action,
    event::{Duty, Event, RoundScore},
    features::{Axis, Feature, Round},
    player::Player,
    state::State,
    tiles::{Building, Mob},
    weapons::Weapon,
};
use crate::{
    Seat,
    facts::{Metric, Notes, SeatNotes, Unit, word},
};

/// What is counted, besides what is counted of every game.
pub fn catalogue() -> Vec<Metric> {
    let mut metrics = points();
    metrics.extend(COUNTED.map(|(id, title, unit, text)| Metric::measure(id, title, unit, text)));
    metrics.extend(actions());
    metrics.extend(blocks());
    metrics.extend(buildings());
    metrics.extend([
        Metric::dimension("board", "Board", "The board the seat builds on."),
        Metric::dimension(
            "beginner",
            "Beginner",
            "`yes` if the seat counts every space in scoring rounds, connected or not.",
        ),
    ]);
    metrics.extend(Round::ALL.map(|round| {
        let title = format!("Feature of round {}", word(&round));
        let definition = "The feature the seat scored in this round; `none` if no space counted.";
        Metric::dimension(&format!("scored.{}", round.id()), &title, definition)
    }));
    metrics.extend(CHOICES.map(|[id, title, definition]| Metric::choice(id, title, definition)));
    metrics
}

const CHOICES: [[&str; 3]; 7] = [
    [
        "action",
        "Action",
        "The next action of a turn: each kind that was allowed and possible was offered, and so \
         were an extra-action tile and the end of the turn where they were; one was taken.",
    ],
    [
        "building",
        "Building",
        "An action at which at least one building could be paid for: each of those was offered, \
         and so was `none`; one was taken.",
    ],
    [
        "mob",
        "Mob fought",
        "An action at which at least one mob could be fought: each of those was offered, and so \
         was `none`; one was taken.",
    ],
    [
        "weapon",
        "Weapon collected",
        "An action at which at least one weapon could be collected: each different weapon was \
         offered, and so was `none`; one was taken.",
    ],
    [
        "block",
        "Block taken",
        "A block was taken, by an action or a pickaxe: each color that could be taken was offered, \
         one was taken.",
    ],
    [
        "tnt",
        "TNT used or kept",
        "A fight showed a TNT: `use` and `keep` were offered, one was taken.",
    ],
    [
        "feature",
        "Feature named",
        "A feature was named in a scoring round: all four of its card were offered, one was taken. \
         Features that are scored without asking are none of these.",
    ],
];

fn points() -> Vec<Metric> {
    let measure = |id: &str, title: &str, definition: &str| {
        Metric::measure(&format!("points.{id}"), title, Unit::Points, definition)
    };
    let mut metrics: Vec<Metric> = POINTS
        .map(|[id, title, definition]| measure(id, title, definition))
        .into();
    metrics.extend(Round::ALL.map(|round| {
        let title = format!("Points in round {}", word(&round));
        let definition = "What the feature scored in this round paid.";
        measure(round.id(), &title, definition)
    }));
    metrics.extend(Feature::ALL.map(|feature| {
        let title = format!("Points from {}", spaced(feature.id()));
        let definition =
            "What this feature paid in its scoring round. Unknown for who scored another.";
        measure(feature.id(), &title, definition)
    }));
    metrics
}

const POINTS: [[&str; 3]; 4] = [
    [
        "building",
        "Points from buildings",
        "What all buildings paid when they were built.",
    ],
    [
        "mob",
        "Points from mobs",
        "What all mobs paid when they were beaten.",
    ],
    [
        "golden_hoe",
        "Points from golden hoes",
        "What golden hoes paid in fights.",
    ],
    [
        "mob_bonus",
        "Points from mobs kept",
        "What the mobs kept for the end of the game paid.",
    ],
];

const COUNTED: [(&str, &str, Unit, &str); 16] = [
    (
        "turn_order",
        "Turn order",
        Unit::Rank,
        "The seat's place in the order of turns: 1 for whoever began.",
    ),
    ("turns", "Turns", Unit::Pieces, "Turns the seat began."),
    (
        "extra_actions",
        "Extra actions",
        Unit::Pieces,
        "Mobs the seat returned for an extra action.",
    ),
    (
        "tiles_flipped",
        "Tiles flipped",
        Unit::Pieces,
        "Tiles the seat turned up by exploring.",
    ),
    (
        "blocks_left",
        "Blocks left",
        Unit::Pieces,
        "Blocks the seat owns at the end.",
    ),
    (
        "buildings_built",
        "Buildings built",
        Unit::Pieces,
        "Buildings the seat placed, later covered or not.",
    ),
    (
        "buildings_covered",
        "Buildings covered",
        Unit::Pieces,
        "Buildings the seat covered with another.",
    ),
    ("fights", "Fights", Unit::Pieces, "Fights the seat began."),
    (
        "fights_won",
        "Fights won",
        Unit::Pieces,
        "Fights in which the seat beat the mob.",
    ),
    (
        "fights_lost",
        "Fights lost",
        Unit::Pieces,
        "Fights in which it did not.",
    ),
    (
        "mobs_beaten",
        "Mobs beaten",
        Unit::Pieces,
        "Mobs the seat has beaten, returned or not.",
    ),
    (
        "mobs_kept",
        "Mobs kept",
        Unit::Pieces,
        "Mobs that pay the seat at the end of the game, however much.",
    ),
    (
        "golden_hoes",
        "Golden hoes",
        Unit::Pieces,
        "Golden hoes that were shown in the seat's fights.",
    ),
    ("tnt_used", "TNT used", Unit::Pieces, "TNT the seat used."),
    (
        "weapons_collected",
        "Weapons collected",
        Unit::Pieces,
        "Weapon tokens the seat took.",
    ),
    (
        "weapons",
        "Weapons",
        Unit::Pieces,
        "Weapon tokens in the seat's pile at the end.",
    ),
];

fn actions() -> [Metric; 5] {
    Action::ALL.map(|action| {
        let action = word(&action);
        let title = format!("Actions: {}", spaced(&action));
        let definition = "How often the seat took this action, as a normal or an extra one.";
        let id = format!("actions.{action}");
        Metric::measure(&id, &title, Unit::Pieces, definition)
    })
}

fn blocks() -> [Metric; 5] {
    Block::ALL.map(|block| {
        let block = word(&block);
        let title = format!("Blocks of {block}");
        let definition = "Blocks of this color the seat took from the cube.";
        Metric::measure(&format!("blocks.{block}"), &title, Unit::Pieces, definition)
    })
}

fn buildings() -> [Metric; 12] {
    Feature::ALL.map(|feature| {
        let title = format!("Buildings: {}", spaced(feature.id()));
        let definition = "Buildings with this feature that show on the board at the end.";
        let id = format!("buildings.{}", feature.id());
        Metric::measure(&id, &title, Unit::Pieces, definition)
    })
}

fn spaced(id: &str) -> String {
    id.replace('_', " ")
}

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

impl State {
    /// Notes what a decision was offered and took.
    pub(super) fn note(&self, event: &Event, notes: &mut Notes) {
        match event {
            Event::TurnBegan { seat, .. } => notes.seat(*seat).values.add("turns", 1),
            Event::BlockTaken { seat, block, .. } => self.note_block(*seat, *block, notes),
            Event::Explored { seat, tiles, .. } => {
                let values = &mut notes.seat(*seat).values;
                values.count("tiles_flipped", tiles.len());
                self.note_act(*seat, &Taken::action(Action::Explore), notes);
            }
            Event::Built { seat, building, .. } => {
                let building = Some(*building);
                let taken = Taken::action(Action::Build);
                self.note_act(*seat, &Taken { building, ..taken }, notes);
            }
            Event::TokensRevealed { seat, mob, .. } => {
                let mob = Some(*mob);
                let taken = Taken::action(Action::Fight);
                self.note_act(*seat, &Taken { mob, ..taken }, notes);
                notes.seat(*seat).values.add("fights", 1);
            }
            Event::FightWon { seat, .. } => notes.seat(*seat).values.add("fights_won", 1),
            Event::FightLost { seat, .. } => notes.seat(*seat).values.add("fights_lost", 1),
            Event::WeaponCollected { seat, weapon, .. } => {
                let weapon = Some(*weapon);
                let taken = Taken::action(Action::CollectWeapon);
                self.note_act(*seat, &Taken { weapon, ..taken }, notes);
                notes.seat(*seat).values.add("weapons_collected", 1);
            }
            Event::ExtraActionTileReturned { seat, .. } => {
                self.note_act(*seat, &Taken::act(EXTRA_ACTION), notes);
            }
            Event::TurnEnded { seat } => self.note_end_of_turn(*seat, notes),
            Event::TntUsed { seat } => self.note_tnt(*seat, "use", notes),
            Event::TntKept { seat } => self.note_tnt(*seat, "keep", notes),
            Event::RoundScored { score } => self.note_feature(score, notes),
            // Nobody decided these.
            Event::DecisionDue { .. }
            | Event::HoesPaid { .. }
            | Event::ScoringRoundBegan { .. }
            | Event::MobBonusesScored { .. } => {}
        }
    }

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
        let mut offered: Vec<Block> = self.cube.takeable().filter_map(top).collect();
        offered.sort_unstable();
        offered.dedup();
        let round = self.moment().round;
        let of_seat = notes.seat(seat);
        of_seat.choice("block", round, &offered, &[block], word);
        let id = format!("blocks.{}", word(&block));
        of_seat.values.add(id, 1);
    }

    /// A turn ends by itself where no extra action is left to be taken instead.
    fn note_end_of_turn(&self, seat: Seat, notes: &mut Notes) {
        if self.players[seat].extra_action_tiles().next().is_some() {
            self.note_act(seat, &Taken::act(END_TURN), notes);
        }
    }

    fn note_tnt(&self, seat: Seat, taken: &str, notes: &mut Notes) {
        let (round, name) = (self.moment().round, |it: &&str| (*it).to_owned());
        let of_seat = notes.seat(seat);
        of_seat.choice("tnt", round, &["use", "keep"], &[taken], name);
    }

    fn note_feature(&self, score: &RoundScore, notes: &mut Notes) {
        let of_seat = notes.seat(score.seat);
        let named = score.feature.filter(|_| self.duty == Some(Duty::Feature));
        if let Some(feature) = named {
            let offered: Vec<Feature> = score.round.axis().features().collect();
            let (round, name) = (self.moment().round, |it: &Feature| it.id().to_owned());
            of_seat.choice("feature", round, &offered, &[feature], name);
        }
    }

    /// Notes what stands on the table at the end.
    pub(super) fn tally(&self, notes: &mut Notes) {
        for (seat, player) in self.players.iter() {
            let of_seat = notes.seat(seat);
            for id in SOMETIMES {
                of_seat.values.add(id, 0);
            }
            for action in Action::ALL {
                of_seat.values.add(format!("actions.{}", word(&action)), 0);
            }
            for block in Block::ALL {
                of_seat.values.add(format!("blocks.{}", word(&block)), 0);
            }
            of_seat.values.add("turn_order", self.turn_order(seat));
            let beginner = self.options.beginners.contains(seat);
            let beginner = if beginner { "yes" } else { "no" };
            of_seat.values.tell("beginner", beginner);
            self.tally_rounds(seat, of_seat);
            player.tally(of_seat);
        }
    }

    /// 3.7: turns go round from whoever began.
    fn turn_order(&self, seat: Seat) -> i32 {
        let seats = i64::from(self.seats());
        let began = i64::from(self.active.0) - i64::from(self.turn) + 1;
        let place = (i64::from(seat.0) - began).rem_euclid(seats);
        i32::try_from(place).expect("there are few seats") + 1
    }

    fn tally_rounds(&self, seat: Seat, notes: &mut SeatNotes) {
        for round in Round::ALL {
            let mut scores = self.scores.iter();
            let score = scores.find(|score| score.round == round && score.seat == seat);
            let feature = score.and_then(|score| score.feature);
            let feature = feature.map_or("none", Feature::id);
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

impl Choice<'_> {
    fn note(&self, taken: &Taken, round: u8, notes: &mut SeatNotes) {
        let same = |act: &String| act.clone();
        let act = [taken.act.clone()];
        notes.choice("action", round, &self.kinds_of_action(), &act, same);
        let is_action = taken.act != EXTRA_ACTION && taken.act != END_TURN;
        if is_action {
            notes.values.add(format!("actions.{}", taken.act), 1);
        }
        if self.allows(Action::Build) {
            let buildings = self.buildings().map(|(_, building)| building);
            let paid = or_none(buildings.filter(|it| self.can_pay(*it)));
            notes.choice("building", round, &paid, &[taken.building], named);
        }
        if self.allows(Action::Fight) {
            let mobs = or_none(self.mobs().map(|(_, mob)| mob));
            notes.choice("mob", round, &mobs, &[taken.mob], named);
        }
        if self.allows(Action::CollectWeapon) {
            let weapons = or_none(self.weapons().map(|(_, weapon)| weapon));
            let name = |it: &Option<Weapon>| it.map_or("none", Weapon::id).to_owned();
            notes.choice("weapon", round, &weapons, &[taken.weapon], name);
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

/// Each different thing, and nothing.
fn or_none<T: Copy + Ord>(things: impl Iterator<Item = T>) -> Vec<Option<T>> {
    let mut offered: Vec<Option<T>> = things.map(Some).chain([None]).collect();
    offered.sort_unstable();
    offered.dedup();
    offered
}

fn named<T: ToString>(thing: &Option<T>) -> String {
    thing.as_ref().map_or("none".to_owned(), T::to_string)
}

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
            let count = i32::try_from(count).expect("a board has nine spaces");
            let id = format!("buildings.{}", feature.id());
            notes.values.add(id, count);
        }
    }
}

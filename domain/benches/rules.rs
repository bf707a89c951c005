//! How fast the rules are. Every bench asserts the right answer while it measures.

mod common;

use common::{Played, options, play};
use divan::{Bencher, black_box, counter::ItemsCount};
use domain::{
    BySeat, Seed, View, Viewer,
    bots::Bot,
    games::cartographers::{
        edicts::{Edict, monsters},
        map::Map,
    },
    matches::{self, Match, MatchEvent, Place, PlayerId, Request, Terms},
};

/// The seats of a table, and what its match with seed 1 comes to.
const TABLES: [(u8, Played); 5] = [
    (1, played(21, 4_034, 32)),
    (2, played(48, 7_718, 36)),
    (4, played(96, 15_412, 122)),
    (12, played(288, 49_221, 332)),
    (100, played(2_400, 401_850, 3_051)),
];

fn main() {
    divan::main();
}

/// Random matches with full enumeration of legal commands; items are decisions.
#[divan::bench(args = TABLES.map(|(seats, _)| seats), min_time = 1)]
fn random_playout(bencher: Bencher<'_, '_>, seats: u8) {
    let table = TABLES.iter().find(|table| table.0 == seats);
    let (_, expected) = *table.expect("the arguments are the tables");
    let options = options();
    bencher
        .counter(ItemsCount::new(expected.decisions))
        .bench(|| assert_eq!(play(black_box(&options), seats, 1), expected));
}

/// All sixteen scoring cards and the monsters, on a map at the end of a match;
/// items are maps.
#[divan::bench(min_time = 1)]
fn score_sixteen_cards(bencher: Bencher<'_, '_>) {
    let maps = final_maps();
    let score = |map: &Map| {
        let cards = Edict::ALL.iter().map(|edict| edict.score(map).points);
        i32::from(cards.sum::<i16>() + monsters(map).points)
    };
    let expected: i32 = maps.iter().map(score).sum();
    assert_eq!(expected, STARS_ON_FINAL_MAPS);
    bencher.counter(ItemsCount::new(maps.len())).bench(|| {
        let stars: i32 = black_box(&maps).iter().map(score).sum();
        assert_eq!(stars, expected);
    });
}

/// A whole match folded from its events; items are events.
#[divan::bench(args = [1, 2, 4, 12, 100], min_time = 1)]
fn fold_match(bencher: Bencher<'_, '_>, seats: u8) {
    let happened = match_of_bots(seats);
    bencher
        .counter(ItemsCount::new(happened.len()))
        .bench(|| assert!(fold(black_box(&happened)).is_over()));
}

/// A whole match read from its JSON and folded; items are events.
#[divan::bench(args = [1, 2, 4, 12, 100], min_time = 1)]
fn read_and_fold_match(bencher: Bencher<'_, '_>, seats: u8) {
    let happened = match_of_bots(seats);
    let lines: Vec<String> = happened.iter().map(written).collect();
    bencher.counter(ItemsCount::new(happened.len())).bench(|| {
        let read = black_box(&lines).iter().map(|line| read(line));
        assert!(fold(&read.collect::<Vec<_>>()).is_over());
    });
}

const STARS_ON_FINAL_MAPS: i32 = 9_717;

const fn played(decisions: u32, legal: usize, stars: i32) -> Played {
    Played {
        decisions,
        legal,
        stars,
    }
}

/// The maps of a finished match of a hundred.
fn final_maps() -> Vec<Map> {
    let over = fold(&match_of_bots(100));
    let state = &over.table().expect("it has started").state;
    let View::Cartographers(view) = state.view(Viewer::Referee);
    view.sheets.iter().map(|(_, sheet)| sheet.map).collect()
}

fn match_of_bots(seats: u8) -> Vec<MatchEvent> {
    let seed = Seed([1; 32]);
    let info = options().game().info();
    let terms = Terms {
        options: options(),
        places: BySeat::new(seats, |_| Place::Bot { bot: Bot::Random }),
        host: PlayerId(String::new()),
        rules: info.rules,
        components: String::new(),
        seed_commitment: seed.commitment(),
        seed_known: true,
        open_hands: false,
        private: false,
    };
    let mut happened = matches::open(&terms, seed, &[]).expect("there are seats");
    let mut table = fold(&happened);
    while let Some((seat, (decision, command))) = due(&table) {
        let request = Request::Decide {
            seat,
            decision,
            command,
        };
        let more = table.decide(None, request).expect("bots play legally");
        more.iter().for_each(|event| table.evolve(event));
        happened.extend(more);
    }
    happened
}

fn due(table: &Match) -> Option<(domain::Seat, (u32, domain::Command))> {
    let seat = table.table()?.bots_to_act().iter().next()?;
    Some((seat, table.bot_decision(seat)?))
}

fn fold(happened: &[MatchEvent]) -> Match {
    let mut table = Match::opened(&happened[0]);
    happened[1..].iter().for_each(|event| table.evolve(event));
    table
}

fn written(event: &MatchEvent) -> String {
    serde_json::to_string(event).expect("events serialize")
}

fn read(line: &str) -> MatchEvent {
    serde_json::from_str(line).expect("what was written is read")
}

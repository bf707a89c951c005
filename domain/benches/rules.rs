//! How fast the rules are. Every bench asserts the right answer while it measures.

mod common;

use std::fmt;

use common::play;
use divan::{Bencher, black_box, counter::ItemsCount};
use domain::{
    BySeat, GameId, Options, Position, Seat, Seed, State, View, Viewer,
    bots::Bot,
    games::{
        big_monster::{
            self, score::zone_points, setup::Mode, tally::Claims, tiles::Tile, zone::Zone,
        },
        bunny_kingdom::{fiefs::Estate, realm::Realm},
        cartographers::{
            edicts::{Edict, monsters},
            map::Map,
        },
    },
    matches::{self, Match, MatchEvent, Place, PlayerId, Request, Terms},
};
use serde_json::{Value, json};

/// A game and the seats of a table.
const TABLES: [Of; 16] = [
    Of(CARTOGRAPHERS, 1),
    Of(CARTOGRAPHERS, 2),
    Of(CARTOGRAPHERS, 4),
    Of(CARTOGRAPHERS, 12),
    Of(CARTOGRAPHERS, 100),
    Of(BUNNY_KINGDOM, 2),
    Of(BUNNY_KINGDOM, 3),
    Of(BUNNY_KINGDOM, 4),
    Of(BUILDERS_BIOMES, 2),
    Of(BUILDERS_BIOMES, 3),
    Of(BUILDERS_BIOMES, 4),
    Of(BIG_MONSTER, 2),
    Of(BIG_MONSTER, 3),
    Of(BIG_MONSTER, 4),
    Of(BIG_MONSTER, 5),
    Of(BIG_MONSTER, 6),
];

/// The modes of Big Monster that are not what its tables play if nothing is chosen.
const MODES: [(Mode, u8); 3] = [
    (Mode::Variant, 3),
    (Mode::TeamDraft, 4),
    (Mode::TeamDraft, 6),
];

const CARTOGRAPHERS: GameId = GameId::Cartographers;
const BUNNY_KINGDOM: GameId = GameId::BunnyKingdom;
const BUILDERS_BIOMES: GameId = GameId::BuildersBiomes;
const BIG_MONSTER: GameId = GameId::BigMonster;

/// A game and how many play it.
#[derive(Clone, Copy)]
struct Of(GameId, u8);

impl fmt::Display for Of {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?} {}", self.0, self.1)
    }
}

fn main() {
    divan::main();
}

/// Random matches with full enumeration of legal commands; items are decisions.
#[divan::bench(args = TABLES, min_time = 1)]
fn random_playout(bencher: Bencher<'_, '_>, Of(game, seats): Of) {
    let options = game.default_options();
    let expected = play(&options, seats, 1);
    bencher
        .counter(ItemsCount::new(expected.decisions))
        .bench(|| assert_eq!(play(black_box(&options), seats, 1), expected));
}

/// The same for the other modes of Big Monster, by their place in [`MODES`].
#[divan::bench(args = 0..MODES.len(), min_time = 1)]
fn random_playout_of_mode(bencher: Bencher<'_, '_>, nth: usize) {
    let (mode, seats) = MODES[nth];
    let options = Options::BigMonster(big_monster::Options {
        mode: Some(mode),
        ..Default::default()
    });
    let expected = play(&options, seats, 1);
    bencher
        .counter(ItemsCount::new(expected.decisions))
        .bench(|| assert_eq!(play(black_box(&options), seats, 1), expected));
}

/// Full zones of six, scored without their lines; items are zones.
#[divan::bench(min_time = 1)]
fn score_full_zones(bencher: Bencher<'_, '_>) {
    let zones = final_zones();
    let options = big_monster::Options::default();
    let points = |zone: &Zone| i32::from(zone_points(zone, Claims::default(), &options));
    let expected: i32 = zones.iter().map(points).sum();
    bencher.counter(ItemsCount::new(zones.len())).bench(|| {
        let sum: i32 = black_box(&zones).iter().map(points).sum();
        assert_eq!(sum, expected);
    });
}

/// Every spot for an upright and a lying tile in full zones; items are zones.
#[divan::bench(min_time = 1)]
fn spots_of_full_zones(bencher: Bencher<'_, '_>) {
    let zones = final_zones();
    let count = |zone: &Zone| zone.spots(Tile::Desert).len() + zone.spots(Tile::RadioTwin).len();
    let expected: usize = zones.iter().map(count).sum();
    bencher.counter(ItemsCount::new(zones.len())).bench(|| {
        let sum: usize = black_box(&zones).iter().map(count).sum();
        assert_eq!(sum, expected);
    });
}

/// A match of greedy bots, who ask what every legal command gains; items are decisions.
#[divan::bench(args = [Of(CARTOGRAPHERS, 4), Of(BUNNY_KINGDOM, 4), Of(BIG_MONSTER, 6)], min_time = 1)]
fn greedy_match(bencher: Bencher<'_, '_>, Of(game, seats): Of) {
    let decisions = |happened: &[MatchEvent]| {
        let made = happened.iter();
        made.filter(|it| matches!(it, MatchEvent::Decided { .. }))
            .count()
    };
    let expected = decisions(&match_of(game, seats, 1, Bot::Greedy));
    bencher.counter(ItemsCount::new(expected)).bench(|| {
        let happened = match_of(game, seats, 1, Bot::Greedy);
        assert_eq!(decisions(&happened), expected);
    });
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
    bencher.counter(ItemsCount::new(maps.len())).bench(|| {
        let stars: i32 = black_box(&maps).iter().map(score).sum();
        assert_eq!(stars, expected);
    });
}

/// The fiefs of all four seats and what they harvest, on full boards at the end of
/// a match; items are boards.
#[divan::bench(min_time = 1)]
fn harvest_full_boards(bencher: Bencher<'_, '_>) {
    let boards: Vec<Realm> = (0..10).map(|seed| final_board(seed).board).collect();
    let harvest = |realm: &Realm| {
        let seats = Seat::first(4);
        i32::from(
            seats
                .map(|seat| Estate::of(realm, seat).harvest())
                .sum::<i16>(),
        )
    };
    let expected: i32 = boards.iter().map(harvest).sum();
    bencher.counter(ItemsCount::new(boards.len())).bench(|| {
        let carrots: i32 = black_box(&boards).iter().map(harvest).sum();
        assert_eq!(carrots, expected);
    });
}

/// Every parchment a seat was dealt, scored with all the fiefs, line by line, as the
/// stateless endpoint does; items are boards.
#[divan::bench(min_time = 1)]
fn score_final_sheets(bencher: Bencher<'_, '_>) {
    let views: Vec<View> = (0..10)
        .map(|seed| View::BunnyKingdom(final_board(seed)))
        .collect();
    let total = |view: &View| {
        let sheets = view.scores();
        i32::from(sheets.iter().map(|(_, it)| it.banked.total()).sum::<i16>())
    };
    let expected: i32 = views.iter().map(total).sum();
    bencher.counter(ItemsCount::new(views.len())).bench(|| {
        let points: i32 = black_box(&views).iter().map(total).sum();
        assert_eq!(points, expected);
    });
}

/// Four full boards with mobs that count: all three rounds and the end of the game,
/// line by line, as the stateless endpoint does; items are boards.
#[divan::bench(min_time = 1)]
fn score_full_boards(bencher: Bencher<'_, '_>) {
    let view = full_boards();
    let total = |view: &View| {
        let sheets = view.scores();
        sheets
            .iter()
            .map(|(_, it)| it.if_now.total())
            .collect::<Vec<_>>()
    };
    assert_eq!(total(&view), XP_OF_FULL_BOARDS);
    bencher
        .counter(ItemsCount::new(XP_OF_FULL_BOARDS.len()))
        .bench(|| assert_eq!(total(black_box(&view)), XP_OF_FULL_BOARDS));
}

/// Every legal command with a full supply and four buildings around, each payment on
/// every space; items are
/// commands.
#[divan::bench(min_time = 1)]
fn enumerate_payments(bencher: Bencher<'_, '_>) {
    let view = full_boards();
    bencher
        .counter(ItemsCount::new(WITH_FULL_SUPPLY))
        .bench(|| assert_eq!(black_box(&view).legal().len(), WITH_FULL_SUPPLY));
}

/// Every legal command of every decision of a match, from the views; items are
/// commands.
#[divan::bench(
    args = [Of(CARTOGRAPHERS, 4), Of(BUNNY_KINGDOM, 2), Of(BUNNY_KINGDOM, 4), Of(BUILDERS_BIOMES, 4), Of(BIG_MONSTER, 2), Of(BIG_MONSTER, 6)],
    min_time = 1,
)]
fn enumerate_legal(bencher: Bencher<'_, '_>, Of(game, seats): Of) {
    let views = views_of_match(game, seats);
    let count = |view: &View| view.legal().len();
    let expected: usize = views.iter().map(count).sum();
    bencher
        .counter(ItemsCount::new(expected))
        .bench(|| assert_eq!(black_box(&views).iter().map(count).sum::<usize>(), expected));
}

/// A whole match folded from its events; items are events.
#[divan::bench(args = TABLES, min_time = 1)]
fn fold_match(bencher: Bencher<'_, '_>, Of(game, seats): Of) {
    let happened = match_of_bots(game, seats, 1);
    bencher
        .counter(ItemsCount::new(happened.len()))
        .bench(|| assert!(fold(black_box(&happened)).is_over()));
}

/// A whole match read from its JSON and folded; items are events.
#[divan::bench(args = TABLES, min_time = 1)]
fn read_and_fold_match(bencher: Bencher<'_, '_>, Of(game, seats): Of) {
    let happened = match_of_bots(game, seats, 1);
    let lines: Vec<String> = happened.iter().map(written).collect();
    bencher.counter(ItemsCount::new(happened.len())).bench(|| {
        let read = black_box(&lines).iter().map(|line| read(line));
        assert!(fold(&read.collect::<Vec<_>>()).is_over());
    });
}

const XP_OF_FULL_BOARDS: [i16; 4] = [68, 54, 77, 73];
const WITH_FULL_SUPPLY: usize = 334;

/// The maps of a finished match of a hundred.
fn final_maps() -> Vec<Map> {
    let View::Cartographers(view) = final_view(&match_of_bots(CARTOGRAPHERS, 100, 1)) else {
        panic!("a match of Cartographers has its views")
    };
    view.sheets.iter().map(|(_, sheet)| sheet.map).collect()
}

/// The board of a finished match of four.
fn final_board(seed: u8) -> domain::games::bunny_kingdom::View {
    let View::BunnyKingdom(view) = final_view(&match_of_bots(BUNNY_KINGDOM, 4, seed)) else {
        panic!("a match of Bunny Kingdom has its views")
    };
    view
}

/// Nine buildings on each board, three mobs beside it, and four buildings to be paid
/// by the first player.
fn full_boards() -> View {
    let spaces = (0..3).flat_map(|row| (0..3).map(move |col| [row, col]));
    let player = |nth: usize| {
        let built = spaces.clone().zip(1 + 10 * nth..);
        let built =
            built.map(|(space, id)| json!({"building": format!("bld-{id:02}"), "space": space}));
        let mobs = (1..4).map(|id| format!("mob-{:02}", id + 3 * nth));
        json!({"built": built.collect::<Vec<_>>(), "mobs": mobs.collect::<Vec<_>>()})
    };
    let mut players: Vec<Value> = (0..4).map(player).collect();
    players[0]["supply"] = json!({"wood": 9, "sand": 9, "stone": 9, "obsidian": 9, "emerald": 9});
    let stacks = [("22", 10), ("23", 20), ("32", 30), ("33", 41)];
    let stacks = stacks.map(
        |(at, id)| json!({"at": format!("stack-{at}"), "left": 1, "face_up": format!("bld-{id}")}),
    );
    let position = json!({
        "game": BUILDERS_BIOMES,
        "position": {"players": players, "stacks": stacks},
    });
    let position: Position = serde_json::from_value(position).expect("it is a position");
    position.imagine().expect("it can stand")
}

fn final_view(happened: &[MatchEvent]) -> View {
    let over = fold(happened);
    let state = &over.table().expect("it has started").state;
    state.view(Viewer::Referee)
}

/// What each seat saw before each of its decisions.
fn views_of_match(game: GameId, seats: u8) -> Vec<View> {
    let mut views = Vec::new();
    let mut table: Option<State> = None;
    for event in match_of_bots(game, seats, 1) {
        match (&mut table, event) {
            (None, MatchEvent::Started { setup, .. }) => table = Some(State::new(&setup)),
            (Some(state), MatchEvent::Decided { seat }) => {
                views.push(state.view(Viewer::Seat(seat)));
            }
            (Some(state), MatchEvent::Played { event }) => state.evolve(&event),
            (_, _) => {}
        }
    }
    views
}

/// The zones of ten finished matches of six.
fn final_zones() -> Vec<Zone> {
    let zones = |seed| {
        let View::BigMonster(view) = final_view(&match_of_bots(BIG_MONSTER, 6, seed)) else {
            panic!("a match of Big Monster has its views")
        };
        let seats = Seat::first(6);
        seats
            .map(|seat| view.seats[seat].zone.clone())
            .collect::<Vec<_>>()
    };
    (0..10).flat_map(zones).collect()
}

fn match_of_bots(game: GameId, seats: u8, seed: u8) -> Vec<MatchEvent> {
    match_of(game, seats, seed, Bot::Random)
}

fn match_of(game: GameId, seats: u8, seed: u8, bot: Bot) -> Vec<MatchEvent> {
    let seed = Seed([seed; 32]);
    let info = game.info();
    let terms = Terms {
        options: game.default_options(),
        places: BySeat::new(seats, |_| Place::Bot { bot }),
        host: PlayerId(String::new()),
        rules: info.rules,
        components: game.components_sha256().to_owned(),
        seed_commitment: seed.commitment(),
        seed_known: true,
        open_hands: false,
        private: false,
        fork: None,
        batch: None,
        rng: None,
        settings: Box::default(),
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
        table.evolve_all(&more);
        happened.extend(more);
    }
    happened
}

fn due(table: &Match) -> Option<(Seat, (u32, domain::Command))> {
    let seat = table.table()?.server_to_act().iter().next()?;
    Some((seat, table.bot_decision(seat)?))
}

fn fold(happened: &[MatchEvent]) -> Match {
    Match::fold(happened).expect("it was opened")
}

fn written(event: &MatchEvent) -> String {
    serde_json::to_string(event).expect("events serialize")
}

fn read(line: &str) -> MatchEvent {
    serde_json::from_str(line).expect("what was written is read")
}

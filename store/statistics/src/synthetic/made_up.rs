//! The matches that a bench makes up: words, and seats with values that look like chance.

use domain::{
    Cell, GameId, cast,
    facts::{Filled, Item, Times},
};

use crate::{
    columns::{chunk::Row, dictionary::Dictionary},
    facts::{
        finished::{WIN, WIN_SEATS},
        game::{DEAL, GameFacts, Offer},
    },
};
use store_log::DealId;

const SEATS: u64 = 4;
/// Offers and cells of each seat.
const LISTED: u64 = 20;

/// A stream of numbers that look like chance.
pub(super) struct Chance(pub(super) u64);

impl Chance {
    fn below(&mut self, below: u64) -> u64 {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % below
    }

    fn small(&mut self, below: u64) -> i32 {
        cast::<i32>(self.below(below))
    }
}

/// Measures and how many values each has.
const MEASURES: [(&str, u64); 16] = [
    ("final_score", 120),
    ("margin", 100),
    ("decisions", 12),
    ("thinking_ms", 100_000),
    ("points.spring", 30),
    ("points.summer", 40),
    ("points.fall", 50),
    ("points.winter", 60),
    ("points.coins", 20),
    ("points.monsters", 20),
    ("points.spring.a", 20),
    ("points.spring.b", 20),
    ("cells.forest", 40),
    ("cells.empty", 60),
    ("coins", 14),
    ("mountain_coins", 6),
];
/// Dimensions and how many words each has.
const DIMENSIONS: [(&str, u64); 8] = [
    ("player", 200),
    ("player_kind", 3),
    ("player_version", 10),
    ("month", 24),
    ("day", 700),
    ("edict_a", 16),
    ("edict_b", 16),
    ("option.side", 2),
];
/// Dimensions of which all matches have the same word.
const SAME: [&str; 7] = [
    "server_made",
    "forked",
    "imported",
    "foreknown",
    "private",
    "seed_known",
    "deal_closed",
];
const PLACES: [&str; 6] = ["rank", "seat", "seats", "rules", WIN, DEAL];

/// Makes up all words, and so many deals.
pub(super) fn prepare(facts: &mut GameFacts, deals: u32) {
    let measures = MEASURES.iter().map(|(id, _)| *id).chain(PLACES);
    for id in measures
        .chain(SAME)
        .chain(DIMENSIONS.iter().map(|(id, _)| *id))
    {
        facts.columns.code(id.to_owned(), |_, _| {});
        facts.words.push(Dictionary::default());
    }
    for (id, words) in DIMENSIONS.into_iter().chain(SAME.map(|id| (id, 1))) {
        let column = facts.columns.known(id).expect("it was just put there");
        for nth in 0..words {
            facts.words[column].code(word(id, nth), |_, _| {});
        }
    }
    for nth in 0..deals {
        facts.deals.code(DealId::of_bytes(id(nth)), |_, _| {});
    }
    for nth in 0..cast::<u8>(LISTED * 4) {
        let item = Item {
            kind: "card".into(),
            item: format!("{:02}", nth / 4).into(),
            round: nth % 4 / 2 + 1,
        };
        let times = Times {
            offered: 2,
            taken: u16::from(nth % 2),
        };
        facts.offers.code(Offer { item, times }, |_, _| {});
        let filled = Filled {
            cell: Cell::new(nth / 11, nth % 11),
            with: "forest".into(),
        };
        facts.cells.code(filled, |_, _| {});
    }
}

/// The nth word of a dimension, where words are checked one that it can have.
fn word(dimension: &str, nth: u64) -> String {
    let one_of = |words: &[&str]| words[cast::<usize>(nth)].to_owned();
    match dimension {
        "player" => format!("p_{nth:032x}"),
        "player_kind" => one_of(&["bot", "person", "server_bot"]),
        "option.side" => one_of(&["A", "B"]),
        "month" => format!("{}-{:02}", 2031 + nth / 12, nth % 12 + 1),
        _ if SAME.contains(&dimension) => "no".to_owned(),
        _ => format!("{nth:03}"),
    }
}

/// The nth id.
pub(super) fn id(nth: u32) -> [u8; 16] {
    let mut id = [0; 16];
    id[..4].copy_from_slice(&nth.to_be_bytes());
    id
}

/// The seats of the nth match.
pub(super) fn rows(facts: &GameFacts, game: GameId, nth: u32, chance: &mut Chance) -> Vec<Row> {
    let column = |id: &str| facts.columns.known(id).expect("it was prepared");
    let rules = i32::from(game.info().rules);
    let deal = cast::<i32>(nth / 2);
    let seats = cast::<i32>(SEATS);
    let row = |seat: i32| {
        let rank = (seat + deal) % seats + 1;
        let win = if rank == 1 { seats * WIN_SEATS + 1 } else { 0 };
        let places = PLACES
            .into_iter()
            .zip([rank, seat, seats, rules, win, deal]);
        let mut values: Vec<(usize, i32)> = places.map(|(id, value)| (column(id), value)).collect();
        values.extend(SAME.map(|id| (column(id), 0)));
        for (id, many) in MEASURES.into_iter().chain(DIMENSIONS) {
            values.push((column(id), chance.small(many)));
        }
        let item = |nth: i32, chance: &mut Chance| nth * 4 + chance.small(4);
        let listed = cast::<i32>(LISTED);
        let choices = (0..listed).map(|nth| item(nth, chance)).collect();
        let cells = (0..listed).map(|nth| item(nth, chance)).collect();
        Row {
            values,
            choices,
            cells,
            ..Row::default()
        }
    };
    (0..seats).map(row).collect()
}

//! Facts that no match led to, as many as a bench wants.

use std::hint::black_box;

use domain::{
    Cell, GameId,
    facts::{Filled, Item, Times},
};

use super::{
    answer::{Answer, Comparison, Distribution},
    asking::Moment,
    choosing::Choices,
    chunk::{Growing, Row},
    deal::DealId,
    finished::{WIN, WIN_SEATS},
    game::{DEAL, GameFacts, Offer},
    mapping::Heatmap,
    question::{Query, Slice, Unanswerable},
};
use crate::{id::MatchId, time::Timestamp};

/// Facts of matches of four that nobody played.
#[derive(Debug)]
pub struct Synthetic {
    facts: GameFacts,
    game: GameId,
}

const SEATS: u64 = 4;
/// Offers and cells of each seat.
const LISTED: u64 = 20;

/// A stream of numbers that look like chance.
struct Chance(u64);

impl Chance {
    fn below(&mut self, below: u64) -> u64 {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % below
    }

    fn small(&mut self, below: u64) -> i32 {
        i32::try_from(self.below(below)).expect("it is small")
    }
}

impl Synthetic {
    /// So many matches.
    pub fn new(game: GameId, matches: u32, chunk_rows: usize) -> Synthetic {
        let mut facts = GameFacts::default();
        let mut chance = Chance(7);
        prepare(&mut facts, matches.div_ceil(2));
        let mut growing = Growing::default();
        for nth in 0..matches {
            let mut id = [0; 16];
            id[..4].copy_from_slice(&nth.to_be_bytes());
            let rows = rows(&facts, game, nth, &mut chance);
            growing.push(MatchId(id), rows);
            if growing.rows() >= chunk_rows {
                facts
                    .chunks
                    .push(std::mem::take(&mut growing).chunk().into());
            }
        }
        facts.growing = growing;
        facts.settle();
        Synthetic { facts, game }
    }

    /// How many seats there are.
    pub fn seats(&self) -> usize {
        self.facts.chunks().map(|chunk| chunk.rows).sum()
    }

    /// How many bytes they take: columns, and lists of offers and cells.
    pub fn bytes(&self) -> usize {
        self.facts.chunks().map(|chunk| chunk.bytes()).sum()
    }

    /// Columns as plain arrays.
    pub fn plain(&self, metrics: &[&str]) -> Vec<Vec<i32>> {
        let column = |id: &&str| {
            let column = self.facts.columns.known(*id);
            let chunks = self.facts.chunks();
            chunks.flat_map(|chunk| chunk.values(column)).collect()
        };
        metrics.iter().map(column).collect()
    }

    /// The code of a word of a dimension, as plain arrays hold it.
    pub fn code(&self, dimension: &str, word: &str) -> Option<usize> {
        let column = self.facts.columns.known(dimension)?;
        self.facts.words[column].known(word)
    }

    /// As [`Statistics::query`](super::Statistics::query), never from a cache.
    ///
    /// # Errors
    ///
    /// What it asks for that there is not.
    pub fn query(&self, query: &Query) -> Result<Answer, Unanswerable> {
        self.moment().query(black_box(query))
    }

    /// As [`Statistics::distribution`](super::Statistics::distribution).
    ///
    /// # Errors
    ///
    /// What it asks for that there is not.
    pub fn distribution(&self, slice: &Slice, metric: &str) -> Result<Distribution, Unanswerable> {
        self.moment().distribution(slice, metric)
    }

    /// As [`Statistics::compare`](super::Statistics::compare).
    ///
    /// # Errors
    ///
    /// What it asks for that there is not.
    pub fn compare(
        &self,
        first: &Slice,
        second: &Slice,
        metric: &str,
    ) -> Result<Comparison, Unanswerable> {
        self.moment().compare(first, second, metric, 1)
    }

    /// As [`Statistics::choices`](super::Statistics::choices).
    ///
    /// # Errors
    ///
    /// What it asks for that there is not.
    pub fn choices(&self, slice: &Slice) -> Result<Choices, Unanswerable> {
        self.moment().choices(slice, None, 1)
    }

    /// As [`Statistics::heatmap`](super::Statistics::heatmap).
    ///
    /// # Errors
    ///
    /// What it asks for that there is not.
    pub fn heatmap(&self, slice: &Slice) -> Result<Heatmap, Unanswerable> {
        self.moment().heatmap(slice, 1)
    }

    /// The game they are of.
    pub const fn game(&self) -> GameId {
        self.game
    }

    fn moment(&self) -> Moment<'_> {
        Moment {
            facts: &self.facts,
            as_of_position: 0,
            now: Timestamp::now(),
        }
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
const SAME: [&str; 4] = ["server_made", "forked", "private", "seed_known"];
const PLACES: [&str; 6] = ["rank", "seat", "seats", "rules", WIN, DEAL];

fn prepare(facts: &mut GameFacts, deals: u32) {
    let measures = MEASURES.iter().map(|(id, _)| *id).chain(PLACES);
    for id in measures
        .chain(SAME)
        .chain(DIMENSIONS.iter().map(|(id, _)| *id))
    {
        facts.columns.code(id.to_owned(), |_, _| {});
        facts.words.push(super::dictionary::Dictionary::default());
    }
    for (id, words) in DIMENSIONS.into_iter().chain(SAME.map(|id| (id, 1))) {
        let column = facts.columns.known(id).expect("it was just put there");
        for nth in 0..words {
            let word = if SAME.contains(&id) {
                "no".to_owned()
            } else {
                format!("{nth:03}")
            };
            facts.words[column].code(word, |_, _| {});
        }
    }
    for deal in 0..deals {
        let mut id = [0; 16];
        id[..4].copy_from_slice(&deal.to_be_bytes());
        facts.deals.code(DealId(id), |_, _| {});
    }
    for nth in 0..u8::try_from(LISTED * 4).expect("few") {
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
            cell: Cell(nth / 11, nth % 11),
            with: "forest".into(),
        };
        facts.cells.code(filled, |_, _| {});
    }
}

fn rows(facts: &GameFacts, game: GameId, nth: u32, chance: &mut Chance) -> Vec<Row> {
    let column = |id: &str| facts.columns.known(id).expect("it was prepared");
    let rules = i32::from(game.info().rules);
    let deal = i32::try_from(nth / 2).expect("a bench is small");
    let seats = i32::try_from(SEATS).expect("few");
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
        let listed = i32::try_from(LISTED).expect("few");
        let choices = (0..listed).map(|nth| item(nth, chance)).collect();
        let cells = (0..listed).map(|nth| item(nth, chance)).collect();
        Row {
            values,
            choices,
            cells,
        }
    };
    (0..seats).map(row).collect()
}

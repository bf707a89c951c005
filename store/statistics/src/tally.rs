//! Tallies: what seats come to, added up in any order. Those of whole chunks are kept, so
//! a question about everybody does not read what every seat was offered and filled.
//!
//! They are kept by population: the conditions that hold unless somebody asks for
//! something else tell populations apart. They are never written: whoever reads chunks
//! back adds them up again.

use std::{collections::BTreeMap, sync::Arc};

use super::{
    asking::Moment,
    chunk::Chunk,
    column::Picked,
    counting::on_all_cores,
    dictionary::Dictionary,
    filling::Filling,
    game::GameFacts,
    selecting::{Marks, Selection},
    taking::{Taking, Things},
};

/// Sums over seats.
pub(crate) trait Tally: Default + Send {
    /// Adds some rows of a chunk.
    fn add(&mut self, chunk: &Chunk, picked: Picked<'_>, legend: Legend<'_>);

    /// Adds what other rows come to.
    fn merge(&mut self, other: &Self);

    /// The one of this kind.
    fn of(tallies: &Tallies) -> &Self;
}

/// What the numbers in a chunk mean.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Legend<'a> {
    pub(crate) columns: &'a Dictionary<String>,
    pub(crate) things: &'a Things,
}

/// One of each kind, of the same seats.
#[derive(Debug, Default)]
pub(crate) struct Tallies {
    pub(super) taking: Taking,
    pub(super) filling: Filling,
}

/// What chunks come to, by population.
#[derive(Debug, Default)]
pub(crate) struct Kept {
    /// How many chunks were read.
    chunks: usize,
    by_population: BTreeMap<Population, Tallies>,
}

/// Dimensions that tell populations apart: those with a condition that holds unless there
/// is another one, and those most asked for besides, which have few words.
const APART: [&str; 8] = [
    "server_made",
    "forked",
    "imported",
    "foreknown",
    "rules",
    "private",
    "seats",
    "player_kind",
];

/// What all seats of a population have in these.
type Population = [i32; APART.len()];

impl Kept {
    /// Reads the chunks that are new.
    pub(crate) fn read_on(&mut self, chunks: &[Arc<Chunk>], legend: Legend<'_>) {
        let new: Vec<&Arc<Chunk>> = chunks.iter().skip(self.chunks).collect();
        let shares = on_all_cores(&new, |chunks| {
            let mut share = Kept::default();
            chunks.iter().for_each(|chunk| share.add(chunk, legend));
            share
        });
        for (population, tallies) in shares.iter().flat_map(|share| &share.by_population) {
            let ours = self.by_population.entry(*population).or_default();
            ours.taking.merge(&tallies.taking);
            ours.filling.merge(&tallies.filling);
        }
        self.chunks = chunks.len();
    }

    fn add(&mut self, chunk: &Chunk, legend: Legend<'_>) {
        let columns = APART.map(|id| chunk.values(legend.columns.known(id)));
        let population = |row: usize| columns.each_ref().map(|column| column[row]);
        let of_rows: Vec<Population> = (0..chunk.rows).map(population).collect();
        let mut all = of_rows.clone();
        all.sort_unstable();
        all.dedup();
        for population in all {
            let rows = (0..).zip(&of_rows).filter(|(_, it)| **it == population);
            let rows: Vec<u32> = rows.map(|(row, _)| row).collect();
            let tallies = self.by_population.entry(population).or_default();
            tallies.taking.add(chunk, Picked::These(&rows), legend);
            tallies.filling.add(chunk, Picked::These(&rows), legend);
        }
    }

    /// What the selected seats of the chunks that were read come to, if that can be told
    /// of whole populations.
    fn of<T: Tally>(&self, selection: &Selection, legend: Legend<'_>) -> Option<T> {
        let columns = APART.map(|id| legend.columns.known(id));
        let mut tally = T::default();
        for (population, tallies) in &self.by_population {
            let values: Vec<_> = columns.into_iter().zip(*population).collect();
            if selection.passes(&values)? {
                tally.merge(T::of(tallies));
            }
        }
        Some(tally)
    }
}

impl GameFacts {
    pub(crate) fn legend(&self) -> Legend<'_> {
        Legend {
            columns: &self.columns,
            things: &self.things,
        }
    }
}

impl Moment<'_> {
    /// What the selected seats come to.
    pub(crate) fn tally<T: Tally>(&self, selection: &Selection) -> T {
        let (kept, legend) = (&self.facts.kept, self.facts.legend());
        let (read, mut tally) = match kept.of(selection, legend) {
            Some(tally) => (kept.chunks, tally),
            None => (0, T::default()),
        };
        let chunks: Vec<_> = self.facts.chunks().skip(read).collect();
        let shares = on_all_cores(&chunks, |chunks| {
            let (mut share, mut marks) = (T::default(), Marks::default());
            let mut list = Vec::new();
            for chunk in chunks {
                let picked = selection.rows(chunk, &mut marks).picked(&mut list);
                share.add(chunk, picked, legend);
            }
            share
        });
        shares.iter().for_each(|share| tally.merge(share));
        tally
    }
}

#[cfg(test)]
mod tests {
    use domain::{
        Cell, GameId,
        facts::{Filled, Item, Times},
    };
    use proptest::{collection::btree_set, prelude::*};

    use super::*;
    use crate::{
        chunk::{Growing, Row},
        finished::WIN,
        game::Offer,
        question::{Filter, Slice},
    };
    use store_log::{
        id::{MatchId, Position},
        time::Timestamp,
    };
    use store_play::projections::lobby::Visibility;

    const COLUMNS: [&str; 10] = [
        "server_made",
        "forked",
        "imported",
        "private",
        "seats",
        "rank",
        "final_score",
        WIN,
        "rules",
        "foreknown",
    ];

    /// Facts of seats, each a match, with these values and codes of offers and cells.
    fn facts(seats: &[([i32; 10], Vec<i32>)], chunk_rows: usize) -> GameFacts {
        let mut facts = GameFacts::default();
        for (column, id) in COLUMNS.into_iter().enumerate() {
            facts.columns.code(id.to_owned(), |_, _| {});
            facts.words.push(Dictionary::default());
            for word in ["no", "yes"] {
                facts.words[column].code(word.to_owned(), |_, _| {});
            }
        }
        for nth in 0..12_u8 {
            let item = Item {
                kind: "card".into(),
                item: (nth / 4).to_string().into(),
                round: nth % 4 / 2 + 1,
            };
            let times = Times {
                offered: 2,
                taken: u16::from(nth % 2),
            };
            facts.offers.code(Offer { item, times }, |_, _| {});
            let filled = Filled {
                cell: Cell::new(0, nth),
                with: "forest".into(),
            };
            facts.cells.code(filled, |_, _| {});
        }
        for chunk in seats.chunks(chunk_rows) {
            let mut growing = Growing::default();
            for (values, codes) in chunk {
                let row = Row {
                    values: values.iter().copied().enumerate().collect(),
                    choices: codes.clone(),
                    cells: codes.clone(),
                };
                growing.push(MatchId::of_bytes([0; 16]), vec![row]);
            }
            facts.chunks.push(growing.chunk().into());
        }
        facts.settle();
        facts
    }

    fn scanned<T: Tally>(facts: &GameFacts, selection: &Selection) -> T {
        let (mut tally, mut marks) = (T::default(), Marks::default());
        for chunk in facts.chunks() {
            let mut list = Vec::new();
            let picked = selection.rows(chunk, &mut marks).picked(&mut list);
            tally.add(chunk, picked, facts.legend());
        }
        tally
    }

    fn seat() -> impl Strategy<Value = ([i32; 10], Vec<i32>)> {
        let rules = i32::from(GameId::ALL[0].info().rules);
        let words = ([0..2, 0..2, 0..2, 0..2, 0..2], 2..5);
        let numbers = (1..4, any::<i32>(), 0..5, rules - 1..=rules);
        let codes = btree_set(0..12, 0..12);
        (words, numbers, codes).prop_map(|((words, seats), numbers, codes)| {
            let (rank, score, winners, rules) = numbers;
            let win = if rank == 1 { seats * 128 + winners } else { 0 };
            let [made, forked, imported, private, foreknown] = words;
            let values = [
                made, forked, imported, private, seats, rank, score, win, rules, foreknown,
            ];
            (values, codes.into_iter().collect())
        })
    }

    proptest! {
        #[test]
        fn what_is_kept_is_what_a_scan_finds(
            seats in proptest::collection::vec(seat(), 0..300),
            chunk_rows in 1..9_usize,
            with_private in prop_oneof![Just(Visibility::Public), Just(Visibility::All)],
            on in prop_oneof![Just("seats"), Just("forked"), Just("imported"), Just("rank")],
        ) {
            let facts = facts(&seats, chunk_rows);
            let is_word = ["forked", "imported"].contains(&on);
            let values = if is_word { ["yes", "no"] } else { ["2", "3"] };
            let slice = Slice {
                game: GameId::ALL[0],
                filters: vec![Filter::is_in(on, &values)],
                with_private,
            };
            let selection = Selection::of(&slice, &facts).unwrap();
            let kept = facts.kept.of::<Filling>(&selection, facts.legend());
            prop_assert!(on == "rank" || kept.is_some());
            let moment = Moment { facts: &facts, as_of_position: Position::START, now: Timestamp::now() };
            let total = |taking: Taking| {
                let mut total = taking.total();
                total.fit(facts.offers.len(), 3);
                total
            };
            prop_assert_eq!(
                total(moment.tally(&selection)),
                total(scanned(&facts, &selection))
            );
            let offered = |mut filling: Filling| {
                filling.by_rank.iter_mut().for_each(|it| it.filled.resize(12, 0));
                filling.by_rank.retain(|it| it.seats > 0);
                filling
            };
            prop_assert_eq!(
                offered(moment.tally(&selection)),
                offered(scanned(&facts, &selection))
            );
        }
    }
}

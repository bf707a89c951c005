//! Tallies: what seats come to, added up in any order. Those of whole chunks are kept, so
//! a question about everybody does not read what every seat was offered and filled.
//!
//! They are kept by population: the conditions that hold unless somebody asks for
//! something else tell populations apart. They are never written: whoever reads chunks
//! back adds them up again.

use std::{collections::BTreeMap, sync::Arc};

use crate::{
    columns::{chunk::Chunk, column::SelectionVector, dictionary::Dictionary},
    cores::on_all_cores,
    facts::{
        cell_totals::Filling,
        game::GameFacts,
        offer_totals::{Taking, Things},
    },
};

/// Sums over seats.
pub(crate) trait Tally: Default + Send {
    /// Adds some rows of a chunk.
    fn add(&mut self, chunk: &Chunk, picked: SelectionVector<'_>, legend: Schema<'_>);

    /// Adds what other rows come to.
    fn merge(&mut self, other: &Self);

    /// The one of this kind.
    fn of(tallies: &Tallies) -> &Self;
}

/// What the numbers in a chunk mean.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Schema<'a> {
    pub(crate) columns: &'a Dictionary<String>,
    pub(crate) things: &'a Things,
}

/// One of each kind, of the same seats.
#[derive(Debug, Default)]
pub(crate) struct Tallies {
    pub(crate) taking: Taking,
    pub(crate) filling: Filling,
}

/// What chunks come to, by population.
#[derive(Debug, Default)]
pub(crate) struct Materialized {
    /// How many chunks were read.
    chunks: usize,
    by_population: BTreeMap<Population, Tallies>,
}

/// Dimensions that tell populations apart: those with a condition that holds unless there
/// is another one, and those most asked for besides, which have few words.
const APART: [&str; 9] = [
    "server_made",
    "forked",
    "imported",
    "foreknown",
    "deal_closed",
    "rules",
    "private",
    "seats",
    "player_kind",
];

/// What all seats of a population have in these.
type Population = [i32; APART.len()];

impl Materialized {
    /// Reads the chunks that are new.
    pub(crate) fn read_on(&mut self, chunks: &[Arc<Chunk>], legend: Schema<'_>) {
        let new: Vec<&Arc<Chunk>> = chunks.iter().skip(self.chunks).collect();
        let shares = on_all_cores(&new, |chunks| {
            let mut share = Materialized::default();
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

    fn add(&mut self, chunk: &Chunk, legend: Schema<'_>) {
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
            tallies
                .taking
                .add(chunk, SelectionVector::These(&rows), legend);
            tallies
                .filling
                .add(chunk, SelectionVector::These(&rows), legend);
        }
    }

    /// How many chunks were read.
    pub(crate) const fn chunks(&self) -> usize {
        self.chunks
    }

    /// What each population has in which column, and what it comes to.
    pub(crate) fn populations(
        &self,
        legend: Schema<'_>,
    ) -> impl Iterator<Item = (Vec<(Option<usize>, i32)>, &Tallies)> {
        let columns = APART.map(|id| legend.columns.known(id));
        let populations = self.by_population.iter();
        populations.map(move |(population, tallies)| {
            (columns.into_iter().zip(*population).collect(), tallies)
        })
    }
}

impl GameFacts {
    pub(crate) fn legend(&self) -> Schema<'_> {
        Schema {
            columns: &self.columns,
            things: &self.things,
        }
    }
}

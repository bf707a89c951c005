//! Head to head: every seat beside each of its opponents.
//!
//! A pair has a row of its own, in the group of the seat and of who the opponent is. So a seat
//! counts once for each opponent, which at a table of a hundred is ninety-nine times: who met
//! whom cannot be said in fewer rows.

use std::{collections::BTreeSet, ops::Range};

use crate::{
    columns::{
        chunk::Chunk,
        column::{SelectionVector, UNKNOWN},
        rows::Rows,
    },
    cores::on_all_cores,
    facts::game::{DEAL, GameFacts},
    query::{
        clusters::{Deals, InDeals, Share, SideBySide},
        filter::{Bitmap, RowFilter},
        group_by::{Axis, stride},
        histogram::{group_ids, low},
        measure::Reading,
    },
};
use domain::cast;

/// Who sits at the same table and in no team with the seat: what pairs are grouped by.
pub const OPPONENT: &str = "opponent";

/// The dimension that says who sits there.
pub(crate) const PLAYER: &str = "player";

/// The dimension of games that have teams, and what it says of a seat without one.
const TEAM: &str = "team";
const ALONE: &str = "none";

/// A group of pairs: the values of the seats, and what they differ by from their opponents'.
pub(crate) type HeadToHead = (InDeals, InDeals);

/// How the pairs of a query are read.
pub(crate) struct Pairing<'a> {
    pub(crate) facts: &'a GameFacts,
    pub(crate) axes: &'a [Axis],
    /// Which of the axes is the opponent's.
    pub(crate) at: usize,
    pub(crate) reading: Reading,
}

/// The pairs of a chunk, those of one deal side by side.
struct Pairs {
    rows: SideBySide,
    own: Vec<i32>,
    differences: Vec<i32>,
}

impl Pairing<'_> {
    /// The pairs of the selected seats with all their opponents, selected or not, by group.
    pub(crate) fn groups(&self, selection: &RowFilter) -> Vec<HeadToHead> {
        let chunks: Vec<_> = self.facts.chunks().collect();
        let readings = [self.reading, self.reading.differences()];
        let shares = on_all_cores(&chunks, |chunks| {
            let mut shares = readings.map(|it| Share::new(self.facts, self.axes, it));
            let (mut marks, mut list) = (Bitmap::default(), Vec::new());
            for chunk in chunks {
                let rows = selection.rows(chunk, &mut marks);
                if !matches!(rows, Rows::None) {
                    let picked = self.facts.clusters(chunk).picked(&rows, &mut list);
                    let pairs = self.pairs(chunk, picked, selection.opponents());
                    let held = [&pairs.own, &pairs.differences];
                    for (share, held) in shares.iter_mut().zip(held) {
                        share.add_held(self.facts, &pairs.rows, held);
                    }
                }
            }
            shares
        });
        let merged = shares
            .into_iter()
            .reduce(|[a, b], [more_a, more_b]| [a.merged(more_a), b.merged(more_b)]);
        let [own, differences] = merged.expect("there is a share").map(Share::groups);
        own.into_iter().zip(differences).collect()
    }

    fn pairs(
        &self,
        chunk: &Chunk,
        picked: SelectionVector<'_>,
        asked: Option<&Opponents>,
    ) -> Pairs {
        let column = |id| chunk.values(self.facts.columns.known(id));
        let [players, teams, deals] = [PLAYER, TEAM, DEAL].map(column);
        let is_asked = |player| asked.is_none_or(|asked| asked.players.contains(&player));
        let alone = alone(self.facts);
        let held = chunk.values(self.reading.axis(self.facts).column());
        let (bases, tables) = (self.bases(chunk), tables(chunk));
        let (opponents, stride) = (&self.axes[self.at], stride(self.axes, self.at));
        let (mut groups, mut of_deals) = (Vec::new(), Vec::new());
        let (mut own, mut differences) = (Vec::new(), Vec::new());
        let all: Vec<u32>;
        let picked = match picked {
            SelectionVector::These(rows) => rows,
            SelectionVector::All => {
                all = (0..cast::<u32>(chunk.rows)).collect();
                &all
            }
        };
        for row in picked.iter().map(|&row| row as usize) {
            for other in tables[row].clone() {
                let are_partners = are_partners(alone, [teams[row], teams[other]]);
                if other == row || are_partners || !is_asked(players[other]) {
                    continue;
                }
                groups.push(bases[row] + low(opponents.slot(players[other])) * stride);
                of_deals.push(deals[row]);
                own.push(held[row]);
                differences.push(self.difference(held[row], held[other]));
            }
        }
        Pairs {
            rows: SideBySide {
                groups,
                deals: Deals::OfRows(of_deals),
            },
            own,
            differences,
        }
    }

    /// The group of each row, if its opponent had the first slot.
    fn bases(&self, chunk: &Chunk) -> Vec<u32> {
        let mut axes = self.axes.to_vec();
        axes[self.at] = axes[self.at].without_column();
        group_ids(chunk, &axes, SelectionVector::All)
    }

    fn difference(&self, own: i32, other: i32) -> i32 {
        if own == UNKNOWN || other == UNKNOWN {
            return UNKNOWN;
        }
        let difference = self.reading.whole(own) - self.reading.whole(other);
        i32::try_from(difference).unwrap_or(UNKNOWN)
    }
}

/// A condition: that a seat met one of these.
#[derive(Clone, Debug)]
pub(crate) struct Opponents {
    players: BTreeSet<i32>,
    columns: [Option<usize>; 2],
    alone: Option<i32>,
}

impl Opponents {
    /// One of the players with these codes.
    pub(crate) fn new(players: BTreeSet<i32>, facts: &GameFacts) -> Opponents {
        Opponents {
            players,
            columns: [PLAYER, TEAM].map(|id| facts.columns.known(id)),
            alone: alone(facts),
        }
    }

    /// Unmarks the seats that met none of them.
    pub(crate) fn mark(&self, chunk: &Chunk, marked: &mut [bool]) {
        let [players, teams] = self.columns.map(|column| chunk.values(column));
        for (row, table) in tables(chunk).into_iter().enumerate() {
            let met = |other: usize| {
                other != row
                    && self.players.contains(&players[other])
                    && !are_partners(self.alone, [teams[row], teams[other]])
            };
            marked[row] &= table.into_iter().any(met);
        }
    }
}

/// The code of a seat that is in no team, in games with teams.
fn alone(facts: &GameFacts) -> Option<i32> {
    let team = facts.columns.known(TEAM)?;
    i32::try_from(facts.words[team].known(ALONE)?).ok()
}

/// Whether two seats are in one team. What is unknown is less than zero.
fn are_partners(alone: Option<i32>, [one, other]: [i32; 2]) -> bool {
    one == other && one >= 0 && Some(one) != alone
}

/// The rows of the match of each row.
fn tables(chunk: &Chunk) -> Vec<Range<usize>> {
    let mut tables = Vec::with_capacity(chunk.rows);
    for (_, seats) in &chunk.matches {
        let table = tables.len()..tables.len() + usize::from(*seats);
        tables.resize(table.end, table);
    }
    tables
}

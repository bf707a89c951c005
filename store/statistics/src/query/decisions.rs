//! Metrics of decisions: a seat has a value for each of them, made in some stage.

use std::collections::BTreeMap;

use domain::{cast, facts::Kind};

use crate::{
    columns::{
        chunk::{Chunk, List},
        column::SelectionVector,
    },
    facts::{
        game::{DEAL, GameFacts},
        timing::{DECIDED_IN, STAGE},
    },
    query::{
        clusters::{Deals, SideBySide},
        export::{Field, FieldValues, matches_of},
        facts_at::FactsAt,
        group_by::{Axis, stride},
        histogram::{group_ids, low},
        measure::Reading,
    },
};

/// The decisions of some rows of a chunk, those of one deal side by side.
pub(super) struct Decisions {
    pub(super) rows: SideBySide,
    /// What each took.
    pub(super) held: Vec<i32>,
    /// Of each group in how many matches of the chunk they were made.
    pub(super) matches: BTreeMap<u32, u64>,
}

/// What rows of a chunk hold of a metric: a value each or, of a metric of decisions, some.
pub(super) struct Held {
    values: Vec<i32>,
    ends: Option<Vec<usize>>,
}

impl Decisions {
    pub(super) fn of(
        facts: &GameFacts,
        chunk: &Chunk,
        axes: &[Axis],
        picked: SelectionVector<'_>,
    ) -> Decisions {
        let bases = group_ids(chunk, axes, picked);
        let deals = chunk.picked(facts.columns.known(DEAL), picked);
        let (times, stages) = (
            each(chunk, &chunk.times, picked),
            each(chunk, &chunk.stages, picked),
        );
        let stage = facts.columns.known(STAGE);
        let by_stage = axes.iter().position(|axis| axis.column() == stage);
        let slot =
            |stage: i32| by_stage.map_or(0, |at| low(axes[at].slot(stage)) * stride(axes, at));
        let (mut groups, mut of_deals, mut held) = (Vec::new(), Vec::new(), Vec::new());
        let mut made_in: Vec<(u32, u32)> = Vec::new();
        let matches = match_of_rows(chunk, picked);
        for (nth, (times, stages)) in times.iter().zip(&stages).enumerate() {
            let of_row = stages.iter().map(|&stage| bases[nth] + slot(stage));
            groups.extend(of_row.clone());
            made_in.extend(of_row.map(|group| (group, matches[nth])));
            made_in.dedup();
            of_deals.extend(times.iter().map(|_| deals[nth]));
            held.extend(times);
        }
        Decisions {
            rows: SideBySide {
                groups,
                deals: Deals::OfRows(of_deals),
            },
            held,
            matches: matches_of_groups(made_in),
        }
    }
}

impl Held {
    pub(super) fn of(facts: &GameFacts, chunk: &Chunk, reading: Reading) -> Held {
        if !reading.is_per_decision() {
            return Held {
                values: chunk.values(reading.axis(facts).column()),
                ends: None,
            };
        }
        let (mut values, mut ends) = (Vec::new(), Vec::new());
        chunk
            .times
            .each_row(chunk.rows, SelectionVector::All, |_, times| {
                values.extend_from_slice(times);
                ends.push(values.len());
            });
        Held {
            values,
            ends: Some(ends),
        }
    }

    /// What one row holds.
    pub(super) fn of_row(&self, row: usize) -> &[i32] {
        let Some(ends) = &self.ends else {
            return &self.values[row..=row];
        };
        let begin = row.checked_sub(1).map_or(0, |before| ends[before]);
        &self.values[begin..ends[row]]
    }
}

/// The columns of decisions.
pub(crate) fn columns() -> Vec<(String, Kind)> {
    let seat = [("match", Kind::Dimension), ("seat", Kind::Measure)];
    let decision = [(STAGE, Kind::Dimension), (DECIDED_IN, Kind::Measure)];
    let all = seat.into_iter().chain(decision);
    all.map(|(id, kind)| (id.to_owned(), kind)).collect()
}

impl FactsAt<'_> {
    /// What decisions of some seats took: a row for each, in the order they were made.
    pub(crate) fn decisions(&self, chunk: &Chunk, rows: &[usize]) -> Vec<Field> {
        let picked: Vec<u32> = rows.iter().map(|&row| cast::<u32>(row)).collect();
        let picked = SelectionVector::These(&picked);
        let times = each(chunk, &chunk.times, picked);
        let stages = each(chunk, &chunk.stages, picked);
        let of_rows = rows.iter().zip(&times);
        let of_rows = of_rows.flat_map(|(&row, times)| std::iter::repeat_n(row, times.len()));
        let of_rows: Vec<usize> = of_rows.collect();
        let known = |values: Vec<Vec<i32>>| -> Vec<Option<i32>> {
            values.into_iter().flatten().map(Some).collect()
        };
        let integers = |id: &str, values| Field {
            id: id.to_owned(),
            values: FieldValues::Integers(values),
        };
        vec![
            matches_of(chunk, &of_rows),
            integers("seat", self.values_of("seat", chunk, &of_rows)),
            Field {
                id: STAGE.to_owned(),
                values: self.words_of(STAGE, &known(stages)),
            },
            integers(DECIDED_IN, known(times)),
        ]
    }
}

/// In how many matches decisions of each group were made, of groups and matches.
fn matches_of_groups(mut made_in: Vec<(u32, u32)>) -> BTreeMap<u32, u64> {
    made_in.sort_unstable();
    made_in.dedup();
    let mut matches: BTreeMap<u32, u64> = BTreeMap::new();
    for (group, _) in made_in {
        *matches.entry(group).or_default() += 1;
    }
    matches
}

/// What a list has of each picked row.
fn each(chunk: &Chunk, list: &List, picked: SelectionVector<'_>) -> Vec<Vec<i32>> {
    let mut of_rows = Vec::with_capacity(picked.count(chunk.rows));
    list.each_row(chunk.rows, picked, |_, codes| of_rows.push(codes.to_vec()));
    of_rows
}

/// The number of each picked row's match in the chunk.
fn match_of_rows(chunk: &Chunk, picked: SelectionVector<'_>) -> Vec<u32> {
    let matches = (0..).zip(&chunk.matches);
    let all = matches.flat_map(|(nth, (_, seats))| std::iter::repeat_n(nth, usize::from(*seats)));
    let all: Vec<u32> = all.collect();
    match picked {
        SelectionVector::All => all,
        SelectionVector::These(rows) => rows.iter().map(|&row| all[cast::<usize>(row)]).collect(),
    }
}

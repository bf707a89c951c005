//! What deals share, against a slow computation.

use std::collections::BTreeMap;

use domain::GameId;
use proptest::{collection::vec, prelude::*};

use crate::{
    columns::{
        chunk::{Growing, Row},
        column::UNKNOWN,
        dictionary::Dictionary,
    },
    estimate::moments::Sums,
    facts::{
        finished::WIN,
        game::{DEAL, GameFacts},
    },
    query::{
        clusters, filter::RowFilter, group_by::Axis, histogram::ValueCounts, measure::Reading,
        question::Slice,
    },
};
use store_log::id::MatchId;
use store_play::projections::lobby::Visibility;

/// A deal, and the group and the value of each seat.
type Match = (i32, Vec<(i32, i32)>);

const COLUMNS: [&str; 4] = [DEAL, "seat", "final_score", WIN];

/// What the column of wins holds beside a value.
const fn wins(value: i32) -> i32 {
    if value == UNKNOWN {
        UNKNOWN
    } else {
        value & 1023
    }
}

fn facts(chunks: &[Vec<Match>]) -> GameFacts {
    let mut facts = GameFacts::default();
    for id in COLUMNS {
        facts.columns.code(id.to_owned(), |_, _| {});
        facts.words.push(Dictionary::default());
    }
    for matches in chunks {
        let mut growing = Growing::default();
        for (deal, seats) in matches {
            let row = |&(group, value): &(i32, i32)| Row {
                values: (0..).zip([*deal, group, value, wins(value)]).collect(),
                ..Row::default()
            };
            growing.push(MatchId::of_bytes([0; 16]), seats.iter().map(row).collect());
        }
        facts.chunks.push(growing.chunk().into());
    }
    facts.settle();
    facts
}

fn slowly(chunks: &[Vec<Match>], reading: Reading, once: bool) -> BTreeMap<i32, Sums> {
    let mut deals: BTreeMap<(i32, i32), (i64, i64)> = BTreeMap::new();
    for (deal, seats) in chunks.iter().flatten() {
        let seats = seats.iter().take(if once { 1 } else { usize::MAX });
        for &(group, value) in seats.filter(|(_, value)| *value != UNKNOWN) {
            let held = if reading.parts() == 1 {
                value
            } else {
                wins(value)
            };
            let (n, s) = deals.entry((group, *deal)).or_default();
            (*n, *s) = (*n + 1, *s + reading.whole(held));
        }
    }
    let mut sums: BTreeMap<i32, Sums> = BTreeMap::new();
    for ((group, _), (n, s)) in deals {
        sums.entry(group).or_default().add(n, s);
    }
    sums
}

fn value() -> impl Strategy<Value = i32> {
    prop_oneof![8 => -50..50, 1 => any::<i32>(), 1 => Just(UNKNOWN)]
}

fn chunks(deals: i32, most: usize) -> impl Strategy<Value = Vec<Vec<Match>>> {
    let seats = vec((0..4, value()), 1..4);
    vec(vec((0..deals, seats), 1..8), 1..most)
}

proptest! {
    #[test]
    fn deals_are_summed_up_whether_their_rows_are_scattered_or_not(
        chunks in prop_oneof![chunks(5, 40), chunks(200, 40), chunks(100, 2)],
        once: bool,
        in_order: bool,
        is_grouped: bool,
        metric in prop_oneof![Just("final_score"), Just("win_share"), Just("win_index")],
    ) {
        let mut chunks = chunks;
        if in_order {
            chunks.iter_mut().for_each(|matches| matches.sort_by_key(|(deal, _)| *deal));
        }
        if !is_grouped {
            let seats = chunks.iter_mut().flatten().flat_map(|(_, seats)| seats);
            seats.for_each(|(group, _)| *group = 0);
        }
        let facts = facts(&chunks);
        let slice = Slice {
            game: GameId::ALL[0],
            filters: Vec::new(),
            with_private: Visibility::All,
            still_closed: Vec::new(),
        };
        let reading = Reading::of(&slice, metric).unwrap();
        let mut selection = RowFilter::everything();
        selection.once_a_match = once;
        let axes: &[Axis] = if is_grouped { &[Axis::of("seat", &facts)] } else { &[] };
        let groups = clusters::groups(&facts, &selection, axes, &[reading]).remove(0);
        let groups = groups.iter().filter(|(group, _)| group.held != ValueCounts::default());
        let found: BTreeMap<i32, Sums> = groups
            .map(|(group, shared)| {
                let values = reading.values(&group.held);
                let key = group.key.first().map_or(0, |group| group.unwrap());
                (key, Sums::of(&values, *shared))
            })
            .collect();
        prop_assert_eq!(found, slowly(&chunks, reading, once));
    }
}

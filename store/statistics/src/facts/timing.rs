//! How long decisions took: each by itself, and percentiles of those of a seat.

use std::{
    collections::BTreeMap,
    sync::{Arc, LazyLock},
};

use domain::{
    BySeat, GameId, Seat, cast,
    facts::{Metric, Unit, Values},
    matches::MatchEvent,
};
use store_log::record::Commit;

/// The percentiles that are told.
const PERCENTILES: [usize; 3] = [50, 90, 99];

/// What one decision took.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Took {
    pub(crate) stage: &'static str,
    pub(crate) ms: i32,
}

/// The metric of single decisions.
pub(crate) const DECIDED_IN: &str = "decided_in_ms";

/// The dimension that tells decisions of a seat apart.
pub(crate) const STAGE: &str = "stage";

/// The metrics of a game.
pub(crate) fn metrics(game: GameId) -> &'static [Metric] {
    static OF_GAMES: LazyLock<BTreeMap<GameId, Vec<Metric>>> = LazyLock::new(|| {
        let of = |&game: &GameId| (game, of_game(game));
        GameId::ALL.iter().map(of).collect()
    });
    &OF_GAMES[&game]
}

fn of_game(game: GameId) -> Vec<Metric> {
    let stages = game.info().stages.iter().copied().map(Some);
    let of_each = [None].into_iter().chain(stages);
    let of_seats = of_each.flat_map(|stage| PERCENTILES.map(|percent| metric(stage, percent)));
    of_seats.chain(of_decisions(game)).collect()
}

fn of_decisions(game: GameId) -> [Metric; 2] {
    [
        Metric::measure(
            DECIDED_IN,
            "Time of a decision",
            Unit::Milliseconds,
            "From when a decision fell due to when its request arrived, as its receipt says it \
             (`decided_in_ms`). Each decision counts by itself, those that were undone apart: ask for \
             `p50`, `p90` and `p99`, by `player` and `stage`. More than 2,147,483,647 count as that many.",
        )
        .per_decision(),
        Metric::dimension(
            STAGE,
            "Stage",
            "The stage of the match in which the decision was made. Only metrics of decisions can be \
             grouped by it.",
        )
        .one_of(game.info().stages)
        .per_decision(),
    ]
}

fn metric(stage: Option<&str>, percent: usize) -> Metric {
    let which = stage.map_or_else(
        || "over all decisions that the seat made in the match".to_owned(),
        |stage| format!("over the decisions that the seat made in the stage `{stage}`"),
    );
    let of_stage = stage.map_or_else(String::new, |stage| {
        format!(", {}", stage.replace('_', " "))
    });
    Metric::measure(
        &id(stage, percent),
        &format!("Time of a decision{of_stage}, p{percent}"),
        Unit::Milliseconds,
        &format!(
            "From when a decision fell due to when its request arrived (`decided_in_ms`): the \
             {percent}th percentile {which}, by nearest rank. Unknown if it made none. A group \
             has one such value for each seat of a match, so its mean is that of percentiles and not a \
             percentile of all its decisions."
        ),
    )
}

fn id(stage: Option<&str>, percent: usize) -> String {
    match stage {
        None => format!("{DECIDED_IN}.p{percent}"),
        Some(stage) => format!("{DECIDED_IN}.{stage}.p{percent}"),
    }
}

/// How long each decision of a seat took.
pub(crate) fn times(seat: Seat, record: &[Arc<Commit<MatchEvent>>]) -> Vec<u64> {
    let decides =
        |event: &MatchEvent| matches!(event, MatchEvent::Decided { seat: by } if *by == seat);
    let decided = record.iter().filter(|it| it.events.iter().any(decides));
    decided
        .map(|it| it.cause.decided_in_ms().unwrap_or(0))
        .collect()
}

/// Tells the percentiles of decisions that took so long, each made in its stage.
pub(crate) fn tell(times: &[u64], stages: &[&'static str], values: &mut Values) {
    let mut by_stage: BTreeMap<Option<&str>, Vec<u64>> = BTreeMap::new();
    for (&time, &stage) in times.iter().zip(stages) {
        for of in [None, Some(stage)] {
            by_stage.entry(of).or_default().push(time);
        }
    }
    for (stage, mut times) in by_stage {
        times.sort_unstable();
        for percent in PERCENTILES {
            values.add(id(stage, percent), clamped(nearest(&times, percent)));
        }
    }
}

/// What each decision took that was not taken back, in the order they were made.
pub(crate) fn took(
    record: &[Arc<Commit<MatchEvent>>],
    stages: &BySeat<Vec<&'static str>>,
) -> BySeat<Vec<Took>> {
    let events = record.iter().flat_map(|commit| {
        let events = commit.events.iter();
        events.map(|event| (event, commit.cause.decided_in_ms()))
    });
    let mut decided: Vec<(u32, Seat, Option<u64>)> = Vec::new();
    for (step, (event, took)) in (1..).zip(events) {
        if let MatchEvent::Undone { step: back, .. } = event {
            decided.retain(|(step, ..)| step <= back);
        }
        if let MatchEvent::Decided { seat } = event {
            decided.push((step, *seat, took));
        }
    }
    stages.map(|seat, stages| {
        let own = decided.iter().filter(|(_, by, _)| *by == seat);
        let took = own.zip(stages).filter_map(|((.., took), &stage)| {
            let ms = clamped((*took)?);
            Some(Took { stage, ms })
        });
        took.collect()
    })
}

fn clamped(ms: u64) -> i32 {
    cast::<i32>(ms.min(i32::MAX.unsigned_abs().into()))
}

/// The least of sorted values that is not less than so many percent of them.
fn nearest(sorted: &[u64], percent: usize) -> u64 {
    sorted[(sorted.len() * percent).div_ceil(100) - 1]
}

#[cfg(test)]
mod tests {
    use domain::facts::Per;

    use super::*;

    #[test]
    fn percentiles_are_those_of_the_stage_and_of_all() {
        let times: Vec<u64> = (1..=200).rev().collect();
        let stages: Vec<&str> = times
            .iter()
            .map(|time| if *time <= 10 { "draft" } else { "placement" })
            .collect();
        let mut values = Values::default();
        tell(&times, &stages, &mut values);
        for (id, time) in [
            ("decided_in_ms.p50", 100),
            ("decided_in_ms.p90", 180),
            ("decided_in_ms.p99", 198),
            ("decided_in_ms.draft.p50", 5),
            ("decided_in_ms.draft.p90", 9),
            ("decided_in_ms.draft.p99", 10),
            ("decided_in_ms.placement.p50", 105),
        ] {
            assert_eq!(values.measures[id], time, "{id}");
        }
        assert!(!values.measures.contains_key("decided_in_ms.discards.p50"));
    }

    #[test]
    fn what_is_told_of_every_stage_is_in_the_catalogue() {
        for &game in GameId::ALL {
            let stages = game.info().stages;
            let mut values = Values::default();
            tell(&vec![7; stages.len()], stages, &mut values);
            let of_seats = metrics(game).iter().filter(|it| it.per == Per::Seat);
            let known: Vec<&str> = of_seats.map(|it| it.id.as_str()).collect();
            assert!(values.measures.keys().all(|id| known.contains(&&**id)));
            assert_eq!(values.measures.len(), known.len());
        }
    }
}

//! What decisions took, as statistics tell it, against what the receipts of matches say.

use std::collections::{BTreeMap, BTreeSet};

use domain::{
    GameId,
    matches::{Match, MatchEvent, Settings},
};
use store::{
    MatchId,
    statistics::{Aggregate, Query, Sort, Unanswerable},
};

use super::Stand;
use crate::{
    statistics::{near, slice, slowly},
    support::player,
};

/// A decision: who made it, in which stage and match, and its milliseconds.
struct Decided {
    player: String,
    stage: String,
    id: MatchId,
    ms: f64,
}

/// Of a group: the milliseconds, and the matches.
type Expected = (Vec<f64>, BTreeSet<MatchId>);

/// Matches of two players who take their time, each decision another.
async fn played(stand: &Stand, game: GameId) -> Vec<MatchId> {
    let mut ids = Vec::new();
    for nth in 0..3 {
        let id = stand.duel(game, Settings::default()).await;
        let mut ms = nth;
        while !stand.is_over(id).await {
            ms = (ms * 7 + 13) % 1009;
            stand
                .time
                .move_on(std::time::Duration::from_millis(ms * ms));
            let seat = stand.due(id).await;
            stand.decide(id, seat).await.unwrap();
        }
        ids.push(id);
    }
    ids
}

/// The receipts of a match, with the stage in which each decision was made.
async fn receipts(stand: &Stand, id: MatchId) -> Vec<Decided> {
    let record = stand.commits(id).await;
    let mut table: Option<Match> = None;
    let mut decided = Vec::new();
    for commit in &record {
        for event in &commit.events {
            if let (Some(now), MatchEvent::Decided { seat }) = (&table, event) {
                decided.push(Decided {
                    player: player(seat.0 + 1).0,
                    stage: now.table().unwrap().state.moment().stage.to_owned(),
                    id,
                    ms: commit.cause.decided_in_ms().unwrap() as f64,
                });
            }
            match &mut table {
                Some(now) => now.evolve(event),
                None => table = Some(Match::opened(event)),
            }
        }
    }
    decided
}

fn query(game: GameId, metric: &str, group_by: &[&str], aggregates: &[&str]) -> Query {
    Query {
        slice: slice(game, Vec::new()),
        metrics: vec![metric.to_owned()],
        group_by: group_by.iter().map(|id| (*id).to_owned()).collect(),
        aggregates: aggregates.iter().map(|it| it.parse().unwrap()).collect(),
        min_n: 0,
        sort: Sort::Group,
        limit: None,
    }
}

const ASKED: [&str; 7] = ["n", "mean", "sd", "max", "p50", "p90", "p99"];

#[tokio::test]
async fn percentiles_over_decisions_are_those_of_the_receipts_by_player_and_stage() {
    let dir = tempfile::tempdir().unwrap();
    let stand = Stand::open(dir.path());
    for &game in GameId::ALL {
        let mut all = Vec::new();
        for id in played(&stand, game).await {
            all.extend(receipts(&stand, id).await);
        }
        stand.counted(game, false).await;
        let by: [&[&str]; 5] = [
            &[],
            &["player"],
            &["stage"],
            &["player", "stage"],
            &["stage", "player"],
        ];
        for by in by {
            let mut expected: BTreeMap<Vec<Option<String>>, Expected> = BTreeMap::new();
            for one in &all {
                let part = |id: &&str| match *id {
                    "player" => Some(one.player.clone()),
                    _ => Some(one.stage.clone()),
                };
                let (times, ids) = expected.entry(by.iter().map(part).collect()).or_default();
                times.push(one.ms);
                ids.insert(one.id);
            }
            let asked = query(game, "decided_in_ms", by, &ASKED);
            let answer = stand.store.statistics.query(&asked).unwrap();
            assert_eq!(answer.groups.len(), expected.len(), "{by:?}");
            for group in &answer.groups {
                let (times, ids) = expected.get_mut(&group.key).unwrap();
                times.sort_by(f64::total_cmp);
                for cell in &group.cells {
                    let slow = slowly(times, cell.aggregate);
                    assert!(near(cell.estimate.value, slow), "{by:?} {cell:?} {slow:?}");
                    assert_eq!(cell.estimate.n, times.len() as u64);
                    assert_eq!(cell.matches, Some(ids.len() as u64));
                    assert_eq!(cell.estimate.deals, Some(ids.len() as u64));
                }
            }
        }
        let all_bars = stand
            .store
            .statistics
            .distribution(&slice(game, Vec::new()), "decided_in_ms");
        assert_eq!(all_bars.unwrap().n, all.len() as u64);
    }
    assert!(
        stand
            .store
            .statistics
            .check(|_| {})
            .await
            .unwrap()
            .consistent
    );
    stand.close().await;
}

#[tokio::test]
async fn only_metrics_of_decisions_are_grouped_by_stage_and_none_of_them_by_opponent() {
    let dir = tempfile::tempdir().unwrap();
    let stand = Stand::open(dir.path());
    let game = GameId::ALL[0];
    let ask = |metric, by: &[&str]| {
        let asked = query(game, metric, by, &["mean"]);
        stand.store.statistics.query(&asked).unwrap_err()
    };
    for (metric, by) in [
        ("final_score", ["stage"]),
        ("match_seconds", ["stage"]),
        ("decided_in_ms", ["opponent"]),
    ] {
        let Unanswerable::OfDecisions { on, known, .. } = ask(metric, &by) else {
            panic!("{metric}")
        };
        assert!(on == by[0] && !known.contains(&on) && known.contains(&"seats".to_owned()));
    }
    let itself = ask("decided_in_ms", &["decided_in_ms"]);
    assert!(matches!(itself, Unanswerable::Unknown { .. }), "{itself}");
    let none = stand
        .store
        .statistics
        .query(&query(game, "decided_in_ms", &[], &["p50"]));
    let none = &none.unwrap().groups[0].cells[0];
    assert_eq!((none.matches, none.estimate.value), (Some(0), None));
    assert_eq!(none.aggregate, Aggregate::Percentile(500));
    stand.close().await;
}

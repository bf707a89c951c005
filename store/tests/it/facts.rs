//! The projection of facts: rebuilt, cut otherwise, interrupted and checked, it stays the same.
#![allow(clippy::unwrap_used, reason = "a test says what it needs by panicking")]

use std::{path::Path, time::Duration};

use domain::{
    GameId,
    facts::{Kind, Per},
};
use store::{
    Asker, Config, Store,
    statistics::{Filter, Query, Sort},
};
use tokio::sync::mpsc;

use crate::{
    statistics::{AGGREGATES, over, played, slice},
    support,
};

/// Everything that can be asked, as text: equal answers are equal to the bit.
fn everything(store: &Store) -> String {
    let mut told = String::new();
    for &game in GameId::ALL {
        let all = slice(game, Vec::new());
        for metric in store::statistics::metrics(game) {
            if !matches!(metric.kind, Kind::Measure | Kind::Rate) {
                continue;
            }
            let query = Query {
                slice: all.clone(),
                metrics: vec![metric.id.clone()],
                group_by: match metric.per {
                    Per::Seat => vec!["player".to_owned(), "seat".to_owned()],
                    Per::Match => vec!["seats".to_owned()],
                    Per::Decision => vec!["player".to_owned(), "stage".to_owned()],
                },
                aggregates: AGGREGATES
                    .iter()
                    .map(|name| name.parse().unwrap())
                    .collect(),
                min_n: 2,
                sort: Sort::Group,
                limit: None,
            };
            let distribution = store.statistics.distribution(&all, &metric.id).unwrap();
            let [greedy, random] = ["bot:greedy", "bot:random"]
                .map(|bot| slice(game, vec![Filter::is_in("player", &[bot])]));
            let comparison = store
                .statistics
                .compare(&greedy, &random, &metric.id, 2)
                .unwrap();
            let answer = store.statistics.query(&query).unwrap();
            told += &format!("{answer:?}\n{distribution:?}\n{comparison:?}\n");
        }
        let choices = store.statistics.choices(&all, None, 2).unwrap();
        let heatmap = store.statistics.heatmap(&all, 2).unwrap();
        let ratings = store.statistics.ratings(game);
        told += &format!("{choices:?}\n{heatmap:?}\n{ratings:?}\n");
    }
    told
}

#[tokio::test]
async fn neither_rebuilding_nor_sharding_changes_a_bit() {
    let dir = tempfile::tempdir().unwrap();
    let store = support::open(dir.path());
    played(&store, 9).await;
    let live = everything(&store);
    let checked = store.statistics.check(|_| {}).await.unwrap();
    assert!(checked.consistent, "{checked:?}");
    assert_eq!(store.statistics.last_check(), Some(checked));
    support::close(store).await;

    let store = support::open(dir.path());
    assert!(everything(&store) == live, "it was read back");
    support::close(store).await;

    for chunk_rows in [1, 7, 4096] {
        std::fs::remove_dir_all(dir.path().join("projections")).unwrap();
        let store = with_chunks_of(dir.path(), chunk_rows);
        store
            .statistics
            .at_least(store.integrity().position)
            .await
            .unwrap();
        assert!(everything(&store) == live, "chunks of {chunk_rows} rows");
        support::close(store).await;
    }
}

#[tokio::test]
async fn facts_of_other_boxes_are_counted_anew() {
    let dir = tempfile::tempdir().unwrap();
    let store = support::open(dir.path());
    played(&store, 3).await;
    let live = everything(&store);
    support::close(store).await;
    let row = |put: Option<&[u8]>| {
        let db = sled::open(dir.path().join("projections/facts-v10")).unwrap();
        let kept = db.get(b"\0boxes").unwrap().unwrap();
        put.map(|value| db.insert(b"\0boxes", value).unwrap());
        kept.to_vec()
    };
    let other = br#"["0","0","0","0"]"#;
    let framed = [&crc32c::crc32c(other).to_be_bytes()[..], other].concat();
    let before = row(Some(&framed));
    let store = support::open(dir.path());
    store
        .statistics
        .at_least(store.integrity().position)
        .await
        .unwrap();
    assert!(everything(&store) == live);
    support::close(store).await;
    assert_eq!(row(None), before);
}

#[tokio::test]
async fn facts_in_a_file_that_is_damaged_are_counted_anew() {
    const CHUNK_ROWS: usize = 7;
    let dir = tempfile::tempdir().unwrap();
    let chunks = dir.path().join("projections/facts-v10/chunks");
    let store = with_chunks_of(dir.path(), CHUNK_ROWS);
    played(&store, 9).await;
    let live = everything(&store);
    support::close(store).await;
    let written = std::fs::read(&chunks).unwrap();
    let mut changed = written.clone();
    changed[written.len() / 2] ^= 1;
    for damaged in [&changed[..], &written[..written.len() - 1], b""] {
        std::fs::write(&chunks, damaged).unwrap();
        let store = with_chunks_of(dir.path(), CHUNK_ROWS);
        let head = store.integrity().position;
        store.statistics.at_least(head).await.unwrap();
        assert!(everything(&store) == live);
        support::close(store).await;
        assert!(std::fs::read(&chunks).unwrap() == written);
    }
    std::fs::write(&chunks, [&written[..], b"of no chunk"].concat()).unwrap();
    let store = with_chunks_of(dir.path(), CHUNK_ROWS);
    assert!(store.statistics.check(|_| {}).await.unwrap().consistent);
    assert!(everything(&store) == live);
    support::close(store).await;
}

fn with_chunks_of(dir: &Path, facts_chunk_rows: usize) -> Store {
    Store::open(&Config {
        facts_chunk_rows,
        ..support::config(dir)
    })
    .unwrap()
}

#[tokio::test]
async fn many_matches_that_end_at_once_are_all_counted() {
    const MATCHES: usize = 80;
    let dir = tempfile::tempdir().unwrap();
    let store = support::open(dir.path());
    let mut ids = Vec::new();
    for _ in 0..MATCHES {
        let answer = store
            .matches
            .open(&Asker::Server, support::two_bots(), None)
            .await;
        ids.push(answer.unwrap().now.id);
    }
    over(&store, &ids).await;
    let all = slice(GameId::ALL[0], Vec::new());
    let counted = store.statistics.matches(&all, 0, 1000).unwrap().matches;
    assert_eq!(counted.len(), MATCHES);
    assert!(store.statistics.check(|_| {}).await.unwrap().consistent);
    support::close(store).await;
}

#[tokio::test]
async fn interrupted_at_any_moment_it_goes_on_to_the_same_bytes() {
    let dir = tempfile::tempdir().unwrap();
    let store = support::open(dir.path());
    played(&store, 20).await;
    support::close(store).await;
    std::fs::remove_dir_all(dir.path().join("projections")).unwrap();
    for interruptions in 0.. {
        let store = support::open(dir.path());
        let progress = store.statistics.progress();
        if progress.as_of_position == progress.head {
            assert!(interruptions > 0);
            assert!(store.statistics.check(|_| {}).await.unwrap().consistent);
            support::close(store).await;
            return;
        }
        // Wherever it is now, it stops there.
        store
            .statistics
            .at_least(support::next(progress.as_of_position))
            .await
            .unwrap();
        support::close(store).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_check_goes_on_alone_when_whoever_asked_has_left() {
    let dir = tempfile::tempdir().unwrap();
    let store = support::open(dir.path());
    played(&store, 1).await;
    let (said, mut heard) = mpsc::unbounded_channel();
    let (go_on, held) = std::sync::mpsc::channel::<()>();
    let saying = said.clone();
    let first = store.statistics.check(move |_| {
        let _ = saying.send("first");
        let _ = held.recv();
    });
    tokio::select! {
        _ = first => panic!("it is held up"),
        began = heard.recv() => assert_eq!(began, Some("first")),
    }
    let statistics = store.statistics.clone();
    let second = tokio::spawn(async move {
        let progress = move |_| {
            let _ = said.send("second");
        };
        statistics.check(progress).await
    });
    let waiting = tokio::time::timeout(Duration::from_millis(300), heard.recv()).await;
    assert!(waiting.is_err(), "two checks at once: {waiting:?}");
    drop(go_on);
    assert!(second.await.unwrap().unwrap().consistent);
    let mut last = None;
    while let Some(who) = heard.recv().await {
        last = Some(who);
    }
    assert_eq!(last, Some("second"));
    support::close(store).await;
}

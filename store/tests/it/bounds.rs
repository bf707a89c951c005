//! What one player may take of a store, and what stays free of its disk.
#![allow(clippy::unwrap_used, reason = "a test says what it needs by panicking")]

use std::{
    os::unix::fs::MetadataExt as _,
    path::{Path, PathBuf},
};

use store::{
    Bounds, Config, MatchId, RequestError, Store,
    batches::{Dealing, StopReason},
};

use crate::{
    batches::{ended, plan},
    support::{self, asker},
};

/// A store on a disk of which nothing may be written to.
pub(crate) fn on_full_disk(dir: &Path) -> Config {
    let free_floor_bytes = u64::MAX;
    Config {
        bounds: Bounds {
            free_floor_bytes,
            ..Bounds::default()
        },
        ..support::config(dir)
    }
}

fn with(dir: &Path, bounds: Bounds) -> Store {
    let config = Config {
        bounds,
        ..support::config(dir)
    };
    Store::open(&config).unwrap()
}

async fn opened(store: &Store, player: u8) -> Result<MatchId, RequestError> {
    let two = support::two_players();
    let opened = store.matches.open(&asker(player), two, None).await;
    opened.map(|answer| answer.now.id)
}

#[tokio::test]
async fn on_a_full_disk_everything_is_read_and_nothing_written() {
    let dir = tempfile::tempdir().unwrap();
    let store = support::open(dir.path());
    let id = support::played(&store, 10).await;
    let lines = support::lines(&store, id).await;
    support::close(store).await;

    let store = Store::open(&on_full_disk(dir.path())).unwrap();
    assert!(store.is_full() && store.is_ready());
    assert_eq!(support::lines(&store, id).await, lines);
    assert_eq!(support::lists(&store).await.0.len(), 1);
    assert!(matches!(
        opened(&store, 1).await,
        Err(RequestError::DiskFull)
    ));
    let now = store.matches.current(id).await.unwrap();
    let (by, request) = support::next_request(&now.game).unwrap();
    let received_at = store::Timestamp::now();
    let refused = store.matches.request(id, &by, request, received_at, None);
    assert!(matches!(refused.await, Err(RequestError::DiskFull)));
    let (by, one) = (asker(1), plan(1, Dealing::Own));
    let refused = store.batches.plan(&by, one, None, None).await;
    assert!(matches!(refused, Err(RequestError::DiskFull)));
    support::close(store).await;

    let store = support::open(dir.path());
    assert!(support::decide(&store, id).await.is_some());
    support::close(store).await;
}

/// How many bytes of the disk a file of the owner's alone takes.
fn taken(path: &PathBuf) -> u64 {
    let file = std::fs::metadata(path).unwrap();
    assert_eq!(file.mode() & 0o777, 0o600);
    file.blocks() * 512
}

#[tokio::test]
async fn bytes_are_kept_back_to_open_a_store_on_a_disk_without_any() {
    let dir = tempfile::tempdir().unwrap();
    let reserve = dir.path().join("reserve");
    let least = support::config(dir.path()).segment_bytes / 2;
    let store = support::open(dir.path());
    let id = support::played(&store, 10).await;
    let lines = support::lines(&store, id).await;
    assert!(taken(&reserve) >= least);
    support::close(store).await;
    assert!(taken(&reserve) >= least);
    // As programs before left a store.
    std::fs::remove_file(&reserve).unwrap();
    let store = support::open(dir.path());
    assert!(taken(&reserve) >= least);
    assert_eq!(support::lines(&store, id).await, lines);
    support::close(store).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn who_has_used_up_the_quota_of_the_day_begins_nothing_and_ends_what_runs() {
    let dir = tempfile::tempdir().unwrap();
    let quota_bytes = Some(20_000);
    let store = with(
        dir.path(),
        Bounds {
            quota_bytes,
            ..Bounds::default()
        },
    );
    let id = opened(&store, 1).await.unwrap();
    support::play(&store, id, 60).await;
    let Err(RequestError::OverQuota { wait_s }) = opened(&store, 1).await else {
        panic!("the match has written more");
    };
    assert!((1..=86_400).contains(&wait_s));
    let (by, one) = (asker(1), plan(1, Dealing::Own));
    let refused = store.batches.plan(&by, one, None, None).await;
    assert!(matches!(refused, Err(RequestError::OverQuota { .. })));
    support::play(&store, id, usize::MAX).await;
    assert!(store.matches.current(id).await.unwrap().game.is_over());

    let plan = plan(2_000, Dealing::Own);
    let planned = store.batches.plan(&asker(2), plan, None, None).await;
    let over = ended(&store.batches, &planned.unwrap().batch).await;
    let stopped = over.stopped.clone().unwrap();
    assert_eq!(stopped.why, StopReason::Quota);
    assert!(stopped.deals < 2_000);
    support::close(store).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_few_players_leave_batches_for_those_who_run_none() {
    let dir = tempfile::tempdir().unwrap();
    let (batches, batches_of_one) = (4, 2);
    let store = with(
        dir.path(),
        Bounds {
            batches,
            batches_of_one,
            ..Bounds::default()
        },
    );
    let mut running = Vec::new();
    for (player, runs) in [
        (1, true),
        (1, true),
        (1, false),
        (2, true),
        (2, false),
        (3, true),
        (4, false),
    ] {
        let plan = plan(2_000, Dealing::Own);
        let planned = store.batches.plan(&asker(player), plan, None, None).await;
        assert_eq!(planned.is_ok(), runs, "{player}: {planned:?}");
        running.extend(planned.ok().map(|planned| (player, planned.batch)));
    }
    for (player, batch) in running {
        store.batches.stop(batch.id, &asker(player)).await.unwrap();
        ended(&store.batches, &batch).await;
    }
    support::close(store).await;
}

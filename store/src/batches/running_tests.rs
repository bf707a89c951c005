//! How a batch gets on with the statistics when they are slow, and when they have stopped.

use domain::{BySeat, GameId, bots::Bot};

use super::{Batch, BatchState, Dealing, Plan, running::AHEAD};
use crate::{Asker, Config, LobbyFilter, Position, ResultsFilter, Store, StoreError};

const MOST: usize = 10_000;

async fn planned(store: &Store) -> std::sync::Arc<Batch> {
    let plan = Plan {
        options: GameId::Cartographers.default_options(),
        line_ups: vec![BySeat::new(1, |_| Bot::Random.into())],
        deals: 5_000,
        dealing: Dealing::Own,
        stop: None,
        arranged: None,
    };
    let planned = store.batches.plan(&Asker::Server, plan, None, None);
    planned.await.unwrap().batch
}

/// Waits until so many matches are over.
async fn over(store: &Store, matches: usize) {
    let mut moves = store.results.0.reach.moves();
    let over = || store.results.list(&ResultsFilter::default(), None, MOST);
    while over().unwrap().rows.len() < matches {
        moves.next().await.unwrap();
    }
}

async fn begun(store: &Store) -> usize {
    let head = store.integrity().position;
    store.lobby.at_least(head).await.unwrap();
    let begun = store.lobby.list(&LobbyFilter::default(), None, MOST);
    begun.unwrap().rows.len()
}

/// The last that is told of a batch.
async fn end(store: &Store, batch: &Batch) -> Result<(BatchState, u64), StoreError> {
    let mut watching = store.batches.watch(batch.id).unwrap();
    let mut last = None;
    while let Some((batch, progress)) = watching.next().await? {
        last = Some((batch.state(), progress.played));
    }
    Ok(last.unwrap())
}

#[tokio::test(flavor = "multi_thread")]
#[expect(clippy::await_holding_lock, reason = "only the facts want it")]
async fn no_match_begins_far_ahead_of_those_that_are_counted() {
    let dir = tempfile::tempdir().unwrap();
    let store = Store::open(&Config::new(dir.path())).unwrap();
    let batch = planned(&store).await;
    over(&store, 1).await;
    let held = store.statistics.hold();
    // Each match has one seat.
    let most = store.statistics.progress().seats + AHEAD;
    over(&store, most).await;
    assert_eq!(begun(&store).await, most);
    let stopped = store.batches.stop(batch.id, &Asker::Server).await.unwrap();
    assert_eq!(usize::try_from(stopped.deals()), Ok(most));
    drop(held);
    let played = u64::try_from(most).unwrap();
    let end = end(&store, &batch).await.unwrap();
    assert_eq!(end, (BatchState::Stopped, played));
    store.close().await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn nobody_waits_for_statistics_that_have_stopped() {
    let dir = tempfile::tempdir().unwrap();
    let store = Store::open(&Config::new(dir.path())).unwrap();
    let batch = planned(&store).await;
    over(&store, 1).await;
    store.statistics.break_down();
    assert!(store.statistics.progress().has_stopped);
    assert!(store.is_ready(), "matches are played as ever");
    let never = store.statistics.at_least(Position::END).await;
    assert!(matches!(never, Err(StoreError::Behind)), "{never:?}");
    let left = end(&store, &batch).await;
    assert!(matches!(left, Err(StoreError::Behind)), "{left:?}");
    let stopped = store.batches.stop(batch.id, &Asker::Server).await.unwrap();
    assert_eq!(stopped.state(), BatchState::Stopping);
    // One that is planned now is left, too, and can be stopped.
    let late = planned(&store).await;
    let left = end(&store, &late).await;
    assert!(matches!(left, Err(StoreError::Behind)), "{left:?}");
    let late = store.batches.stop(late.id, &Asker::Server).await.unwrap();
    store.close().await.unwrap();
    drop(store);
    let store = Store::open(&Config::new(dir.path())).unwrap();
    for stopped in [stopped, late] {
        let played = u64::from(stopped.deals());
        let end = end(&store, &stopped).await.unwrap();
        assert_eq!(end, (BatchState::Stopped, played));
    }
    store.close().await.unwrap();
}

//! How a batch gets on with the statistics when they are slow, and when they have stopped.

use std::{path::Path, sync::Arc, thread::JoinHandle};

use domain::{BySeat, GameId, bots::Bot};
use store_log::{
    Config, Position, SharedLog, StoreError,
    cause::Asker,
    checkpoint::Checkpoint,
    embedded::{self, Pauses, Tables},
    lines,
    memory::Memory,
};
use store_play::{
    Batch, Lists, LobbyFilter, MatchLists, Plan, Play, ResultsFilter,
    batches::{AHEAD, BatchState, Dealing},
};
use tokio::sync::watch;

use crate::{Compared, Statistics};

const MOST: usize = 10_000;

/// A log, what is played on it, and what is counted of it.
struct Store {
    log: SharedLog,
    lists: Lists,
    statistics: Statistics,
    play: Play,
    closing: watch::Sender<bool>,
    following: Vec<JoinHandle<()>>,
}

impl Store {
    fn open(dir: &Path, log: SharedLog) -> Store {
        let config = Config::new(dir);
        let tables = Tables::checked(&dir.join("projections"), *log.head().borrow());
        let lists = MatchLists::open(&tables).unwrap();
        let lists = Lists::of(lists, &log).unwrap();
        let statistics = Statistics::open(&log, &tables, &config).unwrap();
        let (closing, said) = watch::channel(false);
        let mut following = lists.of_matches.follow(&log, &said).unwrap();
        let counting = Arc::new(statistics.clone());
        let tries = embedded::lines(dir, lines::TRIES).unwrap();
        let kept = (&config, &Pauses::default(), tries);
        // Nothing is archived here, and nobody waits for it.
        let counted = (counting as _, &Checkpoint::new(Position::END));
        let play = Play::begin(&log, kept, &lists, counted, &said).unwrap();
        let in_hand = lists.of_matches.in_hand.clone();
        following.push(statistics.follow(in_hand, said).unwrap());
        Store {
            log,
            lists,
            statistics,
            play,
            closing,
            following,
        }
    }

    async fn close(self) {
        self.closing.send_replace(true);
        self.play.ended().await;
        for follower in self.following {
            follower.join().unwrap();
        }
        self.play.release();
    }
}

async fn planned(store: &Store) -> Arc<Batch> {
    planned_of(store, 5_000).await
}

async fn planned_of(store: &Store, deals: u32) -> Arc<Batch> {
    let plan = Plan {
        options: GameId::Cartographers.default_options(),
        line_ups: vec![BySeat::new(1, |_| Bot::Random.into())],
        deals,
        dealing: Dealing::Own,
        stop: None,
        arranged: None,
        settings: Box::default(),
    };
    let planned = store.play.batches.plan(&Asker::Server, plan, None, None);
    planned.await.unwrap().batch
}

/// Waits until so many matches are over.
async fn over(store: &Store, matches: usize) {
    let mut moves = store.lists.of_matches.checkpoints()[1].moves();
    let over = || {
        store
            .lists
            .of_matches
            .results
            .list(&ResultsFilter::default(), |_| false, None, MOST)
    };
    while over().unwrap().rows.len() < matches {
        moves.next().await.unwrap();
    }
}

async fn begun(store: &Store) -> usize {
    let head = *store.log.head().borrow();
    store.lists.of_matches.lobby.at_least(head).await.unwrap();
    let begun = store
        .lists
        .of_matches
        .lobby
        .list(&LobbyFilter::default(), None, MOST);
    begun.unwrap().rows.len()
}

/// The last that is told of a batch.
async fn end(store: &Store, batch: &Batch) -> Result<(BatchState, u64), StoreError> {
    let mut watching = store.play.batches.watch(batch.id).unwrap();
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
    let store = Store::open(dir.path(), Arc::new(Memory::default()));
    let batch = planned(&store).await;
    over(&store, 1).await;
    let held = store.statistics.hold();
    // Each match has one seat.
    let most = store.statistics.progress().seats + AHEAD;
    over(&store, most).await;
    assert_eq!(begun(&store).await, most);
    let stopped = store
        .play
        .batches
        .stop(batch.id, &Asker::Server)
        .await
        .unwrap();
    assert_eq!(usize::try_from(stopped.deals()), Ok(most));
    drop(held);
    let played = u64::try_from(most).unwrap();
    let end = end(&store, &batch).await.unwrap();
    assert_eq!(end, (BatchState::Stopped, played));
    store.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn nobody_waits_for_statistics_that_have_stopped() {
    let dir = tempfile::tempdir().unwrap();
    let log: SharedLog = Arc::new(Memory::default());
    let store = Store::open(dir.path(), Arc::clone(&log));
    let batch = planned(&store).await;
    over(&store, 1).await;
    store.statistics.break_down();
    assert!(store.statistics.progress().has_stopped);
    let lists = store.lists.of_matches.checkpoints();
    assert!(
        lists.iter().all(|list| !list.has_stopped()),
        "matches are played as ever"
    );
    let never = store.statistics.at_least(Position::END).await;
    assert!(matches!(never, Err(StoreError::Behind)), "{never:?}");
    let left = end(&store, &batch).await;
    assert!(matches!(left, Err(StoreError::Behind)), "{left:?}");
    let stopped = store
        .play
        .batches
        .stop(batch.id, &Asker::Server)
        .await
        .unwrap();
    assert_eq!(stopped.state(), BatchState::Stopping);
    // One that is planned now is left, too, and can be stopped.
    let late = planned(&store).await;
    let left = end(&store, &late).await;
    assert!(matches!(left, Err(StoreError::Behind)), "{left:?}");
    let late = store
        .play
        .batches
        .stop(late.id, &Asker::Server)
        .await
        .unwrap();
    store.close().await;
    let store = Store::open(dir.path(), log);
    for stopped in [stopped, late] {
        let played = u64::from(stopped.deals());
        let end = end(&store, &stopped).await.unwrap();
        assert_eq!(end, (BatchState::Stopped, played));
    }
    store.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_match_that_was_counted_wrongly_is_found_a_part_at_a_time() {
    let dir = tempfile::tempdir().unwrap();
    let store = Store::open(dir.path(), Arc::new(Memory::default()));
    planned_of(&store, 3).await;
    over(&store, 3).await;
    let head = *store.log.head().borrow();
    store.statistics.at_least(head).await.unwrap();
    for compared in [2, 3, 5] {
        store.statistics.compare_some(2).await.unwrap();
        let Compared { matches, wrong } = store.statistics.compared();
        assert_eq!((matches, wrong.len()), (compared, 0));
    }
    let results =
        store
            .lists
            .of_matches
            .results
            .list(&ResultsFilter::default(), |_| false, None, MOST);
    let id = results.unwrap().rows[0].id;
    store.statistics.count_wrongly(id).await;
    store.statistics.compare_some(100).await.unwrap();
    assert_eq!(store.statistics.compared().wrong, [id].into());
    store.close().await;
}

//! Batches: planned once, played to the end whatever happens meanwhile.
#![allow(clippy::unwrap_used, reason = "a test says what it needs by panicking")]

use std::{
    collections::BTreeMap,
    io::{BufRead as _, BufReader, Write as _},
    path::Path,
    process::{Command, Stdio},
    sync::Arc,
};

use domain::{BySeat, GameId, Seat, Seed, bots::Bot, matches::Occupant};
use store::{
    Batch, BatchId, Batches, Plan, RequestError, ResultRow, Store,
    batches::{
        BatchEvent, BatchState, Contestant, Dealing, Observed, SequentialTest, SequentialVerdict,
        StopReason,
    },
    record::Line,
};

use crate::support::{self, asker};

pub(crate) fn plan(deals: u32, dealing: Dealing) -> Plan {
    Plan {
        options: GameId::Cartographers.default_options(),
        line_ups: vec![BySeat::new(2, |seat| {
            [Bot::Greedy, Bot::Random][usize::from(seat.0)].into()
        })],
        deals,
        dealing,
        stop: None,
        arranged: None,
        settings: Box::default(),
    }
}

/// Greedy against its par, which it is far above.
fn win_index() -> SequentialTest {
    SequentialTest {
        bot: Contestant::Bot(Bot::Greedy),
        measure: Observed::WinIndex,
        null: 1.0,
        alternative: 1.5,
        alpha: 0.05,
        beta: 0.05,
    }
}

async fn planned(store: &Store, plan: Plan) -> Arc<Batch> {
    let seed = Some(Seed([5; 32]));
    let planned = store.batches.plan(&asker(1), plan, seed, None).await;
    planned.unwrap().batch
}

/// The batch after its end.
pub(crate) async fn ended(batches: &Batches, batch: &Batch) -> Arc<Batch> {
    let mut watching = batches.watch(batch.id).unwrap();
    while watching.next().await.unwrap().is_some() {}
    batches.get(batch.id).unwrap()
}

/// Waits until so many matches more of a batch were played than are now, or it is over.
async fn goes_on(batches: &Batches, id: BatchId, more: u64) {
    let mut watching = batches.watch(id).unwrap();
    let mut first = None;
    while let Some((_, progress)) = watching.next().await.unwrap() {
        if progress.played >= *first.get_or_insert(progress.played) + more {
            return;
        }
    }
}

/// The finished matches of a store, by who sat where and the deal.
async fn tables(store: &Store) -> BTreeMap<(String, Vec<Bot>), u32> {
    let (_, results) = support::lists(store).await;
    let mut tables = BTreeMap::new();
    for row in results {
        *tables
            .entry((commitment(store, &row).await, bots(&row)))
            .or_default() += 1;
    }
    tables
}

async fn commitment(store: &Store, row: &ResultRow) -> String {
    let now = store.matches.current(row.id).await.unwrap();
    now.game.terms.seed_commitment.clone()
}

fn bots(row: &ResultRow) -> Vec<Bot> {
    let bot = |occupant: &Occupant| match occupant {
        Occupant::Bot { bot } => *bot,
        Occupant::Player { .. } => panic!("only bots play"),
    };
    let placings = row.placings.iter();
    placings
        .map(|(_, placing)| bot(&placing.occupant))
        .collect()
}

/// Every deal of the plan once in each rotation, and nothing else.
async fn is_whole(store: &Store, deals: usize) {
    let tables = tables(store).await;
    assert!(tables.values().all(|&times| times == 1), "{tables:?}");
    let mut of_deals: BTreeMap<&String, Vec<&Vec<Bot>>> = BTreeMap::new();
    for (deal, table) in tables.keys() {
        of_deals.entry(deal).or_default().push(table);
    }
    assert_eq!(of_deals.len(), deals);
    for tables in of_deals.values() {
        let [a, b] = tables[..] else {
            panic!("two rotations: {tables:?}")
        };
        assert_eq!([a[0], a[1]], [b[1], b[0]]);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_batch_is_played_to_its_end() {
    let dir = tempfile::tempdir().unwrap();
    let store = support::open(dir.path());
    let batch = planned(&store, plan(6, Dealing::Duplicate)).await;
    let over = ended(&store.batches, &batch).await;
    assert_eq!(over.state(), BatchState::Finished);
    is_whole(&store, 6).await;
    let progress = store.batches.progress(&over);
    assert_eq!((progress.played, progress.planned), (12, 12));
    let check = store.statistics.check(|_| {}).await.unwrap();
    assert!(check.consistent);
    support::close(store).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn with_deals_of_their_own_no_two_matches_have_the_same() {
    let dir = tempfile::tempdir().unwrap();
    let store = support::open(dir.path());
    let batch = planned(&store, plan(5, Dealing::Own)).await;
    ended(&store.batches, &batch).await;
    let tables = tables(&store).await;
    assert_eq!(tables.len(), 5);
    support::close(store).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_batch_goes_on_where_it_was_when_the_store_was_closed() {
    let dir = tempfile::tempdir().unwrap();
    let mut store = support::open(dir.path());
    let batch = planned(&store, plan(20, Dealing::Duplicate)).await;
    for _ in 0..3 {
        goes_on(&store.batches, batch.id, 3).await;
        support::close(store).await;
        store = support::open(dir.path());
    }
    let over = ended(&store.batches, &batch).await;
    assert_eq!(over.state(), BatchState::Finished);
    is_whole(&store, 20).await;
    support::close(store).await;
}

const CHILD: &str = "CARTULARY_TEST_BATCH_CHILD";

/// The child's whole life, if there is a directory for it.
#[tokio::test(flavor = "multi_thread")]
async fn the_child_plays_a_batch_until_it_is_killed() {
    let Some(dir) = std::env::var_os(CHILD) else {
        return;
    };
    let store = support::open(Path::new(&dir));
    let batch = match store.batches.list(None, None, 1).rows.pop() {
        Some(batch) => batch,
        None => planned(&store, plan(60, Dealing::Duplicate)).await,
    };
    let mut watching = store.batches.watch(batch.id).unwrap();
    while let Some((_, progress)) = watching.next().await.unwrap() {
        let told = format!("played {}\n", progress.played);
        std::io::stdout().lock().write_all(told.as_bytes()).unwrap();
    }
}

/// Lets a process play until it has told this often how far it has come, or all is
/// played, and kills it.
fn play_and_kill(dir: &Path, times: usize) {
    let mut child = Command::new(std::env::current_exe().unwrap())
        .args([
            "batches::the_child_plays_a_batch_until_it_is_killed",
            "--exact",
            "--nocapture",
        ])
        .env(CHILD, dir)
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let output = BufReader::new(child.stdout.take().unwrap());
    let told = output.lines().map_while(Result::ok);
    let told = told.filter(|line| line.contains("played "));
    told.take(times).for_each(drop);
    child.kill().unwrap();
    child.wait().unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_batch_that_was_killed_at_any_moment_is_played_exactly_as_planned() {
    let dir = tempfile::tempdir().unwrap();
    for times in [1, 2, 5, 3] {
        let path = dir.path().to_owned();
        let killed = tokio::task::spawn_blocking(move || play_and_kill(&path, times));
        killed.await.unwrap();
    }
    let store = support::open(dir.path());
    let batch = store.batches.list(None, None, 2).rows.pop().unwrap();
    let over = ended(&store.batches, &batch).await;
    assert_eq!(over.state(), BatchState::Finished);
    is_whole(&store, 60).await;
    support::close(store).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_stopped_batch_plays_the_deals_it_began_and_no_other() {
    let dir = tempfile::tempdir().unwrap();
    let store = support::open(dir.path());
    let batch = planned(&store, plan(500, Dealing::Duplicate)).await;
    goes_on(&store.batches, batch.id, 5).await;
    let stopping = store.batches.stop(batch.id, &asker(1)).await.unwrap();
    let stopped = stopping.stopped.clone().unwrap();
    assert_eq!(stopped.why, StopReason::Asked);
    // Killed before the last deals are over, it still plays no more and no less.
    support::close(store).await;
    let store = support::open(dir.path());
    let over = ended(&store.batches, &batch).await;
    assert_eq!(over.state(), BatchState::Stopped);
    assert_eq!(over.stopped, Some(stopped.clone()));
    is_whole(&store, usize::try_from(stopped.deals).unwrap()).await;
    assert!(stopped.deals < batch.plan.deals, "{stopped:?}");
    let again = store.batches.stop(batch.id, &asker(1)).await.unwrap();
    assert_eq!(again, over);
    support::close(store).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_sequential_test_ends_a_batch_and_decides_the_same_after_a_restart() {
    let dir = tempfile::tempdir().unwrap();
    let store = support::open(dir.path());
    let stop = Some(win_index());
    let plan = Plan {
        stop,
        ..plan(400, Dealing::Duplicate)
    };
    let batch = planned(&store, plan).await;
    let over = ended(&store.batches, &batch).await;
    let stopped = over.stopped.clone().unwrap();
    assert_eq!(stopped.why, StopReason::AlternativeAccepted);
    assert!(stopped.deals < batch.plan.deals, "{stopped:?}");
    let progress = store.batches.progress(&over);
    let test = progress.test.unwrap();
    assert_eq!(test.verdict, SequentialVerdict::Alternative);
    assert!(test.observations >= test.least_observations);
    assert!(test.observations <= u64::from(stopped.deals));
    support::close(store).await;
    let store = support::open(dir.path());
    store
        .statistics
        .at_least(store.integrity().position)
        .await
        .unwrap();
    assert_eq!(store.batches.progress(&over), progress);
    support::close(store).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn only_so_many_batches_of_one_player_run_at_once() {
    let dir = tempfile::tempdir().unwrap();
    let store = support::open(dir.path());
    let mut running = Vec::new();
    for _ in 0..store.bounds().batches_of_one {
        running.push(planned(&store, plan(2000, Dealing::Own)).await);
    }
    let plan = || plan(1, Dealing::Own);
    let more = store.batches.plan(&asker(1), plan(), None, None).await;
    assert!(matches!(more, Err(RequestError::TooManyBatches(_))));
    let other = store.batches.plan(&asker(2), plan(), None, None).await;
    ended(&store.batches, &other.unwrap().batch).await;
    for batch in &running {
        store.batches.stop(batch.id, &asker(1)).await.unwrap();
        ended(&store.batches, batch).await;
    }
    let page = store.batches.list(None, None, 3);
    assert_eq!((page.rows.len(), page.next.is_some()), (3, true));
    let rest = store.batches.list(None, page.next, 3);
    assert_eq!((rest.rows.len(), rest.next), (2, None));
    store
        .batches
        .plan(&asker(1), plan(), None, None)
        .await
        .unwrap();
    support::close(store).await;
}

/// The record of a store with a batch in it, in portable form and back.
#[tokio::test(flavor = "multi_thread")]
async fn a_batch_is_exported_and_imported_with_its_matches() {
    let dir = tempfile::tempdir().unwrap();
    let store = support::open(dir.path());
    let batch = planned(&store, plan(2, Dealing::Duplicate)).await;
    let over = ended(&store.batches, &batch).await;
    let before = store.batches.progress(&over);
    support::close(store).await;
    let mut exported = Vec::new();
    store::portable::export(dir.path(), &mut exported).unwrap();
    let copy = tempfile::tempdir().unwrap();
    store::portable::import(copy.path(), &mut exported.as_slice()).unwrap();
    let store = reopened(copy.path()).await;
    let known = store.batches.get(batch.id).unwrap();
    assert_eq!(store.batches.progress(&known), before);
    assert_eq!(*known, *over);
    let first = store.batches.list(None, None, 10).rows;
    assert_eq!(first.len(), 1);
    assert_eq!(first[0].plan.line_ups[0][Seat(0)], Bot::Greedy.into());
    support::close(store).await;
}

async fn reopened(dir: &Path) -> Store {
    let store = support::open(dir);
    store
        .statistics
        .at_least(store.integrity().position)
        .await
        .unwrap();
    store
}

/// The commits of batches in a store that nobody has open.
fn commits_of_batches(dir: &Path) -> Vec<String> {
    let mut exported = Vec::new();
    store::portable::export(dir, &mut exported).unwrap();
    let lines = String::from_utf8(exported).unwrap();
    let of_batch = |line: &&str| line.contains(r#""stream":"b_"#);
    lines.lines().filter(of_batch).map(str::to_owned).collect()
}

/// Written by schema 1: a plan with everything in it, stopped, and its end. Records are
/// for ever, so what was written once must be read.
#[tokio::test(flavor = "multi_thread")]
async fn what_was_written_of_a_batch_is_read_for_ever() {
    let golden = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden/batch-1.ndjson");
    if std::env::var_os("UPDATE_GOLDEN").is_some() && !golden.exists() {
        let dir = tempfile::tempdir().unwrap();
        let store = support::open(dir.path());
        let stop = Some(win_index());
        let plan = Plan {
            stop,
            ..plan(30, Dealing::Duplicate)
        };
        let batch = planned(&store, plan).await;
        store.batches.stop(batch.id, &asker(1)).await.unwrap();
        ended(&store.batches, &batch).await;
        support::close(store).await;
        let lines = commits_of_batches(dir.path());
        std::fs::write(&golden, lines.join("\n") + "\n").unwrap();
    }
    let text = std::fs::read_to_string(golden).unwrap();
    let commits = text.lines().map(|line| {
        let line = Line::parse(line.to_owned()).unwrap();
        line.decode::<BatchEvent>().unwrap()
    });
    let events: Vec<BatchEvent> = commits.flat_map(|commit| commit.events).collect();
    let [planned, stopped, BatchEvent::Ended {}] = &events[..] else {
        panic!("{events:?}")
    };
    let BatchEvent::Planned { plan, seed, .. } = planned else {
        panic!("{planned:?}")
    };
    assert_eq!(plan.stop, Some(win_index()));
    assert_eq!(*seed.get(), Seed([5; 32]));
    assert!(matches!(
        stopped,
        BatchEvent::Stopped {
            why: StopReason::Asked,
            ..
        }
    ));
    for event in &events {
        let written = serde_json::to_string(event).unwrap();
        assert_eq!(
            serde_json::from_str::<BatchEvent>(&written).unwrap(),
            *event
        );
    }
}

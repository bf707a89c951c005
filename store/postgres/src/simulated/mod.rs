//! When is an outcome known? Writer, marker and reader as they are, on a database that loses answers,
//! crashes and fails over: six rules keep what clients are told true, a seventh keeps the log with
//! whoever has it, two more keep shards in one order, and each is needed.

mod history;
mod table;
mod world;

use std::{sync::Arc, time::Duration};

use parking_lot::Mutex;
use store_log::{
    AppendError, Position, Shard, Shards, StoreError,
    conformance::{commit, stream},
    embedded::queue::{Queue, Waiting},
    log::{Appended, IdempotencyKey, NewCommit, Span},
    record::{Line, Tip},
};
use tokio::{
    runtime::Handle,
    sync::{mpsc, oneshot, watch},
    task::JoinHandle,
    time::{Instant, sleep},
};

use self::{
    history::History,
    world::{Rules, Simulated},
};
use crate::{
    following::Marked,
    group::Tips,
    lease::Lease,
    marker::Marker,
    numbers::Numbers,
    reader::{Needs, Reader},
    session::Database as _,
    shard::{Claim, End, Reads},
    taking::take,
    writer::{Published, Writer},
};

const ALL: Rules = Rules {
    barrier: true,
    warning: true,
    head: true,
    epoch: true,
    drawn: true,
    mark: true,
    confirm: true,
    replicated: true,
    behind: true,
};
/// So many shards there are.
const SHARDS: u16 = 2;
/// How long an answer is waited for.
const PATIENCE: Duration = Duration::from_millis(100);
/// So many clients each try so often to put a commit to a stream of their own.
const CLIENTS: u8 = 4;
const ATTEMPTS: u8 = 30;
/// So many courses are tried.
const SEEDS: u64 = 600;

/// A log on the database, as it is opened: its writer in a task of its own.
#[derive(Debug)]
struct Node {
    shard: Shard,
    /// Counts the logs that were opened of the shard.
    number: u8,
    /// Where the log ended when it was taken.
    from: End,
    appends: mpsc::UnboundedSender<Waiting>,
    reader: Reader<Simulated>,
    published: Published,
}

impl Node {
    async fn start(
        database: &Simulated,
        (shard, number): (Shard, u8),
        history: Arc<Mutex<History>>,
    ) -> Node {
        let claim = Claim {
            shard,
            owner: [number; 16],
            address: None,
            lease: Duration::MAX,
        };
        let lease = Lease::of(&claim, Instant::now());
        let (session, taken) = loop {
            let session = database.open().await.unwrap();
            if let Ok(taken) = take(&session, &claim, PATIENCE).await {
                break (session, taken);
            }
            sleep(PATIENCE).await;
        };
        let shards = shards();
        let numbers = Numbers::new(shards, shard, taken.end.number, taken.known);
        let published = Published::new(taken, lease);
        let marker = Marker {
            database: database.clone(),
            claim: claim.clone(),
            patience: PATIENCE,
            numbers: numbers.clone(),
            published: published.clone(),
        };
        tokio::spawn(marker.run());
        let writer = Writer {
            database: database.clone(),
            patience: PATIENCE,
            claim,
            taken,
            session,
            published: published.clone(),
            queue: Arc::new(Queue::new(0)),
            tips: Tips::new(),
            numbers,
        };
        let (appends, waiting) = mpsc::unbounded_channel();
        tokio::spawn(run(writer, waiting, history));
        let one = Some(shard);
        Node {
            shard,
            number,
            from: taken.end,
            appends,
            reader: Reader::new(
                Reads { shards, one },
                database.clone(),
                Handle::current(),
                PATIENCE,
                Needs::Epoch(shard, Arc::clone(&published.epoch)),
                published.failed.subscribe(),
            ),
            published,
        }
    }

    async fn append(&self, commit: NewCommit) -> Result<Appended, AppendError> {
        let (answer, answered) = oneshot::channel();
        // A writer that has ended answers nobody.
        let _ = self.appends.send((Box::new(commit), answer));
        answered.await.unwrap_or(Err(AppendError::Unknown))
    }

    /// What is shown of a stream behind `after`.
    async fn read(&self, number: u8, after: Tip) -> Result<Vec<Line>, StoreError> {
        let head = *self.published.head.borrow();
        self.reader.read(stream(number), after, head).await
    }
}

/// Of each shard, the log that was opened last.
#[derive(Clone)]
struct Nodes(Vec<watch::Receiver<Arc<Node>>>);

impl Nodes {
    /// The log that a client writes to.
    fn of(&self, client: u8) -> Arc<Node> {
        Arc::clone(&self.0[usize::from(client) % self.0.len()].borrow())
    }
}

fn shards() -> Shards {
    Shards::new(SHARDS).unwrap()
}

/// What the writer's thread does: takes all that waits, and writes it.
async fn run(
    mut writer: Writer<Simulated>,
    mut waiting: mpsc::UnboundedReceiver<Waiting>,
    history: Arc<Mutex<History>>,
) {
    while let Some(first) = waiting.recv().await {
        let mut group = vec![first];
        group.extend(std::iter::from_fn(|| waiting.try_recv().ok()));
        if writer.write(group).await.is_err() {
            let owner = writer.database.shown().of(writer.claim.shard).owner;
            history.lock().lose(owner == Some(writer.claim.owner));
            return;
        }
    }
}

/// Puts commits to a stream of its own. What it does not know the outcome of it asks again under
/// the same key, or it looks and decides anew.
async fn client(number: u8, database: Simulated, nodes: Nodes, history: Arc<Mutex<History>>) {
    let (mut tip, mut again) = (Tip::START, None);
    for attempt in 0..ATTEMPTS {
        let node = nodes.of(number);
        let commit = again.take().unwrap_or_else(|| {
            let name = format!("{number}-{attempt}");
            NewCommit {
                key: Some(IdempotencyKey::new("client", &name, b"")),
                ..commit(stream(number), tip, 1 + attempt % 3)
            }
        });
        if let Ok(appended) = node.append(commit.clone()).await {
            history
                .lock()
                .acknowledge((node.shard, node.number.into()), &appended.line);
            tip = appended.line.tip();
            continue;
        }
        sleep(PATIENCE / 4).await;
        if database.random(2) == 0 {
            again = Some(commit);
        } else if let Ok(lines) = node.read(number, tip).await {
            tip = lines.last().map_or(tip, Line::tip);
            history.lock().show(lines);
        }
    }
}

/// Looks at every stream, again and again, wherever it is served.
async fn watch(nodes: Nodes, history: Arc<Mutex<History>>) {
    loop {
        for number in 0..CLIENTS {
            let node = nodes.of(number);
            let lines = node.read(number, Tip::START).await;
            history.lock().show(lines.unwrap_or_default());
            sleep(PATIENCE / 20).await;
        }
    }
}

/// A server that does not have the log follows it, as far as it may.
async fn follow(database: Simulated, history: Arc<Mutex<History>>) {
    let log = Marked::new(shards(), database, Handle::current(), PATIENCE);
    let mut after = Position::START;
    loop {
        // A server that does not answer is asked again.
        let _ = log.look().await;
        if let Ok(read) = log.scan(Span::new(after, 100)).await {
            after = read.last;
            history.lock().follow(read.lines, after);
        }
        sleep(PATIENCE).await;
    }
}

/// Another log takes a shard over, again and again.
async fn take_over(
    database: Simulated,
    shard: Shard,
    nodes: watch::Sender<Arc<Node>>,
    taken: Arc<Mutex<History>>,
) {
    for number in 1.. {
        database.pause(400).await;
        let node = Node::start(&database, (shard, number), Arc::clone(&taken)).await;
        taken.lock().take(shard, node.from);
        nodes.send_replace(Arc::new(node));
    }
}

/// One course of events, the same for a seed: what is wrong at its end.
async fn course(rules: Rules, seed: u64) -> Result<(), String> {
    let database = Simulated::new(rules, seed);
    let history = Arc::<Mutex<History>>::default();
    let standby = tokio::spawn(database.clone().replicate());
    let mut others = vec![
        standby,
        tokio::spawn(database.clone().trouble()),
        tokio::spawn(follow(database.clone(), Arc::clone(&history))),
    ];
    let mut nodes = Nodes(Vec::new());
    for shard in shards().all() {
        let first = Node::start(&database, (shard, 0), Arc::clone(&history)).await;
        history.lock().take(shard, first.from);
        let current = watch::Sender::new(Arc::new(first));
        nodes.0.push(current.subscribe());
        let taken = Arc::clone(&history);
        others.push(tokio::spawn(take_over(
            database.clone(),
            shard,
            current,
            taken,
        )));
    }
    others.push(tokio::spawn(watch(nodes.clone(), Arc::clone(&history))));
    let client = |number| {
        let (nodes, history) = (nodes.clone(), Arc::clone(&history));
        tokio::spawn(client(number, database.clone(), nodes, history))
    };
    let clients: Vec<JoinHandle<()>> = (0..CLIENTS).map(client).collect();
    for client in clients {
        client.await.unwrap();
    }
    others.iter().for_each(JoinHandle::abort);
    database.fail_over();
    let history = history.lock();
    history.check(&database.shown())
}

/// Whether clients are told the truth in every course, or what is wrong in the first where not.
fn courses(rules: Rules) -> Result<(), String> {
    for seed in 0..SEEDS {
        let runtime = tokio::runtime::Builder::new_current_thread()
            .enable_time()
            .start_paused(true)
            .build()
            .unwrap();
        let checked = runtime.block_on(course(rules, seed));
        checked.map_err(|wrong| format!("course {seed}: {wrong}"))?;
    }
    Ok(())
}

#[test]
fn whatever_happens_to_a_database_clients_are_told_the_truth() {
    assert_eq!(courses(ALL), Ok(()));
}

#[test]
fn without_a_barrier_before_it_is_looked_for_a_commit_is_told_that_a_fail_over_takes_back() {
    let rules = Rules {
        barrier: false,
        ..ALL
    };
    assert!(courses(rules).unwrap_err().contains("is gone"));
}

#[test]
fn unless_a_warning_is_an_unknown_outcome_what_is_told_is_not_true() {
    let rules = Rules {
        warning: false,
        ..ALL
    };
    // The shard itself may be taken and lost again.
    courses(rules).unwrap_err();
}

#[test]
fn whoever_reads_beyond_the_head_sees_what_a_fail_over_takes_back() {
    let rules = Rules { head: false, ..ALL };
    let wrong = courses(rules).unwrap_err();
    assert!(wrong.contains("was shown"), "{wrong}");
}

#[test]
fn whoever_follows_beyond_the_mark_sees_what_a_fail_over_takes_back() {
    let rules = Rules { mark: false, ..ALL };
    assert!(courses(rules).unwrap_err().contains("was shown"));
}

#[test]
fn unless_the_epoch_is_raised_first_another_writes_what_one_has_taken() {
    let rules = Rules {
        epoch: false,
        ..ALL
    };
    assert!(courses(rules).unwrap_err().contains("was taken"));
}

#[test]
fn unless_epochs_are_drawn_a_server_that_was_replaced_shows_what_it_alone_has() {
    let rules = Rules {
        drawn: false,
        ..ALL
    };
    let wrong = courses(rules).unwrap_err();
    assert!(wrong.contains("was shown"), "{wrong}");
}

#[test]
fn unless_a_server_proves_that_it_was_not_replaced_a_log_is_given_up_that_nobody_took() {
    let rules = Rules {
        confirm: false,
        ..ALL
    };
    assert!(courses(rules).unwrap_err().contains("nobody took"));
}

#[test]
fn unless_promises_are_of_what_is_replicated_whoever_follows_misses_what_comes_before() {
    let rules = Rules {
        replicated: false,
        ..ALL
    };
    assert!(courses(rules).unwrap_err().contains("was missed"));
}

#[test]
fn unless_whoever_takes_a_shard_begins_behind_all_shards_what_it_writes_is_missed() {
    let rules = Rules {
        behind: false,
        ..ALL
    };
    assert!(courses(rules).unwrap_err().contains("was missed"));
}

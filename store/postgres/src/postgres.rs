//! The log: taken over when it is opened, written by one thread, read by anybody.

use std::{
    fmt,
    panic::{AssertUnwindSafe, catch_unwind},
    sync::Arc,
    thread::JoinHandle,
    time::Duration,
};

use parking_lot::Mutex;
use store_log::{
    AppendError, Hash, Position, Shard, Shards, StoreError, StreamId, StreamKind,
    embedded::queue::Queue,
    id,
    lines::Found,
    log::{Appended, IdempotencyKey, Log, NewCommit, Pending, Scanned, Span, wait_for},
    record::{Line, Tip},
};
use tokio::{
    runtime::{Handle, Runtime},
    sync::{oneshot, watch},
    time::Instant,
};

use crate::{
    address::Address,
    group::Tips,
    keeper::Keeper,
    lease::Lease,
    lines::TableLines,
    marker::Marker,
    numbers::Numbers,
    opening::{Named, open, runtime},
    reader::{Needs, Reader},
    session::{Answer, Session as _},
    shard::{Claim, End, Reads},
    statements::Prepared,
    writer::{Ended, Published, Writer},
};

/// How a log in a database is opened.
#[derive(Clone, Debug)]
pub struct Options {
    /// Commits that may wait for the writer before more are refused.
    pub queue: usize,
    /// How long an answer of the database is waited for. Then whoever waits is told that the
    /// outcome is unknown, and the writer finds it out.
    pub patience: Duration,
    /// Where other servers that share the database reach this one. Then the log is taken when
    /// nobody has it. Without, it is taken from whoever has it.
    pub address: Option<String>,
    /// How long the log stays with a server that says nothing more.
    pub lease: Duration,
    /// How many shards the store has. If not said, as many as it was made with; a new one has one.
    pub shards: Option<Shards>,
    /// The shard that is written.
    pub shard: Shard,
}

/// The log in a database: one of its shards.
pub struct Postgres {
    reader: Reader<Address>,
    published: Published,
    queue: Arc<Queue>,
    named: Named,
    claim: Claim,
    // Taken once, by whoever closes first.
    thread: Mutex<Option<JoinHandle<()>>>,
    /// Dropped last, and never on a thread that may not wait.
    runtime: Option<Runtime>,
}

/// Under which name it is noted up to where every match that has ended was packed.
const ARCHIVED_TO: &str = "archived_to";

impl Default for Options {
    fn default() -> Options {
        Options {
            queue: 4096,
            patience: Duration::from_secs(10),
            address: None,
            lease: Duration::from_secs(10),
            shards: None,
            shard: Shard::FIRST,
        }
    }
}

impl Postgres {
    /// Opens the log in a database like `postgres://user@host/database`, or makes one there.
    /// Whoever had it before stops.
    ///
    /// # Errors
    ///
    /// Why it cannot be, and what to do; [`StoreError::NotOurTurn`] if another that shares the
    /// database has it.
    pub fn open(url: &str, options: Options) -> Result<Postgres, StoreError> {
        let database = Address::parse(url)?;
        let runtime = runtime()?;
        let handle = runtime.handle().clone();
        let claim = Claim {
            shard: options.shard,
            owner: id::random(),
            address: options.address,
            lease: options.lease,
        };
        let asked = Instant::now();
        let opening = handle.spawn(open(
            database.clone(),
            options.shards,
            claim.clone(),
            options.patience,
        ));
        let opened = wait_for(async { opening.await.unwrap_or(Err(StoreError::Panicked)) });
        let opened = match opened {
            Ok(opened) => opened,
            Err(error) => {
                runtime.shutdown_background();
                return Err(error);
            }
        };
        let shards = opened.named.shards;
        let End { number: last, .. } = opened.taken.end;
        let numbers = Numbers::new(shards, claim.shard, last, opened.taken.known);
        let published = Published::new(opened.taken, Lease::of(&claim, asked));
        let queue = Arc::new(Queue::new(options.queue));
        let one = Some(claim.shard);
        let reader = Reader::new(
            Reads { shards, one },
            database.clone(),
            handle.clone(),
            options.patience,
            Needs::Epoch(claim.shard, Arc::clone(&published.epoch)),
            published.failed.subscribe(),
        );
        let keeper = Keeper {
            database: database.clone(),
            claim: claim.clone(),
            patience: options.patience,
            published: published.clone(),
        };
        keep(&handle, keeper, &numbers);
        let writer = Writer {
            database,
            patience: options.patience,
            claim: claim.clone(),
            taken: opened.taken,
            session: opened.session,
            published: published.clone(),
            queue: Arc::clone(&queue),
            tips: Tips::new(),
            numbers,
        };
        let thread = std::thread::Builder::new().name("postgres".to_owned());
        let thread = thread
            .spawn(move || live(writer, &handle))
            .map_err(StoreError::io("start the writer"))?;
        Ok(Postgres {
            reader,
            published,
            queue,
            named: opened.named,
            claim,
            thread: Mutex::new(Some(thread)),
            runtime: Some(runtime),
        })
    }

    /// Finishes what waits and stops writing.
    pub fn close(&self) {
        let thread = self.thread.lock().take();
        if let Some(thread) = thread {
            // It may have ended by itself, and if it panicked, that was told already.
            self.queue.close();
            let _ = thread.join();
            self.release();
        }
        self.reader.close();
    }

    /// The next server that shares the database need not wait until the log lapses.
    fn release(&self) {
        if self.claim.address.is_some() && !*self.published.failed.borrow() {
            let claim = self.claim.clone();
            self.try_once("released", move |session| {
                let claim = claim.clone();
                async move { session.release(&claim).await }
            });
        }
    }

    /// What whoever had the log before has noted under a name.
    ///
    /// # Errors
    ///
    /// If the database does not answer.
    pub fn note(&self, name: &'static str) -> Result<Option<String>, StoreError> {
        wait_for(self.reader.note(self.claim.name_of(name)))
    }

    /// Notes something for whoever has the log next, unless another has it already.
    pub fn set_note(&self, name: &'static str, note: &str) {
        let (claim, name) = (self.claim.clone(), self.claim.name_of(name));
        let note = note.to_owned();
        self.try_once("noted in", move |session| {
            let (claim, name, note) = (claim.clone(), name.clone(), note.clone());
            async move { session.set_note(&claim, &name, &note).await }
        });
    }

    /// The lines under a name, and those that are there.
    ///
    /// # Errors
    ///
    /// If the database does not answer.
    pub fn lines(&self, name: &'static str) -> Result<Found, StoreError> {
        TableLines::open(&self.reader, &self.claim, name)
    }

    /// Packs streams that have ended, each into one row. Those that hold a text stay as they are,
    /// and so does one that cannot be read.
    ///
    /// # Errors
    ///
    /// If the database does not answer in time, or the log was closed.
    pub async fn archive(&self, streams: &[StreamId]) -> Result<(), StoreError> {
        let head = self.head_now();
        for stream in streams {
            if self.reader.is_closed() {
                return Err(StoreError::Stopped);
            }
            match self.reader.archive(*stream, head, &self.claim).await {
                Err(StoreError::Quarantined { why, .. }) => {
                    tracing::error!(%stream, why, "it is not packed");
                }
                archived => archived?,
            }
        }
        Ok(())
    }

    /// Up to where every match that has ended was packed.
    ///
    /// # Errors
    ///
    /// If the database does not answer.
    pub fn archived_to(&self) -> Result<Position, StoreError> {
        let noted = self.note(ARCHIVED_TO)?;
        let number = noted.and_then(|noted| noted.parse().ok());
        Ok(number.map_or(Position::START, Position::of_number))
    }

    /// Notes up to where every match that has ended was packed.
    pub fn note_archived_to(&self, position: Position) {
        self.set_note(ARCHIVED_TO, &position.number().to_string());
    }

    fn try_once<Asked>(
        &self,
        what: &'static str,
        change: impl Fn(Arc<Prepared>) -> Asked + Send + 'static,
    ) where
        Asked: Future<Output = Answer<()>> + Send,
    {
        if let Err(error) = wait_for(self.reader.try_once(change)) {
            tracing::warn!(%error, "something was not {what} the database");
        }
    }

    /// Readers wait no longer for a database that does not answer.
    pub fn stop_waiting(&self) {
        self.reader.close();
    }

    /// The id of the store, the same for all who open it: 32 hexadecimal digits.
    pub fn store_id(&self) -> String {
        self.named.store_id()
    }

    /// The key that tokens are derived with, the same for all who open it. Never leaves the
    /// server.
    pub const fn secret(&self) -> &[u8; 32] {
        &self.named.secret
    }

    /// The position before another one, or the start.
    pub const fn before(&self, other: Position) -> Position {
        Position::of_number(other.number().saturating_sub(1))
    }

    /// How many commits there are after a position; where there are several shards, about so many.
    pub fn commits_after(&self, position: Position) -> u64 {
        let head = self.published.head.borrow().number();
        head.saturating_sub(position.number()) / u64::from(self.named.shards.count())
    }

    /// Where the log ends, and the hash over all its commits.
    pub fn written(&self) -> (Position, Hash) {
        *self.published.end.borrow()
    }

    fn head_now(&self) -> Position {
        *self.published.head.borrow()
    }
}

/// Keeps a shard, and lets others follow it, if there can be any.
fn keep(handle: &Handle, keeper: Keeper<Address>, numbers: &Numbers) {
    if keeper.claim.address.is_some() {
        let marker = Marker {
            database: keeper.database.clone(),
            claim: keeper.claim.clone(),
            patience: keeper.patience,
            numbers: numbers.clone(),
            published: keeper.published.clone(),
        };
        handle.spawn(marker.run());
    }
    handle.spawn(keeper.run());
}

/// The writer's life. However it ends, everyone is told.
fn live(writer: Writer<Address>, runtime: &Handle) {
    let (queue, published) = (Arc::clone(&writer.queue), writer.published.clone());
    let ended = catch_unwind(AssertUnwindSafe(|| writer.run(runtime)));
    queue.abandon();
    match ended {
        Ok(Ok(())) => return,
        Ok(Err(Ended::Lost)) => published.lose(),
        Ok(Err(Ended::Closed)) => tracing::warn!(
            "closed while the database did not answer: what waited may have been written"
        ),
        // What a panic said is on the console already.
        Err(_) => tracing::error!("writing has stopped"),
    }
    published.failed.send_replace(true);
}

impl fmt::Debug for Postgres {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Postgres")
            .field("end", &*self.published.end.borrow())
            .finish_non_exhaustive()
    }
}

impl Drop for Postgres {
    fn drop(&mut self) {
        self.close();
        if let Some(runtime) = self.runtime.take() {
            runtime.shutdown_background();
        }
    }
}

impl Log for Postgres {
    fn append(&self, commit: NewCommit) -> Pending<'static, Appended, AppendError> {
        if self.named.shards.of(commit.sealed.stream) != self.claim.shard {
            return Box::pin(async { Err(StoreError::NotOurTurn.into()) });
        }
        let (answer, answered) = oneshot::channel();
        self.queue.push(Box::new(commit), answer);
        // A writer that ends says nothing: it may have come as far as the database.
        Box::pin(async { answered.await.unwrap_or(Err(AppendError::Unknown)) })
    }

    fn read(&self, stream: StreamId, after: Tip) -> Pending<'_, Vec<Line>> {
        Box::pin(async move { self.reader.read(stream, after, self.head_now()).await })
    }

    fn scan(&self, span: Span) -> Pending<'_, Scanned> {
        Box::pin(async move { self.reader.scan(span, self.head_now()).await })
    }

    fn head(&self) -> watch::Receiver<Position> {
        self.published.head.subscribe()
    }

    fn seen(&self, key: IdempotencyKey) -> Pending<'_, Option<Line>, AppendError> {
        Box::pin(async move { self.reader.seen(key, self.head_now()).await })
    }

    fn tip(&self, stream: StreamId) -> Pending<'_, Tip> {
        Box::pin(async move { self.reader.tip(stream, self.head_now()).await })
    }

    fn streams(&self, kind: StreamKind) -> Pending<'_, Vec<StreamId>> {
        Box::pin(async move { self.reader.streams(kind, self.head_now()).await })
    }

    fn failed(&self) -> &watch::Sender<bool> {
        &self.published.failed
    }

    fn is_current(&self) -> bool {
        self.published.lease.holds()
    }
}

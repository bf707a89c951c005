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
    AppendError, Hash, Position, StoreError, StreamId, StreamKind, Timestamp,
    embedded::queue::Queue,
    id,
    log::{Appended, IdempotencyKey, KEY_DAYS, Log, NewCommit, Pending, Scanned, Span, wait_for},
    record::{Line, Tip},
};
use tokio::{
    runtime::{Handle, Runtime},
    sync::{oneshot, watch},
};
use tokio_postgres::{Config, types::ToSql};

use crate::{
    checks::Settings,
    connection::{Connection, failed, parse},
    group::Tips,
    reader::Reader,
    shard::{Owner, Taken, number, position},
    sql::{EXPIRE, FORMAT, MAKE_SHARD, NAME_STORE, SHARD, STORE, TABLES},
    statements::Prepared,
    taking::{NotTaken, take},
    writer::{Ended, Published, Writer},
};

/// How a log in a database is opened.
#[derive(Clone, Copy, Debug)]
pub struct Options {
    /// Commits that may wait for the writer before more are refused.
    pub queue: usize,
    /// How long an answer of the database is waited for. Then whoever waits is told that the
    /// outcome is unknown, and the writer finds it out.
    pub patience: Duration,
}

/// The log in a database.
pub struct Postgres {
    reader: Reader<Config>,
    published: Published,
    queue: Arc<Queue>,
    named: Named,
    // Taken once, by whoever closes first.
    thread: Mutex<Option<JoinHandle<()>>>,
    /// Dropped last, and never on a thread that may not wait.
    runtime: Option<Runtime>,
}

/// What a store says of itself.
#[derive(Clone, Copy)]
pub(crate) struct Named {
    store_id: [u8; 16],
    secret: [u8; 32],
}

/// A database that was checked, and whose shard is taken.
pub(crate) struct Opened {
    pub(crate) session: Prepared,
    pub(crate) taken: Taken,
    pub(crate) owner: Owner,
    pub(crate) named: Named,
}

/// How often a log that writes nothing looks whether it still has its shard.
const LOOK: Duration = Duration::from_secs(5);

impl Default for Options {
    fn default() -> Options {
        Options {
            queue: 4096,
            patience: Duration::from_secs(10),
        }
    }
}

impl Postgres {
    /// Opens the log in a database like `postgres://user@host/database`, or makes one there.
    /// Whoever had it before stops.
    ///
    /// # Errors
    ///
    /// Why it cannot be, and what to do.
    pub fn open(url: &str, options: Options) -> Result<Postgres, StoreError> {
        let database = parse(url)?;
        let runtime = runtime()?;
        let handle = runtime.handle().clone();
        let opening = handle.spawn(open(database.clone(), options.patience));
        let opened = wait_for(async { opening.await.unwrap_or(Err(StoreError::Panicked)) });
        let opened = match opened {
            Ok(opened) => opened,
            Err(error) => {
                runtime.shutdown_background();
                return Err(error);
            }
        };
        let published = Published::new(opened.taken.end);
        let queue = Arc::new(Queue::new(options.queue));
        let reader = Reader::new(database.clone(), handle.clone(), options.patience);
        let (owner, named) = (opened.owner, opened.named);
        let writer = Writer {
            database,
            patience: options.patience,
            owner,
            taken: opened.taken,
            session: opened.session,
            published: published.clone(),
            queue: Arc::clone(&queue),
            tips: Tips::new(),
        };
        handle.spawn(look(reader.clone(), owner, published.failed.clone()));
        let thread = std::thread::Builder::new().name("postgres".to_owned());
        let thread = thread
            .spawn(move || live(writer, &handle))
            .map_err(StoreError::io("start the writer"))?;
        Ok(Postgres {
            reader,
            published,
            queue,
            named,
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
        }
        self.reader.close();
    }

    /// Readers wait no longer for a database that does not answer.
    pub fn stop_waiting(&self) {
        self.reader.close();
    }

    /// The id of the store, the same for all who open it: 32 hexadecimal digits.
    pub fn store_id(&self) -> String {
        format!("{:032x}", u128::from_be_bytes(self.named.store_id))
    }

    /// The key that tokens are derived with, the same for all who open it. Never leaves the
    /// server.
    pub const fn secret(&self) -> &[u8; 32] {
        &self.named.secret
    }

    /// The position before another one, or the start.
    pub const fn before(&self, other: Position) -> Position {
        position(number(other).saturating_sub(1))
    }

    /// How many commits there are after a position.
    pub fn commits_after(&self, position: Position) -> u64 {
        let head = number(*self.published.head.borrow());
        head.saturating_sub(number(position))
    }

    /// Where the log ends, and the hash over all its commits.
    pub fn written(&self) -> (Position, Hash) {
        *self.published.end.borrow()
    }

    fn head_now(&self) -> Position {
        *self.published.head.borrow()
    }
}

/// Threads of its own: whoever asks may have a runtime of another kind.
pub(crate) fn runtime() -> Result<Runtime, StoreError> {
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(2)
        .thread_name("postgres")
        .enable_all()
        .build();
    runtime.map_err(StoreError::io("start threads"))
}

/// Connects, checks the database, makes what is missing in it, and takes the shard.
pub(crate) async fn open(database: Config, patience: Duration) -> Result<Opened, StoreError> {
    let connected = Connection::open(&database).await;
    let connection = connected.map_err(failed("connect to the database"))?;
    let settings = Settings::of(&connection.client).await;
    let settings = settings.map_err(failed("ask the database for its settings"))?;
    settings.check()?;
    if let Some(warning) = settings.warning() {
        tracing::warn!("{warning}");
    }
    let owner: Owner = id::random();
    let named = prepare(&connection, owner);
    let named = tokio::time::timeout(patience, named).await;
    let named = named.map_err(|_| unconfirmed(patience))??;
    let preparing = failed("ask the database for what is in its tables");
    let session = Prepared::of(connection).await.map_err(preparing)?;
    let taken = match take(&session, &owner, patience).await {
        Ok(taken) => taken,
        Err(NotTaken::Unknown(Some(error))) => {
            return Err(failed("take over the log in the database")(error));
        }
        Err(NotTaken::Unknown(None) | NotTaken::Lost) => return Err(unconfirmed(patience)),
    };
    Ok(Opened {
        session,
        taken,
        owner,
        named,
    })
}

fn unconfirmed(patience: Duration) -> StoreError {
    StoreError::Database(format!(
        "it confirmed no commit within {} s: does a standby of synchronous_standby_names answer?",
        patience.as_secs()
    ))
}

/// Makes what is missing, and tells what the store is.
async fn prepare(connection: &Connection, owner: Owner) -> Result<Named, StoreError> {
    let client = &connection.client;
    let making = "make the tables in the database";
    client.batch_execute(TABLES).await.map_err(failed(making))?;
    let (store_id, secret): ([u8; 16], [u8; 32]) = (id::random(), id::random());
    let (store_id, secret, nothing) = (&store_id[..], &secret[..], &Hash::ZERO.0[..]);
    let before = i32::from(Timestamp::now().day().saturating_sub(KEY_DAYS));
    let statements: [(&str, &[&(dyn ToSql + Sync)]); 3] = [
        (NAME_STORE, &[&FORMAT, &store_id, &secret]),
        (MAKE_SHARD, &[&SHARD, &&owner[..], &nothing]),
        (EXPIRE, &[&before]),
    ];
    for (statement, parameters) in statements {
        let made = client.execute(statement, parameters).await;
        made.map_err(failed(making))?;
    }
    named_by(connection).await
}

async fn named_by(connection: &Connection) -> Result<Named, StoreError> {
    let reading = "read what store the database has";
    let row = connection.client.query_one(STORE, &[]).await;
    let row = row.map_err(failed(reading))?;
    let format: i32 = row.try_get(0).map_err(failed(reading))?;
    if format > FORMAT {
        let why = "a newer program wrote its tables: use that";
        return Err(StoreError::Database(why.to_owned()));
    }
    let store_id: &[u8] = row.try_get(1).map_err(failed(reading))?;
    let secret: &[u8] = row.try_get(2).map_err(failed(reading))?;
    let damaged = || StoreError::Database("its store id or its secret is none".to_owned());
    Ok(Named {
        store_id: store_id.try_into().map_err(|_| damaged())?,
        secret: secret.try_into().map_err(|_| damaged())?,
    })
}

/// The writer's life. However it ends, everyone is told.
fn live(writer: Writer<Config>, runtime: &Handle) {
    let (queue, failed) = (Arc::clone(&writer.queue), writer.published.failed.clone());
    let ended = catch_unwind(AssertUnwindSafe(|| writer.run(runtime)));
    queue.abandon();
    match ended {
        Ok(Ok(())) => return,
        Ok(Err(Ended::Lost)) => tell_lost(),
        Ok(Err(Ended::Closed)) => tracing::warn!(
            "closed while the database did not answer: what waited may have been written"
        ),
        // What a panic said is on the console already.
        Err(_) => tracing::error!("writing has stopped"),
    }
    failed.send_replace(true);
}

fn tell_lost() {
    tracing::error!("another server has taken over the log in the database: this one stops");
}

/// Notices that another has taken the shard, although nothing is written here.
async fn look(reader: Reader<Config>, owner: Owner, failed: watch::Sender<bool>) {
    while !*failed.borrow() {
        tokio::time::sleep(LOOK).await;
        if reader.owner().await.is_ok_and(|now| now != Some(owner)) && !failed.send_replace(true) {
            tell_lost();
        }
    }
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
}

//! Whatever is read, on a connection of its own, and only up to the head.

use std::{
    future::Future,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::{Duration, Instant},
};

use domain::cast;
use store_log::{
    AppendError, Position, StoreError, StreamId, StreamKind, Timestamp,
    embedded::texts,
    log::{IdempotencyKey, KEY_DAYS, Scanned, Span},
    record::{Chain, Line, Tip},
    with_causes,
};
use tokio::{runtime::Handle, sync::Mutex, time::sleep};
use tokio_postgres::{Config, Error, Row, Statement, types::ToSql};

use crate::{
    connection::{Connection, failed},
    shard::{hash, number},
    sql::{OWNER, READ, SCAN, SEEN, SHARD, STREAMS, TIP},
};

/// Reads; clones share a connection.
#[derive(Clone, Debug)]
pub(crate) struct Reader(Arc<Inner>);

#[derive(Debug)]
struct Inner {
    database: Config,
    runtime: Handle,
    /// How long a reader waits for a database that does not answer.
    patience: Duration,
    current: Mutex<Option<Arc<Prepared>>>,
    closed: AtomicBool,
}

/// A connection, and its statements.
#[derive(Debug)]
pub(crate) struct Prepared {
    connection: Connection,
    read: Statement,
    tip: Statement,
    scan: Statement,
    seen: Statement,
    streams: Statement,
    owner: Statement,
}

/// How long the database is left alone after it could not be reached.
const PAUSE: Duration = Duration::from_millis(200);

impl Prepared {
    async fn open(database: &Config) -> Result<Prepared, Error> {
        let connection = Connection::open(database).await?;
        let client = &connection.client;
        Ok(Prepared {
            read: client.prepare(READ).await?,
            tip: client.prepare(TIP).await?,
            scan: client.prepare(SCAN).await?,
            seen: client.prepare(SEEN).await?,
            streams: client.prepare(STREAMS).await?,
            owner: client.prepare(OWNER).await?,
            connection,
        })
    }

    async fn rows(
        &self,
        statement: &Statement,
        parameters: &[&(dyn ToSql + Sync)],
    ) -> Result<Vec<Row>, Error> {
        self.connection.client.query(statement, parameters).await
    }
}

impl Reader {
    pub(crate) fn new(database: Config, runtime: Handle, patience: Duration) -> Reader {
        Reader(Arc::new(Inner {
            database,
            runtime,
            patience,
            current: Mutex::new(None),
            closed: AtomicBool::new(false),
        }))
    }

    /// Whoever waits for a database that does not answer waits no more.
    pub(crate) fn close(&self) {
        self.0.closed.store(true, Ordering::SeqCst);
    }

    /// Reads, again and again while the database does not answer, for as long as one waits.
    /// It may be polled anywhere: the work is done on the log's own runtime.
    async fn ask<T, Asked>(
        &self,
        patience: Option<Duration>,
        work: impl Fn(Arc<Prepared>) -> Asked + Send + 'static,
    ) -> Result<T, StoreError>
    where
        T: Send + 'static,
        Asked: Future<Output = Result<T, Error>> + Send,
    {
        let reader = self.clone();
        let asked = self.0.runtime.spawn(async move {
            let begun = Instant::now();
            loop {
                let prepared = reader.prepared().await;
                let read = match prepared {
                    Ok(prepared) => work(prepared).await,
                    Err(error) => Err(error),
                };
                let error = match read {
                    Ok(read) => return Ok(read),
                    Err(error) => error,
                };
                let is_late = patience.is_some_and(|patience| begun.elapsed() > patience);
                if is_late || reader.0.closed.load(Ordering::SeqCst) {
                    let why = format!("it does not answer: {}", with_causes(&error));
                    return Err(StoreError::Database(why));
                }
                tracing::debug!(error = &error as &dyn std::error::Error, "reading again");
                sleep(PAUSE).await;
            }
        });
        asked.await.unwrap_or(Err(StoreError::Stopped))
    }

    async fn prepared(&self) -> Result<Arc<Prepared>, Error> {
        let mut current = self.0.current.lock().await;
        if let Some(prepared) = &*current
            && !prepared.connection.is_closed()
        {
            return Ok(Arc::clone(prepared));
        }
        let prepared = Arc::new(Prepared::open(&self.0.database).await?);
        *current = Some(Arc::clone(&prepared));
        Ok(prepared)
    }

    /// The commits of a stream behind `after`, up to the head.
    pub(crate) async fn read(
        &self,
        stream: StreamId,
        after: Tip,
        head: Position,
    ) -> Result<Vec<Line>, StoreError> {
        let (version, head) = (i64::from(after.version), cast::<i64>(number(head)));
        let rows = self.ask(Some(self.0.patience), move |prepared| async move {
            let name = stream.to_string();
            prepared
                .rows(&prepared.read, &[&name, &version, &head])
                .await
        });
        let rows = rows.await?;
        let quarantined = |why: String| StoreError::Quarantined { stream, why };
        let mut chain = Chain::from(after);
        let mut lines = Vec::with_capacity(rows.len());
        for row in &rows {
            let line = line(row, 0).map_err(|error| quarantined(error.to_string()))?;
            chain
                .link(&line)
                .map_err(|error| quarantined(error.to_string()))?;
            lines.push(line);
        }
        if lines.is_empty() && self.tip_at(stream, head).await? != after {
            return Err(quarantined("it never ended there".to_owned()));
        }
        Ok(lines)
    }

    /// Where a stream ends, up to the head.
    pub(crate) async fn tip(&self, stream: StreamId, head: Position) -> Result<Tip, StoreError> {
        self.tip_at(stream, cast(number(head))).await
    }

    async fn tip_at(&self, stream: StreamId, head: i64) -> Result<Tip, StoreError> {
        let asked = self.ask(Some(self.0.patience), move |prepared| async move {
            let name = stream.to_string();
            let rows = prepared.rows(&prepared.tip, &[&name, &head]).await?;
            let Some(row) = rows.first() else {
                return Ok(Tip::START);
            };
            Ok(Tip {
                version: cast(row.try_get::<_, i64>(0)?),
                hash: hash(row, 1)?,
            })
        });
        asked.await
    }

    /// The first commits of a stretch, up to the head. A follower waits until it is closed.
    pub(crate) async fn scan(&self, span: Span, head: Position) -> Result<Scanned, StoreError> {
        let (after, end) = (number(span.after), number(span.up_to.min(head)));
        let left = end.saturating_sub(after);
        let limit = left.min(u64::try_from(span.limit).unwrap_or(u64::MAX));
        if limit == 0 {
            return Ok(Scanned {
                lines: Vec::new(),
                last: span.after,
                is_full: span.limit == 0,
            });
        }
        let (after, end, limit) = (cast::<i64>(after), cast::<i64>(end), cast::<i64>(limit));
        let rows = self.ask(None, move |prepared| async move {
            prepared
                .rows(&prepared.scan, &[&SHARD, &after, &end, &limit])
                .await
        });
        let rows = rows.await?;
        let lines = rows.iter().map(|row| line(row, 0));
        let mut lines = lines.collect::<Result<Vec<Line>, StoreError>>()?;
        let last = lines.last().map_or(span.after, |line| line.position);
        if let Some(kinds) = span.kinds {
            // What cannot be read is given: whoever decodes it tells what is wrong.
            lines.retain(|line| line.holds(kinds).unwrap_or(true));
        }
        Ok(Scanned {
            lines,
            last,
            is_full: usize::try_from(left).is_ok_and(|left| left >= span.limit),
        })
    }

    /// The commit that was made under a key, up to the head.
    pub(crate) async fn seen(
        &self,
        key: IdempotencyKey,
        head: Position,
    ) -> Result<Option<Line>, AppendError> {
        let since = i32::from(Timestamp::now().day().saturating_sub(KEY_DAYS));
        let head = cast::<i64>(number(head));
        let rows = self.ask(Some(self.0.patience), move |prepared| async move {
            let name = &key.key[..];
            prepared.rows(&prepared.seen, &[&name, &since, &head]).await
        });
        let rows = rows.await?;
        let Some(row) = rows.first() else {
            return Ok(None);
        };
        let used = hash(row, 0).map_err(failed("read from the database"))?;
        match used == key.fingerprint {
            true => Ok(Some(line(row, 1)?)),
            false => Err(AppendError::KeyReused),
        }
    }

    /// Every stream of a kind, in the order of their ids.
    pub(crate) async fn streams(
        &self,
        kind: StreamKind,
        head: Position,
    ) -> Result<Vec<StreamId>, StoreError> {
        let head = cast::<i64>(number(head));
        let letter = char::from(kind.letter());
        let rows = self.ask(Some(self.0.patience), move |prepared| async move {
            // Behind an underscore comes a grave accent.
            let (from, to) = (format!("{letter}_"), format!("{letter}`"));
            prepared.rows(&prepared.streams, &[&from, &to, &head]).await
        });
        let rows = rows.await?;
        let names = rows.iter().filter_map(|row| row.try_get::<_, &str>(0).ok());
        Ok(names.filter_map(|name| name.parse().ok()).collect())
    }

    /// Who has the shard, if the database answers at once.
    pub(crate) async fn owner(&self) -> Result<Vec<u8>, StoreError> {
        let asked = self.ask(Some(Duration::ZERO), |prepared| async move {
            let rows = prepared.rows(&prepared.owner, &[&SHARD]).await?;
            rows.first().map_or(Ok(Vec::new()), |row| row.try_get(0))
        });
        asked.await
    }
}

/// The line of a row, its hashes checked: without its text, and the text behind that.
pub(crate) fn line(row: &Row, column: usize) -> Result<Line, StoreError> {
    let part = |column| row.try_get::<_, Option<&str>>(column);
    let rest = part(column).map_err(failed("read from the database"))?;
    let text = part(column + 1).map_err(failed("read from the database"))?;
    Ok(Line::parse(texts::joined(rest.unwrap_or_default(), text))?)
}

//! Whatever is read, on a connection of its own, and only up to the head.

use std::{
    future::Future,
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicI64, Ordering},
    },
    time::Duration,
};

use domain::cast;
use store_log::{
    AppendError, Position, Shard, StoreError, StreamId, StreamKind, Timestamp,
    log::{IdempotencyKey, KEY_DAYS, Scanned, Span, Wanted},
    record::{Chain, Line, Tip},
};
use tokio::{
    runtime::Handle,
    sync::{Mutex, watch},
    time::{Instant, sleep, timeout},
};

use crate::{
    address::Address,
    packed::PackedMatch,
    session::{Addition, Answer, Database, Failure, Session},
    shard::{Claim, Reads},
};

/// Reads; clones share a session.
#[derive(Clone, Debug)]
pub(crate) struct Reader<D: Database>(Arc<Inner<D>>);

#[derive(Debug)]
struct Inner<D: Database> {
    database: D,
    runtime: Handle,
    /// How long a reader waits for a database that does not answer.
    patience: Duration,
    reads: Reads,
    needs: Needs,
    /// True once another has the log: then no server may ever have that epoch again.
    failed: watch::Receiver<bool>,
    /// A session, and the epoch or the last mark that its server told.
    current: Mutex<Option<(i64, Arc<D::Session>)>>,
    closed: AtomicBool,
}

/// What a server must have to be asked: one that was replaced, and does not know it, has something
/// else.
#[derive(Clone, Debug)]
pub(crate) enum Needs {
    /// This epoch, unless it is 0: it is asked up to a head that its writer tells.
    Epoch(Shard, Arc<AtomicI64>),
    /// Marks of all shards that are this far or further: it is asked up to there.
    Mark(Arc<AtomicI64>),
}

/// How long the database is left alone after it could not be reached.
const PAUSE: Duration = Duration::from_millis(200);
/// How long it may take to list all streams: there may be millions.
const LISTING: Duration = Duration::from_secs(600);

impl<D: Database> Reader<D> {
    pub(crate) fn new(
        reads: Reads,
        database: D,
        runtime: Handle,
        patience: Duration,
        needs: Needs,
        failed: watch::Receiver<bool>,
    ) -> Reader<D> {
        Reader(Arc::new(Inner {
            reads,
            database,
            runtime,
            patience,
            needs,
            failed,
            current: Mutex::new(None),
            closed: AtomicBool::new(false),
        }))
    }

    /// Whoever waits for a database that does not answer waits no more.
    pub(crate) fn close(&self) {
        self.0.closed.store(true, Ordering::SeqCst);
    }

    /// Reads, again and again while the database does not answer, for as long as one waits and has
    /// the log.
    /// It may be polled anywhere: the work is done on the log's own runtime.
    async fn ask<T, Asked>(
        &self,
        patience: Option<Duration>,
        work: impl Fn(Arc<D::Session>) -> Asked + Send + 'static,
    ) -> Result<T, StoreError>
    where
        T: Send + 'static,
        Asked: Future<Output = Answer<T>> + Send,
    {
        self.ask_each(patience, self.0.patience, work).await
    }

    /// The same, and each try may take so long.
    async fn ask_each<T, Asked>(
        &self,
        patience: Option<Duration>,
        each: Duration,
        work: impl Fn(Arc<D::Session>) -> Asked + Send + 'static,
    ) -> Result<T, StoreError>
    where
        T: Send + 'static,
        Asked: Future<Output = Answer<T>> + Send,
    {
        let reader = self.clone();
        let asked = self.0.runtime.spawn(async move {
            let begun = Instant::now();
            loop {
                // Whoever does not follow may still be asked for: a log is let go of once it is closed.
                if patience.is_none() && reader.is_closed() {
                    return Err(StoreError::Stopped);
                }
                let read = match reader.session().await {
                    Ok(session) => {
                        let asked = timeout(each, work(Arc::clone(&session))).await;
                        match asked {
                            Ok(answer) => answer,
                            Err(_) => reader.give_up(&session).await,
                        }
                    }
                    Err(failure) => Err(failure),
                };
                let failure = match read {
                    Ok(read) => return Ok(read),
                    Err(failure) => failure,
                };
                let is_late = patience.is_some_and(|patience| begun.elapsed() > patience);
                let is_over = reader.is_closed() || *reader.0.failed.borrow();
                if is_late || is_over {
                    let why = format!("it does not answer: {failure}");
                    return Err(StoreError::Database(why));
                }
                tracing::debug!(%failure, "reading again");
                sleep(PAUSE).await;
            }
        });
        asked.await.unwrap_or(Err(StoreError::Stopped))
    }

    /// Leaves a session that does not answer: a machine that hangs keeps connections open.
    async fn give_up<T>(&self, silent: &Arc<D::Session>) -> Answer<T> {
        let mut current = self.0.current.lock().await;
        let is_it = |(_, it): &(i64, Arc<D::Session>)| Arc::ptr_eq(it, silent);
        if current.as_ref().is_some_and(is_it) {
            *current = None;
        }
        Err(Failure::late())
    }

    async fn session(&self) -> Answer<Arc<D::Session>> {
        let mut current = self.0.current.lock().await;
        // A primary that was replaced, and does not know it, goes on answering for a while.
        let needs = &self.0.needs;
        if let Some((known, session)) = &*current
            && needs.may_be_asked(*known)
            && !session.is_closed()
            && !session.has_warned()
        {
            return Ok(Arc::clone(session));
        }
        let session = Arc::new(self.0.database.open().await?);
        let known = timeout(self.0.patience, needs.known_to(&*session)).await;
        let known = known.map_err(|_| Failure::late())??;
        if !needs.may_be_asked(known) {
            return Err(Failure::replaced());
        }
        *current = Some((known, Arc::clone(&session)));
        Ok(session)
    }

    pub(crate) fn is_closed(&self) -> bool {
        self.0.closed.load(Ordering::SeqCst)
    }

    /// The commits of a stream behind `after`, up to the head.
    pub(crate) async fn read(
        &self,
        stream: StreamId,
        after: Tip,
        head: Position,
    ) -> Result<Vec<Line>, StoreError> {
        let (version, head) = (i64::from(after.version), cast::<i64>(head.number()));
        let texts = self.ask(Some(self.0.patience), move |session| async move {
            session.read(stream, version, head).await
        });
        let quarantined = |why: String| StoreError::Quarantined { stream, why };
        let mut chain = Chain::from(after);
        let mut lines = Vec::new();
        for text in texts.await? {
            let line = Line::parse(text).map_err(|error| quarantined(error.to_string()))?;
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
        self.tip_at(stream, cast(head.number())).await
    }

    async fn tip_at(&self, stream: StreamId, head: i64) -> Result<Tip, StoreError> {
        let tip = self.ask(Some(self.0.patience), move |session| async move {
            session.tip(stream, head).await
        });
        Ok(tip.await?.unwrap_or(Tip::START))
    }

    /// The first commits of a stretch, up to the head. A follower waits until it is closed.
    pub(crate) async fn scan(&self, span: Span, head: Position) -> Result<Scanned, StoreError> {
        let (after, end) = (span.after.number(), span.up_to.min(head).number());
        let left = end.saturating_sub(after);
        let limit = left.min(u64::try_from(span.limit).unwrap_or(u64::MAX));
        if limit == 0 {
            return Ok(Scanned {
                lines: Vec::new(),
                last: span.after,
                is_full: span.limit == 0,
            });
        }
        let (after, up_to) = (cast::<i64>(after), cast::<i64>(after + limit));
        let reads = self.0.reads;
        let texts = self.ask(None, move |session| async move {
            session.scan(&reads.list(), after, up_to).await
        });
        let texts = texts.await?.into_iter();
        let mut lines = texts.map(Line::parse).collect::<Result<Vec<Line>, _>>()?;
        if reads.is_gapless() && lines.len() < cast(limit) {
            let gap = "commits are missing in its tables: restore it from a backup";
            return Err(StoreError::Database(format!(
                "behind {}, {gap}",
                span.after
            )));
        }
        let last = Position::of_number(cast(up_to));
        if let Wanted::Of(kinds) = span.wanted {
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
        let since = Timestamp::now().day().saturating_sub(KEY_DAYS);
        let head = cast::<i64>(head.number());
        let reads = self.0.reads;
        let used = self.ask(Some(self.0.patience), move |session| async move {
            session.seen(&reads.list(), key.key, since, head).await
        });
        match used.await? {
            None => Ok(None),
            Some(used) if used.fingerprint != key.fingerprint => Err(AppendError::KeyReused),
            Some(used) => Ok(Some(Line::parse(used.text).map_err(StoreError::from)?)),
        }
    }

    /// Every stream of a kind, in the order of their ids.
    pub(crate) async fn streams(
        &self,
        kind: StreamKind,
        head: Position,
    ) -> Result<Vec<StreamId>, StoreError> {
        let (letter, head) = (char::from(kind.letter()), cast::<i64>(head.number()));
        let patience = Some(self.0.patience);
        let names = self.ask_each(patience, LISTING, move |session| async move {
            session.streams(letter, head).await
        });
        let names = names.await?;
        Ok(names.iter().filter_map(|name| name.parse().ok()).collect())
    }

    /// Up to where all shards may be followed, if the database answers at once; and whether one of them
    /// has lapsed there.
    pub(crate) async fn mark(&self) -> Result<(Position, bool), StoreError> {
        let reader = self.clone();
        let marks = self.ask(Some(Duration::ZERO), move |session| {
            let reader = reader.clone();
            async move {
                let marks = session.marks().await?;
                reader.know(&session, marks.least).await?;
                Ok(marks)
            }
        });
        let marks = marks.await?;
        if marks.has_lapsed {
            // A primary that was replaced tells that for ever: perhaps another one is asked next.
            *self.0.current.lock().await = None;
        }
        Ok((Position::of_number(cast(marks.least)), marks.has_lapsed))
    }

    /// Notes the mark of the server that is asked. If that is another one by now, this says nothing
    /// of it.
    async fn know(&self, told_by: &Arc<D::Session>, mark: i64) -> Answer<()> {
        let mut current = self.0.current.lock().await;
        match &mut *current {
            Some((known, session)) if Arc::ptr_eq(session, told_by) => {
                *known = mark;
                self.0.needs.raise(mark);
                Ok(())
            }
            Some(_) | None => Err(Failure::replaced()),
        }
    }

    /// Of all shards in their order, where the owner of each is reached, if the database answers at
    /// once. None of one that has lapsed.
    pub(crate) async fn owners(&self) -> Result<Vec<Option<String>>, StoreError> {
        let owners = self.ask(Some(Duration::ZERO), |session| async move {
            session.owners().await
        });
        let owners = owners.await?;
        if owners.contains(&None) {
            // A primary that was replaced tells that for ever: perhaps another one is asked next.
            *self.0.current.lock().await = None;
        }
        Ok(owners)
    }

    /// Has something changed that nobody depends on, if the database confirms it soon.
    pub(crate) async fn try_once<Asked>(
        &self,
        change: impl Fn(Arc<D::Session>) -> Asked + Send + 'static,
    ) -> Result<(), StoreError>
    where
        Asked: Future<Output = Answer<()>> + Send,
    {
        let patience = self.0.patience;
        let changed = self.ask(Some(Duration::ZERO), move |session| {
            let changed = timeout(patience, change(session));
            async { changed.await.unwrap_or(Ok(())) }
        });
        changed.await
    }
}

impl Reader<Address> {
    /// Packs a match that is over, up to the head, if the claim still holds.
    pub(crate) async fn archive(
        &self,
        stream: StreamId,
        head: Position,
        claim: &Claim,
    ) -> Result<(), StoreError> {
        let lines = self.read(stream, Tip::START, head).await?;
        let Some(packed) = PackedMatch::of(&lines) else {
            return Ok(());
        };
        let (claim, packed) = (claim.clone(), Arc::new(packed));
        let archived = self.ask(Some(self.0.patience), move |session| {
            let (claim, packed) = (claim.clone(), Arc::clone(&packed));
            async move { session.archive(&claim, &packed).await }
        });
        archived.await
    }

    /// The lines under a name, with their numbers.
    pub(crate) async fn lines(&self, name: String) -> Result<Vec<(i64, String)>, StoreError> {
        let lines = self.ask(Some(self.0.patience), move |session| {
            let name = name.clone();
            async move { session.lines(&name).await }
        });
        lines.await
    }

    /// Adds lines, durably.
    pub(crate) async fn add_lines(
        &self,
        claim: &Claim,
        addition: Addition,
    ) -> Result<(), StoreError> {
        let (claim, addition) = (claim.clone(), Arc::new(addition));
        let added = self.ask(Some(self.0.patience), move |session| {
            let (claim, addition) = (claim.clone(), Arc::clone(&addition));
            async move { session.add_lines(&claim, &addition).await }
        });
        added.await
    }

    /// Adds lines that nobody waits for, and that may be lost.
    pub(crate) fn note_lines(&self, claim: &Claim, addition: Addition) {
        let (reader, claim) = (self.clone(), claim.clone());
        self.0.runtime.spawn(async move {
            if let Err(error) = reader.add_lines(&claim, addition).await {
                tracing::warn!(%error, "a line was not noted in the database");
            }
        });
    }

    /// What was noted under a name.
    pub(crate) async fn note(&self, name: String) -> Result<Option<String>, StoreError> {
        let note = self.ask(Some(self.0.patience), move |session| {
            let name = name.clone();
            async move { session.note(&name).await }
        });
        note.await
    }
}

impl Needs {
    /// What a server has of it.
    async fn known_to(&self, session: &impl Session) -> Answer<i64> {
        match self {
            Needs::Epoch(shard, _) => session.epoch(*shard).await,
            Needs::Mark(_) => Ok(session.marks().await?.least),
        }
    }

    fn may_be_asked(&self, known: i64) -> bool {
        match self {
            Needs::Epoch(_, needed) => [0, known].contains(&needed.load(Ordering::SeqCst)),
            Needs::Mark(needed) => known >= needed.load(Ordering::SeqCst),
        }
    }

    /// No server with an earlier mark may be asked any more.
    fn raise(&self, mark: i64) {
        if let Needs::Mark(needed) = self {
            needed.fetch_max(mark, Ordering::SeqCst);
        }
    }
}

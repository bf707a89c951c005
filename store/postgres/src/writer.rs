//! The one writer: takes what waits, writes it with one statement, and finds out what became of
//! it where that is not known.

use std::{
    sync::{
        Arc,
        atomic::{AtomicI64, Ordering},
    },
    time::Duration,
};

use parking_lot::Mutex;
use store_log::{
    AppendError, Hash, Position, Timestamp,
    embedded::queue::{Queue, Reply, Waiting},
    log::{Appended, NewCommit},
};
use tokio::{
    runtime::Handle,
    sync::watch,
    task::JoinHandle,
    time::{Instant, sleep, timeout},
};

use crate::{
    group::{Group, Known, Tips},
    lease::Lease,
    numbers::Numbers,
    session::{Answer, Database, Failure, Session, failed},
    shard::{Claim, End, Taken},
    taking::{NotTaken, barrier},
};

/// What the writer tells everyone.
#[derive(Clone, Debug)]
pub(crate) struct Published {
    pub(crate) head: watch::Sender<Position>,
    /// The head, and the hash over all commits up to there.
    pub(crate) end: watch::Sender<(Position, Hash)>,
    /// True once another has the shard, or the writer broke down.
    pub(crate) failed: watch::Sender<bool>,
    /// The last epoch that is known to be replicated. A server that has another one was replaced,
    /// and may have other commits than the head tells of; or nobody knows yet that it was not.
    pub(crate) epoch: Arc<AtomicI64>,
    pub(crate) lease: Lease,
}

/// The writer, and what it knows of its shard.
pub(crate) struct Writer<D: Database> {
    pub(crate) database: D,
    pub(crate) patience: Duration,
    pub(crate) claim: Claim,
    pub(crate) taken: Taken,
    pub(crate) session: D::Session,
    pub(crate) published: Published,
    pub(crate) queue: Arc<Queue>,
    pub(crate) tips: Tips,
    pub(crate) numbers: Numbers,
}

/// Why nothing more is written.
#[derive(Debug)]
pub(crate) enum Ended {
    /// Another has the shard.
    Lost,
    /// It was closed while the database did not answer.
    Closed,
}

/// Those who wait for a group. They are answered once: with what came of it, or after a while
/// with that it is not known.
#[derive(Clone)]
struct Replies(Arc<Mutex<Vec<Reply>>>);

/// Answers those who wait too long, and turns away who comes meanwhile, until it is dropped.
struct Overdue(JoinHandle<()>);

/// How often a group is sent before those who wait are told that it cannot be written.
const TRIES: usize = 3;
/// How long the database is left alone after it could not be reached.
const PAUSE: Duration = Duration::from_millis(200);

impl Published {
    pub(crate) fn new(Taken { epoch, end, .. }: Taken, lease: Lease) -> Published {
        Published {
            lease,
            epoch: Arc::new(AtomicI64::new(epoch)),
            head: watch::Sender::new(end.position()),
            end: watch::Sender::new((end.position(), end.hash)),
            failed: watch::Sender::new(false),
        }
    }

    /// Tells that another has the shard.
    pub(crate) fn lose(&self) {
        if !self.failed.send_replace(true) {
            tracing::error!("another server has taken over the log in the database");
        }
    }

    /// Tells of an epoch that is known to be replicated.
    pub(crate) fn raise(&self, epoch: i64) {
        self.epoch.fetch_max(epoch, Ordering::SeqCst);
    }

    /// Tells that all up to here is known to be replicated.
    fn move_to(&self, end: End) {
        if end.position() > *self.head.borrow() {
            self.end.send_replace((end.position(), end.hash));
            self.head.send_replace(end.position());
        }
    }
}

impl<D: Database> Writer<D> {
    /// Writes until the queue is closed and empty.
    pub(crate) fn run(mut self, runtime: &Handle) -> Result<(), Ended> {
        let queue = Arc::clone(&self.queue);
        while let Some(waiting) = queue.next_group() {
            runtime.block_on(self.write(waiting))?;
        }
        Ok(())
    }

    pub(crate) async fn write(&mut self, waiting: Vec<Waiting>) -> Result<(), Ended> {
        let (commits, replies): (Vec<_>, Vec<_>) = waiting.into_iter().unzip();
        let replies = Replies(Arc::new(Mutex::new(replies)));
        let mut why = None;
        for _ in 0..TRIES {
            let group = self.judge(&commits).await;
            let sent = match &group {
                Ok(group) => self.send(group).await,
                Err(_) => Err(None),
            };
            if sent.is_err() {
                self.start_anew(&replies).await?;
            }
            why = match (group, sent) {
                (Ok(group), sent) if sent.is_ok() || group.end == self.taken.end => {
                    self.taken.end = group.end;
                    self.numbers.end(group.end.number);
                    self.published.move_to(group.end);
                    replies.answer(group.answers());
                    return Ok(());
                }
                (_, Err(Some(error))) | (Err(error), _) => Some(error),
                (Ok(_), _) => None,
            };
            self.numbers.end(self.taken.end.number);
            // Nothing was written. Who was told that this is not known decides anew.
            if replies.0.lock().is_empty() {
                return Ok(());
            }
        }
        replies.answer_all(|| refusal(why.as_ref()));
        Ok(())
    }

    async fn judge(&mut self, commits: &[Box<NewCommit>]) -> Answer<Group> {
        let day = Timestamp::now().day();
        let known = Known::look_up(
            &self.session,
            self.claim.shard,
            commits,
            &mut self.tips,
            day,
        );
        let known = timeout(self.patience, known).await;
        let known = known.map_err(|_| Failure::late())??;
        let end = (self.taken.end, &self.numbers);
        Ok(Group::judge(commits, end, day, known))
    }

    /// Writes a group. If it fails, it is not known what became of that, whatever the error says.
    async fn send(&self, group: &Group) -> Result<(), Option<Failure>> {
        if group.is_empty() {
            return Ok(());
        }
        let sent = self.session.append(&self.claim, group, &self.taken);
        let written = timeout(self.patience, sent).await.map_err(|_| None)?;
        let is_whole = written.map_err(Some)? == group.len();
        match is_whole && !self.session.has_warned() {
            true => Ok(()),
            false => Err(None),
        }
    }

    /// Connects anew and raises the epoch, however long it takes: then it is known where the
    /// log ends, and nothing that was sent before is written any more.
    async fn start_anew(&mut self, replies: &Replies) -> Result<(), Ended> {
        self.tips.clear();
        tracing::warn!("the database did not answer as it should: finding out what it wrote");
        let _overdue = Overdue::after(self.patience, replies, &self.queue);
        loop {
            match self.try_anew().await {
                Ok((session, taken)) => {
                    self.session = session;
                    self.taken = taken;
                    // Before the head: whoever knows that reads where it is.
                    self.published.raise(taken.epoch);
                    self.published.move_to(taken.end);
                    return Ok(());
                }
                Err(NotTaken::Lost) => return Err(Ended::Lost),
                Err(NotTaken::Unknown(failure)) => {
                    let failure = failure.map(|failure| failure.why);
                    tracing::debug!(failure, "the database does not answer yet");
                }
            }
            if self.queue.is_closed() {
                return Err(Ended::Closed);
            }
            sleep(PAUSE).await;
        }
    }

    async fn try_anew(&self) -> Result<(D::Session, Taken), NotTaken> {
        let unknown = |failure| NotTaken::Unknown(Some(failure));
        let session = self.database.open().await.map_err(unknown)?;
        let asked = Instant::now();
        let taken = barrier(&session, &self.claim, self.patience).await?;
        self.published.lease.renew(asked);
        Ok((session, taken))
    }
}

/// What those are told whose commits the database refuses.
fn refusal(failure: Option<&Failure>) -> AppendError {
    match failure {
        None => AppendError::Unknown,
        Some(failure) if failure.is_full => AppendError::DiskFull,
        Some(failure) => failed("write to the database")(failure.clone()).into(),
    }
}

impl Replies {
    /// Answers each, unless they were answered before.
    fn answer(&self, answers: impl Iterator<Item = Result<Appended, AppendError>>) {
        for (reply, answer) in self.0.lock().drain(..).zip(answers) {
            // Whoever asked may have left.
            let _ = reply.send(answer);
        }
    }

    fn answer_all(&self, error: impl Fn() -> AppendError) {
        self.answer(std::iter::repeat_with(|| Err(error())));
    }
}

impl Overdue {
    fn after(patience: Duration, replies: &Replies, queue: &Arc<Queue>) -> Overdue {
        let (replies, queue) = (replies.clone(), Arc::clone(queue));
        Overdue(tokio::spawn(async move {
            sleep(patience).await;
            replies.answer_all(|| AppendError::Unknown);
            loop {
                queue.turn_away();
                sleep(PAUSE).await;
            }
        }))
    }
}

impl Drop for Overdue {
    fn drop(&mut self) {
        self.0.abort();
    }
}

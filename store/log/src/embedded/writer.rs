//! The one writer: takes what waits, judges each commit alone, makes all of them
//! durable with one sync, applies them to the index, and answers.

use std::{
    collections::HashMap,
    panic::{AssertUnwindSafe, catch_unwind},
    sync::Arc,
    thread::JoinHandle,
};

use domain::cast;
use parking_lot::Mutex;
use tokio::sync::{oneshot, watch};

use super::{
    copies::Copy,
    disk_space::DiskSpace,
    group::{End, Entry, Filed},
    index::Index,
    journal::Journal,
    queue::{Queue, Reply},
};
use crate::{
    error::{AppendError, StoreError},
    hash::Hash,
    id::{Position, StreamId},
    log::{Appended, NewCommit},
    record::{Line, Tip},
    time::Timestamp,
};

/// Where the log stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Written {
    /// The last position of the log.
    pub position: Position,
    /// Over all groups of the journal.
    pub hash: Hash,
}

impl From<End> for Written {
    fn from(End { position, hash, .. }: End) -> Written {
        Written { position, hash }
    }
}

/// Up to where the journal is durable.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Synced {
    pub(crate) written: Written,
    /// The number of the open segment.
    pub(super) segment: u64,
    /// How many bytes of that.
    pub(super) at: u64,
}

/// The way to the writer.
#[derive(Debug)]
pub(crate) struct Writer {
    queue: Arc<Queue>,
    // Taken once, by whoever closes first.
    thread: Mutex<Option<JoinHandle<()>>>,
}

/// What the writer tells everyone.
#[derive(Clone, Debug)]
pub(crate) struct Published {
    pub(crate) head: watch::Sender<Position>,
    pub(crate) synced: watch::Sender<Synced>,
    /// True once something had to stop because the disk or the index failed.
    pub(crate) failed: watch::Sender<bool>,
}

impl Writer {
    pub(crate) fn start(
        journal: Journal,
        index: Arc<Index>,
        queue: usize,
        disk_space: DiskSpace,
        published: Published,
    ) -> Result<Writer, StoreError> {
        let queue = Arc::new(Queue::new(queue));
        let state = State {
            journal,
            index,
            disk_space,
            published,
            today: Timestamp::now().day(),
        };
        let thread = std::thread::Builder::new()
            .name("writer".to_owned())
            .spawn({
                let queue = Arc::clone(&queue);
                move || live(state, &queue)
            })
            .map_err(StoreError::io("start the writer"))?;
        Ok(Writer {
            queue,
            thread: Mutex::new(Some(thread)),
        })
    }

    /// Hands in a commit; the answer comes once it is durable, or refused.
    pub(crate) fn append(
        &self,
        commit: NewCommit,
    ) -> oneshot::Receiver<Result<Appended, AppendError>> {
        let (answer, answered) = oneshot::channel();
        self.queue.push(Box::new(commit), answer);
        answered
    }

    /// Writes commits again at the end of the journal, durably. One at a time may ask for it.
    pub(super) fn copy(&self, copies: Vec<Copy>) -> oneshot::Receiver<Result<(), StoreError>> {
        let (answer, answered) = oneshot::channel();
        self.queue.push_copies((copies, answer));
        answered
    }

    /// Lets the writer finish what waits, and ends it.
    pub(crate) fn stop(&self) {
        let thread = self.thread.lock().take();
        if let Some(thread) = thread {
            // It may have ended by itself, and if it panicked, that was told already.
            self.queue.close();
            let _ = thread.join();
        }
    }
}

/// The writer's life. However it fails, everyone is told.
fn live(state: State, queue: &Queue) {
    let failed = state.published.failed.clone();
    let ended = catch_unwind(AssertUnwindSafe(|| state.run(queue)));
    queue.abandon();
    // What a panic said is on the console already.
    if let Err(error) = ended.unwrap_or(Err(StoreError::Stopped)) {
        tracing::error!(
            error = &error as &dyn std::error::Error,
            "writing has stopped"
        );
        failed.send_replace(true);
    }
}

struct State {
    journal: Journal,
    index: Arc<Index>,
    disk_space: DiskSpace,
    published: Published,
    today: u16,
}

/// A group being gathered: what is accepted, and what to answer to whom.
#[derive(Default)]
struct Group {
    entries: Vec<Entry>,
    tips: HashMap<StreamId, Tip>,
    keys: HashMap<[u8; 16], usize>,
    answers: Vec<(Reply, Outcome)>,
    /// Nothing new is accepted.
    disk_is_full: bool,
}

/// What came of one commit.
enum Outcome {
    /// It is this entry of the group.
    Entry {
        at: usize,
        replayed: bool,
    },
    Decided(Result<Appended, AppendError>),
}

impl State {
    fn run(mut self, queue: &Queue) -> Result<(), StoreError> {
        while let Some(waiting) = queue.next_group() {
            let mut group = Group {
                disk_is_full: self.disk_space.is_scarce(),
                ..Group::default()
            };
            for (commit, answer) in waiting {
                self.take(*commit, answer, &mut group);
            }
            self.write(group)?;
            if let Some((copies, answer)) = queue.next_copies() {
                let written = self.copy(&copies)?;
                // Whoever asked may have left.
                let _ = answer.send(written);
            }
        }
        Ok(())
    }

    /// Writes commits again at the end of the journal, with the texts that they have now. If one
    /// cannot be read, none is.
    fn copy(&mut self, copies: &[Copy]) -> Result<Result<(), StoreError>, StoreError> {
        let entries = copies
            .iter()
            .filter_map(|copy| self.index.entry_of(copy).transpose());
        let mut entries = match entries.collect::<Result<Vec<Entry>, StoreError>>() {
            Ok(entries) if !entries.is_empty() => entries,
            read => return Ok(read.map(|_| ())),
        };
        let end = self.journal.append(&mut entries)?;
        self.index.apply(&entries, end)?;
        self.published.synced.send_replace(self.journal.synced());
        Ok(Ok(()))
    }

    fn take(&self, commit: NewCommit, answer: Reply, group: &mut Group) {
        let outcome = match self.judge(commit, group) {
            Ok(outcome) => outcome,
            Err(error) => Outcome::Decided(Err(error)),
        };
        group.answers.push((answer, outcome));
    }

    /// Accepts a commit into the group, finds it was accepted before, or refuses.
    fn judge(&self, commit: NewCommit, group: &mut Group) -> Result<Outcome, AppendError> {
        let NewCommit { sealed, key, aside } = commit;
        let drops_texts = sealed.drops_texts;
        let day = sealed.recorded_at.day();
        let filed = key.map(|key| Filed { day, key });
        if let Some(filed) = filed
            && let Some(outcome) = self.seen(filed, group)?
        {
            return Ok(outcome);
        }
        if group.disk_is_full {
            return Err(AppendError::DiskFull);
        }
        let tip = match group.tips.get(&sealed.stream) {
            Some(tip) => *tip,
            None => self.index.tip(sealed.stream)?,
        };
        if tip != sealed.after {
            return Err(AppendError::Conflict);
        }
        let at = group.entries.len();
        let before = self.journal.end().position.number();
        let ahead = cast::<u64>(at);
        let line = sealed.at(Position::of_number(before + ahead + 1));
        group.accept(Entry {
            drops_texts,
            aside,
            ..Entry::new(line, filed)
        });
        Ok(Outcome::Entry {
            at,
            replayed: false,
        })
    }

    fn seen(&self, filed: Filed, group: &Group) -> Result<Option<Outcome>, AppendError> {
        if let Some(&at) = group.keys.get(&filed.key.key) {
            let known = group.entries[at].filed.map(|known| known.key);
            if known != Some(filed.key) {
                return Err(AppendError::KeyReused);
            }
            return Ok(Some(Outcome::Entry { at, replayed: true }));
        }
        let line = self.index.seen(filed)?;
        Ok(line.map(|line| Outcome::Decided(Ok(appended(line, true)))))
    }

    /// Makes a group durable and readable, and answers.
    fn write(&mut self, mut group: Group) -> Result<(), StoreError> {
        let written = self.store(&mut group.entries);
        for (answer, outcome) in group.answers {
            let outcome = match outcome {
                Outcome::Decided(outcome) => outcome,
                // A part of the group may have reached the disk.
                Outcome::Entry { .. } if written.is_err() => Err(AppendError::Unknown),
                Outcome::Entry { at, replayed } => {
                    Ok(appended(group.entries[at].line.clone(), replayed))
                }
            };
            // Whoever asked may have left.
            let _ = answer.send(outcome);
        }
        written
    }

    fn store(&mut self, entries: &mut [Entry]) -> Result<(), StoreError> {
        if entries.is_empty() {
            return Ok(());
        }
        let end = self.journal.append(entries)?;
        self.index.apply(entries, end)?;
        if entries.iter().any(|entry| entry.drops_texts) {
            self.index.drop_texts()?;
        }
        self.published.synced.send_replace(self.journal.synced());
        self.published.head.send_replace(end.position);
        let today = entries.last().map(|last| last.line.recorded_at.day());
        if let Some(today) = today.filter(|today| *today != self.today) {
            self.today = today;
            self.index.expire(today)?;
        }
        Ok(())
    }
}

fn appended(line: Line, replayed: bool) -> Appended {
    Appended { line, replayed }
}

impl Group {
    fn accept(&mut self, entry: Entry) {
        let at = self.entries.len();
        self.tips.insert(entry.line.stream, entry.line.tip());
        if let Some(filed) = entry.filed {
            self.keys.insert(filed.key.key, at);
        }
        self.entries.push(entry);
    }
}

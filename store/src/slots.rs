//! What is kept ready of each match: its lock, its present, its readers.

use std::{
    collections::HashMap,
    sync::{
        Arc, Mutex, PoisonError, RwLock,
        atomic::{AtomicBool, AtomicU64, Ordering},
    },
};

use domain::matches::MatchEvent;
use tokio::sync::watch;

use crate::{
    current::Current,
    id::{MatchId, Version},
    record::Commit,
};

/// One match's place in memory.
#[derive(Debug)]
pub(crate) struct Slot {
    pub(crate) id: MatchId,
    /// Held from decision to durable commit: one writer a match.
    pub(crate) turn: Arc<tokio::sync::Mutex<()>>,
    now: RwLock<Option<Arc<Current>>>,
    version: watch::Sender<Version>,
    /// The match waits for the server's bots already.
    pub(crate) bots_called: AtomicBool,
    used: AtomicU64,
}

/// The places in memory: a bounded number, but never fewer than are in use.
#[derive(Debug)]
pub(crate) struct Slots {
    slots: Mutex<HashMap<MatchId, Arc<Slot>>>,
    capacity: usize,
    uses: AtomicU64,
}

impl Slots {
    pub(crate) fn new(capacity: usize) -> Slots {
        Slots {
            slots: Mutex::default(),
            capacity,
            uses: AtomicU64::new(0),
        }
    }

    /// The place of a match, made if there is none.
    pub(crate) fn get(&self, id: MatchId) -> Arc<Slot> {
        let mut slots = self.slots.lock().unwrap_or_else(PoisonError::into_inner);
        if slots.len() > self.capacity {
            evict(&mut slots, self.capacity);
        }
        let slot = slots.entry(id).or_insert_with(|| Arc::new(Slot::new(id)));
        let used = self.uses.fetch_add(1, Ordering::Relaxed);
        slot.used.store(used, Ordering::Relaxed);
        Arc::clone(slot)
    }
}

/// Drops the older half of those that nobody uses. A place in use must stay: a
/// second one for the same match would be a second lock.
fn evict(slots: &mut HashMap<MatchId, Arc<Slot>>, capacity: usize) {
    let mut uses: Vec<u64> = slots.values().map(|slot| slot.last_use()).collect();
    let middle = capacity / 2;
    let (_, &mut median, _) = uses.select_nth_unstable(middle);
    slots.retain(|_, slot| slot.last_use() > median || slot.is_in_use());
}

impl Slot {
    fn new(id: MatchId) -> Slot {
        Slot {
            id,
            turn: Arc::default(),
            now: RwLock::default(),
            version: watch::Sender::new(0),
            bots_called: AtomicBool::new(false),
            used: AtomicU64::new(0),
        }
    }

    fn last_use(&self) -> u64 {
        self.used.load(Ordering::Relaxed)
    }

    fn is_in_use(self: &Arc<Slot>) -> bool {
        Arc::strong_count(self) > 1 || self.version.receiver_count() > 0
    }

    /// The match as last published, if it is in memory.
    pub(crate) fn now(&self) -> Option<Arc<Current>> {
        let now = self.now.read().unwrap_or_else(PoisonError::into_inner);
        now.clone()
    }

    /// Puts what was read from the log here, unless something newer is.
    pub(crate) fn loaded(&self, current: Arc<Current>) -> Arc<Current> {
        let mut now = self.now.write().unwrap_or_else(PoisonError::into_inner);
        let newest = match now.take() {
            Some(known) if known.version() >= current.version() => known,
            Some(_) | None => current,
        };
        *now = Some(Arc::clone(&newest));
        drop(now);
        self.announce(newest.version());
        newest
    }

    /// Lets everyone see a commit that has become durable. Under `turn`.
    pub(crate) fn publish(&self, commits: &[Arc<Commit<MatchEvent>>]) -> Arc<Current> {
        let mut now = self.now.write().unwrap_or_else(PoisonError::into_inner);
        for commit in commits {
            match now.as_mut() {
                // Someone may have read it from the log already.
                Some(current) if current.tip != commit.line.after => {}
                Some(current) => Arc::make_mut(current).apply(&commit.line, &commit.events),
                None => *now = Some(Arc::new(Current::begin(self.id, commit))),
            }
        }
        let current = now.clone().expect("at least one commit is published");
        drop(now);
        self.announce(current.version());
        current
    }

    /// Forgets the match, so that it is read from the log again.
    pub(crate) fn forget(&self) {
        *self.now.write().unwrap_or_else(PoisonError::into_inner) = None;
    }

    /// The version as it grows. Zero until the match was first read.
    pub(crate) fn watch(&self) -> watch::Receiver<Version> {
        self.version.subscribe()
    }

    fn announce(&self, version: Version) {
        self.version.send_if_modified(|known| {
            let grown = *known < version;
            *known = version.max(*known);
            grown
        });
    }
}

//! What is kept ready of each match: its lock, its present, its readers.

use std::{
    collections::HashMap,
    ops::Deref,
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering},
    },
};

use domain::matches::MatchEvent;
use parking_lot::{Mutex, RwLock};
use tokio::sync::{OwnedMutexGuard, watch};

use crate::{live_match::LiveMatch, tries::SeatTries};
use store_log::{
    id::{MatchId, Version},
    record::Commit,
};

/// One match's place in memory.
#[derive(Debug)]
pub(crate) struct Slot {
    pub(crate) id: MatchId,
    /// Held from decision to durable commit: one writer a match.
    // Of tokio, because it is held across the wait for the disk.
    turn: Arc<tokio::sync::Mutex<()>>,
    // Read by every look and written once a commit, never across a wait: a plain lock.
    now: RwLock<Option<Arc<LiveMatch>>>,
    version: watch::Sender<Version>,
    /// The match waits for the server's bots already.
    pub(crate) bots_called: AtomicBool,
    /// What the rules refused to each seat for the decision it owes.
    pub(crate) tries: Mutex<SeatTries>,
    used: AtomicU64,
    /// What the match takes of memory, which is a part of `all_bytes`.
    bytes: AtomicUsize,
    // Sums that are held against a bound; nothing is read because of them, so `Relaxed` is
    // enough.
    all_bytes: Arc<AtomicUsize>,
}

/// The right to write to a match: whoever has it is alone until it is dropped.
#[derive(Debug)]
pub(crate) struct Turn {
    slot: Arc<Slot>,
    _alone: OwnedMutexGuard<()>,
}

/// The places in memory: bounded in number and in bytes, but never fewer than are in use.
#[derive(Debug)]
pub(crate) struct Slots {
    slots: Mutex<HashMap<MatchId, Arc<Slot>>>,
    capacity: usize,
    capacity_bytes: usize,
    bytes: Arc<AtomicUsize>,
    uses: AtomicU64,
}

impl Slots {
    pub(crate) fn new(capacity: usize, capacity_bytes: usize) -> Slots {
        Slots {
            slots: Mutex::default(),
            capacity,
            capacity_bytes,
            bytes: Arc::default(),
            uses: AtomicU64::new(0),
        }
    }

    /// The slot of a match, created if necessary.
    pub(crate) fn get(&self, id: MatchId) -> Arc<Slot> {
        let mut slots = self.slots.lock();
        let bytes = self.bytes.load(Ordering::Relaxed);
        if slots.len() > self.capacity || bytes > self.capacity_bytes {
            self.evict(&mut slots);
        }
        let slot = slots
            .entry(id)
            .or_insert_with(|| Arc::new(Slot::new(id, Arc::clone(&self.bytes))));
        let used = self.uses.fetch_add(1, Ordering::Relaxed);
        slot.used.store(used, Ordering::Relaxed);
        Arc::clone(slot)
    }

    /// The slot of a match, if there is one.
    pub(crate) fn known(&self, id: MatchId) -> Option<Arc<Slot>> {
        self.slots.lock().get(&id).cloned()
    }

    /// Drops those that nobody uses, the longest unused first, until half of the room is
    /// free. A place in use must stay: a second one for the same match would be a second
    /// lock.
    fn evict(&self, slots: &mut HashMap<MatchId, Arc<Slot>>) {
        let unused = slots.values().filter(|slot| !slot.is_in_use());
        let mut unused: Vec<(u64, MatchId)> =
            unused.map(|slot| (slot.last_use(), slot.id)).collect();
        unused.sort_unstable();
        for (_, id) in unused {
            let bytes = self.bytes.load(Ordering::Relaxed);
            if slots.len() <= self.capacity / 2 && bytes <= self.capacity_bytes / 2 {
                break;
            }
            slots.remove(&id);
        }
    }
}

impl Drop for Slot {
    fn drop(&mut self) {
        self.weigh(0);
    }
}

impl Turn {
    /// Lets others write to the match.
    pub(crate) fn end(self) -> Arc<Slot> {
        self.slot
    }

    /// Lets everyone see commits that have become durable.
    pub(crate) fn publish(&self, commits: &[Arc<Commit<MatchEvent>>]) -> Arc<LiveMatch> {
        self.slot.publish(commits)
    }
}

impl Deref for Turn {
    type Target = Slot;

    fn deref(&self) -> &Slot {
        &self.slot
    }
}

impl Slot {
    fn new(id: MatchId, all_bytes: Arc<AtomicUsize>) -> Slot {
        Slot {
            id,
            turn: Arc::default(),
            now: RwLock::default(),
            version: watch::Sender::new(0),
            bots_called: AtomicBool::new(false),
            tries: Mutex::default(),
            used: AtomicU64::new(0),
            bytes: AtomicUsize::new(0),
            all_bytes,
        }
    }

    /// Waits until nobody else writes to the match.
    pub(crate) async fn turn(self: &Arc<Slot>) -> Turn {
        let alone = Arc::clone(&self.turn).lock_owned().await;
        Turn {
            slot: Arc::clone(self),
            _alone: alone,
        }
    }

    /// Notes what the match takes of memory now.
    fn weigh(&self, bytes: usize) {
        let before = self.bytes.swap(bytes, Ordering::Relaxed);
        self.all_bytes.fetch_add(bytes, Ordering::Relaxed);
        self.all_bytes.fetch_sub(before, Ordering::Relaxed);
    }

    fn last_use(&self) -> u64 {
        self.used.load(Ordering::Relaxed)
    }

    fn is_in_use(self: &Arc<Slot>) -> bool {
        Arc::strong_count(self) > 1 || self.version.receiver_count() > 0
    }

    /// The match as last published, if it is in memory.
    pub(crate) fn now(&self) -> Option<Arc<LiveMatch>> {
        let now = self.now.read();
        now.clone()
    }

    /// Puts what was read from the log here, unless something newer is.
    pub(crate) fn loaded(&self, current: Arc<LiveMatch>) -> Arc<LiveMatch> {
        let mut now = self.now.write();
        let newest = match now.take() {
            Some(known) if known.version() >= current.version() => known,
            Some(_) | None => current,
        };
        *now = Some(Arc::clone(&newest));
        self.weigh(newest.bytes());
        drop(now);
        self.announce(newest.version());
        newest
    }

    pub(crate) fn publish(&self, commits: &[Arc<Commit<MatchEvent>>]) -> Arc<LiveMatch> {
        let mut now = self.now.write();
        for commit in commits {
            match now.as_mut() {
                // Someone may have read it from the log already.
                Some(current) if current.tip != commit.line.after => {}
                Some(current) => Arc::make_mut(current).apply(commit),
                None => *now = Some(Arc::new(LiveMatch::begin(self.id, commit))),
            }
        }
        let current = now.clone().expect("at least one commit is published");
        self.weigh(current.bytes());
        drop(now);
        self.announce(current.version());
        current
    }

    /// Forgets the match, so that it is read from the log again.
    pub(crate) fn forget(&self) {
        *self.now.write() = None;
        self.weigh(0);
    }

    /// The version as it grows. Zero until the match was first read.
    pub(crate) fn watch(&self) -> watch::Receiver<Version> {
        self.version.subscribe()
    }

    /// How many wait for the version to grow.
    pub(crate) fn followers(&self) -> usize {
        self.version.receiver_count()
    }

    fn announce(&self, version: Version) {
        self.version.send_if_modified(|known| {
            let grown = *known < version;
            *known = version.max(*known);
            grown
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// As if a match of so many bytes were there.
    fn held(slots: &Slots, nth: u8, bytes: usize) -> Arc<Slot> {
        let slot = slots.get(MatchId::of_bytes([nth; 16]));
        slot.weigh(bytes);
        slot
    }

    fn count(slots: &Slots) -> usize {
        slots.slots.lock().len()
    }

    #[test]
    fn matches_in_memory_are_bounded_in_number_and_in_bytes() {
        let slots = Slots::new(100, 1000);
        for nth in 0..10 {
            held(&slots, nth, 100);
        }
        assert_eq!(
            (count(&slots), slots.bytes.load(Ordering::Relaxed)),
            (10, 1000)
        );
        held(&slots, 10, 100);
        // The next finds more than there may be, and half of the room is made free.
        held(&slots, 11, 100);
        assert_eq!(
            (count(&slots), slots.bytes.load(Ordering::Relaxed)),
            (6, 600)
        );
        for nth in 12..=255 {
            held(&slots, nth, 0);
        }
        assert!(count(&slots) <= 101);
    }

    #[test]
    fn a_match_in_use_stays_however_large_it_is() {
        let slots = Slots::new(100, 1000);
        let used = held(&slots, 0, 5000);
        for nth in 1..20 {
            held(&slots, nth, 10);
        }
        assert!(Arc::ptr_eq(&used, &slots.get(used.id)));
        drop(used);
        held(&slots, 20, 10);
        assert!(slots.bytes.load(Ordering::Relaxed) <= 1000);
    }
}

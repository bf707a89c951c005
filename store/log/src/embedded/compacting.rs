//! Writes the index anew when it takes far more of the disk than it holds: sled gives no room back.
//! What is written meanwhile goes into both.

use std::{
    mem,
    sync::Arc,
    thread,
    time::{Duration, Instant},
};

use parking_lot::Mutex;
use sled::{Db, Tree};

use super::{
    Embedded, files,
    index::{Index, guarded},
    index_dirs::{Half, current, set_aside},
    table::{Table, swap},
};
use crate::{config::Config, error::StoreError};

/// Whoever reads the index before has done so in a moment.
const PAUSE: Duration = Duration::from_millis(1);

/// Whether it may go on; asked every few rows.
type MayGoOn<'a> = &'a (dyn Fn() -> bool + Sync);

/// When it is worth to look whether the index holds far less than it takes: that reads all of it.
#[derive(Debug)]
pub(super) struct Compacting {
    times: u64,
    least_bytes: u64,
    cache_bytes: u64,
    segment_bytes: u64,
    /// How long the journal has become by then.
    look_at: Mutex<u64>,
}

/// The index that another has taken the place of.
struct Before {
    db: Db,
    trees: Vec<Arc<Tree>>,
}

impl Before {
    /// Waits until nobody reads it any more, and closes it.
    fn close(self) {
        let is_read = |tree: &Arc<Tree>| Arc::strong_count(tree) > 1;
        while self.trees.iter().any(is_read) {
            thread::sleep(PAUSE);
        }
        drop(self.db);
    }
}

impl Index {
    fn tables(&self) -> [&Table; 8] {
        let archived = &self.archived;
        [
            &self.log,
            &self.order,
            &self.head,
            &self.idempotency,
            &self.dropping,
            &self.meta,
            &archived.rows,
            &archived.stretches,
        ]
    }

    fn bytes_held(&self, may_go_on: MayGoOn<'_>) -> Result<u64, StoreError> {
        let tables = self.tables();
        let bytes = || tables.iter().map(|table| table.bytes(may_go_on)).sum();
        guarded(bytes)
    }

    /// Writes all of it into another database as long as it may go on: whether all is there. What is
    /// written from now on is written there, too.
    fn copy_to(&self, next: &Db, may_go_on: MayGoOn<'_>) -> Result<bool, StoreError> {
        let copy = |table: &&Table| {
            let mut last = None;
            while may_go_on() {
                last = table.copy_some(last.as_ref())?;
                if last.is_none() {
                    return Ok(true);
                }
            }
            Ok(false)
        };
        guarded(|| {
            let tables = self.tables();
            tables.iter().try_for_each(|table| table.begin_next(next))?;
            let copied: Vec<bool> = tables.iter().map(copy).collect::<Result<_, StoreError>>()?;
            Ok(copied.into_iter().all(|all| all))
        })
    }

    fn forget_next(&self) {
        self.tables().iter().for_each(|table| table.forget_next());
    }

    /// Puts another database in the place of this one: what was in it before.
    fn swap(&self, next: Db) -> Option<Before> {
        let mut db = self.db.write();
        let trees = swap(&self.tables())?;
        let db = mem::replace(&mut *db, next);
        Some(Before { db, trees })
    }
}

impl Compacting {
    pub(super) fn of(config: &Config) -> Compacting {
        Compacting {
            times: config.compact_times,
            least_bytes: config.compact_bytes,
            cache_bytes: config.index_cache_bytes,
            segment_bytes: config.segment_bytes,
            look_at: Mutex::default(),
        }
    }
}

impl Embedded {
    /// Writes the index anew if it takes far more of the disk than it holds: whether it did. It is
    /// read and written meanwhile. It is given up once `may_go_on` says no.
    ///
    /// # Errors
    ///
    /// If something cannot be read or written. The index stays as it is then.
    pub async fn compact_index(&self, may_go_on: MayGoOn<'_>) -> Result<bool, StoreError> {
        let taken = files::bytes_in(&current(&self.dir));
        if taken < self.compacting.least_bytes || !self.is_time_to_look(taken) {
            return Ok(false);
        }
        let held = self.index.noted(self.index.bytes_held(may_go_on))?;
        let is_small = held.saturating_mul(self.compacting.times) > taken;
        if is_small || !may_go_on() || !self.disk_space.has_twice(held) {
            return Ok(false);
        }
        let (began, path) = (Instant::now(), current(&self.dir));
        let half = Half::begin(&self.dir, self.compacting.cache_bytes)?;
        let copied = self.index.copy_to(&half.db, &|| {
            (self.reached)("compact: some is copied");
            may_go_on()
        });
        // No segment goes from here on: the index before needs those that are there, and the next one
        // whatever is written after it is durable.
        let _kept = self.keep_segments().await;
        let whole = copied.and_then(|all| all.then(|| half.whole()).transpose());
        (self.reached)("compact: all is copied");
        let is_whole = matches!(whole, Ok(Some(_)));
        let next = is_whole.then(|| half.db.clone());
        let Some(before) = next.and_then(|next| self.index.swap(next)) else {
            self.index.forget_next();
            half.give_up()?;
            return whole.map(|_| false);
        };
        (self.reached)("compact: the next one is used");
        before.close();
        set_aside(&path)?;
        (self.reached)("compact: the one before is set aside");
        files::remove_dir(&path.with_extension("old"))?;
        let takes = files::bytes_in(&half.dir);
        self.look_after(takes);
        let ms = began.elapsed().as_millis();
        tracing::info!(taken, held, takes, ms, "the index was written anew");
        Ok(true)
    }

    /// As often as the journal has grown by what the index takes: so reading all of it costs a
    /// fraction of what writing costs.
    fn is_time_to_look(&self, taken: u64) -> bool {
        let is_due = self.journal_bytes() >= *self.compacting.look_at.lock();
        let is_time = self.compacting.least_bytes == 0 || is_due;
        if is_time {
            self.look_after(taken);
        }
        is_time
    }

    /// It is time to look again when the journal has grown by so many bytes. Once an index was
    /// written anew, that depends on the new one: else each would grow larger than the one before.
    fn look_after(&self, bytes: u64) {
        *self.compacting.look_at.lock() = self.journal_bytes().saturating_add(bytes);
    }

    /// How many bytes of the journal were written.
    fn journal_bytes(&self) -> u64 {
        let synced = *self.published.synced.borrow();
        synced.segment * self.compacting.segment_bytes + synced.at
    }
}

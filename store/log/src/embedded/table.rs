//! One tree of the index. It can be written anew beside itself while it is read and written: sled
//! gives no room back.

use std::{
    mem,
    ops::{Bound, RangeBounds},
    sync::Arc,
};

use domain::cast;
use parking_lot::{Mutex, MutexGuard, RwLock};
use sled::{Db, IVec, Tree};

use super::index::guarded;
use crate::error::StoreError;

/// How many rows are copied at a time: whoever writes waits for no more.
const ROWS: usize = 64;

/// A tree, and the one that is to take its place.
#[derive(Debug)]
pub(super) struct Table {
    name: &'static str,
    now: RwLock<Arc<Tree>>,
    /// It takes what is written, too, and holds the same once the rest was copied. Whoever writes
    /// has this lock.
    next: Mutex<Option<Tree>>,
}

/// Rows of a table, in the order of their keys.
pub(super) struct Scan {
    rows: sled::Iter,
    /// Nothing of it is removed while it is read.
    _of: Arc<Tree>,
}

impl Table {
    pub(super) fn open(db: &Db, name: &'static str) -> Result<Table, StoreError> {
        Ok(Table {
            name,
            now: RwLock::new(Arc::new(db.open_tree(name)?)),
            next: Mutex::default(),
        })
    }

    pub(super) fn get(&self, key: impl AsRef<[u8]>) -> sled::Result<Option<IVec>> {
        self.now.read().get(key)
    }

    pub(super) fn contains_key(&self, key: impl AsRef<[u8]>) -> sled::Result<bool> {
        self.now.read().contains_key(key)
    }

    pub(super) fn range<K: AsRef<[u8]>>(&self, keys: impl RangeBounds<K>) -> Scan {
        let of = Arc::clone(&self.now.read());
        Scan {
            rows: of.range(keys),
            _of: of,
        }
    }

    pub(super) fn scan_prefix(&self, prefix: impl AsRef<[u8]>) -> Scan {
        let of = Arc::clone(&self.now.read());
        Scan {
            rows: of.scan_prefix(prefix),
            _of: of,
        }
    }

    pub(super) fn iter(&self) -> Scan {
        self.range::<&[u8]>(..)
    }

    pub(super) fn insert(
        &self,
        key: impl AsRef<[u8]>,
        value: impl Into<IVec>,
    ) -> sled::Result<Option<IVec>> {
        let (key, value) = (key.as_ref(), value.into());
        self.write(|tree| tree.insert(key, &value))
    }

    pub(super) fn remove(&self, key: impl AsRef<[u8]>) -> sled::Result<Option<IVec>> {
        self.write(|tree| tree.remove(key.as_ref()))
    }

    /// Writes here, and where it is written anew. Should that fail, it is given up.
    fn write<T>(&self, write: impl Fn(&Tree) -> sled::Result<T>) -> sled::Result<T> {
        let mut next = self.next.lock();
        let written = write(&self.now.read())?;
        if let Some(tree) = &*next
            && let Err(error) = guarded(|| Ok(write(tree)?))
        {
            let error = &error as &dyn std::error::Error;
            tracing::warn!(error, "the index cannot be written anew");
            *next = None;
        }
        Ok(written)
    }

    /// How many bytes its rows have, or those read before it may not go on.
    pub(super) fn bytes(&self, may_go_on: &dyn Fn() -> bool) -> Result<u64, StoreError> {
        let mut rows = self.iter().take_while(|_| may_go_on());
        rows.try_fold(0, |bytes, row| {
            let (key, value) = row?;
            Ok(bytes + cast::<u64>(key.len() + value.len()))
        })
    }

    /// From now on what is written is written in another database, too.
    pub(super) fn begin_next(&self, db: &Db) -> Result<(), StoreError> {
        *self.next.lock() = Some(db.open_tree(self.name)?);
        Ok(())
    }

    pub(super) fn forget_next(&self) {
        *self.next.lock() = None;
    }

    /// Copies the first rows behind a key: the key of the last of them. There are no more if there
    /// is none, or if it was given up.
    pub(super) fn copy_some(&self, after: Option<&IVec>) -> Result<Option<IVec>, StoreError> {
        let locked = self.next.lock();
        let Some(next) = &*locked else {
            return Ok(None);
        };
        let after = after.map_or(Bound::Unbounded, Bound::Excluded);
        let mut last = None;
        for row in self.range::<&IVec>((after, Bound::Unbounded)).take(ROWS) {
            let (key, value) = row?;
            next.insert(&key, value)?;
            last = Some(key);
        }
        // Else the next rows might be copied before whoever waits to write.
        MutexGuard::unlock_fair(locked);
        Ok(last)
    }
}

/// Puts in the place of each tree the next one, all at once: those before. Nothing changes if one
/// was given up.
pub(super) fn swap(tables: &[&Table]) -> Option<Vec<Arc<Tree>>> {
    let mut locked: Vec<_> = tables.iter().map(|table| table.next.lock()).collect();
    if locked.iter().any(|next| next.is_none()) {
        return None;
    }
    let next = locked.iter_mut().map(|next| next.take());
    let places = tables.iter().zip(next);
    places
        .map(|(table, next)| Some(mem::replace(&mut *table.now.write(), Arc::new(next?))))
        .collect()
}

impl Scan {
    pub(super) fn keys(self) -> impl Iterator<Item = sled::Result<IVec>> {
        self.map(|row| Ok(row?.0))
    }

    pub(super) fn values(self) -> impl Iterator<Item = sled::Result<IVec>> {
        self.map(|row| Ok(row?.1))
    }
}

impl Iterator for Scan {
    type Item = sled::Result<(IVec, IVec)>;

    fn next(&mut self) -> Option<Self::Item> {
        self.rows.next()
    }
}

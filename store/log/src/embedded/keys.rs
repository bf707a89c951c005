//! Idempotency keys in the index: found for a day or two, then forgotten.

use std::sync::atomic::Ordering;

use domain::cast;

use super::{
    group::{Entry, Filed},
    index::{Index, KEYS, damaged, framed, guarded, place, unframed},
};
use crate::{
    error::{AppendError, StoreError},
    log::KEY_DAYS,
    record::Line,
};

impl Index {
    /// The commit that was made under a key, today or the day before.
    pub(crate) fn seen(&self, filed: Filed) -> Result<Option<Line>, AppendError> {
        for day in (0..=KEY_DAYS).map(|ago| filed.day.saturating_sub(ago)) {
            let found = guarded(|| Ok(self.idempotency.get(under(&Filed { day, ..filed }))?));
            let Some(value) = self.noted(found)? else {
                continue;
            };
            let parts = unframed(&value).and_then(|value| {
                let parts = value.split_at_checked(32);
                parts.ok_or_else(|| damaged("an idempotency key is damaged"))
            });
            let (fingerprint, place) = self.noted(parts)?;
            if fingerprint != filed.key.fingerprint.0 {
                return Err(AppendError::KeyReused);
            }
            return Ok(Some(self.noted(guarded(|| self.line_at(place)))?));
        }
        Ok(None)
    }

    /// Files commits under their keys. To file one again changes nothing.
    pub(super) fn file(&self, entries: &[Entry]) -> Result<(), StoreError> {
        let keyed = entries.iter().filter_map(|it| Some((it.filed?, &it.line)));
        guarded(|| {
            let mut new = 0;
            for (filed, line) in keyed {
                let place = place(line.stream, line.after.version);
                let answer = [&filed.key.fingerprint.0[..], &place].concat();
                let before = self.idempotency.insert(under(&filed), framed(&answer))?;
                new += u64::from(before.is_none());
            }
            if new > 0 {
                // Only a count: no order to keep.
                let count = self.keys.fetch_add(new, Ordering::Relaxed) + new;
                self.meta.insert(KEYS, framed(&count.to_be_bytes()))?;
            }
            Ok(())
        })
    }

    /// Forgets the keys of the days before the day before `today`.
    pub(crate) fn expire(&self, today: u16) -> Result<(), StoreError> {
        let old = || {
            self.idempotency
                .range(..today.saturating_sub(KEY_DAYS).to_be_bytes().to_vec())
        };
        guarded(|| {
            let expired = cast::<u64>(old().count());
            // Counted down first: after a crash in between there are more keys than
            // counted, which is no loss.
            let left = self.keys.fetch_sub(expired, Ordering::Relaxed) - expired;
            self.meta.insert(KEYS, framed(&left.to_be_bytes()))?;
            for key in old().keys() {
                self.idempotency.remove(key?)?;
            }
            Ok(())
        })
    }
}

/// What a key is filed under: its day, then the key.
pub(super) fn under(filed: &Filed) -> [u8; 18] {
    let mut under = [0; 18];
    under[..2].copy_from_slice(&filed.day.to_be_bytes());
    under[2..].copy_from_slice(&filed.key.key);
    under
}

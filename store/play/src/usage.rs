//! How many bytes are written for each player, and whether they may write more today.

use std::collections::HashMap;

use domain::matches::{PlayerId, Terms};
use parking_lot::{Mutex, MutexGuard};

use store_log::StreamId;
use store_log::{error::RequestError, time::Timestamp};

/// How many bytes were written today for which player. It is in memory only, because players
/// cannot restart a server.
#[derive(Debug)]
pub(crate) struct Usage {
    quota_bytes: Option<u64>,
    // Held to add one number: never across a wait.
    today: Mutex<Today>,
}

#[derive(Debug, Default)]
struct Today {
    day: u16,
    bytes: HashMap<PlayerId, u64>,
    /// Whose the batches and tournaments are that are played.
    hosts: HashMap<String, PlayerId>,
}

impl Usage {
    pub(crate) fn new(quota_bytes: Option<u64>) -> Usage {
        Usage {
            quota_bytes,
            today: Mutex::default(),
        }
    }

    /// Passes if a player may begin something that writes. What runs is ended in any case:
    /// others may sit there.
    pub(crate) fn check(&self, player: Option<&PlayerId>) -> Result<(), RequestError> {
        let Some(player) = player else { return Ok(()) };
        let used = self.today().bytes.get(player).copied().unwrap_or(0);
        match self.quota_bytes {
            Some(quota) if used >= quota => Err(RequestError::OverQuota {
                wait_s: Timestamp::now().seconds_of_day_left(),
            }),
            Some(_) | None => Ok(()),
        }
    }

    /// Notes what was written in a match.
    pub(crate) fn add(&self, terms: &Terms, bytes: usize) {
        if self.quota_bytes.is_none() {
            return;
        }
        let planned = terms.batch.as_ref().or(terms.settings.tournament.as_ref());
        let by = planned.and_then(|it| self.today().hosts.get(it).cloned());
        self.note(&by.unwrap_or_else(|| terms.host.clone()), bytes);
    }

    /// Notes what was written for a player.
    pub(crate) fn note(&self, player: &PlayerId, bytes: usize) {
        // The server, or the one player of a machine that nobody else reaches.
        if *player != store_log::id::nobody() {
            let mut today = self.today();
            let used = today.bytes.entry(player.clone()).or_default();
            *used += u64::try_from(bytes).unwrap_or(u64::MAX);
        }
    }

    /// Notes whose a batch or tournament is that is played.
    pub(crate) fn begins(&self, planned: StreamId, host: &PlayerId) {
        self.today().hosts.insert(planned.to_string(), host.clone());
    }

    /// Forgets a batch or tournament that has ended.
    pub(crate) fn ended(&self, planned: StreamId) {
        self.today().hosts.remove(&planned.to_string());
    }

    /// What was written today: yesterday's is forgotten.
    fn today(&self) -> MutexGuard<'_, Today> {
        let mut today = self.today.lock();
        let day = Timestamp::now().day();
        if today.day != day {
            today.day = day;
            today.bytes.clear();
        }
        today
    }
}

//! Backups that the server makes of itself: each is restored beside the others to try it.

mod schedule;

use std::{num::NonZeroUsize, path::PathBuf, sync::Arc};

use parking_lot::Mutex;
use serde::Serialize;
use store::{
    Hash, Position, Store, StoreError, Timestamp, backups,
    embedded::backup::{Made, Tried},
    step_aside_for_play,
};
use tokio::sync::oneshot;
use utoipa::ToSchema;

use crate::config;

pub(crate) use schedule::Schedule;

/// Where backups are made, and what came of the last ones.
#[derive(Debug)]
pub(crate) struct Backups {
    to: Option<PathBuf>,
    keep: Option<NonZeroUsize>,
    /// How a store is opened that was restored.
    like: store::Config,
    // Held while one is made.
    alone: Arc<tokio::sync::Mutex<()>>,
    known: Mutex<Known>,
}

/// What is known of the last backups.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Known {
    /// When the last one was made.
    pub(crate) made_at: Option<Timestamp>,
    /// When a backup was last restored to try it, and nothing was wrong with it.
    pub(crate) verified_at: Option<Timestamp>,
    /// Whether the last attempt to make and restore one failed.
    pub(crate) failed: bool,
}

/// The backups of the server.
#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
pub(crate) struct BackupHealth {
    /// How many seconds ago a backup was last restored to try it, with nothing wrong. `null` if
    /// none ever was.
    #[schema(minimum = 0, example = 4512)]
    pub(crate) verified_seconds_ago: Option<u64>,
    /// Whether the last attempt to make a backup and restore it failed.
    pub(crate) failed: bool,
}

/// A backup that was made.
#[derive(Debug, Serialize)]
pub(crate) struct Done {
    name: String,
    position: Position,
    hash: Hash,
    files: usize,
    bytes: u64,
    copied_bytes: u64,
    /// What is wrong with it, if anything is.
    pub(crate) problem: Option<String>,
    removed: Vec<String>,
}

impl Backups {
    pub(crate) fn new(settings: &config::backups::Backups, like: store::Config) -> Backups {
        let mut known = Known::default();
        if let Some(to) = &settings.backup_to {
            match backups::last(to) {
                Ok(last) => {
                    known.made_at = last.made_at;
                    known.verified_at = last.good.map(|(_, tried)| tried.at);
                }
                Err(error) => {
                    known.failed = true;
                    told(&error);
                }
            }
        }
        Backups {
            to: settings.backup_to.clone(),
            keep: settings.backup_keep,
            like,
            alone: Arc::default(),
            known: Mutex::new(known),
        }
    }

    /// What is known of the last ones; none if there is no folder for them.
    pub(crate) fn known(&self) -> Option<Known> {
        self.to.is_some().then(|| *self.known.lock())
    }

    /// How they are, for whoever asks whether the server is ready.
    pub(crate) fn health(&self) -> Option<BackupHealth> {
        let known = self.known()?;
        let now = self.like.time.now();
        Some(BackupHealth {
            verified_seconds_ago: known.verified_at.map(|at| now.since(at).as_secs()),
            failed: known.failed,
        })
    }

    /// Makes one, restores it to try it, and removes those that need not stay. Whoever waits may
    /// leave: it goes on, and the next one waits for it. None if there is no folder for it.
    pub(crate) async fn make(self: &Arc<Self>, store: &Store) -> Option<Result<Done, StoreError>> {
        let to = self.to.clone()?;
        let alone = Arc::clone(&self.alone).lock_owned().await;
        let (this, store) = (Arc::clone(self), store.clone());
        let (done, made) = oneshot::channel();
        let make = move || {
            step_aside_for_play();
            let result = this.make_in(&to, store);
            drop(alone);
            let _ = done.send(result);
        };
        let thread = std::thread::Builder::new().name("backup".to_owned());
        if let Err(error) = thread.spawn(make) {
            return Some(Err(StoreError::io("start a backup")(error)));
        }
        Some(made.await.unwrap_or(Err(StoreError::Panicked)))
    }

    fn make_in(&self, to: &std::path::Path, store: Store) -> Result<Done, StoreError> {
        let made = store.back_up(to, false);
        // The directory of the store is free while the backup is tried.
        drop(store);
        let done = made.and_then(|made| self.try_out(to, made));
        let mut known = self.known.lock();
        match &done {
            Ok((_, Tried { problem: None, at })) => {
                known.failed = false;
                known.verified_at = Some(*at);
            }
            Ok((
                _,
                Tried {
                    problem: Some(problem),
                    ..
                },
            )) => {
                known.failed = true;
                tracing::error!(problem, "the backup cannot be restored");
            }
            Err(error) => {
                known.failed = true;
                told(error);
            }
        }
        drop(known);
        let (made, tried) = done?;
        let removed = match self.keep {
            Some(keep) => backups::keep(to, keep.get())?,
            None => Vec::new(),
        };
        Ok(Done::of(made, tried, removed))
    }

    fn try_out(&self, to: &std::path::Path, made: Made) -> Result<(Made, Tried), StoreError> {
        self.known.lock().made_at = Some(made.manifest.made_at);
        let (_, tried) = backups::try_out(to, Some(&made.manifest.name), &self.like)?;
        Ok((made, tried))
    }
}

impl Done {
    fn of(made: Made, tried: Tried, removed: Vec<String>) -> Done {
        let manifest = made.manifest;
        let (name, bytes) = (manifest.name.clone(), manifest.bytes());
        tracing::info!(
            name,
            position = %manifest.position,
            bytes,
            copied = made.copied_bytes,
            "a backup was made"
        );
        Done {
            name,
            position: manifest.position,
            hash: manifest.hash,
            files: manifest.files.len(),
            bytes,
            copied_bytes: made.copied_bytes,
            problem: tried.problem,
            removed,
        }
    }
}

fn told(error: &StoreError) {
    let error = error as &dyn std::error::Error;
    tracing::error!(error, "no backup was made");
}

//! Backups that the server makes of itself: each is restored beside the others to try it.

mod schedule;

use std::{
    num::NonZeroUsize,
    panic::{AssertUnwindSafe, catch_unwind},
    path::{Path, PathBuf},
    sync::Arc,
};

use parking_lot::Mutex;
use serde::Serialize;
use store::{
    Hash, Position, Store, StoreError, Timestamp, backups,
    embedded::backup::{Made, Manifest, Tried},
    step_aside_for_play, with_causes,
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

/// What a backup has.
#[derive(Debug, Serialize)]
pub(crate) struct Summary {
    name: String,
    position: Position,
    hash: Hash,
    files: usize,
    bytes: u64,
}

/// A backup that was made.
#[derive(Debug, Serialize)]
pub(crate) struct Done {
    #[serde(flatten)]
    summary: Summary,
    copied_bytes: u64,
    /// What is wrong with it, if anything is.
    pub(crate) problem: Option<String>,
    removed: Vec<String>,
    /// Why old backups stay that should have been removed.
    #[serde(skip_serializing_if = "Option::is_none")]
    not_removed: Option<String>,
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
                    let problem = with_causes(&error);
                    tracing::error!(problem, "the folder of backups cannot be read");
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
            let made = catch_unwind(AssertUnwindSafe(|| this.make_in(&to, store)));
            let result = made.unwrap_or(Err(StoreError::Panicked));
            this.note(&result);
            drop(alone);
            let _ = done.send(result);
        };
        let thread = std::thread::Builder::new().name("backup".to_owned());
        if let Err(error) = thread.spawn(make) {
            return Some(Err(StoreError::io("start a backup")(error)));
        }
        Some(made.await.unwrap_or(Err(StoreError::Panicked)))
    }

    fn make_in(&self, to: &Path, store: Store) -> Result<Done, StoreError> {
        let made = store.back_up(to, false);
        // The directory of the store is free while the backup is tried.
        drop(store);
        let made = made?;
        self.known.lock().made_at = Some(made.manifest.made_at);
        let (_, tried) = backups::try_out(to, Some(&made.manifest.name), &self.like)?;
        if tried.problem.is_none() {
            self.known.lock().verified_at = Some(tried.at);
        }
        let removed = match self.keep {
            Some(keep) => backups::keep(to, keep.get()),
            None => Ok(Vec::new()),
        };
        Ok(Done::of(&made, tried, removed))
    }

    fn note(&self, result: &Result<Done, StoreError>) {
        let problem = match result {
            Ok(done) => done.problem.clone().or_else(|| done.not_removed.clone()),
            Err(error) => Some(with_causes(error)),
        };
        self.known.lock().failed = problem.is_some();
        if let Some(problem) = problem {
            tracing::error!(problem, "the backup failed");
        }
    }
}

impl Summary {
    pub(crate) fn of(manifest: &Manifest) -> Summary {
        Summary {
            name: manifest.name.clone(),
            position: manifest.position,
            hash: manifest.hash,
            files: manifest.files.len(),
            bytes: manifest.bytes(),
        }
    }
}

impl Done {
    fn of(made: &Made, tried: Tried, removed: Result<Vec<String>, StoreError>) -> Done {
        let summary = Summary::of(&made.manifest);
        tracing::info!(
            name = summary.name,
            position = %summary.position,
            bytes = summary.bytes,
            copied = made.copied_bytes,
            "a backup was made"
        );
        Done {
            summary,
            copied_bytes: made.copied_bytes,
            problem: tried.problem,
            not_removed: removed.as_ref().err().map(|error| with_causes(error)),
            removed: removed.unwrap_or_default(),
        }
    }
}

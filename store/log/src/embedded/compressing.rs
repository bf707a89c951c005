//! Compresses, on a thread of its own, the segments of the journal that are written no more.

use std::{
    path::{Path, PathBuf},
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    thread::{self, JoinHandle},
};

use super::{disk_space::has_twice, segment, texts::Texts};
use crate::{error::StoreError, priority::step_aside_for_play};

/// What compresses segments. Dropping it waits until nothing is being written.
#[derive(Debug)]
pub(super) struct Compressing {
    dir: PathBuf,
    texts: Arc<Texts>,
    ends: Arc<AtomicBool>,
    thread: Option<JoinHandle<()>>,
}

impl Compressing {
    pub(super) fn of(dir: PathBuf, texts: Arc<Texts>) -> Compressing {
        Compressing {
            dir,
            texts,
            ends: Arc::default(),
            thread: None,
        }
    }

    /// Compresses those before a segment that are not yet, unless some are being compressed: then
    /// the rest waits for the next time.
    pub(super) fn all_before(&mut self, open: u64) {
        if self.thread.as_ref().is_some_and(|it| !it.is_finished()) {
            return;
        }
        let (dir, texts, ends) = (
            self.dir.clone(),
            Arc::clone(&self.texts),
            Arc::clone(&self.ends),
        );
        let compress = move || {
            step_aside_for_play();
            if let Err(error) = all_before(&dir, open, &texts, &ends) {
                let error = &error as &dyn std::error::Error;
                tracing::warn!(error, "a segment of the journal is not compressed");
            }
        };
        self.thread = Some(thread::spawn(compress));
    }
}

impl Drop for Compressing {
    fn drop(&mut self) {
        // Only a wish to end sooner: no order to keep.
        self.ends.store(true, Ordering::Relaxed);
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

fn all_before(dir: &Path, open: u64, texts: &Texts, ends: &AtomicBool) -> Result<(), StoreError> {
    for number in segment::list(dir)? {
        let plain = segment::path(dir, number);
        if number >= open || ends.load(Ordering::Relaxed) {
            return Ok(());
        }
        let bytes = match plain.metadata() {
            Ok(plain) => plain.len(),
            Err(_) => continue,
        };
        // A store on a full disk is still read.
        if has_twice(dir, bytes) {
            texts.compress(number)?;
        }
    }
    Ok(())
}

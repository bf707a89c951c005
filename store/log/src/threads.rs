//! Threads for what goes on by itself while a store is open.

use std::{
    panic::{AssertUnwindSafe, catch_unwind},
    thread::{self, JoinHandle},
};

use tokio::runtime::{Builder, Runtime};

use crate::error::StoreError;

/// Does something on a thread of its own, which has a runtime for it.
///
/// # Errors
///
/// If the thread cannot be started.
pub fn spawn(
    name: &'static str,
    work: impl FnOnce(Runtime) + Send + 'static,
) -> Result<JoinHandle<()>, StoreError> {
    let failed = || StoreError::io(format!("start the thread {name}"));
    let runtime = Builder::new_current_thread().enable_time().build();
    let runtime = runtime.map_err(failed())?;
    let work = move || {
        // What a panic said is on the console already.
        if catch_unwind(AssertUnwindSafe(|| work(runtime))).is_err() {
            tracing::error!(name, "a thread has stopped until the next start");
        }
    };
    let thread = thread::Builder::new().name(name.to_owned());
    thread.spawn(work).map_err(failed())
}

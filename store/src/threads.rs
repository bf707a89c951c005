//! Threads for what goes on by itself while the store is open.

use std::{
    panic::{AssertUnwindSafe, catch_unwind},
    thread::{self, JoinHandle},
};

use store_log::StoreError;

/// Runs something on a thread of its own, until it ends by itself.
pub(crate) fn spawn(
    name: &'static str,
    run: impl Future<Output = ()> + Send + 'static,
) -> Result<JoinHandle<()>, StoreError> {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_time()
        .build()
        .map_err(StoreError::io("start a thread"))?;
    let thread = thread::Builder::new().name(name.to_owned());
    let run = move || {
        // What a panic said is on the console already.
        if catch_unwind(AssertUnwindSafe(|| runtime.block_on(run))).is_err() {
            tracing::error!(name, "a thread has stopped until the next start");
        }
    };
    thread.spawn(run).map_err(StoreError::io("start a thread"))
}

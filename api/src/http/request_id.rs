//! The id of a request: in its answer, in what is logged about it, and in a problem.

use std::sync::{
    LazyLock,
    atomic::{AtomicU32, Ordering},
};

tokio::task_local! {
    static CURRENT: String;
}

/// The id of the request being answered.
pub(crate) fn current() -> String {
    CURRENT
        .try_with(String::clone)
        .unwrap_or_else(|_| "r_0".to_owned())
}

/// What is made under the id of a request that no handler sees, and the id.
pub(crate) fn with_fresh_id<T>(make: impl FnOnce() -> T) -> (T, String) {
    let id = fresh();
    (CURRENT.sync_scope(id.clone(), make), id)
}

/// Answers a request under its id.
pub(crate) async fn scope<F: Future>(id: String, answer: F) -> F::Output {
    CURRENT.scope(id, answer).await
}

/// Unique in this process, and all but unique among processes.
pub(crate) fn fresh() -> String {
    static PROCESS: LazyLock<u32> = LazyLock::new(|| getrandom::u32().unwrap_or_default());
    static COUNT: AtomicU32 = AtomicU32::new(0);
    format!(
        "r_{:08x}{:08x}",
        *PROCESS,
        COUNT.fetch_add(1, Ordering::Relaxed)
    )
}

//! A few matches a minute are counted anew and compared with the statistics, unasked: so a wrong
//! number is found, and finding it costs next to nothing.

use std::{thread::JoinHandle, time::Duration};

use store_log::{StoreError, Timekeeper, step_aside_for_play, threads};
use store_statistics::Statistics;
use tokio::sync::watch;

/// How long after some matches the next are compared.
const EACH: Duration = Duration::from_secs(60);

/// Compares so many matches a minute on a thread of its own until `closing` is said.
pub(crate) fn follow(
    statistics: Statistics,
    time: Timekeeper,
    matches: usize,
    closing: watch::Receiver<bool>,
) -> Result<JoinHandle<()>, StoreError> {
    threads::spawn("compare", move |runtime| {
        step_aside_for_play();
        runtime.block_on(run(&statistics, &time, matches, closing));
    })
}

async fn run(
    statistics: &Statistics,
    time: &Timekeeper,
    matches: usize,
    mut closing: watch::Receiver<bool>,
) {
    loop {
        let due = time.now().later(EACH);
        tokio::select! {
            () = time.reaches(due) => {}
            _ = closing.wait_for(|closing| *closing) => return,
        }
        if let Err(error) = statistics.compare_some(matches).await {
            let error = &error as &dyn std::error::Error;
            tracing::warn!(
                error,
                "some matches could not be compared with the statistics"
            );
        }
    }
}

//! Work shared out to all cores.

use std::thread;

use store_log::cores;

/// Fewer are worked on by one thread.
// Handing over less work than this costs more than it saves.
const FEW: usize = 32;

/// What is found in some chunks or groups, by as many threads as can work at once.
pub(crate) fn on_all_cores<S: Sync, T: Send>(all: &[S], find: impl Fn(&[S]) -> T + Sync) -> Vec<T> {
    if all.len() < FEW {
        return vec![find(all)];
    }
    let find = &find;
    thread::scope(|scope| {
        let shares = all.chunks(all.len().div_ceil(cores::count()));
        let threads: Vec<_> = shares
            .map(|share| scope.spawn(move || find(share)))
            .collect();
        let found = threads.into_iter().map(thread::ScopedJoinHandle::join);
        found
            .map(|found| found.expect("counting does not fail"))
            .collect()
    })
}

//! How many files this process may have open: each connection is one.

use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};

/// More are not asked for: nobody serves more connections with one process.
const MOST: u64 = 1 << 16;
/// These are reserved for the store, files of facts and imports, however many clients are
/// connected.
pub(crate) const RESERVE: u64 = 256;

/// Raises the number of files that may be open to what the system allows, and returns that number.
pub(crate) fn raised() -> u64 {
    let Rlimit { current, maximum } = getrlimit(Resource::Nofile);
    let allowed = maximum.unwrap_or(MOST).min(MOST);
    let current = current.unwrap_or(MOST);
    if current >= allowed {
        return current;
    }
    let raised = Rlimit {
        current: Some(allowed),
        maximum,
    };
    match setrlimit(Resource::Nofile, raised) {
        Ok(()) => allowed,
        Err(error) => {
            tracing::warn!(%error, "the limit of {current} open files cannot be raised");
            current
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn as_many_files_may_be_open_as_the_system_allows() {
        let may = raised();
        let Rlimit { current, maximum } = getrlimit(Resource::Nofile);
        assert_eq!(current, Some(may));
        assert!(may >= maximum.unwrap_or(MOST).min(MOST));
    }
}

//! `cartulary archive`: the files that finished matches are moved to, counted and checked.

use std::process::ExitCode;

use store::portable;

use super::{
    output::{done, tell, write},
    transfer::Store,
};

/// What is asked of the archive.
#[derive(Debug, clap::Subcommand)]
pub(super) enum Archive {
    /// Count its files, bytes, matches and events.
    Status(Store),
    /// Read all of it: every match is expanded and arrives at its hash, and the files are chained.
    Verify(Store),
    /// Make the store smaller, which no server may have open: write the index anew if it takes more
    /// than four times what it holds, and remove the first segments of the journal, of which the
    /// archive holds nearly all.
    Compact(Store),
}

/// Answers in JSON.
pub(super) fn run(archive: &Archive) -> ExitCode {
    done((|| match archive {
        Archive::Status(store) => {
            let sizes = portable::archive(store.dir(), |archive| archive.sizes())?;
            write(&serde_json::to_string_pretty(&sizes)?)
        }
        Archive::Verify(store) => {
            let verified = portable::archive(store.dir(), |archive| archive.verify())?;
            write(&serde_json::to_string_pretty(&verified)?)?;
            if verified.problems.is_empty() {
                return tell("the archive is sound");
            }
            Err("restore the files that are named from a backup".into())
        }
        Archive::Compact(store) => {
            let compacted = portable::compact(store.dir())?;
            write(&serde_json::to_string_pretty(&compacted)?)
        }
    })())
}

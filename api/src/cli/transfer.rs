//! `cartulary export` and `import`: a whole store as lines of JSON.

use std::{
    io,
    path::{Path, PathBuf},
    process::ExitCode,
};

use store::portable;

use super::output::{done, tell};

/// The location of a store.
#[derive(Debug, clap::Args)]
pub(super) struct Store {
    /// The directory that holds all data.
    #[arg(
        long,
        env = "CARTULARY_DATA",
        default_value = "./data",
        value_name = "DIR"
    )]
    data: PathBuf,
}

impl Store {
    /// Its directory.
    pub(super) fn dir(&self) -> &Path {
        &self.data
    }
}

/// Writes every commit.
pub(super) fn export(store: &Store) -> ExitCode {
    done((|| {
        let commits = portable::export(&store.data, &mut io::stdout().lock())?;
        tell(&format!("{commits} commits exported"))
    })())
}

/// Reads what was exported.
pub(super) fn import(store: &Store) -> ExitCode {
    done((|| {
        let commits = portable::import(&store.data, &mut io::stdin().lock())?;
        tell(&format!("{commits} commits imported"))?;
        tell(
            "existing tokens are void in this store: to keep them, copy the file `secret` of the old \
             directory into this one before you serve it",
        )
    })())
}

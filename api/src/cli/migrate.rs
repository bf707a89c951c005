//! `cartulary migrate`: a store moved between a directory and a database.

use std::{convert::Infallible, process::ExitCode, str::FromStr};

use store::migrating::{Place, migrate};

use super::output::{done, tell};
use crate::config::database::DatabaseUrl;

/// From where to where.
#[derive(Debug, clap::Args)]
pub(super) struct Migrate {
    /// The store that is read: a directory, or a database like `postgres://user@host/database`.
    /// No server may be writing there.
    #[arg(long, value_name = "STORE")]
    from: Named,
    /// The store that is filled: a new directory, or an empty database.
    #[arg(long, value_name = "STORE")]
    to: Named,
}

/// A store as it is named at a terminal.
#[derive(Clone)]
struct Named(Place);

impl FromStr for Named {
    type Err = Infallible;

    fn from_str(text: &str) -> Result<Named, Infallible> {
        let place = match text.parse::<DatabaseUrl>() {
            Ok(url) => Place::Database(url.reveal().to_owned()),
            Err(_) => Place::Directory(text.into()),
        };
        Ok(Named(place))
    }
}

impl std::fmt::Debug for Named {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self.0 {
            Place::Directory(_) => "a directory",
            Place::Database(_) => "a database",
        })
    }
}

pub(super) fn run(Migrate { from, to }: &Migrate) -> ExitCode {
    done((|| {
        let migrated = migrate(&from.0, &to.0)?;
        tell(&format!(
            "{} commits are the same in both, {} of them from before; the hash over all is {}",
            migrated.commits, migrated.were_there, migrated.hash
        ))?;
        tell(
            "tokens stay valid; where players have registered URLs for pushes, copy the file `push` \
             of the old data directory into the new one before you serve it",
        )
    })())
}

//! `cartulary migrate`: a store moved between a directory and a database.

use std::{convert::Infallible, process::ExitCode, str::FromStr};

use store::{
    Shards,
    migrating::{Place, migrate},
};

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
    /// How many shards a new database is divided into, as the servers on it are told by
    /// `--shards`. The default is one.
    #[arg(long, value_name = "NUMBER")]
    shards: Option<Shards>,
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

pub(super) fn run(Migrate { from, to, shards }: &Migrate) -> ExitCode {
    done((|| {
        let migrated = migrate(&from.0, &to.0, *shards)?;
        tell(&format!(
            "{} commits are the same in both, {} of them from before; the hash over all is {}",
            migrated.commits, migrated.were_there, migrated.hash
        ))?;
        tell("tokens stay valid, and so do the URLs to which decisions are pushed")
    })())
}

//! The servers that share a database, as one of them sees it while another writes.

use std::{fmt, sync::Arc};

use store_log::{Shard, Shards, StoreError, log::wait_for};
use tokio::{runtime::Runtime, sync::watch};

use crate::{
    address::Address,
    following::Following,
    opening::{Named, connect, runtime},
    postgres::Options,
    reader::{Needs, Reader},
    shard::Reads,
};

/// A database whose log another server may have.
pub struct Nodes {
    database: Address,
    reader: Reader<Address>,
    named: Named,
    /// Dropped last, and never on a thread that may not wait.
    runtime: Option<Runtime>,
}

impl Nodes {
    /// Connects to a database like `postgres://user@host/database`, and makes the tables there if
    /// they are missing, for so many shards; for one, if nobody says how many.
    ///
    /// # Errors
    ///
    /// Why it cannot be used, and what to do.
    pub fn open(url: &str, shards: Option<Shards>) -> Result<Nodes, StoreError> {
        let patience = Options::default().patience;
        let (database, runtime) = (Address::parse(url)?, runtime()?);
        let connecting = runtime.spawn(connect(database.clone(), shards, patience));
        let connected = wait_for(async { connecting.await.unwrap_or(Err(StoreError::Panicked)) });
        match connected {
            Ok((_, named)) => Ok(Nodes {
                database: database.clone(),
                // It reads nothing but who writes, and knows of no epoch.
                reader: Reader::new(
                    Reads {
                        shards: named.shards,
                        one: None,
                    },
                    database,
                    runtime.handle().clone(),
                    patience,
                    Needs::Epoch(Shard::FIRST, Arc::default()),
                    watch::channel(false).1,
                ),
                named,
                runtime: Some(runtime),
            }),
            Err(error) => {
                runtime.shutdown_background();
                Err(error)
            }
        }
    }

    /// Of the shards in their order, where the server is reached that writes it now. None if it is
    /// anybody's turn; empty if that server shares the database with nobody.
    ///
    /// # Errors
    ///
    /// If the database does not answer.
    pub async fn owners(&self) -> Result<Vec<Option<String>>, StoreError> {
        self.reader.owners().await
    }

    /// How many shards the store has.
    pub const fn shards(&self) -> Shards {
        self.named.shards
    }

    /// The log of all shards as their owners write it, as far as it may be followed now, and from now
    /// on.
    ///
    /// # Errors
    ///
    /// If the database does not answer.
    pub async fn follow(&self) -> Result<Following, StoreError> {
        let runtime = self.runtime.as_ref().expect("it goes when this does");
        let patience = Options::default().patience;
        Following::begin(
            self.named.shards,
            self.database.clone(),
            runtime.handle(),
            patience,
        )
        .await
    }

    /// The id of the store, the same for all servers on this database: 32 hexadecimal digits.
    pub fn store_id(&self) -> String {
        self.named.store_id()
    }

    /// The key that all servers on this database share. Never leaves them.
    pub const fn secret(&self) -> &[u8; 32] {
        &self.named.secret
    }
}

impl fmt::Debug for Nodes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Nodes").finish_non_exhaustive()
    }
}

impl Drop for Nodes {
    fn drop(&mut self) {
        self.reader.close();
        if let Some(runtime) = self.runtime.take() {
            runtime.shutdown_background();
        }
    }
}

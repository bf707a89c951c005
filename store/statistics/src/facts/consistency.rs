//! Whether the facts that followed the log are those of a rebuild, to the byte.

use std::{fs, path::Path};

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::facts::projection::Facts;
use store_log::{
    embedded::Tables, error::StoreError, hash::Hash, id::Position, log::Log, time::Timestamp,
};

/// The result of a check of the facts.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Consistency {
    /// Whether both tables are the same, byte for byte.
    pub consistent: bool,
    /// The position of the log at which both were compared.
    pub position: Position,
    /// The hash over all rows of the table that follows the log.
    pub live: Hash,
    /// The hash over all rows of the table that was rebuilt from the first commit.
    pub rebuilt: Hash,
    /// When the check was made.
    pub checked_at: Timestamp,
}

/// Builds the facts anew in a directory that does not stay, and compares.
pub(crate) fn check(
    facts: &Facts,
    log: &dyn Log,
    dir: &Path,
    progress: impl FnMut(Position),
) -> Result<Consistency, StoreError> {
    let (position, live) = facts.digest()?;
    remove(dir)?;
    let rebuilt = rebuilt(facts, log, dir, position, progress);
    remove(dir)?;
    let (reached, rebuilt) = rebuilt?;
    Ok(Consistency {
        consistent: live == rebuilt && reached == position,
        position,
        live,
        rebuilt,
        checked_at: Timestamp::now(),
    })
}

fn rebuilt(
    facts: &Facts,
    log: &dyn Log,
    dir: &Path,
    position: Position,
    progress: impl FnMut(Position),
) -> Result<(Position, Hash), StoreError> {
    let runtime = tokio::runtime::Builder::new_current_thread().build();
    let runtime = runtime.map_err(StoreError::io("start a check"))?;
    let anew = Facts::open(&Tables::checked(dir, position), facts.chunk_rows())?;
    runtime.block_on(anew.read_up_to(log, position, progress))?;
    anew.digest()
}

fn remove(dir: &Path) -> Result<(), StoreError> {
    match fs::remove_dir_all(dir) {
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => {
            Err(StoreError::io(format!("remove {}", dir.display()))(error))
        }
        Ok(()) | Err(_) => Ok(()),
    }
}

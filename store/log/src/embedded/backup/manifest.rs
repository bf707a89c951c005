//! What a backup has, and what came of restoring it.

use serde::{Deserialize, Serialize};

use crate::{hash::Hash, id::Position, time::Timestamp};

/// The form of manifests that this program writes. It reads no greater one.
pub(super) const FORMAT: u32 = 1;

/// Which files a backup has, and where the log ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Manifest {
    /// The form of the manifest.
    pub format: u32,
    /// The name of the backup: its number, and when it was made.
    pub name: String,
    /// The store that it is of.
    pub store_id: String,
    /// The last position of the log.
    pub position: Position,
    /// The hash over the log, as `GET /integrity` tells it.
    pub hash: Hash,
    /// When it was made.
    pub made_at: Timestamp,
    /// The program that made it, and its version.
    pub program: String,
    /// Its files.
    pub files: Vec<File>,
}

/// A file of a backup.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct File {
    /// Where it stands in the data directory.
    pub path: String,
    /// How many bytes it has.
    pub bytes: u64,
    /// The SHA-256 of its bytes.
    pub sha256: Hash,
    /// When it was last written, in seconds and nanoseconds since 1970: as long as that and its
    /// length are the same, so are its bytes. Only of files that are whole.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub written_at: Option<(i64, i64)>,
}

/// What came of restoring a backup.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Tried {
    /// When it was tried.
    pub at: Timestamp,
    /// What is wrong with it. None if nothing is.
    pub problem: Option<String>,
}

impl Manifest {
    /// How many bytes it has in all.
    pub fn bytes(&self) -> u64 {
        self.files.iter().map(|file| file.bytes).sum()
    }
}

//! Where the parts of a store lie in its directory.

use std::path::{Path, PathBuf};

use super::index_dirs;

/// The directory of the index.
pub(crate) fn index_dir(dir: &Path) -> PathBuf {
    index_dirs::current(dir)
}

/// The directory of the archive.
pub(crate) fn archive_dir(dir: &Path) -> PathBuf {
    dir.join("archive")
}

/// The directory of the journal.
pub(crate) fn journal_dir(dir: &Path) -> PathBuf {
    dir.join("journal")
}

/// The directory of all projections.
pub(crate) fn projections_dir(dir: &Path) -> PathBuf {
    dir.join("projections")
}

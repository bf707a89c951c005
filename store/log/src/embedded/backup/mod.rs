//! Backups: what cannot be made anew, copied into a folder of their own.
//!
//! ```text
//! files/        each file once, named by the SHA-256 of its bytes, whichever backups have it
//! N.manifest    which files backup N has, and where the log ended; once it is there, so are they
//! N.tried       what came of restoring it to see whether that can be done
//! ```
//!
//! Read it in this order: `manifest` (what a backup has), `pool` (the files of all of them),
//! `folder` (both, held by one process), `making` (what is copied, and in which order),
//! `keeping` (which backups go), and `restoring`.

mod folder;
mod keeping;
mod making;
mod manifest;
mod pool;
mod restoring;

pub use folder::Folder;
pub use making::{How, Made};
pub(crate) use making::{Source, make};
pub use manifest::{File, Manifest, Tried};
pub use restoring::put_back;

/// Whether a backup that is being made may go on. It is asked before each file, by its name, and
/// before the manifest.
pub type MayGoOn<'a> = &'a mut dyn FnMut(&str) -> Result<(), crate::error::StoreError>;

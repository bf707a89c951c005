//! What the store promises, tried through its public door.
#![allow(clippy::unwrap_used, reason = "a test says what it needs by panicking")]

mod advice;
mod archive;
mod backups;
mod batches;
mod bounds;
mod cleared;
mod clocks;
mod compressed;
mod damage;
mod disclosure;
mod erasable;
mod every_field;
mod facts;
mod feed;
mod imports;
mod killed_backups;
mod kills;
mod matches;
mod migrated;
mod model;
mod moved;
mod old_backup;
mod old_store;
mod opening;
mod players;
mod portable;
mod projections;
mod record;
mod record_files;
mod replay;
mod statistics;
mod support;
mod tournaments;
mod two_servers;
mod windows;

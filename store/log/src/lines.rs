//! Lines that outlive the process.
//!
//! For what is small and is no part of any record. A directory keeps them in files
//! (`embedded/lines.rs`), a database in a table.

use std::{fmt, io};

/// The URLs that players registered.
pub const PUSH: &str = "push";
/// What the rules refused to seats before they decided.
pub const TRIES: &str = "tries";
/// Which files of records there are.
pub const RECORDS: &str = "records";
/// All names of lines that stores keep.
pub const NAMES: [&str; 3] = [PUSH, TRIES, RECORDS];

/// Lines under one name. Whoever changes them waits for a disk or a database.
pub trait Lines: fmt::Debug + Send {
    /// How many lines there are.
    fn count(&self) -> usize;

    /// Adds a line, which must not hold an end of line, durably.
    ///
    /// # Errors
    ///
    /// If it is not known that it was written: the disk is full, for instance.
    fn add(&mut self, line: &str) -> io::Result<()>;

    /// Adds a line that may be lost if the machine stops, and waits for nothing.
    ///
    /// # Errors
    ///
    /// If it is not written.
    fn note(&mut self, line: &str) -> io::Result<()>;

    /// Writes these in place of all, all or nothing.
    ///
    /// # Errors
    ///
    /// If it is not known that they were written. Nothing but that happened: the lines are these, or
    /// as they were.
    fn rewrite(&mut self, lines: &[String]) -> io::Result<()>;
}

/// Lines that were opened, and those that were there.
pub type Found = (Box<dyn Lines>, Vec<String>);

//! Lines that outlive the process: each is on the disk before whoever adds it goes on.
//!
//! For what is small, may be lost when the disk fails, and is no part of any record.

use std::{
    fs::{self, File, OpenOptions},
    io::{self, Write as _},
    os::unix::fs::OpenOptionsExt as _,
    path::{Path, PathBuf},
};

use domain::cast;

use super::files::{make_dir, sync_dir};
use crate::error::StoreError;

/// A file of lines.
#[derive(Debug)]
pub struct Lines {
    path: PathBuf,
    file: File,
    count: usize,
}

impl Lines {
    /// Opens a file in the directory of a store, or makes it: the lines that are in it. Half a
    /// line, which a bad end may leave, is none.
    ///
    /// # Errors
    ///
    /// If it cannot be read or written.
    pub fn open(dir: &Path, name: &str) -> Result<(Lines, Vec<String>), StoreError> {
        make_dir(dir)?;
        let path = dir.join(name);
        let read = || {
            let file = appended(&path)?;
            let mut text = fs::read(&path)?;
            let end = text.iter().rposition(|byte| *byte == b'\n');
            text.truncate(end.map_or(0, |end| end + 1));
            file.set_len(cast(text.len()))?;
            Ok((file, text))
        };
        let what = format!("open {}", path.display());
        let (file, text) = read().map_err(StoreError::io(what))?;
        sync_dir(dir)?;
        let lines = String::from_utf8_lossy(&text);
        let lines: Vec<String> = lines.lines().map(str::to_owned).collect();
        let count = lines.len();
        Ok((Lines { path, file, count }, lines))
    }

    /// How many lines there are.
    pub const fn count(&self) -> usize {
        self.count
    }

    /// Adds a line, which must not hold an end of line.
    ///
    /// # Errors
    ///
    /// If it is not written: the disk is full, for instance.
    pub fn add(&mut self, line: &str) -> io::Result<()> {
        self.note(line)?;
        self.file.sync_data()
    }

    /// Adds a line that may be lost if the machine stops.
    ///
    /// # Errors
    ///
    /// If it is not written.
    pub fn note(&mut self, line: &str) -> io::Result<()> {
        self.file.write_all(format!("{line}\n").as_bytes())?;
        self.count += 1;
        Ok(())
    }

    /// Writes the file anew, all or nothing.
    ///
    /// # Errors
    ///
    /// If it is not written. The lines are as they were then.
    pub fn rewrite(&mut self, lines: &[String]) -> io::Result<()> {
        let half = self.path.with_extension("new");
        let _ = fs::remove_file(&half);
        let mut file = appended(&half)?;
        for line in lines {
            writeln!(file, "{line}")?;
        }
        file.sync_all()?;
        fs::rename(&half, &self.path)?;
        // Else what is added now could be in a file that no name leads to after the machine stops.
        if let Some(dir) = self.path.parent() {
            File::open(dir)?.sync_all()?;
        }
        (self.file, self.count) = (file, lines.len());
        Ok(())
    }
}

/// A file that is written at its end, and that only its owner can read.
fn appended(path: &Path) -> io::Result<File> {
    let mut options = OpenOptions::new();
    options.create(true).append(true).mode(0o600).open(path)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_there_after_a_bad_end_and_half_a_line_is_none() {
        let dir = tempfile::tempdir().unwrap();
        let (mut lines, before) = Lines::open(dir.path(), "tries").unwrap();
        assert_eq!(before, [""; 0]);
        lines.add("one").unwrap();
        lines.add("two").unwrap();
        lines.file.write_all(b"thr").unwrap();
        drop(lines);
        // The second time, too.
        Lines::open(dir.path(), "tries").unwrap();
        let (mut lines, before) = Lines::open(dir.path(), "tries").unwrap();
        assert_eq!(before, ["one", "two"]);
        lines.rewrite(&["two".to_owned()]).unwrap();
        lines.add("four").unwrap();
        lines.note("five").unwrap();
        assert_eq!(lines.count(), 3);
        let (_, before) = Lines::open(dir.path(), "tries").unwrap();
        assert_eq!(before, ["two", "four", "five"]);
    }
}

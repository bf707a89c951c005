//! Lines in a file, each on the disk before whoever adds it goes on.

use std::{
    fs::{self, File, OpenOptions},
    io::{self, Write as _},
    os::unix::fs::OpenOptionsExt as _,
    path::{Path, PathBuf},
};

use domain::cast;

use super::files::{make_dir, sync_dir};
use crate::{
    error::StoreError,
    lines::{Found, Lines},
};

/// A file of lines.
#[derive(Debug)]
struct FileLines {
    path: PathBuf,
    file: File,
    count: usize,
}

/// Opens a file in the directory of a store, or makes it. Half a line, which a bad end may leave, is
/// none.
///
/// # Errors
///
/// If it cannot be read or written.
pub fn lines(dir: &Path, name: &str) -> Result<Found, StoreError> {
    let (lines, written) = FileLines::open(dir, name)?;
    Ok((Box::new(lines), written))
}

impl FileLines {
    fn open(dir: &Path, name: &str) -> Result<(FileLines, Vec<String>), StoreError> {
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
        Ok((FileLines { path, file, count }, lines))
    }
}

impl Lines for FileLines {
    fn count(&self) -> usize {
        self.count
    }

    fn add(&mut self, line: &str) -> io::Result<()> {
        self.note(line)?;
        self.file.sync_data()
    }

    fn note(&mut self, line: &str) -> io::Result<()> {
        self.file.write_all(format!("{line}\n").as_bytes())?;
        self.count += 1;
        Ok(())
    }

    fn rewrite(&mut self, lines: &[String]) -> io::Result<()> {
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
        let (mut lines, before) = FileLines::open(dir.path(), "tries").unwrap();
        assert_eq!(before, [""; 0]);
        lines.add("one").unwrap();
        lines.add("two").unwrap();
        lines.file.write_all(b"thr").unwrap();
        drop(lines);
        // The second time, too.
        FileLines::open(dir.path(), "tries").unwrap();
        let (mut lines, before) = FileLines::open(dir.path(), "tries").unwrap();
        assert_eq!(before, ["one", "two"]);
        lines.rewrite(&["two".to_owned()]).unwrap();
        lines.add("four").unwrap();
        lines.note("five").unwrap();
        assert_eq!(lines.count(), 3);
        let (_, before) = FileLines::open(dir.path(), "tries").unwrap();
        assert_eq!(before, ["two", "four", "five"]);
    }
}

//! The last file of the archive, that matches are added to.

use std::{
    collections::HashMap,
    fs::{self, File},
    io,
    os::unix::fs::{FileExt as _, OpenOptionsExt as _},
    path::Path,
    sync::Arc,
};

use domain::{GameId, cast};

use super::{
    derived,
    file::{self, Row},
    frame::{Extent, Frame, Kind},
    packed::{self, Codec, Dictionary},
};
use crate::{embedded::files, error::StoreError, hash::Hash, record::Line};

/// A file being written.
#[derive(Debug)]
pub(super) struct Writing {
    pub(super) number: u64,
    file: File,
    pub(super) end: u64,
    pub(super) rows: Vec<Row>,
    /// By game: where its dictionary begins in this file.
    pub(super) dictionaries: HashMap<GameId, (u64, Arc<Dictionary>)>,
}

impl Writing {
    /// Makes the file. It has its name once its beginning is durable.
    pub(super) fn begin(
        dir: &Path,
        store_id: [u8; 16],
        number: u64,
        before: Hash,
    ) -> Result<Writing, StoreError> {
        files::make_dir(dir)?;
        let header = file::header(store_id, number, before);
        let half = dir.join("next.new");
        let make = || {
            let _ = fs::remove_file(&half);
            let mut options = File::options();
            let made = options
                .read(true)
                .write(true)
                .create_new(true)
                .mode(0o600)
                .open(&half)?;
            made.write_all_at(&header, 0)?;
            made.sync_all()?;
            fs::rename(&half, file::path(dir, number))?;
            Ok(made)
        };
        let file = make().map_err(StoreError::io("begin a file of the archive"))?;
        files::sync_dir(dir)?;
        let end = cast(header.len());
        Ok(Writing::at(file, number, end, Vec::new()))
    }

    /// A file that holds these matches and ends here.
    pub(super) fn at(file: File, number: u64, end: u64, rows: Vec<Row>) -> Writing {
        let dictionaries = HashMap::new();
        Writing {
            number,
            file,
            end,
            rows,
            dictionaries,
        }
    }

    /// Adds a match; none if it is no whole one. It is not durable yet.
    pub(super) fn add(&mut self, lines: &[Line]) -> io::Result<Option<Row>> {
        let Some(of) = Extent::lines(lines) else {
            return Ok(None);
        };
        let dictionary = self.dictionary_for(lines)?;
        let with = dictionary.as_ref().map(|(_, dictionary)| &**dictionary);
        let Some(packed) = packed::pack(lines, with) else {
            return Ok(None);
        };
        let dictionary_at = match packed.codec {
            Codec::Derived => dictionary.map_or(0, |(at, _)| at),
            Codec::Raw | Codec::Zstd => 0,
        };
        let frame = Frame::of_match(&packed, of, dictionary_at).bytes();
        let (file, at) = (self.number, self.end);
        let row = Row {
            file,
            at,
            bytes: cast(frame.len()),
            of,
        };
        self.write(&frame)?;
        self.rows.push(row);
        Ok(Some(row))
    }

    /// The dictionary of the game of a match, which is made of this match if there is none.
    fn dictionary_for(&mut self, lines: &[Line]) -> io::Result<Option<(u64, Arc<Dictionary>)>> {
        let Some((game, _)) = lines.first().and_then(derived::opened) else {
            return Ok(None);
        };
        if let Some(known) = self.dictionaries.get(&game) {
            return Ok(Some(known.clone()));
        }
        let Some(dictionary) = Dictionary::from_match(lines) else {
            return Ok(None);
        };
        let at = self.end;
        self.write(&Frame::plain(Kind::Dictionary, &dictionary.pack(game)).bytes())?;
        let known = (at, Arc::new(dictionary));
        self.dictionaries.insert(game, known.clone());
        Ok(Some(known))
    }

    /// Writes what a closed file ends with.
    pub(super) fn close(&mut self) -> io::Result<()> {
        self.write(&file::closing(&self.rows, self.end))
    }

    /// Makes everything durable that was added.
    pub(super) fn sync(&self) -> io::Result<()> {
        self.file.sync_all()
    }

    fn write(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.file.write_all_at(bytes, self.end)?;
        self.end += cast::<u64>(bytes.len());
        Ok(())
    }
}

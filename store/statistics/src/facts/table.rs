//! The table of facts on disk: rows in a database, and chunks in a file.

use std::{collections::BTreeMap, path::Path, thread};

use domain::{GameId, cast};
use sha2::{Digest as _, Sha256};

use crate::{columns::chunk_file::ChunkFile, facts::game::GameFacts};
use store_log::{
    embedded::{
        index::guarded,
        redo::Redo,
        rows::{Rows, StoredCheckpoint},
    },
    error::StoreError,
    hash::Hash,
    id::Position,
};

/// What is on disk.
#[derive(Debug)]
pub(crate) struct Table {
    pub(crate) redo: Redo,
    /// A row tells where in it each chunk stands.
    pub(crate) chunks: ChunkFile,
}

pub(crate) type Games = BTreeMap<GameId, GameFacts>;

/// The row that tells the boxes it was built with: only their matches can be folded.
const BOXES: &[u8] = b"\0boxes";

impl Table {
    /// The table in a directory, the facts it has of all games, and up to which position of a log
    /// that ends at `head`. One that was built with other boxes of components than those in use
    /// begins anew, and so does one that is damaged.
    ///
    /// # Errors
    ///
    /// If it cannot be read, or has read more of the log than there is.
    pub(crate) fn open(dir: &Path, head: Position) -> Result<(Table, Games, Position), StoreError> {
        // Chunks stand in a file of their own, and the rest is read at a start only.
        const CACHE_BYTES: u64 = 8 << 20;
        let redo = Redo::open(dir, CACHE_BYTES, b"")?;
        let chunks = ChunkFile::open(dir)?;
        let table = Table { redo, chunks };
        let checkpoint = guarded(|| StoredCheckpoint::read(table.redo.tree()))?;
        checkpoint.is_within(dir, head)?;
        let (games, position) = match table.load_of(&boxes()) {
            Ok(Some(games)) => (games, checkpoint.position),
            Ok(None) => (table.begin_anew()?, Position::START),
            Err(StoreError::IndexDamaged(why)) => {
                tracing::warn!(dir = %dir.display(), why, "rebuilding a projection");
                (table.begin_anew()?, Position::START)
            }
            Err(error) => return Err(error),
        };
        Ok((table, games, position))
    }

    /// The facts of all games, as they are on disk, if they were built with these boxes.
    fn load_of(&self, boxes: &[&str]) -> Result<Option<Games>, StoreError> {
        let built_with: Option<Vec<String>> = Rows::new(&self.redo).get(BOXES)?;
        let is_same = built_with.is_some_and(|known| known == boxes);
        is_same.then(|| self.load()).transpose()
    }

    /// The facts of all games, as they are on disk, read side by side.
    ///
    /// # Errors
    ///
    /// If they are damaged, or cannot be read.
    pub(crate) fn load(&self) -> Result<Games, StoreError> {
        let loaded = thread::scope(|scope| {
            let load = |&game: &GameId| {
                let load = move || GameFacts::load(&self.redo, &self.chunks, game);
                (game, scope.spawn(load))
            };
            let games: Vec<_> = GameId::ALL.iter().map(load).collect();
            let loaded = games.into_iter().map(|(game, loading)| {
                let (facts, places) = loading.join().unwrap_or(Err(StoreError::Panicked))?;
                Ok((game, facts, places))
            });
            loaded.collect::<Result<Vec<_>, StoreError>>()
        })?;
        let places = loaded.iter().flat_map(|(_, _, places)| places);
        self.chunks.keep(places);
        let games = loaded.into_iter().map(|(game, facts, _)| (game, facts));
        Ok(games.collect())
    }

    /// No facts of any game, to be built with the boxes in use.
    fn begin_anew(&self) -> Result<Games, StoreError> {
        guarded(|| Ok(self.redo.tree().clear()?))?;
        let mut rows = Rows::new(&self.redo);
        rows.put(BOXES, &boxes())?;
        rows.write(Position::START)?;
        self.load()
    }

    /// The hash over every row and every chunk.
    ///
    /// # Errors
    ///
    /// If they cannot be read.
    pub(crate) fn digest(&self) -> Result<Hash, StoreError> {
        let mut digest = Sha256::new();
        guarded(|| {
            for row in self.redo.tree().iter() {
                let (key, value) = row?;
                digest.update(cast::<u64>(key.len()).to_be_bytes());
                digest.update(&key);
                digest.update(Sha256::digest(&value));
            }
            Ok(())
        })?;
        self.chunks.digest(&mut digest)?;
        Ok(Hash(digest.finalize().into()))
    }
}

/// The boxes in use.
fn boxes() -> Vec<&'static str> {
    let boxes = GameId::ALL.iter().map(|game| game.components_sha256());
    boxes.collect()
}

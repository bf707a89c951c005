//! The facts of one game, read back from the table.

use std::sync::Arc;

use domain::GameId;

use crate::{
    columns::{
        chunk::Chunk,
        chunk_file::{ChunkFile, Place},
        dictionary::Dictionary,
    },
    facts::{
        game::{GameFacts, damaged, stored},
        keys::{Letter, first_number, key},
    },
};
use store_log::{
    embedded::{index::guarded, redo::Redo, rows::decode},
    error::StoreError,
};

impl GameFacts {
    /// Everything the table holds of a game, and where its chunks stand.
    ///
    /// # Errors
    ///
    /// If it is damaged.
    pub(crate) fn load(
        redo: &Redo,
        file: &ChunkFile,
        game: GameId,
    ) -> Result<(GameFacts, Vec<Place>), StoreError> {
        let mut loaded = GameFacts::default();
        each(redo, game, Letter::Column, &[], |_, id| {
            loaded.columns.code(text(id)?, |_, _| {});
            loaded.words.push(Dictionary::default());
            Ok(())
        })?;
        for (column, words) in (0..).zip(&mut loaded.words) {
            each(redo, game, Letter::Word, &[column], |_, word| {
                words.code(text(word)?, |_, _| {});
                Ok(())
            })?;
        }
        loaded.load_things(redo, game)?;
        let places = loaded.load_chunks(redo, file, game)?;
        Ok((loaded, places))
    }

    fn load_things(&mut self, redo: &Redo, game: GameId) -> Result<(), StoreError> {
        each(redo, game, Letter::Deal, &[], |_, deal| {
            self.deals.code(decode(deal)?, |_, _| {});
            Ok(())
        })?;
        each(redo, game, Letter::Offer, &[], |_, offer| {
            self.offers.code(decode(offer)?, |_, _| {});
            Ok(())
        })?;
        each(redo, game, Letter::Filled, &[], |_, filled| {
            self.cells.code(decode(filled)?, |_, _| {});
            Ok(())
        })
    }

    fn load_chunks(
        &mut self,
        redo: &Redo,
        file: &ChunkFile,
        game: GameId,
    ) -> Result<Vec<Place>, StoreError> {
        let mut places = Vec::new();
        each(redo, game, Letter::Chunk, &[], |number, noted| {
            let is_next = usize::try_from(number) == Ok(places.len());
            let place = is_next.then(|| file.place(noted)).flatten();
            places.push(place.ok_or_else(|| damaged("a chunk is missing"))?);
            Ok(())
        })?;
        for place in &places {
            let bytes = place.read();
            let bytes = bytes.ok_or_else(|| damaged("a chunk is not what was written"))?;
            self.chunks.push(Arc::new(stored(&bytes, place)?));
        }
        let in_chunks = self
            .chunks
            .iter()
            .map(|chunk| chunk.matches.len())
            .sum::<usize>();
        self.in_chunks = u32::try_from(in_chunks).map_err(|_| damaged("there are too many"))?;
        self.matches = self.in_chunks;
        each(redo, game, Letter::Match, &[], |_, alone| {
            self.growing.extend(&chunk(alone)?);
            self.matches += 1;
            Ok(())
        })?;
        self.settle();
        Ok(places)
    }
}

/// Each row under a letter, in the order of its numbers, by the first of them.
fn each(
    redo: &Redo,
    game: GameId,
    letter: Letter,
    numbers: &[u32],
    mut row: impl FnMut(u32, &[u8]) -> Result<(), StoreError>,
) -> Result<(), StoreError> {
    let prefix = key(game, letter, numbers);
    guarded(|| {
        for found in redo.tree().scan_prefix(&prefix) {
            let (key, value) = found?;
            let number = first_number(&key, &prefix).ok_or_else(|| damaged("a key is short"))?;
            row(number, &redo.unpack(&value)?)?;
        }
        Ok(())
    })
}

fn chunk(bytes: &[u8]) -> Result<Chunk, StoreError> {
    Chunk::from_bytes(bytes, None).ok_or_else(|| damaged("a chunk cannot be read"))
}

fn text(bytes: &[u8]) -> Result<String, StoreError> {
    String::from_utf8(bytes.to_vec()).map_err(|_| damaged("a word is no text"))
}

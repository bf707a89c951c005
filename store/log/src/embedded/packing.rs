//! Values of rows in few bytes: most of each is in the others of its table, too.

use std::{cell::RefCell, fmt};

use zstd::{
    bulk::Compressor,
    dict::{DecoderDictionary, EncoderDictionary},
    zstd_safe::{self, DCtx},
};

use crate::error::StoreError;

thread_local! {
    /// Room to work in. To make it takes longer than to unpack most rows.
    static UNPACKING: RefCell<DCtx<'static>> = RefCell::new(DCtx::create());
}

/// What the rows of a table have in common: a dictionary of zstd.
pub(super) struct Packing {
    packing: EncoderDictionary<'static>,
    unpacking: DecoderDictionary<'static>,
}

/// No player waits for a row, but there are many.
const LEVEL: i32 = 3;
/// What is shorter gains nothing.
const SHORT_BYTES: usize = 48;

/// No row is longer. Only damage says that one is.
const MOST_BYTES: usize = 64 << 20;

/// What a frame of zstd begins with. Text does not, so most values can be written as they are.
const MAGIC: &[u8] = b"\x28\xb5\x2f\xfd";

/// Whether a value was compressed.
pub(super) fn is_packed(written: &[u8]) -> bool {
    written.starts_with(MAGIC)
}

impl Packing {
    /// For a table with this dictionary: what compressed rows share with it is not repeated.
    pub(super) fn with(dictionary: &[u8]) -> Packing {
        Packing {
            packing: EncoderDictionary::copy(dictionary, LEVEL),
            unpacking: DecoderDictionary::copy(dictionary),
        }
    }

    /// A value in as few bytes as possible: as it is, or as a frame of zstd.
    pub(super) fn pack(&self, value: &[u8]) -> Vec<u8> {
        let must = is_packed(value);
        if value.len() < SHORT_BYTES && !must {
            return value.to_vec();
        }
        let packing = Compressor::with_prepared_dictionary(&self.packing);
        let packed = packing.and_then(|mut it| it.compress(value));
        let packed = packed.expect("what is in memory can be compressed");
        if must || packed.len() < value.len() {
            packed
        } else {
            value.to_vec()
        }
    }

    /// The value that was packed.
    pub(super) fn unpack(&self, packed: &[u8]) -> Result<Vec<u8>, StoreError> {
        if !is_packed(packed) {
            return Ok(packed.to_vec());
        }
        let bytes = zstd_safe::get_frame_content_size(packed).ok().flatten();
        let bytes = bytes.and_then(|bytes| usize::try_from(bytes).ok());
        let bytes = bytes.filter(|bytes| *bytes <= MOST_BYTES);
        let value = bytes.and_then(|bytes| {
            let mut value = Vec::with_capacity(bytes);
            let dictionary = self.unpacking.as_ddict();
            let unpacked = UNPACKING
                .with_borrow_mut(|it| it.decompress_using_ddict(&mut value, packed, dictionary));
            unpacked.ok().map(|_| value)
        });
        value.ok_or_else(|| StoreError::IndexDamaged("a row cannot be unpacked".to_owned()))
    }
}

impl fmt::Debug for Packing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Packing").finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ROW: &[u8] =
        br#"{"id":"m_00","game":"cartographers","options":{"side":"A","skills":false}}"#;

    #[test]
    fn what_was_packed_is_unpacked() {
        let rows = [ROW.repeat(3), [MAGIC, ROW].concat()];
        for (dictionary, row) in [(ROW, &rows[0]), (b"", &rows[0]), (ROW, &rows[1])] {
            let packing = Packing::with(dictionary);
            for length in 0..row.len() {
                let packed = packing.pack(&row[..length]);
                assert_eq!(packing.unpack(&packed).unwrap(), row[..length]);
            }
        }
    }

    #[test]
    fn what_a_row_shares_with_the_dictionary_takes_little_room() {
        let packed = Packing::with(ROW).pack(ROW);
        assert!(packed.len() < ROW.len() / 3, "{} bytes", packed.len());
    }

    #[test]
    fn a_frame_that_is_cut_or_has_lost_its_dictionary_is_damage() {
        let packing = Packing::with(ROW);
        let packed = packing.pack(ROW);
        for length in MAGIC.len()..packed.len() {
            assert!(packing.unpack(&packed[..length]).is_err(), "{length} bytes");
        }
        assert!(Packing::with(b"").unpack(&packed).is_err());
    }
}

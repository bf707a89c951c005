//! Values of rows in few bytes: most of each is in the others of its table, too.

use std::fmt;

use bytes::{Buf as _, BufMut as _};
use domain::cast;
use zstd::{
    bulk::{Compressor, Decompressor},
    dict::{DecoderDictionary, EncoderDictionary},
};

use crate::error::StoreError;

/// What the rows of a table have in common.
pub(super) struct Packing {
    packing: EncoderDictionary<'static>,
    unpacking: DecoderDictionary<'static>,
}

/// A row is written when players wait for nothing, but many are.
const LEVEL: i32 = 3;
/// What is shorter gains nothing.
const SHORT_BYTES: usize = 48;

/// How a value is written: as it is, or behind the number of its bytes and compressed.
const PLAIN: u8 = 0;
const PACKED: u8 = 1;

/// Whether a value was written in fewer bytes.
pub(super) fn is_packed(written: &[u8]) -> bool {
    written.starts_with(&[PACKED])
}

impl Packing {
    /// For a table with rows like these.
    pub(super) fn like(rows: &[u8]) -> Packing {
        Packing {
            packing: EncoderDictionary::copy(rows, LEVEL),
            unpacking: DecoderDictionary::copy(rows),
        }
    }

    /// A value in as few bytes as it goes.
    pub(super) fn pack(&self, value: &[u8]) -> Vec<u8> {
        let packed = (value.len() >= SHORT_BYTES).then(|| {
            let mut packing = Compressor::with_prepared_dictionary(&self.packing).ok()?;
            packing.compress(value).ok()
        });
        let mut bytes = Vec::new();
        match packed.flatten() {
            Some(packed) if packed.len() < value.len() => {
                bytes.put_u8(PACKED);
                bytes.put_u32(cast(value.len()));
                bytes.put_slice(&packed);
            }
            Some(_) | None => {
                bytes.put_u8(PLAIN);
                bytes.put_slice(value);
            }
        }
        bytes
    }

    /// The value that was packed.
    pub(super) fn unpack(&self, mut packed: &[u8]) -> Result<Vec<u8>, StoreError> {
        let damaged = || StoreError::IndexDamaged("a row cannot be unpacked".to_owned());
        match packed.try_get_u8() {
            Ok(PLAIN) => Ok(packed.to_vec()),
            Ok(PACKED) => {
                let length = packed.try_get_u32().map_err(|_| damaged())?;
                let unpacking = Decompressor::with_prepared_dictionary(&self.unpacking);
                let value = unpacking.and_then(|mut it| it.decompress(packed, cast(length)));
                let value = value
                    .ok()
                    .filter(|value| value.len() == cast::<usize>(length));
                value.ok_or_else(damaged)
            }
            Ok(_) | Err(_) => Err(damaged()),
        }
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

    const LIKE: &[u8] =
        br#"{"id":"m_00","game":"cartographers","options":{"side":"A","skills":false}}"#;

    #[test]
    fn what_was_packed_is_unpacked() {
        let row = LIKE.repeat(3);
        for like in [LIKE, b""] {
            let packing = Packing::like(like);
            for length in 0..row.len() {
                let packed = packing.pack(&row[..length]);
                assert_eq!(packing.unpack(&packed).unwrap(), row[..length]);
            }
        }
    }

    #[test]
    fn what_a_row_has_in_common_takes_little_room() {
        let packed = Packing::like(LIKE).pack(LIKE);
        assert!(packed.len() < LIKE.len() / 3, "{} bytes", packed.len());
    }

    #[test]
    fn what_is_no_packed_row_is_damage() {
        let packing = Packing::like(LIKE);
        let packed = packing.pack(LIKE);
        for length in 0..packed.len() {
            assert!(packing.unpack(&packed[..length]).is_err(), "{length} bytes");
        }
        assert!(packing.unpack(b"\x02").is_err());
        assert!(Packing::like(b"").unpack(&packed).is_err());
    }
}

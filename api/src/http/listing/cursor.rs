//! Cursors: where a list goes on, bound to the filters it was asked with.

use sha2::{Digest as _, Sha256};

use crate::http::{codes::Code, error::ApiError};

/// The cursor for continuing after a place, as its key, under these filters.
pub(crate) fn encode(filters: &str, next: [u8; 8]) -> String {
    let mut bytes = mark(filters).to_vec();
    bytes.extend(next);
    hex::encode(bytes)
}

/// Where to go on.
///
/// # Errors
///
/// If this server did not issue the cursor, or it belongs to other filters.
pub(crate) fn decode(filters: &str, cursor: &str) -> Result<[u8; 8], ApiError> {
    let mut bytes = [0; 16];
    hex::decode_to_slice(cursor, &mut bytes)
        .ok()
        .filter(|()| bytes[..8] == mark(filters))
        .map(|()| bytes[8..].try_into().expect("the other half"))
        .ok_or_else(|| {
            let detail =
                "start again without the cursor, or send it with the filters that it came with";
            Code::UnknownCursor.because(detail)
        })
}

fn mark(filters: &str) -> [u8; 8] {
    let digest = Sha256::digest(filters.as_bytes());
    *digest.first_chunk().expect("32 bytes hold 8")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cursor_is_good_for_its_own_filters_only() {
        let position = [42; 8];
        let cursor = encode("game=nim", position);
        assert_eq!(decode("game=nim", &cursor).ok(), Some(position));
        assert!(decode("game=go", &cursor).is_err());
        assert!(decode("game=nim", "00").is_err());
        assert!(decode("game=nim", "zz").is_err());
    }
}

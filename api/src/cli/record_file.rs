//! The file of a record, as `GET …/record` gives it: its lines, or the same compressed.

use std::{
    fs::File,
    io::{self, BufRead, BufReader, Error},
    path::Path,
};

/// How a file begins that `format=zstd` gave (RFC 8878, 3.1.1).
const ZSTD: [u8; 4] = 0xFD2F_B528_u32.to_le_bytes();

/// Opens a record; `-` is standard input.
///
/// # Errors
///
/// If it cannot be read; which file, is said.
pub(crate) fn open_record(path: &Path) -> io::Result<Box<dyn BufRead>> {
    let mut file: Box<dyn BufRead> = if path == Path::new("-") {
        Box::new(BufReader::new(io::stdin()))
    } else {
        let named = |error: Error| Error::new(error.kind(), format!("{}: {error}", path.display()));
        Box::new(BufReader::new(File::open(path).map_err(named)?))
    };
    if !file.fill_buf()?.starts_with(&ZSTD) {
        return Ok(file);
    }
    let lines = zstd::Decoder::with_buffer(file)?;
    Ok(Box::new(BufReader::new(lines)))
}

#[cfg(test)]
mod tests {
    use std::{fs, io::Read as _};

    use super::*;

    #[test]
    fn a_record_is_read_compressed_or_not_and_a_missing_one_is_named() {
        let dir = tempfile::tempdir().unwrap();
        let lines = "one\ntwo\n".as_bytes();
        let packed = zstd::bulk::compress(lines, zstd::DEFAULT_COMPRESSION_LEVEL).unwrap();
        for bytes in [lines, &packed, b""] {
            let path = dir.path().join("record");
            fs::write(&path, bytes).unwrap();
            let mut read = Vec::new();
            open_record(&path).unwrap().read_to_end(&mut read).unwrap();
            assert_eq!(read, if bytes.is_empty() { b"" } else { lines });
        }
        let missing = open_record(&dir.path().join("nowhere")).err().unwrap();
        assert!(missing.to_string().contains("nowhere"), "{missing}");
    }
}

//! Stores of before there were archives, one exported and one as it lay on the disk: whatever becomes
//! of them, each record reads to the same bytes.
#![allow(clippy::unwrap_used, reason = "a test says what it needs by panicking")]

use std::{
    fs::{self, File},
    io,
    path::Path,
};

use flate2::read::GzDecoder;
use store::{Hash, backups, embedded::Embedded, portable};

use crate::{
    compacted::always,
    moved::exported,
    support::{close, compressed, config, files, lists, open},
};

/// What the program of then exported: five matches, of which four are over.
const EXPORTED: &str = "tests/golden/store-1.ndjson";
/// What the program of then left behind, each file compressed: a match that is over, a private one
/// that is, and one that is played.
const DATA: &str = "tests/golden/data-1";
/// The hash of what that program exported of it.
const DATA_EXPORTED: &str = "tests/golden/data-1.exported";

/// What becomes of it, one after the other.
#[derive(Clone, Copy, Debug)]
enum Step {
    Archived,
    Compressed,
    CompactedWhileUsed,
    Compacted,
    IndexLost,
}

const STEPS: [Step; 5] = [
    Step::Archived,
    Step::Compressed,
    Step::CompactedWhileUsed,
    Step::Compacted,
    Step::IndexLost,
];

async fn take(step: Step, dir: &Path, over: usize) {
    match step {
        Step::Archived => {
            let store = open(dir);
            let head = store.integrity().position;
            store.archived(head).await.unwrap();
            close(store).await;
            let sizes = portable::archive(dir, |archive| archive.sizes()).unwrap();
            assert_eq!(sizes.matches, u64::try_from(over).unwrap());
        }
        Step::Compressed => compressed(dir),
        Step::CompactedWhileUsed => {
            let log = Embedded::open(&always(dir)).unwrap();
            assert!(log.compact_index(&|| true).await.unwrap());
            log.close().unwrap();
        }
        Step::Compacted => {
            portable::compact(dir).unwrap();
        }
        Step::IndexLost => fs::remove_dir_all(dir.join("events")).unwrap(),
    }
}

/// Where its log ends.
fn integrity(dir: &Path) -> store::embedded::Written {
    let log = Embedded::open(&config(dir)).unwrap();
    let written = log.written();
    log.close().unwrap();
    written
}

#[tokio::test(flavor = "multi_thread")]
async fn each_record_of_before_there_were_archives_reads_to_the_same_bytes() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(EXPORTED);
    let expected = fs::read(path).unwrap();
    let dir = tempfile::tempdir().unwrap();
    portable::import(dir.path(), &mut &expected[..]).unwrap();
    goes_through_everything(dir.path(), &expected, 4).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_directory_of_before_there_were_archives_is_opened_and_reads_to_the_same_bytes() {
    let golden = Path::new(env!("CARGO_MANIFEST_DIR"));
    let dir = tempfile::tempdir().unwrap();
    expand(&golden.join(DATA), dir.path());
    let expected = exported(dir.path());
    let hash = fs::read_to_string(golden.join(DATA_EXPORTED)).unwrap();
    assert_eq!(Hash::of(&expected).to_string(), hash.trim());
    goes_through_everything(dir.path(), &expected, 2).await;
}

/// Puts files where they lay before they were compressed.
fn expand(from: &Path, to: &Path) {
    for file in files(from) {
        let target = to.join(file.strip_prefix(from).unwrap()).with_extension("");
        fs::create_dir_all(target.parent().unwrap()).unwrap();
        let mut compressed = GzDecoder::new(File::open(&file).unwrap());
        io::copy(&mut compressed, &mut File::create(&target).unwrap()).unwrap();
    }
}

/// All that can become of a store, of whose matches so many are over.
async fn goes_through_everything(dir: &Path, expected: &[u8], over: usize) {
    let end = integrity(dir);
    for step in STEPS {
        take(step, dir, over).await;
        assert_eq!(integrity(dir), end, "{step:?}");
        assert!(exported(dir) == expected, "{step:?}");
        let report = portable::verify_store(dir).unwrap();
        assert_eq!(report.problems, [""; 0], "{step:?}");
    }
    let [backup, restored, imported] = [(); 3].map(|()| tempfile::tempdir().unwrap());
    backups::back_up(dir, backup.path(), false).unwrap();
    backups::restore(backup.path(), None, &config(restored.path())).unwrap();
    assert_eq!(integrity(restored.path()), end);
    portable::import(imported.path(), &mut &exported(restored.path())[..]).unwrap();
    for dir in [dir, restored.path(), imported.path()] {
        assert!(exported(dir) == expected);
        let store = open(dir);
        let (_, results) = lists(&store).await;
        assert_eq!(results.len(), over);
        close(store).await;
    }
}

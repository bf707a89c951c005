//! A store as it was exported before there were archives: whatever becomes of it, each record reads
//! to the same bytes.
#![allow(clippy::unwrap_used, reason = "a test says what it needs by panicking")]

use std::{fs, path::Path};

use store::{backups, embedded::Embedded, portable};

use crate::{
    compacted::always,
    moved::exported,
    support::{close, compressed, config, lists, open},
};

/// What the program of then exported: five matches, of which four are over.
const EXPORTED: &str = "tests/golden/store-1.ndjson";
const OVER: usize = 4;

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

async fn take(step: Step, dir: &Path) {
    match step {
        Step::Archived => {
            let store = open(dir);
            let head = store.integrity().position;
            store.archived(head).await.unwrap();
            close(store).await;
            let sizes = portable::archive(dir, |archive| archive.sizes()).unwrap();
            assert_eq!(sizes.matches, u64::try_from(OVER).unwrap());
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
    let end = integrity(dir.path());
    for step in STEPS {
        take(step, dir.path()).await;
        assert_eq!(integrity(dir.path()), end, "{step:?}");
        assert!(exported(dir.path()) == expected, "{step:?}");
        let report = portable::verify_store(dir.path()).unwrap();
        assert_eq!(report.problems, [""; 0], "{step:?}");
    }
    let [backup, restored, imported] = [(); 3].map(|()| tempfile::tempdir().unwrap());
    backups::back_up(dir.path(), backup.path(), false).unwrap();
    backups::restore(backup.path(), None, &config(restored.path())).unwrap();
    assert_eq!(integrity(restored.path()), end);
    portable::import(imported.path(), &mut &exported(restored.path())[..]).unwrap();
    for dir in [&dir, &restored, &imported] {
        assert!(exported(dir.path()) == expected);
        let store = open(dir.path());
        let (_, results) = lists(&store).await;
        assert_eq!(results.len(), OVER);
        close(store).await;
    }
}

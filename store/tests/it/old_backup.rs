//! A backup as it was made when there were first any: a match in the archive, one that is played,
//! the journal compressed.
#![allow(clippy::unwrap_used, reason = "a test says what it needs by panicking")]

use std::{fs, path::Path};

use store::{Config, Hash, Store, backups, portable};

use crate::support::{close, compressed, config, copy, lists, open, played};

const BACKUP: &str = "tests/golden/backup-1";
/// The hash of what the store is exported to.
const EXPORTED: &str = "tests/golden/backup-1.exported";

/// Makes the backup. What was made once stays: it is what older programs wrote.
async fn make(golden: &Path) {
    let dir = tempfile::tempdir().unwrap();
    let small = Config {
        segment_bytes: 64 << 10,
        ..config(dir.path())
    };
    let store = Store::open(&small).unwrap();
    played(&store, 10_000).await;
    played(&store, 3).await;
    let head = store.integrity().position;
    store.archived(head).await.unwrap();
    close(store).await;
    compressed(dir.path());
    backups::back_up(dir.path(), &golden.join(BACKUP), false).unwrap();
    fs::write(golden.join(EXPORTED), exported(dir.path())).unwrap();
}

/// The hash of what a store is exported to: every record, to the byte.
fn exported(dir: &Path) -> String {
    let mut exported = Vec::new();
    portable::export(dir, &mut exported).unwrap();
    format!("{}\n", Hash::of(&exported))
}

#[tokio::test(flavor = "multi_thread")]
async fn an_old_backup_is_restored_to_the_same_bytes() {
    let golden = Path::new(env!("CARGO_MANIFEST_DIR"));
    if std::env::var_os("UPDATE_GOLDEN").is_some() && !golden.join(BACKUP).exists() {
        make(golden).await;
    }
    let (from, new) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    copy(&golden.join(BACKUP), from.path());
    let manifest = backups::restore(from.path(), None, &config(new.path())).unwrap();
    assert_eq!(manifest.format, 1);
    let sizes = portable::archive(new.path(), |archive| archive.sizes()).unwrap();
    assert_eq!(sizes.matches, 1);
    let expected = fs::read_to_string(golden.join(EXPORTED)).unwrap();
    assert_eq!(exported(new.path()), expected);
    let report = portable::verify_store(new.path()).unwrap();
    assert_eq!(report.problems, [""; 0]);
    assert_eq!(
        (report.position, report.hash),
        (manifest.position, manifest.hash)
    );
    let store = open(new.path());
    let (lobby, results) = lists(&store).await;
    assert_eq!((lobby.len(), results.len()), (2, 1));
    close(store).await;
}

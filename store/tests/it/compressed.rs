//! A journal whose closed segments are compressed tells what it told before.

use std::{
    fs,
    path::{Path, PathBuf},
};

use store::{Config, Store, StoreError, embedded::Embedded, portable};

use crate::support::{close, config, copy, open, play, played};

fn compressing(dir: &Path) -> Config {
    Config {
        compress_journal: true,
        ..config(dir)
    }
}

/// The files of a journal that have this ending.
fn segments(dir: &Path, ending: &str) -> Vec<PathBuf> {
    let entries = fs::read_dir(dir.join("journal")).unwrap();
    let paths = entries.map(|entry| entry.unwrap().path());
    let mut paths: Vec<PathBuf> = paths
        .filter(|path| path.extension().is_some_and(|it| it == ending))
        .collect();
    paths.sort();
    paths
}

/// Waits until every segment but the open one is compressed.
fn compressed(dir: &Path) {
    while segments(dir, "log").len() > 1 {
        std::thread::yield_now();
    }
}

/// A store with some segments and a match that is not over.
async fn with_segments(dir: &Path) {
    let store = open(dir);
    for _ in 0..12 {
        played(&store, 10_000).await;
    }
    played(&store, 3).await;
    close(store).await;
    assert!(segments(dir, "log").len() > 3);
}

fn exported(dir: &Path) -> Vec<u8> {
    let mut lines = Vec::new();
    portable::export(dir, &mut lines).unwrap();
    lines
}

fn bytes(paths: &[PathBuf]) -> u64 {
    paths
        .iter()
        .map(|path| path.metadata().unwrap().len())
        .sum()
}

#[tokio::test]
async fn closed_segments_are_compressed_and_hold_what_they_held() {
    let dir = tempfile::tempdir().unwrap();
    with_segments(dir.path()).await;
    let plain = segments(dir.path(), "log");
    let plain_bytes = bytes(&plain);
    let before = exported(dir.path());
    let log = Embedded::open(&compressing(dir.path())).unwrap();
    compressed(dir.path());
    let hash = log.written().hash;
    log.close().unwrap();
    drop(log);
    let closed = segments(dir.path(), "zst");
    assert_eq!(closed.len(), plain.len() - 1);
    assert!(bytes(&closed) * 5 < plain_bytes);
    assert_eq!(exported(dir.path()), before);
    let report = portable::verify_store(dir.path()).unwrap();
    assert_eq!((report.problems, report.hash), (Vec::new(), hash));
    fs::remove_dir_all(dir.path().join("events")).unwrap();
    assert_eq!(exported(dir.path()), before, "the index is rebuilt");
}

#[tokio::test]
async fn segments_are_compressed_while_matches_are_played() {
    let dir = tempfile::tempdir().unwrap();
    let store = Store::open(&compressing(dir.path())).unwrap();
    let id = played(&store, 3).await;
    while segments(dir.path(), "zst").len() < 2 {
        played(&store, 10_000).await;
    }
    play(&store, id, 10_000).await;
    assert!(store.matches.verify(id).await.unwrap().valid);
    close(store).await;
    assert_eq!(
        portable::verify_store(dir.path()).unwrap().problems,
        [""; 0]
    );
}

#[tokio::test]
async fn a_damaged_compressed_segment_is_named() {
    let dir = tempfile::tempdir().unwrap();
    with_segments(dir.path()).await;
    let log = Embedded::open(&compressing(dir.path())).unwrap();
    compressed(dir.path());
    log.close().unwrap();
    drop(log);
    let damaged = tempfile::tempdir().unwrap();
    copy(dir.path(), damaged.path());
    fs::remove_dir_all(damaged.path().join("events")).unwrap();
    let file = damaged.path().join("journal/00000001.zst");
    let mut bytes = fs::read(&file).unwrap();
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    fs::write(&file, bytes).unwrap();
    let refused = Embedded::open(&compressing(damaged.path())).unwrap_err();
    assert!(
        matches!(&refused, StoreError::JournalDamaged { segment, .. } if *segment == file),
        "{refused}"
    );
}

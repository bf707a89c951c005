//! The list of the files of records: it goes on after a restart, and says nothing that the log does
//! not have.
#![allow(clippy::unwrap_used, reason = "a test says what it needs by panicking")]

use std::{fs, path::Path, time::Duration};

use store::{Change, Config, MatchId, RecordFile, Store, Timekeeper, Timestamp};

use crate::support::{self, close, config, copy, played};

const HOUR: Duration = Duration::from_secs(60 * 60);

fn opened(dir: &Path, time: &Timekeeper) -> Store {
    let config = Config {
        time: time.clone(),
        ..config(dir)
    };
    Store::open(&config).unwrap()
}

/// The files that are listed after a change, and the number of the last change.
async fn listed(store: &Store, after: u64) -> (Vec<RecordFile>, u64) {
    store.list_due_record_files().await.unwrap();
    let (changes, last, more) = store.record_files(after, 100);
    assert!(!more);
    let added = changes.into_iter().filter_map(|change| match change {
        Change::Added(file) => Some((*file).clone()),
        Change::Withdrawn(_) => None,
    });
    (added.collect(), last)
}

fn matches(files: &[RecordFile]) -> Vec<MatchId> {
    files.iter().flat_map(|file| file.matches.clone()).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_file_that_would_come_out_otherwise_is_withdrawn_and_its_matches_come_again() {
    let dir = tempfile::tempdir().unwrap();
    let time = Timekeeper::by_hand(Timestamp::now());
    let store = opened(dir.path(), &time);
    let id = played(&store, 10_000).await;
    let (first, last) = listed(&store, 0).await;
    assert_eq!((matches(&first), last), (vec![id], 1));
    let mut bytes = Vec::new();
    assert!(store.write_record_file(&first[0], &mut bytes).unwrap());
    assert_eq!(bytes.len(), usize::try_from(first[0].bytes).unwrap());
    close(store).await;

    // As if its bytes had been others once.
    let path = dir.path().join("records");
    let list = fs::read_to_string(&path).unwrap();
    let sha256 = first[0].sha256.to_string();
    let other = "0".repeat(64);
    fs::write(&path, list.replace(&sha256, &other)).unwrap();
    let store = opened(dir.path(), &time);
    let (changed, _) = listed(&store, 0).await;
    assert_eq!(changed[0].sha256.to_string(), other);
    assert!(!store.write_record_file(&changed[0], Vec::new()).unwrap());
    assert_eq!(store.record_file(&changed[0].name()), None);
    let (changes, last, _) = store.record_files(1, 100);
    assert_eq!(changes, [Change::Withdrawn(changed[0].clone().into())]);
    // Who begins now need not know.
    assert_eq!(store.record_files(0, 100), (Vec::new(), last, false));
    time.move_on(HOUR);
    let (again, _) = listed(&store, last).await;
    assert_eq!(matches(&again), [id]);
    assert_eq!(again[0].sha256, first[0].sha256);
    close(store).await;
    let store = opened(dir.path(), &time);
    assert_eq!(listed(&store, 0).await.0, again);
    close(store).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_listed_of_matches_that_a_backup_does_not_have_is_forgotten() {
    let (dir, earlier) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let time = Timekeeper::by_hand(Timestamp::now());
    let store = opened(dir.path(), &time);
    let id = played(&store, 10_000).await;
    let first = listed(&store, 0).await;
    close(store).await;
    copy(dir.path(), earlier.path());
    let store = opened(dir.path(), &time);
    played(&store, 10_000).await;
    time.move_on(HOUR);
    assert_eq!(listed(&store, 0).await.0.len(), 2);
    close(store).await;
    fs::copy(dir.path().join("records"), earlier.path().join("records")).unwrap();
    let store = opened(earlier.path(), &time);
    assert_eq!(listed(&store, 0).await, first);
    assert_eq!(matches(&first.0), [id]);
    let other = played(&store, 10_000).await;
    time.move_on(HOUR);
    let (files, _) = listed(&store, 1).await;
    assert_eq!(matches(&files), [other]);
    support::close(store).await;
}

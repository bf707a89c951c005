//! The logs of this crate, held to the suite.

use std::sync::Arc;

use super::{after, commit, keyed, stream, suite};
use crate::{
    AppendError, Config, Position,
    embedded::Embedded,
    log::{IdempotencyKey, Log, NewCommit, SharedLog},
    memory::{Lost, Memory},
    record::Tip,
};

/// A log whose segments fill quickly.
fn config(dir: &std::path::Path) -> Config {
    Config {
        segment_bytes: 128 << 10,
        index_cache_bytes: 16 << 20,
        ..Config::new(dir)
    }
}

#[tokio::test]
async fn the_log_in_memory_keeps_what_a_log_promises() {
    let log: SharedLog = Arc::new(Memory::default());
    suite(&log).await;
}

#[tokio::test]
async fn a_lost_answer_leaves_one_commit_or_none() {
    let log = Memory::default();
    for (number, lost, commits) in [(1, Lost::Written, 1), (2, Lost::Unwritten, 0)] {
        let name = number.to_string();
        let key = IdempotencyKey::new("someone", &name, b"a");
        log.lose_answer(lost);
        let answer = log.append(NewCommit {
            key: Some(key),
            ..commit(stream(number), Tip::START, 1)
        });
        let answer = answer.await;
        assert!(matches!(answer, Err(AppendError::Unknown)), "{answer:?}");
        let read = log.read(stream(number), Tip::START).await.unwrap();
        assert_eq!(read.len(), commits);
        let seen = log.seen(key).await.unwrap();
        assert_eq!(seen, read.first().cloned());
    }
}

#[tokio::test]
async fn the_embedded_log_keeps_what_a_log_promises() {
    let dir = tempfile::tempdir().unwrap();
    let open = || -> SharedLog { Arc::new(Embedded::open(&config(dir.path())).unwrap()) };
    let log = open();
    suite(&log).await;
    let before = after(&*log, Position::START, 10_000).await;
    let written = before
        .iter()
        .map(|line| line.text.split_once(',').unwrap().0);
    assert!(written.eq((1..=before.len()).map(|number| format!(r#"{{"position":{number}"#))));
    drop(log);
    let log = open();
    assert_eq!(after(&*log, Position::START, 10_000).await, before);
    let again = log
        .append(keyed(commit(stream(70), Tip::START, 1), b"a"))
        .await;
    assert!(again.unwrap().replayed, "a key outlives the process");
}

#[tokio::test]
async fn a_full_queue_refuses_at_once_and_a_closed_log_for_good() {
    let dir = tempfile::tempdir().unwrap();
    let config = Config {
        queue: 1,
        ..config(dir.path())
    };
    let log = Embedded::open(&config).unwrap();
    let tries: Vec<_> = (0..200)
        .map(|number| log.append(commit(stream(number), Tip::START, 1)))
        .collect();
    let mut written = 0;
    let mut busy = 0;
    for tried in tries {
        match tried.await {
            Ok(_) => written += 1,
            Err(AppendError::Busy) => busy += 1,
            Err(other) => panic!("{other}"),
        }
    }
    assert!(busy > 0 && written > 0);
    let all = after(&log, Position::START, 1000).await;
    assert_eq!(all.len(), written);
    assert_eq!(*log.head().borrow(), all.last().unwrap().position);
    log.close().unwrap();
    let late = log.append(commit(stream(250), Tip::START, 1)).await;
    assert!(matches!(late, Err(AppendError::Store(_))));
}

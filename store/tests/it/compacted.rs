//! An index that is written anew while it is read and written.

use std::{
    fs,
    path::Path,
    sync::{
        Arc, OnceLock,
        atomic::{AtomicUsize, Ordering},
    },
};

use store::{
    Config, StreamId,
    embedded::Embedded,
    log::{Log as _, NewCommit, wait_for},
    record::{Line, Sealed, Tip},
};

use crate::{
    bounds::on_full_disk,
    cleared::in_segments,
    moved::{reopened, three_matches, told},
    support::{config, copy},
};

/// An index that is written anew whenever that is asked.
pub(crate) fn always(dir: &Path) -> Config {
    Config {
        compact_times: 0,
        compact_bytes: 0,
        ..config(dir)
    }
}

/// A log with two matches that are archived, and the commits of a third and of its players, which
/// are in no log yet.
async fn two_of_three(dir: &Path) -> Vec<Line> {
    let made_in = tempfile::tempdir().unwrap();
    let [first, second, _] = three_matches(made_in.path()).await;
    let told = reopened(made_in.path()).await;
    let is_over = |line: &Line| [first, second].map(StreamId::Match).contains(&line.stream);
    let (over, rest): (Vec<Line>, Vec<Line>) = told.scanned.into_iter().partition(is_over);
    let log = Embedded::open(&config(dir)).unwrap();
    append(&log, &over).await;
    assert_eq!(log.archive(&[first, second]).unwrap(), 2);
    log.close().unwrap();
    rest
}

async fn append(log: &Embedded, lines: &[Line]) {
    for line in lines {
        let commit = NewCommit::of(Sealed::imported(line));
        log.append(commit).await.unwrap();
    }
}

/// The indexes that lie in a directory.
fn indexes(dir: &Path) -> Vec<String> {
    let names = fs::read_dir(dir).unwrap();
    let names = names.map(|entry| entry.unwrap().file_name().into_string().unwrap());
    let mut names: Vec<String> = names.filter(|name| name.starts_with("events")).collect();
    names.sort();
    names
}

#[tokio::test]
async fn it_tells_the_same_however_often_it_is_written_anew() {
    let (dir, made_in) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let matches = three_matches(made_in.path()).await;
    let streams = reopened(made_in.path()).await.streams;
    let log = Embedded::open(&always(dir.path())).unwrap();
    for (times, id) in (1..).zip(matches) {
        append(&log, &streams[&id.into()]).await;
        let before = told(&log).await;
        log.archive(&[id]).unwrap();
        assert!(log.compact_index(&|| true).await.unwrap());
        assert_eq!(told(&log).await, before);
        assert_eq!(indexes(dir.path()), [format!("events.{times}")]);
    }
    let live = told(&log).await;
    log.close().unwrap();
    drop(log);
    assert_eq!(reopened(dir.path()).await, live);
    assert_eq!(indexes(dir.path()), ["events"]);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_is_written_and_read_meanwhile_is_there() {
    let dir = tempfile::tempdir().unwrap();
    let rest = two_of_three(dir.path()).await;
    let log = Arc::new(Embedded::open(&always(dir.path())).unwrap());
    let before = told(&log).await;
    let (stream, lines) = before.streams.first_key_value().unwrap();
    let writing = tokio::spawn({
        let (log, rest) = (Arc::clone(&log), rest.clone());
        async move { append(&log, &rest).await }
    });
    let mut times = 0;
    while !writing.is_finished() {
        let compacted = log.compact_index(&|| true);
        let (compacted, read) = tokio::join!(compacted, log.read(*stream, Tip::START));
        times += u32::from(compacted.unwrap());
        assert_eq!(read.unwrap(), *lines);
    }
    writing.await.unwrap();
    assert!(times > 0);
    let live = told(&log).await;
    assert_eq!(live.scanned.len(), before.scanned.len() + rest.len());
    log.close().unwrap();
    drop(log);
    assert_eq!(reopened(dir.path()).await, live);
    fs::remove_dir_all(dir.path().join("events")).unwrap();
    assert_eq!(reopened(dir.path()).await, live);
}

/// The log that segments are to go of, and how often that was tried.
static CLEARED: OnceLock<Embedded> = OnceLock::new();
static TRIED: AtomicUsize = AtomicUsize::new(0);

/// Between what the next index has for certain and its use, no segment goes that it might need.
fn is_not_cleared(place: &'static str) {
    if place == "compact: all is copied"
        && let Some(log) = CLEARED.get()
    {
        TRIED.fetch_add(1, Ordering::Relaxed);
        assert!(!wait_for(log.clear_segment()).unwrap());
    }
}

#[tokio::test]
async fn no_segment_goes_before_the_next_one_is_used() {
    let dir = tempfile::tempdir().unwrap();
    let matches = in_segments(dir.path()).await;
    let config = Config {
        reached: is_not_cleared,
        ..always(dir.path())
    };
    let log = CLEARED.get_or_init(|| Embedded::open(&config).unwrap());
    log.archive(&matches).unwrap();
    log.note_archived_to(*log.head().borrow()).unwrap();
    assert!(log.compact_index(&|| true).await.unwrap());
    assert_eq!(TRIED.load(Ordering::Relaxed), 1);
    assert!(log.clear_segment().await.unwrap());
    log.close().unwrap();
}

#[tokio::test]
async fn what_is_given_up_leaves_nothing() {
    let dir = tempfile::tempdir().unwrap();
    let rest = two_of_three(dir.path()).await;
    let log = Embedded::open(&always(dir.path())).unwrap();
    assert!(!log.compact_index(&|| false).await.unwrap());
    append(&log, &rest).await;
    let live = told(&log).await;
    log.close().unwrap();
    drop(log);
    let full = Config {
        bounds: on_full_disk(dir.path()).bounds,
        ..always(dir.path())
    };
    let log = Embedded::open(&full).unwrap();
    assert!(!log.compact_index(&|| true).await.unwrap());
    assert_eq!(told(&log).await, live);
    log.close().unwrap();
    drop(log);
    assert_eq!(indexes(dir.path()), ["events"]);
    assert_eq!(reopened(dir.path()).await, live);
}

#[tokio::test]
async fn of_what_a_kill_leaves_the_one_with_the_lowest_number_is_used_that_is_whole() {
    let dir = tempfile::tempdir().unwrap();
    let rest = two_of_three(dir.path()).await;
    let old = tempfile::tempdir().unwrap();
    copy(dir.path(), old.path());
    let log = Embedded::open(&config(dir.path())).unwrap();
    append(&log, &rest).await;
    log.close().unwrap();
    drop(log);
    let live = reopened(dir.path()).await;
    let [now, first, second, before] =
        ["", ".1", ".2", ".old"].map(|ending| dir.path().join(format!("events{ending}")));
    let garbage = |at: &Path| {
        fs::create_dir(at).unwrap();
        fs::write(at.join("half"), b"").unwrap();
        fs::write(at.join("db"), b"half").unwrap();
    };
    let ends_well = async || {
        assert_eq!(reopened(dir.path()).await, live);
        assert_eq!(indexes(dir.path()), ["events"]);
    };
    garbage(&first);
    ends_well().await;
    // It has everything, but what was written after it was whole stands in the one before.
    copy(&old.path().join("events"), &first);
    ends_well().await;
    fs::rename(&now, &before).unwrap();
    copy(&before, &first);
    ends_well().await;
    fs::rename(&now, &first).unwrap();
    copy(&old.path().join("events"), &second);
    ends_well().await;
    fs::remove_dir_all(&now).unwrap();
    garbage(&second);
    ends_well().await;
}

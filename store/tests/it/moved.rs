//! Matches that were moved to the archive: read as before, whatever happens meanwhile.

use std::{collections::BTreeMap, fs, path::Path};

use domain::matches::EventKind;
use store::{
    Config, MatchId, Position, StreamId,
    embedded::Embedded,
    log::{Log as _, Span, Wanted},
    portable,
    record::{Kinds, Line, Tip},
};

use crate::support::{close, config, copy, decide, open, play, played};

/// All that a log tells.
#[derive(Debug, PartialEq)]
pub(crate) struct Told {
    pub(crate) hash: store::Hash,
    pub(crate) scanned: Vec<Line>,
    ended: Vec<Line>,
    pub(crate) streams: BTreeMap<StreamId, Vec<Line>>,
}

/// The commits of a log, read so many at a time.
async fn scanned(log: &Embedded, limit: usize, wanted: Wanted) -> Vec<Line> {
    let (mut lines, mut after) = (Vec::new(), Position::START);
    while after < *log.head().borrow() {
        let span = Span {
            wanted,
            ..Span::new(after, limit)
        };
        let page = log.scan(span).await.unwrap();
        after = page.last;
        lines.extend(page.lines);
    }
    lines
}

pub(crate) async fn told(log: &Embedded) -> Told {
    let scanned_at_once = scanned(log, 10_000, Wanted::All).await;
    assert_eq!(scanned(log, 7, Wanted::All).await, scanned_at_once);
    let mut streams: BTreeMap<StreamId, Vec<Line>> = BTreeMap::new();
    for line in &scanned_at_once {
        streams.entry(line.stream).or_default().push(line.clone());
    }
    for (stream, lines) in &streams {
        let after = lines
            .iter()
            .map(|line| line.after)
            .chain([log.tip(*stream).await.unwrap()]);
        for (nth, after) in after.enumerate() {
            assert_eq!(log.read(*stream, after).await.unwrap(), lines[nth..]);
        }
    }
    Told {
        hash: log.written().hash,
        ended: scanned(log, 5, Wanted::Of(Kinds::of(&[EventKind::Ended]))).await,
        scanned: scanned_at_once,
        streams,
    }
}

/// A store with two matches that ended and one that did not, which is the last. None was moved.
pub(crate) async fn three_matches(dir: &Path) -> [MatchId; 3] {
    let played_in = tempfile::tempdir().unwrap();
    let store = open(played_in.path());
    let first = played(&store, 0).await;
    let second = played(&store, 0).await;
    let last = played(&store, 0).await;
    // Side by side, so that each has commits between those of the others.
    for _ in 0..6 {
        play(&store, last, 1).await;
        play(&store, first, 40).await;
        play(&store, second, 40).await;
    }
    play(&store, first, 10_000).await;
    play(&store, second, 10_000).await;
    close(store).await;
    portable::import(dir, &mut &exported(played_in.path())[..]).unwrap();
    [first, second, last]
}

/// What a log tells that is opened in a directory.
pub(crate) async fn reopened(dir: &Path) -> Told {
    let log = Embedded::open(&config(dir)).unwrap();
    let told = told(&log).await;
    log.close().unwrap();
    told
}

pub(crate) fn exported(dir: &Path) -> Vec<u8> {
    let mut lines = Vec::new();
    portable::export(dir, &mut lines).unwrap();
    lines
}

#[tokio::test]
async fn a_match_moves_once_it_is_over_and_counted() {
    let dir = tempfile::tempdir().unwrap();
    let store = open(dir.path());
    let matches = [
        played(&store, 10_000).await,
        played(&store, 5).await,
        played(&store, 10_000).await,
    ];
    let over = [matches[0], matches[2]];
    let mut records = Vec::new();
    for id in matches {
        records.push(store.matches.record(id).await.unwrap());
    }
    let head = store.integrity().position;
    store.archived(head).await.unwrap();
    assert_eq!(store.archived_to(), head);
    for (id, record) in matches.into_iter().zip(&records) {
        assert_eq!(store.matches.record(id).await.unwrap(), *record);
        assert!(store.matches.verify(id).await.unwrap().valid);
    }
    close(store).await;
    let moved = portable::archive(dir.path(), |archive| archive.rows()).unwrap();
    let moved: Vec<StreamId> = moved.into_iter().map(|row| row.of.stream).collect();
    assert_eq!(moved, over.map(StreamId::Match));
    let verified = portable::archive(dir.path(), |archive| archive.verify()).unwrap();
    assert_eq!((verified.matches, verified.not_derived), (2, 0));
    assert_eq!(verified.problems, [""; 0]);
}

#[tokio::test]
async fn of_a_match_that_moved_only_what_is_shown_and_its_last_commit_need_be_given() {
    let dir = tempfile::tempdir().unwrap();
    let [first, second, _] = three_matches(dir.path()).await;
    let log = Embedded::open(&config(dir.path())).unwrap();
    let Told {
        scanned: all,
        streams,
        ..
    } = told(&log).await;
    let moved = [first, second];
    assert_eq!(log.archive(&moved).unwrap(), 2);
    let kinds = Kinds::of(&[EventKind::Opened, EventKind::Started]);
    let is_given = |line: &&Line| {
        let is_last = streams[&line.stream].last() == Some(line);
        let has_moved = moved.map(StreamId::Match).contains(&line.stream);
        !has_moved || is_last || line.holds(kinds).unwrap()
    };
    let given: Vec<Line> = all.iter().filter(is_given).cloned().collect();
    assert!(given.len() < all.len() / 2);
    for limit in [1, 7, 10_000] {
        assert_eq!(scanned(&log, limit, Wanted::Shown(kinds)).await, given);
    }
    log.close().unwrap();
}

#[tokio::test]
async fn what_was_over_before_there_was_an_archive_moves_at_the_next_start() {
    let dir = tempfile::tempdir().unwrap();
    three_matches(dir.path()).await;
    let before = exported(dir.path());
    let store = open(dir.path());
    store.archived(store.integrity().position).await.unwrap();
    close(store).await;
    let sizes = portable::archive(dir.path(), |archive| archive.sizes()).unwrap();
    assert_eq!(sizes.matches, 2);
    assert_eq!(exported(dir.path()), before);
}

/// What a log tells that is opened in a directory, whose index is written anew if it can be smaller.
async fn compacted(dir: &Path) -> Told {
    let config = Config {
        compact_bytes: 0,
        ..config(dir)
    };
    let log = Embedded::open(&config).unwrap();
    log.compact_index(&|| true).await.unwrap();
    let told = told(&log).await;
    log.close().unwrap();
    told
}

#[tokio::test]
async fn an_index_that_takes_more_than_it_holds_is_written_anew() {
    let dir = tempfile::tempdir().unwrap();
    let matches = three_matches(dir.path()).await;
    let live = reopened(dir.path()).await;
    let log = Embedded::open(&config(dir.path())).unwrap();
    log.archive(&matches).unwrap();
    log.close().unwrap();
    drop(log);
    let bytes = |index: &str| {
        let db = dir.path().join(index).join("db");
        fs::metadata(db).unwrap().len()
    };
    let before = bytes("events");
    assert_eq!(compacted(dir.path()).await, live);
    let after = bytes("events.1");
    assert!(after < before, "{after} of {before}");
    assert_eq!(reopened(dir.path()).await, live);
}

#[tokio::test]
async fn a_kill_while_the_index_is_written_anew_loses_nothing() {
    let dir = tempfile::tempdir().unwrap();
    three_matches(dir.path()).await;
    let live = reopened(dir.path()).await;
    let index = dir.path().join("events");
    let [new, old] = ["new", "old"].map(|ending| index.with_extension(ending));
    // Before the new one is whole.
    fs::create_dir(&new).unwrap();
    fs::write(new.join("db"), b"half").unwrap();
    assert_eq!(compacted(dir.path()).await, live);
    // Between the two renames, and after them.
    fs::rename(&index, &old).unwrap();
    assert_eq!(compacted(dir.path()).await, live);
    copy(&index, &old);
    assert_eq!(compacted(dir.path()).await, live);
    assert!(!new.exists() && !old.exists());
}

#[tokio::test]
async fn what_is_archived_is_read_as_before() {
    let dir = tempfile::tempdir().unwrap();
    let [first, second, last] = three_matches(dir.path()).await;
    let before = exported(dir.path());
    let log = Embedded::open(&config(dir.path())).unwrap();
    let live = told(&log).await;
    assert_eq!(live.ended.len(), 2);
    for ids in [&[first][..], &[second, last]] {
        assert_eq!(log.archive(ids).unwrap(), ids.len());
        assert_eq!(told(&log).await, live);
    }
    log.close().unwrap();
    drop(log);
    assert_eq!(reopened(dir.path()).await, live);
    assert_eq!(exported(dir.path()), before);
    fs::remove_dir_all(dir.path().join("events")).unwrap();
    assert_eq!(reopened(dir.path()).await, live, "the index is rebuilt");
    assert_eq!(exported(dir.path()), before);
    assert_eq!(
        portable::verify_store(dir.path()).unwrap().problems,
        [""; 0]
    );
}

#[tokio::test]
async fn an_archived_match_is_answered_and_may_go_on() {
    let dir = tempfile::tempdir().unwrap();
    let [first, _, last] = three_matches(dir.path()).await;
    let log = Embedded::open(&config(dir.path())).unwrap();
    log.archive(&[first, last]).unwrap();
    log.close().unwrap();
    drop(log);
    let store = open(dir.path());
    assert!(store.matches.verify(first).await.unwrap().valid);
    assert!(decide(&store, last).await.is_some());
    let lines = store.matches.record(last).await.unwrap().len();
    close(store).await;
    let went_on = reopened(dir.path()).await;
    assert_eq!(went_on.streams[&last.into()].len(), lines);
    fs::remove_dir_all(dir.path().join("events")).unwrap();
    assert_eq!(reopened(dir.path()).await, went_on);
}

#[tokio::test]
async fn a_kill_while_a_match_moves_loses_nothing() {
    let dir = tempfile::tempdir().unwrap();
    let [first, second, _] = three_matches(dir.path()).await;
    let moved = tempfile::tempdir().unwrap();
    copy(dir.path(), moved.path());
    let log = Embedded::open(&config(moved.path())).unwrap();
    let live = told(&log).await;
    log.archive(&[first, second]).unwrap();
    log.close().unwrap();
    drop(log);
    // The frames are durable, and nothing in the index knows of them.
    let killed = tempfile::tempdir().unwrap();
    copy(dir.path(), killed.path());
    copy(
        &moved.path().join("archive"),
        &killed.path().join("archive"),
    );
    assert_eq!(reopened(killed.path()).await, live);
    // The index knows of them, and of what is to go from it only a part has gone.
    for gone in [0, 1, 30] {
        let killed = tempfile::tempdir().unwrap();
        copy(dir.path(), killed.path());
        copy(
            &moved.path().join("archive"),
            &killed.path().join("archive"),
        );
        half_taken_out(
            &killed.path().join("events"),
            &moved.path().join("events"),
            gone,
        );
        assert_eq!(reopened(killed.path()).await, live, "{gone} are gone");
    }
}

/// An older version noted the end of an archived match twice.
#[tokio::test]
async fn an_end_that_is_noted_twice_is_no_damage() {
    let dir = tempfile::tempdir().unwrap();
    let [first, second, _] = three_matches(dir.path()).await;
    let live = tempfile::tempdir().unwrap();
    copy(dir.path(), live.path());
    let log = Embedded::open(&config(dir.path())).unwrap();
    let before = told(&log).await;
    log.archive(&[first, second]).unwrap();
    log.close().unwrap();
    drop(log);
    let [live, moved] = [&live, &dir].map(|dir| dir.path().join("events"));
    let heads = ends_in(&live);
    assert_eq!(ends_in(&moved).len(), heads.len() - 2);
    let tree = sled::open(&moved).unwrap().open_tree("head").unwrap();
    for (key, value) in &heads {
        tree.insert(key, value).unwrap();
    }
    drop(tree);
    fs::remove_file(dir.path().join("index.sum")).unwrap();
    assert_eq!(reopened(dir.path()).await, before);
    assert_eq!(ends_in(&moved), heads, "the index was made anew");
}

/// The ends of streams that an index holds, by key.
fn ends_in(index: &Path) -> Vec<(sled::IVec, sled::IVec)> {
    let tree = sled::open(index).unwrap().open_tree("head").unwrap();
    tree.iter().map(Result::unwrap).collect()
}

/// Puts what an index knows of the archive into another, and takes so many commits out.
fn half_taken_out(index: &Path, moved: &Path, gone: usize) {
    let [index, moved] = [index, moved].map(|dir| sled::open(dir).unwrap());
    for name in ["archive", "stretches"] {
        let tree = index.open_tree(name).unwrap();
        for row in moved.open_tree(name).unwrap().iter() {
            let (key, value) = row.unwrap();
            tree.insert(key, value).unwrap();
        }
    }
    for (name, prefix) in [("log", &b"m"[..]), ("order", b"")] {
        let [tree, moved] = [&index, &moved].map(|db| db.open_tree(name).unwrap());
        let keys = tree.scan_prefix(prefix).keys().map(Result::unwrap);
        let taken_out = keys.filter(|key| !moved.contains_key(key).unwrap());
        for key in taken_out.take(gone) {
            tree.remove(key).unwrap();
        }
    }
}

#[tokio::test]
async fn a_damaged_frame_is_mended_from_the_journal() {
    let dir = tempfile::tempdir().unwrap();
    let [first, second, _] = three_matches(dir.path()).await;
    let log = Embedded::open(&config(dir.path())).unwrap();
    let live = told(&log).await;
    log.archive(&[first, second]).unwrap();
    let file = dir.path().join("archive/00000000.matches");
    let mut bytes = fs::read(&file).unwrap();
    let at = bytes.len() - 100;
    bytes[at] ^= 1;
    fs::write(&file, bytes).unwrap();
    for id in [first, second] {
        let read = log.read(id.into(), Tip::START).await.unwrap();
        assert_eq!(read, live.streams[&id.into()]);
    }
    drop(log);
}

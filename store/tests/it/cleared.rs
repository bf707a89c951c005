//! Journals whose first segments went because the archive holds what they held.

use std::{fs, path::Path, sync::OnceLock, thread};

use domain::{Dice, GameId, Seed};
use store::{
    Config, LobbyRow, MatchId, Opening, ResultRow, Store, StoreError, StreamId,
    embedded::Embedded,
    log::{Log as _, NewCommit, wait_for},
    portable,
    record::{Line, Sealed, Tip},
};
use tempfile::TempDir;

use crate::{
    bounds::on_full_disk,
    moved::{Told, exported, reopened, three_matches, told},
    support::{self, asker, close, config, copy, play, played, two_players},
};

/// A store with small segments.
fn small(dir: &Path) -> Config {
    Config {
        segment_bytes: 16 << 10,
        ..config(dir)
    }
}

/// A log with these commits.
async fn filled(config: &Config, lines: &[Line]) -> Embedded {
    let log = Embedded::open(config).unwrap();
    for some in lines.chunks(8) {
        let commits = some
            .iter()
            .map(|line| NewCommit::of(Sealed::imported(line)));
        let waiting: Vec<_> = commits.map(|commit| log.append(commit)).collect();
        for answer in waiting {
            answer.await.unwrap();
        }
    }
    log
}

/// A store with two matches that ended and one that did not, in many segments. None was moved.
pub(crate) async fn in_segments(dir: &Path) -> [MatchId; 3] {
    let made_in = tempfile::tempdir().unwrap();
    let matches = three_matches(made_in.path()).await;
    let lines = reopened(made_in.path()).await.scanned;
    let log = filled(&small(dir), &lines).await;
    log.close().unwrap();
    matches
}

/// The numbers of the segments of a journal.
fn segments(dir: &Path) -> Vec<String> {
    let names = fs::read_dir(dir.join("journal")).unwrap();
    let names = names.map(|entry| entry.unwrap().file_name().into_string().unwrap());
    let mut names: Vec<String> = names.filter(|name| name.ends_with(".log")).collect();
    names.sort();
    names
}

/// Archives matches, and clears the journal as far as it goes: how many segments went.
pub(crate) async fn cleared(log: &Embedded, matches: &[MatchId]) -> usize {
    log.archive(matches).unwrap();
    log.note_archived_to(*log.head().borrow()).unwrap();
    let mut went = 0;
    while log.clear_segment().await.unwrap() {
        went += 1;
    }
    went
}

#[tokio::test]
async fn what_a_segment_held_that_went_is_read_as_before() {
    let dir = tempfile::tempdir().unwrap();
    let matches = in_segments(dir.path()).await;
    let before = exported(dir.path());
    let log = Embedded::open(&config(dir.path())).unwrap();
    let live = told(&log).await;
    assert!(
        cleared(&log, &matches).await > 1,
        "{:?}",
        segments(dir.path())
    );
    assert_eq!(told(&log).await, live);
    log.close().unwrap();
    drop(log);
    assert_eq!(segments(dir.path()).len(), 1);
    assert_eq!(reopened(dir.path()).await, live);
    fs::remove_dir_all(dir.path().join("events")).unwrap();
    assert_eq!(reopened(dir.path()).await, live, "the index is rebuilt");
    assert_eq!(exported(dir.path()), before);
    let verified = portable::verify_store(dir.path()).unwrap();
    assert_eq!(verified.problems, [""; 0]);
    assert_eq!(verified.matches, 3);
}

#[tokio::test]
async fn what_is_not_archived_is_copied_and_read_as_before() {
    let dir = tempfile::tempdir().unwrap();
    let [first, second, _] = in_segments(dir.path()).await;
    let log = Embedded::open(&config(dir.path())).unwrap();
    let live = told(&log).await;
    assert!(cleared(&log, &[first, second]).await > 0);
    assert_eq!(told(&log).await, live);
    log.close().unwrap();
    drop(log);
    assert_eq!(reopened(dir.path()).await, live);
    fs::remove_dir_all(dir.path().join("events")).unwrap();
    assert_eq!(reopened(dir.path()).await, live);
    assert_eq!(
        portable::verify_store(dir.path()).unwrap().problems,
        [""; 0]
    );
}

/// A store before its journal was cleared, and after that.
async fn before_and_after() -> (TempDir, TempDir, Told) {
    let [before, after] = [(); 2].map(|()| tempfile::tempdir().unwrap());
    let [first, second, _] = in_segments(before.path()).await;
    let live = reopened(before.path()).await;
    copy(before.path(), after.path());
    let log = Embedded::open(&config(after.path())).unwrap();
    assert!(cleared(&log, &[first, second]).await > 0);
    log.close().unwrap();
    (before, after, live)
}

/// Puts into a store what another has under these names.
fn take(from: &Path, to: &Path, names: &[String]) {
    for name in names {
        let (from, to) = (from.join(name), to.join(name));
        if from.is_dir() {
            fs::remove_dir_all(&to).unwrap();
            copy(&from, &to);
        } else {
            fs::copy(from, to).unwrap();
        }
    }
}

/// The segments that one store has and another has no more.
fn gone(before: &Path, after: &Path) -> Vec<String> {
    let kept = segments(after);
    let gone = segments(before).into_iter().filter(|it| !kept.contains(it));
    gone.map(|name| format!("journal/{name}")).collect()
}

#[tokio::test]
async fn a_kill_while_segments_go_loses_nothing() {
    let (before, after, live) = before_and_after().await;
    let gone = gone(before.path(), after.path());
    let format = "FORMAT".to_owned();
    // Copies are durable and all segments are there; one is to go and there; all have gone.
    let not_noted = [&gone[..], &[format]].concat();
    let stages = [not_noted, gone[gone.len() - 1..].to_vec(), Vec::new()];
    for (nth, stage) in stages.iter().enumerate() {
        for index in ["after", "before", "none"] {
            let killed = tempfile::tempdir().unwrap();
            copy(after.path(), killed.path());
            take(before.path(), killed.path(), stage);
            match index {
                "before" => take(before.path(), killed.path(), &["events".to_owned()]),
                "none" => fs::remove_dir_all(killed.path().join("events")).unwrap(),
                _ => {}
            }
            let told = reopened(killed.path()).await;
            assert_eq!(told, live, "stage {nth}, index {index}");
            assert_eq!(reopened(killed.path()).await, live);
            let is_there = |name: &String| killed.path().join(name).exists();
            assert_eq!(gone.iter().all(is_there), nth == 0);
            assert_eq!(gone.iter().any(is_there), nth == 0);
        }
    }
}

#[tokio::test]
async fn a_kill_at_any_byte_of_the_copies_loses_nothing() {
    let (before, after, live) = before_and_after().await;
    let mut restored = gone(before.path(), after.path());
    restored.extend(["FORMAT", "events"].map(str::to_owned));
    let open = segments(after.path()).pop().unwrap();
    let [old, new] = [&before, &after].map(|dir| fs::read(dir.path().join("journal").join(&open)));
    let (old, new) = (old.unwrap_or_default(), new.unwrap());
    let is_new = |at: &usize| *at >= 4096 && old.get(*at) != Some(&new[*at]);
    let begin = (0..new.len()).find(is_new).unwrap();
    let end = new.iter().rposition(|byte| *byte != 0).unwrap();
    for nth in 0..12 {
        let killed = tempfile::tempdir().unwrap();
        copy(after.path(), killed.path());
        take(before.path(), killed.path(), &restored);
        let mut torn = new.clone();
        torn[begin + (end - begin) * nth / 12..].fill(0);
        fs::write(killed.path().join("journal").join(&open), torn).unwrap();
        assert_eq!(reopened(killed.path()).await, live, "{nth} of 12 parts");
    }
}

#[tokio::test]
async fn a_lost_part_of_the_archive_is_noticed_when_the_index_is_rebuilt() {
    let (_before, after, _) = before_and_after().await;
    fs::remove_dir_all(after.path().join("events")).unwrap();
    fs::remove_dir_all(after.path().join("archive")).unwrap();
    for _ in 0..2 {
        let refused = Embedded::open(&config(after.path())).unwrap_err();
        assert!(refused.to_string().contains("restore"), "{refused}");
    }
}

#[tokio::test]
async fn a_first_segment_that_is_missing_is_noticed() {
    let (_before, after, _) = before_and_after().await;
    let first = after
        .path()
        .join("journal")
        .join(&segments(after.path())[0]);
    fs::rename(&first, after.path().join("aside")).unwrap();
    let refused = Embedded::open(&config(after.path())).unwrap_err();
    assert!(refused.to_string().contains("restore"), "{refused}");
}

#[tokio::test]
async fn a_segment_stays_if_the_archive_does_not_hold_what_it_should() {
    let dir = tempfile::tempdir().unwrap();
    let matches = in_segments(dir.path()).await;
    let log = Embedded::open(&config(dir.path())).unwrap();
    let live = told(&log).await;
    log.archive(&matches).unwrap();
    log.note_archived_to(*log.head().borrow()).unwrap();
    damage_archive(dir.path());
    let refused = loop {
        let there = segments(dir.path());
        if let Err(error) = log.clear_segment().await {
            assert_eq!(segments(dir.path()), there);
            break error;
        }
    };
    assert!(matches!(refused, StoreError::Quarantined { .. }));
    for (stream, lines) in &live.streams {
        assert_eq!(log.read(*stream, Tip::START).await.unwrap(), *lines);
    }
}

/// Changes a byte of the match that was archived last.
fn damage_archive(dir: &Path) {
    let file = dir.join("archive/00000000.matches");
    let mut bytes = fs::read(&file).unwrap();
    let at = bytes.len() - 100;
    bytes[at] ^= 1;
    fs::write(&file, bytes).unwrap();
}

/// A log, where it lies, and the match that moves meanwhile.
static MOVES: OnceLock<(Embedded, TempDir, MatchId)> = OnceLock::new();

fn moves_and_is_damaged(place: &'static str) {
    if place == "clear: it is known what stays"
        && let Some((log, dir, id)) = MOVES.get()
    {
        assert_eq!(log.archive(&[*id]).unwrap(), 1);
        damage_archive(dir.path());
    }
}

#[tokio::test]
async fn a_segment_stays_if_a_match_that_moves_meanwhile_cannot_be_read_again() {
    let (ended, goes_on, lines) = one_that_goes_on().await;
    let bytes: usize = lines.iter().map(|line| line.text.len()).sum();
    let dir = tempfile::tempdir().unwrap();
    let config = Config {
        segment_bytes: bytes as u64 / 24,
        reached: moves_and_is_damaged,
        ..config(dir.path())
    };
    let log = filled(&config, &lines).await;
    log.archive(&[ended]).unwrap();
    log.note_archived_to(*log.head().borrow()).unwrap();
    // No group of commits fits into the first.
    assert!(log.clear_segment().await.unwrap());
    let (log, dir, _) = MOVES.get_or_init(|| (log, dir, goes_on));
    let there = segments(dir.path());
    let refused = log.clear_segment().await;
    assert!(matches!(refused, Err(StoreError::Quarantined { .. })));
    assert_eq!(segments(dir.path()), there);
    log.close().unwrap();
}

#[tokio::test]
async fn matches_move_to_the_archive_while_segments_go() {
    let made = tempfile::tempdir().unwrap();
    let [first, second, third] = in_segments(made.path()).await;
    let live = reopened(made.path()).await;
    for _ in 0..8 {
        let dir = tempfile::tempdir().unwrap();
        copy(made.path(), dir.path());
        let log = Embedded::open(&config(dir.path())).unwrap();
        log.archive(&[first]).unwrap();
        log.note_archived_to(*log.head().borrow()).unwrap();
        thread::scope(|scope| {
            let moving = scope.spawn(|| log.archive(&[second, third]).unwrap());
            while wait_for(log.clear_segment()).unwrap() {}
            assert_eq!(moving.join().unwrap(), 2);
        });
        assert_eq!(told(&log).await, live);
        log.close().unwrap();
        drop(log);
        fs::remove_dir_all(dir.path().join("events")).unwrap();
        assert_eq!(reopened(dir.path()).await, live);
    }
}

/// A match that ended, one that goes on, and the commits of both: those of the second come first.
async fn one_that_goes_on() -> (MatchId, MatchId, Vec<Line>) {
    let made_in = tempfile::tempdir().unwrap();
    let [ended, goes_on, _] = three_matches(made_in.path()).await;
    let mut streams = reopened(made_in.path()).await.streams;
    let mut lines = streams.remove(&StreamId::Match(goes_on)).unwrap();
    lines.truncate(60);
    lines.extend(streams.remove(&StreamId::Match(ended)).unwrap());
    (ended, goes_on, lines)
}

#[tokio::test]
async fn a_live_segment_goes_only_if_many_are_behind_it() {
    let (ended, _, lines) = one_that_goes_on().await;
    let bytes: usize = lines.iter().map(|line| line.text.len()).sum();
    for (segments_filled, goes) in [(8, false), (24, true)] {
        let dir = tempfile::tempdir().unwrap();
        let config = Config {
            segment_bytes: bytes as u64 / segments_filled,
            ..config(dir.path())
        };
        let log = filled(&config, &lines).await;
        let live = told(&log).await;
        let there = segments(dir.path()).len();
        assert_eq!(there >= 16, goes, "{there} segments");
        assert_eq!(cleared(&log, &[ended]).await > 0, goes);
        assert!(segments(dir.path()).len() <= there.max(16));
        assert_eq!(told(&log).await, live);
        log.close().unwrap();
        drop(log);
        assert_eq!(reopened(dir.path()).await, live);
    }
}

#[tokio::test]
async fn no_segment_goes_while_somebody_reads_them() {
    let dir = tempfile::tempdir().unwrap();
    let matches = in_segments(dir.path()).await;
    let log = Embedded::open(&config(dir.path())).unwrap();
    log.archive(&matches).unwrap();
    log.note_archived_to(*log.head().borrow()).unwrap();
    let there = segments(dir.path());
    let kept = log.keep_segments().await;
    assert!(!log.clear_segment().await.unwrap());
    assert_eq!(segments(dir.path()), there);
    drop(kept);
    assert!(log.clear_segment().await.unwrap());
    assert_ne!(segments(dir.path()), there);
}

#[tokio::test]
async fn no_segment_goes_on_a_full_disk() {
    let dir = tempfile::tempdir().unwrap();
    let matches = in_segments(dir.path()).await;
    let log = Embedded::open(&config(dir.path())).unwrap();
    let live = told(&log).await;
    log.archive(&matches).unwrap();
    log.note_archived_to(*log.head().borrow()).unwrap();
    log.close().unwrap();
    drop(log);
    let there = segments(dir.path());
    let log = Embedded::open(&on_full_disk(dir.path())).unwrap();
    assert!(!log.clear_segment().await.unwrap());
    assert_eq!(segments(dir.path()), there);
    assert_eq!(told(&log).await, live);
    log.close().unwrap();
    drop(log);
    let log = Embedded::open(&config(dir.path())).unwrap();
    assert!(log.clear_segment().await.unwrap(), "once there is room");
    assert_eq!(told(&log).await, live);
}

/// A store that clears its journal while matches are played.
fn clearing(dir: &Path) -> Config {
    Config {
        clear_journal: true,
        compress_journal: true,
        ..small(dir)
    }
}

/// Plays until some segments have gone.
async fn play_until_cleared(store: &Store, dir: &Path) {
    let all = |name: &str| dir.join("journal").join(format!("{name}.log")).exists();
    let zst = |name: &str| dir.join("journal").join(format!("{name}.zst")).exists();
    while ["00000000", "00000001"]
        .iter()
        .any(|name| all(name) || zst(name))
    {
        played(store, 10_000).await;
    }
}

#[tokio::test]
async fn a_name_moves_with_its_player_and_is_gone_once_it_is_dropped() {
    const NAME: &str = "Brunhilde of Cleared";
    let dir = tempfile::tempdir().unwrap();
    let store = Store::open(&clearing(dir.path())).unwrap();
    let registered = support::registered(&store, NAME).await;
    play_until_cleared(&store, dir.path()).await;
    close(store).await;
    let store = Store::open(&clearing(dir.path())).unwrap();
    let player = store.players.get(&registered).await.unwrap().unwrap();
    assert_eq!(player.name.as_deref(), Some(NAME));
    store.players.delete(&registered, None).await.unwrap();
    close(store).await;
    for file in support::files(&dir.path().join("journal")) {
        let bytes = fs::read(&file).unwrap();
        let holds = bytes.windows(NAME.len()).any(|it| it == NAME.as_bytes());
        assert!(!holds, "{}", file.display());
    }
    fs::remove_dir_all(dir.path().join("events")).unwrap();
    let store = Store::open(&clearing(dir.path())).unwrap();
    let player = store.players.get(&registered).await.unwrap().unwrap();
    assert_eq!(player.name, None);
    close(store).await;
    assert_eq!(
        portable::verify_store(dir.path()).unwrap().problems,
        [""; 0]
    );
}

#[tokio::test]
async fn everything_is_rebuilt_from_the_archive_and_the_rest_of_the_journal() {
    let dir = tempfile::tempdir().unwrap();
    let store = Store::open(&clearing(dir.path())).unwrap();
    let mut matches = Vec::new();
    for game in GameId::ALL {
        let opening = Opening {
            options: game.default_options(),
            ..two_players()
        };
        let opened = store.matches.open(&asker(1), opening, None).await.unwrap();
        matches.push(opened.now.id);
        play(&store, opened.now.id, 10_000).await;
    }
    play_until_cleared(&store, dir.path()).await;
    let (integrity, before) = (store.integrity(), seen(&store, &matches).await);
    close(store).await;
    for part in ["events", "projections"] {
        fs::remove_dir_all(dir.path().join(part)).unwrap();
    }
    let store = Store::open(&clearing(dir.path())).unwrap();
    assert_eq!(store.integrity(), integrity);
    assert_eq!(seen(&store, &matches).await, before);
    assert!(store.statistics.check(|_| {}).await.unwrap().consistent);
    close(store).await;
}

/// What these matches are, and what is listed and counted.
async fn seen(store: &Store, matches: &[MatchId]) -> (Vec<Vec<String>>, Lists, usize) {
    let mut records = Vec::new();
    for id in matches {
        records.push(support::lines(store, *id).await);
        assert!(store.matches.verify(*id).await.unwrap().valid);
    }
    let position = store.integrity().position;
    store.statistics.at_least(position).await.unwrap();
    let seats = store.statistics.progress().seats;
    (records, support::lists(store).await, seats)
}

type Lists = (Vec<LobbyRow>, Vec<ResultRow>);

#[tokio::test]
async fn a_store_is_made_smaller_while_nobody_has_it() {
    let dir = tempfile::tempdir().unwrap();
    let store = Store::open(&small(dir.path())).unwrap();
    for _ in 0..4 {
        played(&store, 10_000).await;
    }
    store.archived(store.integrity().position).await.unwrap();
    close(store).await;
    let before = reopened(dir.path()).await;
    let compacted = portable::compact(dir.path()).unwrap();
    assert!(compacted.segments_removed > 2, "{compacted:?}");
    assert!(compacted.index_bytes < compacted.index_bytes_before);
    assert_eq!(reopened(dir.path()).await, before);
    assert_eq!(portable::compact(dir.path()).unwrap().segments_removed, 0);
}

#[tokio::test]
async fn damage_to_a_cleared_store_is_repaired_or_told() {
    let (_before, after, live) = before_and_after().await;
    for (nth, file) in (0..).zip(support::files(after.path())) {
        for round in 0..4 {
            let dir = tempfile::tempdir().unwrap();
            copy(after.path(), dir.path());
            if round % 2 == 1 {
                fs::remove_dir_all(dir.path().join("events")).unwrap();
            }
            let target = dir.path().join(file.strip_prefix(after.path()).unwrap());
            let Ok(mut bytes) = fs::read(&target) else {
                continue;
            };
            let written: Vec<usize> = (0..bytes.len()).filter(|at| bytes[*at] != 0).collect();
            let Ok(count @ 1..) = u32::try_from(written.len()) else {
                continue;
            };
            let mut roll = Dice::new(Seed([5; 32])).roll("damage", nth * 100 + round);
            let at = written[usize::try_from(roll.below(count)).unwrap()];
            bytes[at] ^= 1 << roll.below(8);
            fs::write(&target, bytes).unwrap();
            let what = format!("byte {at} of {}, round {round}", target.display());
            repaired_or_told(dir.path(), &live, &what).await;
        }
    }
}

/// Whether it opens or not: no other answer than before, and no silence.
async fn repaired_or_told(dir: &Path, live: &Told, what: &str) {
    let log = match Embedded::open(&config(dir)) {
        Ok(log) => log,
        Err(error) => {
            let said = error.to_string().to_lowercase();
            return assert!(said.contains("restore"), "{what}: {said}");
        }
    };
    assert_eq!(log.written().hash, live.hash, "{what}");
    for (stream, lines) in &live.streams {
        match log.read(*stream, Tip::START).await {
            Ok(read) => assert_eq!(read, *lines, "{what}"),
            Err(error) => assert!(
                matches!(error, StoreError::Quarantined { .. }),
                "{what}: {error}"
            ),
        }
    }
}

//! What the log in a directory promises when something is damaged, cut short or not written.

use super::*;
use crate::{
    cause::{By, Cause, Tries},
    checkpoint::Checkpoint,
    hash::Hash,
    projection::{Projection, ProjectionTable},
    record::{Draft, Erasable, Kinds, StreamEvent},
};
use domain::{
    cast,
    matches::{EventKind, MatchEvent},
};
use serde::{Deserialize, Serialize};

/// What happens in the streams of these tests.
#[derive(Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
enum Event {
    TokenRotated { token_hash: Hash },
    Named { name_hash: Hash },
}

impl StreamEvent for Event {
    fn public(self) -> Event {
        self
    }

    fn erasable_hash(&self) -> Option<Hash> {
        match self {
            Event::Named { name_hash } => Some(*name_hash),
            Event::TokenRotated { .. } => None,
        }
    }
}

/// A list of nothing.
struct Nothing;

impl Projection for Nothing {
    const NAME: &'static str = "nothing";
    const VERSION: u32 = 1;
    const SHOWS: Kinds = Kinds::of(&[]);

    fn samples() -> Vec<u8> {
        Vec::new()
    }

    fn apply(_: &Line, _: &[MatchEvent], _: &mut rows::Rows<'_>) -> Result<(), StoreError> {
        Ok(())
    }
}

fn commit(stream: StreamId, after: Tip) -> NewCommit {
    let token_hash = Hash([1; 32]);
    commit_of((stream, after), &Event::TokenRotated { token_hash }, None)
}

/// A commit with a text that fills some sectors of the disk, and the text.
fn with_text(stream: StreamId) -> (NewCommit, String) {
    let text = Erasable::new("\u{1f5fa}".repeat(500)).unwrap();
    let name_hash = text.hash();
    let named = Event::Named { name_hash };
    let commit = commit_of((stream, Tip::START), &named, Some(&text));
    (commit, text.part())
}

fn commit_of(
    (stream, after): (StreamId, Tip),
    event: &Event,
    erasable: Option<&Erasable>,
) -> NewCommit {
    let now = Timestamp::now();
    let server = "test".to_owned();
    let draft = Draft {
        cause: Cause::of(By::Server { server }, now),
        rules: 0,
        recorded_at: now,
        request: None,
        tries: Tries::new(),
        events: std::slice::from_ref(event),
        salt: [2; 32],
        erasable,
    };
    NewCommit::of(draft.seal(stream, after))
}

async fn write(log: &Embedded, stream: StreamId, commits: usize) -> Vec<Line> {
    let mut lines = log.read(stream, Tip::START).await.unwrap();
    let mut tip = lines.last().map_or(Tip::START, Line::tip);
    for _ in 0..commits {
        let appended = log.append(commit(stream, tip)).await.unwrap();
        tip = appended.line.tip();
        lines.push(appended.line);
    }
    lines
}

#[tokio::test]
async fn whoever_follows_together_stays_close_and_comes_to_the_end() {
    let dir = tempfile::tempdir().unwrap();
    let log = Arc::new(Embedded::open(&Config::new(dir.path())).unwrap());
    let lines = write(&log, StreamId::Player([1; 16]), 5).await;
    let together = Together::new(log, 2);
    let [first, last] = [(); 2].map(|()| Checkpoint::new(Position::START));
    let followers = [first.clone(), last.clone()];
    let follow = async {
        let mut head = together.head();
        for (read, shown) in [(0, 2), (1, 3), (2, 4), (3, 5), (4, 5), (5, 5)] {
            first.move_to(Position::of_number(read + 1));
            last.move_to(Position::of_number(read));
            let comes = head.wait_for(|head| head.number() >= shown);
            comes.await.unwrap();
            let scanned = together.scan(Span::new(Position::START, 9)).await;
            assert_eq!(scanned.unwrap().lines, lines[..cast(shown)]);
        }
    };
    let (led, ()) = tokio::join!(together.lead(&followers), follow);
    led.unwrap();
}

#[tokio::test]
async fn a_stream_damaged_in_the_index_is_mended_from_the_journal() {
    let dir = tempfile::tempdir().unwrap();
    let log = Embedded::open(&Config::new(dir.path())).unwrap();
    let (broken, other) = (StreamId::Player([1; 16]), StreamId::Player([2; 16]));
    let lines = write(&log, broken, 5).await;
    write(&log, other, 3).await;
    let place = index::place(broken, 2);
    log.index.log.insert(place, b"damage").unwrap();
    assert_eq!(log.read(broken, Tip::START).await.unwrap(), lines);
    for after in [Tip::START, lines[1].tip()] {
        log.index.log.remove(place).unwrap();
        let late = lines.iter().filter(|l| l.after.version >= after.version);
        assert!(log.read(broken, after).await.unwrap().iter().eq(late));
    }
    log.close().unwrap();
    drop(log);
    assert!(
        !dir.path().join(sums::NAME).exists(),
        "others may be damaged"
    );
}

#[tokio::test]
async fn what_the_journal_cannot_mend_is_quarantined_alone() {
    let dir = tempfile::tempdir().unwrap();
    let log = Embedded::open(&Config::new(dir.path())).unwrap();
    let (broken, other) = (StreamId::Player([1; 16]), StreamId::Player([2; 16]));
    write(&log, broken, 5).await;
    let whole = write(&log, other, 3).await;
    log.index.head.insert(broken.key(), b"damage").unwrap();
    let read = log.read(broken, Tip::START).await;
    assert!(matches!(read, Err(StoreError::Quarantined { stream, .. }) if stream == broken));
    assert_eq!(log.read(other, Tip::START).await.unwrap(), whole);
    std::fs::remove_dir_all(layout::journal_dir(dir.path())).unwrap();
    let again = log.read(broken, Tip::START).await;
    assert_eq!(
        again.unwrap_err().to_string(),
        read.unwrap_err().to_string()
    );
}

#[tokio::test]
async fn a_group_whose_text_never_reached_the_disk_was_never_acknowledged() {
    let dir = tempfile::tempdir().unwrap();
    let config = Config::new(dir.path());
    let (kept, torn) = (StreamId::Player([1; 16]), StreamId::Player([2; 16]));
    let log = Embedded::open(&config).unwrap();
    let lines = write(&log, kept, 2).await;
    let (commit, text) = with_text(torn);
    let appended = log.append(commit).await.unwrap();
    let read = log.read(torn, Tip::START).await.unwrap();
    assert_eq!(read, [appended.line]);
    assert!(read[0].text.ends_with(&format!("{text}}}")));
    drop(log);
    let segment = layout::journal_dir(dir.path()).join("00000000.log");
    let mut bytes = std::fs::read(&segment).unwrap();
    let mut windows = bytes.windows(text.len());
    let at = windows
        .position(|window| window == text.as_bytes())
        .unwrap();
    bytes[at + 900..at + text.len()].fill(0);
    std::fs::write(&segment, bytes).unwrap();
    std::fs::remove_dir_all(layout::index_dir(dir.path())).unwrap();
    let log = Embedded::open(&config).unwrap();
    assert_eq!(log.read(torn, Tip::START).await.unwrap(), []);
    assert_eq!(log.read(kept, Tip::START).await.unwrap(), lines);
    assert_eq!(write(&log, kept, 1).await.len(), 3);
}

#[tokio::test]
async fn of_a_group_that_is_half_applied_nothing_is_looked_at() {
    let dir = tempfile::tempdir().unwrap();
    let log = Embedded::open(&Config::new(dir.path())).unwrap();
    let lines = write(&log, StreamId::Player([1; 16]), 3).await;
    let [first, second, third] = [0, 1, 2].map(|nth: usize| lines[nth].position);
    let found = |span| {
        let found = log.look(span).unwrap();
        (found.lines.len(), found.last, found.is_full)
    };
    let looked = |after, limit| found(Span::new(after, limit));
    let start = Position::START;
    let of_matches = Span {
        wanted: Wanted::Of(Kinds::of(&[EventKind::Ended])),
        ..Span::new(start, 10)
    };
    let up_to_first = Span {
        up_to: first,
        ..Span::new(start, 10)
    };
    log.published.head.send_replace(second);
    assert_eq!(looked(start, 10), (2, second, false));
    assert_eq!(looked(second, 10), (0, second, false));
    log.published.head.send_replace(third);
    assert_eq!(found(of_matches), (0, third, false));
    assert_eq!(looked(start, 1), (1, first, true));
    assert_eq!(log.look(up_to_first).unwrap().lines, lines[..1]);
}

#[tokio::test]
async fn a_list_that_cannot_go_on_asks_for_a_restart_which_mends_it() {
    let dir = tempfile::tempdir().unwrap();
    let config = Config::new(dir.path());
    let log = Arc::new(Embedded::open(&config).unwrap());
    let lines = write(&log, StreamId::Player([1; 16]), 3).await;
    log.index.order.remove(lines[1].position.key()).unwrap();
    let list: ProjectionTable<Nothing> = ProjectionTable::open(log.tables()).unwrap();
    let closing = watch::Sender::new(false);
    let following = list.follow(Arc::<Embedded>::clone(&log), closing.subscribe());
    following.unwrap().join().unwrap();
    assert!(*log.failed().borrow());
    log.close().unwrap();
    drop((log, list));
    let log = Embedded::open(&config).unwrap();
    let all = log.scan(Span::new(Position::START, 10)).await;
    assert_eq!(all.unwrap().lines.len(), 3);
}

#[tokio::test]
async fn a_large_list_is_opened_by_whoever_follows_the_log() {
    let dir = tempfile::tempdir().unwrap();
    let log = Arc::new(Embedded::open(&Config::new(dir.path())).unwrap());
    let tables = log.tables().clone();
    let late = tables.dir_of("nothing", 1).unwrap();
    let tables = tables.but([late].into(), &[]);
    let list: ProjectionTable<Nothing> = ProjectionTable::open(&tables).unwrap();
    let row = list.get::<u8>(b"a");
    assert!(matches!(row, Err(StoreError::Opening)), "{row:?}");
    assert!(list.checkpoint.is_opening());
    let (closing, said) = watch::channel(false);
    let following = list.follow(Arc::<Embedded>::clone(&log), said);
    list.checkpoint.at_least(Position::START).await.unwrap();
    assert_eq!(list.get::<u8>(b"a").unwrap(), None);
    closing.send_replace(true);
    following.unwrap().join().unwrap();
    assert!(!*log.failed().borrow());
}

#[test]
fn what_a_list_was_in_other_versions_is_removed() {
    let dir = tempfile::tempdir().unwrap();
    for name in [
        "nothing-v0",
        "nothing-v1",
        "nothing-else-v0",
        "nothing-v0.bak",
    ] {
        std::fs::create_dir(dir.path().join(name)).unwrap();
    }
    let opened: Result<ProjectionTable<Nothing>, _> =
        ProjectionTable::open(&Tables::checked(dir.path(), Position::START));
    drop(opened.unwrap());
    let mut left = files::paths_in(dir.path()).unwrap();
    left.sort();
    assert_eq!(
        left,
        ["nothing-else-v0", "nothing-v0.bak", "nothing-v1"].map(|name| dir.path().join(name))
    );
}

/// A disk that fails: the segment may not be written, or what is written to it
/// cannot be synced and is gone.
#[tokio::test]
async fn after_a_failed_write_or_sync_nothing_is_acknowledged_and_nothing_lost() {
    let dir = tempfile::tempdir().unwrap();
    let config = Config::new(dir.path());
    let stream = StreamId::Player([1; 16]);
    let read_only = || std::fs::File::open(dir.path().join("LOCK"));
    // Takes every write, and refuses to sync.
    let forgetful = || std::fs::File::options().write(true).open("/dev/null");
    let disks: [&dyn Fn() -> std::io::Result<std::fs::File>; 2] = [&read_only, &forgetful];
    for (round, disk) in (1..).zip(disks) {
        let log = Embedded::open(&config).unwrap();
        let lines = write(&log, stream, 3).await;
        assert_eq!(lines.len(), 3 * round);
        drop(log);
        let mut opened = opening::open(&config).unwrap();
        opened.journal.write_to(disk().unwrap());
        let log = Embedded::start(opened, &config).unwrap();
        let mut failed = log.failed().subscribe();
        let mut tip = lines.last().unwrap().tip();
        let waiting: Vec<_> = (0..20)
            .map(|_| {
                let new = commit(stream, tip);
                tip = new.sealed.tip();
                log.append(new)
            })
            .collect();
        for waiting in waiting {
            let answer = waiting.await;
            let is_told = matches!(answer, Err(AppendError::Unknown | AppendError::Store(_)));
            assert!(is_told, "{answer:?}");
        }
        assert!(failed.wait_for(|failed| *failed).await.is_ok());
        assert_eq!(log.read(stream, Tip::START).await.unwrap(), lines);
        assert_eq!(*log.head().borrow(), lines.last().unwrap().position);
        drop(log);
        let log = Embedded::open(&config).unwrap();
        assert_eq!(log.read(stream, Tip::START).await.unwrap(), lines);
    }
}

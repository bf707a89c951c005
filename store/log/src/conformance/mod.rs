//! One suite for every implementation of the log: [`suite`] panics where a promise is broken.

#![allow(
    clippy::unwrap_used,
    clippy::missing_panics_doc,
    reason = "it is for tests, which say what they need by panicking"
)]

#[cfg(test)]
mod tests;

use std::{collections::BTreeSet, sync::Arc};

use domain::{
    Seat,
    matches::{EventKind, PlayerId},
};
use serde::{Deserialize, Serialize};

use crate::{
    AppendError, Hash, MatchId, Position, StreamId, StreamKind, Timestamp,
    cause::{By, Cause, PlayerKind, Tries},
    log::{IdempotencyKey, Log, NewCommit, SharedLog, Span, Wanted, follow},
    record::{Draft, Erasable, Kinds, Line, StreamEvent, Tip},
};

/// What happens in the streams of the suite.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
enum Event {
    Decided { seat: Seat },
    Left { seat: Seat },
    Named { name_hash: Hash },
    Deleted {},
}

impl StreamEvent for Event {
    fn public(self) -> Event {
        self
    }

    fn erasable_hash(&self) -> Option<Hash> {
        match self {
            Event::Named { name_hash } => Some(*name_hash),
            Event::Decided { .. } | Event::Left { .. } | Event::Deleted {} => None,
        }
    }

    fn drops_texts(&self) -> bool {
        *self == Event::Deleted {}
    }
}

/// A commit of these events, for a stream that ends at `after`.
fn commit_of(stream: StreamId, after: Tip, events: &[Event], text: Option<&Erasable>) -> NewCommit {
    let now = Timestamp::now();
    let draft = Draft {
        cause: Cause::of(
            By::Player {
                player: PlayerId("p_00000000000000000000000000000001".to_owned()),
                player_kind: PlayerKind::Person,
                player_version: Some("ünï\"code\u{0}".to_owned()),
            },
            now,
        ),
        rules: 1,
        recorded_at: now,
        request: None,
        tries: Tries::new(),
        events,
        salt: [9; 32],
        erasable: text,
    };
    NewCommit::of(draft.seal(stream, after))
}

/// A commit of some events.
pub fn commit(stream: StreamId, after: Tip, events: u8) -> NewCommit {
    let event = |number| Event::Decided { seat: Seat(number) };
    let events: Vec<Event> = (0..events).map(event).collect();
    commit_of(stream, after, &events, None)
}

/// The same commit, asked for under a key.
pub fn keyed(commit: NewCommit, request: &[u8]) -> NewCommit {
    NewCommit {
        key: Some(IdempotencyKey::new("someone", "key", request)),
        ..commit
    }
}

/// A stream.
pub const fn stream(number: u8) -> StreamId {
    StreamId::Player([number; 16])
}

/// The first commits after a position.
pub async fn after(log: &dyn Log, position: Position, limit: usize) -> Vec<Line> {
    log.scan(Span::new(position, limit)).await.unwrap().lines
}

/// Positions follow the order of commits, and a stream is read as it was written.
async fn order(log: &dyn Log) {
    let mut tips = [Tip::START; 3];
    let mut written = Vec::new();
    for round in 0..30 {
        for (number, tip) in (0..).zip(&mut tips) {
            let new = commit(stream(number), *tip, 1 + round % 3);
            *tip = new.sealed.tip();
            written.push(log.append(new).await.unwrap().line);
        }
    }
    let all = after(log, Position::START, 1000).await;
    assert_eq!(all, written);
    assert!(all.is_sorted_by(|one, next| one.position < next.position));
    for (number, tip) in (0..).zip(tips) {
        let of = all.iter().filter(|line| line.stream == stream(number));
        let read = log.read(stream(number), Tip::START).await.unwrap();
        assert!(read.iter().eq(of));
        assert_eq!(read.last().unwrap().tip(), tip);
        assert_eq!(log.tip(stream(number)).await.unwrap(), tip);
        let late = log.read(stream(number), read[5].after).await.unwrap();
        assert_eq!(late, read[5..]);
        assert_eq!(log.read(stream(number), tip).await.unwrap(), []);
    }
    assert_eq!(log.read(stream(200), Tip::START).await.unwrap(), []);
    assert_eq!(log.tip(stream(200)).await.unwrap(), Tip::START);
}

/// A stretch is read page by page, and no further than was asked.
async fn paging(log: &dyn Log) {
    let all = after(log, Position::START, 10_000).await;
    assert_eq!(after(log, all[39].position, 7).await, all[40..47]);
    let page = log.scan(Span::new(all[39].position, 7)).await.unwrap();
    assert_eq!((page.last, page.is_full), (all[46].position, true));
    let up_to = Span {
        up_to: all[44].position,
        ..Span::new(all[39].position, 7)
    };
    let page = log.scan(up_to).await.unwrap();
    assert_eq!(page.lines, all[40..45]);
    assert_eq!((page.last, page.is_full), (all[44].position, false));
    let end = all.last().unwrap().position;
    let nothing = log.scan(Span::new(end, 7)).await.unwrap();
    assert_eq!((nothing.lines.len(), nothing.last), (0, end));
}

/// Only matches have kinds of events, and only those that are asked for are given.
async fn kinds(log: &dyn Log) {
    let start = *log.head().borrow();
    let of_match = StreamId::Match(MatchId::of_bytes([1; 16]));
    let (seat, mut tip, mut lines) = (Seat(0), Tip::START, Vec::new());
    for events in [
        vec![Event::Decided { seat }],
        vec![Event::Decided { seat }, Event::Left { seat }],
        vec![Event::Deleted {}],
        vec![Event::Left { seat }],
    ] {
        let new = commit_of(of_match, tip, &events, None);
        tip = new.sealed.tip();
        lines.push(log.append(new).await.unwrap().line);
    }
    let of_player = commit_of(stream(110), Tip::START, &[Event::Left { seat }], None);
    let end = log.append(of_player).await.unwrap().line.position;
    let kinds = Kinds::of(&[EventKind::Left, EventKind::Ended]);
    let span = Span {
        wanted: Wanted::Of(kinds),
        ..Span::new(start, 100)
    };
    let found = log.scan(span).await.unwrap();
    assert_eq!(found.lines, [lines[1].clone(), lines[3].clone()]);
    assert_eq!((found.last, found.is_full), (end, false));
    let page = log.scan(Span { limit: 3, ..span }).await.unwrap();
    assert_eq!(page.lines, lines[1..2]);
    assert_eq!((page.last, page.is_full), (lines[2].position, true));
    let wanted = Wanted::Shown(kinds);
    let shown = log.scan(Span { wanted, ..span }).await.unwrap();
    let shown = shown.lines.iter().filter(|line| line.stream == of_match);
    assert!(
        shown.eq(&lines),
        "a match that was not archived is given whole"
    );
}

/// Every stream of a kind is listed, and no other.
async fn listing(log: &dyn Log) {
    let all = after(log, Position::START, 10_000).await;
    for kind in StreamKind::ALL {
        let streams = all.iter().map(|line| line.stream);
        let of_kind: BTreeSet<StreamId> = streams.filter(|it| it.kind() == kind).collect();
        let listed = log.streams(kind).await.unwrap();
        assert!(listed.iter().eq(&of_kind), "{kind:?}");
    }
}

/// A text is dropped from the commits before the one that drops it, and from no other.
async fn texts(log: &dyn Log) {
    let (one, other) = (stream(120), stream(121));
    for stream in [one, other] {
        let text = Erasable::new("Ada".to_owned()).unwrap();
        let named = Event::Named {
            name_hash: text.hash(),
        };
        let new = commit_of(stream, Tip::START, &[named], Some(&text));
        let line = log.append(new).await.unwrap().line;
        assert_eq!(log.read(stream, Tip::START).await.unwrap(), [line]);
    }
    let tip = log.tip(one).await.unwrap();
    let dropping = commit_of(one, tip, &[Event::Deleted {}], None);
    log.append(dropping).await.unwrap();
    let has_text = async |stream| {
        let read = log.read(stream, Tip::START).await.unwrap();
        read[0].erasable().is_some()
    };
    assert!(!has_text(one).await && has_text(other).await);
}

/// Of many who write to one stream at once, one wins each time.
async fn contention(log: &dyn Log) {
    let contested = stream(50);
    let mut tip = Tip::START;
    for _ in 0..20 {
        let tries: Vec<_> = (0..8)
            .map(|events| log.append(commit(contested, tip, events % 4 + 1)))
            .collect();
        let mut winners = Vec::new();
        for tried in tries {
            match tried.await {
                Ok(appended) => winners.push(appended.line),
                Err(AppendError::Conflict) => {}
                Err(other) => panic!("{other}"),
            }
        }
        assert_eq!(winners.len(), 1);
        tip = winners[0].tip();
    }
    assert_eq!(log.read(contested, Tip::START).await.unwrap().len(), 20);
}

/// A commit that does not fit leaves nothing, not even its key.
async fn atomicity(log: &dyn Log) {
    let before = *log.head().borrow();
    let stray = Tip {
        version: 7,
        hash: Hash::ZERO,
    };
    let refused = log.append(keyed(commit(stream(60), stray, 2), b"x")).await;
    assert!(matches!(refused, Err(AppendError::Conflict)));
    let other = Tip {
        version: 0,
        hash: Hash([1; 32]),
    };
    let refused = log.append(commit(stream(60), other, 2)).await;
    assert!(matches!(refused, Err(AppendError::Conflict)));
    assert_eq!(log.read(stream(60), Tip::START).await.unwrap(), []);
    assert_eq!(*log.head().borrow(), before);
}

/// One key, one commit: asked at once, asked again, asked for something else.
async fn idempotency(log: &dyn Log) {
    let tries: Vec<_> = (0..6)
        .map(|number| log.append(keyed(commit(stream(70 + number), Tip::START, 1), b"a")))
        .collect();
    let mut positions = BTreeSet::new();
    let mut first = 0;
    for tried in tries {
        let appended = tried.await.unwrap();
        positions.insert(appended.line.position);
        first += u32::from(!appended.replayed);
    }
    assert_eq!((positions.len(), first), (1, 1));
    let again = log
        .append(keyed(commit(stream(70), Tip::START, 1), b"a"))
        .await;
    let again = again.unwrap();
    assert!(again.replayed);
    let key = |request| IdempotencyKey::new("someone", "key", request);
    assert_eq!(log.seen(key(b"a")).await.unwrap(), Some(again.line));
    let reused = log.seen(key(b"b")).await;
    assert!(matches!(reused, Err(AppendError::KeyReused)));
    let unused = IdempotencyKey::new("someone else", "key", b"a");
    assert_eq!(log.seen(unused).await.unwrap(), None);
    let otherwise = log
        .append(keyed(commit(stream(80), Tip::START, 1), b"b"))
        .await;
    assert!(matches!(otherwise, Err(AppendError::KeyReused)));
}

/// Whoever follows gets each commit once, in order, old and new. What the head shows by
/// then can be read.
async fn following(log: &SharedLog) {
    let before = *log.head().borrow();
    let writing = {
        let log = Arc::clone(log);
        tokio::spawn(async move {
            let mut tip = Tip::START;
            for _ in 0..100 {
                let new = commit(stream(90), tip, 1);
                tip = new.sealed.tip();
                log.append(new).await.unwrap();
            }
        })
    };
    let known = after(&**log, Position::START, 10_000).await;
    let known = known.iter().map(|line| line.position);
    let mut known: Vec<Position> = known.filter(|position| *position <= before).collect();
    let behind = known.split_off(known.len() / 2);
    let mut follower = follow(&**log, *known.last().unwrap());
    let mut followed = Vec::new();
    for _ in 0..behind.len() + 100 {
        let line = follower.next().await.unwrap().unwrap();
        let head = *log.head().borrow();
        assert!(line.position <= head, "nothing is shown before its time");
        let up_to_head = Span {
            up_to: head,
            ..Span::new(before, 1000)
        };
        assert_eq!(log.scan(up_to_head).await.unwrap().last, head);
        let read = log.read(line.stream, line.after).await.unwrap();
        assert_eq!(read.first(), Some(&line));
        followed.push(line.position);
    }
    writing.await.unwrap();
    assert_eq!(followed[..behind.len()], behind);
    assert!(followed.is_sorted_by(|one, next| one < next));
    assert_eq!(*log.head().borrow(), *followed.last().unwrap());
}

/// Everything a log promises that is open, empty and nobody else's.
pub async fn suite(log: &SharedLog) {
    order(&**log).await;
    paging(&**log).await;
    contention(&**log).await;
    atomicity(&**log).await;
    idempotency(&**log).await;
    following(log).await;
    kinds(&**log).await;
    texts(&**log).await;
    listing(&**log).await;
    assert!(!*log.failed().borrow());
}

//! One suite for every implementation of the log.
#![allow(clippy::unwrap_used, reason = "a test says what it needs by panicking")]

use std::{collections::BTreeSet, sync::Arc};

use domain::Secret;
use store::{
    AppendError, By, Cause, Hash, IdempotencyKey, PlayerEvent, PlayerKind, Position, StreamId,
    Timestamp, Tries,
    embedded::Embedded,
    log::{Log, NewCommit},
    record::{Draft, Tip},
};

use crate::support;

/// A commit of some events, for a stream that ends at `after`.
fn commit(stream: StreamId, after: Tip, events: u8) -> NewCommit {
    let now = Timestamp::now();
    let event = |number| PlayerEvent::TokenRotated {
        token_hash: Secret::Known(Hash([number; 32])),
    };
    let events: Vec<PlayerEvent> = (0..events).map(event).collect();
    let draft = Draft {
        cause: Cause::of(
            By::Player {
                player: support::player(1),
                player_kind: PlayerKind::Person,
                player_version: Some("ünï\"code\u{0}".to_owned()),
            },
            now,
        ),
        rules: 1,
        recorded_at: now,
        request: None,
        tries: Tries::new(),
        events: &events,
        salt: [9; 32],
        erasable: None,
    };
    NewCommit::of(draft.seal(stream, after))
}

fn keyed(commit: NewCommit, request: &[u8]) -> NewCommit {
    NewCommit {
        key: Some(IdempotencyKey::new("someone", "key", request)),
        ..commit
    }
}

fn stream(number: u8) -> StreamId {
    StreamId::Player([number; 16])
}

/// Positions have no gaps, and a stream is read as it was written.
async fn order(log: &impl Log) {
    let mut tips = [Tip::START; 3];
    for round in 0..30 {
        for (number, tip) in (0..).zip(&mut tips) {
            let new = commit(stream(number), *tip, 1 + round % 3);
            *tip = new.sealed.tip();
            log.append(new).await.unwrap();
        }
    }
    let all = log.after(Position::START, 1000).await.unwrap();
    let written = all.iter().map(|line| line.text.split_once(',').unwrap().0);
    assert!(written.eq((1..=90).map(|number| format!(r#"{{"position":{number}"#))));
    assert!(all.is_sorted_by(|one, next| one.position < next.position));
    for (number, tip) in (0..).zip(tips) {
        let of = all.iter().filter(|line| line.stream == stream(number));
        let read = log.read(stream(number), Tip::START).await.unwrap();
        assert!(read.iter().eq(of));
        assert_eq!(read.last().unwrap().tip(), tip);
        let late = log.read(stream(number), read[5].after).await.unwrap();
        assert_eq!(late, read[5..]);
        assert_eq!(log.read(stream(number), tip).await.unwrap(), []);
    }
    assert_eq!(log.after(all[39].position, 7).await.unwrap(), all[40..47]);
    assert_eq!(log.read(stream(200), Tip::START).await.unwrap(), []);
}

/// Of many who write to one stream at once, one wins each time.
async fn contention(log: &Arc<impl Log>) {
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
async fn atomicity(log: &impl Log) {
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
async fn idempotency(log: &impl Log) {
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
    assert!(again.unwrap().replayed);
    let otherwise = log
        .append(keyed(commit(stream(80), Tip::START, 1), b"b"))
        .await;
    assert!(matches!(otherwise, Err(AppendError::KeyReused)));
}

/// Whoever follows gets each commit once, in order, old and new.
async fn following(log: &Arc<impl Log>) {
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
    let known = log.after(Position::START, 10_000).await.unwrap();
    let known = known.iter().map(|line| line.position);
    let mut known: Vec<Position> = known.filter(|position| *position <= before).collect();
    let behind = known.split_off(known.len() / 2);
    let mut follower = log.follow(*known.last().unwrap());
    let mut followed = Vec::new();
    for _ in 0..behind.len() + 100 {
        followed.push(follower.next().await.unwrap().unwrap().position);
    }
    writing.await.unwrap();
    assert_eq!(followed[..behind.len()], behind);
    assert!(followed.is_sorted_by(|one, next| one < next));
    assert_eq!(*log.head().borrow(), *followed.last().unwrap());
}

#[tokio::test]
async fn the_embedded_log_keeps_what_a_log_promises() {
    let dir = tempfile::tempdir().unwrap();
    let open = || Arc::new(Embedded::open(&support::config(dir.path())).unwrap());
    let log = open();
    order(log.as_ref()).await;
    contention(&log).await;
    atomicity(log.as_ref()).await;
    idempotency(log.as_ref()).await;
    following(&log).await;
    let before = log.after(Position::START, 10_000).await.unwrap();
    drop(log);
    let log = open();
    assert_eq!(log.after(Position::START, 10_000).await.unwrap(), before);
    let again = log
        .append(keyed(commit(stream(70), Tip::START, 1), b"a"))
        .await;
    assert!(again.unwrap().replayed, "a key outlives the process");
}

#[tokio::test]
async fn a_full_queue_refuses_at_once_and_a_closed_log_for_good() {
    let dir = tempfile::tempdir().unwrap();
    let config = store::Config {
        queue: 1,
        ..support::config(dir.path())
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
    let all = log.after(Position::START, 1000).await.unwrap();
    assert_eq!(all.len(), written);
    assert_eq!(*log.head().borrow(), all.last().unwrap().position);
    log.close().unwrap();
    let late = log.append(commit(stream(250), Tip::START, 1)).await;
    assert!(matches!(late, Err(AppendError::Store(_))));
}

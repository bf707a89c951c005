//! The life of a match in the store.
#![allow(clippy::unwrap_used, reason = "a test says what it needs by panicking")]

use std::task::{Context, Waker};

use domain::{
    Seat,
    matches::{MatchEvent, Request},
};
use store::{Asker, Audience, IdempotencyKey, MatchId, RequestError, Timestamp};

use crate::support::{self, asker};

#[tokio::test]
async fn a_match_played_to_its_end_is_verified_by_its_record_alone() {
    let dir = tempfile::tempdir().unwrap();
    let store = support::open(dir.path());
    let id = support::played(&store, usize::MAX).await;
    let now = store.matches.current(id).await.unwrap();
    assert!(now.game.is_over());
    let verdict = store.matches.verify(id).await.unwrap();
    assert_eq!(verdict.divergence, None);
    assert!(verdict.valid && verdict.complete && verdict.finished);
    assert_eq!((verdict.version, verdict.head), (now.version(), now.head()));
    support::close(store).await;
}

#[tokio::test]
async fn every_step_is_the_fold_of_the_events_up_to_it() {
    let dir = tempfile::tempdir().unwrap();
    let store = support::open(dir.path());
    let id = support::played(&store, 20).await;
    let now = store.matches.current(id).await.unwrap();
    let at = |step| store.matches.at(id, step);
    assert_eq!(at(now.version()).await.unwrap(), now.game);
    assert!(at(1).await.unwrap().table().is_none());
    assert!(matches!(at(0).await, Err(RequestError::Unknown)));
    let beyond = at(now.version() + 1).await;
    assert!(matches!(beyond, Err(RequestError::Unknown)));
}

#[tokio::test]
async fn what_is_in_memory_is_what_is_on_disk() {
    let dir = tempfile::tempdir().unwrap();
    let store = support::open(dir.path());
    let id = support::played(&store, 25).await;
    let before = store.matches.current(id).await.unwrap();
    support::close(store).await;
    let store = support::open(dir.path());
    let after = store.matches.current(id).await.unwrap();
    assert_eq!(before, after);
    assert!(store.matches.verify(id).await.unwrap().valid);
}

#[tokio::test]
async fn a_decision_put_again_gets_its_first_answer() {
    let dir = tempfile::tempdir().unwrap();
    let store = support::open(dir.path());
    let id = support::played(&store, 3).await;
    let now = store.matches.current(id).await.unwrap();
    let (by, request) = support::next_request(&now.game).unwrap();
    let put = |request| {
        store
            .matches
            .request(id, &by, request, Timestamp::now(), None)
    };
    let first = put(request.clone()).await.unwrap();
    support::play(&store, id, 3).await;
    let again = put(request.clone()).await.unwrap();
    assert!(!first.replayed && again.replayed);
    assert_eq!(first.commit, again.commit);

    let Request::Decide {
        seat,
        decision,
        command,
    } = request
    else {
        panic!("it is a decision");
    };
    let mut legal = now
        .game
        .table()
        .unwrap()
        .state
        .view(domain::Viewer::Seat(seat))
        .legal();
    legal.retain(|other| *other != command);
    let command = legal.pop().unwrap();
    let Err(RequestError::Rejected(rejection)) = put(Request::Decide {
        seat,
        decision,
        command,
    })
    .await
    else {
        panic!("another command is refused");
    };
    assert_eq!(rejection.code, "decision_made");
    assert!(
        rejection.reason.contains("\"game\""),
        "it tells what stands"
    );
}

#[tokio::test]
async fn a_stranger_is_not_told_what_was_decided() {
    let dir = tempfile::tempdir().unwrap();
    let store = support::open(dir.path());
    let id = support::played(&store, 0).await;
    let now = store.matches.current(id).await.unwrap();
    let (_, request) = support::next_request(&now.game).unwrap();
    support::play(&store, id, 1).await;
    for stranger in [asker(9), Asker::Server] {
        let put = store
            .matches
            .request(id, &stranger, request.clone(), Timestamp::now(), None);
        let Err(RequestError::Rejected(rejection)) = put.await else {
            panic!("a stranger is refused");
        };
        assert_eq!(rejection.code, "not_your_seat");
        assert!(!rejection.reason.contains('{'));
    }
}

#[tokio::test]
async fn of_many_who_put_the_same_decision_at_once_one_makes_it() {
    let dir = tempfile::tempdir().unwrap();
    let store = support::open(dir.path());
    let id = support::played(&store, 1).await;
    for _ in 0..10 {
        let now = store.matches.current(id).await.unwrap();
        let (by, request) = support::next_request(&now.game).unwrap();
        let puts: Vec<_> = (0..8)
            .map(|_| {
                let (store, by, request) = (store.clone(), by.clone(), request.clone());
                tokio::spawn(async move {
                    let put = store
                        .matches
                        .request(id, &by, request, Timestamp::now(), None);
                    put.await.unwrap().replayed
                })
            })
            .collect();
        let mut made = 0;
        for put in puts {
            made += u32::from(!put.await.unwrap());
        }
        assert_eq!(made, 1);
    }
}

#[tokio::test]
async fn whoever_hangs_up_leaves_a_match_that_goes_on() {
    let dir = tempfile::tempdir().unwrap();
    let store = support::open(dir.path());
    let id = support::played(&store, 1).await;
    let now = store.matches.current(id).await.unwrap();
    let (by, request) = support::next_request(&now.game).unwrap();
    let mut grown = store.matches.watch(id);
    grown.borrow_and_update();
    {
        let put = store
            .matches
            .request(id, &by, request, Timestamp::now(), None);
        let mut put = Box::pin(put);
        // Polled once: the commit is on its way or there, and nobody waits for it.
        let mut nobody = Context::from_waker(Waker::noop());
        let _ = put.as_mut().poll(&mut nobody);
    }
    grown.changed().await.unwrap();
    let then = store.matches.current(id).await.unwrap();
    assert!(then.version() > now.version());
    support::play(&store, id, 3).await;
    assert!(store.matches.verify(id).await.unwrap().valid);
}

#[tokio::test]
async fn a_key_opens_one_match_however_often_it_is_asked() {
    let dir = tempfile::tempdir().unwrap();
    let store = support::open(dir.path());
    let key = |request: &[u8]| Some(IdempotencyKey::new("p", "k", request));
    let by = asker(1);
    let open = |key| store.matches.open(&by, support::two_players(), key);
    let (first, second) = tokio::join!(open(key(b"1")), open(key(b"1")));
    let third = open(key(b"1")).await.unwrap();
    let ids = [first, second].map(|answer| answer.unwrap().now.id);
    assert_eq!(ids, [third.now.id; 2]);
    assert!(third.replayed);
    assert!(matches!(
        open(key(b"2")).await,
        Err(RequestError::KeyReused)
    ));
}

#[tokio::test]
async fn trying_out_writes_nothing() {
    let dir = tempfile::tempdir().unwrap();
    let store = support::open(dir.path());
    let id = support::played(&store, 2).await;
    let before = store.integrity();
    let now = store.matches.current(id).await.unwrap();
    let (by, request) = support::next_request(&now.game).unwrap();
    let tried = store
        .matches
        .try_out(id, &by, request.clone())
        .await
        .unwrap();
    assert_eq!(store.integrity(), before);
    let made = store
        .matches
        .request(id, &by, request, Timestamp::now(), None)
        .await
        .unwrap();
    assert_eq!(tried.events, made.commit.events);
    assert_eq!(tried.then, made.now.game);
}

#[tokio::test]
async fn bots_of_the_server_play_by_themselves_and_after_a_restart() {
    let dir = tempfile::tempdir().unwrap();
    let store = support::open(dir.path());
    let opened = store
        .matches
        .open(&asker(1), support::two_bots(), None)
        .await;
    let id = opened.unwrap().now.id;
    support::close(store).await;
    let store = support::open(dir.path());
    let mut feed = store.matches.follow(id, Audience::Seated, 0).await.unwrap();
    loop {
        let commits = feed.next().await.unwrap();
        let last = commits.last().unwrap().events.last().unwrap();
        if let MatchEvent::Ended { .. } = last {
            break;
        }
    }
    let verdict = store.matches.verify(id).await.unwrap();
    assert!(verdict.valid && verdict.finished, "{verdict:?}");
    drop(feed);
    support::close(store).await;
}

#[tokio::test]
async fn bots_leave_players_their_room_in_the_queue() {
    let dir = tempfile::tempdir().unwrap();
    let config = store::Config {
        queue: 300,
        ..support::config(dir.path())
    };
    let store = store::Store::open(&config).unwrap();
    let bot = domain::matches::Place::Bot {
        bot: domain::bots::Bot::Random,
    };
    for _ in 0..8 {
        let many = support::opening(&vec![bot.clone(); 40]);
        let open = store.matches.open(&Asker::Server, many, None);
        open.await.unwrap();
    }
    let id = support::played(&store, usize::MAX).await;
    assert!(store.matches.current(id).await.unwrap().game.is_over());
    support::close(store).await;
}

#[tokio::test]
async fn seats_are_taken_and_left_until_the_table_is_full() {
    let dir = tempfile::tempdir().unwrap();
    let store = support::open(dir.path());
    let open = domain::matches::Place::Open;
    let opening = support::opening(&[open.clone(), open]);
    let id = store
        .matches
        .open(&asker(1), opening, None)
        .await
        .unwrap()
        .now
        .id;
    let ask = |by: u8, request| {
        let store = store.clone();
        async move {
            store
                .matches
                .request(id, &asker(by), request, Timestamp::now(), None)
                .await
        }
    };
    ask(1, Request::Join { seat: None }).await.unwrap();
    ask(1, Request::Leave { seat: Seat(0) }).await.unwrap();
    ask(
        2,
        Request::Join {
            seat: Some(Seat(0)),
        },
    )
    .await
    .unwrap();
    let full = ask(1, Request::Join { seat: None }).await.unwrap();
    assert!(full.now.game.table().is_some());
    assert!(full.now.offered_at(Seat(0)).is_some() || full.now.offered_at(Seat(1)).is_some());
    assert!(store.matches.verify(id).await.unwrap().valid);
    let unknown = store.matches.current(MatchId::random()).await;
    assert!(matches!(unknown, Err(RequestError::Unknown)));
}

#[tokio::test]
async fn matches_that_nobody_uses_leave_memory_and_come_back() {
    let dir = tempfile::tempdir().unwrap();
    let config = store::Config {
        matches: 4,
        ..support::config(dir.path())
    };
    let store = store::Store::open(&config).unwrap();
    let mut ids = Vec::new();
    for _ in 0..12 {
        ids.push(support::played(&store, 1).await);
    }
    for id in &ids {
        support::play(&store, *id, 2).await;
        assert!(store.matches.verify(*id).await.unwrap().valid);
    }
}

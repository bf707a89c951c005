//! Windows in which seats decide at once: closed by the server, decided again by a check.

use std::path::Path;

use domain::{
    BySeat, GameId, Seat, Seed,
    bots::Bot,
    matches::{MatchEvent, Place, Settings},
};
use store::{MatchId, Opening, Store, WhyServer};

use crate::support;

/// A match in which a player who has chosen an explorer sits beside three bots of the server:
/// they pass, and wait for the player.
async fn waiting(store: &Store, window_ms: u16) -> MatchId {
    let bot = || Place::Bot { bot: Bot::Greedy };
    let player = support::player(1);
    let opening = Opening {
        options: GameId::BigMonster.default_options(),
        places: BySeat::new(4, |seat| match seat.0 {
            0 => Place::Player {
                player: player.clone(),
            },
            _ => bot(),
        }),
        seated: vec![(Seat(0), player.clone())],
        seed: Some(Seed([9; 32])),
        open_hands: false,
        private: false,
        arranged: None,
        settings: Settings {
            window_ms: Some(window_ms),
            ..Settings::default()
        },
    };
    let opened = store.matches.open(&support::asker(1), opening, None).await;
    let id = opened.unwrap().now.id;
    support::decide(store, id).await.unwrap();
    until(store, id, |events| {
        events.iter().filter(|it| it.name() == "pass_held").count() >= 3
    })
    .await;
    id
}

async fn events(store: &Store, id: MatchId) -> Vec<MatchEvent> {
    let record = store.matches.record(id).await.unwrap();
    let events = record.iter().flat_map(|commit| commit.events.clone());
    events.collect()
}

async fn until(store: &Store, id: MatchId, is_there: impl Fn(&[MatchEvent]) -> bool) {
    let mut version = store.matches.watch(id);
    loop {
        version.borrow_and_update();
        if is_there(&events(store, id).await) {
            return;
        }
        version.changed().await.unwrap();
    }
}

fn is_settled(events: &[MatchEvent]) -> bool {
    events.iter().any(|it| it.name() == "passes_settled")
}

/// The window was closed by the server, and a check decides it again.
async fn assert_closed(store: &Store, id: MatchId) {
    until(store, id, is_settled).await;
    let record = store.matches.record(id).await.unwrap();
    let closing = record
        .iter()
        .find(|commit| is_settled(&commit.events))
        .unwrap();
    assert_eq!(closing.cause.why_server, Some(WhyServer::Window));
    assert_eq!(closing.cause.by.player(), None);
    let closed = MatchEvent::OfferClosed {
        seat: Seat(0),
        decision: 1,
    };
    assert!(closing.events.contains(&closed));
    let verdict = store.matches.verify(id).await.unwrap();
    assert!(verdict.valid && verdict.complete, "{verdict:?}");
    let now = store.matches.current(id).await.unwrap();
    assert!(now.game.table().unwrap().to_act().contains(Seat(0)));
}

#[tokio::test(flavor = "multi_thread")]
async fn passes_are_held_for_a_player_until_the_window_is_over() {
    let dir = tempfile::tempdir().unwrap();
    let store = support::open(dir.path());
    let held = waiting(&store, 60_000).await;
    let closed = waiting(&store, 1).await;
    assert_closed(&store, closed).await;
    assert!(!is_settled(&events(&store, held).await));
    // The player passes: all have, and nobody waits for the end of the window.
    support::decide(&store, held).await.unwrap();
    until(&store, held, is_settled).await;
    support::close(store).await;
}

/// Whether a window that was open when the store stopped was closed after the next start. On
/// a slow machine it may be over before the stop.
async fn closed_after_a_start(dir: &Path, window_ms: u16) -> bool {
    let store = support::open(dir);
    let id = waiting(&store, window_ms).await;
    store.close().await.unwrap();
    let head = store.integrity().position;
    drop(store);
    let store = support::open(dir);
    assert_closed(&store, id).await;
    let record = store.matches.record(id).await.unwrap();
    let mut closing = record.iter().filter(|commit| is_settled(&commit.events));
    let is_after = closing.next().unwrap().line.position > head;
    drop(record);
    support::close(store).await;
    is_after
}

#[tokio::test(flavor = "multi_thread")]
async fn a_window_that_was_open_when_the_store_stopped_is_closed_after_the_start() {
    let dir = tempfile::tempdir().unwrap();
    for window_ms in [500, 2_000, 8_000, 32_000] {
        if closed_after_a_start(dir.path(), window_ms).await {
            return;
        }
    }
    panic!("every window was over before the store stopped");
}

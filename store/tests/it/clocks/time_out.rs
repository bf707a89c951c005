//! Time runs out: a match is played to its end, and each seat has its own clock.

use domain::{
    GameId, Seat,
    matches::{Clock, MatchEvent, OnTimeout, Settings},
};
use std::time::Duration;
use store::{LiveMatch, WhyServer};

use super::{HOUR, SECOND, Stand, clock, code, own};
use crate::support::asker;

const PLAYED_ON: [OnTimeout; 3] = [OnTimeout::Default, OnTimeout::Random, OnTimeout::Greedy];

#[tokio::test(flavor = "multi_thread")]
async fn a_match_whose_players_say_nothing_is_played_to_its_end_by_their_clocks() {
    let dir = tempfile::tempdir().unwrap();
    let stand = Stand::open(dir.path());
    for &game in GameId::ALL {
        for on_timeout in PLAYED_ON {
            let id = stand.duel(game, clock(30, on_timeout)).await;
            stand.run_out(id).await;
            let commits = stand.commits(id).await;
            let late = commits
                .iter()
                .filter(|commit| matches!(commit.events[0], MatchEvent::TimedOut { .. }));
            for commit in late {
                assert_eq!(commit.cause.why_server, Some(WhyServer::Timeout));
                assert_eq!(commit.cause.clock, Some(0));
                let by_bot = on_timeout != OnTimeout::Default;
                assert_eq!(commit.cause.bot.is_some(), by_bot);
                assert!(matches!(commit.events[1], MatchEvent::Decided { .. }));
            }
            stand.verified(id).await;
        }
        assert!(stand.counted(game, false).await.is_empty());
        let counted = stand.counted(game, true).await;
        assert_eq!(counted.len(), 2 * PLAYED_ON.len());
        for row in counted {
            assert_eq!(row["server_made"], "yes");
            assert_eq!(row["server_decisions"], row["decisions"]);
        }
    }
    stand.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_decision_counts_by_when_it_arrived_and_each_seat_has_its_own_clock() {
    let dir = tempfile::tempdir().unwrap();
    let stand = Stand::open(dir.path());
    let game = GameId::Cartographers;
    let id = stand.duel(game, clock(30, OnTimeout::Default)).await;
    let matches = &stand.store.matches;
    let request = |now: &LiveMatch, seat| own(now.game.table().unwrap(), seat);
    let now = matches.current(id).await.unwrap();
    let (first, second) = (request(&now, Seat(0)), request(&now, Seat(1)));
    drop(now);
    let begun = stand.time.now();
    let in_time = begun.later(Duration::from_millis(29_999));
    matches
        .request(id, &asker(1), first, in_time, None)
        .await
        .unwrap();
    stand.time.move_on(30 * SECOND);
    let by = &asker(2);
    let late = matches.request(id, by, second, stand.time.now(), None);
    assert_eq!(code(late.await), "timed_out");
    let commits = stand.commits(id).await;
    let [.., by_first, by_server] = &commits[..] else {
        panic!("both have decided");
    };
    assert_eq!(by_first.cause.clock, Some(1));
    assert_eq!(by_first.cause.why_server, None);
    assert_eq!(by_server.cause.why_server, Some(WhyServer::Timeout));
    stand.verified(id).await;
    stand.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn time_for_the_match_is_spent_and_gained_and_kept_through_a_restart() {
    let dir = tempfile::tempdir().unwrap();
    let mut stand = Stand::open(dir.path());
    let settings = Settings {
        clock: Some(Clock {
            per_match_ms: Some(60_000),
            increment_ms: Some(2_000),
            ..Clock::default()
        }),
        ..Settings::default()
    };
    let id = stand.duel(GameId::Cartographers, settings).await;
    let left = |stand: &Stand| {
        let matches = stand.store.matches.clone();
        async move {
            let now = matches.current(id).await.unwrap();
            [Seat(0), Seat(1)].map(|seat| matches.left_ms(&now, seat))
        }
    };
    stand.time.move_on(10 * SECOND);
    assert_eq!(left(&stand).await, [Some(50_000); 2]);
    stand.decide(id, Seat(0)).await.unwrap();
    assert_eq!(left(&stand).await, [None, Some(50_000)]);
    stand.time.move_on(5 * SECOND);
    stand.decide(id, Seat(1)).await.unwrap();
    stand.settled(id).await;
    assert_eq!(left(&stand).await, [Some(52_000), Some(47_000)]);
    stand.time.move_on(SECOND);
    let time = stand.time.clone();
    stand.close().await;
    time.move_on(HOUR);
    stand = Stand::at(dir.path(), time);
    assert_eq!(left(&stand).await, [Some(51_000), Some(46_000)]);
    stand.close().await;
}

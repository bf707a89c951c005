//! Commands that the rules refuse are counted, and may be limited.

use domain::{
    GameId, Seat,
    matches::{Forfeit, MatchEvent, OnIllegal, OnTimeout, Request, Settings},
};
use store::{MatchId, Tries, WhyServer};

use super::{Stand, code, forfeit::forfeited, illegal, own};
use crate::{statistics::Row, support::asker};

/// A seat uses up the tries for its first decision, of which it has two: the seat, and a
/// command that would have been right.
async fn used_up(stand: &Stand, id: MatchId) -> (Seat, Request) {
    let now = stand.now(id).await;
    let seat = stand.due(id).await;
    let (own_number, others_number) = (seat.0 + 1, 2 - seat.0);
    let table = now.game.table().unwrap();
    let (wrong, right, decision) = (
        illegal(table, seat),
        own(table, seat),
        table.decisions[seat],
    );
    drop(now);
    let mut early = right.clone();
    if let Request::Decide { decision, .. } = &mut early {
        *decision += 1;
    }
    // What is not due, or is another's, is no try.
    for _ in 0..5 {
        let refused = stand.ask(id, own_number, early.clone()).await;
        assert_eq!(code(refused), "decision_not_due");
        let refused = stand.ask(id, others_number, right.clone()).await;
        assert_eq!(code(refused), "not_your_seat");
    }
    for _ in 0..3 {
        let now = stand.now(id).await;
        assert_eq!(now.game.table().unwrap().decisions[seat], decision);
        drop(now);
        let refused = stand.ask(id, own_number, wrong.clone()).await;
        assert_eq!(code(refused), "wrong_game");
    }
    let commits = stand.commits(id).await;
    let mut of_seat = commits.iter().filter(|it| it.cause.seat == Some(seat));
    let commit = of_seat.next().unwrap();
    assert_eq!(commit.cause.why_server, Some(WhyServer::Illegal));
    let tries = Tries::from([("wrong_game".to_owned(), 3)]);
    assert_eq!(commit.tries().unwrap(), tries);
    let late = MatchEvent::TimedOut {
        seat,
        decision,
        by_tries: true,
    };
    assert_eq!(commit.events[0], late);
    (seat, right)
}

#[tokio::test(flavor = "multi_thread")]
async fn one_try_more_than_the_limit_is_a_time_out() {
    let dir = tempfile::tempdir().unwrap();
    let stand = Stand::open(dir.path());
    for &game in GameId::ALL {
        for on_timeout in [OnTimeout::Default, OnTimeout::Forfeit] {
            let settings = Settings {
                on_illegal: Some(OnIllegal::Limit),
                tries_limit: Some(2),
                on_timeout: Some(on_timeout),
                ..Settings::default()
            };
            let id = stand.duel(game, settings).await;
            let (seat, right) = used_up(&stand, id).await;
            let refused = code(stand.ask(id, seat.0 + 1, right).await);
            if on_timeout == OnTimeout::Forfeit {
                assert_eq!(refused, "forfeited");
                forfeited(&stand, id, seat, Forfeit::Illegal).await;
            } else {
                assert_eq!(refused, "timed_out");
                stand.play_on(id).await;
                stand.verified(id).await;
            }
        }
        let counted = stand.counted(game, true).await;
        let tries = counted.iter().filter(|row| row["illegal_tries"] == "3");
        let tries: Vec<&Row> = tries.collect();
        assert_eq!(tries.len(), 2);
        for row in tries {
            assert_eq!(row["illegal_tries.wrong_game"], "3");
            assert_eq!(row["legal"], "full");
        }
    }
    stand.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn tries_are_recorded_with_the_decision_also_where_they_cost_nothing() {
    let dir = tempfile::tempdir().unwrap();
    let stand = Stand::open(dir.path());
    let id = stand.duel(GameId::ALL[0], Settings::default()).await;
    let now = stand.now(id).await;
    let (wrong, right) = {
        let table = now.game.table().unwrap();
        (illegal(table, Seat(0)), own(table, Seat(0)))
    };
    drop(now);
    for _ in 0..20 {
        assert_eq!(code(stand.ask(id, 1, wrong.clone()).await), "wrong_game");
    }
    let matches = &stand.store.matches;
    matches
        .tried(id, &asker(1), (Seat(0), 0), "off_the_map")
        .await
        .unwrap();
    let early = matches
        .tried(id, &asker(1), (Seat(0), 1), "off_the_map")
        .await;
    assert_eq!(code(early), "decision_not_due");
    stand.ask(id, 1, right).await.unwrap();
    let commits = stand.commits(id).await;
    let tries = commits.last().unwrap().tries().unwrap();
    let expected = [("off_the_map".to_owned(), 1), ("wrong_game".to_owned(), 20)];
    assert_eq!(tries, Tries::from(expected));
    stand.decide(id, Seat(1)).await.unwrap();
    let commits = stand.commits(id).await;
    assert!(commits.last().unwrap().tries().unwrap().is_empty());
    stand.verified(id).await;
    stand.close().await;
}

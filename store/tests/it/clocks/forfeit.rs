//! A seat forfeits, by its time or by leaving: it is played on, and last.

use domain::{
    GameId, Seat,
    matches::{Forfeit, OnTimeout, Request, Settings},
};
use store::{MatchId, WhyServer};

use super::{SECOND, Stand, clock, code};
use crate::support;

/// A seat of a running match has forfeited it: the other plays on, and wins.
pub(super) async fn forfeited(stand: &Stand, id: MatchId, out: Seat, why: Forfeit) {
    stand
        .until(id, |now| {
            now.game.table().unwrap().forfeits[out] == Some(why)
        })
        .await;
    stand.play_on(id).await;
    let now = stand.now(id).await;
    let game = now.game.terms.options.game();
    let standings = now.game.table().unwrap().standings.clone().unwrap();
    drop(now);
    for (seat, standing) in standings.iter() {
        assert_eq!(standing.rank, if seat == out { 2 } else { 1 });
    }
    for commit in stand.commits(id).await {
        let (cause, asked) = (&commit.cause, commit.request().unwrap());
        if cause.by.player().is_none() && cause.seat == Some(out) {
            assert_eq!(cause.why_server, Some(WhyServer::from(why)), "{asked:?}");
        }
    }
    stand.verified(id).await;
    let (_, results) = support::lists(&stand.store).await;
    let result = results.iter().find(|row| row.id == id).unwrap();
    assert!(result.placings[out].forfeited && result.placings[out].rank == 2);
    let shown = stand.counted(game, false).await;
    assert!(shown.iter().all(|row| row["match"] != id.to_string()));
    let all = stand.counted(game, true).await;
    let of_match = all.iter().filter(|row| row["match"] == id.to_string());
    assert_eq!(
        of_match.filter(|row| row["server_made"] == "yes").count(),
        2
    );
    assert_eq!(stand.store.statistics.ratings(game).matches, 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn who_forfeits_by_time_or_leaves_is_played_on_and_last() {
    let dir = tempfile::tempdir().unwrap();
    let stand = Stand::open(dir.path());
    for &game in GameId::ALL {
        let id = stand.duel(game, clock(30, OnTimeout::Forfeit)).await;
        let late = stand.due(id).await;
        // Whoever else owes a decision makes it in time.
        stand.time.move_on(29 * SECOND);
        let other = Seat(1 - late.0);
        if stand
            .now(id)
            .await
            .game
            .table()
            .unwrap()
            .to_act()
            .contains(other)
        {
            stand.decide(id, other).await.unwrap();
        }
        stand.time.move_on(SECOND);
        forfeited(&stand, id, late, Forfeit::Timeout).await;

        let id = stand.duel(game, Settings::default()).await;
        let first = stand.due(id).await;
        stand.decide(id, first).await.unwrap();
        stand
            .ask(id, 2, Request::Leave { seat: Seat(1) })
            .await
            .unwrap();
        assert_eq!(
            code(stand.ask(id, 2, Request::Leave { seat: Seat(1) }).await),
            "forfeited"
        );
        forfeited(&stand, id, Seat(1), Forfeit::Left).await;
    }
    stand.close().await;
}

//! Matches that end without a result: by agreement, or abandoned.

use std::time::Duration;

use domain::{
    GameId, Seat,
    matches::{MatchEvent, Request, Settings},
};
use store::{Asked, WhyServer};

use super::{SECOND, Stand, code};
use crate::support;

#[tokio::test(flavor = "multi_thread")]
async fn players_agree_to_end_a_match_and_one_that_nobody_plays_on_is_abandoned() {
    let dir = tempfile::tempdir().unwrap();
    let stand = Stand::open(dir.path());
    let week = Duration::from_millis(store::matches::ABANDON_AFTER_MS);
    for &game in GameId::ALL {
        let id = stand.duel(game, Settings::default()).await;
        stand
            .ask(id, 1, Request::AskEnd { seat: Seat(0) })
            .await
            .unwrap();
        assert_eq!(
            code(stand.ask(id, 1, Request::AskEnd { seat: Seat(0) }).await),
            "end_asked"
        );
        stand
            .ask(id, 2, Request::AskEnd { seat: Seat(1) })
            .await
            .unwrap();
        assert!(stand.now(id).await.game.is_over());
        stand.verified(id).await;

        let id = stand.duel(game, Settings::default()).await;
        stand.time.move_on(week - SECOND);
        let seat = stand.due(id).await;
        stand.decide(id, seat).await.unwrap();
        stand.time.move_on(week - SECOND);
        stand.now(id).await;
        assert!(!stand.now(id).await.game.is_over());
        stand.time.move_on(SECOND);
        stand.until(id, |now| now.game.is_over()).await;
        let commits = stand.commits(id).await;
        let last = commits.last().unwrap();
        assert_eq!(last.cause.why_server, Some(WhyServer::Abandoned));
        assert!(matches!(last.events[..], [MatchEvent::Abandoned { .. }]));
        assert_eq!(last.request().unwrap(), Some(Asked::Abandon));
        stand.verified(id).await;
        assert!(stand.counted(game, true).await.is_empty());
    }
    assert!(
        support::lists(&stand.store).await.1.is_empty(),
        "they have no ranks"
    );
    stand.close().await;
}

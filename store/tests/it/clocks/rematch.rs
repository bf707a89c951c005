//! The same table again, with its seats rotated.

use domain::{
    BySeat, GameId,
    matches::{OnTimeout, Place, Request},
};
use store::Opening;

use super::{Stand, clock, per_decision};
use crate::support::{asker, player};

#[tokio::test(flavor = "multi_thread")]
async fn a_rematch_has_the_same_table_with_its_seats_rotated() {
    let dir = tempfile::tempdir().unwrap();
    let stand = Stand::open(dir.path());
    let id = stand
        .duel(GameId::ALL[0], clock(30, OnTimeout::Greedy))
        .await;
    stand.run_out(id).await;
    let parent = stand.now(id).await;
    let opening = Opening::rematch(id, &parent.game, &player(1));
    let opened = stand
        .store
        .matches
        .open(&asker(1), opening, None)
        .await
        .unwrap();
    let terms = &opened.now.game.terms;
    assert_eq!(terms.settings.rematch_of, Some(id.to_string()));
    assert_eq!(terms.settings.clock, per_decision(30));
    assert_eq!(terms.options, parent.game.terms.options);
    assert_ne!(terms.seed_commitment, parent.game.terms.seed_commitment);
    let at = |seat: u8| Place::Player {
        player: player(seat + 1),
    };
    assert_eq!(terms.places, BySeat::new(2, |seat| at(1 - seat.0)));
    let second = opened.now.id;
    drop(opened);
    stand
        .ask(second, 2, Request::Join { seat: None })
        .await
        .unwrap();
    assert!(
        stand
            .store
            .matches
            .current(second)
            .await
            .unwrap()
            .game
            .table()
            .is_some()
    );
    stand.close().await;
}

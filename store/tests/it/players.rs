//! Players and their tokens.
#![allow(clippy::unwrap_used, reason = "a test says what it needs by panicking")]

use std::task::{Context, Waker};

use store::{Hash, IdempotencyKey, PlayerKind, Registration, RequestError};

use crate::support;

fn registration(name: &str) -> Registration {
    Registration {
        name: name.to_owned(),
        kind: PlayerKind::Person,
        version: None,
    }
}

#[tokio::test]
async fn a_player_outlives_the_process_with_their_last_token() {
    let dir = tempfile::tempdir().unwrap();
    let store = support::open(dir.path());
    let hash = |id: &domain::matches::PlayerId| Hash::of(&id.0);
    let registered = store
        .players
        .register(registration("Ada"), hash, None)
        .await
        .unwrap();
    let id = registered.player.id.clone();
    assert_eq!(registered.player.token_hash, Hash::of(&id.0));
    store
        .players
        .rotate(&id, |generation| Hash::of(generation.to_be_bytes()), None)
        .await
        .unwrap();
    let secret = *store.secret();
    support::close(store).await;
    let store = support::open(dir.path());
    let player = store.players.get(&id).await.unwrap().unwrap();
    assert_eq!((player.name.as_str(), player.generation), ("Ada", 1));
    assert_eq!(player.token_hash, Hash::of(1_u32.to_be_bytes()));
    assert_eq!(*store.secret(), secret);
}

#[tokio::test]
async fn a_rotation_counts_though_whoever_asked_hangs_up() {
    let dir = tempfile::tempdir().unwrap();
    let store = support::open(dir.path());
    let hash = |id: &domain::matches::PlayerId| Hash::of(&id.0);
    let register = store.players.register(registration("Ada"), hash, None);
    let id = register.await.unwrap().player.id.clone();
    let new = |generation: u32| Hash::of(generation.to_be_bytes());
    {
        let mut rotate = Box::pin(store.players.rotate(&id, new, None));
        let mut nobody = Context::from_waker(Waker::noop());
        // Begun, and left: it may be over already.
        let _ = rotate.as_mut().poll(&mut nobody);
    }
    // One rotation at a time: this one comes after the one that nobody waits for.
    store.players.rotate(&id, new, None).await.unwrap();
    let player = store.players.get(&id).await.unwrap().unwrap();
    assert_eq!((player.generation, player.token_hash), (2, new(2)));
}

#[tokio::test]
async fn a_registration_asked_twice_is_one_player() {
    let dir = tempfile::tempdir().unwrap();
    let store = support::open(dir.path());
    let register = |name: &'static str| {
        let key = IdempotencyKey::new("anyone", "k", name.as_bytes());
        store
            .players
            .register(registration(name), |id| Hash::of(&id.0), Some(key))
    };
    let first = register("Ada").await.unwrap();
    let again = register("Ada").await.unwrap();
    assert_eq!(first.player, again.player);
    assert!(again.replayed);
    assert!(matches!(
        register("Bob").await,
        Err(RequestError::KeyReused)
    ));
    let stranger = store.players.get(&support::player(77)).await.unwrap();
    assert_eq!(stranger, None);
}

//! Players and their tokens.
#![allow(clippy::unwrap_used, reason = "a test says what it needs by panicking")]

use std::{
    path::Path,
    task::{Context, Waker},
};

use domain::matches::PlayerId;
use store::{
    Hash, IdempotencyKey, NameFilter, PlayerKind, PlayersFilter, Registration, RequestError, Store,
    portable,
};

use crate::support;

fn registration(name: &str) -> Registration {
    Registration {
        name: name.to_owned(),
        unique_name: false,
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
    assert_eq!(
        (player.name.as_deref(), player.generation),
        (Some("Ada"), 1)
    );
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

async fn register(store: &Store, name: &str, unique_name: bool) -> Result<PlayerId, RequestError> {
    let wanted = Registration {
        unique_name,
        ..registration(name)
    };
    let registered = store.players.register(wanted, |id| Hash::of(&id.0), None);
    Ok(registered.await?.player.id.clone())
}

fn is_taken<T>(refused: &Result<T, RequestError>) -> bool {
    matches!(refused, Err(RequestError::NameTaken(_)))
}

/// The names in the list, the newest first.
fn listed(store: &Store, filter: &PlayersFilter) -> Vec<String> {
    let page = store.players.list(filter, None, 1000);
    page.rows.into_iter().map(|row| row.name).collect()
}

fn called(name: NameFilter) -> PlayersFilter {
    PlayersFilter {
        name: Some(name),
        kind: None,
    }
}

#[tokio::test]
async fn of_all_who_ask_for_a_unique_name_at_once_one_gets_it() {
    let dir = tempfile::tempdir().unwrap();
    let store = support::open(dir.path());
    let mut asking = tokio::task::JoinSet::new();
    for name in ["Ada", "ADA", "ada", "a\u{ff44}a", "Ada"].repeat(4) {
        let store = store.clone();
        asking.spawn(async move { register(&store, name, true).await });
    }
    let answers = asking.join_all().await;
    assert_eq!(answers.iter().filter(|answer| answer.is_ok()).count(), 1);
    assert_eq!(answers.iter().filter(|answer| is_taken(answer)).count(), 19);
    assert_eq!(listed(&store, &PlayersFilter::default()).len(), 1);
}

#[tokio::test]
async fn a_unique_name_is_nobody_elses_until_it_is_dropped() {
    let dir = tempfile::tempdir().unwrap();
    let store = support::open(dir.path());
    let ada = register(&store, "Ada", true).await.unwrap();
    support::close(store).await;
    let store = support::open(dir.path());
    for unique in [false, true] {
        assert!(is_taken(&register(&store, "ada", unique).await));
    }
    store.players.delete(&ada, None).await.unwrap();
    // Whoever does not ask for it alone shares it, and nobody gets it alone then.
    register(&store, "ada", false).await.unwrap();
    register(&store, "Ada", false).await.unwrap();
    assert!(is_taken(&register(&store, "ada", true).await));
}

#[tokio::test]
async fn a_registration_under_a_unique_name_can_be_asked_for_again() {
    let dir = tempfile::tempdir().unwrap();
    let store = support::open(dir.path());
    let key = IdempotencyKey::new("anyone", "k", b"Ada");
    let wanted = Registration {
        unique_name: true,
        ..registration("Ada")
    };
    let register = || {
        let hash = |id: &PlayerId| Hash::of(&id.0);
        store.players.register(wanted.clone(), hash, Some(key))
    };
    let (first, again) = tokio::join!(register(), register());
    let (first, again) = (first.unwrap(), again.unwrap());
    assert_eq!(first.player, again.player);
    assert!(!first.replayed && again.replayed);
}

#[tokio::test]
async fn players_are_found_by_name_and_kind_a_page_at_a_time() {
    let dir = tempfile::tempdir().unwrap();
    let store = support::open(dir.path());
    for name in ["Ann", "ben", "ANNA", "Zo\u{eb}", "ann"] {
        register(&store, name, false).await.unwrap();
    }
    let begin = |name: &str| listed(&store, &called(NameFilter::BeginsWith(name.to_owned())));
    let exact = |name: &str| listed(&store, &called(NameFilter::Exactly(name.to_owned())));
    assert_eq!(begin("aN"), ["ann", "ANNA", "Ann"]);
    assert_eq!(exact("aNN"), ["ann", "Ann"]);
    assert_eq!(exact("ZOE\u{308}"), ["Zo\u{eb}"]);
    assert_eq!(begin("x"), [""; 0]);
    let bots = PlayersFilter {
        kind: Some(PlayerKind::Bot),
        name: None,
    };
    assert_eq!(listed(&store, &bots), [""; 0]);
    let filter = called(NameFilter::BeginsWith("an".to_owned()));
    let first = store.players.list(&filter, None, 2);
    assert_eq!(first.as_of_position, store.integrity().position);
    let rest = store.players.list(&filter, first.next, 2);
    let names = |page: &store::Page<store::PlayerRow>| {
        page.rows
            .iter()
            .map(|row| row.name.clone())
            .collect::<Vec<_>>()
    };
    assert_eq!(
        (names(&first), names(&rest)),
        (
            vec!["ann".to_owned(), "ANNA".to_owned()],
            vec!["Ann".to_owned()],
        )
    );
    assert_eq!(rest.next, None);
}

#[tokio::test]
async fn of_a_deleted_player_the_id_stays_and_nothing_else_can_be_done() {
    let dir = tempfile::tempdir().unwrap();
    let mut store = support::open(dir.path());
    let id = register(&store, "Ada", false).await.unwrap();
    assert_eq!(store.players.name(&id).as_deref(), Some("Ada"));
    let key = IdempotencyKey::new("Ada", "k", b"delete");
    let deleted = store.players.delete(&id, Some(key)).await.unwrap();
    assert!(deleted.deleted && deleted.name.is_none());
    for restarted in [false, true] {
        if restarted {
            support::close(store).await;
            store = support::open(dir.path());
        }
        assert_eq!(store.players.get(&id).await.unwrap(), Some(deleted.clone()));
        assert_eq!(store.players.living(&id).await.unwrap(), None);
        assert_eq!(store.players.name(&id), None);
        assert_eq!(listed(&store, &PlayersFilter::default()), [""; 0]);
        let again = store.players.delete(&id, None).await;
        assert!(matches!(again, Err(RequestError::Unknown)));
        let rotated = store.players.rotate(&id, |_| Hash::of("new"), None).await;
        assert!(matches!(rotated, Err(RequestError::Unknown)));
        let lost = store.players.changed(&id, key).await.unwrap();
        assert_eq!(lost, Some(deleted.clone()));
    }
}

/// Nobody is called so by chance, not even by half.
const NAME: &str = "Quetzalcoatlus of Aksum";

/// Where a file of a directory holds some bytes.
fn holding(dir: &Path, wanted: &[u8]) -> Vec<std::path::PathBuf> {
    let holds = |file: &std::path::PathBuf| {
        let bytes = std::fs::read(file).unwrap();
        bytes.windows(wanted.len()).any(|window| window == wanted)
    };
    support::files(dir).into_iter().filter(holds).collect()
}

/// The salt that the name is sealed under in the only file that has both.
fn salt_of_name(dir: &Path) -> Vec<u8> {
    let journal = holding(dir, NAME.as_bytes());
    assert_eq!(journal.len(), 1, "the name stands once: {journal:?}");
    let bytes = std::fs::read(&journal[0]).unwrap();
    let mut texts = bytes.windows(64).zip(bytes[64..].windows(10 + NAME.len()));
    let text = format!(r#"","text":"{NAME}"#);
    let found = texts.find(|(_, after)| after.starts_with(&text.as_bytes()[..after.len()]));
    found.unwrap().0.to_vec()
}

#[tokio::test]
async fn a_dropped_name_is_in_no_file_and_the_store_is_whole() {
    let dir = tempfile::tempdir().unwrap();
    let store = support::open(dir.path());
    register(&store, "Ada", false).await.unwrap();
    let id = register(&store, NAME, true).await.unwrap();
    support::played(&store, 3).await;
    support::close(store).await;
    let salt = salt_of_name(dir.path());
    assert_eq!(salt.len(), 64);
    let store = support::open(dir.path());
    assert_eq!(store.players.name(&id).as_deref(), Some(NAME));
    store.players.delete(&id, None).await.unwrap();
    let gone = |when: &str| {
        for wanted in [NAME.as_bytes(), &salt] {
            assert_eq!(
                holding(dir.path(), wanted),
                [""; 0].map(std::path::PathBuf::from),
                "{when}"
            );
        }
    };
    gone("as soon as it is answered");
    support::close(store).await;
    gone("when all is written");
    let report = portable::verify_store(dir.path()).unwrap();
    assert_eq!(report.problems, [""; 0]);
    let mut exported = Vec::new();
    portable::export(dir.path(), &mut exported).unwrap();
    std::fs::write(dir.path().join("exported"), &exported).unwrap();
    gone("in an export");
    std::fs::remove_dir_all(dir.path().join("events")).unwrap();
    let store = support::open(dir.path());
    assert!(store.players.get(&id).await.unwrap().unwrap().deleted);
    assert_eq!(listed(&store, &PlayersFilter::default()), ["Ada"]);
    support::close(store).await;
    gone("when the index is built anew");

    let there = tempfile::tempdir().unwrap();
    portable::import(there.path(), &mut exported.as_slice()).unwrap();
    let mut again = Vec::new();
    portable::export(there.path(), &mut again).unwrap();
    assert_eq!(again, exported);
    let store = support::open(there.path());
    assert!(store.players.get(&id).await.unwrap().unwrap().deleted);
    assert_eq!(listed(&store, &PlayersFilter::default()), ["Ada"]);
}

/// Whatever part of the dropping reached the disk before a crash, the next start ends it.
#[tokio::test]
async fn a_name_half_dropped_is_dropped_at_the_next_start() {
    let dir = tempfile::tempdir().unwrap();
    let store = support::open(dir.path());
    let id = register(&store, NAME, false).await.unwrap();
    support::close(store).await;
    let journal = holding(dir.path(), NAME.as_bytes()).remove(0);
    let before = std::fs::read(&journal).unwrap();
    let mut names = before.windows(NAME.len());
    let at = names.position(|window| window == NAME.as_bytes()).unwrap();
    let store = support::open(dir.path());
    store.players.delete(&id, None).await.unwrap();
    support::close(store).await;
    let after = std::fs::read(&journal).unwrap();
    for from in [at - 40, at, at + NAME.len() / 2] {
        let to = at + NAME.len();
        let crashed = [&after[..from], &before[from..to], &after[to..]].concat();
        std::fs::write(&journal, crashed).unwrap();
        std::fs::remove_dir_all(dir.path().join("events")).unwrap();
        let store = support::open(dir.path());
        assert!(store.players.get(&id).await.unwrap().unwrap().deleted);
        support::close(store).await;
        assert_eq!(std::fs::read(&journal).unwrap(), after);
    }
}

#[tokio::test]
async fn a_damaged_name_is_reported_and_not_taken_for_a_dropped_one() {
    let dir = tempfile::tempdir().unwrap();
    let store = support::open(dir.path());
    let id = register(&store, NAME, false).await.unwrap();
    support::close(store).await;
    let journal = holding(dir.path(), NAME.as_bytes()).remove(0);
    let mut bytes = std::fs::read(&journal).unwrap();
    let mut names = bytes.windows(NAME.len());
    let at = names.position(|window| window == NAME.as_bytes()).unwrap();
    bytes[at] ^= 1;
    std::fs::write(&journal, bytes).unwrap();
    let report = portable::verify_store(dir.path()).unwrap();
    assert!(!report.problems.is_empty());
    let store = support::open(dir.path());
    assert!(store.players.get(&id).await.is_err());
}

#[tokio::test]
async fn a_name_registered_in_the_open_is_withheld_and_an_export_is_without_it() {
    let dir = tempfile::tempdir().unwrap();
    let golden = std::fs::read_to_string("tests/golden/schema-1.ndjson").unwrap();
    portable::import(dir.path(), &mut golden.as_bytes()).unwrap();
    let store = support::open(dir.path());
    let ada = called(NameFilter::Exactly("ada".to_owned()));
    let found = store.players.list(&ada, None, 1).rows.remove(0);
    store.players.delete(&found.id, None).await.unwrap();
    assert_eq!(store.players.list(&ada, None, 1).rows, []);
    support::close(store).await;
    assert_eq!(
        portable::verify_store(dir.path()).unwrap().problems,
        [""; 0]
    );
    let mut exported = Vec::new();
    portable::export(dir.path(), &mut exported).unwrap();
    let text = std::str::from_utf8(&exported).unwrap();
    assert!(!text.contains(r#""Ada""#));
    let same = golden.lines().filter(|line| text.contains(line)).count();
    let of_ada = golden
        .lines()
        .filter(|line| line.contains(&format!(r#""stream":"{}""#, found.id.0)));
    assert_eq!(same, golden.lines().count() - of_ada.count());

    let there = tempfile::tempdir().unwrap();
    portable::import(there.path(), &mut exported.as_slice()).unwrap();
    assert_eq!(holding(there.path(), br#""Ada""#).len(), 0);
    assert_eq!(
        portable::verify_store(there.path()).unwrap().problems,
        [""; 0]
    );
    let store = support::open(there.path());
    let player = store.players.get(&found.id).await.unwrap().unwrap();
    assert!(player.deleted && player.name.is_none());
}

//! A store moved into a database and back is the same to the byte.
#![allow(clippy::unwrap_used, reason = "a test says what it needs by panicking")]

use std::{fs, path::Path};

use store::{
    Config, Shards, Store, StoreError,
    batches::Dealing,
    lines,
    migrating::{Migrated, Place, migrate},
    portable,
};
use store_postgres::{Copying, testing::Server};

use crate::{batches, support};

fn directory(dir: &Path) -> Place {
    Place::Directory(dir.to_owned())
}

/// Moves a store on a thread that may wait.
async fn moved(from: &Place, to: &Place) -> Result<Migrated, StoreError> {
    divided(from, to, None).await
}

/// The same into so many shards.
async fn divided(from: &Place, to: &Place, shards: Option<Shards>) -> Result<Migrated, StoreError> {
    let (from, to) = (from.clone(), to.clone());
    let moving = tokio::task::spawn_blocking(move || migrate(&from, &to, shards));
    moving.await.unwrap()
}

fn exported(dir: &Path) -> String {
    let mut lines = Vec::new();
    portable::export(dir, &mut lines).unwrap();
    String::from_utf8(lines).unwrap()
}

fn secret(dir: &Path) -> Vec<u8> {
    fs::read(dir.join("secret")).unwrap()
}

/// A store of matches that are over, begun and open.
async fn played(dir: &Path) {
    let store = support::open(dir);
    for decisions in [3, usize::MAX, 0] {
        support::played(&store, decisions).await;
    }
    support::close(store).await;
}

#[tokio::test]
async fn a_store_goes_into_a_database_and_back_and_is_played_on() {
    let (server, dir) = (Server::start(), tempfile::tempdir().unwrap());
    played(dir.path()).await;
    fs::write(dir.path().join(lines::PUSH), "one\ntwo\n").unwrap();
    let there = Place::Database(server.url());
    let first = moved(&directory(dir.path()), &there).await.unwrap();
    let commits = exported(dir.path());
    assert_eq!(
        first.commits,
        u64::try_from(commits.lines().count()).unwrap()
    );
    assert_eq!(first.were_there, 0);
    let back = tempfile::tempdir().unwrap();
    let again = moved(&there, &directory(back.path())).await.unwrap();
    assert_eq!((again.commits, again.hash), (first.commits, first.hash));
    assert_eq!(exported(back.path()), commits);
    let kept = fs::read_to_string(back.path().join(lines::PUSH)).unwrap();
    assert_eq!(kept, "one\ntwo\n");
    assert_eq!(secret(back.path()), secret(dir.path()));
    assert_eq!(
        portable::verify_store(back.path()).unwrap().problems,
        [""; 0]
    );
    let beside = tempfile::tempdir().unwrap();
    let config = Config {
        postgres: Some(server.url()),
        ..support::config(beside.path())
    };
    let store = Store::open(&config).unwrap();
    let (lobby, results) = support::lists(&store).await;
    assert_eq!((lobby.len(), results.len()), (3, 1));
    support::play(&store, lobby[0].id, 5).await;
    assert!(store.matches.verify(lobby[0].id).await.unwrap().valid);
    support::close(store).await;
}

#[tokio::test]
async fn a_match_that_is_over_takes_one_row_and_is_what_it_was() {
    let (server, dir) = (Server::start(), tempfile::tempdir().unwrap());
    played(dir.path()).await;
    let there = Place::Database(server.url());
    moved(&directory(dir.path()), &there).await.unwrap();
    let lines = exported(dir.path());
    let beside = tempfile::tempdir().unwrap();
    let config = Config {
        postgres: Some(server.url()),
        ..support::config(beside.path())
    };
    let store = Store::open(&config).unwrap();
    let end = store.integrity().position;
    store.archived(end).await.unwrap();
    let over = support::lists(&store).await.1[0].id;
    let rows = format!("SELECT version::text FROM cartulary_commits WHERE stream = '{over}'");
    assert_eq!(server.ask(&rows).await, [""; 0]);
    let packed = "SELECT (8 * length(body) / next_version)::text FROM cartulary_archive";
    let bits_an_event: u64 = server.ask(packed).await[0].parse().unwrap();
    assert!(bits_an_event <= 8 * 25, "{bits_an_event}");
    assert!(store.matches.verify(over).await.unwrap().valid);
    support::close(store).await;
    let back = tempfile::tempdir().unwrap();
    moved(&there, &directory(back.path())).await.unwrap();
    assert_eq!(exported(back.path()), lines);
    // Whoever serves the database next does not begin anew.
    let store = Store::open(&config).unwrap();
    assert_eq!(store.archived_to(), end);
    support::close(store).await;
}

#[tokio::test]
async fn a_move_that_was_cut_short_is_gone_on_with() {
    let (server, dir) = (Server::start(), tempfile::tempdir().unwrap());
    played(dir.path()).await;
    let lines = exported(dir.path());
    let half = lines.lines().take(7).map(str::to_owned);
    let half = half.map(|line| store::record::Line::parse(line).unwrap());
    let (url, half) = (server.url(), half.collect::<Vec<_>>());
    let cut_short = move || {
        let mut begun = Copying::open(&url, None)?;
        begun.set_secret(&[0; 32])?;
        begun.write(&half)
    };
    tokio::task::spawn_blocking(cut_short)
        .await
        .unwrap()
        .unwrap();
    let there = Place::Database(server.url());
    let whole = moved(&directory(dir.path()), &there).await.unwrap();
    assert_eq!(whole.were_there, 7);
    assert_eq!(whole.commits, u64::try_from(lines.lines().count()).unwrap());
    let other = tempfile::tempdir().unwrap();
    played(other.path()).await;
    let refused = moved(&directory(other.path()), &there).await.unwrap_err();
    assert!(
        refused.to_string().contains("an empty database"),
        "{refused}"
    );
}

#[tokio::test]
async fn a_store_is_divided_and_put_together_again() {
    let (server, dir) = (Server::start(), tempfile::tempdir().unwrap());
    played(dir.path()).await;
    let store = support::open(dir.path());
    support::registered(&store, "Ann").await;
    support::close(store).await;
    let commits = exported(dir.path());
    // As it would stand in the file of tries.
    let id = commits
        .split('"')
        .find(|word| word.starts_with("m_"))
        .unwrap();
    let tries = format!("{id} 0 3 overlaps\n");
    fs::write(dir.path().join(lines::TRIES), &tries).unwrap();
    let (there, three) = (Place::Database(server.url()), Shards::new(3).unwrap());
    let first = divided(&directory(dir.path()), &there, Some(three)).await;
    let first = first.unwrap();
    let again = moved(&directory(dir.path()), &there).await.unwrap();
    assert_eq!((again.were_there, again.hash), (first.commits, first.hash));
    let counted = "SELECT count(*) FROM cartulary_shards WHERE commits > 0";
    assert_ne!(server.ask(counted).await, ["1"]);
    let back = tempfile::tempdir().unwrap();
    let put = moved(&there, &directory(back.path())).await.unwrap();
    assert_eq!((put.commits, put.hash), (first.commits, first.hash));
    assert_eq!(exported(back.path()), commits);
    let kept = fs::read_to_string(back.path().join(lines::TRIES)).unwrap();
    assert_eq!(kept, tries);
}

#[tokio::test]
async fn a_store_in_which_a_batch_runs_is_not_divided() {
    let (server, dir) = (Server::start(), tempfile::tempdir().unwrap());
    let store = support::open(dir.path());
    let plan = batches::plan(1000, Dealing::Duplicate);
    let host = support::asker(1);
    let planned = store.batches.plan(&host, plan, None, None).await;
    let running = planned.unwrap().batch.id;
    support::close(store).await;
    let (there, three) = (Place::Database(server.url()), Shards::new(3).unwrap());
    let refused = divided(&directory(dir.path()), &there, Some(three)).await;
    let refused = refused.unwrap_err().to_string();
    assert!(
        refused.contains(&running.to_string()) && refused.contains("stop"),
        "{refused}"
    );
}

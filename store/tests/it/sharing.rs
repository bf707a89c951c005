//! Servers that share a database: each has the lists and statistics of all of it, and plays the
//! matches of its own shards.
#![allow(clippy::unwrap_used, reason = "a test says what it needs by panicking")]

use std::{sync::Arc, time::Duration};

use domain::matches::PlayerId;
use store::{
    Asker, Config, LiveMatch, MatchId, Nodes, Part, PlayerKind, RequestError, Shard, Shards,
    Sharing, Store, StoreError,
};
use store_postgres::testing::Server as Database;
use tempfile::TempDir;

use crate::support;

/// One of several servers on a database.
struct Server {
    config: Config,
    sharing: Arc<Sharing>,
    shards: Shards,
    _dir: TempDir,
}

impl Server {
    fn start(database: &Database, name: &str, shards: Shards) -> Server {
        let dir = tempfile::tempdir().unwrap();
        let config = Config {
            postgres: Some(database.url()),
            node: Some(format!("http://{name}")),
            lease: Duration::from_secs(3),
            ..support::config(dir.path())
        };
        let nodes = Arc::new(Nodes::open(&database.url(), Some(shards)).unwrap());
        Server {
            sharing: Arc::new(Sharing::open(&config, &nodes).unwrap()),
            config,
            shards,
            _dir: dir,
        }
    }

    fn take(&self, shard: Shard) -> Result<Store, StoreError> {
        let shards = self.shards;
        let config = self.sharing.part(&self.config, Part { shards, shard });
        Store::take(&config, &self.sharing)
    }
}

/// Two servers on a database of two shards, each of which has one.
struct Two {
    here: Store,
    there: Store,
    shards: Shards,
    servers: [Server; 2],
    _database: Database,
}

impl Two {
    fn start() -> Two {
        let (database, shards) = (Database::start(), Shards::new(2).unwrap());
        let servers = ["here", "there"].map(|name| Server::start(&database, name, shards));
        Two {
            here: servers[0].take(Shard::FIRST).unwrap(),
            there: servers[1].take(second(shards)).unwrap(),
            shards,
            servers,
            _database: database,
        }
    }
}

fn second(shards: Shards) -> Shard {
    shards.all().nth(1).unwrap()
}

fn by(player: &PlayerId) -> Asker {
    Asker::Player {
        id: player.clone(),
        kind: PlayerKind::Bot,
        version: None,
    }
}

/// Waits until a store shows so many events of a match.
async fn seen(store: &Store, id: MatchId, version: u32) {
    let mut grown = store.matches.watch(id);
    let has_come = |now: Result<Arc<LiveMatch>, _>| now.is_ok_and(|now| now.version() >= version);
    while !has_come(store.matches.current(id).await) {
        grown.changed().await.unwrap();
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_waits_follows_the_log_and_goes_on_with_what_it_has() {
    let database = Database::start();
    let first = Server::start(&database, "first", Shards::ONE);
    let second = Server::start(&database, "second", Shards::ONE);
    let writing = first.take(Shard::FIRST).unwrap();
    support::played(&writing, usize::MAX).await;
    let head = writing.integrity().position;
    writing.archived(head).await.unwrap();
    let open = support::played(&writing, 3).await;
    let taken = second.take(Shard::FIRST);
    assert!(matches!(taken, Err(StoreError::NotOurTurn)), "{taken:?}");
    let head = writing.integrity().position;
    second.sharing.at_least(head).await.unwrap();
    let there = support::lists(&writing).await;
    support::close(writing).await;
    let taken = second.take(Shard::FIRST).unwrap();
    assert_eq!(second.sharing.read_to(), head, "nothing is read twice");
    assert_eq!(support::lists(&taken).await, there);
    support::play(&taken, open, 5).await;
    assert!(taken.matches.verify(open).await.unwrap().valid);
    support::close(taken).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn each_server_plays_the_matches_of_its_shard_and_reads_all() {
    let two = Two::start();
    let (here, there) = (two.here.clone(), two.there.clone());
    let mut ids = Vec::new();
    for store in [&here, &there] {
        ids.push(support::played(store, usize::MAX).await);
        let open = support::played(store, 3).await;
        assert!(store.matches.has(open));
        ids.push(open);
    }
    let end = here.integrity().position.max(there.integrity().position);
    for server in &two.servers {
        server.sharing.at_least(end).await.unwrap();
    }
    assert_eq!(support::lists(&here).await, support::lists(&there).await);
    assert_eq!(support::lists(&here).await.0.len(), 4);
    for id in &ids {
        for store in [&here, &there] {
            assert!(store.matches.verify(*id).await.unwrap().valid);
        }
        assert_eq!(
            support::lines(&here, *id).await,
            support::lines(&there, *id).await
        );
    }
    // A match of the other shard is not written here.
    let (asker, request) = {
        let now = here.matches.current(ids[3]).await.unwrap();
        support::next_request(&now.game).unwrap()
    };
    let now = here.matches.now();
    let refused = here
        .matches
        .request(ids[3], &asker, request, now, None)
        .await;
    let is_not_own = matches!(refused, Err(RequestError::Store(StoreError::NotOurTurn)));
    assert!(is_not_own, "{refused:?}");
    for store in [here, there] {
        support::close(store).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_follows_a_match_hears_of_what_another_server_writes() {
    let two = Two::start();
    let (here, there) = (two.here.clone(), two.there.clone());
    let mut sitting = here.matches.sitting_down();
    let id = support::played(&there, 0).await;
    assert_eq!(sitting.recv().await.unwrap().id, id);
    for _ in 0..20 {
        support::decide(&there, id).await.unwrap();
        let now = there.matches.current(id).await.unwrap();
        seen(&here, id, now.version()).await;
        assert_eq!(*here.matches.current(id).await.unwrap(), *now);
    }
    for store in [here, there] {
        support::close(store).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn players_of_the_first_shard_are_known_in_all_and_so_is_what_becomes_of_them() {
    let two = Two::start();
    let (here, there) = (two.here.clone(), two.there.clone());
    assert!(here.has_plans() && !there.has_plans());
    let ann = support::registered(&here, "Ann").await;
    let known = there.players.once(&ann, |_| true).await.unwrap();
    assert_eq!(known.unwrap().name.as_deref(), Some("Ann"));
    let opening = support::two_players();
    let opened = there.matches.open(&by(&ann), opening, None).await.unwrap();
    assert_eq!(two.shards.of(opened.now.id.into()), second(two.shards));
    here.players.delete(&ann, None).await.unwrap();
    let gone = there
        .players
        .once(&ann, |player| player.deleted)
        .await
        .unwrap();
    assert!(gone.is_some());
    assert!(there.players.living(&ann).await.unwrap().is_none());
    for store in [here, there] {
        support::close(store).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_shard_goes_from_one_server_to_another_and_its_matches_go_on() {
    let two = Two::start();
    let (here, there) = (two.here.clone(), two.there.clone());
    let id = support::played(&there, 5).await;
    seen(&here, id, 1).await;
    support::close(there).await;
    let both = two.servers[0].take(second(two.shards)).unwrap();
    support::play(&both, id, usize::MAX).await;
    let now = both.matches.current(id).await.unwrap();
    assert!(now.game.is_over());
    seen(&here, id, now.version()).await;
    for store in [here, both] {
        support::close(store).await;
    }
}

//! A server that waits for its turn has the lists and statistics when it comes.
#![allow(clippy::unwrap_used, reason = "a test says what it needs by panicking")]

use std::{path::Path, time::Duration};

use store::{Config, Nodes, Standby, Store};
use store_postgres::testing::Server;

use crate::support;

/// One of two servers on a database.
fn config(server: &Server, dir: &Path) -> Config {
    Config {
        postgres: Some(server.url()),
        node: Some(format!("http://{}", dir.display())),
        lease: Duration::from_secs(3),
        ..support::config(dir)
    }
}

/// Follows a log to where it ends.
async fn follow(config: &Config, nodes: &Nodes, written: &Store) {
    let standby = Standby::open(config, nodes).unwrap();
    let head = written.integrity().position;
    standby.at_least(head).await.unwrap();
    standby.close();
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_waits_follows_the_log_and_goes_on_with_what_it_has() {
    let server = Server::start();
    let [first, second] = [(); 2].map(|()| tempfile::tempdir().unwrap());
    let writing = Store::open(&config(&server, first.path())).unwrap();
    let nodes = Nodes::open(&server.url(), None).unwrap();
    let waiting = config(&server, second.path());
    support::played(&writing, usize::MAX).await;
    follow(&waiting, &nodes, &writing).await;
    // It goes on from there, also where a match has been packed meanwhile.
    let head = writing.integrity().position;
    let again = Standby::open(&waiting, &nodes).unwrap();
    assert_eq!(again.read_to(), head, "nothing is read twice");
    again.close();
    writing.archived(head).await.unwrap();
    let open = support::played(&writing, 3).await;
    follow(&waiting, &nodes, &writing).await;
    let there = support::lists(&writing).await;
    support::close(writing).await;
    let taken = Store::open(&waiting).unwrap();
    assert_eq!(support::lists(&taken).await, there);
    support::play(&taken, open, 5).await;
    assert!(taken.matches.verify(open).await.unwrap().valid);
    support::close(taken).await;
}

//! A database that several servers share: one of them has the log, for as long as it keeps it.

use std::time::Duration;

use store_log::{
    AppendError, Position, StoreError,
    conformance::{after, commit, stream},
    log::{Log as _, Span},
    record::Tip,
};
use store_postgres::{Nodes, Options, Postgres, testing::Server};
use tokio::time::timeout;

const ANN: &str = "http://ann";
const BOB: &str = "http://bob";

fn open(server: &Server, address: &str, lease: Duration) -> Result<Postgres, StoreError> {
    let options = Options {
        address: Some(address.to_owned()),
        lease,
        ..Options::default()
    };
    Postgres::open(&server.url(), options)
}

fn take(server: &Server, address: &str) -> Result<Postgres, StoreError> {
    open(server, address, Duration::from_secs(600))
}

/// As if its owner had said nothing for as long as it may.
async fn lapse(server: &Server) {
    let lapsed = "UPDATE cartulary_shards SET deadline = '-infinity'";
    server.ask(lapsed).await;
}

fn is_not_the_turn_of(server: &Server, address: &str) {
    let refused = take(server, address).unwrap_err();
    assert!(matches!(refused, StoreError::NotOurTurn), "{refused}");
}

#[tokio::test]
async fn a_log_is_had_by_one_until_it_lets_go_of_it() {
    let server = Server::start();
    let nodes = Nodes::open(&server.url(), None).unwrap();
    assert_eq!(nodes.owners().await.unwrap(), [None]);
    let ann = take(&server, ANN).unwrap();
    let first = ann.append(commit(stream(1), Tip::START, 1)).await.unwrap();
    is_not_the_turn_of(&server, BOB);
    assert_eq!(nodes.owners().await.unwrap(), [Some(ANN.to_owned())]);
    assert_eq!(nodes.secret(), ann.secret());
    let second = ann.append(commit(stream(2), Tip::START, 1)).await.unwrap();
    ann.close();
    assert_eq!(nodes.owners().await.unwrap(), [None]);
    let bob = take(&server, BOB).unwrap();
    assert_eq!(nodes.owners().await.unwrap(), [Some(BOB.to_owned())]);
    let all = after(&bob, Position::START, 10).await;
    assert_eq!(all, [first.line, second.line]);
}

#[tokio::test]
async fn a_log_that_is_not_kept_is_taken_and_its_last_owner_writes_nothing_more() {
    let server = Server::start();
    let ann = take(&server, ANN).unwrap();
    let first = ann.append(commit(stream(1), Tip::START, 1)).await.unwrap();
    lapse(&server).await;
    let bob = take(&server, BOB).unwrap();
    let refused = ann.append(commit(stream(2), Tip::START, 1)).await;
    assert!(matches!(refused, Err(AppendError::Unknown)), "{refused:?}");
    let mut failed = ann.failed().subscribe();
    failed.wait_for(|failed| *failed).await.unwrap();
    assert_eq!(after(&bob, Position::START, 10).await, [first.line]);
    // It does not let go of what is another's.
    ann.close();
    is_not_the_turn_of(&server, ANN);
}

#[tokio::test]
async fn nobody_waits_for_what_is_read_from_a_log_that_another_has() {
    let server = Server::start();
    let ann = take(&server, ANN).unwrap();
    ann.append(commit(stream(1), Tip::START, 1)).await.unwrap();
    lapse(&server).await;
    let _bob = take(&server, BOB).unwrap();
    let refused = ann.append(commit(stream(2), Tip::START, 1)).await;
    assert!(matches!(refused, Err(AppendError::Unknown)), "{refused:?}");
    // Whoever reads now connects anew.
    let others = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity \
                  WHERE pid <> pg_backend_pid() AND backend_type = 'client backend'";
    server.ask(others).await;
    let first = Span::new(Position::START, 10);
    let read = timeout(Duration::from_secs(60), ann.scan(first)).await;
    assert!(matches!(read, Ok(Err(StoreError::Database(_)))), "{read:?}");
}

#[tokio::test]
async fn a_log_that_lapsed_and_nobody_took_is_kept_under_a_higher_epoch() {
    let server = Server::start();
    let ann = open(&server, ANN, Duration::from_secs(3)).unwrap();
    let first = ann.append(commit(stream(1), Tip::START, 1)).await.unwrap();
    let epoch = server
        .ask("SELECT epoch FROM cartulary_shards")
        .await
        .remove(0);
    lapse(&server).await;
    let kept = format!("SELECT 1 FROM cartulary_shards WHERE epoch > {epoch} AND deadline > now()");
    server.until(&kept).await;
    let read = after(&ann, Position::START, 10);
    let read = timeout(Duration::from_secs(60), read).await.unwrap();
    assert_eq!(read, std::slice::from_ref(&first.line));
    let second = ann.append(commit(stream(2), Tip::START, 1)).await.unwrap();
    is_not_the_turn_of(&server, BOB);
    assert!(!*ann.failed().borrow());
    let all = after(&ann, Position::START, 10).await;
    assert_eq!(all, [first.line, second.line]);
}

#[tokio::test]
async fn a_log_is_not_current_while_another_may_have_it() {
    let server = Server::start();
    let ann = open(&server, ANN, Duration::from_secs(3)).unwrap();
    let unshared = Options {
        lease: Duration::ZERO,
        ..Options::default()
    };
    // Nothing is confirmed any more, so not that it is kept.
    server.set("synchronous_standby_names", "nobody").await;
    while ann.is_current() {
        server.ask("SELECT 1").await;
    }
    assert!(!*ann.failed().borrow());
    server.set("synchronous_standby_names", "").await;
    while !ann.is_current() {
        server.ask("SELECT 1").await;
    }
    ann.append(commit(stream(1), Tip::START, 1)).await.unwrap();
    ann.close();
    let alone = Postgres::open(&server.url(), unshared).unwrap();
    assert!(alone.is_current(), "nobody takes it but by force");
}

#[tokio::test]
async fn whoever_starts_anew_where_the_log_was_had_need_not_wait() {
    let server = Server::start();
    let before = take(&server, ANN).unwrap();
    let again = take(&server, ANN).unwrap();
    let refused = before.append(commit(stream(1), Tip::START, 1)).await;
    assert!(matches!(refused, Err(AppendError::Unknown)), "{refused:?}");
    again
        .append(commit(stream(1), Tip::START, 1))
        .await
        .unwrap();
}

#[tokio::test]
async fn tables_that_cannot_be_shared_yet_get_what_they_lack() {
    let server = Server::start();
    let before = take(&server, ANN).unwrap();
    let first = before
        .append(commit(stream(1), Tip::START, 1))
        .await
        .unwrap();
    before.close();
    let older = "ALTER TABLE cartulary_shards DROP COLUMN address, DROP COLUMN deadline, \
                     DROP COLUMN commits; \
                 ALTER TABLE cartulary_store DROP COLUMN shards; \
                 DROP TABLE cartulary_notes, cartulary_archive, cartulary_stretches; \
                 UPDATE cartulary_store SET format = 1";
    server.ask(older).await;
    let bob = take(&server, BOB).unwrap();
    assert_eq!(after(&bob, Position::START, 10).await, [first.line]);
    assert_eq!(
        server.ask("SELECT format FROM cartulary_store").await,
        ["3"]
    );
    is_not_the_turn_of(&server, ANN);
}

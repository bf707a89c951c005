//! What every log promises.

use std::sync::Arc;

use store_log::{
    Position, SharedLog,
    conformance::{after, commit, keyed, stream, suite},
    log::Log as _,
    record::Tip,
};
use store_postgres::{Options, Postgres, testing::Server};

#[tokio::test]
async fn the_log_in_a_database_keeps_what_a_log_promises() {
    let server = Server::start();
    let open = || Arc::new(Postgres::open(&server.url(), Options::default()).unwrap());
    let log = open();
    let shared: SharedLog = Arc::<Postgres>::clone(&log);
    suite(&shared).await;
    let before = after(&*log, Position::START, 10_000).await;
    let written = before
        .iter()
        .map(|line| line.text.split_once(',').unwrap().0);
    assert!(written.eq((1..=before.len()).map(|number| format!(r#"{{"position":{number}"#))));
    let (end, secret, store_id) = (log.written(), *log.secret(), log.store_id());
    drop((shared, log));
    let log = open();
    assert_eq!(after(&*log, Position::START, 10_000).await, before);
    assert_eq!(
        (log.written(), *log.secret(), log.store_id()),
        (end, secret, store_id)
    );
    let again = keyed(commit(stream(70), Tip::START, 1), b"a");
    let again = log.append(again).await.unwrap();
    assert!(again.replayed, "a key outlives the process");
}

#[tokio::test]
async fn a_text_that_is_dropped_is_in_no_row() {
    let server = Server::start();
    let log: SharedLog = Arc::new(Postgres::open(&server.url(), Options::default()).unwrap());
    suite(&log).await;
    let rows = "SELECT stream FROM cartulary_commits WHERE erasable IS NOT NULL";
    // The suite gives a text to two streams, and drops that of the first.
    assert_eq!(server.ask(rows).await, [stream(121).to_string()]);
}

//! What every log promises.

use std::sync::Arc;

use store_log::{
    AppendError, Position, SharedLog, StoreError, StreamId, StreamKind,
    conformance::{after, commit, keyed, stream, suite},
    log::Log,
    record::{Line, Tip},
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

/// All that can be read of a log, in every way.
async fn read(log: &dyn Log) -> (Vec<Line>, Vec<Line>, Vec<StreamId>, Vec<(Vec<Line>, Tip)>) {
    let whole = after(log, Position::START, 10_000).await;
    let mut paged = Vec::new();
    while let page = after(log, paged.last().map_or(Position::START, at), 7).await
        && !page.is_empty()
    {
        paged.extend(page);
    }
    let streams = log.streams(StreamKind::Player).await.unwrap();
    let mut each = Vec::new();
    for stream in &streams {
        let lines = log.read(*stream, Tip::START).await.unwrap();
        let rest = log.read(*stream, lines[0].tip()).await.unwrap();
        assert_eq!(rest, lines[1..]);
        each.push((lines, log.tip(*stream).await.unwrap()));
    }
    (whole, paged, streams, each)
}

fn at(line: &Line) -> Position {
    line.position
}

#[tokio::test]
async fn what_is_packed_is_read_like_the_rest() {
    let server = Server::start();
    let open = || Arc::new(Postgres::open(&server.url(), Options::default()).unwrap());
    let log = open();
    let shared: SharedLog = Arc::<Postgres>::clone(&log);
    suite(&shared).await;
    let before = read(&*log).await;
    // Twice: whoever was killed begins anew.
    log.archive(&before.2).await.unwrap();
    log.archive(&before.2).await.unwrap();
    assert_eq!(read(&*log).await, before);
    // What has no row for itself has no key, and is in no stream with a text that can be dropped.
    let rows = "SELECT DISTINCT stream FROM cartulary_commits \
         WHERE key IS NULL AND starts_with(stream, 'p_')";
    assert_eq!(server.ask(rows).await, [stream(121).to_string()]);
    let again = keyed(commit(stream(70), Tip::START, 1), b"a");
    assert!(log.append(again).await.unwrap().replayed);
    let (of, tip) = (stream(0), before.3[0].1);
    let stale = log.append(commit(of, Tip::START, 1)).await;
    assert!(matches!(stale, Err(AppendError::Conflict)), "{stale:?}");
    let more = log.append(commit(of, tip, 2)).await.unwrap().line;
    assert_eq!(log.tip(of).await.unwrap(), more.tip());
    drop((shared, log));
    let log = open();
    let now = read(&*log).await;
    assert_eq!(now.3[0].0.last(), Some(&more));
    assert_eq!(
        log.append(commit(of, more.tip(), 1))
            .await
            .unwrap()
            .line
            .after,
        more.tip()
    );
    let now = read(&*log).await;
    log.archive(&[of]).await.unwrap();
    assert_eq!(read(&*log).await, now);
}

#[tokio::test]
async fn a_packed_stream_that_was_damaged_is_no_other() {
    let server = Server::start();
    let log = Postgres::open(&server.url(), Options::default()).unwrap();
    let line = log.append(commit(stream(1), Tip::START, 3)).await.unwrap();
    log.archive(&[stream(1)]).await.unwrap();
    let harm = "UPDATE cartulary_archive SET body = set_byte(body, length(body) / 2, \
         255 - get_byte(body, length(body) / 2))";
    server.ask(harm).await;
    let read = log.read(stream(1), Tip::START).await.unwrap_err();
    assert!(matches!(read, StoreError::Quarantined { .. }), "{read}");
    assert_eq!(log.tip(stream(1)).await.unwrap(), line.line.tip());
}

#[tokio::test]
async fn whoever_has_lost_the_log_packs_nothing() {
    let server = Server::start();
    let before = Postgres::open(&server.url(), Options::default()).unwrap();
    before
        .append(commit(stream(1), Tip::START, 1))
        .await
        .unwrap();
    let _after = Postgres::open(&server.url(), Options::default()).unwrap();
    // It is not told, or is told that its log is lost.
    let _ = before.archive(&[stream(1)]).await;
    assert!(
        server
            .ask("SELECT stream FROM cartulary_archive")
            .await
            .is_empty()
    );
}

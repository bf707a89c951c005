//! Streams that have ended take one row, and are read like the rest.

use std::sync::Arc;

use store_log::{
    AppendError, Position, SharedLog, StoreError, StreamId, StreamKind,
    conformance::{after, commit, keyed, stream, suite},
    log::Log,
    record::{Line, Tip},
};
use store_postgres::{Options, Postgres, testing::Server};

fn open(server: &Server) -> Arc<Postgres> {
    Arc::new(Postgres::open(&server.url(), Options::default()).unwrap())
}

/// All that can be read of a log, in every way.
#[derive(Debug, PartialEq)]
struct Whole {
    scanned: Vec<Line>,
    streams: Vec<StreamId>,
    read: Vec<Vec<Line>>,
    tips: Vec<Tip>,
}

impl Whole {
    async fn of(log: &dyn Log) -> Whole {
        let scanned = after(log, Position::START, 10_000).await;
        let mut paged: Vec<Line> = Vec::new();
        while paged.len() < scanned.len() {
            let last = paged.last().map_or(Position::START, |line| line.position);
            paged.extend(after(log, last, 7).await);
        }
        assert_eq!(paged, scanned);
        let streams = log.streams(StreamKind::Player).await.unwrap();
        let (mut read, mut tips) = (Vec::new(), Vec::new());
        for stream in &streams {
            let lines = log.read(*stream, Tip::START).await.unwrap();
            let rest = log.read(*stream, lines[0].tip()).await.unwrap();
            assert_eq!(rest, lines[1..]);
            read.push(lines);
            tips.push(log.tip(*stream).await.unwrap());
        }
        Whole {
            scanned,
            streams,
            read,
            tips,
        }
    }
}

/// The streams of players that have a row for a commit, and how many such rows there are.
async fn in_rows(server: &Server, which: &str) -> Vec<String> {
    let rows = "SELECT DISTINCT stream FROM cartulary_commits WHERE starts_with(stream, 'p_')";
    server
        .ask(&format!("{rows} AND {which} ORDER BY stream"))
        .await
}

#[tokio::test]
async fn what_is_packed_is_read_like_the_rest() {
    let server = Server::start();
    let log = open(&server);
    let shared: SharedLog = Arc::<Postgres>::clone(&log);
    suite(&shared).await;
    let before = Whole::of(&*log).await;
    // Whoever was killed after it begins anew.
    for _ in 0..2 {
        log.archive(&before.streams).await.unwrap();
        assert_eq!(Whole::of(&*log).await, before);
    }
    // What has no key stays only in a stream with a text that can be dropped.
    let with_a_text = stream(121).to_string();
    assert_eq!(in_rows(&server, "key IS NULL").await, [&*with_a_text]);
    let again = keyed(commit(stream(70), Tip::START, 1), b"a");
    assert!(log.append(again).await.unwrap().replayed);
    drop((shared, log));
    server
        .ask("UPDATE cartulary_commits SET key_day = 1 WHERE key IS NOT NULL")
        .await;
    let log = open(&server);
    assert_eq!(in_rows(&server, "true").await, [with_a_text]);
    assert_eq!(Whole::of(&*log).await, before);
}

#[tokio::test]
async fn a_packed_stream_goes_on_where_it_ended() {
    let server = Server::start();
    let log = open(&server);
    let of = stream(1);
    let first = log.append(commit(of, Tip::START, 3)).await.unwrap().line;
    log.archive(&[of]).await.unwrap();
    let stale = log.append(commit(of, Tip::START, 1)).await;
    assert!(matches!(stale, Err(AppendError::Conflict)), "{stale:?}");
    let second = log.append(commit(of, first.tip(), 2)).await.unwrap().line;
    drop(log);
    let log = open(&server);
    let third = log.append(commit(of, second.tip(), 1)).await.unwrap().line;
    let all = [first, second, third];
    for _ in 0..2 {
        let now = Whole::of(&*log).await;
        assert_eq!(
            (&now.scanned[..], &now.read[..]),
            (&all[..], &[all.to_vec()][..])
        );
        log.archive(&[of]).await.unwrap();
    }
    assert!(in_rows(&server, "true").await.is_empty());
}

#[tokio::test(flavor = "multi_thread")]
async fn nothing_is_missed_while_it_is_packed() {
    let server = Server::start();
    let log = open(&server);
    let mut tips = [Tip::START; 20];
    let mut written = Vec::new();
    for _ in 0..10 {
        for (number, tip) in (0..).zip(&mut tips) {
            let line = log
                .append(commit(stream(number), *tip, 1))
                .await
                .unwrap()
                .line;
            *tip = line.tip();
            written.push(line);
        }
    }
    let streams: Vec<StreamId> = (0..20).map(stream).collect();
    let packing = {
        let (log, streams) = (Arc::clone(&log), streams.clone());
        tokio::spawn(async move { log.archive(&streams).await })
    };
    let mut times = 0;
    while !packing.is_finished() || times == 0 {
        assert_eq!(after(&*log, Position::START, 1_000).await, written);
        for stream in &streams {
            assert_eq!(log.read(*stream, Tip::START).await.unwrap().len(), 10);
        }
        times += 1;
    }
    packing.await.unwrap().unwrap();
    assert_eq!(Whole::of(&*log).await.scanned, written);
}

#[tokio::test]
async fn a_packed_stream_that_was_damaged_is_no_other() {
    let server = Server::start();
    let log = open(&server);
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
async fn commits_that_are_missing_are_not_passed_over() {
    let server = Server::start();
    let log = open(&server);
    for number in 0..3 {
        let new = commit(stream(number), Tip::START, 1);
        log.append(new).await.unwrap();
    }
    server
        .ask("DELETE FROM cartulary_commits WHERE position = 2")
        .await;
    let scanned = log
        .scan(store_log::log::Span::new(Position::START, 3))
        .await;
    let refused = scanned.unwrap_err().to_string();
    assert!(refused.contains("commits are missing"), "{refused}");
}

#[tokio::test]
async fn whoever_has_lost_the_log_packs_nothing() {
    let server = Server::start();
    let before = open(&server);
    let new = commit(stream(1), Tip::START, 1);
    before.append(new).await.unwrap();
    // It has a session that was good when it was opened.
    assert_ne!(before.tip(stream(1)).await.unwrap(), Tip::START);
    let _after = open(&server);
    // It is not told, or is told that its log is lost.
    let _ = before.archive(&[stream(1)]).await;
    let packed = server.ask("SELECT stream FROM cartulary_archive").await;
    assert_eq!(packed, [""; 0]);
}

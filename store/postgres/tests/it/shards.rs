//! A database with several shards: each is written by one server, and all are followed in one order.

use std::time::Duration;

use store_log::{
    AppendError, Position, Shard, Shards, StoreError, StreamId,
    conformance::{after, commit},
    id::MatchId,
    log::{Log, follow},
    record::{Line, Tip},
};
use store_postgres::{Following, Nodes, Options, Postgres, testing::Server};

fn four() -> Shards {
    Shards::new(4).unwrap()
}

fn take(server: &Server, shard: Shard) -> Postgres {
    let options = Options {
        address: Some(format!("http://owner-of-{shard}")),
        lease: Duration::from_secs(600),
        shards: Some(four()),
        shard,
        ..Options::default()
    };
    Postgres::open(&server.url(), options).unwrap()
}

/// The nth match of a shard.
fn nth_of(shard: Shard, nth: usize) -> StreamId {
    let ids = (0..=u16::MAX).map(|id| MatchId::of_bytes(u128::from(id).to_be_bytes()));
    let mut of = ids
        .map(StreamId::Match)
        .filter(|it| four().of(*it) == shard);
    of.nth(nth).unwrap()
}

async fn write(log: &Postgres, stream: StreamId, commits: usize) -> Vec<Line> {
    let mut tip = log.tip(stream).await.unwrap();
    let mut lines = Vec::new();
    for _ in 0..commits {
        let line = log.append(commit(stream, tip, 1)).await.unwrap().line;
        tip = line.tip();
        lines.push(line);
    }
    lines
}

/// What is followed once all up to a position may be.
async fn followed(log: &Following, up_to: Position) -> Vec<Line> {
    let mut head = log.head();
    head.wait_for(|head| *head >= up_to).await.unwrap();
    after(log, Position::START, 10_000).await
}

#[tokio::test]
async fn all_shards_are_followed_in_one_order_as_they_are_written() {
    let server = Server::start();
    let logs: Vec<Postgres> = four().all().map(|shard| take(&server, shard)).collect();
    let nodes = Nodes::open(&server.url(), None).unwrap();
    assert_eq!(nodes.shards(), four());
    let following = nodes.follow().await.unwrap();
    let mut written = Vec::new();
    for round in 0..5 {
        for (shard, log) in four().all().zip(&logs) {
            let count = usize::from(shard.number()) * 7 + 1;
            let lines = write(log, nth_of(shard, round), count).await;
            let at = lines.last().unwrap().position;
            written.extend(lines);
            // Others have written nothing since, and need not.
            followed(&following, at).await;
        }
    }
    written.sort_by_key(|line| line.position);
    let end = written.last().unwrap().position;
    assert_eq!(followed(&following, end).await, written);
    for (shard, log) in four().all().zip(&logs) {
        let own = written
            .iter()
            .filter(|line| four().of(line.stream) == shard);
        assert!(after(log, Position::START, 10_000).await.iter().eq(own));
    }
    let counted = "SELECT commits FROM cartulary_shards ORDER BY shard";
    assert_eq!(server.ask(counted).await, ["5", "40", "75", "110"]);
}

#[tokio::test]
async fn a_shard_that_nobody_has_is_waited_for_and_taken_behind_all_others() {
    let server = Server::start();
    let mut logs: Vec<Postgres> = four().all().map(|shard| take(&server, shard)).collect();
    let nodes = Nodes::open(&server.url(), None).unwrap();
    let following = nodes.follow().await.unwrap();
    let (first, second) = (Shard::FIRST, four().all().nth(1).unwrap());
    let before = write(&logs[1], nth_of(second, 0), 1).await;
    followed(&following, before[0].position).await;
    logs.remove(1).close();
    let owners = nodes.owners().await.unwrap();
    assert_eq!(owners.iter().filter(|owner| owner.is_none()).count(), 1);
    let meanwhile = write(&logs[0], nth_of(first, 0), 20).await;
    let last = meanwhile.last().unwrap().position;
    assert!(*following.head().borrow() < last);
    let again = take(&server, second);
    let behind = write(&again, nth_of(second, 0), 1).await;
    assert!(behind[0].position > last);
    let all = [before, meanwhile, behind].concat();
    assert_eq!(followed(&following, all[21].position).await, all);
}

#[tokio::test]
async fn whoever_follows_one_shard_goes_on_behind_what_others_have_written() {
    let server = Server::start();
    let logs: Vec<Postgres> = four().all().map(|shard| take(&server, shard)).collect();
    let second = four().all().nth(1).unwrap();
    let mut followed = follow(&logs[1], Position::START);
    for round in 0..3 {
        // Each takes a number of every shard, and a follower reads 256 numbers at once.
        let others = write(&logs[0], nth_of(Shard::FIRST, round), 100).await;
        let others = others.last().unwrap().position;
        let nodes = Nodes::open(&server.url(), None).unwrap();
        let mut head = nodes.follow().await.unwrap().head();
        head.wait_for(|head| *head >= others).await.unwrap();
        let own = write(&logs[1], nth_of(second, round), 1).await;
        assert!(own[0].position > others);
        assert_eq!(followed.next().await.unwrap().as_ref(), own.first());
    }
}

#[tokio::test]
async fn what_belongs_to_another_shard_is_not_written() {
    let server = Server::start();
    let second = four().all().nth(1).unwrap();
    let log = take(&server, second);
    let others = commit(nth_of(Shard::FIRST, 0), Tip::START, 1);
    let refused = log.append(others).await;
    let is_not_own = matches!(refused, Err(AppendError::Store(StoreError::NotOurTurn)));
    assert!(is_not_own, "{refused:?}");
}

#[tokio::test]
async fn a_store_keeps_as_many_shards_as_it_was_made_with() {
    let server = Server::start();
    drop(take(&server, Shard::FIRST));
    let refused = Nodes::open(&server.url(), Some(Shards::ONE)).unwrap_err();
    assert!(refused.to_string().contains("4 shards, not 1"), "{refused}");
    Nodes::open(&server.url(), Some(four())).unwrap();
}

#[tokio::test]
async fn a_key_is_used_in_each_shard_by_itself() {
    let server = Server::start();
    for shard in four().all() {
        let log = take(&server, shard);
        let stream = nth_of(shard, 0);
        let keyed = store_log::conformance::keyed(commit(stream, Tip::START, 1), b"request");
        let first = log.append(keyed.clone()).await.unwrap();
        let again = log.append(keyed).await.unwrap();
        assert_eq!((first.replayed, again.replayed), (false, true));
        assert_eq!(first.line, again.line);
    }
}

#[tokio::test]
async fn packed_matches_of_all_shards_are_followed_as_before() {
    let server = Server::start();
    let logs: Vec<Postgres> = four().all().map(|shard| take(&server, shard)).collect();
    let nodes = Nodes::open(&server.url(), None).unwrap();
    let mut written = Vec::new();
    for round in 0..3 {
        for (shard, log) in four().all().zip(&logs) {
            written.extend(write(log, nth_of(shard, round), 9).await);
        }
    }
    for (shard, log) in four().all().zip(&logs) {
        log.archive(&[nth_of(shard, 0), nth_of(shard, 2)])
            .await
            .unwrap();
    }
    written.sort_by_key(|line| line.position);
    let end = written.last().unwrap().position;
    let following = nodes.follow().await.unwrap();
    assert_eq!(followed(&following, end).await, written);
    let packed = "SELECT count(*) FROM cartulary_archive";
    assert_eq!(server.ask(packed).await, ["8"]);
}

//! A database that loses answers: nobody sees a commit that a fail-over would take back.

use std::{sync::Arc, time::Duration};

use store_log::{
    AppendError, Position,
    conformance::{after, commit, keyed, stream},
    log::{Appended, Log as _, NewCommit},
    record::Tip,
};
use store_postgres::{Options, Postgres, testing::Server};
use tokio::task::JoinHandle;

/// Who waits for a standby.
const WAITING: &str = "SELECT pid FROM pg_stat_activity WHERE wait_event = 'SyncRep'";
/// What anybody who asks the database is shown.
const SHOWN: &str = "SELECT position FROM cartulary_commits WHERE position = 2";

/// A log whose second commit waits for a standby that does not answer.
struct Waiting {
    server: Server,
    log: Arc<Postgres>,
    first: Appended,
    second: JoinHandle<Result<Appended, AppendError>>,
}

fn open(server: &Server, patience: Duration) -> Arc<Postgres> {
    let options = Options {
        patience,
        ..Options::default()
    };
    Arc::new(Postgres::open(&server.url(), options).unwrap())
}

fn second() -> NewCommit {
    keyed(commit(stream(2), Tip::START, 1), b"second")
}

impl Waiting {
    async fn with(patience: Duration) -> Waiting {
        let server = Server::start();
        let log = open(&server, patience);
        let first = log.append(commit(stream(1), Tip::START, 1)).await.unwrap();
        server.set("synchronous_standby_names", "nobody").await;
        let second = tokio::spawn(log.append(second()));
        server.until(WAITING).await;
        Waiting {
            server,
            log,
            first,
            second,
        }
    }

    async fn begin() -> Waiting {
        Waiting::with(Duration::from_secs(60)).await
    }

    /// The second commit is nowhere to be seen.
    async fn is_hidden(&self) {
        let (log, first) = (&*self.log, &self.first.line);
        assert_eq!(*log.head().borrow(), first.position);
        assert_eq!(log.written().0, first.position);
        assert_eq!(after(log, Position::START, 10).await, vec![first.clone()]);
        assert_eq!(log.read(stream(2), Tip::START).await.unwrap(), []);
        assert_eq!(log.tip(stream(2)).await.unwrap(), Tip::START);
        let key = second().key.unwrap();
        assert_eq!(log.seen(key).await.unwrap(), None);
        assert!(!*log.failed().borrow());
    }

    /// No standby is waited for any more: the second commit is written once, and seen.
    async fn becomes_known(self) {
        assert!(!self.second.is_finished());
        self.server.set("synchronous_standby_names", "").await;
        let second_line = self.second.await.unwrap().unwrap().line;
        let all = after(&*self.log, Position::START, 10).await;
        assert_eq!(all, [self.first.line, second_line.clone()]);
        assert_eq!(*self.log.head().borrow(), second_line.position);
        let again = self.log.append(second()).await.unwrap();
        assert!(again.replayed && again.line == second_line);
        let third = commit(stream(2), second_line.tip(), 1);
        self.log.append(third).await.unwrap();
    }
}

#[tokio::test]
async fn a_commit_that_no_standby_has_is_seen_by_nobody() {
    let waiting = Waiting::begin().await;
    waiting.is_hidden().await;
    waiting.becomes_known().await;
}

#[tokio::test]
async fn a_commit_whose_connection_was_terminated_is_seen_once_a_standby_has_it() {
    let waiting = Waiting::begin().await;
    let pids = waiting.server.ask(WAITING).await;
    let terminate = format!("SELECT pg_terminate_backend({})", pids[0]);
    waiting.server.ask(&terminate).await;
    waiting.server.until(SHOWN).await;
    // The barrier waits in its place.
    waiting.server.until(WAITING).await;
    waiting.is_hidden().await;
    waiting.becomes_known().await;
}

#[tokio::test]
async fn a_commit_whose_wait_was_cancelled_is_seen_once_a_standby_has_it() {
    let waiting = Waiting::begin().await;
    let pids = waiting.server.ask(WAITING).await;
    let cancel = format!("SELECT pg_cancel_backend({})", pids[0]);
    waiting.server.ask(&cancel).await;
    waiting.server.until(SHOWN).await;
    waiting.server.until(WAITING).await;
    waiting.is_hidden().await;
    waiting.becomes_known().await;
}

#[tokio::test]
async fn a_commit_that_waited_when_the_server_crashed_is_seen_once_a_standby_has_it() {
    let waiting = Waiting::begin().await;
    waiting.server.kill();
    waiting.server.run();
    waiting.server.until(SHOWN).await;
    waiting.server.until(WAITING).await;
    waiting.is_hidden().await;
    waiting.becomes_known().await;
}

#[tokio::test]
async fn whoever_waits_too_long_is_told_that_it_is_not_known_and_may_ask_again() {
    let waiting = Waiting::with(Duration::from_secs(2)).await;
    let Waiting {
        server,
        log,
        first,
        second: waited,
    } = waiting;
    let answer = waited.await.unwrap();
    assert!(matches!(answer, Err(AppendError::Unknown)), "{answer:?}");
    let late = log.append(commit(stream(3), Tip::START, 1)).await;
    assert!(matches!(late, Err(AppendError::Busy)), "{late:?}");
    assert_eq!(
        after(&*log, Position::START, 10).await,
        vec![first.line.clone()]
    );
    let mut head = log.head();
    server.set("synchronous_standby_names", "").await;
    head.wait_for(|head| *head > first.line.position)
        .await
        .unwrap();
    let again = log.append(second()).await.unwrap();
    assert!(again.replayed);
    let all = after(&*log, Position::START, 10).await;
    assert_eq!(all.last(), Some(&again.line));
}

#[tokio::test]
async fn a_log_that_another_has_taken_over_writes_nothing_more() {
    let server = Server::start();
    let patience = Duration::from_secs(60);
    let old = open(&server, patience);
    let first = old.append(commit(stream(1), Tip::START, 1)).await.unwrap();
    let new = open(&server, patience);
    let refused = old.append(commit(stream(2), Tip::START, 1)).await;
    assert!(matches!(refused, Err(AppendError::Unknown)), "{refused:?}");
    let mut failed = old.failed().subscribe();
    failed.wait_for(|failed| *failed).await.unwrap();
    let refused = old.append(commit(stream(2), Tip::START, 1)).await;
    assert!(matches!(refused, Err(AppendError::Store(_))), "{refused:?}");
    let second = new.append(commit(stream(2), Tip::START, 2)).await.unwrap();
    let all = after(&*new, Position::START, 10).await;
    assert_eq!(all, [first.line, second.line]);
}

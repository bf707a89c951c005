//! Two servers on one directory, in every order: one of them has it, the other is told so
//! and changes nothing.
#![allow(clippy::unwrap_used, reason = "a test says what it needs by panicking")]

use std::{
    fs,
    path::Path,
    process::Child,
    sync::mpsc::{Receiver, RecvTimeoutError},
    time::Duration,
};

use store::{Store, StoreError};

use crate::{
    kills::{Acknowledged, PLAYS, kills, start},
    support,
};

/// A server, and what it says.
struct Server {
    child: Child,
    heard: Receiver<String>,
}

impl Server {
    fn start(dir: &Path) -> Server {
        let (child, heard) = start(PLAYS, dir);
        Server { child, heard }
    }

    /// Hears so many acknowledgements; fewer if the server ends before.
    fn hear(&self, acknowledged: &mut Acknowledged, enough: u32) -> u32 {
        let mut heard = 0;
        while heard < enough {
            match self.heard.recv_timeout(Duration::from_secs(60)) {
                Ok(line) => heard += u32::from(acknowledged.note(&line)),
                Err(RecvTimeoutError::Disconnected) => break,
                Err(RecvTimeoutError::Timeout) => panic!("it neither plays nor ends"),
            }
        }
        heard
    }

    fn kill(mut self, acknowledged: &mut Acknowledged) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
        self.hear(acknowledged, u32::MAX);
    }
}

/// In which order two servers come and go.
#[derive(Clone, Copy, Debug)]
enum Order {
    /// The second finds the first at work, which goes on.
    Beside,
    AtOnce,
    /// The second begins when the first was killed.
    After,
}

impl Order {
    const ALL: [Order; 3] = [Order::Beside, Order::AtOnce, Order::After];

    fn happen(self, dir: &Path, unlocked: bool, acknowledged: &mut Acknowledged) {
        const SOME: u32 = 20;
        let first = Server::start(dir);
        match self {
            Order::Beside => {
                assert_eq!(first.hear(acknowledged, SOME), SOME);
                unlock(dir, unlocked);
                let second = Server::start(dir);
                assert_eq!(second.hear(acknowledged, 1), 0, "it is in use");
                second.kill(acknowledged);
                assert_eq!(first.hear(acknowledged, SOME), SOME);
                first.kill(acknowledged);
            }
            Order::AtOnce => {
                unlock(dir, unlocked);
                let second = Server::start(dir);
                let servers = [first, second];
                let playing = servers.each_ref().map(|it| it.hear(acknowledged, SOME));
                assert!(playing == [SOME, 0] || playing == [0, SOME], "{playing:?}");
                servers
                    .into_iter()
                    .for_each(|server| server.kill(acknowledged));
            }
            Order::After => {
                assert_eq!(first.hear(acknowledged, SOME), SOME);
                first.kill(acknowledged);
                unlock(dir, unlocked);
                let second = Server::start(dir);
                assert_eq!(second.hear(acknowledged, SOME), SOME);
                second.kill(acknowledged);
            }
        }
    }
}

fn unlock(dir: &Path, unlocked: bool) {
    // A server that has just been started may not have made it yet.
    let _ = unlocked.then(|| fs::remove_file(dir.join("LOCK")));
}

fn set_aside(dir: &Path) -> usize {
    let names = fs::read_dir(dir).unwrap();
    let names = names.map(|entry| entry.unwrap().file_name());
    names
        .filter(|name| name.to_string_lossy().contains("damaged"))
        .count()
}

/// A round takes twelve kills.
#[tokio::test]
async fn of_two_servers_on_one_directory_one_has_it_and_nothing_is_lost() {
    for _ in 0..kills().div_ceil(12) {
        let dir = tempfile::tempdir().unwrap();
        let mut acknowledged = Acknowledged::default();
        for unlocked in [false, true] {
            for order in Order::ALL {
                order.happen(dir.path(), unlocked, &mut acknowledged);
                acknowledged.check(dir.path()).await;
                assert_eq!(set_aside(dir.path()), 0, "{order:?} {unlocked}");
            }
        }
    }
}

#[tokio::test]
async fn an_index_that_another_process_has_is_in_use_and_not_damaged() {
    // Each is waited for, because the check of a start that was killed may be about to end.
    tokio::join!(is_in_use("events"), is_in_use("projections/lobby-v5"));
}

async fn is_in_use(database: &str) {
    let dir = tempfile::tempdir().unwrap();
    let store = support::open(dir.path());
    let id = support::played(&store, 10).await;
    let before = support::lines(&store, id).await;
    support::close(store).await;
    let half = dir.path().join("events/snap.00000000000F.generating");
    fs::write(&half, b"half").unwrap();
    let files = support::files(dir.path());
    // As the check of a start that was killed has it, or a server that knows no lock.
    let had = fs::File::open(dir.path().join(database).join("db")).unwrap();
    had.try_lock().unwrap();
    let config = support::config(dir.path());
    let opened = tokio::task::spawn_blocking(move || Store::open(&config)).await;
    let error = opened.unwrap().unwrap_err();
    assert!(matches!(error, StoreError::Locked { .. }), "{error}");
    assert_eq!(support::files(dir.path()), files);
    drop(had);
    let store = support::open(dir.path());
    assert_eq!(support::lines(&store, id).await, before);
    assert!(!half.exists());
    support::close(store).await;
}

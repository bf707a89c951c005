//! Processes killed while they make a backup, and while they restore one: the backup before stays
//! usable, and nothing acknowledged is lost.
#![allow(clippy::unwrap_used, reason = "a test says what it needs by panicking")]

use std::{
    fs,
    ops::Range,
    path::Path,
    time::{Duration, Instant},
};

use domain::{Dice, Seed};
use store::{Config, Store, backups};

use crate::{
    at_places::reached,
    kills::{Acknowledged, CHILD, acknowledge, by_directory, clearing, kills, say, start},
    support::{self, close, config, lines, open, played},
};

pub(crate) const IS_BACKED_UP: &str = "killed_backups::the_child_is_backed_up_until_it_is_killed";
pub(crate) const RESTORES: &str = "killed_backups::the_child_restores_until_it_is_killed";

/// The child's whole life, if there is a directory for it: while it plays, segments of its journal
/// go and backups are made of it, one after the other.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_child_is_backed_up_until_it_is_killed() {
    let Some(dir) = std::env::var_os(CHILD) else {
        return;
    };
    let dir = Path::new(&dir).to_owned();
    let store = Store::open(&clearing(&dir.join("data"))).unwrap();
    let backed_up = store.clone();
    let backing_up = tokio::task::spawn_blocking(move || {
        while say("begin") {
            backed_up.back_up(&dir.join("backups"), false).unwrap();
            say("made");
        }
    });
    let playing = async {
        while !backing_up.is_finished() {
            let id = played(&store, 0).await;
            while let Some(answer) = support::decide(&store, id).await {
                let line = &answer.commit.line;
                acknowledge(&format!("{id} {} {}", line.tip().version, line.hash));
            }
        }
    };
    playing.await;
    panic!("it plays until it is killed");
}

/// What was said by a child that is backed up.
#[derive(Default)]
pub(crate) struct Heard {
    pub(crate) acknowledged: Acknowledged,
    /// The same when the last backup began.
    begun: Acknowledged,
    /// The same when the last backup began that was made.
    pub(crate) made: Option<Acknowledged>,
}

impl Heard {
    pub(crate) fn note(&mut self, line: &str) {
        match line {
            "begin" => self.begun = self.acknowledged.clone(),
            "made" => self.made = Some(self.begun.clone()),
            line => {
                self.acknowledged.note(line);
            }
        }
    }
}

#[tokio::test]
async fn killed_while_it_is_backed_up_the_last_backup_has_what_was_acknowledged_before_it() {
    for kills in by_directory() {
        let dir = tempfile::tempdir().unwrap();
        kill_while_it_is_backed_up(dir.path(), kills).await;
    }
}

async fn kill_while_it_is_backed_up(dir: &Path, kills: Range<u32>) {
    let mut heard = Heard::default();
    for kill in kills {
        let (mut child, said) = start(IS_BACKED_UP, dir);
        let enough = 1 + Dice::new(Seed([5; 32])).roll("backup", kill).below(300);
        let mut lines = 0;
        while lines < enough || heard.made.is_none() {
            let line = said.recv_timeout(Duration::from_secs(60));
            heard.note(&line.expect("the child plays"));
            lines += 1;
        }
        child.kill().unwrap();
        child.wait().unwrap();
        said.iter().for_each(|line| heard.note(&line));
        heard.acknowledged.check(&dir.join("data")).await;
        let new = tempfile::tempdir().unwrap();
        backups::restore(&dir.join("backups"), None, &config(new.path())).unwrap();
        heard.made.as_ref().unwrap().check(new.path()).await;
    }
}

/// The child's whole life, if there is a directory for it.
#[tokio::test]
async fn the_child_restores_until_it_is_killed() {
    let Some(dir) = std::env::var_os(CHILD) else {
        return;
    };
    let dir = Path::new(&dir);
    say("restoring");
    let new = Config {
        reached,
        ..config(&dir.join("new"))
    };
    backups::restore(&dir.join("backups"), None, &new).unwrap();
    say("restored");
}

#[tokio::test]
async fn killed_while_a_backup_is_restored_the_backup_can_be_restored() {
    let dir = tempfile::tempdir().unwrap();
    let (data, from, half) = (
        dir.path().join("data"),
        dir.path().join("backups"),
        dir.path().join("new"),
    );
    let store = open(&data);
    let id = played(&store, 10_000).await;
    let before = lines(&store, id).await;
    close(store).await;
    backups::back_up(&data, &from, false).unwrap();
    for kill in 0..kills() {
        let (mut child, said) = start(RESTORES, dir.path());
        let patience = Duration::from_secs(60);
        while said.recv_timeout(patience).expect("it begins") != "restoring" {}
        let wait_ms = Dice::new(Seed([6; 32])).roll("restore", kill).below(60);
        let until = Instant::now() + Duration::from_millis(u64::from(wait_ms));
        // Nothing more is said but that it was restored.
        while said
            .recv_timeout(until.saturating_duration_since(Instant::now()))
            .is_ok()
        {}
        child.kill().unwrap();
        child.wait().unwrap();
        if half.exists() {
            // Half a backup is no store; where nothing of it is, anybody may make a new one.
            let is_begun = fs::read_dir(&half).unwrap().next().is_some();
            if is_begun && let Ok(store) = Store::open(&config(&half)) {
                assert_eq!(lines(&store, id).await, before);
                close(store).await;
            }
            fs::remove_dir_all(&half).unwrap();
        }
        let new = tempfile::tempdir().unwrap();
        backups::restore(&from, None, &config(new.path())).unwrap();
        let store = open(new.path());
        assert_eq!(lines(&store, id).await, before);
        close(store).await;
    }
}

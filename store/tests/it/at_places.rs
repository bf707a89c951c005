//! Processes that end, and disks that are full from there on, at each place in the work on files at
//! which something is left to mend: what was acknowledged is there.
#![allow(clippy::unwrap_used, reason = "a test says what it needs by panicking")]

use std::{fs, path::Path, process::Command, sync::mpsc::RecvTimeoutError, time::Duration};

use rustix::process::{Resource, Rlimit, setrlimit};
use store::{Store, backups};

use crate::{
    killed_backups::{Heard, IS_BACKED_UP, RESTORES},
    kills::{Acknowledged, CHILD, PLAYS, heard, say, start},
    support::{self, close, config, lines, open, played},
};

/// What befalls a child, and where.
const BEFALLS: &str = "CARTULARY_TEST_BEFALLS";
const KILLED: &str = "killed";
const FULL: &str = "full";

/// While matches are archived, segments go, and the index is written anew.
const PLACES: [&str; 10] = [
    "archive: the frames are there",
    "archive: what they hold is taken out",
    "clear: it is known what stays",
    "clear: what stays is copied",
    "clear: the next segment is the first",
    "clear: the segment is gone",
    "compact: some is copied",
    "compact: all is copied",
    "compact: the next one is used",
    "compact: the one before is set aside",
];
const BACKUP_PLACES: [&str; 2] = ["backup: something is copied next", "backup: it is made"];
const RESTORE_PLACES: [&str; 2] = ["restore: the files are there", "restore: all is built"];

/// Does to this process what its test wants, if it is a child and has come to that place.
pub(crate) fn reached(place: &'static str) {
    let Ok(befalls) = std::env::var(BEFALLS) else {
        return;
    };
    let Some(what) = befalls.strip_suffix(place) else {
        return;
    };
    say(&format!("reached {place}"));
    if what == KILLED {
        std::process::abort();
    }
    // As on a full disk, nothing more can be written to any file.
    let none = Rlimit {
        current: Some(0),
        maximum: Some(0),
    };
    setrlimit(Resource::Fsize, none).unwrap();
}

/// Runs one test of this binary on a directory until what is to befall it did and it has ended, and
/// notes what it said.
fn befalls(what: &str, place: &str, test: &str, dir: &Path, note: &mut dyn FnMut(&str)) {
    // A write that may not be made fails, and ends nothing.
    let mut child = Command::new("sh");
    child.args(["-c", r#"trap "" XFSZ; exec "$0" "$@""#]);
    child.arg(std::env::current_exe().unwrap());
    child.args([test, "--exact", "--nocapture"]);
    let (mut child, said) = heard({
        child.env(CHILD, dir).env(BEFALLS, format!("{what}{place}"));
        child
    });
    let (mut lines, mut has_reached) = (0, false);
    loop {
        // On a full disk it may go on reading.
        let patience = Duration::from_secs(if has_reached { 2 } else { 60 });
        match said.recv_timeout(patience) {
            Ok(line) => {
                has_reached |= line == format!("reached {place}");
                note(&line);
                lines += 1;
            }
            Err(RecvTimeoutError::Disconnected) => break,
            Err(RecvTimeoutError::Timeout) => child.kill().unwrap(),
        }
        assert!(has_reached || lines < 20_000, "{place} is never reached");
    }
    child.wait().unwrap();
    assert!(has_reached, "{place} is not reached");
}

async fn nothing_is_lost(what: &str, places: &[&str]) {
    let dir = tempfile::tempdir().unwrap();
    let mut acknowledged = Acknowledged::default();
    for place in places {
        befalls(what, place, PLAYS, dir.path(), &mut |line| {
            acknowledged.note(line);
        });
        acknowledged.check(dir.path()).await;
    }
}

#[tokio::test]
async fn killed_at_each_place_nothing_acknowledged_is_lost() {
    nothing_is_lost(KILLED, &PLACES).await;
}

#[tokio::test]
async fn on_a_disk_that_is_full_from_a_place_on_nothing_acknowledged_is_lost() {
    nothing_is_lost(FULL, &PLACES).await;
}

/// What was acknowledged is there, and in the last backup what was before that was begun.
async fn backups_stay(what: &str) {
    let dir = tempfile::tempdir().unwrap();
    let mut heard = Heard::default();
    let (mut child, said) = start(IS_BACKED_UP, dir.path());
    while heard.made.is_none() {
        let line = said.recv_timeout(Duration::from_secs(60));
        heard.note(&line.expect("it is backed up"));
    }
    child.kill().unwrap();
    child.wait().unwrap();
    said.iter().for_each(|line| heard.note(&line));
    for place in BACKUP_PLACES {
        befalls(what, place, IS_BACKED_UP, dir.path(), &mut |line| {
            heard.note(line);
        });
        heard.acknowledged.check(&dir.path().join("data")).await;
        let new = tempfile::tempdir().unwrap();
        backups::restore(&dir.path().join("backups"), None, &config(new.path())).unwrap();
        heard.made.as_ref().unwrap().check(new.path()).await;
    }
}

#[tokio::test]
async fn killed_at_each_place_of_a_backup_the_last_one_has_what_was_acknowledged() {
    backups_stay(KILLED).await;
}

#[tokio::test]
async fn on_a_disk_that_is_full_from_a_place_of_a_backup_on_the_last_one_stays() {
    backups_stay(FULL).await;
}

#[tokio::test]
async fn killed_or_full_while_a_backup_is_restored_it_can_be_restored_elsewhere() {
    let dir = tempfile::tempdir().unwrap();
    let [data, from, half] = ["data", "backups", "new"].map(|name| dir.path().join(name));
    let store = open(&data);
    let id = played(&store, 10_000).await;
    let before = lines(&store, id).await;
    close(store).await;
    backups::back_up(&data, &from, false).unwrap();
    for what in [KILLED, FULL] {
        for place in RESTORE_PLACES {
            befalls(what, place, RESTORES, dir.path(), &mut |_| {});
            // All its files are there.
            let store = Store::open(&config(&half)).unwrap();
            assert_eq!(lines(&store, id).await, before);
            close(store).await;
            fs::remove_dir_all(&half).unwrap();
        }
    }
    let new = tempfile::tempdir().unwrap();
    backups::restore(&from, None, &config(new.path())).unwrap();
    let store = open(new.path());
    assert_eq!(support::lines(&store, id).await, before);
    close(store).await;
}

//! Opening a directory, whatever it is in.
#![allow(clippy::unwrap_used, reason = "a test says what it needs by panicking")]

use std::{fs, path::Path, thread};

use store::{Position, Store, StoreError};

use crate::support;

#[tokio::test]
async fn a_second_process_is_told_who_has_the_directory() {
    let dir = tempfile::tempdir().unwrap();
    let store = support::open(dir.path());
    let error = Store::open(&support::config(dir.path())).unwrap_err();
    let pid = format!("process {}", std::process::id());
    assert!(matches!(&error, StoreError::Locked { holder, .. } if holder.contains(&pid)));
    assert!(error.to_string().contains("stop that process"));
    support::close(store).await;
    support::close(support::open(dir.path())).await;
}

#[tokio::test]
async fn who_is_about_to_let_go_of_the_journal_is_waited_for() {
    let dir = tempfile::tempdir().unwrap();
    support::close(support::open(dir.path())).await;
    // As a process has it that was started meanwhile, until it becomes another program.
    let journal = fs::File::open(dir.path().join("journal/00000000.log")).unwrap();
    journal.lock().unwrap();
    let config = support::config(dir.path());
    let opened = thread::spawn(move || Store::open(&config).map(|_| ()));
    drop(journal);
    assert_eq!(opened.join().unwrap().map_err(|it| it.to_string()), Ok(()));
}

#[tokio::test]
async fn a_directory_of_something_else_is_left_alone() {
    let dir = tempfile::tempdir().unwrap();
    fs::write(dir.path().join("thesis.txt"), "mine").unwrap();
    let error = Store::open(&support::config(dir.path())).unwrap_err();
    assert!(matches!(error, StoreError::Unusable { .. }));
    assert_eq!(fs::read(dir.path().join("thesis.txt")).unwrap(), b"mine");
}

#[tokio::test]
async fn on_a_full_disk_no_store_is_made() {
    let dir = tempfile::tempdir().unwrap();
    let said = Store::open(&crate::bounds::on_full_disk(dir.path())).unwrap_err();
    assert!(said.to_string().contains("make room"), "{said}");
    let names: Vec<_> = support::files(dir.path());
    assert_eq!(names, [dir.path().join("LOCK")]);
    support::close(support::open(dir.path())).await;
}

#[tokio::test]
async fn an_index_that_is_gone_is_rebuilt_with_its_keys() {
    let dir = tempfile::tempdir().unwrap();
    let store = support::open(dir.path());
    let id = support::played(&store, 40).await;
    let key = || Some(store::IdempotencyKey::new("p", "k", b"1"));
    let opened = store
        .matches
        .open(&support::asker(1), support::two_players(), key())
        .await;
    let keyed = opened.unwrap().now.id;
    let before = (support::lines(&store, id).await, store.integrity());
    support::close(store).await;
    fs::remove_dir_all(dir.path().join("events")).unwrap();
    let store = support::open(dir.path());
    assert_eq!(
        (support::lines(&store, id).await, store.integrity()),
        before
    );
    let again = store
        .matches
        .open(&support::asker(1), support::two_players(), key())
        .await;
    assert_eq!(again.unwrap().now.id, keyed);
    support::close(store).await;
}

#[tokio::test]
async fn half_a_snapshot_does_not_keep_the_store_from_opening() {
    let dir = tempfile::tempdir().unwrap();
    let store = support::open(dir.path());
    let id = support::played(&store, 5).await;
    let before = support::lines(&store, id).await;
    support::close(store).await;
    let events = dir.path().join("events");
    fs::write(events.join("snap.00000000000F.generating"), b"half").unwrap();
    let store = support::open(dir.path());
    assert_eq!(support::lines(&store, id).await, before);
    assert!(!events.join("snap.00000000000F.generating").exists());
}

#[tokio::test]
async fn a_journal_that_lacks_what_was_acknowledged_is_refused_and_can_be_exported() {
    let dir = tempfile::tempdir().unwrap();
    let store = support::open(dir.path());
    support::played(&store, 60).await;
    let commits = store.commits();
    support::close(store).await;
    let journal = dir.path().join("journal");
    let segments = support::files(&journal);
    let is_segment = |file: &&std::path::PathBuf| file.extension().is_some_and(|e| e == "log");
    let last = segments.iter().rfind(is_segment);
    fs::remove_file(last.unwrap()).unwrap();
    let error = Store::open(&support::config(dir.path())).unwrap_err();
    let said = error.to_string();
    assert!(said.contains("export") || said.contains("backup"), "{said}");
    let mut lines = Vec::new();
    if matches!(error, StoreError::JournalDamaged { .. }) {
        assert_eq!(
            store::portable::export(dir.path(), &mut lines).unwrap(),
            commits
        );
    }
}

#[tokio::test]
async fn a_newer_format_is_refused() {
    let dir = tempfile::tempdir().unwrap();
    support::close(support::open(dir.path())).await;
    let path = dir.path().join("FORMAT");
    let text = fs::read_to_string(&path).unwrap();
    let line = text
        .lines()
        .next()
        .unwrap()
        .replace("\"min_reader\":1", "\"min_reader\":3");
    fs::write(
        &path,
        format!("{line}\n{:08x}\n", crc32c::crc32c(line.as_bytes())),
    )
    .unwrap();
    let error = Store::open(&support::config(dir.path())).unwrap_err();
    assert!(error.to_string().contains("newer program"));
}

#[tokio::test]
async fn an_index_that_fails_its_check_is_set_aside_and_rebuilt() {
    let dir = tempfile::tempdir().unwrap();
    let store = support::open(dir.path());
    let id = support::played(&store, 10).await;
    let before = (
        support::lines(&store, id).await,
        support::lists(&store).await,
    );
    support::close(store).await;
    let aside = || {
        let names = fs::read_dir(dir.path())
            .unwrap()
            .map(|entry| entry.unwrap().file_name());
        names
            .filter(|name| name.to_string_lossy().starts_with("events.damaged"))
            .count()
    };
    let checked_by = |check: &str| store::Config {
        index_check: vec![check.into()],
        ..support::config(dir.path())
    };
    let sum = dir.path().join("index.sum");
    for (check, expected) in [("true", 0), ("false", 1)] {
        // As after a kill: it has no sum.
        fs::remove_file(&sum).unwrap();
        let store = Store::open(&checked_by(check)).unwrap();
        let now = (
            support::lines(&store, id).await,
            support::lists(&store).await,
        );
        assert_eq!(now, before, "{check}");
        support::close(store).await;
        assert_eq!(aside(), expected, "{check}");
    }
    let opened = Store::open(&checked_by("false"));
    support::close(opened.unwrap()).await;
    assert_eq!(
        aside(),
        1,
        "what has the bytes it was closed with is trusted"
    );
    let db = dir.path().join("events/db");
    let mut bytes = fs::read(&db).unwrap();
    *bytes.last_mut().unwrap() ^= 1;
    fs::write(&db, bytes).unwrap();
    let error = Store::open(&checked_by("no such program")).unwrap_err();
    assert!(error.to_string().contains("run the check"));
    assert_eq!(aside(), 1, "what was not checked is left alone");
}

/// Zeroes the last bytes that the journal holds, as if they had never been written.
fn forget_the_end(dir: &Path, bytes: usize) {
    let segments = support::files(&dir.join("journal"));
    let is_segment = |file: &&std::path::PathBuf| file.extension().is_some_and(|e| e == "log");
    for segment in segments.iter().rev().filter(is_segment) {
        let mut written = fs::read(segment).unwrap();
        let last = written[4096..].iter().rposition(|byte| *byte != 0);
        let Some(last) = last else { continue };
        written[4096 + last.saturating_sub(bytes)..].fill(0);
        return fs::write(segment, written).unwrap();
    }
    panic!("the journal holds something");
}

/// A store that was closed in good order, and where it ended.
async fn closed(dir: &Path) -> Position {
    let store = support::open(dir);
    support::played(&store, 60).await;
    let end = store.integrity().position;
    support::lists(&store).await;
    support::close(store).await;
    end
}

/// Opening is refused as often as it is tried, and what is left can be exported.
fn is_refused(dir: &Path) {
    for _ in 0..2 {
        let error = refusal_of_a_free_directory(dir);
        assert!(
            matches!(error, StoreError::JournalDamaged { .. }),
            "{error}"
        );
    }
    assert!(store::portable::export(dir, &mut Vec::new()).unwrap() > 0);
    let error = refusal_of_a_free_directory(dir);
    assert!(error.to_string().contains("was acknowledged"), "{error}");
}

#[tokio::test]
async fn after_a_clean_stop_no_commit_is_taken_for_one_never_acknowledged() {
    let dir = tempfile::tempdir().unwrap();
    closed(dir.path()).await;
    forget_the_end(dir.path(), 3_000);
    fs::remove_dir_all(dir.path().join("events")).unwrap();
    fs::remove_dir_all(dir.path().join("projections")).unwrap();
    is_refused(dir.path());
}

#[tokio::test]
async fn a_projection_ahead_of_the_log_is_damage_to_the_log() {
    let dir = tempfile::tempdir().unwrap();
    closed(dir.path()).await;
    forget_the_end(dir.path(), 3_000);
    fs::remove_dir_all(dir.path().join("events")).unwrap();
    fs::remove_file(dir.path().join("LOCK")).unwrap();
    is_refused(dir.path());
}

#[tokio::test]
async fn a_large_projection_ahead_of_the_log_is_damage_to_the_log_too() {
    let dir = tempfile::tempdir().unwrap();
    closed(dir.path()).await;
    forget_the_end(dir.path(), 3_000);
    fs::remove_dir_all(dir.path().join("events")).unwrap();
    fs::remove_file(dir.path().join("LOCK")).unwrap();
    let config = store::Config {
        late_table_bytes: 0,
        ..support::config(dir.path())
    };
    let refused = Store::open(&config).unwrap_err();
    assert!(
        matches!(refused, StoreError::JournalDamaged { .. }),
        "{refused}"
    );
}

#[tokio::test]
async fn whoever_looks_at_the_archive_closes_nothing_in_good_order() {
    let dir = tempfile::tempdir().unwrap();
    closed(dir.path()).await;
    let path = dir.path().join("LOCK");
    let look = || {
        store::portable::archive(dir.path(), |archive| archive.sizes()).unwrap();
        fs::read_to_string(&path).unwrap()
    };
    let before = look();
    assert!(before.starts_with("stopped\n"), "{before}");
    fs::write(&path, before.replace("stopped", "process 1")).unwrap();
    let after = look();
    assert!(after.starts_with("process"), "{after}");
}

#[tokio::test]
async fn a_store_that_a_program_of_before_has_closed_opens() {
    let dir = tempfile::tempdir().unwrap();
    let end = closed(dir.path()).await;
    fs::write(dir.path().join("LOCK"), "stopped\n").unwrap();
    let store = support::open(dir.path());
    assert_eq!(store.integrity().position, end);
    support::close(store).await;
}

/// What opening says once nobody holds the directory: a process that another test starts
/// shares its lock until it becomes the other program.
fn refusal_of_a_free_directory(dir: &Path) -> StoreError {
    let refusal = || Store::open(&support::config(dir)).unwrap_err();
    let mut refusals = std::iter::repeat_with(refusal).take(100_000);
    let free = refusals.find(|error| !matches!(error, StoreError::Locked { .. }));
    free.expect("the directory is let go")
}

#[tokio::test]
async fn a_store_without_journal_and_index_is_refused_and_not_an_empty_one() {
    for gone in [
        &["journal", "events"][..],
        &["journal", "events", "projections"],
        &["journal", "events", "projections", "LOCK"],
        &["journal"],
    ] {
        let dir = tempfile::tempdir().unwrap();
        closed(dir.path()).await;
        for name in gone {
            let path = dir.path().join(name);
            let _ = fs::remove_dir_all(&path).or_else(|_| fs::remove_file(&path));
            assert!(!path.exists());
        }
        for _ in 0..2 {
            let said = refusal_of_a_free_directory(dir.path());
            assert!(
                said.to_string().contains("the journal is missing"),
                "{gone:?}: {said}"
            );
        }
    }
}

#[tokio::test]
async fn a_store_whose_making_was_interrupted_is_made() {
    let dir = tempfile::tempdir().unwrap();
    let journal = dir.path().join("journal.new");
    fs::create_dir(&journal).unwrap();
    fs::write(journal.join("next.zero"), [0; 9]).unwrap();
    fs::write(dir.path().join("FORMAT.new"), "{").unwrap();
    support::close(support::open(dir.path())).await;
    assert!(!journal.exists());
    // The format was written, and the journal not yet put in its place.
    fs::rename(dir.path().join("journal"), &journal).unwrap();
    fs::remove_dir_all(dir.path().join("events")).unwrap();
    support::close(support::open(dir.path())).await;
    assert!(!journal.exists());
}

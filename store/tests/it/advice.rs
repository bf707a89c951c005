//! What is advised when something is damaged, and that it is true.
#![allow(clippy::unwrap_used, reason = "a test says what it needs by panicking")]

use std::{error::Error as _, fs, os::unix::fs::PermissionsExt as _, path::Path};

use store::{PlayerKind, Registration, Store, portable};

use crate::support;

/// A store with a match and a player, closed, and what it exports.
async fn exported(dir: &Path) -> String {
    let store = support::open(dir);
    support::played(&store, 20).await;
    let registration = Registration {
        name: "Ann".to_owned(),
        unique_name: false,
        kind: PlayerKind::Person,
        version: None,
    };
    let registered = store
        .players
        .register(registration, |_| store::Hash([1; 32]), None);
    registered.await.unwrap();
    support::close(store).await;
    export(dir)
}

fn export(dir: &Path) -> String {
    let mut written = Vec::new();
    portable::export(dir, &mut written).unwrap();
    String::from_utf8(written).unwrap()
}

#[tokio::test]
async fn what_a_whole_index_holds_is_exported_whatever_else_is_damaged_or_gone() {
    for gone in [
        "FORMAT",
        "journal",
        "journal/00000000.log",
        "journal/00000001.log",
    ] {
        let (dir, anew) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
        let before = exported(dir.path()).await;
        let path = dir.path().join(gone);
        let _ = fs::remove_dir_all(&path).or_else(|_| fs::remove_file(&path));
        for damaged in [false, true] {
            if damaged {
                fs::create_dir_all(path.parent().unwrap()).unwrap();
                fs::write(&path, "damaged").unwrap();
            }
            let after = export(dir.path());
            // A name stands in the journal alone.
            let [before, after] = [&before, &after].map(|all| {
                let lines = all.lines().map(|line| line.split(",\"erasable\":").next());
                lines.map(|line| line.unwrap().trim_end_matches('}').to_owned())
            });
            assert!(before.eq(after), "{gone}, {damaged}");
        }
        let after = export(dir.path());
        let imported = portable::import(anew.path(), &mut after.as_bytes()).unwrap();
        assert_eq!(usize::try_from(imported).unwrap(), before.lines().count());
        support::close(support::open(anew.path())).await;
    }
}

#[tokio::test]
async fn copies_of_a_damaged_index_are_named_and_can_be_removed() {
    let dir = tempfile::tempdir().unwrap();
    exported(dir.path()).await;
    let copy = dir.path().join("events.damaged-1");
    fs::create_dir(&copy).unwrap();
    fs::write(copy.join("db"), "damaged").unwrap();
    let report = portable::verify_store(dir.path()).unwrap();
    assert_eq!(report.problems, [""; 0]);
    assert_eq!(report.set_aside, std::slice::from_ref(&copy));
    portable::remove_set_aside(&report).unwrap();
    assert!(!copy.exists());
    assert!(
        portable::verify_store(dir.path())
            .unwrap()
            .set_aside
            .is_empty()
    );
}

#[tokio::test]
async fn a_file_that_cannot_be_read_is_told_with_the_reason_of_the_system() {
    for file in ["FORMAT", "secret", "events/db"] {
        let dir = tempfile::tempdir().unwrap();
        exported(dir.path()).await;
        let path = dir.path().join(file);
        fs::remove_file(&path).unwrap();
        fs::create_dir(&path).unwrap();
        let error = Store::open(&support::config(dir.path())).unwrap_err();
        let reason = error.source().unwrap().to_string();
        assert!(reason.contains("directory"), "{file}: {error}: {reason}");
        assert!(error.to_string().contains(file), "{error}");
        assert!(dir.path().join("events").exists(), "nothing was set aside");
    }
}

#[tokio::test]
async fn journal_and_index_are_the_owners_alone() {
    let dir = tempfile::tempdir().unwrap();
    exported(dir.path()).await;
    let mode = |path: &Path| fs::metadata(path).unwrap().permissions().mode() & 0o777;
    // As a program of before has left them.
    for name in ["journal", "events"] {
        let path = dir.path().join(name);
        fs::set_permissions(path, fs::Permissions::from_mode(0o755)).unwrap();
    }
    let store = support::open(dir.path());
    support::played(&store, 20).await;
    for name in ["journal", "events", "projections/lobby-v5"] {
        let path = dir.path().join(name);
        assert_eq!(mode(&path), 0o700, "{name}");
        for file in support::files(&path) {
            assert_eq!(mode(&file), 0o600, "{}", file.display());
        }
    }
    support::close(store).await;
}

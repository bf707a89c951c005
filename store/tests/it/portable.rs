//! Export, import, and checking from outside.
#![allow(clippy::unwrap_used, reason = "a test says what it needs by panicking")]

use store::{RequestError, StoreError, portable};

use crate::{record::rewritten, support};

async fn exported(dir: &std::path::Path) -> Vec<u8> {
    let store = support::open(dir);
    for decisions in [3, usize::MAX, 0] {
        support::played(&store, decisions).await;
    }
    let registration = store::Registration {
        name: "Ada \u{1F5FA}".to_owned(),
        unique_name: false,
        kind: store::PlayerKind::Person,
        version: None,
    };
    let register = store
        .players
        .register(registration, |id| store::Hash::of(&id.0), None);
    register.await.unwrap();
    support::close(store).await;
    let mut lines = Vec::new();
    portable::export(dir, &mut lines).unwrap();
    lines
}

#[tokio::test]
async fn export_and_import_are_the_same_to_the_byte() {
    let dir = tempfile::tempdir().unwrap();
    let there = tempfile::tempdir().unwrap();
    let lines = exported(dir.path()).await;
    let count = portable::import(there.path(), &mut lines.as_slice()).unwrap();
    let mut again = Vec::new();
    assert_eq!(portable::export(there.path(), &mut again).unwrap(), count);
    assert_eq!(again, lines);
    let report = portable::verify_store(there.path()).unwrap();
    assert_eq!((report.matches, report.problems.len()), (3, 0));
    let store = support::open(there.path());
    let (lobby, results) = support::lists(&store).await;
    assert_eq!((lobby.len(), results.len()), (3, 1));
    support::play(&store, lobby[0].id, 5).await;
    assert!(store.matches.verify(lobby[0].id).await.unwrap().valid);
}

#[tokio::test]
async fn an_import_refuses_anything_else_and_says_which_line() {
    let dir = tempfile::tempdir().unwrap();
    let lines = String::from_utf8(exported(dir.path()).await).unwrap();
    let lines: Vec<&str> = lines.lines().collect();
    let refused = |changed: Vec<String>| {
        let there = tempfile::tempdir().unwrap();
        let text = changed.join("\n");
        let error = portable::import(there.path(), &mut text.as_bytes()).unwrap_err();
        assert!(
            support::files(there.path()).is_empty(),
            "nothing is left behind"
        );
        let StoreError::Import { line, .. } = error else {
            panic!("{error}");
        };
        line
    };
    let owned = || {
        lines
            .iter()
            .map(ToString::to_string)
            .collect::<Vec<String>>()
    };
    let change = |at: usize, from: &str, to: &str| {
        let mut lines = owned();
        assert!(lines[at].contains(from));
        lines[at] = lines[at].replacen(from, to, 1);
        lines
    };
    let mut missing = owned();
    missing.remove(2);
    let mut swapped = owned();
    swapped.swap(2, 3);
    assert_eq!(refused(missing), 3);
    assert_eq!(refused(swapped), 3);
    assert_eq!(refused(change(1, "\"public\"", " \"public\"")), 2);
    assert_eq!(refused(change(1, "\"schema\":1", "\"schema\":2")), 2);
    assert_eq!(refused(change(0, "\"salt\":\"", "\"salt\":\"0")), 1);
    let mut cut = owned();
    let half = cut[1].len() / 2;
    cut[1].truncate(half);
    assert_eq!(refused(cut), 2);
    let full = portable::import(dir.path(), &mut &b""[..]);
    assert!(matches!(full, Err(StoreError::Unusable { .. })));
}

#[tokio::test]
async fn a_record_is_checked_far_from_any_store() {
    let dir = tempfile::tempdir().unwrap();
    let store = support::open(dir.path());
    let id = support::played(&store, usize::MAX).await;
    let record = store.matches.record(id).await.unwrap();
    let verify =
        |lines: Vec<String>| portable::verify_record(&mut lines.join("\n").as_bytes()).unwrap();
    let whole = verify(support::lines(&store, id).await);
    assert!(whole.valid && whole.complete && whole.finished);
    let public = record.iter().map(|commit| commit.line.without_private());
    let public = verify(public.collect());
    assert!(public.valid && !public.complete);
    assert_eq!(public.head, whole.head);
    let mut gap = support::lines(&store, id).await;
    gap.remove(4);
    let gap = verify(gap);
    assert!(!gap.valid);
    assert_eq!(gap.divergence.unwrap().check, store::Check::Chain);
}

#[tokio::test]
async fn a_match_that_cannot_have_happened_is_quarantined_and_others_play_on() {
    let dir = tempfile::tempdir().unwrap();
    let never = |public: &str| {
        let decided = r#"{"type":"decided","seat":0}"#;
        public.replace(decided, r#"{"type":"seat_left","seat":0}"#)
    };
    let record = rewritten(|public, private| (never(public), private.to_owned()));
    portable::import(dir.path(), &mut record.as_bytes()).unwrap();
    let store = support::open(dir.path());
    let (matches, _) = support::lists(&store).await;
    let (id, version) = (matches[0].id, matches[0].version);
    let current = store.matches.current(id).await.map(|_| ());
    let at = store.matches.at(id, version).await.map(|_| ());
    for refused in [current, at] {
        let Err(RequestError::Store(StoreError::Quarantined { stream, .. })) = refused else {
            panic!("no match can have this record");
        };
        assert_eq!(stream, id.into());
    }
    assert!(store.matches.at(id, 1).await.is_ok());
    assert!(!store.matches.verify(id).await.unwrap().valid);
    support::played(&store, 5).await;
    support::close(store).await;
}

//! A store as it was exported before records had notes, clocks, versions of bots and
//! ends without standings: two players, matches played, forked, running and private,
//! and a batch.
#![allow(clippy::unwrap_used, reason = "a test says what it needs by panicking")]

use std::path::Path;

use domain::{
    BySeat, Seed, Viewer,
    bots::Bot,
    matches::{Chance, Place},
};
use store::{
    Forking, MatchId, Status, Store,
    batches::{BatchState, LineUpSeat},
    portable::{export, import, verify_store},
};

use crate::support::{self, asker};

const EXPORTED: &str = "tests/golden/store-1.ndjson";

#[tokio::test(flavor = "multi_thread")]
async fn an_old_store_is_imported_verified_forked_and_exported_to_the_same_bytes() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(EXPORTED);
    let bytes = std::fs::read(path).unwrap();
    let dir = tempfile::tempdir().unwrap();
    import(dir.path(), &mut bytes.as_slice()).unwrap();
    assert_eq!(exported(dir.path()), bytes);
    let report = verify_store(dir.path()).unwrap();
    assert!(report.problems.is_empty(), "{report:?}");
    assert_eq!(report.matches, 5);

    let store = support::open(dir.path());
    let (lobby, results) = support::lists(&store).await;
    let forks = results.iter().filter(|row| row.fork.is_some()).count();
    assert_eq!((lobby.len(), results.len(), forks), (5, 4, 2));
    for row in &lobby {
        let verdict = store.matches.verify(row.id).await.unwrap();
        assert!(verdict.valid && verdict.complete, "{verdict:?}");
        assert_eq!(verdict.finished, row.status == Status::Finished);
        assert_eq!(verdict.not_decided_again, None);
        forked(&store, row.id).await;
    }
    let batch = &store.batches.list(None, None, 10).rows[0];
    assert_eq!(batch.state(), BatchState::Finished);
    let seats = batch.plan.line_ups[0].iter();
    let seats: Vec<LineUpSeat> = seats.map(|(_, seat)| seat.clone()).collect();
    assert_eq!(seats, [LineUpSeat::Named(Bot::Random)]);
    support::close(store).await;
    assert!(exported(dir.path()).starts_with(&bytes));
}

fn exported(dir: &Path) -> Vec<u8> {
    let mut written = Vec::new();
    export(dir, &mut written).unwrap();
    written
}

/// Forks a match where it had just started, twice.
async fn forked(store: &Store, parent: MatchId) {
    let step = store.matches.record(parent).await.unwrap();
    let has_started = |game: &domain::matches::Match| game.table().is_some();
    for commit in step.iter() {
        let step = commit.line.tip().version;
        if !has_started(&store.matches.at(parent, step).await.unwrap()) {
            continue;
        }
        for chance in [Chance::Keep, Chance::Redraw] {
            let forking = Forking {
                parent,
                step,
                chance,
                viewer: Viewer::Referee,
                places: BySeat::new(1, |_| Place::Open),
                seated: Vec::new(),
                seed: Some(Seed([4; 32])).filter(|_| chance == Chance::Redraw),
                open_hands: false,
                private: false,
                settings: domain::matches::Settings::default(),
            };
            let fork = store.matches.fork(&asker(1), forking, None).await.unwrap();
            let verdict = store.matches.verify(fork.now.id).await.unwrap();
            assert!(verdict.valid && verdict.complete, "{verdict:?}");
        }
        return;
    }
}

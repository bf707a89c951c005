//! Damage to any file of a store: after it, every acknowledged commit is there and
//! verified, or the store says what to do. Never another answer, never a panic.
#![allow(clippy::unwrap_used, reason = "a test says what it needs by panicking")]

use std::{fs, path::Path};

use domain::{Dice, Seed, dice::Roll};
use store::{LobbyRow, MatchId, ResultRow, Store};

use crate::support;

/// What was acknowledged before the damage.
struct Acknowledged {
    matches: Vec<(MatchId, Vec<String>)>,
    lists: (Vec<LobbyRow>, Vec<ResultRow>),
    secret: [u8; 32],
}

/// What can happen to a file.
#[derive(Clone, Copy, Debug)]
enum Damage {
    FlippedBit,
    ZeroedPage,
    CutTail,
}

impl Damage {
    const ALL: [Damage; 3] = [Damage::FlippedBit, Damage::ZeroedPage, Damage::CutTail];

    fn happen(self, bytes: &mut Vec<u8>, roll: &mut Roll) {
        match self {
            Damage::FlippedBit => flip_a_bit(bytes, roll),
            Damage::ZeroedPage => zero_a_page(bytes, roll),
            Damage::CutTail => cut_the_tail(bytes, roll),
        }
    }
}

fn somewhere(bytes: &[u8], roll: &mut Roll) -> usize {
    usize::try_from(roll.below(u32::try_from(bytes.len()).unwrap())).unwrap()
}

fn flip_a_bit(bytes: &mut [u8], roll: &mut Roll) {
    // Where something was written: most of a file can be zeros.
    let written: Vec<usize> = (0..bytes.len()).filter(|at| bytes[*at] != 0).collect();
    if !written.is_empty() {
        let at =
            written[usize::try_from(roll.below(u32::try_from(written.len()).unwrap())).unwrap()];
        bytes[at] ^= 1 << roll.below(8);
    }
}

fn zero_a_page(bytes: &mut [u8], roll: &mut Roll) {
    let used = bytes.iter().rposition(|byte| *byte != 0).unwrap_or(0) + 1;
    let page = somewhere(&bytes[..used], roll) / 4096 * 4096;
    let end = bytes.len().min(page + 4096);
    bytes[page..end].fill(0);
}

fn cut_the_tail(bytes: &mut Vec<u8>, roll: &mut Roll) {
    let used = bytes.iter().rposition(|byte| *byte != 0).unwrap_or(0) + 1;
    let length = somewhere(&bytes[..used], roll);
    bytes.truncate(length);
}

async fn a_store(dir: &Path) -> Acknowledged {
    let store = support::open(dir);
    let mut matches = Vec::new();
    for decisions in [usize::MAX, 12, 30] {
        let id = support::played(&store, decisions).await;
        matches.push((id, support::lines(&store, id).await));
    }
    let acknowledged = Acknowledged {
        matches,
        lists: support::lists(&store).await,
        secret: *store.secret(),
    };
    support::close(store).await;
    acknowledged
}

/// Opens a damaged store. Says whether it opened.
async fn try_to_open(dir: &Path, acknowledged: &Acknowledged, what: &str) -> bool {
    let store = match Store::open(&support::config(dir)) {
        Ok(store) => store,
        Err(error) => {
            let said = error.to_string();
            let advice = ["restore", "Restore", "export", "delete"];
            assert!(
                advice.iter().any(|word| said.contains(word)),
                "{what}: {said}"
            );
            return false;
        }
    };
    assert_eq!(*store.secret(), acknowledged.secret, "{what}");
    for (id, lines) in &acknowledged.matches {
        assert_eq!(&support::lines(&store, *id).await, lines, "{what}");
        assert!(store.matches.verify(*id).await.unwrap().valid, "{what}");
    }
    assert_eq!(support::lists(&store).await, acknowledged.lists, "{what}");
    support::close(store).await;
    true
}

/// `CARTULARY_DAMAGES` says how often each file is damaged in each way.
#[tokio::test]
async fn damage_is_repaired_or_reported() {
    let rounds = std::env::var("CARTULARY_DAMAGES").ok();
    let rounds = rounds.map_or(2, |rounds| rounds.parse().unwrap());
    let whole = tempfile::tempdir().unwrap();
    let acknowledged = a_store(whole.path()).await;
    let files = support::files(whole.path());
    let (mut opened, mut trials) = (0, 0);
    for (number, file) in (0..).zip(&files) {
        for (damage, round) in Damage::ALL
            .iter()
            .flat_map(|d| (0..rounds).map(move |r| (d, r)))
        {
            let copy = tempfile::tempdir().unwrap();
            support::copy(whole.path(), copy.path());
            let inside = file.strip_prefix(whole.path()).unwrap();
            let target = copy.path().join(inside);
            let mut bytes = fs::read(&target).unwrap();
            if bytes.is_empty() {
                continue;
            }
            let purpose = format!("{damage:?}");
            let mut roll = Dice::new(Seed([1; 32])).roll(&purpose, number * 1000 + round);
            damage.happen(&mut bytes, &mut roll);
            fs::write(&target, bytes).unwrap();
            let what = format!("{damage:?} in {}, round {round}", inside.display());
            opened += u32::from(try_to_open(copy.path(), &acknowledged, &what).await);
            trials += 1;
        }
    }
    assert!(
        opened > trials / 2,
        "most damage is repaired: {opened} of {trials}"
    );
}

#[tokio::test]
async fn what_the_index_holds_of_a_damaged_journal_can_be_moved_to_a_new_store() {
    let dir = tempfile::tempdir().unwrap();
    let acknowledged = a_store(dir.path()).await;
    let journal = support::files(&dir.path().join("journal"));
    let open = journal
        .iter()
        .rfind(|file| file.extension().is_some_and(|e| e == "log"));
    let open = open.unwrap();
    let mut bytes = fs::read(open).unwrap();
    bytes[4096 + 100] ^= 1;
    fs::write(open, bytes).unwrap();
    let error = Store::open(&support::config(dir.path())).unwrap_err();
    assert!(error.to_string().contains("export"));
    let mut lines = Vec::new();
    store::portable::export(dir.path(), &mut lines).unwrap();
    let there = tempfile::tempdir().unwrap();
    store::portable::import(there.path(), &mut lines.as_slice()).unwrap();
    let store = support::open(there.path());
    for (id, lines) in &acknowledged.matches {
        assert_eq!(&support::lines(&store, *id).await, lines);
    }
}

//! What decisions were offered and took, against their legal commands.

use std::collections::{BTreeMap, BTreeSet};

use domain::{GameId, matches::facts::MatchFacts};

use super::{
    naming::{Named, READ},
    playing::{Decided, Played, matches_of},
};

/// Offered and taken by seat, kind and item, over all rounds.
type Tally = BTreeMap<(u8, String, String), (u16, u16)>;

#[test]
fn what_was_offered_and_taken_is_what_the_legal_commands_say() {
    for game in READ {
        for played in matches_of(game) {
            let (noted, expected) = (noted(&played.facts()), expected(played, game));
            let wrong: Vec<_> = expected
                .iter()
                .filter(|(key, times)| noted.get(key) != Some(times))
                .collect();
            let options = &played.end.terms.options;
            assert!(wrong.is_empty(), "{options:?}: expected {wrong:?}");
            assert_eq!(noted, expected, "{options:?}");
        }
    }
}

fn noted(facts: &MatchFacts) -> Tally {
    let mut tally = Tally::new();
    for (seat, notes) in facts.seats.iter() {
        for (item, times) in &notes.choices {
            assert!(times.taken <= times.offered);
            assert!(item.round > 0, "{item:?}");
            let key = (seat.0, item.kind.to_string(), item.item.to_string());
            let sums = tally.entry(key).or_default();
            sums.0 += times.offered;
            sums.1 += times.taken;
        }
    }
    tally
}

fn expected(played: &Played, game: GameId) -> Tally {
    let mut expected = Tally::new();
    let kinds = game.samples().may_take_nothing;
    for decided in &played.decisions {
        let (offered, taken) = with_none(decided, kinds);
        for (kind, item) in &offered {
            if offered.iter().filter(|(of, _)| of == kind).count() < 2 {
                continue;
            }
            let key = (decided.seat.0, (*kind).to_owned(), item.clone());
            let sums = expected.entry(key).or_default();
            sums.0 += 1;
            sums.1 += u16::from(taken.contains(&(*kind, item.clone())));
        }
    }
    expected
}

fn with_none(decided: &Decided, kinds: &[&'static str]) -> (BTreeSet<Named>, BTreeSet<Named>) {
    let (mut offered, mut taken) = (decided.offered.clone(), decided.taken.clone());
    for &kind in kinds {
        let none = (kind, "none".to_owned());
        if offered.iter().any(|(of, _)| *of == kind) {
            offered.insert(none.clone());
        }
        if taken.iter().all(|(of, _)| *of != kind) {
            taken.insert(none);
        }
    }
    (offered, taken)
}

//! When two names count as the same, and whose turn it is with one.

use std::{hash::BuildHasher as _, hash::RandomState, sync::Arc};

use domain::cast;
use icu_normalizer::ComposingNormalizerBorrowed;
use tokio::sync::{Mutex, OwnedMutexGuard};

/// A name in the form in which it is compared: NFKC, lower case, and runs of white space as one
/// space.
pub(crate) fn folded(name: &str) -> String {
    let nfkc = ComposingNormalizerBorrowed::new_nfkc();
    // Lower case is not always composed, so it is composed again.
    let lower = nfkc.normalize(name).to_lowercase();
    let composed = nfkc.normalize(&lower);
    composed.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Registrations under one name come one after the other; under different names,
/// mostly, at once.
#[derive(Debug)]
pub(super) struct Turns {
    turns: Vec<Arc<Mutex<()>>>,
    hasher: RandomState,
}

impl Turns {
    pub(super) fn new() -> Turns {
        // Names that share a turn wait for one durable write of each other. So many that
        // this is rare, and few enough to be made at once.
        const TURNS: usize = 256;
        Turns {
            turns: (0..TURNS).map(|_| Arc::default()).collect(),
            hasher: RandomState::new(),
        }
    }

    /// Waits until no other registration under a name is in progress.
    pub(super) async fn of(&self, folded: &str) -> OwnedMutexGuard<()> {
        let turns = cast::<u64>(self.turns.len());
        let at = cast::<usize>(self.hasher.hash_one(folded) % turns);
        Arc::clone(&self.turns[at]).lock_owned().await
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_that_look_alike_by_case_form_or_spaces_are_the_same() {
        for (one, other) in [
            ("Ann", "aNN"),
            ("Zoe\u{308}", "Zo\u{eb}"),
            ("\u{ff21}nn", "ann"),
            ("Ann  B", "ann b"),
            ("\u{130}", "i\u{307}"),
            ("\u{fb01}n", "FIN"),
        ] {
            assert_eq!(folded(one), folded(other), "{one} and {other}");
        }
        for (one, other) in [("ann", "anne"), ("ann b", "annb"), ("zoe", "zo\u{eb}")] {
            assert_ne!(folded(one), folded(other), "{one} and {other}");
        }
    }

    #[test]
    fn a_folded_name_folds_to_itself() {
        for name in [
            "Ann",
            "\u{130}stanbul",
            "\u{1e9e}",
            "\u{3a3}\u{3a3}",
            "\u{1f88}",
        ] {
            assert_eq!(folded(&folded(name)), folded(name), "{name}");
        }
    }
}

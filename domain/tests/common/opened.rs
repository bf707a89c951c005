//! A match that has just been opened.

use domain::{
    BySeat, Options, Rng, Seed,
    matches::{Match, MatchEvent, Place, PlayerId, Terms},
};

/// The terms of a public match of the printed box, by the rules of today.
pub(crate) fn terms(options: &Options, places: BySeat<Place>, host: PlayerId, seed: Seed) -> Terms {
    let game = options.game();
    Terms {
        options: options.clone(),
        places,
        host,
        rules: game.info().rules,
        components: game.components_sha256().to_owned(),
        seed_commitment: seed.commitment(),
        seed_known: true,
        open_hands: false,
        private: false,
        fork: None,
        batch: None,
        rng: Some(Rng::today()),
        settings: Box::default(),
    }
}

/// The match that these events tell from its beginning.
pub(crate) fn fold(happened: &[MatchEvent]) -> Match {
    Match::fold(happened).unwrap()
}

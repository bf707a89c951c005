//! What the catalogues say, and that they say it for ever.

use std::collections::BTreeSet;

use domain::{
    GameId,
    facts::{self, Kind, Metric},
    matches::facts::MatchFacts,
};

use super::playing::matches_of;

/// Ids of what was noted.
#[derive(Default)]
struct Noted {
    measures: BTreeSet<String>,
    dimensions: BTreeSet<String>,
    choices: BTreeSet<String>,
}

impl Noted {
    fn add(&mut self, facts: &MatchFacts) {
        let seats = || facts.seats.iter().map(|(_, notes)| notes);
        for values in seats().map(|notes| &notes.values).chain([&facts.table]) {
            let owned = ToString::to_string;
            self.measures.extend(values.measures.keys().map(owned));
            self.dimensions.extend(values.dimensions.keys().map(owned));
        }
        let items = seats().flat_map(|notes| notes.choices.keys());
        self.choices.extend(items.map(|item| item.kind.to_string()));
    }
}

#[test]
fn everything_noted_is_in_the_catalogue_and_all_of_the_catalogue_is_noted() {
    for &game in GameId::ALL {
        let mut noted = Noted::default();
        matches_of(game)
            .iter()
            .for_each(|played| noted.add(&played.facts()));
        let known = |kind| -> BTreeSet<String> {
            let metrics = game.catalogue().iter();
            let of_kind = metrics.filter(|metric| metric.kind == kind);
            of_kind.map(|metric| metric.id.clone()).collect()
        };
        let measures = known(Kind::Measure);
        let unknown: Vec<_> = noted.measures.difference(&measures).collect();
        assert!(unknown.is_empty(), "{game:?}: {unknown:?}");
        let missing = measures.difference(&noted.measures);
        // A card may pay in none of a handful of matches.
        let missing: Vec<_> = missing.filter(|id| !id.starts_with("points.")).collect();
        assert!(missing.is_empty(), "{game:?}: {missing:?}");
        assert_eq!(noted.dimensions, known(Kind::Dimension), "{game:?}");
        assert_eq!(noted.choices, known(Kind::Choice), "{game:?}");
    }
}

#[test]
fn ids_keep_their_meaning_for_ever() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/golden/catalogue.txt");
    let line = |game: &str, metric: &Metric| {
        let Metric {
            id,
            unit,
            kind,
            per,
            definition,
            since,
            ..
        } = metric;
        format!("{game} {id} | {kind:?} per {per:?} in {unit:?} since {since} | {definition}")
    };
    let now: BTreeSet<String> = GameId::ALL
        .iter()
        .flat_map(|game| {
            game.catalogue()
                .iter()
                .map(|metric| line(&facts::word(game), metric))
        })
        .collect();
    let golden = std::fs::read_to_string(path).unwrap_or_default();
    let golden: BTreeSet<String> = golden.lines().map(ToOwned::to_owned).collect();
    let gone: Vec<_> = golden.difference(&now).collect();
    assert!(
        gone.is_empty(),
        "an id vanished or changed its meaning: {gone:#?}"
    );
    if std::env::var_os("UPDATE_GOLDEN").is_some() {
        let lines: Vec<String> = now.iter().cloned().collect();
        std::fs::write(path, lines.join("\n") + "\n").unwrap();
        return;
    }
    let new: Vec<_> = now.difference(&golden).collect();
    assert!(
        new.is_empty(),
        "new ids; `make golden` writes them down: {new:#?}"
    );
}

#[test]
fn an_id_is_used_once() {
    for &game in GameId::ALL {
        let ids: Vec<&str> = game
            .catalogue()
            .iter()
            .map(|metric| &metric.id[..])
            .collect();
        let once: BTreeSet<&str> = ids.iter().copied().collect();
        assert_eq!(ids.len(), once.len());
        assert!(ids.iter().all(|id| id.len() <= 80));
    }
}

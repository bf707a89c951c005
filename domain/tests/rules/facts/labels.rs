//! What score lines and what is counted are called: by names that people read, and no two alike.

use std::collections::{BTreeMap, BTreeSet};

use domain::{GameId, Viewer, replay};

use super::playing::matches_of;

/// Whether people can read it: it begins with a capital letter and has no sign of an id.
fn assert_reads(name: &str, id: &str) {
    let first = name.chars().next();
    assert!(first.is_some_and(char::is_uppercase), "{id}: {name}");
    assert!(
        !name.contains(['_', '.', ':']) || name.starts_with("Bonus: "),
        "{id}: {name}"
    );
}

#[test]
fn no_two_lines_of_a_match_share_a_name() {
    for &game in GameId::ALL {
        for played in matches_of(game)
            .iter()
            .filter(|it| it.end.terms.places.seats() == 2)
        {
            let mut names: BTreeMap<String, String> = BTreeMap::new();
            replay::sheets(played.events.iter(), Viewer::Referee, |at| {
                let sheets = at.touched.iter().map(|seat| &at.sheets[seat]);
                for line in sheets.flat_map(|it| it.banked.0.iter().chain(&it.if_now.0)) {
                    names
                        .entry(line.source.clone())
                        .or_insert_with(|| game.line_name(&line.source));
                }
            });
            assert!(names.len() > 3, "{game:?} has lines");
            let mut sources: BTreeMap<(&str, &str), &str> = BTreeMap::new();
            for (source, name) in &names {
                assert_reads(name, source);
                // What would pay now has the name of what pays later.
                let before = sources.insert((name, game.account(source)), source);
                assert_eq!(before, None, "{game:?}: {source} is {name}, too");
            }
        }
    }
}

#[test]
fn items_of_a_choice_are_told_apart_by_name() {
    for &game in GameId::ALL {
        let mut kinds: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
        for played in matches_of(game) {
            let facts = played.facts();
            for (_, notes) in facts.seats.iter() {
                for item in notes.choices.keys() {
                    let ids = kinds.entry(item.kind.to_string()).or_default();
                    ids.insert(item.item.to_string());
                }
                let cells = kinds.entry("cells".to_owned()).or_default();
                cells.extend(notes.cells.iter().map(|it| it.with.to_string()));
            }
        }
        for (kind, ids) in &kinds {
            let names: BTreeSet<String> = ids.iter().map(|id| game.item_name(id)).collect();
            names.iter().for_each(|name| assert_reads(name, kind));
            // Two zombies and two spiders are alike in all that is printed on them.
            let alike = if kind == "mob" { 2 } else { 0 };
            assert!(
                names.len() + alike >= ids.len(),
                "{game:?} {kind}: {names:?}"
            );
        }
    }
}

#[test]
fn lines_and_items_have_the_names_of_the_box() {
    let line = |game: GameId, source| game.line_name(source);
    for (game, source, name) in [
        (
            GameId::Cartographers,
            "fall.canal_lake",
            "Canal Lake (fall)",
        ),
        (GameId::Cartographers, "coins", "Coins"),
        (
            GameId::BunnyKingdom,
            "harvest_2.fief_1",
            "Fief 1 (harvest 2)",
        ),
        (GameId::BunnyKingdom, "harvest_2", "Harvest 2"),
        (GameId::BunnyKingdom, "parchment.hun_ny_king", "Hun-ny King"),
        (
            GameId::BunnyKingdom,
            "parchment.socialist.carpenter",
            "Socialist as Carpenter",
        ),
        (
            GameId::BuildersBiomes,
            "round_a.snowy_tundra",
            "Snowy tundra (round A)",
        ),
        (GameId::BuildersBiomes, "building.bld-07", "Chicken coop"),
        (
            GameId::BuildersBiomes,
            "mob_bonus.mob-05",
            "Bonus: creeper (wood)",
        ),
        (
            GameId::BigMonster,
            "missions.team_swamp_grass",
            "Swamp and grassland mission as a team",
        ),
        (GameId::BigMonster, "missions.dragon", "Angry dragon token"),
        (GameId::BigMonster, "explorer.exp_blue_f", "Woman in blue"),
    ] {
        assert_eq!(line(game, source), name);
    }
    for (game, id, name) in [
        (GameId::Cartographers, "E07b", "Great River, second shape"),
        (GameId::Cartographers, "E11a", "Hinterland Stream"),
        (GameId::BunnyKingdom, "T:B4", "Territory B4"),
        (GameId::BunnyKingdom, "done", "Done"),
        (
            GameId::BigMonster,
            "lava_blue_n",
            "Blue dragon with pink crystal on top",
        ),
        (GameId::BuildersBiomes, "animal_farm", "Animal farms"),
    ] {
        assert_eq!(game.item_name(id), name);
    }
}

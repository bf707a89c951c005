//! What is counted of finished matches, against slower ways to count it.

#![allow(clippy::unwrap_used, reason = "a test says what it needs by panicking")]
#![allow(clippy::disallowed_methods, reason = "goldens are files")]

#[path = "common/options.rs"]
mod options;

use std::collections::{BTreeMap, BTreeSet};

use domain::{
    BySeat, Command, GameId, Options, Seat, Seed, View, Viewer,
    bots::Bot,
    facts::{self, Kind, MatchFacts, Metric},
    games::{big_monster, builders_biomes, bunny_kingdom},
    matches::{self, Match, MatchEvent, Place, PlayerId, Request, Terms},
};

/// A match played by bots, from its first event to its last.
struct Played {
    events: Vec<MatchEvent>,
    decisions: Vec<Decision>,
    end: Match,
}

struct Decision {
    seat: Seat,
    /// What whoever decided saw.
    view: View,
    command: Command,
}

fn played(options: &Options, seats: u8, seed: u8) -> Played {
    let seed = Seed([seed; 32]);
    let terms = Terms {
        options: options.clone(),
        places: BySeat::new(seats, |seat| Place::Bot {
            bot: Bot::ALL[usize::from(seat.0) % Bot::ALL.len()],
        }),
        host: PlayerId(format!("p_{:032x}", 1)),
        rules: options.game().info().rules,
        components: options.game().components_sha256().to_owned(),
        seed_commitment: seed.commitment(),
        seed_known: false,
        open_hands: false,
        private: false,
        fork: None,
        batch: None,
    };
    let mut events = matches::open(&terms, seed, &[]).unwrap();
    let mut game = Match::opened(&events[0]);
    events[1..].iter().for_each(|event| game.evolve(event));
    let mut decisions = Vec::new();
    while let Some(seat) = game.table().unwrap().state.to_act().iter().next() {
        let (decision, command) = game.bot_decision(seat).unwrap();
        let view = game.table().unwrap().state.view(Viewer::Seat(seat));
        decisions.push(Decision {
            seat,
            view,
            command: command.clone(),
        });
        let request = Request::Decide {
            seat,
            decision,
            command,
        };
        let happened = game.decide(None, request).unwrap();
        happened.iter().for_each(|event| game.evolve(event));
        events.extend(happened);
    }
    Played {
        events,
        decisions,
        end: game,
    }
}

/// A few matches of each game, with every option.
fn matches_of(game: GameId) -> Vec<Played> {
    let sets = options::option_sets(game);
    let sizes = |set| {
        let tables = options::tables(set).into_iter();
        tables.filter(|seats| *seats <= 4)
    };
    let tables = || {
        let each = |set| sizes(set).map(move |n| (set, n));
        sets.iter().flat_map(each)
    };
    let times = match game {
        GameId::Cartographers | GameId::BunnyKingdom | GameId::BuildersBiomes => 1,
        GameId::BigMonster => 4, // few choose the explorer who looks at the discards
    };
    (1..)
        .zip((0..times).flat_map(|_| tables()))
        .map(|(seed, (set, n))| played(set, n, seed))
        .collect()
}

fn of(played: &Played) -> MatchFacts {
    facts::of(&played.events).unwrap()
}

#[test]
fn a_match_that_is_not_over_has_no_facts() {
    let played = played(&GameId::ALL[0].default_options(), 2, 1);
    assert_eq!(facts::of(&played.events[..played.events.len() - 1]), None);
    assert_eq!(facts::of([]), None);
}

#[test]
fn a_match_of_another_box_has_no_facts() {
    let mut played = played(&GameId::BuildersBiomes.default_options(), 2, 1);
    assert!(facts::of(&played.events).is_some());
    let MatchEvent::Opened { terms, .. } = &mut played.events[0] else {
        panic!("a match begins with its terms")
    };
    terms.components = "0".repeat(64);
    assert_eq!(facts::of(&played.events), None);
}

#[test]
fn everything_noted_is_in_the_catalogue_and_all_of_the_catalogue_is_noted() {
    for &game in GameId::ALL {
        let ids = |kind: fn(Kind) -> bool| {
            let metrics = game
                .catalogue()
                .iter()
                .filter(move |metric| kind(metric.kind));
            metrics
                .map(|metric| metric.id.clone())
                .collect::<BTreeSet<String>>()
        };
        let (mut measures, mut dimensions, mut choices) =
            <(BTreeSet<_>, BTreeSet<_>, BTreeSet<_>)>::default();
        for played in matches_of(game) {
            let facts = of(&played);
            let seats = facts.seats.iter().map(|(_, seat)| &seat.values);
            for values in seats.chain([&facts.table]) {
                measures.extend(values.measures.keys().map(ToString::to_string));
                dimensions.extend(values.dimensions.keys().map(ToString::to_string));
            }
            let items = facts.seats.iter().flat_map(|(_, seat)| seat.choices.keys());
            choices.extend(items.map(|item| item.kind.to_string()));
        }
        let known = ids(|kind| kind == Kind::Measure);
        assert!(
            measures.is_subset(&known),
            "{:?}",
            measures.difference(&known)
        );
        let missing: Vec<_> = known
            .difference(&measures)
            .filter(|id| !is_rare(id))
            .collect();
        assert!(missing.is_empty(), "{missing:?}");
        assert_eq!(dimensions, ids(|kind| kind == Kind::Dimension));
        assert_eq!(choices, ids(|kind| kind == Kind::Choice));
    }
}

/// Cards that a handful of matches may not see.
fn is_rare(id: &str) -> bool {
    id.starts_with("points.")
}

#[test]
fn the_parts_add_up_to_the_final_score() {
    for &game in GameId::ALL {
        for played in matches_of(game) {
            let facts = of(&played);
            let standings = played.end.table().unwrap().standings.as_ref().unwrap();
            for (seat, notes) in facts.seats.iter() {
                let measures = &notes.values.measures;
                let total = i32::from(standings[seat].total);
                assert_eq!(measures["final_score"], total);
                let sum = |of: &[&str]| -> i32 {
                    of.iter()
                        .map(|id| measures[format!("points.{id}").as_str()])
                        .sum()
                };
                let parts = match game {
                    GameId::Cartographers => sum(&["spring", "summer", "fall", "winter"]),
                    GameId::BunnyKingdom => sum(&[
                        "harvest_1",
                        "harvest_2",
                        "harvest_3",
                        "harvest_4",
                        "parchment",
                    ]),
                    GameId::BuildersBiomes => sum(&[
                        "building",
                        "mob",
                        "golden_hoe",
                        "round_a",
                        "round_b",
                        "round_c",
                        "mob_bonus",
                    ]),
                    GameId::BigMonster => sum(&[
                        "ice",
                        "big_monster",
                        "lava",
                        "grassland",
                        "swamp",
                        "crystals",
                        "explorer",
                        "missions",
                    ]),
                };
                assert_eq!(parts, total);
            }
        }
    }
}

#[test]
fn every_score_line_is_summed_under_some_metric() {
    for &game in GameId::ALL {
        let ids: BTreeSet<&str> = game
            .catalogue()
            .iter()
            .map(|metric| &metric.id[..])
            .collect();
        for played in matches_of(game) {
            let standings = played.end.table().unwrap().standings.clone().unwrap();
            for line in standings.iter().flat_map(|(_, standing)| &standing.score.0) {
                let parts = line.source.split('.');
                let mut ids_of_parts = parts.map(|part| format!("points.{part}"));
                assert!(
                    ids_of_parts.any(|id| ids.contains(&id[..])),
                    "{}",
                    line.source
                );
            }
        }
    }
}

/// Offered and taken by seat, kind and item, over all rounds.
type Tally = BTreeMap<(u8, String, String), (u16, u16)>;

fn tally(facts: &MatchFacts, kinds: &[&str]) -> Tally {
    let mut tally = Tally::new();
    for (seat, notes) in facts.seats.iter() {
        for (item, times) in &notes.choices {
            assert!(times.taken <= times.offered);
            if kinds.contains(&&*item.kind) {
                let key = (seat.0, item.kind.to_string(), item.item.to_string());
                let sums = tally.entry(key).or_default();
                sums.0 += times.offered;
                sums.1 += times.taken;
            }
        }
    }
    tally
}

/// What a command takes, by kind and item.
type Named = Vec<(&'static str, String)>;

/// What the legal commands of each decision offered, and what its command took. Of the
/// kinds in `or_none`, nothing may be taken where something is offered.
fn expected(
    played: &Played,
    or_none: &[&'static str],
    named: impl Fn(&Decision, &Command) -> Named,
) -> Tally {
    let mut expected = Tally::new();
    for decision in &played.decisions {
        let legal = decision.view.legal();
        let mut offered: BTreeSet<_> = legal.iter().flat_map(|it| named(decision, it)).collect();
        let mut taken: BTreeSet<_> = named(decision, &decision.command).into_iter().collect();
        for &kind in or_none {
            let none = (kind, "none".to_owned());
            if offered.iter().any(|(of, _)| *of == kind) {
                offered.insert(none.clone());
            }
            if taken.iter().all(|(of, _)| *of != kind) {
                taken.insert(none);
            }
        }
        let mut kinds: Vec<&str> = offered.iter().map(|(kind, _)| *kind).collect();
        kinds.dedup();
        for kind in kinds {
            let of_kind: Vec<_> = offered.iter().filter(|(of, _)| *of == kind).collect();
            for item in of_kind.iter().filter(|_| of_kind.len() > 1) {
                let key = (decision.seat.0, kind.to_owned(), item.1.clone());
                let sums = expected.entry(key).or_default();
                sums.0 += 1;
                sums.1 += u16::from(taken.contains(*item));
            }
        }
    }
    expected
}

#[test]
fn what_bunny_kingdom_offers_and_takes_is_what_the_legal_commands_say() {
    for played in matches_of(GameId::BunnyKingdom) {
        let kinds = ["card", "thrown_away", "build"];
        let expected = expected(&played, &[], |_, command| named(command));
        assert_eq!(tally(&of(&played), &kinds), expected);
    }
}

#[test]
fn what_builders_and_biomes_offers_and_takes_is_what_the_legal_commands_say() {
    let kinds = [
        "action", "building", "mob", "weapon", "block", "tnt", "feature",
    ];
    for played in matches_of(GameId::BuildersBiomes) {
        let expected = expected(&played, &kinds[1..4], built);
        assert_eq!(tally(&of(&played), &kinds), expected);
    }
}

/// What a command of Builders & Biomes takes.
fn built(decision: &Decision, command: &Command) -> Named {
    use builders_biomes::{Command as Asked, tiles::Tile};
    let (Command::BuildersBiomes(command), View::BuildersBiomes(view)) = (command, &decision.view)
    else {
        return Vec::new();
    };
    let action = |action: &str| ("action", action.to_owned());
    let on = |stack| view.overworld.tile(stack).unwrap();
    match command {
        Asked::TakeBlock { column } => {
            let block = view.cube.block(*column, view.cube.height(*column)).unwrap();
            let takes_one = matches!(
                decision.command,
                Command::BuildersBiomes(Asked::TakeBlock { .. })
            );
            let block = takes_one.then(|| ("block", facts::word(&block)));
            [action("collect_blocks")]
                .into_iter()
                .chain(block)
                .collect()
        }
        Asked::Explore { .. } => vec![action("explore")],
        Asked::Build { stack, .. } => vec![action("build"), ("building", on(*stack).to_string())],
        Asked::Fight { stack } => {
            assert!(matches!(on(*stack), Tile::Mob(_)));
            vec![action("fight"), ("mob", on(*stack).to_string())]
        }
        Asked::CollectWeapon { slot } => {
            let weapon = view.overworld.weapon(*slot).unwrap();
            vec![action("collect_weapon"), ("weapon", facts::word(&weapon))]
        }
        Asked::UseExtraActionTile { .. } => vec![action("extra_action")],
        Asked::EndTurn {} => vec![action("end_turn")],
        Asked::UseTnt {} => vec![("tnt", "use".to_owned())],
        Asked::KeepTnt {} => vec![("tnt", "keep".to_owned())],
        Asked::ChooseFeature { feature } => vec![("feature", facts::word(feature))],
    }
}

#[test]
fn what_big_monster_offers_and_takes_is_what_the_legal_commands_say() {
    let kinds = ["explorer_kept", "tile", "removed", "discard"];
    for played in matches_of(GameId::BigMonster) {
        let expected = expected(&played, &[], kept);
        assert_eq!(tally(&of(&played), &kinds), expected);
    }
}

/// What a command of Big Monster takes.
fn kept(decision: &Decision, command: &Command) -> Named {
    use big_monster::Command as Asked;
    let (Command::BigMonster(command), Command::BigMonster(made)) = (command, &decision.command)
    else {
        return Vec::new();
    };
    match command {
        Asked::ChooseExplorer { explorer } => vec![("explorer_kept", explorer.to_string())],
        Asked::Draft { tile, .. } | Asked::Keep { tile } => vec![("tile", tile.to_string())],
        Asked::TakeDiscard { tile, .. } => vec![("discard", tile.to_string())],
        Asked::LeaveDiscards {} => vec![("discard", "none".to_owned())],
        Asked::Take {
            group,
            take,
            remove,
        } => {
            let taken = ("tile", take.to_string());
            let of_same = matches!(made, Asked::Take { group: from, take: it, .. }
                if (from, it) == (group, take));
            let removed = of_same.then(|| ("removed", remove.to_string()));
            [taken].into_iter().chain(removed).collect()
        }
        Asked::Place { .. } => Vec::new(),
    }
}

/// What a command of Bunny Kingdom takes.
fn named(command: &Command) -> Named {
    use bunny_kingdom::Command as Asked;
    let Command::BunnyKingdom(command) = command else {
        return Vec::new();
    };
    match command {
        Asked::Pick { cards } => cards.both().map(|card| ("card", card.to_string())).into(),
        Asked::PickOne { play, throw_away } => {
            vec![
                ("card", play.to_string()),
                ("thrown_away", throw_away.to_string()),
            ]
        }
        Asked::Build { building, .. } => vec![("build", building.to_string())],
        Asked::BuildTowers { .. } => vec![("build", "sky_tower".to_owned())],
        Asked::AnnounceCamp { camp } => vec![("build", format!("camp{camp}"))],
        Asked::Done {} => vec![("build", "done".to_owned())],
        Asked::PlaceCamp { .. } | Asked::PassCamp {} | Asked::Trade { .. } | Asked::Copy { .. } => {
            Vec::new()
        }
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

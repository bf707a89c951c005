//! Finished matches of the past, one for each way a match can end. They fold to
//! their standings for ever, whatever becomes of the rules.
//!
//! `make golden` writes those that are missing and never touches one that is there.

#![allow(clippy::unwrap_used, reason = "a test says what it needs by panicking")]
#![allow(clippy::disallowed_methods, reason = "what is kept is kept in files")]

use std::{
    env, fs,
    path::{Path, PathBuf},
};

use domain::{
    BySeat, GameId, Options, Seat, Seed, Standing, View, Viewer,
    bots::Bot,
    matches::{self, Match, MatchEvent, Place, PlayerId, Request, Terms},
};
use serde_json::json;

/// A way a match can end, and how to come by one.
struct Ending {
    game: GameId,
    name: &'static str,
    options: serde_json::Value,
    seats: u8,
    bot: Bot,
    is: fn(&BySeat<Standing>, &str) -> bool,
}

#[test]
fn finished_matches_fold_to_their_standings() {
    let records = records();
    assert!(!records.is_empty());
    for path in records {
        let happened = read(&path);
        let table = fold(&happened);
        let last = happened.last().unwrap().clone();
        let MatchEvent::Ended {
            standings, seed, ..
        } = last.told(table.terms.options.game())
        else {
            panic!("{} does not end", path.display())
        };
        let state = &table.table().unwrap().state;
        assert_eq!(
            state.outcome().as_ref(),
            Some(&standings),
            "{}",
            path.display()
        );
        assert_eq!(seed.get().commitment(), table.terms.seed_commitment);
        assert!(table.is_over());
    }
}

#[test]
fn finished_matches_are_written_as_they_were_read() {
    for path in records() {
        let kept = fs::read_to_string(&path).unwrap();
        assert!(
            write(&read(&path)) == kept,
            "{} is written otherwise",
            path.display()
        );
    }
}

/// 9.6: the rating is for whoever plays alone.
#[test]
fn who_plays_alone_is_rated_at_the_end_and_nobody_else_is() {
    for path in records() {
        let happened = read(&path);
        let mut table = opened(&happened[0]);
        for event in &happened[1..] {
            table.evolve(event);
            let Some(table) = table.table() else { continue };
            let View::Cartographers(view) = table.state.view(Viewer::Spectator) else {
                break;
            };
            let alone_at_the_end = table.occupants.seats() == 1 && table.state.outcome().is_some();
            assert_eq!(view.rating.is_some(), alone_at_the_end);
        }
    }
}

#[test]
fn there_is_a_record_of_every_ending() {
    for ending in endings() {
        let folder = folder().join(name(ending.game));
        let path = folder.join(format!("{}.ndjson", ending.name));
        if env::var("UPDATE_GOLDEN").is_ok() && !path.exists() {
            fs::create_dir_all(&folder).unwrap();
            fs::write(&path, write(&find(&ending))).unwrap();
        }
        let happened = read(&path);
        assert!(ends(&happened, &ending), "{} ends otherwise", ending.name);
    }
}

/// They were played by the server's bots, which decide alike.
#[test]
fn matches_of_rules_1_of_bunny_kingdom_are_decided_as_they_were() {
    for path in records() {
        let happened = read(&path);
        let mut game = opened(&happened[0]);
        if game.terms.options.game() != GameId::BunnyKingdom || game.terms.rules != 1 {
            continue;
        }
        let mut played = 1;
        while !game.is_over() {
            let table = game.table();
            let bot = table.and_then(|table| table.bots_to_act().iter().next());
            let again = match bot {
                Some(seat) => decided(&game, seat),
                None => vec![happened[played].clone()],
            };
            assert_eq!(
                happened[played..played + again.len()],
                again,
                "{}",
                path.display()
            );
            game.evolve_all(&again);
            played += again.len();
        }
        assert_eq!(played, happened.len());
    }
}

#[test]
fn every_game_has_its_endings_kept() {
    for &game in GameId::ALL {
        let kept = endings()
            .iter()
            .filter(|ending| ending.game == game)
            .count();
        assert!(kept >= 2, "{game:?} ends in more ways than {kept}");
    }
}

fn endings() -> Vec<Ending> {
    GameId::ALL
        .iter()
        .flat_map(|&game| endings_of(game))
        .collect()
}

fn endings_of(game: GameId) -> Vec<Ending> {
    match game {
        GameId::Cartographers => cartographers(),
        GameId::BunnyKingdom => bunny_kingdom(),
        GameId::BuildersBiomes => builders_biomes(),
        GameId::BigMonster => big_monster(),
    }
}

fn big_monster() -> Vec<Ending> {
    let ending = |name, options, seats, bot, is| Ending {
        game: GameId::BigMonster,
        name,
        options,
        seats,
        bot,
        is,
    };
    let teams = || json!({"mode": "team_draft"});
    let extras = ["gold", "camp", "unicorns", "yeti", "panda", "explorers"];
    vec![
        ending("clear_win", json!({}), 5, Bot::Greedy, |standings, _| {
            totals(standings, 1).len() == 1 && tied(standings).is_empty()
        }),
        ending(
            "tie_broken_by_big_monsters",
            json!({}),
            4,
            Bot::Random,
            |standings, _| totals(standings, 1).len() == 1 && !tied(standings).is_empty(),
        ),
        ending("shared_win", json!({}), 3, Bot::Random, |standings, _| {
            totals(standings, 1).len() == 2
        }),
        ending("team_win", teams(), 4, Bot::Random, |standings, _| {
            // The winners are not both ahead of both others.
            let (best, rest) = (totals(standings, 1), totals(standings, 2));
            best.len() == 2 && best.iter().min() < rest.iter().max()
        }),
        ending("six_in_teams", teams(), 6, Bot::Greedy, |standings, _| {
            totals(standings, 3).len() == 2
        }),
        ending("two_players", json!({}), 2, Bot::Greedy, |standings, _| {
            totals(standings, 1).len() == 1
        }),
        ending(
            "three_players_without_ships",
            json!({"mode": "variant", "snail_extras": extras}),
            3,
            Bot::Random,
            |standings, _| totals(standings, 1).len() == 1,
        ),
        ending(
            "snail_extras_online_edition",
            json!({"mode": "team_draft", "edition": "board_game_arena", "snail_extras": extras}),
            6,
            Bot::Random,
            |_, last| last.contains("missions.yeti") && last.contains("grassland.sp_unicorn_a"),
        ),
    ]
}

fn builders_biomes() -> Vec<Ending> {
    let ending = |name, options, seats, bot, is| Ending {
        game: GameId::BuildersBiomes,
        name,
        options,
        seats,
        bot,
        is,
    };
    vec![
        ending("clear_win", json!({}), 2, Bot::Greedy, |standings, _| {
            totals(standings, 1).len() == 1 && tied(standings).is_empty()
        }),
        ending(
            "tie_broken_by_blocks",
            json!({"beginners": [1]}),
            4,
            Bot::Random,
            |standings, _| totals(standings, 1).len() == 1 && !tied(standings).is_empty(),
        ),
        ending("shared_win", json!({}), 4, Bot::Random, |standings, _| {
            totals(standings, 1).len() == 2
        }),
        ending(
            "every_switch",
            json!({
                "beginners": [0],
                "boards_bound_to_colour": false,
                "extra_actions_only_after_normal_actions": false,
                "automatic_features": false,
                "mob_bonus_counts_printed_biomes": true,
                "start_seat": 2,
            }),
            3,
            Bot::Greedy,
            |standings, _| totals(standings, 1).len() == 1,
        ),
    ]
}

fn bunny_kingdom() -> Vec<Ending> {
    let ending = |name, seats, bot, is| Ending {
        game: GameId::BunnyKingdom,
        name,
        options: json!({}),
        seats,
        bot,
        is,
    };
    vec![
        ending("clear_win", 4, Bot::Random, |standings, _| {
            totals(standings, 1).len() == 1
        }),
        ending("shared_win", 4, Bot::Random, |standings, _| {
            totals(standings, 1).len() == 2
        }),
        ending("second_place_shared", 4, Bot::Random, |standings, _| {
            totals(standings, 2).len() == 2
        }),
        ending("two_players", 2, Bot::Greedy, |standings, _| {
            totals(standings, 1).len() == 1
        }),
        ending("copied_parchment", 3, Bot::Random, |_, last| {
            last.contains(r#""copied":""#)
        }),
    ]
}

fn cartographers() -> Vec<Ending> {
    let game = GameId::Cartographers;
    vec![
        Ending {
            game,
            name: "clear_win",
            options: json!({}),
            seats: 2,
            bot: Bot::Random,
            is: |standings, _| totals(standings, 1).len() == 1 && tied(standings).is_empty(),
        },
        Ending {
            game,
            name: "tie_broken_by_monsters",
            options: json!({"side": "B"}),
            seats: 2,
            bot: Bot::Random,
            is: |standings, _| totals(standings, 1).len() == 1 && !tied(standings).is_empty(),
        },
        Ending {
            game,
            name: "shared_win",
            options: json!({}),
            seats: 4,
            bot: Bot::Random,
            is: |standings, _| totals(standings, 1).len() == 2,
        },
        Ending {
            game,
            name: "solo_with_title",
            options: json!({"side": "B"}),
            seats: 1,
            bot: Bot::Greedy,
            is: |_, last| last.contains(r#""title":""#),
        },
        Ending {
            game,
            name: "solo_without_title",
            options: json!({}),
            seats: 1,
            bot: Bot::Random,
            is: |_, last| last.contains(r#""title":null"#),
        },
        Ending {
            game,
            name: "skills_online_edition",
            options: json!({"edition": "board_game_arena", "skills": true}),
            seats: 3,
            bot: Bot::Random,
            is: |standings, _| totals(standings, 1).len() == 1,
        },
    ]
}

/// The totals of those with this rank.
fn totals(standings: &BySeat<Standing>, rank: u8) -> Vec<i16> {
    let there = standings.iter().filter(|(_, at)| at.rank == rank);
    there.map(|(_, at)| at.total).collect()
}

/// Those who have as many stars as the winner, and yet did not win.
fn tied(standings: &BySeat<Standing>) -> Vec<u8> {
    let best = totals(standings, 1)[0];
    let tied = standings
        .iter()
        .filter(|(_, at)| at.total == best && at.rank > 1);
    tied.map(|(seat, _)| seat.0).collect()
}

/// Plays matches until one ends like this.
fn find(ending: &Ending) -> Vec<MatchEvent> {
    let seeds = (0..u16::MAX).map(|nth| {
        let mut seed = [0; 32];
        seed[..2].copy_from_slice(&nth.to_be_bytes());
        Seed(seed)
    });
    let mut matches = seeds.map(|seed| play(ending, seed));
    matches.find(|happened| ends(happened, ending)).unwrap()
}

fn ends(happened: &[MatchEvent], ending: &Ending) -> bool {
    let Some(MatchEvent::Ended { standings, .. }) = happened.last() else {
        return false;
    };
    let before = serde_json::to_string(&happened[happened.len() - 2]).unwrap();
    (ending.is)(standings, &before)
}

fn play(ending: &Ending, seed: Seed) -> Vec<MatchEvent> {
    let tagged = json!({"game": ending.game, "options": ending.options});
    let options: Options = serde_json::from_value(tagged).unwrap();
    let components = options.game().components_sha256().to_owned();
    let game = options.game().info();
    let terms = Terms {
        options,
        places: BySeat::new(ending.seats, |_| Place::Bot { bot: ending.bot }),
        host: PlayerId("p_00000000000000000000000000000000".to_owned()),
        rules: game.rules,
        components,
        seed_commitment: seed.commitment(),
        seed_known: true,
        open_hands: false,
        private: false,
        fork: None,
        batch: None,
        rng: None,
        settings: Box::default(),
    };
    let mut happened = matches::open(&terms, seed, &[]).unwrap();
    let mut table = fold(&happened);
    while let Some(seat) = table.table().unwrap().bots_to_act().iter().next() {
        let more = decided(&table, seat);
        table.evolve_all(&more);
        happened.extend(more);
    }
    happened
}

/// What comes of the decision that a bot owes.
fn decided(game: &Match, seat: Seat) -> Vec<MatchEvent> {
    let (decision, command) = game.bot_decision(seat).unwrap();
    let request = Request::Decide {
        seat,
        decision,
        command,
    };
    game.decide(None, request).unwrap()
}

fn fold(happened: &[MatchEvent]) -> Match {
    let mut table = opened(&happened[0]);
    table.evolve_all(&happened[1..]);
    table
}

/// The match after its first event, as if it were played with the box in use: this is
/// about rules.
fn opened(event: &MatchEvent) -> Match {
    let mut event = event.clone();
    if let MatchEvent::Opened { terms, .. } = &mut event {
        terms.components = terms.options.game().components_sha256().to_owned();
    }
    Match::opened(&event)
}

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/records")
}

fn name(game: GameId) -> String {
    let name = serde_json::to_value(game).unwrap();
    name.as_str().unwrap().to_owned()
}

fn records() -> Vec<PathBuf> {
    let games = fs::read_dir(folder()).unwrap();
    let files = games.flat_map(|game| fs::read_dir(game.unwrap().path()).unwrap());
    files.map(|file| file.unwrap().path()).collect()
}

fn read(path: &Path) -> Vec<MatchEvent> {
    let kept = fs::read_to_string(path)
        .unwrap_or_else(|error| panic!("{}: {error}; see `make golden`", path.display()));
    let event = |line| serde_json::from_str(line).unwrap();
    kept.lines().map(event).collect()
}

fn write(happened: &[MatchEvent]) -> String {
    let line = |event| serde_json::to_string(event).unwrap() + "\n";
    happened.iter().map(line).collect()
}

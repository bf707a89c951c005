//! Finished matches of the past, one for each way a match can end. They fold to
//! their standings for ever, whatever becomes of the rules.
//!
//! `make golden` writes those that are missing and never touches one that is there.

use std::{
    env, fs,
    path::{Path, PathBuf},
};

use domain::{
    BySeat, GameId, Options, Seat, Seed, View, Viewer,
    bots::Bot,
    facts::word,
    game::samples::Ending,
    matches::{self, Match, MatchEvent, Place, PlayerId, Request, Terms},
};
use serde_json::json;

use crate::opened;

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

#[test]
fn an_event_is_read_from_a_record_as_serde_reads_it() {
    for path in records() {
        let kept = fs::read_to_string(&path).unwrap();
        for line in kept.lines() {
            let event: MatchEvent = serde_json::from_str(line).unwrap();
            assert_eq!(MatchEvent::read(line).unwrap(), event);
        }
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
    for (game, ending) in endings() {
        let folder = folder().join(word(&game));
        let path = folder.join(format!("{}.ndjson", ending.name));
        if env::var("UPDATE_GOLDEN").is_ok() && !path.exists() {
            fs::create_dir_all(&folder).unwrap();
            fs::write(&path, write(&find(game, &ending))).unwrap();
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
            let bot = table.and_then(|table| table.server_to_act().iter().next());
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
        let kept = game.samples().endings.len();
        assert!(kept >= 2, "{game:?} ends in more ways than {kept}");
    }
}

/// Each event that is kept goes by the name that it is written with.
#[test]
fn events_are_called_as_they_are_written() {
    for event in records().iter().flat_map(|path| read(path)) {
        let written = serde_json::to_value(&event).unwrap();
        assert_eq!(written["type"], event.kind());
        if let MatchEvent::Played { event } = &event {
            assert_eq!(written["event"]["event"]["type"], event.kind());
        }
    }
}

fn endings() -> impl Iterator<Item = (GameId, Ending)> {
    let games = GameId::ALL.iter();
    games.flat_map(|&game| game.samples().endings.into_iter().map(move |it| (game, it)))
}

/// Plays matches until one ends like this.
fn find(game: GameId, ending: &Ending) -> Vec<MatchEvent> {
    let seeds = (0..u16::MAX).map(|nth| {
        let mut seed = [0; 32];
        seed[..2].copy_from_slice(&nth.to_be_bytes());
        Seed(seed)
    });
    let mut matches = seeds.map(|seed| play(game, ending, seed));
    matches.find(|happened| ends(happened, ending)).unwrap()
}

fn ends(happened: &[MatchEvent], ending: &Ending) -> bool {
    let Some(MatchEvent::Ended { standings, .. }) = happened.last() else {
        return false;
    };
    let before = serde_json::to_string(&happened[happened.len() - 2]).unwrap();
    (ending.is)(standings, &before)
}

fn play(game: GameId, ending: &Ending, seed: Seed) -> Vec<MatchEvent> {
    let tagged = json!({"game": game, "options": ending.options});
    let options: Options = serde_json::from_value(tagged).unwrap();
    let bot = if ending.by_greedy {
        Bot::Greedy
    } else {
        Bot::Random
    };
    let places = BySeat::new(ending.seats, |_| Place::Bot { bot });
    let host = PlayerId("p_00000000000000000000000000000000".to_owned());
    let terms = Terms {
        rng: None,
        ..opened::terms(&options, places, host, seed)
    };
    let mut happened = matches::open(&terms, seed, &[]).unwrap();
    let mut table = fold(&happened);
    while let Some(seat) = table.table().unwrap().server_to_act().iter().next() {
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

//! Every event and every legal command in words, at every table.

use std::{
    collections::{BTreeMap, BTreeSet},
    env, fs,
    path::Path,
};

use domain::{
    BySeat, Cell, Event, GameId, Seat, Seed, View, Viewer, Who,
    bots::Bot,
    matches::{self, Match, MatchEvent, Place, PlayerId, Request, Terms},
};
use serde_json::Value;

use crate::{
    options::{option_sets, tables},
    playout::Playout,
};

/// A sentence is no longer than this, at whatever table.
const LONGEST: usize = 300;

/// What no sentence has: signs of code, empty places, wrong plurals.
const NEVER: &[&str] = &[
    "{",
    "}",
    "_",
    "[",
    "(",
    "\"",
    "::",
    "  ",
    " ,",
    " .",
    " ;",
    " :",
    ",,",
    "..",
    "-1",
    " 1 points",
    "\u{2212}1 points",
    "one coins",
    " a a",
    " a e",
    " a i",
    " a o",
    "null",
    "None",
    "Seat(",
];

#[test]
fn every_event_is_a_sentence_to_every_viewer() {
    for &game in GameId::ALL {
        for (nth, options) in (0..).zip(option_sets(game)) {
            let sizes = tables(&options).into_iter();
            for seats in sizes.filter(|seats| *seats <= 12 || *seats == 100) {
                let playout = Playout::new(&options, seats, nth);
                events(&playout).for_each(|event| check_to_all(event, seats));
            }
        }
    }
}

fn check_to_all(event: &Event, seats: u8) {
    let some = if seats <= 6 { seats } else { 1 };
    let seated = Seat::first(some).map(Viewer::Seat);
    for viewer in seated.chain([Viewer::Spectator, Viewer::Referee]) {
        let told = event.clone().disclose(viewer);
        check(&told.words(&Who::NUMBERED), &told);
    }
}

/// Two events that differ in what is withheld alone are the same in words.
#[test]
fn what_is_withheld_changes_no_word() {
    let mut tampered_with = 0;
    for &game in GameId::ALL {
        for seats in [2, 3] {
            let playout = Playout::new(&game.default_options(), seats, 3);
            let mut others: BTreeMap<&str, Value> = BTreeMap::new();
            for event in events(&playout) {
                let whole = serde_json::to_value(event).unwrap();
                let public = event.clone().disclose(Viewer::Spectator);
                let other = others.insert(event.kind(), whole.clone());
                let told = serde_json::to_value(&public).unwrap();
                let tampered = tampered(&whole, &told, &other.unwrap_or_default());
                tampered_with += i32::from(tampered != whole);
                let tampered: Event = serde_json::from_value(tampered).unwrap();
                let seen = tampered.disclose(Viewer::Spectator);
                assert_eq!(seen.words(&Who::NUMBERED), public.words(&Who::NUMBERED));
            }
        }
    }
    assert!(
        tampered_with > 100,
        "only {tampered_with} secrets were changed"
    );
}

/// The whole of an event with the secrets of another: what is null where it was told.
fn tampered(whole: &Value, told: &Value, other: &Value) -> Value {
    match (whole, told) {
        (Value::Null, _) => Value::Null,
        (_, Value::Null) if !other.is_null() => other.clone(),
        (Value::Object(whole), Value::Object(_)) => {
            // A parchment does not become a building.
            let is_alike = whole.get("kind") == other.get("kind");
            let other = if is_alike { other } else { &Value::Null };
            let fields = whole.iter();
            let field = |(key, value): (&String, &Value)| {
                let value = tampered(value, &told[key], other.get(key).unwrap_or(&Value::Null));
                (key.clone(), value)
            };
            fields.map(field).collect()
        }
        (Value::Array(whole), Value::Array(_)) => {
            let each = whole.iter().enumerate();
            let item = |(nth, value): (usize, &Value)| {
                tampered(value, &told[nth], other.get(nth).unwrap_or(&Value::Null))
            };
            each.map(item).collect()
        }
        (_, _) => whole.clone(),
    }
}

#[test]
fn every_event_of_a_match_is_a_sentence_with_names() {
    for &game in GameId::ALL {
        let names = BySeat::new(3, |seat| format!("Greedy {}", seat.0 + 1));
        for event in played(game) {
            for who in [Who::NUMBERED, Who::named(&names)] {
                check(&event.words(&who), &event);
            }
        }
    }
}

#[test]
fn legal_commands_of_one_decision_have_different_words() {
    for &game in GameId::ALL {
        each_decision(game, 40, check_commands);
    }
}

/// One command of each kind. To accept a change: `make golden`.
#[test]
fn commands_in_words_are_as_kept() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden/commands.txt");
    let told: String = GameId::ALL.iter().map(|&game| samples(game)).collect();
    if env::var("UPDATE_GOLDEN").is_ok() {
        fs::write(&path, &told).unwrap();
    }
    let kept = fs::read_to_string(&path).unwrap_or_default();
    assert!(
        told == kept,
        "{} differs: see `make golden`",
        path.display()
    );
}

fn samples(game: GameId) -> String {
    let mut samples: BTreeMap<String, String> = BTreeMap::new();
    each_decision(game, 1000, |view| {
        for command in view.legal() {
            let written = serde_json::to_value(&command).unwrap();
            let kind = written["command"]["type"].as_str().unwrap();
            if !samples.contains_key(kind) {
                let cells: Vec<_> = view.cells_of(&command).iter().map(cell).collect();
                let text = view.said(&command, &Who::NUMBERED);
                let sample = format!("{text} [{}]", cells.join(" "));
                samples.insert(kind.to_owned(), sample);
            }
        }
    });
    let samples = samples.iter();
    let lines = samples.map(|(kind, sample)| format!("{kind}: {}\n", sample.replace(" []", "")));
    format!("{}\n{}\n", game.info().title, lines.collect::<String>())
}

fn cell(Cell(row, column): &Cell) -> String {
    format!("{row},{column}")
}

/// What whoever decides sees, at every table of few, before some of the decisions.
fn each_decision(game: GameId, decisions: usize, mut see: impl FnMut(&View)) {
    for (nth, options) in (0..).zip(option_sets(game)) {
        for seats in tables(&options).into_iter().filter(|seats| *seats <= 4) {
            Playout::new(&options, seats, nth).visit(decisions, |state, step| {
                see(&state.view(Viewer::Seat(step.seat)));
            });
        }
    }
}

fn check_commands(view: &View) {
    let mut said = BTreeMap::new();
    for command in view.legal() {
        let text = view.said(&command, &Who::NUMBERED);
        let fault = NEVER.iter().find(|never| text.contains(**never));
        assert_eq!(fault, None, "in {text:?} of {command:?}");
        assert!(text.starts_with(char::is_uppercase), "{text:?}");
        assert!(!text.ends_with('.'), "{text:?}");
        assert!(text.chars().count() <= LONGEST, "{text:?}");
        let cells = view.cells_of(&command);
        let each: BTreeSet<Cell> = cells.iter().copied().collect();
        assert_eq!(each.len(), cells.len(), "{text:?} names a cell twice");
        if let Some(other) = said.insert(text.clone(), command.clone()) {
            panic!("{text:?} is said of {command:?} and of {other:?}");
        }
    }
}

fn check(text: &str, event: &impl std::fmt::Debug) {
    let fault = NEVER.iter().find(|never| text.contains(**never));
    assert_eq!(fault, None, "in {text:?} of {event:?}");
    assert!(
        text.starts_with(char::is_uppercase),
        "{text:?} of {event:?}"
    );
    assert!(text.ends_with('.'), "{text:?} of {event:?}");
    assert!(text.chars().count() <= LONGEST, "{text:?} of {event:?}");
    for part in text.split(". ") {
        assert!(
            part.starts_with(char::is_uppercase),
            "{text:?} of {event:?}"
        );
    }
}

/// Everything that happened, in order.
fn events(playout: &Playout) -> impl Iterator<Item = &Event> {
    let steps = playout.steps.iter().flat_map(|step| &step.events);
    playout.begun.iter().chain(steps)
}

/// A match of three of the server's bots, from its first event to its last.
fn played(game: GameId) -> Vec<MatchEvent> {
    let seed = Seed([11; 32]);
    let terms = Terms {
        options: game.default_options(),
        places: BySeat::new(3, |_| Place::Bot { bot: Bot::Greedy }),
        host: PlayerId(format!("p_{}", "0".repeat(32))),
        rules: game.info().rules,
        components: game.components_sha256().to_owned(),
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
    let mut table = Match::fold(&happened).unwrap();
    while let Some(seat) = table.next_bot() {
        let (decision, command) = table.bot_decision(seat).unwrap();
        let request = Request::Decide {
            seat,
            decision,
            command,
        };
        let events = table.decide(None, request).unwrap();
        table.evolve_all(&events);
        happened.extend(events);
    }
    happened
}

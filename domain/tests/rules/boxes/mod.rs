//! Corrected boxes: whatever a box says takes effect, or the box is refused.
//!
//! Every leaf of every component file is changed, one at a time. A box is for a whole
//! process, so the changed ones are tried in processes of their own: each tries leaf after
//! leaf until a box is accepted, plays a fixed set of matches with it, and tells the first
//! thing that went otherwise than with the printed box.

#![allow(
    clippy::print_stdout,
    reason = "processes tell one another on their output"
)]

mod positions;

use std::{
    collections::{BTreeMap, BTreeSet},
    env, fs,
    io::{Read as _, Write as _},
    iter,
    path::Path,
    process::{Command as Process, Stdio},
    sync::Mutex,
    thread,
};

use domain::{
    Command, Dice, GameId, Options, Position, Seed, State, View, Viewer, facts::word,
    games::cartographers,
};
use serde_json::{Value, json};
use sha2::{Digest as _, Sha256};

use crate::options::{option_sets, tables};

/// Where a leaf may say anything: fields that tell of the box and that no rule reads.
const EXEMPT: &[&str] = &[
    // Names and ids.
    "aliases",
    "artist",
    "designer",
    "label",
    "name",
    "names",
    "nickname",
    "official_name",
    "physical_ids",
    "publisher",
    "title",
    // Sources, confidence and notes.
    "colour_provenance",
    "confidence",
    "conflicts",
    "field_confidence",
    "hearts_confidence",
    "note",
    "per_field",
    "provenance",
    "row_of_provenance",
    "sheet_rows_provenance",
    "skins_provenance",
    "sources",
    "swamp_provenance",
    "terrain_counts_provenance",
    "tiles_provenance",
];

/// How many leaves are tried in `make check`. `make boxes` tries all.
const SAMPLE: u32 = 300;

/// What a process of this test is to try: a game and the numbers of leaves.
const TRIED: &str = "CARTULARY_TEST_LEAVES";

/// A value in a component file that has no parts.
#[derive(Clone, Debug)]
struct Leaf {
    /// The way to it, as a JSON pointer.
    at: String,
    /// The same with a star for every number.
    pattern: String,
    /// Another value for it.
    to: Value,
}

/// What came of a leaf that says something else.
enum End {
    Refused,
    PlaysOtherwise,
    /// It is neither refused nor changes anything, or nobody can play: in a sentence.
    Ignored(String),
}

#[test]
fn whatever_a_box_says_takes_effect_or_is_refused() {
    let which = env::var("CARTULARY_BOXES").unwrap_or_default();
    let games = all_games(&which);
    let ends = all_ends(&games);
    for game in &games {
        println!("{}", game.told(&ends));
    }
    let ignored: Vec<&str> = ends.iter().filter_map(|(_, end)| end.ignored()).collect();
    assert!(ignored.is_empty(), "{}", ignored.join("\n"));
}

fn all_games(which: &str) -> Vec<Trials> {
    let games = GameId::ALL.iter();
    thread::scope(|scope| {
        let begun: Vec<_> = games
            .map(|&game| scope.spawn(move || Trials::new(game, which)))
            .collect();
        let trials = begun.into_iter().map(|game| game.join().unwrap());
        trials.collect()
    })
}

/// What comes of all leaves to be tried, on as many threads as the machine has.
fn all_ends(games: &[Trials]) -> Vec<(GameId, End)> {
    let work = Mutex::new(games.iter().flat_map(Trials::few));
    let worker = || {
        let next = || work.lock().unwrap().next();
        let mut ends = Vec::new();
        for (trials, few) in iter::from_fn(next) {
            let more = trials.ends(few).into_iter();
            ends.extend(more.map(|end| (trials.game, end)));
        }
        ends
    };
    let threads = thread::available_parallelism().unwrap().get();
    thread::scope(|scope| {
        let workers: Vec<_> = (0..threads).map(|_| scope.spawn(worker)).collect();
        let ends = workers.into_iter().flat_map(|it| it.join().unwrap());
        ends.collect()
    })
}

#[test]
fn every_position_tried_can_stand_with_the_printed_box() {
    for &game in GameId::ALL {
        for position in positions::of(game) {
            let imagined = written(game, &position).imagine();
            assert!(imagined.is_ok(), "{position}: {imagined:?}");
        }
    }
}

/// Not a test of its own: what a process does that was started to try leaves.
#[test]
fn tries_what_it_is_told() {
    let Ok(told) = env::var(TRIED) else { return };
    let mut words = told.split(' ');
    let game: GameId = serde_json::from_str(words.next().unwrap()).unwrap();
    let printed = printed(game);
    let leaves = leaves(&printed);
    println!();
    for number in words {
        let leaf = &leaves[number.parse::<usize>().unwrap()];
        let mut changed = printed.clone();
        *changed.pointer_mut(&leaf.at).unwrap() = leaf.to.clone();
        let Err(flaw) = game.replace_components(changed.to_string()) else {
            let mut expected = String::new();
            std::io::stdin().read_to_string(&mut expected).unwrap();
            let mut expected = expected.lines();
            let differs = behavior(game).any(|found| expected.next() != Some(&found));
            println!("{number} {}", if differs { "differs" } else { "ignored" });
            return;
        };
        println!("{number} refused {flaw}");
    }
}

/// A game, its leaves, and how it plays with the printed box.
struct Trials {
    game: GameId,
    leaves: Vec<Leaf>,
    /// Which leaves are tried.
    numbers: Vec<usize>,
    expected: String,
}

impl Trials {
    fn new(game: GameId, which: &str) -> Trials {
        let leaves = leaves(&printed(game));
        let expected: Vec<String> = behavior(game).collect();
        Trials {
            game,
            numbers: chosen(&leaves, which),
            leaves,
            expected: expected.join("\n"),
        }
    }

    /// What is to be tried, some at a time.
    fn few(&self) -> impl Iterator<Item = (&Trials, &[usize])> {
        self.numbers.chunks(50).map(move |few| (self, few))
    }

    /// What comes of each of these leaves.
    fn ends(&self, mut numbers: &[usize]) -> Vec<End> {
        let mut ends = Vec::new();
        while let [first, ..] = numbers {
            let told = tried(self.game, numbers, &self.expected);
            let told = told.lines().filter_map(|line| line.split_once(' '));
            let told = told.filter_map(|(number, end)| Some((number.parse().ok()?, end)));
            let before = ends.len();
            ends.extend(told.map(|(number, end)| self.end(number, end)));
            if ends.len() == before {
                ends.push(self.end(*first, "nobody can play"));
            }
            numbers = &numbers[ends.len() - before..];
        }
        ends
    }

    fn end(&self, number: usize, told: &str) -> End {
        let Leaf { at, to, .. } = &self.leaves[number];
        match told.split(' ').next() {
            Some("refused") => End::Refused,
            Some("differs") => End::PlaysOtherwise,
            _ => End::Ignored(format!(
                "{:?} {at}: {to} is accepted, and {told}",
                self.game
            )),
        }
    }

    /// How many came to which end, in a sentence.
    fn told(&self, ends: &[(GameId, End)]) -> String {
        let of_game = || ends.iter().filter(|(game, _)| *game == self.game);
        let refused = of_game().filter(|(_, end)| matches!(end, End::Refused));
        let other = of_game().filter(|(_, end)| matches!(end, End::PlaysOtherwise));
        let exempt = self.leaves.iter().filter(|leaf| leaf.is_exempt()).count();
        format!(
            "{:?}: {} leaves, {exempt} exempt, {} tried: {} refused, {} play otherwise",
            self.game,
            self.leaves.len(),
            of_game().count(),
            refused.count(),
            other.count()
        )
    }
}

impl End {
    fn ignored(&self) -> Option<&str> {
        match self {
            End::Ignored(sentence) => Some(sentence),
            End::Refused | End::PlaysOtherwise => None,
        }
    }
}

impl Leaf {
    fn is_exempt(&self) -> bool {
        let mut fields = self.pattern.split('/');
        fields.any(|field| EXEMPT.contains(&field))
    }
}

/// The numbers of the leaves to be tried.
fn chosen(leaves: &[Leaf], which: &str) -> Vec<usize> {
    let mut numbers: Vec<usize> = (0..leaves.len())
        .filter(|&number| !leaves[number].is_exempt())
        .collect();
    if which != "all" {
        let share = usize::try_from(SAMPLE).unwrap() / GameId::ALL.len();
        Dice::new(Seed([9; 32]))
            .roll("leaves", 0)
            .shuffle(&mut numbers);
        numbers.truncate(share);
    }
    numbers
}

/// What another process tells of these leaves.
fn tried(game: GameId, numbers: &[usize], expected: &str) -> String {
    let numbers: Vec<String> = numbers.iter().map(usize::to_string).collect();
    let told = format!(
        "{} {}",
        serde_json::to_string(&game).unwrap(),
        numbers.join(" ")
    );
    let mut child = Process::new(env::current_exe().unwrap())
        .args(["--exact", "boxes::tries_what_it_is_told", "--nocapture"])
        .env(TRIED, told)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let output = thread::scope(|scope| {
        // Who refuses all of them reads nothing.
        scope.spawn(move || drop(stdin.write_all(expected.as_bytes())));
        child.wait_with_output().unwrap()
    });
    String::from_utf8(output.stdout).unwrap()
}

fn printed(game: GameId) -> Value {
    let games = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/games");
    let json = fs::read_to_string(games.join(word(&game)).join("components.json")).unwrap();
    serde_json::from_str(&json).unwrap()
}

/// Every leaf, each with another value: one that stands in the same place of another
/// record, if there is one, and else the next number or word.
fn leaves(printed: &Value) -> Vec<Leaf> {
    let mut found = Vec::new();
    walk(printed, String::new(), String::new(), &mut found);
    let mut said: BTreeMap<&str, Vec<&Value>> = BTreeMap::new();
    for (_, pattern, value) in &found {
        said.entry(pattern).or_default().push(value);
    }
    let leaf = |(at, pattern, value): &(String, String, &Value)| {
        let others = said[pattern.as_str()].iter();
        let mut others = others.filter(|other| **other != *value);
        let to = match value {
            Value::Number(number) => (number.as_i64().unwrap() + 1).into(),
            Value::Bool(is) => (!is).into(),
            Value::Null | Value::String(_) | Value::Array(_) | Value::Object(_) => others
                .next()
                .map_or_else(|| "other".into(), |it| (*it).clone()),
        };
        Leaf {
            at: at.clone(),
            pattern: pattern.clone(),
            to,
        }
    };
    found.iter().map(leaf).collect()
}

fn walk<'a>(
    value: &'a Value,
    at: String,
    pattern: String,
    found: &mut Vec<(String, String, &'a Value)>,
) {
    match value {
        Value::Array(items) => {
            for (nth, item) in items.iter().enumerate() {
                walk(item, format!("{at}/{nth}"), format!("{pattern}/*"), found);
            }
        }
        Value::Object(fields) => {
            for (name, field) in fields {
                let name = name.replace('~', "~0").replace('/', "~1");
                walk(
                    field,
                    format!("{at}/{name}"),
                    format!("{pattern}/{name}"),
                    found,
                );
            }
        }
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {
            found.push((at, pattern, value));
        }
    }
}

/// The hash of everything that anybody sees of the fixed matches, step by step.
fn behavior(game: GameId) -> impl Iterator<Item = String> {
    let sets = option_sets(game);
    let tables = sets.into_iter().zip(0..).flat_map(|(options, seed)| {
        let seats = tables(&options);
        let few = seats[0];
        let most = *seats.iter().rfind(|seats| **seats <= 4).unwrap_or(&few);
        let sizes = BTreeSet::from([few, most]);
        sizes
            .into_iter()
            .map(move |seats| (options.clone(), seats, seed))
    });
    let matches = tables.flat_map(|(options, seats, seed)| match_of(&options, seats, seed));
    // What few matches come to is told at once.
    rarities(game).chain(matches)
}

/// Hashes of positions with everything that pays on the table, and of titles: what is scored
/// there, what is legal, and what it gains.
fn rarities(game: GameId) -> impl Iterator<Item = String> {
    let positions = positions::of(game).into_iter().map(move |position| {
        let seen = written(game, &position).imagine().map(|view| {
            let legal = view.legal();
            let gains = gains(&view, &legal);
            (view.scores(), view.rating(), legal, gains)
        });
        hash(&[&format!("{seen:?}")])
    });
    let points = (game == GameId::Cartographers).then_some(-1_000..=1_000);
    let title = |points| cartographers::components::BOX.solo.title(points);
    let titles = points.into_iter().flatten();
    let titles = titles.map(move |points| title(points).map(|it| it.min_rating));
    positions.chain(titles.map(|title| hash(&[&format!("{title:?}")])))
}

fn written(game: GameId, position: &Value) -> Position {
    let tagged = json!({ "game": game, "position": position });
    serde_json::from_value(tagged).unwrap()
}

fn match_of(options: &Options, seats: u8, seed: u8) -> impl Iterator<Item = String> + use<> {
    let dice = Dice::new(Seed([seed; 32]));
    let setup = options.set_up(seats, &dice);
    let (state, begun) = setup.begin(&dice);
    let first = hash(&[&serde_json::to_string(&(&setup, &begun)).unwrap()]);
    let mut turn = 0;
    let rest = std::iter::successors(Some((state, first)), move |(state, _)| {
        let (next, seen) = step(state, &dice, turn)?;
        turn += 1;
        Some((next, seen))
    });
    rest.map(|(_, seen)| seen)
}

/// One decision, and the hash of what was seen: what was legal, what it was worth, what
/// it led to, and the sheets. None if nobody owes one.
fn step(state: &State, dice: &Dice, turn: u32) -> Option<(State, String)> {
    let seat = state.to_act().iter().next()?;
    let view = state.view(Viewer::Seat(seat));
    let legal = view.legal();
    let gains = gains(&view, &legal);
    let count = u32::try_from(legal.len()).unwrap();
    let nth = dice.roll("command", turn).below(count);
    let command = legal[usize::try_from(nth).unwrap()].clone();
    let (next, events) = state.decide(seat, command, dice).unwrap();
    let sheets = next.view(Viewer::Referee).scores();
    let seen = serde_json::to_string(&(&legal, gains, &events, sheets, next.outcome())).unwrap();
    Some((next, hash(&[&seen])))
}

/// What some of the legal commands are worth.
fn gains(view: &View, legal: &[Command]) -> Vec<i32> {
    let every = legal.len().div_ceil(12).max(1);
    let some = legal.iter().step_by(every);
    some.map(|command| view.gain(command)).collect()
}

fn hash(seen: &[&str]) -> String {
    let mut digest = Sha256::new();
    seen.iter().for_each(|it| digest.update(it));
    hex::encode(digest.finalize())
}

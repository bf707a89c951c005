//! What every game promises. Driven by the registry: a game is under test from
//! the moment it is listed in `games!`.

use std::{collections::BTreeSet, sync::LazyLock};

use domain::{BySeat, Command, Event, GameId, Options, Seat, Setup, State, View, Viewer};
use serde_json::json;

use crate::{
    mutate::mutated,
    options::{option_sets, tables},
    playout::Playout,
};

const MATCHES_PER_SMALL_TABLE: u8 = 6;

#[test]
fn matches_end_with_ranks_and_the_scores_behind_them() {
    for_each_match(|playout| {
        let state = end(playout);
        assert!(state.to_act().is_empty());
        let standings = state.outcome().expect("it is over");
        assert_eq!(standings.seats(), playout.seats);
        assert_eq!(standings.iter().map(|(_, at)| at.rank).min(), Some(1));
        let sheets = state.view(Viewer::Spectator).scores();
        for (seat, standing) in standings.iter() {
            assert_eq!(standing.total, standing.score.total());
            assert_eq!(standing.score, sheets[seat].banked);
        }
    });
}

/// What a view says of the decisions of this turn: null, false or empty when none is left.
const OF_THIS_TURN: &[&str] = &[
    "due",
    "duty",
    "card",
    "ruins_duty",
    "draws_on",
    "acrobats",
    "drawn",
    "others_drew",
    "fight",
    "camp",
    "picked",
    "passed_to",
    "ship",
    "groups",
];

#[test]
fn a_finished_view_asks_nothing_more() {
    for_each_match(|playout| {
        let view = end(playout).view(Viewer::Referee);
        let view = serde_json::to_value(&view).unwrap();
        let places = [&view["view"]]
            .into_iter()
            .chain(view["view"]["seats"].as_array().into_iter().flatten());
        for place in places {
            for name in OF_THIS_TURN {
                let told = &place[name];
                let is_blank = told.is_null()
                    || told == &json!(false)
                    || told.as_array().is_some_and(Vec::is_empty);
                assert!(is_blank, "{name} is {told} in a finished {}", view["game"]);
            }
        }
    });
}

#[test]
fn nothing_is_settled_before_the_end() {
    for_each_position(|_, state| {
        let stage = state.moment().stage;
        assert!(state.game().info().stages.contains(&stage), "{stage}");
        assert!(state.outcome().is_none());
        assert!(!state.to_act().is_empty());
    });
}

#[test]
fn who_owes_a_decision_has_legal_commands_each_once_and_nobody_else_has() {
    for_each_position(|playout, state| {
        for seat in some_seats(playout, state) {
            let legal = state.view(Viewer::Seat(seat)).legal();
            assert_eq!(!legal.is_empty(), state.to_act().contains(seat));
            let written: BTreeSet<String> = legal.iter().map(json).collect();
            assert_eq!(written.len(), legal.len(), "a command is listed twice");
        }
        assert!(state.view(Viewer::Spectator).legal().is_empty());
    });
}

#[test]
fn every_legal_command_has_an_action_id_that_means_it_and_no_other() {
    for_each_position(|playout, state| {
        for seat in some_seats(playout, state) {
            let view = state.view(Viewer::Seat(seat));
            let Some(bound) = view.actions() else {
                continue;
            };
            let mut mask = vec![false; usize::try_from(bound).unwrap()];
            let legal = view.legal();
            for command in &legal {
                let id = view.action_id(command);
                let id = id.unwrap_or_else(|| panic!("{command:?} has no action id"));
                assert_eq!(view.action(id).as_ref(), Some(command));
                mask[usize::try_from(id).unwrap()] = true;
            }
            let in_mask = mask.iter().filter(|is_legal| **is_legal).count();
            assert_eq!(in_mask, legal.len(), "two commands share an id");
            assert_eq!(view.action(bound), None);
        }
    });
}

#[test]
fn legal_commands_are_accepted() {
    for_each_position(|playout, state| {
        let seat = state.to_act().iter().next().unwrap();
        for command in state.view(Viewer::Seat(seat)).legal() {
            let decided = state.decide(seat, command.clone(), &playout.dice);
            assert!(decided.is_ok(), "{command:?}: {decided:?}");
        }
    });
}

/// The counter-proof: what was played at another moment or by another seat, or is
/// nearly a command, is accepted here exactly if it is legal here.
#[test]
fn commands_from_elsewhere_are_accepted_only_if_legal() {
    for_each_match(|playout| {
        let mut tried = candidates(playout);
        playout.visit(6, |state, step| {
            let legal = state.view(Viewer::Seat(step.seat)).legal();
            tried.push(step.command.clone());
            for command in &tried {
                let decided = state.decide(step.seat, command.clone(), &playout.dice);
                assert_eq!(
                    decided.is_ok(),
                    legal.contains(command),
                    "{command:?}: {:?}",
                    decided.map(|(_, events)| events)
                );
            }
        });
    });
}

#[test]
fn a_refusal_has_a_code_and_names_the_rule() {
    for_each_match(|playout| {
        let tried = candidates(playout);
        playout.visit(3, |state, step| {
            for command in &tried {
                let decided = state.decide(step.seat, command.clone(), &playout.dice);
                let Err(refused) = decided else { continue };
                assert!(!refused.reason.is_empty());
                let is_snake = |c: char| c.is_ascii_lowercase() || c == '_';
                assert!(refused.code.chars().all(is_snake), "{}", refused.code);
                assert!(refused.rule.is_some_and(is_paragraph), "{refused:?}");
            }
        });
    });
}

#[test]
fn nobody_else_may_act() {
    for_each_position(|playout, state| {
        let acting = state.to_act().iter().next().unwrap();
        let command = state.view(Viewer::Seat(acting)).legal().remove(0);
        for seat in some_seats(playout, state) {
            let decided = state.decide(seat, command.clone(), &playout.dice);
            assert!(decided.is_err() || state.to_act().contains(seat));
        }
    });
}

#[test]
fn a_refusal_changes_nothing() {
    for_each_match(|playout| {
        let tried = candidates(playout);
        playout.visit(3, |state, step| {
            let before = state.clone();
            for command in &tried {
                // An acceptance changes nothing either: it is a new state.
                drop(state.decide(step.seat, command.clone(), &playout.dice));
            }
            assert_eq!(state, &before);
        });
    });
}

#[test]
fn the_record_alone_rebuilds_the_state() {
    for_each_match(|playout| {
        let mut rebuilt = State::new(&through_json::<Setup>(&playout.setup));
        for event in events(playout) {
            rebuilt.evolve(&through_json::<Event>(event));
        }
        assert_eq!(rebuilt, end(playout));
    });
}

/// Who sees no secrets misses nothing that matters, and who folds what they were
/// told sees what the server shows them: nothing more leaks into a view.
#[test]
fn what_a_viewer_is_told_rebuilds_what_it_is_shown() {
    for_each_match(|playout| {
        for viewer in [Viewer::Spectator, Viewer::Seat(Seat(0))] {
            let mut told = State::new(&playout.setup.clone().disclose(viewer));
            let mut state = State::new(&playout.setup);
            for event in events(playout) {
                state.evolve(event);
                told.evolve(&event.clone().disclose(viewer));
                if playout.seats < 12 {
                    assert_eq!(told.view(viewer), state.view(viewer));
                }
            }
            assert_eq!(told.view(viewer), state.view(viewer));
            assert_eq!(told.outcome(), state.outcome());
        }
    });
}

/// What is decided, step by step, is what was recorded, and so is what the dice said.
#[test]
fn the_same_seed_and_commands_make_the_same_record_and_state() {
    for_each_match(|playout| {
        let (mut state, begun) = playout.setup.begin(&playout.dice);
        assert_eq!(begun, playout.begun);
        for step in &playout.steps {
            let decided = state.decide(step.seat, step.command.clone(), &playout.dice);
            let (next, events) = decided.unwrap();
            assert_eq!(events, step.events);
            state = next;
        }
        assert_eq!(state, end(playout));
    });
}

#[test]
fn the_referee_sees_everything_and_disclosure_settles() {
    for_each_match(|playout| {
        let setup = playout.setup.clone();
        assert_eq!(setup.clone().disclose(Viewer::Referee), setup);
        for event in events(playout) {
            assert_eq!(&event.clone().disclose(Viewer::Referee), event);
            let public = event.clone().disclose(Viewer::Spectator);
            for viewer in [Viewer::Seat(Seat(0)), Viewer::Spectator] {
                let once = event.clone().disclose(viewer);
                assert_eq!(once.clone().disclose(viewer), once);
                // Nobody sees less than the public.
                assert_eq!(once.disclose(Viewer::Spectator), public);
            }
        }
    });
}

#[test]
fn options_read_back_as_they_were_written() {
    for &game in GameId::ALL {
        for options in option_sets(game) {
            assert_eq!(options.game(), game);
            assert_eq!(through_json(&options), options);
        }
    }
}

#[test]
fn views_and_commands_read_back_as_they_were_written() {
    for_each_position(|playout, state| {
        let seats = some_seats(playout, state).map(Viewer::Seat);
        for viewer in seats.chain([Viewer::Spectator, Viewer::Referee]) {
            let view = state.view(viewer);
            assert_eq!(through_json::<View>(&view), view);
            assert!(!view.to_string().is_empty());
        }
    });
    for_each_match(|playout| {
        for step in &playout.steps {
            assert_eq!(through_json::<Command>(&step.command), step.command);
        }
    });
}

/// While others still owe a decision, a decision is all that happened.
#[test]
fn gain_is_the_change_of_what_would_score_now() {
    for_each_position(|playout, state| {
        let seat = state.to_act().iter().next().unwrap();
        if state.to_act().count() < 2 {
            return;
        }
        let view = state.view(Viewer::Seat(seat));
        let before = worth(&view, seat);
        let legal = view.legal();
        for command in legal.iter().step_by(legal.len().div_ceil(12)) {
            let decided = state.decide(seat, command.clone(), &playout.dice);
            let after = worth(&decided.unwrap().0.view(Viewer::Seat(seat)), seat);
            assert_eq!(view.gain(command), after - before, "{command:?}");
        }
    });
}

#[test]
fn commands_gain_together_what_each_gains_alone() {
    for_each_position(|_, state| {
        for seat in state.to_act().iter() {
            let view = state.view(Viewer::Seat(seat));
            let legal = view.legal();
            let gains = view.gains(&legal);
            assert_eq!(gains.len(), legal.len());
            let every = legal.len().div_ceil(12);
            for (command, gain) in legal.iter().zip(gains).step_by(every) {
                assert_eq!(view.gain(command), gain, "{command:?}");
            }
        }
    });
}

/// Everything that happened, in order.
fn events(playout: &Playout) -> impl Iterator<Item = &Event> {
    let steps = playout.steps.iter().flat_map(|step| &step.events);
    playout.begun.iter().chain(steps)
}

/// The state after the last event.
fn end(playout: &Playout) -> State {
    let mut state = State::new(&playout.setup);
    events(playout).for_each(|event| state.evolve(event));
    state
}

/// What the seat and its partner, if it has one, would have if the game scored now, less
/// what the others would.
fn worth(view: &View, own: Seat) -> i32 {
    let sheets: BySeat<_> = view.scores();
    let points = sheets.iter().map(|(seat, sheet)| {
        let points = i32::from(sheet.banked.total() + sheet.if_now.total());
        if are_partners(view, seat, own) {
            points
        } else {
            -points
        }
    });
    points.sum()
}

/// Whether both seats are one, or of one team. Only Big Monster has teams.
fn are_partners(view: &View, one: Seat, other: Seat) -> bool {
    let teams = if let View::BigMonster(view) = view {
        view.teams()
    } else {
        None
    };
    let team = |seat: Seat| teams.map_or(seat.0, |teams| seat.0 % teams);
    team(one) == team(other)
}

/// Whether the rules of some game have this paragraph.
fn is_paragraph(rule: &str) -> bool {
    let texts = GameId::ALL.iter().map(|game| game.info().rules_text);
    let mut lines = texts.flat_map(str::lines);
    let heads = [format!("{rule} "), format!("## {rule}.")];
    lines.any(|line| heads.iter().any(|head| line.starts_with(head)))
}

/// Commands of the match and commands that differ from one in one place.
fn candidates(playout: &Playout) -> Vec<Command> {
    let every = playout.steps.len().div_ceil(25);
    let played = playout.steps.iter().step_by(every);
    let mut tried: Vec<Command> = played.map(|step| step.command.clone()).collect();
    let mut roll = playout.dice.roll("mutation", 0);
    for nth in 0..tried.len() {
        let right = serde_json::to_value(&tried[nth]).unwrap();
        let wrong = (0..8).map(|_| mutated(&right, &mut roll));
        tried.extend(wrong.filter_map(|value| serde_json::from_value(value).ok()));
    }
    tried
}

/// The first and the last seat, and one of those who owe a decision.
fn some_seats(playout: &Playout, state: &State) -> impl Iterator<Item = Seat> {
    let seats = [
        Some(Seat(0)),
        Some(Seat(playout.seats - 1)),
        state.to_act().iter().next(),
    ];
    seats.into_iter().flatten()
}

fn for_each_match(check: impl Fn(&Playout)) {
    static PLAYOUTS: LazyLock<Vec<Playout>> = LazyLock::new(|| {
        let mut playouts = Vec::new();
        for &game in GameId::ALL {
            for (nth, options) in (0..).zip(option_sets(game)) {
                for seats in table_sizes(&options) {
                    // Large tables see as much in one match as small ones in many.
                    let matches = if seats > 4 {
                        1
                    } else {
                        MATCHES_PER_SMALL_TABLE
                    };
                    let seeds = (0..matches).map(|seed| 16 * nth + seed);
                    playouts.extend(seeds.map(|seed| Playout::new(&options, seats, seed)));
                }
            }
        }
        playouts
    });
    PLAYOUTS.iter().for_each(check);
}

/// Some positions of each match, each before a decision.
fn for_each_position(check: impl Fn(&Playout, &State)) {
    for_each_match(|playout| playout.visit(12, |state, _| check(playout, state)));
}

/// Numbers of seats worth a match, of those the options allow.
fn table_sizes(options: &Options) -> Vec<u8> {
    let worth = [1, 2, 3, 4, 5, 6, 12, 100];
    let sizes = tables(options).into_iter();
    sizes.filter(|seats| worth.contains(seats)).collect()
}

/// A value as it comes back from its own JSON.
fn through_json<T: serde::Serialize + serde::de::DeserializeOwned>(value: &T) -> T {
    let json = serde_json::to_string(value).expect("values of the wire serialize");
    serde_json::from_str(&json).unwrap_or_else(|error| panic!("{error} in {json}"))
}

fn json(command: &Command) -> String {
    serde_json::to_string(command).unwrap()
}

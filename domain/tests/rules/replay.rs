//! What every game promises to those who look back: points find the step that made
//! them, what is drawn anew looks the same, and a match can begin in another's middle.

use std::collections::BTreeMap;

use domain::{
    BySeat, Dice, Event, GameId, Score, Seat, Seats, Seed, State, View, Viewer,
    bots::Bot,
    replay::{Attribution, Share, SheetsAt, appraise},
};

use crate::{
    options::{option_sets, tables},
    playout::{Playout, pick},
};

const MATCHES_PER_TABLE: u8 = 4;

#[test]
fn shares_sum_to_the_final_sheet_line_by_line() {
    for_each_match(|game, playout| {
        let mut attribution = Attribution::new(game, playout.seats);
        let mut state = State::new(&playout.setup);
        see(&mut attribution, 1, &state);
        for (step, event) in (2..).zip(events(playout)) {
            state.evolve(event);
            see(&mut attribution, step, &state);
        }
        let standings = state.outcome().unwrap();
        for (seat, shares) in attribution.shares().iter() {
            assert_eq!(sum(shares.iter()), i32::from(standings[seat].total));
            assert_lines_sum(shares, &standings[seat].score);
            assert!(shares.is_sorted_by_key(|share| share.step));
            assert!(shares.iter().all(|share| share.points != 0));
        }
    });
}

fn see(attribution: &mut Attribution, step: u32, state: &State) {
    let sheets = state.view(Viewer::Referee).scores();
    attribution.see(SheetsAt {
        step,
        touched: Seats::first(sheets.seats()),
        sheets: &sheets,
    });
}

/// What an event does not touch stays as it was, whoever looks. Where it touches all, there
/// is nothing to compare.
#[test]
fn sheets_change_only_where_an_event_touches_them() {
    let mut compared = 0;
    for_each_match(|_, playout| {
        for viewer in [Viewer::Seat(Seat(0)), Viewer::Referee] {
            let sheets = |state: &State| state.view(viewer).scores();
            let mut state = State::new(&playout.setup);
            let mut known = None;
            for event in events(playout) {
                let touched = event.touches(playout.seats);
                if touched == Seats::first(playout.seats) {
                    state.evolve(event);
                    known = None;
                    continue;
                }
                let before = known.take().unwrap_or_else(|| sheets(&state));
                state.evolve(event);
                let now = sheets(&state);
                for (seat, sheet) in now.iter().filter(|(seat, _)| !touched.contains(*seat)) {
                    assert_eq!(before[seat], *sheet, "{event:?}");
                }
                compared += 1;
                known = Some(now);
            }
        }
    });
    assert!(compared > 10_000, "only {compared} events were compared");
}

#[test]
fn the_sheet_of_a_seat_is_the_one_among_all() {
    for_each_match(|_, playout| {
        let count = events(playout).count();
        let mut state = State::new(&playout.setup);
        for (left, event) in (0..count).rev().zip(events(playout)) {
            state.evolve(event);
            if left % count.div_ceil(20) != 0 {
                continue;
            }
            for viewer in [Viewer::Seat(Seat(0)), Viewer::Referee] {
                let view = state.view(viewer);
                for (seat, sheet) in view.scores().iter() {
                    assert_eq!(view.sheet(seat), *sheet);
                }
            }
        }
    });
}

/// Each part of the sheet that shares name is made of exactly those shares.
fn assert_lines_sum(shares: &[Share], score: &Score) {
    let mut by_line: BTreeMap<&str, Vec<&Share>> = BTreeMap::new();
    for share in shares {
        by_line.entry(&share.line).or_default().push(share);
    }
    for (line, shares) in by_line {
        let inside = |source: &str| source == line || source.starts_with(&format!("{line}."));
        let lines = score.0.iter().filter(|it| inside(&it.source));
        let points: i32 = lines.map(|it| i32::from(it.points)).sum();
        assert_eq!(sum(shares.into_iter()), points, "{line}");
    }
}

fn sum<'a>(shares: impl Iterator<Item = &'a Share>) -> i32 {
    shares.map(|share| share.points).sum()
}

/// Points are explained by what players did, not by the moment they were counted.
#[test]
fn most_points_are_made_before_they_are_banked() {
    for &game in GameId::ALL {
        let seats = 2.max(*game.info().players.start());
        let playout = Playout::new(&game.default_options(), seats, 3);
        let mut state = State::new(&playout.setup);
        let mut attribution = Attribution::new(game, seats);
        let mut banking = Vec::new();
        let mut banked = 0;
        for (step, event) in (1..).zip(events(&playout)) {
            state.evolve(event);
            let sheets = state.view(Viewer::Referee).scores();
            let lines = sheets.iter().map(|(_, sheet)| sheet.banked.0.len()).sum();
            if lines != banked {
                banking.push(step);
                banked = lines;
            }
            see(&mut attribution, step, &state);
        }
        let shares = attribution.shares();
        let all = || shares.iter().flat_map(|(_, shares)| shares);
        let late = all().filter(|share| banking.contains(&share.step));
        let late: i32 = late.map(|share| share.points.abs()).sum();
        let total: i32 = all().map(|share| share.points.abs()).sum();
        assert!(late * 2 < total, "{game:?}: {late} of {total}");
    }
}

#[test]
fn what_is_drawn_anew_looks_the_same_and_plays_on() {
    let mut differing = BTreeMap::new();
    for_each_match(|game, playout| {
        playout.visit(6, |state, _| {
            for viewer in viewers(playout.seats) {
                let view = state.view(viewer);
                let drawn = view.redraw(&Dice::new(Seed([91; 32])));
                assert_eq!(drawn.view(viewer), view, "{viewer:?}");
                assert_eq!(drawn.to_act(), state.to_act());
                // Two true states that look alike give the same samples.
                let other = view.redraw(&Dice::new(Seed([92; 32])));
                let dice = Dice::new(Seed([93; 32]));
                let samples = [state, &drawn, &other].map(|it| it.view(viewer).redraw(&dice));
                assert!(samples[1..].iter().all(|sample| *sample == samples[0]));
                *differing
                    .entry((game, viewer == Viewer::Referee))
                    .or_insert(0) += u32::from(drawn != other);
                assert_ends(drawn);
            }
        });
    });
    for &game in GameId::ALL {
        assert!(
            differing[&(game, false)] > 20,
            "{game:?}: nothing is redrawn"
        );
    }
}

/// Plays on at random, by dice of its own.
fn assert_ends(mut state: State) {
    let dice = Dice::new(Seed([17; 32]));
    for turn in 0..5000 {
        let Some(seat) = state.to_act().iter().next() else {
            assert!(state.outcome().is_some());
            return;
        };
        let legal = state.view(Viewer::Seat(seat)).legal();
        let command = pick(&dice, "play on", turn, &legal);
        state = state.decide(seat, command, &dice).unwrap().0;
    }
    panic!("it does not end");
}

#[test]
fn a_state_reads_back_as_it_was_written() {
    for_each_match(|_, playout| {
        playout.visit(4, |state, _| {
            let json = serde_json::to_string(state).unwrap();
            assert_eq!(&serde_json::from_str::<State>(&json).unwrap(), state);
        });
    });
}

#[test]
fn landmarks_come_in_order_and_moments_have_names() {
    for_each_match(|game, playout| {
        let mut seen: BTreeMap<&str, u8> = BTreeMap::new();
        for mark in events(playout).filter_map(Event::landmark) {
            let before = seen.insert(mark.kind, mark.nth).unwrap_or(0);
            assert_eq!(mark.nth, before + 1, "{game:?}: {mark:?}");
            assert!(is_snake(mark.kind));
        }
        assert!(seen.values().any(|&count| count > 1), "{game:?}");
        let (mut last, mut begun) = (0, false);
        playout.visit(20, |state, _| {
            let moment = state.moment();
            assert!(is_snake(moment.stage) && moment.round >= last);
            // Only what is before the first turn has none.
            begun |= moment.turn > 0;
            assert_eq!(moment.turn > 0, begun, "{game:?}");
            last = moment.round;
        });
        assert!(begun, "{game:?}");
    });
}

fn is_snake(name: &str) -> bool {
    !name.is_empty() && name.chars().all(|c| c.is_ascii_lowercase() || c == '_')
}

#[test]
fn an_event_is_called_as_on_the_wire() {
    for_each_match(|_, playout| {
        for event in events(playout) {
            let json = serde_json::to_value(event).unwrap();
            assert_eq!(json["event"]["type"], event.kind());
        }
    });
}

/// A greedy bot is what appraisals are measured by: it leaves nothing on the table.
#[test]
fn only_the_best_command_leaves_nothing_on_the_table() {
    for_each_match(|_, playout| {
        playout.visit(4, |state, step| {
            let view = state.view(Viewer::Seat(step.seat));
            let taken = appraise(&view, &step.command).unwrap();
            assert_eq!(taken.legal as usize, view.legal().len());
            assert_eq!(taken.gain, view.gain(&step.command));
            assert_eq!(taken.regret == 0, taken.rank == 1);
            assert_eq!(taken.best.is_none(), taken.rank == 1);
            assert!(taken.rank + taken.tied <= taken.legal + 1);
            let best = taken.best.unwrap_or_else(|| step.command.clone());
            assert_eq!(view.gain(&best), taken.best_gain);
            let greedy = Bot::Greedy.choose(&view, &mut playout.dice.roll("greedy", 0));
            assert_eq!(appraise(&view, &greedy).unwrap().regret, 0);
        });
    });
}

#[test]
fn accounts_are_part_of_their_source() {
    for_each_match(|game, playout| {
        playout.visit(4, |state, _| {
            let view: View = state.view(Viewer::Referee);
            let sheets: BySeat<_> = view.scores();
            for (_, sheet) in sheets.iter() {
                for line in sheet.if_now.0.iter().chain(&sheet.banked.0) {
                    let account = game.account(&line.source);
                    assert!(!account.is_empty() && line.source.contains(account));
                    assert_eq!(game.account(account), account);
                }
            }
        });
    });
}

fn viewers(seats: u8) -> [Viewer; 4] {
    [
        Viewer::Seat(Seat(0)),
        Viewer::Seat(Seat(seats - 1)),
        Viewer::Spectator,
        Viewer::Referee,
    ]
}

/// Everything that happened, in order.
fn events(playout: &Playout) -> impl Iterator<Item = &Event> {
    let steps = playout.steps.iter().flat_map(|step| &step.events);
    playout.begun.iter().chain(steps)
}

/// Matches of every game, options and small table; thousands with `REPLAY_MATCHES=110`.
fn for_each_match(mut check: impl FnMut(GameId, &Playout)) {
    let matches = std::env::var("REPLAY_MATCHES");
    let matches = matches.map_or(MATCHES_PER_TABLE, |count| count.parse().unwrap());
    for &game in GameId::ALL {
        for (nth, options) in (0..).zip(option_sets(game)) {
            let sizes = tables(&options).into_iter();
            for seats in sizes.filter(|count| (1..=5).contains(count)) {
                for seed in 0..matches {
                    let seed = seed.wrapping_mul(11).wrapping_add(nth * 3 + seats);
                    check(game, &Playout::new(&options, seats, seed));
                }
            }
        }
    }
}

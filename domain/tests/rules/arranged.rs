//! A match that begins with a table its host arranged: it goes on as the match did that
//! the table was taken from, and a table that cannot be is refused.

use std::env;

use domain::{
    BySeat, Dice, GameId, Options, Rejection, Seat, Seed, State, Viewer,
    bots::random,
    dice::Roll,
    matches::{self, Arrangement, Match, MatchEvent, Place, Request, Settings, Terms},
};
use serde_json::{Value, json};

use crate::{
    ann::{ann, decide},
    mutate::mutated,
    opened::{self, fold},
    options::{option_sets, tables},
    playout::Playout,
    states::state_at,
};

/// How many tables of each game are changed somewhere.
const CHANGED: u32 = 120;

#[test]
fn a_table_of_any_step_is_the_same_when_it_is_arranged() {
    for_each_match(|options, playout, step| {
        let state = state_at(playout, step);
        let arranged = told(&Arrangement::State(Box::new(state.clone())));
        let game = opened(options, playout, &arranged).unwrap();
        let now = &game.table().unwrap().state;
        for viewer in viewers(playout.seats) {
            let (seen, was) = (now.view(viewer), state.view(viewer));
            assert_eq!(seen, was);
            assert_eq!(seen.legal(), was.legal());
            assert_eq!(seen.scores(), was.scores());
        }
    });
}

#[test]
fn an_arranged_table_goes_on_as_its_match_did() {
    for_each_match(|options, playout, step| {
        let state = Arrangement::State(Box::new(state_at(playout, step)));
        goes_on(
            opened(options, playout, &told(&state)).unwrap(),
            playout,
            step,
        );
    });
}

#[test]
fn an_arranged_set_up_begins_and_goes_on_as_its_match_did() {
    for_each_match(|options, playout, _| {
        let setup = told(&Arrangement::Setup(Box::new(playout.setup.clone())));
        let events = open(options, playout, &setup).unwrap();
        let is_started = |event: &MatchEvent| matches!(event, MatchEvent::Started { .. });
        let place = events.iter().position(is_started).unwrap();
        let MatchEvent::Started { setup, .. } = &events[place] else {
            panic!("it was just found")
        };
        assert_eq!(*setup, playout.setup);
        let begun = events[place..].iter().filter_map(MatchEvent::played);
        assert_eq!(
            begun.collect::<Vec<_>>(),
            playout.begun.iter().collect::<Vec<_>>()
        );
        goes_on(fold(&events), playout, 0);
    });
}

/// Whatever is changed: it is refused, or it is a table that can be looked at by all,
/// drawn anew, and played to an end.
#[test]
fn a_table_that_cannot_be_played_is_refused() {
    for &game in GameId::ALL {
        let mut roll = Dice::new(Seed([3; 32])).roll("changed tables", game as u32);
        let mut taken = 0;
        for nth in 0..CHANGED {
            let (options, playout) = drawn(game, u8::try_from(nth % 8).unwrap());
            let step = below(&mut roll, playout.steps.len());
            let arranged = if nth % 5 == 0 {
                Arrangement::Setup(Box::new(playout.setup.clone()))
            } else {
                Arrangement::State(Box::new(state_at(&playout, step)))
            };
            let changed = mutated(&serde_json::to_value(&arranged).unwrap(), &mut roll);
            let Ok(changed) = serde_json::from_value(changed) else {
                continue;
            };
            if let Ok(game) = opened(&options, &playout, &changed) {
                taken += 1;
                plays_to_its_end(game, &mut roll);
            }
        }
        assert!(taken > 0, "{game:?}");
    }
}

/// A game, a field of its state, a value that contradicts the rest, and what the refusal
/// names.
const CONTRADICTIONS: &[(GameId, &str, &str, &str)] = {
    use GameId::{BigMonster, BuildersBiomes, BunnyKingdom, Cartographers};
    &[
        (Cartographers, "/deck/0", r#""E05""#, "state.deck"),
        (
            Cartographers,
            "/setup/edicts/0",
            r#""wildholds""#,
            "setup.edicts",
        ),
        (Cartographers, "/sheets/0/coins", "15", "sheets[0].coins"),
        (Cartographers, "/season", r#""winter""#, "state."),
        (Cartographers, "/due", "[]", "state.due"),
        (BunnyKingdom, "/dealt", "3", "state.dealt"),
        (
            BunnyKingdom,
            "/seats/1/hand/0",
            r#""camp1""#,
            "state.setup.deck",
        ),
        (
            BunnyKingdom,
            "/seats/0/hand_size",
            "1",
            "seats[0].hand_size",
        ),
        (BunnyKingdom, "/round", "5", "state.round"),
        (BuildersBiomes, "/players/0/xp", "500", "players[0].xp"),
        (BuildersBiomes, "/players/1/supply/wood", "60", "state.cube"),
        (BuildersBiomes, "/round", r#""C""#, "state.round"),
        (
            BuildersBiomes,
            "/players/0/tnt_used",
            "9",
            "state.overworld.slots",
        ),
        (BigMonster, "/deck/0", r#""sp_yeti""#, "tiles of the table"),
        (BigMonster, "/round", "3", "state.round"),
        (
            BigMonster,
            "/missions/0/individual",
            "false",
            "state.missions",
        ),
        (BigMonster, "/seats/0/zone/explorer", "null", "seats[0]"),
    ]
};

#[test]
fn a_table_that_contradicts_itself_is_refused_by_the_name_of_the_field() {
    for (game, pointer, value, field) in CONTRADICTIONS {
        let options = game.default_options();
        let playout = Playout::new(&options, 3, 1);
        let state = Arrangement::State(Box::new(state_at(&playout, playout.steps.len() / 3)));
        let mut changed = serde_json::to_value(&state).unwrap();
        let place = changed.pointer_mut(&format!("/state/state{pointer}"));
        let place = place.unwrap_or_else(|| panic!("{game:?} has no {pointer}"));
        *place = serde_json::from_str(value).unwrap();
        let changed = serde_json::from_value(changed).unwrap();
        let refused = opened(&options, &playout, &changed).unwrap_err();
        assert_eq!(refused.code, "invalid_arrangement");
        let reason = refused.reason;
        assert!(reason.contains(field), "{pointer}: {reason}");
    }
}

#[test]
fn big_monster_4_11_a_pass_is_held_for_an_empty_ship_that_its_seat_may_use() {
    let options = GameId::BigMonster.default_options();
    let playout = Playout::new(&options, 4, 1);
    let states = (0..playout.steps.len()).map(|step| state_at(&playout, step));
    let mut states = states.map(|it| serde_json::to_value(it).unwrap());
    let holder = |state: &Value| (0..4).find(|seat| state["state"]["seats"][seat]["held"].is_u64());
    let is_held = |state: &Value| holder(state).is_some();
    let state: Value = states.find(is_held).unwrap();
    let seat: usize = holder(&state).unwrap();
    for ship in [json!(seat), json!(9), Value::Null] {
        let mut changed = state.clone();
        changed["state"]["seats"][seat]["held"] = ship;
        let reason = reason_refused(&options, &playout, &changed);
        assert!(reason.contains("held"), "{reason}");
    }
    let mut changed = state;
    changed["state"]["seats"][seat]["passed_to"] = json!((seat + 1) % 4);
    let reason = reason_refused(&options, &playout, &changed);
    assert!(reason.contains("held"), "{reason}");
}

#[test]
fn bunny_kingdom_6a_3_a_camp_waits_only_for_one_that_is_asked_for() {
    let options = GameId::BunnyKingdom.default_options();
    let playout = Playout::new(&options, 3, 1);
    let state = serde_json::to_value(state_at(&playout, 0)).unwrap();
    let announced = json!({ "seat": 0, "camp": 1, "asked": 1 });
    for (field, value) in [("waiting", json!([1])), ("announced", announced)] {
        let mut changed = state.clone();
        changed["state"][field] = value;
        let reason = reason_refused(&options, &playout, &changed);
        assert!(reason.contains(field), "{reason}");
    }
}

fn reason_refused(options: &Options, playout: &Playout, state: &Value) -> String {
    let state: State = serde_json::from_value(state.clone()).unwrap();
    let arranged = Arrangement::State(Box::new(state));
    opened(options, playout, &arranged).unwrap_err().reason
}

#[test]
fn an_arranged_table_has_the_options_and_the_seats_that_were_asked_for() {
    for &game in GameId::ALL {
        let options = option_sets(game).remove(0);
        let playout = Playout::new(&options, 3, 1);
        let state = Arrangement::State(Box::new(state_at(&playout, 4)));
        let setup = Arrangement::Setup(Box::new(playout.setup.clone()));
        for arranged in [state, setup] {
            let terms = Terms {
                places: BySeat::new(2, |_| Place::Open),
                ..terms(&options, &playout, &arranged)
            };
            let seed = playout.dice.seed();
            let refused = matches::arrange(&terms, seed, &[], &arranged).unwrap_err();
            assert_eq!(refused.code, "invalid_arrangement");
            let others = GameId::ALL.iter().find(|it| **it != game).unwrap();
            let other = others.default_options();
            let terms = Terms {
                options: other,
                ..terms
            };
            let terms = Terms {
                places: BySeat::new(3, |_| Place::Open),
                ..terms
            };
            let refused = matches::arrange(&terms, seed, &[], &arranged).unwrap_err();
            assert!(refused.reason.contains("game"), "{}", refused.reason);
        }
    }
}

#[test]
fn an_arranged_match_waits_until_every_seat_is_taken() {
    let options = GameId::BunnyKingdom.default_options();
    let playout = Playout::new(&options, 3, 1);
    let setup = Arrangement::Setup(Box::new(playout.setup.clone()));
    let terms = terms(&options, &playout, &setup);
    let first = [(Seat(0), ann())];
    let seed = playout.dice.seed();
    let mut game = fold(&matches::arrange(&terms, seed, &first, &setup).unwrap());
    let start = game.decide(Some(&ann()), Request::Start).unwrap_err();
    assert_eq!(start.code, "too_few");
    for seat in [1, 2] {
        let request = Request::Join {
            seat: Some(Seat(seat)),
        };
        let events = game.decide(Some(&ann()), request).unwrap();
        game.evolve_all(&events);
    }
    assert_eq!(game.table().unwrap().state, state_at(&playout, 0));
}

/// The arrangement as a host sends it.
fn told(arrangement: &Arrangement) -> Arrangement {
    serde_json::from_str(&serde_json::to_string(arrangement).unwrap()).unwrap()
}

fn goes_on(mut game: Match, playout: &Playout, step: usize) {
    for step in &playout.steps[step..] {
        let events = decide(&mut game, step.seat, &step.command);
        let played: Vec<_> = events.iter().filter_map(MatchEvent::played).collect();
        assert_eq!(played, step.events.iter().collect::<Vec<_>>());
    }
    assert!(game.is_over());
    assert_eq!(game.table().unwrap().state, state_at(playout, usize::MAX));
}

fn plays_to_its_end(mut game: Match, roll: &mut Roll) {
    let seats = game.seats();
    for viewer in viewers(seats) {
        let view = game.table().unwrap().state.view(viewer);
        let redrawn = view.redraw(game.dice());
        assert_eq!(redrawn.view(viewer), view);
        drop((view.legal(), view.scores(), view.to_string()));
    }
    while let Some(seat) = game.table().unwrap().to_act().iter().next() {
        let view = game.table().unwrap().state.view(Viewer::Seat(seat));
        decide(&mut game, seat, &random::choose(&view, roll));
    }
    assert!(game.is_over());
}

fn viewers(seats: u8) -> impl Iterator<Item = Viewer> {
    let seats = Seat::first(seats).map(Viewer::Seat);
    seats.chain([Viewer::Spectator, Viewer::Referee])
}

fn terms(options: &Options, playout: &Playout, arrangement: &Arrangement) -> Terms {
    let places = BySeat::new(playout.seats, |_| Place::Open);
    Terms {
        settings: Box::new(Settings {
            arranged: Some(arrangement.kind()),
            ..Settings::default()
        }),
        ..opened::terms(options, places, ann(), playout.dice.seed())
    }
}

/// The first events of a match on all seats of which Ann sits.
fn open(
    options: &Options,
    playout: &Playout,
    arrangement: &Arrangement,
) -> Result<Vec<MatchEvent>, Rejection> {
    let all: Vec<_> = Seat::first(playout.seats)
        .map(|seat| (seat, ann()))
        .collect();
    let terms = terms(options, playout, arrangement);
    matches::arrange(&terms, playout.dice.seed(), &all, arrangement)
}

fn opened(
    options: &Options,
    playout: &Playout,
    arrangement: &Arrangement,
) -> Result<Match, Rejection> {
    open(options, playout, arrangement).map(|events| fold(&events))
}

/// A match of a game, by its number: options and seats take turns.
fn drawn(game: GameId, nth: u8) -> (Options, Playout) {
    let sets = option_sets(game);
    let options = sets[usize::from(nth) % sets.len()].clone();
    let sizes = tables(&options);
    let sizes: Vec<u8> = sizes.into_iter().filter(|seats| *seats <= 6).collect();
    let seats = sizes[usize::from(nth) / sets.len() % sizes.len()];
    let playout = Playout::new(&options, seats, nth);
    (options, playout)
}

/// How many matches of each game are arranged anew: a few, or as many as are asked for.
fn matches_of_each_game() -> u8 {
    let asked = env::var("CARTULARY_ARRANGED");
    asked.map_or(8, |asked| asked.parse().expect("a number up to 255"))
}

fn for_each_match(check: impl Fn(&Options, &Playout, usize)) {
    for &game in GameId::ALL {
        let mut roll = Dice::new(Seed([5; 32])).roll("steps", game as u32);
        for nth in 0..matches_of_each_game() {
            let (options, playout) = drawn(game, nth);
            check(&options, &playout, below(&mut roll, playout.steps.len()));
        }
    }
}

fn below(roll: &mut Roll, count: usize) -> usize {
    usize::try_from(roll.below(u32::try_from(count).unwrap())).unwrap()
}

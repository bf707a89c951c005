//! The life of a match, told as given, when, then.

use std::{collections::BTreeSet, slice::from_ref};

use domain::{
    BySeat, GameId, Rejection, Rng, Seat, Secret, Seed, Viewer,
    bots::Bot,
    matches::{
        self, Match, MatchEvent, Occupant, OnTimeout, Place, PlayerId, Request, Settings, Terms,
    },
};
use serde_json::json;

use crate::opened::{self, fold};

const SEED: Seed = Seed([7; 32]);
const JOIN: Request = Request::Join { seat: None };

#[test]
fn a_match_opens_with_its_terms_and_an_unseen_seed() {
    let terms = terms(&[Place::Open, Place::Open]);
    let opened = matches::open(&terms, SEED, &[]).unwrap().remove(0);
    let seen = |seed| MatchEvent::Opened {
        terms: terms.clone(),
        seed,
    };
    assert_eq!(opened, seen(Secret::Known(SEED)));
    for viewer in [Viewer::Seat(Seat(0)), Viewer::Spectator] {
        assert_eq!(opened.clone().disclose(viewer), seen(Secret::Withheld));
    }
    assert_eq!(opened.clone().disclose(Viewer::Referee), opened);
}

#[test]
fn a_table_has_at_least_one_seat_and_at_most_a_hundred() {
    let opened = |seats| {
        let terms = Terms {
            places: BySeat::new(seats, |_| Place::Open),
            ..terms(&[Place::Open])
        };
        matches::open(&terms, SEED, &[]).map(|_| ())
    };
    assert_eq!(opened(0).unwrap_err().code, "too_few");
    assert_eq!(opened(1), Ok(()));
    assert_eq!(opened(100), Ok(()));
    assert_eq!(opened(101).unwrap_err().code, "too_many");
}

#[test]
fn options_and_seats_must_fit_when_a_match_opens_and_when_it_starts() {
    let of = |places: &[Place]| {
        let options = json!({"game": "big_monster", "options": {"mode": "team_draft"}});
        Terms {
            options: serde_json::from_value(options).unwrap(),
            components: GameId::BigMonster.components_sha256().to_owned(),
            places: BySeat::new(u8::try_from(places.len()).unwrap(), |seat| {
                places[usize::from(seat.0)].clone()
            }),
            ..terms(&[Place::Open])
        }
    };
    let five = matches::open(&of(&vec![Place::Open; 5]), SEED, &[]).unwrap_err();
    assert_eq!(
        (five.code, five.rule),
        ("mode_needs_other_seats", Some("1.1"))
    );
    let six = [bot(), bot(), bot(), Place::Open, Place::Open, Place::Open];
    let table = fold(&matches::open(&of(&six), SEED, &[]).unwrap());
    assert_eq!(
        refused(&table, "host", Request::Start),
        "mode_needs_other_seats"
    );
    let table = after(&table, &when(&table, "ann", JOIN).unwrap());
    let started = when(&table, "host", Request::Start).unwrap();
    assert_eq!(started[0].kind(), "started");
}

#[test]
fn seats_are_taken_clockwise() {
    let table = given(&[Place::Open, Place::Open, Place::Open], &[]);
    assert_eq!(when(&table, "ann", JOIN).unwrap(), [taken(0, "ann")]);
    let table = given(&[Place::Open, Place::Open, Place::Open], &[taken(0, "ann")]);
    assert_eq!(when(&table, "bob", JOIN).unwrap(), [taken(1, "bob")]);
}

#[test]
fn a_player_may_choose_a_free_seat_and_sit_twice_by_asking_for_it() {
    let table = given(&[Place::Open, Place::Open, Place::Open], &[taken(2, "ann")]);
    assert_eq!(when(&table, "bob", join(1)).unwrap(), [taken(1, "bob")]);
    assert_eq!(when(&table, "ann", join(1)).unwrap(), [taken(1, "ann")]);
    assert_eq!(refused(&table, "bob", join(2)), "seat_taken");
    assert_eq!(refused(&table, "bob", join(3)), "no_such_seat");
    assert_eq!(refused(&table, "ann", JOIN), "seated");
}

#[test]
fn an_invited_player_finds_the_place_kept_for_them() {
    let places = &[Place::Open, invited("eve"), Place::Open];
    let table = given(places, &[]);
    assert_eq!(when(&table, "eve", JOIN).unwrap(), [taken(1, "eve")]);
    assert_eq!(refused(&table, "ann", join(1)), "seat_taken");
    let table = given(&[Place::Open, invited("eve")], &[taken(0, "ann")]);
    assert_eq!(refused(&table, "bob", JOIN), "full");
}

#[test]
fn bots_sit_down_at_once_and_leave_no_room() {
    let places = &[bot(), Place::Open, bot()];
    let happened = matches::open(&terms(places), SEED, &[]).unwrap();
    let occupant = Occupant::Bot { bot: Bot::Random };
    let seated = |seat| MatchEvent::SeatTaken {
        seat: Seat(seat),
        occupant: occupant.clone(),
    };
    assert_eq!(happened[1..], [seated(0), seated(2)]);
    let table = fold(&happened);
    assert_eq!(refused(&table, "ann", join(0)), "seat_taken");
    assert_eq!(refused(&table, "ann", leave(0)), "not_your_seat");
}

#[test]
fn the_last_to_sit_starts_the_match() {
    let table = given(&[bot(), Place::Open], &[]);
    let happened = when(&table, "ann", JOIN).unwrap();
    assert_eq!(happened[0], taken(1, "ann"));
    assert_eq!(happened[1].kind(), "started");
    assert!(happened[2..].iter().all(|event| event.kind() == "played"));
    let table = after(&table, &happened);
    assert_eq!(refused(&table, "bob", JOIN), "started");
    let left = when(&table, "ann", leave(1)).unwrap();
    let kinds: Vec<_> = left.iter().map(MatchEvent::kind).collect();
    assert_eq!(kinds, ["left", "forfeited"]);
    assert_eq!(refused(&table, "host", Request::Start), "started");
}

#[test]
fn players_seated_by_the_host_sit_down_as_the_match_opens() {
    let seated = [(Seat(1), player("ann"))];
    let terms = terms(&[bot(), Place::Open]);
    let happened = matches::open(&terms, SEED, &seated).unwrap();
    assert_eq!(happened[2], taken(1, "ann"));
    assert_eq!(happened[3].kind(), "started");
}

#[test]
fn who_leaves_before_the_start_frees_the_seat() {
    let table = given(&[Place::Open, Place::Open], &[taken(0, "ann")]);
    let left = MatchEvent::SeatLeft { seat: Seat(0) };
    assert_eq!(when(&table, "ann", leave(0)).unwrap(), from_ref(&left));
    assert_eq!(refused(&table, "bob", leave(0)), "not_your_seat");
    assert_eq!(refused(&table, "bob", leave(1)), "not_your_seat");
    assert_eq!(refused(&table, "bob", leave(2)), "no_such_seat");
    let table = after(&table, from_ref(&left));
    assert_eq!(when(&table, "bob", JOIN).unwrap(), [taken(0, "bob")]);
}

#[test]
fn the_host_starts_early_without_the_seats_nobody_took() {
    let places = &[Place::Open, Place::Open, Place::Open, bot()];
    let table = given(places, &[taken(1, "ann"), taken(3, "eve")]);
    assert_eq!(refused(&table, "ann", Request::Start), "not_host");
    let happened = when(&table, "host", Request::Start).unwrap();
    let MatchEvent::Started { occupants, .. } = &happened[0] else {
        panic!("{happened:?}")
    };
    // Those behind a seat that is gone move down.
    let who: Vec<&Occupant> = occupants.iter().map(|(_, who)| who).collect();
    assert_eq!(who, [&sitting("ann"), &sitting("eve")]);
    assert_eq!(after(&table, &happened).seats(), 2);
}

#[test]
fn nobody_is_too_few_to_start() {
    let table = given(&[Place::Open, Place::Open], &[]);
    assert_eq!(refused(&table, "host", Request::Start), "too_few");
}

#[test]
fn nothing_is_decided_before_the_start() {
    let started = started();
    let (_, command) = first_legal(&started, Seat(0));
    let table = given(&[Place::Open, Place::Open], &[taken(0, "ann")]);
    let early = decide(0, 0, command);
    assert_eq!(refused(&table, "ann", early), "not_started");
}

#[test]
fn a_decision_is_made_once_and_in_its_turn() {
    let table = started();
    let (decision, command) = first_legal(&table, Seat(0));
    assert_eq!(decision, 0);
    assert_eq!(
        refused(&table, "ann", decide(0, 1, command.clone())),
        "decision_not_due"
    );
    let happened = when(&table, "ann", decide(0, 0, command.clone())).unwrap();
    assert_eq!(happened[0], MatchEvent::Decided { seat: Seat(0) });
    let table = after(&table, &happened);
    assert_eq!(
        refused(&table, "ann", decide(0, 0, command.clone())),
        "decision_made"
    );
    // The other seat still owes its decision of this turn.
    assert_eq!(
        refused(&table, "ann", decide(0, 1, command)),
        "decision_not_due"
    );
}

#[test]
fn nobody_decides_for_another() {
    let table = started();
    let (_, command) = first_legal(&table, Seat(1));
    assert_eq!(
        refused(&table, "ann", decide(1, 0, command.clone())),
        "not_your_seat"
    );
    assert_eq!(
        refused(&table, "eve", decide(0, 0, command.clone())),
        "not_your_seat"
    );
    assert_eq!(
        refused(&table, "ann", decide(9, 0, command.clone())),
        "no_such_seat"
    );
    let for_bots = table.decide(None, decide(0, 0, command));
    assert_eq!(for_bots.unwrap_err().code, "not_your_seat");
}

#[test]
fn only_the_server_decides_for_its_bots() {
    let table = fold(&matches::open(&terms(&[bot(), bot()]), SEED, &[]).unwrap());
    let (decision, command) = table.bot_decision(Seat(0)).unwrap();
    let request = decide(0, decision, command);
    assert_eq!(refused(&table, "host", request.clone()), "not_your_seat");
    let happened = table.decide(None, request).unwrap();
    assert_eq!(happened[0], MatchEvent::Decided { seat: Seat(0) });
    let table = after(&table, &happened);
    assert!(
        table.bot_decision(Seat(0)).is_none(),
        "its decision is made"
    );
    assert_eq!(
        table
            .table()
            .unwrap()
            .server_to_act()
            .iter()
            .collect::<Vec<_>>(),
        [Seat(1)]
    );
}

#[test]
fn no_seat_has_the_last_word_among_bots_that_owe_a_decision() {
    let places: Vec<Place> = (0..4).map(|_| bot()).collect();
    let mut first = BTreeSet::new();
    for seed in 0..40 {
        let table = fold(&matches::open(&terms(&places), Seed([seed; 32]), &[]).unwrap());
        let seat = table.next_bot().unwrap();
        assert!(table.bot_decision(seat).is_some());
        assert_eq!(
            table.next_bot(),
            Some(seat),
            "the same match, the same order"
        );
        first.insert(seat);
    }
    assert_eq!(first.len(), 4);
}

#[test]
fn bots_play_a_match_to_its_end_and_the_seed_is_told() {
    for bot in Bot::ALL {
        let places = &[Place::Bot { bot: *bot }, Place::Bot { bot: *bot }];
        let mut table = fold(&matches::open(&terms(places), SEED, &[]).unwrap());
        let mut last = None;
        while let Some(seat) = table.table().unwrap().server_to_act().iter().next() {
            let (decision, command) = table.bot_decision(seat).unwrap();
            let request = decide(seat.0, decision, command);
            let happened = table.decide(None, request).unwrap();
            table = after(&table, &happened);
            last = happened.into_iter().last();
        }
        assert!(table.is_over());
        let last = last.unwrap().told(table.terms.options.game());
        let MatchEvent::Ended {
            standings, seed, ..
        } = last
        else {
            panic!("{last:?}")
        };
        assert_eq!(seed, Secret::Known(SEED));
        assert_eq!(Some(standings), table.table().unwrap().standings);
        assert!(table.bot_decision(Seat(0)).is_none());
    }
}

#[test]
fn an_open_match_has_no_bot_decision() {
    let table = given(&[bot(), Place::Open], &[]);
    assert!(table.bot_decision(Seat(0)).is_none());
    assert!(table.table().is_none() && !table.is_over());
    assert_eq!(table.occupant(Seat(1)), None);
}

#[test]
fn only_the_referee_sees_the_decks() {
    let happened = when(&given(&[bot(), Place::Open], &[]), "ann", JOIN).unwrap();
    let written = |viewer| {
        let seen = happened.iter().map(|event| event.clone().disclose(viewer));
        serde_json::to_string(&seen.collect::<Vec<_>>()).unwrap()
    };
    assert_eq!(
        written(Viewer::Referee),
        serde_json::to_string(&happened).unwrap()
    );
    for viewer in [Viewer::Seat(Seat(0)), Viewer::Spectator] {
        assert!(written(viewer).contains(r#""deck":null"#));
        assert!(written(viewer).contains(r#""ambushes":null"#));
    }
}

fn player(name: &str) -> PlayerId {
    PlayerId(name.to_owned())
}

fn invited(name: &str) -> Place {
    Place::Player {
        player: player(name),
    }
}

const fn bot() -> Place {
    Place::Bot { bot: Bot::Random }
}

fn sitting(name: &str) -> Occupant {
    Occupant::Player {
        player: player(name),
    }
}

fn taken(seat: u8, name: &str) -> MatchEvent {
    MatchEvent::SeatTaken {
        seat: Seat(seat),
        occupant: sitting(name),
    }
}

const fn join(seat: u8) -> Request {
    Request::Join {
        seat: Some(Seat(seat)),
    }
}

/// The same stream, opened with a box that is not in use.
fn with_other_box(mut happened: Vec<MatchEvent>) -> Vec<MatchEvent> {
    if let MatchEvent::Opened { terms, .. } = &mut happened[0] {
        terms.components = "0".repeat(64);
    }
    happened
}

#[test]
fn a_match_of_another_box_is_neither_decided_nor_shown() {
    let open = with_other_box(matches::open(&terms(&[Place::Open]), SEED, &[]).unwrap());
    assert_eq!(refused(&fold(&open), "ann", JOIN), "other_box");
    let happened = with_other_box(matches::open(&terms(&[bot()]), SEED, &[]).unwrap());
    let mut table = fold(&happened);
    assert!(table.table().is_none() && !table.is_over());
    assert_eq!(table.seats(), 1);
    assert!(table.occupant(Seat(0)).is_some());
    assert_eq!(table.bot_decision(Seat(0)), None);
    let refusal = table.decide(None, Request::Start).unwrap_err();
    assert_eq!(refusal.code, "other_box");
    assert!(refusal.reason.contains(&"0".repeat(64)), "{refusal:?}");
    let seed = Secret::Known(SEED);
    let standings = BySeat::new(0, |_| unreachable!("nobody is asked"));
    table.evolve(&MatchEvent::Ended {
        standings,
        seed,
        deal_closed: false,
    });
    assert!(table.is_over());
}

#[test]
fn a_closed_offer_spends_the_number_of_its_decision() {
    let mut table = started();
    table.evolve(&MatchEvent::OfferClosed {
        seat: Seat(0),
        decision: 0,
    });
    assert_eq!(table.table().unwrap().decisions[Seat(0)], 1);
    assert_eq!(table.table().unwrap().decisions[Seat(1)], 0);
}

#[test]
fn whose_time_ran_out_is_out_only_where_the_terms_say_so_and_who_left_is_out() {
    let seat = Seat(1);
    for on_timeout in [None, Some(OnTimeout::Default), Some(OnTimeout::Forfeit)] {
        let mut table = started();
        table.terms.settings.on_timeout = on_timeout;
        table.evolve(&MatchEvent::TimedOut {
            seat,
            decision: 0,
            by_tries: false,
        });
        let forfeits = on_timeout == Some(OnTimeout::Forfeit);
        assert_eq!(table.table().unwrap().out.contains(seat), forfeits);
        table.evolve(&MatchEvent::Left { seat });
        assert!(table.table().unwrap().out.contains(seat));
        assert!(!table.table().unwrap().out.contains(Seat(0)));
    }
}

#[test]
fn a_match_that_is_abandoned_or_agreed_to_end_is_over_without_standings() {
    let (seed, deal_closed) = (Secret::Known(SEED), false);
    for end in [
        MatchEvent::Abandoned {
            seed: seed.clone(),
            deal_closed,
        },
        MatchEvent::Agreed { seed, deal_closed },
    ] {
        let mut game = started();
        let (decision, command) = first_legal(&game, Seat(0));
        let request = decide(0, decision, command);
        assert!(game.decide(Some(&player("ann")), request.clone()).is_ok());
        game.evolve(&end);
        assert!(game.is_over() && game.is_revealed() && game.next_bot().is_none());
        let table = game.table().unwrap();
        assert!(table.standings.is_none() && table.to_act().is_empty());
        assert_eq!(refused(&game, "ann", request), "decision_not_due");
    }
}

#[test]
fn what_is_undone_brings_the_table_back_and_counts_decisions_on() {
    let mut game = started();
    let before = game.table().unwrap().state.clone();
    let (decision, command) = first_legal(&game, Seat(0));
    let request = decide(0, decision, command);
    for event in game.decide(Some(&player("ann")), request).unwrap() {
        game.evolve(&event);
    }
    assert_ne!(game.table().unwrap().state, before);
    game.evolve(&MatchEvent::Undone {
        seat: Some(Seat(0)),
        step: 1,
        view: Box::new(before.view(Viewer::Spectator)),
        state: Secret::Known(Box::new(before.clone())),
    });
    assert_eq!(game.table().unwrap().state, before);
    assert_eq!(game.table().unwrap().decisions[Seat(0)], 1);
}

#[test]
fn terms_without_what_was_added_later_read_and_are_written_as_they_were() {
    let plain = terms(&[Place::Open]);
    let written = serde_json::to_string(&plain).unwrap();
    assert!(written.ends_with(r#""open_hands":false,"private":false}"#));
    assert_eq!(serde_json::from_str::<Terms>(&written).unwrap(), plain);
    let more = Terms {
        rng: Some(Rng::today()),
        settings: Box::new(Settings {
            on_timeout: Some(OnTimeout::Greedy),
            window_ms: Some(60_000),
            deal_closed: true,
            ..Settings::default()
        }),
        ..plain
    };
    let written = serde_json::to_string(&more).unwrap();
    let (_, added) = written.split_once(r#""rng":"#).unwrap();
    let expected =
        r#"{"name":"chacha8","version":1,"keying":"hmac-sha256(seed, purpose, 0, nth)"},"#;
    assert!(added.starts_with(expected), "{added}");
    assert!(added.ends_with(r#""window_ms":60000,"on_timeout":"greedy","deal_closed":true}"#));
    assert_eq!(serde_json::from_str::<Terms>(&written).unwrap(), more);
}

const fn leave(seat: u8) -> Request {
    Request::Leave { seat: Seat(seat) }
}

const fn decide(seat: u8, decision: u32, command: domain::Command) -> Request {
    Request::Decide {
        seat: Seat(seat),
        decision,
        command,
    }
}

fn terms(places: &[Place]) -> Terms {
    let options = GameId::Cartographers.default_options();
    let seats = u8::try_from(places.len()).unwrap();
    let places = BySeat::new(seats, |seat| places[usize::from(seat.0)].clone());
    Terms {
        seed_known: false,
        rng: None,
        ..opened::terms(&options, places, player("host"), SEED)
    }
}

/// A match at these places in which this has happened since it opened.
fn given(places: &[Place], since: &[MatchEvent]) -> Match {
    let opened = matches::open(&terms(places), SEED, &[]).unwrap();
    after(&fold(&opened), since)
}

/// Ann and Bob sit at a table for two, so the match has started.
fn started() -> Match {
    let seated = [(Seat(0), player("ann")), (Seat(1), player("bob"))];
    let terms = terms(&[Place::Open, Place::Open]);
    fold(&matches::open(&terms, SEED, &seated).unwrap())
}

fn after(table: &Match, happened: &[MatchEvent]) -> Match {
    let mut table = table.clone();
    table.evolve_all(happened);
    table
}

fn when(table: &Match, who: &str, request: Request) -> Result<Vec<MatchEvent>, Rejection> {
    table.decide(Some(&player(who)), request)
}

fn refused(table: &Match, who: &str, request: Request) -> &'static str {
    when(table, who, request).unwrap_err().code
}

/// The number of the decision a seat owes, and a command for it.
fn first_legal(table: &Match, seat: Seat) -> (u32, domain::Command) {
    let table = table.table().unwrap();
    let legal = table.state.view(Viewer::Seat(seat)).legal();
    (table.decisions[seat], legal[0].clone())
}

/// A match of two random bots, played to its end.
fn played_by_bots(seed: u8) -> Match {
    let seed = Seed([seed; 32]);
    let options = GameId::BuildersBiomes.default_options();
    let places = BySeat::new(2, |_| Place::Bot { bot: Bot::Random });
    let terms = opened::terms(&options, places, PlayerId("host".to_owned()), seed);
    let mut game = fold(&matches::open(&terms, seed, &[]).unwrap());
    while let Some(seat) = game.next_bot() {
        let (decision, command) = game.bot_decision(seat).unwrap();
        let request = Request::Decide {
            seat,
            decision,
            command,
        };
        let happened = game.decide(None, request).unwrap();
        game.evolve_all(&happened);
    }
    game
}

#[test]
fn what_decided_a_tie_is_told_where_points_are_equal() {
    let mut ties = 0;
    for game in (0..=u8::MAX).map(played_by_bots) {
        let standings = game.table().unwrap().standings.clone().unwrap();
        let [one, other] = [Seat(0), Seat(1)].map(|seat| &standings[seat]);
        let is_tie = one.total == other.total && one.rank != other.rank;
        let told = is_tie.then(|| "The points are equal; blocks decided the tie.".to_owned());
        assert_eq!(game.tie_break(), told);
        ties += u32::from(is_tie);
    }
    assert!(ties > 0, "no two of these had as many points");
}

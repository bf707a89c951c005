//! A match that begins in the middle of another: what is kept, what is drawn anew, and
//! what nobody may see.

use domain::{
    BySeat, Dice, GameId, Options, Seat, Secret, Seed, State, Viewer,
    bots::random,
    matches::{self, Chance, Fork, Match, MatchEvent, Occupant, Place, PlayerId, Request, Terms},
};

use crate::{
    ann::{ann, decide},
    opened::{self, fold},
    options::{option_sets, tables},
    playout::Playout,
    states::state_at,
};

const OTHER_SEED: Seed = Seed([8; 32]);

/// `chance: keep`: whoever decides the same sees the same happen.
#[test]
fn a_fork_that_keeps_chance_goes_on_as_its_parent_did() {
    for_each_middle(|options, playout, middle| {
        let seed = playout.dice.seed();
        let state = state_at(playout, middle);
        let mut fork = seated(options, seed, &state);
        for step in &playout.steps[middle..] {
            let events = decide(&mut fork, step.seat, &step.command);
            let played: Vec<_> = events.iter().filter_map(MatchEvent::played).collect();
            assert_eq!(played, step.events.iter().collect::<Vec<_>>());
        }
        assert!(fork.is_over());
        assert_eq!(fork.table().unwrap().state, state_at(playout, usize::MAX));
    });
}

/// `chance: redraw`: the table looks the same to whoever forked, and ends.
#[test]
fn a_fork_that_redraws_chance_begins_with_what_its_maker_could_see() {
    for_each_middle(|options, playout, middle| {
        let viewer = Viewer::Seat(Seat(0));
        let view = state_at(playout, middle).view(viewer);
        let state = view.redraw(&Dice::new(OTHER_SEED));
        let mut fork = seated(options, OTHER_SEED, &state);
        assert_eq!(fork.table().unwrap().state.view(viewer), view);
        // By chance: whoever always does the same need not come to an end.
        let mut roll = Dice::new(OTHER_SEED).roll("random legal commands", 0);
        while let Some(seat) = fork.table().unwrap().state.to_act().iter().next() {
            let view = fork.table().unwrap().state.view(Viewer::Seat(seat));
            decide(&mut fork, seat, &random::choose(&view, &mut roll));
        }
        assert!(fork.is_over());
    });
}

#[test]
fn what_a_fork_begins_with_shows_no_more_than_a_view() {
    for_each_middle(|options, playout, middle| {
        let state = state_at(playout, middle);
        let opened = matches::fork(
            &terms(options, playout.seats, OTHER_SEED),
            OTHER_SEED,
            &[],
            &state,
        );
        let forked = opened.unwrap().remove(1);
        assert_eq!(forked.clone().disclose(Viewer::Referee), forked);
        for viewer in [Viewer::Seat(Seat(0)), Viewer::Spectator] {
            let seen = MatchEvent::Forked {
                view: Box::new(state.view(viewer)),
                state: Secret::Withheld,
            };
            assert_eq!(forked.clone().disclose(viewer), seen);
            assert_eq!(seen.clone().disclose(viewer), seen);
        }
        let json = serde_json::to_string(&forked).unwrap();
        assert_eq!(serde_json::from_str::<MatchEvent>(&json).unwrap(), forked);
    });
}

#[test]
fn a_fork_waits_until_every_seat_is_taken() {
    let playout = Playout::new(&GameId::BunnyKingdom.default_options(), 3, 1);
    let state = state_at(&playout, 5);
    let options = GameId::BunnyKingdom.default_options();
    let terms = terms(&options, 3, OTHER_SEED);
    let opened = matches::fork(&terms, OTHER_SEED, &[(Seat(0), ann())], &state).unwrap();
    let mut fork = fold(&opened);
    let join = |fork: &mut Match| {
        let request = Request::Join { seat: None };
        let player = PlayerId(format!("p_{:032x}", fork.seats()));
        let happened = fork.decide(Some(&player), request);
        if let Ok(events) = &happened {
            fork.evolve_all(events);
        }
        happened
    };
    let start = |fork: &Match| fork.decide(Some(&ann()), Request::Start);
    assert_eq!(start(&fork).unwrap_err().code, "too_few");
    assert_eq!(join(&mut fork).unwrap().len(), 1);
    // Two of three would do for a new match; here the third has a hand.
    assert_eq!(start(&fork).unwrap_err().code, "too_few");
    let seat = Request::Join {
        seat: Some(Seat(2)),
    };
    let resumed = fork.decide(Some(&ann()), seat).unwrap();
    assert!(matches!(resumed[1], MatchEvent::Resumed { .. }));
    fork.evolve_all(&resumed);
    let table = fork.table().unwrap();
    assert_eq!(table.state, state);
    assert!(table.decisions.iter().all(|(_, &count)| count == 0));
}

#[test]
fn a_fork_has_as_many_seats_as_its_parent() {
    let options = GameId::Cartographers.default_options();
    let state = state_at(&Playout::new(&options, 2, 1), 3);
    for seats in [1, 3] {
        let terms = terms(&options, seats, OTHER_SEED);
        let refused = matches::fork(&terms, OTHER_SEED, &[], &state).unwrap_err();
        assert_eq!(refused.code, "other_seats");
    }
}

/// Terms written before there were forks and batches read as those of none, and are
/// written as they were.
#[test]
fn terms_without_a_fork_or_a_batch_do_not_name_it() {
    let plain = Terms {
        fork: None,
        batch: None,
        ..terms(&GameId::Cartographers.default_options(), 2, OTHER_SEED)
    };
    let json = serde_json::to_string(&plain).unwrap();
    assert!(!json.contains("fork") && !json.contains("batch"));
    assert_eq!(serde_json::from_str::<Terms>(&json).unwrap(), plain);
}

fn terms(options: &Options, seats: u8, seed: Seed) -> Terms {
    Terms {
        seed_known: false,
        fork: Some(Fork {
            parent: format!("m_{}", "b".repeat(32)),
            step: 12,
            chance: Chance::Keep,
        }),
        rng: None,
        ..opened::terms(options, BySeat::new(seats, |_| Place::Open), ann(), seed)
    }
}

/// A fork on all seats of which Ann sits.
fn seated(options: &Options, seed: Seed, state: &State) -> Match {
    let seats = state.view(Viewer::Spectator).scores().seats();
    let all: Vec<_> = Seat::first(seats).map(|seat| (seat, ann())).collect();
    let fork = fold(&matches::fork(&terms(options, seats, seed), seed, &all, state).unwrap());
    let sits = Occupant::Player { player: ann() };
    assert_eq!(fork.occupant(Seat(0)), Some(&sits));
    assert_eq!(&fork.table().unwrap().state, state);
    fork
}

fn for_each_middle(check: impl Fn(&Options, &Playout, usize)) {
    for &game in GameId::ALL {
        for (nth, options) in (1..).zip(option_sets(game)) {
            let sizes = tables(&options).into_iter();
            for seats in sizes.filter(|count| (2..=4).contains(count)) {
                let playout = Playout::new(&options, seats, nth);
                let last = playout.steps.len();
                for middle in [1, last / 4, last / 2, last * 3 / 4, last - 1] {
                    check(&options, &playout, middle);
                }
            }
        }
    }
}

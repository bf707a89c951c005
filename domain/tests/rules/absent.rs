//! Players who leave, whose time or tries are used up, or who agree to end a match; and matches
//! that nobody plays on.

use domain::{
    BySeat, Command, GameId, Options, Refused, Seat, Seats, Seed, Standing, Viewer,
    matches::{self, Forfeit, Match, MatchEvent, OnIllegal, OnTimeout, Place, PlayerId, Request},
};

use crate::{
    opened::{fold, terms},
    options::{option_sets, tables},
};

const SEED: Seed = Seed([5; 32]);
const FORFEITS: [Forfeit; 3] = [Forfeit::Left, Forfeit::Timeout, Forfeit::Illegal];

fn player(seat: Seat) -> PlayerId {
    PlayerId(format!("p_{:032x}", seat.0 + 1))
}

/// A match with a player on every seat, under terms with this consequence of a time-out.
fn started(options: &Options, seats: u8, on_timeout: OnTimeout) -> Match {
    let places = BySeat::new(seats, |_| Place::Open);
    let mut terms = terms(options, places, player(Seat(0)), SEED);
    terms.settings.on_timeout = Some(on_timeout);
    terms.settings.on_illegal = Some(OnIllegal::Limit);
    terms.settings.tries_limit = Some(3);
    terms.settings.abandon_after_ms = Some(1000);
    let seated: Vec<_> = Seat::first(seats)
        .map(|seat| (seat, player(seat)))
        .collect();
    fold(&matches::open(&terms, SEED, &seated).unwrap())
}

fn duel(game: GameId, on_timeout: OnTimeout) -> Match {
    started(&game.default_options(), 2, on_timeout)
}

/// Every table that there can be, but for some sizes of the largest.
fn each_table(mut see: impl FnMut(&Options, u8)) {
    for &game in GameId::ALL {
        for options in option_sets(game) {
            let sizes = tables(&options).into_iter();
            let sizes = sizes.filter(|seats| *seats <= 4 || [6, 12].contains(seats));
            sizes.for_each(|seats| see(&options, seats));
        }
    }
}

/// What a request leads to, which happens.
fn ask(game: &mut Match, by: Option<Seat>, request: Request) -> Vec<MatchEvent> {
    let by = by.map(player);
    let happened = game.decide(by.as_ref(), request).unwrap();
    game.evolve_all(&happened);
    happened
}

fn refused(game: &Match, by: Option<Seat>, request: Request) -> Refused {
    let by = by.map(player);
    let refused = game.decide(by.as_ref(), request).unwrap_err();
    refused.cause.unwrap()
}

fn decide(game: &Match, seat: Seat, command: Command) -> Request {
    Request::Decide {
        seat,
        decision: game.table().unwrap().decisions[seat],
        command,
    }
}

/// A decision of a seat that its player makes: the last that is legal, so no default.
fn own(game: &Match, seat: Seat) -> Request {
    let view = game.table().unwrap().state.view(Viewer::Seat(seat));
    decide(game, seat, view.legal().pop().unwrap())
}

fn time_out(game: &Match, seat: Seat, by_tries: bool) -> Request {
    Request::TimeOut {
        seat,
        decision: game.table().unwrap().decisions[seat],
        by_tries,
        command: game.instead(seat).map(|(command, _)| command),
    }
}

fn due(game: &Match) -> Option<Seat> {
    game.table()?.to_act().iter().next()
}

/// A seat forfeits, for this reason.
fn forfeit(game: &mut Match, seat: Seat, why: Forfeit) -> Vec<MatchEvent> {
    match why {
        Forfeit::Left => ask(game, Some(seat), Request::Leave { seat }),
        Forfeit::Timeout | Forfeit::Illegal => {
            let request = time_out(game, seat, why == Forfeit::Illegal);
            ask(game, None, request)
        }
    }
}

/// Plays a match to its end: the server for those who are out, the others by themselves.
fn play_on(game: &mut Match) -> BySeat<Standing> {
    while let Some(seat) = due(game) {
        match game.bot_decision(seat) {
            Some((_, command)) => {
                let request = decide(game, seat, command);
                ask(game, None, request);
            }
            None => {
                let request = own(game, seat);
                ask(game, Some(seat), request);
            }
        }
    }
    let table = game.table().unwrap();
    assert_eq!(table.outcome(), table.standings);
    table.standings.clone().unwrap()
}

#[test]
fn who_forfeits_is_played_on_by_defaults_and_ranked_last_with_the_whole_side() {
    each_table(|options, seats| {
        for (nth, why) in (0..).zip(FORFEITS) {
            let mut game = started(options, seats, OnTimeout::Forfeit);
            for _ in 0..nth * 7 {
                let seat = due(&game).unwrap();
                let request = own(&game, seat);
                ask(&mut game, Some(seat), request);
            }
            let out = due(&game).unwrap();
            let happened = forfeit(&mut game, out, why);
            assert_eq!(happened[1], MatchEvent::Forfeited { seat: out, why });
            assert_eq!(game.table().unwrap().forfeits[out], Some(why));
            assert_eq!(
                refused(&game, Some(out), own(&game, out)),
                Refused::Forfeited
            );
            let standings = play_on(&mut game);
            let sides = game.table().unwrap().state.sides();
            let side = sides.iter().find(|side| side.seats.contains(out)).unwrap();
            let last = u8::try_from(sides.len()).unwrap();
            for (seat, standing) in standings.iter() {
                assert_eq!(
                    standing.rank == last,
                    side.seats.contains(seat) || last == 1
                );
            }
            assert_eq!(standings.iter().map(|(_, at)| at.rank).min(), Some(1));
        }
    });
}

#[test]
fn several_who_forfeit_share_the_last_place_and_the_others_are_ranked_among_themselves() {
    each_table(|options, seats| {
        let mut game = started(options, seats, OnTimeout::Forfeit);
        let out: Vec<Seat> = Seat::first(seats).skip(1).collect();
        for &seat in &out {
            forfeit(&mut game, seat, Forfeit::Left);
        }
        assert_eq!(
            game.table().unwrap().forfeited(),
            out.iter().copied().collect()
        );
        let standings = play_on(&mut game);
        let sides = game.table().unwrap().state.sides();
        let alone = sides.iter().all(|side| side.seats.count() == 1);
        for (seat, standing) in standings.iter() {
            let rank = if seat == Seat(0) || !alone { 1 } else { 2 };
            assert_eq!(standing.rank, rank, "{options:?}");
        }
    });
}

#[test]
fn nothing_but_the_default_is_played_for_who_is_out_and_only_by_the_server() {
    for &game in GameId::ALL {
        let mut game = duel(game, OnTimeout::Forfeit);
        let out = due(&game).unwrap();
        forfeit(&mut game, out, Forfeit::Left);
        let (decision, default) = game.bot_decision(out).unwrap();
        assert!(game.table().unwrap().server_to_act().contains(out));
        let view = game.table().unwrap().state.view(Viewer::Seat(out));
        assert_eq!(view.default_command(), Some(default.clone()));
        for command in view.legal() {
            let decided = game.decide(None, decide(&game, out, command.clone()));
            assert_eq!(decided.is_ok(), command == default);
        }
        let request = decide(&game, out, default);
        ask(&mut game, None, request);
        assert_eq!(game.table().unwrap().decisions[out], decision + 1);
        for request in [Request::Leave { seat: out }, Request::AskEnd { seat: out }] {
            assert_eq!(refused(&game, Some(out), request), Refused::Forfeited);
        }
    }
}

#[test]
fn whose_time_is_up_is_played_for_once_by_the_default_or_a_bot() {
    for &id in GameId::ALL {
        for on_timeout in [OnTimeout::Default, OnTimeout::Random, OnTimeout::Greedy] {
            let mut game = duel(id, on_timeout);
            let late = due(&game).unwrap();
            let (command, bot) = game.instead(late).unwrap();
            assert_eq!(bot.is_none(), on_timeout == OnTimeout::Default);
            for by_tries in [false, true] {
                let decision = game.table().unwrap().decisions[late];
                let request = time_out(&game, late, by_tries);
                let happened = ask(&mut game.clone(), None, request);
                let timed_out = MatchEvent::TimedOut {
                    seat: late,
                    decision,
                    by_tries,
                };
                assert_eq!(
                    happened[..2],
                    [timed_out, MatchEvent::Decided { seat: late }]
                );
                let by_player = decide(&game, late, command.clone());
                let alike = game.decide(Some(&player(late)), by_player).unwrap();
                assert_eq!(happened[1..], alike);
            }
            let request = time_out(&game, late, false);
            ask(&mut game, None, request);
            assert!(game.table().unwrap().has_player(late));
            assert_eq!(game.table().unwrap().out, Seats::NONE);
        }
    }
}

#[test]
fn a_match_of_time_outs_alone_comes_to_its_end() {
    each_table(|options, seats| {
        let mut game = started(options, seats, OnTimeout::Default);
        while let Some(late) = due(&game) {
            let request = time_out(&game, late, false);
            ask(&mut game, None, request);
        }
        assert!(game.table().unwrap().standings.is_some());
    });
}

#[test]
fn only_the_server_says_that_time_is_up_and_only_of_a_decision_that_is_due() {
    for &id in GameId::ALL {
        let mut game = duel(id, OnTimeout::Default);
        let late = due(&game).unwrap();
        let request = time_out(&game, late, false);
        for seat in [Seat(0), Seat(1)] {
            assert_eq!(
                refused(&game, Some(seat), request.clone()),
                Refused::DecisionNotDue
            );
            assert_eq!(
                refused(&game, Some(seat), Request::Abandon),
                Refused::DecisionNotDue
            );
        }
        let decision = game.table().unwrap().decisions[late];
        let of = |decision, seat, command| Request::TimeOut {
            seat,
            decision,
            by_tries: false,
            command,
        };
        let default = game.instead(late).map(|(command, _)| command);
        let early = of(decision + 1, late, default.clone());
        assert_eq!(refused(&game, None, early), Refused::DecisionNotDue);
        let nobody = of(decision, Seat(7), default);
        assert_eq!(refused(&game, None, nobody), Refused::DecisionNotDue);
        let nothing = of(decision, late, None);
        assert_eq!(refused(&game, None, nothing), Refused::DecisionNotDue);
        let Request::Decide { command, .. } = own(&game, late) else {
            unreachable!("it is a decision");
        };
        let other = of(decision, late, Some(command));
        assert_eq!(refused(&game, None, other), Refused::NotYourSeat);
        ask(&mut game, None, request.clone());
        assert_eq!(refused(&game, None, request), Refused::DecisionMade);
    }
}

#[test]
fn all_who_are_in_a_match_agree_to_end_it() {
    for &id in GameId::ALL {
        let mut game = duel(id, OnTimeout::Default);
        let [first, second] = [Seat(0), Seat(1)];
        let ask_end = |seat| Request::AskEnd { seat };
        let asked = ask(&mut game, Some(first), ask_end(first));
        assert_eq!(asked, [MatchEvent::EndAsked { seat: first }]);
        assert_eq!(
            refused(&game, Some(first), ask_end(first)),
            Refused::EndAsked
        );
        assert_eq!(
            refused(&game, Some(second), ask_end(first)),
            Refused::NotYourSeat
        );
        let ended = ask(&mut game, Some(second), ask_end(second));
        assert!(matches!(ended[1], MatchEvent::Agreed { .. }));
        assert!(game.is_over() && game.table().unwrap().standings.is_none());
        for request in [ask_end(first), Request::Leave { seat: first }] {
            assert_eq!(refused(&game, Some(first), request), Refused::Over);
        }
    }
}

#[test]
fn who_decides_no_longer_asks_to_end_the_match() {
    for &id in GameId::ALL {
        let mut game = duel(id, OnTimeout::Default);
        let asks = due(&game).unwrap();
        ask(&mut game, Some(asks), Request::AskEnd { seat: asks });
        let request = own(&game, asks);
        ask(&mut game, Some(asks), request);
        assert_eq!(game.table().unwrap().end_asked, Seats::NONE);
    }
}

#[test]
fn bots_and_who_is_out_need_not_agree() {
    let game = GameId::BunnyKingdom;
    let places = BySeat::new(3, |seat| match seat {
        Seat(2) => Place::Bot {
            bot: domain::bots::Bot::Random,
        },
        _ => Place::Open,
    });
    let terms = terms(&game.default_options(), places, player(Seat(0)), SEED);
    let seated = [Seat(0), Seat(1)].map(|seat| (seat, player(seat)));
    let mut game = fold(&matches::open(&terms, SEED, &seated).unwrap());
    ask(&mut game, Some(Seat(0)), Request::AskEnd { seat: Seat(0) });
    forfeit(&mut game, Seat(1), Forfeit::Left);
    assert!(
        !game.is_over(),
        "who asked when there was a rival may think otherwise now"
    );
    let ended = ask(&mut game, Some(Seat(0)), Request::AskEnd { seat: Seat(0) });
    assert!(matches!(ended[1], MatchEvent::Agreed { .. }));
}

#[test]
fn a_match_is_abandoned_only_if_its_terms_say_so() {
    for &id in GameId::ALL {
        let mut game = duel(id, OnTimeout::Default);
        let mut never = game.clone();
        never.terms.settings.abandon_after_ms = None;
        assert_eq!(
            refused(&never, None, Request::Abandon),
            Refused::DecisionNotDue
        );
        let ended = ask(&mut game, None, Request::Abandon);
        assert!(matches!(ended[..], [MatchEvent::Abandoned { .. }]));
        assert_eq!(refused(&game, None, Request::Abandon), Refused::Over);
    }
}

#[test]
fn before_the_start_nobody_forfeits() {
    let places = BySeat::new(2, |_| Place::Open);
    let terms = terms(
        &GameId::ALL[0].default_options(),
        places,
        player(Seat(0)),
        SEED,
    );
    let seated = [(Seat(0), player(Seat(0)))];
    let mut game = fold(&matches::open(&terms, SEED, &seated).unwrap());
    let seat = Seat(0);
    assert_eq!(
        refused(&game, Some(seat), Request::AskEnd { seat }),
        Refused::NotStarted
    );
    let left = ask(&mut game, Some(seat), Request::Leave { seat });
    assert_eq!(left, [MatchEvent::SeatLeft { seat }]);
}

//! Ships of Big Monster in whole matches: nobody gains by being fast, and matches of rules 1
//! are decided as they were.

use std::{fs, path::Path};

use domain::{
    Command, Event, Seat,
    games::big_monster,
    matches::{Match, MatchEvent, PlayerId, Request},
};

use crate::beside_bots::{CLIENT, WINDOW_MS, ask, bots, open, own, played};

#[test]
fn within_the_window_it_is_all_the_same_how_fast_a_client_is() {
    let (deal, client) = (0, Seat(1));
    let at_once = played(deal, client, 0);
    assert_eq!(at_once, played(deal, client, WINDOW_MS - 1));
    assert_ne!(at_once, played(deal, client, WINDOW_MS));
}

#[test]
fn a_window_of_nothing_closes_at_once_and_asks_the_others_anew() {
    let client = Seat(1);
    let mut game = open(1, client, 0);
    let mut closed = 0;
    while !game.is_over() {
        let request = bots(&game).or_else(|| own(&game, client)).unwrap();
        let by = matches!(request, Request::Decide { seat, .. } if seat == client);
        let before = game.table().unwrap().decisions.clone();
        let happened = ask(&mut game, by.then_some(CLIENT), request);
        let table = game.table().unwrap();
        assert!(!table.state.is_holding());
        for event in happened {
            if let MatchEvent::OfferClosed { seat, decision } = event {
                assert_eq!(
                    (before[seat], table.decisions[seat]),
                    (decision, decision + 1)
                );
                closed += 1;
            }
        }
    }
    assert!(closed > 18, "{closed} numbers were closed");
}

#[test]
fn only_the_server_closes_a_window_and_only_one_in_which_something_is_held() {
    let client = Seat(2);
    let mut game = open(2, client, 500);
    let close = |game: &Match, by: Option<&PlayerId>| {
        game.decide(by, Request::CloseWindow).map_err(|no| no.code)
    };
    assert_eq!(close(&game, None), Err("decision_not_due"));
    let all_chose = |game: &Match| game.table().unwrap().state.is_holding();
    while !all_chose(&game) {
        let request = own(&game, client).or_else(|| bots(&game)).unwrap();
        let by = matches!(request, Request::Decide { seat, .. } if seat == client);
        let is_pass = matches!(
            request,
            Request::Decide {
                command: Command::BigMonster(big_monster::Command::Draft { .. }),
                ..
            }
        );
        let request = match (by, is_pass) {
            (true, true) => bots(&game).unwrap(), // the client thinks
            _ => request,
        };
        let by = matches!(request, Request::Decide { seat, .. } if seat == client);
        ask(&mut game, by.then_some(CLIENT), request);
    }
    let me = PlayerId(CLIENT.to_owned());
    assert_eq!(close(&game, Some(&me)), Err("decision_not_due"));
    let offered = own(&game, client).unwrap();
    let happened = ask(&mut game, None, Request::CloseWindow);
    let settles = |event: &MatchEvent| {
        let event = event.played();
        matches!(
            event,
            Some(Event::BigMonster(big_monster::Event::PassesSettled { .. }))
        )
    };
    assert!(settles(&happened[0]));
    assert_eq!(close(&game, None), Err("decision_not_due"));
    // What the client was asked is closed for ever, under its number.
    let late = game.decide(Some(&me), offered).unwrap_err();
    assert_eq!(late.code, "overtaken");
}

/// They were played by the server's bots. In teams `greedy` decides otherwise now.
#[test]
fn matches_of_rules_1_of_big_monster_are_decided_as_they_were() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/records/big_monster");
    let mut again = 0;
    for file in fs::read_dir(folder).unwrap() {
        let kept = fs::read_to_string(file.unwrap().path()).unwrap();
        let lines = kept.lines().map(|line| serde_json::from_str(line).unwrap());
        let mut happened: Vec<MatchEvent> = lines.collect();
        if let MatchEvent::Opened { terms, .. } = &mut happened[0] {
            // As if it were played with the box in use: this is about rules.
            terms.components = terms.options.game().components_sha256().to_owned();
        }
        let mut game = Match::opened(&happened[0]);
        let is_greedy = kept.contains(r#""bot":"greedy""#) && kept.contains("team_draft");
        if game.terms.rules != 1 || is_greedy {
            continue;
        }
        let mut played = 1;
        while !game.is_over() {
            let bot = game.table().and_then(|it| it.server_to_act().iter().next());
            let more = match bot.and_then(|seat| Some((seat, game.bot_decision(seat)?))) {
                None => vec![happened[played].clone()],
                Some((seat, (decision, command))) => {
                    let request = Request::Decide {
                        seat,
                        decision,
                        command,
                    };
                    game.decide(None, request).unwrap()
                }
            };
            assert_eq!(happened[played..played + more.len()], more);
            game.evolve_all(&more);
            played += more.len();
        }
        again += 1;
    }
    assert!(again >= 4, "only {again} matches were decided again");
}

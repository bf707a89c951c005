//! Ships of Big Monster in whole matches: nobody gains by being fast, a client has its share
//! beside bots, and matches of rules 1 are decided as they were.

#![allow(clippy::unwrap_used, reason = "a test says what it needs by panicking")]
#![allow(clippy::disallowed_methods, reason = "what is kept is kept in files")]
#![allow(clippy::float_arithmetic, reason = "shares are measured")]
#![allow(clippy::print_stdout, reason = "what was measured is told")]

#[path = "common/opened.rs"]
mod opened;

use std::{env, fs, path::Path};

use domain::{
    BySeat, Command, Event, GameId, Seat, Seed, Standing, Viewer,
    bots::Bot,
    games::big_monster,
    matches::{self, Match, MatchEvent, Place, PlayerId, Request, Settings, Terms},
};
use opened::{fold, terms};

const CLIENT: &str = "client";

/// A match of four in which a client sits beside three bots of the server.
fn open(deal: u16, client: Seat, window_ms: u16) -> Match {
    let mut seed = [0; 32];
    seed[..2].copy_from_slice(&deal.to_be_bytes());
    let (seed, me) = (Seed(seed), PlayerId(CLIENT.to_owned()));
    let options = GameId::BigMonster.default_options();
    let place = |seat| match seat == client {
        true => Place::Player { player: me.clone() },
        false => Place::Bot { bot: Bot::Greedy },
    };
    let terms = Terms {
        settings: Box::new(Settings {
            window_ms: Some(window_ms),
            ..Settings::default()
        }),
        ..terms(&options, BySeat::new(4, place), me.clone(), seed)
    };
    fold(&matches::open(&terms, seed, &[(client, me.clone())]).unwrap())
}

fn ask(game: &mut Match, by: Option<&str>, request: Request) -> Vec<MatchEvent> {
    let by = by.map(|by| PlayerId(by.to_owned()));
    let happened = game.decide(by.as_ref(), request).unwrap();
    happened.iter().for_each(|event| game.evolve(event));
    happened
}

/// The decision of the client, who plays as the bots do.
fn own(game: &Match, client: Seat) -> Option<Request> {
    let table = game.table()?;
    let is_due = table.to_act().contains(client);
    let decision = table.decisions[client];
    let view = table.state.view(Viewer::Seat(client));
    let mut roll = game.dice().roll(CLIENT, decision);
    is_due.then(|| Request::Decide {
        seat: client,
        decision,
        command: Bot::Greedy.choose(&view, &mut roll),
    })
}

/// The decision that a bot owes.
fn bots(game: &Match) -> Option<Request> {
    let seat = game.next_bot()?;
    let (decision, command) = game.bot_decision(seat)?;
    Some(Request::Decide {
        seat,
        decision,
        command,
    })
}

/// How long passes are held here.
const WINDOW_MS: u32 = 500;

/// The clock of a table at which nobody waits: no match knows the time, so what a server's
/// clock brings about is brought about by this one.
#[derive(Default)]
struct Clock {
    now: u32,
    /// The decision the client owes, and when it will have thought about it.
    asked: Option<(u32, u32)>,
    /// Since when a pass is held.
    held: Option<u32>,
}

impl Clock {
    /// Looks at the table once more.
    fn look(&mut self, game: &Match, client: Seat, thinks_ms: u32) {
        let table = game.table().unwrap();
        let is_due = table.to_act().contains(client);
        let due = is_due.then(|| table.decisions[client]);
        if due != self.asked.map(|(decision, _)| decision) {
            self.asked = due.map(|decision| (decision, self.now + thinks_ms));
        }
        let is_holding = table.state.is_holding();
        self.held = is_holding.then(|| self.held.unwrap_or(self.now));
    }

    /// Lets the time pass until the client has thought or the window is over. Which it is.
    fn wait(&mut self) -> bool {
        let thought = self.asked.map(|(_, thought)| thought);
        let over = self.held.map(|held| held + WINDOW_MS);
        let is_over = over.is_some_and(|over| thought.is_none_or(|thought| over <= thought));
        self.now = if is_over { over } else { thought }.unwrap();
        is_over
    }
}

/// Who finishes where, if the client thinks so long about each decision and bots need no
/// time.
fn played(deal: u16, client: Seat, thinks_ms: u32) -> BySeat<Standing> {
    let mut game = open(deal, client, u16::try_from(WINDOW_MS).unwrap());
    let mut clock = Clock::default();
    while !game.is_over() {
        clock.look(&game, client, thinks_ms);
        let has_thought = clock.asked.is_some_and(|(_, thought)| thought <= clock.now);
        let of_bots = bots(&game).filter(|_| !has_thought);
        if let Some(request) = of_bots {
            ask(&mut game, None, request);
        } else if !has_thought && clock.wait() {
            ask(&mut game, None, Request::CloseWindow);
        } else {
            let request = own(&game, client).unwrap();
            ask(&mut game, Some(CLIENT), request);
        }
    }
    game.table().unwrap().standings.clone().unwrap()
}

#[test]
fn within_the_window_it_is_all_the_same_how_fast_a_client_is() {
    let (deal, client) = (0, Seat(1));
    let at_once = played(deal, client, 0);
    assert_eq!(at_once, played(deal, client, WINDOW_MS - 1));
    assert_ne!(at_once, played(deal, client, WINDOW_MS));
}

#[test]
fn a_client_at_once_wins_its_share() {
    holds_its_share(0);
}

#[test]
fn a_client_200_ms_slow_wins_its_share() {
    holds_its_share(200);
}

/// Measured only where somebody says on how many deals, as `make ships` does: a thousand take
/// minutes, and few show nothing. What speed can change, the test above says in every run.
fn holds_its_share(thinks_ms: u32) {
    let Ok(deals) = env::var("CARTULARY_DEALS") else {
        return;
    };
    let deals = deals.parse().unwrap();
    let (mean, sure) = share(deals, thinks_ms);
    let (lo, hi) = (mean - sure, mean + sure);
    println!("{thinks_ms} ms slow: {mean:.4}, {lo:.4} to {hi:.4}, on {deals} deals");
    assert!((lo..=hi).contains(&0.25), "{mean} is no quarter");
    assert!(deals < 1_000 || (0.22 <= lo && hi <= 0.28), "{lo} to {hi}");
}

/// What a client wins in all rotations of so many deals, first places shared, and how far
/// that is sure to 95 % on either side, by deals.
fn share(deals: u16, thinks_ms: u32) -> (f64, f64) {
    let won = |deal, client| {
        let standings = played(deal, client, thinks_ms);
        let winners = standings.iter().filter(|(_, it)| it.rank == 1).count();
        let wins = u8::from(standings[client].rank == 1);
        f64::from(wins) / f64::from(u8::try_from(winners).unwrap())
    };
    let of_deal = |deal| Seat::first(4).map(|seat| won(deal, seat)).sum::<f64>() / 4.0;
    let each: Vec<f64> = (0..deals).map(of_deal).collect();
    let n = f64::from(deals);
    let mean = each.iter().sum::<f64>() / n;
    let squares = each.iter().map(|share| (share - mean).powi(2));
    (mean, 1.96 * (squares.sum::<f64>() / (n - 1.0) / n).sqrt())
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
            let bot = game.table().and_then(|it| it.bots_to_act().iter().next());
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
            more.iter().for_each(|event| game.evolve(event));
            played += more.len();
        }
        again += 1;
    }
    assert!(again >= 4, "only {again} matches were decided again");
}

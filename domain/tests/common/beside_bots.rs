//! Matches of Big Monster in which a client sits beside three bots, on a clock of their own.

use domain::{
    BySeat, GameId, Seat, Seed, Standing, Viewer,
    bots::Bot,
    matches::{self, Match, MatchEvent, Place, PlayerId, Request, Settings, Terms},
};

use crate::opened::{fold, terms};

pub(crate) const CLIENT: &str = "client";

/// A match of four in which a client sits beside three bots of the server.
pub(crate) fn open(deal: u16, client: Seat, window_ms: u16) -> Match {
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

pub(crate) fn ask(game: &mut Match, by: Option<&str>, request: Request) -> Vec<MatchEvent> {
    let by = by.map(|by| PlayerId(by.to_owned()));
    let happened = game.decide(by.as_ref(), request).unwrap();
    game.evolve_all(&happened);
    happened
}

/// The decision of the client, who plays as the bots do.
pub(crate) fn own(game: &Match, client: Seat) -> Option<Request> {
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
pub(crate) fn bots(game: &Match) -> Option<Request> {
    let seat = game.next_bot()?;
    let (decision, command) = game.bot_decision(seat)?;
    Some(Request::Decide {
        seat,
        decision,
        command,
    })
}

/// How long passes are held here.
pub(crate) const WINDOW_MS: u32 = 500;

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
pub(crate) fn played(deal: u16, client: Seat, thinks_ms: u32) -> BySeat<Standing> {
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

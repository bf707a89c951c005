//! Matches of bots, with what each decision was offered and took by its legal commands.

use std::{collections::BTreeSet, sync::LazyLock, thread};

use domain::{
    BySeat, Command, GameId, Options, Seat, Seed, View, Viewer,
    bots::Bot,
    matches::{
        self, Match, MatchEvent, Place, PlayerId, Request, Terms,
        facts::{self, MatchFacts},
    },
};

use super::naming::{Named, named};
use crate::{
    opened::{self, fold},
    options::{option_sets, tables},
};

/// A match from its first event to its last.
pub(crate) struct Played {
    pub(crate) events: Vec<MatchEvent>,
    pub(crate) decisions: Vec<Decided>,
    pub(crate) end: Match,
}

/// A decision that was made.
pub(crate) struct Decided {
    pub(crate) seat: Seat,
    /// What its legal commands take.
    pub(crate) offered: BTreeSet<Named>,
    /// What the command took.
    pub(crate) taken: BTreeSet<Named>,
}

/// A decision that is owed.
pub(crate) struct Decision {
    pub(crate) seat: Seat,
    /// What whoever decides sees.
    pub(crate) view: View,
    pub(crate) legal: Vec<Command>,
    pub(crate) command: Command,
}

impl Played {
    pub(crate) fn facts(&self) -> MatchFacts {
        facts::of(&self.events).unwrap()
    }
}

/// Matches of a game with each of its options and at each of its tables, the largest of
/// Cartographers among them.
pub(crate) fn matches_of(game: GameId) -> &'static [Played] {
    static MATCHES: LazyLock<Vec<(GameId, Vec<Played>)>> = LazyLock::new(|| {
        thread::scope(|scope| {
            let games = GameId::ALL.iter();
            let playing: Vec<_> = games
                .map(|&game| scope.spawn(move || (game, play_all(game))))
                .collect();
            playing.into_iter().map(|it| it.join().unwrap()).collect()
        })
    });
    let of_game = MATCHES.iter().find(|(of, _)| *of == game);
    &of_game.unwrap().1
}

fn play_all(game: GameId) -> Vec<Played> {
    let tables = option_sets(game).into_iter().flat_map(|options| {
        let seats = tables(&options).into_iter();
        let seats = seats.filter(|seats| TABLES.contains(seats));
        seats.map(move |seats| (options.clone(), seats))
    });
    let whole =
        |(options, seats): &(Options, u8)| *seats <= MANY || *options == game.default_options();
    let tables: Vec<_> = tables.filter(whole).collect();
    let again = tables.iter().filter(|(_, seats)| *seats <= MANY);
    let all = (1..).zip(tables.iter().chain(again));
    all.map(|(seed, (options, seats))| played(options, *seats, seed))
        .collect()
}

/// How many sit down: as many as any game allows, and of Cartographers some.
const TABLES: [u8; 8] = [1, 2, 3, 4, 5, 6, 12, 100];
/// More are too many for what takes time.
const MANY: u8 = 6;

pub(crate) fn played(options: &Options, seats: u8, seed: u8) -> Played {
    let seed = Seed([seed; 32]);
    let terms = terms(options, seats, seed);
    let mut events = matches::open(&terms, seed, &[]).unwrap();
    let mut game = fold(&events);
    let mut decisions = Vec::new();
    while let Some(seat) = game.next_bot() {
        let (nth, command) = game.bot_decision(seat).unwrap();
        let view = game.table().unwrap().state.view(Viewer::Seat(seat));
        let decision = Decision {
            seat,
            legal: view.legal(),
            view,
            command,
        };
        decisions.push(decision.decided());
        let request = Request::Decide {
            seat,
            decision: nth,
            command: decision.command,
        };
        let happened = game.decide(None, request).unwrap();
        game.evolve_all(&happened);
        events.extend(happened);
    }
    Played {
        events,
        decisions,
        end: game,
    }
}

/// Random and greedy bots by turns; at a large table greedy ones would take too long.
fn terms(options: &Options, seats: u8, seed: Seed) -> Terms {
    let bots = if seats > MANY {
        &Bot::ALL[..1]
    } else {
        Bot::ALL
    };
    let places = BySeat::new(seats, |seat| Place::Bot {
        bot: bots[usize::from(seat.0) % bots.len()],
    });
    let host = PlayerId(format!("p_{:032x}", 1));
    Terms {
        seed_known: false,
        rng: None,
        ..opened::terms(options, places, host, seed)
    }
}

impl Decision {
    fn decided(&self) -> Decided {
        let names = |command| named(self, command);
        Decided {
            seat: self.seat,
            offered: self.legal.iter().flat_map(names).collect(),
            taken: named(self, &self.command).into_iter().collect(),
        }
    }
}

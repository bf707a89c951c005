//! Clocks, tries, leaving, agreement and abandonment, in every game, on a clock that the test
//! moves by hand: how a match stands opened for these tests, and what they ask of it.

mod decision_times;
mod ending;
mod forfeit;
mod killed;
mod note;
mod rematch;
mod time_out;
mod tries;

use std::{path::Path, sync::Arc, time::Duration};

use domain::{
    BySeat, Command, GameId, Seat, Viewer,
    matches::{Clock, MatchEvent, OnTimeout, Place, Request, Settings, Table},
};
use store::{
    Commit, Config, LiveMatch, MatchId, Opening, RequestError, Store, Timekeeper, Timestamp,
    statistics::Filter,
};

use crate::{
    statistics::{Row, rows, slice},
    support::{self, asker, player},
};

const SECOND: Duration = Duration::from_secs(1);

const HOUR: Duration = Duration::from_secs(3600);

/// A store whose clock stands until it is moved.
pub(super) struct Stand {
    pub(super) store: Store,
    pub(super) time: Timekeeper,
}

fn start() -> Timestamp {
    "2031-05-17T08:00:00.000Z".parse().unwrap()
}

fn config(dir: &Path, time: &Timekeeper) -> Config {
    Config {
        time: time.clone(),
        ..support::config(dir)
    }
}

impl Stand {
    pub(super) fn open(dir: &Path) -> Stand {
        Stand::at(dir, Timekeeper::by_hand(start()))
    }

    pub(super) fn at(dir: &Path, time: Timekeeper) -> Stand {
        let store = Store::open(&config(dir, &time)).unwrap();
        Stand { store, time }
    }

    /// A match of two players.
    pub(super) async fn duel(&self, game: GameId, settings: Settings) -> MatchId {
        let places = BySeat::new(2, |seat| Place::Player {
            player: player(seat.0 + 1),
        });
        self.open_with(game, places, settings).await
    }

    pub(super) async fn open_with(
        &self,
        game: GameId,
        places: BySeat<Place>,
        settings: Settings,
    ) -> MatchId {
        let seated = places.iter().filter_map(|(seat, place)| match place {
            Place::Player { player } => Some((seat, player.clone())),
            Place::Open | Place::Bot { .. } => None,
        });
        let opening = Opening {
            options: game.default_options(),
            seated: seated.collect(),
            places,
            seed: None,
            arranged: None,
            open_hands: false,
            private: false,
            settings,
        };
        let opened = self.store.matches.open(&asker(1), opening, None).await;
        opened.unwrap().now.id
    }

    pub(super) async fn now(&self, id: MatchId) -> Arc<LiveMatch> {
        self.store.matches.current(id).await.unwrap()
    }

    /// The first seat that owes a decision.
    pub(super) async fn due(&self, id: MatchId) -> Seat {
        let now = self.now(id).await;
        first_due(&now).unwrap()
    }

    pub(super) async fn is_over(&self, id: MatchId) -> bool {
        self.now(id).await.game.is_over()
    }

    pub(super) async fn ask(
        &self,
        id: MatchId,
        by: u8,
        request: Request,
    ) -> Result<(), RequestError> {
        let (matches, by) = (&self.store.matches, &asker(by));
        let asked = matches.request(id, by, request, matches.now(), None);
        asked.await.map(|_| ())
    }

    /// The seat that owes a decision, which its player makes, and not with the default.
    pub(super) async fn decide(&self, id: MatchId, seat: Seat) -> Result<(), RequestError> {
        let now = self.now(id).await;
        let request = own(now.game.table().unwrap(), seat);
        drop(now);
        self.ask(id, seat.0 + 1, request).await
    }

    /// Waits until the match is as wanted, and returns it.
    pub(super) async fn until(&self, id: MatchId, is: impl Fn(&LiveMatch) -> bool) {
        let mut version = self.store.matches.watch(id);
        loop {
            version.borrow_and_update();
            let now = self.now(id).await;
            if is(&now) {
                return;
            }
            version.changed().await.unwrap();
        }
    }

    /// Waits until the server has decided all that it owes.
    pub(super) async fn settled(&self, id: MatchId) {
        self.until(id, |now| {
            let table = now.game.table().unwrap();
            table.server_to_act().is_empty()
        })
        .await;
    }

    pub(super) async fn commits(&self, id: MatchId) -> Vec<Arc<Commit<MatchEvent>>> {
        self.store.matches.record(id).await.unwrap().to_vec()
    }

    /// The record is right, and everything in it was decided again.
    pub(super) async fn verified(&self, id: MatchId) {
        let verdict = self.store.matches.verify(id).await.unwrap();
        assert!(verdict.valid && verdict.complete, "{verdict:?}");
    }

    /// Seats of finished matches as statistics have them: those they show, or all.
    pub(super) async fn counted(&self, game: GameId, all: bool) -> Vec<Row> {
        let head = self.store.integrity().position;
        self.store.statistics.at_least(head).await.unwrap();
        let made = Filter::is_in("server_made", &["yes", "no"]);
        rows(
            &self.store,
            &slice(game, all.then_some(made).into_iter().collect()),
        )
    }

    /// Lets time run out again and again until the match is over.
    pub(super) async fn run_out(&self, id: MatchId) {
        let mut version = self.store.matches.watch(id);
        loop {
            version.borrow_and_update();
            if self.now(id).await.game.is_over() {
                return;
            }
            self.time.move_on(30 * SECOND);
            version.changed().await.unwrap();
        }
    }

    /// Plays a match to its end: players decide, and the server for those who are out.
    pub(super) async fn play_on(&self, id: MatchId) {
        loop {
            self.settled(id).await;
            let now = self.now(id).await;
            let Some(seat) = first_due(&now) else { return };
            drop(now);
            self.decide(id, seat).await.unwrap();
        }
    }

    pub(super) async fn close(self) {
        support::close(self.store).await;
    }
}

/// A decision of a seat: not the same of its legal commands each time.
fn own(table: &Table, seat: Seat) -> Request {
    let mut legal = table.state.view(Viewer::Seat(seat)).legal();
    let decision = table.decisions[seat];
    // With always the last one a match may have no end.
    let nth = usize::try_from(decision).unwrap() * 31 % legal.len();
    Request::Decide {
        seat,
        decision,
        command: legal.swap_remove(nth),
    }
}

/// A command that the rules of the game refuse: one of a decision that is not due.
fn illegal(table: &Table, seat: Seat) -> Request {
    let wrong = GameId::ALL.iter().find(|game| **game != table.state.game());
    let setup = wrong.unwrap().default_options();
    let dice = domain::Dice::new(domain::Seed([1; 32]));
    let (state, _) = setup.set_up(2, &dice).begin(&dice);
    let first = state.to_act().iter().next().unwrap();
    let command: Command = state.view(Viewer::Seat(first)).legal().swap_remove(0);
    Request::Decide {
        seat,
        decision: table.decisions[seat],
        command,
    }
}

fn per_decision(seconds: u64) -> Option<Clock> {
    Some(Clock {
        per_decision_ms: Some(seconds * 1000),
        ..Clock::default()
    })
}

fn clock(seconds: u64, on_timeout: OnTimeout) -> Settings {
    Settings {
        clock: per_decision(seconds),
        on_timeout: Some(on_timeout),
        ..Settings::default()
    }
}

fn first_due(now: &LiveMatch) -> Option<Seat> {
    now.game.table()?.to_act().iter().next()
}

fn code<T: std::fmt::Debug>(refused: Result<T, RequestError>) -> &'static str {
    let refused = refused.unwrap_err();
    let RequestError::Rejected(rejection) = refused else {
        panic!("{refused}")
    };
    rejection.code
}

//! Clocks, tries, leaving, agreement and abandonment, in every game, on a clock that the test
//! moves by hand; through a stop, a kill and a restart, too.

use std::{io::Write as _, path::Path, time::Duration};

use domain::{
    BySeat, Command, GameId, Seat, Viewer,
    matches::{Clock, Forfeit, MatchEvent, OnIllegal, OnTimeout, Place, Request, Settings, Table},
};
use store::{
    Asked, Commit, Config, Erasable, LiveMatch, MatchId, Opening, RequestError, Store, Timekeeper,
    Timestamp, Tries, WhyServer, statistics::Filter,
};

use crate::{
    kills,
    statistics::{Row, rows, slice},
    support::{self, asker, player},
};

const SECOND: Duration = Duration::from_secs(1);
const HOUR: Duration = Duration::from_secs(3600);

/// A store whose clock stands until it is moved.
struct Stand {
    store: Store,
    time: Timekeeper,
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
    fn open(dir: &Path) -> Stand {
        Stand::at(dir, Timekeeper::by_hand(start()))
    }

    fn at(dir: &Path, time: Timekeeper) -> Stand {
        let store = Store::open(&config(dir, &time)).unwrap();
        Stand { store, time }
    }

    /// A match of two players.
    async fn duel(&self, game: GameId, settings: Settings) -> MatchId {
        let places = BySeat::new(2, |seat| Place::Player {
            player: player(seat.0 + 1),
        });
        self.open_with(game, places, settings).await
    }

    async fn open_with(&self, game: GameId, places: BySeat<Place>, settings: Settings) -> MatchId {
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

    async fn ask(&self, id: MatchId, by: u8, request: Request) -> Result<(), RequestError> {
        let (matches, by) = (&self.store.matches, &asker(by));
        let asked = matches.request(id, by, request, matches.now(), None);
        asked.await.map(|_| ())
    }

    /// The seat that owes a decision, which its player makes, and not with the default.
    async fn decide(&self, id: MatchId, seat: Seat) -> Result<(), RequestError> {
        let now = self.store.matches.current(id).await?;
        let request = own(now.game.table().unwrap(), seat);
        drop(now);
        self.ask(id, seat.0 + 1, request).await
    }

    /// Waits until the match is as wanted, and returns it.
    async fn until(&self, id: MatchId, is: impl Fn(&LiveMatch) -> bool) {
        let mut version = self.store.matches.watch(id);
        loop {
            version.borrow_and_update();
            if is(&self.store.matches.current(id).await.unwrap()) {
                return;
            }
            version.changed().await.unwrap();
        }
    }

    /// Waits until the server has decided all that it owes.
    async fn settled(&self, id: MatchId) {
        self.until(id, |now| {
            let table = now.game.table().unwrap();
            table.server_to_act().is_empty()
        })
        .await;
    }

    async fn commits(&self, id: MatchId) -> Vec<std::sync::Arc<Commit<MatchEvent>>> {
        self.store.matches.record(id).await.unwrap().to_vec()
    }

    /// The record is right, and everything in it was decided again.
    async fn verified(&self, id: MatchId) {
        let verdict = self.store.matches.verify(id).await.unwrap();
        assert!(verdict.valid && verdict.complete, "{verdict:?}");
    }

    /// Seats of finished matches as statistics have them: those they show, or all.
    async fn counted(&self, game: GameId, all: bool) -> Vec<Row> {
        let head = self.store.integrity().position;
        self.store.statistics.at_least(head).await.unwrap();
        let made = Filter::is_in("server_made", &["yes", "no"]);
        rows(
            &self.store,
            &slice(game, all.then_some(made).into_iter().collect()),
        )
    }

    /// Lets time run out again and again until the match is over.
    async fn run_out(&self, id: MatchId) {
        let mut version = self.store.matches.watch(id);
        loop {
            version.borrow_and_update();
            if self.store.matches.current(id).await.unwrap().game.is_over() {
                return;
            }
            self.time.move_on(30 * SECOND);
            version.changed().await.unwrap();
        }
    }

    /// Plays a match to its end: players decide, and the server for those who are out.
    async fn play_on(&self, id: MatchId) {
        loop {
            self.settled(id).await;
            let now = self.store.matches.current(id).await.unwrap();
            let Some(seat) = first_due(&now) else { return };
            drop(now);
            self.decide(id, seat).await.unwrap();
        }
    }

    async fn close(self) {
        support::close(self.store).await;
    }
}

/// A decision of a seat: the last that is legal.
fn own(table: &Table, seat: Seat) -> Request {
    let mut legal = table.state.view(Viewer::Seat(seat)).legal();
    Request::Decide {
        seat,
        decision: table.decisions[seat],
        command: legal.pop().unwrap(),
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

const PLAYED_ON: [OnTimeout; 3] = [OnTimeout::Default, OnTimeout::Random, OnTimeout::Greedy];

#[tokio::test(flavor = "multi_thread")]
async fn a_match_whose_players_say_nothing_is_played_to_its_end_by_their_clocks() {
    let dir = tempfile::tempdir().unwrap();
    let stand = Stand::open(dir.path());
    for &game in GameId::ALL {
        for on_timeout in PLAYED_ON {
            let id = stand.duel(game, clock(30, on_timeout)).await;
            stand.run_out(id).await;
            let commits = stand.commits(id).await;
            let late = commits
                .iter()
                .filter(|commit| matches!(commit.events[0], MatchEvent::TimedOut { .. }));
            for commit in late {
                assert_eq!(commit.cause.why_server, Some(WhyServer::Timeout));
                assert_eq!(commit.cause.clock, Some(0));
                let by_bot = on_timeout != OnTimeout::Default;
                assert_eq!(commit.cause.bot.is_some(), by_bot);
                assert!(matches!(commit.events[1], MatchEvent::Decided { .. }));
            }
            stand.verified(id).await;
        }
        assert!(stand.counted(game, false).await.is_empty());
        let counted = stand.counted(game, true).await;
        assert_eq!(counted.len(), 2 * PLAYED_ON.len());
        for row in counted {
            assert_eq!(row["server_made"], "yes");
            assert_eq!(row["server_decisions"], row["decisions"]);
        }
    }
    stand.close().await;
}

/// A seat of a running match has forfeited it: the other plays on, and wins.
async fn forfeited(stand: &Stand, id: MatchId, out: Seat, why: Forfeit) {
    stand
        .until(id, |now| {
            now.game.table().unwrap().forfeits[out] == Some(why)
        })
        .await;
    stand.play_on(id).await;
    let now = stand.store.matches.current(id).await.unwrap();
    let game = now.game.terms.options.game();
    let standings = now.game.table().unwrap().standings.clone().unwrap();
    drop(now);
    for (seat, standing) in standings.iter() {
        assert_eq!(standing.rank, if seat == out { 2 } else { 1 });
    }
    for commit in stand.commits(id).await {
        let (cause, asked) = (&commit.cause, commit.request().unwrap());
        if cause.by.player().is_none() && cause.seat == Some(out) {
            assert_eq!(cause.why_server, Some(WhyServer::from(why)), "{asked:?}");
        }
    }
    stand.verified(id).await;
    let (_, results) = support::lists(&stand.store).await;
    let result = results.iter().find(|row| row.id == id).unwrap();
    assert!(result.placings[out].forfeited && result.placings[out].rank == 2);
    let shown = stand.counted(game, false).await;
    assert!(shown.iter().all(|row| row["match"] != id.to_string()));
    let all = stand.counted(game, true).await;
    let of_match = all.iter().filter(|row| row["match"] == id.to_string());
    assert_eq!(
        of_match.filter(|row| row["server_made"] == "yes").count(),
        2
    );
    assert_eq!(stand.store.statistics.ratings(game).matches, 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn who_forfeits_by_time_or_leaves_is_played_on_and_last() {
    let dir = tempfile::tempdir().unwrap();
    let stand = Stand::open(dir.path());
    for &game in GameId::ALL {
        let id = stand.duel(game, clock(30, OnTimeout::Forfeit)).await;
        let late = first_due(&stand.store.matches.current(id).await.unwrap()).unwrap();
        // Whoever else owes a decision makes it in time.
        stand.time.move_on(29 * SECOND);
        let other = Seat(1 - late.0);
        if stand
            .store
            .matches
            .current(id)
            .await
            .unwrap()
            .game
            .table()
            .unwrap()
            .to_act()
            .contains(other)
        {
            stand.decide(id, other).await.unwrap();
        }
        stand.time.move_on(SECOND);
        forfeited(&stand, id, late, Forfeit::Timeout).await;

        let id = stand.duel(game, Settings::default()).await;
        let first = first_due(&stand.store.matches.current(id).await.unwrap()).unwrap();
        stand.decide(id, first).await.unwrap();
        stand
            .ask(id, 2, Request::Leave { seat: Seat(1) })
            .await
            .unwrap();
        assert_eq!(
            code(stand.ask(id, 2, Request::Leave { seat: Seat(1) }).await),
            "forfeited"
        );
        forfeited(&stand, id, Seat(1), Forfeit::Left).await;
    }
    stand.close().await;
}

/// A seat uses up the tries for its first decision, of which it has two: the seat, and a
/// command that would have been right.
async fn used_up(stand: &Stand, id: MatchId) -> (Seat, Request) {
    let now = stand.store.matches.current(id).await.unwrap();
    let seat = first_due(&now).unwrap();
    let (own_number, others_number) = (seat.0 + 1, 2 - seat.0);
    let table = now.game.table().unwrap();
    let (wrong, right, decision) = (
        illegal(table, seat),
        own(table, seat),
        table.decisions[seat],
    );
    drop(now);
    let mut early = right.clone();
    if let Request::Decide { decision, .. } = &mut early {
        *decision += 1;
    }
    // What is not due, or is another's, is no try.
    for _ in 0..5 {
        let refused = stand.ask(id, own_number, early.clone()).await;
        assert_eq!(code(refused), "decision_not_due");
        let refused = stand.ask(id, others_number, right.clone()).await;
        assert_eq!(code(refused), "not_your_seat");
    }
    for _ in 0..3 {
        let now = stand.store.matches.current(id).await.unwrap();
        assert_eq!(now.game.table().unwrap().decisions[seat], decision);
        drop(now);
        let refused = stand.ask(id, own_number, wrong.clone()).await;
        assert_eq!(code(refused), "wrong_game");
    }
    let commits = stand.commits(id).await;
    let mut of_seat = commits.iter().filter(|it| it.cause.seat == Some(seat));
    let commit = of_seat.next().unwrap();
    assert_eq!(commit.cause.why_server, Some(WhyServer::Illegal));
    let tries = Tries::from([("wrong_game".to_owned(), 3)]);
    assert_eq!(commit.tries().unwrap(), tries);
    let late = MatchEvent::TimedOut {
        seat,
        decision,
        by_tries: true,
    };
    assert_eq!(commit.events[0], late);
    (seat, right)
}

#[tokio::test(flavor = "multi_thread")]
async fn one_try_more_than_the_limit_is_a_time_out() {
    let dir = tempfile::tempdir().unwrap();
    let stand = Stand::open(dir.path());
    for &game in GameId::ALL {
        for on_timeout in [OnTimeout::Default, OnTimeout::Forfeit] {
            let settings = Settings {
                on_illegal: Some(OnIllegal::Limit),
                tries_limit: Some(2),
                on_timeout: Some(on_timeout),
                ..Settings::default()
            };
            let id = stand.duel(game, settings).await;
            let (seat, right) = used_up(&stand, id).await;
            let refused = code(stand.ask(id, seat.0 + 1, right).await);
            if on_timeout == OnTimeout::Forfeit {
                assert_eq!(refused, "forfeited");
                forfeited(&stand, id, seat, Forfeit::Illegal).await;
            } else {
                assert_eq!(refused, "timed_out");
                stand.play_on(id).await;
                stand.verified(id).await;
            }
        }
        let counted = stand.counted(game, true).await;
        let tries = counted.iter().filter(|row| row["illegal_tries"] == "3");
        let tries: Vec<&Row> = tries.collect();
        assert_eq!(tries.len(), 2);
        for row in tries {
            assert_eq!(row["illegal_tries.wrong_game"], "3");
            assert_eq!(row["legal"], "full");
        }
    }
    stand.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn tries_are_recorded_with_the_decision_also_where_they_cost_nothing() {
    let dir = tempfile::tempdir().unwrap();
    let stand = Stand::open(dir.path());
    let id = stand.duel(GameId::ALL[0], Settings::default()).await;
    let now = stand.store.matches.current(id).await.unwrap();
    let (wrong, right) = {
        let table = now.game.table().unwrap();
        (illegal(table, Seat(0)), own(table, Seat(0)))
    };
    drop(now);
    for _ in 0..20 {
        assert_eq!(code(stand.ask(id, 1, wrong.clone()).await), "wrong_game");
    }
    let matches = &stand.store.matches;
    matches
        .tried(id, &asker(1), (Seat(0), 0), "off_the_map")
        .await
        .unwrap();
    let early = matches
        .tried(id, &asker(1), (Seat(0), 1), "off_the_map")
        .await;
    assert_eq!(code(early), "decision_not_due");
    stand.ask(id, 1, right).await.unwrap();
    let commits = stand.commits(id).await;
    let tries = commits.last().unwrap().tries().unwrap();
    let expected = [("off_the_map".to_owned(), 1), ("wrong_game".to_owned(), 20)];
    assert_eq!(tries, Tries::from(expected));
    stand.decide(id, Seat(1)).await.unwrap();
    let commits = stand.commits(id).await;
    assert!(commits.last().unwrap().tries().unwrap().is_empty());
    stand.verified(id).await;
    stand.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn players_agree_to_end_a_match_and_one_that_nobody_plays_on_is_abandoned() {
    let dir = tempfile::tempdir().unwrap();
    let stand = Stand::open(dir.path());
    let week = Duration::from_millis(store::matches::ABANDON_AFTER_MS);
    for &game in GameId::ALL {
        let id = stand.duel(game, Settings::default()).await;
        stand
            .ask(id, 1, Request::AskEnd { seat: Seat(0) })
            .await
            .unwrap();
        assert_eq!(
            code(stand.ask(id, 1, Request::AskEnd { seat: Seat(0) }).await),
            "end_asked"
        );
        stand
            .ask(id, 2, Request::AskEnd { seat: Seat(1) })
            .await
            .unwrap();
        assert!(
            stand
                .store
                .matches
                .current(id)
                .await
                .unwrap()
                .game
                .is_over()
        );
        stand.verified(id).await;

        let id = stand.duel(game, Settings::default()).await;
        stand.time.move_on(week - SECOND);
        let seat = first_due(&stand.store.matches.current(id).await.unwrap()).unwrap();
        stand.decide(id, seat).await.unwrap();
        stand.time.move_on(week - SECOND);
        stand.store.matches.current(id).await.unwrap();
        assert!(
            !stand
                .store
                .matches
                .current(id)
                .await
                .unwrap()
                .game
                .is_over()
        );
        stand.time.move_on(SECOND);
        stand.until(id, |now| now.game.is_over()).await;
        let commits = stand.commits(id).await;
        let last = commits.last().unwrap();
        assert_eq!(last.cause.why_server, Some(WhyServer::Abandoned));
        assert!(matches!(last.events[..], [MatchEvent::Abandoned { .. }]));
        assert_eq!(last.request().unwrap(), Some(Asked::Abandon));
        stand.verified(id).await;
        assert!(stand.counted(game, true).await.is_empty());
    }
    assert!(
        support::lists(&stand.store).await.1.is_empty(),
        "they have no ranks"
    );
    stand.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_decision_counts_by_when_it_arrived_and_each_seat_has_its_own_clock() {
    let dir = tempfile::tempdir().unwrap();
    let stand = Stand::open(dir.path());
    let game = GameId::Cartographers;
    let id = stand.duel(game, clock(30, OnTimeout::Default)).await;
    let matches = &stand.store.matches;
    let request = |now: &LiveMatch, seat| own(now.game.table().unwrap(), seat);
    let now = matches.current(id).await.unwrap();
    let (first, second) = (request(&now, Seat(0)), request(&now, Seat(1)));
    drop(now);
    let begun = stand.time.now();
    let in_time = begun.later(Duration::from_millis(29_999));
    matches
        .request(id, &asker(1), first, in_time, None)
        .await
        .unwrap();
    stand.time.move_on(30 * SECOND);
    let by = &asker(2);
    let late = matches.request(id, by, second, stand.time.now(), None);
    assert_eq!(code(late.await), "timed_out");
    let commits = stand.commits(id).await;
    let [.., by_first, by_server] = &commits[..] else {
        panic!("both have decided");
    };
    assert_eq!(by_first.cause.clock, Some(1));
    assert_eq!(by_first.cause.why_server, None);
    assert_eq!(by_server.cause.why_server, Some(WhyServer::Timeout));
    stand.verified(id).await;
    stand.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn time_for_the_match_is_spent_and_gained_and_kept_through_a_restart() {
    let dir = tempfile::tempdir().unwrap();
    let mut stand = Stand::open(dir.path());
    let settings = Settings {
        clock: Some(Clock {
            per_match_ms: Some(60_000),
            increment_ms: Some(2_000),
            ..Clock::default()
        }),
        ..Settings::default()
    };
    let id = stand.duel(GameId::Cartographers, settings).await;
    let left = |stand: &Stand| {
        let matches = stand.store.matches.clone();
        async move {
            let now = matches.current(id).await.unwrap();
            [Seat(0), Seat(1)].map(|seat| matches.left_ms(&now, seat))
        }
    };
    stand.time.move_on(10 * SECOND);
    assert_eq!(left(&stand).await, [Some(50_000); 2]);
    stand.decide(id, Seat(0)).await.unwrap();
    assert_eq!(left(&stand).await, [None, Some(50_000)]);
    stand.time.move_on(5 * SECOND);
    stand.decide(id, Seat(1)).await.unwrap();
    stand.settled(id).await;
    assert_eq!(left(&stand).await, [Some(52_000), Some(47_000)]);
    stand.time.move_on(SECOND);
    let time = stand.time.clone();
    stand.close().await;
    time.move_on(HOUR);
    stand = Stand::at(dir.path(), time);
    assert_eq!(left(&stand).await, [Some(51_000), Some(46_000)]);
    stand.close().await;
}

/// Says something on a line of its own.
fn say(what: &str) {
    let mut out = std::io::stdout().lock();
    out.write_all(format!("\n{what}\n").as_bytes()).unwrap();
}

const WAITS: &str = "clocks::the_child_waits_until_it_is_killed";

/// The child's whole life, if there is a directory for it: it has used 20 seconds of 30.
#[tokio::test(flavor = "multi_thread")]
async fn the_child_waits_until_it_is_killed() {
    let Some(dir) = std::env::var_os(kills::CHILD) else {
        return;
    };
    let stand = Stand::open(Path::new(&dir));
    for &game in GameId::ALL {
        let id = stand.duel(game, clock(30, OnTimeout::Forfeit)).await;
        say(&format!("waits {id}"));
    }
    stand.time.move_on(20 * SECOND);
    // What was written last tells until when it ran.
    let id = stand.duel(GameId::ALL[0], Settings::default()).await;
    say(&format!("runs {id}"));
    std::future::pending::<()>().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn clocks_stand_still_while_a_server_that_was_killed_is_down() {
    let dir = tempfile::tempdir().unwrap();
    let (mut child, heard) = kills::start(WAITS, dir.path());
    let mut waiting = Vec::new();
    loop {
        let line = heard
            .recv_timeout(Duration::from_secs(60))
            .expect("the child waits");
        match line.split_once(' ') {
            Some(("waits", id)) => waiting.push(id.parse::<MatchId>().unwrap()),
            Some(("runs", _)) => break,
            _ => {}
        }
    }
    child.kill().unwrap();
    child.wait().unwrap();
    assert_eq!(waiting.len(), GameId::ALL.len());
    let stand = Stand::at(dir.path(), Timekeeper::by_hand(start().later(HOUR)));
    for &id in &waiting {
        let now = stand.store.matches.current(id).await.unwrap();
        let seat = first_due(&now).unwrap();
        assert_eq!(stand.store.matches.left_ms(&now, seat), Some(10_000));
    }
    stand.time.move_on(9 * SECOND);
    for &id in &waiting {
        stand.store.matches.current(id).await.unwrap();
        let now = stand.store.matches.current(id).await.unwrap();
        assert!(now.game.table().unwrap().forfeited().is_empty());
    }
    stand.time.move_on(SECOND);
    let mut out = Vec::new();
    for &id in &waiting {
        stand
            .until(id, |now| !now.game.table().unwrap().forfeited().is_empty())
            .await;
        stand.settled(id).await;
        stand.verified(id).await;
        out.push(stand.store.matches.current(id).await.unwrap().game.clone());
    }
    // A seat that has forfeited is played on after the next start, too.
    let time = stand.time.clone();
    stand.close().await;
    let stand = Stand::at(dir.path(), time);
    for (&id, game) in waiting.iter().zip(out) {
        if game.table().unwrap().forfeited().count() == 1 {
            stand.play_on(id).await;
        } else {
            stand.until(id, |now| now.game.is_over()).await;
        }
        stand.verified(id).await;
    }
    stand.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_note_is_kept_beside_its_decision_and_the_chain_holds_without_its_text() {
    let dir = tempfile::tempdir().unwrap();
    let stand = Stand::open(dir.path());
    let id = stand.duel(GameId::ALL[0], Settings::default()).await;
    let matches = &stand.store.matches;
    let now = matches.current(id).await.unwrap();
    let request = own(now.game.table().unwrap(), Seat(0));
    drop(now);
    let note = |text: &str| Some(Erasable::new(text.to_owned()).unwrap());
    let by = &asker(1);
    let put = |text| matches.decide_with_note(id, by, request.clone(), matches.now(), note(text));
    put("숲은 다음 계절에").await.unwrap();
    assert!(put("another").await.unwrap().replayed);
    let commits = stand.commits(id).await;
    let line = &commits.last().unwrap().line;
    assert_eq!(line.erasable().unwrap().text(), "숲은 다음 계절에");
    let whole: Vec<String> = commits.iter().map(|it| it.line.text.clone()).collect();
    let dropped: Vec<String> = commits
        .iter()
        .map(|it| it.line.without_erasable())
        .collect();
    assert_ne!(whole, dropped);
    for record in [whole, dropped] {
        let record = record.join("\n");
        let verdict = store::portable::verify_record(&mut record.as_bytes()).unwrap();
        assert!(verdict.valid && verdict.complete, "{verdict:?}");
    }
    stand.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_rematch_has_the_same_table_with_its_seats_rotated() {
    let dir = tempfile::tempdir().unwrap();
    let stand = Stand::open(dir.path());
    let id = stand
        .duel(GameId::ALL[0], clock(30, OnTimeout::Greedy))
        .await;
    stand.run_out(id).await;
    let parent = stand.store.matches.current(id).await.unwrap();
    let opening = Opening::rematch(id, &parent.game, &player(1));
    let opened = stand
        .store
        .matches
        .open(&asker(1), opening, None)
        .await
        .unwrap();
    let terms = &opened.now.game.terms;
    assert_eq!(terms.settings.rematch_of, Some(id.to_string()));
    assert_eq!(terms.settings.clock, per_decision(30));
    assert_eq!(terms.options, parent.game.terms.options);
    assert_ne!(terms.seed_commitment, parent.game.terms.seed_commitment);
    let at = |seat: u8| Place::Player {
        player: player(seat + 1),
    };
    assert_eq!(terms.places, BySeat::new(2, |seat| at(1 - seat.0)));
    let second = opened.now.id;
    drop(opened);
    stand
        .ask(second, 2, Request::Join { seat: None })
        .await
        .unwrap();
    assert!(
        stand
            .store
            .matches
            .current(second)
            .await
            .unwrap()
            .game
            .table()
            .is_some()
    );
    stand.close().await;
}

//! Each rule that ends a match, with a kill of the server just before it.

use std::{collections::BTreeMap, io::Write as _, path::Path, time::Duration};

use domain::{
    GameId, Seat,
    matches::{Forfeit, OnIllegal, OnTimeout, Request, Settings},
};
use store::{MatchId, Timekeeper};

use super::{HOUR, SECOND, Stand, clock, code, forfeit::forfeited, illegal, start};
use crate::kills;

/// Says something on a line of its own.
fn say(what: &str) {
    let mut out = std::io::stdout().lock();
    out.write_all(format!("\n{what}\n").as_bytes()).unwrap();
}

const WAITS: &str = "clocks::killed::the_child_waits_until_it_is_killed";

/// Every test of this file has one match of each game in the child, by the rule that ends it.
const RULES: [&str; 6] = [
    "time_out",
    "forfeit",
    "illegal",
    "left",
    "agreed",
    "abandoned",
];

fn limited() -> Settings {
    Settings {
        on_illegal: Some(OnIllegal::Limit),
        tries_limit: Some(2),
        on_timeout: Some(OnTimeout::Forfeit),
        ..Settings::default()
    }
}

/// What a rule needs of the settings.
fn settings(rule: &str) -> Settings {
    match rule {
        "time_out" => clock(30, OnTimeout::Default),
        "forfeit" => clock(30, OnTimeout::Forfeit),
        "illegal" => limited(),
        "abandoned" => Settings {
            abandon_after_ms: Some(30_000),
            ..Settings::default()
        },
        _ => Settings::default(),
    }
}

/// Brings a match to where one thing more ends it, or begins its end.
async fn prepare(stand: &Stand, rule: &str, id: MatchId) {
    match rule {
        "illegal" => try_wrong(stand, id, 2).await,
        "left" => leave(stand, id, Seat(0)).await,
        "agreed" => ask_end(stand, id, Seat(0)).await,
        _ => {}
    }
}

async fn try_wrong(stand: &Stand, id: MatchId, times: u32) {
    let seat = stand.due(id).await;
    let wrong = illegal(stand.now(id).await.game.table().unwrap(), seat);
    for _ in 0..times {
        let refused = stand.ask(id, seat.0 + 1, wrong.clone()).await;
        assert_eq!(code(refused), "wrong_game");
    }
}

async fn leave(stand: &Stand, id: MatchId, seat: Seat) {
    let left = stand.ask(id, seat.0 + 1, Request::Leave { seat }).await;
    left.unwrap();
}

async fn ask_end(stand: &Stand, id: MatchId, seat: Seat) {
    let asked = stand.ask(id, seat.0 + 1, Request::AskEnd { seat }).await;
    asked.unwrap();
}

/// The child's whole life, if there is a directory for it: of 30 seconds it has used 20.
#[tokio::test(flavor = "multi_thread")]
async fn the_child_waits_until_it_is_killed() {
    let Some(dir) = std::env::var_os(kills::CHILD) else {
        return;
    };
    let stand = Stand::open(Path::new(&dir));
    for rule in RULES {
        for &game in GameId::ALL {
            let id = stand.duel(game, settings(rule)).await;
            prepare(&stand, rule, id).await;
            say(&format!("waits {rule} {id}"));
        }
    }
    stand.time.move_on(20 * SECOND);
    // What was written last tells until when it ran.
    let id = stand.duel(GameId::ALL[0], Settings::default()).await;
    say(&format!("runs {id}"));
    std::future::pending::<()>().await;
}

type Waiting = BTreeMap<String, Vec<MatchId>>;

/// The matches of a server that was killed, by their rules.
fn killed(dir: &Path) -> Waiting {
    let (mut child, heard) = kills::start(WAITS, dir);
    let mut waiting = Waiting::new();
    loop {
        let line = heard.recv_timeout(Duration::from_secs(60));
        let line = line.expect("the child waits");
        match line.split(' ').collect::<Vec<_>>()[..] {
            ["waits", rule, id] => {
                let of_rule = waiting.entry(rule.to_owned()).or_default();
                of_rule.push(id.parse().unwrap());
            }
            ["runs", _] => break,
            _ => {}
        }
    }
    child.kill().unwrap();
    child.wait().unwrap();
    waiting
}

/// The store an hour later, as the killed server left it.
fn after_a_kill(dir: &Path) -> (Stand, Waiting) {
    let waiting = killed(dir);
    for rule in RULES {
        assert_eq!(waiting[rule].len(), GameId::ALL.len());
    }
    let time = Timekeeper::by_hand(start().later(HOUR));
    (Stand::at(dir, time), waiting)
}

#[tokio::test(flavor = "multi_thread")]
async fn clocks_stand_still_while_a_server_that_was_killed_is_down() {
    let dir = tempfile::tempdir().unwrap();
    let (stand, waiting) = after_a_kill(dir.path());
    let timed: Vec<MatchId> = [&waiting["time_out"][..], &waiting["forfeit"]].concat();
    for &id in &timed {
        let seat = stand.due(id).await;
        let now = stand.now(id).await;
        assert_eq!(stand.store.matches.left_ms(&now, seat), Some(10_000));
    }
    stand.time.move_on(9 * SECOND);
    for &id in &timed {
        let record = stand.commits(id).await;
        assert!(record.iter().all(|it| it.cause.why_server.is_none()));
    }
    stand.time.move_on(SECOND);
    for &id in &waiting["forfeit"] {
        let is_out = |now: &store::LiveMatch| !now.game.table().unwrap().forfeited().is_empty();
        stand.until(id, is_out).await;
        stand.settled(id).await;
    }
    // A seat that has forfeited is played on after the next start, too.
    let time = stand.time.clone();
    stand.close().await;
    let stand = Stand::at(dir.path(), time);
    for &id in &waiting["forfeit"] {
        if stand
            .now(id)
            .await
            .game
            .table()
            .unwrap()
            .forfeited()
            .count()
            == 1
        {
            stand.play_on(id).await;
        } else {
            stand.until(id, |now| now.game.is_over()).await;
        }
        stand.verified(id).await;
    }
    for &id in &waiting["time_out"] {
        stand.run_out(id).await;
        stand.verified(id).await;
    }
    stand.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_kill_gives_no_new_tries_and_takes_back_no_leaving_and_no_wish_to_end() {
    let dir = tempfile::tempdir().unwrap();
    let (stand, waiting) = after_a_kill(dir.path());
    for &id in &waiting["illegal"] {
        let seat = stand.due(id).await;
        try_wrong(&stand, id, 1).await;
        forfeited(&stand, id, seat, Forfeit::Illegal).await;
    }
    for &id in &waiting["left"] {
        forfeited(&stand, id, Seat(0), Forfeit::Left).await;
    }
    for &id in &waiting["agreed"] {
        assert!(!stand.is_over(id).await);
        ask_end(&stand, id, Seat(1)).await;
        assert!(stand.is_over(id).await);
        stand.verified(id).await;
    }
    stand.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_match_is_abandoned_after_a_kill_by_the_time_that_servers_ran() {
    let dir = tempfile::tempdir().unwrap();
    let (stand, waiting) = after_a_kill(dir.path());
    stand.time.move_on(9 * SECOND);
    for &id in &waiting["abandoned"] {
        assert!(!stand.is_over(id).await);
    }
    stand.time.move_on(SECOND);
    for &id in &waiting["abandoned"] {
        stand.until(id, |now| now.game.is_over()).await;
        stand.verified(id).await;
    }
    // What is over stays over after a kill: nothing is asked of it once more.
    let time = stand.time.clone();
    stand.close().await;
    let stand = Stand::at(dir.path(), time);
    for &id in &waiting["abandoned"] {
        assert!(stand.is_over(id).await);
    }
    stand.close().await;
}

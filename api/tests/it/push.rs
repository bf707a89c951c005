//! Decisions that are sent to a URL: every game to its end, whatever gets lost.

#![allow(clippy::unwrap_used, reason = "a test says what it needs by panicking")]

use std::time::Duration;

use api::{Config, Push, PushTimes};
use reqwest::Method;
use serde_json::{Value, json};
use store::{MatchId, Timekeeper};

use crate::{
    helpers::{Ann, Reply, TestApp, spawn_app, spawn_on, spawn_with},
    receiver::{Pushed, Receiver},
};

/// Pushes to this machine alone, which try again at once.
fn near(config: Config) -> Config {
    let times = PushTimes {
        answer: Duration::from_secs(1),
        first_wait: Duration::from_millis(1),
        ..PushTimes::default()
    };
    let push = Push {
        push_to: vec!["127.0.0.0/8".parse().unwrap()],
        times,
        ..config.push
    };
    Config { push, ..config }
}

/// A server that pushes, a player, and where they are pushed to.
struct Stand {
    app: TestApp,
    ann: Ann,
    receiver: Receiver,
    secret: String,
}

impl Stand {
    async fn new() -> Stand {
        Stand::on(spawn_with(near).await).await
    }

    async fn on(app: TestApp) -> Stand {
        let (ann, receiver) = (app.player("ann").await, Receiver::new().await);
        let registered = put(&app, &ann, &receiver.url).await;
        assert_eq!(registered.status, 200, "{}", registered.text);
        let registered = registered.json();
        assert_eq!(
            (&registered["url"], &registered["state"]),
            (&json!(receiver.url), &json!("on"))
        );
        let secret = registered["secret"].as_str().unwrap().to_owned();
        Stand {
            app,
            ann,
            receiver,
            secret,
        }
    }

    /// A match of ann alone, at two seats: its id and its path.
    async fn opened(&self, game: &str) -> (MatchId, String) {
        let (at, opened) = self.app.open_game(game, &self.ann, json!(2)).await;
        (opened["match"]["id"].as_str().unwrap().parse().unwrap(), at)
    }

    async fn state(&self) -> Value {
        self.app
            .get(&path(&self.ann), Some(&self.ann.token))
            .await
            .json()
    }

    /// Replaces the secret: the new one.
    async fn rotate(&self) -> String {
        let at = format!("{}/secrets", path(&self.ann));
        let rotated = self.app.request(Method::POST, &at, Some(&self.ann.token));
        let rotated = self.app.send(rotated).await;
        assert_eq!(rotated.status, 201, "{}", rotated.text);
        rotated.json()["secret"].as_str().unwrap().to_owned()
    }

    /// Waits until a match is over.
    async fn over(&self, id: MatchId) {
        let matches = &self.app.running.store.matches;
        let mut grown = matches.watch(id);
        while !matches.current(id).await.unwrap().game.is_over() {
            grown.changed().await.unwrap();
        }
    }
}

fn path(of: &Ann) -> String {
    format!("/v1/players/{}/push", of.id)
}

async fn put(app: &TestApp, of: &Ann, url: &str) -> Reply {
    app.put(&path(of), &of.token, &json!({ "url": url })).await
}

/// Takes a push as the nth of a receiver on a bad line.
async fn take_badly(stand: &Stand, at: &str, nth: usize, pushed: Pushed) {
    let due = pushed.json();
    let put = format!("{at}/seats/{}/decisions/{}", due["seat"], due["decision"]);
    let (command, token) = (pushed.command(), &stand.ann.token);
    match nth % 6 {
        // It arrives, and the line breaks before the answer, or in it.
        0 => drop(pushed),
        1 => {
            pushed
                .write("HTTP/1.1 200 OK\r\ncontent-length: 500\r\n\r\n{")
                .await
        }
        // The decision is made twice: by a put, and by the answer.
        2 => {
            let made = stand.app.put(&put, token, &command).await;
            assert!([200, 409].contains(&made.status.as_u16()), "{}", made.text);
            pushed.answer(200, &command.to_string()).await;
        }
        // It is taken, and put later.
        3 => {
            pushed.answer(204, "").await;
            let made = stand.app.put(&put, token, &command).await;
            assert!([200, 409].contains(&made.status.as_u16()), "{}", made.text);
        }
        // The answer is so late that nobody waits for it any more.
        _ if [4, 16].contains(&nth) => pushed.stall("").await,
        _ => pushed.answer(200, &command.to_string()).await,
    }
}

async fn plays_on_a_bad_line(game: &str) {
    let stand = Stand::new().await;
    let (id, at) = stand.opened(game).await;
    let mut secrets = vec![stand.secret.clone()];
    let (mut alone, mut both) = (0, 0);
    let play = async {
        for nth in 0.. {
            let pushed = stand.receiver.next().await;
            assert_eq!(pushed.line, "POST /push?bot=1 HTTP/1.1");
            assert_eq!(pushed.headers["content-type"], "application/json");
            let due = pushed.json();
            let of = format!("{id}.{}.{}", due["seat"], due["decision"]);
            assert_eq!(pushed.id(), of);
            let expected: Vec<_> = secrets.iter().map(|it| pushed.signature(it)).collect();
            let signatures = pushed.signatures();
            // What was under way when the secret was replaced is signed by the old one alone: of two
            // seats, one can be late.
            assert!(expected.ends_with(&signatures), "push {nth}");
            match (secrets.len(), signatures.len()) {
                (2, 1) if both > 0 => alone += 1,
                (2, 2) => both += 1,
                _ => {}
            }
            take_badly(&stand, &at, nth, pushed).await;
            if nth == 7 {
                secrets.insert(0, stand.rotate().await);
            }
        }
    };
    tokio::select! {
        () = play => {}
        () = stand.over(id) => {}
    }
    assert!(
        both > 5 && alone <= 1,
        "{game}: {both} signed by both secrets, {alone} by one"
    );
    let verified = stand.app.get(&format!("{at}/verify"), None).await.json();
    assert_eq!(verified["valid"], true, "{verified}");
    assert!(stand.state().await["delivered"].as_u64().unwrap() > 8);
}

#[tokio::test]
async fn cartographers_is_played_through_lost_doubled_and_late_answers_and_a_new_secret() {
    plays_on_a_bad_line("cartographers").await;
}

#[tokio::test]
async fn bunny_kingdom_is_played_through_lost_doubled_and_late_answers_and_a_new_secret() {
    plays_on_a_bad_line("bunny_kingdom").await;
}

#[tokio::test]
async fn builders_biomes_is_played_through_lost_doubled_and_late_answers_and_a_new_secret() {
    plays_on_a_bad_line("builders_biomes").await;
}

#[tokio::test]
async fn big_monster_is_played_through_lost_doubled_and_late_answers_and_a_new_secret() {
    plays_on_a_bad_line("big_monster").await;
}

#[tokio::test]
async fn what_is_pushed_is_what_a_request_for_the_decision_answers() {
    let stand = Stand::new().await;
    let (_, at) = stand.opened("cartographers").await;
    let pushed = stand.receiver.next().await;
    let mut sent = pushed.json();
    let seat = sent["seat"].as_u64().unwrap();
    let mut asked = stand.app.due(&at, seat, &stand.ann.token, "").await.json();
    for due in [&mut sent, &mut asked] {
        due["left_ms"] = Value::Null;
    }
    assert_eq!(sent, asked);
}

#[tokio::test]
async fn a_command_that_is_refused_is_told_with_its_problem_and_asked_for_again() {
    let stand = Stand::new().await;
    stand.app.open(&stand.ann, json!(1)).await;
    let pushed = stand.receiver.next().await;
    let first = pushed.json();
    pushed.answer(200, r#"{"number":1000000}"#).await;
    let again = stand.receiver.next().await;
    assert_eq!(again.json()["decision"], first["decision"]);
    let failure = stand.state().await["last_failure"].clone();
    assert_eq!(failure["problem"]["code"], "no_such_number", "{failure}");
    assert_eq!(failure["seat"], first["seat"]);
    assert!(failure["next_attempt_at"].is_string(), "{failure}");
    again.answer(200, "{\"game\":").await;
    let _held = stand.receiver.next().await;
    let failure = stand.state().await["last_failure"].clone();
    assert_eq!(failure["problem"]["code"], "malformed_body", "{failure}");
}

#[tokio::test]
async fn an_answer_of_410_switches_the_url_off_until_it_is_put_again() {
    let stand = Stand::new().await;
    let ben = stand.app.player("ben").await;
    let seats = json!([{ "kind": "me" }, { "kind": "player", "player": ben.id }]);
    let (at, _) = stand.app.open(&stand.ann, seats).await;
    let joined = stand
        .app
        .post(&format!("{at}/seats"), Some(&ben.token), &json!({}))
        .await;
    assert_eq!(joined.status, 201, "{}", joined.text);
    let long = "This page says at length that nothing is here. ".repeat(1000);
    stand.receiver.next().await.answer(410, &long).await;
    let state = loop {
        let state = stand.state().await;
        if state["state"] == "off" {
            break state;
        }
    };
    assert_eq!(state["off_because"], "the URL answered 410");
    assert!(stand.receiver.is_left_alone());
    let again = put(&stand.app, &stand.ann, &stand.receiver.url)
        .await
        .json();
    assert_eq!(
        (&again["state"], &again["off_because"]),
        (&json!("on"), &Value::Null)
    );
    assert_eq!(again["secret"], json!(stand.secret));
    stand.receiver.next().await;
}

#[tokio::test]
async fn no_attempt_is_made_before_the_time_that_an_answer_asks_for() {
    let time = Timekeeper::by_hand("2031-05-17T08:00:00.000Z".parse().unwrap());
    let hand = time.clone();
    let app = spawn_with(|config| Config {
        time,
        ..near(config)
    })
    .await;
    let stand = Stand::on(app).await;
    stand.app.open(&stand.ann, json!(1)).await;
    let first = stand.receiver.next().await;
    let (id, at) = (first.id().to_owned(), first.seconds());
    first
        .write("HTTP/1.1 503 Busy\r\nretry-after: 30\r\ncontent-length: 0\r\n\r\n")
        .await;
    let failure = loop {
        let state = stand.state().await;
        if state["last_failure"].is_object() {
            break state["last_failure"].clone();
        }
    };
    assert_eq!(
        failure["reason"],
        "the URL answered 503, which is neither 200 nor 204"
    );
    assert_eq!(failure["next_attempt_at"], "2031-05-17T08:00:30.000Z");
    hand.move_on(Duration::from_secs(29));
    assert!(stand.receiver.is_left_alone());
    hand.move_on(Duration::from_secs(1));
    let again = stand.receiver.next().await;
    assert_eq!(again.id(), id);
    assert_eq!(again.seconds(), at + 30);
}

#[tokio::test]
async fn after_a_restart_decisions_are_pushed_to_the_same_url_with_the_same_secret() {
    let stand = Stand::new().await;
    stand.app.open(&stand.ann, json!(1)).await;
    let before = stand.receiver.next().await;
    let Stand {
        app,
        ann,
        receiver,
        secret,
    } = stand;
    let app = spawn_on(app.stopped().await, near).await;
    let after = receiver.next().await;
    assert_eq!(after.id(), before.id());
    assert_eq!(after.signatures(), [after.signature(&secret)]);
    let deleted = app
        .send(app.request(Method::DELETE, &path(&ann), Some(&ann.token)))
        .await;
    assert_eq!(deleted.status, 204);
    let none = app.get(&path(&ann), Some(&ann.token)).await;
    assert_eq!((none.status.as_u16(), &*none.code()), (404, "no_push"));
    app.running.stop().await;
}

#[tokio::test]
async fn a_url_is_its_players_own_and_goes_with_them() {
    let stand = Stand::new().await;
    let ben = stand.app.player("ben").await;
    let at = path(&stand.ann);
    for refused in [
        stand.app.get(&at, Some(&ben.token)).await,
        stand
            .app
            .put(&at, &ben.token, &json!({ "url": stand.receiver.url }))
            .await,
        stand
            .app
            .post(&format!("{at}/secrets"), Some(&ben.token), &json!({}))
            .await,
        stand
            .app
            .send(stand.app.request(Method::DELETE, &at, Some(&ben.token)))
            .await,
    ] {
        assert_eq!(
            (refused.status.as_u16(), &*refused.code()),
            (403, "not_yours")
        );
    }
    let player = format!("/v1/players/{}", stand.ann.id);
    let deleted = stand
        .app
        .request(Method::DELETE, &player, Some(&stand.ann.token));
    assert_eq!(stand.app.send(deleted).await.status, 200);
    let data = stand.app.stopped().await;
    let kept = std::fs::read_to_string(data.path().join("push")).unwrap();
    assert!(!kept.contains("127.0.0.1"), "{kept}");
}

#[tokio::test]
async fn nothing_is_pushed_unless_the_operator_allows_it() {
    let app = spawn_app().await;
    let ann = app.player("ann").await;
    let refused = put(&app, &ann, "https://bot.example/").await;
    assert_eq!(
        (refused.status.as_u16(), &*refused.code()),
        (403, "push_off")
    );
    assert_eq!(
        app.get("/version", None).await.json()["limits"]["push"],
        Value::Null
    );
}

//! A bot outside the server, and the stream that tells it whose turn it is.

use reqwest::Method;
use serde_json::{Value, json};

use crate::helpers::{Ann, TestApp, spawn_app};

/// A bot that plays over HTTP whatever its stream says is its turn. A greedy one takes the best of a
/// dozen commands.
pub(crate) struct Outside<'a> {
    app: &'a TestApp,
    player: &'a Ann,
    is_greedy: bool,
    stream: reqwest::Response,
    heard: String,
}

impl<'a> Outside<'a> {
    pub(crate) async fn new(app: &'a TestApp, player: &'a Ann, is_greedy: bool) -> Outside<'a> {
        let stream = app.request(Method::GET, "/v1/stream?mine=true", Some(&player.token));
        let stream = stream.send().await.unwrap();
        assert_eq!(stream.status(), 200);
        Outside {
            app,
            player,
            is_greedy,
            stream,
            heard: String::new(),
        }
    }

    /// What the stream tells next, but for heartbeats.
    async fn next(&mut self) -> Value {
        loop {
            while let Some((event, rest)) = self.heard.split_once("\n\n") {
                let data = event.lines().find_map(|line| line.strip_prefix("data: "));
                let told: Value = serde_json::from_str(data.unwrap()).unwrap();
                self.heard = rest.to_owned();
                if told["type"] != "heartbeat" {
                    return told;
                }
            }
            let bytes = self.stream.chunk().await.unwrap().unwrap();
            self.heard.push_str(std::str::from_utf8(&bytes).unwrap());
        }
    }

    pub(crate) async fn turn(&mut self) -> Value {
        loop {
            let told = self.next().await;
            if told["type"] == "turn" {
                return told;
            }
        }
    }

    /// Makes a decision that the stream told of.
    pub(crate) async fn decide(&self, turn: &Value) {
        let text = |of: &str| turn[of].as_str().unwrap().to_owned();
        let at = format!("/v1/matches/{}", text("match"));
        let query = if self.is_greedy {
            "sample=12&with=gain"
        } else {
            "sample=1"
        };
        let seat = turn["seat"].as_u64().unwrap();
        let due = self.app.due(&at, seat, &self.player.token, query).await;
        assert_eq!(due.status, 200, "{}", due.text);
        let due = due.json();
        if due["decision"] != turn["decision"] {
            return;
        }
        let legal = due["legal"].as_array().unwrap();
        let best = legal
            .iter()
            .max_by_key(|it| it["gain"].as_i64().unwrap_or(0));
        let put = due["links"]["put"].as_str().unwrap();
        let command = &best.unwrap()["command"];
        let put = self.app.put(put, &self.player.token, command).await;
        assert!(
            put.status == 200 || put.code() == "overtaken",
            "{}",
            put.text
        );
    }

    /// Plays for ever.
    pub(crate) async fn play(mut self) {
        loop {
            let turn = self.turn().await;
            self.decide(&turn).await;
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_stream_tells_first_whose_turn_it_is_and_then_of_new_matches() {
    let app = spawn_app().await;
    let (waiting, ann, ben) = app.duel().await;
    let id = |at: &str| at.rsplit('/').next().unwrap().to_owned();
    // Ann has decided there, and Ben has not.
    app.decide(&waiting, 0, &ann.token).await.unwrap();
    let both = json!([{ "kind": "me" }, { "kind": "player", "player": ben.id }]);
    let (due, _) = app.open(&ann, both.clone()).await;
    let join = |at: &str| format!("{at}/seats");
    app.post(&join(&due), Some(&ben.token), &json!({})).await;
    let mut anns = Outside::new(&app, &ann, false).await;
    let [hello, turn, other] = [anns.next().await, anns.next().await, anns.next().await];
    assert_eq!(
        (&hello["type"], &hello["match"]),
        (&json!("hello"), &json!(id(&due)))
    );
    assert_eq!(
        (
            &turn["type"],
            &turn["match"],
            &turn["seat"],
            &turn["decision"]
        ),
        (&json!("turn"), &json!(id(&due)), &json!(0), &json!(0))
    );
    assert_eq!(turn["left_ms"], Value::Null);
    assert_eq!(
        (&other["type"], &other["match"]),
        (&json!("hello"), &json!(id(&waiting)))
    );
    app.decide(&waiting, 1, &ben.token).await.unwrap();
    let turn = anns.turn().await;
    assert_eq!(
        (&turn["match"], &turn["decision"]),
        (&json!(id(&waiting)), &json!(1))
    );
    let (new, _) = app.open(&ann, both).await;
    loop {
        let told = anns.next().await;
        if told["type"] == "hello" {
            assert_eq!(told["match"], json!(id(&new)));
            break;
        }
    }
    app.post(&join(&new), Some(&ben.token), &json!({})).await;
    assert_eq!(anns.turn().await["match"], json!(id(&new)));
}

#[tokio::test]
async fn a_stream_of_ones_own_matches_needs_a_token_and_names_no_other() {
    let app = spawn_app().await;
    let ann = app.player("ann").await;
    let nobody = app.get("/v1/stream?mine=true", None).await;
    assert_eq!(nobody.code(), "no_token");
    let one = format!("match=m_{}", "0".repeat(32));
    for query in [format!("mine=true&{one}"), "mine=perhaps".to_owned()] {
        let path = format!("/v1/stream?{query}");
        let reply = app.get(&path, Some(&ann.token)).await;
        assert_eq!(reply.code(), "malformed_query", "{query}");
    }
}

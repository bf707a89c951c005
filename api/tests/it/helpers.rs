//! A server for one test, and a client that knows only the document.

#![allow(clippy::unwrap_used, reason = "a test says what it needs by panicking")]

use std::{net::SocketAddr, time::Duration};

use api::{Config, Running};
use reqwest::{Method, RequestBuilder, StatusCode, header::HeaderMap};
use serde_json::{Value, json};
use tempfile::TempDir;

/// A server on a port and a directory of its own.
pub(crate) struct TestApp {
    pub(crate) running: Running,
    http: reqwest::Client,
    data: TempDir,
}

/// What came back.
#[derive(Debug)]
pub(crate) struct Reply {
    pub(crate) status: StatusCode,
    pub(crate) headers: HeaderMap,
    pub(crate) text: String,
}

/// A player, by name and token.
pub(crate) struct Ann {
    pub(crate) id: String,
    pub(crate) token: String,
}

impl Reply {
    pub(crate) fn json(&self) -> Value {
        serde_json::from_str(&self.text).unwrap_or_else(|_| panic!("not JSON: {}", self.text))
    }

    /// The code of a problem, which every answer but a success must be.
    pub(crate) fn code(&self) -> String {
        assert_eq!(
            self.headers["content-type"], "application/problem+json",
            "{}",
            self.text
        );
        let problem = self.json();
        assert_eq!(problem["status"], self.status.as_u16());
        assert_eq!(
            self.headers["x-request-id"],
            problem["request_id"].as_str().unwrap()
        );
        problem["code"].as_str().unwrap().to_owned()
    }
}

pub(crate) async fn spawn_app() -> TestApp {
    spawn_with(|config| config).await
}

pub(crate) async fn spawn_with(change: impl FnOnce(Config) -> Config) -> TestApp {
    spawn_on(tempfile::tempdir().unwrap(), change).await
}

pub(crate) async fn spawn_on(data: TempDir, change: impl FnOnce(Config) -> Config) -> TestApp {
    let config = Config::new(data.path(), SocketAddr::from(([127, 0, 0, 1], 0)));
    let running = api::spawn(change(config)).await.unwrap();
    TestApp {
        running,
        http: client(),
        data,
    }
}

/// Asks on no connection that has rested: the server closes one after five seconds, and may be about
/// to.
pub(crate) fn client() -> reqwest::Client {
    let client = reqwest::Client::builder().pool_idle_timeout(Duration::from_secs(3));
    client.build().unwrap()
}

impl TestApp {
    /// Waits until all that has happened is listed and counted.
    pub(crate) async fn counted(&self) {
        let store = &self.running.store;
        let head = store.integrity().position;
        store.lobby.at_least(head).await.unwrap();
        store.results.at_least(head).await.unwrap();
        store.statistics.at_least(head).await.unwrap();
    }

    /// The same data, served anew.
    pub(crate) async fn restarted(self) -> TestApp {
        spawn_on(self.stopped().await, |config| config).await
    }

    /// Its data, which nobody has open.
    pub(crate) async fn stopped(self) -> TempDir {
        self.running.stop().await;
        self.data
    }

    pub(crate) fn request(
        &self,
        method: Method,
        path: &str,
        token: Option<&str>,
    ) -> RequestBuilder {
        let request = self.http.request(method, self.running.url(path));
        match token {
            Some(token) => request.bearer_auth(token),
            None => request,
        }
    }

    pub(crate) async fn send(&self, request: RequestBuilder) -> Reply {
        let response = request.send().await.unwrap();
        Reply {
            status: response.status(),
            headers: response.headers().clone(),
            text: response.text().await.unwrap(),
        }
    }

    pub(crate) async fn get(&self, path: &str, token: Option<&str>) -> Reply {
        self.send(self.request(Method::GET, path, token)).await
    }

    /// The items of a list that has two pages of at most so many.
    pub(crate) async fn two_pages(&self, list: &str, limit: usize) -> [Vec<Value>; 2] {
        let joint = if list.contains('?') { '&' } else { '?' };
        let path = format!("{list}{joint}limit={limit}");
        let first = self.get(&path, None).await;
        let link = first.headers["link"].to_str().unwrap();
        assert!(link.contains("rel=\"next\""), "{link}");
        let first = first.json();
        let cursor = first["next_cursor"].as_str().unwrap();
        let second = self.get(&format!("{path}&cursor={cursor}"), None).await;
        let second = second.json();
        assert_eq!(second["next_cursor"], Value::Null);
        [first, second].map(|page| page["items"].as_array().unwrap().clone())
    }

    pub(crate) async fn post(&self, path: &str, token: Option<&str>, body: &Value) -> Reply {
        self.send(self.request(Method::POST, path, token).json(body))
            .await
    }

    pub(crate) async fn put(&self, path: &str, token: &str, body: &Value) -> Reply {
        self.send(self.request(Method::PUT, path, Some(token)).json(body))
            .await
    }

    pub(crate) async fn player(&self, name: &str) -> Ann {
        let reply = self
            .post("/v1/players", None, &json!({ "name": name, "kind": "bot" }))
            .await;
        assert_eq!(reply.status, 201, "{}", reply.text);
        let player = reply.json();
        Ann {
            id: player["id"].as_str().unwrap().to_owned(),
            token: player["token"].as_str().unwrap().to_owned(),
        }
    }

    /// A match of Cartographers with one seed, and the path to it.
    pub(crate) async fn open(&self, host: &Ann, seats: Value) -> (String, Value) {
        self.open_game("cartographers", host, seats).await
    }

    /// A match with one seed, and the path to it.
    pub(crate) async fn open_game(&self, game: &str, host: &Ann, seats: Value) -> (String, Value) {
        let body = json!({ "game": game, "seats": seats, "seed": "07".repeat(32) });
        let reply = self.post("/v1/matches", Some(&host.token), &body).await;
        assert_eq!(reply.status, 201, "{}", reply.text);
        let opened = reply.json();
        let id = opened["match"]["id"].as_str().unwrap();
        (format!("/v1/matches/{id}"), opened)
    }

    /// A match of two players, started.
    pub(crate) async fn duel(&self) -> (String, Ann, Ann) {
        self.duel_at("cartographers").await
    }

    /// A match of two players at a game, started.
    pub(crate) async fn duel_at(&self, game: &str) -> (String, Ann, Ann) {
        let (ann, ben) = (self.player("ann").await, self.player("ben").await);
        let seats = json!([{ "kind": "me" }, { "kind": "player", "player": ben.id }]);
        let (at, _) = self.open_game(game, &ann, seats).await;
        let joined = self
            .post(&format!("{at}/seats"), Some(&ben.token), &json!({}))
            .await;
        assert_eq!(joined.status, 201, "{}", joined.text);
        (at, ann, ben)
    }

    /// What a seat owes, with `query`.
    pub(crate) async fn due(&self, at: &str, seat: u64, token: &str, query: &str) -> Reply {
        self.get(&format!("{at}/seats/{seat}/decision?{query}"), Some(token))
            .await
    }

    /// Plays a match whose seats all belong to `token` to its end.
    pub(crate) async fn play_out(&self, at: &str, seats: u64, token: &str) {
        loop {
            for seat in 0..seats {
                let mut made = self.decide(at, seat, token).await;
                while made.as_ref().is_some_and(|made| !made["next"].is_null()) {
                    made = self.decide(at, seat, token).await;
                }
                if made.is_some_and(|made| made["over"] == true) {
                    return;
                }
            }
        }
    }

    /// Makes the decision that a seat owes with any legal command, if it owes one.
    pub(crate) async fn decide(&self, at: &str, seat: u64, token: &str) -> Option<Value> {
        let due = self.due(at, seat, token, "sample=1").await;
        if due.status != 200 {
            return None;
        }
        let due = due.json();
        let put = due["links"]["put"].as_str().unwrap();
        let made = self.put(put, token, &due["legal"][0]["command"]).await;
        // Others may be faster, and in Big Monster the window for passing may end.
        if made.status == 409 && made.code() == "overtaken" {
            return Box::pin(self.decide(at, seat, token)).await;
        }
        assert_eq!(made.status, 200, "{}", made.text);
        Some(made.json())
    }
}

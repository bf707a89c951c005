//! Who asks for tournaments and plays them, at any server.

use reqwest::Method;
use serde_json::{Value, json};

use super::{entrant, tables};
use crate::helpers::{Ann, TestApp};

/// Who asks, and where.
pub(super) struct Caller {
    url: String,
    http: reqwest::Client,
}

impl Caller {
    pub(super) fn of(app: &TestApp) -> Caller {
        Caller::at(app.running.url("").trim_end_matches('/'))
    }

    pub(super) fn at(url: &str) -> Caller {
        Caller {
            url: url.to_owned(),
            http: reqwest::Client::new(),
        }
    }

    pub(super) async fn ask(
        &self,
        method: Method,
        path: &str,
        token: &str,
        body: Value,
    ) -> (u16, Value) {
        let request = self.http.request(method, format!("{}{path}", self.url));
        let response = request.bearer_auth(token).json(&body).send().await.unwrap();
        let status = response.status().as_u16();
        let text = response.text().await.unwrap();
        (status, serde_json::from_str(&text).unwrap_or_default())
    }

    pub(super) async fn get(&self, path: &str) -> Value {
        let response = self.http.get(format!("{}{path}", self.url)).send().await;
        let response = response.unwrap();
        assert_eq!(response.status(), 200, "{path}");
        response.json().await.unwrap()
    }

    pub(super) async fn player(&self, name: &str) -> Ann {
        let body = json!({ "name": name, "kind": "bot" });
        let request = self
            .http
            .post(format!("{}/v1/players", self.url))
            .json(&body);
        let player: Value = request.send().await.unwrap().json().await.unwrap();
        Ann {
            id: player["id"].as_str().unwrap().to_owned(),
            token: player["token"].as_str().unwrap().to_owned(),
        }
    }

    pub(super) async fn players(&self, count: usize) -> Vec<Ann> {
        let mut players = Vec::new();
        for nth in 0..count {
            players.push(self.player(&format!("player {nth}")).await);
        }
        players
    }

    /// Plans a tournament of players, by the first of them.
    pub(super) async fn plan(&self, players: &[Ann], more: Value) -> String {
        let entrants: Vec<Value> = players.iter().map(entrant).collect();
        let mut body = json!({ "game": "cartographers", "entrants": entrants, "deals": 1 });
        let fields = body.as_object_mut().unwrap();
        fields.extend(more.as_object().unwrap().clone());
        let asked = self.ask(Method::POST, "/v1/tournaments", &players[0].token, body);
        let (status, planned) = asked.await;
        assert_eq!(status, 201, "{planned}");
        planned["links"]["self"].as_str().unwrap().to_owned()
    }

    pub(super) async fn accept(&self, this: &str, players: &[Ann]) {
        for player in players {
            let path = format!("{this}/accept");
            let (status, told) = self
                .ask(Method::POST, &path, &player.token, json!({}))
                .await;
            assert_eq!(status, 200, "{told}");
        }
    }

    /// Makes at most so many decisions in matches that run, each the first legal one. Says how
    /// many are left.
    pub(super) async fn decide(&self, players: &[Ann], mut left: u32) -> u32 {
        let running = self.get("/v1/matches?status=running&limit=500").await;
        for row in running["items"].as_array().unwrap() {
            let at = format!("/v1/matches/{}", row["id"].as_str().unwrap());
            let seated = row["seated"].as_array().unwrap();
            for (seat, occupant) in seated.iter().enumerate() {
                let is_it = |player: &&Ann| occupant["player"] == player.id.as_str();
                let Some(player) = players.iter().find(is_it) else {
                    continue;
                };
                if left > 0 && self.decide_one(&format!("{at}/seats/{seat}"), player).await {
                    left -= 1;
                }
            }
        }
        left
    }

    pub(super) async fn decide_one(&self, seat: &str, player: &Ann) -> bool {
        let due = format!("{seat}/decision?limit=1");
        let (status, due) = self.ask(Method::GET, &due, &player.token, json!({})).await;
        if status != 200 {
            return false;
        }
        let command = due["legal"][0]["command"].clone();
        let put = due["links"]["put"].as_str().unwrap();
        let (status, made) = self.ask(Method::PUT, put, &player.token, command).await;
        assert_eq!(status, 200, "{made}");
        true
    }

    /// Whether every match of the rounds that were drawn is opened, some run, and all those wait for
    /// one player alone: then nothing happens before the clock runs out.
    pub(super) async fn waits_for(&self, this: &str, player: &Ann) -> bool {
        let drawn = tables(&self.get(this).await).concat().len();
        let opened = self.get("/v1/matches?limit=500").await;
        let opened = opened["items"].as_array().unwrap();
        let running = opened.iter().filter(|row| row["status"] == "running");
        let running: Vec<&Value> = running.collect();
        for row in &running {
            let at = format!("/v1/matches/{}", row["id"].as_str().unwrap());
            let info = self.get(&at).await;
            let to_act = info["to_act"].as_array().unwrap();
            let mut seats = to_act.iter().map(|seat| seat.as_u64().unwrap());
            let is_of = |seat: u64| {
                // For who has forfeited the server decides, and does so at once.
                let seat = usize::try_from(seat).unwrap();
                let is_in = info["seats"][seat]["forfeited"].is_null();
                row["seated"][seat]["player"] == player.id.as_str() && is_in
            };
            if to_act.is_empty() || !seats.all(is_of) {
                return false;
            }
        }
        opened.len() == drawn && !running.is_empty()
    }

    /// Plays a tournament to its end.
    pub(super) async fn ended(&self, this: &str, players: &[Ann]) -> Value {
        loop {
            let report = self.get(this).await;
            if !report["tournament"]["ended_at"].is_null() {
                return report;
            }
            self.decide(players, 1_000).await;
        }
    }
}

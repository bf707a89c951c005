//! What a server answers during a whole match is what the document says.

#![allow(clippy::unwrap_used, reason = "a test says what it needs by panicking")]

use std::collections::BTreeMap;

use reqwest::{Client, Method};
use serde_json::{Value, json};

/// A server, and a client that checks every answer.
struct Checked {
    running: api::Running,
    http: Client,
    token: String,
    document: Value,
    /// How many answers of each operation and status were checked.
    checked: BTreeMap<String, u32>,
}

impl Checked {
    /// Asks, checks the answer against the document, and returns it.
    async fn ask(
        &mut self,
        method: Method,
        pattern: &str,
        path: &str,
        body: Option<Value>,
    ) -> Value {
        let mut request = self.http.request(method.clone(), self.running.url(path));
        if !self.token.is_empty() {
            request = request.bearer_auth(&self.token);
        }
        if let Some(body) = body {
            request = request.json(&body);
        }
        let response = request.send().await.unwrap();
        let status = response.status().as_u16().to_string();
        let kind = response
            .headers()
            .get("content-type")
            .map(|kind| kind.to_str().unwrap().to_owned());
        let text = response.text().await.unwrap();
        let method = method.as_str().to_lowercase();
        let name = format!("{method} {pattern} {status}");
        let said = &self.document["paths"][pattern][&method]["responses"][&status];
        assert!(!said.is_null(), "{name} is not documented: {text}");
        *self.checked.entry(name.clone()).or_default() += 1;
        let Some(kind) = kind.filter(|kind| kind.contains("json") && !kind.contains("ndjson"))
        else {
            return Value::Null;
        };
        let value: Value = serde_json::from_str(&text).unwrap();
        let said = match said["$ref"].as_str() {
            Some(shared) => self
                .document
                .pointer(shared.trim_start_matches('#'))
                .unwrap(),
            None => said,
        };
        let mut schema = said["content"][&kind]["schema"].clone();
        assert!(!schema.is_null(), "{name} does not come as {kind}");
        schema["components"] = self.document["components"].clone();
        let validator = jsonschema::validator_for(&schema).unwrap();
        let errors: Vec<String> = validator
            .iter_errors(&value)
            .map(|error| error.to_string())
            .collect();
        assert!(errors.is_empty(), "{name}: {errors:#?}\n{text}");
        value
    }

    async fn get(&mut self, pattern: &str, path: &str) -> Value {
        self.ask(Method::GET, pattern, path, None).await
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn every_answer_of_a_match_is_what_the_document_says() {
    let data = tempfile::tempdir().unwrap();
    let config = api::Config::new(data.path(), ([127, 0, 0, 1], 0).into());
    let mut server = Checked {
        running: api::spawn(config).await.unwrap(),
        http: Client::new(),
        token: String::new(),
        document: openapi::document(),
        checked: BTreeMap::new(),
    };
    server.look_around().await;
    server.register().await;
    let at = server.open().await;
    while server.decide(&at).await {
        for part in [
            "",
            "/view",
            "/events",
            "/record",
            "/verify",
            "/replay",
            "/scores",
            "/attribution",
            "/decisions",
        ] {
            let pattern = format!("/v1/matches/{{id}}{part}");
            server.get(&pattern, &format!("{at}{part}")).await;
        }
        let legal = "/v1/matches/{id}/seats/{seat}/legal";
        server.get(legal, &format!("{at}/seats/0/legal")).await;
    }
    server.look_back(&at).await;
    assert!(server.checked.len() > 25, "{:#?}", server.checked);
}

impl Checked {
    /// What needs no match.
    async fn look_around(&mut self) {
        for path in [
            "/v1/games",
            "/healthz",
            "/readyz",
            "/version",
            "/integrity",
            "/openapi.json",
        ] {
            self.get(path, path).await;
        }
        for part in ["", "/components", "/rules"] {
            let pattern = format!("/v1/games/{{game}}{part}");
            self.get(&pattern, &format!("/v1/games/cartographers{part}"))
                .await;
        }
    }

    async fn register(&mut self) {
        let ann = Some(json!({ "name": "ann", "kind": "bot" }));
        let ann = self
            .ask(Method::POST, "/v1/players", "/v1/players", ann)
            .await;
        self.token = ann["token"].as_str().unwrap().to_owned();
        let path = format!("/v1/players/{}", ann["id"].as_str().unwrap());
        self.get("/v1/players/{id}", &path).await;
    }

    /// A match against a bot, started early.
    async fn open(&mut self) -> String {
        let seats =
            json!([{ "kind": "me" }, { "kind": "open" }, { "kind": "bot", "bot": "greedy" }]);
        let body =
            json!({ "game": "cartographers", "options": { "skills": true }, "seats": seats });
        let opened = self
            .ask(Method::POST, "/v1/matches", "/v1/matches", Some(body))
            .await;
        let at = format!("/v1/matches/{}", opened["match"]["id"].as_str().unwrap());
        let start = format!("{at}/start");
        self.ask(Method::POST, "/v1/matches/{id}/start", &start, None)
            .await;
        at
    }

    /// Tries, makes and repeats the decision that is due. False once the match is over.
    async fn decide(&mut self, at: &str) -> bool {
        let wait = format!("{at}/seats/0/decision?wait=60&with=gain&sample=5");
        let due = self
            .get("/v1/matches/{id}/seats/{seat}/decision", &wait)
            .await;
        if due["code"] == "over" {
            return false;
        }
        let put = format!("{at}/seats/0/decisions/{}", due["decision"]);
        let command = || Some(due["legal"][0]["command"].clone());
        let pattern = "/v1/matches/{id}/seats/{seat}/decisions/{decision}";
        let dry_run = [pattern, &put].map(|path| format!("{path}/dry-run"));
        self.ask(Method::POST, &dry_run[0], &dry_run[1], command())
            .await;
        for query in ["?sample=2", "", "?with=gain"] {
            self.ask(Method::PUT, pattern, &format!("{put}{query}"), command())
                .await;
        }
        true
    }

    /// Every step, the results, and a step too far.
    async fn look_back(&mut self, at: &str) {
        let version = self.get("/v1/matches/{id}", at).await["version"]
            .as_u64()
            .unwrap();
        for step in 0..=version + 1 {
            for part in ["", "/diff", "/score", "/legal"] {
                let pattern = format!("/v1/matches/{{id}}/steps/{{n}}{part}");
                self.get(&pattern, &format!("{at}/steps/{step}{part}"))
                    .await;
            }
        }
        for part in ["results", "replay", "scores", "attribution", "decisions"] {
            let pattern = format!("/v1/matches/{{id}}/{part}");
            self.get(&pattern, &format!("{at}/{part}")).await;
        }
        self.fork(at).await;
        let store = self.running.store.clone();
        store
            .results
            .at_least(store.integrity().position)
            .await
            .unwrap();
        self.get("/v1/matches", "/v1/matches").await;
        self.get("/v1/results", "/v1/results?game=cartographers")
            .await;
        store
            .statistics
            .at_least(store.integrity().position)
            .await
            .unwrap();
        self.count().await;
    }

    /// What is counted of it.
    async fn count(&mut self) {
        let score = "game=cartographers&metric=final_score";
        for (part, query) in [
            ("metrics", "game=cartographers"),
            ("query", &format!("{score}&group_by=player,deal&min_n=0")),
            ("query", &format!("{score}&group_by=hats")),
            ("distribution", score),
            (
                "curve",
                &format!("{score}&group_by=player&window=2&min_n=0"),
            ),
            ("compare", &format!("{score}&first=seat:0&second=seat:1")),
            ("choices", "game=cartographers"),
            ("heatmap", "game=cartographers"),
            ("matches", "game=cartographers"),
        ] {
            let path = format!("/v1/stats/{part}");
            self.get(&path, &format!("{path}?{query}")).await;
        }
        self.get("/v1/ratings/{game}", "/v1/ratings/cartographers")
            .await;
        let deals = "/v1/stats/query?game=cartographers&metric=rank&group_by=deal";
        let deals = self.get("/v1/stats/query", deals).await;
        let deal = deals["groups"][0]["key"][0].as_str().unwrap();
        self.get("/v1/deals/{id}", &format!("/v1/deals/{deal}"))
            .await;
        let state = "/v1/projections/consistency";
        self.get(state, state).await;
        self.batch().await;
        self.tournament().await;
    }

    /// A tournament from its plan to its end, and plans that cannot be.
    async fn tournament(&mut self) {
        let greedy = json!({ "kind": "bot", "bot": "greedy" });
        let random = json!({ "kind": "bot", "bot": "random" });
        let mut plan = json!({ "game": "cartographers", "system": "round_robin",
            "entrants": [greedy, random] });
        let all = "/v1/tournaments";
        let planned = self.ask(Method::POST, all, all, Some(plan.clone())).await;
        plan["entrants"][1]["bot"] = "greedy".into();
        self.ask(Method::POST, all, all, Some(plan)).await;
        let (one, at) = ("/v1/tournaments/{id}", planned["links"]["self"].clone());
        let at = at.as_str().unwrap();
        while self.get(one, at).await["tournament"]["ended_at"].is_null() {}
        self.get(all, all).await;
        let stop = format!("{at}/stop");
        self.ask(Method::POST, "/v1/tournaments/{id}/stop", &stop, None)
            .await;
    }

    /// A batch from its plan to its end, and a plan that cannot be.
    async fn batch(&mut self) {
        let line_up =
            json!([{ "kind": "bot", "bot": "greedy" }, { "kind": "bot", "bot": "random" }]);
        let stop = json!({ "bot": "greedy", "measure": "win_index", "null": 1.0,
            "alternative": 1.5, "alpha": 0.05, "beta": 0.05 });
        let mut plan = json!({ "game": "cartographers", "line_ups": [line_up], "count": 40,
            "duplicate": true, "stop": stop });
        let all = "/v1/batches";
        let planned = self.ask(Method::POST, all, all, Some(plan.clone())).await;
        plan["line_ups"][0][1]["bot"] = "greedy".into();
        self.ask(Method::POST, all, all, Some(plan)).await;
        let at = format!("{all}/{}", planned["id"].as_str().unwrap());
        let (one, events) = ("/v1/batches/{id}", format!("{at}/events"));
        self.get(one, &at).await;
        self.get("/v1/batches/{id}/events", &events).await;
        let report = self.get(one, &at).await;
        assert_eq!(report["batch"]["state"], "stopped");
        self.get(all, all).await;
        let stop = format!("{at}/stop");
        self.ask(Method::POST, "/v1/batches/{id}/stop", &stop, None)
            .await;
    }

    /// A match from the middle of another, its events, and one too far.
    async fn fork(&mut self, at: &str) {
        let replay = format!("{at}/replay");
        let manifest = self.get("/v1/matches/{id}/replay", &replay).await;
        let steps = manifest["steps"].as_array().unwrap();
        let settled = steps.iter().filter(|step| step["settled"] == true);
        let middle = settled.clone().nth(settled.count() / 2).unwrap();
        let (pattern, forks) = ("/v1/matches/{id}/forks", format!("{at}/forks"));
        for (step, chance) in [(&middle["step"], "redraw"), (&manifest["version"], "keep")] {
            let seats = json!([{ "kind": "me" }, { "kind": "bot", "bot": "random" }]);
            let body = json!({ "step": step, "chance": chance, "seats": seats });
            let fork = self.ask(Method::POST, pattern, &forks, Some(body)).await;
            if let Some(id) = fork["match"]["id"].as_str() {
                let events = format!("/v1/matches/{id}/events");
                self.get("/v1/matches/{id}/events", &events).await;
            }
        }
    }
}

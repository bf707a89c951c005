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
    for path in [
        "/v1/games",
        "/healthz",
        "/readyz",
        "/version",
        "/integrity",
        "/openapi.json",
    ] {
        server.get(path, path).await;
    }
    for part in ["", "/components", "/rules"] {
        server
            .get(
                &format!("/v1/games/{{game}}{part}"),
                &format!("/v1/games/cartographers{part}"),
            )
            .await;
    }
    let ann = server
        .ask(
            Method::POST,
            "/v1/players",
            "/v1/players",
            Some(json!({ "name": "ann", "kind": "bot" })),
        )
        .await;
    server.token = ann["token"].as_str().unwrap().to_owned();
    server
        .get(
            "/v1/players/{id}",
            &format!("/v1/players/{}", ann["id"].as_str().unwrap()),
        )
        .await;
    let seats = json!([{ "kind": "me" }, { "kind": "open" }, { "kind": "bot", "bot": "greedy" }]);
    let opened = json!({ "game": "cartographers", "options": { "skills": true }, "seats": seats });
    let opened = server
        .ask(Method::POST, "/v1/matches", "/v1/matches", Some(opened))
        .await;
    let at = format!("/v1/matches/{}", opened["match"]["id"].as_str().unwrap());
    let of = |part: &str| (format!("/v1/matches/{{id}}{part}"), format!("{at}{part}"));
    let (pattern, path) = of("/start");
    server.ask(Method::POST, &pattern, &path, None).await;
    loop {
        let due = server
            .get(
                "/v1/matches/{id}/seats/{seat}/decision",
                &format!("{at}/seats/0/decision?wait=60&with=gain&sample=5"),
            )
            .await;
        if due["code"] == "over" {
            break;
        }
        let n = due["decision"].as_u64().unwrap();
        let put = "/v1/matches/{id}/seats/{seat}/decisions/{n}";
        for query in ["?dry_run=true", "", ""] {
            let command = due["legal"][0]["command"].clone();
            server
                .ask(
                    Method::PUT,
                    put,
                    &format!("{at}/seats/0/decisions/{n}{query}"),
                    Some(command),
                )
                .await;
        }
        for part in [
            "",
            "/view",
            "/events",
            "/record",
            "/verify",
            "/seats/0/legal",
        ] {
            let (_, path) = of(part);
            server
                .get(
                    &format!("/v1/matches/{{id}}{}", part.replace("/0/", "/{seat}/")),
                    &path,
                )
                .await;
        }
    }
    let version = server.get("/v1/matches/{id}", &at).await["version"]
        .as_u64()
        .unwrap();
    for step in 0..=version {
        for part in ["", "/diff", "/score"] {
            server
                .get(
                    &format!("/v1/matches/{{id}}/steps/{{n}}{part}"),
                    &format!("{at}/steps/{step}{part}"),
                )
                .await;
        }
    }
    server
        .get("/v1/matches/{id}/results", &format!("{at}/results"))
        .await;
    server
        .get(
            "/v1/matches/{id}/steps/{n}",
            &format!("{at}/steps/{}", version + 1),
        )
        .await;
    server
        .running
        .store
        .results
        .at_least(server.running.store.integrity().position)
        .await;
    server.get("/v1/matches", "/v1/matches").await;
    server
        .get("/v1/results", "/v1/results?game=cartographers")
        .await;
    assert!(server.checked.len() > 25, "{:#?}", server.checked);
}

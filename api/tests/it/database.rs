//! The server with its log in a database: it plays as it does on a directory, and whoever serves
//! that database next goes on.
#![allow(clippy::unwrap_used, reason = "a test says what it needs by panicking")]

use std::path::Path;

use api::Config;
use domain::GameId;
use reqwest::Method;
use serde_json::{Value, json};
use store::portable::verify_record;
use store_postgres::testing::Server as Database;

use crate::{
    boxes::{self, Server},
    helpers::{TestApp, spawn_with},
};

fn serve(database: &Database, data: &Path) -> Server {
    Server::with(data, |command| command.env("CARTULARY_LOG", database.url()))
}

async fn player(server: &Server) -> String {
    let body = json!({ "name": "ann", "kind": "bot" });
    let (status, player) = server.ask(Method::POST, "/v1/players", "", &body).await;
    assert_eq!(status, 201, "{player}");
    player["token"].as_str().unwrap().to_owned()
}

/// A match against two of the server's bots, and the path to it.
async fn open(server: &Server, game: GameId, token: &str) -> String {
    let bot = json!({ "kind": "bot", "bot": "greedy" });
    let body = json!({ "game": game, "seats": [{ "kind": "me" }, bot, bot] });
    let (status, opened) = server.ask(Method::POST, "/v1/matches", token, &body).await;
    assert_eq!(status, 201, "{opened}");
    format!("/v1/matches/{}", opened["match"]["id"].as_str().unwrap())
}

async fn play(server: &Server, at: &str, token: &str, most: usize) -> bool {
    let asking = async |server: &Server, method, path: &str, body: &Value| {
        server.ask(method, path, token, body).await
    };
    boxes::play(&[server], asking, at, most).await
}

#[tokio::test(flavor = "multi_thread")]
async fn a_match_of_each_game_goes_on_in_another_directory_after_a_kill() {
    let database = Database::start();
    let data = tempfile::tempdir().unwrap();
    let server = serve(&database, data.path());
    let token = player(&server).await;
    let mut matches = Vec::new();
    for game in GameId::ALL {
        let at = open(&server, *game, &token).await;
        assert!(!play(&server, &at, &token, 5).await);
        matches.push(at);
    }
    let (_, before) = server.get("/integrity").await;
    // It is killed. The next one has nothing but the database: the token is valid there.
    drop(server);
    let data = tempfile::tempdir().unwrap();
    let server = serve(&database, data.path());
    let (_, after) = server.get("/integrity").await;
    assert!(after["position"].as_str() >= before["position"].as_str());
    for at in matches {
        assert!(play(&server, &at, &token, usize::MAX).await);
        let record = server.text(&format!("{at}/record")).await;
        let verdict = verify_record(&mut record.as_bytes()).unwrap();
        assert!(verdict.complete && verdict.finished, "{verdict:?}");
    }
    let results = server.listed("/v1/results").await;
    assert_eq!(
        results["items"].as_array().unwrap().len(),
        GameId::ALL.len()
    );
}

async fn spawn_on_database(database: &Database) -> TestApp {
    let url = database.url().parse().unwrap();
    spawn_with(|config| Config {
        log: Some(url),
        ..config
    })
    .await
}

#[tokio::test(flavor = "multi_thread")]
async fn batches_lists_and_statistics_work_on_a_database() {
    let database = Database::start();
    let app = spawn_on_database(&database).await;
    let ann = app.player("ann").await;
    let bots = json!([{ "kind": "bot", "bot": "greedy" }, { "kind": "bot", "bot": "random" }]);
    let body = json!({ "game": "cartographers", "line_ups": [bots], "count": 4 });
    let planned = app.post("/v1/batches", Some(&ann.token), &body).await;
    assert_eq!(planned.status, 201, "{}", planned.text);
    let events = planned.json()["links"]["events"].clone();
    // It ends with the batch.
    let stream = app.get(events.as_str().unwrap(), None).await;
    assert!(stream.text.contains(r#""type":"end""#), "{}", stream.text);
    app.counted().await;
    let results = app.get("/v1/results", None).await.json();
    assert_eq!(results["items"].as_array().unwrap().len(), 4);
    let ready = app.get("/readyz", None).await;
    assert_eq!(ready.status, 200, "{}", ready.text);
    app.stopped().await;
}

#[test]
fn a_database_is_not_backed_up_by_the_server() {
    let mut config = Config::new("data", ([127, 0, 0, 1], 0).into());
    config.log = Some("postgres://ann:secret@there/db".parse().unwrap());
    config.check().unwrap();
    assert!(!format!("{config:?}").contains("secret"));
    config.backups.backup_to = Some("backups".into());
    let refused = config.check().unwrap_err();
    assert!(refused.contains("leave out --backup-to"), "{refused}");
}

#[tokio::test(flavor = "multi_thread")]
async fn while_no_standby_answers_a_decision_is_refused_and_put_again_it_is_made_once() {
    let database = Database::start();
    let app = spawn_on_database(&database).await;
    let (at, ann, _) = app.duel().await;
    let due = app.due(&at, 0, &ann.token, "sample=1").await.json();
    let put = due["links"]["put"].as_str().unwrap();
    let command = &due["legal"][0]["command"];
    let before = app.get(&format!("{at}/events"), None).await.text;
    database.set("synchronous_standby_names", "nobody").await;
    let refused = app.put(put, &ann.token, command).await;
    assert_eq!(
        (refused.status.as_u16(), refused.code().as_str()),
        (503, "unavailable")
    );
    assert!(refused.headers.contains_key("retry-after"));
    // Nobody sees what may be taken back.
    assert_eq!(app.get(&format!("{at}/events"), None).await.text, before);
    let refused = app.put(put, &ann.token, command).await;
    assert_eq!(refused.status, 503, "{}", refused.text);
    database.set("synchronous_standby_names", "").await;
    let mut again = app.put(put, &ann.token, command).await;
    while again.status == 503 {
        again = app.put(put, &ann.token, command).await;
    }
    assert_eq!(again.status, 200, "{}", again.text);
    let record = app.get(&format!("{at}/record"), Some(&ann.token)).await;
    let made = record.text.matches(r#""seat":0,"decision":0,"#).count();
    assert_eq!(made, 1, "{}", record.text);
}

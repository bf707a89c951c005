//! Two servers on one database: any of them takes any request, and when the one that writes is
//! killed the other goes on.
#![allow(clippy::unwrap_used, reason = "a test says what it needs by panicking")]

use std::{net::TcpListener, path::Path};

use domain::GameId;
use reqwest::Method;
use serde_json::{Value, json};
use store::portable::verify_record;
use store_postgres::testing::Server as Database;

use crate::{
    boxes::{self, Server},
    receiver::Receiver,
};

/// An address that nobody listens on.
fn address() -> String {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    listener.local_addr().unwrap().to_string()
}

fn serve(database: &Database, data: &Path, address: &str) -> Server {
    Server::with(data, |command| {
        command
            .env("CARTULARY_LOG", database.url())
            .env("CARTULARY_LISTEN", address)
            .env("CARTULARY_NODE", format!("http://{address}"))
            .env("CARTULARY_LEASE", "5")
            .env("CARTULARY_PUSH_TO", "127.0.0.0/8")
    })
}

/// Asks until somebody answers: while no server writes, that is said, and when to ask again.
async fn ask(
    server: &Server,
    method: Method,
    path: &str,
    token: &str,
    body: &Value,
) -> (u16, Value) {
    loop {
        // A server that has its turn now closes the connections it had.
        let Ok(response) = server.send(method.clone(), path, token, body).await else {
            continue;
        };
        if response.status() == 503 {
            assert!(response.headers().contains_key("retry-after"));
            continue;
        }
        let status = response.status().as_u16();
        return (status, response.json().await.unwrap_or_default());
    }
}

async fn get(server: &Server, path: &str, token: &str) -> Value {
    let (status, answer) = ask(server, Method::GET, path, token, &Value::Null).await;
    assert_eq!(status, 200, "{answer}");
    answer
}

async fn post(server: &Server, path: &str, token: &str, body: &Value) -> Value {
    let (status, answer) = ask(server, Method::POST, path, token, body).await;
    assert_eq!(status, 201, "{answer}");
    answer
}

/// A player: the path to it, and its token.
async fn registered(server: &Server) -> (String, String) {
    let body = json!({ "name": "ann", "kind": "bot" });
    let player = post(server, "/v1/players", "", &body).await;
    let at = format!("/v1/players/{}", player["id"].as_str().unwrap());
    (at, player["token"].as_str().unwrap().to_owned())
}

async fn player(server: &Server) -> String {
    registered(server).await.1
}

/// A match against two of the server's bots, and the path to it.
async fn open(server: &Server, game: GameId, token: &str) -> String {
    let bot = json!({ "kind": "bot", "bot": "greedy" });
    let body = json!({ "game": game, "seats": [{ "kind": "me" }, bot, bot] });
    let opened = post(server, "/v1/matches", token, &body).await;
    format!("/v1/matches/{}", opened["match"]["id"].as_str().unwrap())
}

async fn play(servers: &[&Server], at: &str, token: &str, most: usize) -> bool {
    let asking = async |server: &Server, method, path: &str, body: &Value| {
        ask(server, method, path, token, body).await
    };
    boxes::play(servers, asking, at, most).await
}

async fn plan_batch(server: &Server, token: &str) -> String {
    let bots = json!([{ "kind": "bot", "bot": "greedy" }, { "kind": "bot", "bot": "random" }]);
    let body = json!({ "game": "cartographers", "line_ups": [bots], "count": 12 });
    let planned = post(server, "/v1/batches", token, &body).await;
    planned["links"]["events"].as_str().unwrap().to_owned()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_server_answers_nothing_while_another_may_have_written() {
    let database = Database::start();
    let dir = tempfile::tempdir().unwrap();
    let server = serve(&database, dir.path(), &address());
    let token = player(&server).await;
    let at = open(&server, GameId::ALL[0], &token).await;
    get(&server, &at, &token).await;
    let status = async |path: &str| {
        let asked = server.send(Method::GET, path, &token, &Value::Null).await;
        asked.unwrap().status()
    };
    // Nothing is confirmed any more, so not that the log is still its own.
    database.set("synchronous_standby_names", "nobody").await;
    while status(&at).await != 503 {}
    assert_eq!(status("/readyz").await, 503);
    assert_eq!(status("/healthz").await, 200);
    database.set("synchronous_standby_names", "").await;
    get(&server, &at, &token).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn matches_of_each_game_and_a_batch_go_on_when_the_server_that_writes_is_killed() {
    let database = Database::start();
    let dirs = [(); 3].map(|()| tempfile::tempdir().unwrap());
    let addresses = [address(), address()];
    let first = serve(&database, dirs[0].path(), &addresses[0]);
    get(&first, "/readyz", "").await;
    let second = serve(&database, dirs[1].path(), &addresses[1]);
    let token = player(&second).await;
    let mut matches = Vec::new();
    for game in GameId::ALL {
        let at = open(&second, *game, &token).await;
        assert!(!play(&[&first, &second], &at, &token, 5).await);
        matches.push(at);
    }
    let both = [&first, &second];
    let batch = plan_batch(both[0], &token).await;
    drop(first);
    // Nobody but the second is there to go on.
    assert!(play(&[&second], &matches[0], &token, usize::MAX).await);
    let again = serve(&database, dirs[2].path(), &addresses[0]);
    let both = [&second, &again];
    for at in &matches {
        assert!(play(&both, at, &token, usize::MAX).await);
        for server in both {
            let record = server.text(&format!("{at}/record")).await;
            let verdict = verify_record(&mut record.as_bytes()).unwrap();
            assert!(verdict.complete && verdict.finished, "{verdict:?}");
        }
    }
    // It ends with the batch.
    let events = again.text(&batch).await;
    assert!(events.contains(r#""type":"end""#), "{events}");
    let results = second.listed("/v1/results").await;
    let count = results["items"].as_array().unwrap().len();
    assert_eq!(count, GameId::ALL.len() + 12);
    let (here, there) = (
        get(&second, "/integrity", "").await,
        get(&again, "/integrity", "").await,
    );
    assert_eq!(here, there);
}

#[tokio::test(flavor = "multi_thread")]
async fn decisions_are_still_pushed_when_the_server_that_pushed_is_killed() {
    let database = Database::start();
    let dirs = [(); 2].map(|()| tempfile::tempdir().unwrap());
    let first = serve(&database, dirs[0].path(), &address());
    get(&first, "/readyz", "").await;
    let second = serve(&database, dirs[1].path(), &address());
    let receiver = Receiver::new().await;
    let (ann, token) = registered(&second).await;
    let push = format!("{ann}/push");
    let url = json!({ "url": receiver.url });
    let (status, put) = ask(&second, Method::PUT, &push, &token, &url).await;
    assert_eq!(status, 200, "{put}");
    open(&second, GameId::ALL[0], &token).await;
    let unanswered = receiver.next().await;
    drop(first);
    let again = receiver.next().await;
    assert_eq!(again.id(), unanswered.id());
    let command = again.command().to_string();
    again.answer(200, &command).await;
    let next = receiver.next().await;
    assert_ne!(next.id(), unanswered.id());
    assert_eq!(get(&second, &push, &token).await["url"], url["url"]);
}

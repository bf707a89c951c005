//! Two servers on one database: any of them takes any request, and when one is killed the other goes
//! on with its shards.
#![allow(clippy::unwrap_used, reason = "a test says what it needs by panicking")]

use std::{net::TcpListener, path::Path, time::Duration};

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
    divided(database, data, address, 1)
}

/// The same, on a database that is divided.
fn divided(database: &Database, data: &Path, address: &str, shards: u16) -> Server {
    Server::with(data, |command| {
        command
            .env("CARTULARY_LOG", database.url())
            .env("CARTULARY_LISTEN", address)
            .env("CARTULARY_NODE", format!("http://{address}"))
            .env("CARTULARY_LEASE", "5")
            .env("CARTULARY_SHARDS", shards.to_string())
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
    go_on_when_one_is_killed(1).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn matches_of_each_game_and_a_batch_go_on_when_one_of_two_that_write_is_killed() {
    go_on_when_one_is_killed(4).await;
}

/// Waits until servers have the shards of a database, each at least one.
async fn each_has_some(database: &Database, servers: usize) {
    let owners = "SELECT count(DISTINCT address) FROM cartulary_shards \
                  WHERE deadline > clock_timestamp()";
    while database.ask(owners).await != [servers.to_string()] {
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
}

async fn go_on_when_one_is_killed(shards: u16) {
    let database = Database::start();
    let dirs = [(); 3].map(|()| tempfile::tempdir().unwrap());
    let addresses = [address(), address()];
    let first = divided(&database, dirs[0].path(), &addresses[0], shards);
    get(&first, "/readyz", "").await;
    let second = divided(&database, dirs[1].path(), &addresses[1], shards);
    each_has_some(&database, usize::from(shards).min(2)).await;
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
    let again = divided(&database, dirs[2].path(), &addresses[0], shards);
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
    let count = async || {
        let results = second.listed("/v1/results").await;
        results["items"].as_array().unwrap().len()
    };
    // Lists are a moment behind what another server has written.
    while count().await < GameId::ALL.len() + 12 {}
    assert_eq!(count().await, GameId::ALL.len() + 12);
    let (here, there) = (
        get(&second, "/integrity", "").await,
        get(&again, "/integrity", "").await,
    );
    assert_eq!(here, there);
}

#[tokio::test(flavor = "multi_thread")]
async fn decisions_are_still_pushed_when_the_server_that_pushed_is_killed() {
    pushed_when_one_is_killed(1).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn decisions_of_all_shards_are_still_pushed_when_one_of_two_servers_is_killed() {
    pushed_when_one_is_killed(4).await;
}

async fn pushed_when_one_is_killed(shards: u16) {
    let database = Database::start();
    let dirs = [(); 2].map(|()| tempfile::tempdir().unwrap());
    let first = divided(&database, dirs[0].path(), &address(), shards);
    get(&first, "/readyz", "").await;
    let second = divided(&database, dirs[1].path(), &address(), shards);
    each_has_some(&database, usize::from(shards).min(2)).await;
    let receiver = Receiver::new().await;
    let (ann, token) = registered(&second).await;
    let push = format!("{ann}/push");
    let url = json!({ "url": receiver.url });
    let (status, put) = ask(&second, Method::PUT, &push, &token, &url).await;
    assert_eq!(status, 200, "{put}");
    open(&second, GameId::ALL[0], &token).await;
    let unanswered = receiver.next().await;
    drop(first);
    let mut again = receiver.next().await;
    assert_eq!(again.id(), unanswered.id());
    // The shard of the match may be taken after that of the players: until then nobody decides there.
    while again.id() == unanswered.id() {
        let command = again.command().to_string();
        again.answer(200, &command).await;
        again = receiver.next().await;
    }
    assert_eq!(get(&second, &push, &token).await["url"], url["url"]);
}

/// Sends a body to a server until it is answered by more than when to ask again.
async fn sent(server: &Server, path: &str, token: &str, kind: &str, body: String) -> Value {
    loop {
        let request = reqwest::Client::new().post(format!("{}{path}", server.url));
        let request = request.bearer_auth(token).header("content-type", kind);
        let request = request.header("accept", "application/json, text/event-stream");
        let answer = request.body(body.clone()).send().await.unwrap();
        if answer.status() != 503 {
            assert!(answer.status().is_success(), "{answer:?}");
            return answer.json().await.unwrap();
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn imports_and_tools_find_the_shard_of_a_match() {
    let database = Database::start();
    let dirs = [(); 3].map(|()| tempfile::tempdir().unwrap());
    let servers = [0, 1].map(|nth| divided(&database, dirs[nth].path(), &address(), 4));
    each_has_some(&database, 2).await;
    let elsewhere = Server::with(dirs[2].path(), |command| command);
    let token = player(&servers[0]).await;
    for nth in 0..4 {
        let there = player(&elsewhere).await;
        let at = open(&elsewhere, GameId::ALL[0], &there).await;
        assert!(play(&[&elsewhere], &at, &there, usize::MAX).await);
        let record = elsewhere.text(&format!("{at}/record")).await;
        let (path, lines) = ("/v1/matches/import", "application/octet-stream");
        let imported = sent(&servers[nth % 2], path, &token, lines, record).await;
        assert_eq!(imported["match"]["imported"], true);
        for server in &servers {
            assert_eq!(get(server, &at, &token).await["imported"], true);
        }
    }
    for _ in 0..4 {
        let token = player(&servers[0]).await;
        let at = open(&servers[0], GameId::ALL[0], &token).await;
        let id = at.rsplit('/').next().unwrap();
        for server in &servers {
            let arguments = json!({ "match": id, "seat": 0, "token": token });
            let params = json!({ "name": "wait_for_turn", "arguments": arguments });
            let turn = called(server, params).await;
            let decision = turn["decision"].clone();
            let mut arguments = arguments;
            arguments["decision"] = decision.clone();
            arguments["number"] = json!(0);
            let params = json!({ "name": "act", "arguments": arguments });
            assert_eq!(called(server, params).await["decision"], decision);
        }
    }
}

/// What a tool says.
async fn called(server: &Server, params: Value) -> Value {
    let call = json!({ "jsonrpc": "2.0", "id": 7, "method": "tools/call", "params": params });
    let answer = sent(server, "/mcp", "", "application/json", call.to_string()).await;
    assert_eq!(answer["result"]["isError"], false, "{answer}");
    let text = answer["result"]["content"][0]["text"].as_str().unwrap();
    serde_json::from_str(text).unwrap()
}

//! One stranger does not stop the others: what is heavy is bounded, and says so.

#![allow(clippy::unwrap_used, reason = "a test says what it needs by panicking")]

use api::{Bounds, ClientAddress, Config};
use reqwest::{Method, StatusCode};
use serde_json::json;
use tokio::{
    io::{AsyncReadExt as _, AsyncWriteExt as _},
    net::TcpStream,
};

use crate::{
    helpers::{Reply, TestApp, spawn_app, spawn_with},
    statistics::play_all,
};

const GAME: domain::GameId = domain::GameId::Cartographers;

/// A server with these bounds that limits requests.
async fn bounded(bounds: Bounds) -> TestApp {
    spawn_with(|config| Config {
        bounds,
        request_limit: Some("100000".parse().unwrap()),
        client_address: ClientAddress::Forwarded,
        ..config
    })
    .await
}

/// Every look that decides again, folds or counts much.
fn heavy(at: &str) -> Vec<String> {
    let of_match = [
        "/verify",
        "/decisions",
        "/scores",
        "/attribution",
        "/replay",
        "/record",
        "/record?format=zstd",
        "/steps/3",
        "/steps/3/diff",
        "/steps/3/score",
        "/steps/3/legal?with=gain",
        "/view?step=3",
    ];
    let counted = [
        "/v1/stats/query?game=cartographers&metric=final_score",
        "/v1/stats/distribution?game=cartographers&metric=final_score",
        "/v1/stats/curve?game=cartographers&metric=final_score",
        "/v1/stats/choices?game=cartographers",
        "/v1/stats/heatmap?game=cartographers",
        "/v1/stats/matches?game=cartographers",
        "/v1/ratings/cartographers",
        "/v1/exports/cartographers.csv",
    ];
    let of_match = of_match.map(|look| format!("{at}{look}"));
    of_match
        .into_iter()
        .chain(counted.map(str::to_owned))
        .collect()
}

/// Where a finished match is.
async fn finished(app: &TestApp) -> String {
    play_all(app, GAME, 1).await;
    app.counted().await;
    let page = app.get("/v1/matches", None).await.json();
    format!("/v1/matches/{}", page["items"][0]["id"].as_str().unwrap())
}

fn refused(reply: &Reply, status: u16, code: &str) {
    assert_eq!(
        (reply.status.as_u16(), reply.code().as_str()),
        (status, code)
    );
    assert_eq!(reply.headers["retry-after"], "1");
}

#[tokio::test(flavor = "multi_thread")]
async fn every_heavy_look_waits_in_one_queue_and_play_does_not() {
    let app = bounded(Bounds {
        looks: 0,
        ..Bounds::default()
    })
    .await;
    let at = finished(&app).await;
    for look in heavy(&at) {
        refused(&app.get(&look, None).await, 503, "busy");
    }
    for game in ["score", "legal"] {
        let position = json!({ "game": "cartographers", "board": "A", "cells": [] });
        let reply = app
            .post(&format!("/v1/games/cartographers/{game}"), None, &position)
            .await;
        assert_ne!(reply.status, StatusCode::OK, "{game}");
    }
    let (at, ann, ben) = app.duel().await;
    for (seat, player) in [(0, &ann), (1, &ben)] {
        assert!(app.decide(&at, seat, &player.token).await.is_some());
    }
    assert_eq!(app.get(&format!("{at}/events"), None).await.status, 200);
}

#[tokio::test(flavor = "multi_thread")]
async fn one_address_asks_for_no_more_heavy_looks_than_its_share() {
    let app = bounded(Bounds {
        looks_of_one: 0,
        ..Bounds::default()
    })
    .await;
    let at = finished(&app).await;
    for look in heavy(&at) {
        refused(&app.get(&look, None).await, 429, "too_many_at_once");
    }
    let version = app.get("/version", None).await.json();
    assert_eq!(version["limits"]["at_once"]["looks_of_one"], 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_known_of_a_finished_match_is_told_again_as_it_was() {
    let app = spawn_app().await;
    let at = finished(&app).await;
    for look in heavy(&at).iter().take(7) {
        let [first, again] = [app.get(look, None).await, app.get(look, None).await];
        assert_eq!(first.status, 200, "{look}");
        assert_eq!(first.text, again.text, "{look}");
    }
}

/// The beginning of an import that never ends.
async fn unfinished(app: &TestApp, token: &str, length: usize) -> TcpStream {
    let import = ("/v1/matches/import", "application/octet-stream");
    begun(app, import, token, length).await
}

/// The beginning of a request, of a body of some type, that never ends.
async fn begun(
    app: &TestApp,
    (path, media_type): (&str, &str),
    token: &str,
    length: usize,
) -> TcpStream {
    let mut connection = TcpStream::connect(app.running.addr).await.unwrap();
    let head = format!(
        "POST {path} HTTP/1.1\r\nhost: {}\r\nauthorization: Bearer {token}\r\n\
         content-type: {media_type}\r\ncontent-length: {length}\r\n\r\nbegun",
        app.running.addr
    );
    connection.write_all(head.as_bytes()).await.unwrap();
    connection
}

#[tokio::test(flavor = "multi_thread")]
async fn a_record_that_is_too_long_is_refused_before_it_is_sent() {
    let app = spawn_app().await;
    let ann = app.player("ann").await;
    let mut connection = unfinished(&app, &ann.token, 32 * 1024 * 1024 + 1).await;
    let mut answer = [0; 12];
    connection.read_exact(&mut answer).await.unwrap();
    assert_eq!(std::str::from_utf8(&answer).unwrap(), "HTTP/1.1 413");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_body_that_is_too_long_is_refused_before_it_is_sent() {
    let app = spawn_app().await;
    let ann = app.player("ann").await;
    let sizes = app.get("/version", None).await.json()["limits"]["sizes"].clone();
    for (path, most) in [
        ("/v1/matches", "arranged_bytes"),
        ("/v1/batches", "arranged_bytes"),
        ("/v1/players", "body_bytes"),
    ] {
        let most = usize::try_from(sizes[most].as_u64().unwrap()).unwrap();
        let json = (path, "application/json");
        let mut connection = begun(&app, json, &ann.token, most + 1).await;
        let mut answer = [0; 12];
        connection.read_exact(&mut answer).await.unwrap();
        assert_eq!(std::str::from_utf8(&answer).unwrap(), "HTTP/1.1 413");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn unfinished_imports_are_few_and_of_one_address_fewer() {
    for (imports, imports_of_one, status, code) in
        [(0, 1, 503, "busy"), (1, 0, 429, "too_many_at_once")]
    {
        let app = bounded(Bounds {
            imports,
            imports_of_one,
            ..Bounds::default()
        })
        .await;
        let ann = app.player("ann").await;
        let request = app.request(Method::POST, "/v1/matches/import", Some(&ann.token));
        let request = request.header("content-type", "application/octet-stream");
        refused(&app.send(request.body("{}")).await, status, code);
        // A long body with an arranged table counts as one.
        let request = app.request(Method::POST, "/v1/matches", Some(&ann.token));
        let request = request.header("content-type", "application/json");
        let long = " ".repeat(100_000);
        refused(&app.send(request.body(long)).await, status, code);
        let body = json!({ "game": "cartographers", "seats": 1 });
        let opened = app.post("/v1/matches", Some(&ann.token), &body).await;
        assert_eq!(opened.status, 201);
    }
}

/// How many bytes of memory this process has.
fn memory() -> u64 {
    let status = std::fs::read_to_string("/proc/self/statm").unwrap();
    let pages: u64 = status.split(' ').nth(1).unwrap().parse().unwrap();
    pages * 4096
}

#[tokio::test(flavor = "multi_thread")]
async fn an_unfinished_import_takes_no_memory() {
    const BYTES: usize = 30 * 1024 * 1024;
    let app = spawn_app().await;
    let ann = app.player("ann").await;
    let before = memory();
    let piece = vec![b'x'; 1024 * 1024];
    let mut connections = Vec::new();
    for _ in 0..8 {
        let mut connection = unfinished(&app, &ann.token, BYTES).await;
        for _ in 0..29 {
            connection.write_all(&piece).await.unwrap();
        }
        connections.push(connection);
    }
    let grown = memory().saturating_sub(before);
    assert!(
        grown < 150 * 1024 * 1024,
        "8 imports of 29 MB took {grown} bytes"
    );
}

/// A server that knows who is connected.
async fn with_bounds(bounds: Bounds) -> TestApp {
    spawn_with(|config| Config {
        bounds,
        request_limit: Some("100000".parse().unwrap()),
        ..config
    })
    .await
}

/// What a connection of its own is told, until the server closes it.
async fn told(app: &TestApp, request: &str) -> (String, serde_json::Value) {
    let mut connection = TcpStream::connect(app.running.addr).await.unwrap();
    connection.write_all(request.as_bytes()).await.unwrap();
    let mut answer = String::new();
    connection.read_to_string(&mut answer).await.unwrap();
    let (head, body) = answer.split_once("\r\n\r\n").unwrap();
    (head.to_owned(), serde_json::from_str(body).unwrap())
}

const GET: &str = "GET /healthz HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n";

#[tokio::test(flavor = "multi_thread")]
async fn more_connections_than_there_may_be_are_told_so_and_closed() {
    for (connections, connections_of_one, status, code) in
        [(2, 9, 503, "busy"), (9, 2, 429, "too_many_at_once")]
    {
        let app = with_bounds(Bounds {
            connections: Some(connections),
            connections_of_one,
            ..Bounds::default()
        })
        .await;
        let mut kept = Vec::new();
        for _ in 0..2 {
            let mut connection = TcpStream::connect(app.running.addr).await.unwrap();
            let get = GET.replace("close", "keep-alive");
            connection.write_all(get.as_bytes()).await.unwrap();
            let mut begun = [0; 12];
            connection.read_exact(&mut begun).await.unwrap();
            assert_eq!(std::str::from_utf8(&begun).unwrap(), "HTTP/1.1 200");
            kept.push(connection);
        }
        let (head, problem) = told(&app, GET).await;
        assert!(head.starts_with(&format!("HTTP/1.1 {status} ")), "{head}");
        assert!(head.contains("\r\nretry-after: 1\r\n"), "{head}");
        assert_eq!(
            (&problem["code"], &problem["status"]),
            (&code.into(), &status.into())
        );
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn who_hangs_up_is_not_waited_for() {
    let app = with_bounds(Bounds {
        connections_of_one: 1,
        ..Bounds::default()
    })
    .await;
    let id = format!("m_{}", "0".repeat(32));
    assert!(told(&app, GET).await.0.starts_with("HTTP/1.1 200"));
    // A body that does not come is waited for.
    let mut connection = TcpStream::connect(app.running.addr).await.unwrap();
    let waits = format!(
        "POST /v1/matches/{id}/forks HTTP/1.1\r\nhost: localhost\r\ncontent-length: 9\r\n\r\n"
    );
    connection.write_all(waits.as_bytes()).await.unwrap();
    drop(connection);
    // Its place is free before any time limit is over.
    let let_in = async { while !told(&app, GET).await.0.starts_with("HTTP/1.1 200") {} };
    let patience = std::time::Duration::from_secs(60);
    tokio::time::timeout(patience, let_in).await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_no_request_or_does_not_come_is_a_problem_as_well() {
    let app = spawn_app().await;
    let limits = app.get("/version", None).await.json()["limits"].clone();
    let most = limits["sizes"]["head_bytes"].as_u64().unwrap();
    let header = "y".repeat(usize::try_from(most).unwrap());
    let long = format!("GET / HTTP/1.1\r\nhost: a\r\nx: {header}\r\n");
    assert_eq!(limits["times"]["head_ms"], 5000);
    for (sent, status, code) in [
        ("no request\r\n\r\n", 400, "malformed_request"),
        (
            "GET / HTTP/1.1\r\nno header\r\n\r\n",
            400,
            "malformed_request",
        ),
        (&long, 431, "head_too_large"),
        ("GET / HTTP/1.1\r\nhost:", 408, "request_timeout"),
    ] {
        let (head, problem) = told(&app, sent).await;
        assert!(head.starts_with(&format!("HTTP/1.1 {status} ")), "{head}");
        assert!(head.contains("application/problem+json"), "{head}");
        assert_eq!(
            (&problem["code"], &problem["status"]),
            (&code.into(), &status.into())
        );
        let id = problem["request_id"].as_str().unwrap();
        assert!(id.len() == 18 && head.contains(id), "{head}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn one_address_follows_no_more_streams_than_its_share() {
    let app = bounded(Bounds {
        streams_of_one: 1,
        ..Bounds::default()
    })
    .await;
    let (at, ..) = app.duel().await;
    let stream = |path: String| {
        let request = app.request(Method::GET, &path, None);
        request.header("accept", "text/event-stream")
    };
    let id = at.rsplit('/').next().unwrap();
    let followed = stream(format!("{at}/events")).send().await.unwrap();
    assert_eq!(followed.status(), 200);
    for path in [format!("{at}/events"), format!("/v1/stream?match={id}")] {
        refused(&app.send(stream(path)).await, 429, "too_many_at_once");
    }
    drop(followed);
    let let_in = async {
        while stream(format!("{at}/events"))
            .send()
            .await
            .unwrap()
            .status()
            != 200
        {}
    };
    let patience = std::time::Duration::from_secs(60);
    tokio::time::timeout(patience, let_in).await.unwrap();
}

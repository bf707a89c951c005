//! Tools for language models, called as a client of the protocol calls them.

#![allow(clippy::unwrap_used, reason = "a test says what it needs by panicking")]

use base64::{Engine as _, engine::general_purpose::STANDARD};
use domain::GameId;
use reqwest::Method;
use serde_json::{Value, json};

use crate::helpers::{Reply, TestApp, spawn_app, spawn_with};

/// A request of the protocol, before it is sent.
fn request(app: &TestApp, method: &str, params: &Value) -> reqwest::RequestBuilder {
    let body = json!({ "jsonrpc": "2.0", "id": 7, "method": method, "params": params });
    app.request(Method::POST, "/mcp", None)
        .header("accept", "application/json, text/event-stream")
        .header("mcp-protocol-version", "2025-06-18")
        .json(&body)
}

/// What the server says to a request of the protocol.
async fn ask(app: &TestApp, method: &str, params: Value) -> Value {
    let reply = app.send(request(app, method, &params)).await;
    assert_eq!(reply.status, 200, "{}", reply.text);
    reply.json()
}

/// What a tool answers.
async fn call(app: &TestApp, tool: &str, arguments: Value) -> Value {
    let params = json!({ "name": tool, "arguments": arguments });
    ask(app, "tools/call", params).await["result"].clone()
}

/// The data that a tool answers.
async fn told(app: &TestApp, tool: &str, arguments: Value) -> Value {
    let answer = call(app, tool, arguments).await;
    assert_eq!(answer["isError"], false, "{tool}: {answer}");
    data(&answer)
}

/// The problem that a tool answers.
async fn refused(app: &TestApp, tool: &str, arguments: Value) -> Value {
    let answer = call(app, tool, arguments).await;
    assert_eq!(answer["isError"], true, "{tool}: {answer}");
    data(&answer)
}

fn data(answer: &Value) -> Value {
    serde_json::from_str(text(answer, 0)).unwrap()
}

fn text(answer: &Value, nth: usize) -> &str {
    answer["content"][nth]["text"].as_str().unwrap()
}

/// A match of one player on two seats: its id and the token of the player.
async fn opened(app: &TestApp, game: GameId, settings: Value) -> (Value, Value) {
    let token = told(app, "register", json!({ "name": "model" })).await["token"].clone();
    let mut wanted = json!({ "token": token, "game": game, "seats": 2 });
    let settings = settings.as_object().unwrap().clone();
    wanted.as_object_mut().unwrap().extend(settings);
    let opened = told(app, "open_match", wanted).await;
    (opened["match"]["id"].clone(), token)
}

/// The arguments for the seat of a player.
fn at((id, token): &(Value, Value), seat: u64, more: &Value) -> Value {
    let mut arguments = json!({ "token": token, "match": id, "seat": seat });
    let more = more.as_object().unwrap().clone();
    arguments.as_object_mut().unwrap().extend(more);
    arguments
}

/// The first seat that owes a decision, and what it is told.
async fn turn(app: &TestApp, of: &(Value, Value), more: &Value) -> Option<(u64, Value)> {
    for seat in 0..2 {
        let mut asked = at(of, seat, &json!({ "wait_s": 0, "picture": false }));
        let more = more.as_object().unwrap().clone();
        asked.as_object_mut().unwrap().extend(more);
        let turn = told(app, "wait_for_turn", asked).await;
        match turn["status"].as_str().unwrap() {
            "your_turn" => return Some((seat, turn)),
            "over" => return None,
            status => assert_eq!(status, "waiting"),
        }
    }
    panic!("nobody owes a decision");
}

#[tokio::test]
async fn tools_are_listed_with_arguments_that_stand_alone() {
    let app = spawn_app().await;
    let listed = ask(&app, "tools/list", json!({})).await;
    let tools = listed["result"]["tools"].as_array().unwrap();
    assert_eq!(tools.len(), 8);
    for tool in tools {
        let said = tool["description"].as_str().unwrap();
        assert!(said.split(' ').count() > 8, "{tool}");
        assert_eq!(tool["inputSchema"]["type"], "object");
        assert!(!tool.to_string().contains("$ref"), "{tool}");
        for (name, argument) in tool["inputSchema"]["properties"]
            .as_object()
            .into_iter()
            .flatten()
        {
            let said = [
                &argument["description"],
                &argument["oneOf"][0]["description"],
            ];
            assert!(said.iter().any(|it| it.is_string()), "{name} of {tool}");
        }
    }
}

#[tokio::test]
async fn a_client_learns_what_the_server_is_before_it_calls_tools() {
    let app = spawn_app().await;
    let client = json!({ "name": "test", "version": "1" });
    let hello =
        json!({ "protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": client });
    let welcome = ask(&app, "initialize", hello).await["result"].clone();
    assert_eq!(welcome["serverInfo"]["name"], "cartulary");
    assert!(
        welcome["instructions"]
            .as_str()
            .unwrap()
            .contains("wait_for_turn")
    );
}

#[tokio::test]
async fn whole_matches_of_every_game_are_played_by_tools_alone() {
    let app = spawn_app().await;
    for &game in GameId::ALL {
        let of = opened(&app, game, json!({})).await;
        let mut seen = 0;
        let more = |seen: u64| json!({ "seen": seen, "list": 1 });
        while let Some((seat, turn)) = turn(&app, &of, &more(seen)).await {
            let (decision, number) = (&turn["decision"], &turn["legal"][0]["number"]);
            assert!(turn["legal"][0]["text"].is_string(), "{turn}");
            let acted = json!({ "decision": decision, "number": number });
            let acted = told(&app, "act", at(&of, seat, &acted)).await;
            assert!(!acted["happened"].as_array().unwrap().is_empty(), "{acted}");
            seen = acted["version"].as_u64().unwrap();
        }
        let results = told(&app, "results", json!({ "match": of.0 })).await;
        assert_eq!(
            results["standings"].as_array().unwrap().len(),
            2,
            "{results}"
        );
    }
}

#[tokio::test]
async fn a_turn_shows_the_table_as_text_and_as_a_picture_and_what_happened() {
    let app = spawn_app().await;
    let of = opened(&app, GameId::Cartographers, json!({})).await;
    let answer = call(&app, "wait_for_turn", at(&of, 0, &json!({}))).await;
    let happened = data(&answer)["happened"].clone();
    assert!(happened.as_array().unwrap().len() > 2, "{happened}");
    assert!(text(&answer, 1).lines().count() > 11);
    assert_eq!(answer["content"][2]["mimeType"], "image/png");
    let png = STANDARD.decode(answer["content"][2]["data"].as_str().unwrap());
    assert!(png.unwrap().starts_with(b"\x89PNG"));
    let version = data(&answer)["version"].clone();
    let later = at(&of, 0, &json!({ "seen": version }));
    assert_eq!(
        told(&app, "wait_for_turn", later).await["happened"],
        json!([])
    );
}

#[tokio::test]
async fn whoever_waits_hears_at_once_that_it_is_their_turn() {
    let app = spawn_app().await;
    let of = opened(&app, GameId::BuildersBiomes, json!({})).await;
    let (seat, due) = turn(&app, &of, &json!({})).await.unwrap();
    let other = at(&of, 1 - seat, &json!({ "picture": false }));
    let waits = async {
        // Asked before the other seat acts, or after: it is told of its turn in either case.
        told(&app, "wait_for_turn", other).await
    };
    let acts = async {
        let mut due = due;
        loop {
            let acted = json!({ "decision": due["decision"], "number": 0 });
            let acted = told(&app, "act", at(&of, seat, &acted)).await;
            if acted["next"].is_null() {
                return;
            }
            due = json!({ "decision": acted["next"] });
        }
    };
    let (turn, ()) = tokio::join!(waits, acts);
    assert_eq!(turn["status"], "your_turn");
}

#[tokio::test]
async fn a_wait_is_at_most_25_seconds() {
    let app = spawn_app().await;
    let of = opened(&app, GameId::Cartographers, json!({})).await;
    let problem = refused(&app, "wait_for_turn", at(&of, 0, &json!({ "wait_s": 26 }))).await;
    assert_eq!(
        (&problem["code"], &problem["pointer"]),
        (&json!("malformed_body"), &json!("/wait_s"))
    );
    let listed = ask(&app, "tools/list", json!({})).await;
    let tools = listed["result"]["tools"].as_array().unwrap();
    let wait = tools
        .iter()
        .find(|tool| tool["name"] == "wait_for_turn")
        .unwrap();
    assert_eq!(wait["inputSchema"]["properties"]["wait_s"]["maximum"], 25);
}

#[tokio::test]
async fn a_refusal_cites_the_paragraph_and_is_counted_as_a_try() {
    let app = spawn_app().await;
    for legal in ["none", "count"] {
        let of = opened(&app, GameId::Cartographers, json!({ "legal": legal })).await;
        let (seat, turn) = turn(&app, &of, &json!({})).await.unwrap();
        assert_eq!(turn["legal"], Value::Null);
        assert_eq!(turn["legal_count"].is_u64(), legal == "count");
        let by = |play: Value| {
            let mut arguments = at(&of, seat, &json!({ "decision": turn["decision"] }));
            let play = play.as_object().unwrap().clone();
            arguments.as_object_mut().unwrap().extend(play);
            arguments
        };
        let withheld = refused(&app, "act", by(json!({ "number": 0 }))).await;
        assert_eq!(withheld["code"], "legal_withheld");
        let far = json!({ "type": "draw", "terrain": "forest", "cells": [[90, 90]] });
        let far = json!({ "game": "cartographers", "command": far });
        let answer = call(&app, "act", by(json!({ "command": far }))).await;
        assert_eq!(answer["isError"], true);
        let rule = data(&answer)["rule"].as_str().unwrap().to_owned();
        assert!(text(&answer, 1).contains(&rule), "{answer}");
        let asked = json!({ "game": "cartographers", "section": rule });
        let read = call(&app, "read_rules", asked).await;
        assert!(text(&read, 0).starts_with(text(&answer, 1)));
    }
}

#[tokio::test]
async fn an_act_sent_twice_is_done_once_and_its_note_is_kept() {
    let app = spawn_app().await;
    let of = opened(&app, GameId::Cartographers, json!({})).await;
    let (seat, turn) = turn(&app, &of, &json!({})).await.unwrap();
    let acted = json!({ "decision": turn["decision"], "number": 0, "note": "A hunch." });
    let first = told(&app, "act", at(&of, seat, &acted)).await;
    let mut again = told(&app, "act", at(&of, seat, &acted)).await;
    assert_eq!(
        (&first["replayed"], &again["replayed"]),
        (&json!(false), &json!(true))
    );
    again["replayed"] = json!(false);
    assert_eq!(first, again);
    let path = format!(
        "/v1/matches/{}/decisions?seat={seat}",
        of.0.as_str().unwrap()
    );
    let decisions = app.get(&path, of.1.as_str()).await.json();
    assert_eq!(decisions["items"][0]["note"], "A hunch.");
    let both = json!({ "decision": 1, "number": 0, "command": {} });
    assert_eq!(
        refused(&app, "act", at(&of, seat, &both)).await["code"],
        "malformed_body"
    );
}

#[tokio::test]
async fn a_seat_is_played_with_its_own_token_or_that_of_the_request_and_with_no_other() {
    let app = spawn_app().await;
    let token = told(&app, "register", json!({ "name": "host" })).await["token"].clone();
    let seats = json!([{ "kind": "me" }, { "kind": "open" }]);
    let wanted = json!({ "token": token, "game": "cartographers", "seats": seats, "key": "once" });
    let opened = told(&app, "open_match", wanted.clone()).await;
    let id = &opened["match"]["id"];
    assert_eq!(&told(&app, "open_match", wanted).await["match"]["id"], id);
    let guest = told(&app, "register", json!({ "name": "guest", "version": "2" })).await;
    let joins = json!({ "token": guest["token"], "match": id });
    let joined = told(&app, "join_match", joins).await;
    assert_eq!(joined["seat"], 1);
    let wait = |token: &Value| json!({ "token": token, "match": id, "seat": 1, "picture": false });
    let turn = told(&app, "wait_for_turn", wait(&joined["token"])).await;
    assert_eq!(turn["status"], "your_turn");
    let other = &opened["seat_tokens"][0]["token"];
    assert_eq!(
        refused(&app, "wait_for_turn", wait(other)).await["code"],
        "not_your_seat"
    );
    let nobodys = json!({ "match": id, "seat": 1 });
    assert_eq!(
        refused(&app, "wait_for_turn", nobodys.clone()).await["code"],
        "no_token"
    );
    let params = json!({ "name": "wait_for_turn", "arguments": nobodys });
    let asked = request(&app, "tools/call", &params).bearer_auth(guest["token"].as_str().unwrap());
    let answer = app.send(asked).await.json()["result"].clone();
    assert_eq!(answer["isError"], false, "{answer}");
}

#[tokio::test]
async fn what_is_no_tool_or_no_argument_is_told_with_what_there_is() {
    let app = spawn_app().await;
    let none = json!({ "name": "cheat", "arguments": {} });
    let error = ask(&app, "tools/call", none).await["error"].clone();
    assert_eq!(error["code"], -32602);
    assert!(
        error["message"].as_str().unwrap().contains("wait_for_turn"),
        "{error}"
    );
    let problem = refused(&app, "read_rules", json!({ "game": "chess" })).await;
    assert_eq!(
        (&problem["code"], &problem["pointer"]),
        (&json!("malformed_body"), &json!("/game"))
    );
    let asked = json!({ "game": "big_monster", "section": "99" });
    assert_eq!(
        refused(&app, "read_rules", asked).await["pointer"],
        "/section"
    );
    let more = json!({ "game": "big_monster", "page": 2 });
    assert_eq!(
        refused(&app, "read_rules", more).await["code"],
        "malformed_body"
    );
}

#[tokio::test]
async fn rules_are_read_by_section_and_commands_as_a_schema() {
    let app = spawn_app().await;
    for &game in GameId::ALL {
        let contents = told(&app, "read_rules", json!({ "game": game })).await;
        let contents = contents.as_array().unwrap();
        assert!(contents.len() > 10);
        for entry in contents {
            let asked = json!({ "game": game, "section": entry["section"] });
            let answer = call(&app, "read_rules", asked).await;
            assert_eq!(answer["isError"], false, "{entry}");
        }
        let asked = json!({ "game": game, "section": "commands" });
        let commands = told(&app, "read_rules", asked).await;
        assert!(!commands.to_string().contains("$ref"));
        assert!(commands["properties"]["command"].is_object(), "{commands}");
    }
    let games = told(&app, "list_games", json!({})).await;
    assert_eq!(games.as_array().unwrap().len(), GameId::ALL.len());
}

async fn listed_by(app: &TestApp, headers: &[(&str, &str)]) -> Reply {
    let asked = request(app, "tools/list", &json!({}));
    let asked = headers
        .iter()
        .fold(asked, |asked, (name, value)| asked.header(*name, *value));
    app.send(asked).await
}

#[tokio::test]
async fn a_name_that_was_led_here_calls_no_tool_unless_the_operator_allows_it() {
    let app = spawn_app().await;
    for host in [
        "evil.example",
        "evil.example:8080",
        "127.0.0.1.evil.example",
        "10.0.0.1",
    ] {
        assert_eq!(
            listed_by(&app, &[("host", host)]).await.code(),
            "wrong_host",
            "{host}"
        );
    }
    for host in ["localhost:1", "[::1]", "127.0.0.1"] {
        assert_eq!(
            listed_by(&app, &[("host", host)]).await.status,
            200,
            "{host}"
        );
    }
    let allowed = spawn_with(|config| api::Config {
        mcp_hosts: vec!["play.example.org".to_owned()],
        ..config
    });
    let allowed = allowed.await;
    for host in ["play.example.org", "Play.example.org:443"] {
        assert_eq!(
            listed_by(&allowed, &[("host", host)]).await.status,
            200,
            "{host}"
        );
    }
    let reply = listed_by(&allowed, &[("host", "evil.play.example.org")]).await;
    assert_eq!(reply.code(), "wrong_host");
}

#[tokio::test]
async fn a_page_of_another_host_calls_no_tool_even_with_a_token() {
    let app = spawn_app().await;
    let token = app.player("ann").await.token;
    let bearer = format!("Bearer {token}");
    let own = app.running.url("");
    for origin in ["https://evil.example", "http://localhost:3000", "null"] {
        let headers = [("origin", origin), ("authorization", &*bearer)];
        assert_eq!(
            listed_by(&app, &headers).await.code(),
            "cross_origin",
            "{origin}"
        );
        assert_eq!(
            listed_by(&app, &headers[..1]).await.code(),
            "cross_origin",
            "{origin}"
        );
    }
    assert_eq!(listed_by(&app, &[("origin", &*own)]).await.status, 200);
}

#[tokio::test]
async fn what_is_no_call_is_a_problem_like_any_other() {
    let app = spawn_app().await;
    for method in [Method::GET, Method::DELETE] {
        let reply = app.send(app.request(method, "/mcp", None)).await;
        assert_eq!(reply.code(), "method_not_allowed");
        assert_eq!(reply.headers["allow"], "POST");
    }
    let asked = app.request(Method::POST, "/mcp", None).json(&json!({}));
    assert_eq!(
        app.send(asked.header("accept", "text/html")).await.code(),
        "not_acceptable"
    );
    let long = "x".repeat(65 * 1024);
    let asked = request(&app, "tools/list", &json!({ "cursor": long }));
    assert_eq!(app.send(asked).await.code(), "too_large");
}

#[tokio::test]
async fn the_page_about_models_names_every_tool_and_its_queries_are_answered() {
    let app = spawn_app().await;
    let page = app.get("/docs/models", None).await;
    let listed = ask(&app, "tools/list", json!({})).await;
    for tool in listed["result"]["tools"].as_array().unwrap() {
        let name = tool["name"].as_str().unwrap();
        assert!(
            page.text.contains(&format!("<code>{name}</code>")),
            "{name}"
        );
        assert!(
            app.get("/llms.txt", None).await.text.contains(name),
            "{name}"
        );
    }
    let text = page.text.replace("&amp;", "&").replace("<pre>", "\n");
    let queries = text.lines().filter_map(|line| line.strip_prefix("GET "));
    let queries: Vec<&str> = queries.filter_map(|line| line.split('<').next()).collect();
    assert_eq!(queries.len(), 3);
    for query in queries {
        let answer = app.get(query, None).await;
        assert_eq!(answer.status, 200, "{query}: {}", answer.text);
    }
}

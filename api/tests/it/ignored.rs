//! Nothing that is asked is ignored: what has no effect is refused, everywhere alike.

#![allow(clippy::unwrap_used, reason = "a test says what it needs by panicking")]

use domain::GameId;
use reqwest::Method;
use serde_json::{Value, json};

use crate::helpers::{Reply, TestApp, spawn_app};

/// An operation of the document, at a path with something in each of its places.
struct Operation {
    method: Method,
    path: String,
    /// Its query parameters that can have one value.
    once: Vec<String>,
    has_body: bool,
}

async fn operations(app: &TestApp) -> Vec<Operation> {
    let document = app.get("/openapi.json", None).await.json();
    let paths = document["paths"].as_object().unwrap().iter();
    let all = paths.flat_map(|(path, item)| {
        let filled: Vec<&str> = path
            .split('/')
            .map(|part| if part.starts_with('{') { "1" } else { part })
            .collect();
        let path = filled.join("/");
        let operations = item.as_object().unwrap().iter();
        let operations = operations.filter(|(_, it)| it["operationId"].is_string());
        operations.map(move |(method, it)| operation(method, &path, it))
    });
    all.collect()
}

fn operation(method: &str, path: &str, told: &Value) -> Operation {
    let parameters = told["parameters"].as_array().into_iter().flatten();
    let once = parameters.filter(|it| it["in"] == "query" && it["schema"]["type"] != "array");
    let answers = told["responses"].as_object().unwrap().iter();
    let has_body = answers
        .filter(|(status, _)| status.starts_with('2'))
        .any(|(_, answer)| answer["content"].is_object());
    Operation {
        method: method.to_uppercase().parse().unwrap(),
        path: path.to_owned(),
        once: once
            .map(|it| it["name"].as_str().unwrap().to_owned())
            .collect(),
        has_body,
    }
}

fn told(reply: &Reply, status: u16, code: &str, asked: &str) {
    assert_eq!(
        (reply.status.as_u16(), reply.code().as_str()),
        (status, code),
        "{asked}: {}",
        reply.text
    );
}

#[tokio::test]
async fn no_operation_ignores_a_parameter_it_does_not_have_or_that_is_given_twice() {
    let app = spawn_app().await;
    let mut tried = 0;
    for Operation {
        method, path, once, ..
    } in operations(&app).await
    {
        let unknown = format!("{path}?elegance=1");
        let reply = app.send(app.request(method.clone(), &unknown, None)).await;
        told(&reply, 400, "unknown_parameter", &unknown);
        for name in once {
            let twice = format!("{path}?{name}=1&{name}=2");
            let reply = app.send(app.request(method.clone(), &twice, None)).await;
            told(&reply, 400, "malformed_query", &twice);
            assert!(reply.text.contains("more than once"), "{twice}");
            tried += 1;
        }
    }
    assert!(tried > 60, "{tried}");
}

#[tokio::test]
async fn no_operation_ignores_a_condition_or_a_form_it_does_not_have() {
    let app = spawn_app().await;
    for Operation {
        method,
        path,
        has_body,
        ..
    } in operations(&app).await
    {
        for condition in ["if-match", "if-unmodified-since"] {
            let request = app.request(method.clone(), &path, None);
            let reply = app.send(request.header(condition, "\"1\"")).await;
            told(&reply, 400, "unknown_condition", &path);
        }
        if has_body {
            let request = app.request(method.clone(), &path, None);
            let reply = app.send(request.header("accept", "image/gif")).await;
            told(&reply, 406, "not_acceptable", &path);
            assert!(!reply.json()["known"].as_array().unwrap().is_empty());
        }
    }
}

#[tokio::test]
async fn a_value_that_no_seat_can_have_is_told_and_not_answered_with_nothing() {
    let app = spawn_app().await;
    let slice = "/v1/stats/query?game=cartographers&metric=final_score";
    for condition in [
        "player:greedy",
        "player:bot:nobody",
        "player:bot:greedy,bot:nobody",
        "player_kind:robot",
        "forked:true",
        "arranged:1",
        "month:may",
        "day:2031-05",
        "deal:m_0123456789abcdef0123456789abcdef",
        "batch:1",
        "edict_a:sentinel_forest",
        "edict.greengold_plains:e",
    ] {
        let reply = app.get(&format!("{slice}&where={condition}"), None).await;
        told(&reply, 400, "unknown_value", condition);
        assert!(!reply.json()["known"].as_array().unwrap().is_empty());
    }
    let reply = app.get(&format!("{slice}&where=rules:new"), None).await;
    told(&reply, 400, "malformed_query", "a measure is no word");
    for condition in [
        "player:bot:greedy",
        "player:p_0123456789abcdef0123456789abcdef",
        "forked:yes,no",
        "month:2031-05",
        "day:2031-05-17",
        "player:bot:a..bot:z",
        "player_version:3.1",
    ] {
        let reply = app.get(&format!("{slice}&where={condition}"), None).await;
        assert_eq!(reply.status, 200, "{condition}: {}", reply.text);
    }
}

#[tokio::test]
async fn every_closed_set_of_words_is_listed_and_each_of_them_can_be_asked_for() {
    let app = spawn_app().await;
    for &game in GameId::ALL {
        let name = serde_json::to_value(game).unwrap();
        let name = name.as_str().unwrap();
        let metrics = app
            .get(&format!("/v1/stats/metrics?game={name}"), None)
            .await;
        let mut closed = 0;
        for metric in metrics.json()["metrics"].as_array().unwrap() {
            let Some(values) = metric["values"].as_array() else {
                continue;
            };
            closed += 1;
            let values: Vec<&str> = values.iter().map(|it| it.as_str().unwrap()).collect();
            let on = metric["id"].as_str().unwrap();
            if metric["per"] == "decision" {
                let ask = format!("/v1/stats/query?game={name}&metric=decided_in_ms&group_by={on}");
                let reply = app.get(&ask, None).await;
                assert_eq!(reply.status, 200, "{game:?} {on}: {}", reply.text);
                continue;
            }
            let ask = format!("/v1/stats/query?game={name}&metric=final_score&where={on}:");
            let reply = app.get(&format!("{ask}{}", values.join(",")), None).await;
            assert_eq!(reply.status, 200, "{game:?} {on}: {}", reply.text);
            let reply = app.get(&format!("{ask}nothing_of_the_kind"), None).await;
            told(&reply, 400, "unknown_value", on);
            assert_eq!(reply.json()["known"], json!(values));
        }
        assert!(closed > 9, "{game:?}: {closed}");
    }
}

#[tokio::test]
async fn events_ignore_nothing_that_is_for_another_form() {
    let app = spawn_app().await;
    let (at, ann, _) = app.duel().await;
    let ask = |more: &str, accept: &str| {
        let request = app.request(Method::GET, &format!("{at}/events{more}"), None);
        app.send(request.header("accept", accept.to_owned()))
    };
    let (page, lines, stream) = (
        "application/json",
        "application/x-ndjson",
        "text/event-stream",
    );
    for (more, accept, code) in [
        ("?follow=true", page, "requires_stream"),
        ("?speed=2", page, "requires_stream"),
        ("?limit=3", lines, "requires_page"),
        ("?wait=1", lines, "requires_page"),
        ("?limit=3", stream, "requires_page"),
    ] {
        told(&ask(more, accept).await, 422, code, more);
    }
    for accept in [page, lines] {
        let request = app.request(Method::GET, &format!("{at}/events"), None);
        let request = request
            .header("accept", accept)
            .header("last-event-id", "1");
        told(&app.send(request).await, 422, "requires_stream", accept);
    }
    let later = app.get(&format!("{at}/events?to=9999"), None).await;
    assert_eq!(later.status, 200, "the match goes on");
    let alone = json!({ "game": "cartographers", "seats": [{ "kind": "me" }] });
    let opened = app.post("/v1/matches", Some(&ann.token), &alone).await;
    let id = opened.json()["match"]["id"].as_str().unwrap().to_owned();
    let over = format!("/v1/matches/{id}");
    app.play_out(&over, 1, &ann.token).await;
    for beyond in ["to=9999", "after=9999"] {
        let reply = app.get(&format!("{over}/events?{beyond}"), None).await;
        told(&reply, 400, "after_the_end", beyond);
    }
}

#[tokio::test]
async fn a_form_is_chosen_by_what_is_liked_best_and_a_parameter_overrules_it() {
    let app = spawn_app().await;
    let metrics = "/v1/stats/metrics?game=cartographers";
    let form = async |path: &str, accept: &'static str| {
        let request = app.request(Method::GET, path, None);
        let reply = app.send(request.header("accept", accept)).await;
        reply.headers["content-type"].to_str().unwrap().to_owned()
    };
    let both = "application/json;q=0.4, text/csv;q=0.6";
    assert_eq!(form(metrics, both).await, "text/csv; charset=utf-8");
    let told = format!("{metrics}&format=ndjson");
    assert_eq!(form(&told, both).await, "application/x-ndjson");
    let (at, _, _) = app.duel().await;
    let view = format!("{at}/view");
    assert_eq!(form(&view, "text/plain").await, "application/problem+json");
    let text = format!("{view}?format=text");
    assert_eq!(form(&text, "text/plain").await, "text/plain; charset=utf-8");
    let reply = app.get("/v1/players?match=exact", None).await;
    assert_eq!(reply.code(), "malformed_query");
}

//! Where to go on from a match, its deal, and what the service says of itself.

#![allow(clippy::unwrap_used, reason = "a test says what it needs by panicking")]

use api::{Bounds, Config, Quotas};
use clap::Args as _;
use domain::GameId;
use reqwest::Method;
use serde_json::{Value, json};

use crate::helpers::{TestApp, spawn_app, spawn_with};

/// Everything that has the links of a match, once it is over: the match, its results, its
/// manifest, and its rows in both lists.
async fn everywhere(app: &TestApp, at: &str, position: &Value) -> Vec<Value> {
    let mut all = Vec::new();
    for part in ["", "/results", "/replay"] {
        all.push(app.get(&format!("{at}{part}"), None).await.json());
    }
    for list in ["matches", "results"] {
        let position = position.as_str().unwrap();
        let page = app
            .get(&format!("/v1/{list}?at_least={position}"), None)
            .await;
        all.push(page.json()["items"][0].clone());
    }
    all
}

#[tokio::test]
async fn match_results_manifest_and_lists_have_the_same_links_and_all_lead_somewhere() {
    let app = spawn_app().await;
    let ann = app.player("ann").await;
    let (at, opened) = app.open(&ann, json!(1)).await;
    let links = opened["match"]["links"].as_object().unwrap();
    for name in [
        "self",
        "view",
        "board",
        "events",
        "replay",
        "scores",
        "attribution",
        "decisions",
        "results",
        "record",
        "verify",
    ] {
        assert!(links.contains_key(name), "{name}");
    }
    app.play_out(&at, 1, &ann.token).await;
    let position = app.get(&at, None).await.json()["position"].clone();
    for told in everywhere(&app, &at, &position).await {
        assert_eq!(told["links"], opened["match"]["links"], "{told}");
    }
    for (name, link) in links {
        let reply = app.get(link.as_str().unwrap(), None).await;
        assert_eq!(reply.status, 200, "{name}");
    }
    let board = app.get(links["board"].as_str().unwrap(), None).await;
    assert!(
        board.headers["content-type"]
            .to_str()
            .unwrap()
            .starts_with("text/plain")
    );
}

/// Others may have finished the same deal: while a match runs, its id would lead to them.
#[tokio::test]
async fn the_deal_is_told_everywhere_once_a_match_is_over_and_nowhere_before() {
    let app = spawn_app().await;
    let ann = app.player("ann").await;
    let (first, _) = app.open(&ann, json!(1)).await;
    app.play_out(&first, 1, &ann.token).await;
    let (at, opened) = app.open(&ann, json!(1)).await;
    let deal = app.get(&first, None).await.json()["deal"].clone();
    let deal = deal.as_str().unwrap().to_owned();
    assert!(deal.starts_with("d_"), "{deal}");
    let position = opened["match"]["position"].as_str().unwrap();
    let paths = [
        at.clone(),
        format!("{at}/replay"),
        format!("{at}/events"),
        format!("{at}/record"),
        format!("/v1/matches?status=open&at_least={position}"),
        format!("/v1/matches?status=running&at_least={position}"),
    ];
    for path in &paths {
        for token in [None, Some(ann.token.as_str())] {
            let reply = app.get(path, token).await;
            assert_eq!(reply.status, 200, "{path}");
            assert!(!reply.text.contains(&deal), "{path}: {}", reply.text);
        }
    }
    app.play_out(&at, 1, &ann.token).await;
    let position = app.get(&at, None).await.json()["position"].clone();
    for told in everywhere(&app, &at, &position).await {
        assert_eq!(told["deal"], deal.as_str(), "{told}");
    }
    let path = format!("/v1/deals/{deal}?at_least={}", position.as_str().unwrap());
    assert_eq!(app.get(&path, None).await.json()["matches"], 2);
}

#[tokio::test]
async fn the_version_tells_the_limits_that_hold() {
    let app = spawn_app().await;
    let limits = app.get("/version", None).await.json()["limits"].clone();
    assert_eq!(limits["rates"], Value::Null, "nobody counts on loopback");
    for (list, limit) in [
        ("/v1/matches?", &limits["items"]["list"]),
        ("/v1/results?", &limits["items"]["list"]),
        ("/v1/batches?", &limits["items"]["list"]),
        ("/v1/tournaments?", &limits["items"]["list"]),
    ] {
        let most = limit.as_u64().unwrap();
        let most_of = |limit: u64| format!("{list}limit={limit}");
        assert_eq!(app.get(&most_of(most), None).await.status, 200, "{list}");
        let refused = app.get(&most_of(most + 1), None).await;
        assert_eq!(refused.code(), "malformed_query", "{list}");
    }
    let bytes = usize::try_from(limits["sizes"]["body_bytes"].as_u64().unwrap()).unwrap();
    let body = json!({ "name": "a".repeat(bytes), "kind": "bot" });
    let refused = app.post("/v1/players", None, &body).await;
    assert_eq!(refused.code(), "too_large");
    let scarce = spawn_with(|config| Config {
        request_limit: Some("7".parse().unwrap()),
        ..config
    })
    .await;
    let reply = scarce.get("/version", None).await;
    assert_eq!(reply.headers["ratelimit-policy"], "\"address\";q=70;w=10");
    let rates = &reply.json()["limits"]["rates"];
    assert_eq!(
        (&rates["requests_per_second"], &rates["burst"]),
        (&json!(7), &json!(70))
    );
}

#[tokio::test]
async fn every_bound_that_can_be_set_is_told() {
    let app = spawn_app().await;
    let limits = app.get("/version", None).await.json()["limits"].clone();
    let settings = Bounds::augment_args(Quotas::augment_args(clap::Command::new("bounds")));
    for setting in settings.get_arguments() {
        let (group, name) = match setting.get_id().as_str() {
            "looks_at_once" => ("at_once", "looks_answered"),
            "batches" => ("batches", "at_once"),
            "batches_of_one" => ("batches", "at_once_of_one"),
            "quota" => ("disk", "quota_bytes"),
            "free_floor" => ("disk", "free_floor_bytes"),
            same => ("at_once", same),
        };
        assert!(
            limits[group].get(name).is_some(),
            "{group}.{name}: {limits}"
        );
    }
    assert_eq!(limits["at_once"]["kept_answer_bytes"], 16 << 20);
}

#[tokio::test]
async fn a_page_says_what_may_change_and_the_others_lead_to_it() {
    let app = spawn_app().await;
    let page = app.get("/docs/stability", None).await;
    assert_eq!(page.status, 200);
    for part in ["Before 1.0", "From 1.0 on", "twelve months"] {
        assert!(page.text.contains(part), "{part}");
    }
    for other in ["/", "/docs/problems", "/docs/replay", "/docs/statistics"] {
        let text = app.get(other, None).await.text;
        assert!(text.contains("/docs/stability"), "{other}");
    }
}

#[tokio::test]
async fn the_rule_of_a_problem_leads_to_its_paragraph_in_a_browser() {
    let app = spawn_app().await;
    for &game in GameId::ALL {
        let name = serde_json::to_value(game).unwrap();
        let at = format!("/v1/games/{}/rules", name.as_str().unwrap());
        let rules = app.get(&at, None).await;
        assert_eq!(rules.headers["vary"], "accept");
        let request = app.request(Method::GET, &at, None);
        let page = app
            .send(request.header("accept", "text/html,*/*;q=0.8"))
            .await;
        assert_eq!(page.headers["content-type"], "text/html; charset=utf-8");
        for section in rules.json()["sections"].as_array().unwrap() {
            let anchor = section["anchor"].as_str().unwrap();
            let place = format!(r#"id="{anchor}""#);
            assert!(page.text.contains(&place), "{at}#{anchor}");
        }
    }
}

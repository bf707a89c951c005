//! The listener for operators.

#![allow(clippy::unwrap_used, reason = "a test says what it needs by panicking")]

use api::{AdminListen, Config};
use domain::GameId;
use serde_json::json;

use crate::{
    helpers::{TestApp, spawn_app, spawn_with},
    statistics::play_all,
};

fn watched(config: Config) -> Config {
    let anywhere = ([127, 0, 0, 1], 0).into();
    Config {
        admin_listen: Some(AdminListen::At(anywhere)),
        ..config
    }
}

async fn metrics(app: &TestApp) -> String {
    let admin = app.running.admin.unwrap();
    let answer = reqwest::get(format!("http://{admin}/metrics")).await;
    answer.unwrap().text().await.unwrap()
}

#[tokio::test]
async fn operators_see_routes_commits_and_connections_but_no_names() {
    let app = spawn_with(watched).await;
    let ann = app.player("ann").await;
    let (at, _) = app.open(&ann, json!(2)).await;
    app.get(&at, None).await;
    app.get("/v1/nothing/at/all", None).await;
    let following = app
        .request(reqwest::Method::GET, &format!("{at}/events"), None)
        .header("accept", "text/event-stream");
    let mut following = following.send().await.unwrap();
    following.chunk().await.unwrap();
    let text = metrics(&app).await;
    let commits = app.running.store.commits();
    for line in [
        r#"cartulary_requests_total{method="GET",route="/v1/matches/{id}",status="200"} 1"#,
        r#"cartulary_requests_total{method="GET",route="none",status="404"} 1"#,
        r#"cartulary_request_seconds_count{method="GET",route="/v1/matches/{id}"} 1"#,
        r#"cartulary_request_seconds_bucket{le="+Inf",method="GET",route="/v1/matches/{id}"} 1"#,
        "cartulary_connections_followed 1",
        &format!("cartulary_position {commits}"),
    ] {
        assert!(text.contains(&format!("{line}\n")), "{line}: {text}");
    }
    assert!(text.contains("cartulary_commits_total "), "{text}");
    for part in ["journal", "index", "archive", "projections"] {
        let line = format!(r#"cartulary_disk_bytes{{part="{part}"}} "#);
        assert!(text.contains(&line), "{line}: {text}");
    }
    let id = at.rsplit('/').next().unwrap();
    assert!(!text.contains(id) && !text.contains(&ann.id), "{text}");
}

#[tokio::test]
async fn the_api_itself_has_no_metrics() {
    let app = spawn_app().await;
    assert_eq!(app.get("/metrics", None).await.code(), "not_found");
    assert_eq!(app.running.admin, None);
}

#[tokio::test]
async fn a_busy_port_that_was_asked_for_is_an_error() {
    let taken = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let data = tempfile::tempdir().unwrap();
    let mut config = Config::new(data.path(), ([127, 0, 0, 1], 0).into());
    let address = taken.local_addr().unwrap();
    config.admin_listen = Some(AdminListen::At(address));
    let refused = api::spawn(config).await.unwrap_err().to_string();
    assert_eq!(refused, format!("cannot listen on {address}"));
}

#[tokio::test(flavor = "multi_thread")]
async fn operators_have_the_statistics_checked_and_everybody_reads_what_it_came_to() {
    let app = spawn_with(watched).await;
    play_all(&app, GameId::Cartographers, 3).await;
    let path = "/v1/projections/consistency";
    let before = app.get(path, None).await.json();
    assert_eq!(
        (&before["seats"], &before["last_check"]),
        (&json!(6), &json!(null))
    );
    let admin = app.running.admin.unwrap();
    let check = format!("http://{admin}/projections/consistency");
    let checked = reqwest::Client::new().post(check).send().await.unwrap();
    assert_eq!(checked.status(), 200);
    let after = app.get(path, None).await.json();
    let position = app.running.store.integrity().position.to_string();
    assert_eq!(after["last_check"]["consistent"], true, "{after}");
    assert_eq!(after["last_check"]["position"], position, "{after}");
    let refused = app.post(path, None, &json!({})).await;
    assert_eq!(refused.code(), "method_not_allowed");
}

//! The listener for operators.

#![allow(clippy::unwrap_used, reason = "a test says what it needs by panicking")]

use std::{
    num::{NonZeroU32, NonZeroUsize},
    path::Path,
    time::Duration,
};

use api::{AdminListen, Backups, Config};
use domain::GameId;
use serde_json::{Value, json};
use store::{Timekeeper, Timestamp, backups};

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

#[tokio::test(flavor = "multi_thread")]
async fn the_statistics_are_compared_with_the_records_unasked() {
    let time = Timekeeper::by_hand(Timestamp::now());
    let clock = time.clone();
    let app = spawn_with(|config| Config {
        time: clock,
        ..watched(config)
    })
    .await;
    play_all(&app, GameId::BigMonster, 3).await;
    let compared = async {
        loop {
            time.move_on(Duration::from_secs(60));
            let text = metrics(&app).await;
            if !text.contains("cartulary_statistics_compared_matches_total 0\n") {
                return text;
            }
        }
    };
    let text = tokio::time::timeout(Duration::from_secs(60), compared).await;
    let none_wrong = "cartulary_statistics_wrong_matches 0\n";
    assert!(text.unwrap().contains(none_wrong));
}

/// A server with backups.
async fn backed_up(backups: Backups) -> TestApp {
    spawn_with(|config| Config {
        backups,
        ..watched(config)
    })
    .await
}

/// Has a backup made, and answers what came of it.
async fn back_up(app: &TestApp) -> reqwest::Response {
    let admin = app.running.admin.unwrap();
    let backups = format!("http://{admin}/backups");
    reqwest::Client::new().post(backups).send().await.unwrap()
}

/// What everybody reads of the backups.
async fn health(app: &TestApp) -> Value {
    app.get("/readyz", None).await.json()["backups"].clone()
}

#[tokio::test(flavor = "multi_thread")]
async fn operators_have_a_backup_made_and_everybody_reads_how_old_it_is() {
    let (to, new) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let settings = Backups {
        backup_to: Some(to.path().to_owned()),
        ..Backups::default()
    };
    let app = backed_up(settings).await;
    play_all(&app, GameId::BuildersBiomes, 2).await;
    assert_eq!(
        health(&app).await,
        json!({"verified_seconds_ago": null, "failed": false})
    );
    let head = app.running.store.integrity();
    let made = back_up(&app).await;
    assert_eq!(made.status(), 200);
    let made: Value = made.json().await.unwrap();
    assert_eq!(made["position"], head.position.to_string(), "{made}");
    assert_eq!(made["hash"], head.hash.to_string(), "{made}");
    let health = health(&app).await;
    assert!(health["verified_seconds_ago"].is_u64(), "{health}");
    let metrics = metrics(&app).await;
    assert!(
        metrics.contains("cartulary_backup_failed{} 0\n"),
        "{metrics}"
    );
    assert!(metrics.contains("cartulary_backup_verified_age_seconds{} "));
    let config = store::Config::new(new.path().join("data"));
    let restored = backups::restore(to.path(), None, &config).unwrap();
    assert_eq!(
        (restored.position, restored.hash),
        (head.position, head.hash)
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn old_backups_that_cannot_be_removed_are_told() {
    let to = tempfile::tempdir().unwrap();
    let settings = Backups {
        backup_to: Some(to.path().to_owned()),
        backup_keep: NonZeroUsize::new(1),
        ..Backups::default()
    };
    let app = backed_up(settings).await;
    let first: Value = back_up(&app).await.json().await.unwrap();
    let manifest = format!("{}.manifest", first["name"].as_str().unwrap());
    let manifest = to.path().join(manifest);
    back_up(&app).await;
    assert!(!manifest.exists(), "one is kept");
    std::fs::write(&manifest, "damaged").unwrap();
    let made = back_up(&app).await;
    assert_eq!(made.status(), 200);
    let made: Value = made.json().await.unwrap();
    assert_eq!(made["problem"], Value::Null, "{made}");
    assert!(made["not_removed"].is_string(), "{made}");
    assert_eq!(health(&app).await["failed"], true);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_backup_that_cannot_be_made_is_told_and_the_server_stays_ready() {
    let file = tempfile::NamedTempFile::new().unwrap();
    let settings = Backups {
        backup_to: Some(file.path().to_owned()),
        ..Backups::default()
    };
    let app = backed_up(settings).await;
    assert_eq!(back_up(&app).await.status(), 500);
    assert_eq!(health(&app).await["failed"], true);
    assert_eq!(app.get("/readyz", None).await.json()["status"], "ready");
    assert!(
        metrics(&app)
            .await
            .contains("cartulary_backup_failed{} 1\n")
    );
}

#[tokio::test]
async fn without_a_folder_there_are_no_backups() {
    let app = spawn_with(watched).await;
    assert_eq!(back_up(&app).await.status(), 404);
    assert_eq!(health(&app).await, Value::Null);
    assert!(!metrics(&app).await.contains("cartulary_backup_failed{"));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_backup_is_made_whenever_one_is_due_and_old_ones_go() {
    let to = tempfile::tempdir().unwrap();
    let time = Timekeeper::by_hand("2031-05-17T08:00:00.000Z".parse::<Timestamp>().unwrap());
    let settings = Backups {
        backup_to: Some(to.path().to_owned()),
        backup_every_hours: NonZeroU32::new(24),
        backup_keep: NonZeroUsize::new(1),
    };
    let app = spawn_with(|config| Config {
        backups: settings,
        time: time.clone(),
        ..config
    })
    .await;
    while health(&app).await["verified_seconds_ago"] != 0 {}
    let first = manifests(to.path());
    assert_eq!(first.len(), 1);
    time.move_on(Duration::from_secs(24 * 60 * 60));
    // The first one goes once the second could be restored.
    while manifests(to.path()).contains(&first[0]) {
        health(&app).await;
    }
    assert_eq!(manifests(to.path()).len(), 1);
    assert_eq!(health(&app).await["failed"], false);
}

/// The names of the backups there are.
fn manifests(to: &Path) -> Vec<std::ffi::OsString> {
    let entries = std::fs::read_dir(to).unwrap().flatten();
    let is_manifest = |name: &std::ffi::OsString| name.to_string_lossy().ends_with(".manifest");
    entries
        .map(|it| it.file_name())
        .filter(is_manifest)
        .collect()
}

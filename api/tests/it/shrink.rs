//! `cartulary shrink` with a command that says what fails.

#![allow(clippy::unwrap_used, reason = "a test says what it needs by panicking")]

use std::{fs, path::Path, process::Command};

use reqwest::Method;
use serde_json::json;
use tempfile::TempDir;

use crate::helpers::spawn_app;

/// Fails if seat 0 has made its fourth decision.
const CHECK: &str = r#"! grep -q '"seat":0,"decision":3,' "$0""#;

fn cartulary(arguments: &[&str], file: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_cartulary"));
    command.arg(arguments[0]).arg(file).args(&arguments[1..]);
    command
}

#[tokio::test(flavor = "multi_thread")]
async fn a_record_is_shrunk_as_far_as_a_command_still_fails() {
    let app = spawn_app().await;
    let ann = app.player("ann").await;
    let (at, _) = app.open(&ann, json!(2)).await;
    app.play_out(&at, 2, &ann.token).await;
    let record = app.get(&format!("{at}/record"), None).await.text;
    let dir = TempDir::new().unwrap();
    let file = dir.path().join("match.ndjson");
    fs::write(&file, &record).unwrap();
    let shrunk = cartulary(&["shrink", "--", "sh", "-c", CHECK], &file)
        .output()
        .unwrap();
    assert!(shrunk.status.success(), "{shrunk:?}");
    let shortest = String::from_utf8(shrunk.stdout).unwrap();
    let decisions = |record: &str| record.matches("\"decision\":").count();
    assert!(shortest.contains(r#""seat":0,"decision":3,"#));
    assert!(decisions(&shortest) < decisions(&record) / 2);
    assert!(shortest.lines().count() <= 2 + 8, "{shortest}");
    // What is left is a record like any other.
    fs::write(&file, &shortest).unwrap();
    let verified = cartulary(&["verify"], &file).output().unwrap();
    assert!(verified.status.success(), "{verified:?}");
    let fine = cartulary(&["shrink", "--", "true"], &file)
        .output()
        .unwrap();
    assert!(!fine.status.success());
    let told = String::from_utf8(fine.stderr).unwrap();
    assert!(told.contains("there is nothing to shrink"), "{told}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_record_with_a_forfeit_is_shrunk_like_any_other() {
    let app = spawn_app().await;
    let (ann, ben) = (app.player("ann").await, app.player("ben").await);
    let (at, _) = app
        .open(&ann, json!([{"kind": "me"}, {"kind": "open"}]))
        .await;
    let seats = format!("{at}/seats");
    let ben_token = Some(ben.token.as_str());
    app.post(&seats, ben_token, &json!({})).await;
    let leave = app.request(Method::DELETE, &format!("{seats}/1"), ben_token);
    assert_eq!(app.send(leave).await.status, 200);
    app.play_out(&at, 1, &ann.token).await;
    let record = app.get(&format!("{at}/record"), None).await.text;
    let dir = TempDir::new().unwrap();
    let file = dir.path().join("match.ndjson");
    fs::write(&file, &record).unwrap();
    // Fails if seat 1 has left and seat 0 has made its second decision.
    let check = r#"! (grep -q '"type":"forfeited"' "$0" && grep -q '"seat":0,"decision":1,' "$0")"#;
    let shrunk = cartulary(&["shrink", "--", "sh", "-c", check], &file).output();
    let shrunk = shrunk.unwrap();
    assert!(shrunk.status.success(), "{shrunk:?}");
    let shortest = String::from_utf8(shrunk.stdout).unwrap();
    assert!(shortest.contains(r#""type":"forfeited""#));
    assert!(shortest.lines().count() < record.lines().count() / 2);
    fs::write(&file, &shortest).unwrap();
    let verified = cartulary(&["verify"], &file).output().unwrap();
    assert!(verified.status.success(), "{verified:?}");
    // The rules of this program play it as it was recorded.
    fs::write(&file, &record).unwrap();
    let fine = cartulary(&["shrink"], &file).output().unwrap();
    let told = String::from_utf8(fine.stderr).unwrap();
    assert!(told.contains("the match does not fail"), "{told}");
}

//! A match as one file.

#![allow(clippy::unwrap_used, reason = "a test says what it needs by panicking")]

use std::{fs, io::Read as _, process::Command};

use base64::{Engine as _, engine::general_purpose::STANDARD};
use flate2::read::GzDecoder;
use serde_json::{Value, json};

use crate::helpers::spawn_app;

/// A name that would be markup if it were not text.
const NAME: &str = r#"</script><script>alert("1")</script>"#;

/// What the script of a file reads.
fn unpacked(page: &str) -> Value {
    let packed = page.split(r#"id="match">"#).nth(1).unwrap();
    let packed = STANDARD.decode(packed.split('<').next().unwrap()).unwrap();
    let mut text = String::new();
    GzDecoder::new(&packed[..])
        .read_to_string(&mut text)
        .unwrap();
    serde_json::from_str(&text).unwrap()
}

#[tokio::test]
async fn a_match_that_is_over_is_a_file_with_every_step_and_its_record() {
    let app = spawn_app().await;
    let ann = app.player(NAME).await;
    let (at, _) = app.open(&ann, json!(1)).await;
    let path = format!("{at}/replay.html");
    assert_eq!(app.get(&path, None).await.code(), "not_over");
    app.play_out(&at, 1, &ann.token).await;
    let file = app.get(&path, None).await;
    assert_eq!(file.headers["content-type"], "text/html; charset=utf-8");
    let policy = file.headers["content-security-policy"].to_str().unwrap();
    assert!(
        policy.starts_with("default-src 'none'; script-src 'sha256-"),
        "{policy}"
    );
    assert_eq!(
        file.text.matches("<script").count(),
        2,
        "its data and its script"
    );
    assert!(file.text.contains("&lt;script&gt;alert"), "{}", file.text);
    for asked in ["src=\"", "href=\"http", "href=\"/"] {
        assert!(!file.text.contains(asked), "it asks for {asked}");
    }
    let mut used = file.text.split("url(").skip(1);
    assert!(used.all(|it| it.starts_with('#')), "signs are in the file");

    let shown = unpacked(&file.text);
    let record = app.get(&format!("{at}/record"), None).await.text;
    assert_eq!(shown["record"], json!(record));
    let version = app.get(&at, None).await.json()["version"].as_u64().unwrap();
    let steps = usize::try_from(version).unwrap() + 1;
    for part in ["boards", "sheets", "says", "places"] {
        assert_eq!(shown[part].as_array().unwrap().len(), steps, "{part}");
    }
    let events = app.get(&format!("{at}/events?limit=3"), None).await.json();
    assert_eq!(shown["says"][0], "Nothing has happened yet.");
    assert!(
        !file.text.contains("Nothing has happened yet."),
        "where no scripts run, its last step is told"
    );
    assert_eq!(shown["says"][1], events["items"][0]["text"]);
}

#[tokio::test]
async fn the_program_writes_the_file_from_a_record() {
    let app = spawn_app().await;
    let ann = app.player("ann").await;
    let (at, _) = app.open(&ann, json!(1)).await;
    let folder = tempfile::tempdir().unwrap();
    let (record, page) = (
        folder.path().join("record"),
        folder.path().join("page.html"),
    );
    let write = async || {
        let lines = app.get(&format!("{at}/record"), None).await.text;
        fs::write(&record, lines).unwrap();
        let mut view = Command::new(env!("CARGO_BIN_EXE_cartulary"));
        view.arg("view").arg(&record).arg("--html").arg(&page);
        view.output().unwrap()
    };
    let early = write().await;
    assert_eq!(early.status.code(), Some(1));
    assert!(!page.exists());
    app.play_out(&at, 1, &ann.token).await;
    let done = write().await;
    assert!(done.status.success(), "{done:?}");
    let page = fs::read_to_string(page).unwrap();
    assert!(
        page.contains("<title>Seat 1 scored "),
        "a record names nobody"
    );
    let lines = fs::read_to_string(record).unwrap();
    assert_eq!(unpacked(&page)["record"], json!(lines));
}

//! What a page of an earlier build names is answered after an upgrade.

#![allow(clippy::unwrap_used, reason = "a test says what it needs by panicking")]

use std::{fs, path::Path};

use serde_json::{Value, json};
use store::Hash;

use crate::helpers::{TestApp, spawn_app, spawn_on};

/// The name under which a build serves a file.
fn named(text: &str, file: &str) -> String {
    let hash = Hash::of(text.as_bytes()).to_string();
    format!("{}-{file}", &hash[..12])
}

/// A build with one file.
fn build(text: &str, file: &str) -> Value {
    json!({ named(text, file): text })
}

fn kept(data: &Path) -> Value {
    serde_json::from_slice(&fs::read(data.join("assets.json")).unwrap()).unwrap()
}

/// A server on a directory in which earlier builds left this.
async fn after(left: impl AsRef<[u8]>) -> (TestApp, std::path::PathBuf) {
    let data = spawn_app().await.stopped().await;
    let path = data.path().to_owned();
    fs::write(path.join("assets.json"), left).unwrap();
    (spawn_on(data, |config| config).await, path)
}

#[tokio::test]
async fn the_files_of_the_two_builds_before_are_answered_and_those_of_no_older_one() {
    let builds = [
        build("main { margin: 0 }", "page.css"),
        build("follow();", "player.js"),
        build("older();", "player.js"),
    ];
    let (app, data) = after(json!(builds).to_string()).await;
    for (text, file, kind) in [
        ("main { margin: 0 }", "page.css", "text/css; charset=utf-8"),
        ("follow();", "player.js", "text/javascript; charset=utf-8"),
    ] {
        let reply = app
            .get(&format!("/assets/{}", named(text, file)), None)
            .await;
        assert_eq!((reply.status.as_u16(), &reply.text[..]), (200, text));
        assert_eq!(reply.headers["content-type"], kind);
        let how_long = reply.headers["cache-control"].to_str().unwrap();
        assert!(how_long.contains("immutable"), "{how_long}");
    }
    let older = named("older();", "player.js");
    assert_eq!(
        app.get(&format!("/assets/{older}"), None).await.code(),
        "not_found"
    );
    let now = kept(&data);
    assert_eq!(now.as_array().unwrap().len(), 3);
    assert_eq!((&now[1], &now[2]), (&builds[0], &builds[1]));
    // The same build again is no other, and one that comes back is the newest.
    let app = app.restarted().await;
    assert_eq!(kept(&data), now);
    let data = app.stopped().await;
    let file = data.path().join("assets.json");
    fs::write(&file, json!([builds[0], now[0], builds[1]]).to_string()).unwrap();
    let app = spawn_on(data, |config| config).await;
    assert_eq!(kept(file.parent().unwrap()), now);
    drop(app);
}

#[tokio::test]
async fn what_is_not_what_its_name_says_is_not_answered() {
    let damaged = named("follow();", "player.js");
    let program = named("MZ", "player.exe");
    let whole = named("see();", "player.js");
    let build = json!({ &damaged: "steal();", &program: "MZ", &whole: "see();" });
    let (app, _) = after(json!([build]).to_string()).await;
    for name in [damaged, program] {
        assert_eq!(
            app.get(&format!("/assets/{name}"), None).await.code(),
            "not_found"
        );
    }
    assert_eq!(
        app.get(&format!("/assets/{whole}"), None).await.text,
        "see();"
    );
}

/// The scripts of this build are answered.
async fn is_whole(app: &TestApp) {
    let page = app.get("/play", None).await.text;
    let script = page.split(r#"src=""#).nth(1).unwrap();
    let script = script.split('"').next().unwrap();
    assert_eq!(app.get(script, None).await.status, 200);
}

#[tokio::test]
async fn a_list_that_is_missing_damaged_or_cannot_be_written_keeps_no_server_from_starting() {
    is_whole(&spawn_app().await).await;
    let (app, data) = after("[{\"half").await;
    is_whole(&app).await;
    assert_eq!(kept(&data).as_array().unwrap().len(), 1);
    fs::remove_file(data.join("assets.json")).unwrap();
    fs::create_dir_all(data.join("assets.json/in the way")).unwrap();
    is_whole(&app.restarted().await).await;
}

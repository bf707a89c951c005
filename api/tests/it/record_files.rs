//! Every record as files: copied whole and then what is new, with nothing in them that no record
//! would show.

#![allow(clippy::unwrap_used, reason = "a test says what it needs by panicking")]

use std::{
    collections::{BTreeMap, BTreeSet},
    io::Read as _,
    time::Duration,
};

use domain::GameId;
use flate2::read::GzDecoder;
use reqwest::{Method, header};
use serde_json::{Value, json};
use store::{Hash, Timekeeper};

use crate::{
    helpers::{TestApp, spawn_app, spawn_with},
    statistics::play_all,
};

const LIST: &str = "/v1/exports/records";

/// What somebody has copied.
#[derive(Default)]
pub(crate) struct Mirror {
    cursor: Option<String>,
    /// By name.
    files: BTreeMap<String, Vec<u8>>,
}

impl Mirror {
    /// Copies what is new; the names of the files that were.
    pub(crate) async fn catch_up(&mut self, app: &TestApp) -> Vec<String> {
        let mut copied = Vec::new();
        loop {
            let cursor = self.cursor.as_ref().map(|it| format!("&cursor={it}"));
            let path = format!("{LIST}?limit=1{}", cursor.unwrap_or_default());
            let list = app.get(&path, None).await;
            assert_eq!(list.status, 200, "{}", list.text);
            let list = list.json();
            for file in list["items"].as_array().unwrap() {
                let name = file["name"].as_str().unwrap().to_owned();
                assert_eq!(file["withdrawn"], false);
                let bytes = checked(app, file).await;
                assert_eq!(self.files.insert(name.clone(), bytes), None, "{name}");
                copied.push(name);
            }
            self.cursor = Some(list["cursor"].as_str().unwrap().to_owned());
            if list["more"] == false {
                return copied;
            }
        }
    }

    /// The lines of each match in the copied files. No match is there twice.
    pub(crate) fn records(&self) -> BTreeMap<String, String> {
        let mut records = BTreeMap::new();
        for bytes in self.files.values() {
            let mut text = String::new();
            GzDecoder::new(&bytes[..])
                .read_to_string(&mut text)
                .unwrap();
            let mut here: BTreeMap<String, String> = BTreeMap::new();
            for line in text.split_inclusive('\n') {
                let commit: Value = serde_json::from_str(line).unwrap();
                let id = commit["public"]["stream"].as_str().unwrap().to_owned();
                here.entry(id).or_default().push_str(line);
            }
            let before = records.len() + here.len();
            records.extend(here);
            assert_eq!(records.len(), before);
        }
        records
    }
}

/// The bytes of a listed file, which are what the list says of them.
async fn checked(app: &TestApp, file: &Value) -> Vec<u8> {
    let path = file["links"]["self"].as_str().unwrap();
    let got = app.request(Method::GET, path, None).send().await.unwrap();
    assert_eq!(got.status(), 200);
    let tag = got.headers()[header::ETAG].to_str().unwrap().to_owned();
    let cached = got.headers()[header::CACHE_CONTROL].to_str().unwrap();
    assert!(cached.contains("immutable"), "{cached}");
    assert_eq!(got.headers()[header::CONTENT_TYPE], "application/gzip");
    let bytes = got.bytes().await.unwrap().to_vec();
    let sha256 = Hash::of(&bytes).to_string();
    assert_eq!(
        (&file["sha256"], &file["bytes"]),
        (&json!(sha256), &json!(bytes.len()))
    );
    let again = app.request(Method::GET, path, None);
    let again = again
        .header(header::IF_NONE_MATCH, tag)
        .send()
        .await
        .unwrap();
    assert_eq!(again.status(), 304);
    let part = app.request(Method::GET, path, None);
    let part = part
        .header(header::RANGE, "bytes=10-19")
        .send()
        .await
        .unwrap();
    assert_eq!(part.status(), 206);
    assert_eq!(part.bytes().await.unwrap(), bytes[10..20]);
    bytes
}

/// The records of all finished matches that are listed, one by one.
async fn one_by_one(app: &TestApp) -> BTreeMap<String, String> {
    let listed = app
        .get("/v1/results?limit=500&forks=include", None)
        .await
        .json();
    let mut records = BTreeMap::new();
    for result in listed["items"].as_array().unwrap() {
        let id = result["id"].as_str().unwrap().to_owned();
        let record = app.get(&format!("/v1/matches/{id}/record"), None).await;
        records.insert(id, record.text);
    }
    records
}

fn by_hand() -> Timekeeper {
    Timekeeper::by_hand("2031-05-17T08:00:00.000Z".parse().unwrap())
}

#[tokio::test(flavor = "multi_thread")]
async fn a_mirror_copies_all_records_and_then_those_that_are_new() {
    let time = by_hand();
    let clock = time.clone();
    let app = spawn_with(|config| api::Config {
        time: clock,
        ..config
    })
    .await;
    let mut mirror = Mirror::default();
    assert_eq!(mirror.catch_up(&app).await, [""; 0]);
    for &game in GameId::ALL {
        play_all(&app, game, 2).await;
    }
    let first = mirror.catch_up(&app).await;
    assert_eq!(first.len(), 1);
    assert_eq!(mirror.records(), one_by_one(&app).await);
    assert_eq!(mirror.records().len(), 2 * GameId::ALL.len());

    // Few more are not worth a file before an hour is over.
    play_all(&app, GameId::Cartographers, 3).await;
    assert_eq!(mirror.catch_up(&app).await, [""; 0]);
    time.move_on(Duration::from_secs(60 * 60));
    let app = spawn_on_the_same(app, &time).await;
    let second = mirror.catch_up(&app).await;
    assert_eq!(second.len(), 1);
    assert_eq!(mirror.records(), one_by_one(&app).await);

    // Who begins anew gets the same files, made once more by another server.
    let mut other = Mirror::default();
    assert_eq!(other.catch_up(&app).await, [first, second].concat());
    assert_eq!(other.files, mirror.files);
}

async fn spawn_on_the_same(app: TestApp, time: &Timekeeper) -> TestApp {
    let (data, time) = (app.stopped().await, time.clone());
    crate::helpers::spawn_on(data, |config| api::Config { time, ..config }).await
}

#[tokio::test(flavor = "multi_thread")]
async fn no_file_has_a_match_that_runs_or_is_private() {
    let app = spawn_app().await;
    let ann = app.player("ann").await;
    let open = async |private: bool| {
        let body = json!({
            "game": "cartographers", "private": private,
            "seats": [{ "kind": "me" }, { "kind": "me" }],
        });
        let opened = app.post("/v1/matches", Some(&ann.token), &body).await;
        assert_eq!(opened.status, 201, "{}", opened.text);
        let id = opened.json()["match"]["id"].as_str().unwrap().to_owned();
        (format!("/v1/matches/{id}"), id)
    };
    let (hidden, _) = open(true).await;
    let (shown, id) = open(false).await;
    open(false).await;
    for at in [hidden, shown] {
        app.play_out(&at, 2, &ann.token).await;
    }
    let mut mirror = Mirror::default();
    mirror.catch_up(&app).await;
    let copied: BTreeSet<String> = mirror.records().into_keys().collect();
    assert_eq!(copied, BTreeSet::from([id]));
}

#[tokio::test]
async fn what_is_no_file_and_what_is_no_cursor_of_the_list_is_refused() {
    let app = spawn_app().await;
    let name = format!("{LIST}/000001-0000000000000000.ndjson.gz");
    assert_eq!(app.get(&name, None).await.code(), "unknown_export");
    let cursor = format!("{LIST}?cursor={}", "0".repeat(32));
    assert_eq!(app.get(&cursor, None).await.code(), "unknown_cursor");
    let list = app.get(LIST, None).await.json();
    let own = list["cursor"].as_str().unwrap();
    let beyond = format!("{}00000009{}", &own[..16], &own[24..]);
    let refused = app.get(&format!("{LIST}?cursor={beyond}"), None).await;
    assert_eq!(refused.code(), "unknown_cursor");
}

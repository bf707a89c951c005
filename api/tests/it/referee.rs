//! Exports over HTTP, and DuckDB as referee: it reads them in place, and every
//! aggregate of the server must be what the exported rows come to.

#![allow(clippy::unwrap_used, reason = "a test says what it needs by panicking")]

use std::{path::Path, process::Command};

use domain::GameId;
use reqwest::Method;

use crate::{
    helpers::{TestApp, spawn_app, spawn_with},
    statistics::{play_all, played},
};

const PYTHON: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../.tools/venv/bin/python");
const FILE: &str = "/v1/exports/cartographers.csv";

/// What a Python program prints that has DuckDB.
pub(crate) async fn python(arguments: Vec<String>) -> String {
    let mut tried = Command::new(PYTHON);
    let tried = tried.args(["-c", "import duckdb, fsspec"]).output();
    let has_duckdb = tried.is_ok_and(|run| run.status.success());
    assert!(
        has_duckdb,
        "this test needs DuckDB for Python: run `make tools` once"
    );
    let run = move || Command::new(PYTHON).args(arguments).output().unwrap();
    let run = tokio::task::spawn_blocking(run).await.unwrap();
    let [out, err] = [run.stdout, run.stderr].map(|text| String::from_utf8(text).unwrap());
    assert!(run.status.success(), "{out}{err}");
    out
}

#[tokio::test(flavor = "multi_thread")]
async fn every_aggregate_is_what_the_exported_rows_come_to() {
    let app = spawn_app().await;
    for &game in GameId::ALL {
        play_all(&app, game, 24).await;
    }
    let referee = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/it/referee.py");
    for &game in GameId::ALL {
        let referee = referee.to_str().unwrap().to_owned();
        let name = domain::facts::word(&game);
        let printed = python(vec![referee, app.running.url(""), name]).await;
        let compared: u32 = printed.trim().parse().unwrap();
        assert!(compared > 2_000, "{compared} numbers of {game:?}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_file_names_the_licence_that_the_operator_chose() {
    let chosen = |licence: &'static str| {
        spawn_with(move |mut config| {
            config.facts_licence = Some(licence.parse().unwrap());
            config
        })
    };
    let app = chosen("CC-BY-4.0").await;
    play_all(&app, GameId::Cartographers, 3).await;
    let csv = app.get(FILE, None).await;
    let mut lines = csv.text.lines();
    assert!(lines.next().unwrap().ends_with(",licence"), "{}", csv.text);
    assert!(lines.all(|line| line.ends_with(",CC-BY-4.0")));
    let links: Vec<_> = csv.headers.get_all("link").iter().collect();
    let spdx = "<https://spdx.org/licenses/CC-BY-4.0.html>; rel=\"license\"";
    assert!(links.iter().any(|link| *link == spdx), "{links:?}");
    let lines = app.get("/v1/exports/cartographers.ndjson", None).await;
    for line in lines.text.lines() {
        let row: serde_json::Value = serde_json::from_str(line).unwrap();
        assert_eq!(row["licence"], "CC-BY-4.0");
    }
    let url = app.running.url("/v1/exports/cartographers.cells.parquet");
    let run = format!(
        "import duckdb, urllib.request as web; (file, _) = web.urlretrieve('{url}'); \
         print(duckdb.sql(f\"SELECT DISTINCT licence FROM read_parquet('{{file}}')\").fetchall())"
    );
    let told = python(vec!["-c".to_owned(), run]).await;
    assert_eq!(told.trim(), "[('CC-BY-4.0',)]");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_file_names_no_licence_that_nobody_chose() {
    let app = played(3).await;
    let csv = app.get(FILE, None).await;
    assert!(!csv.text.lines().next().unwrap().contains("licence"));
    let mut links = csv.headers.get_all("link").iter();
    assert!(links.all(|link| !link.to_str().unwrap().contains("license")));
}

async fn part(app: &TestApp, range: &str) -> crate::helpers::Reply {
    let request = app.request(Method::GET, FILE, None);
    app.send(request.header("range", range)).await
}

#[tokio::test(flavor = "multi_thread")]
async fn a_file_is_served_in_parts() {
    let app = played(3).await;
    let whole = app.get(FILE, None).await;
    let length = whole.text.len();
    assert_eq!(whole.headers["accept-ranges"], "bytes");
    assert_eq!(whole.text.lines().count(), 7, "a heading and six seats");
    for (range, expected) in [
        ("bytes=0-4", &whole.text[..5]),
        ("bytes=7-", &whole.text[7..]),
        ("bytes=-9", &whole.text[length - 9..]),
        ("bytes=3-99999999", &whole.text[3..]),
    ] {
        let part = part(&app, range).await;
        assert_eq!(
            (part.status.as_u16(), &*part.text),
            (206, expected),
            "{range}"
        );
        let said = part.headers["content-range"].to_str().unwrap();
        assert!(said.ends_with(&format!("/{length}")), "{said}");
        assert_eq!(part.headers["etag"], whole.headers["etag"]);
    }
    let beyond = part(&app, &format!("bytes={length}-")).await;
    assert_eq!(
        (beyond.status.as_u16(), &*beyond.code()),
        (416, "no_such_range")
    );
    assert_eq!(beyond.headers["content-range"], format!("bytes */{length}"));
    let head = app.send(app.request(Method::HEAD, FILE, None)).await;
    assert_eq!(head.headers["content-length"], length.to_string());
    let head = app.request(Method::HEAD, FILE, None);
    let head = app.send(head.header("range", "bytes=0-4")).await;
    assert_eq!(
        (
            head.status.as_u16(),
            head.headers["content-length"].to_str().unwrap()
        ),
        (200, &*length.to_string()),
        "parts are for GET alone"
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn a_part_is_of_the_file_that_the_caller_began_with() {
    let app = played(3).await;
    let whole = app.get(FILE, None).await;
    let tag = whole.headers["etag"].to_str().unwrap().to_owned();
    assert!(tag.starts_with('"'), "it is a strong one: {tag}");
    let asked = |name: &'static str, value: String| {
        let request = app.request(Method::GET, FILE, None);
        app.send(request.header("range", "bytes=0-4").header(name, value))
    };
    for (condition, status) in [
        (tag.clone(), 206),
        ("\"other\"".into(), 200),
        (format!("W/{tag}"), 200),
    ] {
        let part = asked("if-range", condition.clone()).await;
        assert_eq!(part.status, status, "{condition}");
    }
    assert_eq!(asked("if-none-match", tag).await.status, 304);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_file_holds_what_its_conditions_say_and_links_to_it() {
    let app = played(3).await;
    let path = format!("{FILE}?where=player:bot:greedy&include=forks");
    let file = app.get(&path, None).await;
    assert_eq!(
        file.text.lines().count(),
        4,
        "a heading and three seats: {}",
        file.text
    );
    assert!(file.text.ends_with("\r\n"));
    let links = file.headers["link"].to_str().unwrap();
    assert!(
        links.contains("where=forked%3A..") && links.contains("/v1/stats/matches?"),
        "{links}"
    );
    let this = links.split(['<', '>']).nth(1).unwrap();
    assert_eq!(app.get(this, None).await.text, file.text);
    for (wrong, code, named) in [
        ("include=unfinished", "unknown_population", "has no facts"),
        ("include=everything", "unknown_population", "old_rules"),
        ("include=", "unknown_population", "old_rules"),
        ("where=colour:red", "unknown_dimension", "player_kind"),
        ("colour=red", "unknown_parameter", "where"),
    ] {
        let refused = app.get(&format!("{FILE}?{wrong}"), None).await;
        assert_eq!((refused.status.as_u16(), &*refused.code()), (400, code));
        assert!(refused.text.contains(named), "{}", refused.text);
    }
}

#[tokio::test]
async fn files_that_there_are_not_are_404_and_empty_ones_have_a_heading() {
    let app = spawn_app().await;
    for file in ["cartographers.xls", "cartographers", "chess.csv"] {
        let reply = app.get(&format!("/v1/exports/{file}"), None).await;
        assert_eq!(reply.code(), "unknown_export", "{file}");
    }
    let empty = app.get(FILE, None).await;
    assert!(empty.text.starts_with("match,"), "{}", empty.text);
    assert_eq!(empty.text.lines().count(), 1);
    let nothing = app.get("/v1/exports/cartographers.ndjson", None).await;
    assert_eq!((nothing.status.as_u16(), &*nothing.text), (200, ""));
}

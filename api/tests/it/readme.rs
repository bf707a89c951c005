//! The README's commands, run as they are written.
#![allow(clippy::unwrap_used, reason = "a test says what it needs by panicking")]

use std::{
    io::{BufRead as _, BufReader},
    process::{Child, Command, Output, Stdio},
};

use domain::GameId;

use crate::{referee, statistics};

const README: &str = include_str!("../../../README.md");
const MAKEFILE: &str = include_str!("../../../Makefile");
const CARTULARY: &str = env!("CARGO_BIN_EXE_cartulary");

/// The blocks of one language, in order.
fn blocks(language: &str) -> Vec<&'static str> {
    let opening = format!("```{language}\n");
    let after = README.split(&opening).skip(1);
    after
        .map(|rest| rest.split("```").next().unwrap())
        .collect()
}

/// What a program printed, which had to succeed.
async fn printed(mut command: Command) -> String {
    let run = tokio::task::spawn_blocking(move || command.output().unwrap());
    let Output {
        status,
        stdout,
        stderr,
    } = run.await.unwrap();
    let (stdout, stderr) = (
        String::from_utf8(stdout).unwrap(),
        String::from_utf8(stderr).unwrap(),
    );
    assert!(status.success(), "{status}: {stdout}{stderr}");
    stdout
}

async fn server(folder: &tempfile::TempDir) -> api::Running {
    let config = api::Config::new(folder.path().join("data"), ([127, 0, 0, 1], 0).into());
    api::spawn(config).await.unwrap()
}

#[test]
fn both_commands_are_there() {
    let shell = blocks("sh");
    let [demo, check, _curl, _statistics, _batch, _components] = &shell[..] else {
        panic!("two commands, a match, statistics and a batch by curl, a box: {shell:?}")
    };
    assert_eq!(*demo, "cargo run --release -- demo\n");
    assert_eq!(*check, "make check\n");
    assert!(MAKEFILE.contains("\ncheck: "));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_match_by_curl_works_as_pasted() {
    let folder = tempfile::tempdir().unwrap();
    let server = server(&folder).await;
    let pasted = blocks("sh")[2].replace("127.0.0.1:8080", &server.addr.to_string());
    let commands = pasted.lines().filter(|line| line.contains("curl ")).count();
    assert_eq!(commands, 7);
    let mut shell = Command::new("sh");
    shell.args(["-e", "-c", &pasted]);
    let printed = printed(shell).await;
    for shown in [
        r#""title":"Cartographers""#,
        r#""gain":"#,
        r#""type":"decided""#,
    ] {
        assert!(printed.contains(shown), "{shown} is not in {printed}");
    }
    assert!(!printed.contains(r#""code":"#), "a problem: {printed}");
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_batch_by_curl_works_as_pasted_behind_the_match() {
    let folder = tempfile::tempdir().unwrap();
    let server = server(&folder).await;
    let pasted = format!("{}{}", blocks("sh")[2], blocks("sh")[4]);
    let pasted = pasted.replace("127.0.0.1:8080", &server.addr.to_string());
    let mut shell = Command::new("sh");
    shell.args(["-e", "-c", &pasted]);
    let printed = printed(shell).await;
    for shown in [
        r#""type":"progress""#,
        r#""type":"end""#,
        r#""verdict":"alternative""#,
    ] {
        assert!(printed.contains(shown), "{shown} is not in {printed}");
    }
    assert!(!printed.contains(r#""code":"#), "a problem: {printed}");
    server.stop().await;
}

#[test]
fn a_box_is_taken_to_be_corrected_as_pasted() {
    let folder = tempfile::tempdir().unwrap();
    let pasted = blocks("sh")[5].replace("cargo run --release --", CARTULARY);
    let (take, serve) = pasted.split_at(pasted.rfind(CARTULARY).unwrap());
    let mut shell = Command::new("sh");
    shell.args(["-e", "-c", take]).current_dir(folder.path());
    assert!(shell.status().unwrap().success());
    assert_eq!(serve, format!("{CARTULARY} serve --components boxes\n"));
    let mut checked = Command::new(CARTULARY);
    checked.args(["components", "builders_biomes", "--components", "boxes"]);
    let checked = checked.current_dir(folder.path()).output().unwrap();
    let taken = std::fs::read(folder.path().join("boxes/builders_biomes.json"));
    assert_eq!(checked.stdout, taken.unwrap());
}

#[tokio::test(flavor = "multi_thread")]
async fn the_python_bot_plays_any_game_to_a_verified_end() {
    let folder = tempfile::tempdir().unwrap();
    let server = server(&folder).await;
    let bot = blocks("python")[0];
    assert!(bot.lines().count() <= 45, "it is short");
    for game in GameId::ALL {
        let game = serde_json::to_value(game).unwrap();
        let mut python = Command::new("python3");
        python.args(["-c", bot, &server.url(""), game.as_str().unwrap()]);
        let printed = printed(python).await;
        assert!(printed.contains("seat 1: rank "), "{printed}");
        assert!(printed.ends_with("verified: True\n"), "{printed}");
    }
    server.stop().await;
}

/// A program that ends with the test.
struct Demo(Child);

impl Drop for Demo {
    fn drop(&mut self) {
        self.0.kill().unwrap();
        self.0.wait().unwrap();
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_demo_shows_where_to_look_and_stays_up() {
    let mut command = Command::new(CARTULARY);
    command
        .args(["demo", "--matches", "4"])
        .stdout(Stdio::piped());
    let mut demo = Demo(command.spawn().unwrap());
    let stdout = BufReader::new(demo.0.stdout.take().unwrap());
    let mut lines = stdout.lines().map(Result::unwrap);
    let shown: Vec<String> = lines
        .by_ref()
        .take_while(|line| !line.starts_with("All matches have been played"))
        .collect();
    let line_of = |text| shown.iter().position(|line| line.contains(text));
    let [listens, played] = ["The matches:", " matches played"].map(line_of);
    assert!(listens.is_some() && listens < played, "{shown:#?}");
    let urls = shown
        .iter()
        .filter_map(|line| line.find("http://").map(|at| &line[at..]));
    let urls: Vec<&str> = urls.collect();
    assert!(urls.len() >= 6, "{shown:#?}");
    for url in urls {
        let answer = reqwest::get(url).await.unwrap();
        assert!(answer.status().is_success(), "{url}: {}", answer.status());
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn statistics_are_asked_for_by_curl_and_read_by_duckdb() {
    let app = statistics::played(9).await;
    let here = app.running.addr.to_string();
    let mut shell = Command::new("sh");
    let pasted = blocks("sh")[3].replace("127.0.0.1:8080", &here);
    shell.args(["-e", "-c", &pasted]);
    let printed = printed(shell).await;
    let header = "player,name,partial,metric,aggregate,n,deals,value,lo,hi,method,suppressed\r\n";
    assert!(printed.starts_with(header), "{printed}");
    assert!(
        printed.contains("\nbot:greedy,,false,final_score,mean,9,6,"),
        "{printed}"
    );
    let query = blocks("sql")[0].replace("127.0.0.1:8080", &here);
    let program = format!(
        "import duckdb, sys; sys.path.append({:?}); from http_files import Http\n\
         db = duckdb.connect(); db.register_filesystem(Http())\n\
         print([row[:2] for row in db.execute({query:?}).fetchall()])",
        concat!(env!("CARGO_MANIFEST_DIR"), "/tests/it"),
    );
    let rows = referee::python(vec!["-c".to_owned(), program]).await;
    assert_eq!(rows.trim(), "[('bot:greedy', 9), ('bot:random', 9)]");
}

#[tokio::test(flavor = "multi_thread")]
async fn all_records_are_copied_as_pasted_and_once_only() {
    let app = statistics::played(3).await;
    let folder = tempfile::tempdir().unwrap();
    let mirror = blocks("python")[1].replace("127.0.0.1:8080", &app.running.addr.to_string());
    let streams = r#"print(len({commit["public"]["stream"] for commit in commits}))"#;
    for _ in 0..2 {
        let mut python = Command::new("python3");
        python.args(["-c", &format!("{mirror}{streams}")]);
        python.current_dir(folder.path());
        assert_eq!(printed(python).await, "3\n");
        let files = std::fs::read_dir(folder.path()).unwrap();
        assert_eq!(files.count(), 2, "a file of records and the cursor");
    }
}

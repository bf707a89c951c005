//! Boxes in the place of the printed ones. A box is for a whole process, so each server
//! here is one.

#![allow(clippy::unwrap_used, reason = "a test says what it needs by panicking")]

use std::{
    fs,
    io::{BufRead as _, BufReader},
    path::Path,
    process::{Child, Command, Output, Stdio},
};

use domain::GameId;
use reqwest::{Client, Method, Response};
use serde_json::{Value, json};
use store::Hash;
use tempfile::TempDir;

const CARTULARY: &str = env!("CARGO_BIN_EXE_cartulary");
/// What the royal crown pays.
const CROWN: &str = "/cards/other/26/score/points";

/// A server in a process of its own.
pub(crate) struct Server {
    child: Child,
    pub(crate) url: String,
    http: Client,
    /// What it logged before it listened.
    log: String,
}

impl Drop for Server {
    fn drop(&mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }
}

impl Server {
    fn start(data: &Path, boxes: Option<&Path>) -> Server {
        Server::with(data, |command| match boxes {
            Some(boxes) => command.env("CARTULARY_COMPONENTS", boxes),
            None => command,
        })
    }

    pub(crate) fn with(data: &Path, set: impl FnOnce(&mut Command) -> &mut Command) -> Server {
        let mut command = Command::new(CARTULARY);
        command.args(["serve", "--admin-listen", "off"]);
        command.env("CARTULARY_LISTEN", "127.0.0.1:0");
        command.env("CARTULARY_DATA", data).env("NO_COLOR", "1");
        set(&mut command);
        let mut child = command.stderr(Stdio::piped()).spawn().unwrap();
        let mut lines = BufReader::new(child.stderr.take().unwrap()).lines();
        let mut log = String::new();
        let url = loop {
            let line = lines.next().expect("it listens").unwrap();
            log.push_str(&line);
            log.push('\n');
            if let Some((_, url)) = line.split_once("listening on ") {
                break url.trim_end_matches('/').to_owned();
            }
        };
        // Whoever logs must never wait for somebody to read it.
        std::thread::spawn(move || lines.for_each(drop));
        let http = crate::helpers::client();
        Server {
            child,
            url,
            http,
            log,
        }
    }

    pub(crate) async fn send(
        &self,
        method: Method,
        path: &str,
        token: &str,
        body: &Value,
    ) -> reqwest::Result<Response> {
        let request = self.http.request(method, format!("{}{path}", self.url));
        let request = request.bearer_auth(token).json(body);
        request.send().await
    }

    pub(crate) async fn ask(
        &self,
        method: Method,
        path: &str,
        token: &str,
        body: &Value,
    ) -> (u16, Value) {
        let response = self.send(method, path, token, body).await.unwrap();
        let status = response.status().as_u16();
        let text = response.text().await.unwrap();
        (status, serde_json::from_str(&text).unwrap_or_default())
    }

    pub(crate) async fn get(&self, path: &str) -> (u16, Value) {
        let response = self.http.get(format!("{}{path}", self.url)).send().await;
        let response = response.unwrap();
        let status = response.status().as_u16();
        let text = response.text().await.unwrap();
        (status, serde_json::from_str(&text).unwrap_or_default())
    }

    /// A list once it has come to where the log ends now.
    pub(crate) async fn listed(&self, list: &str) -> Value {
        let (_, head) = self.get("/integrity").await;
        let head = head["position"].as_str().unwrap();
        let (status, listed) = self.get(&format!("{list}?at_least={head}")).await;
        assert_eq!(status, 200, "{listed}");
        listed
    }

    pub(crate) async fn text(&self, path: &str) -> String {
        let response = self.http.get(format!("{}{path}", self.url)).send().await;
        let response = response.unwrap();
        assert_eq!(response.status(), 200, "{path}");
        response.text().await.unwrap()
    }

    /// The points that a royal crown is worth.
    async fn crown(&self) -> i64 {
        let position = json!({ "game": "bunny_kingdom", "position": {
            "players": 2, "squares": [], "parchments": [["royal_crown"], []] } });
        let here = format!("{}/v1/games/bunny_kingdom/score", self.url);
        let response = self.http.post(here).json(&position).send().await.unwrap();
        let sheets: Value = response.json().await.unwrap();
        let line = &sheets["sheets"][0]["if_now"][0];
        assert_eq!(line["source"], "parchment.royal_crown", "{sheets}");
        line["points"].as_i64().unwrap()
    }

    /// Opens a match of Bunny Kingdom, and gives the path to it.
    async fn open(&self, token: &str, seats: Value) -> String {
        let body = json!({ "game": "bunny_kingdom", "seats": seats, "seed": "07".repeat(32) });
        let (status, opened) = self.ask(Method::POST, "/v1/matches", token, &body).await;
        assert_eq!(status, 201, "{opened}");
        format!("/v1/matches/{}", opened["match"]["id"].as_str().unwrap())
    }

    /// Waits until a match of bots is over.
    async fn ended(&self, at: &str) {
        let events = self.http.get(format!("{}{at}/events", self.url));
        let events = events.header("accept", "text/event-stream").send().await;
        let told = events.unwrap().text().await.unwrap();
        assert!(told.contains("event: end"), "{told}");
    }
}

/// Makes at most so many decisions of the first seat, each through the next server; returns whether
/// the match is over.
pub(crate) async fn play(
    servers: &[&Server],
    ask: impl AsyncFn(&Server, Method, &str, &Value) -> (u16, Value),
    at: &str,
    most: usize,
) -> bool {
    let mut made = 0;
    let mut next = servers.iter().cycle();
    while made < most {
        let server = next.next().unwrap();
        let due = format!("{at}/seats/0/decision?sample=1&wait=20");
        let (status, due) = ask(server, Method::GET, &due, &Value::Null).await;
        match (status, due["code"].as_str()) {
            (200, _) => {}
            // The bots are at work.
            (204, _) => continue,
            (409, Some("over")) => return true,
            _ => panic!("{status}: {due}"),
        }
        let put = due["links"]["put"].as_str().unwrap();
        let command = &due["legal"][0]["command"];
        let (status, answer) = ask(server, Method::PUT, put, command).await;
        // Others may be faster.
        let is_overtaken = answer["code"] == "overtaken" || answer["code"] == "over";
        assert!(status == 200 || is_overtaken, "{answer}");
        made += usize::from(status == 200);
    }
    false
}

/// A box in which one value is another.
fn corrected(dir: &Path, at: &str, to: Value) -> String {
    let printed = run(&["components", "bunny_kingdom"]).stdout;
    let mut json: Value = serde_json::from_slice(&printed).unwrap();
    *json.pointer_mut(at).unwrap() = to;
    let json = json.to_string();
    fs::write(dir.join("bunny_kingdom.json"), &json).unwrap();
    Hash::of(json.as_bytes()).to_string()
}

fn run(arguments: &[&str]) -> Output {
    Command::new(CARTULARY).args(arguments).output().unwrap()
}

fn path(dir: &TempDir) -> &str {
    dir.path().to_str().unwrap()
}

#[tokio::test]
async fn a_replaced_box_is_what_is_scored_and_shown() {
    let (data, boxes) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let printed = Server::start(data.path(), None);
    assert_eq!(printed.crown().await, 5);
    let (_, game) = printed.get("/v1/games/bunny_kingdom").await;
    let confidence = json!({ "verified": 277, "single_source": 19, "reconstructed": 0 });
    assert_eq!(game["confidence"], confidence);
    drop(printed);
    let sha256 = corrected(boxes.path(), CROWN, json!(9));
    assert_ne!(game["sha256"], *sha256);
    let server = Server::start(data.path(), Some(boxes.path()));
    let logged = format!("bunny_kingdom uses a replaced box file={}", path(&boxes));
    assert!(server.log.contains(&logged), "{}", server.log);
    assert!(server.log.contains(&sha256), "{}", server.log);
    assert_eq!(server.crown().await, 9);
    let (_, game) = server.get("/v1/games/bunny_kingdom").await;
    assert_eq!(
        (&game["sha256"], &game["confidence"]),
        (&json!(sha256), &confidence)
    );
    let components = format!("{}/v1/games/bunny_kingdom/components", server.url);
    let components = server.http.get(components).send().await.unwrap();
    assert_eq!(components.headers()["etag"], format!("\"{sha256}\""));
    let file = fs::read_to_string(boxes.path().join("bunny_kingdom.json")).unwrap();
    assert_eq!(components.text().await.unwrap(), file);
}

#[test]
fn a_server_does_not_start_with_a_flawed_box() {
    let (data, boxes) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let refused = |sentence: &str| {
        for command in [&["serve", "--listen", "127.0.0.1:0"][..], &["demo"][..]] {
            let output = Command::new(CARTULARY)
                .args(command)
                .args(["--components", path(&boxes)])
                .env("CARTULARY_DATA", data.path())
                .output()
                .unwrap();
            let told = String::from_utf8(output.stderr).unwrap();
            assert_eq!(output.status.code(), Some(1), "{told}");
            let line = format!("error: {}{sentence}\n", path(&boxes));
            assert!(told.ends_with(&line), "{told} is not {line}");
        }
    };
    let files = GameId::ALL.iter().map(|game| {
        let name = serde_json::to_value(game).unwrap();
        format!("{}.json", name.as_str().unwrap())
    });
    let known = files.collect::<Vec<_>>().join(" or ");
    let known = format!("expected {known}");
    refused(&format!(" contains no box: {known}"));
    corrected(boxes.path(), CROWN, json!(-1));
    refused("/bunny_kingdom.json: royal_crown: it pays -1 points, and must not pay less than zero");
    fs::write(boxes.path().join("bunny_kingdom.json"), "{").unwrap();
    refused("/bunny_kingdom.json: EOF while parsing an object at line 1 column 1");
    fs::write(boxes.path().join("bunny-kingdom.json"), "{").unwrap();
    refused(&format!(
        "/bunny-kingdom.json is not the box of any game: {known}"
    ));
    assert!(fs::read_dir(data.path()).unwrap().next().is_none());
}

/// A store with a match that waits for its player and one that is over, both played
/// with the printed box.
struct Played {
    data: TempDir,
    boxes: TempDir,
    token: String,
    sha256: String,
    running: String,
    finished: String,
}

async fn played() -> Played {
    let (data, boxes) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    corrected(boxes.path(), CROWN, json!(9));
    let server = Server::start(data.path(), None);
    let ann = json!({ "name": "ann", "kind": "bot" });
    let (_, ann) = server.ask(Method::POST, "/v1/players", "", &ann).await;
    let token = ann["token"].as_str().unwrap_or_default().to_owned();
    let (_, game) = server.get("/v1/games/bunny_kingdom").await;
    let bot = |name| json!({ "kind": "bot", "bot": name });
    let me = json!([{ "kind": "me" }, bot("greedy")]);
    let running = server.open(&token, me).await;
    let bots = json!([bot("greedy"), bot("random")]);
    let finished = server.open(&token, bots).await;
    server.ended(&finished).await;
    Played {
        data,
        boxes,
        token,
        sha256: game["sha256"].as_str().unwrap().to_owned(),
        running,
        finished,
    }
}

#[tokio::test]
async fn a_match_of_another_box_is_refused_and_goes_on_with_its_own() {
    let played = played().await;
    let (running, token) = (&played.running, &played.token[..]);
    let server = Server::start(played.data.path(), Some(played.boxes.path()));
    let decision = format!("{running}/seats/0/decision");
    let none = Value::Null;
    for (method, path) in [
        (Method::GET, running.clone()),
        (Method::GET, format!("{running}/view")),
        (Method::GET, format!("{running}/events")),
        (Method::GET, format!("{}/results", played.finished)),
        (Method::GET, format!("{}/steps/3", played.finished)),
        (Method::GET, decision.clone()),
        (Method::GET, format!("/v1/stream?match={}", &running[12..])),
        (Method::POST, format!("{running}/start")),
        (Method::PUT, format!("{running}/seats/0/decisions/0")),
    ] {
        let (status, problem) = server.ask(method, &path, token, &none).await;
        assert_eq!(
            (status, &problem["code"]),
            (409, &json!("other_box")),
            "{path}"
        );
        assert!(problem["detail"].as_str().unwrap().contains(&played.sha256));
    }
    let problems = server.text("/docs/problems").await;
    assert!(problems.contains("other_box"));
    drop(server);
    let server = Server::start(played.data.path(), None);
    let (status, due) = server.ask(Method::GET, &decision, token, &none).await;
    assert_eq!(status, 200, "{due}");
    let put = due["links"]["put"].as_str().unwrap();
    let command = &due["legal"][0]["command"];
    let (status, made) = server.ask(Method::PUT, put, token, command).await;
    assert_eq!(status, 200, "{made}");
}

#[tokio::test]
async fn a_match_of_another_box_is_listed_and_its_record_given_and_checked() {
    let played = played().await;
    let server = Server::start(played.data.path(), Some(played.boxes.path()));
    let matches = server.listed("/v1/matches").await;
    assert_eq!(matches["items"].as_array().unwrap().len(), 2, "{matches}");
    let results = server.listed("/v1/results").await;
    assert_eq!(results["items"].as_array().unwrap().len(), 1, "{results}");
    let record = server.text(&format!("{}/record", played.finished)).await;
    assert!(record.contains(r#""type":"ended""#));
    let (_, verdict) = server.get(&format!("{}/verify", played.finished)).await;
    assert_eq!(verdict["other_box"], *played.sha256, "{verdict}");
    let found = [
        &verdict["valid"],
        &verdict["complete"],
        &verdict["finished"],
    ];
    assert_eq!(found, [true, false, true], "{verdict}");
    // The running one keeps its secrets.
    let open = server.text(&format!("{}/record", played.running)).await;
    assert!(
        open.lines()
            .all(|line| line.ends_with(r#""private":null}"#))
    );
    drop(server);
    let file = played.data.path().join("record.ndjson");
    fs::write(&file, &record).unwrap();
    let file = file.to_str().unwrap();
    let boxes = path(&played.boxes);
    let other = run(&["verify", file, "--components", boxes]);
    let verdict: Value = serde_json::from_slice(&other.stdout).unwrap();
    assert!(other.status.success() && verdict["other_box"] == *played.sha256);
    assert!(String::from_utf8_lossy(&other.stderr).contains(&played.sha256));
    let own: Value = serde_json::from_slice(&run(&["verify", file]).stdout).unwrap();
    assert_eq!(
        (&own["complete"], &own["other_box"]),
        (&json!(true), &Value::Null)
    );
}

#[tokio::test]
async fn a_store_with_matches_of_another_box_is_checked_exported_and_imported() {
    let played = played().await;
    let (data, boxes) = (path(&played.data), path(&played.boxes));
    let doctor = run(&["doctor", "--data", data, "--components", boxes]);
    let report: Value = serde_json::from_slice(&doctor.stdout).unwrap();
    assert_eq!(
        (&report["of_other_boxes"], &report["problems"]),
        (&json!(2), &json!([]))
    );
    let exported = run(&["export", "--data", data]);
    assert!(exported.status.success());
    let copy = tempfile::tempdir().unwrap();
    let mut import = Command::new(CARTULARY);
    import.args(["import", "--data", path(&copy)]);
    import
        .env("CARTULARY_COMPONENTS", boxes)
        .stdin(Stdio::piped());
    let mut import = import.spawn().unwrap();
    let mut stdin = import.stdin.take().unwrap();
    std::io::Write::write_all(&mut stdin, &exported.stdout).unwrap();
    drop(stdin);
    assert!(import.wait().unwrap().success());
    let doctor = run(&["doctor", "--data", path(&copy)]);
    let report: Value = serde_json::from_slice(&doctor.stdout).unwrap();
    assert_eq!(
        (&report["of_other_boxes"], &report["matches"]),
        (&json!(0), &json!(2))
    );
}

//! Tournaments over HTTP: who meets whom, how they stand, and that nothing of it is lost.

#![allow(clippy::unwrap_used, reason = "a test says what it needs by panicking")]

use std::{
    collections::BTreeSet,
    io::{BufRead as _, BufReader},
    path::Path,
    process::{Child, Command, Stdio},
    time::Duration,
};

use api::Config;
use reqwest::Method;
use serde_json::{Value, json};
use store::Timekeeper;

use crate::{
    batch_players::Outside,
    helpers::{Ann, TestApp, spawn_app, spawn_with},
};

/// Who asks, and where.
struct Caller {
    url: String,
    http: reqwest::Client,
}

impl Caller {
    fn of(app: &TestApp) -> Caller {
        Caller::at(app.running.url("").trim_end_matches('/'))
    }

    fn at(url: &str) -> Caller {
        Caller {
            url: url.to_owned(),
            http: reqwest::Client::new(),
        }
    }

    async fn ask(&self, method: Method, path: &str, token: &str, body: Value) -> (u16, Value) {
        let request = self.http.request(method, format!("{}{path}", self.url));
        let response = request.bearer_auth(token).json(&body).send().await.unwrap();
        let status = response.status().as_u16();
        let text = response.text().await.unwrap();
        (status, serde_json::from_str(&text).unwrap_or_default())
    }

    async fn get(&self, path: &str) -> Value {
        let response = self.http.get(format!("{}{path}", self.url)).send().await;
        let response = response.unwrap();
        assert_eq!(response.status(), 200, "{path}");
        response.json().await.unwrap()
    }

    async fn player(&self, name: &str) -> Ann {
        let body = json!({ "name": name, "kind": "bot" });
        let request = self
            .http
            .post(format!("{}/v1/players", self.url))
            .json(&body);
        let player: Value = request.send().await.unwrap().json().await.unwrap();
        Ann {
            id: player["id"].as_str().unwrap().to_owned(),
            token: player["token"].as_str().unwrap().to_owned(),
        }
    }

    async fn players(&self, count: usize) -> Vec<Ann> {
        let mut players = Vec::new();
        for nth in 0..count {
            players.push(self.player(&format!("player {nth}")).await);
        }
        players
    }

    /// Plans a tournament of players, by the first of them.
    async fn plan(&self, players: &[Ann], more: Value) -> String {
        let entrants: Vec<Value> = players.iter().map(entrant).collect();
        let mut body = json!({ "game": "cartographers", "entrants": entrants, "deals": 1 });
        let fields = body.as_object_mut().unwrap();
        fields.extend(more.as_object().unwrap().clone());
        let asked = self.ask(Method::POST, "/v1/tournaments", &players[0].token, body);
        let (status, planned) = asked.await;
        assert_eq!(status, 201, "{planned}");
        planned["links"]["self"].as_str().unwrap().to_owned()
    }

    async fn accept(&self, this: &str, players: &[Ann]) {
        for player in players {
            let path = format!("{this}/accept");
            let (status, told) = self
                .ask(Method::POST, &path, &player.token, json!({}))
                .await;
            assert_eq!(status, 200, "{told}");
        }
    }

    /// Makes at most so many decisions in matches that run, each the first legal one. Says how
    /// many are left.
    async fn decide(&self, players: &[Ann], mut left: u32) -> u32 {
        let running = self.get("/v1/matches?status=running&limit=500").await;
        for row in running["items"].as_array().unwrap() {
            let at = format!("/v1/matches/{}", row["id"].as_str().unwrap());
            let seated = row["seated"].as_array().unwrap();
            for (seat, occupant) in seated.iter().enumerate() {
                let is_it = |player: &&Ann| occupant["player"] == player.id.as_str();
                let Some(player) = players.iter().find(is_it) else {
                    continue;
                };
                if left > 0 && self.decide_one(&format!("{at}/seats/{seat}"), player).await {
                    left -= 1;
                }
            }
        }
        left
    }

    async fn decide_one(&self, seat: &str, player: &Ann) -> bool {
        let due = format!("{seat}/decision?limit=1");
        let (status, due) = self.ask(Method::GET, &due, &player.token, json!({})).await;
        if status != 200 {
            return false;
        }
        let command = due["legal"][0]["command"].clone();
        let put = due["links"]["put"].as_str().unwrap();
        let (status, made) = self.ask(Method::PUT, put, &player.token, command).await;
        assert_eq!(status, 200, "{made}");
        true
    }

    /// Whether every match of the rounds that were drawn is opened, some run, and all those wait for
    /// one player alone: then nothing happens before the clock runs out.
    async fn waits_for(&self, this: &str, player: &Ann) -> bool {
        let drawn = tables(&self.get(this).await).concat().len();
        let opened = self.get("/v1/matches?limit=500").await;
        let opened = opened["items"].as_array().unwrap();
        let running = opened.iter().filter(|row| row["status"] == "running");
        let running: Vec<&Value> = running.collect();
        for row in &running {
            let at = format!("/v1/matches/{}", row["id"].as_str().unwrap());
            let info = self.get(&at).await;
            let to_act = info["to_act"].as_array().unwrap();
            let mut seats = to_act.iter().map(|seat| seat.as_u64().unwrap());
            let is_of = |seat: u64| {
                // For who has forfeited the server decides, and does so at once.
                let seat = usize::try_from(seat).unwrap();
                let is_in = info["seats"][seat]["forfeited"].is_null();
                row["seated"][seat]["player"] == player.id.as_str() && is_in
            };
            if to_act.is_empty() || !seats.all(is_of) {
                return false;
            }
        }
        opened.len() == drawn && !running.is_empty()
    }

    /// Plays a tournament to its end.
    async fn ended(&self, this: &str, players: &[Ann]) -> Value {
        loop {
            let report = self.get(this).await;
            if !report["tournament"]["ended_at"].is_null() {
                return report;
            }
            self.decide(players, 1_000).await;
        }
    }
}

fn entrant(player: &Ann) -> Value {
    json!({ "kind": "player", "player": player.id })
}

fn bot(bot: &str) -> Value {
    json!({ "kind": "bot", "bot": bot })
}

fn number(value: &Value) -> f64 {
    value.as_f64().unwrap()
}

/// The tables of each round, as sets of entrants.
fn tables(report: &Value) -> Vec<Vec<BTreeSet<u64>>> {
    let set = |table: &Value| {
        let entrants = table["entrants"].as_array().unwrap();
        entrants.iter().map(|it| it.as_u64().unwrap()).collect()
    };
    let rounds = report["rounds"].as_array().unwrap().iter();
    let tables = rounds.map(|round| round["tables"].as_array().unwrap());
    tables.map(|it| it.iter().map(set).collect()).collect()
}

/// What a tournament came to, without the ids of its matches.
fn outcome(report: &Value) -> Value {
    let rounds = report["rounds"].as_array().unwrap().iter();
    let tables = rounds.flat_map(|round| round["tables"].as_array().unwrap());
    let sides = |table: &Value| {
        let matches = table["matches"].as_array().unwrap().iter();
        let sides: Vec<Value> = matches.map(|of| of["sides"].clone()).collect();
        json!([table["entrants"], sides])
    };
    let tables: Vec<Value> = tables.map(sides).collect();
    json!([tables, report["standings"], report["tournament"]["state"]])
}

/// What one has against another, the other lacks; they met twice.
#[expect(clippy::float_arithmetic, reason = "shares are no integers")]
fn are_mirrored(cells: &[Value]) {
    for cell in cells {
        let is_back =
            |it: &&Value| (&it["entrant"], &it["other"]) == (&cell["other"], &cell["entrant"]);
        let back = cells.iter().find(is_back).unwrap();
        let both = number(&cell["mean"]["value"]) + number(&back["mean"]["value"]);
        assert!((both - 1.0).abs() < 1e-9, "{cell}");
        assert_eq!(cell["matches"].as_array().unwrap().len(), 2);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_round_robin_lets_every_two_meet_once_and_stands_by_points() {
    let app = spawn_app().await;
    let caller = Caller::of(&app);
    let players = caller.players(2).await;
    let entrants = json!([entrant(&players[0]), entrant(&players[1]), bot("greedy")]);
    let more = json!({ "system": "round_robin", "entrants": entrants, "deals": 2 });
    let this = caller.plan(&players, more).await;
    let waiting = caller.get(&this).await;
    let of = &waiting["tournament"];
    assert_eq!(
        (&of["state"], &of["missing"]),
        (&json!("waiting"), &json!([players[1].id]))
    );
    assert_eq!(of["settings"]["on_timeout"], "forfeit");
    caller.accept(&this, &players[1..]).await;
    let report = caller.ended(&this, &players).await;
    let of = &report["tournament"];
    assert_eq!(
        (&of["state"], &of["partial"], &of["rounds"]),
        (&json!("finished"), &json!(false), &json!(3))
    );
    let mut met: Vec<_> = tables(&report).concat();
    met.sort();
    assert_eq!(met, [[0, 1].into(), [0, 2].into(), [1, 2].into()]);
    assert_eq!(report["meetings"], json!({ "least": 1, "most": 1 }));
    let standings = report["standings"].as_array().unwrap();
    let points: f64 = standings.iter().map(|it| number(&it["points"])).sum();
    assert!((points - 6.0).abs() < 1e-9, "one for each match: {report}");
    for pair in standings.windows(2) {
        assert!(number(&pair[0]["points"]) >= number(&pair[1]["points"]));
    }
    for of_one in standings {
        assert_eq!(
            (&of_one["matches"], &of_one["byes"]),
            (&json!(4), &json!(1))
        );
        let mean = number(&of_one["mean"]["value"]);
        assert!((mean - number(&of_one["points"]) / 4.0).abs() < 1e-9);
    }
    let cells = report["crosstable"].as_array().unwrap();
    assert_eq!(cells.len(), 6);
    are_mirrored(cells);
    let one = cells[0]["matches"][0].as_str().unwrap();
    let info = caller.get(&format!("/v1/matches/{one}")).await;
    assert_eq!(info["tournament"], of["id"]);
    app.counted().await;
    let counted = caller.get(of["links"]["matches"].as_str().unwrap()).await;
    assert_eq!(counted["items"].as_array().unwrap().len(), 6, "{counted}");
    let page = app.get(&this.replace("/v1", ""), None).await;
    assert_eq!(page.status, 200);
    for said in [
        "Standings",
        "Crosstable",
        "Round 3",
        "player 1",
        "Byes",
        one,
    ] {
        assert!(page.text.contains(said), "{said}: {}", page.text);
    }
    let list = app.get("/tournaments?game=cartographers", None).await;
    assert!(
        list.text.contains("round robin: 3 entrants"),
        "{}",
        list.text
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn teams_play_a_tournament_of_big_monster() {
    let app = spawn_app().await;
    let caller = Caller::of(&app);
    let host = caller.players(1).await;
    let team = json!({ "kind": "team", "members": [bot("greedy"), bot("random")] });
    let more = json!({
        "game": "big_monster", "options": { "mode": "team_draft" }, "seats": 4,
        "system": "round_robin", "duplicate": true,
        "entrants": [bot("greedy"), bot("random"), team],
    });
    let this = caller.plan(&host, more).await;
    let report = caller.ended(&this, &[]).await;
    assert_eq!(report["tournament"]["partial"], false, "{report}");
    for round in report["rounds"].as_array().unwrap() {
        for table in round["tables"].as_array().unwrap() {
            let with_team = table["entrants"].as_array().unwrap().contains(&json!(2));
            let matches = table["matches"].as_array().unwrap();
            // Two bots change sides; with two members they change seats, too.
            assert_eq!(matches.len(), if with_team { 4 } else { 2 }, "{table}");
            for of in matches {
                assert_eq!(of["sides"].as_array().unwrap().len(), 2);
            }
        }
    }
    let standings = report["standings"].as_array().unwrap();
    let points: f64 = standings.iter().map(|it| number(&it["points"])).sum();
    assert!((points - 10.0).abs() < 1e-9, "one for each match: {report}");
}

#[tokio::test(flavor = "multi_thread")]
async fn at_tables_of_three_swiss_neighbours_meet() {
    let app = spawn_app().await;
    let caller = Caller::of(&app);
    let players = caller.players(5).await;
    let mut entrants: Vec<Value> = players.iter().map(entrant).collect();
    entrants.extend([bot("greedy"), bot("random")]);
    let more = json!({ "system": "swiss", "rounds": 2, "seats": 3, "entrants": entrants });
    let this = caller.plan(&players, more).await;
    caller.accept(&this, &players[1..]).await;
    let report = caller.ended(&this, &players).await;
    let rounds = report["rounds"].as_array().unwrap();
    for (round, sets) in rounds.iter().zip(tables(&report)) {
        assert_eq!(sets.len(), 2);
        assert_eq!(round["byes"].as_array().unwrap().len(), 1);
        let all: BTreeSet<u64> = sets.into_iter().flatten().collect();
        assert_eq!(all.len(), 6);
    }
    assert_ne!(rounds[0]["byes"], rounds[1]["byes"], "nobody has two");
    let standings = report["standings"].as_array().unwrap();
    let points: f64 = standings.iter().map(|it| number(&it["points"])).sum();
    // Four tables and two byes.
    assert!((points - 6.0).abs() < 1e-9, "{report}");
}

#[tokio::test(flavor = "multi_thread")]
async fn who_refuses_or_withdraws_is_out_and_the_others_go_on() {
    let app = spawn_app().await;
    let caller = Caller::of(&app);
    let players = caller.players(4).await;
    let this = caller
        .plan(&players, json!({ "system": "round_robin" }))
        .await;
    let refuse = format!("{this}/refuse");
    let eve = caller.player("eve").await;
    for path in ["accept", "refuse", "stop"] {
        let path = format!("{this}/{path}");
        let (status, told) = caller.ask(Method::POST, &path, &eve.token, json!({})).await;
        assert_eq!((status, &told["code"]), (403, &json!("not_yours")));
    }
    let (status, told) = caller
        .ask(Method::POST, &refuse, &players[3].token, json!({}))
        .await;
    assert_eq!(status, 200, "{told}");
    assert_eq!(told["dropped"][0]["why"], "refused");
    let accept = format!("{this}/accept");
    let late = caller.ask(Method::POST, &accept, &players[3].token, json!({}));
    let (status, late) = late.await;
    assert_eq!((status, &late["code"]), (409, &json!("tournament_stopped")));
    caller.accept(&this, &players[1..3]).await;
    let report = caller.ended(&this, &players).await;
    let of = &report["tournament"];
    assert_eq!(
        (&of["state"], &of["partial"]),
        (&json!("finished"), &json!(true))
    );
    let mut met = tables(&report).concat();
    met.sort();
    assert_eq!(met, [[0, 1].into(), [0, 2].into(), [1, 2].into()]);
    let page = app.get(&this.replace("/v1", ""), None).await.text;
    assert!(
        page.contains("player 3 is out after 0 rounds: refused."),
        "{page}"
    );
}

fn by_hand() -> Timekeeper {
    Timekeeper::by_hand("2031-05-17T08:00:00.000Z".parse().unwrap())
}

#[tokio::test(flavor = "multi_thread")]
async fn who_vanishes_forfeits_by_the_clock_and_is_out_after_a_round() {
    let time = by_hand();
    let of_app = time.clone();
    let app = spawn_with(move |config| Config {
        time: of_app,
        ..config
    })
    .await;
    let caller = Caller::of(&app);
    let players = caller.players(3).await;
    let more = json!({ "system": "round_robin", "clock": { "per_decision_ms": 30_000 },
        "entrants": [entrant(&players[0]), entrant(&players[1]), entrant(&players[2]), bot("random")] });
    let this = caller.plan(&players, more).await;
    caller.accept(&this, &players[1..]).await;
    // The last never plays: once nobody else can, time passes.
    let report = loop {
        let report = caller.get(&this).await;
        if !report["tournament"]["ended_at"].is_null() {
            break report;
        }
        caller.decide(&players[..2], 100).await;
        if caller.waits_for(&this, &players[2]).await {
            time.move_on(Duration::from_secs(31));
            while caller.waits_for(&this, &players[2]).await {}
        }
    };
    let of = &report["tournament"];
    assert_eq!(of["partial"], true);
    let dropped = of["dropped"].as_array().unwrap();
    let vanished = dropped.iter().find(|it| it["entrant"] == 2).unwrap();
    assert_eq!(
        (&vanished["why"], &vanished["after_rounds"]),
        (&json!("forfeited"), &json!(1))
    );
    let standings = report["standings"].as_array().unwrap();
    let last = standings.iter().find(|it| it["entrant"] == 2).unwrap();
    assert_eq!(
        (&last["points"], &last["forfeited"], &last["matches"]),
        (&json!(0.0), &json!(1), &json!(1)),
        "{report}"
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn closed_deals_of_a_tournament_are_hidden_until_it_has_ended() {
    let app = spawn_app().await;
    let caller = Caller::of(&app);
    let players = caller.players(2).await;
    let more = json!({ "system": "swiss", "rounds": 1, "duplicate": true });
    let this = caller.plan(&players, more).await;
    let mut one = Outside::new(&app, &players[0], false).await;
    let two = Outside::new(&app, &players[1], false).await;
    caller.accept(&this, &players[1..]).await;
    let turn = one.turn().await;
    let at = format!("/v1/matches/{}", turn["match"].as_str().unwrap());
    assert_eq!(app.get(&at, None).await.code(), "unknown_match");
    one.decide(&turn).await;
    let report = tokio::select! {
        report = caller.ended(&this, &[]) => report,
        () = one.play() => unreachable!(),
        () = two.play() => unreachable!(),
    };
    assert_eq!(report["tournament"]["deal_closed"], true);
    let matches = report["rounds"][0]["tables"][0]["matches"]
        .as_array()
        .unwrap();
    assert_eq!(matches.len(), 2, "{report}");
    assert_eq!(app.get(&at, None).await.status, 200);
}

#[tokio::test]
async fn plans_that_cannot_be_played_are_refused() {
    let app = spawn_app().await;
    let caller = Caller::of(&app);
    let ann = caller.player("ann").await;
    let nobody = json!({ "kind": "player", "player": format!("p_{}", "0".repeat(32)) });
    let (greedy, random) = (bot("greedy"), bot("random"));
    let team = json!({ "kind": "team", "members": [greedy, random] });
    let both = json!([greedy, random]);
    for (more, code) in [
        (json!({ "entrants": [greedy] }), "invalid_entrants"),
        (json!({ "entrants": [greedy, greedy] }), "invalid_entrants"),
        (json!({ "entrants": [greedy, team] }), "invalid_entrants"),
        (json!({ "entrants": [greedy, nobody] }), "unknown_player"),
        (
            json!({ "entrants": both, "system": "swiss" }),
            "invalid_entrants",
        ),
        (
            json!({ "entrants": both, "rounds": 1_001 }),
            "malformed_body",
        ),
        (
            json!({ "entrants": both, "rounds": 1_000, "deals": 11 }),
            "too_many_matches",
        ),
        (json!({ "entrants": both, "seats": 101 }), "too_many"),
        (
            json!({ "entrants": both, "deal_closed": true }),
            "not_supported_yet",
        ),
        (
            json!({ "entrants": both, "tries_limit": 3 }),
            "invalid_settings",
        ),
        (json!({ "entrants": both, "turns": 3 }), "malformed_body"),
    ] {
        let mut body = json!({ "game": "cartographers", "system": "round_robin" });
        let fields = body.as_object_mut().unwrap();
        fields.extend(more.as_object().unwrap().clone());
        let refused = caller.ask(Method::POST, "/v1/tournaments", &ann.token, body);
        let (_, refused) = refused.await;
        assert_eq!(refused["code"], code, "{more}: {refused}");
    }
    let unknown = format!("/v1/tournaments/t_{}", "0".repeat(32));
    assert_eq!(app.get(&unknown, None).await.code(), "unknown_tournament");
}

#[tokio::test(flavor = "multi_thread")]
async fn the_same_key_plans_one_tournament_and_its_host_may_stop_it() {
    let app = spawn_app().await;
    let caller = Caller::of(&app);
    let players = caller.players(2).await;
    let body = json!({ "game": "cartographers", "system": "round_robin",
        "entrants": [entrant(&players[0]), entrant(&players[1])] });
    let mut ids = BTreeSet::new();
    for _ in 0..2 {
        let request = app.request(Method::POST, "/v1/tournaments", Some(&players[0].token));
        let planned = app
            .send(request.header("idempotency-key", "one").json(&body))
            .await;
        assert_eq!(planned.status, 201, "{}", planned.text);
        ids.insert(planned.json()["id"].as_str().unwrap().to_owned());
    }
    assert_eq!(ids.len(), 1);
    let this = format!("/v1/tournaments/{}", ids.first().unwrap());
    let stop = format!("{this}/stop");
    for _ in 0..2 {
        let (status, told) = caller
            .ask(Method::POST, &stop, &players[0].token, json!({}))
            .await;
        assert_eq!((status, &told["stopped"]["why"]), (200, &json!("asked")));
    }
    let report = caller.ended(&this, &[]).await;
    let of = &report["tournament"];
    assert_eq!(
        (&of["state"], &of["partial"], &of["rounds"]),
        (&json!("stopped"), &json!(true), &json!(0))
    );
}

/// A server in a process of its own, which can be killed.
struct Served {
    child: Child,
    caller: Caller,
}

impl Served {
    fn start(data: &Path) -> Served {
        let mut command = Command::new(env!("CARGO_BIN_EXE_cartulary"));
        command.args(["serve", "--listen", "127.0.0.1:0", "--admin-listen", "off"]);
        command.env("CARTULARY_DATA", data).env("NO_COLOR", "1");
        let mut child = command.stderr(Stdio::piped()).spawn().unwrap();
        let mut lines = BufReader::new(child.stderr.take().unwrap()).lines();
        let url = loop {
            let line = lines.next().expect("it listens").unwrap();
            if let Some((_, url)) = line.split_once("listening on ") {
                break url.trim_end_matches('/').to_owned();
            }
        };
        // Whoever logs must never wait for somebody to read it.
        std::thread::spawn(move || lines.for_each(drop));
        let caller = Caller::at(&url);
        Served { child, caller }
    }

    /// Killed without a word, and started again.
    fn killed(self, data: &Path) -> Served {
        drop(self);
        Served::start(data)
    }
}

impl Drop for Served {
    fn drop(&mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }
}

fn swiss() -> Value {
    // Nobody's time runs out, however slow the machine is.
    json!({ "system": "swiss", "rounds": 3, "seed": "2a".repeat(32),
        "clock": { "per_decision_ms": 86_400_000 } })
}

#[tokio::test(flavor = "multi_thread")]
async fn a_swiss_of_eight_outside_bots_survives_three_kills_of_the_server() {
    let data = tempfile::tempdir().unwrap();
    let mut served = Served::start(data.path());
    let players = served.caller.players(8).await;
    let this = served.caller.plan(&players, swiss()).await;
    served.caller.accept(&this, &players[1..4]).await;
    // While it waits for the others.
    served = served.killed(data.path());
    let waiting = served.caller.get(&this).await;
    assert_eq!(
        waiting["tournament"]["missing"].as_array().unwrap().len(),
        4
    );
    served.caller.accept(&this, &players[4..]).await;
    // In the middle of the matches of the first round.
    let mut left = 60;
    while left > 0 {
        left = served.caller.decide(&players, left).await;
    }
    served = served.killed(data.path());
    let middle = served.caller.get(&this).await;
    assert_eq!(middle["rounds"].as_array().unwrap().len(), 1, "{middle}");
    // As soon as the first result of the second round is told.
    loop {
        let report = served.caller.get(&this).await;
        let second = report["rounds"][1]["tables"].as_array().cloned();
        let mut tables = second.unwrap_or_default().into_iter();
        if tables.any(|table| table["matches"] != json!([])) {
            break;
        }
        served.caller.decide(&players, 20).await;
    }
    served = served.killed(data.path());
    let report = served.caller.ended(&this, &players).await;
    let of = &report["tournament"];
    assert_eq!(
        (&of["state"], &of["partial"], &of["rounds_drawn"]),
        (&json!("finished"), &json!(false), &json!(3)),
        "{report}"
    );
    let met = tables(&report).concat();
    assert_eq!(met.len(), 12);
    assert_eq!(
        met.iter().collect::<BTreeSet<_>>().len(),
        12,
        "nobody met twice"
    );
    for standing in report["standings"].as_array().unwrap() {
        assert_eq!(standing["matches"], 3, "{report}");
    }
    for cell in report["crosstable"].as_array().unwrap() {
        let id = cell["matches"][0].as_str().unwrap();
        let verified = served.caller.get(&format!("/v1/matches/{id}/verify")).await;
        assert_eq!(verified["valid"], true, "{verified}");
    }
    drop(served);
    let undisturbed = undisturbed().await;
    assert_eq!(outcome(&report), outcome(&undisturbed));
}

/// The same tournament, by bots that decide alike, at a server that nobody kills.
async fn undisturbed() -> Value {
    let app = spawn_app().await;
    let caller = Caller::of(&app);
    let players = caller.players(8).await;
    let this = caller.plan(&players, swiss()).await;
    caller.accept(&this, &players[1..]).await;
    caller.ended(&this, &players).await
}

//! Batches with players: who is invited accepts, plays over HTTP, and may vanish.

#![allow(clippy::unwrap_used, reason = "a test says what it needs by panicking")]

use std::time::Duration;

use api::Config;
use reqwest::Method;
use serde_json::{Value, json};
use store::Timekeeper;

use crate::helpers::{Ann, TestApp, spawn_app, spawn_with};

fn seat(player: &Ann) -> Value {
    json!({ "kind": "player", "player": player.id })
}

fn random() -> Value {
    json!({ "kind": "bot", "bot": "random" })
}

/// A batch of these line-ups.
async fn plan(app: &TestApp, host: &Ann, line_ups: Value, more: Value) -> Value {
    let mut body = json!({ "game": "cartographers", "line_ups": line_ups, "count": 2 });
    let fields = body.as_object_mut().unwrap();
    fields.extend(more.as_object().unwrap().clone());
    let planned = app.post("/v1/batches", Some(&host.token), &body).await;
    assert_eq!(planned.status, 201, "{}", planned.text);
    planned.json()
}

fn this(batch: &Value) -> &str {
    batch["links"]["self"].as_str().unwrap()
}

async fn accept(app: &TestApp, batch: &Value, player: &Ann) -> Value {
    let path = format!("{}/accept", this(batch));
    let accepted = app.post(&path, Some(&player.token), &json!({})).await;
    assert_eq!(accepted.status, 200, "{}", accepted.text);
    accepted.json()
}

async fn report(app: &TestApp, batch: &Value) -> Value {
    app.get(this(batch), None).await.json()
}

/// The batch once it has ended.
async fn ended(app: &TestApp, batch: &Value) -> Value {
    let events = batch["links"]["events"].as_str().unwrap();
    app.get(events, None).await;
    report(app, batch).await
}

#[tokio::test(flavor = "multi_thread")]
async fn a_batch_begins_when_all_its_players_have_accepted() {
    let app = spawn_app().await;
    let (ann, ben, eve) = (
        app.player("ann").await,
        app.player("ben").await,
        app.player("eve").await,
    );
    let batch = plan(&app, &ann, json!([[seat(&ben), random()]]), json!({})).await;
    assert_eq!(
        (&batch["state"], &batch["missing"]),
        (&json!("waiting"), &json!([ben.id]))
    );
    assert_eq!(batch["settings"]["on_timeout"], "forfeit");
    assert_eq!(batch["settings"]["clock"]["per_decision_ms"], 60_000);
    let accept_path = format!("{}/accept", this(&batch));
    for (path, player) in [("accept", &eve), ("refuse", &eve), ("accept", &ann)] {
        let path = format!("{}/{path}", this(&batch));
        let reply = app.post(&path, Some(&player.token), &json!({})).await;
        assert_eq!((reply.status.as_u16(), &*reply.code()), (403, "not_yours"));
    }
    let nobody = app.post(&accept_path, None, &json!({})).await;
    assert_eq!(nobody.code(), "no_token");
    let mine = format!("/v1/matches?player={}", ben.id);
    assert_eq!(app.get(&mine, None).await.json()["items"], json!([]));
    for _ in 0..2 {
        let accepted = accept(&app, &batch, &ben).await;
        assert_eq!(
            (&accepted["state"], &accepted["missing"]),
            (&json!("running"), &json!([]))
        );
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn who_refuses_a_batch_ends_it_and_it_is_partial() {
    let app = spawn_app().await;
    let (ann, ben) = (app.player("ann").await, app.player("ben").await);
    let batch = plan(&app, &ann, json!([[seat(&ben), random()]]), json!({})).await;
    let page = format!("/batches/{}", batch["id"].as_str().unwrap());
    let shown = app.get(&page, None).await.text;
    assert!(shown.contains("Still to accept: ben."), "{shown}");
    let path = format!("{}/refuse", this(&batch));
    let refused = app.post(&path, Some(&ben.token), &json!({})).await;
    assert_eq!(refused.status, 200, "{}", refused.text);
    let report = ended(&app, &batch).await;
    let of = &report["batch"];
    assert_eq!(
        (&of["state"], &of["partial"]),
        (&json!("stopped"), &json!(true))
    );
    assert_eq!(of["stopped"]["why"], "refused");
    assert_eq!(of["stopped"]["player"], json!(ben.id));
    assert_eq!(of["stopped"]["deals"], 0);
    let shown = app.get(&page, None).await.text;
    let says = "The result is partial: ben refused, or withdrew.";
    assert!(shown.contains(says), "{shown}");
    let late = format!("{}/accept", this(&batch));
    let late = app.post(&late, Some(&ben.token), &json!({})).await;
    assert_eq!(
        (late.status.as_u16(), &*late.code()),
        (409, "batch_stopped")
    );
}

/// A bot that plays over HTTP whatever its stream says is its turn. A greedy one takes the best of a
/// dozen commands.
pub(crate) struct Outside<'a> {
    app: &'a TestApp,
    player: &'a Ann,
    is_greedy: bool,
    stream: reqwest::Response,
    heard: String,
}

impl<'a> Outside<'a> {
    pub(crate) async fn new(app: &'a TestApp, player: &'a Ann, is_greedy: bool) -> Outside<'a> {
        let stream = app.request(Method::GET, "/v1/stream?mine=true", Some(&player.token));
        let stream = stream.send().await.unwrap();
        assert_eq!(stream.status(), 200);
        Outside {
            app,
            player,
            is_greedy,
            stream,
            heard: String::new(),
        }
    }

    /// What the stream tells next, but for heartbeats.
    async fn next(&mut self) -> Value {
        loop {
            while let Some((event, rest)) = self.heard.split_once("\n\n") {
                let data = event.lines().find_map(|line| line.strip_prefix("data: "));
                let told: Value = serde_json::from_str(data.unwrap()).unwrap();
                self.heard = rest.to_owned();
                if told["type"] != "heartbeat" {
                    return told;
                }
            }
            let bytes = self.stream.chunk().await.unwrap().unwrap();
            self.heard.push_str(std::str::from_utf8(&bytes).unwrap());
        }
    }

    pub(crate) async fn turn(&mut self) -> Value {
        loop {
            let told = self.next().await;
            if told["type"] == "turn" {
                return told;
            }
        }
    }

    /// Makes a decision that the stream told of.
    pub(crate) async fn decide(&self, turn: &Value) {
        let text = |of: &str| turn[of].as_str().unwrap().to_owned();
        let at = format!("/v1/matches/{}", text("match"));
        let query = if self.is_greedy {
            "sample=12&with=gain"
        } else {
            "sample=1"
        };
        let seat = turn["seat"].as_u64().unwrap();
        let due = self.app.due(&at, seat, &self.player.token, query).await;
        assert_eq!(due.status, 200, "{}", due.text);
        let due = due.json();
        if due["decision"] != turn["decision"] {
            return;
        }
        let legal = due["legal"].as_array().unwrap();
        let best = legal
            .iter()
            .max_by_key(|it| it["gain"].as_i64().unwrap_or(0));
        let put = due["links"]["put"].as_str().unwrap();
        let command = &best.unwrap()["command"];
        let put = self.app.put(put, &self.player.token, command).await;
        assert!(
            put.status == 200 || put.code() == "overtaken",
            "{}",
            put.text
        );
    }

    /// Plays for ever.
    pub(crate) async fn play(mut self) {
        loop {
            let turn = self.turn().await;
            self.decide(&turn).await;
        }
    }
}

/// Both line-ups of two players, so that each begins as often as the other.
fn both(ann: &Ann, ben: &Ann) -> Value {
    json!([[seat(ann), seat(ben)], [seat(ben), seat(ann)]])
}

fn stronger(player: &Ann) -> Value {
    json!({
        "bot": player.id, "measure": "point_difference", "null": 0.0, "alternative": 10.0,
        "alpha": 0.05, "beta": 0.05,
    })
}

#[tokio::test(flavor = "multi_thread")]
async fn two_outside_bots_reach_the_verdict_that_their_strengths_demand() {
    let app = spawn_app().await;
    let (ann, ben) = (app.player("ann").await, app.player("ben").await);
    for (tested, verdict) in [(&ann, "alternative"), (&ben, "null")] {
        let more = json!({ "count": 200, "stop": stronger(tested) });
        let batch = plan(&app, &ann, both(&ann, &ben), more).await;
        let (greedy, random) = (
            Outside::new(&app, &ann, true).await,
            Outside::new(&app, &ben, false).await,
        );
        accept(&app, &batch, &ben).await;
        let report = tokio::select! {
            report = ended(&app, &batch) => report,
            () = greedy.play() => unreachable!(),
            () = random.play() => unreachable!(),
        };
        let test = &report["progress"]["test"];
        assert_eq!(test["verdict"], verdict, "{report}");
        let of = &report["batch"];
        assert_eq!(
            (&of["partial"], &of["deal_closed"]),
            (&json!(false), &json!(false))
        );
        let bots = report["bots"].as_array().unwrap();
        let mean = |player: &Ann| {
            let of_player = bots.iter().find(|it| it["bot"] == json!(player.id));
            of_player.unwrap()["final_score"]["value"].as_f64().unwrap()
        };
        assert!(mean(&ann) > mean(&ben), "{report}");
        assert_eq!(report["names"][&ben.id], "ben");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_stream_tells_first_whose_turn_it_is_and_then_of_new_matches() {
    let app = spawn_app().await;
    let (waiting, ann, ben) = app.duel().await;
    let id = |at: &str| at.rsplit('/').next().unwrap().to_owned();
    // Ann has decided there, and Ben has not.
    app.decide(&waiting, 0, &ann.token).await.unwrap();
    let both = json!([{ "kind": "me" }, { "kind": "player", "player": ben.id }]);
    let (due, _) = app.open(&ann, both.clone()).await;
    let join = |at: &str| format!("{at}/seats");
    app.post(&join(&due), Some(&ben.token), &json!({})).await;
    let mut anns = Outside::new(&app, &ann, false).await;
    let [hello, turn, other] = [anns.next().await, anns.next().await, anns.next().await];
    assert_eq!(
        (&hello["type"], &hello["match"]),
        (&json!("hello"), &json!(id(&due)))
    );
    assert_eq!(
        (
            &turn["type"],
            &turn["match"],
            &turn["seat"],
            &turn["decision"]
        ),
        (&json!("turn"), &json!(id(&due)), &json!(0), &json!(0))
    );
    assert_eq!(turn["left_ms"], Value::Null);
    assert_eq!(
        (&other["type"], &other["match"]),
        (&json!("hello"), &json!(id(&waiting)))
    );
    app.decide(&waiting, 1, &ben.token).await.unwrap();
    let turn = anns.turn().await;
    assert_eq!(
        (&turn["match"], &turn["decision"]),
        (&json!(id(&waiting)), &json!(1))
    );
    let (new, _) = app.open(&ann, both).await;
    loop {
        let told = anns.next().await;
        if told["type"] == "hello" {
            assert_eq!(told["match"], json!(id(&new)));
            break;
        }
    }
    app.post(&join(&new), Some(&ben.token), &json!({})).await;
    assert_eq!(anns.turn().await["match"], json!(id(&new)));
}

#[tokio::test]
async fn a_stream_of_ones_own_matches_needs_a_token_and_names_no_other() {
    let app = spawn_app().await;
    let ann = app.player("ann").await;
    let nobody = app.get("/v1/stream?mine=true", None).await;
    assert_eq!(nobody.code(), "no_token");
    let one = format!("match=m_{}", "0".repeat(32));
    for query in [format!("mine=true&{one}"), "mine=perhaps".to_owned()] {
        let path = format!("/v1/stream?{query}");
        let reply = app.get(&path, Some(&ann.token)).await;
        assert_eq!(reply.code(), "malformed_query", "{query}");
    }
}

fn by_hand() -> Timekeeper {
    Timekeeper::by_hand("2031-05-17T08:00:00.000Z".parse().unwrap())
}

async fn spawn_by_hand(time: &Timekeeper) -> TestApp {
    let time = time.clone();
    spawn_with(move |config| Config { time, ..config }).await
}

/// Moves the clock on by half a minute as long as a match of a player runs, until the batch is over.
async fn time_passes_until_the_end(app: &TestApp, time: &Timekeeper, batch: &Value, player: &Ann) {
    let running = format!("/v1/matches?status=running&limit=1&player={}", player.id);
    while report(app, batch).await["batch"]["ended_at"].is_null() {
        if app.get(&running, None).await.json()["items"] != json!([]) {
            time.move_on(Duration::from_secs(30));
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_bot_that_vanishes_forfeits_by_its_clock_and_the_batch_ends_partial() {
    let time = by_hand();
    let app = spawn_by_hand(&time).await;
    let (ann, ben) = (app.player("ann").await, app.player("ben").await);
    let clock = json!({ "count": 200, "clock": { "per_decision_ms": 30_000 } });
    let batch = plan(&app, &ann, json!([[seat(&ben), random()]]), clock).await;
    let mut bens = Outside::new(&app, &ben, false).await;
    accept(&app, &batch, &ben).await;
    for _ in 0..3 {
        let turn = bens.turn().await;
        bens.decide(&turn).await;
    }
    drop(bens);
    time_passes_until_the_end(&app, &time, &batch, &ben).await;
    let report = report(&app, &batch).await;
    let of = &report["batch"];
    assert_eq!(
        (&of["state"], &of["partial"]),
        (&json!("stopped"), &json!(true))
    );
    let stopped = &of["stopped"];
    assert_eq!(
        (&stopped["why"], &stopped["player"]),
        (&json!("forfeited"), &json!(ben.id))
    );
    assert_eq!(report["progress"]["played"], stopped["deals"]);
    assert!(stopped["deals"].as_u64().unwrap() < 200, "{stopped}");
    let of_ben = format!("/v1/matches?player={}&limit=500", ben.id);
    let matches = app.get(&of_ben, None).await.json();
    for row in matches["items"].as_array().unwrap() {
        assert_eq!(row["status"], "finished");
        assert_eq!(row["forfeited"], json!([0]), "each within its clock: {row}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_batch_that_waits_or_runs_with_players_goes_on_after_a_restart() {
    let app = spawn_app().await;
    let (ann, ben) = (app.player("ann").await, app.player("ben").await);
    let eve = app.player("eve").await;
    let batch = plan(&app, &ann, json!([[seat(&ben), seat(&eve)]]), json!({})).await;
    accept(&app, &batch, &ben).await;
    let app = app.restarted().await;
    let waiting = report(&app, &batch).await;
    assert_eq!(
        (&waiting["batch"]["state"], &waiting["batch"]["missing"]),
        (&json!("waiting"), &json!([eve.id]))
    );
    accept(&app, &batch, &eve).await;
    let mut bens = Outside::new(&app, &ben, false).await;
    // One in each match: the next waits for Eve.
    for _ in 0..2 {
        let turn = bens.turn().await;
        bens.decide(&turn).await;
    }
    drop(bens);
    let app = app.restarted().await;
    let (bens, eves) = (
        Outside::new(&app, &ben, false).await,
        Outside::new(&app, &eve, false).await,
    );
    let report = tokio::select! {
        report = ended(&app, &batch) => report,
        () = bens.play() => unreachable!(),
        () = eves.play() => unreachable!(),
    };
    assert_eq!(report["batch"]["state"], "finished");
    assert_eq!(report["batch"]["partial"], false);
    assert_eq!(report["progress"]["played"], 2);
}

/// The events of a match as somebody may know them.
async fn events(app: &TestApp, at: &str, token: Option<&str>) -> Vec<Value> {
    let page = app.get(&format!("{at}/events"), token).await.json();
    let items = page["items"].as_array().unwrap().iter();
    items.map(|it| it["event"].clone()).collect()
}

/// Plays one match of both to its end.
async fn play_out(app: &TestApp, at: &str, both: [&Ann; 2]) {
    while app.get(at, Some(&both[0].token)).await.json()["status"] == "running" {
        for (seat, player) in (0..).zip(both) {
            app.decide(at, seat, &player.token).await;
        }
    }
}

/// The two matches of a deal, by the seat that the bot has in them.
async fn both_rotations(bot: &mut Outside<'_>) -> [String; 2] {
    let mut at: [Option<String>; 2] = [None, None];
    while at.iter().any(Option::is_none) {
        let turn = bot.turn().await;
        let of = format!("/v1/matches/{}", turn["match"].as_str().unwrap());
        at[usize::from(turn["seat"] == 1)] = Some(of);
    }
    at.map(Option::unwrap)
}

#[tokio::test(flavor = "multi_thread")]
async fn nothing_of_a_closed_deal_is_told_before_its_last_rotation_is_over() {
    let app = spawn_app().await;
    let (ann, ben, eve) = (
        app.player("ann").await,
        app.player("ben").await,
        app.player("eve").await,
    );
    let duplicate = json!({ "game": "bunny_kingdom", "count": 1, "duplicate": true });
    let batch = plan(&app, &ann, json!([[seat(&ann), seat(&ben)]]), duplicate).await;
    assert_eq!(
        (&batch["deal_closed"], &batch["matches"]),
        (&json!(true), &json!(2))
    );
    let mut anns = Outside::new(&app, &ann, false).await;
    accept(&app, &batch, &ben).await;
    // Both rotations run at the same time.
    let [first, second] = both_rotations(&mut anns).await;
    let hand = |at: &str, seat: u64, of: &Ann| {
        let (path, token) = (format!("{at}/view?seat={seat}"), of.token.clone());
        let app = &app;
        async move { app.get(&path, Some(&token)).await }
    };
    let anns_hand = hand(&first, 0, &ann).await.json()["view"]["view"]["seats"][0].clone();
    let bens_hand = hand(&second, 0, &ben).await.json()["view"]["view"]["seats"][0].clone();
    assert!(anns_hand["hand"].is_array(), "{anns_hand}");
    assert_eq!(anns_hand["hand"], bens_hand["hand"], "it is the same deal");

    play_out(&app, &first, [&ann, &ben]).await;
    for path in ["", "/events", "/record", "/results", "/steps/5", "/view"] {
        for token in [None, Some(&*eve.token)] {
            let hidden = app.get(&format!("{first}{path}"), token).await;
            assert_eq!(hidden.code(), "unknown_match", "{path}");
        }
    }
    let info = app.get(&first, Some(&ann.token)).await.json();
    assert_eq!(
        (&info["status"], &info["deal"], &info["deal_closed"]),
        (&json!("finished"), &Value::Null, &json!(true))
    );
    assert_eq!(hand(&first, 1, &ann).await.code(), "not_your_seat");
    let last = events(&app, &first, Some(&ann.token)).await.pop().unwrap();
    assert_eq!(
        (&last["type"], &last["seed"]),
        (&json!("ended"), &Value::Null)
    );
    let record = app.get(&format!("{first}/record"), Some(&ann.token)).await;
    let lines: Vec<Value> = record
        .text
        .lines()
        .map(|it| serde_json::from_str(it).unwrap())
        .collect();
    assert!(lines.iter().all(|line| line["private"].is_null()));
    let keep = json!({ "step": 5, "seats": 2, "chance": "keep" });
    let forked = app
        .post(&format!("{first}/forks"), Some(&ann.token), &keep)
        .await;
    assert_eq!(forked.status, 403, "{}", forked.text);
    assert_eq!(report(&app, &batch).await["batch"]["seed"], Value::Null);

    play_out(&app, &second, [&ben, &ann]).await;
    let ended = ended(&app, &batch).await;
    assert!(ended["batch"]["seed"].is_string());
    for at in [&first, &second] {
        let last = events(&app, at, None).await.pop().unwrap();
        assert!(last["seed"].is_string(), "{last}");
        assert_eq!(
            app.get(&format!("{at}/view?seat=1"), None).await.status,
            200
        );
    }
}

/// A bot that remembers: it decides in the second rotation with what it saw in the first. That
/// cannot be forbidden, so it is made harmless.
#[tokio::test(flavor = "multi_thread")]
async fn who_remembers_cards_of_a_closed_deal_gains_neither_rating_nor_statistics() {
    let app = spawn_app().await;
    let (ann, ben) = (app.player("ann").await, app.player("ben").await);
    let duplicate = json!({ "count": 1, "duplicate": true });
    let batch = plan(&app, &ann, json!([[seat(&ann), seat(&ben)]]), duplicate).await;
    let mut anns = Outside::new(&app, &ann, false).await;
    accept(&app, &batch, &ben).await;
    let [first, second] = both_rotations(&mut anns).await;
    play_out(&app, &first, [&ann, &ben]).await;
    let explored = |events: Vec<Value>| -> Vec<String> {
        let cards = events
            .into_iter()
            .filter(|it| it.to_string().contains("card_revealed"));
        cards.map(|it| it["event"].to_string()).collect()
    };
    let remembered = explored(events(&app, &first, Some(&ann.token)).await);
    play_out(&app, &second, [&ben, &ann]).await;
    let came = explored(events(&app, &second, Some(&ann.token)).await);
    assert!(
        !came.is_empty() && came == remembered,
        "it knew what would come"
    );

    let report = ended(&app, &batch).await;
    assert_eq!(report["batch"]["deal_closed"], true);
    app.counted().await;
    let ratings = app.get("/v1/ratings/cartographers", None).await.json();
    assert_eq!(ratings["matches"], 0, "{ratings}");
    let query = "/v1/stats/query?game=cartographers&metric=final_score&aggregates=n&min_n=0";
    let counted = async |more: &str| {
        let answer = app.get(&format!("{query}{more}"), None).await.json();
        answer["groups"][0]["cells"][0]["n"].clone()
    };
    assert_eq!(counted("").await, 0);
    assert_eq!(counted("&include=closed_deals").await, 4);
    assert_eq!(counted("&include=foreknown").await, 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn the_matches_of_a_batch_have_the_settings_of_their_plan() {
    let app = spawn_app().await;
    let ann = app.player("ann").await;
    let settings = json!({
        "clock": { "per_decision_ms": 5000, "reserve_ms": 100 }, "on_timeout": "random",
        "on_illegal": "limit", "tries_limit": 3, "abandon_after_ms": 120_000, "legal": "count",
        "spectator_delay": 4, "notes_open": true,
    });
    let mut outside = Outside::new(&app, &ann, false).await;
    // Whoever plans a batch has accepted it.
    let line_up = json!([[seat(&ann), random()]]);
    let batch = plan(&app, &ann, line_up, settings.clone()).await;
    assert_eq!(batch["state"], "running");
    let at = outside.turn().await["match"].as_str().unwrap().to_owned();
    let info = app
        .get(&format!("/v1/matches/{at}"), Some(&ann.token))
        .await;
    for (name, value) in settings.as_object().unwrap() {
        assert_eq!(&info.json()[name], value, "{name}");
        assert_eq!(&batch["settings"][name], value, "{name}");
    }
    assert_eq!(info.json()["batch"], batch["id"]);
}

#[tokio::test]
async fn line_ups_with_strangers_or_too_many_rotations_are_refused() {
    let app = spawn_app().await;
    let ann = app.player("ann").await;
    let nobody = json!({ "kind": "player", "player": format!("p_{}", "0".repeat(32)) });
    let many = [vec![seat(&ann)], vec![random(); 16]].concat();
    for (line_up, more, code) in [
        (vec![nobody], json!({}), "unknown_player"),
        (many, json!({ "duplicate": true }), "malformed_body"),
        (
            vec![seat(&ann)],
            json!({ "tries_limit": 3 }),
            "invalid_settings",
        ),
        (
            vec![seat(&ann)],
            json!({ "deal_closed": true }),
            "not_supported_yet",
        ),
    ] {
        let mut body = json!({ "game": "cartographers", "line_ups": [line_up], "count": 1 });
        let fields = body.as_object_mut().unwrap();
        fields.extend(more.as_object().unwrap().clone());
        let refused = app.post("/v1/batches", Some(&ann.token), &body).await;
        assert_eq!(refused.code(), code, "{}", refused.text);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_match_that_is_agreed_to_end_holds_up_neither_batch_nor_test() {
    let app = spawn_app().await;
    let (ann, ben) = (app.player("ann").await, app.player("ben").await);
    let more = json!({ "count": 3, "stop": stronger(&ann) });
    let batch = plan(&app, &ann, json!([[seat(&ann), seat(&ben)]]), more).await;
    let mut anns = Outside::new(&app, &ann, false).await;
    accept(&app, &batch, &ben).await;
    let mut all = Vec::new();
    while all.len() < 3 {
        let turn = anns.turn().await;
        all.push(format!("/v1/matches/{}", turn["match"].as_str().unwrap()));
    }
    for (seat, player) in [(0, &ann), (1, &ben)] {
        let end = format!("{}/seats/{seat}/end", all[0]);
        let asked = app.post(&end, Some(&player.token), &json!({})).await;
        assert_eq!(asked.status, 200, "{}", asked.text);
    }
    for at in &all[1..] {
        play_out(&app, at, [&ann, &ben]).await;
    }
    let before = ended(&app, &batch).await;
    let progress = &before["progress"];
    assert_eq!(
        (&progress["played"], &progress["planned"]),
        (&json!(2), &json!(3))
    );
    assert_eq!(progress["test"]["observations"], 2);
    let app = app.restarted().await;
    assert_eq!(ended(&app, &batch).await, before);
}

//! The race for ships in Big Monster: passes are held, and a drawn order takes the ships.

#![allow(clippy::unwrap_used, reason = "a test says what it needs by panicking")]

use futures_util::future::{join, join_all};
use serde_json::{Value, json};

use crate::helpers::{Ann, TestApp, spawn_app};

const RACES: usize = 200;

/// Three players at one table.
struct Table<'a> {
    app: &'a TestApp,
    at: String,
    players: Vec<Ann>,
}

impl Table<'_> {
    async fn open(app: &TestApp) -> Table<'_> {
        let mut players = Vec::new();
        for name in ["ann", "ben", "cyd"] {
            players.push(app.player(name).await);
        }
        let mut seats = vec![json!({ "kind": "me" })];
        let guests = players[1..].iter();
        seats.extend(guests.map(|guest| json!({ "kind": "player", "player": guest.id })));
        let options = json!({ "mode": "individual_draft" });
        let body = json!({
            "game": "big_monster", "seats": seats, "options": options, "window_ms": 60_000,
        });
        let opened = app
            .post("/v1/matches", Some(&players[0].token), &body)
            .await;
        let id = opened.json()["match"]["id"].as_str().unwrap().to_owned();
        let at = format!("/v1/matches/{id}");
        for guest in &players[1..] {
            let joined = app
                .post(&format!("{at}/seats"), Some(&guest.token), &json!({}))
                .await;
            assert_eq!(joined.status, 201, "{}", joined.text);
        }
        Table { app, at, players }
    }

    /// What a seat owes, with every command that is legal.
    async fn owed(&self, seat: usize) -> Option<Value> {
        let token = &self.players[seat].token;
        let due = self
            .app
            .due(&self.at, seat as u64, token, "limit=500")
            .await;
        (due.status == 200).then(|| due.json())
    }

    async fn decide(&self, seat: usize) -> Option<Value> {
        let token = &self.players[seat].token;
        self.app.decide(&self.at, seat as u64, token).await
    }

    /// Plays to the end; wherever it can be, two seats pass to the third's ship at once.
    /// How often the first and the second of them had it.
    async fn play(&self) -> [usize; 2] {
        let mut won = [0; 2];
        loop {
            let owed = join_all((0..3).map(|seat| self.owed(seat))).await;
            let ship = won.iter().sum::<usize>() % 3;
            let racers = [(ship + 1) % 3, (ship + 2) % 3];
            let passes = racers.map(|seat| pass(owed[seat].as_ref(), ship));
            if let ([Some(first), Some(second)], Some(_)) = (passes, &owed[ship]) {
                won[self.race(racers, [first, second], ship).await] += 1;
            }
            for seat in 0..3 {
                if self
                    .decide(seat)
                    .await
                    .is_some_and(|made| made["over"] == true)
                {
                    return won;
                }
            }
        }
    }

    /// Two seats pass to the ship of the third, which passes last. Which of them has it.
    async fn race(&self, racers: [usize; 2], passes: [Pass; 2], third: usize) -> usize {
        let put = |at: usize| {
            let token = &self.players[racers[at]].token;
            self.app.put(&passes[at].put, token, &passes[at].command)
        };
        let (first, second) = join(put(0), put(1)).await;
        for held in [&first, &second] {
            assert_eq!(held.status, 200, "{}", held.text);
            let told = held.json()["events"].as_array().unwrap().clone();
            let kinds: Vec<&Value> = told
                .iter()
                .map(|it| &it["event"]["event"]["event"]["type"])
                .collect();
            assert_eq!(kinds, [&Value::Null, &json!("pass_held")]);
        }
        self.decide(third).await.unwrap();
        let [one, other] = [self.owed(racers[0]).await, self.owed(racers[1]).await];
        let is_late = |owed: &Option<Value>, at: usize| {
            let owed = owed.as_ref().filter(|owed| {
                let command = &owed["legal"][0]["command"]["command"];
                command["type"] == "draft"
            });
            owed.is_some_and(|owed| hand(owed, racers[at]) == passes[at].hand)
        };
        match (is_late(&one, 0), is_late(&other, 1)) {
            (true, false) => 1,
            (false, true) => 0,
            both => panic!("{both:?} choose again"),
        }
    }
}

/// A pass that somebody may make now.
struct Pass {
    put: String,
    command: Value,
    hand: Value,
}

/// A pass to this ship, if that is what is owed.
fn pass(owed: Option<&Value>, ship: usize) -> Option<Pass> {
    let owed = owed?;
    let legal = owed["legal"].as_array().unwrap().iter();
    let mut commands = legal.map(|it| &it["command"]);
    let command = commands.find(|it| {
        let command = &it["command"];
        command["type"] == "draft" && command["ship"] == ship
    })?;
    let seat = usize::try_from(owed["seat"].as_u64().unwrap()).unwrap();
    Some(Pass {
        put: owed["links"]["put"].as_str().unwrap().to_owned(),
        command: command.clone(),
        hand: hand(owed, seat),
    })
}

fn hand(owed: &Value, seat: usize) -> Value {
    let hand = &owed["view"]["view"]["seats"][seat]["hand"]["tiles"];
    assert!(hand.is_array(), "{hand}");
    hand.clone()
}

#[tokio::test(flavor = "multi_thread")]
async fn of_two_passes_to_one_ship_a_drawn_order_takes_one_and_the_other_keeps_its_hand() {
    let app = spawn_app().await;
    let mut won = [0; 2];
    while won.iter().sum::<usize>() < RACES {
        let tables = join_all((0..8).map(|_| Table::open(&app))).await;
        for [first, second] in join_all(tables.iter().map(Table::play)).await {
            won = [won[0] + first, won[1] + second];
        }
    }
    let even = won.iter().sum::<usize>() / 2;
    assert!(
        won.iter().all(|won| won.abs_diff(even) < even / 3),
        "{won:?}"
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn a_client_beside_three_bots_takes_its_share_of_dragons_and_no_more() {
    let app = spawn_app().await;
    let ann = app.player("ann").await;
    let (mut own, mut all, mut last, mut turns) = (0, 0, 0, 0);
    for deal in 0..12 {
        let client = deal % 4;
        let seats = (0..4).map(|seat| match seat == client {
            true => json!({ "kind": "me" }),
            false => json!({ "kind": "bot", "bot": "greedy" }),
        });
        let body = json!({
            "game": "big_monster", "seats": seats.collect::<Vec<_>>(), "window_ms": 60_000,
            "seed": format!("{deal:02x}").repeat(32),
        });
        let opened = app.post("/v1/matches", Some(&ann.token), &body).await;
        let at = opened.json()["match"]["id"].as_str().unwrap().to_owned();
        let at = format!("/v1/matches/{at}");
        play_beside_bots(&app, &at, client, &ann.token).await;
        let record = app.get(&format!("{at}/record"), None).await.text;
        let commits = record
            .lines()
            .map(|line| serde_json::from_str(line).unwrap());
        let events = commits.flat_map(|commit: Value| {
            let events = commit["public"]["events"].as_array();
            events.unwrap().clone()
        });
        for event in events {
            let event = &event["event"]["event"];
            if event["type"] == "dragon_settled" {
                (own, all) = (own + i32::from(event["seat"] == client), all + 1);
            }
            let order = event["order"].as_array().filter(|order| order.len() == 4);
            if let Some(order) = order {
                (last, turns) = (last + i32::from(order[3] == client), turns + 1);
            }
        }
    }
    assert_eq!(turns, 12 * 18, "all are held until the client has passed");
    assert!(
        (turns / 8..turns / 2).contains(&last),
        "last in {last} of {turns}"
    );
    assert!(
        own * 2 < all && own > 0,
        "the dragon in {own} of {all} rounds"
    );
}

/// The first legal command, as soon as one is owed.
async fn play_beside_bots(app: &TestApp, at: &str, client: u64, token: &str) {
    loop {
        let due = app.due(at, client, token, "wait=30").await;
        if due.status == 409 {
            return;
        }
        if due.status == 200 {
            let due = due.json();
            let put = due["links"]["put"].as_str().unwrap();
            let made = app.put(put, token, &due["legal"][0]["command"]).await;
            assert_eq!(made.status, 200, "{}", made.text);
        }
    }
}

#[tokio::test]
async fn a_match_says_how_long_passes_are_held_and_a_window_has_its_bounds() {
    let app = spawn_app().await;
    let ann = app.player("ann").await;
    for (asked, told) in [(None, 500), (Some(0), 0), (Some(60_000), 60_000)] {
        let mut body = json!({ "game": "big_monster", "seats": 3 });
        if let Some(asked) = asked {
            body["window_ms"] = json!(asked);
        }
        let opened = app.post("/v1/matches", Some(&ann.token), &body).await;
        assert_eq!(opened.status, 201, "{}", opened.text);
        assert_eq!(opened.json()["match"]["window_ms"], told);
    }
    for wrong in [json!(60_001), json!(-1), json!(65_536), json!("fast")] {
        let body = json!({ "game": "big_monster", "seats": 3, "window_ms": wrong });
        let refused = app.post("/v1/matches", Some(&ann.token), &body).await;
        assert_eq!(
            (refused.status.as_u16(), &*refused.code()),
            (400, "malformed_body")
        );
    }
    let body = json!({ "game": "bunny_kingdom", "seats": 2 });
    let opened = app.post("/v1/matches", Some(&ann.token), &body).await;
    assert_eq!(opened.json()["match"]["window_ms"], Value::Null);
}

#[tokio::test]
async fn the_next_hand_is_there_for_all_when_the_last_to_place_is_answered() {
    let app = spawn_app().await;
    let table = Table::open(&app).await;
    let size = async |seat: usize| {
        let owed = table.owed(seat).await?;
        owed["view"]["view"]["seats"][seat]["hand"]["size"].as_u64()
    };
    let is_to_place = |owed: &Value| {
        let command = &owed["legal"][0]["command"]["command"];
        command["type"] == "place"
    };
    let mut to_place = 0;
    while to_place < 3 {
        to_place = 0;
        for seat in 0..3 {
            match table.owed(seat).await {
                Some(owed) if is_to_place(&owed) => to_place += 1,
                Some(_) => drop(table.decide(seat).await),
                None => {}
            }
        }
    }
    for seat in 0..3 {
        assert!(table.decide(seat).await.is_some());
        for other in 0..3 {
            let there = size(other).await;
            let sees_next = there == Some(9);
            assert_eq!(
                sees_next,
                seat == 2,
                "seat {other} after seat {seat} placed"
            );
        }
    }
}

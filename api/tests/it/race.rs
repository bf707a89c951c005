//! The race for ships in Big Monster: passes that arrive together.

#![allow(clippy::unwrap_used, reason = "a test says what it needs by panicking")]

use futures_util::future::{join, join_all};
use serde_json::{Value, json};

use crate::helpers::{Ann, TestApp, spawn_app};

const RACES: usize = 1000;

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
        let body = json!({ "game": "big_monster", "seats": seats, "options": options });
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
    async fn play(&self) -> usize {
        let mut races = 0;
        loop {
            let owed = join_all((0..3).map(|seat| self.owed(seat))).await;
            let ship = races % 3;
            let racers = [(ship + 1) % 3, (ship + 2) % 3];
            let passes = racers.map(|seat| pass(owed[seat].as_ref(), ship));
            if let [Some(first), Some(second)] = passes {
                self.race(racers, [first, second]).await;
                races += 1;
            }
            for seat in 0..3 {
                if self
                    .decide(seat)
                    .await
                    .is_some_and(|made| made["over"] == true)
                {
                    return races;
                }
            }
        }
    }

    async fn race(&self, racers: [usize; 2], passes: [Pass; 2]) {
        let put = |at: usize| {
            let token = &self.players[racers[at]].token;
            self.app.put(&passes[at].put, token, &passes[at].command)
        };
        let (first, second) = join(put(0), put(1)).await;
        let (late, refused) = match (first.status.as_u16(), second.status.as_u16()) {
            (200, 422) => (1, second),
            (422, 200) => (0, first),
            both => panic!("{both:?}: {} {}", first.text, second.text),
        };
        assert_eq!(refused.code(), "ship_taken");
        assert_eq!(refused.json()["rule"], "4.3");
        let again = self.owed(racers[late]).await.unwrap();
        assert_eq!(again["links"]["put"], passes[late].put, "the same decision");
        assert_eq!(hand(&again, racers[late]), passes[late].hand);
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
async fn of_two_passes_to_one_ship_at_once_one_is_accepted_and_the_other_keeps_its_hand() {
    let app = spawn_app().await;
    let mut races = 0;
    while races < RACES {
        let tables = join_all((0..8).map(|_| Table::open(&app))).await;
        races += join_all(tables.iter().map(Table::play))
            .await
            .iter()
            .sum::<usize>();
    }
}

//! A server with matches of every game, and the list of all kinds of pages.

#![allow(clippy::unwrap_used, reason = "a test says what it needs by panicking")]

use domain::GameId;
use reqwest::Method;
use serde_json::{Value, json};

use crate::{
    browser::Browser,
    helpers::{Ann, Reply, TestApp, spawn_app},
};

/// The kinds of pages that there are once. A new kind of page is added here or below, and every
/// rule holds for it.
const PAGES: &[&str] = &[
    "/",
    "/?game=cartographers&player=ann&from=2020-01-01&to=2999-12-31",
    "/?from=yesterday",
    "/games",
    "/play",
    "/stats",
    "/stats/query?game=cartographers&metric=final_score&group_by=player",
    "/stats/query?game=cartographers&metric=final_score&group_by=player,opponent",
    "/stats/choices?game=cartographers",
    "/stats/heatmap?game=cartographers",
    "/stats/curve?game=cartographers&metric=final_score&group_by=player",
    "/stats/compare?game=cartographers",
    "/stats/ratings?game=cartographers",
    "/batches",
    "/batches?game=cartographers",
    "/batches/{batch}",
    "/tournaments",
    "/tournaments?game=cartographers",
    "/tournaments/{tournament}",
    "/bots/greedy",
    "/docs/problems",
    "/docs/replay",
    "/docs/statistics",
    "/docs/chance",
    "/docs/push",
    "/docs/stability",
];

/// The kinds of pages that there are of every game.
const OF_EVERY_GAME: &[&str] = &[
    "/games/{game}",
    "/games/{game}/components",
    "/v1/games/{game}/rules",
    "/play/{game}",
];

/// The kinds of pages that there are of every player.
const OF_EVERY_PLAYER: &[&str] = &["/?player={name}", "/players/{player}"];

/// The kinds of pages of matches. `{over}` is a match that is over, `{live}` one that runs.
const OF_MATCHES: &[&str] = &[
    "/matches/{over}",
    "/matches/{over}?step=0",
    "/matches/{over}?step=20",
    "/matches/{over}?step=20&seat=0",
    "/matches/{over}/legal?step=20",
    "/matches/{live}",
    "/embed/matches/{over}",
    "/play/matches/{live}",
    "/play/matches/{over}/fork?step=20&seat=1",
];

/// Whether a page shows what it shows: that of a seat asks the server for it.
const IS_SHOWN: &str =
    "!document.querySelector('#play') || document.querySelector('#status .unseen')";

/// The pictures of matches.
const PICTURES: &[&str] = &[
    "/v1/matches/{over}/view?format=svg",
    "/v1/matches/{over}/steps/20/board.svg",
    "/v1/matches/{live}/view?format=svg",
];

/// How often each player of a running match has decided, about.
const ROUNDS: usize = 6;
/// How many seats a table has whose boards are drawn small, the last of them folded.
const CROWD: usize = 13;
/// How many deals a batch has: enough for intervals.
const DEALS: u32 = 12;

/// A server, and of every game matches that are over and matches that run, in which everybody
/// sits; and matches of the server's own bots.
pub(crate) struct Stand {
    pub(crate) app: TestApp,
    players: Vec<(String, Ann)>,
    played: Vec<Played>,
    of_bots: Vec<String>,
    batch: String,
    tournament: String,
}

/// Two matches of one game.
struct Played {
    over: String,
    live: String,
    /// The right to the first seat of the one that runs.
    token: String,
}

impl Stand {
    /// Everybody of these names sits in a match of every game that is over and in one that runs.
    pub(crate) async fn of(names: &[&str]) -> Stand {
        let app = spawn_app().await;
        let mut players = Vec::new();
        for name in names {
            players.push(((*name).to_owned(), app.player(name).await));
        }
        let (mut played, mut of_bots) = (Vec::new(), Vec::new());
        for &game in GameId::ALL {
            let most = usize::from(*game.info().players.end());
            let game = serde_json::to_value(game).unwrap();
            let game = game.as_str().unwrap();
            of_bots.push(bots(&app, game, &players[0].1, most.min(CROWD)).await);
            for seated in players.chunks(most) {
                let (over, live) = (
                    seat(&app, game, seated).await,
                    seat(&app, game, seated).await,
                );
                while round(&app, &over, seated).await {}
                for _ in 0..ROUNDS {
                    round(&app, &live, seated).await;
                }
                let [over, live] = [over, live].map(|at| id(&at));
                let token = seated[0].1.token.clone();
                played.push(Played { over, live, token });
            }
        }
        let batch = batch(&app, &players[0].1).await;
        let tournament = tournament(&app, &players[0].1).await;
        app.counted().await;
        Stand {
            app,
            players,
            played,
            of_bots,
            batch,
            tournament,
        }
    }

    /// Gives a browser the first seat of every match that runs.
    pub(crate) async fn seat(&self, browser: &Browser) {
        browser.open(&self.url("/")).await;
        for Played { live, token, .. } in &self.played {
            browser.holds_seat(live, token).await;
        }
    }

    /// Opens a page, and waits until it shows what it shows.
    pub(crate) async fn open(&self, browser: &Browser, page: &str) {
        browser.open(&self.url(page)).await;
        browser.until(IS_SHOWN).await;
    }

    /// The address of a page or picture.
    pub(crate) fn url(&self, path: &str) -> String {
        self.app.running.url(path)
    }

    /// What a browser is answered.
    pub(crate) async fn get(&self, path: &str) -> Reply {
        let request = self.app.request(Method::GET, path, None);
        self.app
            .send(request.header("accept", "text/html,*/*;q=0.8"))
            .await
    }

    /// The paths of all kinds of pages.
    pub(crate) fn pages(&self) -> Vec<String> {
        let pages = owned(PAGES).into_iter();
        let pages = pages.map(|it| {
            let it = it.replace("{batch}", &self.batch);
            it.replace("{tournament}", &self.tournament)
        });
        let mut pages: Vec<String> = pages.collect();
        for &game in GameId::ALL {
            let game = serde_json::to_value(game).unwrap();
            let of_game = owned(OF_EVERY_GAME).into_iter();
            pages.extend(of_game.map(|it| it.replace("{game}", game.as_str().unwrap())));
        }
        for (name, player) in &self.players {
            let name = serde_urlencoded::to_string([("", name)]).unwrap();
            let of_player = owned(OF_EVERY_PLAYER).into_iter();
            pages.extend(of_player.map(|it| {
                it.replace("{name}", name.trim_start_matches('='))
                    .replace("{player}", &player.id)
            }));
        }
        pages.extend(self.of_matches(OF_MATCHES));
        pages.extend(self.of_bots.iter().map(|it| format!("/matches/{it}")));
        pages
    }

    /// The paths of all kinds of pictures.
    pub(crate) fn pictures(&self) -> Vec<String> {
        self.of_matches(PICTURES)
    }

    /// The matches that are over.
    pub(crate) fn over(&self) -> impl Iterator<Item = &str> {
        self.played.iter().map(|played| played.over.as_str())
    }

    fn of_matches(&self, patterns: &[&str]) -> Vec<String> {
        let of = |played: &Played| {
            let addresses = owned(patterns).into_iter();
            let addresses = addresses.map(|it| it.replace("{over}", &played.over));
            let addresses = addresses.map(|it| it.replace("{live}", &played.live));
            addresses.collect::<Vec<_>>()
        };
        self.played.iter().flat_map(of).collect()
    }
}

fn owned(patterns: &[&str]) -> Vec<String> {
    patterns.iter().copied().map(str::to_owned).collect()
}

/// The id of a match, from where it is.
fn id(at: &str) -> String {
    at.rsplit('/').next().unwrap().to_owned()
}

/// A match of the server's bots, played to its end.
async fn bots(app: &TestApp, game: &str, host: &Ann, seats: usize) -> String {
    let bot = json!({ "kind": "bot", "bot": "greedy" });
    let (at, _) = app.open_game(game, host, json!(vec![bot; seats])).await;
    let events = app.request(Method::GET, &format!("{at}/events?follow=true"), None);
    let all = app
        .send(events.header("accept", "application/x-ndjson"))
        .await;
    assert_eq!(all.status, 200, "{}", all.text);
    id(&at)
}

/// A batch of the server's bots, played to its end.
async fn batch(app: &TestApp, host: &Ann) -> String {
    let [one, other] = ["greedy", "random"].map(|bot| json!({ "kind": "bot", "bot": bot }));
    let plan = json!({
        "game": "cartographers", "line_ups": [[one, other]], "count": DEALS, "duplicate": true,
    });
    let batch = app.post("/v1/batches", Some(&host.token), &plan).await;
    assert_eq!(batch.status, 201, "{}", batch.text);
    let batch = batch.json();
    let events = batch["links"]["events"].as_str().unwrap();
    assert_eq!(app.get(events, None).await.status, 200, "it ends");
    id(batch["links"]["self"].as_str().unwrap())
}

/// A tournament of the server's bots, played to its end.
async fn tournament(app: &TestApp, host: &Ann) -> String {
    let entrants = ["greedy", "random"].map(|bot| json!({ "kind": "bot", "bot": bot }));
    let plan = json!({ "game": "cartographers", "system": "swiss", "rounds": 2,
        "entrants": entrants });
    let planned = app.post("/v1/tournaments", Some(&host.token), &plan).await;
    assert_eq!(planned.status, 201, "{}", planned.text);
    let planned = planned.json();
    let this = planned["links"]["self"].as_str().unwrap();
    while app.get(this, None).await.json()["tournament"]["ended_at"].is_null() {}
    id(this)
}

/// A match of these players, begun.
async fn seat(app: &TestApp, game: &str, seated: &[(String, Ann)]) -> String {
    let ((_, host), others) = seated.split_first().unwrap();
    let mut seats = vec![json!({ "kind": "me" })];
    seats.extend(
        others
            .iter()
            .map(|(_, it)| json!({ "kind": "player", "player": it.id })),
    );
    let (at, _) = app.open_game(game, host, Value::Array(seats)).await;
    for (_, player) in others {
        let joined = app
            .post(&format!("{at}/seats"), Some(&player.token), &json!({}))
            .await;
        assert_eq!(joined.status, 201, "{}", joined.text);
    }
    at
}

/// Each of these players decides once, if it is their turn. Whether the match goes on.
async fn round(app: &TestApp, at: &str, seated: &[(String, Ann)]) -> bool {
    for (seat, (_, player)) in (0..).zip(seated) {
        let made = app.decide(at, seat, &player.token).await;
        if made.is_some_and(|made| made["over"] == true) {
            return false;
        }
    }
    true
}

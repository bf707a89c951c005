//! Tables that differ in nothing but what somebody may not know are the same table to them: on
//! every page, in every picture, and in every answer.

#![allow(clippy::unwrap_used, reason = "a test says what it needs by panicking")]

use domain::{Dice, GameId, Seat, Seed, State, Viewer, bots::Bot};
use serde_json::{Value, json};

use crate::{
    helpers::{Ann, TestApp, spawn_app},
    secrets::{self, censored, everything},
};

/// How far the matches are played before they are looked at: far enough that hands, piles and
/// bags have something in them that somebody may not know.
const DECISIONS: [usize; 3] = [3, 16, 30];

/// A table of two, so many decisions old.
fn table(game: GameId, decisions: usize) -> State {
    let dice = Dice::new(Seed([9; 32]));
    let (mut state, _) = game.default_options().set_up(2, &dice).begin(&dice);
    let mut roll = dice.roll("bots", 0);
    for _ in 0..decisions {
        let seat = state.to_act().iter().next().unwrap();
        let command = Bot::Random.choose(&state.view(Viewer::Seat(seat)), &mut roll);
        state = state.decide(seat, command, &dice).unwrap().0;
    }
    state
}

/// A match that begins with a table, on a server of its own.
async fn arranged(state: &State) -> (TestApp, String, [Ann; 2]) {
    let app = spawn_app().await;
    let (ann, ben) = (app.player("ann").await, app.player("ben").await);
    let game = state.game();
    let body = json!({
        "game": game,
        "seats": [{ "kind": "me" }, { "kind": "player", "player": ben.id }],
        "seed": "07".repeat(32),
        "arranged": { "state": state },
    });
    let opened = app.post("/v1/matches", Some(&ann.token), &body).await;
    assert_eq!(opened.status, 201, "{game:?}: {}", opened.text);
    let opened = opened.json();
    let at = format!("/v1/matches/{}", opened["match"]["id"].as_str().unwrap());
    let joined = app
        .post(&format!("{at}/seats"), Some(&ben.token), &json!({}))
        .await;
    assert_eq!(joined.status, 201, "{}", joined.text);
    (app, at, [ann, ben])
}

/// What `viewer` reads of a match that begins with a table, and of the lists it is in.
async fn read(state: &State, viewer: Viewer, command: &Value) -> Vec<String> {
    let (app, at, players) = arranged(state).await;
    app.counted().await;
    let viewer = match viewer {
        Viewer::Seat(Seat(seat)) => Some(&players[usize::from(seat)]),
        Viewer::Spectator | Viewer::Referee => None,
    };
    let mut read = everything(&app, &at, viewer, command).await;
    let token = viewer.map(|viewer| viewer.token.as_str());
    let game = domain::facts::word(&state.game());
    for Ann { id: player, .. } in &players {
        for path in around(&game, player) {
            let reply = app.get(&path, token).await;
            read.push(censored(&app, &reply, &at, viewer));
        }
    }
    read
}

/// Where a match is told of beside its own pages. `{game}` is its game, `{player}` who plays.
const AROUND: &[&str] = &[
    "/",
    "/?game={game}",
    "/games",
    "/games/{game}",
    "/games/{game}/components",
    "/players/{player}",
    "/bots/greedy",
    "/play",
    "/play/{game}",
    "/stats?game={game}",
    "/batches?game={game}",
    "/tournaments?game={game}",
    "/v1/matches",
    "/v1/matches?player={player}",
    "/v1/results",
    "/v1/players",
    "/v1/players/{player}",
    "/v1/games",
    "/v1/games/{game}",
    "/v1/batches",
    "/v1/tournaments",
    "/v1/ratings/{game}",
    "/v1/stats/matches?game={game}",
];

pub(crate) fn around(game: &str, player: &str) -> Vec<String> {
    let paths = AROUND.iter().map(|it| it.replace("{game}", game));
    paths.map(|it| it.replace("{player}", player)).collect()
}

/// Where nothing is told of a match that runs: the program and its books, and what only counts
/// matches that are over.
const ELSEWHERE: &[&str] = &[
    "/assets/{name}",
    "/robots.txt",
    "/llms.txt",
    "/docs",
    "/docs/problems",
    "/docs/replay",
    "/docs/statistics",
    "/docs/chance",
    "/docs/stability",
    "/docs/models",
    "/docs/push",
    "/stats/query",
    "/stats/choices",
    "/stats/heatmap",
    "/stats/curve",
    "/stats/compare",
    "/stats/ratings",
    "/batches/{id}",
    "/tournaments/{id}",
    "/v1/games/{game}/components",
    "/v1/games/{game}/rules",
    "/v1/players/{id}/push",
    "/v1/batches/{id}",
    "/v1/batches/{id}/events",
    "/v1/tournaments/{id}",
    "/v1/stats/metrics",
    "/v1/stats/query",
    "/v1/stats/distribution",
    "/v1/stats/curve",
    "/v1/stats/compare",
    "/v1/stats/choices",
    "/v1/stats/heatmap",
    "/v1/deals/{id}",
    "/v1/exports/{file}",
    "/v1/exports/records",
    "/v1/exports/records/{name}",
    "/v1/projections/consistency",
    "/healthz",
    "/readyz",
    "/version",
    "/integrity",
    "/openapi.json",
    // It has no end; it tells the events that `/v1/matches/{id}/events` tells.
    "/v1/stream",
];

/// Whether a path is one of those that a path with braces stands for.
fn is_of(path: &str, pattern: &str) -> bool {
    let path = path.split('?').next().unwrap().split('/');
    let is_part = |(part, wanted): (&str, &str)| wanted.starts_with('{') || part == wanted;
    path.clone().count() == pattern.split('/').count() && path.zip(pattern.split('/')).all(is_part)
}

#[tokio::test]
async fn nothing_that_can_be_asked_for_is_left_out() {
    let app = spawn_app().await;
    let document = app.get("/openapi.json", None).await.json();
    let operations = document["paths"].as_object().unwrap().iter();
    let answers = operations.filter(|(_, it)| it["get"].is_object());
    let answers = answers.map(|(path, _)| &path[..]);
    let mut read = secrets::paths("/v1/matches/m_1", 1);
    read.extend(around("cartographers", "p_1"));
    let elsewhere: &[&str] = ELSEWHERE;
    let pages = api::page_paths().map(|path: &str| path);
    for asked in pages.chain(answers) {
        let is_read = read.iter().any(|path| is_of(path, asked));
        assert_ne!(is_read, elsewhere.contains(&asked), "{asked}");
    }
}

#[tokio::test]
async fn what_a_viewer_may_not_know_changes_no_page_no_picture_and_no_answer() {
    for &game in GameId::ALL {
        for decisions in DECISIONS {
            let state = table(game, decisions);
            let seat = state.to_act().iter().next().unwrap();
            let command = state.view(Viewer::Seat(seat)).legal().swap_remove(0);
            let command = serde_json::to_value(command).unwrap();
            for viewer in [Viewer::Spectator, Viewer::Seat(Seat(1))] {
                let redrawn =
                    [1, 2].map(|nth| state.view(viewer).redraw(&Dice::new(Seed([nth; 32]))));
                let [one, other] = &redrawn;
                assert_ne!(one, other, "{game:?}: nothing is hidden");
                let seen_one = read(one, viewer, &command).await;
                let seen_other = read(other, viewer, &command).await;
                for (one, other) in seen_one.iter().zip(&seen_other) {
                    assert_eq!(one, other, "{game:?}, {decisions} decisions, {viewer:?}");
                }
            }
        }
    }
}

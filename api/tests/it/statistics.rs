//! Statistics over HTTP: questions, their answers in every form, and what is refused.

#![allow(clippy::unwrap_used, reason = "a test says what it needs by panicking")]

use domain::{BySeat, GameId, Options, Seed, bots::Bot, matches::Place};
use reqwest::Method;
use serde_json::{Value, json};
use store::{Asker, MatchId, Opening};

use crate::helpers::{TestApp, spawn_app};

/// A server with matches of Cartographers, counted.
pub(crate) async fn played(matches: u32) -> TestApp {
    let app = spawn_app().await;
    play_all(&app, GameId::Cartographers, matches).await;
    app
}

/// Matches of the server's own bots, counted. Of three, two have the same deal.
pub(crate) async fn play_all(app: &TestApp, game: GameId, matches: u32) {
    for nth in 0..matches {
        let deal = u8::try_from(nth / 3).unwrap();
        play(app, game, (nth % 3 < 2).then_some(Seed([deal; 32]))).await;
    }
    app.counted().await;
}

async fn play(app: &TestApp, game: GameId, seed: Option<Seed>) {
    let bots = BySeat::new(2, |seat| [Bot::Greedy, Bot::Random][usize::from(seat.0)]);
    play_with(app, game.default_options(), &bots, seed).await;
}

/// Plays a match of the server's bots to its end, and says which it is.
pub(crate) async fn play_with(
    app: &TestApp,
    options: Options,
    bots: &BySeat<Bot>,
    seed: Option<Seed>,
) -> MatchId {
    let opening = Opening {
        options,
        places: bots.map(|_, &bot| Place::Bot { bot }),
        seated: Vec::new(),
        seed,
        arranged: None,
        open_hands: false,
        private: false,
        window_ms: None,
    };
    let matches = &app.running.store.matches;
    let opened = matches.open(&Asker::Server, opening, None).await.unwrap();
    let mut version = matches.watch(opened.now.id);
    loop {
        version.borrow_and_update();
        let now = matches.current(opened.now.id).await.unwrap();
        if now.game.is_over() {
            return opened.now.id;
        }
        version.changed().await.unwrap();
    }
}

const QUERY: &str = "/v1/stats/query?game=cartographers&metric=final_score&group_by=player";

#[tokio::test(flavor = "multi_thread")]
async fn an_answer_says_what_was_counted_and_how_sure_it_is() {
    let app = played(6).await;
    let reply = app
        .get(&format!("{QUERY}&aggregates=mean,p90&min_n=5"), None)
        .await;
    assert_eq!(reply.status, 200, "{}", reply.text);
    let answer = reply.json();
    let [greedy, random] = answer["groups"].as_array().unwrap().as_slice() else {
        panic!("two bots: {answer}");
    };
    assert_eq!(greedy["key"], json!(["bot:greedy"]));
    let mean = |group: &Value| group["cells"][0].clone();
    assert_eq!(
        (&mean(greedy)["n"], &mean(random)["n"]),
        (&json!(6), &json!(6))
    );
    let number = |value: &Value| value.as_f64().unwrap();
    assert!(
        number(&mean(greedy)["value"]) > number(&mean(random)["value"]),
        "{answer}"
    );
    for group in [greedy, random] {
        let [lo, value, hi] = ["lo", "value", "hi"].map(|it| number(&mean(group)[it]));
        assert!(lo <= value && value <= hi, "{answer}");
    }
    let about = &answer["about"];
    assert_eq!(about["counted"], "seats");
    let position = app.running.store.integrity().position.to_string();
    assert_eq!(about["as_of_position"], position);
    let tag = reply.headers["etag"].to_str().unwrap().to_owned();
    assert!(tag.starts_with(&format!("\"{position}-")), "{tag}");
    let again = app
        .request(
            Method::GET,
            &format!("{QUERY}&aggregates=mean,p90&min_n=5"),
            None,
        )
        .header("if-none-match", tag);
    assert_eq!(app.send(again).await.status, 304);
}

#[tokio::test(flavor = "multi_thread")]
async fn the_canonical_question_has_the_same_answer_and_its_matches_are_those_counted() {
    let app = played(3).await;
    let asked = format!("{QUERY}&where=final_score:-50..500&where=seat:1,0&where=seat:0,1&min_n=0");
    let answer = app.get(&asked, None).await.json();
    let this = answer["links"]["self"].as_str().unwrap();
    assert_eq!(app.get(this, None).await.json(), answer);
    let matches = answer["links"]["matches"].as_str().unwrap();
    let [first, second] = app.two_pages(matches, 2).await;
    assert_eq!((first.len(), second.len()), (2, 1));
    let results = second[0]["links"]["results"].as_str().unwrap();
    assert_eq!(app.get(results, None).await.status, 200);
}

#[tokio::test(flavor = "multi_thread")]
async fn every_answer_comes_as_json_lines_and_table() {
    let app = played(3).await;
    let greedy = "first=player:bot:greedy&second=player:bot:random";
    let deal = app
        .get(
            "/v1/stats/query?game=cartographers&metric=rank&group_by=deal",
            None,
        )
        .await;
    let deal = deal.json()["groups"][0]["key"][0]
        .as_str()
        .unwrap()
        .to_owned();
    let metric = "game=cartographers&metric=final_score";
    for path in [
        "/v1/stats/metrics?game=cartographers",
        &format!("/v1/stats/query?{metric}&min_n=0"),
        &format!("/v1/stats/distribution?{metric}"),
        &format!("/v1/stats/compare?{metric}&{greedy}"),
        "/v1/stats/choices?game=cartographers",
        "/v1/stats/heatmap?game=cartographers",
        "/v1/stats/matches?game=cartographers",
        &format!("/v1/deals/{deal}?"),
        "/v1/ratings/cartographers?",
    ] {
        let whole = app.get(path, None).await;
        assert_eq!(whole.status, 200, "{path}: {}", whole.text);
        let lines = app.get(&format!("{path}&format=ndjson"), None).await;
        let accepted = app
            .request(Method::GET, path, None)
            .header("accept", "text/csv");
        let table = app.send(accepted).await;
        let rows: Vec<Value> = lines
            .text
            .lines()
            .map(|line| serde_json::from_str(line).unwrap())
            .collect();
        assert!(!rows.is_empty(), "{path}");
        let mut read = csv::Reader::from_reader(table.text.as_bytes());
        let header: Vec<String> = read.headers().unwrap().iter().map(str::to_owned).collect();
        let names: Vec<String> = rows[0].as_object().unwrap().keys().cloned().collect();
        assert_eq!(header, names, "{path}");
        assert_eq!(
            read.records().map(Result::unwrap).count(),
            rows.len(),
            "{path}"
        );
        assert_ne!(whole.headers["etag"], table.headers["etag"], "{path}");
        if path.starts_with("/v1/stats") && !path.contains("metrics") {
            let nothing = format!("{path}&where=seats:99&format=csv");
            let nothing = app.get(&nothing, None).await.text;
            assert_eq!(nothing.lines().next().unwrap(), header.join(","), "{path}");
        }
        assert!(lines.headers.contains_key("x-as-of-position"), "{path}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_same_deals_make_a_comparison_narrower() {
    let app = played(6).await;
    let path = "/v1/stats/compare?game=cartographers&metric=final_score&min_n=0\
        &first=player:bot:greedy&second=player:bot:random";
    let answer = app.get(path, None).await.json();
    assert_eq!(
        answer["paired"]["difference"]["n"], 4,
        "two deals played twice, two once"
    );
    assert!(
        answer["difference"]["value"].as_f64().unwrap() > 0.0,
        "{answer}"
    );
    let of_second = answer["links"]["second_matches"].as_str().unwrap();
    let matches = app.get(of_second, None).await.json();
    assert_eq!(matches["items"].as_array().unwrap().len(), 6);
    let self_link = answer["links"]["self"].as_str().unwrap();
    assert_eq!(app.get(self_link, None).await.json(), answer);
}

#[tokio::test]
async fn what_there_is_not_is_refused_by_name() {
    let app = spawn_app().await;
    let game = "/v1/stats/query?game=cartographers";
    for (query, code, named) in [
        ("&metric=scores", "unknown_metric", "final_score"),
        (
            "&metric=rank&group_by=colour",
            "unknown_dimension",
            "player_kind",
        ),
        (
            "&metric=rank&where=colour:red",
            "unknown_dimension",
            "player_kind",
        ),
        (
            "&metric=rank&aggregates=average",
            "unknown_aggregate",
            "median",
        ),
        ("&metric=rank&colour=red", "unknown_parameter", "group_by"),
        ("&metric=rank&where=seats:two", "malformed_query", "seats"),
        ("&metric=rank&where=seats", "malformed_query", "id:value"),
        (
            "&metric=rank&group_by=seat,rank,day,month",
            "too_many_groups",
            "three",
        ),
        ("&metric=rank&min_n=-1", "malformed_query", ""),
        (
            "&metric=rank&include=unfinished",
            "unknown_population",
            "forks",
        ),
        ("", "malformed_query", "metric"),
    ] {
        let reply = app.get(&format!("{game}{query}"), None).await;
        assert_eq!(
            (reply.status.as_u16(), &*reply.code()),
            (400, code),
            "{query}"
        );
        let told = format!("{} {}", reply.json()["detail"], reply.json()["known"]);
        assert!(told.contains(named), "{query}: {told}");
    }
    let long = format!("{game}&metric=rank&where={}", "é".repeat(3000));
    let detail = app.get(&long, None).await.json()["detail"].clone();
    assert_eq!(detail.as_str().unwrap().chars().count(), 2000);
    let kinds = app
        .get("/v1/stats/choices?game=cartographers&kind=hats", None)
        .await;
    assert_eq!(kinds.code(), "unknown_choice");
    let nobody = app
        .get(&format!("/v1/deals/d_{}", "0".repeat(32)), None)
        .await;
    assert_eq!(
        (nobody.status.as_u16(), &*nobody.code()),
        (404, "unknown_deal")
    );
}

#[tokio::test]
async fn of_nothing_there_is_null_and_never_zero() {
    let app = spawn_app().await;
    for game in GameId::ALL {
        let game = serde_json::to_value(game).unwrap();
        let game = game.as_str().unwrap();
        let path = format!("/v1/stats/query?game={game}&metric=final_score&aggregates=n,mean");
        let answer = app.get(&path, None).await.json();
        let cells = &answer["groups"][0]["cells"];
        assert_eq!(
            (&cells[1]["n"], &cells[1]["value"]),
            (&json!(0), &Value::Null)
        );
        for path in ["stats/choices", "stats/heatmap", "stats/matches"] {
            let reply = app.get(&format!("/v1/{path}?game={game}"), None).await;
            assert_eq!(reply.status, 200, "{}", reply.text);
        }
    }
}

//! Statistics over HTTP: questions, their answers in every form, and what is refused.

#![allow(clippy::unwrap_used, reason = "a test says what it needs by panicking")]
#![allow(clippy::float_arithmetic, reason = "means are no integers")]

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
        settings: domain::matches::Settings::default(),
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
        &format!("/v1/stats/curve?{metric}&group_by=player&window=2&min_n=0"),
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

/// Of each seat of all matches: who sat there, the final score and the rank.
pub(crate) async fn results(app: &TestApp) -> Vec<Vec<(String, f64, f64)>> {
    let page = app.get("/v1/results?limit=100", None).await.json();
    let seat = |placing: &Value| {
        let bot = placing["occupant"]["bot"].as_str().unwrap();
        let number = |field: &str| placing[field].as_f64().unwrap();
        (format!("bot:{bot}"), number("total"), number("rank"))
    };
    let of_match = |row: &Value| {
        let seats = row["placings"].as_array().unwrap();
        seats.iter().map(seat).collect()
    };
    page["items"]
        .as_array()
        .unwrap()
        .iter()
        .map(of_match)
        .collect()
}

fn close(answer: &Value, truth: f64) {
    let told = answer.as_f64().unwrap();
    assert!((told - truth).abs() < 1e-9, "{told} is not {truth}");
}

#[tokio::test(flavor = "multi_thread")]
async fn head_to_head_every_seat_meets_each_opponent_and_a_difference_is_of_these_two() {
    let app = spawn_app().await;
    let options = GameId::Cartographers.default_options();
    for line_up in [[0, 1, 1], [1, 0, 0], [0, 0, 1]].repeat(2) {
        let bots = BySeat::new(3, |seat| {
            [Bot::Greedy, Bot::Random][line_up[usize::from(seat.0)]]
        });
        play_with(&app, options.clone(), &bots, None).await;
    }
    app.counted().await;
    let path = "/v1/stats/query?game=cartographers&metric=final_score,rank&min_n=0\
        &group_by=player,opponent&aggregates=n,mean,difference";
    let answer = app.get(path, None).await.json();
    let tables = results(&app).await;
    assert_eq!(tables.len(), 6);
    let groups = answer["groups"].as_array().unwrap();
    assert_eq!(groups.len(), 4, "{answer}");
    for group in groups {
        let [player, opponent] = [0, 1].map(|at| group["key"][at].as_str().unwrap());
        let mut pairs = Vec::new();
        for table in &tables {
            for (nth, own) in table.iter().enumerate() {
                for (other, their) in table.iter().enumerate() {
                    if nth != other && (&*own.0, &*their.0) == (player, opponent) {
                        pairs.push((own, their));
                    }
                }
            }
        }
        let n = f64::from(u32::try_from(pairs.len()).unwrap());
        let mean = |of: &dyn Fn(&(String, f64, f64)) -> f64| {
            let own: f64 = pairs.iter().map(|(own, _)| of(own)).sum();
            let theirs: f64 = pairs.iter().map(|(_, their)| of(their)).sum();
            (own / n, (own - theirs) / n)
        };
        for (nth, (mean, difference)) in
            [mean(&|it| it.1), mean(&|it| it.2)].into_iter().enumerate()
        {
            let cells = &group["cells"];
            close(&cells[3 * nth]["value"], n);
            close(&cells[3 * nth + 1]["value"], mean);
            close(&cells[3 * nth + 2]["value"], difference);
            let [lo, method] = ["lo", "method"].map(|it| &cells[3 * nth + 2][it]);
            if player == opponent {
                assert_eq!(
                    method, "too_few_deals",
                    "four deals have such pairs: {group}"
                );
            } else if nth == 0 {
                assert_eq!(method, "t_by_deal", "{group}");
                assert!(lo.as_f64().unwrap() <= difference, "{group}");
            }
        }
    }
    let again = answer["links"]["self"].as_str().unwrap();
    assert_eq!(app.get(again, None).await.json(), answer);
}

#[tokio::test(flavor = "multi_thread")]
async fn groups_are_sorted_by_what_is_asked_and_the_limit_leaves_out_the_last() {
    let app = played(6).await;
    let path = "/v1/stats/query?game=cartographers&metric=final_score&group_by=final_score,player\
        &aggregates=mean&min_n=0";
    let all = app.get(path, None).await.json();
    let count = all["groups"].as_array().unwrap().len();
    assert_eq!(all["group_count"], count);
    let means = |answer: &Value| -> Vec<f64> {
        let groups = answer["groups"].as_array().unwrap();
        let mean = |group: &Value| group["cells"][0]["value"].as_f64().unwrap();
        groups.iter().map(mean).collect()
    };
    let mut greatest_first = means(&all);
    assert!(greatest_first.is_sorted(), "by group: {all}");
    greatest_first.reverse();
    let sorted = app.get(&format!("{path}&sort=mean&limit=3"), None).await;
    let sorted = sorted.json();
    assert_eq!(means(&sorted), greatest_first[..3]);
    assert_eq!(sorted["group_count"], count, "with those left out");
    let again = sorted["links"]["self"].as_str().unwrap();
    assert_eq!(app.get(again, None).await.json(), sorted);

    let path = format!("{QUERY}&aggregates=mean&min_n=0");
    for (sort, field) in [("at_least", "lo"), ("n", "n")] {
        let answer = app.get(&format!("{path}&sort={sort}"), None).await.json();
        let groups = answer["groups"].as_array().unwrap();
        let by = groups.iter().map(|group| group["cells"][0][field].as_f64());
        let by: Vec<Option<f64>> = by.collect();
        assert!(by.iter().rev().is_sorted(), "{sort}: {answer}");
    }
    let first = app
        .get(&format!("{path}&sort=at_least&limit=1"), None)
        .await;
    assert_eq!(first.json()["groups"][0]["key"], json!(["bot:greedy"]));
}

#[tokio::test(flavor = "multi_thread")]
async fn several_metrics_in_one_query_are_those_of_each_alone() {
    let app = played(3).await;
    let of = async |metric: &str| {
        let path =
            format!("/v1/stats/query?game=cartographers&metric={metric}&group_by=month&min_n=0");
        app.get(&path, None).await.json()
    };
    let together = of("final_score,match_decisions,win_index").await;
    let ids = together["metrics"].as_array().unwrap();
    assert_eq!(ids.len(), 3);
    let mut alone = Vec::new();
    for metric in ["final_score", "match_decisions", "win_index"] {
        let answer = of(metric).await;
        let cells = answer["groups"][0]["cells"].as_array().unwrap().clone();
        assert!(cells.iter().all(|cell| cell["metric"] == metric));
        alone.extend(cells);
    }
    assert_eq!(together["groups"][0]["cells"], json!(alone));
    assert_eq!(together["groups"][0]["cells"][0]["n"], 6, "seats");
    assert_eq!(together["groups"][0]["cells"][4]["n"], 3, "matches");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_curve_is_the_mean_of_the_last_matches_in_the_order_they_ended() {
    let app = played(6).await;
    let path = "/v1/stats/curve?game=cartographers&metric=final_score&group_by=player&min_n=0";
    let answer = app.get(&format!("{path}&window=3"), None).await.json();
    let matches = app
        .get("/v1/stats/matches?game=cartographers", None)
        .await
        .json();
    let mut scores = Vec::new();
    for item in matches["items"].as_array().unwrap() {
        let results = item["links"]["results"].as_str().unwrap();
        let results = app.get(results, None).await.json();
        let total = results["standings"][0]["total"].as_f64();
        scores.push(total.unwrap_or_else(|| panic!("{results}")));
    }
    let [greedy, _random] = answer["series"].as_array().unwrap().as_slice() else {
        panic!("two bots: {answer}");
    };
    assert_eq!(
        (&greedy["key"], &greedy["matches"]),
        (&json!("bot:greedy"), &json!(6))
    );
    let points = greedy["points"].as_array().unwrap();
    assert_eq!(points.len(), 4, "from the first full window on: {answer}");
    for (nth, point) in points.iter().enumerate() {
        assert_eq!(point["matches"], nth + 3);
        close(
            &point["mean"]["value"],
            scores[nth..nth + 3].iter().sum::<f64>() / 3.0,
        );
        assert_eq!(point["mean"]["n"], 3);
    }
    // Of as many matches as there are, it is what the query says of all.
    let whole = app.get(&format!("{path}&window=6"), None).await.json();
    let all = app
        .get(&format!("{QUERY}&aggregates=mean&min_n=0"), None)
        .await;
    let (point, mean) = (
        whole["series"][0]["points"][0]["mean"].clone(),
        all.json()["groups"][0]["cells"][0].clone(),
    );
    for field in ["n", "deals", "value", "lo", "hi", "method"] {
        assert_eq!(point[field], mean[field], "{field}");
    }
    let again = answer["links"]["self"].as_str().unwrap();
    assert_eq!(app.get(again, None).await.json(), answer);
    for (more, code) in [
        ("&window=0", "malformed_query"),
        ("&window=1001", "malformed_query"),
        ("&metric=hats", "malformed_query"),
    ] {
        let reply = app.get(&format!("{path}{more}"), None).await;
        assert_eq!(
            (reply.status.as_u16(), &*reply.code()),
            (400, code),
            "{more}"
        );
    }
}

#[tokio::test]
async fn orders_limits_and_opponents_that_cannot_be_are_refused_by_name() {
    let app = spawn_app().await;
    let game = "/v1/stats/query?game=cartographers";
    for (query, code, named) in [
        ("&metric=rank&sort=best", "malformed_query", "at_least"),
        ("&metric=rank&limit=0", "malformed_query", "limit"),
        (
            "&metric=rank,rank,seat,seats,decisions,winners,margin,final_score",
            "malformed_query",
            "6 metrics",
        ),
        (
            "&metric=winning_score&group_by=opponent",
            "unknown_dimension",
            "seats",
        ),
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
    let alone = format!("{game}&metric=rank&aggregates=difference");
    let alone = app.get(&alone, None).await;
    assert_eq!(
        (alone.status.as_u16(), &*alone.code()),
        (422, "requires_opponent")
    );
}

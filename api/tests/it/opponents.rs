//! Conditions on opponents: who met whom.

#![allow(clippy::unwrap_used, reason = "a test says what it needs by panicking")]

use domain::{BySeat, GameId, bots::Bot};

use crate::{
    helpers::{TestApp, spawn_app},
    statistics::{play_with, results},
};

/// Tables of three on which both bots sit, and one with greedy bots alone.
async fn played() -> TestApp {
    let app = spawn_app().await;
    let options = GameId::Cartographers.default_options();
    for line_up in [[0, 1, 1], [1, 0, 0], [0, 0, 0]] {
        let bots = BySeat::new(3, |seat| {
            [Bot::Greedy, Bot::Random][line_up[usize::from(seat.0)]]
        });
        play_with(&app, options.clone(), &bots, None).await;
    }
    app.counted().await;
    app
}

#[tokio::test(flavor = "multi_thread")]
async fn a_condition_on_the_opponent_counts_those_who_met_one() {
    let app = played().await;
    let tables = results(&app).await;
    for opponent in ["bot:greedy", "bot:random"] {
        let mut met = Vec::new();
        for table in &tables {
            for (nth, own) in table.iter().enumerate() {
                let others = table.iter().enumerate().filter(|(other, _)| *other != nth);
                if others.into_iter().any(|(_, their)| their.0 == opponent) {
                    met.push(own.1);
                }
            }
        }
        let path = format!(
            "/v1/stats/query?game=cartographers&metric=final_score&min_n=0&aggregates=n,mean\
             &where=opponent:{opponent}"
        );
        let answer = app.get(&path, None).await.json();
        let cells = &answer["groups"][0]["cells"];
        assert_eq!(
            cells[0]["value"],
            f64::from(u32::try_from(met.len()).unwrap())
        );
        let mean = met.iter().sum::<f64>() / f64::from(u32::try_from(met.len()).unwrap());
        let told = cells[1]["value"].as_f64().unwrap();
        assert!((told - mean).abs() < 1e-9, "{opponent}: {answer}");
        let again = answer["links"]["self"].as_str().unwrap();
        assert!(again.contains("opponent"), "{again}");
        assert_eq!(app.get(again, None).await.json(), answer);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn of_pairs_only_those_with_the_opponent_are_counted() {
    let app = played().await;
    let path = "/v1/stats/query?game=cartographers&metric=final_score&min_n=0&aggregates=n\
        &group_by=player,opponent&where=player:bot:greedy&where=opponent:bot:random";
    let answer = app.get(path, None).await.json();
    let groups = answer["groups"].as_array().unwrap();
    assert_eq!(groups.len(), 1, "{answer}");
    assert_eq!(groups[0]["key"][1], "bot:random");
    // Two pairs on each of the tables where both sit.
    assert_eq!(groups[0]["cells"][0]["value"], 4.0);
    let page = app
        .get(
            "/stats/query?game=cartographers&metric=final_score&min_n=0&group_by=player\
             &where=player:bot:greedy&where=opponent:bot:random",
            None,
        )
        .await;
    let only = "Only where an opponent is Random and player is Greedy.";
    assert!(page.text.contains(only), "{}", page.text);
}

#[tokio::test]
async fn an_opponent_that_cannot_be_is_refused_by_name() {
    let app = spawn_app().await;
    for (condition, code, named) in [
        ("opponent:bot:chess", "unknown_value", "opponent:bot:chess"),
        ("rival:bot:greedy", "unknown_dimension", "opponent"),
    ] {
        let path = format!("/v1/stats/query?game=cartographers&metric=rank&where={condition}");
        let problem = app.get(&path, None).await.json();
        assert_eq!(problem["code"], code);
        assert!(problem.to_string().contains(named), "{problem}");
    }
}

//! The pages of statistics: they show what the API answers, and say in words what is missing.

#![allow(clippy::unwrap_used, reason = "a test says what it needs by panicking")]

use domain::GameId;
use reqwest::Method;
use serde_json::{Value, json};

use crate::{
    helpers::{TestApp, spawn_app},
    statistics::{play_all, played},
};

/// Every page of a game.
fn pages(game: &str) -> Vec<String> {
    let of_game = [
        "/stats?",
        "/stats/choices?",
        "/stats/query?metric=final_score,win_index&group_by=player&",
        "/stats/query?metric=final_score&group_by=player,opponent&",
        "/stats/query?metric=match_decisions&group_by=&where=&",
        "/stats/heatmap?",
        "/stats/curve?metric=final_score&group_by=player&window=2&min_n=0&",
        "/stats/compare?",
        "/stats/ratings?",
        "/batches?",
        "/tournaments?",
    ];
    of_game.map(|page| format!("{page}game={game}")).into()
}

async fn shown(app: &TestApp, page: &str) -> String {
    let reply = app.get(page, None).await;
    assert_eq!(reply.status, 200, "{page}: {}", reply.text);
    assert_eq!(reply.text.matches("<h1>").count(), 1, "{page}");
    reply.text
}

/// A number as pages write it.
fn written(value: &Value, decimals: usize) -> String {
    let value = value.as_f64().unwrap();
    format!("{value:.decimals$}").replace('-', "\u{2212}")
}

#[tokio::test]
async fn of_nothing_every_page_says_so_in_a_sentence() {
    let app = spawn_app().await;
    for game in GameId::ALL {
        let game = serde_json::to_value(game).unwrap();
        for page in pages(game.as_str().unwrap()) {
            let text = shown(&app, &page).await;
            assert!(!text.contains("NaN") && !text.contains("null"), "{page}");
            let path = page.split('?').next().unwrap();
            let none = match path {
                "/batches" => "No batch was planned yet",
                "/tournaments" => "No tournament was planned yet",
                "/stats/ratings" => "Nobody is rated yet",
                _ => "No finished match of ",
            };
            assert!(text.contains(none), "{page}: {text}");
        }
    }
}

#[tokio::test]
async fn lists_of_what_is_planned_light_all_games_unless_they_are_of_one() {
    let app = spawn_app().await;
    for path in ["/batches", "/tournaments"] {
        let lit = async |page: &str| {
            let text = shown(&app, page).await;
            let games = text.split("aria-label=\"Games\"").nth(1).unwrap();
            let games = games.split("</nav>").next().unwrap();
            let lit = games.split("aria-current=\"true\">").skip(1);
            let names = lit.map(|rest| rest.split('<').next().unwrap().to_owned());
            names.collect::<Vec<String>>()
        };
        assert_eq!(lit(path).await, ["All games"]);
        let of_one = format!("{path}?game=bunny_kingdom");
        assert_eq!(lit(&of_one).await, ["Bunny Kingdom"]);
    }
    let text = shown(&app, "/stats").await;
    assert!(!text.contains("All games"), "statistics are of one game");
}

#[tokio::test(flavor = "multi_thread")]
async fn every_page_of_every_game_is_shown_with_its_numbers_and_where_they_come_from() {
    let app = spawn_app().await;
    for &game in GameId::ALL {
        play_all(&app, game, 6).await;
        let name = serde_json::to_value(game).unwrap();
        for page in pages(name.as_str().unwrap()) {
            let text = shown(&app, &page).await;
            assert!(!text.contains("NaN") && !text.contains("inf"), "{page}");
            if page.starts_with("/stats") {
                assert!(text.contains(">API</a>"), "{page}");
                let form = match page.starts_with("/stats?") {
                    true => r#"&amp;group_by=player#ask""#,
                    false => r#"id="ask"><h2>Ask something else</h2><form action="/stats/"#,
                };
                assert!(text.contains(form), "{page}");
            }
        }
        let page = format!("/stats/heatmap?game={}", name.as_str().unwrap());
        let map = shown(&app, &page).await;
        assert!(map.contains(r#"class="tint""#), "{page}");
        assert!(map.contains("As a table"), "{page}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_page_shows_what_the_api_answers_to_the_same_query() {
    let app = played(6).await;
    let query = "game=cartographers&metric=final_score&group_by=player&min_n=2";
    let answer = format!("/v1/stats/query?{query}&sort=at_least&aggregates=mean");
    let answer = app.get(&answer, None).await.json();
    let page = shown(&app, &format!("/stats/query?{query}")).await;
    let mut after = 0;
    for group in answer["groups"].as_array().unwrap() {
        let cell = &group["cells"][0];
        for field in ["lo", "value", "hi"] {
            let number = format!(">{}<", written(&cell[field], 1));
            let at = page[after..].find(&number);
            after += at.unwrap_or_else(|| panic!("{field} {number} in this order: {page}"));
        }
    }
    assert!(
        page.contains("12 seats of 6 matches of Cartographers"),
        "{page}"
    );
    assert!(
        page.contains("Left out: matches that began in the middle"),
        "{page}"
    );
    let link = page.split(r#"<a href="/v1/stats/query"#).nth(1).unwrap();
    let link = link.split('"').next().unwrap().replace("&amp;", "&");
    let csv = app.get(&format!("/v1/stats/query{link}"), None).await;
    assert!(
        csv.headers["content-type"]
            .to_str()
            .unwrap()
            .starts_with("text/csv")
    );
    assert!(csv.text.contains("bot:greedy"), "{}", csv.text);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_page_shows_the_numbers_and_the_order_that_its_address_asks_for() {
    let app = played(6).await;
    let query = "/stats/query?game=cartographers&metric=final_score";
    let page = shown(
        &app,
        &format!("{query}&group_by=player&sort=n&aggregates=p90,n"),
    )
    .await;
    for part in [
        "Final score, 90th percentile, sorted by the number of seats",
        "Final score: all that was asked for",
        "aggregates=p90%2Cn&amp;",
        "&amp;sort=n&amp;",
    ] {
        assert!(page.contains(part), "{part}: {page}");
    }
    let page = shown(&app, &format!("{query}&group_by=seats&sort=group&min_n=0")).await;
    assert!(page.contains("Final score, sorted by seats"), "{page}");
    let page = shown(&app, &format!("{query}&aggregates=max")).await;
    assert!(page.contains(">Greatest</th>"), "{page}");
    assert!(page.contains(">All together</th>"), "{page}");
    let usual = shown(&app, &format!("{query}&group_by=player")).await;
    assert!(usual.contains("Final score, sorted by the lower end"));
    assert!(!usual.contains("all that was asked for"));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_kind_of_thing_has_its_own_verb_and_what_is_played_comes_first() {
    let app = spawn_app().await;
    play_all(&app, GameId::BunnyKingdom, 2).await;
    let first = shown(&app, "/stats?game=bunny_kingdom").await;
    assert!(first.contains("<h1>What wins in Bunny Kingdom?</h1>"));
    let heading = "Card played: win index of those who played it";
    assert!(first.contains(heading), "{first}");
    let all = shown(&app, "/stats/choices?game=bunny_kingdom").await;
    let heading = "Card thrown away: win index of those who threw it away";
    assert!(all.contains(heading), "{all}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_comparison_is_told_in_words_with_its_interval() {
    let app = played(9).await;
    let api = "/v1/stats/compare?game=cartographers&metric=final_score\
        &first=player:bot:greedy&second=player:bot:random";
    let difference = app.get(api, None).await.json()["difference"].clone();
    let page = shown(&app, "/stats/compare?game=cartographers").await;
    let value = written(&difference["value"], 1);
    let sure = if difference["lo"].is_null() {
        ". How sure that is cannot be said of so few deals.".to_owned()
    } else {
        let [lo, hi] = ["lo", "hi"].map(|it| written(&difference[it], 1));
        format!(" (95% interval: {lo} to {hi}). The difference is clear.")
    };
    let said = format!("Greedy is {value} points above Random in final score{sure}");
    assert!(page.contains(&said), "{said}: {page}");
    let other = "/stats/compare?game=cartographers&metric=final_score\
        &first=player:bot:random&second=player:bot:greedy";
    assert!(shown(&app, other).await.contains(&said));
}

#[tokio::test]
async fn what_cannot_be_asked_is_said_on_the_page_and_is_no_markup() {
    let app = spawn_app().await;
    let name = r#"<script>alert("1")</script>"#;
    for field in ["metric", "group_by", "where", "include", "sort", "min_n"] {
        let pairs = [("metric", "final_score"), (field, name)];
        let pairs = &pairs[usize::from(field == "metric")..];
        let query = serde_urlencoded::to_string(pairs).unwrap();
        let reply = app.get(&format!("/stats/query?{query}"), None).await;
        assert_eq!(reply.status, 200, "{field}: as the first page does");
        assert!(reply.text.contains(r#"role="alert""#), "{field}");
        assert!(!reply.text.contains("<script>alert"), "{field}");
        assert!(
            reply.text.contains("<form"),
            "{field}: it can be asked again"
        );
    }
    assert_eq!(app.get("/stats?game=chess", None).await.status, 400);
}

#[tokio::test(flavor = "multi_thread")]
async fn the_page_of_a_batch_tells_how_far_it_is_and_what_its_test_says() {
    let app = spawn_app().await;
    let ann = app.player("ann").await;
    let bot = |name: &str| json!({ "kind": "bot", "bot": name });
    let stop = json!({ "bot": "greedy", "measure": "win_index", "null": 1.0,
        "alternative": 1.5, "alpha": 0.05, "beta": 0.05 });
    let plan = json!({ "game": "cartographers", "count": 40, "duplicate": true, "stop": stop,
        "line_ups": [[bot("greedy"), bot("random")]] });
    let batch = app
        .post("/v1/batches", Some(&ann.token), &plan)
        .await
        .json();
    let at = format!("/batches/{}", batch["id"].as_str().unwrap());
    assert!(
        shown(&app, &at)
            .await
            .contains("matches are over; the batch ")
    );
    app.get(batch["links"]["events"].as_str().unwrap(), None)
        .await;
    let page = shown(&app, &at).await;
    assert!(
        page.contains("is the win index of Greedy 1 or 1.5?"),
        "{page}"
    );
    assert!(page.contains("Verdict: 1.5 is accepted."), "{page}");
    assert!(
        page.contains("was stopped before its plan was played"),
        "{page}"
    );
    assert!(page.contains("Greedy is "), "{page}");
    assert!(!page.contains("home.js"), "nothing more happens");
    let csv = page.split(r#"<a href="/v1/stats/query"#).nth(1).unwrap();
    let csv = csv.split('"').next().unwrap().replace("&amp;", "&");
    let csv = app.get(&format!("/v1/stats/query{csv}"), None).await;
    let kind = csv.headers["content-type"].to_str().unwrap();
    assert!(kind.starts_with("text/csv"), "{kind}");
    for bot in ["bot:greedy", "bot:random"] {
        assert!(csv.text.contains(bot), "{bot}: {}", csv.text);
    }
    let list = shown(&app, "/batches").await;
    assert!(list.contains(&format!(r#"href="{at}""#)), "{list}");
    assert_eq!(
        app.get("/batches/b_0123", None).await.status.as_u16() / 100,
        4
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn a_page_that_somebody_has_is_not_sent_again_until_a_match_is_counted() {
    let app = played(2).await;
    let game = GameId::Cartographers;
    let pages = pages("cartographers");
    let mut tags = Vec::new();
    for page in &pages {
        let whole = app.get(page, None).await;
        let tag = whole.headers["etag"].to_str().unwrap().to_owned();
        assert_eq!(whole.headers["cache-control"], "public, no-cache");
        let request = app.request(Method::GET, page, None);
        let again = app.send(request.header("if-none-match", &tag)).await;
        assert_eq!(
            (again.status.as_u16(), again.text.as_str()),
            (304, ""),
            "{page}"
        );
        tags.push(tag);
    }
    play_all(&app, game, 1).await;
    for (page, tag) in pages.iter().zip(tags) {
        if page.starts_with("/stats") {
            let request = app.request(Method::GET, page, None);
            let again = app.send(request.header("if-none-match", &tag)).await;
            assert_eq!(again.status, 200, "{page}");
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn things_have_the_names_of_the_box_and_lead_to_their_pictures() {
    let app = spawn_app().await;
    for (game, linked) in [
        (GameId::BunnyKingdom, "#royal_carrot\">Royal Carrot<"),
        (GameId::BigMonster, "#ice_red\">Red mutant<"),
        (GameId::BuildersBiomes, "#block-emerald\">Emerald<"),
        (GameId::Cartographers, "#E08\">Farmland, first shape<"),
    ] {
        play_all(&app, game, 6).await;
        let name = serde_json::to_value(game).unwrap();
        let name = name.as_str().unwrap();
        let page = shown(&app, &format!("/stats/choices?min_n=0&game={name}")).await;
        let linked = format!("/games/{name}/components{linked}");
        assert!(page.contains(&linked), "{linked}: {page}");
        let grouped = format!("/stats/query?game={name}&metric=final_score&group_by=seats,seat");
        let page = shown(&app, &grouped).await;
        assert!(page.contains("2 seats · Seat 1"), "{page}");
    }
}

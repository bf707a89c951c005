//! Players: found by name, alone with it if they ask, and gone when they say so.

#![allow(clippy::unwrap_used, reason = "a test says what it needs by panicking")]

use reqwest::Method;
use serde_json::{Value, json};

use crate::helpers::{Ann, Reply, TestApp, spawn_app};

async fn register(app: &TestApp, name: &str, unique: bool) -> Reply {
    let body = json!({ "name": name, "kind": "person", "unique_name": unique });
    app.post("/v1/players", None, &body).await
}

async fn delete(app: &TestApp, player: &Ann, key: Option<&str>) -> Reply {
    let path = format!("/v1/players/{}", player.id);
    let request = app.request(Method::DELETE, &path, Some(&player.token));
    let request = match key {
        Some(key) => request.header("idempotency-key", key),
        None => request,
    };
    app.send(request).await
}

fn names(list: &Value) -> Vec<&str> {
    let items = list["items"].as_array().unwrap();
    items
        .iter()
        .map(|item| item["name"].as_str().unwrap())
        .collect()
}

#[tokio::test]
async fn players_are_listed_and_found_by_name_however_it_is_written() {
    let app = spawn_app().await;
    for name in ["Ann", "Ben", "ANNA", "Zo\u{eb}"] {
        assert_eq!(register(&app, name, false).await.status, 201);
    }
    let list = async |query: &str| app.get(&format!("/v1/players{query}"), None).await.json();
    assert_eq!(names(&list("").await), ["Zo\u{eb}", "ANNA", "Ben", "Ann"]);
    assert_eq!(names(&list("?name=aNN").await), ["ANNA", "Ann"]);
    assert_eq!(names(&list("?name=aNN&match=exact").await), ["Ann"]);
    assert_eq!(names(&list("?name=ZOE%CC%88").await), ["Zo\u{eb}"]);
    assert_eq!(names(&list("?kind=bot").await), [""; 0]);
    let [first, second] = app.two_pages("/v1/players?kind=person", 3).await;
    assert_eq!((first.len(), second.len()), (3, 1));
    let reply = app.get("/v1/players?name=", None).await;
    assert_eq!(
        (reply.status.as_u16(), &*reply.code()),
        (400, "malformed_query")
    );
}

#[tokio::test]
async fn a_unique_name_is_refused_to_everybody_else() {
    let app = spawn_app().await;
    assert_eq!(register(&app, "Ann", false).await.status, 201);
    for (name, unique, taken) in [
        ("ann", true, true),
        ("ann", false, false),
        ("Ben", true, false),
        ("\u{ff22}EN", false, true),
        ("ben", true, true),
    ] {
        let reply = register(&app, name, unique).await;
        let expected = if taken { 409 } else { 201 };
        assert_eq!(reply.status, expected, "{name} {unique}");
        if taken {
            assert_eq!(reply.code(), "name_taken");
        }
    }
}

#[tokio::test]
async fn names_that_are_not_what_they_seem_are_refused() {
    let app = spawn_app().await;
    let wrong = [
        "",
        " ann",
        "ann\u{a0}",
        "a\u{202e}nn",
        "a\u{200b}nn",
        "a\u{2069}",
        "a\nb",
    ];
    for name in wrong {
        let reply = register(&app, name, false).await;
        assert_eq!(
            (reply.status.as_u16(), &*reply.code()),
            (400, "malformed_body"),
            "{name:?}"
        );
        assert_eq!(reply.json()["pointer"], "/name");
    }
}

#[tokio::test]
async fn a_deleted_players_name_is_gone_from_every_answer_and_the_id_stays() {
    let app = spawn_app().await;
    let (at, _, ben) = app.duel().await;
    let name = "Quetzalcoatlus";
    let quetzal = app.player(name).await;
    let seats = json!([{ "kind": "me" }, { "kind": "bot", "bot": "random" }]);
    let body = json!({ "game": "cartographers", "seats": seats });
    let opened = app
        .post("/v1/matches", Some(&quetzal.token), &body)
        .await
        .json();
    let mine = format!("/v1/matches/{}", opened["match"]["id"].as_str().unwrap());
    app.play_out(&mine, 1, &quetzal.token).await;
    app.counted().await;
    let store = &app.running.store;
    let head = store.integrity().position;
    store.lobby.at_least(head).await.unwrap();
    store.results.at_least(head).await.unwrap();
    let paths = [
        format!("/v1/players/{}", quetzal.id),
        "/v1/players".to_owned(),
        "/v1/matches".to_owned(),
        "/v1/results".to_owned(),
        "/v1/ratings/cartographers".to_owned(),
        "/v1/ratings/cartographers?format=csv".to_owned(),
        "/v1/stats/query?game=cartographers&metric=final_score&group_by=player&min_n=1".to_owned(),
        mine.clone(),
        format!("{mine}/results"),
        format!("{mine}/replay"),
    ];
    for path in &paths {
        let reply = app.get(path, None).await;
        assert_eq!(reply.status, 200, "{path}: {}", reply.text);
        assert!(reply.text.contains(name), "{path}: {}", reply.text);
    }
    let tag = app.get(&format!("{mine}/results"), None).await;
    assert_eq!(tag.headers["cache-control"], "public, no-cache");
    let tag = tag.headers["etag"].clone();
    let again = async || {
        let request = app.request(Method::GET, &format!("{mine}/results"), None);
        app.send(request.header("if-none-match", &tag)).await
    };
    assert_eq!(again().await.status, 304);

    assert_eq!(delete(&app, &ben, None).await.json()["deleted"], true);
    let deleted = delete(&app, &quetzal, None).await;
    assert_eq!(deleted.status, 200);
    assert_eq!(deleted.json()["name"], Value::Null);
    for path in &paths {
        let reply = app.get(path, None).await;
        assert!(!reply.text.contains(name), "{path}: {}", reply.text);
        let is_list_of_players = path == "/v1/players";
        assert_eq!(
            reply.text.contains(&quetzal.id),
            !is_list_of_players,
            "{path}"
        );
    }
    assert_eq!(again().await.status, 200);
    let results = app.get(&format!("{mine}/results"), None).await.json();
    assert_eq!(results["names"][&quetzal.id], Value::Null);
    let running = app.get(&at, None).await.json();
    assert_eq!(running["names"][&ben.id], Value::Null);
}

#[tokio::test]
async fn a_deleted_players_token_is_void_and_their_seats_are_played_on() {
    let app = spawn_app().await;
    let ann = app.player("ann").await;
    let (at, opened) = app.open(&ann, json!([{ "kind": "me" }])).await;
    let seat = opened["seat_tokens"][0]["token"].as_str().unwrap();
    let eve = app.player("eve").await;
    let stranger = Ann {
        id: ann.id.clone(),
        token: eve.token.clone(),
    };
    assert_eq!(delete(&app, &stranger, None).await.code(), "not_yours");

    let key = Some("a-key-nobody-guesses");
    let first = delete(&app, &ann, key).await;
    assert_eq!(first.status, 200, "{}", first.text);
    let again = delete(&app, &ann, key).await;
    assert_eq!((again.status.as_u16(), again.json()), (200, first.json()));
    assert_eq!(again.headers["idempotency-replayed"], "true");
    assert_eq!(delete(&app, &ann, None).await.code(), "bad_token");
    let rotate = format!("/v1/players/{}/tokens", ann.id);
    let rotated = app.post(&rotate, Some(&ann.token), &json!({})).await;
    assert_eq!(rotated.code(), "bad_token");

    let seats = json!([{ "kind": "me" }, { "kind": "player", "player": ann.id }]);
    let body = json!({ "game": "cartographers", "seats": seats });
    let invited = app.post("/v1/matches", Some(&eve.token), &body).await;
    assert_eq!(
        (invited.status.as_u16(), &*invited.code()),
        (404, "unknown_player")
    );

    assert!(app.decide(&at, 0, seat).await.is_some());
    let app = app.restarted().await;
    assert_eq!(delete(&app, &ann, None).await.code(), "bad_token");
    let player = app
        .get(&format!("/v1/players/{}", ann.id), None)
        .await
        .json();
    assert_eq!(
        (&player["deleted"], &player["name"]),
        (&json!(true), &Value::Null)
    );
}

#[tokio::test]
async fn nobodys_token_is_in_a_list_or_in_what_is_left_of_a_player() {
    let app = spawn_app().await;
    let ann = app.player("ann").await;
    let secret = &ann.token["player_".len() + 32..];
    let hash = store::Hash::of(&ann.token).to_string();
    for path in ["/v1/players".to_owned(), format!("/v1/players/{}", ann.id)] {
        let text = app.get(&path, None).await.text;
        assert!(!text.contains(secret) && !text.contains(&hash), "{path}");
    }
    let text = delete(&app, &ann, None).await.text;
    assert!(!text.contains(secret) && !text.contains(&hash));
}

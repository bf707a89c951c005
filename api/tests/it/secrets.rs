//! What one seat does is hidden from another until the rules reveal it.

#![allow(clippy::unwrap_used, reason = "a test says what it needs by panicking")]

use reqwest::Method;
use serde_json::{Value, json};

use crate::helpers::{Ann, Reply, TestApp, spawn_app};

/// What is read of a match, below its address.
const OF_A_MATCH: &[&str] = &[
    "",
    "/view",
    "/view?format=text",
    "/view?format=svg",
    "/view?format=png&width=64",
    "/view?seat=0",
    "/events",
    "/events?wait=1&after=2",
    "/record",
    "/verify",
    "/results",
    "/seats/0/legal",
    "/seats/0/legal?with=gain,text,cells",
    "/seats/0/decision",
    "/seats/0/legal?with=action&mask=true",
    "/seats/0/decision?with=gain,text,cells",
    "/seats/0/worlds?n=2&seed=0707070707070707070707070707070707070707070707070707070707070707",
    "/seats/1/worlds?n=2&seed=0707070707070707070707070707070707070707070707070707070707070707",
    "/replay",
    "/replay.html",
    "/scores",
    "/scores?seat=0",
    "/attribution",
    "/decisions",
    "/decisions?seat=0",
];

/// What is read of each of its steps.
const OF_A_STEP: &[&str] = &[
    "",
    "/board.svg",
    "/board.svg?seat=0",
    "/board.svg?seat=1",
    "/board.png?width=64",
    "/diff",
    "/score",
    "/legal",
    "/legal?seat=0",
    "/legal?with=gain,text,cells",
];

/// The pages of a match, and its picture on others. `{last}` is its last step.
const PAGES: &[&str] = &[
    "/matches/{id}?why=0",
    "/matches/{id}?parts=true",
    "/embed/matches/{id}?step={last}&seat=1&parts=true",
    "/matches/{id}/legal",
    "/matches/{id}/legal?step={last}&seat=0",
    "/matches/{id}/legal?step={last}&seat=1",
    "/matches/{id}/thumbnail.svg",
    "/embed/matches/{id}",
    "/embed/matches/{id}?seat=0",
    "/embed/matches/{id}?seat=1",
    "/play/matches/{id}",
    "/play/matches/{id}?seat=0",
    "/play/matches/{id}?seat=1&since=0",
    "/play/matches/{id}/fork?step={last}&seat=1",
];

/// The paths of all that is read of the match at `at`, by one request each.
pub(crate) fn paths(at: &str, version: u64) -> Vec<String> {
    let id = at.rsplit('/').next().unwrap();
    let mut paths: Vec<String> = OF_A_MATCH.iter().map(|it| format!("{at}{it}")).collect();
    for step in 0..=version {
        let of_step = OF_A_STEP.iter();
        paths.extend(of_step.map(|part| format!("{at}/steps/{step}{part}")));
        let eyes = ["", "&seat=0", "&seat=1"];
        paths.extend(eyes.map(|eyes| format!("/matches/{id}?step={step}{eyes}")));
    }
    let last = version.to_string();
    let pages = PAGES.iter().map(|it| it.replace("{id}", id));
    paths.extend(pages.map(|it| it.replace("{last}", &last)));
    paths
}

/// Everything that `viewer` can read about the match at `at`, with what differs
/// between any two matches taken out.
pub(crate) async fn everything(
    app: &TestApp,
    at: &str,
    viewer: Option<&Ann>,
    command: &Value,
) -> Vec<String> {
    let token = viewer.map(|viewer| viewer.token.as_str());
    let version = app.get(at, token).await.json()["version"].as_u64().unwrap();
    let mut replies = Vec::new();
    for path in paths(at, version) {
        replies.push(app.get(&path, token).await);
    }
    let lines = app.request(Method::GET, &format!("{at}/events"), token);
    replies.push(
        app.send(lines.header("accept", "application/x-ndjson"))
            .await,
    );
    let stream = app.request(Method::GET, &format!("{at}/events?to={version}"), token);
    replies.push(app.send(stream.header("accept", "text/event-stream")).await);
    for n in [0, 1] {
        let path = format!("{at}/seats/0/decisions/{n}/dry-run");
        replies.push(app.post(&path, token, command).await);
    }
    let replies = replies.iter();
    replies.map(|it| censored(app, it, at, viewer)).collect()
}

/// Takes out ids, times and hashes.
pub(crate) fn censored(app: &TestApp, reply: &Reply, at: &str, viewer: Option<&Ann>) -> String {
    let etag = reply.headers.get("etag");
    let text = format!("{} {etag:?} {}", reply.status, reply.text);
    let id = at.rsplit('/').next().unwrap();
    let text = text
        .replace(id, "MATCH")
        .replace(&app.running.url(""), "HERE");
    let text = match viewer {
        Some(viewer) => text.replace(&viewer.id, "VIEWER"),
        None => text,
    };
    let mut text = without_players(&text);
    let is_digit = |at: char| at.is_ascii_hexdigit();
    while let Some((before, time)) = text.split_once("<time ") {
        let (_, after) = time.split_once("</time>").unwrap();
        text = format!("{before}~{after}");
    }
    let mut words: Vec<String> = text.split('"').map(str::to_owned).collect();
    for word in &mut words {
        let is_hash = word.len() == 64 && word.chars().all(is_digit);
        let is_time = word.len() == 24 && word.ends_with('Z');
        let is_id = word.starts_with("r_") && word.len() == 18;
        // What is hashed has ids and times in it; without them it is compared itself.
        let bytes = word.strip_suffix('\\');
        let is_tag_of_bytes = bytes.is_some_and(|it| it.len() == 32 && it.chars().all(is_digit));
        let position = word.strip_prefix("1-");
        let is_position = position.is_some_and(|digits| digits.chars().all(is_digit));
        if is_hash || is_tag_of_bytes || is_time || is_id || is_position {
            *word = "~".to_owned();
        } else if word.starts_with(":")
            && word.ends_with(",")
            && word[1..word.len() - 1].parse::<u64>().is_ok()
        {
            // The position of a record's line.
            *word = ":0,".to_owned();
        }
    }
    words.join("\"")
}

/// Takes out the ids of players, also where they stand in an address.
fn without_players(text: &str) -> String {
    let mut parts = text.split("p_");
    let mut rest = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let digits = part.chars().take_while(char::is_ascii_hexdigit).count();
        match part.split_at_checked(32).filter(|_| digits >= 32) {
            Some((_, after)) => rest.extend(["~", after]),
            None => rest.extend(["p_", part]),
        }
    }
    rest
}

/// Games in which all decide at once, unseen by each other.
const TOGETHER: [&str; 3] = ["cartographers", "bunny_kingdom", "big_monster"];

#[tokio::test]
async fn nobody_learns_what_another_seat_decided_before_all_have() {
    let app = spawn_app().await;
    for game in TOGETHER {
        let mut seen = Vec::new();
        for choice in [0, 1] {
            let (at, ann, ben) = app.duel_at(game).await;
            let due = app.due(&at, 0, &ann.token, "").await.json();
            let command = due["legal"][choice]["command"].clone();
            let put = due["links"]["put"].as_str().unwrap();
            assert_eq!(app.put(put, &ann.token, &command).await.status, 200);
            let other = due["legal"].as_array().unwrap().last().unwrap();
            let other = &other["command"];
            let ben_sees = everything(&app, &at, Some(&ben), other).await;
            let all_see = everything(&app, &at, None, other).await;
            // Ann herself sees it, so the censor did not take out too much.
            let ann_sees = everything(&app, &at, Some(&ann), other).await;
            seen.push((ben_sees, all_see, ann_sees));
        }
        let [(ben_1, all_1, ann_1), (ben_2, all_2, ann_2)] = seen.try_into().unwrap();
        assert_eq!(ben_1, ben_2, "{game}");
        assert_eq!(all_1, all_2, "{game}");
        assert_ne!(ann_1, ann_2, "{game}");
    }
}

#[tokio::test]
async fn a_private_match_does_not_exist_for_strangers() {
    let app = spawn_app().await;
    let (ann, eve) = (app.player("ann").await, app.player("eve").await);
    let body = json!({ "game": "cartographers", "seats": 1, "private": true });
    let opened = app
        .post("/v1/matches", Some(&ann.token), &body)
        .await
        .json();
    let at = format!("/v1/matches/{}", opened["match"]["id"].as_str().unwrap());
    let watch = opened["watch_token"].as_str().unwrap();
    app.play_out(&at, 1, &ann.token).await;
    for path in [
        "",
        "/view",
        "/record",
        "/events",
        "/results",
        "/verify",
        "/steps/3",
        "/steps/3/legal",
        "/replay",
        "/scores",
        "/attribution",
        "/decisions",
    ] {
        let path = format!("{at}{path}");
        for token in [None, Some(eve.token.as_str())] {
            let reply = app.get(&path, token).await;
            assert_eq!(
                (reply.status.as_u16(), reply.code().as_str()),
                (404, "unknown_match")
            );
        }
        assert_eq!(app.get(&path, Some(watch)).await.status, 200, "{path}");
        assert_eq!(app.get(&path, Some(&ann.token)).await.status, 200, "{path}");
    }
}

#[tokio::test]
async fn a_lost_answer_with_a_new_token_is_given_again_for_the_key_alone() {
    let app = spawn_app().await;
    let ann = app.player("ann").await;
    let path = format!("/v1/players/{}/tokens", ann.id);
    let rotate = async |token: &str, key: &str| {
        let request = app.request(Method::POST, &path, Some(token));
        app.send(request.header("idempotency-key", key)).await
    };
    let key = "a-key-nobody-guesses";
    let first = rotate(&ann.token, key).await;
    assert_eq!(first.status, 201, "{}", first.text);
    let again = rotate(&ann.token, key).await;
    assert_eq!((again.status.as_u16(), again.json()), (201, first.json()));
    assert_eq!(again.headers["idempotency-replayed"], "true");
    let guessed = rotate(&ann.token, "another-key-nobody-has").await;
    assert_eq!(
        (guessed.status.as_u16(), &*guessed.code()),
        (401, "bad_token")
    );
    let fresh = first.json()["token"].as_str().unwrap().to_owned();
    assert_eq!(rotate(&fresh, key).await.code(), "key_reused");
    let stranger = format!("player_{}", "0".repeat(96));
    assert_eq!(rotate(&stranger, key).await.code(), "bad_token");
    // Replaced once more: what was asked for then is no good any more.
    assert_eq!(rotate(&fresh, "a-third-key-of-hers").await.status, 201);
    assert_eq!(rotate(&ann.token, key).await.code(), "bad_token");
}

#[tokio::test]
async fn a_replaced_token_is_void() {
    let app = spawn_app().await;
    let ann = app.player("ann").await;
    let path = format!("/v1/players/{}/tokens", ann.id);
    let fresh = app.post(&path, Some(&ann.token), &json!({})).await.json();
    let fresh = fresh["token"].as_str().unwrap();
    let body = json!({ "game": "cartographers", "seats": 1 });
    assert_eq!(
        app.post("/v1/matches", Some(&ann.token), &body)
            .await
            .code(),
        "bad_token"
    );
    assert_eq!(
        app.post("/v1/matches", Some(fresh), &body).await.status,
        201
    );
}

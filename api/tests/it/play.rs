//! Matches, from opening to results.

#![allow(clippy::unwrap_used, reason = "a test says what it needs by panicking")]

use std::time::Duration;

use domain::GameId;
use reqwest::Method;
use serde_json::{Value, json};

use crate::helpers::spawn_app;

#[tokio::test(flavor = "multi_thread")]
async fn a_match_of_any_size_is_played_by_what_the_answers_say() {
    let app = spawn_app().await;
    let ann = app.player("ann").await;
    for seats in [1, 2, 4, 12, 100] {
        let (at, opened) = app.open(&ann, json!(seats)).await;
        assert_eq!(opened["match"]["status"], "running");
        app.play_out(&at, seats, &ann.token).await;
        let verdict = app.get(&format!("{at}/verify"), None).await.json();
        assert_eq!(
            (&verdict["valid"], &verdict["complete"]),
            (&json!(true), &json!(true)),
            "{verdict}"
        );
        let results = app.get(&format!("{at}/results"), None).await.json();
        assert_eq!(results["standings"].as_array().unwrap().len() as u64, seats);
    }
}

#[tokio::test]
async fn the_servers_bots_play_their_seats() {
    let app = spawn_app().await;
    let ann = app.player("ann").await;
    let bot = json!({ "kind": "bot", "bot": "greedy" });
    let (at, _) = app.open(&ann, json!([bot, bot])).await;
    let events = app
        .get(&format!("{at}/events?types=ended&wait=30&after=1"), None)
        .await;
    assert_eq!(events.status, 200, "{}", events.text);
    let stream = app.request(
        Method::GET,
        &format!("{at}/events?follow=true&types=ended"),
        None,
    );
    let ended = app
        .send(stream.header("accept", "application/x-ndjson"))
        .await;
    assert_eq!(ended.json()["event"]["type"], "ended");
}

#[tokio::test]
async fn a_decision_put_again_gets_the_same_answer() {
    let app = spawn_app().await;
    let ann = app.player("ann").await;
    let (at, _) = app.open(&ann, json!(2)).await;
    let due = app.due(&at, 0, &ann.token, "limit=2").await.json();
    let put = due["links"]["put"].as_str().unwrap();
    let (one, other) = (&due["legal"][0]["command"], &due["legal"][1]["command"]);
    let first = app.put(put, &ann.token, one).await;
    app.decide(&at, 1, &ann.token).await.unwrap();
    let again = app.put(put, &ann.token, one).await;
    assert_eq!(again.status, 200);
    assert_eq!(again.text, first.text);
    assert!(first.headers.get("idempotency-replayed").is_none());
    assert_eq!(again.headers["idempotency-replayed"], "true");
    let changed = app.put(put, &ann.token, other).await;
    assert_eq!(
        (changed.status.as_u16(), changed.code().as_str()),
        (409, "decision_made")
    );
    let early = app
        .put(&format!("{at}/seats/0/decisions/9"), &ann.token, one)
        .await;
    assert_eq!(
        (early.status.as_u16(), early.code().as_str()),
        (409, "decision_not_due")
    );
}

#[tokio::test]
async fn legal_commands_have_words_and_cells_if_asked_for() {
    let app = spawn_app().await;
    for &game in GameId::ALL {
        let name = serde_json::to_value(game).unwrap();
        let name = name.as_str().unwrap();
        let (at, ann, ben) = app.duel_at(name).await;
        let legal = |seat, with: &str| format!("{at}/seats/{seat}/legal?with={with}");
        let all = app.get(&legal(0, "text,cells"), Some(&ann.token)).await;
        let all = [
            all,
            app.get(&legal(1, "text,cells"), Some(&ben.token)).await,
        ];
        let all: Vec<Value> = all.iter().map(|reply| reply.json()).collect();
        let items = all.iter().flat_map(|it| it["items"].as_array().unwrap());
        for item in items {
            assert!(item["text"].is_string() && item["cells"].is_array());
            assert!(item.get("gain").is_none());
        }
        let gain = app.get(&legal(0, "gain"), Some(&ann.token)).await.json();
        assert!(!gain.to_string().contains("\"text\""));
        for wrong in ["", "wit", "gain,", "text,text,text,text,text"] {
            let refused = app.get(&legal(0, wrong), Some(&ann.token)).await;
            assert_eq!(refused.code(), "malformed_query", "{wrong}");
        }
        let position = json!({ "game": name, "position": game.samples().decided });
        let path = format!("/v1/games/{name}/legal?with=cells,text,gain");
        let legal = app.post(&path, None, &position).await.json();
        assert!(legal["items"][0]["text"].is_string(), "{legal}");
        assert!(legal["items"][0]["cells"].is_array(), "{legal}");
    }
}

#[tokio::test]
async fn a_dry_run_writes_nothing() {
    let app = spawn_app().await;
    let ann = app.player("ann").await;
    let (at, _) = app.open(&ann, json!(1)).await;
    let due = app
        .due(&at, 0, &ann.token, "limit=1&with=gain")
        .await
        .json();
    let put = due["links"]["put"].as_str().unwrap();
    let (command, try_out) = (&due["legal"][0]["command"], format!("{put}/dry-run"));
    let tried = app.post(&try_out, Some(&ann.token), command).await;
    assert_eq!(
        tried.json(),
        json!({
            "match": due["match"], "seat": 0, "decision": 0, "version": due["version"],
            "gain": due["legal"][0]["gain"],
        })
    );
    assert_eq!(app.get(&at, None).await.json()["version"], due["version"]);
    let other = json!({ "game": "bunny_kingdom", "command": { "type": "pass" } });
    let refused = app.post(&try_out, Some(&ann.token), &other).await;
    assert!(refused.status.is_client_error(), "{}", refused.text);
}

#[tokio::test]
async fn the_parameter_that_tried_decisions_names_the_address_that_does() {
    let app = spawn_app().await;
    let ann = app.player("ann").await;
    let (at, _) = app.open(&ann, json!(1)).await;
    let due = app.due(&at, 0, &ann.token, "sample=1").await.json();
    let put = due["links"]["put"].as_str().unwrap();
    let command = &due["legal"][0]["command"];
    let refused = app
        .put(&format!("{put}?dry_run=true"), &ann.token, command)
        .await;
    assert_eq!(
        (refused.status.as_u16(), refused.code().as_str()),
        (400, "unknown_parameter")
    );
    let refused = refused.json();
    let instead = refused["links"]["instead"].as_str().unwrap();
    assert_eq!(instead, format!("{put}/dry-run"));
    let tried = app.post(instead, Some(&ann.token), command).await;
    assert_eq!(tried.status, 200, "{}", tried.text);
    assert_eq!(app.get(&at, None).await.json()["version"], due["version"]);
}

#[tokio::test]
async fn a_key_opens_one_match_however_often_it_is_sent() {
    let app = spawn_app().await;
    let ann = app.player("ann").await;
    let open = |seats: u8| {
        let request = app.request(Method::POST, "/v1/matches", Some(&ann.token));
        let request = request.header("idempotency-key", "once");
        app.send(request.json(&json!({ "game": "cartographers", "seats": seats })))
    };
    let (first, again, other) = (open(2).await, open(2).await, open(3).await);
    assert_eq!(first.text, again.text);
    assert_eq!(again.headers["idempotency-replayed"], "true");
    assert_eq!(
        (other.status.as_u16(), other.code().as_str()),
        (422, "key_reused")
    );
}

#[tokio::test]
async fn a_long_poll_wakes_when_the_decision_falls_due() {
    let app = spawn_app().await;
    let (at, ann, ben) = app.duel().await;
    while app.decide(&at, 0, &ann.token).await.is_some() {}
    let nothing = app.due(&at, 0, &ann.token, "").await;
    assert_eq!(nothing.status, 204);
    let waiting = app.due(&at, 0, &ann.token, "wait=60&count_only=true");
    let acting = async { while app.decide(&at, 1, &ben.token).await.is_some() {} };
    let (due, ()) = tokio::join!(waiting, acting);
    assert_eq!(due.status, 200, "{}", due.text);
}

#[tokio::test]
async fn any_step_can_be_reached_from_any_other_by_its_diff() {
    let app = spawn_app().await;
    let ann = app.player("ann").await;
    let (at, _) = app.open(&ann, json!(2)).await;
    app.play_out(&at, 2, &ann.token).await;
    let last = app.get(&at, None).await.json()["version"].as_u64().unwrap();
    let view =
        async |step: u64| app.get(&format!("{at}/steps/{step}"), None).await.json()["view"].clone();
    for (from, to) in [(0, 5), (5, 6), (20, last), (last, 20)] {
        let diff = app
            .get(&format!("{at}/steps/{to}/diff?from={from}"), None)
            .await;
        assert_eq!(diff.headers["content-type"], "application/json-patch+json");
        let patch: json_patch::Patch = serde_json::from_str(&diff.text).unwrap();
        let mut patched: Value = view(from).await;
        json_patch::patch(&mut patched, &patch).unwrap();
        assert_eq!(patched, view(to).await);
    }
}

#[tokio::test]
async fn a_list_is_read_page_by_page_with_nothing_missed() {
    let app = spawn_app().await;
    let ann = app.player("ann").await;
    let mut opened = Vec::new();
    for _ in 0..5 {
        opened.push(app.open(&ann, json!(1)).await.1["match"]["id"].clone());
    }
    opened.reverse();
    let position = app.running.store.integrity().position;
    app.running.store.lobby.at_least(position).await.unwrap();
    let (mut listed, mut cursor) = (Vec::new(), String::new());
    loop {
        let path = format!("/v1/matches?player={}&limit=2{cursor}", ann.id);
        let page = app.get(&path, None).await.json();
        listed.extend(
            page["items"]
                .as_array()
                .unwrap()
                .iter()
                .map(|row| row["id"].clone()),
        );
        let Some(next) = page["next_cursor"].as_str() else {
            break;
        };
        cursor = format!("&cursor={next}");
    }
    assert_eq!(listed, opened);
    let stale = app
        .get(&format!("/v1/matches?status=open{cursor}"), None)
        .await;
    assert_eq!(
        (stale.status.as_u16(), stale.code().as_str()),
        (400, "unknown_cursor")
    );
}

#[tokio::test]
async fn the_server_stops_while_streams_are_open() {
    let app = spawn_app().await;
    let ann = app.player("ann").await;
    let (at, _) = app.open(&ann, json!(1)).await;
    let stream = app.request(Method::GET, &format!("{at}/events"), None);
    let response = stream
        .header("accept", "text/event-stream")
        .send()
        .await
        .unwrap();
    assert_eq!(response.status(), 200);
    let stopped = tokio::time::timeout(Duration::from_secs(20), app.running.stop()).await;
    assert!(stopped.is_ok());
}

#[tokio::test]
async fn the_answer_to_a_decision_lists_the_next_ones_commands_if_asked() {
    let app = spawn_app().await;
    let ann = app.player("ann").await;
    let (at, _) = app.open(&ann, json!(1)).await;
    let mut due = app.due(&at, 0, &ann.token, "sample=1").await.json();
    for (query, listed) in [
        ("", None),
        ("?sample=2", Some(2)),
        ("?limit=1", Some(1)),
        ("?count_only=true&limit=1", None),
    ] {
        let put = due["links"]["put"].as_str().unwrap();
        let command = &due["legal"][0]["command"];
        let made = app
            .put(&format!("{put}{query}"), &ann.token, command)
            .await
            .json();
        let legal = made["next"].get("legal");
        let legal = legal.map(|legal| legal.as_array().unwrap().len());
        assert_eq!(legal, listed, "{query}");
        due = app.due(&at, 0, &ann.token, "sample=1").await.json();
        assert_eq!(made["next"]["links"], due["links"]);
    }
    let put = due["links"]["put"].as_str().unwrap();
    let refused = app
        .put(
            &format!("{put}?sample=0"),
            &ann.token,
            &due["legal"][0]["command"],
        )
        .await;
    assert_eq!(refused.code(), "malformed_query");
}

#[tokio::test]
async fn a_field_that_a_command_does_not_have_is_refused() {
    let app = spawn_app().await;
    let ann = app.player("ann").await;
    let (at, _) = app.open(&ann, json!(1)).await;
    let put = format!("{at}/seats/0/decisions/0");
    for command in [
        json!({ "type": "pass", "x": 1 }),
        json!({ "type": "search", "cell": [0, 0], "x": 1 }),
    ] {
        let body = json!({ "game": "cartographers", "command": command });
        let reply = app.put(&put, &ann.token, &body).await;
        assert_eq!(
            (reply.status.as_u16(), reply.code().as_str()),
            (400, "malformed_body")
        );
    }
}

/// What a client that favours camps puts of what is legal.
fn favoured(due: &Value) -> Value {
    let legal = due["legal"].as_array().unwrap().iter();
    let mut commands = legal.map(|it| it["command"].clone());
    let is_camp = |command: &Value| {
        let command = command["command"].to_string();
        ["\"camp", "announce_camp", "place_camp"]
            .iter()
            .any(|word| command.contains(word))
    };
    let first = commands.next().unwrap();
    if is_camp(&first) {
        return first;
    }
    commands.find(is_camp).unwrap_or(first)
}

#[tokio::test]
async fn a_put_on_a_closed_number_is_overtaken_each_time_with_what_is_due_now() {
    let app = spawn_app().await;
    let ann = app.player("ann").await;
    let mut closed = 0;
    for seed in 0..20 {
        if closed > 0 {
            break;
        }
        let body = json!({
            "game": "bunny_kingdom", "seats": 3, "seed": format!("{seed:064x}"),
        });
        let opened = app.post("/v1/matches", Some(&ann.token), &body).await;
        let id = opened.json()["match"]["id"].as_str().unwrap().to_owned();
        let at = format!("/v1/matches/{id}");
        let mut is_over = false;
        while !is_over && closed == 0 {
            for seat in 0..3 {
                let due = app.due(&at, seat, &ann.token, "limit=500").await;
                if due.status != 200 {
                    continue;
                }
                let due = due.json();
                let put = due["links"]["put"].as_str().unwrap();
                let made = app.put(put, &ann.token, &favoured(&due)).await;
                assert_eq!(made.status, 200, "{}", made.text);
                let made = made.json();
                is_over = made["over"] == true;
                let events = made["events"].as_array().unwrap().iter();
                for event in events.filter(|it| it["event"]["type"] == "offer_closed") {
                    let (seat, number) = (&event["event"]["seat"], &event["event"]["decision"]);
                    let path = format!("{at}/seats/{seat}/decisions/{number}");
                    let done = json!({ "game": "bunny_kingdom", "command": { "type": "done" } });
                    for _ in 0..2 {
                        let late = app.put(&path, &ann.token, &done).await;
                        assert_eq!((late.status.as_u16(), &late.code()[..]), (409, "overtaken"));
                        let now = late.json()["due"]["decision"].as_u64();
                        assert_eq!(now, number.as_u64().map(|number| number + 1));
                    }
                    closed += 1;
                }
            }
        }
    }
    assert!(closed > 0, "no announcement closed an offer");
}

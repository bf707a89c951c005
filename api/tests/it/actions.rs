//! Commands by their numbers and by their action ids.

#![allow(clippy::unwrap_used, reason = "a test says what it needs by panicking")]

use base64::{Engine as _, engine::general_purpose::STANDARD};
use serde_json::{Value, json};

use crate::helpers::spawn_app;

const GAMES: [&str; 4] = [
    "cartographers",
    "bunny_kingdom",
    "builders_biomes",
    "big_monster",
];

/// The ids in a mask.
fn ids(mask: &Value) -> Vec<u64> {
    let bytes = STANDARD.decode(mask["bits"].as_str().unwrap()).unwrap();
    let bound = mask["bound"].as_u64().unwrap();
    let bit = |id: u64| bytes[usize::try_from(id / 8).unwrap()] >> (id % 8) & 1 == 1;
    assert_eq!(bytes.len(), usize::try_from(bound.div_ceil(8)).unwrap());
    (0..bound).filter(|&id| bit(id)).collect()
}

#[tokio::test]
async fn a_number_and_an_action_id_are_put_like_the_command_that_they_mean() {
    let app = spawn_app().await;
    for game in GAMES {
        let (at, ann, ben) = app.duel_at(game).await;
        let token = &ann.token;
        let mut due = app.due(&at, 0, token, "with=action&mask=true").await;
        let (mut seat, mut token) = (0, token);
        if due.status != 200 {
            (seat, token) = (1, &ben.token);
            due = app.due(&at, 1, token, "with=action&mask=true").await;
        }
        let due = due.json();
        let legal = due["legal"].as_array().unwrap();
        let numbers: Vec<u64> = (0..).take(legal.len()).collect();
        let listed = |name: &str| -> Vec<u64> {
            let each = legal.iter().map(|it| it[name].as_u64().unwrap());
            each.collect()
        };
        assert_eq!(listed("number"), numbers, "{game}");
        let mut actions = listed("action");
        actions.sort_unstable();
        assert_eq!(ids(&due["mask"]), actions, "{game}");

        let (put, last) = (due["links"]["put"].as_str().unwrap(), legal.last().unwrap());
        let by_number = json!({ "number": last["number"] });
        let tried = format!("{put}/dry-run");
        for play in [&by_number, &json!({ "action": last["action"] })] {
            let tried = app.post(&tried, Some(token), play).await;
            assert_eq!(tried.status, 200, "{game}: {}", tried.text);
        }
        let made = app.put(put, token, &by_number).await;
        assert_eq!(made.status, 200, "{game}: {}", made.text);
        for again in [
            &by_number,
            &json!({ "action": last["action"] }),
            &last["command"],
        ] {
            let again = app.put(put, token, again).await;
            assert_eq!(again.headers["idempotency-replayed"], "true", "{game}");
            assert_eq!(again.json(), made.json(), "{game}");
        }
        for other in [
            json!({ "number": 0 }),
            json!({ "action": legal[0]["action"] }),
        ] {
            assert_eq!(app.put(put, token, &other).await.code(), "decision_made");
        }
        let decisions = app
            .get(&format!("{at}/decisions?seat={seat}"), Some(token))
            .await
            .json();
        assert_eq!(
            decisions["items"][0]["command"], last["command"],
            "{game}: the record does not keep the command"
        );
    }
}

#[tokio::test]
async fn a_number_or_an_action_id_that_nothing_has_is_refused() {
    let app = spawn_app().await;
    for game in GAMES {
        let (at, ann, ben) = app.duel_at(game).await;
        let holders = [(0, &ann.token), (1, &ben.token)];
        for (seat, token) in holders {
            let due = app.due(&at, seat, token, "with=action&mask=true").await;
            if due.status != 200 {
                continue;
            }
            let due = due.json();
            let put = due["links"]["put"].as_str().unwrap();
            let bound = due["mask"]["bound"].as_u64().unwrap();
            let told = app.get(&at, Some(token)).await.json();
            assert_eq!(told["action_bound"], bound, "{game}");
            let legal = ids(&due["mask"]);
            let illegal = (0..bound).find(|id| !legal.contains(id)).unwrap();
            for (play, code) in [
                (json!({ "number": due["legal_count"] }), "no_such_number"),
                (json!({ "number": u32::MAX }), "no_such_number"),
                (json!({ "action": bound }), "no_such_action"),
                (json!({ "number": -1 }), "malformed_body"),
                (json!({ "number": 0, "action": 0 }), "malformed_body"),
                (json!({ "number": 0, "game": game }), "malformed_body"),
            ] {
                for refused in [
                    app.put(put, token, &play).await,
                    app.post(&format!("{put}/dry-run"), Some(token), &play)
                        .await,
                ] {
                    assert_eq!(refused.code(), code, "{game}: {play}");
                }
            }
            let refused = app.put(put, token, &json!({ "action": illegal })).await;
            assert_eq!(refused.status, 422, "{game}: {}", refused.text);
            assert!(refused.json()["rule"].is_string(), "{}", refused.text);
            let later = format!("{at}/seats/{seat}/decisions/7");
            let refused = app.put(&later, token, &json!({ "number": 0 })).await;
            assert_eq!(refused.code(), "decision_not_due");
        }
    }
}

/// A program that has learned ids needs neither list nor command.
#[tokio::test]
async fn a_match_of_every_game_is_played_by_masks_and_action_ids_alone() {
    let app = spawn_app().await;
    for game in GAMES {
        let ann = app.player("ann").await;
        let (at, _) = app.open_game(game, &ann, json!(2)).await;
        let mut decisions: usize = 0;
        loop {
            let told = app.get(&at, Some(&ann.token)).await.json();
            let Some(seat) = told["to_act"][0].as_u64() else {
                assert_eq!(told["status"], "finished", "{game}");
                break;
            };
            let query = "count_only=true&mask=true";
            let due = app.due(&at, seat, &ann.token, query).await.json();
            assert_eq!(due["legal"], json!([]));
            let legal = ids(&due["mask"]);
            assert_eq!(due["legal_count"], legal.len(), "{game}");
            let action = legal[(decisions * 7) % legal.len()];
            let put = due["links"]["put"].as_str().unwrap();
            let put = format!("{put}?mask=true&count_only=true");
            let made = app
                .put(&put, &ann.token, &json!({ "action": action }))
                .await;
            assert_eq!(made.status, 200, "{game}: {}", made.text);
            let next = &made.json()["next"];
            assert_eq!(next["mask"].is_object(), next.is_object(), "{game}");
            decisions += 1;
        }
        assert!(decisions > 20, "{game}");
    }
}

#[tokio::test]
async fn where_there_are_too_many_actions_it_says_so_and_commands_have_numbers() {
    let app = spawn_app().await;
    let game = app.get("/v1/games/big_monster", None).await.json();
    let told = game["actions"].as_array().unwrap();
    assert!(told.iter().all(|it| it["bound"].is_u64()), "{told:?}");
    let ann = app.player("ann").await;
    let body = json!({
        "game": "big_monster",
        "seats": 4,
        "options": { "snail_extras": ["yeti"] },
    });
    let opened = app.post("/v1/matches", Some(&ann.token), &body).await;
    let opened = opened.json();
    assert_eq!(opened["match"]["action_bound"], Value::Null);
    let at = format!("/v1/matches/{}", opened["match"]["id"].as_str().unwrap());
    let due = app.due(&at, 0, &ann.token, "").await.json();
    let put = due["links"]["put"].as_str().unwrap();
    for asked in ["with=action", "mask=true"] {
        for path in ["decision", "legal"] {
            let path = format!("{at}/seats/0/{path}?{asked}");
            let refused = app.get(&path, Some(&ann.token)).await;
            assert_eq!(refused.code(), "no_action_ids", "{path}");
        }
    }
    let refused = app.put(put, &ann.token, &json!({ "action": 0 })).await;
    assert_eq!(refused.code(), "no_action_ids");
    let made = app.put(put, &ann.token, &json!({ "number": 1 })).await;
    assert_eq!(made.status, 200, "{}", made.text);
}

//! Matches that do not say which commands are legal.

#![allow(clippy::unwrap_used, reason = "a test says what it needs by panicking")]

use domain::GameId;
use serde_json::{Value, json};

use crate::helpers::{Ann, TestApp, spawn_app};

/// A match of one player on two seats, of which so much is told.
async fn opened(app: &TestApp, ann: &Ann, game: GameId, legal: &str) -> String {
    let body = json!({ "game": game, "seats": 2, "seed": "07".repeat(32), "legal": legal });
    let opened = app.post("/v1/matches", Some(&ann.token), &body).await;
    assert_eq!(opened.status, 201, "{}", opened.text);
    let opened = opened.json();
    let told = if legal == "full" {
        Value::Null
    } else {
        json!(legal)
    };
    assert_eq!(opened["match"]["legal"], told);
    format!("/v1/matches/{}", opened["match"]["id"].as_str().unwrap())
}

/// The first seat that owes a decision.
async fn to_act(app: &TestApp, at: &str, ann: &Ann) -> u64 {
    let told = app.get(at, Some(&ann.token)).await.json();
    told["to_act"][0].as_u64().unwrap()
}

/// Refused, whatever is asked for.
async fn is_withheld(app: &TestApp, at: &str, seat: u64, ann: &Ann) {
    let version = app.get(at, Some(&ann.token)).await.json()["version"].clone();
    for asked in ["sample=1", "limit=1", "with=text", "mask=true"] {
        for path in ["decision", "legal"] {
            let path = format!("{at}/seats/{seat}/{path}?{asked}");
            assert_eq!(
                app.get(&path, Some(&ann.token)).await.code(),
                "legal_withheld",
                "{path}"
            );
        }
    }
    for path in [
        format!("{at}/seats/{seat}/legal"),
        format!("{at}/steps/{version}/legal"),
        format!("{at}/steps/{version}/legal?count_only=true"),
    ] {
        assert_eq!(
            app.get(&path, Some(&ann.token)).await.code(),
            "legal_withheld",
            "{path}"
        );
    }
}

#[tokio::test]
async fn lists_numbers_masks_and_appraisals_are_withheld_while_the_match_runs() {
    let app = spawn_app().await;
    let ann = app.player("ann").await;
    let token = Some(&*ann.token);
    for &game in GameId::ALL {
        let full = opened(&app, &ann, game, "full").await;
        let seat = to_act(&app, &full, &ann).await;
        let known = app.due(&full, seat, &ann.token, "with=action").await.json();
        let (count, legal) = (&known["legal_count"], &known["legal"][0]);
        for told in ["none", "count"] {
            let at = opened(&app, &ann, game, told).await;
            is_withheld(&app, &at, seat, &ann).await;
            let counted = format!("{at}/seats/{seat}/legal?count_only=true");
            let counted = app.get(&counted, token).await;
            let due = app.due(&at, seat, &ann.token, "").await.json();
            assert_eq!(due["legal"], Value::Null);
            assert_eq!(due["view"], known["view"]);
            if told == "count" {
                assert_eq!(counted.json(), json!({ "count": count, "items": [] }));
                assert_eq!(&due["legal_count"], count);
            } else {
                assert_eq!(counted.code(), "legal_withheld");
                assert_eq!(due["legal_count"], Value::Null);
            }
            let page = at.replace("/v1/matches", "/play/matches");
            let page = app.get(&format!("{page}?seat={seat}"), token).await;
            assert_eq!(page.status, 200, "{}", page.text);
            assert!(!page.text.contains("data-kind"), "{game:?} tells kinds");

            let put = due["links"]["put"].as_str().unwrap();
            let tried = format!("{put}/dry-run");
            for number in [0, u32::MAX] {
                let number = json!({ "number": number });
                assert_eq!(
                    app.put(put, &ann.token, &number).await.code(),
                    "legal_withheld"
                );
                assert_eq!(
                    app.post(&tried, token, &number).await.code(),
                    "legal_withheld"
                );
            }
            let listed = format!("{put}?mask=true");
            let command = &legal["command"];
            assert_eq!(
                app.put(&listed, &ann.token, command).await.code(),
                "legal_withheld"
            );
            // None of that made the decision; an action id is as good as the command.
            let action = json!({ "action": legal["action"] });
            assert_eq!(app.post(&tried, token, &action).await.status, 200);
            let made = app.put(put, &ann.token, &action).await;
            assert_eq!(made.status, 200, "{}", made.text);
            let next = &made.json()["next"];
            assert_eq!(
                next["legal_count"].is_u64(),
                told == "count" && next.is_object()
            );
            let decisions = format!("{at}/decisions?seat={seat}");
            let decisions = app.get(&decisions, token).await.json();
            assert_eq!(&decisions["items"][0]["command"], command);
            assert_eq!(decisions["items"][0]["appraisal"], Value::Null);
        }
    }
}

#[tokio::test]
async fn once_it_is_over_everything_is_told() {
    let app = spawn_app().await;
    let ann = app.player("ann").await;
    let game = GameId::ALL[0];
    let at = opened(&app, &ann, game, "none").await;
    let twin = opened(&app, &ann, game, "full").await;
    // What is withheld in the one is looked up in the other, which is dealt alike.
    loop {
        let told = app.get(&twin, Some(&ann.token)).await.json();
        let Some(seat) = told["to_act"][0].as_u64() else {
            break;
        };
        let due = app.due(&twin, seat, &ann.token, "limit=1").await.json();
        let command = &due["legal"][0]["command"];
        for at in [&at, &twin] {
            let put = format!("{at}/seats/{seat}/decisions/{}", due["decision"]);
            let made = app.put(&put, &ann.token, command).await;
            assert_eq!(made.status, 200, "{}", made.text);
        }
    }
    let told = app.get(&at, None).await.json();
    assert_eq!(told["status"], "finished");
    let step = told["version"].as_u64().unwrap() / 2;
    for path in [format!("/steps/{step}/legal"), "/decisions".to_owned()] {
        let (one, other) = (format!("{at}{path}"), format!("{twin}{path}"));
        let (one, other) = (app.get(&one, None).await, app.get(&other, None).await);
        assert_eq!(one.json()["items"], other.json()["items"], "{path}");
    }
}

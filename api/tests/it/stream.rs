//! Following a match: nothing is missed, nothing comes twice.

#![allow(clippy::unwrap_used, reason = "a test says what it needs by panicking")]

use reqwest::Method;
use serde_json::{Value, json};

use crate::helpers::{TestApp, spawn_app};

/// The events of a stream's text: ids and bodies.
fn events(text: &str) -> Vec<(u64, Value)> {
    let messages = text.split("\n\n").filter_map(|message| {
        let (id, data) = message.strip_prefix("id: ")?.split_once("\ndata: ")?;
        Some((id.parse().unwrap(), serde_json::from_str(data).unwrap()))
    });
    messages.collect()
}

async fn stream(app: &TestApp, path: &str, last: u64) -> reqwest::Response {
    let request = app
        .request(Method::GET, path, None)
        .header("accept", "text/event-stream");
    request.header("last-event-id", last).send().await.unwrap()
}

#[tokio::test]
async fn a_stream_broken_anywhere_goes_on_without_gap_or_repeat() {
    let app = spawn_app().await;
    let ann = app.player("ann").await;
    let (at, _) = app.open(&ann, json!(2)).await;
    let path = format!("{at}/events");
    let listening = async {
        let (mut heard, mut text) = (Vec::new(), String::new());
        let mut response = stream(&app, &path, 0).await;
        assert_eq!(response.headers()["content-type"], "text/event-stream");
        let mut last = 0;
        loop {
            let chunk = response.chunk().await.unwrap();
            let over = chunk.is_none();
            text.push_str(std::str::from_utf8(&chunk.unwrap_or_default()).unwrap());
            let (whole, rest) = text
                .rsplit_once("\n\n")
                .map_or(("", text.as_str()), |cut| cut);
            let new = events(whole);
            let rest = rest.to_owned();
            last = new.last().map_or(last, |(id, _)| *id);
            let found = new.len();
            heard.extend(new);
            text = rest;
            if over {
                return heard;
            }
            // Hangs up after anything that was heard, and connects again.
            if found > 0 {
                text.clear();
                response = stream(&app, &path, last).await;
                if response.status() == 204 {
                    return heard;
                }
            }
        }
    };
    let (heard, ()) = tokio::join!(listening, app.play_out(&at, 2, &ann.token));
    let ids: Vec<u64> = heard.iter().map(|(id, _)| *id).collect();
    let version = app.get(&at, None).await.json()["version"].as_u64().unwrap();
    assert_eq!(ids, (1..=version).collect::<Vec<u64>>());
    let told = heard.last().unwrap().1["event"]["type"].clone();
    assert_eq!(told, "ended");
}

#[tokio::test]
async fn history_lines_and_stream_have_one_body() {
    let app = spawn_app().await;
    let ann = app.player("ann").await;
    let (at, _) = app.open(&ann, json!(1)).await;
    app.play_out(&at, 1, &ann.token).await;
    let path = format!("{at}/events");
    let page = app.get(&path, None).await.json()["items"]
        .as_array()
        .unwrap()
        .clone();
    let lines = app
        .request(Method::GET, &path, None)
        .header("accept", "application/x-ndjson");
    let lines = app.send(lines).await.text;
    let lines: Vec<Value> = lines
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    let text = stream(&app, &path, 0).await.text().await.unwrap();
    assert!(
        text.starts_with("event: hello\ndata: {\"type\":\"hello\",\"version\":"),
        "{text}"
    );
    assert!(text.contains("\nevent: end\n"), "{text}");
    let streamed: Vec<Value> = events(&text).into_iter().map(|(_, body)| body).collect();
    assert_eq!(page, lines);
    assert_eq!(page, streamed);
    assert_eq!(stream(&app, &path, page.len() as u64).await.status(), 204);
}

#[tokio::test]
async fn a_part_of_the_history_is_what_was_asked_for() {
    let app = spawn_app().await;
    let ann = app.player("ann").await;
    let (at, _) = app.open(&ann, json!(1)).await;
    app.play_out(&at, 1, &ann.token).await;
    let part = app
        .get(&format!("{at}/events?after=3&to=5"), None)
        .await
        .json();
    let steps: Vec<&Value> = part["items"]
        .as_array()
        .unwrap()
        .iter()
        .map(|one| &one["step"])
        .collect();
    assert_eq!(steps, [4, 5]);
    assert_eq!(part["next_after"], 5);
    let page = app.get(&format!("{at}/events?after=3&limit=2"), None).await;
    assert_eq!(page.json()["items"], part["items"]);
    assert_eq!(page.json()["next_after"], 5);
    let kinds = app
        .get(&format!("{at}/events?types=opened,ended"), None)
        .await
        .json();
    let kinds: Vec<&Value> = kinds["items"]
        .as_array()
        .unwrap()
        .iter()
        .map(|one| &one["event"]["type"])
        .collect();
    assert_eq!(kinds, ["opened", "ended"]);
}

#[tokio::test]
async fn many_matches_come_on_one_connection_each_from_where_it_was_left() {
    let app = spawn_app().await;
    let ann = app.player("ann").await;
    let (one, _) = app.open(&ann, json!(1)).await;
    let (two, _) = app.open(&ann, json!(2)).await;
    app.play_out(&one, 1, &ann.token).await;
    let [one_id, two_id] = [&one, &two].map(|at| at.rsplit('/').next().unwrap());
    let path = format!("/v1/stream?match={one_id}:3&match={two_id}");
    let listening = async { stream(&app, &path, 0).await.text().await.unwrap() };
    let (text, ()) = tokio::join!(listening, app.play_out(&two, 2, &ann.token));
    let mut all = String::new();
    for (at, id, from) in [(&one, one_id, 3_u64), (&two, two_id, 0)] {
        let heard = text.replace(&format!("id: {id}:"), "id: ");
        let heard: Vec<(u64, Value)> = events(&heard.replace("id: m_", "other: "));
        let page = app.get(&format!("{at}/events?after={from}"), None).await;
        let page = page.json()["items"].as_array().unwrap().clone();
        let steps: Vec<u64> = heard.iter().map(|(step, _)| *step).collect();
        assert_eq!(
            steps,
            (from + 1..=from + page.len() as u64).collect::<Vec<u64>>()
        );
        let last = heard.last().map(|(_, body)| body);
        assert_eq!(last, page.last(), "the same body, once all is public");
        assert!(text.contains(&format!(r#"{{"type":"hello","match":"{id}""#)));
        assert!(text.contains(&format!(r#"{{"type":"end","match":"{id}""#)));
        all.push_str(&format!("match={id}:{}&", from + page.len() as u64));
    }
    let path = format!("/v1/stream?{}", all.trim_end_matches('&'));
    assert_eq!(app.get(&path, None).await.status, 204);
}

#[tokio::test]
async fn a_stream_of_many_is_refused_before_it_begins() {
    let app = spawn_app().await;
    let ann = app.player("ann").await;
    let (at, _) = app.open(&ann, json!(1)).await;
    let id = at.rsplit('/').next().unwrap();
    let unknown = format!("match=m_{}", "0".repeat(32));
    let many: Vec<String> = (0..101).map(|nth| format!("match=m_{nth:032x}")).collect();
    for (query, code) in [
        (String::new(), "malformed_query"),
        (format!("match={id}:"), "malformed_query"),
        (many.join("&"), "malformed_query"),
        (unknown, "unknown_match"),
    ] {
        let reply = app.get(&format!("/v1/stream?{query}"), None).await;
        assert_eq!(reply.code(), code, "{query}");
    }
}

#[tokio::test]
async fn nothing_is_told_after_the_end_and_the_end_itself_is_waited_for() {
    let app = spawn_app().await;
    let ann = app.player("ann").await;
    let (at, opened) = app.open(&ann, json!(1)).await;
    let version = opened["match"]["version"].as_u64().unwrap();
    let (events, id) = (format!("{at}/events"), at.rsplit('/').next().unwrap());
    let beyond = version + 1;
    let pages = [
        app.get(&format!("{events}?after={beyond}"), None).await,
        app.get(&format!("{events}?after={beyond}&wait=60"), None)
            .await,
        app.get(&format!("/v1/stream?match={id}:{beyond}"), None)
            .await,
    ];
    for refused in pages {
        assert_eq!(
            (refused.status.as_u16(), refused.code().as_str()),
            (400, "after_the_end")
        );
    }
    assert_eq!(stream(&app, &events, beyond).await.status(), 400);
    let path = format!("{events}?after={version}");
    let none = app.get(&path, None).await.json();
    assert_eq!(none["items"], json!([]));
    assert_eq!(none["next_after"], version);
    let path = format!("{path}&wait=60&limit=1");
    let (told, _) = tokio::join!(app.get(&path, None), app.decide(&at, 0, &ann.token));
    assert_eq!(told.json()["items"][0]["step"], beyond);
    let old = app.get(&format!("{events}?from=1"), None).await;
    assert_eq!(old.code(), "unknown_parameter");
}

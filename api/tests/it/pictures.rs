//! Boards as pictures, and the page of a match around them.

#![allow(clippy::unwrap_used, reason = "a test says what it needs by panicking")]

use domain::GameId;
use serde_json::json;

use crate::helpers::{Reply, TestApp, spawn_app};

/// A name that would be markup if it were not text.
const NAME: &str = r#"</title><script>alert("1")</script>'&"#;

fn assert_is_picture(reply: &Reply) {
    assert_eq!(reply.status, 200, "{}", reply.text);
    assert_eq!(reply.headers["content-type"], "image/svg+xml");
    assert!(reply.text.starts_with("<svg"), "{}", reply.text);
    let policy = reply.headers["content-security-policy"].to_str().unwrap();
    assert!(policy.starts_with("default-src 'none'"), "{policy}");
}

/// The address of the page of a match.
fn page_of(at: &str) -> &str {
    at.strip_prefix("/v1").unwrap()
}

#[tokio::test]
async fn a_step_and_the_view_at_it_are_one_picture() {
    let app = spawn_app().await;
    for &game in GameId::ALL {
        let name = serde_json::to_value(game).unwrap();
        let (at, ann, ben) = app.duel_at(name.as_str().unwrap()).await;
        let made = app.decide(&at, 0, &ann.token).await;
        assert!(made.is_some() || app.decide(&at, 1, &ben.token).await.is_some());
        let version = app.get(&at, None).await.json()["version"].clone();
        let step = app
            .get(&format!("{at}/steps/{version}/board.svg"), None)
            .await;
        assert_is_picture(&step);
        let view = app.get(&format!("{at}/view?format=svg"), None).await;
        assert_is_picture(&view);
        assert_eq!(step.text, view.text);
        let begun = app.get(&format!("{at}/steps/1/board.svg"), None).await;
        assert!(begun.text.contains("This match has not begun."));
        let beyond = app.get(&format!("{at}/steps/9999/board.svg"), None).await;
        assert_eq!(beyond.code(), "unknown_step");
    }
}

#[tokio::test]
async fn cells_are_marked_and_what_is_no_cell_is_refused() {
    let app = spawn_app().await;
    let (at, _, _) = app.duel().await;
    let picture = async |query: &str| app.get(&format!("{at}/view?format=svg{query}"), None).await;
    let plain = picture("").await.text;
    assert_eq!(plain.matches(r#"class="marked""#).count(), 0);
    let marked = picture("&mark=0:0,0:1").await.text;
    assert_eq!(marked.matches(r#"class="marked""#).count(), 2);
    let of_one = picture("&mark=0:0,0:1&of=1").await.text;
    assert_eq!(of_one.matches(r#"class="marked""#).count(), 1);
    assert_eq!(picture("&mark=99:99").await.text, plain);
    assert_eq!(picture("&of=2").await.code(), "no_such_seat");
    assert_eq!(picture("&mark=A1").await.code(), "malformed_query");
    for query in [
        "mark=0:0",
        "line=0.x",
        "width=64",
        "height=64",
        "theme=dark",
        "format=svg&width=64",
    ] {
        let other = app.get(&format!("{at}/view?{query}"), None).await;
        assert_eq!(other.code(), "requires_picture", "{query}");
    }
}

#[tokio::test]
async fn a_line_of_a_sheet_marks_the_cells_that_it_counts() {
    let app = spawn_app().await;
    for &game in GameId::ALL {
        let at = format!("/v1/games/{}", domain::facts::word(&game));
        let position = json!({ "game": game, "position": game.samples().scored });
        let sheets = app
            .post(&format!("{at}/score"), None, &position)
            .await
            .json();
        let (seat, line) = first_with_cells(&sheets);
        let source = line["source"].as_str().unwrap();
        let drawn = async |query: &str| {
            let path = format!("{at}/board.svg?{query}");
            app.post(&path, None, &position).await
        };
        let lit = drawn(&format!("line={seat}.{source}")).await;
        assert_is_picture(&lit);
        let marked = lit.text.matches(r#"class="marked""#).count();
        assert!(marked > 0, "{game:?}: {line}");
        let elsewhere = drawn(&format!("line={seat}.{source}x")).await;
        assert_eq!(elsewhere.code(), "no_such_line");
        let known = elsewhere.json()["known"].clone();
        assert!(
            known.as_array().unwrap().contains(&json!(source)),
            "{known}"
        );
        assert_eq!(
            drawn(&format!("line=99.{source}")).await.code(),
            "no_such_seat"
        );
        assert_eq!(
            drawn(&format!("line={source}")).await.code(),
            "malformed_query"
        );
    }
}

/// The first line of score sheets that counts cells, and whose it is.
fn first_with_cells(sheets: &serde_json::Value) -> (usize, serde_json::Value) {
    let sheets = sheets["sheets"].as_array().unwrap().iter().enumerate();
    let mut lines = sheets.flat_map(|(seat, sheet)| {
        let lines = ["banked", "if_now"].map(|part| sheet[part].as_array().unwrap());
        lines.into_iter().flatten().map(move |line| (seat, line))
    });
    let found = lines.find(|(_, line)| line["cells"].as_array().is_some_and(|it| !it.is_empty()));
    let (seat, line) = found.unwrap();
    (seat, line.clone())
}

#[tokio::test]
async fn a_refusal_leads_to_the_board_with_the_cells_that_it_names() {
    let app = spawn_app().await;
    let (at, ann, _) = app.duel().await;
    let due = app.due(&at, 0, &ann.token, "").await.json();
    let mut command = due["legal"][0]["command"].clone();
    command["command"]["cells"] = json!([[0, 0], [90, 2], [400, 1]]);
    let refused = app
        .put(due["links"]["put"].as_str().unwrap(), &ann.token, &command)
        .await;
    assert_eq!(refused.status, 422, "{}", refused.text);
    let refused = refused.json();
    let board = refused["links"]["board"].as_str().unwrap();
    let cells = refused["cells"].as_array().unwrap();
    assert!(
        !cells.is_empty() && board.contains("&of=0&mark="),
        "{refused}"
    );
    let drawn = app.get(board, Some(&ann.token)).await;
    assert_is_picture(&drawn);
    let own = format!("{at}/view?format=svg&seat=0&of=0");
    let plain = app.get(&own, Some(&ann.token)).await.text;
    let on_the_board = board.contains("=0:0") || board.contains(",0:0");
    assert_eq!(drawn.text != plain, on_the_board, "{board}");
}

#[tokio::test]
async fn a_refusal_leads_to_the_shared_board_that_its_cells_are_on() {
    let app = spawn_app().await;
    let (at, ann, ben) = app.duel_at("builders_biomes").await;
    let view = app.get(&format!("{at}/view"), None).await.json();
    let seat = view["view"]["view"]["due"].as_u64().unwrap();
    let token = [&ann.token, &ben.token][usize::from(seat == 1)];
    let view = format!("{at}/view?format=svg&seat={seat}");
    let plain = app.get(&view, Some(token)).await.text;
    for (command, cells, marks) in [
        (
            json!({ "type": "take_block", "column": [1, 2] }),
            json!([[2, 1]]),
            "&on=cube&mark=2:1",
        ),
        (
            json!({ "type": "explore", "to": "x-44" }),
            json!([[4, 4], [4, 5], [5, 4]]),
            "&mark=4:4,4:5,5:4",
        ),
    ] {
        let body = json!({ "game": "builders_biomes", "command": command });
        let path = format!("{at}/seats/{seat}/decisions/0");
        let refused = app.put(&path, token, &body).await;
        assert_eq!(refused.status, 422, "{}", refused.text);
        let refused = refused.json();
        assert_eq!(refused["cells"], cells, "{refused}");
        let board = refused["links"]["board"].as_str().unwrap();
        assert_eq!(board, format!("{view}{marks}"));
        let drawn = app.get(board, Some(token)).await;
        assert_is_picture(&drawn);
        assert_ne!(drawn.text, plain, "{board}");
    }
}

#[tokio::test]
async fn a_position_is_drawn_that_could_be_scored() {
    let app = spawn_app().await;
    for &game in GameId::ALL {
        let name = serde_json::to_value(game).unwrap();
        let at = format!("/v1/games/{}/board.svg", name.as_str().unwrap());
        let position = json!({ "game": game, "position": game.samples().scored });
        assert_is_picture(&app.post(&at, None, &position).await);
        let other = GameId::ALL.iter().find(|other| **other != game).unwrap();
        let position = json!({ "game": other, "position": other.samples().scored });
        assert_eq!(
            app.post(&at, None, &position).await.code(),
            "wrong_game",
            "{at}"
        );
    }
}

/// How wide a PNG file says it is.
fn width(png: &[u8]) -> u32 {
    size(png)[0]
}

/// How wide and how high a PNG file says it is.
fn size(png: &[u8]) -> [u32; 2] {
    assert!(png.starts_with(b"\x89PNG\r\n\x1a\n"));
    [16, 20].map(|at| u32::from_be_bytes(png[at..at + 4].try_into().unwrap()))
}

async fn pixels(app: &TestApp, path: &str) -> (reqwest::header::HeaderMap, Vec<u8>) {
    let request = app.request(reqwest::Method::GET, path, None);
    let reply = request.send().await.unwrap();
    assert_eq!(reply.status(), 200, "{path}");
    let headers = reply.headers().clone();
    assert_eq!(headers["content-type"], "image/png");
    (headers, reply.bytes().await.unwrap().to_vec())
}

#[tokio::test]
async fn a_board_in_pixels_is_as_wide_as_asked_for_and_kept_like_the_picture() {
    let app = spawn_app().await;
    let ann = app.player("Ann").await;
    let (at, _) = app.open(&ann, json!(1)).await;
    let live = format!("{at}/steps/3/board.png?width=64");
    let (headers, png) = pixels(&app, &live).await;
    assert_eq!(
        (width(&png), &headers["cache-control"]),
        (64, &"no-store".parse().unwrap())
    );
    app.play_out(&at, 1, &ann.token).await;
    let version = app.get(&at, None).await.json()["version"].clone();
    let board = format!("{at}/steps/{version}/board");
    let (headers, light) = pixels(&app, &format!("{board}.png")).await;
    assert_eq!(width(&light), 1024);
    let svg = app.get(&format!("{board}.svg"), None).await;
    assert_eq!(headers["cache-control"], svg.headers["cache-control"]);
    let (_, dark) = pixels(&app, &format!("{board}.png?theme=dark")).await;
    assert_ne!(light, dark);
    for (query, same) in [
        ("", &light),
        ("&theme=dark", &dark),
        ("&width=1024&of=0", &light),
    ] {
        let (of_view, view) = pixels(&app, &format!("{at}/view?format=png{query}")).await;
        assert_eq!(
            (&view, &of_view["etag"]),
            (same, &of_view["etag"]),
            "{query}"
        );
        assert_eq!(of_view["cache-control"], headers["cache-control"]);
    }
    let again = app.request(reqwest::Method::GET, &format!("{board}.png"), None);
    let again = app
        .send(again.header("if-none-match", &headers["etag"]))
        .await;
    assert_eq!(again.status, 304);
    let framed = format!("{board}.png?width=300&height=700");
    assert_eq!(size(&pixels(&app, &framed).await.1), [300, 700]);
    for query in [
        "width=63",
        "width=2049",
        "width=wide",
        "height=63",
        "height=2049",
        "theme=pink",
    ] {
        let refused = app.get(&format!("{board}.png?{query}"), None).await;
        assert_eq!(refused.code(), "malformed_query", "{query}");
    }
}

#[tokio::test]
async fn whoever_links_to_a_match_shows_its_board_and_who_won() {
    let app = spawn_app().await;
    let ann = app.player("Ann").await;
    let (at, _) = app.open(&ann, json!(1)).await;
    app.play_out(&at, 1, &ann.token).await;
    let page = app.get(page_of(&at), None).await.text;
    assert!(
        page.contains(r#"<meta property="og:title" content="Ann scored "#),
        "{page}"
    );
    let picture = page
        .split(r#"property="og:image" content=""#)
        .nth(1)
        .unwrap();
    let picture = picture.split('"').next().unwrap().replace("&amp;", "&");
    let (origin, path) = picture.split_at(picture.find("/v1/").unwrap());
    assert!(origin.starts_with("http://127.0.0.1:"), "{origin}");
    let (_, png) = pixels(&app, path).await;
    assert_eq!(size(&png), [1200, 630]);
    for (side, length) in [("width", 1200), ("height", 630)] {
        let says = format!(r#"<meta property="og:image:{side}" content="{length}">"#);
        assert!(page.contains(&says), "{page}");
    }
}

#[tokio::test]
async fn a_preview_may_be_read_of_a_match_that_no_search_engine_lists() {
    let app = spawn_app().await;
    let (at, _, _) = app.duel().await;
    for page in [page_of(&at).to_owned(), format!("/embed{}", page_of(&at))] {
        let reply = app.get(&page, None).await;
        assert_eq!(reply.headers["x-robots-tag"], "noindex, nofollow", "{page}");
    }
    let rules = app.get("/robots.txt", None).await.text;
    let shut: Vec<&str> = rules
        .lines()
        .filter_map(|it| it.strip_prefix("Disallow: "))
        .collect();
    let is_shut = |path: &str| shut.iter().any(|it| path.starts_with(it));
    assert!(!is_shut(page_of(&at)), "{rules}");
    // The rule that says most about a path holds (RFC 9309, 2.2.2).
    assert!(is_shut("/v1/matches/"), "{rules}");
    assert!(
        rules.contains("\nAllow: /v1/matches/*/board.png\n"),
        "{rules}"
    );
}

#[tokio::test]
async fn only_the_page_to_be_framed_may_be_framed() {
    let app = spawn_app().await;
    let (at, _, _) = app.duel().await;
    for (page, framed_by) in [
        (page_of(&at).to_owned(), "'none'"),
        (format!("/embed{}", page_of(&at)), "*"),
    ] {
        let reply = app.get(&page, None).await;
        assert_eq!(reply.status, 200);
        let policy = reply.headers["content-security-policy"].to_str().unwrap();
        let ancestors = policy.rsplit("frame-ancestors ").next().unwrap();
        assert_eq!(ancestors, framed_by, "{page}");
        let has_head = reply.text.contains(r#"aria-label="Site""#);
        assert_eq!(has_head, framed_by == "'none'", "{page}");
    }
    let frame = app.get(&format!("/embed{}", page_of(&at)), None).await.text;
    assert!(frame.contains("Open in Cartulary"));
}

#[tokio::test]
async fn a_match_has_a_page_for_each_of_its_steps() {
    let app = spawn_app().await;
    let ann = app.player("Ann").await;
    let (at, _) = app.open(&ann, json!(1)).await;
    let page = page_of(&at);
    let live = app.get(page, None).await;
    assert_eq!(live.headers["content-type"], "text/html; charset=utf-8");
    assert!(live.text.contains("<title>Cartographers: Ann</title>"));
    assert!(live.text.contains("data-live"), "{}", live.text);
    app.play_out(&at, 1, &ann.token).await;
    let version = app.get(&at, None).await.json()["version"].clone();
    let over = app.get(page, None).await.text;
    assert!(!over.contains("data-live"));
    assert!(over.contains("<title>Ann scored "));
    for (step, text) in [("0", "Nothing has happened yet."), ("4", "Step 4 of ")] {
        let reply = app.get(&format!("{page}?step={step}"), None).await;
        assert!(reply.text.contains(text), "{}", reply.text);
        assert!(reply.text.contains("<title>Ann scored "), "{}", reply.text);
        assert!(reply.text.contains(&format!("{page}?step={version}\"")));
    }
    let beyond = app.get(&format!("{page}?step=9999"), None).await;
    assert_eq!(beyond.code(), "unknown_step");
}

#[tokio::test]
async fn what_a_page_names_is_there_and_kept_and_no_script_stands_in_it() {
    let app = spawn_app().await;
    let (at, _, _) = app.duel().await;
    let reply = app.get(page_of(&at), None).await;
    let policy = reply.headers["content-security-policy"].to_str().unwrap();
    assert!(policy.contains("script-src 'self'"), "{policy}");
    assert!(!policy.contains("script-src 'self' 'unsafe"), "{policy}");
    let mut named = 0;
    for rest in reply.text.split("src=\"/assets/").skip(1) {
        let address = format!("/assets/{}", rest.split('"').next().unwrap());
        let asset = app.get(&address, None).await;
        assert_eq!(asset.status, 200, "{address}");
        assert_eq!(
            asset.headers["content-type"],
            "text/javascript; charset=utf-8"
        );
        let kept = asset.headers["cache-control"].to_str().unwrap();
        assert!(kept.contains("immutable"), "{kept}");
        named += 1;
    }
    assert_eq!(named, 1);
    assert!(
        !reply.text.contains("rel=\"stylesheet\""),
        "styles stand in the page"
    );
    let missing = app.get("/assets/000000000000-player.js", None).await;
    assert_eq!(missing.code(), "not_found");
}

async fn assert_is_text(app: &TestApp, path: &str) {
    let reply = app.get(path, None).await;
    assert_eq!(reply.status, 200, "{path}");
    assert!(!reply.text.contains("<script>"), "{path}");
    assert!(!reply.text.contains("alert(\"1\")"), "{path}");
}

#[tokio::test]
async fn a_name_is_text_on_every_page_and_in_every_picture() {
    let app = spawn_app().await;
    let mallory = app.player(NAME).await;
    let (at, _) = app.open(&mallory, json!(2)).await;
    assert_is_text(&app, &format!("{at}/view?format=svg")).await;
    let page = page_of(&at);
    assert_is_text(&app, page).await;
    let shown = app.get(page, None).await.text;
    assert!(shown.contains("&lt;/title&gt;&lt;script&gt;"), "{shown}");
    app.play_out(&at, 2, &mallory.token).await;
    assert_is_text(&app, page).await;
}

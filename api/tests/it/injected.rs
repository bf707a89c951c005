//! Whatever somebody may write stands on pages and in pictures as text, and does nothing there.

#![allow(clippy::unwrap_used, reason = "a test says what it needs by panicking")]

use domain::{GameId, facts::word};
use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};
use reqwest::Method;
use serde_json::json;

use crate::helpers::{Ann, Reply, TestApp, spawn_app};

/// What the test finds again on a page, wherever it got to.
const FOUND: &str = "zq7";

/// A text in which each sign that ends something in a page or picture stands before what is found
/// again, with a letter that says where it was written.
fn hostile(written: char) -> String {
    let signs = ["<", ">", "\"", "&", "</script>", "]]>", "-->"];
    let signs = signs.map(|sign| format!("{sign}{FOUND}{written}"));
    format!("javascript:{}", signs.join(" "))
}

/// Whether a text got into a page or picture as anything but text.
fn is_loose(markup: &str) -> bool {
    let mut found = markup.match_indices(FOUND);
    let is_sign = |at: usize| markup[..at].ends_with(['<', '>', '"', '&']);
    found.any(|(at, _)| is_sign(at)) || markup.contains("href=\"javascript:")
}

#[test]
fn text_that_is_markup_is_told_from_text() {
    let text = hostile('n');
    let signs = [
        ("&", "&amp;"),
        ("<", "&lt;"),
        (">", "&gt;"),
        ("\"", "&quot;"),
    ];
    let escaped = |text: &str| {
        signs
            .iter()
            .fold(text.to_owned(), |it, (a, b)| it.replace(a, b))
    };
    assert!(!is_loose(&format!(
        "<b title=\"{0}\">{0}</b>",
        escaped(&text)
    )));
    for (sign, coded) in signs {
        assert!(is_loose(&escaped(&text).replace(coded, sign)), "{sign}");
    }
    assert!(is_loose("<a href=\"javascript:x\">"));
}

/// A server on which somebody with hostile names played every game, and plays it.
struct Stage {
    app: TestApp,
    player: Ann,
    batch: String,
    tournament: String,
    /// Matches by game: one that is over, one that runs.
    matches: Vec<String>,
}

impl Stage {
    async fn set() -> Stage {
        let app = spawn_app().await;
        let body = json!({ "name": hostile('n'), "kind": "bot", "version": hostile('v') });
        let player = app.post("/v1/players", None, &body).await;
        assert_eq!(player.status, 201, "{}", player.text);
        let player = player.json();
        let text = |field: &str| player[field].as_str().unwrap().to_owned();
        let player = Ann {
            id: text("id"),
            token: text("token"),
        };
        let mut matches = Vec::new();
        for &game in GameId::ALL {
            let (over, _) = app.open_game(&word(&game), &player, json!(2)).await;
            app.play_out(&over, 2, &player.token).await;
            let (live, _) = app.open_game(&word(&game), &player, json!(2)).await;
            matches.extend([over, live].map(|at| at.replace("/v1/matches/", "")));
        }
        let line_up = ["greedy", "random"].map(|bot| json!({ "kind": "bot", "bot": bot }));
        let plan = json!({ "game": "cartographers", "line_ups": [line_up], "count": 1 });
        let plan = app.post("/v1/batches", Some(&player.token), &plan).await;
        assert_eq!(plan.status, 201, "{}", plan.text);
        let batch = plan.json()["id"].as_str().unwrap().to_owned();
        let entrants = json!([
            { "kind": "player", "player": player.id }, { "kind": "bot", "bot": "random" },
        ]);
        let plan = json!({ "game": "cartographers", "system": "round_robin", "deals": 1,
            "entrants": entrants });
        let plan = app.post("/v1/tournaments", Some(&player.token), &plan);
        let plan = plan.await;
        assert_eq!(plan.status, 201, "{}", plan.text);
        let tournament = plan.json()["id"].as_str().unwrap().to_owned();
        app.counted().await;
        Stage {
            app,
            player,
            batch,
            tournament,
            matches,
        }
    }

    /// All that a path of a page or picture stands for.
    fn filled(&self, path: &str) -> Vec<String> {
        let games: Vec<String> = GameId::ALL.iter().map(word).collect();
        let (part, values) = match path {
            _ if path.contains("{game}") => ("{game}", games),
            "/players/{id}" => ("{id}", vec![self.player.id.clone()]),
            "/batches/{id}" => ("{id}", vec![self.batch.clone()]),
            "/tournaments/{id}" => ("{id}", vec![self.tournament.clone()]),
            _ if path.contains("matches/{id}") => ("{id}", self.matches.clone()),
            "/bots/{name}" => ("{name}", vec!["greedy".to_owned()]),
            "/assets/{name}" => (
                "{name}",
                vec![hostile('q').replace(['/', '>', '<', '"'], "%22")],
            ),
            _ if path.contains('{') => panic!("{path}: say what it stands for"),
            _ => return vec![path.to_owned()],
        };
        values
            .iter()
            .map(|value| path.replace(part, value))
            .collect()
    }

    /// What a browser is answered: no page and no picture has a text as anything but text, and
    /// what is neither cannot be taken for one.
    async fn opened(&self, path: &str) -> Reply {
        let request = self
            .app
            .request(Method::GET, path, Some(&self.player.token));
        let reply = self
            .app
            .send(request.header("accept", "text/html,*/*;q=0.8"))
            .await;
        assert!(reply.status.as_u16() < 500, "{path}: {}", reply.text);
        let kind = reply
            .headers
            .get("content-type")
            .map_or("", |it| it.to_str().unwrap());
        if kind.starts_with("text/html") || kind == "image/svg+xml" {
            assert!(!is_loose(&reply.text), "{path}: {}", reply.text);
        } else {
            assert_eq!(reply.headers["x-content-type-options"], "nosniff", "{path}");
        }
        reply
    }
}

/// Pictures, and pages that show more with a question.
const MORE: &[&str] = &[
    "/v1/matches/{id}/view?format=svg",
    "/v1/matches/{id}/view?format=png&width=64",
    "/v1/matches/{id}/steps/4/board.svg",
    "/v1/matches/{id}/steps/4/board.png?width=64",
    "/matches/{id}?step=4",
    "/matches/{id}?why=0",
    "/play/matches/{id}?seat=1",
    "/play/matches/{id}/fork?step=4",
    "/stats/query?game={game}&metric=final_score&group_by=player",
    "/stats/query?game={game}&metric=final_score&group_by=player_version",
    "/stats/query?game={game}&metric=final_score&group_by=player,opponent",
    "/stats/curve?game={game}&metric=final_score&group_by=player&window=2&min_n=0",
    "/stats/ratings?game={game}",
    "/v1/games/{game}/rules",
];

#[tokio::test(flavor = "multi_thread")]
async fn no_name_and_no_version_is_more_than_text_on_any_page_or_in_any_picture() {
    let stage = Stage::set().await;
    let mut read = String::new();
    for path in api::page_paths().chain(MORE.iter().copied()) {
        for path in stage.filled(path) {
            read.push_str(&stage.opened(&path).await.text);
        }
    }
    for written in ['n', 'v'] {
        let shown = format!("&lt;{FOUND}{written}");
        assert!(read.contains(&shown), "{written}: it is shown somewhere");
    }
    // A match as a file has them as data beside its pages.
    let over = &stage.matches[0];
    let file = stage
        .app
        .get(&format!("/v1/matches/{over}/replay.html"), None)
        .await;
    assert_eq!(file.status, 200);
    assert!(
        !file.text.contains(&format!("<{FOUND}"))
            && !file.text.contains(&format!("</script>{FOUND}"))
    );
}

/// How many steps the first decisions of a match with two seats take, and more.
const FIRST_STEPS: u32 = 20;

/// Decides for a seat that owes a decision, with a hostile note beside it.
async fn decided_with_a_note(app: &TestApp, at: &str, seat: u64, token: &str) {
    let due = app.due(at, seat, token, "sample=1").await;
    if due.status != 200 {
        return;
    }
    let due = due.json();
    let put = due["links"]["put"].as_str().unwrap();
    let note = utf8_percent_encode(&hostile('t'), NON_ALPHANUMERIC).to_string();
    let request = app.request(Method::PUT, put, Some(token));
    let request = request.header("Decision-Note", note);
    let made = app.send(request.json(&due["legal"][0]["command"])).await;
    assert_eq!(made.status, 200, "{}", made.text);
}

#[tokio::test(flavor = "multi_thread")]
async fn no_note_is_more_than_text_on_the_page_of_its_decision() {
    let app = spawn_app().await;
    let ann = app.player("ann").await;
    for game in GameId::ALL.iter().map(word) {
        let (at, _) = app.open_game(&game, &ann, json!(2)).await;
        for seat in 0..2 {
            decided_with_a_note(&app, &at, seat, &ann.token).await;
        }
        app.play_out(&at, 2, &ann.token).await;
        let mut read = String::new();
        for step in 1..=FIRST_STEPS {
            let page = at.replacen("/v1", "", 1);
            read.push_str(&app.get(&format!("{page}?step={step}"), None).await.text);
        }
        assert!(!is_loose(&read), "{game}: {read}");
        let shown = format!("&lt;{FOUND}t");
        assert!(read.contains(&shown), "{game}: the note can be read");
        let file = app.get(&format!("{at}/replay.html"), None).await.text;
        assert!(
            !file.contains(&format!("{FOUND}t")),
            "{game}: a file keeps no notes"
        );
    }
}

/// What pages and pictures may be asked with.
const PARAMETERS: &[&str] = &[
    "game", "player", "from", "to", "cursor", "limit", "metric", "group_by", "where", "include",
    "min_n", "first", "second", "window", "kind", "sort", "seat", "step", "since", "why",
    "drawing", "of", "mark", "line", "width", "height", "theme", "format", "elegance",
];

#[tokio::test(flavor = "multi_thread")]
async fn nothing_that_is_asked_is_more_than_text_in_the_answer() {
    let stage = Stage::set().await;
    let mut read = String::new();
    for path in api::page_paths().chain(MORE.iter().copied()) {
        let path = stage.filled(path).swap_remove(0);
        let joint = if path.contains('?') { '&' } else { '?' };
        for parameter in PARAMETERS {
            for value in [
                hostile('q'),
                format!("player:{}", hostile('q')),
                format!("0.{}", hostile('q')),
            ] {
                let query = serde_urlencoded::to_string([(parameter, value)]).unwrap();
                read.push_str(&stage.opened(&format!("{path}{joint}{query}")).await.text);
            }
        }
    }
    assert!(
        read.contains(&format!("&lt;{FOUND}q")),
        "filters say what was asked"
    );
}

//! The replay player: what the page of a step says, and to whom.

#![allow(clippy::unwrap_used, reason = "a test says what it needs by panicking")]

use std::collections::BTreeSet;

use domain::GameId;
use serde_json::Value;

use crate::helpers::{TestApp, spawn_app};

/// The page of a match at a step; more of the query may follow.
async fn page(app: &TestApp, at: &str, query: &str) -> String {
    let path = format!("{}?{query}", at.strip_prefix("/v1").unwrap());
    let page = app.get(&path, None).await;
    assert_eq!(page.status, 200, "{path}: {}", page.text);
    page.text
}

/// The part of a page that is replaced under this name.
fn part<'a>(page: &'a str, name: &str) -> &'a str {
    let from = page.split(&format!(r#"data-part="{name}""#)).nth(1);
    from.unwrap().split("data-part=").next().unwrap()
}

/// All boards of a page, each of which is a part of its own.
fn boards(page: &str) -> &str {
    let from = page.split(r#"data-part="boards""#).nth(1).unwrap();
    from.split(r#"data-part="say""#).next().unwrap()
}

/// The steps that a page names in this attribute.
fn steps(page: &str, name: &str) -> Vec<u64> {
    let steps = page.split(&format!(r#"data-{name}=""#)).nth(1).unwrap();
    let steps = steps.split('"').next().unwrap().split_whitespace();
    steps.map(|step| step.parse().unwrap()).collect()
}

/// A finished match of two seats of Ann's, at this game.
async fn finished(app: &TestApp, game: GameId) -> String {
    let ann = app.player("ann").await;
    let seats = serde_json::json!([{ "kind": "me" }, { "kind": "me" }]);
    let name = serde_json::to_value(game).unwrap();
    let (at, _) = app.open_game(name.as_str().unwrap(), &ann, seats).await;
    app.play_out(&at, 2, &ann.token).await;
    at
}

async fn last_of(app: &TestApp, at: &str) -> u64 {
    app.get(at, None).await.json()["version"].as_u64().unwrap()
}

/// What the script of the page puts in place, at a step.
async fn parts(app: &TestApp, at: &str, query: &str) -> Value {
    let path = format!("{}?{query}&parts=true", at.strip_prefix("/v1").unwrap());
    let step = app.get(&path, None).await;
    assert_eq!(step.headers["content-type"], "application/json", "{path}");
    step.json()
}

/// A page without what is in its parts, and without the addresses, the slider and what the script
/// reads beside it, all of which follow the step.
fn around(page: &str, parts: &[(String, String)]) -> Vec<String> {
    let mut rest = page.to_owned();
    // A part comes here before those in it.
    for (name, markup) in parts.iter().rev() {
        let start = format!(r#"data-part="{name}">"#);
        rest = rest.replace(&format!("{start}{markup}</"), &format!("{start}</"));
    }
    let follows = |tag: &&str| {
        let kinds = [
            "a ",
            "meta ",
            "input type=\"range\"",
            "section id=\"stage\"",
        ];
        kinds.iter().any(|kind| tag.starts_with(kind))
    };
    let tags = rest.split('<').filter(|tag| !follows(tag));
    tags.map(str::to_owned).collect()
}

#[tokio::test]
async fn what_is_put_in_place_at_a_step_is_what_the_page_of_that_step_has_there() {
    let app = spawn_app().await;
    for &game in GameId::ALL {
        let at = finished(&app, game).await;
        let last = last_of(&app, &at).await;
        let mut frame = None;
        for query in [0, 1, 30, last].map(|step| format!("step={step}&why=0")) {
            let shown = page(&app, &at, &query).await;
            let step = parts(&app, &at, &query).await;
            let parts = step["parts"].as_array().unwrap();
            // A part in another comes after it, and goes into the place that is empty there.
            let mut placed: Vec<(String, String)> = Vec::new();
            for part in parts.iter().rev() {
                let [name, markup] = ["name", "markup"].map(|of| part[of].as_str().unwrap());
                let mut markup = markup.to_owned();
                for (inner, inside) in &placed {
                    let empty = format!(r#"data-part="{inner}">"#);
                    markup = markup.replace(&empty, &format!("{empty}{inside}"));
                }
                let there = format!(r#"data-part="{name}">{markup}</"#);
                assert!(shown.contains(&there), "{query}: {there}");
                placed.push((name.to_owned(), markup));
            }
            let named = shown.matches(r#"data-part=""#).count();
            assert_eq!(named, parts.len(), "{query}");
            let here = around(&shown, &placed);
            let frame = frame.get_or_insert(here.clone());
            let other = frame.iter().zip(&here).find(|(then, now)| then != now);
            assert_eq!(other, None, "{query}");
            assert_eq!(frame.len(), here.len(), "{query}");
            let at = format!(r#"aria-valuetext="{}""#, step["at"].as_str().unwrap());
            assert!(shown.contains(&at), "{query}: {at}");
            let title = format!("<title>{}</title>", step["title"].as_str().unwrap());
            assert!(shown.contains(&title), "{title}");
            for name in ["landmarks", "decisions"] {
                let listed = format!(r#"data-{name}="{}""#, step[name].as_str().unwrap());
                assert!(shown.contains(&listed), "{query}: {listed}");
            }
            let layout = step["layout"].as_str().unwrap();
            assert!(shown.contains(&format!(r#"id="stage" class="{layout}""#)));
        }
    }
}

#[tokio::test]
async fn the_page_of_a_decision_says_what_was_left_on_the_table() {
    let app = spawn_app().await;
    for &game in GameId::ALL {
        let at = finished(&app, game).await;
        let made = app.get(&format!("{at}/decisions"), None).await.json();
        let made = made["items"].as_array().unwrap();
        let regret = |it: &&Value| it["appraisal"]["regret"].as_i64();
        let worst = made.iter().max_by_key(regret).unwrap();
        let [step, left] = [&worst["step"], &worst["appraisal"]["regret"]];
        let shown = page(&app, &at, &format!("step={step}")).await;
        let said = part(&shown, "decision");
        if left.as_i64() > Some(0) {
            let points = if left.as_i64() == Some(1) {
                "point"
            } else {
                "points"
            };
            let left = format!("{left} {points} left on the table.");
            assert!(said.contains(&left), "{game:?} {left}: {said}");
        } else {
            let said_of_none = match &worst["appraisal"] {
                it if it["legal"] == 1 => "Nothing else was legal.",
                it if it["gain"].as_i64() < Some(0) => "The smallest loss.",
                _ => "Nothing left on the table.",
            };
            assert!(said.contains(said_of_none), "{said_of_none}: {said}");
        }
        let legal = worst["appraisal"]["legal"].to_string();
        assert!(said.contains(&format!("<dd>{legal}</dd>")), "{said}");
        let listed = step.as_u64().unwrap() - 1;
        let listed = format!(
            "{}/legal?step={listed}&amp;seat=",
            at.replacen("/v1", "", 1)
        );
        assert!(said.contains(&listed), "{said}");
        let undecided = page(&app, &at, "step=1").await;
        assert!(part(&undecided, "decision").contains("Nobody decided"));
    }
}

/// What the page of a step says: what was done, and behind it what is asked if nothing was done.
async fn said(app: &TestApp, at: &str, step: u64) -> (String, Option<String>) {
    let shown = page(app, at, &format!("step={step}")).await;
    let said = part(&shown, "say").split("</p>").next().unwrap();
    let said = said.trim_start_matches('>');
    match said.split_once(r#" <span class="asks">"#) {
        Some((done, asked)) => (done.to_owned(), Some(asked.to_owned())),
        None => (said.to_owned(), None),
    }
}

#[tokio::test]
async fn where_only_a_decision_is_asked_for_the_page_tells_what_was_done_last() {
    let app = spawn_app().await;
    for &game in GameId::ALL {
        let at = finished(&app, game).await;
        let (mut last, mut asked) = (String::new(), 0);
        for step in 20..50 {
            let (done, asks) = said(&app, &at, step).await;
            match asks {
                Some(_) if last.is_empty() => {}
                Some(_) => {
                    assert_eq!(done, last, "{game:?}, step {step}");
                    asked += 1;
                }
                None => last = done,
            }
        }
        assert!((5..30).contains(&asked), "{game:?}: {asked}");
    }
}

#[tokio::test]
async fn the_timeline_has_the_landmarks_and_the_decisions_of_the_manifest() {
    let app = spawn_app().await;
    for &game in GameId::ALL {
        let at = finished(&app, game).await;
        let shown = page(&app, &at, "step=3").await;
        let marks = app.get(&format!("{at}/replay"), None).await.json();
        let marks = marks["landmarks"].as_array().unwrap().iter();
        let marks: Vec<u64> = marks.map(|it| it["step"].as_u64().unwrap()).collect();
        assert_eq!(steps(&shown, "landmarks"), marks, "{game:?}");
        let made = app.get(&format!("{at}/decisions"), None).await.json();
        let made = made["items"].as_array().unwrap().iter();
        let made: Vec<u64> = made.map(|it| it["step"].as_u64().unwrap()).collect();
        let shown_at = steps(&shown, "decisions");
        assert_eq!(shown_at.len(), made.len(), "{game:?}");
        for (shown_at, made) in shown_at.iter().zip(&made) {
            assert!([*made, made + 1].contains(shown_at), "{made}: {shown_at}");
        }
        assert!(part(&shown, "course").contains(r#"class="landmark""#));
        assert!(part(&shown, "at").contains("Step 3 of "));
    }
}

#[tokio::test]
async fn a_tile_or_a_rabbit_that_was_just_placed_is_outlined_on_one_board() {
    let app = spawn_app().await;
    for (game, kind) in [
        (GameId::Cartographers, "drawn"),
        (GameId::BunnyKingdom, "revealed"),
        (GameId::BuildersBiomes, "explored"),
        (GameId::BigMonster, "tile_placed"),
    ] {
        let at = finished(&app, game).await;
        let manifest = app.get(&format!("{at}/replay"), None).await.json();
        let steps = manifest["steps"].as_array().unwrap();
        let outlined = async |step: &Value| {
            let shown = page(&app, &at, &format!("step={}", step["step"])).await;
            boards(&shown).matches(r#"class="played""#).count()
        };
        let mut most = 0;
        for step in steps.iter().filter(|step| step["kind"] == kind).take(8) {
            most = most.max(outlined(step).await);
        }
        assert_eq!(most, 1, "{game:?}");
        assert_eq!(outlined(&steps[0]).await, 0, "{game:?}");
    }
}

/// Whether a finished match has a decision that a better command on the same cells beats, and
/// the page of the first says so.
async fn shows_better_command_on_same_cells(app: &TestApp, game: GameId) -> bool {
    let at = finished(app, game).await;
    let made = app.get(&format!("{at}/decisions"), None).await.json();
    // The same cells may be of another board for a command of another kind.
    let kind = |command: &Value| command["command"]["type"].clone();
    let is_there = |it: &&Value| {
        let (cells, appraised) = (it["cells"].as_array().unwrap(), &it["appraisal"]);
        !cells.is_empty()
            && appraised["best_cells"] == it["cells"]
            && kind(&appraised["best"]) == kind(&it["command"])
    };
    let Some(it) = made["items"].as_array().unwrap().iter().find(is_there) else {
        return false;
    };
    let shown = page(app, &at, &format!("step={}", it["step"])).await;
    assert!(boards(&shown).contains("best here: "), "{game:?}: {it}");
    assert!(boards(&shown).contains(r#"class="ghost""#), "{game:?}");
    true
}

#[tokio::test]
async fn a_better_command_on_the_same_cells_is_drawn_too() {
    let app = spawn_app().await;
    let mut drawn = 0;
    // Chance deals the matches. Three rounds in four have such a decision.
    let mut rounds = 0..32;
    while drawn == 0 && rounds.next().is_some() {
        for &game in GameId::ALL {
            drawn += u32::from(shows_better_command_on_same_cells(&app, game).await);
        }
    }
    assert!(drawn > 0);
}

#[tokio::test]
async fn within_a_season_the_lines_are_bold_that_score_at_its_end() {
    let app = spawn_app().await;
    let at = finished(&app, GameId::Cartographers).await;
    let shown = page(&app, &at, "step=8").await;
    let sheet = part(&shown, "sheet");
    assert_eq!(sheet.matches(r#"<tr class="scored">"#).count(), 4);
    assert!(sheet.contains("Bold lines score at the end of Spring."));
    let last = last_of(&app, &at).await;
    let shown = page(&app, &at, &format!("step={last}")).await;
    assert!(!part(&shown, "sheet").contains(r#"class="scored""#));
}

#[tokio::test]
async fn the_final_points_lead_to_the_steps_that_made_them_and_sum_to_the_line() {
    let app = spawn_app().await;
    for &game in GameId::ALL {
        let at = finished(&app, game).await;
        let last = last_of(&app, &at).await;
        let shown = page(&app, &at, &format!("step={last}")).await;
        let links = part(&shown, "sheet").matches("data-why=").count();
        assert!(links > 2, "{game:?}: each line and each total");
        let why = page(&app, &at, &format!("step={last}&why=0.")).await;
        let shown = part(&why, "decision");
        assert!(shown.contains("Where the points came from"), "{shown}");
        let made = app.get(&format!("{at}/attribution"), None).await.json();
        let shares = made["seats"][0]["shares"].as_array().unwrap();
        let steps: BTreeSet<u64> = shares.iter().filter_map(|it| it["step"].as_u64()).collect();
        assert_eq!(shown.matches("a href=\"/matches/").count(), steps.len() + 1);
        for step in steps.into_iter().take(5) {
            let said = with_names(&sentence(&app, &at, step).await);
            assert!(shown.contains(&said), "{game:?} {said}: {shown}");
        }
        let total = made["seats"][0]["total"]
            .to_string()
            .replace('-', "\u{2212}");
        assert!(
            shown.contains(&format!("<b>{total} point")),
            "{total}: {shown}"
        );
        let nobody = format!("{}?why=9.", at.strip_prefix("/v1").unwrap());
        assert_eq!(app.get(&nobody, None).await.status, 404);
    }
}

/// What happened at a step, as the API tells it.
async fn sentence(app: &TestApp, at: &str, step: u64) -> String {
    let step = app.get(&format!("{at}/steps/{step}"), None).await.json();
    step["happened"]["text"].as_str().unwrap().to_owned()
}

/// The same as pages tell it of a match of two seats of Ann's.
fn with_names(said: &str) -> String {
    let names = [
        ("Seat 1", "Ann"),
        ("seat 1", "ann"),
        ("Seat 2", "Ann 2"),
        ("seat 2", "ann 2"),
    ];
    let named = names.iter();
    named.fold(said.to_owned(), |said, (seat, name)| {
        said.replace(seat, name)
    })
}

#[tokio::test]
async fn at_every_step_what_was_scored_until_then_leads_to_the_steps_that_made_it() {
    let app = spawn_app().await;
    let at = finished(&app, GameId::Cartographers).await;
    let scores = app.get(&format!("{at}/scores"), None).await.json();
    let (mut before, mut seasons) = (Vec::new(), 0);
    for it in scores["items"].as_array().unwrap() {
        let mut sheets = it["sheets"].as_array().unwrap().iter();
        let Some(own) = sheets.find(|sheet| sheet["seat"] == 0) else {
            continue;
        };
        let banked = own["banked"].as_array().unwrap().clone();
        if banked == before {
            continue;
        }
        let lines = banked.iter().map(|line| line["points"].as_i64().unwrap());
        let lines: Vec<i64> = lines.collect();
        (before, seasons) = (banked, seasons + 1);
        let shown = page(&app, &at, &format!("step={}", it["step"])).await;
        let leads = part(&shown, "sheet").contains(r#"data-why="0.""#);
        assert_eq!(leads, lines.iter().any(|points| *points != 0), "{it}");
        let why = page(&app, &at, &format!("step={}&why=0.", it["step"])).await;
        let sum: i64 = lines.iter().sum();
        let sum = format!("<b>{sum} point").replace('-', "\u{2212}");
        assert!(part(&why, "decision").contains(&sum), "{sum}: {it}");
    }
    assert_eq!(seasons, 4);
    let early = page(&app, &at, "step=8").await;
    assert!(!part(&early, "sheet").contains("data-why="), "{early}");
}

#[tokio::test]
async fn stages_and_landmarks_are_links_to_their_steps_and_are_called_in_words() {
    let app = spawn_app().await;
    for &game in GameId::ALL {
        let at = finished(&app, game).await;
        let shown = page(&app, &at, "step=9&seat=1").await;
        let link = |step: &u64| {
            let page = at.replacen("/v1", "", 1);
            format!(r#"href="{page}?step={step}&amp;seat=1" data-step="{step}""#)
        };
        let [jumps, curve] = ["jumps", "curve"].map(|name| part(&shown, name));
        for step in &steps(&shown, "landmarks") {
            assert!(jumps.contains(&link(step)), "{game:?}, {step}: {jumps}");
            assert!(curve.contains(&link(step)), "{game:?}, {step}: {curve}");
            let said = with_names(&sentence(&app, &at, *step).await);
            let begins = said.split(['.', ':']).next().unwrap();
            assert!(jumps.contains(begins), "{game:?}, {begins}: {jumps}");
        }
        let course = part(&shown, "course").split("<input").next().unwrap();
        let stages = course.matches("<a ").count();
        assert!(stages > 0, "{game:?}: {course}");
        assert_eq!(course.matches("data-step=").count(), stages, "{game:?}");
        let (links, line) = course.split_once("<svg").unwrap();
        assert!(!links.contains("aria-hidden") && !line.contains("<a "));
    }
}

/// The rows of the page of all that was legal, and what it says above them.
async fn legal(app: &TestApp, at: &str, query: &str) -> (String, Vec<String>) {
    let path = format!("{}/legal?{query}", at.replacen("/v1", "", 1));
    let page = app.get(&path, None).await;
    assert_eq!(page.status, 200, "{path}: {}", page.text);
    let rows = page.text.split("<tr").skip(2).map(str::to_owned).collect();
    (page.text, rows)
}

#[tokio::test]
async fn the_page_of_all_that_was_legal_lists_it_by_gain_and_marks_what_was_decided() {
    let app = spawn_app().await;
    for &game in GameId::ALL {
        let at = finished(&app, game).await;
        let made = app.get(&format!("{at}/decisions"), None).await.json();
        let made = made["items"].as_array().unwrap();
        let count = |it: &&Value| it["appraisal"]["legal"].as_u64().unwrap();
        let widest = made.iter().max_by_key(count).unwrap();
        let (before, seat) = (widest["step"].as_u64().unwrap() - 1, &widest["seat"]);
        let (shown, rows) = legal(&app, &at, &format!("step={before}&seat={seat}")).await;
        let all = count(&widest);
        assert!(shown.contains(&format!("{all} legal command")), "{shown}");
        let least = usize::try_from(all.min(500)).unwrap();
        assert!(rows.len() >= least, "{game:?}: {}", rows.len());
        assert!(rows.len() <= 501, "{game:?}: {}", rows.len());
        let taken: Vec<&String> = rows
            .iter()
            .filter(|row| row.contains("what was decided"))
            .collect();
        let [taken] = taken[..] else {
            panic!("{game:?}: {taken:?}")
        };
        let said = with_names(widest["text"].as_str().unwrap());
        assert!(taken.contains(&said), "{said}: {taken}");
        let rank = format!("<td>{}</td></tr>", widest["appraisal"]["rank"]);
        assert!(taken.contains(&rank), "{rank}: {taken}");
        let best = widest["appraisal"]["best_gain"].to_string();
        let best = format!("<td>{}</td><td>1</td>", best.replace('-', "\u{2212}"));
        assert!(rows[0].contains(&best), "{best}: {}", rows[0]);
        let data = format!("{at}/steps/{before}/legal?seat={seat}&amp;with=gain,text");
        assert!(shown.contains(&data), "{data}: {shown}");
    }
}

#[tokio::test]
async fn the_page_of_all_that_was_legal_is_as_secret_as_the_list() {
    let app = spawn_app().await;
    let (at, ann, _) = app.duel().await;
    let last = last_of(&app, &at).await;
    let (shown, rows) = legal(&app, &at, "").await;
    assert!(rows.is_empty() && shown.contains("nobody whose decision you may know"));
    let page = format!("{}/legal?step={last}&seat=0", at.replacen("/v1", "", 1));
    let list = format!("{at}/steps/{last}/legal?seat=0");
    for path in [&page, &list] {
        assert_eq!(app.get(path, None).await.status, 403, "{path}");
        assert_eq!(app.get(path, Some(&ann.token)).await.status, 200, "{path}");
    }
    let own = app.get(&page, Some(&ann.token)).await;
    assert!(own.text.contains("ann decides.") && own.text.contains("legal command"));
    assert_eq!(own.headers["cache-control"], "no-store");
    assert_eq!(own.headers["x-robots-tag"], "noindex, nofollow");
    let beyond = format!("{}/legal?step={}", at.replacen("/v1", "", 1), last + 1);
    assert_eq!(app.get(&beyond, None).await.status, 404);
}

#[tokio::test]
async fn while_a_match_runs_strangers_are_told_no_decision_and_no_origin() {
    let app = spawn_app().await;
    let (at, ann, ben) = app.duel().await;
    for (seat, token) in [(0, &ann.token), (1, &ben.token)] {
        app.decide(&at, seat, token).await.unwrap();
    }
    for step in 0..=last_of(&app, &at).await {
        let shown = page(&app, &at, &format!("step={step}&why=0.")).await;
        assert!(!shown.contains("left on the table"), "{step}");
        assert!(!shown.contains("Where the points came from"), "{step}");
        assert!(!shown.contains(r#"class="ghost""#), "{step}");
        assert!(shown.contains(r#"data-decisions="""#), "{step}");
        assert!(!shown.contains("Seen by"), "{step}");
    }
    let other = format!("{}?seat=0", at.strip_prefix("/v1").unwrap());
    assert_eq!(app.get(&other, None).await.status, 403);
}

#[tokio::test]
async fn of_many_seats_twelve_are_shown_and_the_rest_folded() {
    let app = spawn_app().await;
    let ann = app.player("ann").await;
    let seats = vec![serde_json::json!({ "kind": "bot", "bot": "random" }); 29];
    let mut seats = serde_json::json!(seats);
    seats
        .as_array_mut()
        .unwrap()
        .push(serde_json::json!({ "kind": "me" }));
    let (at, _) = app.open(&ann, seats).await;
    let shown = page(&app, &at, "").await;
    assert!(shown.contains("18 more boards"));
    assert!(shown.contains("18 more seats"));
    assert_eq!(boards(&shown).matches("<article").count(), 30);
}

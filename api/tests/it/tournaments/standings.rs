//! Who meets whom in a tournament, and how they stand.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use super::{Caller, bot, entrant, tables};
use crate::helpers::spawn_app;

fn number(value: &Value) -> f64 {
    value.as_f64().unwrap()
}

/// What one has against another, the other lacks; they met twice.
#[expect(clippy::float_arithmetic, reason = "shares are no integers")]
fn are_mirrored(cells: &[Value]) {
    for cell in cells {
        let is_back =
            |it: &&Value| (&it["entrant"], &it["other"]) == (&cell["other"], &cell["entrant"]);
        let back = cells.iter().find(is_back).unwrap();
        let both = number(&cell["mean"]["value"]) + number(&back["mean"]["value"]);
        assert!((both - 1.0).abs() < 1e-9, "{cell}");
        assert_eq!(cell["matches"].as_array().unwrap().len(), 2);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_round_robin_lets_every_two_meet_once_and_stands_by_points() {
    let app = spawn_app().await;
    let caller = Caller::of(&app);
    let players = caller.players(2).await;
    let entrants = json!([entrant(&players[0]), entrant(&players[1]), bot("greedy")]);
    let more = json!({ "system": "round_robin", "entrants": entrants, "deals": 2 });
    let this = caller.plan(&players, more).await;
    let waiting = caller.get(&this).await;
    let of = &waiting["tournament"];
    assert_eq!(
        (&of["state"], &of["missing"]),
        (&json!("waiting"), &json!([players[1].id]))
    );
    assert_eq!(of["settings"]["on_timeout"], "forfeit");
    caller.accept(&this, &players[1..]).await;
    let report = caller.ended(&this, &players).await;
    let of = &report["tournament"];
    assert_eq!(
        (&of["state"], &of["partial"], &of["rounds"]),
        (&json!("finished"), &json!(false), &json!(3))
    );
    let mut met: Vec<_> = tables(&report).concat();
    met.sort();
    assert_eq!(met, [[0, 1].into(), [0, 2].into(), [1, 2].into()]);
    assert_eq!(report["meetings"], json!({ "least": 1, "most": 1 }));
    let standings = report["standings"].as_array().unwrap();
    let points: f64 = standings.iter().map(|it| number(&it["points"])).sum();
    assert!((points - 6.0).abs() < 1e-9, "one for each match: {report}");
    for pair in standings.windows(2) {
        assert!(number(&pair[0]["points"]) >= number(&pair[1]["points"]));
    }
    for of_one in standings {
        assert_eq!(
            (&of_one["matches"], &of_one["byes"]),
            (&json!(4), &json!(1))
        );
        let mean = number(&of_one["mean"]["value"]);
        assert!((mean - number(&of_one["points"]) / 4.0).abs() < 1e-9);
    }
    let cells = report["crosstable"].as_array().unwrap();
    assert_eq!(cells.len(), 6);
    are_mirrored(cells);
    let one = cells[0]["matches"][0].as_str().unwrap();
    let info = caller.get(&format!("/v1/matches/{one}")).await;
    assert_eq!(info["tournament"], of["id"]);
    app.counted().await;
    let counted = caller.get(of["links"]["matches"].as_str().unwrap()).await;
    assert_eq!(counted["items"].as_array().unwrap().len(), 6, "{counted}");
    let page = app.get(&this.replace("/v1", ""), None).await;
    assert_eq!(page.status, 200);
    for said in [
        "Standings",
        "Crosstable",
        "Round 3",
        "player 1",
        "Byes",
        one,
    ] {
        assert!(page.text.contains(said), "{said}: {}", page.text);
    }
    let list = app.get("/tournaments?game=cartographers", None).await;
    assert!(
        list.text.contains("round robin: 3 entrants"),
        "{}",
        list.text
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn teams_play_a_tournament_of_big_monster() {
    let app = spawn_app().await;
    let caller = Caller::of(&app);
    let host = caller.players(1).await;
    let team = json!({ "kind": "team", "members": [bot("greedy"), bot("random")] });
    let more = json!({
        "game": "big_monster", "options": { "mode": "team_draft" }, "seats": 4,
        "system": "round_robin", "duplicate": true,
        "entrants": [bot("greedy"), bot("random"), team],
    });
    let this = caller.plan(&host, more).await;
    let report = caller.ended(&this, &[]).await;
    assert_eq!(report["tournament"]["partial"], false, "{report}");
    for round in report["rounds"].as_array().unwrap() {
        for table in round["tables"].as_array().unwrap() {
            let with_team = table["entrants"].as_array().unwrap().contains(&json!(2));
            let matches = table["matches"].as_array().unwrap();
            // Two bots change sides; with two members they change seats, too.
            assert_eq!(matches.len(), if with_team { 4 } else { 2 }, "{table}");
            for of in matches {
                assert_eq!(of["sides"].as_array().unwrap().len(), 2);
            }
        }
    }
    let standings = report["standings"].as_array().unwrap();
    let points: f64 = standings.iter().map(|it| number(&it["points"])).sum();
    assert!((points - 10.0).abs() < 1e-9, "one for each match: {report}");
}

#[tokio::test(flavor = "multi_thread")]
async fn at_tables_of_three_swiss_neighbours_meet() {
    let app = spawn_app().await;
    let caller = Caller::of(&app);
    let players = caller.players(5).await;
    let mut entrants: Vec<Value> = players.iter().map(entrant).collect();
    entrants.extend([bot("greedy"), bot("random")]);
    let more = json!({ "system": "swiss", "rounds": 2, "seats": 3, "entrants": entrants });
    let this = caller.plan(&players, more).await;
    caller.accept(&this, &players[1..]).await;
    let report = caller.ended(&this, &players).await;
    let rounds = report["rounds"].as_array().unwrap();
    for (round, sets) in rounds.iter().zip(tables(&report)) {
        assert_eq!(sets.len(), 2);
        assert_eq!(round["byes"].as_array().unwrap().len(), 1);
        let all: BTreeSet<u64> = sets.into_iter().flatten().collect();
        assert_eq!(all.len(), 6);
    }
    assert_ne!(rounds[0]["byes"], rounds[1]["byes"], "nobody has two");
    let standings = report["standings"].as_array().unwrap();
    let points: f64 = standings.iter().map(|it| number(&it["points"])).sum();
    // Four tables and two byes.
    assert!((points - 6.0).abs() < 1e-9, "{report}");
}

#[tokio::test(flavor = "multi_thread")]
async fn the_page_crosses_every_entrant_with_every_other_in_the_order_of_the_standings() {
    let app = spawn_app().await;
    let caller = Caller::of(&app);
    let host = caller.players(1).await;
    let entrants = json!([bot("random"), bot("greedy")]);
    let more = json!({ "system": "round_robin", "deals": 3, "entrants": entrants });
    let this = caller.plan(&host, more).await;
    let report = caller.ended(&this, &[]).await;
    let page = app.get(&this.replace("/v1", ""), None).await.text;
    let cross = page.split("class=\"cross\"").nth(1).unwrap();
    let cross = cross.split("</table>").next().unwrap();
    let rows: Vec<&str> = cross.split("<th scope=\"row\">").skip(1).collect();
    let standings = report["standings"].as_array().unwrap();
    assert_eq!(rows.len(), 2, "{cross}");
    for (nth, (row, of)) in rows.iter().zip(standings).enumerate() {
        let points = number(&of["points"]);
        assert!(row.contains(&format!(">{points:.1}</td>")), "{row}");
        assert!(row.contains("of 3 matches."), "{row}");
        let own = row.split("</th>").nth(1).unwrap();
        assert_eq!(own.starts_with("<td class=\"own\">"), nth == 0, "{row}");
    }
}

//! What is wrong with a body is named: the rule and the cells, or the field, however deep
//! it lies.

#![allow(clippy::unwrap_used, reason = "a test says what it needs by panicking")]

use serde_json::{Value, json};

use crate::helpers::{Reply, spawn_app};

/// What a problem says of the place: status, code, rule, pointer and cells.
fn said(reply: &Reply) -> Value {
    let code = reply.code();
    let problem = reply.json();
    json!([
        reply.status.as_u16(),
        code,
        problem["rule"],
        problem["pointer"],
        problem["cells"]
    ])
}

fn off(code: &str, rule: &str, pointer: &str, cells: &[[i64; 2]]) -> Value {
    let cells = if cells.is_empty() {
        Value::Null
    } else {
        json!(cells)
    };
    json!([422, code, rule, pointer, cells])
}

#[tokio::test]
#[expect(clippy::too_many_lines, reason = "a list of requests")]
async fn a_command_off_the_board_is_refused_with_rule_and_cells() {
    let app = spawn_app().await;
    let draw = |cells: Value| json!({ "type": "draw", "terrain": "forest", "cells": cells });
    let build = |square: &str| json!({ "type": "build", "building": "city1", "square": square });
    let raise = |space: Value| json!({ "type": "build", "stack": "stack-11", "space": space, "payment": { "wood": 1 } });
    let map = |pointer, cells: &[[i64; 2]]| off("off_the_map", "4.3", pointer, cells);
    let board = |pointer, cells: &[[i64; 2]]| off("off_the_board", "1.1", pointer, cells);
    let world = |pointer, cells: &[[i64; 2]]| off("off_the_overworld", "1.3", pointer, cells);
    let far = |cells: &[[i64; 2]]| off("too_far", "5.2", "/command/x", cells);
    let cases = [
        (
            "cartographers",
            draw(json!([[0, 0], [0, 11]])),
            map("/command/cells/1", &[[0, 11]]),
        ),
        (
            "cartographers",
            draw(json!([[-1, 0], [5, 5], [5.0, 99.0]])),
            map("/command/cells/0", &[[-1, 0], [5, 99]]),
        ),
        (
            "cartographers",
            draw(json!([[0, 0], [0, 200]])),
            map("/command/cells/1/1", &[[0, 200]]),
        ),
        (
            "cartographers",
            json!({ "type": "search", "cell": [300, 0] }),
            map("/command/cell/0", &[[300, 0]]),
        ),
        (
            "bunny_kingdom",
            build("K1"),
            board("/command/square", &[[10, 0]]),
        ),
        (
            "bunny_kingdom",
            build("A11"),
            board("/command/square", &[[0, 10]]),
        ),
        (
            "bunny_kingdom",
            json!({ "type": "build_towers", "squares": ["A1", "A0"] }),
            board("/command/squares/1", &[[0, -1]]),
        ),
        (
            "builders_biomes",
            raise(json!([9, 9])),
            off("off_the_board", "1.5", "/command/space", &[[9, 9]]),
        ),
        (
            "builders_biomes",
            json!({ "type": "take_block", "column": [4, 0] }),
            off("off_the_cube", "4.1", "/command/column", &[[0, 4]]),
        ),
        (
            "builders_biomes",
            json!({ "type": "explore", "to": "x-99" }),
            world("/command/to", &[[9, 9]]),
        ),
        (
            "builders_biomes",
            json!({ "type": "fight", "stack": "stack-05" }),
            world("/command/stack", &[[0, 5]]),
        ),
        (
            "builders_biomes",
            json!({ "type": "collect_weapon", "slot": "slot-77" }),
            world("/command/slot", &[[7, 7]]),
        ),
        (
            "big_monster",
            json!({ "type": "place", "x": 200, "y": 3 }),
            far(&[[3, 200]]),
        ),
    ];
    for (game, command, expected) in cases {
        let (at, ann, _) = app.duel_at(game).await;
        let body = json!({ "game": game, "command": command });
        let path = format!("{at}/seats/0/decisions/0");
        let reply = app.put(&path, &ann.token, &body).await;
        assert_eq!(said(&reply), expected, "{body}");
        let links = &reply.json()["links"];
        assert_eq!(links["legal"], format!("{at}/seats/0/legal"));
        let tried = app
            .post(&format!("{path}/dry-run"), Some(&ann.token), &body)
            .await;
        assert_eq!(said(&tried), expected, "{body}");
    }
}

#[tokio::test]
async fn a_position_off_the_board_is_refused_with_rule_and_cells() {
    let app = spawn_app().await;
    let blank = ["..........."; 11];
    let built = json!({ "built": [{ "building": "bld-15", "space": [3, 0] }] });
    let tile = |x: i16| json!({ "zones": [{ "explorer": "exp_green_f", "tiles": [{ "tile": "desert", "x": x, "y": 1 }] }] });
    let cases = [
        (
            "cartographers",
            json!({ "map": blank, "ruins": [[0, 0], [0, 11], [11, 0]] }),
            off(
                "off_the_map",
                "4.3",
                "/position/ruins/1",
                &[[0, 11], [11, 0]],
            ),
        ),
        (
            "bunny_kingdom",
            json!({ "players": 2, "squares": [{ "at": "J11", "owner": 0 }] }),
            off("off_the_board", "1.1", "/position/squares/0/at", &[[9, 10]]),
        ),
        (
            "builders_biomes",
            json!({ "players": [{}, built] }),
            off(
                "off_the_board",
                "1.5",
                "/position/players/1/built/0/space",
                &[[3, 0]],
            ),
        ),
        (
            "builders_biomes",
            json!({ "players": [{}, { "at": "x-50" }] }),
            off(
                "off_the_overworld",
                "1.3",
                "/position/players/1/at",
                &[[5, 0]],
            ),
        ),
        (
            "big_monster",
            tile(200),
            off("too_far", "5.2", "/position/zones/0/tiles/0/x", &[[1, 200]]),
        ),
    ];
    for (game, position, expected) in cases {
        for operation in ["score", "legal"] {
            // Whichever is written first.
            for body in [
                json!({ "game": game, "position": position }),
                json!({ "position": position, "game": game }),
            ] {
                let reply = app
                    .post(&format!("/v1/games/{game}/{operation}"), None, &body)
                    .await;
                assert_eq!(said(&reply), expected, "{body}");
            }
        }
    }
    let reply = app
        .post(
            "/v1/games/big_monster/score",
            None,
            &json!({ "game": "big_monster", "position": tile(60) }),
        )
        .await;
    assert_eq!(
        (reply.code().as_str(), &reply.json()["cells"]),
        ("too_far", &json!([[1, 60]]))
    );
}

#[tokio::test]
#[expect(clippy::too_many_lines, reason = "a list of requests")]
async fn an_error_deep_in_a_body_names_the_field() {
    let app = spawn_app().await;
    let (at, ann, _) = app.duel().await;
    let put = format!("{at}/seats/0/decisions/0");
    let draw = |cells: Value| json!({ "game": "cartographers", "command": { "type": "draw", "cells": cells, "terrain": "forest" } });
    let seats = json!([{ "kind": "me" }, { "kind": "bot", "bot": "cat" }]);
    let open = |more: Value| {
        let mut body = json!({ "game": "cartographers", "seats": 2 });
        body.as_object_mut()
            .unwrap()
            .extend(more.as_object().unwrap().clone());
        body
    };
    let plan = |more: Value| {
        let mut body = json!({ "game": "cartographers", "count": 1, "line_ups": [[{ "kind": "bot", "bot": "greedy" }]] });
        body.as_object_mut()
            .unwrap()
            .extend(more.as_object().unwrap().clone());
        body
    };
    let pick = json!({ "command": { "cards": ["city1", "city9"], "type": "pick" }, "game": "bunny_kingdom" });
    let pay = json!({ "game": "builders_biomes", "command": { "type": "build", "stack": "stack-11", "space": [0, 0], "payment": { "wood": 300 } } });
    let kind = json!({ "game": "cartographers", "command": { "type": "paint", "cells": [] } });
    let missing =
        json!({ "game": "cartographers", "command": { "type": "draw", "terrain": "forest" } });
    let beginners =
        json!({ "game": "builders_biomes", "seats": 2, "options": { "beginners": [0, "one"] } });
    let groups = json!({ "game": "big_monster", "position": { "groups": [{ "tiles": [] }] } });
    let forked = format!("{at}/forks");
    let cases: Vec<(&str, &str, Value)> = vec![
        (
            &put,
            "/command/cells/3/1",
            draw(json!([[0, 0], [0, 1], [0, 2], [0, "three"]])),
        ),
        (&put, "/command/cells/1", draw(json!([[0, 0], [0]]))),
        (&put, "/command/cells/0", draw(json!([[0, 0, 1]]))),
        (
            &put,
            "/command/cells/2",
            draw(json!([[0, 0], [0, 1], [0, 0], [0, 3]])),
        ),
        (&put, "/command/cards/1", pick),
        (&put, "/command/payment/wood", pay),
        (&put, "/command/type", kind),
        (&put, "/command", missing),
        ("/v1/games/big_monster/legal", "/position/groups/0", groups),
        (
            "/v1/matches",
            "/seats/1/bot",
            open(json!({ "seats": seats })),
        ),
        (
            "/v1/matches",
            "/seats/1/kind",
            open(json!({ "seats": [{ "kind": "me" }, { "kind": "cat" }] })),
        ),
        (
            "/v1/matches",
            "/options/edition",
            open(json!({ "options": { "edition": "home" } })),
        ),
        (
            "/v1/matches",
            "/options/hexes",
            open(json!({ "options": { "skills": true, "hexes": 1 } })),
        ),
        ("/v1/matches", "/options/beginners/1", beginners),
        ("/v1/matches", "/seed", open(json!({ "seed": "0" }))),
        (
            &forked,
            "/seats/1/bot",
            json!({ "step": 1, "chance": "keep", "seats": seats }),
        ),
        (
            "/v1/batches",
            "/line_ups/0/1/bot",
            plan(
                json!({ "line_ups": [[{ "kind": "bot", "bot": "greedy" }, { "kind": "bot", "bot": "cat" }]] }),
            ),
        ),
        (
            "/v1/batches",
            "/options/edition",
            plan(json!({ "options": { "edition": "home" } })),
        ),
    ];
    for (path, pointer, body) in cases {
        let reply = if path == put {
            app.put(path, &ann.token, &body).await
        } else {
            app.post(path, Some(&ann.token), &body).await
        };
        assert_eq!(reply.code(), "malformed_body", "{path} {body}");
        assert_eq!(
            reply.json()["pointer"],
            pointer,
            "{path} {body}: {}",
            reply.text
        );
    }
}

#[tokio::test]
async fn a_parameter_that_cannot_be_read_is_named() {
    let app = spawn_app().await;
    let counted = "/v1/stats/query?metric=final_score";
    for (path, name) in [
        (format!("{counted}&game=chess"), "game"),
        (format!("{counted}&game=cartographers&min_n=few"), "min_n"),
        ("/v1/matches?status=lost".to_owned(), "status"),
        (
            "/v1/stats/heatmap?game=cartographers&min_n=-1".to_owned(),
            "min_n",
        ),
    ] {
        let reply = app.get(&path, None).await;
        assert_eq!(reply.code(), "malformed_query", "{path}");
        let detail = reply.json()["detail"].as_str().unwrap().to_owned();
        assert!(
            detail.starts_with(&format!("`{name}`: ")),
            "{path}: {detail}"
        );
    }
}

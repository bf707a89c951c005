//! The position read off a view, and that both give one legal list and one set of sheets.

use domain::{GameId, Seat, View, Viewer};
use serde_json::{Value, json};

use super::imagine;
use crate::{
    options::{option_sets, tables},
    playout::Playout,
};

#[test]
fn a_position_read_off_a_view_has_its_legal_list_and_its_sheets() {
    for (game, read_off) in READERS {
        let (mut said, mut all) = (0, 0);
        for (nth, options) in option_sets(game).iter().enumerate() {
            for seats in tables(options).into_iter().filter(|seats| *seats <= 6) {
                let seed = u8::try_from(nth).unwrap() * 10 + seats;
                Playout::new(options, seats, seed).visit(60, |state, step| {
                    let view = state.view(Viewer::Seat(step.seat));
                    all += 1;
                    said += usize::from(is_told(read_off, &view, step.seat));
                });
            }
        }
        // Explorers are chosen before there are zones; all else can be said.
        assert!(said * 100 > all * 90, "{game:?}: {said} of {all} steps");
    }
}

/// Whether a position can tell of the view; then it is the same to whoever decides.
fn is_told(read_off: ReadOff, view: &View, me: Seat) -> bool {
    let written = serde_json::to_value(view).unwrap();
    let name = written["game"].as_str().unwrap();
    let view_of = &written["view"];
    let Some((position, turned)) = read_off(view_of, me) else {
        return false;
    };
    let told = imagine(name, &position);
    let told = told.unwrap_or_else(|refused| panic!("{refused:?}\n{position}\n{view}"));
    assert_eq!(told.legal(), view.legal(), "{position}\n{view}");
    let (sheets, expected) = (told.scores(), view.scores());
    for (seat, sheet) in sheets.iter() {
        let there = Seat((seat.0 + turned) % sheets.seats());
        assert_eq!(sheet, &expected[there], "{position}\n{view}");
    }
    true
}

/// The position that a view tells of, and by how many seats it is turned.
type ReadOff = fn(&Value, Seat) -> Option<(Value, u8)>;

/// Whose views are read off.
const READERS: [(GameId, ReadOff); 4] = [
    (GameId::Cartographers, |view, me| {
        Some((cartographers(view, me), me.0))
    }),
    (GameId::BunnyKingdom, |view, me| {
        Some((bunny_kingdom(view, me), 0))
    }),
    (GameId::BuildersBiomes, |view, me| {
        Some((builders_biomes(view, me), 0))
    }),
    (GameId::BigMonster, |view, me| {
        Some((big_monster(view, me)?, 0))
    }),
];

fn list(value: &Value) -> Vec<Value> {
    value.as_array().unwrap().clone()
}

fn each(value: &Value, read: impl Fn(&Value) -> Value) -> Value {
    value.as_array().unwrap().iter().map(read).collect()
}

fn cartographers(view: &Value, me: Seat) -> Value {
    let sheets = list(&view["sheets"]);
    let turned = |mut seats: Vec<Value>| {
        seats.rotate_left(me.0.into());
        seats
    };
    let keys = ["map", "coins", "spent", "coins_left", "skill"];
    let sheet = |it: &Value| -> Value {
        let read = keys.iter().map(|key| ((*key).to_owned(), it[key].clone()));
        Value::Object(read.collect())
    };
    let players = u64::try_from(sheets.len()).unwrap();
    let mut others: Vec<Value> = turned(sheets.iter().map(sheet).collect());
    let mut position = others.remove(0);
    let drawn = view["drawn"].get(0).map(|it| {
        json!({ "terrain": it["terrain"], "cells": it["cells"], "shape": it["shape"], "skill": it["skill"] })
    });
    let seat = |seat: &Value| json!((seat.as_u64().unwrap() + players - u64::from(me.0)) % players);
    let more = json!({
        "side": view["options"]["side"], "options": view["options"],
        "edicts": view["edicts"], "season": view["season"], "card": view["card"],
        "ruins_duty": view["ruins_duty"], "skills": view["skills"], "duty": view["duty"],
        "drawn": drawn, "players": players, "others": others,
        "acrobats": each(&view["acrobats"], seat),
        "scored": each(&view["scored"], |scores| Value::Array(turned(list(scores)))),
    });
    let more = more.as_object().unwrap().clone();
    position.as_object_mut().unwrap().extend(more);
    position
}

fn bunny_kingdom(view: &Value, me: Seat) -> Value {
    let seats = &view["seats"];
    let own = &seats[usize::from(me.0)];
    let of = |key: &str| each(seats, |it| it[key].clone());
    let known = |it: &Value| it["parchments"].as_array().cloned().unwrap_or_default();
    let mut others = list(&of("kept"));
    others[usize::from(me.0)] = json!([]);
    let is_pick = view["duty"] == "pick";
    json!({
        "players": seats.as_array().unwrap().len(), "me": me, "squares": view["board"],
        "parchments": each(seats, |it| Value::Array(known(it))),
        "parchment_counts": of("parchment_count"), "copies": of("copies"),
        "camps_played": of("camps_played"), "points": of("points"),
        "hand": is_pick.then(|| own["hand"].clone()),
        "kept": own["kept"], "others_kept": others, "round": view["round"], "turn": view["turn"],
        "harvests": view["harvests"], "harvests_held": list(&view["harvests"]).len(),
        "duty": view["duty"], "camp": view["camp"], "saved_camps": view["saved_camps"],
        "waiting_camps": view["waiting_camps"],
        "done": view["done"], "trades": own["trades"],
    })
}

fn builders_biomes(view: &Value, me: Seat) -> Value {
    let player = |it: &Value| {
        let returned = list(&it["mobs"])
            .into_iter()
            .filter(|won| won["returned"] == true);
        json!({
            "board": it["board"], "xp": it["xp"], "supply": it["supply"], "weapons": it["weapons"],
            "at": it["at"], "hoes": it["hoes"], "hoe_xp": it["hoe_xp"], "tnt_used": it["tnt_used"],
            "built": each(&it["built"], |one| json!({ "building": one["building"], "space": one["space"] })),
            "mobs": each(&it["mobs"], |won| won["mob"].clone()),
            "returned": returned.map(|won| won["mob"].clone()).collect::<Vec<_>>(),
        })
    };
    let names = |value: Vec<String>| value.into_iter();
    let stacks = names(
        (1..=4)
            .flat_map(|row| (1..=4).map(move |col| format!("stack-{row}{col}")))
            .collect(),
    );
    let stacks = stacks.zip(list(&view["overworld"]["stacks"]));
    let stacks = stacks.filter_map(|(at, it)| {
        let tiles = list(&it["tiles"]);
        let top = tiles.last().filter(|_| it["face_up"] == true).cloned();
        (!tiles.is_empty()).then(|| json!({ "at": at, "left": tiles.len(), "face_up": top }))
    });
    let rim = [("0", ""), ("", "5"), ("5", ""), ("", "0")];
    let slots = rim
        .iter()
        .flat_map(|(row, col)| (1..=4).map(move |nth| format!("slot-{row}{nth}{col}")));
    let slots = slots.zip(list(&view["overworld"]["slots"]));
    let slots = slots.filter(|(_, it)| !it.is_null());
    let slots = slots.map(|(at, it)| json!({ "at": at, "weapon": it["weapon"] }));
    let held = match view["round"].as_str() {
        None => 0,
        Some("A") => 1,
        Some("B") => 2,
        Some(_) => 3,
    };
    let scoring = view["duty"] == "feature";
    let fight = &view["fight"];
    let keys = ["stack", "revealed", "pickaxes", "tnt", "tnt_used"];
    let fight = (!fight.is_null()).then(|| {
        let read = keys
            .iter()
            .map(|key| ((*key).to_owned(), fight[key].clone()));
        Value::Object(read.collect())
    });
    json!({
        "players": each(&view["players"], player), "options": view["options"],
        "rounds_held": held - u8::from(scoring), "cube": view["cube"],
        "stacks": stacks.collect::<Vec<_>>(), "slots": slots.collect::<Vec<_>>(),
        "me": me, "actions": view["actions"], "duty": view["duty"], "active": view["active"],
        "fight": fight, "scores": view["scores"],
    })
}

fn big_monster(view: &Value, me: Seat) -> Option<Value> {
    if view["duty"] == "explorer" {
        return None;
    }
    let seats = &view["seats"];
    let own = &seats[usize::from(me.0)];
    let zone = |it: &Value| {
        let tile = |it: &Value| json!({ "tile": it["tile"], "x": it["x"], "y": it["y"] });
        json!({ "explorer": it["zone"]["explorer"], "tiles": each(&it["zone"]["tiles"], tile) })
    };
    let passes = (0..)
        .zip(list(seats))
        .filter(|(_, it)| !it["passed_to"].is_null());
    let passed: Vec<Value> = passes
        .map(|(from, it): (u8, _)| json!({ "from": from, "to": it["passed_to"] }))
        .collect();
    let duty = view["duty"].as_str()?;
    let drafts = matches!(duty, "draft" | "keep");
    let discards = list(&view["discards"]).into_iter();
    let discards = discards.filter_map(|it| it["tiles"].get(0).cloned());
    let discards: Vec<Value> = discards.filter(|_| duty == "discard").collect();
    let mut options = view["options"].clone();
    options["mode"] = view["mode"].clone();
    Some(json!({
        "zones": each(seats, zone), "options": options,
        "tokens": each(seats, |it| it["tokens"].clone()),
        "missions": view["missions"], "dragon": view["dragon"], "me": me,
        "tile": (duty == "place").then(|| own["kept"].clone()),
        "hand": if drafts { own["hand"]["tiles"].clone() } else { json!([]) },
        "passed": if drafts { passed } else { Vec::new() },
        "discards": discards, "groups": view["groups"], "picked": view["picked"],
        "taken_out": view["taken_out"],
    }))
}

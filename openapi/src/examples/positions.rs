//! Positions as someone would write them by hand.

use domain::GameId;
use serde_json::{Value, json};

/// A position to be scored.
pub(super) fn scored(game: GameId) -> Value {
    match game {
        GameId::Cartographers => json!({ "game": "cartographers", "position": {
            "map": [
                "...........", "...M.......", "FF.......M.", "FF.........", "...........",
                "...V.M.....", "..VV.......", ".....WW....", ".M...W.....", ".......M...",
                "...........",
            ],
            "edicts": ["sentinel_wood", "canal_lake", "wildholds", "borderlands"],
            "coins": 2,
            "card": "E07",
        } }),
        GameId::BunnyKingdom => json!({ "game": "bunny_kingdom", "position": {
            "players": 2,
            "squares": [
                { "at": "A2", "owner": 0, "building": { "type": "city", "strength": 2 } },
                { "at": "A3", "owner": 0, "building": { "type": "farm", "resource": "mushroom" } },
                { "at": "A4", "owner": 0 },
                { "at": "D3", "owner": 0 },
                { "at": "D4", "owner": 0, "building": { "type": "trading_post", "choice": "fish" } },
                { "at": "A5", "owner": 1 },
            ],
            "parchments": [["carrot_king", "left_glove"], ["matriarch"]],
            "kept": ["sky_tower"],
        } }),
        GameId::BuildersBiomes => json!({ "game": "builders_biomes", "position": {
            "players": [
                {
                    "xp": 7,
                    "built": [
                        { "building": "bld-15", "space": [0, 0] },
                        { "building": "bld-19", "space": [0, 1] },
                    ],
                    "mobs": ["mob-02"],
                    "supply": { "wood": 2, "sand": 1, "emerald": 1 },
                    "at": "x-11",
                },
                { "built": [{ "building": "bld-05", "space": [2, 2] }] },
            ],
            "rounds_held": 1,
            "stacks": [
                { "at": "stack-11", "left": 3, "face_up": "bld-03" },
                { "at": "stack-12", "left": 4 },
                { "at": "stack-21", "left": 2, "face_up": "mob-19" },
            ],
            "slots": [{ "at": "slot-10", "weapon": "iron_sword" }],
            "actions": ["explore"],
        } }),
        GameId::BigMonster => json!({ "game": "big_monster", "position": {
            "zones": [
                { "explorer": "exp_pink_f", "tiles": [
                    { "tile": "ice_orange", "x": 1, "y": -2 },
                    { "tile": "radio_twin", "x": 1, "y": -3 },
                    { "tile": "lake_left", "x": 2, "y": 0 },
                    { "tile": "lake_right", "x": 3, "y": 0 },
                    { "tile": "grass_kinds", "x": 0, "y": 2 },
                    { "tile": "rune_green", "x": -1, "y": 1 },
                ] },
                { "explorer": "exp_red_m", "tiles": [
                    { "tile": "rune_double", "x": 2, "y": 1 },
                    { "tile": "swamp", "x": -1, "y": 0 },
                ] },
            ],
            "tokens": [[{ "type": "mission", "mission": "kinds", "scope": "individual" }], []],
            "missions": [{ "mission": "rune", "individual": true, "team": false }],
            "tile": "desert",
        } }),
    }
}

/// A position in the middle of a decision.
pub(super) fn decided(game: GameId) -> Value {
    match game {
        GameId::Cartographers => json!({ "game": "cartographers", "position": {
            "map": [
                "...........", "...M.......", "FF.......M.", "FF.........", "...........",
                "...V.M.....", "..VV.......", "....WWW....", ".M.........", ".......M...",
                "...........",
            ],
            "players": 2,
            "others": [{ "map": [
                "...........", "...M..FF...", ".........M.", "...........", ".....X.....",
                ".....M.....", "...........", "...........", ".M.........", ".......M...",
                "...........",
            ] }],
            "skills": ["search", "acrobatics", "diplomacy"],
            "coins": 1,
            "card": "E07",
            "duty": "after",
            "drawn": { "terrain": "water", "cells": [[7, 4], [7, 5], [7, 6]], "shape": "E07a" },
        } }),
        GameId::BunnyKingdom => json!({ "game": "bunny_kingdom", "position": {
            "players": 2,
            "squares": [{ "at": "A4", "owner": 0 }, { "at": "A5", "owner": 1 }],
            "round": 2,
            "points": [4, 6],
            "kept": ["camp2", "city1"],
            "others_kept": [[], ["camp5"]],
            "camp": { "seat": 1, "camp": 5, "asked": 2 },
        } }),
        GameId::BuildersBiomes => json!({ "game": "builders_biomes", "position": {
            "players": [
                { "at": "x-11", "weapons": ["tnt", "bow", "wooden_sword", "iron_sword"] },
                { "supply": { "wood": 2 } },
            ],
            "stacks": [{ "at": "stack-22", "left": 1, "face_up": "mob-13" }],
            "fight": {
                "stack": "stack-22",
                "revealed": ["bow", "tnt", "wooden_sword", "iron_sword"],
            },
            "actions": ["explore", "fight"],
        } }),
        GameId::BigMonster => json!({ "game": "big_monster", "position": {
            "zones": [
                { "explorer": "exp_pink_f" },
                { "explorer": "exp_red_m", "tiles": [{ "tile": "swamp", "x": -1, "y": 0 }] },
                { "explorer": "exp_green_f" },
            ],
            "hand": ["rune_double", "ice_red", "swamp"],
            "passed": [{ "from": 2, "to": 1 }],
        } }),
    }
}

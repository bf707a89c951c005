//! Positions with everything on the table that few matches come to.

use domain::GameId;
use serde_json::{Value, json};

use super::printed;

/// Some positions, as they are written for a game.
type Positions = fn() -> Vec<Value>;

/// Where matches leave values of a box unused, what makes up the positions that use them.
const OF: [(GameId, Positions); 8] = [
    (GameId::Cartographers, played_alone),
    (GameId::Cartographers, purses),
    (GameId::BunnyKingdom, realms),
    (GameId::BuildersBiomes, fights),
    (GameId::BigMonster, zones),
    (GameId::BigMonster, ended_by_explorer),
    (GameId::BigMonster, lands_of_explorers),
    (GameId::BigMonster, missions),
];

/// All of them, as they are written for the game.
pub(super) fn of(game: GameId) -> Vec<Value> {
    let of_game = OF.iter().filter(|(of, _)| *of == game);
    of_game.flat_map(|(_, positions)| positions()).collect()
}

/// 9.6: matches of one seat that are over, with four scoring cards each until all were used.
fn played_alone() -> Vec<Value> {
    let printed = printed(GameId::Cartographers);
    let cards = printed["scoring_cards"].as_array().unwrap();
    let cards: Vec<&Value> = cards.iter().map(|card| &card["id"]).collect();
    let season = |edicts: [&Value; 2]| {
        let paid = edicts.map(|edict| json!({ "edict": edict, "points": 20, "cells": [] }));
        json!([{ "edicts": paid, "coins": 0, "monsters": 0, "monster_cells": [] }])
    };
    let empty = vec![".".repeat(11); 11];
    let over = |four: &[&Value]| {
        let scored = [0, 1, 2, 3].map(|nth| season([four[nth], four[(nth + 1) % 4]]));
        json!({
            "map": empty,
            "players": 1,
            "season": "winter",
            "edicts": four,
            "scored": scored,
        })
    };
    cards.chunks(4).map(over).collect()
}

/// 13.2: all skills at each moment they are for, with few coins to pay for them and none.
fn purses() -> Vec<Value> {
    let printed = printed(GameId::Cartographers);
    let cards = printed["skill_cards"].as_array().unwrap();
    let skills: Vec<&Value> = cards.iter().map(|card| &card["id"]).collect();
    let mut map = vec![".".repeat(11); 11];
    map[0] = "AA.X.......".to_owned();
    let drawn = json!({ "terrain": "farm", "cells": [[0, 0], [0, 1]], "shape": "E08a" });
    // Without a coin nothing can be done before an ambush.
    let moments = [
        ("draw", "E08", None, 0),
        ("after", "E08", Some(drawn), 0),
        ("before", "A01", None, 1),
    ];
    let at = |(duty, card, drawn, fewest): (&str, &str, Option<Value>, u8)| {
        let purse = |coins: u8| {
            json!({
                "map": map,
                "skills": skills,
                "coins": coins,
                "card": card,
                "duty": duty,
                "drawn": drawn,
            })
        };
        (fewest..=6).map(purse).collect::<Vec<_>>()
    };
    moments.into_iter().flat_map(at).collect()
}

/// One seat with all parchments and from no square to all of them.
fn realms() -> Vec<Value> {
    let printed = printed(GameId::BunnyKingdom);
    let cards = printed["cards"]["other"].as_array().unwrap();
    let parchments = cards.iter().filter(|card| card["kind"] == "parchment");
    let parchments: Vec<&Value> = parchments.map(|card| &card["card_id"]).collect();
    let squares = printed["board"]["squares"].as_array().unwrap().iter();
    let squares: Vec<Value> = squares
        .map(|square| json!({ "at": square["id"], "owner": 0 }))
        .collect();
    let realm = |count: usize| json!({ "players": 2, "squares": squares[..count], "parchments": [parchments, []] });
    (0..=squares.len()).map(realm).collect()
}

/// 8.2 and 11.1: every mob before a player whose weapons just beat it, and whose buildings
/// have every feature that mobs are paid for at the end.
fn fights() -> Vec<Value> {
    let printed = printed(GameId::BuildersBiomes);
    let spaces = (0..9).map(|nth| json!([nth / 3, nth % 3]));
    let buildings = (1..).step_by(5).map(|nth| format!("bld-{nth:02}"));
    let built: Vec<Value> = spaces
        .zip(buildings)
        .map(|(space, building)| json!({ "building": building, "space": space }))
        .collect();
    let mut cube = vec![json!([]); 16];
    cube[0] = json!([null]);
    let before = |mob: &Value| {
        let weapons = weapons_of(mob["hearts"].as_u64().unwrap());
        json!({
            "players": [{ "at": "x-11", "weapons": weapons, "built": built }, {}],
            "stacks": [{ "at": "stack-22", "left": 1, "face_up": mob["id"] }],
            "actions": ["explore"],
            "cube": cube,
        })
    };
    let mobs = printed["mob_tiles"].as_array().unwrap().iter();
    mobs.map(before).collect()
}

/// Three weapons with so many hearts together.
fn weapons_of(hearts: u64) -> [&'static str; 3] {
    let potato = "poisonous_potato";
    match hearts {
        1 => [potato, potato, "wooden_sword"],
        2 => [potato, potato, "stone_sword"],
        3 => [potato, potato, "iron_sword"],
        4 => [potato, potato, "diamond_sword"],
        5 => [potato, "wooden_sword", "diamond_sword"],
        _ => [potato, "stone_sword", "diamond_sword"],
    }
}

/// Every explorer beside two rows of tiles.
fn zones() -> Vec<Value> {
    let printed = printed(GameId::BigMonster);
    let tiles = ["monster_tile_types", "special_tile_types"]
        .iter()
        .flat_map(|list| printed[list].as_array().unwrap())
        .filter(|tile| tile["shape"] == "portrait");
    let tiles: Vec<&Value> = tiles.map(|tile| &tile["id"]).collect();
    let zone = |explorer: &Value, tiles: &[&Value]| {
        let laid = (2..).zip(tiles);
        let laid: Vec<Value> = laid
            .map(|(x, tile)| json!({ "tile": tile, "x": x, "y": 0 }))
            .collect();
        json!({ "zones": [{ "explorer": explorer["id"], "tiles": laid }] })
    };
    let explorers = printed["explorers"].as_array().unwrap().iter();
    let rows = || tiles.windows(18).step_by(4);
    explorers
        .flat_map(|explorer| rows().map(move |row| zone(explorer, row)))
        .collect()
}

/// Section 11: every explorer with something of all that explorers are paid for. The
/// mutant lies between two beams, and the lava tiles complete crystals.
fn ended_by_explorer() -> Vec<Value> {
    let row = [
        "ice_red",
        "lake_left",
        "lake_right",
        "lava_purple_s",
        "lava_purple_n",
        "rune_double",
        "grass_rune",
        "desert",
        "ice_blue",
        "sp_gold",
        "sp_unicorn_a",
    ];
    let row = (2..).zip(row).map(|(x, tile)| (tile, x, 0));
    let beams = [("radio_twin", 2, -1), ("radio_single", 1, 2)];
    let laid = row.chain(beams);
    let laid: Vec<Value> = laid
        .map(|(tile, x, y)| json!({ "tile": tile, "x": x, "y": y }))
        .collect();
    let tokens = json!([[
        { "type": "mission", "mission": "ice", "scope": "individual" },
        { "type": "dragon" },
    ]]);
    let printed = printed(GameId::BigMonster);
    let explorers = printed["explorers"].as_array().unwrap().iter();
    explorers
        .map(|it| json!({ "zones": [{ "explorer": it["id"], "tiles": laid }], "tokens": tokens }))
        .collect()
}

/// Section 11: every explorer beside four kinds of land, for whom one land more fulfills the
/// mission.
fn lands_of_explorers() -> Vec<Value> {
    let printed = printed(GameId::BigMonster);
    let tiles = ["lake_left", "lava_green", "swamp", "grass_kinds"];
    let laid = in_two_lines(&printed, &tiles);
    let missions = json!([{ "mission": "kinds", "individual": true, "team": false }]);
    let explorers = printed["explorers"].as_array().unwrap().iter();
    explorers
        .map(|it| json!({ "zones": [{ "explorer": it["id"], "tiles": laid }], "missions": missions }))
        .collect()
}

/// 7.2 and 7.3: two partners who get tiles in turn, until each mission is fulfilled by the
/// first of them and by both, with its individual token there and without.
fn missions() -> Vec<Value> {
    let printed = printed(GameId::BigMonster);
    let position = |mission: &str, individual: bool, [first, second]: [&[&str]; 2]| {
        let zone = |explorer: &str, tiles: &[&str]| json!({ "explorer": explorer, "tiles": in_two_lines(&printed, tiles) });
        json!({
            "options": { "mode": "team_draft" },
            "zones": [
                zone("exp_blue_m", first),
                zone("exp_red_f", &[]),
                zone("exp_sp_mutant2", second),
                zone("exp_sp_dragon", &[]),
            ],
            "missions": [{ "mission": mission, "individual": individual, "team": true }],
        })
    };
    let mut positions = Vec::new();
    for (mission, [first, second]) in what_missions_count() {
        for count in 0..=2 * first.len().max(second.len()) {
            let zones = [
                &first[..first.len().min(count.div_ceil(2))],
                &second[..second.len().min(count / 2)],
            ];
            positions.extend([true, false].map(|is| position(mission, is, zones)));
        }
    }
    positions
}

/// 7.5: the tiles for each mission that two partners get, more than both together need.
fn what_missions_count() -> [(&'static str, [Vec<&'static str>; 2]); 9] {
    let words = |tiles: [&'static str; 2]| tiles.map(|it| it.split(' ').collect());
    [
        ("desert", ["desert desert desert desert"; 2]),
        (
            "rune",
            [
                "rune_green rune_green rune_green rune_blue_n rune_blue_n",
                "rune_pink_n rune_pink_n rune_pink_n rune_pink_s rune_pink_s",
            ],
        ),
        (
            "big_monster",
            ["lake_left lake_left lake_right lake_right"; 2],
        ),
        (
            "swamp_grass",
            [
                "swamp grass_kinds swamp grass_rune swamp",
                "swamp grass_lava swamp grass_grass grass_missions",
            ],
        ),
        (
            "kinds",
            [
                "ice_red lake_left lava_green swamp grass_kinds desert",
                "rune_green desert grass_rune swamp lava_green lake_left",
            ],
        ),
        (
            "lava",
            ["lava_green lava_green lava_green lava_green lava_green"; 2],
        ),
        // Lines of lava tiles complete blue crystals between four tiles of one kind, and
        // pink and green ones between the others.
        (
            "crystals",
            [
                "lava_blue_s lava_blue_n lava_blue_s lava_blue_n \
                 lava_green lava_green lava_green lava_green grass_crystal",
                "lava_green lava_green lava_green lava_green lava_green lava_green \
                 lava_blue_s lava_blue_n lava_blue_s lava_blue_n grass_green_crystal",
            ],
        ),
        (
            "ice",
            [
                "ice_red ice_red ice_red ice_red ice_red ice_red",
                "ice_green ice_green ice_green ice_green ice_green ice_green",
            ],
        ),
        (
            "radioactive",
            [
                "radio_single radio_single radio_single radio_single",
                "radio_single radio_single radio_twin",
            ],
        ),
    ]
    .map(|(mission, tiles)| (mission, words(tiles)))
}

/// Tiles of one size beside an explorer, in two lines and column by column.
fn in_two_lines(printed: &Value, tiles: &[&str]) -> Vec<Value> {
    let size = |tile: &str| {
        let types = printed["monster_tile_types"].as_array().unwrap();
        let record = types.iter().find(|it| it["id"] == tile).unwrap();
        [&record["w"], &record["h"]].map(|it| usize::try_from(it.as_u64().unwrap()).unwrap())
    };
    let lay = |(nth, &tile): (usize, &&str)| {
        let [width, height] = size(tile);
        json!({ "tile": tile, "x": 2 + width * (nth / 2), "y": height * (nth % 2) })
    };
    tiles.iter().enumerate().map(lay).collect()
}

//! What is counted, besides what is counted of every game.

use super::super::{
    components::{Color, Terrain, TileKind},
    explorers::Explorer,
    labels,
    missions::{Mission, Scope},
    names::{full_name, mission_name},
    setup::Mode,
    tiles::Tile,
    tokens::Token,
};
use crate::{
    facts::{Metric, Unit, metric::Row, word},
    words::{capital, common},
};

/// What teams are called, that of seat 0 first.
pub(super) const TEAMS: [&str; 3] = ["a", "b", "c"];

/// What is counted, besides what is counted of every game.
pub(super) fn catalogue() -> Vec<Metric> {
    let mut metrics = points();
    metrics.extend(COUNTED.map(Metric::row));
    metrics.extend(Terrain::ALL.map(|terrain| {
        let terrain = word(&terrain);
        let title = format!("Tiles of {terrain}");
        let definition = "Tiles of this terrain the seat placed.";
        Metric::measure(
            &format!("tiles.{terrain}"),
            &title,
            Unit::Pieces,
            definition,
        )
    }));
    metrics.extend(Color::ALL.map(|color| {
        let title = format!("Crystals: {}", color.id());
        let definition = "Complete crystals of this color in the zone at the end.";
        let id = format!("crystals.{}", color.id());
        Metric::measure(&id, &title, Unit::Pieces, definition)
    }));
    let definition = "The explorer the seat chose.";
    let explorer = Metric::dimension("explorer", "Explorer", definition);
    metrics.push(explorer.one_of(Explorer::ALL).or_none());
    let definition = "The seat's team, `a` for that of seat 0; `none` without teams.";
    let team = Metric::dimension("team", "Team", definition);
    metrics.push(team.one_of(TEAMS).or_none());
    metrics.extend(of_the_table());
    metrics.extend(CHOICES.map(Metric::choice));
    metrics
}

const CHOICES: [[&str; 3]; 6] = [
    [
        "explorer_kept",
        "Explorer kept",
        "The two explorers dealt were offered; the one that was kept was taken.",
    ],
    [
        "tile",
        "Tile kept",
        "Draft: each different tile in hand was offered; the one that was kept was taken, also where \
         the ship was lost and both were chosen again. Variant: each different tile of the groups that were open; the one that was taken.",
    ],
    [
        "removed",
        "Tile removed",
        "Variant: each different tile left in the group of the tile taken was offered; the one \
         removed from the game was taken.",
    ],
    [
        "ship",
        "Ship",
        "Draft: `own`, `partner` and `other`, as far as such a ship could be used, were offered; \
         the one that the pile was for was taken, also where an earlier seat took that ship.",
    ],
    [
        "discard",
        "Tile from the discards",
        "At the end of the game: each different tile of the discards was offered, and so was \
         `none` if none might be taken; one was taken.",
    ],
    [
        "gift",
        "Token kept or given",
        "Yeti or panda was placed: `keep` and `give` were offered; what was done with the token \
         was taken.",
    ],
];

/// The rows of the score pad.
pub(super) const ROWS: [[&str; 3]; 8] = [
    ["ice", "Points from ice", "What tiles of the ice paid."],
    [
        "big_monster",
        "Points from big monsters",
        "What big monsters and their halves paid.",
    ],
    [
        "lava",
        "Points from lava",
        "What dragons and gold diamonds paid.",
    ],
    [
        "grassland",
        "Points from grassland",
        "What tiles of the grassland paid.",
    ],
    ["swamp", "Points from swamp", "What swamp tiles paid."],
    [
        "crystals",
        "Points from crystals",
        "What complete crystals paid.",
    ],
    [
        "explorer",
        "Points from the explorer",
        "What the explorer paid at the end.",
    ],
    [
        "missions",
        "Points from tokens",
        "What missions, penalty, angry dragon, yeti and panda tokens paid, less what they cost.",
    ],
];

fn points() -> Vec<Metric> {
    let rows = ROWS.map(|[id, title, definition]| Metric::points(id, title, definition));
    let tiles = Tile::ALL.into_iter().filter_map(|tile| {
        let id = format!("{}.{tile}", row(tile)?);
        let title = format!("Points from {}", full_name(tile));
        let definition = "What all tiles of this kind paid. Unknown for who has none.";
        Some(Metric::points(&id, &title, definition))
    });
    let crystals = Color::ALL.map(|color| {
        let title = format!("Points from {} crystals", color.id());
        let definition = "What complete crystals of this color paid. Unknown for who has none.";
        Metric::points(&format!("crystals.{}", color.id()), &title, definition)
    });
    let tokens = tokens().into_iter().map(|token| {
        let title = format!("Points from {}", common(&labels::line(&token.source())));
        let definition = "What tokens of this kind paid. Unknown for who has none.";
        Metric::points(&token.source(), &title, definition)
    });
    let lines = tiles.chain(crystals).chain(tokens);
    rows.into_iter().chain(lines).collect()
}

/// The row in which tiles of a kind have a line of their own, if they have.
fn row(tile: Tile) -> Option<&'static str> {
    match tile.record().kind {
        TileKind::Mutant | TileKind::Yeti => Some("ice"),
        TileKind::Objective | TileKind::Unicorn | TileKind::Panda => Some("grassland"),
        TileKind::Radioactive
        | TileKind::BigMonsterHalf
        | TileKind::Dragon
        | TileKind::Swamp
        | TileKind::Desert
        | TileKind::Rune
        | TileKind::GoldDiamond => None,
    }
}

/// Every kind of token.
fn tokens() -> Vec<Token> {
    let missions = [Scope::Individual, Scope::Team]
        .into_iter()
        .flat_map(|scope| Mission::ALL.map(|mission| Token::Mission { mission, scope }));
    let others = [
        Token::Penalty {},
        Token::Dragon {},
        Token::Yeti {},
        Token::Panda {},
    ];
    missions.chain(others).collect()
}

const COUNTED: [Row; 17] = [
    (
        "turn_order",
        "Turn order",
        Unit::Rank,
        "Variant: the seat's place in the order of the first turn, 1 for whoever began. Unknown in \
         drafts, where all choose at once.",
    ),
    ("tiles", "Tiles", Unit::Pieces, "Tiles the seat placed."),
    (
        "mutants",
        "Mutants",
        Unit::Pieces,
        "Mutants in the zone at the end.",
    ),
    (
        "mutations",
        "Mutations",
        Unit::Pieces,
        "The levels of all mutants at the end, added up.",
    ),
    (
        "mutants_of_level_2",
        "Mutants of level 2",
        Unit::Pieces,
        "Mutants that have mutated twice at the end.",
    ),
    (
        "big_monsters",
        "Big monsters",
        Unit::Pieces,
        "Complete big monsters in the zone at the end.",
    ),
    (
        "lone_halves",
        "Lone halves",
        Unit::Pieces,
        "Halves of big monsters without the other at the end.",
    ),
    (
        "terrains",
        "Terrains",
        Unit::Pieces,
        "Different terrains in the zone at the end, as missions count them.",
    ),
    (
        "radioactive_monsters",
        "Radioactive monsters",
        Unit::Pieces,
        "Radioactive monsters in the zone at the end, with those of the explorer.",
    ),
    (
        "rune_monsters",
        "Rune monsters",
        Unit::Pieces,
        "Rune monsters in the zone at the end.",
    ),
    (
        "angry_dragons",
        "Angry dragons",
        Unit::Pieces,
        "Angry dragons on tiles and on tokens at the end.",
    ),
    (
        "gold_diamonds",
        "Gold diamonds",
        Unit::Pieces,
        "Gold diamonds in the zone at the end, with that of the explorer.",
    ),
    (
        "missions_alone",
        "Missions fulfilled alone",
        Unit::Pieces,
        "Missions that paid the seat as a player.",
    ),
    (
        "missions_as_team",
        "Missions fulfilled as a team",
        Unit::Pieces,
        "Missions that paid the seat and its partner together.",
    ),
    (
        "penalties",
        "Penalties",
        Unit::Pieces,
        "1 for having the fewest desert and rune monsters, and 0 for all others.",
    ),
    (
        "own_ship",
        "Own ship",
        Unit::Pieces,
        "How often the seat put its pile on its own ship.",
    ),
    (
        "team_score",
        "Score of the team",
        Unit::Points,
        "The lower of the final scores of the seat and its partner, which ranks their team. \
         Unknown without teams.",
    ),
];

fn of_the_table() -> Vec<Metric> {
    let mode = Metric::dimension("mode", "Mode", "What was played, chosen or by default.")
        .one_of([Mode::TeamDraft, Mode::IndividualDraft, Mode::Variant]);
    let missions = Mission::ALL.map(|mission| {
        let title = format!("{} mission", capital(mission_name(mission)));
        let definition = "`yes` if this mission lies on the board, `no` if not.";
        Metric::yes_no(&format!("mission.{mission}"), &title, definition)
    });
    let metrics = [mode].into_iter().chain(missions);
    metrics.map(Metric::per_match).collect()
}

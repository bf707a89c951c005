//! What is in the box: tiles, what they mutate to, explorers, missions, tokens and crystals.

use domain::{
    games::big_monster::{
        components::{
            BOX, CrystalRecord, Effect, ExplorerRecord, MissionRecord, MutationRecord, Shape,
            TileRecord, TokenKind, TokenRecord,
        },
        explorers::Explorer,
        missions::Mission,
        tiles::Tile,
        zone::{Placed, Zone},
    },
    words::{capital, points, signed},
};
use maud::{Markup, html};

use super::{crystals, missions, seat, small, tile, words, zone};
use crate::{
    board::inventory::{Component, Drawing, Inventory, Kind},
    svg::{
        mark,
        tokens::{INK, INK2, LINE, SEATS, SURFACE},
    },
    words::count,
};

/// Round a tile, for crystals and beams that reach beyond it.
const ROOM: usize = 12;

pub(in crate::board) fn inventory() -> Inventory {
    Inventory {
        tokens: [
            &[SURFACE, INK, INK2, LINE][..],
            &mark::TOKENS,
            &SEATS,
            &super::GROUNDS,
            &super::CRYSTALS,
            &super::SUITS,
        ]
        .concat(),
        css: [
            seat::CSS,
            zone::CSS,
            tile::CSS,
            crystals::CSS,
            missions::CSS,
        ]
        .concat(),
        symbols: super::SYMBOLS,
        kinds: vec![
            tiles("tiles", "Monster tiles", TILES, &BOX.monster_tile_types),
            mutations(),
            explorers(),
            all_missions(),
            crystal_colors(),
            tokens(),
            tiles(
                "snail-tiles",
                "Snail tiles",
                SNAILS,
                &BOX.special_tile_types,
            ),
        ],
        sources: Vec::new(),
    }
}

const TILES: &str = "One picture for each kind. A piece of a crystal waits at the edge; a beam is \
    pale until it hits a mutant.";
const SNAILS: &str = "Extras with a snail on them: if the host plays with them, each replaces a \
    tile of its terrain.";

fn tiles(id: &'static str, name: &'static str, says: &str, of: &'static [TileRecord]) -> Kind {
    Kind {
        id,
        name,
        says: says.to_owned(),
        components: of.iter().map(one_tile).collect(),
    }
}

fn one_tile(record: &'static TileRecord) -> Component {
    let copies = &record.copies;
    let more = match copies.five_plus {
        0 => String::new(),
        more => format!(", {more} of them only with five or six players"),
    };
    let mut says = vec![format!("{}{more}.", count(copies.total.into(), "tile"))];
    says.extend(pays(record));
    let [name, pieces] = split(&words::tile(record.id));
    if !pieces.is_empty() {
        says.push(format!("{}.", capital(&pieces)));
    }
    Component::new(
        record.id.id().to_owned(),
        capital(&name),
        says,
        alone(record.id, 0),
        &record.provenance,
    )
}

/// The name of a tile, and what stands behind its first comma.
fn split(said: &str) -> [String; 2] {
    let (name, rest) = said.split_once(", ").unwrap_or((said, ""));
    [name.to_owned(), rest.to_owned()]
}

/// What a tile pays.
fn pays(record: &TileRecord) -> Option<String> {
    let table = |points: &[i16]| {
        let points: Vec<String> = points.iter().map(|it| signed(*it)).collect();
        points.join(", ")
    };
    if !record.points_by_level.is_empty() {
        let levels = table(&record.points_by_level);
        return Some(format!("Points, level by level: {levels}."));
    }
    if !record.points_table.is_empty() {
        let all = table(&record.points_table);
        return Some(format!("Points for none, one, two and so on: {all}."));
    }
    if record.half.is_some() {
        let (whole, single) = (record.points_complete_pair, record.points_single);
        return Some(format!("{} whole, {single} alone.", points(whole)));
    }
    (record.points != 0).then(|| format!("{}.", points(record.points)))
}

/// A tile by itself at a level.
fn alone(which: Tile, level: u8) -> Drawing {
    let placed = Placed {
        tile: which,
        x: 0,
        y: 0,
        level,
    };
    let zone = Zone {
        explorer: None,
        tiles: vec![placed],
    };
    let (width, height) = match which.record().shape {
        Shape::Landscape => (64, 32),
        Shape::Portrait | Shape::Explorer => (32, 64),
    };
    let drawn = html! {
        (tile::tile(which, level))
        (zone::beams(&zone))
        (crystals::crystals(&zone))
    };
    with_room(width, height, &drawn)
}

fn with_room(width: usize, height: usize, drawn: &Markup) -> Drawing {
    let size = (width + 2 * ROOM, height + 2 * ROOM);
    let drawn = html! { g transform={ "translate(" (ROOM) " " (ROOM) ")" } { (drawn) } };
    Drawing::new(size, size.0 * 3 / 2, drawn)
}

fn mutations() -> Kind {
    Kind {
        id: "mutation-tiles",
        name: "Mutation tiles",
        says: "They cover a mutant that a beam hits. Shown is the last level.".to_owned(),
        components: BOX.mutation_tiles.iter().map(mutation).collect(),
    }
}

fn mutation(record: &'static MutationRecord) -> Component {
    let sides: Vec<_> = std::iter::once(record.front).chain(record.back).collect();
    let level = sides.iter().map(|side| side.level).max();
    let paid = sides
        .iter()
        .map(|side| format!("Level {}: {}.", side.level, points(side.points)));
    let mut says = vec![format!("{}.", count(record.count.into(), "tile"))];
    says.extend(paid);
    let [name, _] = split(&words::tile(record.covers));
    Component::new(
        record.id.clone(),
        capital(&name),
        says,
        alone(record.covers, level.unwrap_or_default()),
        &record.provenance,
    )
}

fn explorers() -> Kind {
    Kind {
        id: "explorers",
        name: "Explorers",
        says: "Each once: whoever plays one begins a zone with it.".to_owned(),
        components: Explorer::ALL.into_iter().map(explorer).collect(),
    }
}

fn explorer(which: Explorer) -> Component {
    let record: &'static ExplorerRecord = which.record();
    let zone = Zone::new(which);
    let drawn = html! {
        (tile::explorer(Some(which), domain::Seat(5)))
        (zone::beams(&zone))
        (crystals::crystals(&zone))
    };
    let pieces = words::pieces(&record.fragments);
    let mut says = vec![format!("{}.", can(record.effect))];
    if !pieces.is_empty() {
        says.push(format!("{}.", capital(pieces.trim_start_matches(", "))));
    }
    if record.special {
        says.push("One of the snail extras.".to_owned());
    } else if record.min_players > 2 {
        says.push(format!("For {} players or more.", record.min_players));
    }
    Component::new(
        which.id().to_owned(),
        words::suit(which).1.to_owned(),
        says,
        with_room(64, 64, &drawn),
        &record.provenance,
    )
}

fn can(effect: Effect) -> String {
    match effect {
        Effect::EndPoints {
            metric,
            points_each,
        } => format!("At the end {}", words::pays(metric, points_each)),
        Effect::MayPassToOwnEmptyShip {} => {
            "May always use their own ship while it is empty".to_owned()
        }
        Effect::ExtraTileFromDiscardsBeforePenalty {} => {
            "Takes a tile from the discards at the end".to_owned()
        }
        Effect::CountsAs {
            tile_of_terrain,
            radioactive_monsters,
            ..
        } => {
            let what = if radioactive_monsters > 0 {
                "a radioactive monster"
            } else {
                "a monster"
            };
            format!("Counts as {what} on {}", words::terrain(tile_of_terrain))
        }
    }
}

fn all_missions() -> Kind {
    let penalty = &BOX.penalty;
    let penalty_drawn = html! { g transform="translate(8 2) scale(1.8)" { (small::of_penalty()) } };
    let penalty = Component::new(
        "penalty".to_owned(),
        "Penalty".to_owned(),
        vec![format!(
            "{} for the fewest deserts and rune monsters.",
            points(penalty.points)
        )],
        Drawing::new((52, 74), 52, penalty_drawn),
        &penalty.provenance,
    );
    Kind {
        id: "missions",
        name: "Missions",
        says: "The first to fulfill a mission takes its token.".to_owned(),
        components: Mission::ALL
            .into_iter()
            .map(mission)
            .chain([penalty])
            .collect(),
    }
}

fn mission(which: Mission) -> Component {
    let record: &'static MissionRecord = which.record();
    let (name, of) = words::mission(which);
    let drawn = html! { g transform="translate(8 2) scale(1.8)" { (small::of_mission(which)) } };
    Component::new(
        format!("mission-{}", which.id()),
        name.to_owned(),
        vec![format!(
            "{} for {} {of}; for a team {}.",
            points(record.points),
            record.individual_target,
            record.team_target
        )],
        Drawing::new((52, 74), 52, drawn),
        &record.provenance,
    )
}

fn crystal_colors() -> Kind {
    Kind {
        id: "crystals",
        name: "Crystals",
        says: "A crystal pays when all its pieces meet.".to_owned(),
        components: BOX.crystals.iter().map(crystal).collect(),
    }
}

fn crystal(record: &'static CrystalRecord) -> Component {
    let color = record.color.id();
    let says = format!(
        "{} pieces, {}. Its pieces are at the {}.",
        record.fragments_needed,
        points(record.points),
        record.place
    );
    let drawn = html! {
        g transform="translate(20 20) scale(1.6)" { (crystals::whole(record.color)) }
    };
    Component::new(
        format!("crystal-{color}"),
        capital(color),
        vec![says],
        Drawing::new((40, 40), 60, drawn),
        &record.provenance,
    )
}

fn tokens() -> Kind {
    Kind {
        id: "tokens",
        name: "Tokens",
        says: "Taken during play and kept in front of a seat.".to_owned(),
        components: BOX.tokens.iter().map(token).collect(),
    }
}

fn token(record: &'static TokenRecord) -> Component {
    let name = match record.kind {
        TokenKind::MissionIndividual => "Mission of a player",
        TokenKind::MissionTeam => "Mission of a team",
        TokenKind::PenaltyIndividual => "Penalty of a player",
        TokenKind::PenaltyTeam => "Penalty of a team",
        TokenKind::Spare => "Spare token",
        TokenKind::AngryDragon => "Angry dragon",
        TokenKind::Yeti => "Yeti",
        TokenKind::Panda => "Panda",
    };
    let of = record
        .mission
        .as_ref()
        .map_or_else(String::new, |it| format!(": {}", it.replace('_', " ")));
    let drawn = html! {
        circle cx="20" cy="20" r="18" fill="var(--raised)" stroke="var(--ink2)" stroke-width="1.5" {}
        text class="points" x="20" y="24.5" fill="var(--ink)" { (signed(record.points)) }
    };
    Component::new(
        record.id.clone(),
        format!("{name}{of}"),
        vec![format!(
            "{}, {} each.",
            count(record.count.into(), "token"),
            points(record.points)
        )],
        Drawing::new((40, 40), 48, drawn),
        &record.provenance,
    )
}

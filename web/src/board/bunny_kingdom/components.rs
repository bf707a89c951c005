//! What is in the box: the board, the territory cards with their squares, and all other cards.

use domain::{
    games::bunny_kingdom::{
        cards::{BuildingKind, Card},
        components::{
            BOX, CardKind, Control, Effect, OtherCard, ParchmentType, PrintedSquare, Requires,
            ResourceRecord, TerrainRecord,
        },
        realm::Realm,
    },
    words::capital,
};
use maud::{Markup, html};

use super::{
    board,
    pieces::{self, Piece},
    words,
};
use crate::{
    board::inventory::{Component, Drawing, Inventory, Kind},
    svg::{
        mark, plate,
        tokens::{INK, INK2, LINE, SEATS, SURFACE},
    },
    words::count,
};

/// The side of a square, which is also that of every card's picture.
const SIDE: usize = board::CELL;
/// How wide a square is shown.
const SHOWN: usize = 66;

const CSS: &str = ".square{font-size:11px;font-weight:700;fill:var(--ink);stroke:var(--surface);\
    stroke-width:3;paint-order:stroke}.worth{font-size:10px;font-weight:800;text-anchor:middle;\
    fill:var(--ink)}";

pub(in crate::board) fn inventory() -> Inventory {
    Inventory {
        tokens: [
            &[SURFACE, INK, INK2, LINE][..],
            &mark::TOKENS,
            &SEATS[..4],
            &super::GROUNDS,
            &super::RESOURCES,
        ]
        .concat(),
        css: [plate::CSS, board::CSS, pieces::CSS, CSS].concat(),
        symbols: super::SYMBOLS,
        kinds: vec![
            cards("buildings", "Building cards", BUILDINGS, |it| {
                it.kind == CardKind::Building || it.kind == CardKind::Provisions
            }),
            cards("treasures", "Treasures", TREASURES, |it| {
                it.parchment_type == Some(ParchmentType::Treasure)
            }),
            cards("missions", "Missions", MISSIONS, |it| {
                it.parchment_type == Some(ParchmentType::Mission)
            }),
            terrains(),
            resources(),
            map(),
            territories(),
        ],
        sources: Vec::new(),
    }
}

const BUILDINGS: &str = "What is built stands on a square of yours without a building, except a \
    camp, which takes a square that nobody has. With them are the provisions.";
const TREASURES: &str = "Parchments that are worth something by themselves at the end.";
const MISSIONS: &str = "Parchments that pay for what their owner has at the end.";

fn cards(
    id: &'static str,
    name: &'static str,
    says: &str,
    is_of_kind: fn(&OtherCard) -> bool,
) -> Kind {
    let cards = BOX.cards.other.iter().filter(|it| is_of_kind(it));
    Kind {
        id,
        name,
        says: says.to_owned(),
        components: cards.map(card).collect(),
    }
}

fn card(card: &'static OtherCard) -> Component {
    let copies = count(card.count.into(), "card");
    let mut says = vec![format!("{copies}.")];
    says.extend(card.meaning.clone());
    says.extend(card.requires.map(|it| place(&it)));
    if card.kind == CardKind::Provisions {
        says.push("Draw two cards from the deck at once and play both.".to_owned());
    }
    Component::new(
        card.card_id.to_string(),
        card.name.clone(),
        says,
        Drawing::new((SIDE, SIDE), SHOWN, face(card)),
        &card.provenance,
    )
}

/// Where a building may stand.
fn place(requires: &Requires) -> String {
    let terrain = requires.terrain.map_or("", |[it]| words::terrain(it));
    let what = match requires.control {
        Control::Own if terrain.is_empty() => "On a square of yours".to_owned(),
        Control::Own => format!("On a {terrain} square of yours"),
        Control::Nobody => "On a square that nobody has".to_owned(),
    };
    if requires.different_fiefs_at_placement {
        format!("{what} and on another, in two fiefs.")
    } else {
        format!("{what}.")
    }
}

fn face(card: &OtherCard) -> Markup {
    let points = card.score.and_then(|score| worth(&score));
    html! {
        @match card.card_id {
            Card::Building(it) => {
                g class="pieces" transform="translate(4 2)" { (Piece::kept(it).draw((0, 0))) }
                @if let BuildingKind::SkyTower = it.kind() {
                    g class="pieces" transform="translate(18 2)" { (Piece::kept(it).draw((0, 0))) }
                }
            }
            Card::Provisions => g transform="scale(2.2) translate(1.5 1)" { use href="#b-hand" {} },
            Card::Parchment(_) | Card::Territory(_) => {
                g transform="scale(2.3) translate(1 .5)" { use href="#b-parchment" {} }
                @if let Some(points) = points {
                    circle cx="34" cy="33" r="9.5" fill="var(--surface)" stroke="var(--ink)" {}
                    text class="worth" x="34" y="36.5" { (domain::words::signed(points)) }
                }
            }
        }
    }
}

/// The number that stands on a parchment.
const fn worth(score: &Effect) -> Option<i16> {
    match score {
        Effect::Fixed { points }
        | Effect::Per { points, .. }
        | Effect::IfAtLeast { points, .. }
        | Effect::SoleMost { points, .. }
        | Effect::Rank { points, .. } => Some(*points),
        Effect::Pair { with_partner, .. } => Some(*with_partner),
        Effect::Reharvest { .. } | Effect::TreasureMultiplier { .. } | Effect::Copy { .. } => None,
    }
}

fn terrains() -> Kind {
    Kind {
        id: "terrains",
        name: "Terrains",
        says: "What the squares of the board are.".to_owned(),
        components: BOX.terrains.iter().map(terrain).collect(),
    }
}

fn terrain(record: &'static TerrainRecord) -> Component {
    let squares = BOX.board.terrain_counts.get(&record.id);
    let grows = record.produces.map_or_else(
        || "Grows nothing.".to_owned(),
        |it| format!("Grows {}.", it.id()),
    );
    let squares = count(squares.copied().unwrap_or_default().into(), "square");
    let id = words::terrain(record.id);
    let drawn = html! {
        rect width=(SIDE) height=(SIDE) fill={ "var(--" (id) ")" } {}
        @if id == "city" {
            g class="pieces" transform="translate(4 4)" { use href="#b-city1" {} }
        } @else {
            use href={ "#b-" (id) } {}
        }
    };
    Component::new(
        format!("terrain-{id}"),
        record.english_rulebook.clone(),
        vec![format!("{squares}. {grows}")],
        Drawing::new((SIDE, SIDE), SHOWN, drawn),
        &record.provenance,
    )
}

fn resources() -> Kind {
    let resource = |record: &'static ResourceRecord| {
        let says = if record.id.is_luxury() {
            "A luxury: it comes from its one farm."
        } else {
            "Grows on the board; farms and trading posts produce it, too."
        };
        let drawn = pieces::resource(record.id, (4, 4), SIDE - 8);
        Component::new(
            format!("resource-{}", record.id.id()),
            capital(record.id.id()),
            vec![says.to_owned()],
            Drawing::new((SIDE, SIDE), SHOWN, drawn),
            &record.provenance,
        )
    };
    Kind {
        id: "resources",
        name: "Resources",
        says: "The wealth of a fief is how many different ones it produces.".to_owned(),
        components: BOX.resources.iter().map(resource).collect(),
    }
}

fn map() -> Kind {
    let empty = Realm::new(&[], 2);
    let board = empty.into_iter().map(|realm| {
        let size = plate::MARGIN * 2 + SIDE * 10;
        let drawn = board::printed(&realm);
        Component::new(
            "board".to_owned(),
            "Board".to_owned(),
            vec![
                "A hundred squares, each the subject of one territory card. Lava parts squares \
                 that lie side by side: they do not connect."
                    .to_owned(),
            ],
            Drawing::new((size, size), 420, drawn),
            &BOX.board.terrain_counts_provenance,
        )
    });
    Kind {
        id: "boards",
        name: "Board",
        says: "One, for all.".to_owned(),
        components: board.collect(),
    }
}

fn territories() -> Kind {
    Kind {
        id: "territory-cards",
        name: "Territory cards",
        says: "One for each square: who plays it controls the square.".to_owned(),
        components: BOX.board.squares.iter().map(square).collect(),
    }
}

/// The card of a square, as the square is printed.
fn square(square: &'static PrintedSquare) -> Component {
    let id = words::terrain(square.terrain);
    let drawn = html! {
        rect width=(SIDE) height=(SIDE) fill={ "var(--" (id) ")" } {}
        @if square.printed_city_strength > 0 {
            g class="pieces" transform="translate(4 2)" { use href="#b-city1" {} }
        } @else {
            use href={ "#b-" (id) } opacity=".75" {}
        }
        @if let Some(made) = square.base_resource {
            (pieces::resource(made, (4, 28), 14))
        }
        text class="square" x="3" y="12" { (square.id) }
    };
    let mut says = capital(id);
    if let Some(made) = square.base_resource {
        says = format!("{says}, {}", made.id());
    }
    for beyond in &square.lava_blocked_neighbours {
        says = format!("{says}, lava towards {beyond}");
    }
    Component::new(
        Card::Territory(square.id).to_string(),
        square.id.to_string(),
        vec![format!("{says}.")],
        Drawing::new((SIDE, SIDE), SHOWN, drawn),
        &square.provenance,
    )
}

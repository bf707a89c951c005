//! What is in the box: cards with their shapes and terrains, and both sides of the map sheet.

use domain::{
    Cell,
    facts::word,
    games::cartographers::{
        components::{
            AmbushCard, BOX, Corner, Direction, EdictCard, ExploreCard, ExploreKind, Letter,
            SeasonCard, SheetRecord, SkillCard,
        },
        map::{BOARD, Terrain},
        sheet::Sheet,
    },
    words::{count, list},
};
use maud::{Markup, html};

use super::{examples, map, sizes};
use crate::{
    Focus,
    board::inventory::{Component, Drawing, Inventory, Kind},
    svg::{
        mark, plate,
        tokens::{INK, INK2, LINE, SURFACE},
    },
};

/// The side of a cell of a shape, with the gap beside it.
const STEP: usize = 14;
/// The side of the sign of a terrain on a card.
const SIGN: usize = 22;
/// How wide the picture of a card is.
const WIDTH: usize = 150;

const CSS: &str = ".letter{font-size:19px;font-weight:700;text-anchor:middle}";

pub(in crate::board) fn inventory() -> Inventory {
    Inventory {
        tokens: [
            &[SURFACE, INK, INK2, LINE][..],
            &mark::TOKENS,
            &super::GROUNDS,
            &super::COINS,
        ]
        .concat(),
        css: [plate::CSS, map::CSS, sizes::CSS, mark::CSS, CSS].concat(),
        symbols: super::SYMBOLS,
        kinds: vec![
            explore(),
            ambushes(),
            examples::scoring(),
            seasons(),
            edicts(),
            skills(),
            maps(),
        ],
        sources: Vec::new(),
    }
}

fn explore() -> Kind {
    Kind {
        id: "explore-cards",
        name: "Explore cards",
        says:
            "Each once. The number is the time that a card takes; a coin stands beside the shape \
               that brings it."
                .to_owned(),
        components: BOX.explore_cards.iter().map(explore_card).collect(),
    }
}

fn explore_card(card: &'static ExploreCard) -> Component {
    Component::new(
        word(&card.id),
        card.name.clone(),
        vec![format!("Time {}. {}", card.time, asks(card))],
        drawn(card),
        &card.provenance,
    )
}

fn asks(card: &ExploreCard) -> String {
    let terrains: Vec<&str> = card.terrains.iter().map(|it| terrain(*it)).collect();
    match card.kind {
        ExploreKind::Ruins => "The next shape must cover ruins.".to_owned(),
        ExploreKind::TwoShapesOneTerrain => {
            format!("One of the shapes, as {}.", terrains.join(" or "))
        }
        ExploreKind::OneShapeTwoTerrains => {
            format!("The shape, as {}.", terrains.join(" or "))
        }
        ExploreKind::RiftLands => format!("One space, as any of {}.", list(terrains)),
    }
}

fn drawn(card: &ExploreCard) -> Drawing {
    let mut left = 1;
    let shapes: Vec<Markup> = card
        .shapes
        .iter()
        .map(|it| {
            let drawn = shape(&it.cells, it.coin, left);
            left += width(&it.cells) + if it.coin { SIGN } else { 0 } + STEP;
            drawn
        })
        .collect();
    let rows = card.shapes.iter().map(|it| rows(&it.cells)).max();
    let below = rows.map_or(0, |rows| rows * STEP + 8);
    let height = if card.kind == ExploreKind::Ruins {
        56
    } else {
        below + SIGN
    };
    let drawn = html! {
        @if card.kind == ExploreKind::Ruins {
            rect x="1" y="1" width="54" height="54" rx="3" fill="var(--empty)" stroke="var(--line)" {}
            use href="#g-ruins" x="8" y="8" width="40" height="40" {}
        }
        @for shape in &shapes { (shape) }
        @for (nth, it) in card.terrains.iter().enumerate() {
            (ground(*it, (1 + nth * (SIGN + 3), below), SIGN))
        }
    };
    Drawing::new((WIDTH, height), WIDTH, drawn)
}

/// A shape as printed, with its coin beside it.
fn shape(cells: &[Cell], coin: bool, left: usize) -> Markup {
    html! {
        path fill="var(--ink)" d=(squares(cells, left)) {}
        @if coin {
            use href="#g-coin" x=(left + width(cells) + 2) y="0" width="18" height="18" {}
        }
    }
}

fn squares(cells: &[Cell], left: usize) -> String {
    let square = |&Cell(row, column): &Cell| {
        let units = |cells: i8| domain::cast::<usize>(cells) * STEP;
        format!("M{} {}h12v12h-12z", left + units(column), 1 + units(row))
    };
    cells.iter().map(square).collect()
}

fn width(cells: &[Cell]) -> usize {
    let columns = cells.iter().map(|Cell(_, column)| column + 1).max();
    domain::cast::<usize>(columns.unwrap_or_default()) * STEP
}

fn rows(cells: &[Cell]) -> usize {
    let rows = cells.iter().map(|Cell(row, _)| row + 1).max();
    domain::cast::<usize>(rows.unwrap_or_default())
}

/// A space of a terrain, so wide, with its upper left corner here.
fn ground(of: Terrain, (x, y): (usize, usize), width: usize) -> Markup {
    let id = terrain(of);
    html! {
        rect x=(x) y=(y) width=(width) height=(width) rx="2" fill={ "var(--" (id) ")" } {}
        use href={ "#g-" (id) } x=(x) y=(y) width=(width) height=(width) {}
    }
}

const fn terrain(terrain: Terrain) -> &'static str {
    match terrain {
        Terrain::Forest => "forest",
        Terrain::Village => "village",
        Terrain::Farm => "farm",
        Terrain::Water => "water",
        Terrain::Monster => "monster",
        Terrain::Mountain => "mountain",
    }
}

fn ambushes() -> Kind {
    Kind {
        id: "ambush-cards",
        name: "Ambush cards",
        says: "Each once. Everybody draws the monsters on a neighbor's map; alone, they look for \
               their place from a corner on."
            .to_owned(),
        components: BOX.ambush_cards.iter().map(ambush).collect(),
    }
}

fn ambush(card: &'static AmbushCard) -> Component {
    let neighbor = match card.exchange.seat_offset {
        1 => "left",
        _ => "right",
    };
    let (corner, _) = corner(card.solo.corner);
    let way = match card.solo.travel {
        Direction::Clockwise => "clockwise",
        Direction::Counterclockwise => "counterclockwise",
    };
    let drawn = html! {
        @for &Cell(row, column) in &card.shape.cells {
            @let units = |cells: i8| domain::cast::<usize>(cells) * SIGN;
            (ground(Terrain::Monster, (1 + units(column), 1 + units(row)), SIGN - 1))
        }
        (start(card.solo.corner))
    };
    Component::new(
        word(&card.id),
        card.name.clone(),
        vec![
            format!("Sheets go to the {neighbor} neighbor, who draws."),
            format!("Alone: from the {corner} corner, {way}."),
        ],
        Drawing::new((WIDTH, 70), WIDTH, drawn),
        &card.provenance,
    )
}

/// A map in small, with the corner from which monsters come.
fn start(from: Corner) -> Markup {
    let (_, (x, y)) = corner(from);
    html! {
        rect x="110" y="2" width="36" height="36" fill="var(--empty)" stroke="var(--ink2)" {}
        rect x=(110 + x) y=(2 + y) width="14" height="14" fill="var(--ink)" {}
    }
}

const fn corner(corner: Corner) -> (&'static str, (usize, usize)) {
    match corner {
        Corner::TopLeft => ("upper left", (0, 0)),
        Corner::TopRight => ("upper right", (22, 0)),
        Corner::BottomRight => ("lower right", (22, 22)),
        Corner::BottomLeft => ("lower left", (0, 22)),
    }
}

fn seasons() -> Kind {
    Kind {
        id: "season-cards",
        name: "Season cards",
        says: "Each once, in this order.".to_owned(),
        components: BOX.season_cards.iter().map(season).collect(),
    }
}

fn season(card: &'static SeasonCard) -> Component {
    let [first, second] = card.edicts;
    let drawn = html! {
        @for (nth, it) in Letter::ALL.into_iter().enumerate() {
            (letter(it, 1 + nth * 36, card.edicts.contains(&it)))
        }
    };
    Component::new(
        card.id.clone(),
        card.names.en.clone(),
        vec![format!(
            "Ends when cards have taken time {}. Then edicts {first:?} and {second:?} score.",
            card.time_threshold
        )],
        Drawing::new((146, 36), 146, drawn),
        &card.provenance,
    )
}

/// The letter of an edict; filled if it scores.
fn letter(letter: Letter, left: usize, is_filled: bool) -> Markup {
    let (ground, ink) = if is_filled {
        ("ink", "surface")
    } else {
        ("surface", "ink2")
    };
    html! {
        rect x=(left) y="1" width="32" height="34" rx="3" fill={ "var(--" (ground) ")" } stroke="var(--line)" {}
        text class="letter" x=(left + 16) y="25" fill={ "var(--" (ink) ")" } { (format!("{letter:?}")) }
    }
}

fn edicts() -> Kind {
    let edict = |card: &'static EdictCard| {
        let seasons = BOX.season_cards.iter();
        let seasons = seasons.filter(|season| season.edicts.contains(&card.letter));
        let names = list(seasons.map(|season| season.names.en.as_str()));
        Component::new(
            card.id.clone(),
            format!("Edict {:?}", card.letter),
            vec![format!("The scoring card below it scores in {names}.")],
            Drawing::new((36, 36), 36, letter(card.letter, 2, true)),
            &card.provenance,
        )
    };
    Kind {
        id: "edict-cards",
        name: "Edict cards",
        says: "Each once. A scoring card of each stack is dealt below one of them.".to_owned(),
        components: BOX.edict_cards.iter().map(edict).collect(),
    }
}

fn skills() -> Kind {
    let setup = &BOX.skills_setup;
    Kind {
        id: "skill-cards",
        name: "Skill cards",
        says: format!(
            "Each once, if the host plays with skills: {} of {} lie open, and who pays may use one \
             a season.",
            setup.revealed_per_game, setup.cards_total
        ),
        components: BOX.skill_cards.iter().map(skill).collect(),
    }
}

fn skill(card: &'static SkillCard) -> Component {
    let coins = usize::from(card.cost_coins);
    let drawn = html! {
        @for nth in 0..coins {
            use href="#g-coin" x=(nth * 20) y="0" width="18" height="18" {}
        }
        @if coins == 0 {
            use href="#g-slot" x="0" y="0" width="18" height="18" {}
        }
        @if let Some(cells) = &card.shape {
            g transform="translate(0 26)" { (shape(cells, false, 1)) }
        }
    };
    let cost = match coins {
        0 => "Free".to_owned(),
        _ => count(coins, "coin"),
    };
    let when = domain::words::capital(&card.timing);
    let mut says = vec![format!("{cost}. {when}."), card.effect.clone()];
    says.extend(card.open_points_decided.iter().cloned());
    Component::new(
        word(&card.id),
        card.names.en.clone(),
        says,
        Drawing::new((150, 58), 150, drawn),
        &card.provenance,
    )
}

fn maps() -> Kind {
    Kind {
        id: "maps",
        name: "Map sheets",
        says: "Every sheet has both sides; all play on the same one.".to_owned(),
        components: BOX.maps.iter().map(sheet).collect(),
    }
}

fn sheet(record: &'static SheetRecord) -> Component {
    let places = |cells: Vec<Cell>| list(cells.into_iter().map(map::name));
    let mountains = record.mountains.iter().map(|it| it.cell).collect();
    let printed = record.map();
    let on = |cells| places(BOARD.coordinates(cells).collect());
    let mut says = vec![
        format!("Mountains with a coin: {}.", places(mountains)),
        format!("Ruins: {}.", on(printed.ruins)),
    ];
    if !printed.wasteland.is_empty() {
        says.push(format!("Wasteland: {}.", on(printed.wasteland)));
    }
    let drawn = map::sheet(&Sheet::printed(record.id), "ink", &Focus::default());
    Component::new(
        format!("map_{:?}", record.id),
        format!("Side {:?}, {}", record.side, record.name),
        says,
        Drawing::new((map::WIDTH, map::WIDTH), 420, drawn),
        &record.provenance,
    )
}

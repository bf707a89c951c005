//! Big Monster: a zone for each seat, and below them the ships or groups and the missions.

mod components;
mod crystals;
mod key;
mod layout;
mod missions;
mod news;
mod printed;
mod seat;
mod ships;
mod small;
#[cfg(test)]
mod tests;
mod thumbnail;
mod tile;
mod words;
mod zone;

use domain::{
    Seat,
    games::big_monster::{View, tiles::Tile, variants::Group},
};
use maud::Markup;

use self::{
    layout::{Block, below, lines},
    zone::Window,
};
use super::{Plate, Plates, marks_of};
use crate::{
    Focus,
    svg::{
        Look, mark, plate,
        tokens::{INK, INK2, LINE, SEATS, SURFACE, Token},
    },
};

pub(super) use self::{
    components::inventory,
    key::KEY,
    news::{aim, asks, news},
    printed::printed,
    thumbnail::thumbnail,
    words::manner,
};

/// Round the picture, and between its parts.
const MARGIN: usize = 8;
const GAP: usize = 14;
/// How wide it is what lies between the zones, if it is drawn by itself.
const BETWEEN: usize = 440;
/// More zones than this are in two rows.
const IN_A_ROW: usize = 3;

const GROUNDS: [Token; 20] = [
    ("raised", "#FFFFFF", "#1C2A32"),
    ("empty", "#FCFDFB", "#1A272E"),
    ("ice", "#DCEBF3", "#36566A"),
    ("icek", "#3D6F8E", "#CFE8F5"),
    ("lake", "#94BFD8", "#1E4D6B"),
    ("lakek", "#164A68", "#A8D8F2"),
    ("lava", "#D2694B", "#8A3420"),
    ("lavak", "#4A1206", "#FFC9B4"),
    ("swamp", "#9AA765", "#4A5325"),
    ("swampk", "#37400F", "#D3DE93"),
    ("grassland", "#CBE3A0", "#3E6127"),
    ("grasslandk", "#41661B", "#CDEBA0"),
    ("desert", "#F3DC9C", "#75602A"),
    ("desertk", "#94691A", "#F5D88A"),
    ("rune", "#B5A8D2", "#4B3D78"),
    ("runek", "#3D2C68", "#D9CDF7"),
    ("radio", "#2C3A40", "#0A1013"),
    ("radiok", "#D9EE4A", "#D9EE4A"),
    ("hide", "#DCE3DE", "#25343B"),
    ("hidek", "#6C7D77", "#768C96"),
];
const CRYSTALS: [Token; 5] = [
    ("green", "#46D088", "#46D088"),
    ("pink", "#FF7BAA", "#FF7BAA"),
    ("blue", "#72A8FF", "#72A8FF"),
    ("socket", "#14202A", "#0B1216"),
    ("shine", "#FFFFFF", "#FFFFFF"),
];
const SUITS: [Token; 9] = [
    ("visor", "#E7F2F5", "#E7F2F5"),
    ("suit-blue", "#3D7FD0", "#3D7FD0"),
    ("suit-black", "#262C31", "#8B969C"),
    ("suit-red", "#C0392F", "#D9584D"),
    ("suit-pink", "#CF5C97", "#DE79AC"),
    ("suit-green", "#3E9A55", "#3E9A55"),
    ("suit-orange", "#E08A2B", "#E08A2B"),
    ("suit-special", "#7B6A3D", "#B9A56B"),
    ("dragon", "#C8381A", "#FF6A3D"),
];

const SYMBOLS: &str = include_str!("symbols.xml");

/// How its pictures look.
const LOOK: Look = Look {
    tokens: &[
        &[SURFACE, INK, INK2, LINE],
        &SEATS,
        &mark::TOKENS,
        &GROUNDS,
        &CRYSTALS,
        &SUITS,
    ],
    css: &[
        seat::CSS,
        zone::CSS,
        plate::CSS,
        tile::CSS,
        crystals::CSS,
        ships::CSS,
        missions::CSS,
        mark::CSS,
    ],
    symbols: SYMBOLS,
};

/// Draws a table of this game, and of no other.
pub(super) fn draw(view: &domain::View, focus: &Focus) -> Option<Markup> {
    let domain::View::BigMonster(view) = view else {
        return None;
    };
    Some(table(view, focus))
}

/// The zones of all seats, or of one, and what lies between them.
fn table(view: &View, focus: &Focus) -> Markup {
    let zones = zones(view, focus);
    let width = zones.width.max(domain::cast(ships::WIDTH));
    let all = below([zones.centered(width), below_zones(view, width)], GAP);
    let drawn = layout::at(MARGIN, 0, &all.drawn);
    let size = (width + 2 * MARGIN, all.height + MARGIN);
    let about = ("Big Monster", &describe(view, focus)[..]);
    LOOK.picture(size, about, |picture| picture.draw(&drawn))
}

/// The zone of each seat, and what lies between them.
pub(super) fn plates(view: &domain::View, marks: &[Focus], of: Option<Seat>) -> Option<Plates> {
    let domain::View::BigMonster(view) = view else {
        return None;
    };
    let mut window = Window::of(view.seats.iter().map(|(_, its)| &its.zone));
    if let Some(own) = of.and_then(|of| view.seats.get(of)) {
        window = window.with_room_for(&own.zone, &marks_of(marks, of).open);
    }
    let is_shown = |seat: Seat| of.is_none_or(|of| of == seat);
    let shown = view.seats.iter().filter(|(seat, _)| is_shown(*seat));
    let seats = shown.map(|(seat, its)| {
        let focus = marks_of(marks, Some(seat));
        let block = seat::without_heading(view, seat, its, window, &focus);
        let title = format!("Zone of seat {}", seat.0 + 1);
        let about = (&title[..], &seat::describe(view, seat, its)[..]);
        let drawn = LOOK.picture((block.width, block.height + GAP), about, |picture| {
            picture.draw_beside(&block.drawn)
        });
        Plate {
            of: Some(seat),
            picture: drawn.into_string(),
        }
    });
    Some(LOOK.plates(seats.chain(between(view))))
}

/// What lies between the zones: the ships, and everything else.
fn between(view: &View) -> impl Iterator<Item = Plate> {
    let plate = |title: &str, block: &Block, width: usize| {
        let size = (width + 2 * MARGIN, block.height + 2 * MARGIN);
        let drawn = layout::at(MARGIN, MARGIN, &block.drawn);
        let about = (title, &format!("{}.", moment(view))[..]);
        let drawn = LOOK.picture(size, about, |picture| picture.draw_beside(&drawn));
        Plate {
            of: None,
            picture: drawn.into_string(),
        }
    };
    let ships = ships::ships(view);
    let ships = ships.map(|ships| plate("The ships", &ships, ships.width));
    let rest = plate(
        "What lies open, and the missions",
        &lying(view, BETWEEN),
        BETWEEN,
    );
    ships.into_iter().chain([rest])
}

fn zones(view: &View, focus: &Focus) -> Block {
    let zones = view.seats.iter().map(|(_, its)| &its.zone);
    let mut window = Window::of(zones);
    if let Some(own) = focus.of.and_then(|of| view.seats.get(of)) {
        window = window.with_room_for(&own.zone, &focus.open);
    }
    let drawn = view.seats.iter().filter(|(seat, _)| focus.is_on(*seat));
    let drawn: Vec<Block> = drawn
        .map(|(seat, its)| seat::seat(view, seat, its, window, focus))
        .collect();
    let rows = drawn.len().div_ceil(IN_A_ROW).max(1);
    let columns = drawn.len().div_ceil(rows);
    let width = drawn
        .iter()
        .map(|seat| seat.width + MARGIN)
        .max()
        .unwrap_or(0);
    lines(drawn, columns * width, MARGIN)
}

/// Everything that is nobody's.
fn below_zones(view: &View, width: usize) -> Block {
    let ships = ships::ships(view);
    let beside = ships.as_ref().map_or(0, |ships| ships.width + GAP);
    let rest = if width >= beside + missions::LEAST {
        width - beside
    } else {
        width
    };
    lines(ships.into_iter().chain([lying(view, rest)]), width, GAP)
}

/// The tiles that lie open, and the missions.
fn lying(view: &View, width: usize) -> Block {
    let lying = view
        .groups
        .iter()
        .map(|it| group(view, it, width))
        .chain([discards(view, width)]);
    let missions = missions::missions(view, width);
    let lying = below(lying, GAP / 2);
    let heading = Block::text("name", &moment(view), 20);
    below([heading, lying, missions], GAP / 2)
}

/// The moment of the match.
fn moment(view: &View) -> String {
    let left = format!(
        ", {} to come",
        crate::words::count(view.deck_left.into(), "tile")
    );
    match (view.round, view.turn, &view.scores) {
        (_, _, Some(_)) => "The match is over".to_owned(),
        (_, 0, None) => "Before turn 1".to_owned(),
        (0, turn, None) => format!("Turn {turn}{left}"),
        (round, turn, None) => format!("Round {round}, turn {turn}"),
    }
}

/// 9.3: an open group.
fn group(view: &View, group: &Group, width: usize) -> Block {
    let is_picked = if view.picked == Some(group.number) {
        ", picked"
    } else {
        ""
    };
    let text = format!("Group {}{is_picked}", group.number);
    named(&text, group.tiles.iter().copied().map(small::tile), width)
}

/// 4.10: the discards, face up as far as they have been seen.
fn discards(view: &View, width: usize) -> Block {
    let known = view.discards.iter().filter_map(|pile| pile.tiles.known());
    let known: Vec<Tile> = known.flat_map(|tiles| tiles.0.iter().copied()).collect();
    let hidden = view.discards.len().saturating_sub(known.len());
    let hidden = (hidden > 0).then(|| small::pile(hidden));
    named(
        "Discards",
        known.into_iter().map(small::tile).chain(hidden),
        width,
    )
}

/// Blocks with a name before them; nothing if there are none.
fn named(name: &str, blocks: impl Iterator<Item = Block>, width: usize) -> Block {
    let mut blocks = blocks.peekable();
    let name = blocks.peek().map(|_| Block::text("small", name, 48));
    lines(name.into_iter().chain(blocks), width, MARGIN / 2)
}

fn describe(view: &View, focus: &Focus) -> String {
    let drawn = view.seats.iter().filter(|(seat, _)| focus.is_on(*seat));
    let seats = drawn.map(|(seat, its)| seat::describe(view, seat, its));
    let said: Vec<String> = [format!("{}.", moment(view))]
        .into_iter()
        .chain(seats)
        .collect();
    said.join(" ")
}

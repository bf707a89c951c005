//! Cartographers: a map for each seat, and how its coins and points stand.

mod components;
mod due;
mod examples;
mod key;
mod map;
mod news;
mod printed;
mod sizes;
mod small;
mod thumbnail;

use domain::{
    Options, Seat,
    games::cartographers::{
        View,
        map::{Map, Side},
        setup::Edition,
        sheet::Sheet,
    },
    words::{points, signed},
};
use maud::{Markup, html};

use super::{Plate, Plates, marks_of};
use crate::{
    Focus,
    svg::{
        Look, mark, plate, seats,
        tokens::{INK, INK2, LINE, SEATS, SURFACE, Token},
    },
    words,
};

pub(super) use self::{
    components::inventory,
    due::due,
    key::KEY,
    news::{aim, asks, news},
    printed::printed,
    thumbnail::thumbnail,
};

/// Which map is drawn on, and what else a host may choose.
pub(super) fn manner(options: &Options, _seats: u8) -> Option<String> {
    let Options::Cartographers(options) = options else {
        return None;
    };
    let map = match options.side {
        Side::A => "wilderness map",
        Side::B => "wastelands map",
    };
    let edition = (options.edition == Edition::BoardGameArena).then_some("online edition");
    let skills = options.skills.then_some("with skills");
    let parts: Vec<&str> = [Some(map), edition, skills].into_iter().flatten().collect();
    Some(parts.join(", "))
}

/// As many have a map of full size; more are shown side by side, the best first.
const FULL_SIZE: usize = 6;
/// Of what stands above a map.
const HEADING: usize = 34;

const GROUNDS: [Token; 18] = [
    ("empty", "#FCFDFB", "#1A272E"),
    ("grid", "#D5DDD8", "#2E3E46"),
    ("forest", "#8DB38B", "#2F5A40"),
    ("forestk", "#214A2E", "#A9D8AE"),
    ("village", "#E9B49B", "#7A4231"),
    ("villagek", "#7C2D17", "#FFD2BC"),
    ("farm", "#F3E3A8", "#6E5D22"),
    ("farmk", "#966C06", "#F0D777"),
    ("water", "#BCDAE9", "#1F4A66"),
    ("waterk", "#2D6F98", "#9BCDEB"),
    ("monster", "#5A4468", "#C9A9DB"),
    ("monsterk", "#F3E6F7", "#2A1636"),
    ("mountain", "#BDB8B0", "#5A5F60"),
    ("mountaink", "#4B4843", "#D6D8D4"),
    ("wasteland", "#DDD3C4", "#3D382F"),
    ("wastelandk", "#7A6B55", "#9C8F79"),
    ("ruins", "#5D6A70", "#A9B7BB"),
    ("snow", "#FFFFFF", "#FFFFFF"),
];
const COINS: [Token; 2] = [
    ("coin", "#E0A81C", "#F0C04A"),
    ("coink", "#5E4300", "#3A2900"),
];

const SYMBOLS: &str = include_str!("symbols.xml");

/// How its pictures look.
const LOOK: Look = Look {
    tokens: &[
        &[SURFACE, INK, INK2, LINE],
        &SEATS,
        &mark::TOKENS,
        &GROUNDS,
        &COINS,
    ],
    css: &[plate::CSS, map::CSS, sizes::CSS, mark::CSS],
    symbols: SYMBOLS,
};

/// Draws a table of this game, and of no other.
pub(super) fn draw(view: &domain::View, focus: &Focus) -> Option<Markup> {
    let domain::View::Cartographers(view) = view else {
        return None;
    };
    Some(table(view, focus))
}

/// The maps of all seats, or of one.
fn table(view: &View, focus: &Focus) -> Markup {
    let drawn = || view.sheets.iter().filter(|(seat, _)| focus.is_on(*seat));
    let described: Vec<String> = drawn()
        .map(|(seat, sheet)| describe(view, seat, sheet))
        .collect();
    let maps = drawn().count();
    let (width, height, drawn) = if maps <= FULL_SIZE {
        let width = maps * map::WIDTH;
        (width, HEADING + map::HEIGHT, side_by_side(view, focus))
    } else {
        small::multiples(view, focus)
    };
    let about = ("Cartographers", &described.join(" ")[..]);
    LOOK.picture((width, height), about, |picture| picture.draw(&drawn))
}

/// The map of each seat; flat and small if there are many.
pub(super) fn plates(view: &domain::View, marks: &[Focus], of: Option<Seat>) -> Option<Plates> {
    let domain::View::Cartographers(view) = view else {
        return None;
    };
    let is_shown = |seat: Seat| of.is_none_or(|of| of == seat);
    let is_small = of.is_none() && usize::from(view.sheets.seats()) > FULL_SIZE;
    let shown = view.sheets.iter().filter(|(seat, _)| is_shown(*seat));
    let plates = shown.map(|(seat, sheet)| {
        let focus = marks_of(marks, Some(seat));
        let (size, drawn) = if is_small {
            (
                (small::SIDE, small::SIDE),
                small::flat(sheet, "ink", &focus),
            )
        } else {
            let drawn = map::map(sheet, seats::color(seat), &focus);
            ((map::WIDTH, map::HEIGHT), drawn)
        };
        let title = format!("Map of seat {}", seat.0 + 1);
        let about = (&title[..], &describe(view, seat, sheet)[..]);
        let drawn = LOOK.picture(size, about, |picture| picture.draw_beside(&drawn));
        Plate {
            of: Some(seat),
            picture: drawn.into_string(),
        }
    });
    Some(LOOK.plates(plates))
}

fn side_by_side(view: &View, focus: &Focus) -> Markup {
    let drawn = view.sheets.iter().filter(|(seat, _)| focus.is_on(*seat));
    html! {
        @for (nth, (seat, sheet)) in drawn.enumerate() {
            g transform={ "translate(" (nth * map::WIDTH) " 0)" } {
                (seats::mark(seat, (plate::MARGIN - 9, 11)))
                text class="name" x="50" y="28" { "Seat " (seat.0 + 1) }
                text class="name" x="479" y="28" text-anchor="end" { (signed(scored(view, seat))) " scored" }
                g transform={ "translate(0 " (HEADING) ")" } { (map::map(sheet, seats::color(seat), focus)) }
            }
        }
    }
}

/// The points of the seasons that are over.
fn scored(view: &View, seat: Seat) -> i16 {
    let seasons = view.scored.iter().filter_map(|season| season.get(seat));
    seasons.map(|season| season.total()).sum()
}

fn describe(view: &View, seat: Seat, sheet: &Sheet) -> String {
    let free = Map::printed(view.options.side).empty();
    format!(
        "Seat {}: {} of {} free spaces drawn, {}, {} scored.",
        seat.0 + 1,
        free.count() - sheet.map.empty().count(),
        free.count(),
        words::count(sheet.purse().into(), "coin"),
        points(scored(view, seat))
    )
}

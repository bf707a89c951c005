//! Builders & Biomes: the overworld, the cube, the fight, and what each seat has built.

mod components;
mod cube;
mod fight;
mod key;
mod news;
mod overworld;
mod player;
mod printed;
mod sign;
#[cfg(test)]
mod tests;
mod thumbnail;
mod tile;
mod token;
mod words;

use domain::{
    Seat,
    games::builders_biomes::{View, player::Player},
};
use maud::{Markup, html};

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
};

const COLORS: [Token; 23] = [
    ("raised", "#FFFFFF", "#1C2A32"),
    ("accent", "#0B5C6E", "#82CBD3"),
    ("forest", "#8DB38B", "#2F5A40"),
    ("forestk", "#214A2E", "#A9D8AE"),
    ("mountain", "#BDB8B0", "#5A5F60"),
    ("mountaink", "#4B4843", "#D6D8D4"),
    ("snow", "#FFFFFF", "#FFFFFF"),
    ("desert", "#F3DC9C", "#75602A"),
    ("desertk", "#94691A", "#F5D88A"),
    ("snowy_tundra", "#E3EFF5", "#48606C"),
    ("snowy_tundrak", "#5A7F93", "#D5EAF3"),
    ("wood", "#A9713F", "#A06A3A"),
    ("woodk", "#FFFFFF", "#FFFFFF"),
    ("sand", "#EBD79A", "#D6C283"),
    ("sandk", "#4A3B0C", "#2E2508"),
    ("stone", "#9AA3A6", "#8C969A"),
    ("stonek", "#1C2427", "#10171A"),
    ("obsidian", "#34264A", "#5A4680"),
    ("obsidiank", "#FFFFFF", "#FFFFFF"),
    ("emerald", "#2FA968", "#35B873"),
    ("emeraldk", "#06301A", "#03200F"),
    ("hide", "#DCE3DE", "#25343B"),
    ("hidek", "#6C7D77", "#768C96"),
];

const SYMBOLS: &str = include_str!("symbols.xml");

const CSS: [&str; 10] = [
    plate::CSS,
    tile::CSS,
    token::CSS,
    overworld::CSS,
    cube::CSS,
    fight::CSS,
    player::CSS,
    mark::CSS,
    sign::CSS,
    ".hits rect{fill:none;pointer-events:all}.hits rect:hover{fill:var(--ink);fill-opacity:.08}",
];

/// How its pictures look.
const LOOK: Look = Look {
    tokens: &[&[SURFACE, INK, INK2, LINE], &SEATS, &mark::TOKENS, &COLORS],
    css: &CSS,
    symbols: SYMBOLS,
};

/// Between one part and the next.
const GAP: usize = 12;
/// How wide a table of all seats is, and how wide its overworld.
const WIDTH: usize = 900;
const OVERWORLD: usize = 510;
/// How wide a table of one seat is: as its parts stand one below the other, it suits a phone.
const NARROW: usize = 400;

/// A part of the table, in units of its own.
struct Part {
    size: (usize, usize),
    drawn: Markup,
}

impl Part {
    /// As large as it can be in this room, and in its middle.
    fn fit(&self, (x, y): (usize, usize), (width, height): (usize, usize)) -> Markup {
        html! {
            svg x=(x) y=(y) width=(width) height=(height)
                viewBox={ "0 0 " (self.size.0) " " (self.size.1) } { (self.drawn) }
        }
    }

    /// How high it is if it is so wide.
    fn height(&self, width: usize) -> usize {
        width * self.size.1 / self.size.0
    }
}

/// Draws a table of this game, and of no other.
///
/// Of one seat, its board comes first and what is everybody's below: on a phone all of it is as
/// wide as the screen, and what is marked is seen at once.
pub(super) fn draw(view: &domain::View, focus: &Focus) -> Option<Markup> {
    let domain::View::BuildersBiomes(view) = view else {
        return None;
    };
    Some(table(view, focus))
}

fn table(view: &View, focus: &Focus) -> Markup {
    let players = view.players.iter().filter(|(seat, _)| focus.is_on(*seat));
    let players: Vec<(Seat, &Player)> = players.collect();
    let (width, height, drawn) = if focus.of.is_some() {
        below_each_other(view, &players, focus)
    } else {
        side_by_side(view, &players, focus)
    };
    let about = ("Builders & Biomes", &describe(view, &players)[..]);
    LOOK.picture((width, height), about, |picture| picture.draw(&drawn))
}

/// The overworld, the cube with the fight below it, and the board of each seat.
pub(super) fn plates(view: &domain::View, marks: &[Focus], of: Option<Seat>) -> Option<Plates> {
    let domain::View::BuildersBiomes(view) = view else {
        return None;
    };
    let plate = |of: Option<Seat>, drawn: Markup| Plate {
        of,
        picture: drawn.into_string(),
    };
    let shared = marks_of(marks, None);
    let overworld = overworld::overworld(view, &shared);
    let about = ("The overworld", &who_acts(view)[..]);
    let overworld = LOOK.picture(overworld.size, about, |picture| {
        picture.draw_beside(&overworld.drawn)
    });
    let (size, drawn) = cube_and_fight(view, &shared);
    let about = ("The cube", &of_cube_and_fight(view)[..]);
    let cube = LOOK.picture(size, about, |picture| picture.draw_beside(&drawn));
    let shown = |seat: &Seat| of.is_none_or(|of| of == *seat);
    let seats = view.players.iter().filter(|(seat, _)| shown(seat));
    let seats = seats.map(|(seat, its)| {
        let drawn = player::without_heading(seat, its, &marks_of(marks, Some(seat)));
        let title = format!("Board of seat {}", seat.0 + 1);
        let about = (&title[..], &of_seat(seat, its)[..]);
        let drawn = LOOK.picture(drawn.size, about, |picture| {
            picture.draw_beside(&drawn.drawn)
        });
        plate(Some(seat), drawn)
    });
    let shared = [plate(None, overworld), plate(None, cube)];
    Some(LOOK.plates(shared.into_iter().chain(seats)))
}

/// The cube, and below it the fight if there is one.
fn cube_and_fight(view: &View, focus: &Focus) -> ((usize, usize), Markup) {
    let (cube, fight) = (cube::cube(view, focus), fight::fight(view));
    let high = cube.height(NARROW);
    let below = fight.as_ref().map_or(0, |fight| fight.height(NARROW) + GAP);
    let drawn = html! {
        (cube.fit((0, 0), (NARROW, high)))
        @if let Some(fight) = &fight {
            (fight.fit((0, high + GAP), (NARROW, below - GAP)))
        }
    };
    ((NARROW, high + below), drawn)
}

/// The overworld left, cube and fight right, boards below in a row.
fn side_by_side(view: &View, players: &[(Seat, &Player)], focus: &Focus) -> (usize, usize, Markup) {
    let fight = fight::fight(view);
    let right = WIDTH - OVERWORLD - GAP;
    let of_fight = fight
        .as_ref()
        .map_or(0, |fight| fight.height(right) + 3 * GAP);
    let step = WIDTH / players.len().max(1);
    // Two boards alone would be larger than the overworld.
    let below = step.min(370) * player::SIZE.1 / player::SIZE.0;
    let drawn = html! {
        (overworld::overworld(view, focus).fit((0, 0), (OVERWORLD, OVERWORLD)))
        (cube::cube(view, focus).fit((OVERWORLD, 0), (right, OVERWORLD - of_fight)))
        @if let Some(fight) = &fight {
            (fight.fit((OVERWORLD, OVERWORLD - of_fight), (right, of_fight - 3 * GAP)))
        }
        @for (nth, (seat, player)) in players.iter().enumerate() {
            (player::player(view, *seat, player, focus).fit((nth * step, OVERWORLD + GAP), (step, below)))
        }
    };
    (WIDTH, OVERWORLD + GAP + below, drawn)
}

/// All parts in one column.
fn below_each_other(
    view: &View,
    players: &[(Seat, &Player)],
    focus: &Focus,
) -> (usize, usize, Markup) {
    let players = players.iter();
    let parts = players.map(|(seat, player)| player::player(view, *seat, player, focus));
    let parts = parts.chain(fight::fight(view));
    let parts = parts.chain([overworld::overworld(view, focus), cube::cube(view, focus)]);
    let (mut top, mut placed) = (0, Vec::new());
    for part in parts {
        let height = part.height(NARROW);
        placed.push(part.fit((0, top), (NARROW, height)));
        top += height + GAP;
    }
    let drawn = html! {
        @for part in &placed { (part) }
    };
    (NARROW, top, drawn)
}

/// What rows and columns are called: as commands count them.
fn numbers(side: usize) -> Vec<String> {
    (0..side).map(|nth| nth.to_string()).collect()
}

fn describe(view: &View, players: &[(Seat, &Player)]) -> String {
    let mut sentences = vec![who_acts(view), of_cube(view)];
    sentences.extend(of_fight(view));
    let of_seats = players.iter().map(|(seat, player)| of_seat(*seat, player));
    sentences.extend(of_seats);
    sentences.join(" ")
}

fn who_acts(view: &View) -> String {
    let due = view.due.map_or_else(
        || "The match is over.".to_owned(),
        |seat| format!("Seat {} is to act.", seat.0 + 1),
    );
    format!("Turn {} of seat {}. {due}", view.turn, view.active.0 + 1)
}

fn of_cube(view: &View) -> String {
    let blocks = crate::words::count(view.cube.count().into(), "block");
    format!("The cube has {blocks}.")
}

fn of_cube_and_fight(view: &View) -> String {
    [Some(of_cube(view)), of_fight(view)]
        .into_iter()
        .flatten()
        .collect::<Vec<_>>()
        .join(" ")
}

fn of_fight(view: &View) -> Option<String> {
    let fight = view.fight.as_ref()?;
    Some(format!("There is a {}.", fight::label(fight)))
}

fn of_seat(seat: Seat, player: &Player) -> String {
    format!(
        "Seat {}: {} experience, {}, {} won, on the {}.",
        seat.0 + 1,
        player.xp,
        crate::words::count(player.built.len(), "building"),
        crate::words::count(player.mobs.len(), "mob"),
        words::crossing("crossing", player.at)
    )
}

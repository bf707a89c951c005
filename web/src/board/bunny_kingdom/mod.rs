//! Bunny Kingdom: the board that all share, and what each seat holds beside it.

mod board;
mod components;
mod fiefs;
mod holdings;
mod key;
mod news;
mod pieces;
mod printed;
#[cfg(test)]
mod tests;
mod thumbnail;
mod words;

use domain::{Seat, games::bunny_kingdom::View};
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
    words::place,
};

const WIDTH: usize = 500;
/// Of the board in its frame, with the line below it.
const HEIGHT: usize = 508;

const GROUNDS: [Token; 15] = [
    ("accent", "#0B5C6E", "#82CBD3"),
    ("forest", "#8DB38B", "#2F5A40"),
    ("forestk", "#214A2E", "#A9D8AE"),
    ("sea", "#BCDAE9", "#1F4A66"),
    ("seak", "#2D6F98", "#9BCDEB"),
    ("field", "#F3E3A8", "#6E5D22"),
    ("fieldk", "#966C06", "#F0D777"),
    ("plains", "#E4EBCB", "#39452F"),
    ("plainsk", "#6F7D40", "#98A873"),
    ("mountain", "#BDB8B0", "#5A5F60"),
    ("mountaink", "#4B4843", "#D6D8D4"),
    ("city", "#E9B49B", "#7A4231"),
    ("lava", "#C8381A", "#FF6A3D"),
    ("lavak", "#3A0D05", "#2A0802"),
    ("snow", "#FFFFFF", "#FFFFFF"),
];
const RESOURCES: [Token; 21] = [
    ("rwood", "#9A6232", "#8A5528"),
    ("rwoodk", "#3D220B", "#F6D9B8"),
    ("rfish", "#2F7FB2", "#2F7FB2"),
    ("rfishk", "#0D3552", "#D3ECFF"),
    ("rcarrot", "#EE8A1B", "#D97506"),
    ("rcarrotk", "#7C3B00", "#FFE3C2"),
    ("rleaf", "#2C7A33", "#8FE093"),
    ("rmushroom", "#B5362B", "#C2402F"),
    ("rmushroomk", "#4A0D08", "#FFD9D2"),
    ("rpearl", "#D7CBE0", "#7A698C"),
    ("rpearlk", "#4B3A5E", "#E8DDF2"),
    ("rspice", "#5B8C2A", "#4F7E22"),
    ("rspicek", "#24420A", "#D6F2AC"),
    ("rcopper", "#D07A45", "#8F4520"),
    ("rcopperk", "#5A2508", "#FFD9C2"),
    ("rgold", "#F0BE35", "#735508"),
    ("rgoldk", "#5E4300", "#FFE79C"),
    ("riron", "#AEB8BC", "#515D63"),
    ("rironk", "#262F33", "#E6EDF0"),
    ("rdiamond", "#BFE6F2", "#22697F"),
    ("rdiamondk", "#155166", "#D3F4FF"),
];

const SYMBOLS: &str = include_str!("symbols.xml");

/// How its pictures look.
const LOOK: Look = Look {
    tokens: &[
        &[SURFACE, INK, INK2, LINE],
        SEATS.split_at(4).0,
        &mark::TOKENS,
        &GROUNDS,
        &RESOURCES,
    ],
    css: &[
        plate::CSS,
        board::CSS,
        fiefs::CSS,
        pieces::CSS,
        holdings::CSS,
        mark::CSS,
    ],
    symbols: SYMBOLS,
};

/// Draws a table of this game, and of no other.
pub(super) fn draw(view: &domain::View, focus: &Focus) -> Option<Markup> {
    let domain::View::BunnyKingdom(view) = view else {
        return None;
    };
    Some(table(view, focus))
}

/// What the seats hold, and below it the board. The board is everybody's: of one seat, all of
/// it is drawn too, but only that seat's fiefs have their broad borders and their points.
fn table(view: &View, focus: &Focus) -> Markup {
    let seats: Vec<Seat> = view.seats.iter().map(|(seat, _)| seat).collect();
    let shown: Vec<Seat> = seats
        .iter()
        .copied()
        .filter(|seat| focus.is_on(*seat))
        .collect();
    let heading = holdings::height(shown.len());
    let described: Vec<String> = shown.iter().map(|seat| words::seat(view, *seat)).collect();
    let drawn = html! {
        (holdings::lines(view, &shown))
        g transform={ "translate(0 " (heading) ")" } { (land(view, &seats, focus)) }
    };
    let description = format!("{} {}", words::table(view), described.join(" "));
    let about = ("Bunny Kingdom", &description[..]);
    LOOK.picture((WIDTH, heading + HEIGHT), about, |picture| {
        picture.draw(&drawn)
    })
}

/// The board, and what the seats hold beside it.
pub(super) fn plates(view: &domain::View, marks: &[Focus], of: Option<Seat>) -> Option<Plates> {
    let domain::View::BunnyKingdom(view) = view else {
        return None;
    };
    let seats: Vec<Seat> = view.seats.iter().map(|(seat, _)| seat).collect();
    let board = land(view, &seats, &marks_of(marks, None));
    let about = ("The board", &words::table(view)[..]);
    let board = LOOK.picture((WIDTH, HEIGHT), about, |picture| {
        picture.draw_beside(&board)
    });
    let plate = |of: Option<Seat>, drawn: Markup| Plate {
        of,
        picture: drawn.into_string(),
    };
    let shown = seats.iter().filter(|seat| of.is_none_or(|of| of == **seat));
    let held = shown.map(|&seat| {
        let title = format!("What seat {} holds", seat.0 + 1);
        let about = (&title[..], &words::seat(view, seat)[..]);
        let drawn = holdings::held(view, seat);
        let drawn = LOOK.picture(holdings::SIZE, about, |picture| picture.draw_beside(&drawn));
        plate(Some(seat), drawn)
    });
    let board = plate(None, board);
    Some(LOOK.plates(std::iter::once(board).chain(held)))
}

/// The board with a line below it.
fn land(view: &View, seats: &[Seat], focus: &Focus) -> Markup {
    html! {
        (board::plate(&view.board, seats, focus))
        text class="moment" x=(board::LEFT) y="499" { (words::moment(view)) }
        text class="moment" x=(board::RIGHT) y="499" text-anchor="end" {
            "deck " (view.deck_left)
        }
    }
}

//! What a seat has: its board, its blocks, its weapons, the mobs that it won.

use domain::{
    Cell, Seat,
    games::builders_biomes::{
        View,
        blocks::Block,
        board::{SIDE, Space, Visible},
        features::Feature,
        player::Player,
        tiles::Tile,
        weapons::Weapon,
    },
};
use maud::{Markup, html};

use super::{Part, numbers, sign, tile, token, words};
use crate::{
    Focus,
    svg::{
        mark,
        plate::{self, MARGIN},
        seats,
    },
};

/// The side of a space, and of what is on it.
const SPACE: usize = 88;
const TILE: usize = 82;
const WIDTH: usize = 3 * SPACE + 2 * MARGIN;
/// Of what stands above a board, and where what is below it begins.
const HEADING: usize = 34;
const BELOW: usize = HEADING + WIDTH;
/// The room for weapons and mobs, from the left.
const ROOM: usize = WIDTH - 2 * MARGIN;

/// The place of a weapon, with how many there are beside it.
const TOKEN: (usize, usize) = (44, 38);

/// How wide and high all of it is.
pub(super) const SIZE: (usize, usize) = (WIDTH, BELOW + 132);

pub(super) const CSS: &str = ".name{font-size:17px;font-weight:600;fill:var(--ink);font-variant-numeric:tabular-nums}\
    .supply text{font-size:16px;font-weight:600;fill:var(--ink)}\
    .times rect{fill:var(--ink)}.none{font-size:13px;fill:var(--ink2)}";

/// All that a seat has. Marks are on its board if it is the seat given.
pub(super) fn player(view: &View, seat: Seat, player: &Player, focus: &Focus) -> Part {
    let Part { size, drawn } = below_heading(seat, player, focus);
    let drawn = html! {
        (heading(view, seat, player))
        (drawn)
    };
    Part { size, drawn }
}

/// The same without whose it is and how much experience it has.
pub(super) fn without_heading(seat: Seat, player: &Player, focus: &Focus) -> Part {
    let Part { size, drawn } = below_heading(seat, player, focus);
    let drawn = html! { g transform={ "translate(0 -" (HEADING) ")" } { (drawn) } };
    let size = (size.0, size.1 - HEADING);
    Part { size, drawn }
}

fn below_heading(seat: Seat, player: &Player, focus: &Focus) -> Part {
    let spaces = || Space::all().map(|space: Space| space.cell()).collect();
    let drawn = html! {
        @for space in Space::all() {
            (visible(player, space))
        }
        @if focus.of == Some(seat) {
            (mark::mark(focus, spaces, SPACE))
        }
        (hits(player))
    };
    let names = numbers(SIDE.into());
    let drawn = html! {
        g transform={ "translate(0 " (HEADING) ")" } {
            (plate::of_cells(SPACE, &names, &names, seats::color(seat), &drawn))
        }
        (supply(player))
        (weapons(player))
        (mobs(player))
    };
    Part { size: SIZE, drawn }
}

fn heading(view: &View, seat: Seat, player: &Player) -> Markup {
    html! {
        @if view.due == Some(seat) {
            circle class="acts" cx="16" cy="19" r="14" {}
        }
        (seats::mark(seat, (7, 10)))
        text class="name" x="36" y="25" { "Seat " (seat.0 + 1) }
        text class="name" x=(WIDTH - 7) y="25" text-anchor="end" { (player.xp) " experience" }
    }
}

/// The upper left corner of a space.
fn corner(space: Space) -> (usize, usize) {
    let Cell(row, column) = space.cell();
    let units = |cells: i8| domain::cast::<usize>(cells) * SPACE;
    (units(column), units(row))
}

fn visible(player: &Player, space: Space) -> Markup {
    let (x, y) = corner(space);
    let at = (x + 3, y + 3);
    match player.landscape().at(space) {
        Visible::Printed(biome) => printed(biome, at),
        Visible::Built(building) => tile::tile(Tile::Building(building), at, TILE),
    }
}

fn printed(biome: Feature, (x, y): (usize, usize)) -> Markup {
    html! {
        svg class="tile" x=(x) y=(y) width=(TILE) height=(TILE) viewBox="0 0 80 80" {
            use href={ "#b-" (biome.id()) } width="80" height="80" {}
            use href={ "#g-" (biome.id()) } x="20" y="20" width="40" height="40" opacity=".8" {}
            (tile::biome_letter(biome))
        }
    }
}

/// The blocks of each color, and how many.
fn supply(player: &Player) -> Markup {
    let label = format!("supply: {}", words::blocks(player.supply));
    html! {
        g class="supply" role="img" aria-label=(label) transform={ "translate(" (MARGIN) " " (BELOW + 2) ")" } {
            @for (nth, block) in Block::ALL.into_iter().enumerate() {
                @let count = player.supply.of(block);
                g opacity=[(count == 0).then_some(".35")] {
                    (sign::blocks(Some(block), &[[nth * 540, 0]], 220))
                    text x=(nth * 54 + 27) y="17" { (count) }
                }
            }
        }
    }
}

/// How wide the place of each thing of a row is: this, or less if there are many.
fn place(count: usize, usual: usize) -> usize {
    usual.min(ROOM / count.max(1))
}

/// Each kind of weapon once, with how many there are.
fn weapons(player: &Player) -> Markup {
    let owned = Weapon::ALL.map(|weapon| (weapon, player.weapons.count(weapon)));
    let owned: Vec<_> = owned.into_iter().filter(|(_, count)| *count > 0).collect();
    let named = owned
        .iter()
        .map(|(weapon, count)| format!("{count} {}", words::weapon(*weapon)));
    let label = format!("weapons: {}", named.collect::<Vec<_>>().join(", "));
    let place = place(owned.len(), TOKEN.0);
    html! {
        g role="img" aria-label=(label) transform={ "translate(" (MARGIN) " " (BELOW + 32) ")" } {
            @for (nth, (weapon, count)) in owned.into_iter().enumerate() {
                svg class="token" x=(nth * place) width=(place) height=(TOKEN.1)
                    viewBox={ "0 0 " (TOKEN.0) " " (TOKEN.1) } {
                    (token::face_up(weapon, &weapon.hearts().to_string()))
                    @if count > 1 {
                        g class="times" {
                            rect x="25" width="17" height="13" rx="2" {}
                            text x="33.5" y="10" { (count) "×" }
                        }
                    }
                }
            }
        }
    }
}

/// The mobs won. Those that were returned (Rule 6.3) are pale and crossed out.
fn mobs(player: &Player) -> Markup {
    let named = player.mobs.iter().map(|won| {
        let returned = if won.returned { " (returned)" } else { "" };
        format!("{}{returned}", words::tile(Tile::Mob(won.mob)))
    });
    let label = format!("mobs won: {}", named.collect::<Vec<_>>().join("; "));
    let place = place(player.mobs.len(), 53);
    let width = place.saturating_sub(3);
    html! {
        @if player.mobs.is_empty() {
            text class="none" x=(MARGIN) y=(BELOW + 106) { "No mob won." }
        } @else {
            g role="img" aria-label=(label) transform={ "translate(" (MARGIN) " " (BELOW + 76) ")" } {
                @for (nth, won) in player.mobs.iter().enumerate() {
                    g opacity=[won.returned.then_some(".45")] {
                        (tile::tile(Tile::Mob(won.mob), (nth * place, 0), width))
                        @if won.returned {
                            path d={ "M" (nth * place) " " (width) "l" (width) "-" (width) } stroke="var(--ink)" stroke-width="3" {}
                        }
                    }
                }
            }
        }
    }
}

/// A labelled element for each space.
fn hits(player: &Player) -> Markup {
    html! {
        g class="hits" {
            @for space in Space::all() {
                @let (x, y) = corner(space);
                @let Cell(row, column) = space.cell();
                rect x=(x) y=(y) width=(SPACE) height=(SPACE) role="img"
                    data-at={ "space:" (row) "," (column) } aria-label=(label(player, space)) {}
            }
        }
    }
}

fn label(player: &Player, space: Space) -> String {
    let Cell(row, column) = space.cell();
    let shown = match player.landscape().at(space) {
        Visible::Printed(biome) => format!("{}, nothing built", words::feature(biome)),
        Visible::Built(building) => words::building(building),
    };
    format!("Row {row}, column {column}: {shown}")
}

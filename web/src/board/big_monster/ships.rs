//! The ships in a ring: what lies on them, who passed to whom, and where the dragon is.

use domain::{
    Seat,
    games::big_monster::{View, choice::Dragon, setup::Mode},
};
use maud::{Markup, html};

use super::{layout::Block, seat};
use crate::svg::{Tenths, seats};

pub(super) const WIDTH: i32 = 360;
/// The middle of the first ship.
const TOP: i32 = 47;
/// From a ship's middle to its feet, and a little more.
const FEET: i32 = 32;

pub(super) const CSS: &str = ".dome{fill:none;stroke:var(--hidek);stroke-width:1.8;stroke-dasharray:3 3}\
    .card{fill:var(--hide);stroke:var(--hidek);stroke-width:1.5}\
    .held{stroke-dasharray:7 5}.way{fill:none;stroke-width:3}\
    .under{fill:none;stroke:var(--surface);stroke-width:7}\
    .load{font-size:14px;font-weight:700;fill:var(--ink);text-anchor:middle}\
    .said{font-size:12px;fill:var(--ink2);text-anchor:middle;\
    paint-order:stroke;stroke:var(--surface);stroke-width:5}\
    .corner{text-anchor:start}";

/// A point, in units.
type Point = (i32, i32);

/// Where words begin that no way crosses.
const CORNER: Point = (8, 14);

/// How far from a ship's middle an arrow keeps: to the sides, and above and below.
const CLEAR: Point = (50, 36);

/// Where the ships of up to six seats are, clockwise from the top.
const RING: [&[Point]; 7] = [
    &[],
    &[(180, TOP)],
    &[(70, TOP), (290, TOP)],
    &[(180, TOP), (290, 181), (70, 181)],
    &[(180, TOP), (300, 129), (180, 211), (60, 129)],
    &[(180, TOP), (300, 111), (256, 221), (104, 221), (60, 111)],
    &[
        (180, TOP),
        (296, 99),
        (296, 209),
        (180, 261),
        (64, 209),
        (64, 99),
    ],
];

/// All ships. The variants have none, and at the end nothing lies on them any more.
pub(super) fn ships(view: &View) -> Option<Block> {
    let is_drafted = view.mode != Mode::Variant && view.scores.is_none();
    let ring = RING
        .get(usize::from(view.seats.seats()))
        .filter(|_| is_drafted)?;
    let at = |seat: Seat| ring.get(usize::from(seat.0)).copied();
    let lowest = ring.iter().map(|(_, y)| *y).max()?;
    let middle = (WIDTH / 2, i32::midpoint(TOP, lowest));
    let ways: Vec<Way> = passed(view)
        .filter(|(from, to, _)| from != to)
        .filter_map(|(from, to, is_held)| Some(way((at(from)?, at(to)?), middle, from, is_held)))
        .collect();
    let drawn = html! {
        path class="under" d=(ways.iter().map(|way| &way.line[..]).collect::<String>()) {}
        @for way in &ways {
            path class=(if way.is_held { "way held" } else { "way" }) d=(way.line) stroke=(way.color) {}
            path d=(way.head) fill=(way.color) {}
        }
        @for ((ship, _), place) in view.seats.iter().zip(*ring) {
            (one(view, ship, *place))
        }
        (dragon(Dragon::of(&view.options, view.dragon), middle, at))
    };
    Some(Block {
        width: domain::cast(WIDTH),
        height: domain::cast(lowest + FEET),
        drawn,
    })
}

/// Who passed to whom this turn, and whose pass is held (4.11) as far as it may be known.
fn passed(view: &View) -> impl Iterator<Item = (Seat, Seat, bool)> {
    view.seats.iter().filter_map(|(from, its)| {
        let to = its.passed_to.or(its.held)?;
        Some((from, to, its.passed_to.is_none()))
    })
}

/// How many tiles lie on a ship, and who put them there.
fn load(view: &View, ship: Seat) -> (usize, Option<Seat>) {
    let mut from = view
        .seats
        .iter()
        .filter(|(_, its)| its.passed_to == Some(ship));
    let (from, passed) = from.next().map_or((None, 0), |(from, its)| {
        (Some(from), seat::rest_of_hand(view, from, its))
    });
    let pile = view.seats.get(ship).and_then(|its| its.ship.as_ref());
    (pile.map_or(passed, |pile| pile.size.into()), from)
}

fn one(view: &View, ship: Seat, (x, y): Point) -> Markup {
    let (size, from) = load(view, ship);
    let from = from.filter(|_| size > 0);
    let from = from
        .map(|from| format!(" from seat {}", from.0 + 1))
        .unwrap_or_default();
    let label = match size {
        0 => format!("Ship of seat {}: empty", ship.0 + 1),
        _ => format!(
            "Ship of seat {}: {}{from}",
            ship.0 + 1,
            crate::words::count(size, "tile")
        ),
    };
    html! {
        g transform={ "translate(" (x) " " (y) ")" } {
            @if size == 0 {
                path class="dome" d="M-15-3q0-20 15-20t15 20" {}
            }
            @for nth in 0..size.min(4) {
                rect class="card" x=(3 * nth) y="-30" width="16" height="26" rx="3" transform="translate(-13)" {}
            }
            use href="#bm-ship" x="-40" y="-8" width="80" height="40" stroke={ "var(--" (seats::color(ship)) ")" } {}
            @if size == 0 {
                text class="said" y="9" { "empty" }
            } @else {
                text class="load" y="10" { (size) }
            }
            g transform="translate(-46 -21)" { (seats::mark(ship, (0, 0))) }
            g class="hits" { rect x="-46" y="-32" width="86" height="60" role="img" aria-label=(label) {} }
        }
    }
}

/// The dragon, and in words that it is with nobody or beside the sign of whoever has it.
fn dragon(dragon: Dragon, middle: Point, at: impl Fn(Seat) -> Option<Point>) -> Markup {
    let holder = match dragon {
        Dragon::None => return html! {},
        Dragon::Middle => None,
        Dragon::With(seat) => Some(seat),
    };
    let place = holder.and_then(at).map(|(x, y)| (x + 33, y - 15));
    let (x, y) = place.unwrap_or((middle.0, middle.1 - 6));
    let label = holder.map_or_else(
        || "Angry dragon: with nobody".to_owned(),
        |seat| format!("Angry dragon: with seat {}", seat.0 + 1),
    );
    html! {
        use href="#bm-angry" x=(x - 16) y=(y - 33) width="32" height="64" fill="var(--dragon)" color="var(--surface)" {}
        @if let Some(seat) = holder {
            text class="said corner" x=(CORNER.0) y=(CORNER.1) { "Dragon with" }
            g transform={ "translate(" (CORNER.0 + 76) " " (CORNER.1 - 13) ")" } { (seats::mark(seat, (0, 0))) }
        } @else {
            text class="said corner" x=(CORNER.0) y=(CORNER.1) { "Dragon with nobody" }
        }
        g class="hits" { rect x=(x - 16) y=(y - 16) width="32" height="32" role="img" aria-label=(label) {} }
    }
}

/// The way of a pile from one ship to another.
struct Way {
    line: String,
    head: String,
    color: String,
    is_held: bool,
}

/// A way that is bent to the middle, and so that the way back has its own.
fn way((start, end): (Point, Point), middle: Point, from: Seat, is_held: bool) -> Way {
    let (right, down) = (end.0 - start.0, end.1 - start.1);
    let halfway = midpoint(start, end);
    let bend = (
        halfway.0 + (middle.0 - halfway.0) / 4 - down / 5,
        halfway.1 + (middle.1 - halfway.1) / 4 + right / 5,
    );
    let tail = clear_of(start, midpoint(bend, end));
    let tip = clear_of(end, midpoint(bend, start));
    let line = format!(
        "M{} {}Q{} {} {} {}",
        tail.0, tail.1, bend.0, bend.1, tip.0, tip.1
    );
    let (head, color) = (head(bend, tip), format!("var(--{})", seats::color(from)));
    Way {
        line,
        head,
        color,
        is_held,
    }
}

fn midpoint(one: Point, other: Point) -> Point {
    (i32::midpoint(one.0, other.0), i32::midpoint(one.1, other.1))
}

/// The point beside a ship on the way to another.
fn clear_of(ship: Point, toward: Point) -> Point {
    let (right, down) = (toward.0 - ship.0, toward.1 - ship.1);
    let length = ((right * CLEAR.1).pow(2) + (down * CLEAR.0).pow(2))
        .isqrt()
        .max(1);
    let scaled = |by: i32| by * CLEAR.0 * CLEAR.1 / length;
    (ship.0 + scaled(right), ship.1 + scaled(down))
}

/// The head of an arrow that comes from there.
fn head(from: Point, tip: Point) -> String {
    let (right, down) = (tip.0 - from.0, tip.1 - from.1);
    let length = (right.pow(2) + down.pow(2)).isqrt().max(1);
    let corner = |along: i32, aside: i32| {
        let x = tip.0 * 10 + (along * right - aside * down) * 10 / length;
        let y = tip.1 * 10 + (along * down + aside * right) * 10 / length;
        html! { (Tenths(x)) " " (Tenths(y)) }.into_string()
    };
    format!("M{}L{}L{}Z", corner(4, 0), corner(-10, 7), corner(-10, -7))
}

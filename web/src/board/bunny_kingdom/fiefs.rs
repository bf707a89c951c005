//! Fiefs: their borders, the arcs of sky towers between them, and what they pay.

use domain::{
    Seat,
    games::bunny_kingdom::{
        fiefs::{Fief, Fiefs},
        land::{BOARD, Square},
        realm::Realm,
    },
    kit::cells::Cells,
};
use maud::{Markup, html};

use super::board::{corner, set};
use crate::{
    Focus,
    svg::{outline::Outline, seats},
};

/// Its line keeps its whole breadth inside a fief, so that neighbors never share one.
const BORDER: Outline = Outline {
    cell: 440,
    inset: 30,
    rounding: 80,
};

/// The stitch of each seat, along the middle of its borders.
const STITCHES: [Option<&str>; 4] = [None, Some("none"), Some(".1 5"), Some("7 5")];

/// Where arcs bow to.
const MIDDLE: i32 = 220;

pub(super) const CSS: &str = ".fief-pale{fill:var(--surface);fill-opacity:.42}\
    .fief-tint{fill-opacity:.22;stroke:var(--surface);stroke-opacity:.8;stroke-width:6}\
    .fief-thin{fill:none;stroke-width:1.6}.fief-border{fill:none;stroke-width:4.2}\
    .fief-stitch{fill:none;stroke:var(--surface);stroke-width:1.5;stroke-linecap:round}\
    .link,.link-casing{fill:none;stroke-linecap:round}.link-casing{stroke:var(--surface);\
    stroke-width:6}.link{stroke-width:2.6;stroke-dasharray:2 5}\
    .fief-points rect{fill:var(--surface);stroke-width:2}\
    .fief-points text{font-size:11.5px;font-weight:700;fill:var(--ink);stroke:none;\
    text-anchor:middle}";

/// The squares of each seat, paler and in a tint of its color, and the borders of its fiefs,
/// which are broad and stitched if the picture is about that seat.
pub(super) fn borders(realm: &Realm, seats: &[Seat], focus: &Focus) -> Markup {
    let settled = seats.iter().filter(|seat| !realm.of(**seat).is_empty());
    html! {
        @for &seat in settled {
            @let color = format!("var(--{})", seats::color(seat));
            @let (id, href) = (id(realm, seat), format!("#{}", id(realm, seat)));
            defs { path id=(id) d=(outline(realm, seat)) {} }
            use class="fief-pale" href=(href) {}
            use class="fief-tint" fill=(color) href=(href) {}
            @if focus.is_on(seat) {
                use class="fief-border" stroke=(color) href=(href) {}
                @if let Some(Some(dashes)) = STITCHES.get(usize::from(seat.0)) {
                    use class="fief-stitch" stroke-dasharray=(dashes) href=(href) {}
                }
            } @else {
                use class="fief-thin" stroke=(color) href=(href) {}
            }
        }
    }
}

/// It names the squares, so that of two pictures on one page neither takes the other's outline.
fn id(realm: &Realm, seat: Seat) -> String {
    let Cells(squares) = realm.of(seat);
    format!("b-{squares:x}")
}

/// A loop around each group of a seat's squares. A fief has one, or more that sky towers link.
fn outline(realm: &Realm, seat: Seat) -> String {
    let groups = BOARD.groups(realm.of(seat));
    groups
        .map(|group| BORDER.around(BOARD.coordinates(group)))
        .collect()
}

/// 7.5: an arc from one sky tower of each pair to the other.
pub(super) fn links(realm: &Realm) -> Markup {
    html! {
        @for pair in realm.links() {
            @let towers: Vec<Square> = Square::each(pair).collect();
            @if let [one, other] = towers[..] && let Some(seat) = realm.owner(one) {
                @let arc = arc(tip(one), tip(other));
                path class="link-casing" d=(arc) {}
                path class="link" stroke={ "var(--" (seats::color(seat)) ")" } d=(arc) {}
            }
        }
    }
}

/// The tip of a sky tower.
fn tip(square: Square) -> (i32, i32) {
    let (x, y) = corner(square);
    (domain::cast::<i32>(x) + 18, domain::cast::<i32>(y) + 11)
}

/// Bowed to the middle of the board, so that it never leaves it.
fn arc(from: (i32, i32), to: (i32, i32)) -> String {
    let bow = ((from.1 - to.1) * 4 / 25, (to.0 - from.0) * 4 / 25);
    let bowed = |by: i32| {
        let (x, y) = (i32::midpoint(from.0, to.0), i32::midpoint(from.1, to.1));
        (x + by * bow.0, y + by * bow.1)
    };
    let far = |&(x, y): &(i32, i32)| (x - MIDDLE).pow(2) + (y - MIDDLE).pow(2);
    let (x, y) = [bowed(1), bowed(-1)]
        .into_iter()
        .min_by_key(far)
        .unwrap_or(from);
    format!("M{} {}Q{x} {y} {} {}", from.0, from.1, to.0, to.1)
}

/// Strength times wealth of each fief that pays, on its border. Where squares are marked, only
/// of fiefs that are marked as a whole.
pub(super) fn points(realm: &Realm, seats: &[Seat], focus: &Focus) -> Markup {
    let marked = &focus.marked & &set(BOARD.all());
    let is_meant = |fief: &Fief| marked.is_empty() || marked.is_superset(&set(fief.squares.0));
    html! {
        @for &seat in seats.iter().filter(|seat| focus.is_on(**seat)) {
            g class="fief-points" stroke={ "var(--" (seats::color(seat)) ")" } aria-hidden="true" {
                @for fief in paying(realm, seat).filter(is_meant) {
                    (product(&fief))
                }
            }
        }
    }
}

/// 7.6: the fiefs of a seat that would pay at a harvest now.
pub(super) fn paying(realm: &Realm, seat: Seat) -> impl Iterator<Item = Fief> {
    let fiefs = Fiefs::of(realm, seat).0.into_iter();
    fiefs.filter(|fief| fief.points > 0)
}

fn product(fief: &Fief) -> Markup {
    let product = format!("{}×{}", fief.strength, fief.produces.len());
    let width = 12 + 7 * product.chars().count();
    html! {
        @if let Some(first) = Square::each(fief.squares.0).next() {
            @let (x, y) = corner(first);
            g transform={ "translate(" (x) " " (y) ")" } {
                rect x="-3" y="-6" width=(width) height="15" rx="4" {}
                text x=(width / 2 - 3) y="5.5" { (product) }
            }
        }
    }
}

//! How large the groups of a map are, each with the letter of its ground.

use domain::games::cartographers::map::BOARD;
use maud::{Markup, html};

use super::map::{Ground, corner};

pub(super) const CSS: &str = ".sizes path{fill:var(--surface);stroke:var(--surface);\
    stroke-width:5;stroke-linejoin:round}\
    .sizes text{font-size:11px;font-weight:700;fill:var(--ink);text-anchor:middle}";

/// What is written on the first space of a group.
struct Size {
    text: String,
    /// The upper left corner of the space.
    at: (usize, usize),
}

/// The sizes of all groups that scoring cards count. One path and one text: an element for each
/// would cost a browser as much as the rest of the map.
pub(super) fn sizes(grounds: &[Ground]) -> Markup {
    let sizes: Vec<Size> = grounds.iter().flat_map(on).collect();
    let plates: String = sizes.iter().map(Size::plate).collect();
    html! {
        @if !sizes.is_empty() {
            g class="sizes" aria-hidden="true" {
                path d=(plates) {}
                text {
                    @for size in &sizes {
                        @let (x, y) = size.at;
                        tspan x=(x + 2 + size.width() / 2) y=(y + 13) { (size.text) }
                    }
                }
            }
        }
    }
}

/// Those of one ground.
fn on(ground: &Ground) -> impl Iterator<Item = Size> {
    let counted = ground.has_sizes.then_some(ground.cells);
    let groups = counted.into_iter().flat_map(|cells| BOARD.groups(cells));
    groups.filter_map(|group| {
        let first = BOARD.coordinates(group).next()?;
        Some(Size {
            text: format!("{}{}", letter(ground.id), group.count()),
            at: corner(first),
        })
    })
}

impl Size {
    fn width(&self) -> usize {
        7 + 7 * self.text.len()
    }

    /// The ground it is written on, less the line of 5 units around it that rounds it.
    fn plate(&self) -> String {
        let ((x, y), width) = (self.at, self.width() - 5);
        format!("M{x} {y}m4.5 4.5h{width}v8.5h-{width}z")
    }
}

/// The letter that a ground has in maps.
fn letter(ground: &str) -> char {
    match ground {
        "farm" => 'A',
        _ => ground
            .chars()
            .next()
            .map_or(' ', |first| first.to_ascii_uppercase()),
    }
}

#[cfg(test)]
mod tests {
    use domain::{
        Cell,
        games::cartographers::map::{Map, Side},
    };

    use super::*;
    use crate::board::cartographers::map::grounds;

    #[test]
    fn each_group_has_its_size_once() {
        let mut map = Map::printed(Side::A);
        map.farm = [Cell(0, 0), Cell(0, 1), Cell(2, 2)]
            .into_iter()
            .filter_map(|cell| BOARD.at(cell))
            .fold(map.farm, |farm, cell| farm | cell);
        let drawn = sizes(&grounds(&map)).into_string();
        assert_eq!(drawn.matches("<tspan").count(), 2);
        assert!(drawn.contains("<tspan x=\"12\" y=\"13\">A2</tspan>"));
        assert!(drawn.contains("<tspan x=\"92\" y=\"93\">A1</tspan>"));
        assert!(drawn.contains("d=\"M0 0m4.5 4.5h16v8.5h-16zM80 80m"));
    }
}

//! One sign at many places, as one element.

use std::fmt::Write as _;

use maud::{Markup, html};

/// The marker `m-` with this name at each of these places: columns and rows of units from the
/// upper left. An element for each sign would cost a browser most of the time that a board takes.
pub(crate) fn at(name: &str, places: impl IntoIterator<Item = (usize, usize)>) -> Markup {
    let mut places = places.into_iter().peekable();
    let is_nowhere = places.peek().is_none();
    // Markers stand where a line bends, and not at its ends.
    let mut line = String::from("M0 0");
    for (x, y) in places {
        write!(line, " {x} {y}").expect("a text takes it");
    }
    line.push_str("H0");
    html! {
        @if !is_nowhere {
            path fill="none" marker-mid={ "url(#m-" (name) ")" } d=(line) {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sign_stands_at_each_bend_of_a_line_that_is_not_seen() {
        assert_eq!(
            at("tree", [(40, 80), (0, 120)]).into_string(),
            "<path fill=\"none\" marker-mid=\"url(#m-tree)\" d=\"M0 0 40 80 0 120H0\"></path>"
        );
        assert_eq!(at("tree", []).into_string(), "");
    }
}

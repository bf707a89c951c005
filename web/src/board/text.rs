//! A board for terminals as a picture, for games that have no drawing of their own.

use domain::View;
use maud::{Markup, html};

use crate::svg::{
    Picture,
    tokens::{INK, SURFACE},
};

/// Of a line, in units.
const HEIGHT: usize = 20;
/// Of a letter of the type below, at most.
const WIDTH: usize = 9;
const MARGIN: usize = 16;

pub(super) fn board(view: &View) -> Markup {
    lines(view.game().info().title, &view.to_string())
}

/// Lines of text, as they stand.
pub(super) fn lines(title: &str, text: &str) -> Markup {
    let longest = text.lines().map(|line| line.chars().count()).max();
    let picture = Picture {
        width: longest.unwrap_or_default() * WIDTH + 2 * MARGIN,
        height: text.lines().count() * HEIGHT + 2 * MARGIN,
        title,
        description: text,
        tokens: &[SURFACE, INK],
        css: ".lines text{font-family:ui-monospace,monospace;font-size:14px;fill:var(--ink)}",
        symbols: "",
    };
    picture.draw(&html! {
        g class="lines" aria-hidden="true" {
            @for (nth, line) in (1..).zip(text.lines()) {
                text x=(MARGIN) y=(nth * HEIGHT + MARGIN - 5) xml:space="preserve" { (line) }
            }
        }
    })
}

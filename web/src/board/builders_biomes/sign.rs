//! Signs that a table has by the hundred, drawn in their places: blocks and hearts.
//!
//! A browser pays more for a `use` that moves and scales a symbol than for what is in the symbol.

use domain::games::builders_biomes::blocks::Block;
use maud::{Markup, html};

use super::words;
use crate::svg::Tenths;

/// How they look. It goes after the styles of tiles, whose rules for texts are as specific.
pub(super) const CSS: &str = ".block{stroke:var(--ink);stroke-opacity:.55}\
    text.block-letter{font-weight:700;text-anchor:middle}";

/// Blocks of one color, or of one that is not known, so wide and with their upper left corners here,
/// all in tenths of a unit.
pub(super) fn blocks(color: Option<Block>, corners: &[[usize; 2]], width: usize) -> Markup {
    let letter = color.map_or('?', Block::letter);
    let color = color.map_or("hide", words::block);
    let edge = width / 16;
    // The line around a block is inside of it.
    let (inset, side) = (edge / 2, tenths(width - edge));
    html! {
        @if !corners.is_empty() {
            path class="block" fill={ "var(--" (color) ")" } stroke-width=(tenths(edge)) d={
                @for [x, y] in corners {
                    "M" (tenths(x + inset)) " " (tenths(y + inset)) "h" (side) "v" (side) "h-" (side) "z"
                }
            } {}
            text class="block-letter" aria-hidden="true" style={ "font-size:" (tenths(width * 72 / 100)) "px;fill:var(--" (color) "k)" }
                x={ @for [x, _] in corners { (tenths(x + width / 2)) " " } }
                y={ @for [_, y] in corners { (tenths(y + width * 76 / 100)) " " } } {
                @for _ in corners { (letter) }
            }
        }
    }
}

/// Hearts of one color with their lower tips here, in tenths of a unit. One is 16 times `scale` wide.
pub(super) fn hearts(color: &str, points: &[[usize; 2]], scale: usize) -> Markup {
    let [two, four, eight] = [2, 4, 8].map(|times| tenths(times * scale));
    html! {
        path fill={ "var(--" (color) ")" } d={
            @for [x, y] in points {
                "M" (tenths(*x)) " " (tenths(*y)) "l-" (eight) "-" (eight) "v-" (four) "l" (two) "-" (two) "h" (four)
                "l" (two) " " (two) " " (two) "-" (two) "h" (four) "l" (two) " " (two) "v" (four) "z"
            }
        } {}
    }
}

/// A length in tenths of a unit, which is never less than nothing.
pub(super) fn tenths(length: usize) -> Tenths {
    Tenths(domain::cast(length))
}

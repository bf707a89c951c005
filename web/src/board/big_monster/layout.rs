//! Blocks of known size, in lines and below each other.

use maud::{Markup, html};

/// Something drawn from its upper left corner, and the room it takes.
#[derive(Debug)]
pub(super) struct Block {
    pub(super) width: usize,
    pub(super) height: usize,
    pub(super) drawn: Markup,
}

impl Block {
    pub(super) const fn new(width: usize, height: usize, drawn: Markup) -> Block {
        Block {
            width,
            height,
            drawn,
        }
    }

    /// A line of text of this class, in the middle of this height.
    pub(super) fn text(class: &str, text: &str, height: usize) -> Block {
        Block {
            width: width_of(text),
            height,
            drawn: html! { text class=(class) y=(height / 2 + 4) { (text) } },
        }
    }

    /// The same, with a name for those who do not see it.
    pub(super) fn labelled(self, label: &str) -> Block {
        let Block {
            width,
            height,
            drawn,
        } = self;
        let drawn = html! {
            (drawn)
            g class="hits" { rect width=(width) height=(height) role="img" aria-label=(label) {} }
        };
        Block::new(width, height, drawn)
    }

    /// The same, so far to the right.
    pub(super) fn right_by(self, left: usize) -> Block {
        Block {
            width: left + self.width,
            height: self.height,
            drawn: at(left, 0, &self.drawn),
        }
    }

    /// The same, in the middle of this width.
    pub(super) fn centered(self, width: usize) -> Block {
        let left = width.saturating_sub(self.width) / 2;
        self.right_by(left)
    }
}

/// A line of small text never takes more than this.
pub(super) fn width_of(text: &str) -> usize {
    text.chars().count() * 13 / 2 + 6
}

/// Drawn there.
pub(super) fn at(x: usize, y: usize, drawn: &Markup) -> Markup {
    html! { g transform={ "translate(" (x) " " (y) ")" } { (drawn) } }
}

/// Blocks below each other, so far apart.
pub(super) fn below(blocks: impl IntoIterator<Item = Block>, apart: usize) -> Block {
    lines(blocks, 0, apart)
}

/// Blocks side by side, so far apart, in as many lines as this width makes of them.
pub(super) fn lines(blocks: impl IntoIterator<Item = Block>, width: usize, apart: usize) -> Block {
    let (mut x, mut y, mut widest, mut height) = (0, 0, 0, 0);
    let blocks = blocks.into_iter().filter(|block| block.height > 0);
    let drawn = blocks.map(|block| {
        if x > 0 && x + block.width > width {
            (x, y) = (0, height + apart);
        }
        let drawn = at(x, y, &block.drawn);
        x += block.width;
        widest = widest.max(x);
        height = height.max(y + block.height);
        x += apart;
        drawn
    });
    let drawn: Vec<Markup> = drawn.collect();
    Block {
        width: widest,
        height,
        drawn: html! { @for block in &drawn { (block) } },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn block(width: usize, height: usize) -> Block {
        Block::new(width, height, html! {})
    }

    #[test]
    fn a_line_breaks_where_the_next_block_does_not_fit() {
        let all = lines([block(40, 10), block(50, 20), block(30, 10)], 100, 5);
        assert_eq!((all.width, all.height), (95, 35));
        let drawn = all.drawn.into_string();
        let places = ["translate(0 0)", "translate(45 0)", "translate(0 25)"];
        assert!(places.iter().all(|place| drawn.contains(place)), "{drawn}");
    }

    #[test]
    fn an_empty_block_leaves_no_gap() {
        let all = below([block(40, 10), block(0, 0), block(30, 10)], 5);
        assert_eq!((all.width, all.height), (40, 25));
    }
}

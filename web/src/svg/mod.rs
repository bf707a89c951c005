//! What pictures are made of.

pub(crate) mod mark;
pub(crate) mod outline;
pub(crate) mod plate;
pub(crate) mod seats;
pub(crate) mod signs;
pub(crate) mod tokens;

use std::fmt::Display;

use maud::{Markup, PreEscaped, Render, html};

use self::tokens::Token;

/// The hundredths of a pixel that a unit must have for text of 15 units to be just legible.
const LEGIBLE_PERCENT: usize = 60;

/// A picture that stands alone. Lengths are in its own units, of which a cell has 40.
pub(crate) struct Picture<'a> {
    pub(crate) width: usize,
    pub(crate) height: usize,
    /// What it shows, for those who do not see it.
    pub(crate) title: &'a str,
    pub(crate) description: &'a str,
    /// The colors it uses.
    pub(crate) tokens: &'a [Token],
    pub(crate) css: &'a str,
    /// The signs it uses, as `symbol` elements.
    pub(crate) symbols: &'static str,
}

/// How the pictures of a game look.
pub(crate) struct Look {
    /// The colors they use.
    pub(crate) tokens: &'static [&'static [Token]],
    /// Their styles.
    pub(crate) css: &'static [&'static str],
    /// The signs they use, as `symbol` elements.
    pub(crate) symbols: &'static str,
}

impl Look {
    /// The colors and signs alone, for a page with several pictures of the game.
    pub(crate) fn alone(&self) -> Markup {
        html! {
            svg xmlns="http://www.w3.org/2000/svg" class="board defs" aria-hidden="true" {
                style {
                    (PreEscaped(tokens::style(&self.tokens.concat())))
                    (PreEscaped(self.css.concat()))
                }
                defs { (PreEscaped(self.symbols)) }
            }
        }
    }

    /// A picture of this size, with this title and description, as it is then drawn.
    pub(crate) fn picture(
        &self,
        (width, height): (usize, usize),
        (title, description): (&str, &str),
        draw: impl FnOnce(&Picture<'_>) -> Markup,
    ) -> Markup {
        draw(&Picture {
            width,
            height,
            title,
            description,
            tokens: &self.tokens.concat(),
            css: &self.css.concat(),
            symbols: self.symbols,
        })
    }
}

impl Picture<'_> {
    /// A small picture with this in it that is one image, without parts that have names.
    pub(crate) fn image(&self, content: &Markup) -> Markup {
        let style = tokens::style(self.tokens);
        html! {
            svg xmlns="http://www.w3.org/2000/svg" class="board" role="img" aria-label=(self.title)
                viewBox={ "0 0 " (self.width) " " (self.height) } {
                title { (self.title) }
                desc { (self.description) }
                style { (PreEscaped(style)) (PreEscaped(self.css)) }
                (content)
            }
        }
    }

    /// The picture with this in it, on its ground.
    pub(crate) fn draw(&self, content: &Markup) -> Markup {
        let style = tokens::style(self.tokens);
        self.with(&html! {
            style { (PreEscaped(style)) (PreEscaped(self.css)) }
            defs { (PreEscaped(self.symbols)) }
            (self.on_ground(content))
        })
    }

    /// The same without colors and signs of its own: they stand alone on the page.
    pub(crate) fn draw_beside(&self, content: &Markup) -> Markup {
        self.with(&self.on_ground(content))
    }

    fn on_ground(&self, content: &Markup) -> Markup {
        html! {
            rect width=(self.width) height=(self.height) rx="5" fill="var(--surface)" {}
            (content)
        }
    }

    fn with(&self, drawn: &Markup) -> Markup {
        html! {
            svg xmlns="http://www.w3.org/2000/svg" class="board" role="group"
                style={ "--legible:" (self.width * LEGIBLE_PERCENT / 100) "px;" (ratio(self.width, self.height)) }
                aria-label=(self.title) viewBox={ "0 0 " (self.width) " " (self.height) } {
                title { (self.title) }
                desc { (self.description) }
                (drawn)
            }
        }
    }
}

/// How a picture keeps its room while it is not drawn yet.
pub(crate) fn ratio(width: impl Display, height: impl Display) -> String {
    format!("aspect-ratio:{width}/{height}")
}

/// A length in tenths of a unit: what a drawing needs, without the noise of fractions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Tenths(pub(crate) i32);

impl Tenths {
    /// Writes it at the end of a text. Outlines are made of hundreds of lengths, for which
    /// `write!` would take half of the time.
    pub(crate) fn push_to(self, text: &mut String) {
        let Tenths(tenths) = self;
        if tenths < 0 {
            text.push('-');
        }
        let tenths = tenths.unsigned_abs();
        (tenths / 10).render_to(text);
        if tenths % 10 > 0 {
            text.push('.');
            (tenths % 10).render_to(text);
        }
    }
}

impl Render for Tenths {
    fn render_to(&self, text: &mut String) {
        self.push_to(text);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_length_is_written_without_needless_digits() {
        let written = [-12, -5, 0, 5, 40, 388].map(|tenths| Tenths(tenths).render().into_string());
        assert_eq!(written, ["-1.2", "-0.5", "0", "0.5", "4", "38.8"]);
    }
}

//! The key of a board: its signs, and what each means.

use maud::{Markup, PreEscaped, html};

use crate::svg::tokens::{self, Token};

/// What explains the board of one game.
pub(super) struct Key {
    /// The colors of its signs.
    pub(super) tokens: &'static [&'static [Token]],
    /// The signs, as `symbol` elements.
    pub(super) symbols: &'static str,
    pub(super) signs: &'static [Sign],
}

/// A sign and what it means.
pub(super) struct Sign {
    /// The `symbol` that draws it.
    pub(super) symbol: &'static str,
    /// The color behind it, by the name of its token; with `k` it names the ink on it.
    pub(super) ground: &'static str,
    pub(super) name: &'static str,
    /// How it looks or what it does, for those who cannot tell its color.
    pub(super) says: &'static str,
}

/// A sign whose name says all.
pub(super) const fn sign(symbol: &'static str, ground: &'static str, name: &'static str) -> Sign {
    explained(symbol, ground, name, "")
}

/// A sign with a word about it.
pub(super) const fn explained(
    symbol: &'static str,
    ground: &'static str,
    name: &'static str,
    says: &'static str,
) -> Sign {
    Sign {
        symbol,
        ground,
        name,
        says,
    }
}

impl Sign {
    /// The sign on its ground.
    pub(super) fn picture(&self, class: &str) -> Markup {
        let ground = self.ground;
        html! {
            svg class=(class) viewBox="0 0 40 40" aria-hidden="true" {
                rect width="40" height="40" rx="4" fill={ "var(--" (ground) ")" } {}
                use href={ "#" (self.symbol) } x="2" y="2" width="36" height="36" fill={ "var(--" (ground) "k)" } color={ "var(--" (ground) ")" } {}
            }
        }
    }
}

impl Key {
    /// The signs as a list, and what draws them.
    pub(super) fn list(&self) -> Markup {
        let colors = tokens::on_root(&self.tokens.concat());
        html! {
            style { (PreEscaped(colors)) }
            svg class="defs" aria-hidden="true" { defs { (PreEscaped(self.symbols)) } }
            ul class="key" {
                @for sign in self.signs {
                    li {
                        (sign.picture("sign"))
                        span {
                            b { (sign.name) }
                            @if !sign.says.is_empty() { span class="s" { (sign.says) } }
                        }
                    }
                }
            }
        }
    }
}

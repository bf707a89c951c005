//! Weapon tokens: discs with a figure, and a heart that says what it is worth.

use domain::games::builders_biomes::weapons::Weapon;
use maud::{Markup, html};

use super::sign;

/// How wide and high a token is with its heart, before it is made as large as it is to be.
pub(super) const SIZE: (usize, usize) = (36, 38);

/// How tokens look.
pub(super) const CSS: &str = ".disc{fill:var(--raised);stroke:var(--ink);stroke-width:1.5}\
    .token text{font-size:10px;font-weight:700;text-anchor:middle;fill:var(--surface)}";

/// A token face up, with what stands in its heart.
pub(super) fn face_up(weapon: Weapon, hearts: &str) -> Markup {
    let color = if hearts == "0" { "ink2" } else { "regret" };
    html! {
        circle class="disc" cx="18" cy="18" r="16.5" {}
        use href={ "#p-" (weapon.id()) } x="9" y="5" width="18" height="18" fill="var(--ink)" {}
        (sign::hearts(color, &[[180, 375]], 10))
        text x="18" y="33" { (hearts) }
    }
}

//! Tiles: buildings and mobs, of any size.

use domain::games::builders_biomes::{
    blocks::{Block, Blocks},
    features::{Axis, Feature},
    tiles::{Building, Mob, Tile},
};
use maud::{Markup, html};

use super::{sign, words};

/// How tiles look. They are drawn 80 units wide and then made as large as they are to be.
pub(super) const CSS: &str = ".tile text{font-weight:700;text-anchor:middle;fill:var(--ink)}\
    .tile .wall{stroke:var(--ink);stroke-opacity:.6}\
    .tile .edge{fill:none;stroke:var(--ink);stroke-width:2.5}\
    .tile .xp{fill:var(--ink)}.tile .xp+text{font-size:16px;fill:var(--surface)}";

/// A tile with its upper left corner here, so wide.
pub(super) fn tile(tile: Tile, (x, y): (usize, usize), width: usize) -> Markup {
    let (drawn, xp) = match tile {
        Tile::Building(it) => (building(it), it.xp()),
        Tile::Mob(it) => (mob(it), it.xp()),
    };
    html! {
        svg class="tile" x=(x) y=(y) width=(width) height=(width) viewBox="0 0 80 80" {
            (drawn)
            @if xp > 0 {
                rect class="xp" x="53" width="27" height="16.5" {}
                text x="63" y="13.8" { (xp) }
            }
            rect class="edge" x="1.3" y="1.3" width="77.4" height="77.4" {}
        }
    }
}

/// A building: its biome and its material by letter, its type as a figure on a wall.
fn building(building: Building) -> Markup {
    let [biome, material, kind] =
        [Axis::Biome, Axis::Material, Axis::Type].map(|axis| building.feature(axis).id());
    html! {
        use href={ "#b-" (biome) } width="80" height="80" {}
        rect class="wall" x="24" y="4.5" width="52" height="54" fill={ "var(--" (material) ")" } {}
        use href={ "#p-" (kind) } x="30" y="11.5" width="40" height="40" fill={ "var(--" (material) "k)" } {}
        (biome_letter(building.feature(Axis::Biome)))
        (sign::blocks(words::block_of(building.feature(Axis::Material)), &[[40, 235]], 180))
        (cost(building.cost()))
    }
}

/// The letter of a biome, in the upper left corner of 80 units.
pub(super) fn biome_letter(biome: Feature) -> Markup {
    let letter = biome.id().chars().next();
    html! {
        rect class="wall" x="4" y="4.5" width="18" height="18" fill="var(--surface)" {}
        text x="13" y="19" font-size="15" { (letter.map_or(' ', |letter| letter.to_ascii_uppercase())) }
    }
}

/// The blocks to pay, in the lower right corner.
fn cost(cost: Blocks) -> Markup {
    let count = usize::from(cost.count());
    // At the left is the place for the count of a stack.
    let step = (60 / count.max(1)).min(13);
    let mut places =
        (0..count).map(|nth| [77 + nth * step - count * step, 77 - step].map(|units| units * 10));
    html! {
        @for block in Block::ALL {
            @let corners: Vec<_> = places.by_ref().take(cost.of(block).into()).collect();
            (sign::blocks(Some(block), &corners, (step - 1) * 10))
        }
    }
}

/// A mob: its figure, its hearts, and what it brings.
fn mob(mob: Mob) -> Markup {
    let hearts = usize::from(mob.hearts());
    // In the middle, but with the place for the count of a stack kept free.
    let left = 40_usize.saturating_sub(hearts * 5).max(18);
    let points: Vec<_> = (0..hearts)
        .map(|nth| [(left + nth * 10) * 10 + 47, 572])
        .collect();
    html! {
        rect width="80" height="80" fill="var(--raised)" {}
        use href={ "#p-" (words::kind(mob)) } x="20" y="6" width="40" height="40" fill="var(--ink)" {}
        (sign::hearts("regret", &points, 6))
        @if let Some((feature, xp)) = mob.end_bonus() {
            text x="32" y="75" font-size="16" { (xp) "×" }
            (counted(feature))
        } @else {
            path d="M18 69h28M38 62l8 7-8 7" stroke="var(--ink)" stroke-width="4" fill="none" {}
            text x="60" y="75" font-size="16" { "+1" }
        }
    }
}

/// What a mob counts: a glyph on its ground, a block, or a figure.
fn counted(feature: Feature) -> Markup {
    let id = feature.id();
    html! {
        @match feature.axis() {
            Axis::Biome => {
                use href={ "#b-" (id) } x="47" y="61" width="16" height="16" {}
                use href={ "#g-" (id) } x="47" y="61" width="16" height="16" {}
            }
            Axis::Material => { (sign::blocks(words::block_of(feature), &[[470, 610]], 160)) },
            Axis::Type => use href={ "#p-" (id) } x="47" y="61" width="16" height="16" fill="var(--ink)" {},
        }
    }
}

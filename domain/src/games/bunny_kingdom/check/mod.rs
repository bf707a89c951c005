//! What a box must keep to before anybody plays with it.
//!
//! Nothing here may look into `BOX`, which is closed while it is checked. Ids stay,
//! and so does what the code does by name; what is printed beside an id may change
//! within the bounds that the code and the document count on.

mod board;
mod cards;
mod parchments;
mod players;

use super::components::{Components, Sourced};
use crate::{cast, kit::components::BoxError};

/// Checks a box that may have been written by hand.
///
/// # Errors
///
/// The first thing that is wrong.
pub fn check(components: &Components) -> Result<(), BoxError> {
    components.game.provenance.check("game")?;
    board::check(components)?;
    cards::check(components)?;
    parchments::check(components)?;
    players::check(components)?;
    rabbits(components)?;
    cities(components)?;
    tokens(components)
}

fn rabbits(components: &Components) -> Result<(), BoxError> {
    let pieces = &components.pieces;
    sourced("pieces.rabbits_per_colour", &pieces.rabbits_per_colour)?;
    sourced("pieces.rabbit_colours", &pieces.rabbit_colours)?;
    sourced("pieces.rabbits_total", &pieces.rabbits_total)?;
    let colors = cast::<u16>(pieces.rabbit_colours.value.len());
    BoxError::unless(
        u16::from(pieces.rabbits_total.value)
            == colors * u16::from(pieces.rabbits_per_colour.value),
        "pieces.rabbits_total: it must equal the rabbits of all colors together",
    )
}

fn sourced<T>(name: &str, fact: &Sourced<T>) -> Result<(), BoxError> {
    fact.provenance.check(name)
}

/// 2.1 and 2.5: one figure for each printed city and for each card.
fn cities(components: &Components) -> Result<(), BoxError> {
    let figures = &components.pieces.city_figures;
    figures.provenance.check("pieces.city_figures")?;
    let printed = board::cities(components);
    BoxError::unless(
        usize::from(figures.placed_on_printed_cities_at_setup) == printed,
        format_args!("pieces.city_figures: the board has {printed} printed cities"),
    )?;
    let [one, two, three] = ["city1", "city2", "city3"].map(|id| cards::count(components, id));
    let needed = [printed + one, two, three];
    let found = [figures.strength_1, figures.strength_2, figures.strength_3].map(usize::from);
    BoxError::unless(
        found == needed,
        format_args!("pieces.city_figures: board and cards need {needed:?} by strength"),
    )?;
    let total = usize::from(figures.total);
    BoxError::unless(
        total == found.iter().sum::<usize>(),
        format_args!("pieces.city_figures: its total must be {total}"),
    )?;
    let strength = printed + one + 2 * two + 3 * three;
    // The document promises no stronger fief.
    BoxError::unless(
        strength <= 54,
        format_args!(
            "pieces.city_figures: their total strength is {strength}, and must be at most 54"
        ),
    )
}

/// 2.5: one token for each card that needs it, of sky towers two.
fn tokens(components: &Components) -> Result<(), BoxError> {
    let pieces = &components.pieces;
    let count = |id| cards::count(components, id);
    let farms = &pieces.farm_tokens;
    farms.provenance.check("pieces.farm_tokens")?;
    let basic = count("farm_wood") + count("farm_fish") + count("farm_carrot");
    let needed = (basic, count("trading_post"), cards::luxuries(components));
    let found = (farms.basic, farms.trading_post, farms.luxury);
    let found = (found.0.into(), found.1.into(), found.2.into());
    BoxError::unless(
        found == needed && usize::from(farms.total) == found.0 + found.1 + found.2,
        format_args!("pieces.farm_tokens: the cards need {needed:?}"),
    )?;
    let towers = &pieces.sky_tower_tokens;
    towers.provenance.check("pieces.sky_tower_tokens")?;
    let pairs = count("sky_tower");
    BoxError::unless(
        (usize::from(towers.pairs), usize::from(towers.total)) == (pairs, 2 * pairs),
        format_args!("pieces.sky_tower_tokens: the cards need {pairs} pairs"),
    )?;
    let camps = &pieces.camp_tokens;
    camps.provenance.check("pieces.camp_tokens")?;
    BoxError::unless(camps.total == 6, "pieces.camp_tokens: there must be six")
}

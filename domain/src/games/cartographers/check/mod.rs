//! What a box must keep to before anybody plays with it.
//!
//! Nothing here may look into `BOX`, which is closed while it is checked. Ids stay,
//! and so does what the code does by name; what is printed beside an id may change
//! within the bounds that the code and the document count on.

mod cards;
mod sheets;
mod skills;

use super::{
    cards::{Card, Letter, Season, Skill},
    components::Components,
    edicts::Edict,
    map::Side,
};
use crate::kit::components::BoxError;

/// Checks a box that may have been written by hand.
///
/// # Errors
///
/// The first thing that is wrong.
pub fn check(components: &Components) -> Result<(), BoxError> {
    title(components)?;
    order(components)?;
    numbers(components)?;
    for sheet in &components.maps {
        sheets::check(sheet)?;
    }
    cards::check(components)?;
    skills::check(components)?;
    switches(components)?;
    solo(components)
}

/// A default is one of the values of its option.
fn switches(components: &Components) -> Result<(), BoxError> {
    components.rule_switches.iter().try_for_each(|switch| {
        let (id, values) = (&switch.id, &switch.values);
        BoxError::unless(
            values.contains(&switch.default),
            format_args!("rule_switches: the default of {id} must be one of {values:?}"),
        )
    })
}

fn title(components: &Components) -> Result<(), BoxError> {
    let schema = components.schema_version;
    BoxError::unless(
        schema == 1,
        format_args!("schema_version is {schema}, and must be 1"),
    )?;
    let players = &components.game.players;
    BoxError::unless(
        (players.min, players.max) == (1, 100),
        "game.players: the game must be for 1 to 100 players",
    )?;
    let cards = components.game.card_count_base;
    BoxError::unless(
        cards == 41,
        format_args!("game.card_count_base is {cards}, and must be 41"),
    )
}

/// Records are found by their place.
fn order(components: &Components) -> Result<(), BoxError> {
    let all = components;
    in_order("maps", all.maps.iter().map(|it| it.id), &Side::ALL)?;
    in_order("sides", all.maps.iter().map(|it| it.side), &Side::ALL)?;
    let cards = all.explore_cards.iter().map(|it| it.id);
    in_order("explore_cards", cards, &Card::EXPLORE)?;
    let cards = all.ambush_cards.iter().map(|it| it.id);
    in_order("ambush_cards", cards, &Card::AMBUSH)?;
    let cards = all.season_cards.iter().map(|it| it.key);
    in_order("season_cards", cards, &Season::ALL)?;
    let cards = all.edict_cards.iter().map(|it| it.letter);
    in_order("edict_cards", cards, &Letter::ALL)?;
    let cards = all.scoring_cards.iter().map(|it| it.id);
    in_order("scoring_cards", cards, &Edict::ALL)?;
    let cards = all.skill_cards.iter().map(|it| it.id);
    in_order("skill_cards", cards, &Skill::ALL)
}

fn in_order<T: Copy + PartialEq>(
    list: &str,
    found: impl Iterator<Item = T>,
    expected: &[T],
) -> Result<(), BoxError> {
    let sentence =
        format_args!("{list}: every id must be listed once, in the order of the printed box");
    BoxError::unless(found.eq(expected.iter().copied()), sentence)
}

fn numbers(components: &Components) -> Result<(), BoxError> {
    let ambushes = components.ambush_cards.iter().map(|it| it.number);
    let explores = components.explore_cards.iter().map(|it| it.number);
    let seasons = components.season_cards.iter().map(|it| it.number);
    let edicts = components.edict_cards.iter().map(|it| it.number);
    let scoring = components.scoring_cards.iter().map(|it| it.number);
    let found = ambushes.chain(explores).chain(seasons);
    for (number, found) in (1..).zip(found.chain(edicts).chain(scoring)) {
        let sentence = format_args!("card {found} is listed where card {number} belongs");
        BoxError::unless(found == number, sentence)?;
    }
    Ok(())
}

/// 9.6
fn solo(components: &Components) -> Result<(), BoxError> {
    let solo = &components.solo;
    solo.provenance.check("solo")?;
    let ratings = solo.titles.iter().map(|title| title.min_rating);
    let falls = ratings.clone().is_sorted_by(|better, worse| better > worse);
    BoxError::unless(
        falls,
        "solo.titles: each title must need a lower rating than the one before",
    )?;
    let fits = ratings.into_iter().all(|it| (-1000..=1000).contains(&it));
    BoxError::unless(fits, "solo.titles: a rating must be from -1000 to 1000")?;
    for title in &solo.titles {
        let name = &title.names.en;
        let fits = (1..=40).contains(&name.chars().count());
        BoxError::unless(
            fits,
            format_args!("solo.titles: {name:?} must have 1 to 40 letters"),
        )?;
    }
    Ok(())
}

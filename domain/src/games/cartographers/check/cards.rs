//! What cards must keep to.

use super::super::{
    cards::Letter,
    components::{
        AmbushCard, Components, Corner, Direction, ExploreCard, ExploreKind, Neighbor, SeasonCard,
        ShapeRecord, Step,
    },
    map::Terrain,
    shape::ShapeId,
};
use crate::{Cell, kit::components::BoxError};

/// Checks every card but skills.
pub(super) fn check(components: &Components) -> Result<(), BoxError> {
    components.explore_cards.iter().try_for_each(explore)?;
    components.ambush_cards.iter().try_for_each(ambush)?;
    components.season_cards.iter().try_for_each(season)?;
    time(components)?;
    edicts(components)?;
    for card in &components.edict_cards {
        card.provenance.check(&card.id)?;
    }
    for card in &components.scoring_cards {
        let name = format!("scoring card {}", card.id.id());
        card.provenance.check(&name)?;
        let group = card.group == card.id.group();
        BoxError::unless(group, format_args!("{name} belongs to another type"))?;
        let fits = (0..=99).contains(&card.solo_rating);
        BoxError::unless(
            fits,
            format_args!("{name}: solo_rating must be from 0 to 99"),
        )?;
    }
    Ok(())
}

fn explore(card: &ExploreCard) -> Result<(), BoxError> {
    let name = format!("E{:02}", card.number);
    card.provenance.check(&name)?;
    let offered = match card.kind {
        ExploreKind::Ruins => (0, 0),
        ExploreKind::TwoShapesOneTerrain => (2, 1),
        ExploreKind::OneShapeTwoTerrains => (1, 2),
        ExploreKind::RiftLands => (1, 5),
    };
    BoxError::unless(
        (card.shapes.len(), card.terrains.len()) == offered,
        format_args!(
            "{name}: a card of its kind must offer {} shapes and {} terrains",
            offered.0, offered.1
        ),
    )?;
    terrains(card, &name)?;
    BoxError::unless(
        card.time <= 3,
        format_args!("{name}: time must be from 0 to 3"),
    )?;
    let coins = card.shapes.iter().filter(|shape| shape.coin).count();
    BoxError::unless(
        coins == usize::from(card.kind == ExploreKind::TwoShapesOneTerrain),
        format_args!(
            "{name}: a card with two shapes must have a coin beside one of them, and no other card may have a coin"
        ),
    )?;
    for (shape, letter) in card.shapes.iter().zip(["a", "b"]) {
        shape_of(shape, &format!("{name}{letter}"))?;
        let known = ShapeId::named(&shape.id).is_some();
        BoxError::unless(
            known,
            format_args!("{name}: shape {:?} does not exist", shape.id),
        )?;
        let single = card.kind != ExploreKind::RiftLands || shape.size == 1;
        BoxError::unless(
            single,
            format_args!("{name}: its shape must be a single cell"),
        )?;
    }
    Ok(())
}

fn terrains(card: &ExploreCard, name: &str) -> Result<(), BoxError> {
    let mut terrains = card.terrains.clone();
    terrains.sort_unstable();
    terrains.dedup();
    let distinct = terrains.len() == card.terrains.len();
    BoxError::unless(distinct, format_args!("{name}: a terrain is listed twice"))?;
    let drawable = !terrains.contains(&Terrain::Mountain);
    BoxError::unless(
        drawable,
        format_args!("{name}: mountains may not be offered as a terrain"),
    )
}

/// A shape pushed into the top left corner.
fn shape_of(shape: &ShapeRecord, id: &str) -> Result<(), BoxError> {
    let found = &shape.id;
    BoxError::unless(
        found == id,
        format_args!("{found:?} is listed where shape {id} belongs"),
    )?;
    let mut cells = shape.cells.clone();
    cells.sort_unstable();
    cells.dedup();
    BoxError::unless(
        cells.len() == shape.cells.len() && cells.len() == usize::from(shape.size),
        format_args!(
            "{id}: size must equal the number of its cells, and no cell may be listed twice"
        ),
    )?;
    BoxError::unless(
        (1..=6).contains(&shape.size),
        format_args!("{id}: a shape must have 1 to 6 cells"),
    )?;
    let fits = cells
        .iter()
        .all(|Cell(row, col)| (0..5).contains(row) && (0..5).contains(col));
    let pushed = cells.iter().any(|cell| cell.0 == 0) && cells.iter().any(|cell| cell.1 == 0);
    BoxError::unless(
        fits && pushed,
        format_args!(
            "{id}: its cells must lie in rows and columns 0 to 4, with one in row 0 and one in column 0"
        ),
    )
}

/// 6.2 and 9.2: every icon of an ambush says the same.
fn ambush(card: &AmbushCard) -> Result<(), BoxError> {
    let name = format!("A{:02}", card.number);
    card.provenance.check(&name)?;
    shape_of(&card.shape, &format!("{name}s"))?;
    BoxError::unless(
        card.time == 0 && card.terrain == Terrain::Monster && !card.shape.coin,
        format_args!("{name}: an ambush must have monsters, and neither time nor coin"),
    )?;
    let (to, offset) = match card.arrow {
        Direction::Clockwise => (Neighbor::LeftNeighbour, 1),
        Direction::Counterclockwise => (Neighbor::RightNeighbour, -1),
    };
    let exchange = &card.exchange;
    let agrees = (exchange.direction, exchange.pass_to, exchange.seat_offset);
    BoxError::unless(
        agrees == (card.arrow, to, offset),
        format_args!("{name}: exchange must match its arrow"),
    )?;
    let solo = &card.solo;
    BoxError::unless(
        !solo.rotate && !solo.flip,
        format_args!("{name}: monsters must keep their printed orientation"),
    )?;
    let step = match (solo.corner, solo.travel) {
        (Corner::TopRight, Direction::Clockwise)
        | (Corner::TopLeft, Direction::Counterclockwise) => Some(Step::Down),
        (Corner::BottomLeft, Direction::Clockwise)
        | (Corner::BottomRight, Direction::Counterclockwise) => Some(Step::Up),
        (Corner::TopLeft | Corner::BottomRight, Direction::Clockwise)
        | (Corner::TopRight | Corner::BottomLeft, Direction::Counterclockwise) => None,
    };
    BoxError::unless(
        solo.travel == card.arrow && step == Some(solo.first_step),
        format_args!("{name}: solo.first_step must lead away from its corner"),
    )
}

fn season(card: &SeasonCard) -> Result<(), BoxError> {
    card.provenance.check(&card.id)?;
    let (order, threshold) = (card.order, card.time_threshold);
    BoxError::unless(
        order == card.key as u8 + 1,
        format_args!("{}: order must match its place in the list", card.id),
    )?;
    BoxError::unless(
        (1..=8).contains(&threshold),
        format_args!(
            "{}: time_threshold must be from 1 to 8, not {threshold}",
            card.id
        ),
    )
}

/// 3.6: the deck must not run out inside a season, nor end with ruins.
fn time(components: &Components) -> Result<(), BoxError> {
    for card in &components.explore_cards {
        let untimed = card.kind != ExploreKind::Ruins || card.time == 0;
        BoxError::unless(
            untimed,
            format_args!("E{:02}: a ruins card must have time 0", card.number),
        )?;
    }
    let deck: u8 = components.explore_cards.iter().map(|card| card.time).sum();
    for season in &components.season_cards {
        let threshold = season.time_threshold;
        BoxError::unless(
            deck >= threshold,
            format_args!(
                "the explore deck has a total time of {deck}, but {} needs {threshold}",
                season.id
            ),
        )?;
    }
    Ok(())
}

/// 7.1: AB, BC, CD, DA.
fn edicts(components: &Components) -> Result<(), BoxError> {
    let following = Letter::ALL.iter().cycle().skip(1);
    let pairs = Letter::ALL.iter().zip(following);
    for (season, (&first, &second)) in components.season_cards.iter().zip(pairs) {
        let (id, found) = (&season.id, season.edicts);
        BoxError::unless(
            found == [first, second],
            format_args!("{id}: it must score {first:?} and {second:?}"),
        )?;
    }
    Ok(())
}

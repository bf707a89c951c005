//! What the board must keep to.

use std::collections::BTreeSet;

use super::super::{
    components::{Components, PrintedSquare, Resource, ResourceClass, Terrain, TerrainRecord},
    land::{Square, board},
    realm::Basic,
};
use crate::kit::{cells::Grid, components::BoxError};

pub(super) fn check(components: &Components) -> Result<(), BoxError> {
    terrains(components)?;
    resources(components)?;
    let printed = &components.board;
    let squares = &printed.squares;
    let ids = squares.iter().map(|it| it.id);
    BoxError::unless(
        ids.eq((0..100).map(Square)),
        "board.squares: A1 to J10 must each be listed once, in reading order",
    )?;
    lava(components)?;
    let board = board(&printed.lava_edges);
    for it in squares {
        square(it, &components.terrains[it.terrain as usize], &board)?;
    }
    let counts = &printed.terrain_counts;
    let provenance = &printed.terrain_counts_provenance;
    provenance.check("board.terrain_counts_provenance")?;
    for terrain in Terrain::ALL {
        let count = squares.iter().filter(|it| it.terrain == terrain).count();
        let said = counts.get(&terrain).copied().map(usize::from);
        BoxError::unless(
            said == Some(count),
            format_args!("board.terrain_counts: the board has {count} squares of {terrain:?}"),
        )?;
    }
    Ok(())
}

/// How many squares have a printed city.
pub(super) fn cities(components: &Components) -> usize {
    let squares = components.board.squares.iter();
    squares.filter(|it| it.terrain == Terrain::City).count()
}

fn terrains(components: &Components) -> Result<(), BoxError> {
    for (terrain, record) in Terrain::ALL.into_iter().zip(&components.terrains) {
        let name = format!("terrain {terrain:?}");
        let found = record.id;
        BoxError::unless(
            found == terrain,
            format_args!("{name}: {found:?} is listed in its place"),
        )?;
        record.provenance.check(&name)?;
        let grows = record.produces;
        // 6.3: only basic resources are printed on the board.
        let basic = grows.is_none_or(|grown| Basic::ALL.iter().any(|it| it.resource() == grown));
        BoxError::unless(
            basic,
            format_args!("{name}: it may produce only wood, fish or carrot"),
        )?;
    }
    let city = &components.terrains[Terrain::City as usize];
    BoxError::unless(
        city.produces.is_none(),
        "terrain City: it must not produce anything",
    )
}

fn resources(components: &Components) -> Result<(), BoxError> {
    for (resource, record) in Resource::ALL.into_iter().zip(&components.resources) {
        let name = format!("resource {}", resource.id());
        let found = record.id.id();
        BoxError::unless(
            found == resource.id(),
            format_args!("{name}: {found} is listed in its place"),
        )?;
        record.provenance.check(&name)?;
        let class = if Basic::ALL.iter().any(|it| it.resource() == resource) {
            ResourceClass::Basic
        } else {
            ResourceClass::Luxury
        };
        BoxError::unless(
            record.class == class,
            format_args!("{name}: its class must be {class:?}"),
        )?;
    }
    Ok(())
}

/// 1.6: between squares side by side, the western or northern first.
fn lava(components: &Components) -> Result<(), BoxError> {
    let mut sides = BTreeSet::new();
    for lava in &components.board.lava_edges {
        let [from, to] = lava.between;
        let name = format!("lava {from}-{to}");
        lava.provenance.check(&name)?;
        let (here, there) = (from.cell(), to.cell());
        let east = (here.0, here.1 + 1) == (there.0, there.1);
        let south = (here.0 + 1, here.1) == (there.0, there.1);
        BoxError::unless(
            east || south,
            format_args!("{name}: it must flow to the square to the east or south"),
        )?;
        BoxError::unless(
            sides.insert((from, to)),
            format_args!("{name} is listed twice"),
        )?;
    }
    Ok(())
}

fn square(printed: &PrintedSquare, terrain: &TerrainRecord, board: &Grid) -> Result<(), BoxError> {
    let id = printed.id;
    let name = format!("square {id}");
    printed.provenance.check(&name)?;
    let place = format!("{}{}", printed.row, printed.col);
    BoxError::unless(
        place == id.to_string(),
        format_args!("{name}: row and col describe {place}"),
    )?;
    let corner = [Square(0), Square(9), Square(90), Square(99)].contains(&id);
    let edge = board.rim().contains(id.cells());
    BoxError::unless(
        (printed.is_edge, printed.is_corner) == (edge, corner),
        format_args!("{name}: is_edge must be {edge} and is_corner {corner}"),
    )?;
    BoxError::unless(
        printed.base_resource == terrain.produces,
        format_args!("{name}: base_resource must be what its terrain produces"),
    )?;
    let strength = u8::from(printed.terrain == Terrain::City);
    BoxError::unless(
        printed.printed_city_strength == strength,
        format_args!("{name}: printed_city_strength must be {strength}"),
    )?;
    neighbors(printed, board)
}

fn neighbors(printed: &PrintedSquare, board: &Grid) -> Result<(), BoxError> {
    let (id, cells) = (printed.id, printed.id.cells());
    let connected = board.neighbors(cells);
    let blocked = Grid::new(10, 10).neighbors(cells) - connected;
    for (list, listed, expected) in [
        (
            "connected_neighbours",
            &printed.connected_neighbours,
            connected,
        ),
        (
            "lava_blocked_neighbours",
            &printed.lava_blocked_neighbours,
            blocked,
        ),
    ] {
        let found: BTreeSet<Square> = listed.iter().copied().collect();
        let expected: BTreeSet<Square> = Square::each(expected).collect();
        BoxError::unless(
            found == expected && listed.len() == found.len(),
            format_args!("square {id}: {list} must follow from the board and its lava_edges"),
        )?;
    }
    Ok(())
}

//! What a map sheet must keep to.

use super::super::{
    components::SheetRecord,
    map::{BOARD, Land, Map},
};
use crate::kit::{cells::Cells, components::BoxError};

/// Checks a side of the sheet.
pub(super) fn check(sheet: &SheetRecord) -> Result<(), BoxError> {
    let name = format!("map {:?}", sheet.side);
    sheet.provenance.check(&name)?;
    let size = (sheet.rows, sheet.cols) == (11, 11);
    BoxError::unless(
        size,
        format_args!("{name}: it must have 11 rows and 11 columns"),
    )?;
    let land = Map::from_letters(&sheet.blank_grid, Cells::NONE);
    let land = land.map_err(|bad| BoxError::new(format_args!("{name}, blank_grid: {bad}")))?;
    let printed = Land {
        mountain: land.mountain,
        wasteland: land.wasteland,
        ..Land::default()
    };
    BoxError::unless(
        land == printed,
        format_args!("{name}, blank_grid: only mountains and wasteland may be printed"),
    )?;
    let apart = !land.filled().meets(sheet.ruins.0);
    BoxError::unless(
        apart,
        format_args!("{name}: ruins must lie on empty spaces"),
    )?;
    BoxError::unless(
        sheet.wastelands.0 == land.wasteland,
        format_args!("{name}: wastelands must be the cells marked L in blank_grid"),
    )?;
    mountains(sheet, &land, &name)
}

/// 10.1: each holds a coin.
fn mountains(sheet: &SheetRecord, land: &Map, name: &str) -> Result<(), BoxError> {
    let listed = sheet.mountains.iter();
    let listed: Cells = listed.filter_map(|it| BOARD.at(it.cell)).collect();
    BoxError::unless(
        listed == land.mountain && listed.count() == 5,
        format_args!("{name}: mountains must be the five cells marked M in blank_grid"),
    )?;
    let coins = sheet.mountains.iter().all(|mountain| mountain.coin);
    BoxError::unless(
        coins,
        format_args!("{name}: every mountain must hold a coin"),
    )
}

//! The scoring cards, each with a corner of a map on which it pays: what it counts is lit.

use domain::{
    Cell,
    facts::word,
    games::cartographers::{
        components::{BOX, ScoringCard},
        edicts::{Edict, EdictGroup},
        map::{BOARD, Map, SIDE},
        sheet::Sheet,
    },
    kit::cells::Cells,
    words::points,
};

use super::map;
use crate::{
    Focus,
    board::inventory::{Component, Drawing, Kind},
    svg::plate::CELL,
};

/// A part of a map: its upper left cell, its rows in the letters of maps, and its ruins.
type Part = (Cell, &'static [&'static str], &'static [Cell]);

pub(super) fn scoring() -> Kind {
    Kind {
        id: "scoring-cards",
        name: "Scoring cards",
        says: "Each once, in four stacks of four; a match has one of each stack. What a card \
               counts is lit on a part of a map."
            .to_owned(),
        components: BOX.scoring_cards.iter().map(card).collect(),
    }
}

fn card(card: &'static ScoringCard) -> Component {
    let stack = match card.group {
        EdictGroup::Forest => "Forest",
        EdictGroup::FarmWater => "Farm and water",
        EdictGroup::Village => "Village",
        EdictGroup::Spatial => "Places",
    };
    let (paid, picture) = example(card.id);
    Component::new(
        word(&card.id),
        card.names.en.clone(),
        vec![
            card.rule.clone(),
            format!("Here: {}.", points(paid)),
            format!(
                "Stack: {stack}. Alone, the rating loses {}.",
                card.solo_rating
            ),
        ],
        picture,
        &card.provenance,
    )
}

/// What a card pays for its part of a map, and the picture of it.
fn example(edict: Edict) -> (i16, Drawing) {
    let (corner, rows, ruins) = part(edict);
    let map = laid_out(corner, rows, ruins);
    let tally = edict.score(&map);
    let sheet = Sheet {
        map,
        ..Sheet::blank()
    };
    let focus = Focus {
        marked: BOARD.coordinates(tally.cells).collect(),
        ..Focus::default()
    };
    let columns = rows.first().map_or(0, |row| row.len());
    let units = |cells: i8| domain::cast::<usize>(cells) * CELL;
    let size = (columns * CELL, rows.len() * CELL);
    let drawn = maud::html! {
        svg width=(size.0) height=(size.1)
            viewBox={ (units(corner.1)) " " (units(corner.0)) " " (size.0) " " (size.1) } {
            (map::ground(&sheet, &focus))
        }
    };
    (tally.points, Drawing::new(size, columns * 30, drawn))
}

fn laid_out(corner: Cell, rows: &[&str], ruins: &[Cell]) -> Map {
    let side = domain::cast::<usize>(SIDE);
    let [top, left] = [corner.0, corner.1].map(domain::cast::<usize>);
    let row = |nth: usize| {
        let written = nth.checked_sub(top).and_then(|nth| rows.get(nth));
        let written = written.copied().unwrap_or_default();
        format!("{:.<side$}", format!("{}{written}", ".".repeat(left)))
    };
    let written: Vec<String> = (0..side).map(row).collect();
    let ruins = ruins.iter().filter_map(|cell| BOARD.at(*cell));
    let ruins = ruins.fold(Cells::NONE, |all, cell| all | cell);
    Map::from_letters(&written, ruins).unwrap_or_default()
}

/// A part of a map on which a card pays, and on which it shows what it does not count.
const fn part(edict: Edict) -> Part {
    let edge = Cell(0, 0);
    let middle = Cell(3, 3);
    match edict {
        Edict::SentinelWood => (edge, &["FF...", "F.F..", "..FF."], &[]),
        Edict::Greenbough => (edge, &["F.F..", ".....", "..F.."], &[]),
        Edict::Treetower => (middle, &[".W...", "WFA.F", ".FV..", "....."], &[]),
        Edict::StonesideForest => (middle, &["M.F.M", "FFF..", "..FM."], &[]),
        Edict::CanalLake => (middle, &["WW.W.", "AA...", "..A.."], &[]),
        Edict::MagesValley => (middle, &[".W..W", "WMA..", ".A..A"], &[]),
        Edict::TheGoldenGranary => (
            middle,
            &[".W...", "..WA.", "....A"],
            &[Cell(4, 4), Cell(4, 6)],
        ),
        Edict::ShoresideExpanse => (middle, &[".AA..W", ".A...A", "...W..", "......"], &[]),
        Edict::Wildholds => (middle, &["VVV.V", "VV..V", "V...."], &[]),
        Edict::GreatCity => (middle, &["VV..M", "VV.VV", "V..VV", "....V"], &[]),
        Edict::GreengoldPlains => (middle, &[".F...", "AVVW.", "....V"], &[]),
        Edict::Shieldgate => (middle, &["VVV.V", "....V", "V...."], &[]),
        Edict::Borderlands => (
            Cell(4, 0),
            &["..F........", "FFVVAAWWMXF", "....W......"],
            &[],
        ),
        Edict::LostBarony => (middle, &["FFA..", "VMA.W", "VWW.."], &[]),
        Edict::TheBrokenRoad => (Cell(7, 0), &["A....", "F....", ".V...", "..W.."], &[]),
        Edict::TheCauldrons => (middle, &[".F..", "A.W.", ".V.."], &[]),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_scoring_card_pays_for_its_part_of_a_map_and_lights_what_it_counts() {
        let paid = Edict::ALL.map(|edict| example(edict).0);
        assert_eq!(paid, [3, 4, 1, 6, 4, 6, 5, 6, 8, 5, 3, 4, 6, 9, 3, 1]);
        for edict in Edict::ALL {
            let drawn = example(edict).1.picture().into_string();
            assert!(drawn.contains("class=\"marked\""), "{edict:?}");
        }
    }
}

//! The scoring cards on whole maps: points, and the cells that were counted.

use std::fmt::Write as _;

use super::super::{
    edicts::{Edict, Tally, monsters},
    map::{BOARD, Map, Side},
};
use crate::kit::cells::Cells;

/// Maps, and for each card on each map its points over the cells it counts.
const SCORED: &str = include_str!("whole_maps.txt");

#[test]
fn whole_maps_pay_as_written() {
    for (side, rows) in maps() {
        let map = Map::from_letters(&rows, Map::printed(side).ruins).unwrap();
        let told = tell(side, &map);
        assert!(SCORED.contains(&told), "not in whole_maps.txt:\n{told}");
    }
}

#[test]
fn every_card_pays_on_some_whole_map() {
    for edict in Edict::ALL {
        let pays = |(side, rows): (Side, Vec<&str>)| {
            let map = Map::from_letters(&rows, Map::printed(side).ruins).unwrap();
            edict.score(&map).points > 0
        };
        assert!(maps().any(pays), "{edict:?}");
    }
}

/// The maps of the file, with the sides they are drawn on.
fn maps() -> impl Iterator<Item = (Side, Vec<&'static str>)> {
    let side = |name| match name {
        "A" => Side::A,
        "B" => Side::B,
        other => panic!("there is no side {other}"),
    };
    let maps = SCORED.split("Side ").skip(1);
    maps.map(move |text| {
        let mut lines = text.lines();
        (side(lines.next().unwrap()), lines.take(11).collect())
    })
}

/// The map, then four cards abreast.
fn tell(side: Side, map: &Map) -> String {
    let mut told = format!("Side {side:?}\n{}\n", map.letters().join("\n"));
    for four in Edict::ALL.chunks(4) {
        let tallies: Vec<Tally> = four.iter().map(|edict| edict.score(map)).collect();
        let names = four.iter().map(|edict| edict.card().names.en.as_str());
        abreast(&mut told, &names.collect::<Vec<_>>(), &tallies);
    }
    abreast(&mut told, &["Monsters"], &[monsters(map)]);
    told
}

fn abreast(told: &mut String, names: &[&str], tallies: &[Tally]) {
    let titles = names.iter().zip(tallies);
    let titles = titles.map(|(name, tally)| format!("{name} {}", tally.points));
    line(told, titles);
    for row in 0..11 {
        line(told, tallies.iter().map(|tally| counted(row, tally.cells)));
    }
}

fn line(told: &mut String, columns: impl Iterator<Item = String>) {
    let columns = columns.fold(String::new(), |line, column| format!("{line}{column:<22}"));
    writeln!(told, "{}", columns.trim_end()).unwrap();
}

fn counted(row: u32, cells: Cells) -> String {
    let mark = |col| {
        if cells.contains(BOARD.cell(row, col)) {
            'x'
        } else {
            '.'
        }
    };
    (0..11).map(mark).collect()
}

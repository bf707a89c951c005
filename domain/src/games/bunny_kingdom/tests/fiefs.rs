//! Fiefs, and a slow reference that knows nothing of bits.

use std::collections::BTreeSet;

use super::super::{
    components::{BOX, Resource},
    fiefs::{Estate, Fiefs, parts},
    land::Square,
    realm::{Basic, Realm, Site, Structure},
};
use super::table::{DICE, realm};
use crate::{Seat, dice::Roll, kit::cells::Cells};

fn sizes(board: &[&str]) -> Vec<u32> {
    let fiefs = parts(&realm(board), Seat(0));
    fiefs.into_iter().map(Cells::count).collect()
}

#[test]
fn a_single_square_is_a_fief() {
    // 1.7
    assert_eq!(sizes(&["E5"]), [1]);
    assert_eq!(sizes(&[""]), [] as [u32; 0]);
}

#[test]
fn lava_closes_one_side_and_a_detour_connects() {
    // 1.6
    assert_eq!(sizes(&["B1 B2"]), [1, 1]);
    assert_eq!(sizes(&["B1 B2 A1 A2"]), [4]);
    assert_eq!(sizes(&["I7 J7"]), [1, 1]);
    assert_eq!(sizes(&["I7 J7 I6 J6"]), [4]);
}

#[test]
fn another_seats_square_parts_a_fief() {
    assert_eq!(sizes(&["A1 A3", "A2"]), [1, 1]);
}

#[test]
fn towers_connect_whatever_touches_them() {
    // 7.5 and 6.8: also when they touch later anyway.
    assert_eq!(sizes(&["A1 A2:/1 J1:/1 J2 E5"]), [4, 1]);
    assert_eq!(sizes(&["A1:/1 A2 A3:/1"]), [3]);
    assert_eq!(sizes(&["A1:/1 C3:/1 C4:/2 E5:/2 G6:/3 J9:/3"]), [4, 2]);
}

/// One fief found square by square.
fn reference(squares: &[Site], seat: Seat) -> Vec<(BTreeSet<Square>, i16)> {
    let own: BTreeSet<Square> = squares
        .iter()
        .filter(|site| site.owner == seat)
        .map(|site| site.at)
        .collect();
    let pair = |at: Square| {
        let site = squares.iter().find(|site| site.at == at)?;
        let Some(Structure::SkyTower { pair }) = site.building else {
            return None;
        };
        Some(pair)
    };
    let mut seen = BTreeSet::new();
    let mut fiefs = Vec::new();
    for &start in &own {
        let mut fief = BTreeSet::new();
        let mut open = vec![start];
        while let Some(at) = open.pop() {
            if !own.contains(&at) || !seen.insert(at) {
                continue;
            }
            fief.insert(at);
            open.extend(&BOX.board.squares[usize::from(at.0)].connected_neighbours);
            let other = |it: &&Square| pair(**it).is_some() && pair(**it) == pair(at);
            open.extend(own.iter().filter(other));
        }
        if !fief.is_empty() {
            let points = worth(squares, &fief);
            fiefs.push((fief, points));
        }
    }
    fiefs
}

fn worth(squares: &[Site], fief: &BTreeSet<Square>) -> i16 {
    let mut strength = 0;
    let mut resources = BTreeSet::new();
    for site in squares.iter().filter(|site| fief.contains(&site.at)) {
        let printed = &BOX.board.squares[usize::from(site.at.0)];
        strength += i16::from(printed.printed_city_strength);
        resources.extend(printed.base_resource);
        match site.building {
            Some(Structure::City { strength: built }) => strength += i16::from(built),
            Some(Structure::Farm { resource }) => drop(resources.insert(resource)),
            Some(Structure::TradingPost { choice }) => {
                resources.extend(choice.map(Basic::resource))
            }
            Some(Structure::SkyTower { .. } | Structure::Camp { .. }) | None => {}
        }
    }
    strength * i16::try_from(resources.len()).unwrap()
}

/// A board filled at random from the box.
pub(super) fn random(roll: &mut Roll) -> Vec<Site> {
    let mut squares: Vec<Square> = (0..100).map(Square).collect();
    roll.shuffle(&mut squares);
    squares.truncate(60);
    let mut buildings: Vec<Structure> = Resource::ALL
        .map(|resource| Structure::Farm { resource })
        .into();
    buildings.extend([1, 1, 1, 2, 2, 2, 3].map(|strength| Structure::City { strength }));
    buildings.extend([1, 2, 3, 4, 5, 6].map(|priority| Structure::Camp { priority }));
    let choice = Some(Basic::ALL[usize::try_from(roll.below(3)).unwrap()]);
    buildings.push(Structure::TradingPost { choice });
    roll.shuffle(&mut buildings);
    let mut sites: Vec<Site> = squares
        .iter()
        .map(|&at| Site {
            at,
            owner: Seat(u8::try_from(roll.below(3)).unwrap()),
            building: None,
        })
        .collect();
    for building in buildings {
        let place = usize::try_from(roll.below(60)).unwrap();
        let mut tried = sites.clone();
        tried[place].building = tried[place].building.or(Some(building));
        if Realm::new(&tried, 3).is_ok() {
            sites = tried;
        }
    }
    for pair in 1..=3 {
        let owner = sites[usize::from(pair)].owner;
        let free = sites.iter_mut().filter(|site| {
            let is_city = BOX.board.squares[usize::from(site.at.0)].printed_city_strength > 0;
            site.owner == owner && site.building.is_none() && !is_city
        });
        let mut free: Vec<&mut Site> = free.take(2).collect();
        if free.len() == 2 {
            for site in &mut free {
                site.building = Some(Structure::SkyTower { pair });
            }
        }
    }
    sites
}

#[test]
fn a_slow_reference_finds_the_same_fiefs_and_harvests() {
    for nth in 0..300 {
        let sites = random(&mut DICE.roll("board", nth));
        let realm = Realm::new(&sites, 3).unwrap();
        for seat in Seat::first(3) {
            let found = Fiefs::of(&realm, seat);
            let found: Vec<(BTreeSet<Square>, i16)> = found
                .0
                .iter()
                .map(|fief| (Square::each(fief.squares.0).collect(), fief.points))
                .collect();
            let expected = reference(&sites, seat);
            assert_eq!(found, expected);
            let sum: i16 = expected.iter().map(|(_, points)| points).sum();
            assert_eq!(Estate::of(&realm, seat).harvest(), sum);
        }
    }
}

#[test]
fn a_square_taken_counts_what_it_joins_or_parts() {
    for nth in 0..100 {
        let realm = Realm::new(&random(&mut DICE.roll("board", nth)), 3).unwrap();
        let is_free =
            |square: &Square| realm.owner(*square).is_none() || realm.camp(*square).is_some();
        for square in (0..100).map(Square).filter(is_free) {
            for taker in Seat::first(3) {
                let mut then = realm;
                then.take(taker, square);
                for seat in Seat::first(3) {
                    let mut estate = Estate::of(&realm, seat);
                    if seat == taker || realm.owner(square) == Some(seat) {
                        estate.recount(&then, seat, square);
                    }
                    let anew = Estate::of(&then, seat);
                    assert_eq!(estate, anew, "{square} on\n{realm}");
                }
            }
        }
    }
}

#[test]
fn a_board_reads_back_as_it_was_written() {
    for nth in 0..50 {
        let sites = random(&mut DICE.roll("board", nth));
        let realm = Realm::new(&sites, 3).unwrap();
        let written = serde_json::to_string(&realm).unwrap();
        assert_eq!(serde_json::from_str::<Realm>(&written).unwrap(), realm);
    }
}

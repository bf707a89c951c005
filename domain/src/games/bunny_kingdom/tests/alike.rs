//! Squares where a building scores the same, against boards scored anew.

use std::collections::BTreeMap;

use super::super::{
    Command,
    alike::Ground,
    cards::{Building, Parchment},
    fiefs::Estate,
    judge::score,
    land::Square,
    parchments::Claims,
    realm::Realm,
};
use super::{fiefs::random, table::DICE};
use crate::{BySeat, Seat};

/// What each seat would have if it held every parchment.
fn worth(realm: &Realm) -> BySeat<i16> {
    let claims = BySeat::new(3, |seat| {
        let estate = Estate::of(realm, seat);
        Claims {
            parchments: Parchment::ALL.into(),
            held: 37,
            harvested: estate.harvest(),
            estate,
            ..Claims::default()
        }
    });
    let scores = score(realm, &claims);
    claims.map(|seat, claims| claims.harvested + scores[seat].points())
}

/// The boards with a building more, each with the command that puts it there, and where.
fn built(realm: &Realm, seat: Seat) -> Vec<(Command, Vec<Square>, Realm)> {
    let mut boards = Vec::new();
    let buildings = Building::ALL.into_iter().filter(|it| !it.is_camp());
    for building in buildings.filter(|it| *it != Building::SkyTower) {
        for square in Square::each(realm.sites(seat, building)) {
            let mut then = *realm;
            then.build(seat, building, square);
            boards.push((Command::Build { building, square }, vec![square], then));
        }
    }
    let free = realm.sites(seat, Building::SkyTower);
    for first in Square::each(free).filter(|_| realm.links().count() < 3) {
        for second in Square::each(free).filter(|it| *it > first) {
            let squares = [first, second];
            let mut then = *realm;
            for square in squares {
                then.build(seat, Building::SkyTower, square);
            }
            let command = Command::BuildTowers {
                squares: squares.into(),
            };
            boards.push((command, squares.into(), then));
        }
    }
    boards
}

#[test]
fn a_building_scores_the_same_on_squares_alike() {
    let (mut commands, mut kinds) = (0, 0);
    for nth in 0..40 {
        let sites = random(&mut DICE.roll("board", nth));
        let realm = Realm::new(&sites, 3).unwrap();
        for seat in Seat::first(3) {
            let estate = Estate::of(&realm, seat);
            let ground = Ground::of(&realm, &estate);
            let mut known = BTreeMap::new();
            for (command, squares, then) in built(&realm, seat) {
                let mut recounted = estate.clone();
                let each = squares.iter();
                each.for_each(|square| recounted.recount(&then, seat, *square));
                let anew = Estate::of(&then, seat);
                assert_eq!(recounted, anew, "{command:?} on\n{realm}");
                let worth = worth(&then);
                let alike = ground.command_alike(command);
                let first = known.entry(alike).or_insert((command, worth.clone()));
                assert_eq!(first.1, worth, "{command:?} and {:?} on\n{realm}", first.0);
                commands += 1;
            }
            kinds += known.len();
        }
    }
    assert!(kinds < commands, "{kinds} kinds of {commands}");
}

//! Spots where a tile pays the same, against zones counted anew.

use serde_json::json;

use super::super::{
    alike::Spots,
    explorers::Explorer,
    score::zone_points,
    tally::{Claims, Tally},
    tiles::Tile,
    zone::Zone,
};
use super::table::{DICE, options};

/// A zone of so many tiles, each at a spot where it may lie.
fn random(nth: u32, tiles: usize) -> Zone {
    let mut roll = DICE.roll("zone", nth);
    let mut zone = Zone::new(Explorer::ALL[roll.index(Explorer::ALL.len())]);
    for _ in 0..tiles {
        let tile = Tile::ALL[roll.index(Tile::ALL.len())];
        let spots = zone.spots(tile);
        zone = zone.with(tile, spots[roll.index(spots.len())]);
    }
    zone
}

#[test]
fn a_tile_pays_the_same_at_spots_alike() {
    let options = [
        options(json!({})),
        options(json!({"edition": "board_game_arena"})),
    ];
    let (mut spots, mut kinds) = (0, 0);
    for nth in 0..60 {
        let zone = random(nth, usize::try_from(nth % 20).unwrap());
        let mut alike = Spots::of(&zone);
        for tile in Tile::ALL {
            for at in zone.spots(tile) {
                let first = alike.first_alike(tile, at);
                let [here, there] = [at, first].map(|at| zone.with(tile, at));
                for options in &options {
                    let [here, there] = [&here, &there].map(|zone| {
                        let points = zone_points(zone, Claims::default(), options);
                        (Tally::of(zone, options), points)
                    });
                    assert_eq!(here, there, "{tile} at {at:?} and {first:?} of\n{zone}");
                }
                spots += 1;
                kinds += u32::from(first == at);
            }
        }
    }
    assert!(kinds * 3 < spots, "{kinds} kinds of {spots} spots");
}

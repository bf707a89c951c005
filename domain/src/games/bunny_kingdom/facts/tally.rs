//! What stands on the board at the end.

use super::super::{
    cards::{Building, Parchment},
    fiefs::Fiefs,
    land::Square,
    realm::{Realm, Structure},
    state::State,
};
use crate::{
    Seat, cast,
    facts::{Notes, SeatNotes, word, yes_no},
};

/// Notes what stands on the board at the end.
pub(super) fn tally(state: &State, notes: &mut Notes) {
    for (seat, holding) in state.seats.iter() {
        let of_seat = notes.seat(seat);
        let values = &mut of_seat.values;
        let harvests = 1..=state.harvests.len();
        values.begin(harvests.map(|round| format!("points.harvest_{round}")));
        values.begin(["points.parchment"]); // what pays nothing has no line
        values.add("camps_played", holding.camps_played);
        values.count("not_built", holding.kept.len());
        values.count("parchments", holding.parchments.len());
        for parchment in Parchment::ALL {
            let holds = yes_no(holding.parchments.contains(&parchment));
            values.tell(format!("holds.{parchment}"), holds);
        }
        tally_realm(&state.realm, seat, of_seat);
    }
}

fn tally_realm(realm: &Realm, seat: Seat, notes: &mut SeatNotes) {
    let own = realm.of(seat);
    let fiefs = Fiefs::of(realm, seat).0;
    let sizes = fiefs.iter().map(|fief| fief.squares.0.count());
    let largest = sizes.max().map(|size| cast::<i32>(size));
    let best = fiefs.iter().map(|fief| fief.points).max();
    let values = &mut notes.values;
    values.count("squares", Square::each(own).count());
    values.add("largest_fief", largest.unwrap_or(0));
    values.add("best_fief", best.unwrap_or(0));
    values.count("fiefs", fiefs.len());
    values.add("strength", realm.strength(own));
    values.begin([
        "cities_built",
        "farms_built",
        "trading_posts",
        "sky_towers",
        "camps",
    ]);
    for square in Square::each(own) {
        let structure = realm.structure(square);
        if let Some(structure) = structure {
            let (id, _) = kind_of(structure);
            notes.values.add(id, 1);
        }
        let with = structure.map_or("rabbit".to_owned(), |it| kind_of(it).1);
        notes.fill(square.cell(), with);
    }
}

/// What a building counts as, and its name in the heatmap.
fn kind_of(structure: Structure) -> (&'static str, String) {
    let card = || structure.card().as_ref().map_or_else(String::new, word);
    match structure {
        Structure::City { .. } => ("cities_built", card()),
        Structure::Farm { .. } => ("farms_built", card()),
        Structure::TradingPost { .. } => ("trading_posts", card()),
        Structure::SkyTower { .. } => ("sky_towers", word(&Building::SkyTower)),
        Structure::Camp { .. } => ("camps", card()),
    }
}

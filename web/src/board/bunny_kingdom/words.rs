//! The board and the table in words, for those who do not see them.

use domain::{
    GameId, ScoreLine, Seat,
    games::bunny_kingdom::{
        View,
        components::{BOX, Direction, Lava, Resource, Terrain},
        event::Duty,
        land::{BOARD, LAND, Square},
        realm::Realm,
    },
};

use super::{
    fiefs,
    pieces::{self, Piece},
};
use crate::words::count;

/// A fief by its place, with the harvest if that is over: numbers of fiefs say nothing to people.
pub(in crate::board) fn place(game: GameId, line: &ScoreLine) -> Option<String> {
    let (harvest, _fief) = line.source.split_once(".fief_")?;
    let (first, more) = line.cells.split_first()?;
    if game != GameId::BunnyKingdom {
        return None;
    }
    let first = Square::each(BOARD.all()).find(|square| square.cell() == *first)?;
    let more = match more.len() {
        0 => String::new(),
        more => format!(" and {more} more"),
    };
    let harvest = match harvest.split_once('_') {
        Some((_, number)) => format!(" (harvest {number})"),
        None => String::new(),
    };
    Some(format!("Fief at {first}{more}{harvest}"))
}

pub(super) const fn terrain(terrain: Terrain) -> &'static str {
    match terrain {
        Terrain::Forest => "forest",
        Terrain::Sea => "sea",
        Terrain::Field => "field",
        Terrain::Plains => "plains",
        Terrain::Mountain => "mountain",
        Terrain::City => "city",
    }
}

/// What is on a square, and on which sides lava closes it.
pub(super) fn square(realm: &Realm, square: Square) -> String {
    let here = square.cells();
    let printed = |resource: &Resource| LAND.grows(*resource).contains(here);
    let resource = Resource::ALL.into_iter().find(printed);
    let facts = [
        Some(terrain(square.terrain()).to_owned()),
        resource.map(|resource| resource.id().to_owned()),
        Some(
            realm
                .owner(square)
                .map_or("free".to_owned(), |seat| format!("seat {}", seat.0 + 1)),
        ),
        pieces::at(realm, square).map(|piece| piece.name),
    ];
    let lava = BOX.board.lava_edges.iter();
    let lava = lava.filter_map(|lava| side(lava, square));
    let facts: Vec<String> = facts.into_iter().flatten().chain(lava).collect();
    format!("{square}: {}", facts.join(", "))
}

/// On which side of a square this lava flows.
fn side(lava: &Lava, square: Square) -> Option<String> {
    let [from, to] = lava.between;
    let is_beside = from.cell().0 == to.cell().0;
    let side = match (square == from, square == to, is_beside) {
        (true, _, true) => "east",
        (true, _, false) => "south",
        (_, true, true) => "west",
        (_, true, false) => "north",
        _ => return None,
    };
    Some(format!("lava to the {side}"))
}

/// What is the same for all seats.
pub(super) fn table(view: &View) -> String {
    let camp = view.camp.map_or_else(String::new, |call| {
        format!(" Seat {} announced camp {}.", call.seat.0 + 1, call.camp)
    });
    let deck = count(view.deck_left.into(), "card");
    format!("{}.{camp} The deck has {deck}.", moment(view))
}

/// How far the match is.
pub(super) fn moment(view: &View) -> String {
    let Some(duty) = view.duty else {
        return "The match is over".to_owned();
    };
    let round = format!("Round {} of {}", view.round, BOX.players.rounds);
    let to = match view.pass_to {
        Direction::Left => "left",
        Direction::Right => "right",
    };
    let camp = view.camp.map_or_else(String::new, |call| {
        format!(", camp {} is asked for", call.asked)
    });
    match duty {
        Duty::Pick => format!("{round}, turn {}, hands pass {to}", view.turn),
        Duty::Build | Duty::Camp => format!("{round}, construction{camp}"),
        Duty::Trade => format!("{round}, trading posts are named"),
        Duty::Copy => format!("{round}, copy cards are chosen"),
    }
}

/// What a seat has.
pub(super) fn seat(view: &View, seat: Seat) -> String {
    let (realm, holding) = (&view.board, &view.seats[seat]);
    let squares = domain::cast::<usize>(realm.of(seat).count());
    let hidden = [
        (usize::from(holding.hand_size), "card", "in hand"),
        (usize::from(holding.reserve), "card", "in reserve"),
        (usize::from(holding.discarded_count), "card", "discarded"),
        (usize::from(holding.parchment_count), "parchment", "kept"),
    ];
    let hidden = hidden.into_iter().filter(|(number, ..)| *number > 0);
    let mut facts = vec![
        count(domain::cast(holding.points.max(0)), "point"),
        count(squares, "square"),
    ];
    facts.extend(hidden.map(|(number, thing, place)| format!("{} {place}", count(number, thing))));
    let kept = holding.kept.iter().map(|&it| Piece::kept(it).name);
    facts.extend(kept.map(|name| format!("{name} to be built")));
    let due = if view.due.contains(seat) {
        " It decides."
    } else {
        ""
    };
    let paying = paying(realm, seat);
    format!("Seat {}: {}.{paying}{due}", seat.0 + 1, facts.join(", "))
}

/// The fiefs of a seat that pay, as a sentence after others.
fn paying(realm: &Realm, seat: Seat) -> String {
    let fiefs = fiefs::paying(realm, seat).filter_map(|fief| {
        let first = Square::each(fief.squares.0).next()?;
        Some(format!("{first} {}×{}", fief.strength, fief.produces.len()))
    });
    let fiefs: Vec<String> = fiefs.collect();
    if fiefs.is_empty() {
        String::new()
    } else {
        format!(" Fiefs that pay: {}.", fiefs.join(", "))
    }
}

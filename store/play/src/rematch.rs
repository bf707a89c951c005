//! Opening the table of a match that is over once more.

use domain::{
    BySeat, Seat,
    matches::{Match, Occupant, Place, PlayerId, Settings},
};

use crate::matches::Opening;
use store_log::id::MatchId;

impl Opening {
    /// The same table as that of a match: its game, options, settings and seats, but a new deal,
    /// and everybody one seat further to the right, so that another begins. The player sits down
    /// at once; for the others their seats are kept.
    pub fn rematch(of: MatchId, game: &Match, player: &PlayerId) -> Opening {
        let seats = game.seats();
        let from = |seat: Seat| game.occupant(seat.left(seats)).cloned();
        let sits = |seat: &Seat| matches!(from(*seat), Some(Occupant::Player { player: there }) if there == *player);
        let terms = &game.terms;
        Opening {
            options: terms.options.clone(),
            places: BySeat::new(seats, |seat| from(seat).map_or(Place::Open, place)),
            seated: Seat::first(seats)
                .filter(sits)
                .map(|seat| (seat, player.clone()))
                .collect(),
            seed: None,
            arranged: None,
            open_hands: terms.open_hands,
            private: terms.private,
            settings: Settings {
                arranged: None,
                deal_closed: false,
                tournament: None,
                rematch_of: Some(of.to_string()),
                ..(*terms.settings).clone()
            },
        }
    }
}

fn place(occupant: Occupant) -> Place {
    match occupant {
        Occupant::Player { player } => Place::Player { player },
        Occupant::Bot { bot } => Place::Bot { bot },
    }
}

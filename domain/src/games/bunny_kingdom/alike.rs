//! Commands that score the same.

use super::{
    cards::{Building, Card},
    command::Command,
    fiefs::Estate,
    land::Square,
    realm::Realm,
};
use crate::kit::cells::Cells;

/// The command that stands for all that change no points.
pub(super) const NOTHING: Command = Command::Done {};

/// A seat's squares, asked for what they have in common.
pub(super) struct Ground<'a> {
    estate: &'a Estate,
    producing: Cells,
}

impl Ground<'_> {
    /// The squares of an estate.
    pub(super) fn of<'a>(realm: &Realm, estate: &'a Estate) -> Ground<'a> {
        Ground {
            estate,
            producing: realm.productive(),
        }
    }

    /// One command for all that score the same: what is no use before it is built, what
    /// leaves the game and squares alike make no difference.
    pub(super) fn command_alike(&self, command: Command) -> Command {
        match command {
            Command::Pick { cards } => picks_alike(cards.both()),
            Command::PickOne { play, .. } => picks_alike([play, Card::Provisions]),
            Command::Build { building, square } => {
                let square = self.first_alike(square);
                Command::Build { building, square }
            }
            Command::BuildTowers { squares } => {
                let squares = squares.both().map(|it| self.first_alike(it)).into();
                Command::BuildTowers { squares }
            }
            Command::AnnounceCamp { .. } | Command::PassCamp {} | Command::Done {} => NOTHING,
            Command::PlaceCamp { .. } | Command::Trade { .. } | Command::Copy { .. } => command,
        }
    }

    /// The first square of the same fief that produces something too, or nothing too: what
    /// is counted of a building is in which fief it stands, and whether it makes a square of
    /// use that was bare.
    fn first_alike(&self, square: Square) -> Square {
        let here = square.cells();
        let fief = self.estate.fiefs().find(|fief| fief.meets(here));
        let fief = fief.unwrap_or(here);
        let alike = if self.producing.meets(here) {
            fief & self.producing
        } else {
            fief - self.producing
        };
        Square::each(alike).next().unwrap_or(square)
    }
}

fn picks_alike(cards: [Card; 2]) -> Command {
    match cards.map(card_alike) {
        [Card::Provisions, Card::Provisions] => NOTHING,
        cards => Command::Pick {
            cards: cards.into(),
        },
    }
}

/// One card for all that score the same when they are played.
fn card_alike(card: Card) -> Card {
    match card {
        Card::Building(building) if building.is_camp() => Card::Building(Building::Camp1),
        Card::Building(_) | Card::Provisions => Card::Provisions,
        Card::Territory(_) | Card::Parchment(_) => card,
    }
}

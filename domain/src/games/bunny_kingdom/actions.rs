//! Every command that some decision can allow, each with an id.

use std::sync::LazyLock;

use super::{
    cards::{Building, BuildingKind, Card, Parchment},
    choice::Decision,
    command::Command,
    land::{BOARD, Square},
    legal::{pick, pick_one},
    realm::Basic,
};
use crate::kit::actions::Actions;

/// The actions of a table of so many. Tables of three and four have the same.
pub(super) fn actions(seats: u8) -> Option<&'static Actions<Command>> {
    type All = LazyLock<Option<Actions<Command>>>;
    static OF_TWO: All = LazyLock::new(|| Actions::of(all(true)));
    static OF_MORE: All = LazyLock::new(|| Actions::of(all(false)));
    if Decision::throws_away(seats) {
        OF_TWO.as_ref()
    } else {
        OF_MORE.as_ref()
    }
}

fn all(throws_away: bool) -> Vec<Command> {
    let squares = || Square::each(BOARD.all());
    let mut commands = vec![Command::Done {}, Command::PassCamp {}];
    commands.extend(squares().map(|square| Command::PlaceCamp { square }));
    for square in squares() {
        commands.extend(Basic::ALL.map(|resource| Command::Trade { square, resource }));
    }
    for card in [Parchment::Liberal, Parchment::Socialist] {
        commands.extend(Parchment::ALL.map(|parchment| Command::Copy { card, parchment }));
    }
    Building::ALL
        .into_iter()
        .for_each(|it| built(it, &mut commands));
    // What is picked comes last, so that all else has the same ids at every table.
    let deck = Card::deck();
    commands.extend(if throws_away {
        pick_one(&deck)
    } else {
        pick(&deck)
    });
    commands
}

fn built(building: Building, commands: &mut Vec<Command>) {
    let squares = || Square::each(BOARD.all());
    match building.kind() {
        BuildingKind::City(_) | BuildingKind::Farm(_) | BuildingKind::TradingPost => {
            commands.extend(squares().map(|square| Command::Build { building, square }));
        }
        BuildingKind::SkyTower => commands.extend(squares().flat_map(|one| {
            let others = squares().filter(move |other| one < *other);
            others.map(move |other| Command::BuildTowers {
                squares: [one, other].into(),
            })
        })),
        BuildingKind::Camp(camp) => commands.push(Command::AnnounceCamp { camp }),
    }
}

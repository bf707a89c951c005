//! Every command that some decision can allow, each with an id.

use std::sync::LazyLock;

use super::{
    command::{Command, Orientation},
    components::Card,
    face::{Face, FaceKind},
    map::{Area, BOARD, Terrain},
    shape::{DOMINO, SQUARE, Shape},
};
use crate::kit::{actions::Actions, cells::Cells};

/// The actions of every table: neither its options nor its seats make a difference.
pub(super) fn actions() -> Option<&'static Actions<Command>> {
    static ACTIONS: LazyLock<Option<Actions<Command>>> = LazyLock::new(|| Actions::of(all()));
    ACTIONS.as_ref()
}

fn all() -> Vec<Command> {
    let (horizontal, vertical) = (Orientation::Horizontal, Orientation::Vertical);
    let orientations = [None, Some(horizontal), Some(vertical)];
    let mut commands = vec![Command::Pass {}];
    commands.extend(orientations.map(|orientation| Command::Acrobatics { orientation }));
    let cells = || BOARD.coordinates(BOARD.all());
    commands.extend(cells().map(|cell| Command::Search { cell }));
    commands.extend(cells().map(|cell| Command::Diplomacy { cell }));
    // 4.6, 5.4 and 6.5
    for terrain in Terrain::ALL {
        let single = BOARD.all().iter().map(Area);
        commands.extend(single.map(|cells| Command::Draw { terrain, cells }));
    }
    for card in Card::AMBUSH.into_iter().chain(Card::EXPLORE) {
        of_face(card.face(), &mut commands);
    }
    commands
}

/// What a card asks for, and what skills make of it.
fn of_face(face: &'static Face, commands: &mut Vec<Command>) {
    let acrobats = match face.kind {
        FaceKind::Ambush => &DOMINO[..], // 13.10
        FaceKind::Explore | FaceKind::Ruins => &[],
    };
    for &terrain in face.terrains {
        let drawn = face.shapes.iter().chain(acrobats).flat_map(laid);
        commands.extend(drawn.map(|cells| Command::Draw { terrain, cells }));
        commands.extend(laid(&DOMINO[0]).map(|cells| Command::Healing { terrain, cells }));
        if face.kind == FaceKind::Explore {
            commands.extend(laid(&SQUARE).map(|cells| Command::Negotiation { terrain, cells }));
        }
        for (id, shape) in face
            .shapes
            .iter()
            .filter_map(|shape| Some((shape.id?, shape)))
        {
            let clipped = shape.clipped.iter().copied().map(Area);
            commands.extend(clipped.map(|cells| Command::Stealth {
                shape: id,
                terrain,
                cells,
            }));
        }
    }
    for cells in face.shapes.iter().flat_map(laid) {
        commands.push(Command::Concentration { cells });
        if face.kind == FaceKind::Explore {
            commands.push(Command::ArcaneKnowledge { cells });
        }
    }
}

/// A shape wherever it can lie on a map.
fn laid(shape: &Shape) -> impl Iterator<Item = Area> {
    let everywhere: Cells = BOARD.all();
    let spots = shape.spots(everywhere, everywhere);
    shape.placements(spots).map(Area)
}

//! What events and commands do to boards.

use domain::{
    Cell, Seat,
    games::builders_biomes::{board::Space, command::Command, event::Event},
};

use crate::Focus;

/// The cells of the overworld that were turned up, fought or emptied, the column of the cube that
/// lost a block, and the spaces of a board that were built on or scored.
pub(in crate::board) fn news(_view: &domain::View, event: &domain::Event) -> Option<Vec<Focus>> {
    let domain::Event::BuildersBiomes(event) = event else {
        return None;
    };
    let news = match event {
        Event::BlockTaken { column, .. } => vec![Focus {
            cube: [column.cell()].into(),
            ..Focus::default()
        }],
        Event::Explored { tiles, weapons, .. } => {
            let tiles = tiles.iter().map(|it| it.stack.cell());
            vec![played(
                None,
                tiles.chain(weapons.iter().map(|it| it.slot.cell())),
            )]
        }
        Event::Built {
            seat, stack, space, ..
        } => {
            vec![
                played(None, [stack.cell()]),
                played(Some(*seat), [space.cell()]),
            ]
        }
        Event::TokensRevealed { stack, .. }
        | Event::FightWon { stack, .. }
        | Event::FightLost { stack, .. } => vec![played(None, [stack.cell()])],
        Event::WeaponCollected { slot, .. } => vec![played(None, [slot.cell()])],
        Event::RoundScored { score } => vec![Focus {
            of: Some(score.seat),
            marked: score.spaces.iter().copied().map(Space::cell).collect(),
            ..Focus::default()
        }],
        Event::TurnBegan { .. }
        | Event::DecisionDue { .. }
        | Event::HoesPaid { .. }
        | Event::TntUsed { .. }
        | Event::TntKept { .. }
        | Event::ExtraActionTileReturned { .. }
        | Event::TurnEnded { .. }
        | Event::ScoringRoundBegan { .. }
        | Event::MobBonusesScored { .. } => Vec::new(),
    };
    Some(news)
}

fn played(of: Option<Seat>, cells: impl IntoIterator<Item = Cell>) -> Focus {
    Focus {
        of,
        played: cells.into_iter().collect(),
        ..Focus::default()
    }
}

/// Whether an event only says whose turn it is.
pub(in crate::board) fn asks(event: &domain::Event) -> bool {
    matches!(
        event,
        domain::Event::BuildersBiomes(
            Event::DecisionDue { .. } | Event::TurnBegan { .. } | Event::TurnEnded { .. }
        )
    )
}

/// A building goes on a board of one's own; all else is done in the overworld.
pub(in crate::board) fn aim(
    _view: &domain::View,
    seat: Seat,
    command: &domain::Command,
) -> Option<Option<Seat>> {
    let domain::Command::BuildersBiomes(command) = command else {
        return None;
    };
    Some(matches!(command, Command::Build { .. }).then_some(seat))
}

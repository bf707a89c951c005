//! What events and commands do to zones.

use domain::{
    Cell, Seat,
    games::big_monster::{
        event::Event,
        zone::{Placed, Spot},
    },
};

use crate::Focus;

/// The cells of a tile that was placed, or of a mutant that changed.
pub(in crate::board) fn news(view: &domain::View, event: &domain::Event) -> Option<Vec<Focus>> {
    let (domain::View::BigMonster(view), domain::Event::BigMonster(event)) = (view, event) else {
        return None;
    };
    let of = |seat: Seat, cells: Vec<Cell>| {
        vec![Focus {
            of: Some(seat),
            played: cells.into_iter().collect(),
            ..Focus::default()
        }]
    };
    let cells = |placed: &Placed| placed.cells().map(Spot::cell).collect();
    let news = match event {
        Event::TilePlaced { seat, tile, x, y } => of(*seat, Spot { x: *x, y: *y }.cells(*tile)),
        Event::Mutated { seat, nth, .. } => {
            let zone = view.seats.get(*seat).map(|its| &its.zone);
            let mutant = zone.and_then(|zone| zone.tiles.get(usize::from(*nth)));
            mutant.map_or_else(Vec::new, |mutant| of(*seat, cells(mutant)))
        }
        Event::ExplorersDealt { .. }
        | Event::DecisionsDue { .. }
        | Event::ExplorerChosen { .. }
        | Event::ExplorersRevealed { .. }
        | Event::TurnStarted { .. }
        | Event::TileKept { .. }
        | Event::PassHeld { .. }
        | Event::PassesSettled { .. }
        | Event::PilePassed { .. }
        | Event::DragonTaken { .. }
        | Event::TilesRevealed { .. }
        | Event::TokenGiven { .. }
        | Event::MissionPaid { .. }
        | Event::RoundEnded { .. }
        | Event::DragonSettled { .. }
        | Event::DiscardsOpened { .. }
        | Event::DiscardTaken { .. }
        | Event::DiscardsLeft { .. }
        | Event::GroupsOpened { .. }
        | Event::TileTaken { .. }
        | Event::PenaltyPaid { .. }
        | Event::Scored { .. } => Vec::new(),
    };
    Some(news)
}

/// Whether an event only says who decides.
pub(in crate::board) fn asks(event: &domain::Event) -> bool {
    matches!(event, domain::Event::BigMonster(Event::DecisionsDue { .. }))
}

/// The seat's own zone.
pub(in crate::board) fn aim(
    view: &domain::View,
    seat: Seat,
    _command: &domain::Command,
) -> Option<Option<Seat>> {
    matches!(view, domain::View::BigMonster(_)).then_some(Some(seat))
}

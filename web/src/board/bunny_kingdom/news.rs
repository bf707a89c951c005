//! What events and commands do to the board.

use domain::{
    Seat,
    games::bunny_kingdom::{
        event::{Event, Play},
        land::Square,
    },
};

use crate::Focus;

/// The squares that were settled or built on.
pub(in crate::board) fn news(_view: &domain::View, event: &domain::Event) -> Option<Vec<Focus>> {
    let domain::Event::BunnyKingdom(event) = event else {
        return None;
    };
    let squares: Vec<Square> = match event {
        Event::Revealed { played } => {
            let plays = played.iter().flat_map(|(_, plays)| &plays.0);
            plays.filter_map(settled).collect()
        }
        Event::ProvisionsDrawn { played, .. } => played.iter().filter_map(settled).collect(),
        Event::Built { square, .. } | Event::CampPlaced { square, .. } => vec![*square],
        Event::TowersBuilt { squares, .. } => squares.both().to_vec(),
        Event::TradeNamed { trade, .. } => trade.known().map(|it| it.square).into_iter().collect(),
        Event::TradesRevealed { trades } => trades.iter().map(|it| it.square).collect(),
        Event::Dealt { .. }
        | Event::ReserveDrawn { .. }
        | Event::DecisionsDue { .. }
        | Event::Picked { .. }
        | Event::HandsPassed { .. }
        | Event::CampAnnounced { .. }
        | Event::CampAsked { .. }
        | Event::CampPassed { .. }
        | Event::ConstructionDone { .. }
        | Event::Harvested { .. }
        | Event::ParchmentsRevealed { .. }
        | Event::CopyChosen { .. }
        | Event::CopiesRevealed { .. }
        | Event::ParchmentsScored { .. } => Vec::new(),
    };
    Some(vec![Focus {
        played: squares.into_iter().map(Square::cell).collect(),
        ..Focus::default()
    }])
}

fn settled(play: &Play) -> Option<Square> {
    match play {
        Play::Territory { square, .. } => Some(*square),
        Play::Building { .. } | Play::Provisions | Play::Parchment { .. } => None,
    }
}

/// Whether an event only says who decides, or with which cards.
pub(in crate::board) fn asks(event: &domain::Event) -> bool {
    matches!(
        event,
        domain::Event::BunnyKingdom(
            Event::DecisionsDue { .. } | Event::CampAsked { .. } | Event::HandsPassed { .. }
        )
    )
}

/// The board is everybody's.
pub(in crate::board) fn aim(
    view: &domain::View,
    _seat: Seat,
    _command: &domain::Command,
) -> Option<Option<Seat>> {
    matches!(view, domain::View::BunnyKingdom(_)).then_some(None)
}

//! What events and commands do to maps.

use domain::{
    Seat,
    games::cartographers::event::{Drawing, Event},
};

use super::map::set;
use crate::Focus;

/// The spaces that were drawn, on each map on which any were.
pub(in crate::board) fn news(_view: &domain::View, event: &domain::Event) -> Option<Vec<Focus>> {
    let domain::Event::Cartographers(event) = event else {
        return None;
    };
    let drawn: Vec<&Drawing> = match event {
        Event::Drawn { drawing, .. } => drawing.known().into_iter().collect(),
        Event::Revealed { drawings } => drawings.iter().flat_map(|(_, all)| &all.0).collect(),
        Event::Ambushed { drawing } => vec![drawing],
        Event::SeasonStarted { .. }
        | Event::CardRevealed { .. }
        | Event::Skipped { .. }
        | Event::DecisionsDue { .. }
        | Event::SeasonScored { .. }
        | Event::Rated { .. } => Vec::new(),
    };
    let mut news: Vec<Focus> = Vec::new();
    for drawing in drawn {
        let (of, cells) = (Some(drawing.sheet), set(drawing.cells.0));
        match news.iter_mut().find(|focus| focus.of == of) {
            Some(focus) => focus.played.extend(cells),
            None => news.push(Focus {
                of,
                played: cells,
                ..Focus::default()
            }),
        }
    }
    Some(news)
}

/// Whether an event only says who decides.
pub(in crate::board) fn asks(event: &domain::Event) -> bool {
    matches!(
        event,
        domain::Event::Cartographers(Event::DecisionsDue { .. })
    )
}

/// The map that the seat draws on: during an ambush, that of another.
pub(in crate::board) fn aim(
    view: &domain::View,
    seat: Seat,
    _command: &domain::Command,
) -> Option<Option<Seat>> {
    let domain::View::Cartographers(view) = view else {
        return None;
    };
    Some(Some(view.draws_on.unwrap_or(seat)))
}

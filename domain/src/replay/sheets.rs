//! The score sheets of a match, step by step.

use crate::{
    BySeat, ScoreSheet, Viewer,
    matches::{Match, MatchEvent},
};

/// The score sheets after one event.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SheetsAt {
    /// How many events had happened.
    pub step: u32,
    /// One for each seat.
    pub sheets: BySeat<ScoreSheet>,
}

/// Tells the sheets after each event that may have changed one, through the eyes of
/// `viewer`.
pub fn sheets<'a>(
    events: impl IntoIterator<Item = &'a MatchEvent>,
    viewer: Viewer,
    mut tell: impl FnMut(SheetsAt),
) {
    let mut game: Option<Match> = None;
    for (step, event) in (1..).zip(events) {
        let game = match &mut game {
            None => game.insert(Match::opened(event)),
            Some(game) => {
                game.evolve(event);
                game
            }
        };
        if let Some(table) = game.table().filter(|_| may_score(event)) {
            let sheets = table.state.view(viewer).scores();
            tell(SheetsAt { step, sheets });
        }
    }
}

/// Whether the table is another afterwards.
const fn may_score(event: &MatchEvent) -> bool {
    match event {
        MatchEvent::Started { .. } | MatchEvent::Resumed { .. } | MatchEvent::Played { .. } => true,
        MatchEvent::Opened { .. }
        | MatchEvent::Forked { .. }
        | MatchEvent::SeatTaken { .. }
        | MatchEvent::SeatLeft { .. }
        | MatchEvent::Decided { .. }
        | MatchEvent::Ended { .. } => false,
    }
}

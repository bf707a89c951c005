//! The score sheets of a match, step by step.

use crate::{
    BySeat, ScoreSheet, Seats, Viewer,
    matches::{Match, MatchEvent, Table},
};

/// The score sheets after one event.
#[derive(Clone, Copy, Debug)]
pub struct SheetsAt<'a> {
    /// How many events had happened.
    pub step: u32,
    /// The seats whose sheets may be others than before.
    pub touched: Seats,
    /// One for each seat.
    pub sheets: &'a BySeat<ScoreSheet>,
}

/// Tells the sheets after each event that may have changed one, through the eyes of
/// `viewer`.
pub fn sheets<'a>(
    events: impl IntoIterator<Item = &'a MatchEvent>,
    viewer: Viewer,
    mut tell: impl FnMut(SheetsAt<'_>),
) {
    let mut sheets = BySeat::new(0, |_| ScoreSheet::default());
    Match::each_step((1..).zip(events), |game, step, event| {
        let Some(table) = game.table() else { return };
        let touched = touched(event, table.occupants.seats());
        if !touched.is_empty() {
            update(&mut sheets, table, touched, viewer);
            tell(SheetsAt {
                step,
                touched,
                sheets: &sheets,
            });
        }
    });
}

fn update(sheets: &mut BySeat<ScoreSheet>, table: &Table, touched: Seats, viewer: Viewer) {
    let view = table.state.view(viewer);
    if touched.count() == table.occupants.seats() {
        *sheets = view.scores();
        return;
    }
    for seat in touched.iter() {
        sheets[seat] = view.sheet(seat);
    }
}

/// The seats whose sheets may be others afterwards.
fn touched(event: &MatchEvent, seats: u8) -> Seats {
    match event {
        MatchEvent::Started { .. } | MatchEvent::Resumed { .. } | MatchEvent::Undone { .. } => {
            Seats::first(seats)
        }
        MatchEvent::Played { event } => event.touches(seats),
        MatchEvent::Opened { .. }
        | MatchEvent::Forked { .. }
        | MatchEvent::SeatTaken { .. }
        | MatchEvent::SeatLeft { .. }
        | MatchEvent::Decided { .. }
        | MatchEvent::OfferClosed { .. }
        | MatchEvent::TimedOut { .. }
        | MatchEvent::Left { .. }
        | MatchEvent::Forfeited { .. }
        | MatchEvent::EndAsked { .. }
        | MatchEvent::Abandoned { .. }
        | MatchEvent::Agreed { .. }
        | MatchEvent::Ended { .. } => Seats::NONE,
    }
}

//! The score sheet, line by line.

use super::{
    state::State,
    view::{SeatView, View},
};
use crate::{BySeat, Score, ScoreLine, ScoreSheet, Side, Standing, Viewer, score};

/// The score sheets of a view. No round pays before it is won.
pub fn scores(view: &View) -> BySeat<ScoreSheet> {
    view.seats.map(|_, seat| ScoreSheet {
        banked: banked(seat),
        if_now: Score::default(),
    })
}

/// A line for each round that the seat won.
fn banked(seat: &SeatView) -> Score {
    let rounds = (1..).zip(&seat.points).filter(|(_, points)| **points > 0);
    let line = |(round, &points): (u8, &i16)| ScoreLine {
        source: format!("round_{round}"),
        points,
        cells: Vec::new(),
        counts: Vec::new(),
    };
    Score(rounds.map(line).collect())
}

/// 4.1: everybody plays alone, and the most points win.
pub fn sides(state: &State) -> Vec<Side> {
    let sheets = scores(&state.view_of_all());
    let side =
        |(seat, sheet): (_, &ScoreSheet)| Side::alone(seat, &[("total", sheet.banked.total())]);
    sheets.iter().map(side).collect()
}

/// Who finished where.
pub fn standings(state: &State) -> BySeat<Standing> {
    let ranks = score::rank_sides(&sides(state));
    scores(&state.view_of_all()).map(|seat, sheet| Standing {
        rank: ranks[seat],
        total: sheet.banked.total(),
        score: sheet.banked.clone(),
    })
}

impl State {
    /// What everybody may know: all that scores is public.
    fn view_of_all(&self) -> View {
        View::of(self, Viewer::Spectator)
    }
}

//! Scores in the making: which sheets changed where, and where every point came from.

use std::collections::BTreeMap;

use domain::{
    BySeat, GameId, ScoreSheet, Seat, Standing, Viewer, cast,
    matches::MatchEvent,
    replay::{self, Attribution},
};
use store::MatchId;

use super::{Attributed, LineNames, Scores, ScoresAt, SeatShares, SeatSheet, ShareInfo};

impl Scores {
    /// What changed of the sheets of a match.
    pub fn of(id: MatchId, game: GameId, version: u32, items: Vec<ScoresAt>) -> Scores {
        let sheets = items.iter().flat_map(|at| &at.sheets);
        Scores {
            id,
            version,
            line_names: LineNames::of_sheets(game, sheets.map(|it| &it.sheet)),
            items,
        }
    }
}

impl ScoresAt {
    /// The sheets that change, where they do.
    pub fn changes<'a>(
        events: impl Iterator<Item = &'a MatchEvent>,
        viewer: Viewer,
    ) -> Vec<ScoresAt> {
        let mut before: BTreeMap<Seat, ScoreSheet> = BTreeMap::new();
        let mut items = Vec::new();
        replay::sheets(events, viewer, |at| {
            let mut sheets = Vec::new();
            for seat in at.touched.iter() {
                let sheet = &at.sheets[seat];
                if before.get(&seat) != Some(sheet) {
                    before.insert(seat, sheet.clone());
                    let sheet = sheet.clone();
                    sheets.push(SeatSheet { seat, sheet });
                }
            }
            if !sheets.is_empty() {
                let step = at.step;
                items.push(ScoresAt { step, sheets });
            }
        });
        items
    }
}

impl Attributed {
    /// The shares of each seat, from the events and whose decision led to each, as they
    /// `happened`.
    pub fn of<'a>(
        (id, game): (MatchId, GameId),
        events: &[(&MatchEvent, Option<Seat>)],
        happened: impl Iterator<Item = &'a MatchEvent>,
        standings: &BySeat<Standing>,
    ) -> Attributed {
        let mut attribution = Attribution::new(game, standings.seats());
        replay::sheets(happened, Viewer::Referee, |at| {
            attribution.see(at);
        });
        let told = |share: &replay::Share| {
            let step = cast::<usize>(share.step);
            let (event, by) = events[step - 1];
            ShareInfo {
                step: share.step,
                kind: event.name().to_owned(),
                by,
                line: share.line.clone(),
                points: share.points,
                cells: share.cells.clone(),
            }
        };
        let shares = attribution.shares();
        let lines = shares.iter().flat_map(|(_, shares)| shares);
        Attributed {
            id,
            convention: "/docs/replay#attribution",
            line_names: LineNames::of(game, lines.map(|share| share.line.as_str())),
            seats: shares.map(|seat, shares| SeatShares {
                total: standings[seat].total,
                shares: shares.iter().map(told).collect(),
            }),
        }
    }
}

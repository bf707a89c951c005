//! The score sheet, line by line.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{
    components::{BOX, Season},
    edicts::{self, Edict, Tally},
    map::{Area, BOARD},
    sheet::Sheet,
    state::State,
    view::View,
};
use crate::{
    BySeat, Score, ScoreLine, ScoreSheet, Seat, Side, Standing,
    score::{self, Rating},
};

/// What one sheet scored in one season.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[schema(as = CartographersSeasonScore)]
pub struct SeasonScore {
    /// The season's two scoring cards.
    #[schema(min_items = 2, max_items = 2)]
    pub edicts: [EdictScore; 2],
    /// The points from coins: one for each coin filled in and not spent.
    #[schema(minimum = 0, maximum = 14)]
    pub coins: i16,
    /// The points lost to monsters: zero or less, minus one for each empty space next to a monster.
    #[schema(minimum = -121, maximum = 0)]
    pub monsters: i16,
    /// The empty spaces next to monsters.
    pub monster_cells: Area,
}

/// The points that one scoring card paid.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[schema(as = CartographersEdictScore)]
pub struct EdictScore {
    /// The edict that was scored.
    pub edict: Edict,
    /// The points it paid, in reputation stars.
    #[schema(minimum = 0, maximum = 363)]
    pub points: i16,
    /// The cells that were counted.
    pub cells: Area,
}

impl SeasonScore {
    /// Scores a sheet at the end of a season.
    pub fn of(sheet: &Sheet, edicts: [Edict; 2]) -> SeasonScore {
        let monsters = edicts::monsters(&sheet.map);
        SeasonScore {
            edicts: edicts.map(|edict| {
                let tally = edict.score(&sheet.map);
                EdictScore {
                    edict,
                    points: tally.points,
                    cells: Area(tally.cells),
                }
            }),
            coins: i16::from(sheet.purse()),
            monsters: monsters.points,
            monster_cells: Area(monsters.cells),
        }
    }

    /// Whether a sheet can score this.
    pub(super) fn is_possible(&self) -> bool {
        let edicts = self.edicts.iter();
        let paid = edicts.map(|it| it.points).all(|it| (0..=363).contains(&it));
        let coins = (0..=i16::from(BOX.coin_track.slots)).contains(&self.coins);
        paid && coins && (-121..=0).contains(&self.monsters)
    }

    /// The sum.
    pub fn total(&self) -> i16 {
        let edicts: i16 = self.edicts.iter().map(|edict| edict.points).sum();
        edicts + self.coins + self.monsters
    }

    fn lines(self, season: Season) -> impl Iterator<Item = ScoreLine> {
        let line = move |source: &str, points, cells: Area| ScoreLine {
            source: format!("{}.{source}", season.name()),
            points,
            cells: BOARD.coordinates(cells.0).collect(),
            counts: Vec::new(),
        };
        let [first, second] = self.edicts;
        [
            line(first.edict.id(), first.points, first.cells),
            line(second.edict.id(), second.points, second.cells),
            line("coins", self.coins, Area::default()),
            line("monsters", self.monsters, self.monster_cells),
        ]
        .into_iter()
    }
}

/// The score sheets of a view.
pub fn scores(view: &View) -> BySeat<ScoreSheet> {
    view.sheets.map(|seat, _| sheet(view, seat))
}

/// The score sheet of one seat of a view.
pub fn sheet(view: &View, seat: Seat) -> ScoreSheet {
    ScoreSheet {
        banked: banked(view.scored.iter().map(|scores| scores[seat])),
        if_now: if_now(&view.sheets[seat], &view.edicts),
    }
}

/// 8.1 and 8.2: the most points, then the fewest lost to monsters; then shared.
pub fn sides(state: &State) -> Vec<Side> {
    let all = |seat| state.scored.iter().map(move |scores| scores[seat]);
    let side = |seat| {
        let monsters: i16 = all(seat).map(|score| score.monsters).sum();
        Side::alone(seat, &[("total", total(all(seat))), ("monsters", monsters)])
    };
    Seat::first(state.sheets.seats()).map(side).collect()
}

/// Who finished where.
pub fn standings(state: &State) -> BySeat<Standing> {
    let ranks = score::rank_sides(&sides(state));
    state.sheets.map(|seat, _| {
        let score = banked(state.scored.iter().map(|scores| scores[seat]));
        Standing {
            rank: ranks[seat],
            total: score.total(),
            score,
        }
    })
}

/// 9.6: how well whoever played alone did, once the match is over.
pub fn rating(state: &State) -> Option<Rating> {
    let is_over = state.setup.seats == 1 && state.is_over();
    is_over.then(|| rated(&state.scored, &state.setup.edicts))
}

/// 9.6: the rating of four seasons played alone.
pub(super) fn rated(scored: &[BySeat<SeasonScore>], edicts: &[Edict]) -> Rating {
    let cards = edicts.iter().map(|edict| edict.card());
    let expected: i16 = cards.map(|card| card.solo_rating).sum();
    let points = total(scored.iter().map(|scores| scores[Seat(0)])) - expected;
    let title = BOX.solo.title(points).map(|title| title.names.en.clone());
    Rating { points, title }
}

/// The sum of some seasons.
fn total(scores: impl Iterator<Item = SeasonScore>) -> i16 {
    scores.map(|score| score.total()).sum()
}

fn banked(scores: impl Iterator<Item = SeasonScore>) -> Score {
    let seasons = Season::ALL.into_iter().zip(scores);
    Score(
        seasons
            .flat_map(|(season, score)| score.lines(season))
            .collect(),
    )
}

fn if_now(sheet: &Sheet, edicts: &[Edict]) -> Score {
    let line = |source: &str, tally: Tally| ScoreLine {
        source: source.to_owned(),
        points: tally.points,
        cells: BOARD.coordinates(tally.cells).collect(),
        counts: Vec::new(),
    };
    let mut lines: Vec<ScoreLine> = edicts
        .iter()
        .map(|edict| line(edict.id(), edict.score(&sheet.map)))
        .collect();
    let coins = Tally {
        points: i16::from(sheet.purse()),
        ..Tally::default()
    };
    lines.push(line("coins", coins));
    lines.push(line("monsters", edicts::monsters(&sheet.map)));
    Score(lines)
}

//! Ratings: Weng and Lin's, match by match in the order they ended.
#![expect(clippy::float_arithmetic, reason = "ratings are no integers")]

use std::collections::BTreeMap;

use domain::GameId;
use serde::{Deserialize, Serialize};
use skillratings::{
    MultiTeamOutcome,
    weng_lin::{WengLinConfig, WengLinRating, weng_lin_multi_team},
};
use utoipa::ToSchema;

use crate::{
    estimate::summary::float,
    query::{
        facts_at::FactsAt,
        filter::{Bitmap, RowFilter},
        group_by::Axis,
        question::{Filter, Slice, Unanswerable},
    },
};
use store_log::id::Position;
use store_play::projections::lobby::Visibility;

/// More players are rated, but not listed.
// A list that people read; everybody is in the export.
pub const PLAYERS: usize = 10_000;

/// The ratings of a game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct Ratings {
    /// The game the ratings are of.
    pub game: GameId,
    /// The method of rating.
    #[schema(max_length = 1000)]
    pub definition: String,
    /// How many matches are rated.
    pub matches: u64,
    /// The rated players, the greatest lower bound first; at most 10,000.
    #[schema(max_items = 10000)]
    pub players: Vec<Rated>,
    /// The position of the log up to which matches were rated.
    pub as_of_position: Position,
}

/// A player's rating.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
#[schema(as = RatedPlayer)]
pub struct Rated {
    /// The id of a player, or `bot:` and the name of a bot of the server.
    #[schema(max_length = 80)]
    pub player: String,
    /// The rating; everybody starts at 25.
    pub rating: f64,
    /// The standard deviation of the rating; everybody starts at 25/3.
    pub uncertainty: f64,
    /// The lower end of the 95 % interval.
    pub lo: f64,
    /// The upper end of the 95 % interval.
    pub hi: f64,
    /// How many rated seats the player had.
    pub seats: u64,
}

const DEFINITION: &str = "Weng and Lin (2011), Bradley-Terry with full pairs: mu 25, sigma 25/3, \
    beta 25/6. The teams of a match are ordered by rank; without teams each seat is a team of one. \
    A player with several seats in a match gets the mean of their changes. Rated are public matches \
    of at least two seats, under any edition of the rules, in which the host did not know the seed, \
    hands were hidden and the table was not arranged. Forks, imported matches and seats for which \
    the server decided are not rated.";

/// The dimension of games that have teams, and what it says of a seat without one.
const TEAM: &str = "team";
const ALONE: &str = "none";

/// Ratings as far as matches were read.
#[derive(Clone, Debug, Default)]
pub(crate) struct Rating {
    /// How many matches of the game were looked at.
    seen: usize,
    matches: u64,
    players: BTreeMap<i32, Standing>,
}

#[derive(Clone, Copy, Debug)]
struct Standing {
    rating: WengLinRating,
    seats: u64,
}

/// A seat of a match.
#[derive(Clone, Copy, Debug)]
struct Sat {
    player: i32,
    rank: i32,
    /// None if it plays alone.
    team: Option<i32>,
}

impl Rating {
    /// Rates the matches that ended since.
    pub(crate) fn read_on(
        &mut self,
        game: GameId,
        moment: &FactsAt<'_>,
    ) -> Result<(), Unanswerable> {
        let selection = RowFilter::of(&rated(game), moment.facts)?;
        let mut marks = Bitmap::default();
        let columns = ["player", "rank", TEAM].map(|id| Axis::of(id, moment.facts).column());
        let is_team = |code: &i32| {
            let team = moment.word(TEAM, *code);
            team.is_some_and(|team| team != ALONE)
        };
        let mut nth = 0;
        for chunk in moment.facts.chunks() {
            if nth + chunk.matches.len() <= self.seen {
                nth += chunk.matches.len();
                continue;
            }
            let picked = selection.rows(chunk, &mut marks);
            let [players, ranks, teams] = columns.map(|column| chunk.values(column));
            let sat = |row: usize| Sat {
                player: players[row],
                rank: ranks[row],
                team: Some(teams[row]).filter(is_team),
            };
            let mut row = 0;
            for (_, seats) in &chunk.matches {
                let rows = row..row + usize::from(*seats);
                row = rows.end;
                nth += 1;
                if nth > self.seen && rows.len() > 1 && rows.clone().all(|row| picked.contain(row))
                {
                    self.rate(&rows.map(sat).collect::<Vec<_>>());
                }
            }
        }
        self.seen = nth;
        Ok(())
    }

    fn rate(&mut self, seats: &[Sat]) {
        let new = || Standing {
            rating: WengLinRating::new(),
            seats: 0,
        };
        let teams = teams(seats);
        let mut before = |sat: &Sat| self.players.entry(sat.player).or_insert_with(new).rating;
        let before: Vec<Vec<WengLinRating>> = teams
            .iter()
            .map(|team| team.iter().map(&mut before).collect())
            .collect();
        let rank = |team: &Vec<Sat>| {
            let rank = usize::try_from(team[0].rank).unwrap_or(0);
            MultiTeamOutcome::new(rank)
        };
        let ranked = before.iter().map(Vec::as_slice).zip(teams.iter().map(rank));
        let after = weng_lin_multi_team(&ranked.collect::<Vec<_>>(), &WengLinConfig::new());
        let mut changes: BTreeMap<i32, (f64, f64, u64)> = BTreeMap::new();
        for (sat, rating) in teams.iter().flatten().zip(after.iter().flatten()) {
            let change = changes.entry(sat.player).or_default();
            change.0 += rating.rating;
            change.1 += rating.uncertainty;
            change.2 += 1;
        }
        for (player, (rating, uncertainty, seats)) in changes {
            let standing = self.players.entry(player).or_insert_with(new);
            standing.rating.rating = rating / float(seats);
            standing.rating.uncertainty = uncertainty / float(seats);
            standing.seats += seats;
        }
        self.matches += 1;
    }

    pub(crate) fn ratings(&self, game: GameId, moment: &FactsAt<'_>) -> Ratings {
        let rated = |(player, standing): (&i32, &Standing)| {
            let WengLinRating {
                rating,
                uncertainty,
            } = standing.rating;
            let away = 1.96 * uncertainty;
            Rated {
                player: moment.word("player", *player).unwrap_or_default(),
                rating,
                uncertainty,
                lo: rating - away,
                hi: rating + away,
                seats: standing.seats,
            }
        };
        let mut players: Vec<Rated> = self.players.iter().map(rated).collect();
        players.sort_by(|a, b| b.lo.total_cmp(&a.lo).then_with(|| a.player.cmp(&b.player)));
        players.truncate(PLAYERS);
        Ratings {
            game,
            definition: DEFINITION.to_owned(),
            matches: self.matches,
            players,
            as_of_position: moment.as_of_position,
        }
    }
}

/// The seats of a match, team by team.
fn teams(seats: &[Sat]) -> Vec<Vec<Sat>> {
    let mut teams: Vec<Vec<Sat>> = Vec::new();
    for sat in seats {
        let partners = |team: &&mut Vec<Sat>| sat.team.is_some() && team[0].team == sat.team;
        match teams.iter_mut().find(partners) {
            Some(team) => team.push(*sat),
            None => teams.push(vec![*sat]),
        }
    }
    teams
}

/// The seats that are rated.
fn rated(game: GameId) -> Slice {
    Slice {
        game,
        filters: vec![
            Filter::is_in("seed_known", &["no"]),
            Filter::is_in("open_hands", &["no"]),
            Filter::is_in("arranged", &["no"]),
            Filter::is_known("rules"),
        ],
        with_private: Visibility::Public,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rated(teams: [Option<i32>; 4], ranks: [i32; 4]) -> Vec<WengLinRating> {
        let seats = (0..4).zip(ranks).zip(teams);
        let seats = seats.map(|((player, rank), team)| Sat { player, rank, team });
        let mut rating = Rating::default();
        rating.rate(&seats.collect::<Vec<_>>());
        let players = rating.players.values();
        players.map(|standing| standing.rating).collect()
    }

    #[test]
    fn partners_win_and_lose_together() {
        let (a, b) = (Some(1), Some(2));
        let new = [WengLinRating::new(); 2];
        let [first, second] = [1, 2].map(MultiTeamOutcome::new);
        let both = [(&new[..], first), (&new[..], second)];
        let teams = weng_lin_multi_team(&both, &WengLinConfig::new());
        let [winner, loser] = [teams[0][0], teams[1][0]];
        assert!(winner.rating > loser.rating);
        assert_eq!(
            rated([a, b, a, b], [1, 2, 1, 2]),
            [winner, loser, winner, loser]
        );
    }

    #[test]
    fn without_teams_every_seat_meets_every_other() {
        let alone = rated([None; 4], [1, 2, 3, 4]);
        assert!(alone.is_sorted_by(|better, worse| better.rating > worse.rating));
    }
}

//! Ratings: Weng and Lin's, match by match in the order they ended.
#![expect(clippy::float_arithmetic, reason = "ratings are no integers")]

use std::{cmp::Ordering, collections::BTreeMap};

use domain::GameId;
use serde::{Deserialize, Serialize};
use skillratings::{
    Outcomes,
    weng_lin::{WengLinConfig, WengLinRating, weng_lin_two_teams},
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
    /// How many rated matches the player had a seat in: what the rating rests on.
    pub matches: u64,
}

const DEFINITION: &str = "Weng and Lin (2011), Bradley-Terry: mu 25, sigma 25/3, beta 25/6. The \
    teams of a match are ordered by rank; without teams each seat is a team of one. A team gets the \
    mean of the changes against each other team, so that a match weighs the same however many sit \
    at it; teams of the same players are not compared. A player with several seats in a match gets \
    the mean of their changes. Rated are public matches \
    of at least two seats, under any edition of the rules, in which the host did not know the seed, \
    hands were hidden, the table was not arranged and the deal was not closed. Forks, imported matches and seats for which \
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
    matches: u64,
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
        let teams = teams(seats);
        let mut before = |sat: &Sat| self.standing(sat.player).rating;
        let before: Vec<Vec<WengLinRating>> = teams
            .iter()
            .map(|team| team.iter().map(&mut before).collect())
            .collect();
        let mut changes: BTreeMap<i32, Mean> = BTreeMap::new();
        for (nth, team) in teams.iter().enumerate() {
            for (sat, rating) in team.iter().zip(after(&teams, &before, nth)) {
                changes.entry(sat.player).or_default().add(rating);
            }
        }
        for (player, change) in changes {
            let standing = self.standing(player);
            standing.rating = change.mean();
            standing.seats += change.count;
            standing.matches += 1;
        }
        self.matches += 1;
    }

    fn standing(&mut self, player: i32) -> &mut Standing {
        let new = || Standing {
            rating: WengLinRating::new(),
            seats: 0,
            matches: 0,
        };
        self.players.entry(player).or_insert_with(new)
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
                matches: standing.matches,
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

/// Ratings to be averaged.
#[derive(Clone, Copy, Debug, Default)]
struct Mean {
    rating: f64,
    variance: f64,
    count: u64,
}

impl Mean {
    fn add(&mut self, rating: WengLinRating) {
        self.rating += rating.rating;
        self.variance += rating.uncertainty * rating.uncertainty;
        self.count += 1;
    }

    fn mean(&self) -> WengLinRating {
        WengLinRating {
            rating: self.rating / float(self.count),
            uncertainty: (self.variance / float(self.count)).sqrt(),
        }
    }
}

/// The ratings of a team after a match: the mean of what each pair by itself would make of them.
///
/// The published sum over all pairs takes those of one table for as many matches. At a table of a
/// hundred, one match would leave no doubt at all.
fn after(teams: &[Vec<Sat>], before: &[Vec<WengLinRating>], nth: usize) -> Vec<WengLinRating> {
    let (team, own) = (&teams[nth], &before[nth]);
    let mut means = vec![Mean::default(); own.len()];
    for (other, rated) in teams.iter().zip(before) {
        if is_of_the_same(team, other) {
            continue;
        }
        let outcome = match team[0].rank.cmp(&other[0].rank) {
            Ordering::Less => Outcomes::WIN,
            Ordering::Equal => Outcomes::DRAW,
            Ordering::Greater => Outcomes::LOSS,
        };
        let (changed, _) = weng_lin_two_teams(own, rated, &outcome, &WengLinConfig::new());
        for (mean, rating) in means.iter_mut().zip(changed) {
            mean.add(rating);
        }
    }
    let changed = means.iter().zip(own);
    let changed = changed.map(|(mean, own)| if mean.count == 0 { *own } else { mean.mean() });
    changed.collect()
}

/// Whether two teams have the same players: what one of them wins, it loses, too.
fn is_of_the_same(team: &[Sat], other: &[Sat]) -> bool {
    let players = |team: &[Sat]| {
        let mut players: Vec<i32> = team.iter().map(|sat| sat.player).collect();
        players.sort_unstable();
        players
    };
    players(team) == players(other)
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
            Filter::is_in("deal_closed", &["no"]),
            Filter::is_known("rules"),
        ],
        with_private: Visibility::Public,
        still_closed: Vec::new(),
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
        let config = WengLinConfig::new();
        let (won, lost) = weng_lin_two_teams(&new, &new, &Outcomes::WIN, &config);
        assert!(won[0].rating > lost[0].rating);
        let rated = rated([a, b, a, b], [1, 2, 1, 2]);
        for (rated, expected) in rated.iter().zip([won[0], lost[0], won[0], lost[0]]) {
            assert!((rated.rating - expected.rating).abs() < 1e-9);
            assert!((rated.uncertainty - expected.uncertainty).abs() < 1e-9);
        }
    }

    #[test]
    fn without_teams_every_seat_meets_every_other() {
        let alone = rated([None; 4], [1, 2, 3, 4]);
        assert!(alone.is_sorted_by(|better, worse| better.rating > worse.rating));
    }

    /// Seats of two players by turns, of whom the first is always ahead.
    fn one_table(seats: u8) -> [WengLinRating; 2] {
        let mut rating = Rating::default();
        let sat = |seat: u8| Sat {
            player: i32::from(seat % 2),
            rank: i32::from(seat % 2) + 1,
            team: None,
        };
        rating.rate(&(0..seats).map(sat).collect::<Vec<_>>());
        [0, 1].map(|player| rating.players[&player].rating)
    }

    #[test]
    fn a_table_of_a_hundred_is_one_match() {
        let (two, hundred) = (one_table(2), one_table(100));
        for (two, hundred) in two.iter().zip(hundred) {
            assert!((two.rating - hundred.rating).abs() < 1e-9);
            assert!((two.uncertainty - hundred.uncertainty).abs() < 1e-9);
        }
    }

    #[test]
    fn nothing_is_learned_from_who_meets_nobody_else() {
        let mut rating = Rating::default();
        let sat = |rank| Sat {
            player: 7,
            rank,
            team: None,
        };
        rating.rate(&[sat(1), sat(2), sat(3)]);
        let standing = rating.players[&7];
        assert_eq!(standing.rating, WengLinRating::new());
        assert_eq!((standing.seats, standing.matches), (3, 1));
    }
}

//! Where to go on from a match.

use domain::{BySeat, Seats};
use serde::Serialize;
use store::{LobbyRow, MatchId, Placing, ResultRow};
use utoipa::ToSchema;

/// Links from a match.
///
/// Every path exists in every state of the match. What is available only once the match is over is
/// refused with 409 `not_over` before, and what needs ranks with 409 `no_ranks` if it was ended
/// without any.
#[derive(Debug, Serialize, ToSchema)]
pub struct MatchLinks {
    /// The path of the match itself.
    #[serde(rename = "self")]
    #[schema(max_length = 200)]
    pub this: String,
    /// The view: what you may see of it, as data.
    #[schema(max_length = 200)]
    pub view: String,
    /// The board as text, for terminals.
    #[schema(max_length = 200)]
    pub board: String,
    /// The events of the match.
    #[schema(max_length = 200)]
    pub events: String,
    /// The manifest: its steps, landmarks and score curves.
    #[schema(max_length = 200)]
    pub replay: String,
    /// Every line of every score sheet at every step.
    #[schema(max_length = 200)]
    pub scores: String,
    /// The origin of every point of the final scores, once it is over.
    #[schema(max_length = 200)]
    pub attribution: String,
    /// Its decisions, each compared with all other legal commands.
    #[schema(max_length = 200)]
    pub decisions: String,
    /// Ranks, totals and score sheets, once it is over.
    #[schema(max_length = 200)]
    pub results: String,
    /// Its record, as lines.
    #[schema(max_length = 200)]
    pub record: String,
    /// A check of the match from its record alone.
    #[schema(max_length = 200)]
    pub verify: String,
}

impl MatchLinks {
    /// The links of a match.
    pub fn of(id: MatchId) -> MatchLinks {
        let this = format!("/v1/matches/{id}");
        MatchLinks {
            view: format!("{this}/view"),
            board: format!("{this}/view?format=text"),
            events: format!("{this}/events"),
            replay: format!("{this}/replay"),
            scores: format!("{this}/scores"),
            attribution: format!("{this}/attribution"),
            decisions: format!("{this}/decisions"),
            results: format!("{this}/results"),
            record: format!("{this}/record"),
            verify: format!("{this}/verify"),
            this,
        }
    }
}

/// A match in a list.
#[derive(Debug, Serialize, ToSchema)]
pub struct ListedMatch {
    /// The path of the match itself.
    #[serde(flatten)]
    pub row: LobbyRow,
    /// Links from the match.
    pub links: MatchLinks,
}

/// A finished match in a list.
#[derive(Debug, Serialize, ToSchema)]
pub struct ListedResult {
    /// The ranks and totals of the match.
    #[serde(flatten)]
    pub row: ResultRow,
    /// The teams, the best first; empty where everybody plays alone. What broke a tie between teams
    /// or seats is in the `results` of the match.
    #[schema(max_items = 3)]
    pub teams: Vec<TeamResult>,
    /// Links from the match.
    pub links: MatchLinks,
}

/// The place of a team.
#[derive(Debug, Serialize, ToSchema)]
pub struct TeamResult {
    /// The letter of the team, as in the dimension `team`.
    #[schema(max_length = 1)]
    pub team: String,
    /// The seats of its members.
    pub seats: Seats,
    /// The rank, counted from one; seats with equal ranks share the place.
    #[schema(minimum = 1, maximum = 3)]
    pub rank: u8,
    /// The score of the team: the final score of its lower-scoring member.
    pub score: i16,
}

impl TeamResult {
    fn all(row: &ResultRow) -> Vec<TeamResult> {
        let teams = row.options.teams(row.placings.seats());
        let named = ('a'..).zip(teams);
        let mut results: Vec<TeamResult> = named
            .filter_map(|(letter, seats)| TeamResult::of(letter, seats, &row.placings))
            .collect();
        results.sort_by_key(|team| team.rank);
        results
    }

    /// Partners share their rank.
    fn of(letter: char, seats: Seats, placings: &BySeat<Placing>) -> Option<TeamResult> {
        let lower = seats.iter().map(|seat| &placings[seat]);
        let lower = lower.min_by_key(|placing| placing.total)?;
        Some(TeamResult {
            team: letter.to_string(),
            seats,
            rank: lower.rank,
            score: lower.total,
        })
    }
}

impl From<LobbyRow> for ListedMatch {
    fn from(row: LobbyRow) -> ListedMatch {
        let links = MatchLinks::of(row.id);
        ListedMatch { row, links }
    }
}

impl From<ResultRow> for ListedResult {
    fn from(row: ResultRow) -> ListedResult {
        let links = MatchLinks::of(row.id);
        let teams = TeamResult::all(&row);
        ListedResult { row, teams, links }
    }
}

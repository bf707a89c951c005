//! The resources.

pub(crate) mod backups;
pub(crate) mod batches;
pub(crate) mod deals;
pub(crate) mod decision_list;
pub(crate) mod decisions;
pub(crate) mod due;
pub(crate) mod echo;
pub(crate) mod events;
pub(crate) mod exports;
pub(crate) mod forks;
pub(crate) mod games;
pub(crate) mod health;
pub(crate) mod imports;

pub(crate) mod matches;
pub(crate) mod mcp;
pub(crate) mod opening;
pub(crate) mod pages;
pub(crate) mod players;
pub(crate) mod projections;
pub(crate) mod push;
pub(crate) mod ratings;
pub(crate) mod record_files;
pub(crate) mod records;
pub(crate) mod rematches;
pub(crate) mod replay;
pub(crate) mod replay_file;
pub(crate) mod results;
pub(crate) mod scores;
pub(crate) mod service_limits;
mod settings;
pub(crate) mod stats;
pub(crate) mod steps;
pub(crate) mod stream;
pub(crate) mod tournaments;
pub(crate) mod worlds;

use domain::{GameId, Seat};
use serde::Deserialize;
use store::MatchId;
use utoipa::IntoParams;
use utoipa_actix_web::service_config::ServiceConfig;

use crate::{
    http::{codes::Code, error::ApiError},
    wire,
};

/// Every route under `/v1`, in the order of the document.
pub(crate) fn v1(config: &mut ServiceConfig<'_>) {
    config
        .service(games::list_games)
        .service(games::get_game)
        .service(games::get_components)
        .service(games::get_rules)
        .service(games::score_position)
        .service(games::legal_in_position)
        .service(games::draw_position)
        .service(games::draw_position_png)
        .service(players::register_player)
        .service(players::list_players)
        .service(players::get_player)
        .service(players::delete_player)
        .service(players::rotate_token)
        .service(push::put_push)
        .service(push::get_push)
        .service(push::delete_push)
        .service(push::rotate_push_secret)
        .service(opening::open_match)
        .service(imports::import_match)
        .service(matches::list_matches)
        .service(matches::get_match)
        .service(matches::join_match)
        .service(matches::leave_match)
        .service(matches::start_match)
        .service(matches::ask_end)
        .service(rematches::rematch)
        .service(matches::get_view)
        .service(due::get_decision)
        .service(decisions::list_legal)
        .service(worlds::draw_worlds)
        .service(decisions::put_decision)
        .service(decisions::try_decision)
        .service(events::list_events)
        .service(stream::stream_matches)
        .service(replay::get_manifest)
        .service(replay_file::get_replay_file)
        .service(steps::get_step)
        .service(steps::get_step_board)
        .service(steps::get_step_board_png)
        .service(steps::get_step_diff)
        .service(steps::get_step_score)
        .service(steps::list_step_legal)
        .service(scores::get_scores)
        .service(scores::get_attribution)
        .service(decision_list::list_decisions)
        .service(forks::fork_match)
        .service(records::get_record)
        .service(records::verify_match)
        .service(results::get_results)
        .service(results::list_results);
    of_many(config);
}

/// Those about many matches at once: played as one, or counted.
fn of_many(config: &mut ServiceConfig<'_>) {
    config
        .service(batches::plan_batch)
        .service(batches::list_batches)
        .service(batches::get_batch)
        .service(batches::follow_batch)
        .service(batches::accept_batch)
        .service(batches::refuse_batch)
        .service(batches::stop_batch)
        .service(tournaments::plan_tournament)
        .service(tournaments::list_tournaments)
        .service(tournaments::get_tournament)
        .service(tournaments::accept_tournament)
        .service(tournaments::refuse_tournament)
        .service(tournaments::stop_tournament)
        .service(stats::metrics::list_metrics)
        .service(stats::query::query_statistics)
        .service(stats::distribution::get_distribution)
        .service(stats::curve::get_curve)
        .service(stats::compare::compare_statistics)
        .service(stats::choices::list_choices)
        .service(stats::heatmap::get_heatmap)
        .service(stats::matches::list_counted_matches)
        .service(deals::get_deal)
        .service(ratings::get_ratings)
        .service(projections::get_consistency)
        .service(record_files::list_record_files)
        .service(record_files::get_record_file)
        .service(exports::get_export);
}

/// A game in the catalogue.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Path)]
pub(crate) struct GamePath {
    /// The id of the game, like `cartographers`.
    #[param(value_type = GameId)]
    game: String,
}

impl GamePath {
    /// The game, if there is one of that name.
    pub(crate) fn game(&self) -> Result<GameId, ApiError> {
        let mut games = GameId::ALL.iter().copied();
        let found = games.find(|game| wire::name(game) == self.game);
        found.ok_or(Code::UnknownGame.into())
    }
}

/// The match that the path names.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Path)]
#[expect(
    dead_code,
    reason = "read by the extractors that prove a right; here for the document"
)]
pub(crate) struct MatchPath {
    /// The id of the match.
    id: MatchId,
}

/// A seat of a match.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Path)]
#[expect(
    dead_code,
    reason = "the rest is read by the extractors that prove a right"
)]
pub(crate) struct SeatPath {
    /// The id of the match.
    id: MatchId,
    /// The seat, counted clockwise from zero.
    seat: Seat,
}

/// A decision of a seat.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Path)]
#[expect(
    dead_code,
    reason = "the rest is read by the extractors that prove a right"
)]
pub(crate) struct DecisionPath {
    /// The id of the match.
    id: MatchId,
    /// The seat, counted clockwise from the host, from 0.
    seat: Seat,
    /// The number of the decision of that seat, counted from zero.
    pub(crate) decision: u32,
}

/// A step of a match.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Path)]
#[expect(
    dead_code,
    reason = "the rest is read by the extractors that prove a right"
)]
pub(crate) struct StepPath {
    /// The id of the match.
    id: MatchId,
    /// The step: the number of events that had happened.
    pub(crate) n: u32,
}

//! The resources.

pub(crate) mod decisions;
pub(crate) mod events;
pub(crate) mod games;
pub(crate) mod health;
pub(crate) mod matches;
pub(crate) mod players;
pub(crate) mod records;
pub(crate) mod results;
pub(crate) mod steps;

use domain::{GameId, Seat};
use serde::Deserialize;
use store::MatchId;
use utoipa::IntoParams;
use utoipa_actix_web::service_config::ServiceConfig;

/// Every route under `/v1`, in the order of the document.
pub(crate) fn v1(config: &mut ServiceConfig<'_>) {
    config
        .service(games::list_games)
        .service(games::get_game)
        .service(games::get_components)
        .service(games::get_rules)
        .service(games::score_position)
        .service(games::legal_in_position)
        .service(players::register_player)
        .service(players::get_player)
        .service(players::rotate_token)
        .service(matches::open_match)
        .service(matches::list_matches)
        .service(matches::get_match)
        .service(matches::join_match)
        .service(matches::leave_match)
        .service(matches::start_match)
        .service(matches::get_view)
        .service(decisions::get_decision)
        .service(decisions::list_legal)
        .service(decisions::put_decision)
        .service(events::list_events)
        .service(steps::get_step)
        .service(steps::get_step_diff)
        .service(steps::get_step_score)
        .service(records::get_record)
        .service(records::verify_match)
        .service(results::get_results)
        .service(results::list_results);
}

/// A game of the catalogue.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Path)]
pub(crate) struct GamePath {
    /// The game.
    pub(crate) game: GameId,
}

/// A match.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Path)]
#[expect(dead_code, reason = "read by the extractors that prove a right; here for the document")]
pub(crate) struct MatchPath {
    /// The match.
    id: MatchId,
}

/// A seat of a match.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Path)]
pub(crate) struct SeatPath {
    /// The match.
    pub(crate) id: MatchId,
    /// The seat, counted clockwise from zero.
    pub(crate) seat: Seat,
}

/// A decision of a seat.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Path)]
pub(crate) struct DecisionPath {
    /// The match.
    pub(crate) id: MatchId,
    /// The seat.
    pub(crate) seat: Seat,
    /// Which decision of that seat, counted from zero.
    pub(crate) n: u32,
}

/// A step of a match.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Path)]
pub(crate) struct StepPath {
    /// The match.
    pub(crate) id: MatchId,
    /// The step: how many events had happened.
    pub(crate) n: u32,
}

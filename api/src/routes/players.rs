//! Players: registering, and replacing a token.

use actix_web::{HttpResponse, get, post, web};
use domain::matches::PlayerId;
use serde::Deserialize;
use utoipa::IntoParams;

use crate::{
    app::App,
    auth::Player,
    error::ApiError,
    extract::{Json, Key, Path},
    reply,
    wire::{NewPlayer, PlayerInfo, Registered},
};

/// A player.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Path)]
pub(crate) struct PlayerPath {
    /// The player.
    id: PlayerId,
}

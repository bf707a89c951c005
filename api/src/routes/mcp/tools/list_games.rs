//! `list_games`: what can be played.

use domain::GameId;
use serde::Deserialize;
use serde_json::{Value, json};
use utoipa::ToSchema;

use super::Tool;
use crate::{
    http::{contract::schema, error::ApiError},
    routes::mcp::{answer::Answer, asking::Asking},
    wire::GameInfo,
};

/// The games: their ids, how many play, their options, and the bots that can sit in.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct ListGames {}

impl Tool for ListGames {
    const NAME: &'static str = "list_games";
    const ONLY_READS: bool = true;

    async fn call(self, _asking: &Asking, _arguments: &[u8]) -> Result<Answer, ApiError> {
        let games = GameId::ALL.iter().map(|&game| told(game));
        Ok(Answer::data(&games.collect::<Vec<Value>>()))
    }
}

fn told(game: GameId) -> Value {
    let info = GameInfo::of(game, schema::options_schema(game));
    json!({
        "game": info.game,
        "title": info.title,
        "players": info.players,
        "bots": info.bots,
        "options": info.options_schema,
    })
}

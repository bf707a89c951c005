//! `open_match`: a match, and who may sit where.

use bytes::Bytes;
use domain::{
    GameId,
    matches::{Legal, OnIllegal, OnTimeout},
};
use serde::Deserialize;
use serde_json::value::RawValue;
use utoipa::ToSchema;

use super::Tool;
use crate::{
    http::{
        auth::Player,
        error::ApiError,
        extract::{Json, Key},
    },
    routes::{
        mcp::{answer::Answer, asking::Asking},
        opening,
    },
    wire::{self, SeatsWanted},
};

/// Opens a match. It starts at once if every seat is taken by you (`me`) and bots; `open` seats
/// wait for whoever joins. The answer has the id of the match and a token for each seat of yours:
/// give one to another model, and it plays that seat.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct OpenMatch {
    /// Your player's token. Default: the one in the header of the request.
    #[serde(default)]
    token: Option<String>,
    /// The game to play.
    game: GameId,
    /// Who sits where, clockwise: `{"kind":"me"}`, `{"kind":"open"}`,
    /// `{"kind":"bot","bot":"greedy"}`; or a number of seats, all yours.
    seats: SeatsWanted,
    /// The options of the game, as `list_games` describes them. Default: its defaults.
    #[serde(default)]
    #[schema(value_type = Option<Object>)]
    options: Option<Box<RawValue>>,
    /// What seats are told of the legal commands: all (`full`, the default), how many (`count`), or
    /// nothing (`none`).
    #[serde(default)]
    legal: Option<Legal>,
    /// What follows from a command that the rules refuse: nothing (`refuse`, the default), or
    /// `limit`: after `tries_limit` of them the server decides.
    #[serde(default)]
    on_illegal: Option<OnIllegal>,
    /// How many commands of one decision may be refused, with `on_illegal: limit`.
    #[serde(default)]
    #[schema(minimum = 1, maximum = 1000)]
    tries_limit: Option<u32>,
    /// What follows when the tries are used up: the decision is made for the seat (`default`), or
    /// the seat forfeits.
    #[serde(default)]
    on_timeout: Option<OnTimeout>,
    /// Whether only those who sit at the table may see it.
    #[serde(default)]
    private: bool,
    /// Makes the call safe to repeat: the same key with the same arguments opens one match.
    #[serde(default)]
    key: Option<String>,
}

impl Tool for OpenMatch {
    const NAME: &'static str = "open_match";
    const ONLY_READS: bool = false;

    async fn call(self, asking: &Asking, arguments: &[u8]) -> Result<Answer, ApiError> {
        let Player(asker) = Player::of(asking.sent(self.token.as_deref()), &asking.app).await?;
        let key = Key::given(self.key)?;
        let value = wire::OpenMatch {
            game: self.game,
            options: self.options,
            seats: self.seats,
            seed: None,
            arranged: None,
            open_hands: false,
            private: self.private,
            window_ms: None,
            legal: self.legal,
            spectator_delay: None,
            clock: None,
            on_timeout: self.on_timeout,
            on_illegal: self.on_illegal,
            tries_limit: self.tries_limit,
            abandon_after_ms: None,
            notes_open: false,
        };
        let bytes = Bytes::copy_from_slice(arguments);
        let body = Json { value, bytes };
        let (opened, _replayed) = opening::open(&asking.app, &asker, &key, body).await?;
        Ok(Answer::data(&opened))
    }
}

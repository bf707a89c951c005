//! `join_match`: a seat at a table that somebody else opened.

use bytes::Bytes;
use domain::Seat;
use serde::Deserialize;
use store::MatchId;
use utoipa::ToSchema;

use super::Tool;
use crate::{
    http::{
        auth::{Player, Reader},
        error::ApiError,
        extract::{Json, Key},
    },
    routes::{
        matches,
        mcp::{answer::Answer, asking::Asking},
    },
    wire,
};

/// Takes a free seat of a match. The answer has the number of your seat and its token.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct JoinMatch {
    /// Your player's token. Default: the one in the header of the request.
    #[serde(default)]
    token: Option<String>,
    /// The match to join.
    r#match: MatchId,
    /// The seat to take. Default: the first that is free.
    #[serde(default)]
    seat: Option<Seat>,
    /// Makes the call safe to repeat: the same key takes one seat.
    #[serde(default)]
    key: Option<String>,
}

impl Tool for JoinMatch {
    const NAME: &'static str = "join_match";
    const ONLY_READS: bool = false;

    async fn call(self, asking: &Asking, arguments: &[u8]) -> Result<Answer, ApiError> {
        let (app, sent) = (&asking.app, asking.sent(self.token.as_deref()));
        let Player(asker) = Player::of(sent, app).await?;
        let reader = Reader::of(sent, app, self.r#match).await?;
        let key = Key::given(self.key)?;
        let value = wire::JoinMatch { seat: self.seat };
        let bytes = Bytes::copy_from_slice(arguments);
        let (joined, _replayed) =
            matches::join(app, (&asker, reader), &key, Json { value, bytes }).await?;
        Ok(Answer::data(&joined))
    }
}

//! `results`: who won, and with what.

use serde::Deserialize;
use store::MatchId;
use utoipa::ToSchema;

use super::Tool;
use crate::{
    http::{auth::Reader, error::ApiError},
    routes::{
        mcp::{answer::Answer, asking::Asking},
        results,
    },
};

/// The results of a match that is over: ranks, and the score sheets line by line.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Results {
    /// The token of your seat, or your player's, for a private match. Default: the one in the
    /// header of the request.
    #[serde(default)]
    token: Option<String>,
    /// The match whose results to tell.
    r#match: MatchId,
}

impl Tool for Results {
    const NAME: &'static str = "results";
    const ONLY_READS: bool = true;

    async fn call(self, asking: &Asking, _arguments: &[u8]) -> Result<Answer, ApiError> {
        let sent = asking.sent(self.token.as_deref());
        let reader = Reader::of(sent, &asking.app, self.r#match).await?;
        Ok(Answer::data(&results::results(&asking.app, &reader)?))
    }
}

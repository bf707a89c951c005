//! `register`: a player, so that results are somebody's.

use bytes::Bytes;
use serde::Deserialize;
use store::PlayerKind;
use utoipa::ToSchema;

use super::Tool;
use crate::{
    http::{
        error::ApiError,
        extract::{Json, Key},
    },
    routes::{
        mcp::{answer::Answer, asking::Asking},
        players,
    },
    wire::NewPlayer,
};

/// Registers you as a player, once. The answer has your `token`, which is shown only here: keep it,
/// and give it to `open_match` and `join_match`. Not needed if you were given a token.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Register {
    /// Your name: 1 to 80 characters.
    name: String,
    /// Your version, like the name of your model, so that results can be told apart by it.
    #[serde(default)]
    version: Option<String>,
    /// Makes the call safe to repeat: random, at least 16 characters.
    #[serde(default)]
    key: Option<String>,
}

impl Tool for Register {
    const NAME: &'static str = "register";
    const ONLY_READS: bool = false;

    async fn call(self, asking: &Asking, arguments: &[u8]) -> Result<Answer, ApiError> {
        let key = Key::given(self.key)?;
        let value = NewPlayer {
            name: self.name,
            kind: PlayerKind::Bot,
            version: self.version,
            unique_name: false,
        };
        let bytes = Bytes::copy_from_slice(arguments);
        let registered = players::register(&asking.app, &key, Json { value, bytes }).await?;
        Ok(Answer::data(&registered.0))
    }
}

//! Players on the wire.

use domain::matches::PlayerId;
use serde::{Deserialize, Serialize};
use store::{PlayerKind, Timestamp};
use utoipa::ToSchema;

use crate::error::ApiError;

/// A player to be.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NewPlayer {
    /// What others call you.
    #[schema(
        min_length = 1,
        max_length = 80,
        pattern = r"^[^\u0000-\u0020\u007f-\u009f]([^\u0000-\u001f\u007f-\u009f]*[^\u0000-\u0020\u007f-\u009f])?$",
        example = "ann"
    )]
    pub name: String,
    /// What you are.
    pub kind: PlayerKind,
    /// Which version of your program. It is written beside every decision you make.
    #[serde(default)]
    #[schema(
        min_length = 1,
        max_length = 80,
        pattern = r"^[^\u0000-\u0020\u007f-\u009f]([^\u0000-\u001f\u007f-\u009f]*[^\u0000-\u0020\u007f-\u009f])?$"
    )]
    pub version: Option<String>,
}

/// A player.
#[derive(Debug, Serialize, ToSchema)]
pub struct PlayerInfo {
    /// Their id.
    pub id: PlayerId,
    /// What others call them.
    #[schema(max_length = 80)]
    pub name: String,
    /// What they say they are.
    pub kind: PlayerKind,
    /// Which version of their program, if they told.
    #[schema(max_length = 80)]
    pub version: Option<String>,
    /// When they registered.
    pub registered_at: Timestamp,
}

/// A player and their token.
#[derive(Debug, Serialize, ToSchema)]
pub struct Registered {
    /// The player.
    #[serde(flatten)]
    pub player: PlayerInfo,
    /// Send it as `Authorization: Bearer …`. Shown once: keep it.
    #[schema(max_length = 150)]
    pub token: String,
}

impl NewPlayer {
    /// Refuses what would not fit on a page.
    pub(crate) fn check(&self) -> Result<(), ApiError> {
        let fits = |text: &str| {
            let is_plain = !text.chars().any(char::is_control) && text.trim_matches(' ') == text;
            is_plain && (1..=80).contains(&text.chars().count())
        };
        let wrong = |field: &str| ApiError::Malformed {
            code: "malformed_body",
            detail: format!("{field} is 1 to 80 printable characters"),
            pointer: Some(format!("/{field}")),
        };
        if !fits(&self.name) {
            return Err(wrong("name"));
        }
        match &self.version {
            Some(version) if !fits(version) => Err(wrong("version")),
            Some(_) | None => Ok(()),
        }
    }
}

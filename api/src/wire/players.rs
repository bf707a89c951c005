//! Players on the wire.

use domain::matches::PlayerId;
use serde::{Deserialize, Serialize};
use store::{Player, PlayerKind, PlayerRow, Timestamp};
use utoipa::ToSchema;

/// A player to register.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NewPlayer {
    /// Your name as others see it: 1 to 80 characters, stored as sent, without invisible
    /// characters, characters that change the direction of writing, or white space at either end.
    #[schema(
        min_length = 1,
        max_length = 80,
        pattern = r"^[^\u0000-\u0020\u007f-\u00a0\u00ad\u061c\u1680\u180e\u2000-\u200f\u2028-\u202f\u205f-\u206f\u3000\ufeff\ufff9-\ufffb]([^\u0000-\u001f\u007f-\u009f\u00ad\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]*[^\u0000-\u0020\u007f-\u00a0\u00ad\u061c\u1680\u180e\u2000-\u200f\u2028-\u202f\u205f-\u206f\u3000\ufeff\ufff9-\ufffb])?$",
        example = "ann"
    )]
    pub name: String,
    /// What you are, as shown beside your decisions.
    pub kind: PlayerKind,
    /// The version of your program. It is recorded with every decision you make and stays there
    /// even if you are deleted, so put nothing personal in it.
    #[serde(default)]
    #[schema(
        min_length = 1,
        max_length = 80,
        pattern = r"^[^\u0000-\u0020\u007f-\u00a0\u00ad\u061c\u1680\u180e\u2000-\u200f\u2028-\u202f\u205f-\u206f\u3000\ufeff\ufff9-\ufffb]([^\u0000-\u001f\u007f-\u009f\u00ad\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]*[^\u0000-\u0020\u007f-\u00a0\u00ad\u061c\u1680\u180e\u2000-\u200f\u2028-\u202f\u205f-\u206f\u3000\ufeff\ufff9-\ufffb])?$"
    )]
    pub version: Option<String>,
    /// Whether the name shall be yours alone. If so, you are refused with `name_taken` if any
    /// player has the name; once you have it, nobody else can register it until you are deleted.
    #[serde(default)]
    pub unique_name: bool,
}

/// A player as others see them.
#[derive(Debug, Serialize, ToSchema)]
pub struct PlayerInfo {
    /// The id of the player, which never changes and is never reused.
    pub id: PlayerId,
    /// The name of the player. `null` once the player was deleted.
    #[schema(max_length = 80)]
    pub name: Option<String>,
    /// Whether the name is reserved for this player.
    pub unique_name: bool,
    /// What kind of player they say they are.
    pub kind: PlayerKind,
    /// The version of their program, if they gave one.
    #[schema(max_length = 80)]
    pub version: Option<String>,
    /// When the player registered.
    pub registered_at: Timestamp,
    /// Whether the player was deleted: the name is gone and the token void.
    pub deleted: bool,
}

/// A player and their token.
#[derive(Debug, Serialize, ToSchema)]
pub struct Registered {
    /// The player who registered.
    #[serde(flatten)]
    pub player: PlayerInfo,
    /// The token: send it as `Authorization: Bearer …`. It is shown once, so keep it.
    #[schema(max_length = 150)]
    pub token: String,
}

impl NewPlayer {
    /// The field that would not fit on a page, or would not be readable on it.
    pub(crate) fn unfit(&self) -> Option<&'static str> {
        if !fits(&self.name) {
            return Some("name");
        }
        let version = self.version.as_ref();
        version.is_some_and(|it| !fits(it)).then_some("version")
    }
}

/// Whether a text is what the document's pattern for names takes.
fn fits(text: &str) -> bool {
    let mut characters = text.chars();
    let ends = [text.chars().next(), characters.next_back()];
    let is_edge = |at: Option<char>| at.is_some_and(|at| !at.is_whitespace() && !is_joiner(at));
    ends.into_iter().all(is_edge) && !text.chars().any(is_hidden) && text.chars().count() <= 80
}

/// What is not seen, or changes how what follows is read: controls, soft hyphens, marks
/// of direction, separators of lines, and the invisible marks of Unicode's blocks for
/// punctuation and specials.
const fn is_hidden(character: char) -> bool {
    matches!(character,
        '\0'..='\u{1f}' | '\u{7f}'..='\u{9f}' | '\u{ad}' | '\u{61c}' | '\u{180e}' | '\u{200b}'
        | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}'
        | '\u{feff}' | '\u{fff9}'..='\u{fffb}')
}

/// What joins or parts the letters beside it, so that it needs some on both sides.
const fn is_joiner(character: char) -> bool {
    matches!(character, '\u{200c}' | '\u{200d}')
}

impl From<&Player> for PlayerInfo {
    fn from(player: &Player) -> PlayerInfo {
        PlayerInfo {
            id: player.id.clone(),
            name: player.name.clone(),
            unique_name: player.unique_name && !player.deleted,
            kind: player.kind,
            version: player.version.clone(),
            registered_at: player.registered_at,
            deleted: player.deleted,
        }
    }
}

impl From<PlayerRow> for PlayerInfo {
    fn from(row: PlayerRow) -> PlayerInfo {
        PlayerInfo {
            id: row.id,
            name: Some(row.name),
            unique_name: row.unique_name,
            kind: row.kind,
            version: row.version,
            registered_at: row.registered_at,
            deleted: false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_seen_as_it_is_and_fits_on_a_page() {
        let long = "n".repeat(80);
        for name in [
            "a",
            "Ann B",
            "Zo\u{eb}",
            "\u{645}\u{200c}\u{646}",
            "1\u{3000}2",
            &long,
        ] {
            assert!(fits(name), "{name:?}");
        }
        let longer = "n".repeat(81);
        for name in [
            "",
            " ",
            " a",
            "a\u{a0}",
            "a\u{3000}",
            "a\nb",
            "a\u{202e}b",
            "a\u{2066}b",
            "a\u{200b}b",
            "a\u{200d}",
            "\u{feff}a",
            "a\u{2028}b",
            "\u{ad}",
            &longer,
        ] {
            assert!(!fits(name), "{name:?}");
        }
    }
}

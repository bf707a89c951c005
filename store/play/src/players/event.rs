//! What happens to a player's registration, and the player it makes.

use domain::{Secret, Viewer, matches::PlayerId};
use serde::{Deserialize, Serialize};

use store_log::{
    cause::PlayerKind,
    hash::Hash,
    record::{Commit, StreamEvent, Tip},
    time::Timestamp,
};

/// What happened to a player's registration.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum PlayerEvent {
    /// They were registered.
    Registered {
        /// What they call themselves, as it was written before names could be dropped.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        name: Option<String>,
        /// SHA-256 of what they call themselves, sealed, which can be dropped.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        name_hash: Option<Hash>,
        /// What kind of player.
        kind: PlayerKind,
        /// Which version of the program.
        version: Option<String>,
        /// SHA-256 of their token.
        token_hash: Secret<Hash>,
        /// Nobody else has the name while they do.
        #[serde(default, skip_serializing_if = "is_false")]
        unique_name: bool,
    },
    /// They got a new token; the old one is void.
    TokenRotated {
        /// SHA-256 of the new token.
        token_hash: Secret<Hash>,
    },
    /// Their name was dropped, and their token is void. Their id stays.
    Deleted {},
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde calls it so")]
const fn is_false(flag: &bool) -> bool {
    !*flag
}

/// A player.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Player {
    /// Who.
    pub id: PlayerId,
    /// What they call themselves. None once they were deleted.
    pub name: Option<String>,
    /// Nobody else has the name while they do.
    pub unique_name: bool,
    /// What kind of player.
    pub kind: PlayerKind,
    /// Which version of the program.
    pub version: Option<String>,
    /// SHA-256 of their token. Void once they were deleted.
    pub token_hash: Hash,
    /// How many tokens they had before this one.
    pub generation: u32,
    /// When they registered.
    pub registered_at: Timestamp,
    /// They asked for their name to be dropped.
    pub deleted: bool,
    pub(super) tip: Tip,
}

impl StreamEvent for PlayerEvent {
    fn public(mut self) -> PlayerEvent {
        match &mut self {
            PlayerEvent::Registered { token_hash, .. }
            | PlayerEvent::TokenRotated { token_hash } => {
                *token_hash = token_hash.clone().seal(Viewer::Spectator);
            }
            PlayerEvent::Deleted {} => {}
        }
        self
    }

    fn erasable_hash(&self) -> Option<Hash> {
        match self {
            PlayerEvent::Registered { name_hash, .. } => *name_hash,
            PlayerEvent::TokenRotated { .. } | PlayerEvent::Deleted {} => None,
        }
    }

    fn drops_texts(&self) -> bool {
        *self == PlayerEvent::Deleted {}
    }
}

/// The player whose commits these are, from the first on.
pub(crate) fn fold(id: &PlayerId, commits: &[Commit<PlayerEvent>]) -> Option<Player> {
    let mut player: Option<Player> = None;
    for commit in commits {
        for event in &commit.events {
            player = evolve(player, id, commit, event);
        }
        if let Some(player) = &mut player {
            player.tip = commit.line.tip();
        }
    }
    player
}

fn evolve(
    player: Option<Player>,
    id: &PlayerId,
    commit: &Commit<PlayerEvent>,
    event: &PlayerEvent,
) -> Option<Player> {
    match event {
        PlayerEvent::Registered {
            name,
            kind,
            version,
            token_hash,
            unique_name,
            name_hash: _,
        } => Some(Player {
            id: id.clone(),
            name: name.clone().or_else(|| sealed_name(commit)),
            unique_name: *unique_name,
            kind: *kind,
            version: version.clone(),
            token_hash: *token_hash.get(),
            generation: 0,
            registered_at: commit.line.recorded_at,
            deleted: false,
            tip: Tip::START,
        }),
        PlayerEvent::TokenRotated { token_hash } => player.map(|player| Player {
            token_hash: *token_hash.get(),
            generation: player.generation + 1,
            ..player
        }),
        PlayerEvent::Deleted {} => player.map(|player| Player {
            name: None,
            deleted: true,
            ..player
        }),
    }
}

fn sealed_name(commit: &Commit<PlayerEvent>) -> Option<String> {
    let text = commit.line.erasable()?;
    Some(text.text().to_owned())
}

//! Players: registered once, known by the hash of their token.

use std::sync::Arc;

use domain::{Secret, Viewer, matches::PlayerId};
use moka::sync::Cache;
use serde::{Deserialize, Serialize};
use tokio::{runtime::Handle, sync::Mutex};

use crate::{
    carried::Carried,
    cause::{By, Cause, PlayerKind, Tries},
    embedded::Embedded,
    error::{AppendError, RequestError, StoreError},
    hash::Hash,
    id::{self, StreamId},
    log::{Appended, IdempotencyKey, Log as _, NewCommit},
    record::{Commit, Draft, Line, StreamEvent, Tip},
    time::Timestamp,
};

/// Everyone who plays.
#[derive(Clone, Debug)]
pub struct Players(Arc<Inner>);

#[derive(Debug)]
struct Inner {
    log: Arc<Embedded>,
    known: Cache<StreamId, Arc<Player>>,
    runtime: Handle,
    /// Rotations are rare: one at a time.
    rotating: Arc<Mutex<()>>,
}

/// Players kept in memory.
const KNOWN: u64 = 100_000;

/// What happened to a player's registration.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum PlayerEvent {
    /// They were registered.
    Registered {
        /// What they call themselves.
        name: String,
        /// What kind of player.
        kind: PlayerKind,
        /// Which version of the program.
        version: Option<String>,
        /// SHA-256 of their token.
        token_hash: Secret<Hash>,
    },
    /// They got a new token; the old one is void.
    TokenRotated {
        /// SHA-256 of the new token.
        token_hash: Secret<Hash>,
    },
}

/// A player.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Player {
    /// Who.
    pub id: PlayerId,
    /// What they call themselves.
    pub name: String,
    /// What kind of player.
    pub kind: PlayerKind,
    /// Which version of the program.
    pub version: Option<String>,
    /// SHA-256 of their token.
    pub token_hash: Hash,
    /// How many tokens they had before this one.
    pub generation: u32,
    /// When they registered.
    pub registered_at: Timestamp,
    tip: Tip,
}

/// What someone registers with.
#[derive(Clone, Debug)]
pub struct Registration {
    /// What they call themselves.
    pub name: String,
    /// What kind of player.
    pub kind: PlayerKind,
    /// Which version of the program.
    pub version: Option<String>,
}

impl StreamEvent for PlayerEvent {
    fn public(self) -> PlayerEvent {
        match self {
            PlayerEvent::Registered {
                name,
                kind,
                version,
                token_hash,
            } => PlayerEvent::Registered {
                name,
                kind,
                version,
                token_hash: token_hash.seal(Viewer::Spectator),
            },
            PlayerEvent::TokenRotated { token_hash } => PlayerEvent::TokenRotated {
                token_hash: token_hash.seal(Viewer::Spectator),
            },
        }
    }
}

impl Players {
    pub(crate) fn new(log: Arc<Embedded>, runtime: Handle) -> Players {
        Players(Arc::new(Inner {
            log,
            known: Cache::new(KNOWN),
            runtime,
            rotating: Arc::default(),
        }))
    }

    /// Registers a player. `token_hash` is asked for once the id is known.
    /// With a key seen before, the player of that time; the flag says so.
    ///
    /// # Errors
    ///
    /// If the key was used for something else, or the store fails.
    pub async fn register(
        &self,
        registration: Registration,
        token_hash: impl FnOnce(&PlayerId) -> Hash,
        key: Option<IdempotencyKey>,
    ) -> Result<Registered, RequestError> {
        let id = id::new_player();
        let event = PlayerEvent::Registered {
            token_hash: Secret::Known(token_hash(&id)),
            name: registration.name,
            kind: registration.kind,
            version: registration.version.clone(),
        };
        let by = By::Player {
            player: id.clone(),
            player_kind: registration.kind,
            player_version: registration.version,
        };
        let stream = StreamId::of_player(&id).expect("it was made so");
        let appended = self.append(stream, Tip::START, by, event, key).await?;
        let id = PlayerId(appended.line.stream.to_string());
        let player = self.get(&id).await?.ok_or(RequestError::KeyReused)?;
        Ok(Registered {
            player,
            replayed: appended.replayed,
        })
    }

    /// A player, if there is one.
    ///
    /// # Errors
    ///
    /// If their record cannot be read.
    pub async fn get(&self, id: &PlayerId) -> Result<Option<Arc<Player>>, StoreError> {
        let Some(stream) = StreamId::of_player(id) else {
            return Ok(None);
        };
        if let Some(player) = self.0.known.get(&stream) {
            return Ok(Some(player));
        }
        self.load(stream).await
    }

    /// A player as the log has them now.
    async fn load(&self, stream: StreamId) -> Result<Option<Arc<Player>>, StoreError> {
        let lines = self.0.log.read(stream, Tip::START).await?;
        let commits = lines.into_iter().map(Line::decode);
        let commits = commits.collect::<Result<Vec<Commit<PlayerEvent>>, _>>()?;
        let id = PlayerId(stream.to_string());
        let player = fold(&id, &commits).map(Arc::new);
        Ok(player.map(|player| self.remember(stream, player)))
    }

    /// Keeps a player ready, unless a newer one is: whoever read them before a token
    /// was rotated must not bring the void one back.
    fn remember(&self, stream: StreamId, read: Arc<Player>) -> Arc<Player> {
        let entry = self.0.known.entry(stream).and_upsert_with(|known| {
            let known = known.map(moka::Entry::into_value);
            known
                .filter(|known| known.tip.version > read.tip.version)
                .unwrap_or(read)
        });
        entry.into_value()
    }

    /// The player as the rotation under a key left them, for whoever lost its answer.
    /// None if there was none, or another one came after it.
    ///
    /// # Errors
    ///
    /// If the key was used for something else, or the store fails.
    pub async fn rotated(
        &self,
        id: &PlayerId,
        key: IdempotencyKey,
    ) -> Result<Option<Arc<Player>>, RequestError> {
        let Some(line) = self.0.log.seen(key)? else {
            return Ok(None);
        };
        let player = self.get(id).await?;
        Ok(player.filter(|player| player.tip == line.tip()))
    }

    /// Gives a player a new token. `token_hash` is told the new generation.
    ///
    /// # Errors
    ///
    /// If there is no such player, the key was used for something else, or the store
    /// fails.
    pub async fn rotate(
        &self,
        id: &PlayerId,
        token_hash: impl FnOnce(u32) -> Hash,
        key: Option<IdempotencyKey>,
    ) -> Result<Arc<Player>, RequestError> {
        let one = Arc::clone(&self.0.rotating).lock_owned().await;
        let player = self.get(id).await?.ok_or(RequestError::Unknown)?;
        let stream = StreamId::of_player(id).expect("there is such a player");
        let event = PlayerEvent::TokenRotated {
            token_hash: Secret::Known(token_hash(player.generation + 1)),
        };
        let by = By::Player {
            player: id.clone(),
            player_kind: player.kind,
            player_version: player.version.clone(),
        };
        let appended = self.append(stream, player.tip, by, event, key);
        let players = self.clone();
        let work = async move {
            let _one = one;
            appended.await?;
            let rotated = players.load(stream).await?;
            rotated.ok_or(RequestError::Unknown)
        };
        Carried::new(&self.0.runtime, work).await
    }

    fn append(
        &self,
        stream: StreamId,
        after: Tip,
        by: By,
        event: PlayerEvent,
        key: Option<IdempotencyKey>,
    ) -> impl Future<Output = Result<Appended, AppendError>> + Send + 'static {
        let now = Timestamp::now();
        let draft = Draft {
            cause: Cause::of(by, now),
            rules: 0,
            recorded_at: now,
            request: None,
            tries: Tries::new(),
            events: &[event],
            salt: id::random(),
            erasable: None,
        };
        let sealed = draft.seal(stream, after);
        self.0.log.append(NewCommit { sealed, key })
    }
}

/// What came of a registration.
#[derive(Clone, Debug)]
pub struct Registered {
    /// The player.
    pub player: Arc<Player>,
    /// They were registered before, under the same key.
    pub replayed: bool,
}

fn fold(id: &PlayerId, commits: &[Commit<PlayerEvent>]) -> Option<Player> {
    let mut player: Option<Player> = None;
    for commit in commits {
        for event in &commit.events {
            player = evolve(player, id, commit.line.recorded_at, event);
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
    at: Timestamp,
    event: &PlayerEvent,
) -> Option<Player> {
    match event {
        PlayerEvent::Registered {
            name,
            kind,
            version,
            token_hash,
        } => Some(Player {
            id: id.clone(),
            name: name.clone(),
            kind: *kind,
            version: version.clone(),
            token_hash: *token_hash.get(),
            generation: 0,
            registered_at: at,
            tip: Tip::START,
        }),
        PlayerEvent::TokenRotated { token_hash } => player.map(|player| Player {
            token_hash: *token_hash.get(),
            generation: player.generation + 1,
            ..player
        }),
    }
}

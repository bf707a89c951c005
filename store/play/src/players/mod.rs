//! Players: registered once, known by the hash of their token, found by their name
//! until they drop it.

pub(crate) mod event;
mod list;
pub(crate) mod name;
pub(crate) mod withheld;

use std::{sync::Arc, time::Duration};

use domain::{Secret, matches::PlayerId};
use moka::sync::Cache;
use tokio::{runtime::Handle, sync::Mutex, time::timeout};

use crate::{completion::RunToCompletion, stream::Stream};
use name::{Turns, folded};
use store_log::{
    cause::{By, PlayerKind},
    error::{RequestError, StoreError},
    hash::Hash,
    id::{self, Position, StreamId},
    log::{IdempotencyKey, SharedLog},
    projection::Page,
    record::{Erasable, TextTooLong, Tip},
    timekeeper::Timekeeper,
};

pub use event::{Player, PlayerEvent};
pub(crate) use list::PlayerList;
pub use list::{NameFilter, PlayerRow, PlayersFilter};

/// All players.
#[derive(Clone, Debug)]
pub struct Players(Arc<Inner>);

#[derive(Debug)]
struct Inner {
    log: SharedLog,
    stream: Stream<PlayerEvent>,
    known: Cache<StreamId, Arc<Player>>,
    list: PlayerList,
    runtime: Handle,
    /// Rotations and deletions are rare: one at a time.
    changing: Arc<Mutex<()>>,
    turns: Turns,
}

/// Players kept in memory.
// A player is some hundred bytes; one who is not kept is read from the log again.
const KNOWN: u64 = 100_000;

/// What someone registers with.
#[derive(Clone, Debug)]
pub struct Registration {
    /// What they call themselves.
    pub name: String,
    /// Nobody else shall have the name while they do.
    pub unique_name: bool,
    /// What kind of player.
    pub kind: PlayerKind,
    /// Which version of the program.
    pub version: Option<String>,
}

/// What came of a registration.
#[derive(Clone, Debug)]
pub struct Registered {
    /// The player.
    pub player: Arc<Player>,
    /// They were registered before, under the same key.
    pub replayed: bool,
}

impl Players {
    pub(crate) fn new(
        log: SharedLog,
        list: PlayerList,
        (runtime, time): (Handle, Timekeeper),
    ) -> Players {
        Players(Arc::new(Inner {
            stream: Stream::of(Arc::clone(&log), time),
            log,
            known: Cache::new(KNOWN),
            list,
            runtime,
            changing: Arc::default(),
            turns: Turns::new(),
        }))
    }

    /// Registers a player. `token_hash` is asked for once the id is known.
    /// With a key seen before, the player of that time; the flag says so.
    ///
    /// # Errors
    ///
    /// If the name is taken, the key was used for something else, or the store fails.
    pub async fn register(
        &self,
        registration: Registration,
        token_hash: impl FnOnce(&PlayerId) -> Hash,
        key: Option<IdempotencyKey>,
    ) -> Result<Registered, RequestError> {
        let name = folded(&registration.name);
        let turn = self.0.turns.of(&name).await;
        let before = match key {
            Some(key) => self.0.log.seen(key).await?,
            None => None,
        };
        if before.is_none() {
            self.check_name(&name, registration.unique_name)?;
        }
        let (stream, by, event, sealed) = registered(registration, token_hash)?;
        let begins = (stream, Tip::START);
        let appended = self.0.stream.append(begins, by, event, Some(&sealed), key);
        let list = self.0.list.clone();
        let work = async move {
            // The next one under this name must find this one in the list.
            let _turn = turn;
            let appended = appended.await?;
            list.checkpoint.at_least(appended.line.position).await?;
            Ok::<_, RequestError>(appended)
        };
        let appended = RunToCompletion::new(&self.0.runtime, work).await?;
        let id = PlayerId(appended.line.stream.to_string());
        let player = self.get(&id).await?.ok_or(RequestError::KeyReused)?;
        Ok(Registered {
            player,
            replayed: appended.replayed,
        })
    }

    /// Passes if a folded name is free: no player has reserved it, and a player who wants to
    /// reserve it finds nobody with that name.
    fn check_name(&self, folded: &str, unique: bool) -> Result<(), RequestError> {
        let holders = self.0.list.holders(folded);
        if !(holders.unique || unique && holders.any) {
            return Ok(());
        }
        Err(RequestError::NameTaken(if holders.unique {
            "another player has reserved this name"
        } else {
            "another player already has this name, so you cannot reserve it"
        }))
    }

    /// A player, if there is one; one who was deleted has no name.
    ///
    /// # Errors
    ///
    /// If their record cannot be read.
    pub async fn get(&self, id: &PlayerId) -> Result<Option<Arc<Player>>, StoreError> {
        let Some(stream) = StreamId::of_player(id) else {
            return Ok(None);
        };
        let known = self.0.known.get(&stream);
        // Another server may have written what changed.
        let known = known.filter(|it| !self.0.list.has_newer(stream, it.tip.version));
        if known.is_some() {
            return Ok(known);
        }
        self.load(stream).await
    }

    /// A player as soon as they are so, of whom it is certain that they will be: what was written by
    /// another server is read a moment later.
    ///
    /// # Errors
    ///
    /// If their record cannot be read.
    pub async fn once(
        &self,
        id: &PlayerId,
        is_so: impl Fn(&Player) -> bool,
    ) -> Result<Option<Arc<Player>>, StoreError> {
        const LONGEST: Duration = Duration::from_secs(3);
        let found = async {
            let mut moves = self.0.list.checkpoint.moves();
            loop {
                let player = self.get(id).await?.filter(|player| is_so(player));
                if player.is_some() {
                    return Ok(player);
                }
                moves.next().await?;
            }
        };
        timeout(LONGEST, found).await.unwrap_or(Ok(None))
    }

    /// A player, unless they were deleted.
    ///
    /// # Errors
    ///
    /// If their record cannot be read.
    pub async fn living(&self, id: &PlayerId) -> Result<Option<Arc<Player>>, StoreError> {
        Ok(self.get(id).await?.filter(|player| !player.deleted))
    }

    /// What a player calls themselves; none if there is no such player, or no more.
    pub fn name(&self, id: &PlayerId) -> Option<String> {
        self.0.list.name(StreamId::of_player(id)?)
    }

    /// How many players were deleted so far: what is said of names changes with it alone.
    pub fn deleted(&self) -> u64 {
        self.0.list.deleted()
    }

    /// At most `limit` players who have a name, the newest first, after a page's `next`.
    pub fn list(
        &self,
        filter: &PlayersFilter,
        after: Option<Position>,
        limit: usize,
    ) -> Page<PlayerRow> {
        self.0.list.list(filter, after, limit)
    }

    /// Waits until the list has read the log up to a position.
    ///
    /// # Errors
    ///
    /// If it never will.
    pub async fn at_least(&self, position: Position) -> Result<(), StoreError> {
        self.0.list.checkpoint.at_least(position).await
    }

    /// Up to which position the list has read the log.
    pub fn position(&self) -> Position {
        self.0.list.checkpoint.position()
    }

    /// A player as the log has them now.
    async fn load(&self, stream: StreamId) -> Result<Option<Arc<Player>>, StoreError> {
        let commits = self.0.stream.read(stream).await?;
        let id = PlayerId(stream.to_string());
        let player = event::fold(&id, &commits).map(Arc::new);
        Ok(player.map(|player| self.remember(stream, player)))
    }

    /// Keeps a player in memory, unless a newer version is there: a reader that started before a
    /// token was rotated must not bring the void one back.
    fn remember(&self, stream: StreamId, read: Arc<Player>) -> Arc<Player> {
        let entry = self.0.known.entry(stream).and_upsert_with(|known| {
            let known = known.map(moka::Entry::into_value);
            known
                .filter(|known| known.tip.version > read.tip.version)
                .unwrap_or(read)
        });
        entry.into_value()
    }

    /// The player as the change under a key left them, for a client that lost the answer. None if
    /// there was no such change, or if another one came after it.
    ///
    /// # Errors
    ///
    /// If the key was used for something else, or the store fails.
    pub async fn changed(
        &self,
        id: &PlayerId,
        key: IdempotencyKey,
    ) -> Result<Option<Arc<Player>>, RequestError> {
        let Some(line) = self.0.log.seen(key).await? else {
            return Ok(None);
        };
        let player = self.get(id).await?;
        Ok(player.filter(|player| player.tip == line.tip()))
    }

    /// Gives a player a new token. `token_hash` gets the new generation.
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
        let rotation = |player: &Player| PlayerEvent::TokenRotated {
            token_hash: Secret::Known(token_hash(player.generation + 1)),
        };
        self.change(id, rotation, key).await
    }

    /// Drops a player's name and voids their token. Their id stays.
    ///
    /// # Errors
    ///
    /// If there is no such player, the key was used for something else, or the store
    /// fails.
    pub async fn delete(
        &self,
        id: &PlayerId,
        key: Option<IdempotencyKey>,
    ) -> Result<Arc<Player>, RequestError> {
        self.change(id, |_| PlayerEvent::Deleted {}, key).await
    }

    /// Appends an event to a living player's stream, and waits until the list has it.
    async fn change(
        &self,
        id: &PlayerId,
        event: impl FnOnce(&Player) -> PlayerEvent,
        key: Option<IdempotencyKey>,
    ) -> Result<Arc<Player>, RequestError> {
        let one = Arc::clone(&self.0.changing).lock_owned().await;
        let player = self.living(id).await?.ok_or(RequestError::Unknown)?;
        let stream = StreamId::of_player(id).expect("there is such a player");
        let by = By::Player {
            player: id.clone(),
            player_kind: player.kind,
            player_version: player.version.clone(),
        };
        let ends = (stream, player.tip);
        let appended = self.0.stream.append(ends, by, event(&player), None, key);
        let players = self.clone();
        let work = async move {
            let _one = one;
            let appended = appended.await;
            // What is known of them may not be what was written.
            let appended = appended.inspect_err(|_| players.0.known.invalidate(&stream))?;
            let position = appended.line.position;
            let changed = players.load(stream).await?;
            players.at_least(position).await?;
            changed.ok_or(RequestError::Unknown)
        };
        RunToCompletion::new(&self.0.runtime, work).await
    }
}

/// A new player: their stream, their details, what happened, and their name.
fn registered(
    registration: Registration,
    token_hash: impl FnOnce(&PlayerId) -> Hash,
) -> Result<(StreamId, By, PlayerEvent, Erasable), TextTooLong> {
    let id = id::new_player();
    let name = Erasable::new(registration.name)?;
    let event = PlayerEvent::Registered {
        name: None,
        name_hash: Some(name.hash()),
        kind: registration.kind,
        version: registration.version.clone(),
        token_hash: Secret::Known(token_hash(&id)),
        unique_name: registration.unique_name,
    };
    let stream = StreamId::of_player(&id).expect("it was made so");
    let by = By::Player {
        player: id,
        player_kind: registration.kind,
        player_version: registration.version,
    };
    Ok((stream, by, event, name))
}

//! The list of players: everyone who has a name, the newest first.
//!
//! It is kept in memory and read from the log at each start. A database would keep a
//! name that was dropped in pages it no longer uses.

use std::{
    collections::{BTreeMap, HashMap},
    sync::Arc,
    thread::JoinHandle,
};

use domain::matches::PlayerId;
use parking_lot::{RwLock, RwLockReadGuard};
use tokio::sync::watch;

use super::{PlayerEvent, event, name::folded};
use store_log::{
    cause::PlayerKind,
    checkpoint::Checkpoint,
    error::StoreError,
    id::{Position, StreamId, StreamKind, Version},
    log::{Log, SharedLog, each},
    projection::Page,
    record::{Commit, Line, Tip},
    time::Timestamp,
};

/// A player in the list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayerRow {
    /// Who.
    pub id: PlayerId,
    /// What they call themselves.
    pub name: String,
    /// Nobody else has the name while they do.
    pub unique_name: bool,
    /// What kind of player.
    pub kind: PlayerKind,
    /// Which version of the program.
    pub version: Option<String>,
    /// When they registered.
    pub registered_at: Timestamp,
}

/// Which players are asked for. Empty: all.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PlayersFilter {
    /// Of this name.
    pub name: Option<NameFilter>,
    /// Of this kind.
    pub kind: Option<PlayerKind>,
}

/// Which names are asked for, however they are written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NameFilter {
    /// This one.
    Exactly(String),
    /// Those that begin so.
    BeginsWith(String),
}

/// The list of players.
#[derive(Clone, Debug)]
pub(crate) struct PlayerList {
    // Many read the list, one thread follows the log and writes.
    rows: Arc<RwLock<Rows>>,
    pub(crate) checkpoint: Checkpoint,
}

#[derive(Clone, Debug, Default)]
struct Rows {
    /// By the position they registered at.
    rows: BTreeMap<Position, PlayerRow>,
    positions: HashMap<StreamId, Position>,
    /// By folded name and position.
    names: BTreeMap<(String, Position), StreamId>,
    /// How far those have come who have changed since they registered.
    changed: HashMap<StreamId, Version>,
    deleted: u64,
}

/// The players who have a name.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Holders {
    /// Somebody.
    pub(crate) any: bool,
    /// A player who wants to reserve the name.
    pub(crate) unique: bool,
}

impl PlayerList {
    /// Reads all players who have registered so far.
    pub(crate) async fn load(log: &dyn Log) -> Result<PlayerList, StoreError> {
        let head = *log.head().borrow();
        let mut rows = Rows::default();
        for stream in log.streams(StreamKind::Player).await? {
            match log.read(stream, Tip::START).await {
                Ok(lines) => lines.into_iter().for_each(|line| rows.apply(line)),
                Err(error) => left_out(stream, &error),
            }
        }
        Ok(PlayerList {
            rows: Arc::new(RwLock::new(rows)),
            checkpoint: Checkpoint::new(head),
        })
    }

    /// A list of its own that goes on from where this one is.
    pub(crate) fn copied(&self) -> PlayerList {
        let rows = self.read();
        PlayerList {
            rows: Arc::new(RwLock::new(rows.clone())),
            checkpoint: Checkpoint::new(self.checkpoint.position()),
        }
    }

    /// Follows the log on a thread of its own until `closing` is said.
    pub(crate) fn follow(
        &self,
        log: SharedLog,
        closing: watch::Receiver<bool>,
    ) -> Result<JoinHandle<()>, StoreError> {
        let (list, read) = (self.clone(), Arc::clone(&log));
        let run = async move {
            let after = list.checkpoint.position();
            each(&*read, after, closing, |line| list.apply(line)).await
        };
        self.checkpoint.follow("players", log, run)
    }

    fn apply(&self, line: Line) {
        let position = line.position;
        if let StreamId::Player(_) = line.stream {
            let mut rows = self.rows.write();
            rows.apply(line);
            // Whoever copies the list finds both as they were, or neither.
            self.checkpoint.move_to(position);
        }
        self.checkpoint.move_to(position);
    }

    fn read(&self) -> RwLockReadGuard<'_, Rows> {
        self.rows.read()
    }

    /// At most `limit` players, the newest first, after a page's `next`.
    pub(crate) fn list(
        &self,
        filter: &PlayersFilter,
        after: Option<Position>,
        limit: usize,
    ) -> Page<PlayerRow> {
        // Asked first: what is applied meanwhile may be in the page, or not.
        let as_of_position = self.checkpoint.position();
        let rows = self.read();
        let before = after.unwrap_or(Position::END);
        let found = rows.registered(filter.name.as_ref(), before);
        let mut page = Page {
            rows: Vec::new(),
            next: None,
            as_of_position,
        };
        let mut last = None;
        for (position, row) in found.filter(|(_, row)| filter.shows(row)) {
            if page.rows.len() == limit {
                page.next = last;
                break;
            }
            page.rows.push(row.clone());
            last = Some(position);
        }
        page
    }

    /// What a player calls themselves. None if there is no such player any more.
    pub(crate) fn name(&self, stream: StreamId) -> Option<String> {
        let rows = self.read();
        let position = rows.positions.get(&stream)?;
        rows.rows.get(position).map(|row| row.name.clone())
    }

    /// The players who have a folded name.
    pub(crate) fn holders(&self, folded: &str) -> Holders {
        let rows = self.read();
        let mut holders = Holders::default();
        for (_, row) in rows.named(folded, |name| name == folded) {
            holders.any = true;
            holders.unique |= row.unique_name;
        }
        holders
    }

    /// Whether a player has changed since this version of them.
    pub(crate) fn has_newer(&self, stream: StreamId, version: Version) -> bool {
        let rows = self.read();
        rows.changed
            .get(&stream)
            .is_some_and(|&newest| newest > version)
    }

    /// How many players were deleted so far.
    pub(crate) fn deleted(&self) -> u64 {
        self.read().deleted
    }
}

impl PlayersFilter {
    fn shows(&self, row: &PlayerRow) -> bool {
        self.kind.is_none_or(|kind| kind == row.kind)
    }
}

impl Rows {
    fn apply(&mut self, line: Line) {
        let stream = line.stream;
        match line.decode::<PlayerEvent>() {
            Ok(commit) => self.note(stream, &commit),
            Err(error) => left_out(stream, &error.into()),
        }
    }

    fn note(&mut self, stream: StreamId, commit: &Commit<PlayerEvent>) {
        for event in &commit.events {
            match event {
                PlayerEvent::Registered { .. } => {
                    self.insert(stream, commit);
                    continue;
                }
                PlayerEvent::TokenRotated { .. } => {}
                PlayerEvent::Deleted {} => {
                    self.remove(stream);
                    self.deleted += 1;
                }
            }
            self.changed.insert(stream, commit.line.tip().version);
        }
    }

    fn insert(&mut self, stream: StreamId, commit: &Commit<PlayerEvent>) {
        let id = PlayerId(stream.to_string());
        let player = event::fold(&id, std::slice::from_ref(commit));
        let named = player.and_then(|player| Some((player.name.clone()?, player)));
        let Some((name, player)) = named else {
            return;
        };
        let position = commit.line.position;
        self.positions.insert(stream, position);
        self.names.insert((folded(&name), position), stream);
        let row = PlayerRow {
            id,
            name,
            unique_name: player.unique_name,
            kind: player.kind,
            version: player.version,
            registered_at: player.registered_at,
        };
        self.rows.insert(position, row);
    }

    fn remove(&mut self, stream: StreamId) {
        let position = self.positions.remove(&stream);
        let removed = position.and_then(|position| self.rows.remove(&position).zip(Some(position)));
        if let Some((row, position)) = removed {
            self.names.remove(&(folded(&row.name), position));
        }
    }

    /// The rows asked for that registered before a position, the newest first.
    fn registered<'a>(
        &'a self,
        name: Option<&NameFilter>,
        before: Position,
    ) -> Box<dyn Iterator<Item = (Position, &'a PlayerRow)> + 'a> {
        let mut named = match name {
            None => {
                let rows = self.rows.range(..before).rev();
                return Box::new(rows.map(|(position, row)| (*position, row)));
            }
            Some(NameFilter::Exactly(name)) => {
                let wanted = folded(name);
                self.named(&wanted, |name| name == wanted)
            }
            Some(NameFilter::BeginsWith(name)) => {
                let wanted = folded(name);
                self.named(&wanted, |name| name.starts_with(&wanted))
            }
        };
        named.retain(|(position, _)| *position < before);
        named.sort_unstable_by_key(|(position, _)| std::cmp::Reverse(*position));
        Box::new(named.into_iter())
    }

    /// The rows whose folded names pass, from the first that is not before `from`.
    fn named(&self, from: &str, passes: impl Fn(&str) -> bool) -> Vec<(Position, &PlayerRow)> {
        let names = self.names.range((from.to_owned(), Position::START)..);
        let passing = names.take_while(|((name, _), _)| passes(name));
        passing
            .filter_map(|((_, position), _)| Some((*position, self.rows.get(position)?)))
            .collect()
    }
}

fn left_out(stream: StreamId, error: &StoreError) {
    let error = error as &dyn std::error::Error;
    tracing::error!(%stream, error, "a player cannot be listed");
}

//! Which files of records there are, and which matches come into later ones. What is in a file
//! never changes, so a file is told by a line, and made from the log when somebody asks for it.

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::Arc,
};

use parking_lot::Mutex;
use serde::{Deserialize, Serialize};
use store_log::{
    Hash, MatchId, Position, StoreError, Timekeeper, Timestamp,
    lines::{self, Lines},
    with_causes,
};

/// A file of records: whole records of finished matches, one after the other.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RecordFile {
    /// The number of the change that listed it.
    pub number: u64,
    /// The SHA-256 of its bytes.
    pub sha256: Hash,
    /// How many bytes it has.
    pub bytes: u64,
    /// The first position of a commit in it.
    pub first: Position,
    /// The last position of a commit in it.
    pub last: Position,
    /// The matches in it, in its order.
    pub matches: Vec<MatchId>,
}

/// What happened to the list of files.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Change {
    /// A file was added.
    Added(Arc<RecordFile>),
    /// A file can no longer be made as it was: what may still be shown of it comes in a later one.
    Withdrawn(Arc<RecordFile>),
}

/// A match that may not be shown yet.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Later {
    pub(crate) id: MatchId,
    /// The batch or tournament that must end before, if that is why.
    pub(crate) plan: Option<String>,
}

/// A line of the list.
#[derive(Debug, Serialize, Deserialize)]
#[serde(tag = "step", rename_all = "snake_case")]
pub(crate) enum Step {
    /// Matches that had ended came into a file, or were passed over.
    Read {
        /// Up to where every match that had ended was.
        to: Position,
        at: Timestamp,
        later: Vec<Later>,
        file: Option<RecordFile>,
    },
    Withdrawn {
        number: u64,
    },
}

/// The list.
#[derive(Debug)]
pub(crate) struct Catalogue {
    // Held while a line is written, so that nobody who only looks waits for a disk.
    lines: Mutex<Box<dyn Lines>>,
    known: Mutex<Known>,
    pub(crate) time: Timekeeper,
    // Held while files are made: a second maker would make the same.
    pub(crate) alone: Arc<tokio::sync::Mutex<()>>,
}

#[derive(Debug)]
struct Known {
    /// The change with number n is at n - 1.
    changes: Vec<Change>,
    /// The numbers of the files that were withdrawn.
    withdrawn: BTreeSet<u64>,
    read: Read,
}

/// How far the matches that have ended were read.
#[derive(Clone, Debug)]
pub(crate) struct Read {
    pub(crate) to: Position,
    pub(crate) at: Option<Timestamp>,
    pub(crate) later: BTreeMap<MatchId, Option<String>>,
}

impl Catalogue {
    /// Opens the list. What it says of matches behind `head` is forgotten: the store was restored
    /// from a backup that ends before.
    pub(crate) fn open(
        (mut lines, written): lines::Found,
        head: Position,
        time: Timekeeper,
    ) -> Result<Catalogue, StoreError> {
        let read = written.iter().map_while(|line| readable(line, head));
        let steps: Vec<Step> = read.collect();
        if steps.len() < written.len() {
            let kept = lines.rewrite(&written[..steps.len()]);
            kept.map_err(StoreError::io("write the list of files of records"))?;
        }
        let mut known = Known {
            changes: Vec::new(),
            withdrawn: BTreeSet::new(),
            read: Read {
                to: Position::START,
                at: None,
                later: BTreeMap::new(),
            },
        };
        steps.into_iter().for_each(|step| known.apply(step));
        Ok(Catalogue {
            lines: Mutex::new(lines),
            known: Mutex::new(known),
            time,
            alone: Arc::default(),
        })
    }

    pub(crate) fn read(&self) -> Read {
        self.known.lock().read.clone()
    }

    /// Up to where every match that had ended was read.
    pub(crate) fn read_to(&self) -> Position {
        self.known.lock().read.to
    }

    /// The number of the next change.
    pub(crate) fn next_number(&self) -> u64 {
        self.known.lock().next_number()
    }

    /// Adds a step, durably.
    pub(crate) fn add(&self, step: Step) -> Result<(), StoreError> {
        let mut lines = self.lines.lock();
        let line = serde_json::to_string(&step).expect("our types are JSON");
        let added = lines.add(&line);
        added.map_err(StoreError::io("list a file of records"))?;
        self.known.lock().apply(step);
        Ok(())
    }

    /// Takes a file off the list, unless it is off already.
    pub(crate) fn withdraw(&self, file: &RecordFile) -> Result<(), StoreError> {
        let is_listed = self.find(&file.name()).is_some();
        let number = file.number;
        match is_listed {
            true => self.add(Step::Withdrawn { number }),
            false => Ok(()),
        }
    }

    /// The file of a name, unless it was withdrawn.
    pub(crate) fn find(&self, name: &str) -> Option<Arc<RecordFile>> {
        let number: u64 = name.split('-').next()?.parse().ok()?;
        let known = self.known.lock();
        match known.change(number)? {
            Change::Added(file) if file.name() == name && !known.withdrawn.contains(&number) => {
                Some(Arc::clone(file))
            }
            Change::Added(_) | Change::Withdrawn(_) => None,
        }
    }

    /// What happened after a change, as far as it still matters to who knows all before: at most
    /// `limit` changes; the number of the last that was looked at; and whether there are more.
    pub(crate) fn after(&self, number: u64, limit: usize) -> (Vec<Change>, u64, bool) {
        let known = self.known.lock();
        let (mut found, mut last) = (Vec::new(), number);
        for change in known.changes.iter().skip(index(number)) {
            if found.len() == limit {
                return (found, last, true);
            }
            last += 1;
            let matters = match change {
                Change::Added(file) => !known.withdrawn.contains(&file.number),
                Change::Withdrawn(file) => file.number <= number,
            };
            found.extend(Some(change.clone()).filter(|_| matters));
        }
        (found, last, false)
    }

    /// What tells a change from one of the same number in another list. None if there is none.
    pub(crate) fn mark(&self, number: u64) -> Option<[u8; 4]> {
        if number == 0 {
            return Some([0; 4]);
        }
        let (Change::Added(file) | Change::Withdrawn(file)) =
            self.known.lock().change(number)?.clone();
        file.sha256.0.first_chunk().copied()
    }
}

/// A step that is there to be read, and of this log.
fn readable(line: &str, head: Position) -> Option<Step> {
    match serde_json::from_str(line) {
        Ok(Step::Read { to, .. }) if to > head => None,
        Ok(step) => Some(step),
        Err(error) => {
            let problem = with_causes(&error);
            tracing::warn!(problem, "files of records are listed anew from here");
            None
        }
    }
}

impl Known {
    fn apply(&mut self, step: Step) {
        match step {
            Step::Read {
                to,
                at,
                later,
                file,
            } => {
                self.read.to = to;
                self.read.at = Some(at);
                let file = file.map(Arc::new);
                for id in file.iter().flat_map(|file| &file.matches) {
                    self.read.later.remove(id);
                }
                self.read
                    .later
                    .extend(later.into_iter().map(|it| (it.id, it.plan)));
                if let Some(file) = file {
                    // It is listed again if it was not known whether it was.
                    self.changes.truncate(index(file.number.saturating_sub(1)));
                    self.changes.push(Change::Added(file));
                }
            }
            Step::Withdrawn { number } => {
                let found = self.change(number).cloned();
                if let Some(Change::Added(file)) = found
                    && !self.withdrawn.contains(&number)
                {
                    let again = file.matches.iter().map(|id| (*id, None));
                    self.read.later.extend(again);
                    self.withdrawn.insert(number);
                    self.changes.push(Change::Withdrawn(file));
                }
            }
        }
    }

    fn next_number(&self) -> u64 {
        domain::cast::<u64>(self.changes.len()) + 1
    }

    fn change(&self, number: u64) -> Option<&Change> {
        self.changes.get(index(number.checked_sub(1)?))
    }
}

/// A number as a place in the list; none of ours is longer.
fn index(number: u64) -> usize {
    usize::try_from(number).unwrap_or(usize::MAX)
}

impl RecordFile {
    /// Its name. It says the first digits of its SHA-256, so no name ever stands for other bytes.
    pub fn name(&self) -> String {
        let digest = self.sha256.to_string();
        format!("{:06}-{}.ndjson.gz", self.number, &digest[..16])
    }
}

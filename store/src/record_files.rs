//! Files of records: whole records of finished matches, compressed, for whoever wants all of them.
//! They are listed when somebody asks for the list, and made when somebody asks for a file.

use std::{
    io::{self, Write},
    sync::Arc,
    time::Duration,
};

use domain::{
    cast,
    matches::{EventKind, MatchEvent},
};
use flate2::{Compression, write::GzEncoder};
use sha2::{Digest as _, Sha256};
use store_log::{
    Hash, MatchId, Position, StoreError, StreamId,
    log::{Span, Wanted, wait_for},
    record::{Kinds, Line, Tip},
    step_aside_for_play,
};
use tokio::sync::oneshot;

use crate::{
    catalogue::{Change, Later, Read, RecordFile, Step},
    store::Store,
};

/// A file has at most so many matches: some megabytes, made in some seconds.
const MATCHES: usize = 256;
/// A file gets no further match once its lines have so many bytes.
const LINE_BYTES: u64 = 64 << 20;
/// So long after the last file there is one with fewer: a mirror that asks often gets few files.
const FEWER_AFTER: Duration = Duration::from_secs(60 * 60);
/// What a match ends with.
const ENDS: Kinds = Kinds::of(&[EventKind::Ended, EventKind::Abandoned, EventKind::Agreed]);
/// How many commits are looked at at a time.
const COMMITS: usize = 2048;

/// What is read to make the next file.
struct Next {
    /// The matches that may be shown by now, and were read before.
    again: Vec<MatchId>,
    /// Those that ended since, each with the position of its end.
    ended: Vec<(MatchId, Position)>,
    /// Up to where these are all.
    to: Position,
}

/// What may be shown of a match that is over.
enum Shown {
    All(Vec<Line>),
    Later(Option<String>),
    Nothing,
}

/// A file being written: what comes out, and what is known of it.
struct Writing<W: Write> {
    lines: GzEncoder<Summed<W>>,
    line_bytes: u64,
    positions: Option<(Position, Position)>,
    matches: Vec<MatchId>,
}

struct Summed<W> {
    to: W,
    digest: Sha256,
    bytes: u64,
}

impl Store {
    /// Lists the files that are due: full ones, and one with fewer matches if there was none for
    /// an hour. Whoever asked may leave: it goes on, and the next one waits for it.
    ///
    /// # Errors
    ///
    /// If the log cannot be read, or the list not be written.
    pub async fn list_due_record_files(&self) -> Result<(), StoreError> {
        let alone = Arc::clone(&self.catalogue().alone).lock_owned().await;
        let (store, (listed, listing)) = (self.clone(), oneshot::channel());
        let list = move || {
            step_aside_for_play();
            let result = wait_for(store.list_all_due());
            drop((alone, store));
            let _ = listed.send(result);
        };
        let thread = std::thread::Builder::new().name("records".to_owned());
        thread
            .spawn(list)
            .map_err(StoreError::io("start to list files of records"))?;
        listing.await.unwrap_or(Err(StoreError::Stopped))
    }

    /// What happened to the list after a change, at most `limit` changes; the number of the last
    /// change that was looked at; and whether there are more.
    pub fn record_files(&self, after: u64, limit: usize) -> (Vec<Change>, u64, bool) {
        self.catalogue().after(after, limit)
    }

    /// What tells a change from one of the same number in another list. None if there is none.
    pub fn record_files_mark(&self, number: u64) -> Option<[u8; 4]> {
        self.catalogue().mark(number)
    }

    /// Up to where every match that had ended, and that everybody may see, is in a file.
    pub fn record_files_to(&self) -> Position {
        self.catalogue().read_to()
    }

    /// The file of a name, unless it was withdrawn.
    pub fn record_file(&self, name: &str) -> Option<Arc<RecordFile>> {
        self.catalogue().find(name)
    }

    /// Writes the bytes of a file. If they can no longer be those that were listed, it is withdrawn,
    /// and false is the answer.
    ///
    /// # Errors
    ///
    /// If a record cannot be read, or the bytes not be written.
    pub fn write_record_file(&self, file: &RecordFile, to: impl Write + Send) -> io::Result<bool> {
        let mut writing = Writing::to(to);
        let written = wait_for(async {
            for id in &file.matches {
                match self.shown(*id).await? {
                    Shown::All(lines) => writing.add(*id, &lines)?,
                    Shown::Later(_) | Shown::Nothing => break,
                }
            }
            Ok(())
        });
        written.map_err(io::Error::other)?;
        let made = writing.ended()?;
        let same = made.is_some_and(|made| made.sha256 == file.sha256);
        if !same {
            tracing::warn!(name = file.name(), "a file of records is withdrawn");
            self.catalogue().withdraw(file).map_err(io::Error::other)?;
        }
        Ok(same)
    }

    async fn list_all_due(&self) -> Result<(), StoreError> {
        loop {
            let read = self.catalogue().read();
            let now = self.catalogue().time.now();
            let is_time = read.at.is_none_or(|at| now.since(at) >= FEWER_AFTER);
            let next = self.next(&read, is_time).await?;
            let waits = next.again.len() + next.ended.len();
            if waits == 0 || (waits < MATCHES && !is_time) {
                return Ok(());
            }
            self.list(next).await?;
        }
    }

    /// What comes into the next file, if it is due. What waits for no plan could not be read once:
    /// that is not tried again at once, and takes no more than half of a file's places.
    async fn next(&self, read: &Read, is_time: bool) -> Result<Next, StoreError> {
        let may_come = |plan: &Option<String>| match plan {
            Some(plan) => self.has_ended(plan) == Some(true),
            None => is_time,
        };
        let again = read.later.iter().filter(|(_, plan)| may_come(plan));
        let mut next = Next {
            again: again.map(|(id, _)| *id).take(MATCHES / 2).collect(),
            ended: Vec::new(),
            to: read.to,
        };
        while next.again.len() + next.ended.len() < MATCHES {
            let span = Span {
                wanted: Wanted::Of(ENDS),
                ..Span::new(next.to, COMMITS)
            };
            let found = self.log().scan(span).await?;
            let ended = found.lines.iter().filter_map(|line| match line.stream {
                StreamId::Match(id) => Some((id, line.position)),
                StreamId::Player(_) | StreamId::Batch(_) | StreamId::Tournament(_) => None,
            });
            next.ended.extend(ended);
            next.to = found.last;
            if !found.is_full {
                break;
            }
        }
        Ok(next)
    }

    /// Lists a file of what may be shown of these matches, as far as it has room.
    async fn list(&self, next: Next) -> Result<(), StoreError> {
        let mut writing = Writing::to(io::sink());
        let mut later = Vec::new();
        let before = self.catalogue().read_to();
        let again = next.again.into_iter().map(|id| (id, before));
        let mut left = again.chain(next.ended).peekable();
        let mut to = before;
        let mut looked_at = 0;
        while let Some((id, ended)) = left.next_if(|_| looked_at < MATCHES && writing.has_room()) {
            if self.is_closing() {
                return Err(StoreError::Stopped);
            }
            match self.shown_or_later(id).await? {
                Shown::All(lines) => writing.add(id, &lines)?,
                Shown::Later(plan) => later.push(Later { id, plan }),
                Shown::Nothing => {}
            }
            (to, looked_at) = (ended, looked_at + 1);
        }
        if left.peek().is_none() {
            to = next.to;
        }
        let number = self.catalogue().next_number();
        let ended = writing
            .ended()
            .map_err(StoreError::io("compress records"))?;
        self.catalogue().add(Step::Read {
            to,
            at: self.catalogue().time.now(),
            later,
            file: ended.map(|made| RecordFile { number, ..made }),
        })
    }

    /// The same as `shown`, of a match that may be damaged: it comes once it can be read.
    async fn shown_or_later(&self, id: MatchId) -> Result<Shown, StoreError> {
        match self.shown(id).await {
            Err(error) if !self.is_closing() => {
                let error = &error as &dyn std::error::Error;
                tracing::warn!(error, %id, "a match cannot be read into a file of records");
                Ok(Shown::Later(None))
            }
            shown => shown,
        }
    }

    /// What everybody may see of a match that is over: all, as in its own record, or nothing.
    async fn shown(&self, id: MatchId) -> Result<Shown, StoreError> {
        let lines = self.log().read(StreamId::Match(id), Tip::START).await?;
        let Some(first) = lines.first() else {
            return Ok(Shown::Nothing);
        };
        let first = first.clone().decode::<MatchEvent>()?;
        let Some(MatchEvent::Opened { terms, .. }) = first.events.first() else {
            return Ok(Shown::Nothing);
        };
        if self.shows_all(terms) {
            return Ok(Shown::All(lines));
        }
        if terms.private {
            return Ok(Shown::Nothing);
        }
        let plan = terms.batch.as_ref().or(terms.settings.tournament.as_ref());
        Ok(Shown::Later(plan.cloned()))
    }
}

impl<W: Write> Writing<W> {
    fn to(to: W) -> Writing<W> {
        let summed = Summed {
            to,
            digest: Sha256::new(),
            bytes: 0,
        };
        Writing {
            lines: GzEncoder::new(summed, Compression::default()),
            line_bytes: 0,
            positions: None,
            matches: Vec::new(),
        }
    }

    fn has_room(&self) -> bool {
        self.line_bytes < LINE_BYTES
    }

    fn add(&mut self, id: MatchId, lines: &[Line]) -> Result<(), StoreError> {
        for line in lines {
            let written = self.lines.write_all(line.text.as_bytes());
            let written = written.and_then(|()| self.lines.write_all(b"\n"));
            written.map_err(StoreError::io("write a file of records"))?;
            self.line_bytes += cast::<u64>(line.text.len()) + 1;
            let (first, last) = self.positions.unwrap_or((line.position, line.position));
            self.positions = Some((first.min(line.position), last.max(line.position)));
        }
        self.matches.push(id);
        Ok(())
    }

    /// What was written, under no number yet. None if there is nothing in it.
    fn ended(self) -> io::Result<Option<RecordFile>> {
        let Some((first, last)) = self.positions else {
            return Ok(None);
        };
        let Summed { digest, bytes, .. } = self.lines.finish()?;
        Ok(Some(RecordFile {
            number: 0,
            sha256: Hash(digest.finalize().into()),
            bytes,
            first,
            last,
            matches: self.matches,
        }))
    }
}

impl<W: Write> Write for Summed<W> {
    fn write(&mut self, piece: &[u8]) -> io::Result<usize> {
        let written = self.to.write(piece)?;
        self.digest.update(&piece[..written]);
        self.bytes += cast::<u64>(written);
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.to.flush()
    }
}

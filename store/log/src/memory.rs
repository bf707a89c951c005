//! A log in memory, for tests of what stands on a log. Nothing of it is durable.

use std::{
    collections::{BTreeMap, HashMap},
    future::ready,
};

use parking_lot::{Mutex, MutexGuard};
use tokio::sync::watch;

use crate::{
    error::{AppendError, StoreError},
    hash::Hash,
    id::{Position, StreamId, StreamKind},
    log::{Appended, IdempotencyKey, KEY_DAYS, Log, NewCommit, Pending, Scanned, Span, Wanted},
    record::{Line, Sealed, Tip},
    time::Timestamp,
};

/// A log in memory. It keeps what a log promises, except after a crash.
#[derive(Debug)]
pub struct Memory {
    kept: Mutex<Kept>,
    head: watch::Sender<Position>,
    failed: watch::Sender<bool>,
}

/// What becomes of a commit whose answer is lost.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lost {
    /// It is written, and nobody hears of it.
    Written,
    /// It is not written.
    Unwritten,
}

#[derive(Debug, Default)]
struct Kept {
    lines: BTreeMap<Position, Line>,
    streams: BTreeMap<StreamId, Vec<Position>>,
    /// By the day it was used on and the key: what was asked, and which commit it made.
    keys: HashMap<(u16, [u8; 16]), (Hash, Position)>,
    /// The answer to the next commit is lost.
    losing: Option<Lost>,
}

/// How far apart positions are: nobody above may count on there being no gaps.
const GAP: u64 = 3;

impl Default for Memory {
    fn default() -> Memory {
        Memory {
            kept: Mutex::default(),
            head: watch::Sender::new(Position::START),
            failed: watch::Sender::new(false),
        }
    }
}

impl Memory {
    /// Makes the outcome of the next append unknown to whoever asks for it.
    pub fn lose_answer(&self, lost: Lost) {
        self.kept().losing = Some(lost);
    }

    fn kept(&self) -> MutexGuard<'_, Kept> {
        self.kept.lock()
    }

    fn append_now(&self, commit: NewCommit) -> Result<Appended, AppendError> {
        let mut kept = self.kept();
        let lost = kept.losing.take();
        if lost == Some(Lost::Unwritten) {
            return Err(AppendError::Unknown);
        }
        let appended = kept.append(commit)?;
        // Under the lock, so that the head never goes back.
        if !appended.replayed {
            self.head.send_replace(appended.line.position);
        }
        match lost {
            Some(_) => Err(AppendError::Unknown),
            None => Ok(appended),
        }
    }
}

impl Kept {
    fn append(
        &mut self,
        NewCommit { sealed, key, .. }: NewCommit,
    ) -> Result<Appended, AppendError> {
        let day = sealed.recorded_at.day();
        if let Some(line) = key.map_or(Ok(None), |key| self.seen(day, key))? {
            let replayed = true;
            return Ok(Appended { line, replayed });
        }
        if self.tip(sealed.stream) != sealed.after {
            return Err(AppendError::Conflict);
        }
        let line = self.write(&sealed);
        self.keys.retain(|(used, _), _| *used + KEY_DAYS >= day);
        if let Some(IdempotencyKey { key, fingerprint }) = key {
            self.keys.insert((day, key), (fingerprint, line.position));
        }
        let replayed = false;
        Ok(Appended { line, replayed })
    }

    fn write(&mut self, sealed: &Sealed) -> Line {
        let last = self.lines.keys().next_back();
        let position = last.map_or(1, |last| last.number() + GAP);
        let line = sealed.at(Position::of_number(position));
        let stream = self.streams.entry(line.stream).or_default();
        if sealed.drops_texts {
            for position in &*stream {
                let earlier = self.lines.get_mut(position).expect("it is of a stream");
                earlier.text = earlier.without_erasable();
            }
        }
        stream.push(line.position);
        self.lines.insert(line.position, line.clone());
        line
    }

    fn seen(&self, day: u16, key: IdempotencyKey) -> Result<Option<Line>, AppendError> {
        let days = (0..=KEY_DAYS).map(|ago| day.saturating_sub(ago));
        let mut found = days.filter_map(|day| self.keys.get(&(day, key.key)));
        match found.next() {
            None => Ok(None),
            Some((fingerprint, _)) if *fingerprint != key.fingerprint => {
                Err(AppendError::KeyReused)
            }
            Some((_, position)) => Ok(self.lines.get(position).cloned()),
        }
    }

    fn of(&self, stream: StreamId) -> impl DoubleEndedIterator<Item = &Line> {
        let positions = self.streams.get(&stream).into_iter().flatten();
        positions.filter_map(|position| self.lines.get(position))
    }

    fn tip(&self, stream: StreamId) -> Tip {
        self.of(stream).next_back().map_or(Tip::START, Line::tip)
    }

    fn scan(&self, span: Span) -> Scanned {
        let after = self.lines.range(span.after..=span.up_to.max(span.after));
        let after = after.map(|(_, line)| line);
        let looked = after.filter(|line| line.position > span.after);
        let looked: Vec<&Line> = looked.take(span.limit).collect();
        let is_wanted = |line: &&&Line| match span.wanted {
            Wanted::Of(kinds) => line.holds(kinds).unwrap_or(true),
            Wanted::All | Wanted::Shown(_) => true,
        };
        Scanned {
            last: looked.last().map_or(span.after, |line| line.position),
            is_full: looked.len() >= span.limit,
            lines: looked.iter().filter(is_wanted).copied().cloned().collect(),
        }
    }
}

impl Log for Memory {
    fn append(&self, commit: NewCommit) -> Pending<'static, Appended, AppendError> {
        Box::pin(ready(self.append_now(commit)))
    }

    fn read(&self, stream: StreamId, after: Tip) -> Pending<'_, Vec<Line>> {
        let kept = self.kept();
        let lines = kept.of(stream).skip_while(|line| line.after != after);
        let lines: Vec<Line> = lines.cloned().collect();
        let is_whole = !lines.is_empty() || kept.tip(stream) == after;
        let missing = || StoreError::Quarantined {
            stream,
            why: "it never ended there".to_owned(),
        };
        Box::pin(ready(is_whole.then_some(lines).ok_or_else(missing)))
    }

    fn scan(&self, span: Span) -> Pending<'_, Scanned> {
        Box::pin(ready(Ok(self.kept().scan(span))))
    }

    fn head(&self) -> watch::Receiver<Position> {
        self.head.subscribe()
    }

    fn seen(&self, key: IdempotencyKey) -> Pending<'_, Option<Line>, AppendError> {
        let seen = self.kept().seen(Timestamp::now().day(), key);
        Box::pin(ready(seen))
    }

    fn tip(&self, stream: StreamId) -> Pending<'_, Tip> {
        Box::pin(ready(Ok(self.kept().tip(stream))))
    }

    fn streams(&self, kind: StreamKind) -> Pending<'_, Vec<StreamId>> {
        let kept = self.kept();
        let streams = kept.streams.keys().filter(|stream| stream.kind() == kind);
        Box::pin(ready(Ok(streams.copied().collect())))
    }

    fn failed(&self) -> &watch::Sender<bool> {
        &self.failed
    }
}

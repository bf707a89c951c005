//! Taking in a match that was played elsewhere.

use std::{collections::BTreeSet, io::BufRead, sync::Arc, time::Duration};

use domain::matches::{MatchEvent, Occupant, PlayerId};

use crate::{
    batches::BatchId,
    completion::RunToCompletion,
    edition,
    matches::Matches,
    verify::{self, Verdict},
};
use store_log::{
    error::{AppendError, RequestError},
    id::{MatchId, StreamId},
    log::{Log as _, NewCommit},
    portable::lines,
    record::{Commit, Line, RecordError, Sealed, Tip},
};

/// How many commits are handed to the writer at once: others write, too.
const AT_ONCE: usize = 128;
/// How long a full queue is left alone.
const PAUSE: Duration = Duration::from_millis(2);

/// The whole record of a finished match, checked.
#[derive(Clone, Debug)]
pub struct CompleteRecord {
    id: MatchId,
    lines: Vec<Line>,
    players: BTreeSet<PlayerId>,
    batch: Option<BatchId>,
    verdict: Verdict,
}

/// What became of an import.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Imported {
    /// It is here now.
    New,
    /// It was here.
    Known,
}

impl CompleteRecord {
    /// Reads a record and checks all of it.
    ///
    /// # Errors
    ///
    /// The first step at which it is not what happened, or why it cannot be taken in.
    pub fn read(from: &mut dyn BufRead) -> Result<CompleteRecord, RequestError> {
        CompleteRecord::read_while(from, || true)
    }

    /// The same, no longer than somebody waits for it.
    ///
    /// # Errors
    ///
    /// As above, and if nobody waits any more.
    pub fn read_while(
        from: &mut dyn BufRead,
        is_awaited: impl Fn() -> bool,
    ) -> Result<CompleteRecord, RequestError> {
        let lines = lines(from).map_err(|error| bad(&error.to_string()))?;
        let lines: Vec<_> = lines.take_while(|_| is_awaited()).collect();
        let verdict = verify::verify(lines.iter().cloned().take_while(|_| is_awaited()));
        if let Some(found) = &verdict.divergence {
            return Err(bad(&format!("step {}: {}", found.step, found.found)));
        }
        if !verdict.finished {
            return Err(bad("the match is not over"));
        }
        let lines: Vec<Line> = lines.into_iter().flatten().collect();
        if !lines.iter().all(Line::is_whole) {
            return Err(bad("its private parts are withheld"));
        }
        if verdict.other_rng.is_some() {
            return Err(bad("its chance was drawn in another way"));
        }
        if verdict.other_box.is_some() && verdict.other_rules.is_none() {
            return Err(bad("it was played with another box"));
        }
        let commits = commits(&lines).map_err(|error| bad(&error.to_string()))?;
        let game = commits.first().and_then(edition::game);
        for commit in &commits {
            if let Some(why) = game.and_then(|game| edition::unknown(game, commit)) {
                return Err(bad(&format!("step {}: {why}", commit.steps().start())));
            }
        }
        let events: Vec<MatchEvent> = commits.into_iter().flat_map(|it| it.events).collect();
        let (Some(StreamId::Match(id)), Some(MatchEvent::Opened { terms, .. })) =
            (lines.first().map(|line| line.stream), events.first())
        else {
            return Err(bad("it is not the record of a match"));
        };
        Ok(CompleteRecord {
            id,
            players: players(&terms.host, &events),
            batch: terms.batch.as_ref().and_then(|batch| batch.parse().ok()),
            lines,
            verdict,
        })
    }

    /// The match.
    pub const fn id(&self) -> MatchId {
        self.id
    }

    /// Who sat there, or opened it.
    pub fn players(&self) -> impl Iterator<Item = &PlayerId> {
        self.players.iter()
    }

    /// The batch it says it was opened for.
    pub const fn batch(&self) -> Option<BatchId> {
        self.batch
    }

    /// What checking it came to.
    pub const fn verdict(&self) -> &Verdict {
        &self.verdict
    }
}

fn commits(lines: &[Line]) -> Result<Vec<Commit<MatchEvent>>, RecordError> {
    lines.iter().cloned().map(Line::decode).collect()
}

fn players(host: &PlayerId, events: &[MatchEvent]) -> BTreeSet<PlayerId> {
    let mut players = BTreeSet::from([host.clone()]);
    for event in events {
        if let MatchEvent::SeatTaken { occupant, .. } = event
            && let Occupant::Player { player } = occupant
        {
            players.insert(player.clone());
        }
    }
    players
}

fn bad(why: &str) -> RequestError {
    RequestError::BadRecord(why.to_owned())
}

impl Matches {
    /// Takes in a match, commit by commit as it was, but for the positions, which this
    /// log gives, and the mark that it was imported. Where an import was interrupted it
    /// is taken up again.
    ///
    /// # Errors
    ///
    /// If there is another match of that id, it is being played here, or it cannot be
    /// written.
    pub async fn import(&self, whole: CompleteRecord) -> Result<Imported, RequestError> {
        let matches = self.clone();
        let work = async move { matches.import_locked(whole).await };
        RunToCompletion::new(&self.0.runtime, work).await
    }

    async fn import_locked(&self, whole: CompleteRecord) -> Result<Imported, RequestError> {
        let slot = self.0.slots.get(whole.id);
        let turn = Arc::clone(&slot.turn).lock_owned().await;
        let known = self.0.log.read(whole.id.into(), Tip::START).await?;
        let is_same = |(known, line): (&Line, &Line)| known.hash == line.hash;
        if known.len() > whole.lines.len() || !known.iter().zip(&whole.lines).all(is_same) {
            return Err(RequestError::MatchExists(
                "there is another match of that id here",
            ));
        }
        let mut new = &whole.lines[known.len()..];
        if new.is_empty() {
            return Ok(Imported::Known);
        }
        // Who plays here is heard; nobody else says how it goes on.
        if !known.iter().all(Line::is_imported) {
            return Err(RequestError::MatchExists("it is being played here"));
        }
        while !new.is_empty() {
            new = &new[self.append_chunk(new).await?..];
        }
        slot.forget();
        self.load(&slot).await?;
        drop(turn);
        Ok(Imported::New)
    }

    /// Writes the first of these lines; returns how many. None if the queue is full.
    async fn append_chunk(&self, lines: &[Line]) -> Result<usize, AppendError> {
        let hand_in = |line: &Line| {
            let sealed = Sealed::imported(line);
            self.0.log.append(NewCommit {
                aside: true,
                ..NewCommit::of(sealed)
            })
        };
        let waiting: Vec<_> = lines.iter().take(AT_ONCE).map(hand_in).collect();
        let mut written = 0;
        let mut is_full = false;
        // All are waited for, so that none is written after this has returned.
        for appended in waiting {
            match appended.await {
                Ok(_) => written += 1,
                // Behind a commit that was refused, none fits.
                Err(AppendError::Conflict) if is_full => {}
                Err(AppendError::Busy) => is_full = true,
                Err(error) => return Err(error),
            }
        }
        if is_full {
            tokio::time::sleep(PAUSE).await;
        }
        Ok(written)
    }
}

//! Taking in a match that was played elsewhere.

use std::{collections::BTreeSet, io::BufRead, time::Duration};

use domain::matches::{MatchEvent, Occupant, PlayerId};

use crate::{
    batches::BatchId,
    completion::RunToCompletion,
    decided::Decided,
    edition,
    matches::Matches,
    slots::Turn,
    verify::{self, Verdict},
};
use store_log::{
    TournamentId,
    error::{AppendError, RequestError, StoreError},
    id::{MatchId, StreamId},
    portable::lines,
    record::{Commit, Line, RecordError, Tip},
};

/// How many commits are handed to the writer at once: others write, too.
const AT_ONCE: usize = 128;
/// How long a full queue is left alone.
// About as long as a group takes to be written, which makes room.
const PAUSE: Duration = Duration::from_millis(2);

/// The whole record of a finished match, checked.
#[derive(Clone, Debug)]
pub struct CompleteRecord {
    id: MatchId,
    lines: Vec<Line>,
    players: BTreeSet<PlayerId>,
    batch: Option<BatchId>,
    tournament: Option<TournamentId>,
    verdict: Verdict,
}

/// What became of an import.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Imported {
    /// The match has been imported.
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
    /// The same, or if the client has gone.
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
            return Err(bad("the private parts are withheld"));
        }
        if verdict.other_rng.is_some() {
            return Err(bad("its random numbers were derived in another way"));
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
            batch: terms.batch.as_ref().and_then(|it| it.parse().ok()),
            tournament: terms
                .settings
                .tournament
                .as_ref()
                .and_then(|it| it.parse().ok()),
            lines,
            verdict,
        })
    }

    /// The match.
    pub const fn id(&self) -> MatchId {
        self.id
    }

    /// The players who had a seat or opened it.
    pub fn players(&self) -> impl Iterator<Item = &PlayerId> {
        self.players.iter()
    }

    /// The batch it says it was opened for.
    pub const fn batch(&self) -> Option<BatchId> {
        self.batch
    }

    /// The tournament it says it was opened for.
    pub const fn tournament(&self) -> Option<TournamentId> {
        self.tournament
    }

    /// The result of checking it.
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
        let turn = self.0.slots.get(whole.id).turn().await;
        let known = self.0.log.read(whole.id.into(), Tip::START).await?;
        let is_same = |(known, line): (&Line, &Line)| known.hash == line.hash;
        if known.len() > whole.lines.len() || !known.iter().zip(&whole.lines).all(is_same) {
            return Err(RequestError::MatchExists(
                "this server has another match with that id",
            ));
        }
        let new = &whole.lines[known.len()..];
        if new.is_empty() {
            return Ok(Imported::Known);
        }
        // Who plays here is heard; nobody else says how it goes on.
        if !known.iter().all(Line::is_imported) {
            return Err(RequestError::MatchExists(
                "the match is being played on this server",
            ));
        }
        if !known.is_empty() {
            self.load(&turn).await?; // What is new is published behind it.
        }
        self.commit_all(&turn, new).await?;
        Ok(Imported::New)
    }

    /// Commits these lines, some at a time, however often the queue is full.
    async fn commit_all(&self, turn: &Turn, mut lines: &[Line]) -> Result<(), RequestError> {
        while !lines.is_empty() {
            let decided = lines.iter().take(AT_ONCE).map(Decided::elsewhere);
            let decided = decided.collect::<Result<_, _>>();
            let decided = decided.map_err(StoreError::from)?;
            match self.commit(turn, decided, None).await {
                Ok(_) => {}
                // The writer tells nobody that there is room: whoever has time asks again.
                Err(AppendError::Busy) => tokio::time::sleep(PAUSE).await,
                Err(error) => return Err(error.into()),
            }
            let written = turn.now().map_or(0, |now| now.version());
            lines = &lines[lines.partition_point(|line| line.tip().version <= written)..];
        }
        Ok(())
    }
}

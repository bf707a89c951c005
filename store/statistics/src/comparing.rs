//! A part of the table at a time, counted anew from the records and compared: so all of it is
//! checked in the background, and each step is short.

use std::{collections::BTreeSet, sync::Arc};

use domain::{
    GameId, cast,
    matches::{EventKind, MatchEvent},
};
use parking_lot::Mutex;

use crate::{
    columns::chunk::Chunk,
    facts::{
        finished::Finished,
        game::{Added, GameFacts},
        projection::Facts,
    },
    query::{export::Field, facts_at::FactsAt},
};
use store_log::{
    error::StoreError,
    id::{MatchId, Position, StreamId},
    log::Log,
    record::{Commit, RecordError, Tip},
    time::Timestamp,
};

/// What the comparisons came to since the store was opened.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Compared {
    /// How many matches were compared, each time one was.
    pub matches: u64,
    /// Those of which something else was counted than their records say.
    pub wrong: BTreeSet<MatchId>,
}

/// How far the comparison has come.
#[derive(Debug, Default)]
pub(crate) struct Comparing(Mutex<State>);

#[derive(Debug, Default)]
struct State {
    compared: Compared,
    /// The place of the game in `GameId::ALL`.
    game: usize,
    /// How many of its matches were compared in this round.
    nth: u64,
}

/// Some matches of a chunk.
struct Part {
    game: GameId,
    chunk: Arc<Chunk>,
    /// Each with its rows.
    matches: Vec<(MatchId, Vec<usize>)>,
}

impl Comparing {
    pub(crate) fn compared(&self) -> Compared {
        self.0.lock().compared.clone()
    }

    /// Compares the next matches, at most so many; after the last come the first.
    pub(crate) async fn compare_some(
        &self,
        facts: &Facts,
        log: &dyn Log,
        most: usize,
    ) -> Result<(), StoreError> {
        let Some(part) = self.next_part(facts, most) else {
            return Ok(());
        };
        let mut finished = Vec::new();
        for (id, _) in &part.matches {
            finished.extend(counted_anew(log, *id).await?);
        }
        let wrong = part.wrong(facts, &finished);
        for id in &wrong {
            tracing::error!(%id, "the statistics have counted a match wrongly: delete the folder \
                `projections` and start the server again");
        }
        let mut state = self.0.lock();
        let compared = &mut state.compared;
        compared.matches += cast::<u64>(part.matches.len());
        for (id, _) in &part.matches {
            compared.wrong.remove(id);
        }
        compared.wrong.extend(wrong);
        Ok(())
    }

    /// The next part. None if nothing is counted.
    fn next_part(&self, facts: &Facts, most: usize) -> Option<Part> {
        let mut state = self.0.lock();
        for _ in 0..=GameId::ALL.len() {
            let game = GameId::ALL[state.game];
            let part = facts.read(game, |facts, _| Part::of(facts, game, state.nth, most));
            if let Some(part) = part {
                state.nth += cast::<u64>(part.matches.len());
                return Some(part);
            }
            state.game = (state.game + 1) % GameId::ALL.len();
            state.nth = 0;
        }
        None
    }
}

/// A match as its record tells it; None if it cannot be counted.
pub(crate) async fn counted_anew(
    log: &dyn Log,
    id: MatchId,
) -> Result<Option<Finished>, StoreError> {
    let mut record = Vec::new();
    for line in log.read(StreamId::Match(id), Tip::START).await? {
        let commit: Result<Commit<MatchEvent>, RecordError> = line.decode();
        let commit = commit?;
        let ends = commit
            .events
            .iter()
            .any(|it| EventKind::from(it) == EventKind::Ended);
        record.push(Arc::new(commit));
        if ends {
            break;
        }
    }
    Finished::of(id, &record)
}

impl Part {
    /// The matches of a game behind the first `nth`, none of a second chunk.
    fn of(facts: &GameFacts, game: GameId, nth: u64, most: usize) -> Option<Part> {
        let mut before = 0;
        for chunk in facts.chunks() {
            let here = cast::<u64>(chunk.matches.len());
            if before + here > nth {
                let skipped = cast::<usize>(nth - before);
                let matches = with_rows(chunk).skip(skipped).take(most).collect();
                let chunk = Arc::clone(chunk);
                return Some(Part {
                    game,
                    chunk,
                    matches,
                });
            }
            before += here;
        }
        None
    }

    /// The matches of which the table says something else than their records.
    fn wrong(&self, facts: &Facts, finished: &[Finished]) -> Vec<MatchId> {
        let anew = table_of(self.game, finished);
        let Some(chunk) = anew.chunks().next() else {
            return self.matches.iter().map(|(id, _)| *id).collect();
        };
        let rows = |matches: &[(MatchId, Vec<usize>)]| -> Vec<usize> {
            matches.iter().flat_map(|(_, rows)| rows.clone()).collect()
        };
        let anew_matches: Vec<(MatchId, Vec<usize>)> = with_rows(chunk).collect();
        facts.read(self.game, |live, _| {
            let here = |rows: &[usize]| told(live, self.game, &self.chunk, rows);
            let there = |rows: &[usize]| told(&anew, self.game, chunk, rows);
            if here(&rows(&self.matches)) == there(&rows(&anew_matches)) {
                return Vec::new();
            }
            let is_wrong = |(id, rows): &&(MatchId, Vec<usize>)| {
                let same = anew_matches.iter().find(|(other, _)| other == id);
                same.is_none_or(|(_, others)| here(rows) != there(others))
            };
            let wrong = self.matches.iter().filter(is_wrong);
            wrong.map(|(id, _)| *id).collect()
        })
    }
}

/// The matches of a chunk, each with its rows.
fn with_rows(chunk: &Chunk) -> impl Iterator<Item = (MatchId, Vec<usize>)> {
    let mut row = 0;
    chunk.matches.iter().map(move |(id, seats)| {
        let first = row;
        row += usize::from(*seats);
        (*id, (first..row).collect())
    })
}

/// A table of these matches alone.
fn table_of(game: GameId, finished: &[Finished]) -> GameFacts {
    let mut facts = GameFacts::default();
    for finished in finished {
        let rows = facts.rows(game, finished, &mut Added::new());
        facts.growing.push(finished.id, rows);
    }
    facts.settle();
    facts
}

/// All that a table says of some rows, in words.
fn told(facts: &GameFacts, game: GameId, chunk: &Chunk, rows: &[usize]) -> Vec<Field> {
    let at = FactsAt {
        facts,
        as_of_position: Position::START,
        now: Timestamp::now(),
    };
    at.every_table(game, chunk, rows)
}

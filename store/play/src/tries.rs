//! What the rules refuse to seats before they decide: counted, and recorded with the decision.
//!
//! They are counted in memory, and where they are limited in lines, too, so that no restart gives
//! a seat new tries. Elsewhere they cost nothing, and a restart forgets those for the decision due.

use std::{
    collections::{BTreeMap, HashMap},
    io, mem,
    sync::Arc,
};

use domain::{Seat, cast, matches::MatchEvent};
use parking_lot::Mutex;
use store_log::{
    cause::Tries,
    id::MatchId,
    lines::{self, Lines},
    record::Commit,
};

/// The tries of each seat for the decision that it owes.
#[derive(Clone, Debug, Default)]
pub(crate) struct SeatTries(BTreeMap<Seat, (u32, Tries)>);

impl SeatTries {
    /// Counts a try: how many there were for this decision.
    pub(crate) fn add(&mut self, seat: Seat, decision: u32, code: &str) -> u32 {
        let (of, tries) = self.0.entry(seat).or_default();
        if *of != decision {
            (*of, *tries) = (decision, Tries::new());
        }
        *tries.entry(code.to_owned()).or_default() += 1;
        tries.values().sum()
    }

    /// The tries for a decision.
    pub(crate) fn of(&self, seat: Seat, decision: u32) -> Tries {
        let tries = self.0.get(&seat).filter(|(of, _)| *of == decision);
        tries.map(|(_, tries)| tries.clone()).unwrap_or_default()
    }
}

/// The tries for decisions that are due, of all matches that limit them.
#[derive(Debug, Default)]
pub(crate) struct LimitedTries {
    due: Mutex<Due>,
    /// Lines that nobody waits for, while somebody waits for a disk or a database.
    waiting: Mutex<Vec<String>>,
    written: Mutex<Written>,
}

type Due = HashMap<MatchId, SeatTries>;

#[derive(Debug, Default)]
struct Written {
    /// A line is `match seat decision code`, one for each try, or `match seat -` once the decision
    /// is made. None if nothing is kept.
    lines: Option<Box<dyn Lines>>,
    /// With so many lines they are written anew, without those of decisions that are made.
    rewrite_at: usize,
}

/// What a line has in place of a decision once that is made.
const MADE: &str = "-";

/// They are not written anew with fewer.
const LINES: usize = 1000;

impl LimitedTries {
    /// What was counted before.
    pub(crate) fn of_lines((lines, written): lines::Found) -> LimitedTries {
        let mut due = Due::new();
        for line in &written {
            read(&mut due, line);
        }
        LimitedTries {
            due: Mutex::new(due),
            waiting: Mutex::default(),
            written: Mutex::new(Written {
                lines: Some(lines),
                rewrite_at: LINES,
            }),
        }
    }

    /// Counts a try, and waits until that is durable. On a full disk it is counted in memory alone.
    pub(crate) fn add(&self, id: MatchId, (seat, decision): (Seat, u32), code: &str) {
        // Nobody writes all lines anew between the two, else this one would be there twice.
        let mut kept = self.written.lock();
        let mut due = self.due.lock();
        due.entry(id).or_default().add(seat, decision, code);
        drop(due);
        let line = written(id, seat, decision, code);
        self.write(&mut kept, &line).unwrap_or_else(|error| {
            let error = &error as &dyn std::error::Error;
            tracing::warn!(%id, error, "a try would not survive a restart");
        });
    }

    /// The tries in a match, if there were any.
    pub(crate) fn of(&self, id: MatchId) -> Option<SeatTries> {
        self.due.lock().get(&id).cloned()
    }

    /// Forgets the tries for decisions that are made, and for all once the match is over.
    pub(crate) fn settle(&self, id: MatchId, commits: &[Arc<Commit<MatchEvent>>], is_over: bool) {
        let mut due = self.due.lock();
        let Some(tries) = due.get(&id) else {
            return;
        };
        let decided = |seat| commits.iter().any(|it| it.cause.seat == Some(seat));
        let made = tries.0.keys().copied();
        let made: Vec<Seat> = made.filter(|&seat| is_over || decided(seat)).collect();
        for seat in made {
            forget(&mut due, id, seat);
            // If it is lost, tries are kept of a decision that nobody can be asked again.
            let line = format!("{id} {} {MADE}", seat.0);
            self.waiting.lock().push(line);
        }
        drop(due);
        if let Some(mut written) = self.written.try_lock() {
            self.note_waiting(&mut written);
        }
    }

    fn write(&self, written: &mut Written, line: &str) -> io::Result<()> {
        self.note_waiting(written);
        let Written { lines, rewrite_at } = written;
        let Some(lines) = lines else {
            return Ok(());
        };
        lines.add(line)?;
        if lines.count() < *rewrite_at {
            return Ok(());
        }
        let due = all(&self.due.lock());
        *rewrite_at = LINES.max(2 * due.len());
        lines.rewrite(&due)
    }

    fn note_waiting(&self, written: &mut Written) {
        let waiting = mem::take(&mut *self.waiting.lock());
        if let Some(lines) = &mut written.lines {
            for line in waiting {
                let _ = lines.note(&line);
            }
        }
    }
}

fn read(due: &mut Due, line: &str) -> Option<()> {
    let mut words = line.split(' ');
    let id = words.next()?.parse().ok()?;
    let (seat, decision) = (Seat(words.next()?.parse().ok()?), words.next()?);
    if decision == MADE {
        forget(due, id, seat);
        return Some(());
    }
    let (decision, code) = (decision.parse().ok()?, words.next()?);
    due.entry(id).or_default().add(seat, decision, code);
    Some(())
}

fn forget(due: &mut Due, id: MatchId, seat: Seat) {
    if let Some(tries) = due.get_mut(&id) {
        tries.0.remove(&seat);
        if tries.0.is_empty() {
            due.remove(&id);
        }
    }
}

fn written(id: MatchId, seat: Seat, decision: u32, code: &str) -> String {
    format!("{id} {} {decision} {code}", seat.0)
}

/// A line for each try.
fn all(due: &Due) -> Vec<String> {
    let mut lines = Vec::new();
    for (id, tries) in due {
        for (seat, (decision, tries)) in &tries.0 {
            for (code, count) in tries {
                let line = written(*id, *seat, *decision, code);
                lines.extend(std::iter::repeat_n(line, cast::<usize>(*count)));
            }
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use store_log::embedded;

    use super::*;

    fn open(dir: &Path) -> LimitedTries {
        LimitedTries::of_lines(embedded::lines(dir, lines::TRIES).unwrap())
    }

    #[test]
    fn limited_tries_outlast_the_process_and_the_file_does_not_grow_for_ever() {
        let dir = tempfile::tempdir().unwrap();
        let (one, other) = (MatchId::of_bytes([1; 16]), MatchId::of_bytes([2; 16]));
        let tries = open(dir.path());
        tries.add(one, (Seat(1), 7), "overlaps");
        tries.add(one, (Seat(1), 7), "off_the_map");
        for decision in 0..2000 {
            tries.add(other, (Seat(0), decision), "overlaps");
        }
        drop(tries);
        let tries = open(dir.path());
        let expected = [("off_the_map".to_owned(), 1), ("overlaps".to_owned(), 1)];
        assert_eq!(tries.of(one).unwrap().of(Seat(1), 7), expected.into());
        let of_other = tries.of(other).unwrap().of(Seat(0), 1999);
        assert_eq!(of_other, [("overlaps".to_owned(), 1)].into());
        let lines = tries.written.lock().lines.as_ref().unwrap().count();
        assert!(lines <= LINES, "{lines}");
    }

    #[test]
    fn what_is_decided_or_over_is_not_counted_again_after_a_restart() {
        let dir = tempfile::tempdir().unwrap();
        let (over, runs) = (MatchId::of_bytes([1; 16]), MatchId::of_bytes([2; 16]));
        let tries = open(dir.path());
        for id in [over, runs] {
            tries.add(id, (Seat(0), 3), "overlaps");
        }
        tries.settle(over, &[], true);
        tries.settle(runs, &[], false);
        for tries in [tries, open(dir.path())] {
            assert!(tries.of(over).is_none());
            let due = tries.of(runs).unwrap().of(Seat(0), 3);
            assert_eq!(due, [("overlaps".to_owned(), 1)].into());
        }
    }

    #[test]
    fn tries_are_counted_for_one_decision_of_a_seat_by_their_codes() {
        let mut tries = SeatTries::default();
        let (ann, ben) = (Seat(0), Seat(1));
        assert_eq!(tries.add(ann, 0, "overlaps"), 1);
        assert_eq!(tries.add(ben, 0, "overlaps"), 1);
        assert_eq!(tries.add(ann, 0, "off_the_map"), 2);
        assert_eq!(tries.add(ann, 0, "overlaps"), 3);
        let of_ann = Tries::from([("off_the_map".to_owned(), 1), ("overlaps".to_owned(), 2)]);
        assert_eq!(tries.of(ann, 0), of_ann);
        assert_eq!(tries.of(ann, 1), Tries::new());
        assert_eq!(tries.add(ann, 1, "overlaps"), 1);
        assert_eq!(tries.of(ann, 0), Tries::new());
    }
}

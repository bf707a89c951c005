//! `cartulary shrink`: a record that fails, reduced to the shortest that still does.
//!
//! The requests of the match are made again, by this program's rules. Something fails
//! if the rules panic, refuse what they called legal, or decide otherwise than was
//! recorded. Then requests are left out, many at a time and then few, as long as the
//! rest fails in the same way. A command can say instead what fails: then the shortest
//! record with which it still does is written.

mod predicate;
mod test_source;
mod trial;

use std::{error::Error, ffi::OsString, io::Write as _, path::PathBuf};

use clap::Args;
use domain::matches::{MatchEvent, Request, Table};
use store::{Commit, portable};

use self::{
    predicate::Predicate,
    trial::{Against, Failure, Trial},
};
use crate::cli::record_file::open_record;

/// Reduce the record of a failing match to the shortest that still fails.
///
/// `cartulary shrink match.ndjson` tries the rules of this program.
/// `cartulary shrink match.ndjson -- ./check` tries a command of yours, as `git bisect run` does.
#[derive(Args, Debug)]
pub(crate) struct Shrink {
    /// The record, as `GET …/record` returns it once the match is over.
    file: PathBuf,

    /// After `--`: a command that takes the path of a record as its last argument and exits with a
    /// code other than 0 if something is wrong with the record. The shortest record with which it
    /// still does so is written to standard output. Default: the rules of this program are tried,
    /// and a test is written.
    #[arg(last = true, value_name = "COMMAND")]
    command: Vec<OsString>,
}

impl Shrink {
    /// Prints the shortest match that fails, as a test or as a record.
    ///
    /// # Errors
    ///
    /// If the record cannot be read, or nothing fails.
    pub(crate) fn run(&self) -> Result<(), Box<dyn Error>> {
        let commits = portable::read_record(&mut open_record(&self.file)?)?;
        if let Some((program, arguments)) = self.command.split_first() {
            let predicate = Predicate::new(program, arguments)?;
            let record = predicate.shortest(&commits)?;
            return Ok(std::io::stdout().write_all(record.as_bytes())?);
        }
        let trial = Trial::of(&commits)?;
        let (shortest, failure) =
            shrunk(&trial).ok_or("the match does not fail: there is nothing to shrink")?;
        let test = test_source::test(&shortest, &failure, trial.asked.len());
        Ok(writeln!(std::io::stdout(), "{test}")?)
    }
}

/// The shortest trial that fails as this one does, and how. None if it does not fail.
fn shrunk(trial: &Trial) -> Option<(Trial, Failure)> {
    let of = |trial: &Trial, against| Some((trial.failure(against)?, against));
    let (failure, against) = of(trial, Against::Rules).or_else(|| of(trial, Against::Record))?;
    let asked = &trial.asked[..=failure.at];
    let shortest = shortest(asked.to_vec(), |asked| {
        let found = trial.with(asked).failure(against);
        found.is_some_and(|found| found.kind == failure.kind && found.at + 1 == asked.len())
    });
    Some((trial.with(&shortest), failure))
}

const WITHHELD: &str = "the private parts are withheld: fetch the record once the match is over";

/// How many commits there are up to the start.
fn started(commits: &[Commit<MatchEvent>]) -> Result<usize, Box<dyn Error>> {
    let starts = |event: &MatchEvent| {
        matches!(
            event,
            MatchEvent::Started { .. } | MatchEvent::Resumed { .. }
        )
    };
    let mut commits = commits.iter();
    let start = commits.position(|commit| commit.events.iter().any(starts));
    let start = start.filter(|_| commits.next().is_some());
    Ok(start.ok_or("the record has no decisions")? + 1)
}

/// The same request for the decision that its seat owes now: those before it may be left out.
fn renumbered(mut request: Request, table: &Table) -> Request {
    if let Request::Decide { seat, decision, .. } | Request::TimeOut { seat, decision, .. } =
        &mut request
    {
        *decision = table.decisions[*seat];
    }
    request
}

/// Leaves out as many items as still `fails`, in runs half as long each time.
fn shortest<T: Clone>(mut items: Vec<T>, mut fails: impl FnMut(&[T]) -> bool) -> Vec<T> {
    let mut run = items.len().div_ceil(2);
    while run > 0 {
        let mut at = 0;
        let mut is_shorter = false;
        while at < items.len() {
            let mut fewer = items.clone();
            fewer.drain(at..(at + run).min(items.len()));
            if fails(&fewer) {
                items = fewer;
                is_shorter = true;
            } else {
                at += run;
            }
        }
        // One round of leaving out may make room for another.
        run = if is_shorter && run == 1 { 1 } else { run / 2 };
    }
    items
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_does_not_matter_is_left_out() {
        let items: Vec<u32> = (0..100).collect();
        let fails = |items: &[u32]| [17, 18, 90].iter().all(|it| items.contains(it));
        assert_eq!(shortest(items, fails), [17, 18, 90]);
        assert_eq!(shortest(vec![1, 2, 3], |_| true), Vec::<i32>::new());
        assert_eq!(shortest(vec![1, 2, 3], |_| false), [1, 2, 3]);
    }

    #[test]
    fn a_match_in_which_nothing_fails_is_not_shrunk() {
        let trial = trial::tests::played();
        assert_eq!(trial.failure(Against::Record), None);
        assert!(shrunk(&trial).is_none());
    }

    #[test]
    fn a_decision_recorded_otherwise_is_kept_with_what_it_needs() {
        let mut trial = trial::tests::played();
        let decided = trial.asked[40].recorded.clone();
        trial.asked[40].recorded.pop();
        let (shortest, failure) = shrunk(&trial).unwrap();
        assert_eq!(failure.kind, trial::Kind::Decides(decided));
        // What both have drawn before is on the maps, so it is needed.
        assert!((20..=41).contains(&shortest.asked.len()));
        let test = test_source::test(&shortest, &failure, trial.asked.len());
        assert!(test.contains("#[test]\nfn "), "{test}");
        assert!(test.matches("Seat(").count() >= 1);
    }
}

//! When no server had the store: clocks of matches stand still then.
//!
//! One line tells every pause as two moments. Behind them stands the moment of the last good
//! end, until the next start closes that pause. After a bad end nobody knows how long the
//! server still ran, so the pause begins with the last commit: time is given, never taken.

use std::{path::Path, time::Duration};

use super::files::{read_checked, write_checked};
use crate::{error::StoreError, time::Timestamp};

/// When no server had the store, in order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Pauses(Vec<(Timestamp, Timestamp)>);

const FILE: &str = "pauses";

/// How many pauses are kept: the oldest are about matches that were abandoned long ago.
const MOST: usize = 1000;

impl Pauses {
    /// Notes that a server begins. What was written last says since when none ran, unless it
    /// ended well.
    pub fn begin(dir: &Path, now: Timestamp, last: Option<Timestamp>) -> Pauses {
        let pauses = Pauses::after(&read(dir), now, last);
        write(dir, &pauses, None);
        pauses
    }

    /// The pauses that were noted, and the one that ends now.
    pub fn after(noted: &str, now: Timestamp, last: Option<Timestamp>) -> Pauses {
        let (mut pauses, stopped) = parse(noted);
        let known = pauses.0.last().map(|(_, begun)| *begun);
        if let Some(from) = stopped.or(last.max(known)) {
            pauses.add(from, now);
        }
        pauses
    }

    /// The line that tells them, and since when no server runs, if none does.
    pub fn noted(&self, stopped: Option<Timestamp>) -> String {
        let moments = self.0.iter().flat_map(|(from, to)| [*from, *to]);
        let moments = moments.chain(stopped).map(|moment| moment.to_string());
        moments.collect::<Vec<_>>().join(" ")
    }

    /// Notes that the server ends.
    pub fn end(&self, dir: &Path, now: Timestamp) {
        write(dir, self, Some(now));
    }

    /// How long servers ran from one moment to another.
    pub fn run_between(&self, from: Timestamp, to: Timestamp) -> Duration {
        let overlap = |(stopped, begun): &(Timestamp, Timestamp)| {
            (*begun).min(to).since((*stopped).max(from))
        };
        let paused: Duration = self.0.iter().map(overlap).sum();
        to.since(from).saturating_sub(paused)
    }

    fn add(&mut self, from: Timestamp, to: Timestamp) {
        match self.0.last_mut() {
            Some((_, begun)) if *begun >= from => *begun = to.max(*begun),
            Some(_) | None if from < to => self.0.push((from, to)),
            Some(_) | None => {}
        }
        let old = self.0.len().saturating_sub(MOST);
        self.0.drain(..old);
    }
}

/// What the file says. Without it, or if it is damaged, no pause is known.
fn read(dir: &Path) -> String {
    let read = read_checked(dir, FILE, "clocks may count a time when no server ran");
    let line = read.unwrap_or_else(|error| {
        tracing::warn!(error = &error as &dyn std::error::Error, "pauses are lost");
        None
    });
    line.unwrap_or_default()
}

fn parse(line: &str) -> (Pauses, Option<Timestamp>) {
    let moments = line.split(' ').map_while(|moment| moment.parse().ok());
    let moments: Vec<Timestamp> = moments.collect();
    let (pauses, stopped) = moments.as_chunks::<2>();
    let pauses = pauses.iter().map(|[from, to]| (*from, *to));
    (Pauses(pauses.collect()), stopped.first().copied())
}

/// Writes the file. On a full disk it stays as it was.
fn write(dir: &Path, pauses: &Pauses, stopped: Option<Timestamp>) {
    let line = pauses.noted(stopped);
    if let Err(error) = write_checked(dir, FILE, &line) {
        let error: &StoreError = &error;
        tracing::warn!(
            error = error as &dyn std::error::Error,
            "pauses are not written"
        );
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(minute: u32) -> Timestamp {
        format!("2031-05-17T08:{minute:02}:00.000Z")
            .parse()
            .unwrap()
    }

    fn minutes(pauses: &Pauses, from: u32, to: u32) -> u64 {
        pauses.run_between(at(from), at(to)).as_secs() / 60
    }

    #[test]
    fn what_ran_is_told_through_good_and_bad_ends() {
        let dir = tempfile::tempdir().unwrap();
        let begin = |now, last| Pauses::begin(dir.path(), at(now), last);
        let first = begin(0, None);
        assert_eq!(minutes(&first, 0, 10), 10);
        first.end(dir.path(), at(10));
        // It ended well, so what was written last does not matter.
        let second = begin(20, Some(at(5)));
        assert_eq!(minutes(&second, 0, 30), 20);
        // It was killed, and had written last at 25; then again, before it wrote anything.
        let third = begin(40, Some(at(25)));
        assert_eq!(minutes(&third, 0, 45), 20);
        let fourth = begin(50, Some(at(25)));
        assert_eq!(minutes(&fourth, 0, 59), 24);
        assert_eq!(minutes(&fourth, 12, 15), 0);
        assert_eq!(minutes(&fourth, 24, 52), 3);
        assert_eq!(minutes(&fourth, 30, 20), 0);
    }

    #[test]
    fn a_damaged_file_says_nothing_and_stops_nobody() {
        let dir = tempfile::tempdir().unwrap();
        Pauses::begin(dir.path(), at(0), None).end(dir.path(), at(10));
        std::fs::write(dir.path().join(FILE), "nothing").unwrap();
        let pauses = Pauses::begin(dir.path(), at(20), Some(at(15)));
        assert_eq!(minutes(&pauses, 0, 30), 25);
    }
}

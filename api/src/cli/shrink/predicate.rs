//! A record with which a command fails, reduced as long as it still does.

use std::{
    error::Error,
    ffi::{OsStr, OsString},
    fs, io,
    path::PathBuf,
    process::{self, Stdio},
};

use domain::matches::{Match, MatchEvent};
use store::{Asked, Commit, portable};
use tempfile::TempDir;

/// A command that tells whether something is wrong with a record.
pub(super) struct Predicate<'a> {
    program: &'a OsStr,
    arguments: &'a [OsString],
    /// Where the record lies that it is given.
    dir: TempDir,
}

impl<'a> Predicate<'a> {
    /// The command, which is given the path of a record as its last argument.
    pub(super) fn new(program: &'a OsStr, arguments: &'a [OsString]) -> io::Result<Predicate<'a>> {
        Ok(Predicate {
            program,
            arguments,
            dir: TempDir::new()?,
        })
    }

    /// The shortest record with which the command fails.
    pub(super) fn shortest(
        &self,
        commits: &[Commit<MatchEvent>],
    ) -> Result<String, Box<dyn Error>> {
        let (opened, asked) = commits.split_at(super::started(commits)?);
        let whole = record(opened, asked)?.ok_or(NOT_THESE_RULES)?;
        if !self.fails(&whole)? {
            return Err("the command exits with 0: there is nothing to shrink".into());
        }
        // That the command cannot be run any more is told in the end.
        let mut broken: Option<Box<dyn Error>> = None;
        let kept = super::shortest(asked.to_vec(), |kept| {
            let tried = record(opened, kept).and_then(|record| match record {
                Some(record) => Ok(self.fails(&record)?),
                None => Ok(false),
            });
            tried.unwrap_or_else(|error| {
                broken = Some(error);
                false
            })
        });
        match broken {
            Some(error) => Err(error),
            None => Ok(record(opened, &kept)?.ok_or(NOT_THESE_RULES)?),
        }
    }

    /// Whether the command exits with another code than 0, or is killed.
    fn fails(&self, record: &str) -> io::Result<bool> {
        let path: PathBuf = self.dir.path().join("match.ndjson");
        fs::write(&path, record)?;
        let status = process::Command::new(self.program)
            .args(self.arguments)
            .arg(&path)
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .status();
        let told = |error: io::Error| {
            let program = self.program.display();
            io::Error::new(error.kind(), format!("`{program}` cannot be run: {error}"))
        };
        Ok(!status.map_err(told)?.success())
    }
}

const NOT_THESE_RULES: &str = "the match was not played by the rules of this program";

/// The record of the match if only this was asked. None if the rules refuse one.
fn record(
    opened: &[Commit<MatchEvent>],
    kept: &[Commit<MatchEvent>],
) -> Result<Option<String>, Box<dyn Error>> {
    let events = opened.iter().flat_map(|commit| &commit.events);
    let mut game = Match::fold(events).ok_or("the record has no commits")?;
    let mut lines: Vec<_> = opened.iter().map(|commit| commit.line.clone()).collect();
    for commit in kept {
        let asked = commit.request()?.ok_or(super::WITHHELD)?;
        let table = game.table().filter(|table| !table.is_over());
        let (Some(request), Some(table)) = (asked.request(), table) else {
            return Ok(None);
        };
        let request = super::renumbered(request, table);
        let asked = Asked::from(request.clone());
        let Ok(events) = game.decide(commit.cause.by.player(), request) else {
            return Ok(None);
        };
        let last = lines.last().ok_or("the record has no commits")?;
        lines.push(portable::rewritten(
            commit,
            last,
            game.dice(),
            &asked,
            &events,
        ));
        game.evolve_all(&events);
    }
    let text = |line: &store::record::Line| format!("{}\n", line.text);
    Ok(Some(lines.iter().map(text).collect()))
}

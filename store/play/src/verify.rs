//! Checking a match from its record alone.
//!
//! The chain and the seals; what is public against what is private; the seed
//! against its commitment; and every request decided again, which must give
//! exactly what was recorded, standings included. What another edition of the rules
//! decided cannot be decided again, and is no divergence; nor can what was decided with
//! another box than the one in use.

use std::panic::{AssertUnwindSafe, catch_unwind};

use domain::{
    Rejection, Rng, Seat, Seed,
    matches::{self as rules, Arranged, Arrangement, Match, MatchEvent, PlayerId, Terms},
};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::reasons;
use store_log::{
    cause::Asked,
    hash::Hash,
    id::{Position, StreamId, Version},
    record::{Chain, Commit, Line, RecordError, StreamEvent as _},
    time::Timestamp,
};

/// The result of checking a record.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Verdict {
    /// Whether nothing wrong was found.
    pub valid: bool,
    /// Whether every decision was made again. This is not possible where the private parts are
    /// withheld (only the chain is checked there), where `other_rules` decided, or with an
    /// `other_box`.
    pub complete: bool,
    /// An edition of the rules that decided part of the match and is not the edition of this
    /// program. What it decided was not decided again; everything else was checked.
    pub other_rules: Option<u16>,
    /// SHA-256 of the component file that the match was played with, if another one is in use.
    /// Nothing was decided again; everything else was checked.
    #[schema(max_length = 64)]
    pub other_box: Option<String>,
    /// The first step that no recorded request led to: only older records have such steps, where the
    /// server decided because time ran out or a player left, or ended the match. It was checked
    /// against the chain, the seals and the table, but not decided again. `null` if there is no such
    /// step.
    #[serde(default)]
    pub not_decided_again: Option<Version>,
    /// The parts of the table that the host arranged, if any: no seed commits to them, and nobody
    /// drew them. It was checked that the table contains everything in the box, each item as often
    /// as the box does, and that a match can have such a table. What chance has decided since was
    /// checked against the seed.
    #[serde(default)]
    pub arranged: Option<Arranged>,
    /// How random numbers were derived, if not in the way of this program: nothing was decided
    /// again.
    #[serde(default)]
    pub other_rng: Option<Rng>,
    /// Whether the match is over.
    pub finished: bool,
    /// How many commits were checked.
    pub commits: u32,
    /// How many events they hold.
    pub version: Version,
    /// The hash of the last good commit.
    pub head: Hash,
    /// The first error that was found.
    pub divergence: Option<Divergence>,
}

/// The place where a record differs from what it must be.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Divergence {
    /// The first step of the commit that is wrong.
    pub step: Version,
    /// The check that failed.
    pub check: Check,
    /// What was found, as a sentence for people.
    #[schema(max_length = 500)]
    pub found: String,
}

/// A check that a record can fail.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Check {
    /// A line cannot be read.
    Form,
    /// A part of a line is not what was hashed.
    Hash,
    /// A commit does not follow the one before.
    Chain,
    /// The public part differs from what happened.
    Disclosure,
    /// The seed is not the one the match was bound to.
    Commitment,
    /// The private part is not salted as the seed demands.
    Salt,
    /// The rules, asked again, decide otherwise.
    Decision,
    /// It does not begin with the table of its parent.
    Fork,
}

type Failure = (Check, String);

/// Checks the record of one match. A line that cannot be read is an error in `lines`.
pub(crate) fn verify(lines: impl IntoIterator<Item = Result<Line, RecordError>>) -> Verdict {
    let mut verifier = Verifier {
        chain: Chain::from_start(),
        last: None,
        game: None,
        happened: Vec::new(),
        other_rules: None,
        not_decided_again: None,
        decided_at: None,
    };
    let mut verdict = Verdict {
        valid: true,
        complete: true,
        other_rules: None,
        other_box: None,
        not_decided_again: None,
        arranged: None,
        other_rng: None,
        finished: false,
        commits: 0,
        version: 0,
        head: Hash::ZERO,
        divergence: None,
    };
    for line in lines {
        let checked = line
            .map_err(|error| unread(&error))
            .and_then(|line| verifier.check(line));
        match checked {
            Ok(commit) => {
                verdict.complete &= commit.is_whole();
                verdict.finished = commit.events.last().is_some_and(MatchEvent::ends);
                verdict.commits += 1;
                verdict.version = commit.line.tip().version;
                verdict.head = commit.line.hash;
            }
            Err((check, found)) => {
                verdict.diverges(verdict.version + 1, check, found);
                break;
            }
        }
    }
    verdict.other_rules = verifier.other_rules;
    verdict.not_decided_again = verifier.not_decided_again;
    if let Some(Match { terms, .. }) = verifier.game {
        verdict.other_box = other_box(&terms);
        verdict.arranged = terms.settings.arranged;
        verdict.other_rng = terms.rng.filter(|rng| *rng != Rng::today());
    }
    let all_again = verdict.not_decided_again.is_none() && verdict.other_rng.is_none();
    let is_ours = verdict.other_rules.is_none() && verdict.other_box.is_none();
    verdict.complete &= verdict.commits > 0 && is_ours && all_again;
    verdict
}

impl Verdict {
    /// Notes what was found wrong first.
    pub(crate) fn diverges(&mut self, step: Version, check: Check, found: String) {
        self.valid = false;
        self.divergence = Some(Divergence { step, check, found });
    }
}

/// Which check a line fails that is no commit.
fn unread(error: &RecordError) -> Failure {
    let check = match error {
        RecordError::WrongHash | RecordError::WrongSeal => Check::Hash,
        RecordError::BrokenChain { .. } => Check::Chain,
        RecordError::Unreadable(_) | RecordError::UnknownSchema(_) => Check::Form,
    };
    (check, error.to_string())
}

struct Verifier {
    chain: Chain,
    /// Whose record it is, and the position of its last commit.
    last: Option<(StreamId, Position)>,
    game: Option<Match>,
    /// Every event so far.
    happened: Vec<MatchEvent>,
    /// The first edition of the rules that is not ours.
    other_rules: Option<u16>,
    /// The first step that no request led to.
    not_decided_again: Option<Version>,
    /// The moment of the last commit.
    decided_at: Option<Timestamp>,
}

impl Verifier {
    /// Checks one more commit.
    fn check(&mut self, line: Line) -> Result<Commit<MatchEvent>, Failure> {
        self.chain.link(&line).map_err(|error| unread(&error))?;
        self.follows(&line)?;
        let commit: Commit<MatchEvent> = line.decode().map_err(|error| unread(&error))?;
        if !commit.is_whole() {
            return Ok(commit);
        }
        disclosure(&commit)?;
        let asked = commit.request().map_err(|error| unread(&error))?;
        // The rules may panic on events that no match can hold.
        let decided = catch_unwind(AssertUnwindSafe(|| self.decide(&commit, asked.as_ref())));
        let game = decided.map_err(|_| {
            (
                Check::Decision,
                "the rules cannot apply this event".to_owned(),
            )
        })??;
        if commit.rules == 0 || game.terms.rules == 0 {
            return Err((Check::Form, "there is no edition 0 of the rules".to_owned()));
        }
        if commit.rules != game.terms.rules {
            return Err((Check::Form, two_editions(commit.rules, game.terms.rules)));
        }
        if !is_edition(commit.rules, &game.terms) {
            self.other_rules.get_or_insert(commit.rules);
        }
        self.game = Some(game);
        self.decided_at = Some(commit.line.recorded_at);
        self.happened.extend_from_slice(&commit.events);
        Ok(commit)
    }

    /// The chain knows no names and no positions.
    fn follows(&mut self, line: &Line) -> Result<(), Failure> {
        let is_next = self.last.replace((line.stream, line.position));
        let fits = |(stream, last)| stream == line.stream && last < line.position;
        if matches!(line.stream, StreamId::Match(_)) && is_next.is_none_or(fits) {
            return Ok(());
        }
        Err((
            Check::Chain,
            "it is not the next commit of the same match".into(),
        ))
    }

    /// Decides again what our rules decided, and folds it.
    fn decide(
        &mut self,
        commit: &Commit<MatchEvent>,
        asked: Option<&Asked>,
    ) -> Result<Match, Failure> {
        let game = match (&self.game, asked) {
            (None, Some(Asked::Open { seated })) => reopened(commit, seated)?,
            (Some(game), asked) if is_unasked(commit, asked, game) => {
                self.not_decided_again
                    .get_or_insert(*commit.steps().start());
                unasked(game, &self.happened, commit)?
            }
            (Some(game), Some(asked)) => {
                let request = asked.request();
                let request =
                    request.ok_or((Check::Form, "the match is opened twice".to_owned()))?;
                if let Some(found) = reasons::missing(commit, asked, game, self.decided_at) {
                    return Err((Check::Decision, found.to_owned()));
                }
                if is_ours(commit.rules, &game.terms) {
                    same(commit, game.decide(commit.cause.by.player(), request))?;
                }
                let mut game = game.clone();
                game.evolve_all(&commit.events);
                game
            }
            (Some(_), None) => return Err((Check::Form, "no request is recorded".to_owned())),
            (None, _) => {
                return Err((
                    Check::Form,
                    "the record does not begin by opening a match".to_owned(),
                ));
            }
        };
        salt(commit, &game)?;
        Ok(game)
    }
}

/// Whether no request led to a commit of which that may be so. What the server decided for a
/// seat that had not forfeited, and not as a time-out, is such a one.
fn is_unasked(commit: &Commit<MatchEvent>, asked: Option<&Asked>, game: &Match) -> bool {
    let in_stead = commit.cause.is_unasked();
    match asked {
        None => in_stead || commit.events.first().is_some_and(MatchEvent::is_unasked),
        Some(Asked::Decide { seat, .. }) => {
            let forfeits = game.table().map(|table| table.forfeits.get(*seat));
            in_stead && !matches!(forfeits, Some(Some(Some(_))))
        }
        Some(_) => false,
    }
}

/// The match after a commit that cannot be decided again. The server decides for no
/// player who asked; the seed that is revealed is the match's own; standings, and a table
/// that was gone back to, are those the rules come to.
fn unasked(
    game: &Match,
    happened: &[MatchEvent],
    commit: &Commit<MatchEvent>,
) -> Result<Match, Failure> {
    let wrong = |check, found: &str| Err((check, found.to_owned()));
    if commit.cause.is_unasked() && commit.cause.by.player().is_some() {
        return wrong(
            Check::Form,
            "the server decided this, but the request names a player",
        );
    }
    let mut game = game.clone();
    for event in &commit.events {
        game.evolve(event);
        if event
            .seed()
            .is_some_and(|seed| *seed.get() != game.dice().seed())
        {
            return wrong(
                Check::Commitment,
                "the seed revealed at the end is a different one",
            );
        }
        let Some(table) = game.table() else { continue };
        if matches!(event, MatchEvent::Ended { .. }) && table.outcome() != table.standings {
            return wrong(Check::Decision, "the standings are different");
        }
        if let MatchEvent::Undone { step, .. } = event
            && folded(happened, *step).and_then(|then| Some(then.table()?.state.clone()))
                != Some(table.state.clone())
        {
            return wrong(Check::Decision, "the table was different at that step");
        }
    }
    Ok(game)
}

/// The match after this number of events, if there are that many.
fn folded(happened: &[MatchEvent], steps: Version) -> Option<Match> {
    Match::fold(happened.get(..usize::try_from(steps).ok()?)?)
}

fn reopened(commit: &Commit<MatchEvent>, seated: &[(Seat, PlayerId)]) -> Result<Match, Failure> {
    let no_opening = || (Check::Form, "the first event is not `opened`".to_owned());
    let Some(MatchEvent::Opened { terms, seed }) = commit.events.first() else {
        return Err(no_opening());
    };
    let seed = *seed.get();
    if seed.commitment() != terms.seed_commitment {
        return Err((
            Check::Commitment,
            "the commitment is to a different seed".into(),
        ));
    }
    if is_ours(commit.rules, terms) {
        same(commit, decided(commit, terms, seed, seated)?)?;
    }
    Match::fold(&commit.events).ok_or_else(no_opening)
}

/// The result of opening such a match.
fn decided(
    commit: &Commit<MatchEvent>,
    terms: &Terms,
    seed: Seed,
    seated: &[(Seat, PlayerId)],
) -> Result<Result<Vec<MatchEvent>, Rejection>, Failure> {
    let begun = match commit.events.get(1) {
        Some(MatchEvent::Forked { state, .. }) => Some(state.get()),
        Some(_) | None => None,
    };
    match (&terms.fork, terms.settings.arranged, begun) {
        (None, Some(arranged), Some(state)) => {
            let arranged = Arrangement::of(arranged, state);
            Ok(rules::arrange(terms, seed, seated, &arranged))
        }
        (None, _, _) => Ok(rules::open(terms, seed, seated)),
        // That it is what its parent had come to, only the parent's record can tell.
        (Some(_), None, Some(state)) => Ok(rules::fork(terms, seed, seated, state)),
        (Some(_), _, _) => Err((
            Check::Form,
            "the match names a parent, but does not begin with a table of it".to_owned(),
        )),
    }
}

/// Whether this program can decide again what was decided.
fn is_ours(rules: u16, terms: &Terms) -> bool {
    let is_our_rng = terms.rng.as_ref().is_none_or(|rng| *rng == Rng::today());
    is_edition(rules, terms) && is_our_rng && other_box(terms).is_none()
}

/// Whether this program has the edition of the rules that decided: all that there were.
fn is_edition(rules: u16, terms: &Terms) -> bool {
    (1..=terms.options.game().info().rules).contains(&rules)
}

/// A match is played to its end under the edition that it was opened under.
fn two_editions(decided: u16, opened: u16) -> String {
    format!("edition {decided} of the rules decided, and edition {opened} opened the match")
}

/// The box a match was played with, if another is in use.
fn other_box(terms: &Terms) -> Option<String> {
    let fits = terms.check_components().is_ok();
    (!fits).then(|| terms.components.clone())
}

fn same(
    commit: &Commit<MatchEvent>,
    decided: Result<Vec<MatchEvent>, Rejection>,
) -> Result<(), Failure> {
    let found = match decided {
        Ok(events) if events == commit.events => return Ok(()),
        Ok(_) => "the rules give a different outcome".to_owned(),
        Err(refused) => format!("the rules refuse the request: {}", refused.reason),
    };
    Err((Check::Decision, found))
}

fn disclosure(commit: &Commit<MatchEvent>) -> Result<(), Failure> {
    let told = Line::parse(commit.line.without_private()).map_err(|error| unread(&error))?;
    let told: Commit<MatchEvent> = told.decode().map_err(|error| unread(&error))?;
    let public = commit.events.iter().cloned().map(MatchEvent::public);
    if public.eq(told.events) {
        Ok(())
    } else {
        Err((
            Check::Disclosure,
            "the public part differs from what may be disclosed".into(),
        ))
    }
}

fn salt(commit: &Commit<MatchEvent>, game: &Match) -> Result<(), Failure> {
    let salt = game.dice().derive("salt", commit.line.after.version);
    if commit.salt() == Some(Hash(salt)) {
        Ok(())
    } else {
        Err((Check::Salt, "the salt is a different one".to_owned()))
    }
}

//! What pages tell of a whole match: read from the answers of the API, which are cached.

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::Arc,
};

use ::web::page::{Course, Mark, Origin, Part, Point, Position};
use bytes::Bytes;
use domain::{BySeat, Command, Seat, Viewer, Who};
use serde::{Deserialize, de::DeserializeOwned};

use super::matches;
use crate::{
    http::{app::App, auth::Reader, codes::Code, error::ApiError, heavy_looks::Question},
    routes::{decision_list, replay, scores},
    stream::history,
};

/// The manifest of a match, as far as pages use it.
#[derive(Debug, Default, Deserialize)]
struct Manifest {
    steps: Vec<Step>,
    landmarks: Vec<Landmark>,
    curve: Vec<Vec<CurvePoint>>,
}

#[derive(Debug, Deserialize)]
struct Step {
    step: u32,
    kind: String,
    seat: Option<Seat>,
    decision: Option<u32>,
    moment: Option<Moment>,
    recorded_at: String,
}

#[derive(Debug, Deserialize)]
struct Moment {
    stage: String,
    round: u8,
    turn: u32,
}

#[derive(Debug, Deserialize)]
struct Landmark {
    step: u32,
}

#[derive(Debug, Deserialize)]
struct CurvePoint {
    step: u32,
    banked: i16,
    if_now: i16,
}

#[derive(Debug, Default, Deserialize)]
struct Decisions {
    items: Vec<Decided>,
}

/// A decision, and what else was legal.
#[derive(Clone, Debug, Deserialize)]
pub(super) struct Decided {
    pub(super) step: u32,
    pub(super) seat: Seat,
    decision: u32,
    pub(super) command: Command,
    pub(super) note: Option<String>,
    pub(super) appraisal: Option<Appraised>,
}

#[derive(Clone, Debug, Deserialize)]
pub(super) struct Appraised {
    pub(super) legal: u32,
    pub(super) gain: i32,
    pub(super) best_gain: i32,
    pub(super) rank: u32,
    pub(super) tied: u32,
    regret: i32,
    pub(super) best: Option<Command>,
}

#[derive(Debug, Deserialize)]
struct Attributed {
    seats: BySeat<Shares>,
}

#[derive(Debug, Deserialize)]
struct Shares {
    shares: Vec<Share>,
}

#[derive(Debug, Deserialize)]
struct Share {
    step: u32,
    line: String,
    points: i16,
}

impl Step {
    fn follows_from(&self, decided: &Decided) -> bool {
        self.seat == Some(decided.seat) && self.decision == Some(decided.decision)
    }
}

impl Manifest {
    /// The step that shows a decision: the first is only that the seat decided, if more followed.
    fn shows(&self, decided: &Decided) -> u32 {
        let mut steps = self.steps.iter();
        let shown = steps.find(|it| it.follows_from(decided) && it.kind != "decided");
        shown.map_or(decided.step, |it| it.step)
    }
}

/// What pages read from the answers about a whole match.
struct MatchCourse {
    /// The same at all steps.
    course: Course,
    steps: Vec<Step>,
    decisions: Vec<Decided>,
}

/// A match as a whole, and the decision that led to a step of it.
pub(super) async fn course(
    app: &App,
    reader: &Reader,
    viewer: Viewer,
    step: u32,
) -> Result<(Course, Option<Decided>), ApiError> {
    let all = whole(app, reader, viewer).await?;
    let at = all.steps.iter().find(|it| it.step == step);
    let led_here = |it: &&Decided| at.is_some_and(|at| at.follows_from(it));
    let course = Course {
        position: at.and_then(|it| it.moment.as_ref()).map(position),
        ..all.course.clone()
    };
    Ok((course, all.decisions.iter().find(led_here).cloned()))
}

/// What a seat decided that owed a decision after a step, and the step that shows it.
pub(super) async fn decided_after(
    app: &App,
    reader: &Reader,
    viewer: Viewer,
    (seat, step): (Seat, u32),
) -> Result<Option<(Decided, u32)>, ApiError> {
    let all = whole(app, reader, viewer).await?;
    let mut shown = all.decisions.iter().zip(&all.course.decisions);
    let decided = shown.find(|(it, _)| it.seat == seat && it.step > step);
    Ok(decided.map(|(it, (shown, _))| (it.clone(), *shown)))
}

async fn whole(app: &App, reader: &Reader, viewer: Viewer) -> Result<Arc<MatchCourse>, ApiError> {
    let key = reader.page_key(app, Question::Course(viewer));
    let read = read_course(app, reader, viewer);
    app.looks.parsed(key, read).await
}

/// What pages read, and the bytes of the answers that it is read from.
async fn read_course(
    app: &App,
    reader: &Reader,
    viewer: Viewer,
) -> Result<(MatchCourse, usize), ApiError> {
    let key = reader.page_key(app, Question::Manifest(viewer));
    let manifest = replay::manifest_json((reader, app), viewer, key).await?;
    let decisions = decisions(app, reader, viewer).await?;
    let bytes = manifest.len() + decisions.len();
    let (manifest, decisions): (Manifest, Decisions) = (read(&manifest)?, read(&decisions)?);
    let landmarks = manifest.landmarks.iter().map(|it| it.step).collect();
    let landmarks = told_at(app, reader, viewer, &landmarks).await?;
    let landmarks: Vec<(u32, String)> = landmarks.into_iter().collect();
    let regret = |it: &Decided| it.appraisal.as_ref().map_or(0, |it| it.regret);
    let shown = decisions.items.iter();
    let course = Course {
        decisions: shown.map(|it| (manifest.shows(it), regret(it))).collect(),
        landmarks: Mark::all(&landmarks),
        ..told(&manifest)
    };
    let read = MatchCourse {
        course,
        steps: manifest.steps,
        decisions: decisions.items,
    };
    Ok((read, bytes))
}

/// The decisions that this viewer may know. While a match runs, spectators may know none, and
/// nothing is appraised for them.
async fn decisions(app: &App, reader: &Reader, viewer: Viewer) -> Result<Bytes, ApiError> {
    if viewer == Viewer::Spectator {
        return Ok(Bytes::from_static(br#"{"items":[]}"#));
    }
    let key = reader.page_key(app, Question::Decisions(viewer));
    decision_list::decisions_json((reader, app), viewer, key).await
}

fn told(manifest: &Manifest) -> Course {
    let placed = manifest.steps.iter().filter_map(|it| {
        let moment = it.moment.as_ref()?;
        Some((it.step, position(moment)))
    });
    let curves = manifest.curve.iter().map(|curve| {
        let points = curve.iter().map(|point| Point {
            step: point.step,
            scored: point.banked,
            worth: point.if_now,
        });
        points.collect()
    });
    Course {
        stages: Course::stages(placed),
        landmarks: Vec::new(),
        decisions: Vec::new(),
        curves: curves.collect(),
        position: None,
        recorded_at: manifest.steps.last().map(|it| it.recorded_at.clone()),
    }
}

fn position(moment: &Moment) -> Position {
    Position {
        phase: moment.stage.clone(),
        round: moment.round,
        turn: moment.turn,
    }
}

/// What happened at these steps, in sentences, as far as `viewer` may know it.
async fn told_at(
    app: &App,
    reader: &Reader,
    viewer: Viewer,
    steps: &BTreeSet<u32>,
) -> Result<BTreeMap<u32, String>, ApiError> {
    let record = reader.record(app).read().await?;
    let names = matches::called(&matches::seated(app, None, &reader.now.game));
    let commits = record.iter();
    let commits = commits.filter(|commit| commit.steps().any(|step| steps.contains(&step)));
    let events =
        commits.flat_map(|commit| history::disclosed_events(commit, reader.game(), viewer));
    let meant = events.filter(|it| steps.contains(&it.step));
    Ok(meant
        .map(|it| (it.step, it.event.words(&Who::named(&names))))
        .collect())
}

/// Where the points came from that a seat had scored at a step, or those of one line: `why` is the
/// seat, a dot, and the source of the line if one is meant. None while the match runs.
pub(super) async fn origin(
    app: &App,
    reader: &Reader,
    why: &str,
    (step, viewer): (u32, Viewer),
) -> Result<Option<Origin>, ApiError> {
    let asked = why.split_once('.').unwrap_or((why, ""));
    let of = asked.0.parse().map(Seat).map_err(|_| Code::NoSuchSeat)?;
    let Some(attributed) = scores::attribution_json(reader, app, step).await? else {
        return Ok(None);
    };
    let attributed: Attributed = read(&attributed)?;
    let shares = attributed.seats.get(of).ok_or(Code::NoSuchSeat)?;
    let line = Some(asked.1).filter(|line| !line.is_empty());
    let is_part = |share: &&Share| line.is_none_or(|line| line.starts_with(&share.line));
    let shares: Vec<&Share> = shares.shares.iter().filter(is_part).collect();
    let steps = shares.iter().map(|share| share.step).collect();
    let told = told_at(app, reader, viewer, &steps).await?;
    let part = |share: &Share| Part {
        step: share.step,
        said: told.get(&share.step).cloned().unwrap_or_default(),
        points: share.points,
        line: share.line.clone(),
    };
    Ok(Some(Origin {
        of,
        line: line.map(str::to_owned),
        parts: shares.into_iter().map(part).collect(),
    }))
}

/// An answer of the API, read again.
fn read<T: DeserializeOwned>(answer: &Bytes) -> Result<T, ApiError> {
    serde_json::from_slice(answer).map_err(|_| Code::Internal.into())
}

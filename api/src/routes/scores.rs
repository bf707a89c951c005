//! Scores: every line of every sheet at every step, and where every point came from.

use std::collections::BTreeMap;

use actix_web::{HttpResponse, get, web};
use domain::{
    BySeat, GameId, ScoreSheet, Seat, Standing, Viewer,
    matches::MatchEvent,
    replay::{self, Attribution},
};
use store::{MatchId, Record};

use super::{
    MatchPath,
    replay::{Looked, looked_through, version},
    steps::EyesQuery,
};
use crate::{
    http::{app::App, auth::past::Past, error::ApiError, extract::Query},
    wire::{Attributed, Scores, ScoresAt, SeatShares, SeatSheet, ShareInfo},
};

/// Get all scores of a match
///
/// Every line of every sheet at every step, in one answer: the sheets that changed,
/// where they changed. What is `banked` is the score; `if_now` is what everything would
/// pay if it scored at that moment.
#[utoipa::path(operation_id = "getScores", tag = "Replay", security((), ("token" = [])),
    params(MatchPath, EyesQuery),
    responses((status = 200, description = "The sheets at each step that changed them.", body = Scores)))]
#[get("/matches/{id}/scores")]
pub(crate) async fn get_scores(
    Past(reader): Past,
    query: Query<EyesQuery>,
    app: web::Data<App>,
) -> Result<HttpResponse, ApiError> {
    looked_through(("scores", &reader), &app, &query.0, scores).await
}

fn scores(looked: Looked<'_>) -> Scores {
    let events = looked.record.iter().flat_map(|commit| &commit.events);
    Scores {
        id: looked.id,
        version: version(looked.record),
        items: changes(looked.waiting.each(events), looked.viewer),
    }
}

/// The sheets that change, where they do.
pub(crate) fn changes<'a>(
    events: impl Iterator<Item = &'a MatchEvent>,
    viewer: Viewer,
) -> Vec<ScoresAt> {
    let mut before: BTreeMap<Seat, ScoreSheet> = BTreeMap::new();
    let mut items = Vec::new();
    replay::sheets(events, viewer, |at| {
        let mut sheets = Vec::new();
        for seat in at.touched.iter() {
            let sheet = &at.sheets[seat];
            if before.get(&seat) != Some(sheet) {
                before.insert(seat, sheet.clone());
                let sheet = sheet.clone();
                sheets.push(SeatSheet { seat, sheet });
            }
        }
        if !sheets.is_empty() {
            let step = at.step;
            items.push(ScoresAt { step, sheets });
        }
    });
    items
}

/// Get where every point came from
///
/// Each point of the final scores, assigned to the step that made it: what every part
/// of a sheet would pay if it scored at once is held against the step before, and when
/// it is banked, it pays exactly those differences. They sum to the final sheet: those of
/// one `line` to the lines whose names begin so. See `convention`.
#[utoipa::path(operation_id = "getAttribution", tag = "Replay", security((), ("token" = [])),
    params(MatchPath),
    responses((status = 200, description = "The shares of each seat.", body = Attributed)))]
#[get("/matches/{id}/attribution")]
pub(crate) async fn get_attribution(
    Past(reader): Past,
    app: web::Data<App>,
) -> Result<HttpResponse, ApiError> {
    let game = &reader.now.game;
    let standings = game.table().and_then(|table| table.standings.clone());
    let standings = standings.ok_or(ApiError::Conflict("not_over", "play it to its end"))?;
    let (id, game) = (reader.id, game.terms.options.game());
    let (matches, key) = (app.store.matches.clone(), reader.key(&app, "attribution"));
    let answer = app.looks.tell(key, move |waiting| {
        let record = waiting.read(matches.record(id))?;
        let events = events_by_whom(&record);
        let happened = waiting.each(events.iter().map(|(event, _)| *event));
        Ok(shares((id, game), &events, happened, &standings))
    });
    Ok(reader.kept(answer.await?))
}

/// The events, and whose decision led to each.
fn events_by_whom(record: &Record) -> Vec<(&MatchEvent, Option<Seat>)> {
    let events = record
        .iter()
        .flat_map(|commit| commit.events.iter().map(|event| (event, commit.cause.seat)));
    events.collect()
}

/// The shares of each seat, from the events and whose decision led to each, as they
/// `happened`.
pub(crate) fn shares<'a>(
    (id, game): (MatchId, GameId),
    events: &[(&MatchEvent, Option<Seat>)],
    happened: impl Iterator<Item = &'a MatchEvent>,
    standings: &BySeat<Standing>,
) -> Attributed {
    let mut attribution = Attribution::new(game, standings.seats());
    replay::sheets(happened, Viewer::Referee, |at| {
        attribution.see(at);
    });
    let told = |share: &replay::Share| {
        let step = usize::try_from(share.step).expect("a step fits");
        let (event, by) = events[step - 1];
        ShareInfo {
            step: share.step,
            kind: event.name(),
            by,
            line: share.line.clone(),
            points: share.points,
            cells: share.cells.clone(),
        }
    };
    Attributed {
        id,
        convention: "/docs/replay#attribution",
        seats: attribution.shares().map(|seat, shares| SeatShares {
            total: standings[seat].total,
            shares: shares.iter().map(told).collect(),
        }),
    }
}

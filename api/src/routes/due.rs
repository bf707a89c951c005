//! What a seat owes: the next decision, with everything needed to make it.

use std::time::Duration;

use actix_web::{HttpResponse, get, web};
use domain::{
    Refused, Seat, Seats, Viewer,
    matches::{Match, Table},
};
use serde::Deserialize;
use store::{Audience, LiveMatch, MatchId};
use utoipa::{IntoParams, ToSchema};

use super::SeatPath;
use crate::{
    http::{
        app::App,
        auth::Seated,
        codes::Code,
        error::ApiError,
        extract::Query,
        legal::{self, LegalQuery},
        reply,
    },
    stream::poll::{self, WaitQuery},
    wire::{Due, Owed},
};

/// Which decisions an answer gives in full.
#[derive(Clone, Copy, Debug, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(super) enum Wanted {
    /// One: that of the first of your seats that owes one, clockwise from the seat after this one.
    Next,
    /// Those of all your seats, in the same order.
    All,
}

/// Whether to give what is owed next.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct DueQuery {
    /// Give in `due` what your seats owe next, each decision in full, as `getDecision` gives it: one
    /// (`next`) or all (`all`). `wait` says how long to wait until a seat of yours owes one; it needs
    /// `due`.
    #[param(inline)]
    due: Option<Wanted>,
}

impl DueQuery {
    /// What is wanted, if anything.
    pub(super) const fn wanted(&self) -> Option<Wanted> {
        self.due
    }

    /// How long to wait for it.
    pub(super) fn wait(&self, wait: &WaitQuery) -> Result<Duration, ApiError> {
        let wait = wait.duration()?;
        if self.due.is_none() && !wait.is_zero() {
            return Err(Code::MalformedQuery.because("wait needs due=next or due=all"));
        }
        Ok(wait)
    }
}

/// Get the decision a seat owes
///
/// The number, the view and the legal commands: everything needed to decide. Answers 204 if the
/// seat owed nothing until the wait ran out (ask again), 409 `over` once the match is over, and 409
/// `forfeited` once the seat has forfeited it. Ask with `sample=1` or `count_only=true` for a shorter answer.
#[utoipa::path(operation_id = "getDecision", tag = "Decisions",
    extensions(("x-problems" = json!([422]))),
    params(SeatPath, WaitQuery, LegalQuery),
    responses(
        (status = 200, description = "The decision the seat owes.", body = Due),
        (status = 204, description = "The seat owes no decision so far.")))]
#[get("/matches/{id}/seats/{seat}/decision")]
pub(crate) async fn get_decision(
    seated: Seated,
    wait: Query<WaitQuery>,
    query: Query<LegalQuery>,
    app: web::Data<App>,
) -> Result<HttpResponse, ApiError> {
    let wait = wait.0.duration()?;
    Ok(match by_seat(&app, seated, wait, &query.0).await? {
        Some(due) => reply::ok(&due),
        None => HttpResponse::NoContent().finish(),
    })
}

/// What a seat owes, as soon as it owes something. None if that was nothing until the wait ran out.
pub(crate) async fn by_seat(
    app: &App,
    seated: Seated,
    wait: Duration,
    listed: &LegalQuery,
) -> Result<Option<Due>, ApiError> {
    let Seated { seat, .. } = seated;
    let ready = |now: &LiveMatch| {
        now.game.is_over() || is_out(&now.game, seat) || owes(&now.game, seat).is_some()
    };
    let store = (&app.store, Audience::Seated);
    let now = poll::until(store, seated.now, wait, ready).await?;
    if now.game.is_over() {
        return Err(Code::Over.because("the match is over, and no decision is owed"));
    }
    if is_out(&now.game, seat) {
        return Err(Refused::Forfeited.into());
    }
    due_of(app, &now, seat, listed)
}

/// What the seats of a player owe, from the one after `seat` on, as soon as any owes something.
/// Empty if none did until the wait ran out, or if none ever will.
pub(super) async fn by_player(
    app: &App,
    id: MatchId,
    (own_seats, seat): (Seats, Seat),
    (wanted, wait): (Wanted, Duration),
    listed: &LegalQuery,
) -> Result<Vec<Due>, ApiError> {
    let ready = |now: &LiveMatch| {
        let owes = |seat| owes(&now.game, seat).is_some();
        let is_out = |seat| is_out(&now.game, seat);
        now.game.is_over() || own_seats.iter().any(owes) || own_seats.iter().all(is_out)
    };
    let store = (&app.store, Audience::Seated);
    let now = app.store.matches.current(id).await?;
    let now = poll::until(store, now, wait, ready).await?;
    let (before, behind): (Vec<Seat>, _) = own_seats.iter().partition(|own| *own <= seat);
    let in_turn = behind.into_iter().chain(before);
    let owing = in_turn.filter(|&own| owes(&now.game, own).is_some());
    let most = match wanted {
        Wanted::Next => 1,
        Wanted::All => usize::MAX,
    };
    let dues = owing.take(most).map(|own| due_of(app, &now, own, listed));
    dues.filter_map(Result::transpose).collect()
}

/// What a seat owes now. None if that is nothing.
fn due_of(
    app: &App,
    now: &LiveMatch,
    seat: Seat,
    listed: &LegalQuery,
) -> Result<Option<Due>, ApiError> {
    let Some(table) = owes(&now.game, seat) else {
        return Ok(None);
    };
    let view = table.state.view(Viewer::Seat(seat));
    let legal = legal::told(&now.game, &view, listed)?;
    Ok(Some(Due {
        id: now.id,
        seat,
        version: now.version(),
        offered_at: now.offered_at(seat),
        left_ms: app.store.matches.left_ms(now, seat),
        owed: Owed::of(now.id, seat, table, legal.count),
        view,
        legal: legal.items,
        mask: legal.mask,
    }))
}

/// The table, if the player on `seat` owes a decision at it.
pub(super) fn owes(game: &Match, seat: Seat) -> Option<&Table> {
    let table = game.table()?;
    let is_due = table.to_act().contains(seat) && table.has_player(seat);
    is_due.then_some(table)
}

/// Whether a seat has forfeited the match.
fn is_out(game: &Match, seat: Seat) -> bool {
    game.table()
        .is_some_and(|table| table.forfeits[seat].is_some())
}

//! Decisions: what a seat owes, what it may play, and playing it.

use actix_web::{HttpResponse, get, post, put, web};
use domain::{
    Command, GameId, Refused, Seat, View, Viewer, cast,
    matches::{Match, Request, Table},
};
use store::{Answer, LiveMatch, MatchId, RequestError};

use super::{DecisionPath, SeatPath};
use crate::{
    http::{
        app::App,
        auth::Seated,
        codes::Code,
        error::ApiError,
        extract::{Json, Path, Query},
        legal::{self, LegalQuery},
        note::{Note, NoteHeader},
        reply,
    },
    stream::{
        history,
        poll::{self, WaitQuery},
    },
    wire::{Due, LegalCommands, Made, Next, Owed, Tried},
};

/// Get the decision a seat owes
///
/// The number, the view and the legal commands: everything needed to decide. Answers 204 if the
/// seat owed nothing until the wait ran out (ask again), 409 `over` once the match is over, and 409
/// `forfeited` once the seat has forfeited it. Ask with `sample=1` or `count_only=true` for a shorter answer.
#[utoipa::path(operation_id = "getDecision", tag = "Decisions",
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
    let Seated { id, seat, .. } = seated;
    let wait = wait.0.duration()?;
    let ready = |now: &LiveMatch| {
        now.game.is_over() || is_out(&now.game, seat) || owes(&now.game, seat).is_some()
    };
    let now = poll::until(&app.store, seated.now, wait, ready).await?;
    if now.game.is_over() {
        return Err(Code::Over.because("the match is over, and no decision is owed"));
    }
    if is_out(&now.game, seat) {
        return Err(Refused::Forfeited.into());
    }
    let Some(table) = owes(&now.game, seat) else {
        return Ok(HttpResponse::NoContent().finish());
    };
    let view = table.state.view(Viewer::Seat(seat));
    let legal = legal::commands(&view, &query.0)?;
    Ok(reply::ok(&Due {
        id,
        seat,
        version: now.version(),
        offered_at: now.offered_at(seat),
        left_ms: app.store.matches.left_ms(&now, seat),
        owed: Owed::of(id, seat, table, legal.count),
        view,
        legal: legal.items,
    }))
}

/// List the legal commands of a seat
///
/// Every legal command of the decision that the seat owes, each exactly once; an empty list if it
/// owes none.
#[utoipa::path(operation_id = "listLegalCommands", tag = "Decisions",
    params(SeatPath, LegalQuery),
    responses((status = 200, description = "The legal commands.", body = LegalCommands)))]
#[get("/matches/{id}/seats/{seat}/legal")]
pub(crate) async fn list_legal(
    seated: Seated,
    query: Query<LegalQuery>,
) -> Result<HttpResponse, ApiError> {
    let Some(table) = owes(&seated.now.game, seated.seat) else {
        return Ok(reply::ok(&LegalCommands::none()));
    };
    let view = table.state.view(Viewer::Seat(seated.seat));
    Ok(reply::ok(&legal::commands(&view, &query.0)?))
}

/// Make a decision
///
/// The decision of your seat with this number, counted from zero. Safe to repeat: the same command
/// put again returns the same answer with the header `Idempotency-Replayed: true`; another command
/// for a decision already made is refused with 409 `decision_made`. The answer holds what happened
/// and what you owe next; ask with `sample`, `limit` or `with` to get its legal commands too, so
/// that no second request is needed.
///
/// A number stands for one question permanently. What other seats do may close the question but
/// never changes it: every command that was legal when it was offered remains legal until you put
/// it, unless the question is closed. Closing is the event `offer_closed`, and your next question
/// has the next number. A put on a closed number is refused with 409 `overtaken` and the decision
/// now due (`due`), however often it is put. Nothing is lost in that case: make the decision that
/// is due. 422 is always about the command itself. (In matches under edition 1 of the rules, Bunny
/// Kingdom asked for a camp under the number of a building, and in Big Monster a pass may be
/// refused with 422 `ship_taken`.)
///
/// In a match with a clock, a decision that arrives too late is refused with 409 `timed_out`, and so
/// is one for which too many commands were refused (`tries_limit`): the server made it. If that
/// forfeits the match, everything later is 409 `forfeited`.
///
/// A note beside the decision, sent as the header `Decision-Note`, is kept in the record. While the
/// match runs only you see it, unless the match has `notes_open`; afterwards everybody who may see
/// the match does. The first put of a decision has its note; another put does not change it.
#[utoipa::path(operation_id = "putDecision", tag = "Decisions",
    params(DecisionPath, LegalQuery, NoteHeader), request_body = Command,
    responses((status = 200, description = "The decision was made.", body = Made)))]
#[put("/matches/{id}/seats/{seat}/decisions/{decision}")]
pub(crate) async fn put_decision(
    seated: Seated,
    path: Path<DecisionPath>,
    listed: Query<LegalQuery>,
    Note(note): Note,
    body: Result<Json<Command>, ApiError>,
    app: web::Data<App>,
) -> Result<HttpResponse, ApiError> {
    let received_at = app.store.matches.now();
    listed.0.check()?;
    let Seated {
        id,
        seat,
        asker,
        now,
    } = seated;
    let game = now.game.terms.options.game();
    let decision = path.0.decision;
    let body = match body {
        Ok(body) => body,
        Err(error) => {
            if let Some(code) = error.tried() {
                let tried = app.store.matches.tried(id, &asker, (seat, decision), code);
                // Of a decision that is not due it is no try, and refused all the same.
                if let Err(failed @ RequestError::Store(_)) = tried.await {
                    return Err(failed.into());
                }
            }
            return Err(error.about(game, Some((id, seat))));
        }
    };
    let command = body.value;
    let before = view(&now.game, seat);
    let version = now.version();
    // The store changes the match in place when nobody else holds it.
    drop(now);
    let request = Request::Decide {
        seat,
        decision,
        command: command.clone(),
    };
    let answer = app
        .store
        .matches
        .decide_with_note(id, &asker, request, received_at, note)
        .await;
    let answer = match answer {
        Ok(answer) => answer,
        Err(error) => return Err(refused(&app, error, game, (id, seat)).await),
    };
    let begun_at = answer.commit.line.after.version;
    let before = if begun_at == version {
        before
    } else {
        view(&app.store.matches.at(id, begun_at).await?, seat)
    };
    let gain = gain(before.as_ref(), &command);
    let made = made(&app, &answer, (seat, decision), gain, &listed.0).await?;
    Ok(reply::replayed(reply::ok(&made), answer.replayed))
}

/// Try a decision
///
/// Checks a command in full, as if it were put as this decision, and writes nothing. The outcome of
/// chance is not revealed. A command that would be refused is refused here with the same problem.
#[utoipa::path(operation_id = "tryDecision", tag = "Decisions",
    params(DecisionPath), request_body = Command,
    responses((status = 200, description = "The decision could be made.", body = Tried)))]
#[post("/matches/{id}/seats/{seat}/decisions/{decision}/dry-run")]
pub(crate) async fn try_decision(
    seated: Seated,
    path: Path<DecisionPath>,
    body: Result<Json<Command>, ApiError>,
    app: web::Data<App>,
) -> Result<HttpResponse, ApiError> {
    let Seated {
        id,
        seat,
        asker,
        now,
    } = seated;
    let game = now.game.terms.options.game();
    let body = body.map_err(|error| error.about(game, Some((id, seat))))?;
    let (command, decision) = (body.value, path.0.decision);
    let request = Request::Decide {
        seat,
        decision,
        command: command.clone(),
    };
    let tried = app.store.matches.try_out(id, &asker, request).await;
    let tried = match tried {
        Ok(tried) => tried,
        Err(error) => return Err(refused(&app, error, game, (id, seat)).await),
    };
    let view = view(&tried.now.game, seat);
    Ok(reply::ok(&Tried {
        id,
        seat,
        decision,
        version: tried.now.version(),
        gain: gain(view.as_ref(), &command),
    }))
}

/// A refusal, with where the legal commands of the seat are, or with what it owes now if
/// its decision was closed.
async fn refused(
    app: &App,
    error: RequestError,
    game: GameId,
    (id, seat): (MatchId, Seat),
) -> ApiError {
    let is_overtaken = matches!(
        &error,
        RequestError::Rejected(rejection) if rejection.cause == Some(Refused::Overtaken)
    );
    if !is_overtaken {
        return ApiError::from(error).about(game, Some((id, seat)));
    }
    match app.store.matches.current(id).await {
        Ok(now) => ApiError::from(error).overtaken(due_now(&now.game, id, seat)),
        Err(error) => error.into(),
    }
}

/// What a seat owes now, if anything.
fn due_now(game: &Match, id: MatchId, seat: Seat) -> Option<Owed> {
    let table = owes(game, seat)?;
    let legal = table.state.view(Viewer::Seat(seat)).legal();
    let legal = cast::<u32>(legal.len());
    Some(Owed::of(id, seat, table, legal))
}

/// The answer to a decision, always the same except for a sample.
async fn made(
    app: &App,
    answer: &Answer,
    (seat, decision): (Seat, u32),
    gain: i32,
    listed: &LegalQuery,
) -> Result<Made, ApiError> {
    let id = answer.now.id;
    let version = answer.commit.line.tip().version;
    let then;
    let after = if answer.now.version() == version {
        &answer.now.game
    } else {
        then = app.store.matches.at(id, version).await?;
        &then
    };
    let game = after.terms.options.game();
    let happened = history::disclosed_events(&answer.commit, game, Viewer::Seat(seat));
    let next = owes(after, seat).map(|table| next(id, seat, table, listed));
    Ok(Made {
        id,
        seat,
        decision,
        version,
        position: answer.commit.line.position,
        events: happened.collect(),
        gain,
        next: next.transpose()?,
        over: after.is_over(),
    })
}

/// What a seat owes next, with the legal commands that were asked for.
fn next(id: MatchId, seat: Seat, table: &Table, listed: &LegalQuery) -> Result<Next, ApiError> {
    let view = table.state.view(Viewer::Seat(seat));
    if !listed.lists() {
        let legal = cast::<u32>(view.legal().len());
        let owed = Owed::of(id, seat, table, legal);
        return Ok(Next { owed, legal: None });
    }
    let legal = legal::commands(&view, listed)?;
    Ok(Next {
        owed: Owed::of(id, seat, table, legal.count),
        legal: Some(legal.items),
    })
}

/// The table, if the player on `seat` owes a decision at it.
fn owes(game: &Match, seat: Seat) -> Option<&Table> {
    let table = game.table()?;
    let is_due = table.to_act().contains(seat) && table.has_player(seat);
    is_due.then_some(table)
}

/// Whether a seat has forfeited the match.
fn is_out(game: &Match, seat: Seat) -> bool {
    game.table()
        .is_some_and(|table| table.forfeits[seat].is_some())
}

fn view(game: &Match, seat: Seat) -> Option<View> {
    Some(game.table()?.state.view(Viewer::Seat(seat)))
}

fn gain(view: Option<&View>, command: &Command) -> i32 {
    view.map_or(0, |view| view.gain(command))
}

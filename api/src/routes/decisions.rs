//! Decisions: what a seat may play, and playing it.

use actix_web::{HttpResponse, get, post, put, web};
use domain::{
    Command, GameId, Refused, Rejection, Seat, View, Viewer,
    matches::{Match, Pick, Request, Table},
};
use store::{Answer, Asker, DecisionMade, Erasable, LiveMatch, MatchId, RequestError, Timestamp};

use super::{
    DecisionPath, SeatPath,
    due::{self, DueQuery, owes},
};
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
    stream::{history, poll::WaitQuery},
    wire::{ByAction, ByNumber, LegalCommands, Made, Next, Owed, Play, Tried},
};

/// List the legal commands of a seat
///
/// Every legal command of the decision that the seat owes, each exactly once; an empty list if it
/// owes none. A match that was opened with `legal` `none` or `count` answers 403 `legal_withheld`
/// while it runs; with `count`, `count_only=true` is answered.
#[utoipa::path(operation_id = "listLegalCommands", tag = "Decisions",
    extensions(("x-problems" = json!([422]))),
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
    let legal::Told { count, items, mask } = legal::told(&seated.now.game, &view, &query.0)?;
    let count = count.ok_or(Code::LegalWithheld)?;
    let items = items.or_else(|| query.0.only_counts().then(Vec::new));
    let items = items.ok_or_else(|| {
        Code::LegalWithheld.because("this match tells only how many: ask with `count_only=true`")
    })?;
    Ok(reply::ok(&LegalCommands { count, items, mask }))
}

/// Make a decision
///
/// The decision of your seat with this number, counted from zero. Safe to repeat: the same command
/// put again returns the same answer with the header `Idempotency-Replayed: true`; another command
/// for a decision already made is refused with 409 `decision_made`. Instead of the command you may
/// put its `number` or its action id, which means exactly that command: however it is named, it is
/// the same command, and the record keeps it written out. The answer holds what happened
/// and what this seat owes next; ask with `sample`, `limit` or `with` to get its legal commands too.
/// Ask with `due=next` to get the next decision of any of your seats in full, and with `wait` also
/// to wait for it: then a match takes one request for each decision.
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
    params(DecisionPath, LegalQuery, DueQuery, WaitQuery, NoteHeader), request_body = Play,
    responses((status = 200, description = "The decision was made.", body = Made)))]
#[put("/matches/{id}/seats/{seat}/decisions/{decision}")]
pub(crate) async fn put_decision(
    seated: Seated,
    path: Path<DecisionPath>,
    (listed, owed, wait): (Query<LegalQuery>, Query<DueQuery>, Query<WaitQuery>),
    Note(note): Note,
    body: Result<Json<Play>, ApiError>,
    app: web::Data<App>,
) -> Result<HttpResponse, ApiError> {
    let received_at = app.store.matches.now();
    legal::ensure_told(&seated.now.game, &listed.0)?;
    let wait = owed.0.wait(&wait.0)?;
    let (number, play) = (path.0.decision, body.map(|body| body.value));
    let decided = Decided {
        number,
        play,
        note,
        received_at,
    };
    let (asked, wanted) = ((seated.own_seats, seated.seat), owed.0.wanted());
    // What `due` lists, `next` need not list as well.
    let (nothing, listed) = (LegalQuery::default(), &listed.0);
    let of_next = if wanted.is_some() { &nothing } else { listed };
    let (mut made, replayed) = decide(&app, seated, decided, of_next).await?;
    if let Some(wanted) = wanted {
        let owed = due::by_player(&app, made.id, asked, (wanted, wait), listed).await?;
        made.due = Some(owed);
    }
    Ok(reply::replayed(reply::ok(&made), replayed))
}

/// A decision as it was put.
pub(crate) struct Decided {
    pub(crate) number: u32,
    pub(crate) play: Result<Play, ApiError>,
    pub(crate) note: Option<Erasable>,
    pub(crate) received_at: Timestamp,
}

/// Makes a decision: what came of it, and whether it had been made before.
pub(crate) async fn decide(
    app: &App,
    seated: Seated,
    decided: Decided,
    listed: &LegalQuery,
) -> Result<(Made, bool), ApiError> {
    let Decided {
        number: decision,
        play,
        note,
        received_at,
    } = decided;
    let Seated {
        id,
        seat,
        asker,
        now,
        ..
    } = seated;
    let game = now.game.terms.options.game();
    let command = match command(app, &now, (seat, decision), play).await {
        Ok(command) => command,
        Err(error) => {
            count(app, id, &asker, (seat, decision), &error).await?;
            return Err(refused(app, error, game, (id, seat)).await);
        }
    };
    // The store changes the match in place when nobody else holds it.
    drop(now);
    let of = (seat, decision);
    let decided = app
        .store
        .matches
        .decide_with_note(id, &asker, of, command.clone(), received_at, note)
        .await;
    let DecisionMade { answer, before } = match decided {
        Ok(decided) => decided,
        Err(error) => return Err(refused(app, error.into(), game, (id, seat)).await),
    };
    let gain = gain(before.as_ref(), &command);
    let made = made(app, &answer, of, gain, listed).await?;
    Ok((made, answer.replayed))
}

/// Try a decision
///
/// Checks a command in full, as if it were put as this decision, and writes nothing. The outcome of
/// chance is not revealed. A command that would be refused is refused here with the same problem.
/// In a match that withholds what is legal (`legal` is `none` or `count`) such a refusal is a try,
/// like that of a put.
#[utoipa::path(operation_id = "tryDecision", tag = "Decisions",
    params(DecisionPath), request_body = Play,
    responses((status = 200, description = "The decision could be made.", body = Tried)))]
#[post("/matches/{id}/seats/{seat}/decisions/{decision}/dry-run")]
pub(crate) async fn try_decision(
    seated: Seated,
    path: Path<DecisionPath>,
    body: Result<Json<Play>, ApiError>,
    app: web::Data<App>,
) -> Result<HttpResponse, ApiError> {
    let Seated {
        id,
        seat,
        asker,
        now,
        ..
    } = seated;
    let game = now.game.terms.options.game();
    let decision = path.0.decision;
    let play = body.map(|body| body.value);
    let tried = match command(&app, &now, (seat, decision), play).await {
        Ok(command) => tried_out(&app, (id, &asker), (seat, decision), command).await,
        Err(error) => Err(error),
    };
    let (tried, command) = match tried {
        Ok(tried) => tried,
        Err(error) => {
            if now.game.dry_run_is_a_try() {
                count(&app, id, &asker, (seat, decision), &error).await?;
            }
            return Err(refused(&app, error, game, (id, seat)).await);
        }
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

/// What a command would lead to, and the command.
async fn tried_out(
    app: &App,
    (id, asker): (MatchId, &Asker),
    (seat, decision): (Seat, u32),
    command: Command,
) -> Result<(store::Tried, Command), ApiError> {
    let request = Request::Decide {
        seat,
        decision,
        command: command.clone(),
    };
    let tried = app.store.matches.try_out(id, asker, request).await?;
    Ok((tried, command))
}

/// Counts a refusal that the store did not give, if it is a try against the rules. Of a decision
/// that is not due it is none.
async fn count(
    app: &App,
    id: MatchId,
    asker: &Asker,
    of: (Seat, u32),
    refusal: &ApiError,
) -> Result<(), ApiError> {
    if let Some(code) = refusal.tried()
        && let Err(failed @ RequestError::Store(_)) =
            app.store.matches.tried(id, asker, of, code).await
    {
        return Err(failed.into());
    }
    Ok(())
}

/// The command to play. One that was put before is named by the list of that time.
async fn command(
    app: &App,
    now: &LiveMatch,
    (seat, decision): (Seat, u32),
    play: Result<Play, ApiError>,
) -> Result<Command, ApiError> {
    let pick = match play? {
        Play::Command(command) => return Ok(command),
        Play::Number(ByNumber { number }) => Pick::Number(number),
        Play::Action(ByAction { action }) => Pick::Action(action),
    };
    let picked = now.game.picked(seat, decision, pick);
    let is_made = |rejection: &Rejection| rejection.cause == Some(Refused::DecisionMade);
    if picked.as_ref().is_err_and(is_made)
        && let Some(before) = app.store.matches.before(now.id, seat, decision).await?
    {
        return Ok(before
            .picked(seat, decision, pick)
            .map_err(RequestError::from)?);
    }
    Ok(picked.map_err(RequestError::from)?)
}

/// A refusal, with where the legal commands of the seat are, or with what it owes now if
/// its decision was closed.
async fn refused(
    app: &App,
    error: ApiError,
    game: GameId,
    (id, seat): (MatchId, Seat),
) -> ApiError {
    if !error.is_overtaken() {
        return error.about(game, Some((id, seat)));
    }
    match app.store.matches.current(id).await {
        Ok(now) => error.overtaken(due_now(&now.game, id, seat)),
        Err(error) => error.into(),
    }
}

/// What a seat owes now, if anything.
fn due_now(game: &Match, id: MatchId, seat: Seat) -> Option<Owed> {
    let table = owes(game, seat)?;
    let count = legal::count(game, &table.state.view(Viewer::Seat(seat)));
    Some(Owed::of(id, seat, table, count))
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
    let next = owes(after, seat).map(|table| next((id, after), seat, table, listed));
    Ok(Made {
        id,
        seat,
        decision,
        version,
        position: answer.commit.line.position,
        offered_at: answer.commit.cause.offered_at,
        received_at: answer.commit.cause.received_at,
        decided_in_ms: answer.commit.cause.decided_in_ms(),
        events: happened.collect(),
        gain,
        next: next.transpose()?,
        due: None,
        over: after.is_over(),
    })
}

/// What a seat owes next, with the legal commands that were asked for.
fn next(
    (id, game): (MatchId, &Match),
    seat: Seat,
    table: &Table,
    listed: &LegalQuery,
) -> Result<Next, ApiError> {
    let view = table.state.view(Viewer::Seat(seat));
    if !listed.asks() {
        let owed = Owed::of(id, seat, table, legal::count(game, &view));
        return Ok(Next {
            owed,
            legal: None,
            mask: None,
        });
    }
    let legal = legal::told(game, &view, listed)?;
    Ok(Next {
        owed: Owed::of(id, seat, table, legal.count),
        legal: legal.items.filter(|_| listed.lists()),
        mask: legal.mask,
    })
}

fn view(game: &Match, seat: Seat) -> Option<View> {
    Some(game.table()?.state.view(Viewer::Seat(seat)))
}

fn gain(view: Option<&View>, command: &Command) -> i32 {
    view.map_or(0, |view| view.gain(command))
}

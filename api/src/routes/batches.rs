//! Batches: many matches of the server's own bots and of players who accept, planned at once.

use actix_web::{HttpRequest, HttpResponse, get, post, web};
use domain::{BySeat, GameId, Secret};
use serde::Deserialize;
use store::{
    Batch, BatchId, Plan,
    batches::{AT_ONCE, BatchProgress, Dealing, LineUpSeat},
    statistics::{BatchResults, BotResult, Filter, PairResult},
};
use utoipa::IntoParams;

use super::{opening, settings};
use crate::{
    http::{
        app::App,
        auth::Player,
        body::arranging,
        codes::Code,
        error::ApiError,
        extract::{Json, Key, KeyHeader, Path, Query},
        listing,
        read_your_writes::{self, AtLeastQuery},
        reply,
    },
    stats::{canonical, links, query::MIN_N, tabular},
    stream,
    wire::{
        BatchComparison, BatchInfo, BatchLinks, BatchReport, BotResults, LineUp, LineUps, Named,
        Page, PlanBatch, ServerSentEvents,
    },
};

/// The most line-ups of a batch.
pub(crate) const LINE_UPS: usize = 16;
/// The most deals of a batch.
pub(crate) const DEALS: u32 = 10_000;
/// The most matches of a batch.
pub(crate) const MATCHES: u64 = 100_000;

/// The batch that the path names.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Path)]
pub(crate) struct BatchPath {
    /// The id of the batch.
    pub(crate) id: BatchId,
}

/// Which batches to list.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct BatchesQuery {
    /// Only batches of this game.
    game: Option<GameId>,
}

/// Play a batch of matches
///
/// Many matches of the server's own bots and of players. Players in a line-up must accept
/// (`/batches/{id}/accept`), but for you who plan it; until all have, the batch is `waiting`, for a
/// week at most. Then its matches run, at most 16 at once: `GET /v1/stream?mine=true` says whose
/// turn it is in all of them. A player who forfeits a match (`clock`, `on_timeout: forfeit`) ends
/// the batch: no further deal is begun, what was begun is played to its end, and the result is
/// marked `partial`. Deals of forfeited matches are not observed by the test. With `duplicate` each
/// deal is played once for every rotation of each line-up, so the luck of the deal and of the seat
/// cancels out; `stop` ends the batch as soon as enough is known. A batch is stored: if the server
/// restarts, the batch continues where it was. Its matches are ordinary public ones and are counted
/// in the statistics; `where=batch:b_…` selects only them. `/version` says how many batches run at
/// once, of yours and in all, and how much they may write in a day (429 `too_many_batches`,
/// `quota_used`). A body with an arranged table may be as long as when a match is opened.
#[utoipa::path(operation_id = "planBatch", tag = "Batches",
    extensions(("x-problems" = json!([404]))), params(KeyHeader),
    request_body = PlanBatch,
    responses((status = 201, description = "The batch, which is being played.",
        body = Named<BatchInfo>)))]
#[post("/batches")]
pub(crate) async fn plan_batch(
    Player(asker): Player,
    key: Key,
    body: Json<PlanBatch>,
    app: web::Data<App>,
) -> Result<HttpResponse, ApiError> {
    let player = asker.player().expect("a player asks");
    let key = key.of(&player.0, "planBatch", &body.bytes);
    let (game, seed) = (body.value.game, body.value.seed);
    let mut wanted = body.value;
    let arranged = arranging::read(&app, wanted.arranged.take()).await?;
    let plan = Plan {
        arranged: arranged.map(Secret::Known),
        ..plan(&wanted)?
    };
    for player in plan.players() {
        if !app.is_living(&player).await? {
            return Err(Code::UnknownPlayer.at("/line_ups", Code::UnknownPlayer.title()));
        }
    }
    let planned = app.store.batches.plan(&asker, plan, seed, key).await;
    let planned = planned.map_err(|error| {
        let refused = ApiError::from(error).about(game, None);
        arranging::located(refused, &body.bytes)
    })?;
    let batch = Named::of(&app.store.players, info(&planned.batch));
    let response = reply::created(&batch.answer.links.this, &batch);
    Ok(reply::replayed(response, planned.replayed))
}

/// List batches
///
/// The newest first.
#[utoipa::path(operation_id = "listBatches", tag = "Batches", security(()),
    params(BatchesQuery, listing::PageQuery, AtLeastQuery),
    responses((status = 200, description = "A page of batches.", body = Named<Page<BatchInfo>>)))]
#[get("/batches")]
pub(crate) async fn list_batches(
    request: HttpRequest,
    query: Query<BatchesQuery>,
    page: Query<listing::PageQuery>,
    app: web::Data<App>,
) -> Result<HttpResponse, ApiError> {
    let part = page.0.part(&request)?;
    read_your_writes::seen(&request, |at| app.store.at_least(at)).await?;
    let page = app
        .store
        .batches
        .list(query.0.game, part.after(), part.limit);
    let page = page.map(|batch| info(&batch));
    Ok(part.reply_named(&request, &app.store.players, page))
}

/// Get a batch
///
/// Its progress, the results of each bot, and how the bots compare: `difference` takes into account
/// what they have in common, `apart` treats them as if they shared no deal, and `paired` compares
/// deal by deal and says how much narrower that made the interval. For a sequential test: its
/// log-likelihood ratio, both bounds, and its verdict. Numbers based on fewer than 5 values are
/// withheld.
#[utoipa::path(operation_id = "getBatch", tag = "Batches", security(()),
    params(BatchPath, AtLeastQuery),
    responses((status = 200, description = "The batch with its results.", body = Named<BatchReport>)))]
#[get("/batches/{id}")]
pub(crate) async fn get_batch(
    request: HttpRequest,
    path: Path<BatchPath>,
    app: web::Data<App>,
) -> Result<HttpResponse, ApiError> {
    read_your_writes::seen(&request, |at| app.store.statistics.at_least(at)).await?;
    let (batches, statistics) = (app.store.batches.clone(), app.store.statistics.clone());
    let batch = batches.get(path.0.id);
    let batch = batch.ok_or(Code::UnknownBatch)?;
    let report = move || {
        report(
            &batch,
            batches.progress(&batch),
            statistics.results_of(&batch, MIN_N),
        )
    };
    let report = tabular::off_thread(&app.looks, report).await?;
    Ok(reply::ok(&Named::of(&app.store.players, report)))
}

/// Follow a batch
///
/// Server-sent events: `hello`; then the progress of the batch each time it changes, with the
/// number of matches played as `id`; a `heartbeat` after every seven seconds without news; and
/// `end` when its last match is over. Connect again at any time: the first event gives the current
/// state. If the batch has ended and `Last-Event-ID` is its last id, the answer is 204, which tells
/// browsers to stop.
#[utoipa::path(operation_id = "followBatch", tag = "Batches", security(()),
    params(BatchPath,
        ("Last-Event-ID" = Option<u32>, Header, description = "The last id that you have.")),
    responses(
        (status = 200, description = "The progress of the batch, as events.", body = ServerSentEvents,
            content_type = "text/event-stream"),
        (status = 204, description = "The batch has ended, and you have its last event.")))]
#[get("/batches/{id}/events")]
pub(crate) async fn follow_batch(
    request: HttpRequest,
    path: Path<BatchPath>,
    app: web::Data<App>,
) -> Result<HttpResponse, ApiError> {
    let known = super::events::last_event_id(&request)?;
    read_your_writes::counted(&app.store).await?;
    let batches = app.store.batches.clone();
    let watching = tabular::off_thread(&app.looks, move || batches.watch(path.0.id)).await?;
    let watching = watching.ok_or(Code::UnknownBatch)?;
    stream::batches::answer(&app, watching, known).await
}

/// Stop a batch
///
/// Only the host may do this. No further deal is begun. Deals that have begun are played to their
/// end, so that none is left half played. Stopping twice changes nothing.
#[utoipa::path(operation_id = "stopBatch", tag = "Batches", params(BatchPath),
    responses((status = 200, description = "The batch, which will begin no further deal.",
        body = Named<BatchInfo>)))]
#[post("/batches/{id}/stop")]
pub(crate) async fn stop_batch(
    Player(asker): Player,
    path: Path<BatchPath>,
    app: web::Data<App>,
) -> Result<HttpResponse, ApiError> {
    let batch = app.store.batches.get(path.0.id);
    let batch = batch.ok_or(Code::UnknownBatch)?;
    if asker.player() != Some(&batch.host) {
        return Err(Code::NotYours.because("only its host may stop a batch"));
    }
    let stopped = app.store.batches.stop(batch.id, &asker).await?;
    Ok(reply::ok(&Named::of(&app.store.players, info(&stopped))))
}

/// Accept a batch
///
/// Only players of its line-ups may do this, each for themselves. Once all have, its matches begin.
/// Accepting twice changes nothing.
#[utoipa::path(operation_id = "acceptBatch", tag = "Batches", params(BatchPath),
    extensions(("x-problems" = json!([409]))),
    responses((status = 200, description = "The batch, which waits for others or is being played.",
        body = Named<BatchInfo>)))]
#[post("/batches/{id}/accept")]
pub(crate) async fn accept_batch(
    Player(asker): Player,
    path: Path<BatchPath>,
    app: web::Data<App>,
) -> Result<HttpResponse, ApiError> {
    let accepted = app.store.batches.accept(path.0.id, &asker).await;
    let accepted = accepted.map_err(|error| ApiError::of_request(error, Code::UnknownBatch))?;
    Ok(reply::ok(&Named::of(&app.store.players, info(&accepted))))
}

/// Refuse a batch, or withdraw from it
///
/// Only players of its line-ups may do this. No further deal is begun, and the batch is marked
/// `partial`. Your seats in its matches that have begun forfeit at once, as if you had left each;
/// matches to come of a deal that has begun are still played, and you can leave them by asking again.
/// Otherwise doing it twice changes nothing.
#[utoipa::path(operation_id = "refuseBatch", tag = "Batches", params(BatchPath),
    responses((status = 200, description = "The batch, which will begin no further deal.",
        body = Named<BatchInfo>)))]
#[post("/batches/{id}/refuse")]
pub(crate) async fn refuse_batch(
    Player(asker): Player,
    path: Path<BatchPath>,
    app: web::Data<App>,
) -> Result<HttpResponse, ApiError> {
    let refused = app.store.batches.refuse(path.0.id, &asker).await;
    let refused = refused.map_err(|error| ApiError::of_request(error, Code::UnknownBatch))?;
    Ok(reply::ok(&Named::of(&app.store.players, info(&refused))))
}

fn has_players(line_ups: &[BySeat<LineUpSeat>]) -> bool {
    let mut seats = line_ups.iter().flat_map(BySeat::iter);
    seats.any(|(_, at)| at.contestant().player().is_some())
}

/// What is played, but for what was arranged.
fn plan(wanted: &PlanBatch) -> Result<Plan, ApiError> {
    if !(1..=DEALS).contains(&wanted.count) {
        return Err(
            Code::MalformedBody.at("/count", format_args!("count must be from 1 to {DEALS}"))
        );
    }
    let LineUps(line_ups) = &wanted.line_ups;
    let seats: Option<Vec<_>> = line_ups.iter().map(LineUp::seats).collect();
    let seats = seats.filter(|_| (1..=LINE_UPS).contains(&line_ups.len()));
    let seats = seats.ok_or_else(|| {
        let detail =
            format!("a batch must have 1 to {LINE_UPS} line-ups of at most 100 seats each");
        Code::MalformedBody.at("/line_ups", detail)
    })?;
    let plan = Plan {
        options: opening::options(wanted.game, wanted.options.as_deref())?,
        settings: Box::new(settings::of_batch(
            wanted.game,
            wanted.settings(),
            has_players(&seats),
        )?),
        line_ups: seats,
        deals: wanted.count,
        dealing: if wanted.duplicate {
            Dealing::Duplicate
        } else {
            Dealing::Own
        },
        stop: wanted.stop.clone(),
        arranged: None,
    };
    if plan.deal_closed() && plan.rotations() > AT_ONCE {
        let detail = format!(
            "with players, a deal may be played at most {AT_ONCE} times: all its matches run at the \
             same time"
        );
        return Err(Code::InvalidSettings.at("/line_ups", detail));
    }
    if plan.matches() > MATCHES {
        let detail = "a batch may have at most 100000 matches: ask for fewer deals or line-ups";
        return Err(Code::TooManyMatches.because(detail));
    }
    Ok(plan)
}

/// A batch as it is sent.
pub(crate) fn info(batch: &Batch) -> BatchInfo {
    let this = format!("/v1/batches/{}", batch.id);
    let plan = &batch.plan;
    let of_batch = [
        Filter::is_in("batch", &[&batch.id.to_string()]),
        Filter::is_known("rules"),
        Filter::is_known("foreknown"),
        Filter::is_known("deal_closed"),
    ];
    BatchInfo {
        id: batch.id,
        position: batch.last,
        options: plan.options.clone(),
        line_ups: LineUps(plan.line_ups.iter().map(LineUp::of).collect()),
        count: plan.deals,
        duplicate: plan.dealing == Dealing::Duplicate,
        deal_closed: plan.deal_closed(),
        settings: (*plan.settings).clone(),
        missing: batch.missing.iter().cloned().collect(),
        matches: plan.matches(),
        seed: batch.seed(),
        seed_known: batch.seed_known,
        arranged: plan.arranged.as_ref().map(|it| it.get().kind()),
        stop: plan.stop.clone(),
        host: batch.host.clone(),
        state: batch.state(),
        stopped: batch.stopped.clone(),
        partial: batch.is_partial(),
        created_at: batch.created_at,
        ended_at: batch.ended_at,
        links: BatchLinks {
            events: format!("{this}/events"),
            matches: canonical::matches_link(plan.options.game(), &of_batch),
            this,
        },
    }
}

/// A batch and its results, as they are sent.
pub(crate) fn report(batch: &Batch, progress: BatchProgress, results: BatchResults) -> BatchReport {
    BatchReport {
        batch: info(batch),
        progress,
        bots: results.bots.into_iter().map(bot).collect(),
        comparisons: results.comparisons.iter().map(comparison).collect(),
    }
}

fn bot(of_bot: BotResult) -> BotResults {
    BotResults {
        bot: of_bot.bot,
        seats: of_bot.final_score.n,
        final_score: of_bot.final_score,
        win_index: of_bot.win_index,
    }
}

fn comparison(of_two: &PairResult) -> BatchComparison {
    BatchComparison::of(of_two, links::compare(&of_two.comparison, MIN_N))
}

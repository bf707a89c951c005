//! Batches: many matches of the server's own bots, planned at once.

use actix_web::{HttpRequest, HttpResponse, get, post, web};
use domain::{GameId, Secret};
use serde::Deserialize;
use store::{
    Batch, BatchId, Plan,
    batches::{Dealing, Progress},
    statistics::{BatchResults, BotResult, Filter, PairResult},
};
use utoipa::IntoParams;

use super::opening;
use crate::{
    http::{
        app::App,
        at_least::{self, AtLeastQuery},
        auth::Player,
        body::arranging,
        codes::Code,
        error::ApiError,
        extract::{Json, Key, KeyHeader, Path, Query},
        listing, reply,
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
    id: BatchId,
}

/// Which batches to list.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct BatchesQuery {
    /// Of this game.
    game: Option<GameId>,
}

/// Play a batch of matches
///
/// Many matches of the server's own bots, without anybody's help. With `duplicate` each
/// deal is played once for every rotation of each line-up, so the luck of the deal and
/// of the seat cancels out; `stop` ends the batch as soon as enough is known. A batch is
/// kept: a server that is restarted goes on where it was. Its matches are ordinary public
/// ones, counted in the statistics, where `where=batch:b_…` asks for them alone. How many
/// run at once, of yours and of all, and how much they may write in a day, is in
/// `/version` (429 `too_many_batches`, `quota_used`). Settings of matches that are not obeyed
/// yet are refused as when a match is opened (`not_supported_yet`), and an arranged table
/// may be as long as there.
#[utoipa::path(operation_id = "planBatch", tag = "Batches", params(KeyHeader),
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
    at_least::seen(&request, |at| app.store.at_least(at)).await?;
    let page = app
        .store
        .batches
        .list(query.0.game, part.after(), part.limit);
    let page = page.map(|batch| info(&batch));
    Ok(part.reply_named(&request, &app.store.players, page))
}

/// Get a batch
///
/// Its progress, the results of each bot, and how they compare: `difference` with what
/// they have in common, `apart` as if they had no deal in common, `paired` deal by deal,
/// and how much narrower that made the interval. If it has a sequential test: its
/// log-likelihood ratio, both bounds, and its verdict. Numbers of fewer than 5 values are
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
    at_least::seen(&request, |at| app.store.statistics.at_least(at)).await?;
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
/// Server-sent events: `hello`, then how far the batch has come each time that changes,
/// under the number of matches played as `id`, a `heartbeat` every seven seconds without
/// news, and `end` when its last match is over. Connect again at any time: the first
/// event tells how it stands. With the last `Last-Event-ID` of a batch that has ended the
/// answer is 204, which tells browsers to stop.
#[utoipa::path(operation_id = "followBatch", tag = "Batches", security(()),
    params(BatchPath,
        ("Last-Event-ID" = Option<u32>, Header, description = "The last id you have.")),
    responses(
        (status = 200, description = "How far it has come.", body = ServerSentEvents,
            content_type = "text/event-stream"),
        (status = 204, description = "It has ended, as you know.")))]
#[get("/batches/{id}/events")]
pub(crate) async fn follow_batch(
    request: HttpRequest,
    path: Path<BatchPath>,
    app: web::Data<App>,
) -> Result<HttpResponse, ApiError> {
    let known = super::events::last_event_id(&request)?;
    let batches = app.store.batches.clone();
    let watching = tabular::off_thread(&app.looks, move || batches.watch(path.0.id)).await?;
    let watching = watching.ok_or(Code::UnknownBatch)?;
    stream::batches::answer(&app, watching, known).await
}

/// Stop a batch
///
/// Its host only. No further deal is begun; those that were are played to their end, so
/// that none is half played. Stopping twice changes nothing.
#[utoipa::path(operation_id = "stopBatch", tag = "Batches", params(BatchPath),
    responses((status = 200, description = "The batch, which begins no further deal.",
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
        return Err(Code::NotYours.because("only its host stops a batch"));
    }
    let stopped = app.store.batches.stop(batch.id, &asker).await?;
    Ok(reply::ok(&Named::of(&app.store.players, info(&stopped))))
}

/// What is played, but for what was arranged.
fn plan(wanted: &PlanBatch) -> Result<Plan, ApiError> {
    if !(1..=DEALS).contains(&wanted.count) {
        return Err(Code::MalformedBody.at("/count", format_args!("count is 1 to {DEALS}")));
    }
    let LineUps(line_ups) = &wanted.line_ups;
    let bots: Option<Vec<_>> = line_ups.iter().map(LineUp::bots).collect();
    let bots = bots.filter(|_| (1..=LINE_UPS).contains(&line_ups.len()));
    let bots = bots.ok_or_else(|| {
        let detail = format!("1 to {LINE_UPS} line-ups, each of at most 100 seats");
        Code::MalformedBody.at("/line_ups", detail)
    })?;
    let plan = Plan {
        options: opening::options(wanted.game, wanted.options.as_deref())?,
        line_ups: bots,
        deals: wanted.count,
        dealing: if wanted.duplicate {
            Dealing::Duplicate
        } else {
            Dealing::Own
        },
        stop: wanted.stop,
        arranged: None,
    };
    if plan.matches() > MATCHES {
        let detail = "a batch over HTTP has at most 100000 matches: fewer deals, or fewer line-ups";
        return Err(Code::TooManyMatches.because(detail));
    }
    Ok(plan)
}

/// A batch as it is told.
pub(crate) fn info(batch: &Batch) -> BatchInfo {
    let this = format!("/v1/batches/{}", batch.id);
    let plan = &batch.plan;
    let of_batch = [
        Filter::is_in("batch", &[&batch.id.to_string()]),
        Filter::is_known("rules"),
    ];
    BatchInfo {
        id: batch.id,
        position: batch.last,
        options: plan.options.clone(),
        line_ups: LineUps(plan.line_ups.iter().map(LineUp::of).collect()),
        count: plan.deals,
        duplicate: plan.dealing == Dealing::Duplicate,
        matches: plan.matches(),
        seed: batch.seed(),
        seed_known: batch.seed_known,
        arranged: plan.arranged.as_ref().map(|it| it.get().kind()),
        stop: plan.stop,
        host: batch.host.clone(),
        state: batch.state(),
        stopped: batch.stopped,
        created_at: batch.created_at,
        ended_at: batch.ended_at,
        links: BatchLinks {
            events: format!("{this}/events"),
            matches: canonical::matches_link(plan.options.game(), &of_batch),
            this,
        },
    }
}

/// A batch and what it has come to, as it is told.
pub(crate) fn report(batch: &Batch, progress: Progress, results: BatchResults) -> BatchReport {
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

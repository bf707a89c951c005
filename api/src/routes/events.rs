//! Events: what happened in a match, as a page, as lines, or as a stream.

use std::{sync::Arc, time::Duration};

use actix_web::{HttpRequest, HttpResponse, get, web};
use domain::{Seat, Viewer};
use serde::Deserialize;
use store::{LiveMatch, Record};
use utoipa::IntoParams;

use super::MatchPath;
use crate::{
    http::{
        accept, app::App, auth::Reader, codes::Code, error::ApiError, extract::Query,
        listing::limit::Limit, reply,
    },
    stream::{
        follow::{self, Framing, Kinds, Pace, Subscription},
        history,
        poll::{self, WaitQuery},
    },
    wire::{Events, ServerSentEvents},
};

/// The most events of one page.
// Longer than any match of four, so that most histories are one page.
pub(crate) const PAGE: u32 = 5000;

/// How many events a page has.
type Listed = Limit<PAGE, PAGE>;

/// Which events.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct EventsQuery {
    /// Only events after this step: 0, or the version you know. A step beyond the last event is
    /// refused with 400 `after_the_end`. In a stream, `Last-Event-ID` has the same meaning.
    after: Option<u32>,
    /// The most items in this answer.
    #[param(inline)]
    limit: Option<Listed>,
    /// Only events up to this step. For a match that is over, a step that it never reached is
    /// refused with 400 `after_the_end`.
    to: Option<u32>,
    /// Only events of these types, separated by commas, like `played,ended`.
    #[param(
        max_length = 200,
        pattern = "^(opened|forked|seat_taken|seat_left|started|resumed|decided|played|ended)(,(opened|forked|seat_taken|seat_left|started|resumed|decided|played|ended))*$"
    )]
    types: Option<String>,
    /// The seat whose view of the events to show; it must be yours while the match runs.
    seat: Option<Seat>,
    /// For NDJSON: continue with new events until the match is over. A blank line every seven
    /// seconds shows that the connection is alive. For a page it is refused with 422
    /// `requires_stream`.
    #[serde(default)]
    follow: bool,
    /// For a stream of a finished match: play it back with its original pauses, this many times as
    /// fast. No pause is longer than ten seconds.
    #[param(minimum = 1, maximum = 1000)]
    speed: Option<u32>,
}

/// Get the events of a match
///
/// One body for all forms, chosen by `Accept`: a page (`application/json`), lines
/// (`application/x-ndjson`), or a stream (`text/event-stream`). A stream begins with an event
/// `hello`, sends each event of the match with its step as `id`, sends a `heartbeat` every seven
/// seconds, and sends `end` when the match is over. Connect again with `Last-Event-ID` (browsers do
/// this) or `after`, and nothing is missed or repeated. A finished match with nothing new answers
/// 204, which tells browsers to stop. `limit` and `wait` are for pages (otherwise 422
/// `requires_page`): lines and streams contain all events.
#[utoipa::path(operation_id = "listEvents", tag = "Events",
    extensions(("x-problems" = json!([422]))), security((), ("token" = [])),
    params(MatchPath, EventsQuery, WaitQuery,
        ("Last-Event-ID" = Option<u32>, Header, description = "For a stream: the last step you \
            have. For other forms it is refused with 422 `requires_stream`.")),
    responses(
        (status = 200, description = "The events of the match.", content(
            (Events = "application/json"),
            (String = "application/x-ndjson"),
            (ServerSentEvents = "text/event-stream"))),
        (status = 204, description = "The stream has ended: nothing will follow.")))]
#[get("/matches/{id}/events")]
pub(crate) async fn list_events(
    reader: Reader,
    request: HttpRequest,
    query: Query<EventsQuery>,
    wait: Query<WaitQuery>,
    app: web::Data<App>,
) -> Result<HttpResponse, ApiError> {
    let query = query.0;
    let viewer = reader.viewer(query.seat)?;
    let kinds = Kinds::parse(query.types.as_deref())?;
    let form = Form::accepted(&request)?;
    let last = last_event_id(&request)?;
    let after = match form {
        Form::Stream => last.or(query.after),
        Form::Page | Form::Lines => query.after,
    };
    let (after, to) = (after.unwrap_or(0), query.to.unwrap_or(u32::MAX));
    let version = reader.now.version();
    follow::check_step(after, version)?;
    let wait = wait.0.duration()?;
    form.check(&query, wait, last)?;
    // Of a match that goes on, there may be such a step some day.
    if let (Some(to), true) = (query.to, reader.now.game.is_over()) {
        follow::check_step(to, version)?;
    }
    let pace = pace(&query, &form, &reader)?;
    let limit = query.limit.unwrap_or_default();
    let (framing, to) = match form {
        Form::Page => {
            let now = wait_for_events(&app, &reader, after, wait).await?;
            let last = to.min(now.version()).min(after.saturating_add(limit.get()));
            let record = reader.record(&app).read().await?;
            return Ok(page((&record, &now), viewer, &kinds, (after, last)));
        }
        Form::Stream if reader.now.game.is_over() && after == version => {
            return Ok(HttpResponse::NoContent().finish());
        }
        Form::Stream => (Framing::Stream, to),
        Form::Lines if query.follow => (Framing::Lines, to),
        Form::Lines => (Framing::Lines, to.min(version)),
    };
    let subscription = Subscription {
        id: reader.id,
        viewer,
        audience: reader.audience(),
        kinds,
        after,
        to,
        pace,
    };
    follow::answer(&app, vec![subscription], framing).await
}

/// How fast to tell what happened.
fn pace(query: &EventsQuery, form: &Form, reader: &Reader) -> Result<Pace, ApiError> {
    match (query.speed, form) {
        (None, _) => Ok(Pace::AtOnce),
        (Some(1..=1000), Form::Stream) if !reader.now.game.is_over() => {
            Err(Code::NotOver.because("only a match that is over can be played back"))
        }
        (Some(speed @ 1..=1000), Form::Stream) => Ok(Pace::Times(speed)),
        (Some(1..=1000), _) => {
            Err(Code::RequiresStream.because("speed is only for streams: a page is sent at once"))
        }
        (Some(_), _) => Err(Code::MalformedQuery.because("speed must be from 1 to 1000")),
    }
}

/// The match once it has events after `after`, or as it is when the wait runs out.
async fn wait_for_events(
    app: &App,
    reader: &Reader,
    after: u32,
    wait: Duration,
) -> Result<Arc<LiveMatch>, ApiError> {
    let is_news = |now: &LiveMatch| now.version() != after || now.game.is_over();
    let audience = reader.audience();
    poll::until(
        (&app.store, audience),
        Arc::clone(&reader.now),
        wait,
        is_news,
    )
    .await
}

fn page(
    (record, now): (&Record, &LiveMatch),
    viewer: Viewer,
    kinds: &Kinds,
    (after, last): (u32, u32),
) -> HttpResponse {
    let game = now.game.terms.options.game();
    let behind = record.partition_point(|commit| commit.line.tip().version <= after);
    let happened = record[behind..]
        .iter()
        .flat_map(|commit| history::disclosed_events(commit, game, viewer));
    let wanted = happened
        .skip_while(|happened| happened.step <= after)
        .take_while(|happened| happened.step <= last)
        .filter(|happened| kinds.include(&happened.event));
    reply::ok(&Events {
        items: wanted.collect(),
        next_after: last.max(after),
        version: now.version(),
        over: now.game.is_over(),
    })
}

/// How events are wanted.
enum Form {
    Page,
    Lines,
    Stream,
}

impl Form {
    fn accepted(request: &HttpRequest) -> Result<Form, ApiError> {
        let forms = [
            "application/json",
            "application/x-ndjson",
            "text/event-stream",
        ];
        Ok(match accept::best(request, &forms)? {
            "text/event-stream" => Form::Stream,
            "application/x-ndjson" => Form::Lines,
            _ => Form::Page,
        })
    }

    /// Refuses what this form would ignore.
    fn check(
        &self,
        query: &EventsQuery,
        wait: Duration,
        last: Option<u32>,
    ) -> Result<(), ApiError> {
        let is_page = matches!(self, Form::Page);
        let ignored = [
            (
                is_page && query.follow,
                Code::RequiresStream,
                "follow is for lines (`Accept: application/x-ndjson`): a page comes at once, or \
                 waits with `wait`",
            ),
            (
                last.is_some() && !matches!(self, Form::Stream),
                Code::RequiresStream,
                "Last-Event-ID is only for streams (`Accept: text/event-stream`): use `after`",
            ),
            (
                !is_page && (query.limit.is_some() || !wait.is_zero()),
                Code::RequiresPage,
                "limit and wait are only for pages: lines and streams contain all events",
            ),
        ];
        let first = ignored.into_iter().find(|(is_given, ..)| *is_given);
        first.map_or(Ok(()), |(_, code, detail)| Err(code.because(detail)))
    }
}

pub(super) fn last_event_id(request: &HttpRequest) -> Result<Option<u32>, ApiError> {
    let Some(id) = request.headers().get("last-event-id") else {
        return Ok(None);
    };
    let id = id.to_str().ok().and_then(|id| id.parse().ok());
    let malformed =
        || Code::MalformedHeader.because("Last-Event-ID must be a number, the id of an event");
    id.ok_or_else(malformed).map(Some)
}

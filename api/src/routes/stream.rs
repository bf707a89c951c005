//! One stream of many matches.

use actix_web::{HttpRequest, HttpResponse, get, web};
use store::{MatchId, Version};
use utoipa::IntoParams;

use crate::{
    http::{app::App, auth::Reader, codes::Code, error::ApiError, extract::Query},
    stream::follow::{self, Framing, Kinds, Pace, Subscription},
    wire::ServerSentEvents,
};

/// The most matches on one connection.
pub(crate) const MATCHES: usize = 100;

/// Which matches.
#[derive(IntoParams)]
#[into_params(parameter_in = Query)]
#[expect(dead_code, reason = "read as a list of pairs; here for the document")]
pub(crate) struct StreamQuery {
    /// The matches: each by its id, or by its id and the step after which to begin, like
    /// `m_0123456789abcdef0123456789abcdef:41`, which is the id of an event. If a match is named
    /// twice, the first entry counts.
    #[param(
        rename = "match",
        min_items = 1,
        max_items = 100,
        max_length = 45,
        pattern = "^m_[0-9a-f]{32}(:[0-9]{1,9})?$"
    )]
    matches: Vec<String>,
    /// Only events of these types, separated by commas, like `played,ended`.
    #[param(
        max_length = 200,
        pattern = "^(opened|forked|seat_taken|seat_left|started|resumed|decided|played|ended)(,(opened|forked|seat_taken|seat_left|started|resumed|decided|played|ended))*$"
    )]
    types: Option<String>,
}

/// Follow many matches
///
/// Server-sent events of up to a hundred matches on one connection: for each match a `hello`, its
/// events under ids like `m_…:41`, and `end` when it is over; and a `heartbeat` after every seven
/// seconds without news. The stream closes when all matches are over; if they already were and
/// nothing is new, the answer is 204. To continue after a break, connect again with the last id of
/// each match in `match`: nothing is missed or repeated. `Last-Event-ID` is not used, because it
/// names one match only.
#[utoipa::path(operation_id = "streamMatches", tag = "Events",
    extensions(("x-problems" = json!([404, 409]))), security((), ("token" = [])),
    params(StreamQuery),
    responses(
        (status = 200, description = "The events of the matches.", body = ServerSentEvents,
            content_type = "text/event-stream"),
        (status = 204, description = "Every match is over: nothing will follow.")))]
#[get("/stream")]
pub(crate) async fn stream_matches(
    request: HttpRequest,
    query: Query<Vec<(String, String)>>,
    app: web::Data<App>,
) -> Result<HttpResponse, ApiError> {
    let named = |name: &'static str| {
        let pairs = query.0.iter().filter(move |(key, _)| key == name);
        pairs.map(|(_, value)| value.as_str())
    };
    let kinds = Kinds::parse(named("types").next())?;
    let starts = starts(named("match"))?;
    let mut all = Vec::new();
    for (id, after) in starts {
        let reader = Reader::of(&request, &app, id).await?;
        let version = reader.now.version();
        follow::check_step(after, version)?;
        all.push(Subscription {
            id,
            viewer: reader.viewer(None)?,
            audience: reader.audience(),
            kinds: kinds.clone(),
            after,
            pace: Pace::AtOnce,
            to: if reader.now.game.is_over() {
                version
            } else {
                Version::MAX
            },
        });
    }
    if all.iter().all(|wanted| wanted.after >= wanted.to) {
        return Ok(HttpResponse::NoContent().finish());
    }
    follow::answer(&app, all, Framing::Many).await
}

/// Where to begin with each match.
fn starts<'a>(named: impl Iterator<Item = &'a str>) -> Result<Vec<(MatchId, Version)>, ApiError> {
    let mut starts: Vec<(MatchId, Version)> = Vec::new();
    for text in named {
        let start = start(text).ok_or_else(|| refused("match must be an id, or id:step"))?;
        if starts.iter().all(|(id, _)| *id != start.0) {
            starts.push(start);
        }
    }
    if starts.is_empty() || starts.len() > MATCHES {
        return Err(refused("name 1 to 100 matches"));
    }
    Ok(starts)
}

fn start(text: &str) -> Option<(MatchId, Version)> {
    let (id, after) = text.split_once(':').unwrap_or((text, "0"));
    let is_step = (1..=9).contains(&after.len()) && after.bytes().all(|byte| byte.is_ascii_digit());
    if !is_step {
        return None;
    }
    Some((id.parse().ok()?, after.parse().ok()?))
}

fn refused(detail: &str) -> ApiError {
    Code::MalformedQuery.because(detail)
}

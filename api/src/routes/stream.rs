//! One stream of many matches.

use actix_web::{FromRequest as _, HttpRequest, HttpResponse, get, web};
use store::{MatchId, Version};
use utoipa::IntoParams;

use crate::{
    http::{
        app::App,
        auth::{Player, Reader, Sent},
        codes::Code,
        error::ApiError,
        extract::Query,
    },
    stream::{
        follow::{self, Framing, Kinds, Pace, Subscription},
        mine,
    },
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
    matches: Option<Vec<String>>,
    /// `true`: all your matches that are not over, and those in which you sit down while you listen,
    /// any number at once, instead of `match`. This needs your token.
    mine: Option<bool>,
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
///
/// With `mine=true`: all your matches, for a bot that plays many at once, in a batch or not. An event
/// `turn` with `match`, `seat`, `decision`, `version` and `left_ms` (the time on your clock, or
/// `null`) tells each decision that falls due to you. At connecting, `hello` comes for each match,
/// those in which it is your turn first, the longest waiting before others, each followed by its
/// `turn`; events that happened before are not repeated. A match in which you sit down later is told
/// from its first event. The stream does not end by itself: after a break connect again, and what you
/// owe is told again.
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
    if is_mine(named("mine").next(), named("match").next())? {
        let Player(asker) = Player::extract(&request).await?;
        let player = asker.player().expect("a player asks").clone();
        return mine::answer(&app, player, kinds).await;
    }
    let starts = starts(named("match"))?;
    let mut all = Vec::new();
    for (id, after) in starts {
        let reader = Reader::of(Sent::with(&request), &app, id).await?;
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

/// Whether all matches of the caller are asked for.
fn is_mine(mine: Option<&str>, named: Option<&str>) -> Result<bool, ApiError> {
    match (mine, named) {
        (None | Some("false"), _) => Ok(false),
        (Some("true"), None) => Ok(true),
        (Some("true"), Some(_)) => Err(refused("with mine=true, leave match out: all are told")),
        (Some(_), _) => Err(refused("mine must be true or false")),
    }
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

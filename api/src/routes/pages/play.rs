//! Playing in a browser: the form that opens a match, and the page of a seat.

use std::collections::BTreeSet;

use ::web::page::{Asked, Chip, Choice, ForkPage, Opening, SeatPage, Seated, Unlisted, Value};
use actix_web::{HttpResponse, web};
use domain::{
    GameId, Seat, View, Viewer, Who,
    matches::{Legal, Match, MatchEvent},
};
use serde::Deserialize;
use serde_json::Value as Json;

use super::{assets, matches, names, options};
use crate::{
    http::{
        app::App,
        auth::Reader,
        codes::Code,
        contract::schema,
        error::ApiError,
        extract::{Path, Query},
        heavy_looks::Waiting,
        reply,
    },
    routes::GamePath,
    stream::history,
    wire,
};

/// As many sentences are shown of what happened: the last ones.
const SHOWN: usize = 12;

/// The form for the first game; the others are linked.
pub(super) async fn first() -> HttpResponse {
    opening_of(GameId::ALL[0])
}

pub(super) async fn opening(path: Path<GamePath>) -> Result<HttpResponse, ApiError> {
    Ok(opening_of(path.0.game()?))
}

fn opening_of(game: GameId) -> HttpResponse {
    let chip = |&of: &GameId| Chip {
        name: of.info().title.to_owned(),
        address: format!("/play/{}", wire::name(&of)),
        is_chosen: of == game,
    };
    let page = Opening {
        game,
        name: wire::name(&game),
        games: GameId::ALL.iter().map(chip).collect(),
        choices: choices(game),
    };
    assets::html(page.page(&assets::address))
}

/// What a host may choose from a list: switches and words. What is more than that, like a list
/// of seats, is left to the API.
fn choices(game: GameId) -> Vec<Choice> {
    let schema = schema::options_schema(game);
    let fields = schema["properties"].as_object();
    let choice = |(name, field): (&String, &Json)| {
        let mut values = values(field)?;
        let default = field["default"].to_string();
        values.sort_by_key(|value| value.json != default);
        Some(Choice {
            name: name.clone(),
            heading: options::heading(name),
            meaning: options::meaning(game, field),
            values,
        })
    };
    fields.into_iter().flatten().filter_map(choice).collect()
}

/// What a field may be, if it is one of a few values.
fn values(field: &Json) -> Option<Vec<Value>> {
    if let Some(words) = field["enum"].as_array() {
        return Some(words.iter().map(value).collect());
    }
    if let Some(parts) = field["oneOf"].as_array() {
        let of_each: Option<Vec<_>> = parts.iter().map(values).collect();
        return Some(of_each?.concat());
    }
    let kind = &field["type"];
    let kinds = kind.as_array();
    let kinds = kinds.map_or(std::slice::from_ref(kind), |kinds| &kinds[..]);
    let of_kind = |kind: &Json| match kind.as_str()? {
        "boolean" => Some(vec![value(&Json::Bool(true)), value(&Json::Bool(false))]),
        "null" => Some(vec![value(&Json::Null)]),
        _ => None,
    };
    let of_each: Option<Vec<_>> = kinds.iter().map(of_kind).collect();
    Some(of_each?.concat())
}

fn value(json: &Json) -> Value {
    let name = match (json.as_bool(), json.as_str()) {
        (Some(true), _) => "yes".to_owned(),
        (Some(false), _) => "no".to_owned(),
        (None, Some(word)) => options::value(word),
        (None, None) => "as usual".to_owned(),
    };
    Value {
        json: json.to_string(),
        name,
    }
}

/// What to show of a match.
#[derive(Debug, Deserialize)]
pub(super) struct SeatQuery {
    /// The seat that plays.
    seat: Option<Seat>,
    /// Tell what happened after so many events. Default: what happened last.
    since: Option<u32>,
}

/// The page is for whoever holds the seat: its script asks for it again with the token. To
/// everybody else it shows what spectators see.
pub(super) async fn seat(
    reader: Reader,
    query: Query<SeatQuery>,
    app: web::Data<App>,
) -> Result<HttpResponse, ApiError> {
    let viewer = match reader.viewer(query.0.seat) {
        Ok(viewer) => viewer,
        Err(_) => reader.viewer(None)?,
    };
    let own = viewer.seat();
    let game = &reader.now.game;
    let mut seats = matches::seated(&app, Some(game), game);
    matches::set_clocks(&app, &reader, &mut seats);
    let happened = happened(&app, &reader, viewer, query.0.since, &seats).await?;
    let table = game.table();
    let view = table.map(|table| table.state.view(viewer));
    let owes = own.filter(|&seat| table.is_some_and(|table| table.to_act().contains(seat)));
    let is_told = game.told_legal() == Legal::Full;
    let asked = view.as_ref().filter(|_| owes.is_some() && is_told);
    let legal = asked.map(View::legal);
    let legal = legal.unwrap_or_default();
    let open = view.iter().flat_map(|view| {
        let cells = legal.iter().flat_map(|command| view.cells_of(command));
        cells.collect::<BTreeSet<_>>()
    });
    let open = open.collect();
    let written = legal.iter().filter_map(|it| serde_json::to_value(it).ok());
    let written: Vec<Json> = written.map(|it| it["command"].clone()).collect();
    let mut named = BTreeSet::new();
    written.iter().for_each(|it| add_words(it, &mut named));
    let ended = game.irregular_end(&Who::named(&matches::called(&seats)));
    let page = SeatPage {
        id: reader.id.to_string(),
        game: reader.game().info().title,
        seats,
        own,
        version: reader.now.version(),
        moment: table.map_or_else(String::new, |table| names::moment(table.state.moment())),
        is_over: game.is_over(),
        asked: table
            .zip(owes.filter(|_| is_told))
            .map(|(table, seat)| Asked {
                decision: table.decisions[seat],
                kinds: kinds(&written),
                open,
                named,
            }),
        unlisted: table
            .zip(owes.filter(|_| !is_told))
            .map(|(table, seat)| Unlisted {
                decision: table.decisions[seat],
                game: wire::name(&reader.game()),
            }),
        ended,
        view,
        happened,
    };
    let page = app
        .looks
        .run(move |_: &Waiting<'_>| page.page(&assets::address));
    Ok(reply::no_store(assets::html(page.await?)))
}

/// Where to play on.
#[derive(Debug, Deserialize)]
pub(super) struct ForkQuery {
    /// The step after which to play on.
    step: u32,
    /// The seat to take. Default: the first.
    #[serde(default = "first_seat")]
    seat: Seat,
}

const fn first_seat() -> Seat {
    Seat(0)
}

/// The form that plays on from a step.
pub(super) async fn fork(
    reader: Reader,
    query: Query<ForkQuery>,
    app: web::Data<App>,
) -> Result<HttpResponse, ApiError> {
    let ForkQuery { step, seat } = query.0;
    let then = reader.at(&app, step).await?;
    let table = then.as_ref().and_then(Match::table);
    let table = table.ok_or(Code::NotStarted)?;
    if table.is_over() {
        return Err(Code::Over.into());
    }
    let page = ForkPage {
        id: reader.id.to_string(),
        game: reader.game().info().title,
        seats: matches::seated(&app, None, &reader.now.game),
        own: seat,
        step,
        moment: names::moment(table.state.moment()),
        may_keep: reader.is_revealed(),
    };
    Ok(reply::no_store(assets::html(page.page(&assets::address))))
}

/// The kinds of commands, each once.
fn kinds(legal: &[Json]) -> Vec<String> {
    let mut kinds: Vec<String> = Vec::new();
    for kind in legal.iter().filter_map(|it| it["type"].as_str()) {
        if !kinds.iter().any(|it| it == kind) {
            kinds.push(kind.to_owned());
        }
    }
    kinds
}

/// The words in a command.
fn add_words(json: &Json, words: &mut BTreeSet<String>) {
    match json {
        Json::String(word) => {
            words.insert(word.clone());
        }
        Json::Array(parts) => parts.iter().for_each(|it| add_words(it, words)),
        Json::Object(parts) => parts.values().for_each(|it| add_words(it, words)),
        Json::Null | Json::Bool(_) | Json::Number(_) => {}
    }
}

/// What happened since, as far as the viewer may know.
async fn happened(
    app: &App,
    reader: &Reader,
    viewer: Viewer,
    since: Option<u32>,
    seats: &[Seated],
) -> Result<Vec<String>, ApiError> {
    let names = matches::called(seats);
    let record = reader.record(app).read().await?;
    let events = record
        .iter()
        .flat_map(|commit| history::disclosed_events(commit, reader.game(), viewer));
    let new = events.filter(|it| since.is_none_or(|since| it.step > since));
    let told = new.filter(|it| {
        let is_of_play = matches!(
            it.event,
            MatchEvent::Played { .. }
                | MatchEvent::Ended { .. }
                | MatchEvent::TimedOut { .. }
                | MatchEvent::Left { .. }
                | MatchEvent::Forfeited { .. }
                | MatchEvent::EndAsked { .. }
                | MatchEvent::Agreed { .. }
                | MatchEvent::Abandoned { .. }
        );
        is_of_play && matches::tells(&it.event)
    });
    let mut told: Vec<String> = told.map(|it| it.event.words(&Who::named(&names))).collect();
    told.dedup();
    Ok(told.split_off(told.len().saturating_sub(SHOWN)))
}

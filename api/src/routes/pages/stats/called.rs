//! What groups and items of the statistics are called, and where more is told of them.

use domain::{
    GameId,
    facts::{Kind, Metric, Unit},
    matches::PlayerId,
    words::capital,
};
use store::statistics::OPPONENT;

use super::words;
use crate::{http::app::App, wire};

/// Dates, ids and names that others gave: they are shown as they are.
const AS_IT_IS: [&str; 6] = [
    "month",
    "day",
    "batch",
    "tournament",
    "deal",
    "player_version",
];

/// A value of a dimension or measure, as a text with a capital letter.
pub(super) fn value(app: &App, game: GameId, on: &str, word: &str) -> String {
    let one_more = |word: &str| word.parse::<u32>().map_or(0, |number| number + 1);
    match on {
        "player" | OPPONENT => player(app, word),
        "bot_version" => bot_version(word),
        "seat" => format!("Seat {}", one_more(word)),
        "rules" => format!("Edition {word} of the rules"),
        "team" if word != "none" => format!("Team {}", word.to_uppercase()),
        _ if word == "null" => "By default".to_owned(),
        _ if on.starts_with("edict.") && word != "none" => format!("Edict {}", capital(word)),
        _ if AS_IT_IS.contains(&on) => word.to_owned(),
        _ => match words::metric(game, on) {
            Some(metric) if metric.kind == Kind::Measure => measured(metric, word),
            Some(_) | None => game.item_name(word),
        },
    }
}

/// A player by name, a bot of the server by what it is called on all pages.
pub(super) fn player(app: &App, word: &str) -> String {
    if word.starts_with("p_") {
        let name = app.store.players.name(&PlayerId(word.to_owned()));
        return name.unwrap_or_else(|| "A deleted player".to_owned());
    }
    words::title(word.strip_prefix("bot:").unwrap_or(word))
}

/// `greedy/1` is "Greedy, version 1".
fn bot_version(word: &str) -> String {
    match word.split_once('/') {
        Some((bot, version)) => format!("{}, version {version}", words::title(bot)),
        None => words::title(word),
    }
}

/// A number with its unit.
fn measured(metric: &Metric, word: &str) -> String {
    let unit = match metric.unit {
        Unit::Points => "points",
        Unit::Seats => "seats",
        Unit::Decisions => "decisions",
        Unit::Tries => "tries",
        Unit::Cells => "cells",
        Unit::Cards => "cards",
        Unit::Pieces => "",
        Unit::Milliseconds => "ms",
        Unit::Seconds => "s",
        Unit::Rank => return format!("Rank {word}"),
        Unit::Share | Unit::Index | Unit::Word => "",
    };
    let unit = match (word, unit.strip_suffix('s')) {
        ("1", Some(one)) if one.len() > 2 => one,
        _ => unit,
    };
    format!("{} {unit}", word.replace('-', "\u{2212}"))
        .trim_end()
        .to_owned()
}

/// Where more is told of a value: the page of a player or bot, or the picture of a component.
pub(super) fn address(game: GameId, on: &str, word: &str) -> Option<String> {
    match on {
        "player" | OPPONENT => match word.strip_prefix("bot:") {
            Some(bot) => Some(format!("/bots/{bot}")),
            None => Some(format!("/players/{word}")),
        },
        "batch" => Some(format!("/batches/{word}")),
        "tournament" => Some(format!("/tournaments/{word}")),
        _ => component(game, word),
    }
}

/// Where a component is shown.
pub(super) fn component(game: GameId, id: &str) -> Option<String> {
    let at = ::web::component(game, id)?;
    Some(format!("/games/{}/components#{at}", wire::name(&game)))
}

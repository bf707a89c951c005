//! Questions about statistics as they stand in a query string.

use std::{
    collections::HashSet,
    future::{Ready, ready},
};

use actix_web::{FromRequest, HttpRequest, dev::Payload};
use domain::GameId;
use serde::{Deserialize, de::DeserializeOwned};
use store::{
    Store, Visibility,
    statistics::{DEFAULTED, Filter, IdKind, OneOf, Slice, Test, Unanswerable},
};
use utoipa::IntoParams;

use crate::http::{
    body::{pointer, reading},
    codes::Code,
    error::ApiError,
};

/// The most conditions of a slice, those apart that hold by default.
pub(crate) const CONDITIONS: usize = 50;
/// The most values in a condition.
pub(crate) const VALUES: usize = 100;
/// The longest value of a condition, in bytes.
pub(crate) const CHARACTERS: usize = 80;
/// The greatest `min_n`.
pub(crate) const MOST_MIN_N: u64 = 1_000_000;
/// Numbers of fewer values are withheld, unless somebody says otherwise.
pub(crate) const MIN_N: u64 = 5;

/// A query string in which a parameter may stand several times.
pub(crate) struct Lists<T>(pub(crate) T);

impl<T: DeserializeOwned> FromRequest for Lists<T> {
    type Error = ApiError;
    type Future = Ready<Result<Lists<T>, ApiError>>;

    fn from_request(request: &HttpRequest, _payload: &mut Payload) -> Self::Future {
        ready(Lists::of(request.query_string()))
    }
}

impl<T: DeserializeOwned> Lists<T> {
    /// What a query string asks for.
    pub(crate) fn of(query: &str) -> Result<Lists<T>, ApiError> {
        let read = reading::read(serde_html_form::Deserializer::from_bytes(query.as_bytes()));
        let read = read.map_err(|error| pointer::query_problem::<T>(query, error));
        read.map(Lists)
    }
}

/// What is counted.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct SliceQuery {
    /// The game whose matches are counted.
    game: GameId,
    /// Only seats that meet all of these conditions. Each is `id:value` with a dimension or measure
    /// of `/v1/stats/metrics`: `seats:3`, one of several values `player:bot:greedy,bot:random`, a
    /// range with both ends `final_score:50..80` or one end `final_score:..20`, or any known value
    /// `player_version:..`. `opponent:bot:random` is met by seats that met that player or bot at
    /// their table; if groups are by `opponent`, too, only by the pairs with them. A word that the dimension can never have is refused with 400
    /// `unknown_value`; a word that no seat has had so far gives an empty answer. Unless you set
    /// them yourself, `server_made:no`, `forked:no`, `imported:no`, `foreknown:no`, `deal_closed:no` and
    /// the latest edition of the `rules` apply. Private matches are never counted. At most 50 conditions, not
    /// counting those on dimensions that have a default condition.
    #[serde(default, rename = "where")]
    #[param(inline, max_items = 100)]
    conditions: Vec<Condition>,
    /// What to count although it is left out by default, separated by commas: matches that began in
    /// the middle of others (`forks`), matches played elsewhere (`imported`), matches of players with
    /// open hands, a seed the host knew or an arranged table (`foreknown`), matches whose deal the
    /// players of a batch or tournament have more than once (`closed_deals`, counted once it has
    /// ended), seats for which the server decided (`server_made`), other editions of the rules
    /// (`old_rules`). Each is short for a condition that any known value meets, like `forked:..`, and
    /// the answer lists it in that form.
    #[serde(default)]
    #[param(inline, style = Form, explode = false, min_items = 1, max_items = 6, value_type = Vec<Include>)]
    include: Vec<String>,
}

/// What is counted of a file.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct PopulationQuery {
    /// Only seats that meet all of these conditions, as in `/v1/stats/query`.
    #[serde(default, rename = "where")]
    #[param(inline, max_items = 100)]
    conditions: Vec<Condition>,
    /// What to count although it is left out by default, as in `/v1/stats/query`.
    #[serde(default)]
    #[param(inline, style = Form, explode = false, min_items = 1, max_items = 6, value_type = Vec<Include>)]
    include: Vec<String>,
}

/// Something that is left out by default.
#[derive(Clone, Copy, Debug, PartialEq, Eq, utoipa::ToSchema)]
#[schema(as = IncludedPopulation, rename_all = "snake_case")]
pub(crate) enum Include {
    /// Matches that began in the middle of others.
    Forks,
    /// Matches that were played elsewhere, and whose records were imported.
    Imported,
    /// Matches of players with open hands, a seed that the host knew, or an arranged table.
    Foreknown,
    /// Matches of which the players of a batch or tournament have the deal more than once. They
    /// are counted once it has ended: before, they would tell of deals that are still played.
    ClosedDeals,
    /// Seats for which the server made a decision in a player's stead.
    ServerMade,
    /// Matches under other editions of the rules.
    OldRules,
}

impl Include {
    const NAMED: [(&'static str, Include); 6] = [
        ("forks", Include::Forks),
        ("imported", Include::Imported),
        ("foreknown", Include::Foreknown),
        ("closed_deals", Include::ClosedDeals),
        ("server_made", Include::ServerMade),
        ("old_rules", Include::OldRules),
    ];

    fn read(name: &str) -> Result<Include, ApiError> {
        if let Some((_, include)) = Include::NAMED.iter().find(|(known, _)| *known == name) {
            return Ok(*include);
        }
        let name: String = name.chars().take(CHARACTERS).collect();
        let detail = match &*name {
            "unfinished" => "a match that is not over has no facts: its result is not known yet, \
                             and much of it is hidden; `known` lists what can be included"
                .to_owned(),
            _ => format!("{name:?} cannot be included; `known` lists what can"),
        };
        Err(ApiError::UnknownId {
            code: Code::UnknownPopulation,
            detail,
            known: Include::NAMED.map(|(known, _)| known.to_owned()).into(),
        })
    }

    /// The condition that stands instead of the one that holds by default.
    fn filter(self) -> Filter {
        Filter::is_known(match self {
            Include::Forks => "forked",
            Include::Imported => "imported",
            Include::Foreknown => "foreknown",
            Include::ClosedDeals => "deal_closed",
            Include::ServerMade => "server_made",
            Include::OldRules => "rules",
        })
    }
}

/// One condition on a dimension or a measure.
#[derive(Clone, Debug, Deserialize, utoipa::ToSchema)]
#[serde(transparent)]
#[schema(
    pattern = "^[a-z0-9_.]+:.+$",
    min_length = 3,
    max_length = 400,
    example = "seats:2"
)]
pub(crate) struct Condition(pub(crate) String);

/// From how many on numbers are shown.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct MinNQuery {
    /// Numbers based on fewer values than this are withheld (`suppressed`).
    #[serde(default = "default_min_n")]
    #[param(minimum = 0, maximum = 1_000_000, default = 5)]
    min_n: u64,
}

const fn default_min_n() -> u64 {
    MIN_N
}

impl MinNQuery {
    /// The number, if it is one that is allowed.
    pub(crate) fn checked(&self) -> Result<u64, ApiError> {
        if self.min_n > MOST_MIN_N {
            let detail = format!("min_n must be from 0 to {MOST_MIN_N}");
            return Err(Code::MalformedQuery.because(detail));
        }
        Ok(self.min_n)
    }
}

impl SliceQuery {
    /// The seats that are meant.
    pub(crate) fn slice(&self, store: &Store) -> Result<Slice, ApiError> {
        self.slice_and(&[], store)
    }

    /// The seats that are meant and meet more conditions.
    pub(crate) fn slice_and(&self, more: &[Condition], store: &Store) -> Result<Slice, ApiError> {
        slice(self.game, [&self.conditions, more], &self.include, store)
    }
}

impl PopulationQuery {
    /// The seats of a game that are meant.
    pub(crate) fn slice(&self, game: GameId, store: &Store) -> Result<Slice, ApiError> {
        slice(game, [&self.conditions, &[]], &self.include, store)
    }
}

fn slice(
    game: GameId,
    conditions: [&[Condition]; 2],
    include: &[String],
    store: &Store,
) -> Result<Slice, ApiError> {
    let conditions = conditions.concat();
    // Those that links spell out though nobody asked are none of the fifty.
    let is_own = |it: &&Condition| !DEFAULTED.contains(&it.0.split(':').next().unwrap_or(""));
    if conditions.iter().filter(is_own).count() > CONDITIONS || conditions.len() > 2 * CONDITIONS {
        let detail = format!("at most {CONDITIONS} conditions are allowed");
        return Err(Code::MalformedQuery.because(detail));
    }
    let named = split(include);
    let included = named.iter().map(|name| Ok(Include::read(name)?.filter()));
    let filters = conditions.iter().map(|condition| filter(&condition.0));
    Ok(Slice {
        game,
        filters: filters.chain(included).collect::<Result<_, _>>()?,
        with_private: Visibility::Public,
        still_closed: store.still_closed(),
    })
}

/// Splits `a,b`: a list that may be written in one parameter or in several. What is in
/// it twice counts once.
pub(crate) fn split(lists: &[String]) -> Vec<String> {
    let words = lists.iter().flat_map(|list| list.split(','));
    let mut known = HashSet::new();
    let once = words.filter(|word| known.insert(*word));
    once.map(str::to_owned).collect()
}

/// Reads a condition.
pub(crate) fn filter(text: &str) -> Result<Filter, ApiError> {
    let unreadable = |why: &str| Code::MalformedQuery.because(format!("{text:?}: {why}"));
    let (on, test) = text
        .split_once(':')
        .ok_or_else(|| unreadable("write a condition as id:value"))?;
    let bound = |bound: &str| Some(bound.to_owned()).filter(|bound| !bound.is_empty());
    let test = match test.split_once("..") {
        Some((from, to)) => Test::Between {
            from: bound(from),
            to: bound(to),
        },
        None => Test::In(OneOf(test.split(',').map(str::to_owned).collect())),
    };
    let is_long = |word: &String| word.len() > CHARACTERS;
    let too_long = match &test {
        Test::In(OneOf(values)) => values.len() > VALUES || values.iter().any(is_long),
        Test::Between { from, to } => from.iter().chain(to).any(is_long),
    };
    if too_long || on.len() > CHARACTERS {
        return Err(unreadable(
            "a condition may have at most 100 values of 80 bytes each",
        ));
    }
    if matches!(&test, Test::In(OneOf(values)) if values.iter().any(String::is_empty)) {
        return Err(unreadable("a value is empty"));
    }
    if let Test::Between {
        from: Some(from),
        to: Some(to),
    } = &test
        && is_behind(from, to)
    {
        return Err(unreadable("the range begins after its end"));
    }
    Ok(Filter {
        on: on.to_owned(),
        test,
    })
}

/// Whether the first comes after the second: compared as numbers, if both are numbers.
fn is_behind(first: &str, second: &str) -> bool {
    match (first.parse::<i64>(), second.parse::<i64>()) {
        (Ok(first), Ok(second)) => first > second,
        (_, _) => first > second,
    }
}

impl From<Unanswerable> for ApiError {
    fn from(why: Unanswerable) -> ApiError {
        match why {
            Unanswerable::Unknown { what, id, known } => {
                let code = match what {
                    IdKind::Metric => Code::UnknownMetric,
                    IdKind::Dimension => Code::UnknownDimension,
                    IdKind::Aggregate => Code::UnknownAggregate,
                    IdKind::Value => Code::UnknownValue,
                    IdKind::Choice => Code::UnknownChoice,
                };
                let id: String = id.chars().take(CHARACTERS).collect();
                let detail = format!("there is no {what} {id:?}; `known` lists the possible ones");
                ApiError::UnknownId {
                    code,
                    detail,
                    known,
                }
            }
            Unanswerable::OfSeats { ref known, .. }
            | Unanswerable::OfDecisions { ref known, .. } => ApiError::UnknownId {
                code: Code::UnknownDimension,
                detail: format!("{why}; `known` lists what it can be grouped by"),
                known: known.clone(),
            },
            Unanswerable::NoOpponent => Code::RequiresOpponent.because(why),
            Unanswerable::NoNumber { .. } => Code::MalformedQuery.because(why),
            Unanswerable::TooManyDimensions
            | Unanswerable::TooManyGroups { .. }
            | Unanswerable::TooManyBars { .. } => Code::TooManyGroups.because(why),
        }
    }
}

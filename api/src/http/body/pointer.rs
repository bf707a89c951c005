//! Where a body is wrong: a pointer to the field, however deep it lies.
//!
//! serde reads a union that is tagged inside itself from a copy, for which no path is
//! kept. The rest of the path is found by reading again, each time with something that
//! no field takes in one place: what was read before the wrong field then fails first,
//! and what comes after it makes no difference.

use std::fmt::Display;

use domain::{GameId, Rejection};
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use serde_path_to_error::{Path, Segment, Track};

use crate::http::{
    body::{plain::plain, reading, tags},
    codes::Code,
    error::ApiError,
};

/// The problem of a body that cannot be read as `T`: a place off the board is refused by
/// the rules of the game, anything else is malformed.
pub(crate) fn problem<T: DeserializeOwned>(json: &[u8], error: &reading::Error) -> ApiError {
    let body = serde_json::from_slice(json).unwrap_or(Value::Null);
    let pointer = tracked::<T>(json).map(|tracked| deepest::<T>(&body, tracked));
    if let Some(refused) = pointer.as_deref().and_then(|at| off_board(&body, at)) {
        return refused;
    }
    malformed(error, pointer)
}

/// The problem of a body that is wrong where `pointer` leads.
pub(crate) fn malformed(error: &reading::Error, pointer: Option<String>) -> ApiError {
    ApiError::Because {
        code: Code::MalformedBody,
        detail: plain(&error.to_string()),
        pointer,
    }
}

/// The problem of a query string that cannot be read as `T`.
pub(crate) fn query_problem<T: DeserializeOwned>(query: &str, error: impl Display) -> ApiError {
    let reader = serde_html_form::Deserializer::from_bytes(query.as_bytes());
    let mut track = Track::new();
    let read = reading::read::<T, _>(serde_path_to_error::Deserializer::new(reader, &mut track));
    let path = track.path();
    let name = read.err().and_then(|_| path.iter().next());
    let detail = match name {
        Some(Segment::Map { key }) => format!("`{key}`: {error}"),
        Some(_) | None => error.to_string(),
    };
    Code::MalformedQuery.because(detail)
}

/// How far the path is kept while reading.
pub(crate) fn tracked<T: DeserializeOwned>(json: &[u8]) -> Option<String> {
    let mut reader = serde_json::Deserializer::from_slice(json);
    let mut track = Track::new();
    let reader = serde_path_to_error::Deserializer::new(&mut reader, &mut track);
    reading::read::<T, _>(reader).err()?;
    Some(written(&track.path()))
}

fn written(path: &Path) -> String {
    path.iter()
        .filter_map(|segment| match segment {
            Segment::Seq { index } => Some(format!("/{index}")),
            // A union whose variant is the name of its only field.
            Segment::Map { key } | Segment::Enum { variant: key } => Some(below("", key)),
            Segment::Unknown => None,
        })
        .collect()
}

/// The pointer to a field of what `pointer` names.
fn below(pointer: &str, field: &str) -> String {
    let field = field.replace('~', "~0").replace('/', "~1");
    format!("{pointer}/{field}")
}

/// The deepest pointer that names what is wrong, beginning from one that is known to.
fn deepest<T: DeserializeOwned>(body: &Value, mut pointer: String) -> String {
    let Some(error) = failure::<T>(body) else {
        return pointer; // It is wrong behind its end.
    };
    while let Some(deeper) = wrong_below::<T>(body, &pointer, &error) {
        pointer = deeper;
    }
    match body
        .pointer(&pointer)
        .and_then(|at| unknown_tag(at, &error))
    {
        Some(tag) => below(&pointer, tag),
        None => pointer,
    }
}

/// The tag of an object, if it names no variant: it is read before all else.
fn unknown_tag(at: &Value, error: &str) -> Option<&'static str> {
    let is_unknown = |tag: &&str| {
        let variant = at.get(tag).and_then(Value::as_str);
        variant.is_some_and(|it| error.starts_with(&format!("unknown variant `{it}`")))
    };
    tags::TAGS.into_iter().find(is_unknown)
}

/// What lies directly below `pointer` and is wrong.
fn wrong_below<T: DeserializeOwned>(body: &Value, pointer: &str, error: &str) -> Option<String> {
    let place = body.pointer(pointer)?;
    let within: Vec<String> = match place {
        Value::Object(fields) => {
            let fields = fields.keys().filter(|name| !tags::TAGS.contains(&&***name));
            fields.map(|name| below(pointer, name)).collect()
        }
        Value::Array(items) => (0..items.len())
            .map(|nth| format!("{pointer}/{nth}"))
            .collect(),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => return None,
    };
    let fails_otherwise = |changed: &Value| failure::<T>(changed).as_deref() != Some(error);
    let is_read = |at: &String| fails_otherwise(&with(body, at, |place| *place = nothing()));
    // One thing more makes a difference only where all before it was right.
    let missing = missing_field(error).filter(|name| place.get(name).is_none());
    let is_whole = ["", missing.unwrap_or("")]
        .iter()
        .any(|name| fails_otherwise(&with(body, pointer, |place| append(place, name))));
    if is_whole {
        return None;
    }
    let read = within.partition_point(is_read);
    within.into_iter().take(read).next_back()
}

/// The field without which an object cannot be read.
fn missing_field(error: &str) -> Option<&str> {
    error.strip_prefix("missing field `")?.strip_suffix('`')
}

/// What no field takes.
fn nothing() -> Value {
    json!({ "": [] })
}

fn with(body: &Value, pointer: &str, change: impl FnOnce(&mut Value)) -> Value {
    let mut body = body.clone();
    if let Some(place) = body.pointer_mut(pointer) {
        change(place);
    }
    body
}

/// Appends one more element, under this name where elements have names.
fn append(place: &mut Value, name: &str) {
    match place {
        Value::Object(fields) => drop(fields.insert(name.to_owned(), nothing())),
        Value::Array(items) => items.push(nothing()),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}

/// What is wrong with a body, wherever it is.
fn failure<T: DeserializeOwned>(body: &Value) -> Option<String> {
    let error = reading::json::<T>(body.to_string().as_bytes()).err()?;
    let error = error.to_string();
    // The place, which serde names last.
    let said = error.rsplit_once(" at line ").map(|(said, _)| said);
    Some(said.unwrap_or(&error).to_owned())
}

/// The refusal of a place off the board, if `pointer` leads to or into one.
fn off_board(body: &Value, pointer: &str) -> Option<ApiError> {
    let game: GameId = serde_json::from_value(body.get("game")?.clone()).ok()?;
    let refused = |at: &str| -> Option<Rejection> {
        let names = at.rsplit('/');
        let field = names.clone().find(|name| name.parse::<usize>().is_err())?;
        game.off_board(field, body.pointer(at)?)
    };
    // The list that it stands in has the cells of all that are.
    let outward = pointer.rmatch_indices('/').map(|(end, _)| &pointer[..end]);
    let mut found = [pointer].into_iter().chain(outward).filter_map(refused);
    found.next_back().map(|rejection| ApiError::Refused {
        rejection: Box::new(rejection),
        game: Some(game),
        seat: None,
        pointer: Some(pointer.to_owned()),
    })
}

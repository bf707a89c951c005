//! Reading a table that a host arranged: as strictly as a box of components.

use domain::{Refused, matches::Arrangement};
use serde_json::{Value, value::RawValue};

use crate::http::{app::App, codes::Code, error::ApiError, extract};

/// Reads an arranged table, if there is one, of which nothing is ignored: among the heavy
/// looks, because it is long.
///
/// # Errors
///
/// The field that cannot be read, or that no such table has.
pub(crate) async fn read(
    app: &App,
    given: Option<Box<RawValue>>,
) -> Result<Option<Box<Arrangement>>, ApiError> {
    let Some(given) = given else { return Ok(None) };
    let table = app.looks.run(move |_waiting| table(&given)).await?;
    table.map(Some)
}

fn table(given: &RawValue) -> Result<Box<Arrangement>, ApiError> {
    let arranged: Arrangement = extract::read(given.get().as_bytes())
        .map_err(|error| extract::problem::<Arrangement>(given.get().as_bytes(), &error))
        .map_err(refused)?;
    let given: Value = serde_json::from_str(given.get()).map_err(ApiError::body)?;
    let known = serde_json::to_value(&arranged).map_err(ApiError::body)?;
    match unknown(&given, &known) {
        None => Ok(Box::new(arranged)),
        Some(pointer) => {
            let detail = format!("such a table has no field {pointer}");
            Err(Code::InvalidArrangement.at(format!("/arranged{pointer}"), detail))
        }
    }
}

/// The same refusal, counted from the whole body.
fn refused(error: ApiError) -> ApiError {
    let ApiError::Because {
        detail, pointer, ..
    } = error
    else {
        return error;
    };
    let pointer = format!("/arranged{}", pointer.unwrap_or_default());
    Code::InvalidArrangement.at(pointer, detail)
}

/// The same refusal of a table that cannot be, with a pointer to the field that its reason
/// begins with, like `arranged.state.players[0].xp`.
pub(crate) fn located(error: ApiError, body: &[u8]) -> ApiError {
    let ApiError::Refused {
        rejection,
        game,
        seat,
        pointer,
    } = error
    else {
        return error;
    };
    let is_table = rejection.cause == Some(Refused::InvalidArrangement);
    let field = || pointer_to(&rejection.reason, body).filter(|_| is_table);
    ApiError::Refused {
        pointer: pointer.or_else(field),
        rejection,
        game,
        seat,
    }
}

/// The deepest field of the body on the way to the one that a reason begins with.
fn pointer_to(reason: &str, body: &[u8]) -> Option<String> {
    let body: Value = serde_json::from_slice(body).ok()?;
    let (field, _) = reason.split_once(": ")?;
    let mut names = field
        .split(['.', '['])
        .map(|name| name.trim_end_matches(']'));
    let (arranged, kind) = (names.next()?, names.next()?);
    // The table stands beside the name of its game.
    let mut pointer = format!("/{arranged}/{kind}/{kind}");
    for name in names {
        let below = format!("{pointer}/{name}");
        if body.pointer(&below).is_none() {
            break;
        }
        pointer = below;
    }
    Some(pointer)
}

/// The first field that was given and is not known: what was read is written with every
/// field that it has.
fn unknown(given: &Value, known: &Value) -> Option<String> {
    match (given, known) {
        (Value::Object(given), Value::Object(known)) => {
            let fields = given.iter().filter(|(_, value)| !value.is_null());
            let mut wrong = fields.filter_map(|(name, value)| {
                let deeper = known.get(name).map(|known| unknown(value, known));
                let below = deeper.unwrap_or_else(|| Some(String::new()))?;
                Some(format!("/{name}{below}"))
            });
            wrong.next()
        }
        (Value::Array(given), Value::Array(known)) => {
            let mut items = given.iter().zip(known).enumerate();
            items.find_map(|(nth, (given, known))| {
                let below = unknown(given, known)?;
                Some(format!("/{nth}{below}"))
            })
        }
        (_, _) => None,
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn the_pointer_leads_as_deep_as_the_body_goes() {
        let body = br#"{"arranged":{"state":{"game":"x","state":{"seats":[{"hand":[]}]}}}}"#;
        for (field, below) in [
            ("seats[0].hand", "/seats/0/hand"),
            ("seats[0].hand[3]", "/seats/0/hand"),
            ("seats[1].hand", "/seats"),
            ("due, seats and hand", ""),
        ] {
            let reason = format!("arranged.state.{field}: it is 1, and must be 2");
            let pointer = pointer_to(&reason, body).unwrap();
            assert_eq!(pointer, format!("/arranged/state/state{below}"));
        }
    }

    #[test]
    fn a_field_that_was_not_read_is_found() {
        let known = json!({"a": [{"b": 1, "c": null}], "d": 2});
        for (given, found) in [
            (json!({"a": [{"b": 1}]}), None),
            (json!({"a": [{"b": 1, "x": null}]}), None),
            (json!({"a": [{"x": 1}]}), Some("/a/0/x")),
            (json!({"a": [], "x": {}}), Some("/x")),
        ] {
            assert_eq!(unknown(&given, &known).as_deref(), found);
        }
    }
}

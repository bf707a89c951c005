//! Reading a table that a host arranged: as strictly as a box of components.

use domain::matches::Arrangement;
use serde_json::{Value, value::RawValue};

use crate::{error::ApiError, extract};

/// Reads an arranged table of which nothing is ignored.
///
/// # Errors
///
/// The field that cannot be read, or that no such table has.
pub(super) fn read(given: &RawValue) -> Result<Box<Arrangement>, ApiError> {
    let arranged: Arrangement = extract::read(given.get().as_bytes())
        .map_err(|error| extract::problem::<Arrangement>(given.get().as_bytes(), &error))
        .map_err(refused)?;
    let given: Value = serde_json::from_str(given.get()).map_err(ApiError::body)?;
    let known = serde_json::to_value(&arranged).map_err(ApiError::body)?;
    match unknown(&given, &known) {
        None => Ok(Box::new(arranged)),
        Some(pointer) => Err(ApiError::Malformed {
            code: CODE,
            detail: format!("no such table has the field at {pointer}"),
            pointer: Some(format!("/arranged{pointer}")),
        }),
    }
}

const CODE: &str = "invalid_arrangement";

/// The same refusal, counted from the whole body.
fn refused(error: ApiError) -> ApiError {
    let ApiError::Malformed {
        detail, pointer, ..
    } = error
    else {
        return error;
    };
    ApiError::Malformed {
        code: CODE,
        detail,
        pointer: Some(format!("/arranged{}", pointer.unwrap_or_default())),
    }
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

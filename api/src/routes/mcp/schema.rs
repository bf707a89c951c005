//! The arguments of a tool as JSON Schema, from the type that they are read as.

use serde_json::{Map, Value};
use utoipa::PartialSchema;

use crate::http::contract::schema;

/// The schema of a type, which refers to nothing, and what the type says of itself.
pub(super) fn of<T: PartialSchema>() -> (String, Map<String, Value>) {
    let mut written = serde_json::to_value(T::schema()).expect("a schema is JSON");
    schema::write_out_of_document(&mut written);
    let Value::Object(mut fields) = written else {
        unreachable!("the arguments of a tool are an object");
    };
    let said = fields.remove("description");
    let said = said.and_then(|said| said.as_str().map(str::to_owned));
    (said.unwrap_or_default(), fields)
}

//! Pieces of the committed document, cut out to be read alone.

use std::sync::LazyLock;

use domain::GameId;
use serde_json::{Value, json};

use crate::wire;

/// The contract as committed: what `/openapi.json` serves. A test keeps it equal to
/// what is generated.
pub const OPENAPI_JSON: &str = include_str!("../../../../openapi/openapi.json");

/// The JSON Schema of a game's options. It refers to nothing: what reads references
/// looks for them in the document around it, when it meets this schema as an example.
pub(crate) fn options_schema(game: GameId) -> Value {
    options_schema_in(&DOCUMENT, game)
}

/// The JSON Schema of a game's commands. It refers to nothing.
pub(crate) fn command_schema(game: GameId) -> Value {
    let mapping = &DOCUMENT["components"]["schemas"]["Command"]["discriminator"]["mapping"];
    let mut schema = json!({ "$ref": mapping[wire::name(&game)] });
    write_out_of_document(&mut schema);
    schema
}

/// Puts every schema of the document in the place of the reference to it.
pub(crate) fn write_out_of_document(schema: &mut Value) {
    write_out(&DOCUMENT["components"]["schemas"], schema);
}

static DOCUMENT: LazyLock<Value> =
    LazyLock::new(|| serde_json::from_str(OPENAPI_JSON).expect("the committed document is JSON"));

/// The same, cut out of another document: the one that is being generated.
pub fn options_schema_in(document: &Value, game: GameId) -> Value {
    let schemas = &document["components"]["schemas"];
    let name = name_of_options(schemas, &wire::name(&game)).unwrap_or_default();
    let mut schema = schemas.get(&name).cloned().unwrap_or(json!({}));
    write_out(schemas, &mut schema);
    schema
}

/// The schema that the union of options names for a game.
fn name_of_options(schemas: &Value, game: &str) -> Option<String> {
    let union = schemas["Options"]["discriminator"]["mapping"][game].as_str()?;
    let variant = &schemas[last(union)];
    variant["properties"]["options"]["$ref"]
        .as_str()
        .map(|reference| last(reference).to_owned())
}

/// Puts every schema in the place of the reference to it. Options hold no options.
fn write_out(schemas: &Value, schema: &mut Value) {
    match schema {
        Value::Object(fields) => {
            let reference = fields.remove("$ref");
            let named = reference.as_ref().and_then(Value::as_str);
            let named = named.and_then(|name| schemas[last(name)].as_object());
            for (key, value) in named.into_iter().flatten() {
                fields.entry(key).or_insert_with(|| value.clone());
            }
            fields.remove("discriminator");
            let fields = fields.values_mut();
            fields.for_each(|value| write_out(schemas, value));
        }
        Value::Array(items) => items.iter_mut().for_each(|value| write_out(schemas, value)),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}

fn last(reference: &str) -> &str {
    reference.rsplit('/').next().unwrap_or(reference)
}

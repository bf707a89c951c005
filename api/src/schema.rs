//! Pieces of the committed document, cut out to be read alone.

use std::{collections::BTreeMap, sync::LazyLock};

use domain::GameId;
use serde_json::{Map, Value, json};

use crate::wire;

/// The JSON Schema of a game's options, with everything it refers to.
pub(crate) fn options(game: GameId) -> Value {
    static DOCUMENT: LazyLock<Value> = LazyLock::new(|| {
        serde_json::from_str(crate::OPENAPI_JSON).expect("the committed document is JSON")
    });
    let schemas = &DOCUMENT["components"]["schemas"];
    let name = name_of_options(schemas, &wire::name(&game)).unwrap_or_default();
    let mut found = BTreeMap::new();
    collect(schemas, &name, &mut found);
    let mut schema = found.remove(&name).unwrap_or(json!({}));
    if !found.is_empty() {
        schema["$defs"] = found.into_iter().collect::<Map<_, _>>().into();
    }
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

/// Copies a schema and what it refers to, with the references rewritten.
fn collect(schemas: &Value, name: &str, found: &mut BTreeMap<String, Value>) {
    let Some(schema) = schemas.get(name) else {
        return;
    };
    if found.contains_key(name) {
        return;
    }
    let mut schema = schema.clone();
    let mut names = Vec::new();
    rewrite(&mut schema, &mut names);
    found.insert(name.to_owned(), schema);
    for name in names {
        collect(schemas, &name, found);
    }
}

fn rewrite(schema: &mut Value, names: &mut Vec<String>) {
    match schema {
        Value::Object(fields) => {
            if let Some(Value::String(reference)) = fields.get_mut("$ref") {
                names.push(last(reference).to_owned());
                *reference = format!("#/$defs/{}", last(reference));
            }
            fields.values_mut().for_each(|value| rewrite(value, names));
        }
        Value::Array(items) => items.iter_mut().for_each(|value| rewrite(value, names)),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}

fn last(reference: &str) -> &str {
    reference.rsplit('/').next().unwrap_or(reference)
}

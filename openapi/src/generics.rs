//! Generic schemas: what they hold is a schema of its own, so that code made from the
//! document calls it by its name.

use serde_json::{Map, Value, json};

/// Where each generic schema writes out what it holds.
const PLACES: &[(&str, &str)] = &[
    ("Answered_", "/allOf/0"),
    ("BySeat_Option_", "/items/oneOf/1"),
    ("BySeat_", "/items"),
    ("Named_", "/allOf/0"),
    ("Page_", "/properties/items/items"),
    ("Secret_", "/oneOf/0"),
];

/// Names what every generic schema holds, and refers to it.
pub(crate) fn name_arguments(document: &mut Value) {
    let schemas = document["components"]["schemas"]
        .as_object_mut()
        .expect("schemas are an object");
    let mut names: Vec<String> = schemas.keys().cloned().collect();
    while let Some(name) = names.pop() {
        names.extend(name_argument(schemas, &name));
    }
    schemas.sort_keys();
}

/// Moves out what one generic schema holds. The name, if it was not a schema before.
fn name_argument(schemas: &mut Map<String, Value>, name: &str) -> Option<String> {
    let (argument, place) = PLACES
        .iter()
        .find_map(|(generic, place)| Some((name.strip_prefix(generic)?, place)))
        .filter(|(argument, _)| argument.starts_with(char::is_uppercase))?; // no plain number
    let held = schemas[name].pointer_mut(place)?;
    if held.get("$ref").is_some() {
        return None;
    }
    let reference = json!({ "$ref": format!("#/components/schemas/{argument}") });
    let held = std::mem::replace(held, reference);
    let is_new = !schemas.contains_key(argument);
    schemas.entry(argument).or_insert(held);
    is_new.then(|| argument.to_owned())
}

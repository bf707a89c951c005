//! Names of schemas: where a type of the program gave one, a word that says what it is.

use serde_json::Value;

const SCHEMAS: &str = "#/components/schemas/";

/// Widths of integers: they are no schemas of their own.
const INTEGERS: &[&str] = &["i8", "i16", "i32", "i64", "u8", "u16", "u32", "u64"];

/// What stands for a part of a name.
const WORDS: &[(&str, &str)] = &[("Option", "Optional"), ("i16", "Points"), ("u8", "Count")];

/// Names every schema in words, and writes integers where they are meant.
pub(crate) fn plain(document: &mut Value) {
    let integers = INTEGERS
        .iter()
        .filter_map(|name| Some((*name, schemas(document)?.get(*name)?.clone())));
    let integers: Vec<(&str, Value)> = integers.collect();
    rewrite(document, &integers);
    if let Some(all) = document["components"]["schemas"].as_object_mut() {
        *all = std::mem::take(all)
            .into_iter()
            .filter(|(name, _)| !INTEGERS.contains(&name.as_str()))
            .map(|(name, schema)| (word(&name), schema))
            .collect();
    }
}

/// Unions of what the games have, each variant with the name of its game and one field.
const OF_GAMES: &[&str] = &["Command", "Event", "Options", "Position", "Setup", "View"];

/// Says of the field of every variant what the union says.
pub(crate) fn describe_variants(document: &mut Value) {
    let schemas = &mut document["components"]["schemas"];
    for union in OF_GAMES {
        let said = schemas[*union]["description"].clone();
        let variants = schemas[*union]["discriminator"]["mapping"].clone();
        let variants = variants.as_object().into_iter().flatten();
        for name in variants.filter_map(|(_, name)| name.as_str()?.strip_prefix(SCHEMAS)) {
            let fields = schemas[name]["properties"].as_object_mut();
            for (_, field) in fields
                .into_iter()
                .flatten()
                .filter(|(key, _)| *key != "game")
            {
                field["description"] = said.clone();
            }
        }
    }
}

fn schemas(document: &Value) -> Option<&serde_json::Map<String, Value>> {
    document["components"]["schemas"].as_object()
}

fn rewrite(part: &mut Value, integers: &[(&str, Value)]) {
    match part {
        Value::Object(fields) => {
            let name = fields.get("$ref").and_then(Value::as_str);
            let name = name.and_then(|name| name.strip_prefix(SCHEMAS));
            let integer = integers.iter().find(|(known, _)| Some(*known) == name);
            if let Some((_, Value::Object(integer))) = integer {
                fields.shift_remove("$ref");
                for (key, value) in integer {
                    fields.entry(key).or_insert_with(|| value.clone());
                }
            }
            fields
                .values_mut()
                .for_each(|value| rewrite(value, integers));
        }
        Value::Array(items) => items.iter_mut().for_each(|item| rewrite(item, integers)),
        Value::String(text) => {
            if let Some(name) = text.strip_prefix(SCHEMAS) {
                *text = format!("{SCHEMAS}{}", word(name));
            }
        }
        Value::Null | Value::Bool(_) | Value::Number(_) => {}
    }
}

/// `BySeat_Option_Occupant` as `BySeatOptionalOccupant`.
fn word(name: &str) -> String {
    let parts = name.split('_').map(|part| {
        let known = WORDS
            .iter()
            .find(|(of_the_program, _)| *of_the_program == part);
        known.map_or(part, |(_, word)| word)
    });
    parts.collect()
}

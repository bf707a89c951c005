//! Bounds: of integers from the width they have in the program, and of texts and
//! lists where the type says nothing narrower.

use serde_json::{Value, json};

/// The longest text, where nothing narrower is said.
const CHARACTERS: u32 = 4000;

/// The longest list, where nothing narrower is said.
const ITEMS: u32 = 5000;

/// Gives every integer its range and a format that generators know, and every text
/// and list a length.
pub(crate) fn add(schema: &mut Value) {
    match schema {
        Value::Object(fields) => {
            let width = fields.get("format").and_then(Value::as_str).and_then(width);
            if let Some((format, minimum, maximum)) = width {
                fields.insert("format".to_owned(), json!(format));
                fields.entry("minimum").or_insert(json!(minimum));
                fields.entry("maximum").or_insert(json!(maximum));
            }
            let is = |kind: &str| {
                let kinds = fields.get("type");
                kinds.is_some_and(|is| {
                    is == kind || is.as_array().is_some_and(|all| all.contains(&json!(kind)))
                })
            };
            let (is_text, is_list) = (is("string"), is("array"));
            if is_text && !fields.contains_key("enum") {
                fields.entry("maxLength").or_insert(json!(CHARACTERS));
            }
            if is_list {
                fields.entry("maxItems").or_insert(json!(ITEMS));
            }
            fields.values_mut().for_each(add);
        }
        Value::Array(items) => items.iter_mut().for_each(add),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}

/// The format to say and the range to keep, for the width of an integer.
fn width(format: &str) -> Option<(&'static str, i64, i64)> {
    Some(match format.replace('-', "").as_str() {
        "int8" => ("int32", i8::MIN.into(), i8::MAX.into()),
        "int16" => ("int32", i16::MIN.into(), i16::MAX.into()),
        "int32" => ("int32", i32::MIN.into(), i32::MAX.into()),
        "uint8" => ("int32", 0, u8::MAX.into()),
        "uint16" => ("int32", 0, u16::MAX.into()),
        "uint32" => ("int64", 0, u32::MAX.into()),
        // What every JSON reader can hold.
        "int64" | "uint64" => ("int64", 0, (1 << 53) - 1),
        _ => return None,
    })
}

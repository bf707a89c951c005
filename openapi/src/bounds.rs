//! Bounds of integers, from the width they have in the program.

use serde_json::{Value, json};

/// Gives every integer its range, and a format that generators know.
pub(crate) fn add(schema: &mut Value) {
    match schema {
        Value::Object(fields) => {
            let width = fields.get("format").and_then(Value::as_str).and_then(width);
            if let Some((format, minimum, maximum)) = width {
                fields.insert("format".to_owned(), json!(format));
                fields.entry("minimum").or_insert(json!(minimum));
                fields.entry("maximum").or_insert(json!(maximum));
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

//! What callers may keep: answers with a tag, and 304 for who has them already.

use serde_json::{Value, json};

use crate::operations;

/// Says of an operation that its answer does not change: always, or once a match is over.
const CACHEABLE: &str = "x-cacheable";

/// Adds the header to send, the header to keep, and the answer without a body.
pub(crate) fn add(document: &mut Value) {
    for (_, _, operation) in operations::each(document) {
        if operations::take(operation, CACHEABLE).is_none() {
            continue;
        }
        // As long as HTTP lets it be: what names no tag of ours changes nothing.
        let known = json!({
            "name": "If-None-Match",
            "in": "header",
            "description": "The `ETag` of the answer you have. If it is still current, the reply \
                is 304.",
            "required": false,
            "schema": { "type": "string" },
        });
        match operation["parameters"].as_array_mut() {
            Some(parameters) => parameters.push(known),
            None => operation["parameters"] = json!([known]),
        }
        let tag = json!({
            "description": "The tag of this version of the answer. For a match: given once the \
                match is over and public.",
            "schema": { "type": "string", "maxLength": 200 },
        });
        operation["responses"]["200"]["headers"] = json!({ "ETag": tag.clone() });
        operation["responses"]["304"] = json!({
            "description": "Not modified: the answer you already have is still current.",
            "headers": { "ETag": tag },
        });
    }
}

//! Files that are served in parts: the header that asks, and the one that answers.

use serde_json::json;

use crate::operations;

/// Adds both to the operations that serve parts.
pub(crate) fn add(document: &mut serde_json::Value) {
    let in_parts = operations::each(document)
        .filter(|(.., operation)| operation["responses"].get("206").is_some());
    for (_, _, operation) in in_parts {
        // As long as HTTP lets it be: what is no range is no condition.
        let range = json!({
            "name": "Range",
            "in": "header",
            "description": "The part of the file that you want, like `bytes=0-1023`. If you ask \
                for several parts, you get the whole file.",
            "required": false,
            "schema": { "type": "string" },
        });
        let parameters = operation["parameters"].as_array_mut();
        parameters.expect("a file has a name").push(range);
        operation["responses"]["206"]["headers"] = json!({ "Content-Range": {
            "description": "The range of bytes in this part, and the length of the whole file.",
            "schema": { "type": "string", "maxLength": 200 },
        } });
    }
}

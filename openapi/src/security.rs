//! Who may ask: everybody, holders of a token, or both, said so that generated clients
//! demand a token only where there is no answer without one.

use serde_json::{Value, json};

use crate::operations;

/// Says of the whole document that a token may be sent, and of each operation only what
/// differs: that it takes none, or that it needs one.
pub(crate) fn state(document: &mut Value) {
    let everywhere = document["security"].take();
    for (_, _, operation) in operations::each(document) {
        let fields = operation.as_object_mut().expect("an operation has fields");
        let stated = fields.remove("security");
        let ways = stated.unwrap_or_else(|| everywhere.clone());
        let without_token = |way: &Value| *way == json!({});
        let all = ways.as_array().expect("the routes say who may ask");
        if all.iter().all(without_token) {
            fields.insert("security".to_owned(), json!([]));
        } else if !all.iter().any(without_token) {
            fields.insert("security".to_owned(), ways);
        }
    }
    document["security"] = json!([{}, { "token": [] }]);
}

//! Examples, for each game, in the places where the document wants them.

mod batches;
mod lookback;
mod matches;
mod push;
mod statistics;
mod tournaments;

use serde_json::{Map, Value, json};

use crate::operations;

/// Adds every example to its operation.
pub(crate) fn add(document: &mut Value) {
    let examples = matches::examples(document);
    for (_, _, operation) in operations::each(document) {
        let id = operation["operationId"]
            .as_str()
            .unwrap_or_default()
            .to_owned();
        let of = |at: &str| -> Map<String, Value> {
            let mine = examples
                .iter()
                .filter(|one| one.operation == id && one.at == at);
            mine.map(|one| (one.game.clone(), json!({ "value": one.value })))
                .collect()
        };
        let places = [
            ("/requestBody/content", "request"),
            ("/responses/200/content", "response"),
            ("/responses/201/content", "response"),
        ];
        for (place, at) in places {
            if let Some(Value::Object(forms)) = operation.pointer_mut(place) {
                put(forms, of(at));
            }
        }
    }
}

/// Adds examples to the JSON form of a body.
fn put(forms: &mut Map<String, Value>, examples: Map<String, Value>) {
    let mut forms = forms.iter_mut();
    let json = forms.find(|(form, _)| form.ends_with("json") && !form.contains("ndjson"));
    if let Some((_, form)) = json.filter(|_| !examples.is_empty()) {
        form["examples"] = examples.into();
    }
}

//! What is strict, and what is left over: bodies that are read refuse unknown fields,
//! and the document keeps no component that nothing refers to.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use crate::operations;

/// Closes every object that a request body can hold.
pub(crate) fn requests(document: &mut Value) {
    let bodies: Vec<Value> = operations::each(document)
        .filter_map(|(_, _, operation)| operation.get("requestBody").cloned())
        .collect();
    let mut reached = BTreeSet::new();
    bodies
        .iter()
        .for_each(|body| reach(document, body, &mut reached));
    let schemas = &mut document["components"]["schemas"];
    for name in reached {
        let schema = &mut schemas[name.as_str()];
        if schema.get("properties").is_some() {
            schema["additionalProperties"] = false.into();
        }
    }
}

/// Says what the options of a new match or batch are: those of any game.
pub(crate) fn options(document: &mut Value) {
    let schemas = &mut document["components"]["schemas"];
    let variants = schemas["Options"]["discriminator"]["mapping"].clone();
    let variants = variants.as_object().expect("options are a union").values();
    let names = variants
        .filter_map(Value::as_str)
        .filter_map(|one| one.rsplit('/').next());
    let mut any: Vec<Value> = names
        .map(|name| schemas[name]["properties"]["options"].clone())
        .collect();
    any.push(json!({ "type": "null" }));
    for opening in ["OpenMatch", "PlanBatch", "PlanTournament"] {
        let options = &mut schemas[opening]["properties"]["options"];
        let description = options["description"].clone();
        *options = json!({ "description": description, "anyOf": any });
    }
}

/// A parameter is there or not: `null` cannot be sent in a path, query or header.
pub(crate) fn parameters(document: &mut Value) {
    let is_null = |one: &Value| *one == "null" || *one == json!({ "type": "null" });
    for (_, _, operation) in operations::each(document) {
        let parameters = operation
            .get_mut("parameters")
            .and_then(Value::as_array_mut);
        for schema in parameters
            .into_iter()
            .flatten()
            .map(|one| &mut one["schema"])
        {
            for choice in ["type", "oneOf"] {
                let Some(all) = schema.get_mut(choice).and_then(Value::as_array_mut) else {
                    continue;
                };
                all.retain(|one| !is_null(one));
                if let [only] = all.as_slice() {
                    let only = only.clone();
                    if choice == "type" {
                        schema["type"] = only;
                    } else {
                        *schema = only;
                    }
                }
            }
        }
    }
}

/// Drops schemas that nothing refers to.
pub(crate) fn drop_unused(document: &mut Value) {
    let mut used = BTreeSet::new();
    reach(document, &document["paths"], &mut used);
    reach(document, &document["components"]["responses"], &mut used);
    let schemas = document["components"]["schemas"].as_object_mut();
    schemas
        .expect("schemas are an object")
        .retain(|name, _| used.contains(name));
}

/// The names of all schemas that a part of the document refers to.
fn reach(document: &Value, part: &Value, reached: &mut BTreeSet<String>) {
    match part {
        Value::Object(fields) => {
            let name = fields.get("$ref").and_then(Value::as_str);
            let name = name.and_then(|name| name.strip_prefix("#/components/schemas/"));
            if let Some(name) = name.filter(|name| reached.insert((*name).to_owned())) {
                reach(document, &document["components"]["schemas"][name], reached);
            }
            fields
                .values()
                .for_each(|value| reach(document, value, reached));
        }
        Value::Array(items) => items.iter().for_each(|item| reach(document, item, reached)),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}

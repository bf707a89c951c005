//! Problems: every status an operation can answer with that is not a success, all
//! with one schema.

use serde_json::{Map, Value, json};

use crate::operations;

/// Status, name of the shared response, and what it means.
const RESPONSES: &[(u16, &str, &str)] = &[
    (
        400,
        "Malformed",
        "Malformed, or with an unknown parameter or field.",
    ),
    (401, "Unauthorized", "No token, or one that is not valid."),
    (
        403,
        "Forbidden",
        "The token is good, but not for this, or a web page of another host sent none.",
    ),
    (404, "NotFound", "Not found, or not yours to see."),
    (
        406,
        "NotAcceptable",
        "The answer has no form that `Accept` allows; `known` has those it has.",
    ),
    (
        409,
        "Conflict",
        "The match is not in the state this needs, or is played with another box.",
    ),
    (413, "TooLarge", "The body is too large."),
    (415, "WrongType", "The body is not `application/json`."),
    (416, "NoSuchRange", "The file does not reach that far."),
    (
        422,
        "Refused",
        "A rule of the game forbids it, or the idempotency key was used with another body.",
    ),
    (
        429,
        "TooMany",
        "This address has made too many requests; `Retry-After` says when to try again.",
    ),
    (500, "Internal", "Our fault; logged under `request_id`."),
    (
        503,
        "Unavailable",
        "Overloaded, stopping, or behind `at_least`; `Retry-After` says when to try again.",
    ),
];

/// Adds the shared responses, and to every operation those it can answer with.
pub(crate) fn add(document: &mut Value) {
    let shared = RESPONSES
        .iter()
        .map(|(status, name, meaning)| ((*name).to_owned(), response(*status, meaning)));
    document["components"]["responses"] = shared.collect::<Map<_, _>>().into();
    let statuses: Vec<Vec<u16>> = operations::each(document)
        .map(|(path, method, operation)| statuses(&path, &method, operation))
        .collect();
    for ((_, _, operation), statuses) in operations::each(document).zip(statuses) {
        for (status, name, _) in RESPONSES
            .iter()
            .filter(|(status, ..)| statuses.contains(status))
        {
            operation["responses"][status.to_string()] =
                json!({ "$ref": format!("#/components/responses/{name}") });
        }
    }
}

/// What an operation can answer with, seen from what it takes.
fn statuses(path: &str, method: &str, operation: &Value) -> Vec<u16> {
    let id = operation["operationId"].as_str().unwrap_or_default();
    let takes_body = operation.get("requestBody").is_some();
    let security = operation.get("security").and_then(Value::as_array);
    let knows_tokens = security.is_none_or(|all| all.iter().any(|one| one.get("token").is_some()));
    let of_match = path.starts_with("/v1/matches/{id}");
    let takes_key = takes_key(operation);
    let mut statuses = vec![400, 403, 429, 500, 503];
    statuses.extend(knows_tokens.then_some(401));
    // A seat may be kept for a player who does not exist.
    statuses.extend(
        (path.contains('{') || ["openMatch", "streamMatches"].contains(&id)).then_some(404),
    );
    let answers = operation["responses"].as_object().into_iter().flatten();
    let mut bodies = answers.filter(|(_, answer)| answer.get("content").is_some());
    statuses.extend(
        bodies
            .any(|(status, _)| status.starts_with('2'))
            .then_some(406),
    );
    let changes = of_match && method != "get";
    // Only its record is told of a match played with another box.
    let reads_box = of_match && !["getRecord", "verifyMatch"].contains(&id);
    let others = [
        "openMatch",
        "streamMatches",
        "importMatch",
        "registerPlayer",
    ];
    statuses.extend((reads_box || others.contains(&id)).then_some(409));
    statuses.extend(takes_body.then_some([413, 415]).into_iter().flatten());
    statuses.extend((id == "getExport").then_some(416));
    statuses.extend((takes_body || takes_key || changes || id == "listEvents").then_some(422));
    statuses
}

fn takes_key(operation: &Value) -> bool {
    let parameters = operation.get("parameters").and_then(Value::as_array);
    let mut parameters = parameters.into_iter().flatten();
    parameters.any(|parameter| parameter["name"] == "Idempotency-Key")
}

fn response(status: u16, meaning: &str) -> Value {
    let mut codes = api::Code::ALL.iter();
    let code = codes.find(|code| code.status() == status);
    let code = code.expect("every status has a code");
    json!({
        "description": meaning,
        "content": { "application/problem+json": {
            "schema": { "$ref": "#/components/schemas/Problem" },
            "example": {
                "type": format!("/docs/problems#{}", code.as_str()),
                "title": code.title(),
                "status": status,
                "code": code.as_str(),
                "detail": code.title(),
                "request_id": "r_5f3a90c2d41b0007",
            },
        } },
    })
}

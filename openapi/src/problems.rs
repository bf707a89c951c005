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
        "The token is valid, but not for this; or a web page of another host sent none.",
    ),
    (404, "NotFound", "Not found, or not yours to see."),
    (
        406,
        "NotAcceptable",
        "No available form of the answer is allowed by `Accept`; `known` lists the available \
         forms.",
    ),
    (
        409,
        "Conflict",
        "The match is not in the right state for this, or is played with another box.",
    ),
    (413, "TooLarge", "The body is too large."),
    (415, "WrongType", "The body is not `application/json`."),
    (
        416,
        "NoSuchRange",
        "The requested range lies beyond the end of the file.",
    ),
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
    (
        500,
        "Internal",
        "An error of the server; logged under `request_id`.",
    ),
    (
        503,
        "Unavailable",
        "The server is overloaded, stopping, or behind `at_least`; `Retry-After` says when to try \
         again.",
    ),
];

/// Says of an operation which statuses it answers with that do not follow from what it takes.
const PROBLEMS: &str = "x-problems";

/// Says of an operation on a match that it answers whatever box the match is played with.
const ANY_BOX: &str = "x-any-box";

/// Adds the shared responses, and to every operation those it can answer with.
pub(crate) fn add(document: &mut Value) {
    let shared = RESPONSES
        .iter()
        .map(|(status, name, meaning)| ((*name).to_owned(), response(*status, meaning)));
    document["components"]["responses"] = shared.collect::<Map<_, _>>().into();
    for (path, method, operation) in operations::each(document) {
        let statuses = statuses(&path, &method, operation);
        for (status, name, _) in RESPONSES
            .iter()
            .filter(|(status, ..)| statuses.contains(status))
        {
            operation["responses"][status.to_string()] =
                json!({ "$ref": format!("#/components/responses/{name}") });
        }
    }
}

/// What an operation can answer with: what follows from what it takes, and what its handler
/// says beside that.
fn statuses(path: &str, method: &str, operation: &mut Value) -> Vec<u16> {
    let declared = operations::take(operation, PROBLEMS).unwrap_or_default();
    let declared = declared.as_array().into_iter().flatten();
    let declared: Vec<u16> = declared
        .filter_map(|status| u16::try_from(status.as_u64()?).ok())
        .collect();
    let any_box = operations::take(operation, ANY_BOX).is_some();
    let takes_body = operation.get("requestBody").is_some();
    let security = operation.get("security").and_then(Value::as_array);
    let knows_tokens = security.is_none_or(|all| all.iter().any(|one| one.get("token").is_some()));
    let of_match = path.starts_with("/v1/matches/{id}");
    let changes = of_match && method != "get";
    let has_response = |status: &str| operation["responses"].get(status).is_some();
    let conditional = [
        (401, knows_tokens),
        (404, path.contains('{')),
        (406, has_content(operation)),
        (409, of_match && !any_box),
        (413, takes_body),
        (415, takes_body),
        (416, has_response("206")),
        (422, takes_body || takes_key(operation) || changes),
    ];
    let conditional = conditional.into_iter().filter(|(_, applies)| *applies);
    let always = [400, 403, 429, 500, 503].into_iter();
    always
        .chain(conditional.map(|(status, _)| status))
        .chain(declared)
        .collect()
}

/// Whether a success has a body, in one form of several or in one alone.
fn has_content(operation: &Value) -> bool {
    let answers = operation["responses"].as_object();
    let mut answers = answers.into_iter().flatten();
    answers.any(|(status, answer)| status.starts_with('2') && answer.get("content").is_some())
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

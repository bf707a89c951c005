//! The document is what the server does, and says all that callers need.

#![allow(clippy::unwrap_used, reason = "a test says what it needs by panicking")]

use std::collections::{BTreeMap, BTreeSet};

use domain::{
    Dice, GameId, Seat, Seed, Viewer,
    matches::{self as rules, Match, Place, PlayerId, Request, Terms},
};
use serde_json::{Value, json};

/// The fewest words of a description.
const WORDS: usize = 3;

/// Words of the program that a reader of the contract need not know.
const OF_THE_PROGRAM: &[&str] = &[
    "::", "[`", "Vec<", "Option<", "HashMap", "BTreeMap", "serde", "utoipa", "actix", "`None`",
    "`Some`", " struct ", " crate", "impl ",
];

/// Checks values against the schemas of the document.
struct Checker(Value);

impl Checker {
    fn new() -> Checker {
        Checker(openapi::document())
    }

    /// A validator for one schema of the document, which may refer to others.
    fn validator(&self, schema: &Value) -> jsonschema::Validator {
        let mut root = json!({ "components": self.0["components"] });
        root.as_object_mut()
            .unwrap()
            .extend(schema.as_object().unwrap().clone());
        jsonschema::validator_for(&root).unwrap()
    }

    fn named(&self, name: &str) -> jsonschema::Validator {
        assert!(
            self.0["components"]["schemas"].get(name).is_some(),
            "no schema {name}"
        );
        self.validator(&json!({ "$ref": format!("#/components/schemas/{name}") }))
    }

    fn operations(&self) -> Vec<(String, &Value)> {
        let paths = self.0["paths"].as_object().unwrap().iter();
        let of = |(path, item): (&String, &'_ Value)| {
            let path = path.clone();
            let methods: Vec<String> = item.as_object().unwrap().keys().cloned().collect();
            methods
                .into_iter()
                .map(move |method| (path.clone(), method))
                .collect::<Vec<_>>()
        };
        let all: Vec<(String, String)> = paths.flat_map(of).collect();
        all.into_iter()
            .map(|(path, method)| (format!("{method} {path}"), &self.0["paths"][&path][&method]))
            .collect()
    }
}

fn assert_valid(validator: &jsonschema::Validator, what: &str, value: &Value) {
    let errors: Vec<String> = validator
        .iter_errors(value)
        .map(|error| format!("{} at {}", error, error.instance_path()))
        .collect();
    assert!(errors.is_empty(), "{what}: {errors:#?}\n{value}");
}

#[test]
fn the_committed_document_is_the_generated_one() {
    assert!(
        api::OPENAPI_JSON == openapi::text(),
        "openapi/openapi.json is not current: run `make openapi` and review the difference"
    );
}

#[test]
fn every_operation_has_all_that_a_caller_needs() {
    let checker = Checker::new();
    let mut ids = BTreeSet::new();
    for (name, operation) in checker.operations() {
        let id = operation["operationId"]
            .as_str()
            .unwrap_or_else(|| panic!("{name}: no id"));
        assert!(ids.insert(id.to_owned()), "{id} twice");
        assert_eq!(operation["tags"].as_array().unwrap().len(), 1, "{name}");
        assert!(
            operation["summary"]
                .as_str()
                .is_some_and(|text| text.len() > 3),
            "{name}"
        );
        let responses = operation["responses"].as_object().unwrap();
        assert!(
            responses.contains_key("400") && responses.contains_key("500"),
            "{name}"
        );
        assert!(
            responses.keys().any(|status| status.starts_with('2')),
            "{name}"
        );
        let of_match = name.contains("/matches/{id}");
        assert!(!of_match || responses.contains_key("404"), "{name}");
        for parameter in operation["parameters"].as_array().into_iter().flatten() {
            assert!(
                parameter["description"]
                    .as_str()
                    .is_some_and(|text| !text.is_empty()),
                "{name}: {parameter}"
            );
        }
    }
}

#[test]
fn every_example_is_valid_and_every_json_body_of_a_match_has_one() {
    let checker = Checker::new();
    let mut without = Vec::new();
    for (name, operation) in checker.operations() {
        let bodies = operation["responses"].as_object().unwrap().iter();
        let bodies = bodies
            .filter(|(status, _)| status.starts_with('2'))
            .map(|(_, body)| body);
        for body in bodies.chain(operation.get("requestBody")) {
            for (form, content) in body["content"].as_object().into_iter().flatten() {
                let validator = checker.validator(&content["schema"]);
                let examples: Vec<&Value> = content["examples"]
                    .as_object()
                    .into_iter()
                    .flatten()
                    .map(|(_, one)| &one["value"])
                    .collect();
                for example in &examples {
                    assert_valid(&validator, &name, example);
                }
                let of_game = form == "application/json"
                    && ![
                        "/healthz",
                        "/readyz",
                        "/version",
                        "/integrity",
                        "/openapi.json",
                        "/v1/matches",
                        "/v1/results",
                        "/verify",
                    ]
                    .iter()
                    .any(|end| name.ends_with(end));
                if of_game && examples.len() < GameId::ALL.len() {
                    without.push(name.clone());
                }
            }
        }
    }
    assert_eq!(without, Vec::<String>::new());
}

#[test]
fn texts_lists_and_integers_are_bounded() {
    fn unbounded(at: &str, schema: &Value, found: &mut Vec<String>) {
        let is = |kind: &str| {
            let said = &schema["type"];
            *said == kind
                || said
                    .as_array()
                    .is_some_and(|all| all.iter().any(|one| one == kind))
        };
        let has = |bound: &str| schema.get(bound).is_some();
        if is("string") && !has("maxLength") && !has("enum") {
            found.push(at.to_owned());
        }
        if is("array") && !has("maxItems") {
            found.push(at.to_owned());
        }
        if is("integer") && !(has("minimum") && has("maximum")) {
            found.push(at.to_owned());
        }
        match schema {
            Value::Object(fields) => fields.iter().for_each(|(key, value)| {
                if key != "examples" && key != "example" {
                    unbounded(&format!("{at}/{key}"), value, found);
                }
            }),
            Value::Array(items) => items
                .iter()
                .enumerate()
                .for_each(|(nth, item)| unbounded(&format!("{at}/{nth}"), item, found)),
            Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
        }
    }
    let mut found = Vec::new();
    unbounded(
        "",
        &openapi::document()["components"]["schemas"],
        &mut found,
    );
    assert_eq!(found, Vec::<String>::new());
}

/// A name stands for one thing: the same words, type and least value wherever it is asked for.
#[test]
fn parameters_of_one_name_mean_the_same() {
    let checker = Checker::new();
    let mut known: BTreeMap<&str, Value> = BTreeMap::new();
    let shared = ["wait", "after", "limit", "cursor", "at_least"];
    for (name, operation) in checker.operations() {
        for parameter in operation["parameters"].as_array().into_iter().flatten() {
            let own = parameter["name"].as_str().unwrap();
            let Some(own) = shared.iter().find(|one| **one == own) else {
                continue;
            };
            let schema = &parameter["schema"];
            let meaning = json!([parameter["description"], schema["type"], schema["minimum"]]);
            let before = known.entry(own).or_insert_with(|| meaning.clone());
            assert_eq!(*before, meaning, "{name}: {own}");
        }
    }
    assert_eq!(known.len(), shared.len());
}

#[test]
fn every_union_names_its_variants_and_what_tells_them_apart() {
    let document = openapi::document();
    for union in [
        "Command",
        "Event",
        "MatchEvent",
        "Options",
        "Position",
        "View",
        "Occupant",
        "Place",
    ] {
        let schema = &document["components"]["schemas"][union];
        let variants = schema["oneOf"].as_array().unwrap();
        assert!(
            variants.iter().all(|variant| variant.get("$ref").is_some()),
            "{union}"
        );
        assert_eq!(
            schema["discriminator"]["mapping"]
                .as_object()
                .unwrap()
                .len(),
            variants.len()
        );
    }
}

/// Names that generators make up collide, and change when something else does.
#[test]
fn no_schema_is_written_out_inside_another() {
    fn written_out(at: &str, schema: &Value, found: &mut Vec<String>) {
        if schema.get("properties").is_some() {
            found.push(at.to_owned());
        }
        inside(at, schema, found);
    }
    fn inside(at: &str, schema: &Value, found: &mut Vec<String>) {
        let parts = ["properties", "items", "oneOf", "anyOf"].map(|part| (part, &schema[part]));
        for (part, within) in parts {
            match within {
                Value::Object(fields) if part == "properties" => fields
                    .iter()
                    .for_each(|(name, one)| written_out(&format!("{at}/{name}"), one, found)),
                Value::Array(all) => all.iter().for_each(|one| written_out(at, one, found)),
                Value::Object(_) => written_out(at, within, found),
                Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
            }
        }
    }
    let document = openapi::document();
    let mut found = Vec::new();
    for (name, schema) in document["components"]["schemas"].as_object().unwrap() {
        let merged = schema["allOf"].as_array().into_iter().flatten();
        merged.for_each(|part| inside(name, part, &mut found));
        inside(name, schema, &mut found);
    }
    assert_eq!(found, Vec::<String>::new());
}

/// Generated code reads the list into a variable, and the object into one of the same name.
#[test]
fn no_list_has_the_name_of_the_object_that_holds_it() {
    let document = openapi::document();
    let schemas = document["components"]["schemas"].as_object().unwrap();
    let is_list = |held: &Value| held["type"] == "array";
    let own: Vec<&String> = schemas
        .iter()
        .filter(|(name, schema)| is_list(&schema["properties"][name.to_lowercase()]))
        .map(|(name, _)| name)
        .collect();
    assert_eq!(own, Vec::<&String>::new());
}

/// Tools that follow references follow them in examples, too.
#[test]
fn no_example_has_a_reference() {
    let checker = Checker::new();
    for (name, operation) in checker.operations() {
        let text = operation.to_string();
        assert!(!text.contains("#/$defs/"), "{name}");
    }
}

#[test]
fn what_the_rules_write_in_a_playout_is_what_the_document_says() {
    let checker = Checker::new();
    let [event, view, command, sheet] =
        ["MatchEvent", "View", "Command", "BySeatScoreSheet"].map(|name| checker.named(name));
    for &game in GameId::ALL {
        let player = PlayerId(format!("p_{}", "1".repeat(32)));
        let seed = Seed([5; 32]);
        let terms = Terms {
            options: game.default_options(),
            places: domain::BySeat::new(3, |_| Place::Open),
            host: player.clone(),
            rules: 1,
            components: game.components_sha256().to_owned(),
            seed_commitment: seed.commitment(),
            seed_known: true,
            open_hands: false,
            private: false,
            fork: None,
            batch: None,
            rng: None,
            settings: Box::default(),
        };
        let seated: Vec<(Seat, PlayerId)> =
            Seat::first(3).map(|seat| (seat, player.clone())).collect();
        let mut events = rules::open(&terms, seed, &seated).unwrap();
        let mut played = Match::fold(&events).unwrap();
        loop {
            for happened in &events {
                for viewer in [Viewer::Referee, Viewer::Spectator, Viewer::Seat(Seat(1))] {
                    let told = serde_json::to_value(happened.clone().disclose(viewer)).unwrap();
                    assert_valid(&event, "event", &told);
                }
            }
            let table = played.table().unwrap();
            for viewer in [Viewer::Referee, Viewer::Spectator] {
                let seen = table.state.view(viewer);
                assert_valid(&view, "view", &serde_json::to_value(&seen).unwrap());
                assert_valid(
                    &sheet,
                    "sheets",
                    &serde_json::to_value(seen.scores()).unwrap(),
                );
            }
            let Some(seat) = table.state.to_act().iter().next() else {
                break;
            };
            let own = table.state.view(Viewer::Seat(seat));
            assert_valid(&view, "view", &serde_json::to_value(&own).unwrap());
            let chosen = domain::bots::Bot::Random.choose(
                &own,
                &mut Dice::new(seed).roll("test", played.table().unwrap().decisions[seat]),
            );
            assert_valid(&command, "command", &serde_json::to_value(&chosen).unwrap());
            let request = Request::Decide {
                seat,
                decision: table.decisions[seat],
                command: chosen,
            };
            events = played.decide(Some(&player), request).unwrap();
            played.evolve_all(&events);
        }
    }
}

/// HOUSE 6: what has a description has a sentence, and what a caller reads or writes has
/// a description.
#[test]
fn every_description_says_something() {
    let document = openapi::document();
    let mut found = Vec::new();
    descriptions(&document, "", &mut |at, said| {
        if said.split_whitespace().count() < WORDS {
            found.push(format!("{at}: {said:?}"));
        }
    });
    for (name, schema) in document["components"]["schemas"].as_object().unwrap() {
        undescribed(&format!("/components/schemas/{name}"), schema, &mut found);
    }
    assert_eq!(found, Vec::<String>::new());
}

/// Tells every description and summary, with where it stands.
fn descriptions(part: &Value, at: &str, tell: &mut impl FnMut(&str, &str)) {
    match part {
        Value::Object(fields) => {
            for (key, value) in fields {
                match value.as_str() {
                    Some(said) if key == "description" => tell(at, said),
                    _ if key == "example" || key == "examples" => {}
                    _ => descriptions(value, &format!("{at}/{}", escaped(key)), tell),
                }
            }
        }
        Value::Array(items) => {
            for (nth, item) in items.iter().enumerate() {
                descriptions(item, &format!("{at}/{nth}"), tell);
            }
        }
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}

/// The fields of a schema that nothing is said of. What tells variants apart says it.
fn undescribed(at: &str, schema: &Value, found: &mut Vec<String>) {
    let fields = schema["properties"].as_object().into_iter().flatten();
    for (name, field) in fields {
        let is_tag = field["enum"].as_array().is_some_and(|all| all.len() == 1);
        let said = field.get("description").is_some()
            || field["oneOf"]
                .as_array()
                .is_some_and(|all| all.iter().any(|one| one.get("description").is_some()));
        if !is_tag && !said {
            found.push(format!("{at}/properties/{}: nothing", escaped(name)));
        }
    }
    for joined in ["allOf", "oneOf"] {
        for (nth, one) in schema[joined].as_array().into_iter().flatten().enumerate() {
            undescribed(&format!("{at}/{joined}/{nth}"), one, found);
        }
    }
}

/// A key as a part of a JSON pointer.
fn escaped(key: &str) -> String {
    key.replace('~', "~0").replace('/', "~1")
}

#[test]
fn no_word_of_the_program_is_on_the_wire() {
    let document = openapi::document();
    let mut found = Vec::new();
    descriptions(&document, "", &mut |at, said| {
        if OF_THE_PROGRAM.iter().any(|word| said.contains(word)) {
            found.push(format!("{at}: {said:?}"));
        }
    });
    let schemas = document["components"]["schemas"].as_object().unwrap();
    let mut folded = BTreeSet::new();
    for name in schemas.keys() {
        let is_plain = name.starts_with(|first: char| first.is_ascii_uppercase())
            && name.chars().all(|letter| letter.is_ascii_alphanumeric())
            && !["Box", "Option<", "Vec"]
                .iter()
                .any(|word| name.starts_with(word))
            && !name.ends_with("Query");
        if !is_plain || !folded.insert(name.to_lowercase()) {
            found.push(format!("/components/schemas/{name}"));
        }
    }
    assert_eq!(found, Vec::<String>::new());
}

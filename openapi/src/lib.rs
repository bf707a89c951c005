//! The contract: the document that clients are generated from.
//!
//! The routes give paths, parameters and schemas; what is the same everywhere is
//! completed here: problems, discriminators, bounds, examples.
//!
//! ```
//! let document = openapi::document();
//! assert_eq!(document["openapi"].as_str().map(|version| &version[..2]), Some("3."));
//! assert!(document["paths"]["/v1/matches"]["post"]["summary"].is_string());
//! ```

mod bounds;
mod cached;
mod closed;
mod examples;
mod generics;
mod names;
mod operations;
mod problems;
mod ranges;
mod security;
mod unions;

use serde_json::Value;

/// The whole document.
///
/// # Panics
///
/// If the routes describe something that is not JSON.
pub fn document() -> Value {
    let mut document = serde_json::to_value(api::document()).expect("a document is JSON");
    generics::name_arguments(&mut document);
    unions::name_variants(&mut document);
    problems::add(&mut document);
    closed::options(&mut document);
    closed::parameters(&mut document);
    closed::requests(&mut document);
    closed::drop_unused(&mut document);
    names::plain(&mut document);
    names::describe_variants(&mut document);
    bounds::add(&mut document);
    cached::add(&mut document);
    ranges::add(&mut document);
    examples::add(&mut document);
    security::state(&mut document);
    document
}

/// The document as committed: JSON, indented, with a newline at its end.
///
/// # Panics
///
/// If the routes describe something that is not JSON.
pub fn text() -> String {
    let mut text = serde_json::to_string_pretty(&document()).expect("a document is JSON");
    text.push('\n');
    text
}

//! Positions written by hand: what they can say, and that the table they tell of is the
//! table of a match.

mod read_off;
mod said;

use domain::{Command, Impossible, Position, View};
use serde_json::{Value, json};

/// The view of a position of a game.
fn imagine(game: &str, position: &Value) -> Result<View, Impossible> {
    let tagged = json!({ "game": game, "position": position });
    let position: Position = serde_json::from_value(tagged).unwrap();
    position.imagine()
}

/// The types of the commands that are legal, each once.
fn kinds(view: &View) -> Vec<String> {
    let kind = |command: &Command| {
        let written = serde_json::to_value(command).unwrap();
        written["command"]["type"].as_str().unwrap().to_owned()
    };
    let mut kinds: Vec<String> = view.legal().iter().map(kind).collect();
    kinds.sort_unstable();
    kinds.dedup();
    kinds
}

/// The field that a refusal names.
fn field(game: &str, position: &Value) -> String {
    let refused = imagine(game, position).unwrap_err();
    assert!(refused.rejection.rule.is_some(), "{refused:?}");
    refused.field.unwrap()
}

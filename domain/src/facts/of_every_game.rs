//! What is counted of every game.

use serde::Serialize;
use serde_json::Value;

use super::{
    metric::{Metric, Row, Unit},
    spaced,
};

const OF_SEATS: [Row; 5] = [
    (
        "final_score",
        "Final score",
        Unit::Points,
        "The sum of the lines of the final score sheet.",
    ),
    (
        "rank",
        "Rank",
        Unit::Rank,
        "Where the seat finished, tie-breaks applied. Equal ranks share the better place.",
    ),
    (
        "margin",
        "Margin",
        Unit::Points,
        "The seat's final score less the best final score among the other seats; in a team the \
         team's score, that of its lower member, less the best score of another team. Unknown \
         where one plays alone.",
    ),
    (
        "decisions",
        "Decisions",
        Unit::Decisions,
        "How many decisions the seat made.",
    ),
    (
        "seat",
        "Seat",
        Unit::Seats,
        "The place at the table, clockwise from 0.",
    ),
];

const OF_MATCHES: [Row; 5] = [
    (
        "winners",
        "Winners",
        Unit::Seats,
        "How many seats share first place.",
    ),
    (
        "winning_score",
        "Winning score",
        Unit::Points,
        "The final score of those who are first; of a team, that of its lower member.",
    ),
    (
        "match_decisions",
        "Decisions of a match",
        Unit::Decisions,
        "How many decisions all seats made together.",
    ),
    ("seats", "Seats", Unit::Seats, "How many seats played."),
    (
        "rules",
        "Rules",
        Unit::Index,
        "The edition of our rules that decided.",
    ),
];

const RATES: [Row; 2] = [
    (
        "win_share",
        "Win share",
        Unit::Share,
        "1 for a seat that is first, split evenly among those who share first place, and 0 for all \
         others.",
    ),
    (
        "win_index",
        "Win index",
        Unit::Index,
        "The win share times the number of seats: 1 is what a seat wins on average, whatever the \
         number of seats.",
    ),
];

/// What is counted of every game, and its options.
pub(super) fn catalogue(options: &impl Serialize) -> Vec<Metric> {
    let seats = OF_SEATS.map(Metric::row);
    let matches = OF_MATCHES.map(|row| Metric::row(row).per_match());
    let rates = RATES.map(|(id, title, unit, text)| Metric::rate(id, title, unit, text));
    let options = flattened(options).into_iter().map(|(key, _)| {
        let title = format!("Option {}", spaced(&key));
        let definition = format!("What the host chose for `{key}`; `null` if left to the default.");
        Metric::dimension(&format!("option.{key}"), &title, &definition).per_match()
    });
    let fixed = seats.into_iter().chain(matches).chain(rates);
    fixed.chain(options).collect()
}

/// Each option by its key, those of options within options joined by dots. Of a variant
/// with a type, the type.
pub(crate) fn flattened(options: &impl Serialize) -> Vec<(String, String)> {
    let options = serde_json::to_value(options).expect("options are JSON");
    let mut flat = Vec::new();
    flatten(String::new(), &options, &mut flat);
    flat
}

fn flatten(key: String, value: &Value, flat: &mut Vec<(String, String)>) {
    match value {
        Value::Object(fields) if fields.contains_key("type") => {
            flatten(key, &fields["type"], flat);
        }
        Value::Object(fields) => {
            for (name, value) in fields {
                let dot = if key.is_empty() { "" } else { "." };
                flatten(format!("{key}{dot}{name}"), value, flat);
            }
        }
        Value::String(word) => flat.push((key, word.clone())),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::Array(_) => {
            flat.push((key, value.to_string()));
        }
    }
}

//! What is counted of every game.

use serde::Serialize;
use serde_json::Value;

use super::{
    metric::{Metric, Row, Unit},
    notes::Notes,
    spaced,
};
use crate::{
    Seat, Side,
    matches::{Match, Table},
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

/// Notes what is counted of every game once it is over, and what its own rules count.
pub(super) fn tally(game: &Match, table: &Table, notes: &mut Notes) {
    let standings = table.standings.as_ref().expect("it was played to its end");
    table.state.tally(notes);
    let sides = table.state.sides();
    let known = game.terms.options.game().measures();
    for (seat, standing) in standings.iter() {
        let of_seat = notes.seat(seat);
        of_seat.score(&standing.score, |id| known.contains(id));
        let values = &mut of_seat.values;
        values.add("final_score", standing.total);
        values.add("rank", standing.rank);
        if let Some(margin) = margin(&sides, seat) {
            values.add("margin", margin);
        }
        values.count("decisions", decisions(table, seat));
        values.add("seat", seat.0);
    }
    let values = &mut notes.table;
    let winners = standings.iter().filter(|(_, standing)| standing.rank == 1);
    values.count("winners", winners.count());
    let best = sides.iter().map(Side::score).max();
    values.add("winning_score", best.expect("somebody is first"));
    let all = Seat::first(standings.seats()).map(|seat| decisions(table, seat));
    values.count("match_decisions", all.sum());
    values.add("seats", standings.seats());
    values.add("rules", i32::from(game.terms.rules));
    for (key, chosen) in flattened(&game.terms.options.chosen()) {
        values.tell(format!("option.{key}"), chosen);
    }
}

fn decisions(table: &Table, seat: Seat) -> usize {
    usize::try_from(table.made(seat)).expect("a match is short")
}

/// The score of a seat's side less the best of the others.
fn margin(sides: &[Side], seat: Seat) -> Option<i32> {
    let (own, others): (Vec<&Side>, Vec<&Side>) =
        sides.iter().partition(|side| side.seats.contains(seat));
    let best = others.iter().map(|side| side.score()).max()?;
    Some(i32::from(own[0].score()) - i32::from(best))
}

/// Each option by its key, those of options within options joined by dots. Of a variant
/// with a type, the type.
fn flattened(options: &impl Serialize) -> Vec<(String, String)> {
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

//! The worked examples of the rules (section 12), read from their file.

use serde_json::{Value, json};

use super::super::{Position, State, fiefs::Fiefs, land::Squares, realm::Realm};
use crate::{Replay as _, Seat};

const EXAMPLES: &str = include_str!("examples.json");

fn cases() -> Vec<Value> {
    let examples: Value = serde_json::from_str(EXAMPLES).unwrap();
    examples["cases"].as_array().unwrap().clone()
}

/// The board of an example, asked for as anybody would.
fn imagine(case: &Value) -> super::super::View {
    let position = json!({"players": case["players"], "squares": case["squares"]});
    let position: Position = serde_json::from_value(position).unwrap();
    State::imagine(position).unwrap()
}

fn expected_fiefs(case: &Value, seat: usize) -> Vec<Value> {
    case["expected"]["seats"][seat]["fiefs"]
        .as_array()
        .unwrap()
        .clone()
}

#[test]
fn every_fief_is_worth_what_the_example_says() {
    let cases = cases();
    assert_eq!(cases.len(), 6);
    for case in &cases {
        let view = imagine(case);
        for seat in 0..2 {
            let id = &case["id"];
            let expected = &case["expected"]["seats"][seat];
            let realm: Realm = view.board;
            let fiefs = Fiefs::of(&realm, Seat(u8::try_from(seat).unwrap()));
            let mut found: Vec<Value> = fiefs.0.iter().map(written).collect();
            let mut wanted = expected_fiefs(case, seat);
            found.sort_by_key(|fief| fief["squares"].to_string());
            wanted.sort_by_key(|fief| fief["squares"].to_string());
            assert_eq!(found, wanted, "{id} seat {seat}");
            assert_eq!(
                json!(fiefs.points()),
                expected["harvest"],
                "{id} seat {seat}"
            );
        }
    }
}

/// A fief as the examples write it.
fn written(fief: &super::super::fiefs::Fief) -> Value {
    let mut resources: Vec<&str> = fief.produces.iter().map(|it| it.resource.id()).collect();
    resources.sort_unstable();
    let Squares(_) = fief.squares;
    json!({
        "squares": fief.squares,
        "strength": fief.strength,
        "resources": resources,
        "wealth": fief.produces.len(),
        "points": fief.points,
    })
}

#[test]
fn the_score_sheet_says_the_same_line_by_line() {
    for case in cases() {
        let sheets = State::scores(&imagine(&case));
        for seat in [0, 1] {
            let sheet = &sheets[Seat(seat)];
            let expected = expected_fiefs(&case, usize::from(seat));
            assert_eq!(sheet.banked.0, []);
            assert_eq!(sheet.if_now.0.len(), expected.len());
            let harvest = &case["expected"]["seats"][usize::from(seat)]["harvest"];
            assert_eq!(json!(sheet.if_now.total()), *harvest);
            for line in &sheet.if_now.0 {
                let count = |of: &str| line.counts.iter().find(|it| it.of == of).unwrap().count;
                let product = count("strength") * count("wealth");
                assert_eq!(i32::from(line.points), i32::from(product));
                assert_eq!(line.counts.len(), 2 + usize::from(count("wealth")));
                assert!(line.source.starts_with("harvest.fief_"));
            }
        }
    }
}

#[test]
fn the_examples_add_up_to_138_and_4() {
    let harvest = |seat| {
        let rounds = cases().into_iter().take(4);
        rounds
            .map(|case| State::scores(&imagine(&case))[Seat(seat)].if_now.total())
            .scan(0, |sum, points| {
                *sum += points;
                Some(*sum)
            })
            .collect::<Vec<i16>>()
    };
    assert_eq!(harvest(0), [15, 40, 83, 138]);
    assert_eq!(harvest(1), [0, 0, 1, 4]);
}

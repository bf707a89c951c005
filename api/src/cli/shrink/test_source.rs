//! A trial written as a test.

use std::fmt::Write as _;

use domain::Seat;
use serde::Serialize;

use super::trial::{Decision, Failure, Kind, Trial};

/// The test: it fails as long as the rules do, and then passes for good.
pub(super) fn test(trial: &Trial, failure: &Failure, of: usize) -> String {
    let why = match &failure.kind {
        Kind::Panics(place) => format!("the rules panic at {place}"),
        Kind::RefusesLegal(code) => format!("the rules refuse what they list as legal: {code}"),
        Kind::Decides(_) => "the rules decide otherwise than was recorded".to_owned(),
    };
    let (last, before) = trial.asked.split_last().expect("something failed");
    let mut text = format!(
        "/// {why}. {} of {of} decisions are left.\n{HEAD}    let opening = r####\"{}\"####;\n{OPEN}",
        trial.asked.len(),
        json(&trial.opening),
    );
    for decision in before {
        writeln!(text, "    decide(&mut game, {});", arguments(decision))
            .expect("a string takes all");
    }
    writeln!(
        text,
        "    let happened = decide(&mut game, {});",
        arguments(last)
    )
    .expect("a string takes all");
    if let Kind::Decides(_) = failure.kind {
        write!(
            text,
            "    let recorded = r####\"{}\"####;\n{DIFFERS}",
            json(&last.recorded)
        )
        .expect("a string takes all");
    } else {
        text += "    assert!(!happened.is_empty());\n";
    }
    text + TAIL
}

/// Who decides what, as arguments.
fn arguments(decision: &Decision) -> String {
    let Seat(seat) = decision.seat;
    let by = match &decision.by {
        Some(player) => format!("Some(\"{}\")", player.0),
        None => "None".to_owned(),
    };
    format!(
        "{by}, Seat({seat}), r####\"{}\"####",
        json(&decision.command)
    )
}

fn json(value: &impl Serialize) -> String {
    serde_json::to_string(value).expect("the rules' types are JSON")
}

const HEAD: &str = r#"#[test]
fn a_match_that_went_wrong_goes_right() {
    use domain::{
        Command, Seat,
        matches::{Match, MatchEvent, PlayerId, Request},
    };

    fn decide(
        game: &mut Match,
        by: Option<&str>,
        seat: Seat,
        command: &str,
    ) -> Vec<MatchEvent> {
        let by = by.map(|id| PlayerId(id.to_owned()));
        let command: Command = serde_json::from_str(command).unwrap();
        let decision = game.table().unwrap().decisions[seat];
        let request = Request::Decide { seat, decision, command };
        let events = game.decide(by.as_ref(), request).unwrap();
        game.evolve_all(&events);
        events
    }

"#;

const OPEN: &str = r"    let opening: Vec<MatchEvent> = serde_json::from_str(opening).unwrap();
    let mut game = Match::fold(&opening).unwrap();
";

const DIFFERS: &str = r"    let recorded: Vec<MatchEvent> = serde_json::from_str(recorded).unwrap();
    assert_eq!(happened, recorded);
";

const TAIL: &str = "}\n";

//! A trial written as a test.

use std::fmt::Write as _;

use domain::{Command, matches::Request};
use serde::Serialize;

use super::trial::{Failure, Kind, Step, Trial};

/// The test: it fails as long as the rules do, and then passes for good.
pub(super) fn test(trial: &Trial, failure: &Failure, of: usize) -> String {
    let why = match &failure.kind {
        Kind::Panics(place) => format!("the rules panic at {place}"),
        Kind::RefusesLegal(code) => format!("the rules refuse what they list as legal: {code}"),
        Kind::Decides(_) => "the rules decide otherwise than was recorded".to_owned(),
    };
    let (last, before) = trial.asked.split_last().expect("something failed");
    let mut text = format!(
        "/// {why}. {} of {of} requests are left.\n{HEAD}    let opening = r####\"{}\"####;\n{OPEN}",
        trial.asked.len(),
        json(&trial.opening),
    );
    for step in before {
        writeln!(text, "    ask(&mut game, {});", arguments(step)).expect("a string takes all");
    }
    writeln!(
        text,
        "    let happened = ask(&mut game, {});",
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

/// Who asks what, as arguments.
fn arguments(step: &Step) -> String {
    let by = match &step.by {
        Some(player) => format!("Some(\"{}\")", player.0),
        None => "None".to_owned(),
    };
    format!("{by}, {}", request(&step.request))
}

/// A request as it is written in code. Its decision is numbered when it is asked.
fn request(request: &Request) -> String {
    match request {
        Request::Decide { seat, command, .. } => format!(
            "Request::Decide {{ seat: Seat({}), decision: 0, command: {} }}",
            seat.0,
            command_of(command)
        ),
        Request::TimeOut {
            seat,
            by_tries,
            command,
            ..
        } => {
            let command = command.as_ref().map(command_of);
            let command = command.map_or("None".to_owned(), |it| format!("Some({it})"));
            format!(
                "Request::TimeOut {{ seat: Seat({}), decision: 0, by_tries: {by_tries}, command: {command} }}",
                seat.0
            )
        }
        other @ (Request::Join { .. }
        | Request::Leave { .. }
        | Request::Start
        | Request::AskEnd { .. }
        | Request::CloseWindow
        | Request::Abandon) => format!("Request::{other:?}"),
    }
}

fn command_of(command: &Command) -> String {
    format!("command(r####\"{}\"####)", json(command))
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

    fn command(written: &str) -> Command {
        serde_json::from_str(written).unwrap()
    }

    fn ask(game: &mut Match, by: Option<&str>, mut request: Request) -> Vec<MatchEvent> {
        let by = by.map(|id| PlayerId(id.to_owned()));
        if let Request::Decide { seat, decision, .. } | Request::TimeOut { seat, decision, .. } =
            &mut request
        {
            *decision = game.table().unwrap().decisions[*seat];
        }
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

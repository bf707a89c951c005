//! Examples of looking back: the manifest, scores, shares, decisions, forks.

use domain::{
    BySeat, Seat, Viewer, Who,
    matches::{Chance, Fork, MatchEvent},
};
use store::{Hash, Tries, Verdict};

use super::{
    matches::{Played, Unnamed, count, json, legal, moment, named},
    statistics::POSITION,
};
use api::wire::{
    Appraised, AskedFor, Attributed, Curve, CurvePoint, DecisionMade, Decisions, ImportedMatch,
    LandmarkEntry, LineNames, Manifest, MatchInfo, MatchLinks, Opened, Scores, ScoresAt, SeatToken,
    StepEntry, StepLegal,
};

/// How many items of a long list an example shows.
const FEW: usize = 3;

pub(super) fn of(played: &Played) -> Vec<Unnamed> {
    let mut examples = vec![
        ("getManifest", "response", json(&named(manifest(played)))),
        ("getScores", "response", json(&scores(played))),
        ("getAttribution", "response", json(&attribution(played))),
        ("listDecisions", "response", json(&decisions(played))),
        ("listStepLegal", "response", json(&step_legal(played))),
    ];
    examples.extend(forks(played));
    examples
}

fn manifest(played: &Played) -> Manifest {
    let events = || (1..).zip(&played.events);
    let entry = |(step, event): (u32, &MatchEvent)| StepEntry {
        step,
        kind: event.name().to_owned(),
        cause: AskedFor::Decide,
        seat: Some(played.seat),
        decision: Some(0),
        settled: step == count(&played.events),
        moment: played.after.table().map(|table| table.state.moment()),
        recorded_at: moment(),
    };
    let landmarks = events().filter_map(|(step, event)| {
        let landmark = event.landmark()?;
        Some(LandmarkEntry { step, landmark })
    });
    let first = CurvePoint {
        step: played.begun_at,
        banked: 0,
        if_now: 0,
    };
    Manifest {
        id: played.id,
        version: count(&played.events),
        over: false,
        deal: None,
        occupants: played
            .after
            .table()
            .expect("it has started")
            .occupants
            .clone(),
        steps: events()
            .filter(|(step, _)| *step > played.begun_at)
            .map(entry)
            .collect(),
        landmarks: landmarks.collect(),
        curve: BySeat::new(2, |_| Curve(vec![first])),
        links: MatchLinks::of(played.id),
    }
}

fn scores(played: &Played) -> Scores {
    let mut items = ScoresAt::changes(played.events.iter(), Viewer::Spectator);
    items.truncate(FEW);
    let game = played.end.terms.options.game();
    Scores::of(played.id, game, count(&played.events), items)
}

/// Of a match that ended at once: the standings are those of the end.
fn attribution(played: &Played) -> Attributed {
    let table = played.end.table().expect("it was played");
    let standings = table.standings.as_ref().expect("it was played to its end");
    let events: Vec<_> = played
        .all
        .iter()
        .map(|event| (event, Some(played.seat)))
        .collect();
    let mut attributed = Attributed::of(
        (played.id, played.end.terms.options.game()),
        &events,
        played.all.iter(),
        standings,
    );
    for (_, seat) in attributed.seats.iter_mut() {
        seat.shares.truncate(FEW);
    }
    let shares = attributed.seats.iter().flat_map(|(_, seat)| &seat.shares);
    let lines = shares.map(|share| share.line.as_str());
    attributed.line_names = LineNames::of(played.end.terms.options.game(), lines);
    attributed
}

fn decisions(played: &Played) -> Decisions {
    let table = played.before.table().expect("it has started");
    let view = table.state.view(Viewer::Seat(played.seat));
    let command = view.legal().swap_remove(0);
    let made = DecisionMade {
        step: played.begun_at + 1,
        seat: played.seat,
        decision: 0,
        appraisal: Appraised::of(&view, &command),
        text: view.said(&command, &Who::NUMBERED),
        cells: view.cells_of(&command),
        command,
        note: Some("A farm now, the forest next season.".to_owned()),
        tries: Tries::new(),
        why_server: None,
        bot: None,
    };
    Decisions {
        id: played.id,
        definition: "/docs/replay#decisions",
        items: vec![made],
    }
}

fn step_legal(played: &Played) -> StepLegal {
    let table = played.before.table().expect("it has started");
    StepLegal {
        step: played.begun_at,
        seat: Some(played.seat),
        legal: legal(&table.state.view(Viewer::Seat(played.seat))),
    }
}

fn forks(played: &Played) -> Vec<Unnamed> {
    let mut fork = MatchInfo::of(played.id, &played.after, (count(&played.events), POSITION));
    fork.fork = Some(Fork {
        parent: format!("m_{}", "3c".repeat(16)),
        step: played.begun_at,
        chance: Chance::Redraw,
    });
    let opened = Opened {
        opened: fork,
        seat_tokens: vec![SeatToken {
            seat: Seat(0),
            token: format!("seat_{}", "0".repeat(98)),
        }],
        watch_token: None,
    };
    let wanted = serde_json::json!({
        "step": played.begun_at,
        "seats": [{ "kind": "me" }, { "kind": "bot", "bot": "greedy" }],
        "chance": "redraw",
        "viewer": 0,
    });
    let imported = ImportedMatch {
        imported: MatchInfo::of(played.id, &played.end, (count(&played.all), POSITION)),
        verdict: Verdict {
            valid: true,
            complete: true,
            other_rules: None,
            other_box: None,
            not_decided_again: None,
            arranged: None,
            other_rng: None,
            finished: true,
            commits: 80,
            version: count(&played.all),
            head: Hash::of("the last commit"),
            divergence: None,
        },
    };
    vec![
        ("forkMatch", "request", wanted),
        ("forkMatch", "response", json(&named(opened))),
        ("importMatch", "response", json(&named(imported))),
    ]
}

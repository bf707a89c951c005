//! Whole matches over HTTP, over a good line and over a bad one.

use std::{
    sync::{Arc, atomic::Ordering::Relaxed},
    time::Duration,
};

use domain::GameId;
use loadtest::{
    client::Client,
    report::Report,
    scenario::{self, Outcome, Plan, Style},
};
use serde_json::json;

use crate::{
    lossy::{Lossy, Mishaps},
    record,
};

async fn server(folder: &tempfile::TempDir) -> api::Running {
    let config = api::Config::new(folder.path().join("data"), ([127, 0, 0, 1], 0).into());
    api::spawn(config).await.unwrap()
}

fn plan(matches: u32, seats: &[u8]) -> Plan {
    Plan {
        matches,
        at_once: 8,
        games: GameId::ALL.to_vec(),
        seats: seats.to_vec(),
        style: Style::default(),
        settings: json!({}),
        watched: false,
        patience: Duration::from_secs(600),
    }
}

async fn run(plan: &Plan, url: &str) -> (Outcome, Arc<Report>) {
    let report = Arc::new(Report::new(plan.matches.into()));
    let client = Client::new(url, Arc::clone(&report));
    (played(plan, &client, &report).await, report)
}

async fn played(plan: &Plan, client: &Client, report: &Arc<Report>) -> Outcome {
    let outcome = scenario::run(plan, client, report).await.unwrap();
    let failures: Vec<String> = outcome.failures.iter().map(ToString::to_string).collect();
    assert_eq!(failures, [""; 0], "no match is lost");
    outcome
}

#[tokio::test(flavor = "multi_thread")]
async fn every_game_is_played_over_http_to_a_verified_end() {
    let folder = tempfile::tempdir().unwrap();
    let server = server(&folder).await;
    let games = u32::try_from(GameId::ALL.len()).unwrap();
    let (outcome, report) = run(&plan(3 * games, &[1, 2, 4]), &server.url("")).await;
    for &game in GameId::ALL {
        let of_game = outcome.played.iter().filter(|played| played.game == game);
        assert_eq!(of_game.count(), 3);
    }
    assert_eq!(report.retries(), 0);
    let client = Client::new(&server.url(""), report);
    for played in &outcome.played {
        let record = client.record(&played.id).await.unwrap();
        let standings = record::standings(&record);
        assert_eq!(usize::from(standings.seats()), played.seats);
    }
    server.stop().await;
}

/// How many matches are played over a bad line: `CARTULARY_MATCHES`, or some.
fn matches() -> u32 {
    let matches = std::env::var("CARTULARY_MATCHES").ok();
    matches.map_or(48, |matches| matches.parse().unwrap())
}

/// Every match has clocks and few tries: whatever the line does must cost nobody either.
fn strict(matches: u32) -> Plan {
    Plan {
        at_once: 48,
        settings: json!({
            "clock": {"per_decision_ms": 120_000},
            "on_timeout": "forfeit",
            "on_illegal": "limit",
            "tries_limit": 1,
        }),
        watched: true,
        ..plan(matches, &[1, 2, 3, 4, 5, 6, 12])
    }
}

/// A retried decision must not fail, be lost, or happen twice.
#[tokio::test(flavor = "multi_thread")]
async fn a_bad_line_loses_no_match_forfeits_none_and_doubles_no_event() {
    let folder = tempfile::tempdir().unwrap();
    let server = server(&folder).await;
    let lossy = Lossy::new(server.addr).await;
    let plan = strict(matches());
    let report = Arc::new(Report::new(plan.matches.into()));
    let bad = Client::new(&format!("http://{}", lossy.address), Arc::clone(&report));
    let bad = bad.with_time_out(Duration::from_millis(500));
    let outcome = played(&plan, &bad, &report).await;
    assert_eq!(outcome.played.len(), usize::try_from(plan.matches).unwrap());

    let client = Client::new(&server.url(""), Arc::new(Report::new(0)));
    let mut written = 0;
    for played in &outcome.played {
        let record = client.record(&played.id).await.unwrap();
        written += record::decisions_made_once(&record);
        let events = record::events_of_players(&record);
        assert_eq!(played.events, Some(events), "each event came once");
        assert_eq!(
            usize::from(record::standings(&record).seats()),
            played.seats
        );
    }
    assert_eq!(
        written,
        report.decisions(),
        "each acknowledged decision is there, once"
    );
    let Mishaps {
        dropped,
        doubled,
        cut,
        late,
        streams,
        ..
    } = &*lossy.mishaps;
    let befell = [dropped, doubled, cut, late, streams].map(|count| count.load(Relaxed));
    println!(
        "{} matches, {written} decisions; {:?}",
        plan.matches, lossy.mishaps
    );
    assert!(befell.iter().all(|count| *count > 10), "{befell:?}");
    assert!(report.retries() >= befell[0] / 2, "the clients noticed");
    server.stop().await;
}

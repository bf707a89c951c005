//! Whole matches over HTTP, over a good line and over a bad one.

use std::{sync::Arc, time::Duration};

use domain::GameId;
use loadtest::{
    report::{Report, client},
    scenario::{self, Outcome, Plan, Style},
};

use crate::{lossy::Lossy, record};

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
        patience: Duration::from_secs(600),
    }
}

async fn run(plan: &Plan, url: &str) -> (Outcome, Arc<Report>) {
    let report = Arc::new(Report::new(plan.matches.into()));
    let players = client(url, &report);
    let outcome = scenario::run(plan, &players, &report).await.unwrap();
    let failures: Vec<String> = outcome.failures.iter().map(ToString::to_string).collect();
    assert_eq!(failures, [""; 0], "no match is lost");
    (outcome, report)
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
    let strangers = client(&server.url(""), &report);
    for played in &outcome.played {
        let record = strangers.record(&played.id).await.unwrap();
        let standings = record::standings(&record);
        assert_eq!(usize::from(standings.seats()), played.seats);
    }
    server.stop().await;
}

/// A retried decision must not fail, be lost, or happen twice.
#[tokio::test(flavor = "multi_thread")]
async fn answers_that_get_lost_lose_no_match_and_double_no_decision() {
    let folder = tempfile::tempdir().unwrap();
    let server = server(&folder).await;
    let lossy = Lossy::new(server.addr, 7).await;
    let (outcome, report) = run(&plan(50, &[1, 2, 3]), &format!("http://{}", lossy.address)).await;
    assert_eq!(outcome.played.len(), 50);
    assert!(
        lossy.dropped() > 100,
        "the line was bad: {}",
        lossy.dropped()
    );
    assert!(report.retries() > 100, "the clients noticed");

    let strangers = client(&server.url(""), &Arc::new(Report::new(0)));
    let mut written = 0;
    for played in &outcome.played {
        let record = strangers.record(&played.id).await.unwrap();
        written += record::decisions_made_once(&record);
    }
    assert_eq!(
        written,
        report.decisions(),
        "each acknowledged decision is there, once"
    );
    server.stop().await;
}

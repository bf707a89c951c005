//! Whole matches over HTTP, over a good line and over a bad one.

use std::{collections::BTreeSet, ops::RangeInclusive, sync::Arc, time::Duration};

use cartulary_client::Client;
use domain::GameId;
use loadtest::{
    report::{Report, client},
    scenario::{self, Outcome, Plan, Style},
};
use serde_json::{Map, json};

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
        settings: Map::new(),
        watched: false,
        patience: Duration::from_secs(600),
    }
}

async fn run(plan: &Plan, players: &Client, report: &Arc<Report>) -> Outcome {
    let outcome = scenario::run(plan, players, report).await.unwrap();
    let failures: Vec<String> = outcome.failures.iter().map(ToString::to_string).collect();
    assert_eq!(failures, [""; 0], "no match is lost");
    outcome
}

#[tokio::test(flavor = "multi_thread")]
async fn every_game_is_played_over_http_to_a_verified_end() {
    let folder = tempfile::tempdir().unwrap();
    let server = server(&folder).await;
    let games = u32::try_from(GameId::ALL.len()).unwrap();
    let plan = plan(3 * games, &[1, 2, 4]);
    let report = Arc::new(Report::new(plan.matches.into()));
    let strangers = client(&server.url(""), &report);
    let outcome = run(&plan, &strangers, &report).await;
    for &game in GameId::ALL {
        let of_game = outcome.played.iter().filter(|played| played.game == game);
        assert_eq!(of_game.count(), 3);
    }
    assert_eq!(report.retries(), 0);
    for played in &outcome.played {
        let record = strangers.record(&played.id).await.unwrap();
        let standings = record::standings(&record);
        assert_eq!(usize::from(standings.seats()), played.seats);
    }
    server.stop().await;
}

/// How many matches are played over a bad line: `CARTULARY_MATCHES`, or one of each game and size.
fn matches() -> u32 {
    let matches = std::env::var("CARTULARY_MATCHES").ok();
    matches.map_or(48, |matches| matches.parse().unwrap())
}

/// Of a thousand matches, 250 of each game, so many are at tables of up to a hundred. There are
/// fewer of them at once, because every seat asks for itself, and who asks is gone after half a
/// second.
const LARGE: u32 = 352;
const LARGE_AT_ONCE: usize = 6;

/// The usual tables, and the large ones if there are so many matches.
fn tables(matches: u32) -> Vec<Plan> {
    let large = if matches < 1000 { 0 } else { LARGE };
    let usual = strict(matches - large, 1..=12, 48);
    let large = strict(large, 13..=100, LARGE_AT_ONCE);
    [usual, large]
        .into_iter()
        .filter(|plan| plan.matches > 0)
        .collect()
}

/// Every match has clocks and few tries: whatever the line does must cost nobody either.
fn strict(matches: u32, sizes: RangeInclusive<u8>, at_once: usize) -> Plan {
    let settings = json!({
        "clock": {"per_decision_ms": 120_000},
        "on_timeout": "forfeit",
        "on_illegal": "limit",
        "tries_limit": 1,
    });
    Plan {
        at_once,
        settings: settings.as_object().unwrap().clone(),
        watched: true,
        ..plan(matches, &sizes.collect::<Vec<u8>>())
    }
}

/// Plays over a line that is bad in every way: what came of it, and what befell the line.
async fn played_badly(
    plan: &Plan,
    server: &api::Running,
    report: &Arc<Report>,
) -> (Outcome, Arc<Mishaps>) {
    let line = Lossy::new(server.addr).await;
    let players = client(&format!("http://{}", line.address), report);
    let players = players.with_time_out(Duration::from_millis(500));
    (run(plan, &players, report).await, line.mishaps)
}

/// Plays over a bad line: which tables there were. A retried decision must not fail, be lost, or
/// happen twice.
async fn survives_a_bad_line(plan: &Plan, server: &api::Running) -> BTreeSet<(String, usize)> {
    let report = Arc::new(Report::new(plan.matches.into()));
    let (outcome, mishaps) = played_badly(plan, server, &report).await;
    assert_eq!(outcome.played.len(), usize::try_from(plan.matches).unwrap());

    let stranger = Client::new(&server.url(""));
    let (mut written, mut tables) = (0, BTreeSet::new());
    for played in &outcome.played {
        let record = stranger.record(&played.id).await.unwrap();
        written += record::decisions_made_once(&record);
        let events = record::events_of_players(&record);
        assert_eq!(events, record::version_of_chain(&record));
        assert_eq!(played.events, Some(events), "each event came once");
        let standings = record::standings(&record);
        assert_eq!(usize::from(standings.seats()), played.seats);
        tables.insert((scenario::name(played.game), played.seats));
    }
    let decisions = report.decisions();
    assert_eq!(
        written, decisions,
        "each acknowledged decision is there, once"
    );
    println!("{} matches; {report}{mishaps:?}", plan.matches);
    let befell = mishaps.counts();
    assert!(befell.iter().all(|count| *count > 10), "{befell:?}");
    assert!(report.retries() >= befell[0] / 2, "the clients noticed");
    tables
}

#[tokio::test(flavor = "multi_thread")]
async fn a_bad_line_loses_no_match_forfeits_none_and_doubles_no_event() {
    let folder = tempfile::tempdir().unwrap();
    let server = server(&folder).await;
    let matches = matches();
    let mut played = BTreeSet::new();
    for plan in tables(matches) {
        played.extend(survives_a_bad_line(&plan, &server).await);
    }
    let largest = if matches < 1000 { 12 } else { 100 };
    let sizes = GameId::ALL.iter().flat_map(|game| {
        let players = game.info().players;
        let sizes = (1..=largest).filter(move |size| players.contains(size));
        sizes.map(|size| (scenario::name(*game), usize::from(size)))
    });
    let missing: Vec<_> = sizes.filter(|table| !played.contains(table)).collect();
    assert!(missing.is_empty(), "every game and size: {missing:?}");
    server.stop().await;
}

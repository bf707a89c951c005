//! What looking back costs, on the longest kept match of each game: any step, all
//! scores, where every point came from; and as ratios to decoding the record alone.
//!
//! `cargo bench -p store --bench replay`.
#![expect(clippy::float_arithmetic, reason = "ratios of measurements")]
#![expect(clippy::print_stdout, reason = "the report")]
#![expect(
    clippy::unwrap_used,
    reason = "a bench says what it needs by panicking"
)]

use std::{
    fs,
    hint::black_box,
    path::Path,
    time::{Duration, Instant},
};

use domain::{
    GameId, Viewer,
    matches::{Match, MatchEvent},
    replay::{Attribution, sheets},
};

/// How often each is done; the median counts.
const TIMES: usize = 21;

fn main() {
    println!("the longest kept match of each game: microseconds, and times decoding its record");
    for &game in GameId::ALL {
        let record = longest(game);
        let events = with_the_box_in_use(decoded(&record));
        let decode = median(|| drop(black_box(decoded(&record))));
        let report = |what: &str, took: Duration| {
            let ratio = took.as_secs_f64() / decode.as_secs_f64();
            println!("  {what:<12} {:>8}  {ratio:>6.2}", took.as_micros());
        };
        println!("{game:?}, {} events", events.len());
        report("decode", decode);
        report("step p99", step_p99(&events));
        report("scores", median(|| scores(&events)));
        report("attribution", median(|| attribute(game, &events)));
    }
}

fn longest(game: GameId) -> String {
    let name = serde_json::to_value(game).unwrap();
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../domain/tests/records");
    let records = fs::read_dir(folder.join(name.as_str().unwrap())).unwrap();
    let records = records.map(|entry| fs::read_to_string(entry.unwrap().path()).unwrap());
    records.max_by_key(|text| text.lines().count()).unwrap()
}

fn decoded(record: &str) -> Vec<MatchEvent> {
    let lines = record.lines();
    lines
        .map(|line| serde_json::from_str(line).unwrap())
        .collect()
}

/// As if they were of a match with the box in use: older records are of none.
fn with_the_box_in_use(mut events: Vec<MatchEvent>) -> Vec<MatchEvent> {
    if let Some(MatchEvent::Opened { terms, .. }) = events.first_mut() {
        terms.components = terms.options.game().components_sha256().to_owned();
    }
    events
}

fn median(mut work: impl FnMut()) -> Duration {
    let mut took: Vec<Duration> = (0..TIMES).map(|_| timed(&mut work)).collect();
    took.sort_unstable();
    took[TIMES / 2]
}

fn timed(work: &mut impl FnMut()) -> Duration {
    let begun = Instant::now();
    work();
    begun.elapsed()
}

/// The view at a step, folded from the first event.
fn step_p99(events: &[MatchEvent]) -> Duration {
    let view = |step: usize| {
        let game = Match::fold(&events[..step]).unwrap();
        let view = game.table().map(|table| table.state.view(Viewer::Referee));
        black_box(view);
    };
    let mut took: Vec<Duration> = (1..=events.len())
        .map(|step| timed(&mut || view(step)))
        .collect();
    took.sort_unstable();
    took[took.len() * 99 / 100]
}

fn scores(events: &[MatchEvent]) {
    let mut told = 0;
    sheets(events, Viewer::Referee, |at| {
        told += at.sheets.iter().count();
    });
    assert!(told > 0);
}

fn attribute(game: GameId, events: &[MatchEvent]) {
    let Some(MatchEvent::Ended { standings, .. }) = events.last() else {
        panic!("a kept match has ended")
    };
    let mut attribution = Attribution::new(game, standings.seats());
    sheets(events, Viewer::Referee, |at| {
        attribution.see(at);
    });
    for (seat, shares) in attribution.shares().iter() {
        let sum: i32 = shares.iter().map(|share| share.points).sum();
        assert_eq!(sum, i32::from(standings[seat].total));
    }
}

//! Questions of ten million seats against a plain scan of the columns they need, and
//! how fast facts are rebuilt.
//!
//! `cargo bench -p store --bench statistics`; `CARTULARY_SEATS=400000` before it for a
//! run of seconds.
#![allow(
    clippy::unwrap_used,
    clippy::print_stdout,
    clippy::float_arithmetic,
    reason = "a bench says what it needs by panicking, and its numbers by printing"
)]

mod plain;
mod rebuild;

use std::time::{Duration, Instant};

use domain::GameId;
use store::{
    Visibility,
    statistics::{Aggregate, Filter, Query, Slice, Sort, synthetic::Synthetic},
};

fn main() {
    let seats = from_env("CARTULARY_SEATS", 10_000_000);
    let facts = Synthetic::new(GameId::ALL[0], seats / 4, 4096);
    let count = facts.seats();
    println!(
        "{count} seats: {:.1} bytes a seat",
        facts.bytes() as f64 / count as f64
    );
    println!(
        "{:<38}{:>9}{:>9}{:>9}{:>8}{:>9}{:>9}{:>8}",
        "ms", "p50", "p99", "scan", "ratio", "cpu", "scan cpu", "ratio"
    );
    queries(&facts);
    wholes(&facts);
    lists(&facts);
    drop(facts);
    let matches = from_env("CARTULARY_MATCHES", 400);
    let runtime = tokio::runtime::Runtime::new().unwrap();
    runtime.block_on(rebuild::rebuild(usize::try_from(matches).unwrap()));
}

fn from_env(name: &str, otherwise: u32) -> u32 {
    std::env::var(name).map_or(otherwise, |number| number.parse().unwrap())
}

fn slice(facts: &Synthetic, filter: Option<(&str, &str)>) -> Slice {
    let filter = filter.map(|(on, word)| Filter::is_in(on, &[word]));
    Slice {
        game: facts.game(),
        filters: filter.into_iter().collect(),
        with_private: Visibility::Public,
        still_closed: Vec::new(),
    }
}

/// What is asked: a metric, grouped by these, of all seats or of those with a word.
type Asked = (
    &'static str,
    &'static str,
    &'static [&'static str],
    Option<(&'static str, &'static str)>,
);

const ONE: (&str, &str) = ("player", "p_00000000000000000000000000000007");
const OTHER: (&str, &str) = ("player", "p_00000000000000000000000000000008");
const KIND: (&str, &str) = ("player_kind", "person");

const ASKED: [Asked; 11] = [
    ("all", "final_score", &[], None),
    ("by seat", "final_score", &["seat"], None),
    ("win index by player", "win_index", &["player"], None),
    ("by month and seat", "final_score", &["month", "seat"], None),
    (
        "by two edicts and seat",
        "final_score",
        &["edict_a", "edict_b", "seat"],
        None,
    ),
    ("of one player by seat", "final_score", &["seat"], Some(ONE)),
    (
        "of one kind by month",
        "final_score",
        &["month"],
        Some(KIND),
    ),
    (
        "of one month by player",
        "final_score",
        &["player"],
        Some(("month", "2031-04")),
    ),
    ("a wide measure", "thinking_ms", &[], None),
    ("a wide measure by player", "thinking_ms", &["player"], None),
    ("of each match by month", "seats", &["month"], None),
];

fn queries(facts: &Synthetic) {
    for (what, metric, by, filter) in ASKED {
        let query = Query {
            slice: slice(facts, filter),
            metrics: vec![metric.to_owned()],
            group_by: by.iter().map(|&id| id.to_owned()).collect(),
            aggregates: vec![Aggregate::N, Aggregate::Mean, Aggregate::Percentile(500)],
            min_n: 1,
            sort: Sort::Group,
            limit: None,
        };
        let read = if metric == "win_index" { "win" } else { metric };
        let columns = facts.plain(&[by, &[read]].concat());
        let filter = filter.map(|(on, word)| plain::Filter::of(facts, on, word));
        told(
            &format!("query: {what}"),
            || assert!(!facts.query(&query).unwrap().groups.is_empty()),
            plain::histogram(columns, filter),
        );
    }
}

/// Questions of one metric that are no query, and of a deal.
fn wholes(facts: &Synthetic) {
    let all = slice(facts, None);
    told(
        "distribution",
        || assert!(facts.distribution(&all, "final_score").unwrap().n > 0),
        plain::histogram(facts.plain(&["final_score"]), None),
    );
    let [one, other] = [ONE, OTHER].map(|player| slice(facts, Some(player)));
    let slices = [ONE, OTHER].map(|(on, word)| plain::Filter::of(facts, on, word));
    let [score, deals] = ["final_score", "deal"].map(|id| facts.plain(&[id]).remove(0));
    told(
        "compare two players",
        || assert!(facts.compare(&one, &other, "final_score").unwrap().first.n > 0),
        plain::by_deal(score, deals, slices),
    );
    told(
        "plays of one deal",
        || assert!(facts.deal(10).unwrap().is_some()),
        plain::histogram(facts.plain(&["deal"]), None),
    );
}

/// Questions of what each seat has many of.
fn lists(facts: &Synthetic) {
    let listed = facts.plain_choices();
    for (what, filter) in [
        ("all", None),
        ("of one kind", Some(KIND)),
        ("of one player", Some(ONE)),
        ("of half of all", Some(("option.side", "B"))),
    ] {
        let slice = slice(facts, filter);
        let scan = || {
            let filter = filter.map(|(on, word)| plain::Filter::of(facts, on, word));
            plain::lists(&listed, filter)
        };
        told(
            &format!("choices: {what}"),
            || assert!(!facts.choices(&slice).unwrap().choices.is_empty()),
            scan(),
        );
        told(
            &format!("heatmap: {what}"),
            || assert!(!facts.heatmap(&slice).unwrap().cells.is_empty()),
            scan(),
        );
    }
}

/// Tells how long a question takes, beside the scan's time in the same seconds, and how
/// long all cores together work on each.
fn told(what: &str, question: impl Fn(), scan: impl Fn()) {
    question();
    let (mut questions, mut scans) = (Times::default(), Times::default());
    let start = Instant::now();
    while questions.runs.len() < RUNS && start.elapsed() < LONG {
        questions.time(&question);
        if questions.runs.len() % 5 == 1 {
            scans.time(&scan);
        }
    }
    let [p50, p99] = [50, 99].map(|percent| questions.percentile(percent));
    let (cpu, of_scan) = (questions.cpu(), scans.cpu());
    println!(
        "{what:<38}{p50:>9.2}{p99:>9.2}{:>9.2}{:>8.2}{cpu:>9.1}{of_scan:>9.1}{:>8.2}",
        scans.percentile(50),
        p50 / scans.percentile(50),
        cpu / of_scan,
    );
}

const RUNS: usize = 100;
/// Nothing is asked again when this is over.
const LONG: Duration = Duration::from_secs(15);

/// How long the same took each time.
#[derive(Default)]
struct Times {
    runs: Vec<Duration>,
    cpu: Duration,
}

impl Times {
    fn time(&mut self, work: impl Fn()) {
        let (start, cpu) = (Instant::now(), cpu_time());
        work();
        self.runs.push(start.elapsed());
        self.cpu += cpu_time().saturating_sub(cpu);
    }

    fn percentile(&mut self, percent: usize) -> f64 {
        self.runs.sort_unstable();
        let rank = (self.runs.len() * percent).div_ceil(100);
        self.runs[rank - 1].as_secs_f64() * 1e3
    }

    /// Milliseconds of all cores together, on average.
    fn cpu(&self) -> f64 {
        self.cpu.as_secs_f64() * 1e3 / self.runs.len() as f64
    }
}

/// How long the process has kept cores busy, threads that ended included. It does not
/// grow while others have the core, as on a machine that is shared.
fn cpu_time() -> Duration {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ProcessCPUTime);
    Duration::try_from(time).unwrap()
}

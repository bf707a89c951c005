//! What a run came to: throughput and latency percentiles.

#![expect(
    clippy::print_stderr,
    reason = "progress, where there is no terminal for a bar"
)]

use std::{
    collections::BTreeMap,
    fmt,
    sync::{
        Arc, OnceLock,
        atomic::{AtomicU64, Ordering},
    },
    time::{Duration, Instant},
};

use cartulary_client::{Client, Watch};
use hdrhistogram::Histogram;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use parking_lot::Mutex;

/// One minute: what takes longer counts as this long.
const LONGEST_US: u64 = 60_000_000;

/// How many matches go by between two lines, where there is no terminal for a bar.
const LINE_EVERY: u64 = 100;

/// Counts while a run goes on; printed, its result.
#[derive(Debug)]
pub struct Report {
    began: Instant,
    /// How long all matches took, and in how many calls.
    took: OnceLock<(Duration, u64)>,
    decisions: AtomicU64,
    retries: AtomicU64,
    put_off: AtomicU64,
    overtaken: AtomicU64,
    favored: Mutex<BTreeMap<String, u64>>,
    latencies_us: Mutex<BTreeMap<&'static str, Histogram<u64>>>,
    bar: ProgressBar,
}

impl Report {
    /// An empty report on `matches` matches to come, with a progress bar if
    /// someone is looking.
    pub fn new(matches: u64) -> Report {
        let style = ProgressStyle::with_template(
            "{bar:30} {pos}/{len} matches, {elapsed_precise}, {eta} left, {msg}",
        );
        let bar =
            ProgressBar::with_draw_target(Some(matches), ProgressDrawTarget::stderr_with_hz(10));
        Report {
            began: Instant::now(),
            took: OnceLock::new(),
            decisions: AtomicU64::new(0),
            retries: AtomicU64::new(0),
            put_off: AtomicU64::new(0),
            overtaken: AtomicU64::new(0),
            favored: Mutex::default(),
            latencies_us: Mutex::default(),
            bar: bar.with_style(style.expect("the template is well formed")),
        }
    }

    /// What another seat did closed a decision.
    pub fn overtaken(&self) {
        self.overtaken.fetch_add(1, Ordering::Relaxed);
    }

    /// A favored command of a type was acknowledged.
    pub fn favored(&self, kind: String) {
        *self.favored.lock().entry(kind).or_default() += 1;
    }

    /// A decision was acknowledged.
    pub fn decided(&self) {
        let decisions = self.decisions.fetch_add(1, Ordering::Relaxed) + 1;
        if decisions.is_multiple_of(64) {
            self.bar
                .set_message(format!("{:.0} decisions/s", self.decisions_per_second()));
        }
    }

    /// A match was played to its end.
    pub fn finished_match(&self) {
        self.bar.inc(1);
        let matches = self.bar.position();
        if self.bar.is_hidden() && matches.is_multiple_of(LINE_EVERY) {
            eprintln!(
                "{matches} matches, {:.0} decisions/s",
                self.decisions_per_second()
            );
        }
    }

    /// All matches are over: the bar goes away, and rates stand still.
    pub fn close(&self) {
        self.took
            .get_or_init(|| (self.began.elapsed(), self.calls()));
        self.bar.finish_and_clear();
    }

    /// Decisions acknowledged.
    pub fn decisions(&self) -> u64 {
        self.decisions.load(Ordering::Relaxed)
    }

    /// Answers lost and asked for again.
    pub fn retries(&self) -> u64 {
        self.retries.load(Ordering::Relaxed)
    }

    /// Calls that the server was too busy for, made again later.
    pub fn times_put_off(&self) -> u64 {
        self.put_off.load(Ordering::Relaxed)
    }

    /// Decisions a second, until now or until all matches were over.
    pub fn decisions_per_second(&self) -> f64 {
        let (during, _) = self.so_far();
        per_second(self.decisions(), during)
    }

    /// Calls of every kind a second, likewise.
    pub fn calls_per_second(&self) -> f64 {
        let (during, calls) = self.so_far();
        per_second(calls, during)
    }

    fn so_far(&self) -> (Duration, u64) {
        let took = self.took.get().copied();
        took.unwrap_or_else(|| (self.began.elapsed(), self.calls()))
    }

    fn calls(&self) -> u64 {
        let latencies_us = self.latencies_us.lock();
        latencies_us.values().map(Histogram::len).sum()
    }

    /// How long 99 of 100 calls to an endpoint took at most, in milliseconds.
    pub fn p99_ms(&self, endpoint: &str) -> Option<f64> {
        let latencies_us = self.latencies_us.lock();
        let us = latencies_us.get(endpoint)?.value_at_quantile(0.99);
        Some(milliseconds(us))
    }
}

#[expect(clippy::cast_precision_loss, reason = "a rate for people")]
fn per_second(count: u64, during: Duration) -> f64 {
    count as f64 / during.as_secs_f64()
}

/// A client of the server at `base` that counts into `report`.
pub fn client(base: &str, report: &Arc<Report>) -> Client {
    let watch: Arc<dyn Watch> = report.clone();
    Client::new(base).with_watch(watch)
}

impl Watch for Report {
    fn answered(&self, endpoint: &'static str, after: Duration) {
        let us = u64::try_from(after.as_micros()).unwrap_or(LONGEST_US);
        self.latencies_us
            .lock()
            .entry(endpoint)
            .or_insert_with(|| {
                Histogram::new_with_bounds(1, LONGEST_US, 3).expect("the bounds are in order")
            })
            .saturating_record(us);
    }

    fn retried(&self) {
        self.retries.fetch_add(1, Ordering::Relaxed);
    }

    fn put_off(&self) {
        self.put_off.fetch_add(1, Ordering::Relaxed);
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(
            f,
            "{} decisions, {} overtaken, {} answers lost and asked for again, {} calls put off",
            self.decisions(),
            self.overtaken.load(Ordering::Relaxed),
            self.retries(),
            self.times_put_off()
        )?;
        for (kind, count) in &*self.favored.lock() {
            writeln!(f, "{count} favored: {kind}")?;
        }
        writeln!(
            f,
            "{:<16} {:>9} {:>9} {:>9} {:>9} {:>9}",
            "latency [ms]", "calls", "p50", "p90", "p99", "max"
        )?;
        for (endpoint, us) in &*self.latencies_us.lock() {
            write!(f, "{endpoint:<16} {:>9}", us.len())?;
            for quantile in [0.5, 0.9, 0.99, 1.0] {
                write!(f, " {:>9.2}", milliseconds(us.value_at_quantile(quantile)))?;
            }
            writeln!(f)?;
        }
        Ok(())
    }
}

#[expect(clippy::cast_precision_loss, reason = "a latency for people")]
fn milliseconds(us: u64) -> f64 {
    us as f64 / 1000.0
}

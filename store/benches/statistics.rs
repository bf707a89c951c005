//! Questions of ten million seats against a plain scan of the columns they need, and
//! how fast facts are rebuilt.
//!
//! The scan is what one would write by hand: a loop over plain arrays of 32-bit
//! integers that does the least the question needs.
#![allow(
    clippy::unwrap_used,
    clippy::print_stdout,
    clippy::float_arithmetic,
    reason = "a bench says what it needs by panicking, and its numbers by printing"
)]

use std::{
    hint::black_box,
    time::{Duration, Instant},
};

use domain::{BySeat, GameId, Seed, bots::Bot, matches::Place};
use store::{
    Asker, Config, Opening, Store, Visibility,
    statistics::{Aggregate, Filter, Query, Slice, synthetic::Synthetic},
};

fn main() {
    let seats: u32 =
        std::env::var("CARTULARY_SEATS").map_or(10_000_000, |seats| seats.parse().unwrap());
    let facts = Synthetic::new(GameId::ALL[0], seats / 4, 4096);
    let count = facts.seats();
    println!(
        "{count} seats: {:.1} bytes a seat",
        facts.bytes() as f64 / count as f64
    );
    queries(&facts);
    rebuild();
}

fn slice(facts: &Synthetic, filters: Vec<Filter>) -> Slice {
    Slice {
        game: facts.game(),
        filters,
        with_private: Visibility::Public,
    }
}

/// What is asked: a metric, grouped by these, of all seats or of one player's.
type Asked = (
    &'static str,
    &'static str,
    &'static [&'static str],
    Option<&'static str>,
);

const ASKED: [Asked; 8] = [
    ("mean and median of all", "final_score", &[], None),
    ("by seat", "final_score", &["seat"], None),
    ("win index by player", "win_index", &["player"], None),
    ("by month and seat", "final_score", &["month", "seat"], None),
    (
        "by three dimensions",
        "final_score",
        &["edict_a", "edict_b", "seat"],
        None,
    ),
    (
        "of one player by seat",
        "final_score",
        &["seat"],
        Some("007"),
    ),
    ("a wide measure", "thinking_ms", &[], None),
    ("of each match", "seats", &["month"], None),
];

fn queries(facts: &Synthetic) {
    let of = |player: &str| slice(facts, vec![Filter::is_in("player", &[player])]);
    for (what, metric, by, player) in ASKED {
        let query = Query {
            slice: player.map_or_else(|| slice(facts, vec![]), of),
            metric: metric.to_owned(),
            group_by: by.iter().map(|&id| id.to_owned()).collect(),
            aggregates: vec![Aggregate::N, Aggregate::Mean, Aggregate::Percentile(500)],
            min_n: 1,
        };
        let read = if metric == "win_index" { "win" } else { metric };
        let filtered: &[&str] = player.map_or(&[], |_| &["player"]);
        let columns = facts.plain(&[&[read], by, filtered].concat());
        told(
            what,
            || black_box(facts.query(&query)).is_ok(),
            plain(columns),
        );
    }
    wholes(facts, &of("007"), &of("008"));
}

/// Questions that are no query.
fn wholes(facts: &Synthetic, one: &Slice, other: &Slice) {
    let all = slice(facts, vec![]);
    let score = plain(facts.plain(&["final_score"]));
    told(
        "distribution",
        || black_box(facts.distribution(&all, "final_score")).is_ok(),
        score,
    );
    let compare = || black_box(facts.compare(one, other, "final_score")).is_ok();
    let columns = facts.plain(&["final_score", "player", "deal"]);
    told("comparison, paired by deal", compare, plain(columns));
    let listed: Vec<i32> = (0..20 * facts.seats())
        .map(|nth| i32::try_from(nth % 80).unwrap())
        .collect();
    let listed = plain(vec![listed]);
    told(
        "choices, 20 of each seat",
        || black_box(facts.choices(&all)).is_ok(),
        &listed,
    );
    told(
        "heatmap, 20 cells of each seat",
        || black_box(facts.heatmap(&all)).is_ok(),
        &listed,
    );
}

/// A histogram of the first column for each combination of the others, on all cores.
fn plain(columns: Vec<Vec<i32>>) -> impl Fn() -> bool {
    let slots: Vec<usize> = columns
        .iter()
        .map(|column| usize::try_from(*column.iter().max().unwrap()).unwrap() + 1)
        .collect();
    move || {
        let cores = std::thread::available_parallelism().unwrap().get();
        let rows = columns[0].len();
        let share = rows.div_ceil(cores);
        std::thread::scope(|scope| {
            for from in (0..rows).step_by(share) {
                let (columns, slots) = (&columns, &slots);
                scope.spawn(move || {
                    black_box(scan(columns, slots, from..rows.min(from + share)));
                });
            }
        });
        true
    }
}

fn scan(columns: &[Vec<i32>], slots: &[usize], rows: std::ops::Range<usize>) -> usize {
    let places: usize = slots.iter().product();
    if places > 1 << 22 {
        // Too many to count one by one: what the columns hold is only added up.
        let sums = columns.iter().map(|column| {
            column[rows.clone()]
                .iter()
                .map(|&it| i64::from(it))
                .sum::<i64>()
        });
        return usize::try_from(sums.sum::<i64>()).unwrap();
    }
    let mut counts = vec![0u32; places];
    for row in rows {
        let mut place = 0;
        for (column, slots) in columns.iter().zip(slots).rev() {
            place = place * slots + usize::try_from(column[row]).unwrap_or(0);
        }
        counts[place] += 1;
    }
    counts.iter().filter(|count| **count > 0).count()
}

/// Tells the median and the greatest of some runs, beside the scan's in the same minute.
fn told(what: &str, query: impl Fn() -> bool, scan: impl Fn() -> bool) {
    const RUNS: usize = 20;
    let time = |work: &dyn Fn() -> bool| {
        let start = Instant::now();
        assert!(work());
        start.elapsed()
    };
    assert!(query());
    let mut times: Vec<[Duration; 2]> = (0..RUNS).map(|_| [time(&query), time(&scan)]).collect();
    let mut sorted = |of: usize| {
        times.sort_by_key(|times| times[of]);
        let ms = |at: usize| times[at][of].as_secs_f64() * 1e3;
        [ms(RUNS / 2), ms(RUNS - 1)]
    };
    let ([median, worst], [scan, _]) = (sorted(0), sorted(1));
    println!(
        "{what}: median {median:.1} ms, worst {worst:.1} ms; scan {scan:.1} ms; ratio {:.2}",
        median / scan
    );
}

/// Matches of the server's bots, and their facts built from nothing.
fn rebuild() {
    const MATCHES: usize = 150;
    let dir = tempfile::tempdir().unwrap();
    let runtime = tokio::runtime::Runtime::new().unwrap();
    let store = Store::open(&Config::new(dir.path())).unwrap();
    let events = runtime.block_on(async {
        let mut ids = Vec::new();
        for nth in 0..MATCHES {
            let opening = Opening {
                options: GameId::ALL[nth % GameId::ALL.len()].default_options(),
                places: BySeat::new(4, |_| Place::Bot { bot: Bot::Random }),
                seated: Vec::new(),
                seed: Some(Seed([u8::try_from(nth % 250).unwrap(); 32])),
                open_hands: false,
                private: false,
            };
            let answer = store.matches.open(&Asker::Server, opening, None).await;
            ids.push(answer.unwrap().now.id);
        }
        let mut events = 0;
        for id in &ids {
            let mut version = store.matches.watch(*id);
            while !store.matches.current(*id).await.unwrap().game.is_over() {
                version.changed().await.unwrap();
            }
            events += store.matches.current(*id).await.unwrap().version();
        }
        store.statistics.at_least(store.integrity().position).await;
        events
    });
    let progress = store.statistics.progress();
    let start = Instant::now();
    let checked = runtime.block_on(store.statistics.check(|_| {})).unwrap();
    let seconds = start.elapsed().as_secs_f64();
    assert!(checked.consistent);
    println!(
        "rebuilt {MATCHES} matches, {} commits, {events} events, {} seats in {seconds:.2} s: {:.0} events/s, \
         {:.0} seats/s; {:.0} bytes a seat",
        progress.head,
        progress.seats,
        f64::from(events) / seconds,
        progress.seats as f64 / seconds,
        progress.bytes as f64 / progress.seats as f64,
    );
    repeated(&store);
    runtime.block_on(store.close()).unwrap();
}

fn repeated(store: &Store) {
    let query = Query {
        slice: Slice {
            game: GameId::ALL[0],
            filters: vec![],
            with_private: Visibility::Public,
        },
        metric: "final_score".to_owned(),
        group_by: vec!["seat".to_owned()],
        aggregates: vec![Aggregate::Mean],
        min_n: 1,
    };
    store.statistics.query(&query).unwrap();
    let start = Instant::now();
    for _ in 0..1000 {
        black_box(store.statistics.query(&query).unwrap());
    }
    println!(
        "a repeated query: {:.1} us",
        start.elapsed().as_secs_f64() * 1e3
    );
}

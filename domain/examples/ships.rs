//! What a client that plays as greedy wins of Big Monster beside three greedy bots: a quarter,
//! however fast it is. `make ships` plays a thousand deals, each from all four seats.

#![allow(
    clippy::unwrap_used,
    reason = "a measurement ends where something is wrong"
)]
#![allow(clippy::float_arithmetic, reason = "shares are measured")]
#![allow(clippy::print_stdout, reason = "what was measured is told")]

#[path = "../tests/common/beside_bots.rs"]
mod beside_bots;
#[path = "../tests/common/opened.rs"]
mod opened;

use std::{env, ops::RangeInclusive, process::ExitCode, thread};

use beside_bots::played;
use domain::Seat;

/// Where the whole interval has to lie.
const FAIR: RangeInclusive<f64> = 0.22..=0.28;

fn main() -> ExitCode {
    let deals = env::args()
        .nth(1)
        .map_or(1_000, |deals| deals.parse().unwrap());
    let is_fair = [0, 200].map(|thinks_ms| holds_its_share(deals, thinks_ms));
    if is_fair == [true, true] {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    }
}

fn holds_its_share(deals: u16, thinks_ms: u32) -> bool {
    let (mean, sure) = share(deals, thinks_ms);
    let (lo, hi) = (mean - sure, mean + sure);
    println!("{thinks_ms} ms slow: {mean:.4}, {lo:.4} to {hi:.4}, on {deals} deals from 4 seats");
    (lo..=hi).contains(&0.25) && FAIR.contains(&lo) && FAIR.contains(&hi)
}

/// What a client wins in all rotations of so many deals, first places shared, and how far
/// that is sure to 95 % on either side, by deals.
fn share(deals: u16, thinks_ms: u32) -> (f64, f64) {
    let threads = u16::try_from(thread::available_parallelism().unwrap().get()).unwrap();
    let each: Vec<f64> = thread::scope(|scope| {
        let part = |first| (first..deals).step_by(threads.into());
        let shares = move |first| part(first).map(|deal| of_deal(deal, thinks_ms)).collect();
        let parts: Vec<_> = (0..threads)
            .map(|first| scope.spawn(move || -> Vec<f64> { shares(first) }))
            .collect();
        parts
            .into_iter()
            .flat_map(|part| part.join().unwrap())
            .collect()
    });
    let n = f64::from(deals);
    let mean = each.iter().sum::<f64>() / n;
    let squares = each.iter().map(|share| (share - mean).powi(2));
    (mean, 1.96 * (squares.sum::<f64>() / (n - 1.0) / n).sqrt())
}

fn of_deal(deal: u16, thinks_ms: u32) -> f64 {
    let won = |client| {
        let standings = played(deal, client, thinks_ms);
        let winners = standings.iter().filter(|(_, it)| it.rank == 1).count();
        let wins = u8::from(standings[client].rank == 1);
        f64::from(wins) / f64::from(u8::try_from(winners).unwrap())
    };
    Seat::first(4).map(won).sum::<f64>() / 4.0
}

//! Batches of the server's own bots on a terminal: followed to their end, and what came
//! of them.

#![expect(
    clippy::print_stderr,
    reason = "progress, where there is no terminal for a bar"
)]

use std::{
    fmt::Write as _,
    time::{Duration, Instant},
};

use indicatif::{MultiProgress, ProgressBar, ProgressStyle};
use store::{
    Batch, BatchId, Store, StoreError,
    batches::{BatchProgress, SequentialState, SequentialVerdict},
    statistics::Estimate,
};

use crate::{
    routes::batches::report,
    stats::query::MIN_N,
    wire::{BatchComparison, BatchReport, BotResults},
};

/// How often the bar tells what the matches come to.
// A bar that moves twice a second looks alive and costs nothing beside the matches.
const TELLS: Duration = Duration::from_millis(500);
/// How often a line does, where there is no bar.
// Lines stay in the log of whoever runs this: one for every few seconds can be read.
const TELLS_LINES: Duration = Duration::from_secs(5);

/// Follows a batch to its end, with a progress bar.
///
/// # Errors
///
/// If it will not come to its end.
pub(crate) async fn follow(
    store: &Store,
    id: BatchId,
    title: &str,
    bars: &MultiProgress,
) -> Result<BatchReport, StoreError> {
    let bar = bars.add(progress(title));
    let tells = if bar.is_hidden() { TELLS_LINES } else { TELLS };
    let mut watching = store.batches.watch(id).expect("it was planned");
    let mut told = Instant::now();
    while let Some((batch, progress)) = watching.next().await? {
        bar.set_length(progress.planned);
        bar.set_position(progress.played);
        if told.elapsed() < tells {
            continue;
        }
        told = Instant::now();
        let line = line(&come_to(store, &batch, progress));
        if bar.is_hidden() {
            let BatchProgress {
                played, planned, ..
            } = progress;
            eprintln!("{title}: {played} of {planned} matches, {line}");
        }
        bar.set_message(line);
    }
    bar.finish();
    let batch = store.batches.get(id).expect("it was planned");
    Ok(come_to(store, &batch, store.batches.progress(&batch)))
}

fn come_to(store: &Store, batch: &Batch, progress: BatchProgress) -> BatchReport {
    report(batch, progress, store.statistics.results_of(batch, MIN_N))
}

/// A row for each bot, for people; and how every two compare, if each deal was played in
/// every rotation.
pub(crate) fn table(reports: &[BatchReport]) -> String {
    let mut text = format!(
        "{:>5} {:<8} {:>7} {:>23} {:>20}\n",
        "table", "bot", "seats", "mean score", "win index"
    );
    for report in reports {
        let seats = report.batch.line_ups.0.first().map_or(0, |it| it.0.len());
        for bot in &report.bots {
            text += &row(seats, bot);
        }
    }
    for report in reports {
        if report.batch.duplicate {
            report
                .comparisons
                .iter()
                .for_each(|it| text += &compared(it));
        }
        text += &report
            .progress
            .test
            .as_ref()
            .map(tested)
            .unwrap_or_default();
    }
    text
}

fn row(seats: usize, of_bot: &BotResults) -> String {
    let BotResults {
        bot,
        seats: played,
        final_score,
        win_index,
    } = of_bot;
    format!(
        "{seats:>5} {:<8} {played:>7} {:>23} {:>20}\n",
        bot.to_string(),
        shown(final_score, 1),
        shown(win_index, 2)
    )
}

fn compared(comparison: &BatchComparison) -> String {
    let BatchComparison {
        first,
        second,
        metric,
        difference,
        paired,
        ..
    } = comparison;
    let mut text = format!("{first} less {second}, {metric}: {}", shown(difference, 2));
    if let Some(paired) = paired {
        let narrower = paired.narrower.unwrap_or_default();
        let by_deal = shown(&paired.difference, 2);
        write!(text, "; deal by deal {by_deal}, {narrower:.2} narrower")
            .expect("a string takes all");
    }
    text + "\n"
}

fn tested(test: &SequentialState) -> String {
    let verdict = match test.verdict {
        SequentialVerdict::Undecided => "no decision was reached",
        SequentialVerdict::Null => "the null hypothesis is accepted",
        SequentialVerdict::Alternative => "the alternative is accepted",
    };
    format!(
        "{verdict} after {} deals: log-likelihood ratio {:.2}, bounds {:.2} and {:.2}\n",
        test.observations, test.log_likelihood_ratio, test.lower_bound, test.upper_bound
    )
}

/// A number and its interval.
fn shown(estimate: &Estimate, digits: usize) -> String {
    match (estimate.value, estimate.lo, estimate.hi) {
        (Some(value), Some(lo), Some(hi)) => {
            format!("{value:.digits$} ({lo:.digits$} to {hi:.digits$})")
        }
        (Some(value), ..) => format!("{value:.digits$}"),
        (None, ..) => "too few".to_owned(),
    }
}

/// The live line: mean scores and win indices so far, and how the test stands.
fn line(report: &BatchReport) -> String {
    let bot = |of_bot: &BotResults| {
        let number = |estimate: &Estimate| estimate.value.unwrap_or(f64::NAN);
        let (score, index) = (number(&of_bot.final_score), number(&of_bot.win_index));
        format!("{} {score:.1}, win index {index:.2}", of_bot.bot)
    };
    let mut told: Vec<String> = report.bots.iter().map(bot).collect();
    let ratio = report.progress.test.map(|test| test.log_likelihood_ratio);
    told.extend(ratio.map(|ratio| format!("log-likelihood ratio {ratio:.2}")));
    told.join("; ")
}

fn progress(title: &str) -> ProgressBar {
    let style =
        ProgressStyle::with_template("{prefix} {bar:30} {pos}/{len} {per_sec}, {eta} left: {msg}");
    let style = style.expect("the template is well formed");
    let bar = ProgressBar::new(0);
    bar.enable_steady_tick(Duration::from_millis(200));
    bar.with_style(style).with_prefix(title.to_owned())
}

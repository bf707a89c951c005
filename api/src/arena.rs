//! Tables of the server's own bots, played to their end, and what came of them.

#![expect(
    clippy::print_stderr,
    reason = "progress, where there is no terminal for a bar"
)]

use std::{collections::BTreeMap, fmt, time::Duration};

use domain::{BySeat, Options, Seat, Seed, Standing, bots::Bot, matches::Place};
use futures_util::{StreamExt as _, stream};
use indicatif::{ProgressBar, ProgressStyle};
use serde::Serialize;
use store::{Asker, Current, MatchId, Opening, RequestError, Store};

use crate::wire;

/// How many tables are played at a time.
const AT_ONCE: usize = 16;

/// A table: what is played there, and by whom.
#[derive(Clone, Debug)]
pub(crate) struct Lineup {
    pub(crate) options: Options,
    pub(crate) bots: BySeat<Bot>,
    pub(crate) seed: Option<Seed>,
}

/// What every bot came to.
#[derive(Debug, Default, Serialize)]
#[serde(transparent)]
pub(crate) struct Tally(BTreeMap<Bot, Results>);

/// What one bot came to.
#[derive(Debug, Default, Serialize)]
pub(crate) struct Results {
    /// Seats played.
    seats: u32,
    /// Of them, seats at tables where another kind of bot sat, too.
    contested: u32,
    /// Wins there; a shared win counts for each.
    wins: u32,
    /// Points, over all seats.
    points: i64,
    /// The worst sheet.
    lowest: Option<i16>,
    /// The best sheet.
    highest: Option<i16>,
}

/// The matches played, in the order they ended, and what the bots came to.
#[derive(Debug, Default)]
pub(crate) struct Arena {
    pub(crate) played: Vec<MatchId>,
    pub(crate) tally: Tally,
}

/// Plays all tables, with a progress bar.
pub(crate) async fn play_all(
    store: &Store,
    title: &str,
    tables: Vec<Lineup>,
) -> Result<Arena, RequestError> {
    let bar = progress(title, tables.len());
    let mut arena = Arena::default();
    let mut played = stream::iter(tables)
        .map(|table| play(store, table))
        .buffer_unordered(AT_ONCE);
    while let Some(over) = played.next().await {
        let over = over?;
        arena.note(&over);
        bar.inc(1);
        bar.set_message(arena.tally.to_string());
        if bar.is_hidden() && bar.position().is_multiple_of(100) {
            eprintln!("{title}: {} matches, {}", bar.position(), arena.tally);
        }
    }
    bar.finish();
    Ok(arena)
}

/// Plays one table to its end.
async fn play(store: &Store, table: Lineup) -> Result<std::sync::Arc<Current>, RequestError> {
    let opening = Opening {
        options: table.options,
        places: table.bots.map(|_, &bot| Place::Bot { bot }),
        seated: Vec::new(),
        seed: table.seed,
        open_hands: false,
        private: false,
    };
    let id = store
        .matches
        .open(&Asker::Server, opening, None)
        .await?
        .now
        .id;
    let mut version = store.matches.watch(id);
    loop {
        version.borrow_and_update();
        let now = store.matches.current(id).await?;
        if now.game.is_over() || version.changed().await.is_err() {
            return Ok(now);
        }
    }
}

impl Arena {
    fn note(&mut self, over: &Current) {
        self.played.push(over.id);
        let table = over.game.table();
        let standings = table.and_then(|table| table.standings.as_ref());
        let standings = standings.expect("it was played to its end");
        let bots = over.game.terms.places.map(|_, place| match place {
            Place::Bot { bot } => *bot,
            Place::Open | Place::Player { .. } => unreachable!("only bots were seated"),
        });
        self.tally.note(&bots, standings);
    }
}

impl Tally {
    fn note(&mut self, bots: &BySeat<Bot>, standings: &BySeat<Standing>) {
        let contested = bots.iter().any(|(_, &bot)| bot != bots[Seat(0)]);
        for (seat, standing) in standings.iter() {
            let results = self.0.entry(bots[seat]).or_default();
            results.seats += 1;
            results.contested += u32::from(contested);
            results.wins += u32::from(contested && standing.rank == 1);
            results.points += i64::from(standing.total);
            results.lowest = Some(
                results
                    .lowest
                    .map_or(standing.total, |low| low.min(standing.total)),
            );
            results.highest = results.highest.max(Some(standing.total));
        }
    }

    /// A row for each bot, for people.
    pub(crate) fn table(&self) -> String {
        let head = format!(
            "{:<8} {:>7} {:>10} {:>6} {:>8} {:>7} {:>7}\n",
            "bot", "seats", "contested", "wins", "mean", "lowest", "highest"
        );
        let row = |(bot, results): (&Bot, &Results)| {
            format!(
                "{:<8} {:>7} {:>10} {:>6} {:>8.1} {:>7} {:>7}\n",
                wire::name(bot),
                results.seats,
                results.contested,
                results.wins,
                results.mean(),
                results.lowest.unwrap_or_default(),
                results.highest.unwrap_or_default(),
            )
        };
        head + &self.0.iter().map(row).collect::<String>()
    }
}

/// The live line: wins at tables where bots of several kinds met, and mean scores.
impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (nth, (bot, results)) in self.0.iter().enumerate() {
            let comma = if nth > 0 { ", " } else { "" };
            let name = wire::name(bot);
            write!(
                f,
                "{comma}{name} {} wins, mean {:.1}",
                results.wins,
                results.mean()
            )?;
        }
        Ok(())
    }
}

impl Results {
    #[expect(
        clippy::float_arithmetic,
        clippy::cast_precision_loss,
        reason = "a mean for people"
    )]
    fn mean(&self) -> f64 {
        self.points as f64 / f64::from(self.seats)
    }
}

fn progress(title: &str, matches: usize) -> ProgressBar {
    let style =
        ProgressStyle::with_template("{prefix} {bar:30} {pos}/{len} {per_sec}, {eta} left: {msg}");
    let style = style.expect("the template is well formed");
    let bar = ProgressBar::new(u64::try_from(matches).expect("a count of matches fits"));
    bar.enable_steady_tick(Duration::from_millis(200));
    bar.with_style(style).with_prefix(title.to_owned())
}

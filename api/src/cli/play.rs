//! `cartulary play`: batches of the server's own bots, without a server.

use std::{io::Write as _, path::PathBuf, str::FromStr};

use clap::Args;
use domain::{BySeat, GameId, Seed, bots::Bot};
use indicatif::MultiProgress;
use serde::de::DeserializeOwned;
use serde_json::Value;
use store::{
    Asker, Config, Plan, Store,
    batches::{Contestant, Dealing, Observed, SequentialTest},
};

use crate::{cli::arena, config::boxes::Boxes, wire};

/// Play matches between the server's own bots, and print the results.
#[derive(Args, Debug)]
pub(crate) struct Play {
    /// The id of the game.
    #[arg(value_parser = named::<GameId>)]
    game: GameId,
    /// The number of matches; with --duplicate, the number of deals.
    #[arg(short = 'n', long, default_value_t = 100)]
    matches: u32,
    /// The bots on the seats, clockwise: `bot:greedy,bot:random`.
    #[arg(long, value_delimiter = ',', required = true)]
    seats: Vec<Sitter>,
    /// Play each deal in every rotation of the bots through the seats.
    #[arg(long)]
    duplicate: bool,
    /// Stop as soon as a sequential test of a bot has decided, like
    /// `greedy:win_index:1.0:1.2`: measure (or `point_difference`), null hypothesis and
    /// alternative.
    #[arg(long, value_name = "TEST")]
    stop: Option<Hypotheses>,
    /// The probability that the test wrongly accepts the alternative.
    #[arg(long, default_value_t = 0.05, requires = "stop")]
    alpha: f64,
    /// The probability that the test wrongly accepts the null hypothesis.
    #[arg(long, default_value_t = 0.05, requires = "stop")]
    beta: f64,
    /// 64 hexadecimal digits that the deals are derived from: the same digits give the same deals.
    #[arg(long)]
    seed: Option<String>,
    /// Keep the matches in this store, so that a server on it can answer statistics queries later.
    #[arg(long)]
    data: Option<PathBuf>,
    /// Print the results as JSON.
    #[arg(long)]
    json: bool,
    /// The boxes of components to use.
    #[command(flatten)]
    boxes: Boxes,
}

/// The bot on a seat.
#[derive(Clone, Copy, Debug)]
struct Sitter(Bot);

/// The hypotheses of a sequential test.
#[derive(Clone, Copy, Debug)]
struct Hypotheses {
    bot: Bot,
    measure: Observed,
    null: f64,
    alternative: f64,
}

impl FromStr for Sitter {
    type Err = String;

    fn from_str(text: &str) -> Result<Sitter, String> {
        let bot = text
            .strip_prefix("bot:")
            .ok_or("write a seat as bot:NAME")?;
        named(bot).map(Sitter)
    }
}

impl FromStr for Hypotheses {
    type Err = String;

    fn from_str(text: &str) -> Result<Hypotheses, String> {
        let [bot, measure, null, alternative] = text.split(':').collect::<Vec<_>>()[..] else {
            return Err("write a test as BOT:MEASURE:NULL:ALTERNATIVE".to_owned());
        };
        let number = |text: &str| text.parse().map_err(|error| format!("{text:?}: {error}"));
        Ok(Hypotheses {
            bot: named(bot)?,
            measure: named(measure)?,
            null: number(null)?,
            alternative: number(alternative)?,
        })
    }
}

/// A game or a bot by its name on the wire.
pub(crate) fn named<T: DeserializeOwned>(name: &str) -> Result<T, String> {
    serde_json::from_value(Value::String(name.to_owned())).map_err(|error| error.to_string())
}

impl Play {
    /// Plays on a temporary store unless one is named, and prints to standard output.
    ///
    /// # Errors
    ///
    /// Why the matches could not be played.
    pub(crate) async fn run(&self) -> Result<(), Box<dyn std::error::Error>> {
        self.boxes.install()?;
        let seed = self.seed.as_deref().map(|digits| {
            Seed::parse(digits).ok_or("a seed must be 64 lower-case hexadecimal digits")
        });
        let seed = seed.transpose()?;
        let folder = tempfile::tempdir()?;
        let data = self.data.as_deref().unwrap_or(folder.path());
        let store = Store::open(&Config::new(data))?;
        let planned = store
            .batches
            .plan(&Asker::Server, self.plan(), seed, None)
            .await?;
        let report = arena::follow(
            &store,
            planned.batch.id,
            &wire::name(&self.game),
            &MultiProgress::new(),
        )
        .await;
        store.close().await?;
        let (report, mut out) = (report?, std::io::stdout());
        Ok(if self.json {
            writeln!(out, "{}", serde_json::to_string(&report)?)
        } else {
            write!(out, "{}", arena::table(&[report]))
        }?)
    }

    fn plan(&self) -> Plan {
        let seats = u8::try_from(self.seats.len()).unwrap_or(u8::MAX);
        let stop = self.stop.map(|test| SequentialTest {
            bot: Contestant::Bot(test.bot),
            measure: test.measure,
            null: test.null,
            alternative: test.alternative,
            alpha: self.alpha,
            beta: self.beta,
        });
        Plan {
            options: self.game.default_options(),
            line_ups: vec![BySeat::new(seats, |seat| {
                self.seats[usize::from(seat.0)].0.into()
            })],
            deals: self.matches,
            dealing: if self.duplicate {
                Dealing::Duplicate
            } else {
                Dealing::Own
            },
            stop,
            arranged: None,
            settings: Box::default(),
        }
    }
}

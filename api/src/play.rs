//! `cartulary play`: matches of the server's own bots, without a server.

#![expect(
    clippy::print_stdout,
    reason = "what was asked for goes to standard output"
)]

use std::{path::PathBuf, str::FromStr};

use clap::Args;
use domain::{BySeat, Dice, GameId, Seed, bots::Bot};
use serde::{Serialize, de::DeserializeOwned};
use serde_json::Value;
use store::{Config, Store};

use crate::{
    arena::{self, Lineup, Tally},
    boxes::Boxes,
    wire,
};

/// Play matches of the server's own bots, and print what they came to.
#[derive(Args, Debug)]
pub struct Play {
    /// Which game, by its id.
    #[arg(value_parser = named::<GameId>)]
    game: GameId,
    /// How many matches.
    #[arg(short = 'n', long, default_value_t = 100)]
    matches: u32,
    /// Who sits where, clockwise: `bot:greedy,bot:random`.
    #[arg(long, value_delimiter = ',', required = true)]
    seats: Vec<Sitter>,
    /// 64 hexadecimal digits that the deals are derived from; the same digits, the same deals.
    #[arg(long)]
    seed: Option<String>,
    /// Keep the matches in this store, to ask a server on it afterwards what they teach.
    #[arg(long)]
    data: Option<PathBuf>,
    /// Print JSON.
    #[arg(long)]
    json: bool,
    /// Whose boxes are played with.
    #[command(flatten)]
    boxes: Boxes,
}

/// Who sits on a seat.
#[derive(Clone, Copy, Debug)]
struct Sitter(Bot);

/// What `--json` prints.
#[derive(Serialize)]
struct Summary<'a> {
    game: GameId,
    matches: usize,
    seats: BySeat<Bot>,
    bots: &'a Tally,
}

impl FromStr for Sitter {
    type Err = String;

    fn from_str(text: &str) -> Result<Sitter, String> {
        let bot = text
            .strip_prefix("bot:")
            .ok_or("a seat is written bot:NAME")?;
        named(bot).map(Sitter)
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
    pub async fn run(&self) -> Result<(), Box<dyn std::error::Error>> {
        self.boxes.install()?;
        let tables = self.tables()?;
        let folder = tempfile::tempdir()?;
        let data = self.data.as_deref().unwrap_or(folder.path());
        let store = Store::open(&Config::new(data))?;
        let arena = arena::play_all(&store, &wire::name(&self.game), tables).await?;
        store.close().await?;
        if self.json {
            let summary = Summary {
                game: self.game,
                matches: arena.played.len(),
                seats: self.bots(),
                bots: &arena.tally,
            };
            println!("{}", serde_json::to_string(&summary)?);
        } else {
            print!("{}", arena.tally.table());
        }
        Ok(())
    }

    fn tables(&self) -> Result<Vec<Lineup>, String> {
        let seed = self
            .seed
            .as_deref()
            .map(|digits| Seed::parse(digits).ok_or("a seed is 64 lower-case hexadecimal digits"));
        let dice = seed.transpose()?.map(Dice::new);
        let table = |nth| Lineup {
            options: self.game.default_options(),
            bots: self.bots(),
            seed: dice.map(|dice| Seed(dice.derive("match", nth))),
        };
        Ok((0..self.matches).map(table).collect())
    }

    fn bots(&self) -> BySeat<Bot> {
        let seats = u8::try_from(self.seats.len()).unwrap_or(u8::MAX);
        BySeat::new(seats, |seat| self.seats[usize::from(seat.0)].0)
    }
}

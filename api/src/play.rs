//! `cartulary play`: matches of the server's own bots, without a server.

use std::str::FromStr;

use clap::Args;
use domain::{BySeat, Dice, GameId, Seat, Seed, bots::Bot};
use serde::{Serialize, de::DeserializeOwned};
use serde_json::Value;
use store::{Config, Store};

use crate::arena::{self, Lineup, Tally};

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
    /// Print JSON.
    #[arg(long)]
    json: bool,
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
        let bot = text.strip_prefix("bot:").ok_or("a seat is written bot:NAME")?;
        named(bot).map(Sitter)
    }
}

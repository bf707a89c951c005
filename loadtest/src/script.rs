//! Matches that are played here beforehand, so that a bench only has to send.

use std::collections::VecDeque;

use cartulary_client::{CallError, Client, Opening, SeatWanted};
use domain::{Dice, GameId, Seat, Seed, Viewer, bots::Bot};
use futures_util::{StreamExt as _, TryStreamExt as _, stream};

use crate::scenario;

/// How many different matches are played, over and over.
const SCRIPTS: u32 = 16;

/// What one connection has yet to send, in order.
pub(crate) type Requests = VecDeque<Vec<u8>>;

/// A match with one seat, played here beforehand: whoever has the seed knows what
/// will be legal.
pub(crate) struct Script {
    game: GameId,
    seed: Seed,
    commands: Vec<String>,
}

/// The matches that are played.
pub(crate) fn scripts(game: GameId) -> Vec<Script> {
    (0..SCRIPTS).map(|nth| Script::new(game, nth)).collect()
}

impl Script {
    fn new(game: GameId, nth: u32) -> Script {
        let seed = Seed(Dice::new(Seed([0; 32])).derive("bench", nth));
        let dice = Dice::new(seed);
        let (mut state, _) = game.default_options().set_up(1, &dice).begin(&dice);
        let mut roll = dice.roll("bench", 0);
        let mut commands = Vec::new();
        while !state.to_act().is_empty() {
            let command = Bot::Random.choose(&state.view(Viewer::Seat(Seat(0))), &mut roll);
            commands.push(serde_json::to_string(&command).expect("a command is JSON"));
            let decided = state.decide(Seat(0), command, &dice);
            state = decided.expect("a legal command is accepted").0;
        }
        Script {
            game,
            seed,
            commands,
        }
    }

    /// Opens so many matches for each connection, and prepares every decision of them.
    pub(crate) async fn open_all(
        scripts: &[Script],
        client: &Client,
        connections: usize,
        matches: usize,
    ) -> Result<Vec<Requests>, CallError> {
        let name = format!("bench {connections}");
        let player = client.register(&name, scenario::VERSION).await?;
        let host = client.with_token(&player.token);
        let mut decisions = Vec::new();
        for at in 0..connections {
            let script = &scripts[at % scripts.len()];
            decisions.push(script.open(&host, &player.token, matches).await?);
        }
        Ok(decisions)
    }

    /// Opens matches, and prepares every decision of them.
    async fn open(
        &self,
        host: &Client,
        token: &str,
        matches: usize,
    ) -> Result<Requests, CallError> {
        let mut opening = Opening::new(&scenario::name(self.game), vec![SeatWanted::Me]);
        let seed = serde_json::to_value(self.seed).expect("a seed is JSON");
        opening.settings.insert("seed".to_owned(), seed);
        let opened = stream::iter(0..matches).map(|_| host.open(&opening));
        let opened: Vec<_> = opened.buffer_unordered(16).try_collect().await?;
        let puts = opened.iter().flat_map(|opened| {
            self.commands
                .iter()
                .enumerate()
                .map(move |(decision, command)| {
                    let line =
                        format!("PUT /v1/matches/{}/seats/0/decisions/{decision}", opened.id);
                    request(&line, Some(token), command)
                })
        });
        Ok(puts.collect())
    }

    /// The same bodies, posted to one path.
    pub(crate) fn posts(&self, path: &str, matches: usize) -> Requests {
        let line = format!("POST {path}");
        let bodies = (0..matches).flat_map(|_| &self.commands);
        bodies
            .map(|command| request(&line, None, command))
            .collect()
    }
}

fn request(line: &str, token: Option<&str>, body: &str) -> Vec<u8> {
    let token = token.map(|token| format!("Authorization: Bearer {token}\r\n"));
    let token = token.unwrap_or_default();
    let length = body.len();
    format!(
        "{line} HTTP/1.1\r\nHost: localhost\r\n{token}Content-Type: application/json\r\n\
         Content-Length: {length}\r\n\r\n{body}"
    )
    .into_bytes()
}

//! Durable decisions a second over HTTP, as a ratio to what bounds them.
//!
//! What bounds them: an echo of the same bodies, and the least that makes them
//! durable: a handler that appends its body through the same group commit, journal
//! and index. All in one run and in turns, because a figure of another machine, or
//! of another minute, says nothing here.

use std::{
    collections::VecDeque,
    fmt, io,
    net::SocketAddr,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::{Duration, Instant},
};

use domain::{Dice, GameId, Seat, Seed, Viewer, bots::Bot};
use futures_util::{StreamExt as _, TryStreamExt as _, future::try_join_all, stream};
use hdrhistogram::Histogram;
use serde_json::Value;

use crate::{
    client::{CallError, Client, Opening, SeatWanted},
    wire::Wire,
};

/// How many connections at a time, and how many matches are played on each.
const LOADS: [(usize, usize); 4] = [(1, 300), (16, 100), (64, 40), (256, 12)];

/// How many different matches are played, over and over.
const SCRIPTS: u32 = 16;

/// How often each has its turn.
const TURNS: u32 = 8;

/// What is measured against what.
#[derive(Clone, Debug)]
pub struct Servers {
    /// The service itself.
    pub service: SocketAddr,
    /// A handler that echoes.
    pub echo: SocketAddr,
    /// A handler that makes the body durable, and nothing else.
    pub durable: SocketAddr,
}

/// One line of the table.
#[derive(Debug)]
pub struct Row {
    connections: usize,
    echo: Rate,
    durable: Rate,
    decisions: Rate,
}

/// How fast something was.
#[derive(Debug)]
struct Rate {
    latencies_us: Histogram<u64>,
    took: Duration,
}

/// The whole table.
#[derive(Debug)]
pub struct Table(pub Vec<Row>);

/// What one connection has yet to send, in order.
type Requests = VecDeque<Vec<u8>>;

/// Measures everything, in short turns.
///
/// # Errors
///
/// If a server refuses, or breaks a connection.
pub async fn measure(
    servers: &Servers,
    client: &Client,
    game: GameId,
    during: Duration,
) -> Result<Table, Box<dyn std::error::Error + Send + Sync>> {
    let player = client.register("bench").await?;
    let host = client.with_token(&player.token);
    let scripts: Vec<Script> = (0..SCRIPTS).map(|nth| Script::new(game, nth)).collect();
    let mut rows = Vec::new();
    for (connections, matches) in LOADS {
        let mut decisions = Vec::new();
        for at in 0..connections {
            let script = &scripts[at % scripts.len()];
            decisions.push(script.open(&host, &player.token, matches).await?);
        }
        let bodies = |path| {
            let requests = |at: usize| scripts[at % scripts.len()].posts(path, matches);
            (0..connections).map(requests).collect::<Vec<_>>()
        };
        let mut row = Row {
            connections,
            echo: Rate::none(),
            durable: Rate::none(),
            decisions: Rate::none(),
        };
        let (mut echo, mut durable) = (bodies("/echo"), bodies("/append"));
        for _ in 0..TURNS {
            let turn = during / TURNS;
            row.echo.run(servers.echo, &mut echo, turn).await?;
            row.durable.run(servers.durable, &mut durable, turn).await?;
            let service = servers.service;
            row.decisions.run(service, &mut decisions, turn).await?;
        }
        rows.push(row);
    }
    Ok(Table(rows))
}

/// A match with one seat, played here beforehand: whoever has the seed knows what
/// will be legal.
struct Script {
    game: GameId,
    seed: Seed,
    commands: Vec<String>,
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

    /// Opens matches, and prepares every decision of them.
    async fn open(
        &self,
        host: &Client,
        token: &str,
        matches: usize,
    ) -> Result<Requests, CallError> {
        let opening = Opening {
            game: self.game,
            seats: vec![SeatWanted::Me],
            seed: Some(self.seed),
            settings: Value::Null,
        };
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
    fn posts(&self, path: &str, matches: usize) -> Requests {
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

impl Rate {
    fn none() -> Rate {
        Rate {
            latencies_us: latencies(),
            took: Duration::ZERO,
        }
    }

    /// Sends on, each connection its own, until the time is up or one of them has
    /// nothing left.
    async fn run(
        &mut self,
        server: SocketAddr,
        work: &mut [Requests],
        during: Duration,
    ) -> io::Result<()> {
        let wires = try_join_all(work.iter().map(|_| Wire::connect(server))).await?;
        let stop = Arc::new(AtomicBool::new(false));
        let began = Instant::now();
        let sending = wires.into_iter().zip(&mut *work).map(|(wire, requests)| {
            let (requests, stop) = (std::mem::take(requests), Arc::clone(&stop));
            tokio::spawn(send(wire, requests, began + during, stop))
        });
        let sent: Vec<_> = sending.collect();
        for (connection, left) in sent.into_iter().zip(work) {
            let latencies_us;
            (*left, latencies_us) = connection.await.expect("sending does not panic")?;
            self.latencies_us += latencies_us;
        }
        self.took += began.elapsed();
        Ok(())
    }

    #[expect(clippy::cast_precision_loss, reason = "a rate for people")]
    fn per_second(&self) -> f64 {
        self.latencies_us.len() as f64 / self.took.as_secs_f64()
    }
}

async fn send(
    mut wire: Wire,
    mut requests: Requests,
    until: Instant,
    stop: Arc<AtomicBool>,
) -> io::Result<(Requests, Histogram<u64>)> {
    let mut latencies_us = latencies();
    while Instant::now() < until && !stop.load(Ordering::Relaxed) {
        let Some(request) = requests.pop_front() else {
            stop.store(true, Ordering::Relaxed);
            break;
        };
        let asked = Instant::now();
        let status = wire.exchange(&request).await?;
        if status != 200 {
            let body = String::from_utf8_lossy(wire.body());
            return Err(io::Error::other(format!("{status}: {body}")));
        }
        let us = u64::try_from(asked.elapsed().as_micros()).unwrap_or(u64::MAX);
        latencies_us.saturating_record(us);
    }
    Ok((requests, latencies_us))
}

fn latencies() -> Histogram<u64> {
    Histogram::new_with_bounds(1, 60_000_000, 3).expect("the bounds are in order")
}

impl fmt::Display for Table {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(
            f,
            "{:>11} {:>10} {:>10} {:>12} {:>10} {:>10} {:>9}",
            "connections",
            "echo/s",
            "durable/s",
            "decisions/s",
            "of echo",
            "of durable",
            "p99 [ms]"
        )?;
        for row in &self.0 {
            let (echo, durable) = (row.echo.per_second(), row.durable.per_second());
            let decisions = row.decisions.per_second();
            let p99_us = row.decisions.latencies_us.value_at_quantile(0.99);
            writeln!(
                f,
                "{:>11} {:>10.0} {:>10.0} {:>12.0} {:>10.2} {:>10.2} {:>9.2}",
                row.connections,
                echo,
                durable,
                decisions,
                decisions / echo,
                decisions / durable,
                Duration::from_micros(p99_us).as_secs_f64() * 1000.0,
            )?;
        }
        Ok(())
    }
}

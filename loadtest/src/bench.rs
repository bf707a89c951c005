//! Durable decisions a second over HTTP, as a ratio to what bounds them.
//!
//! What bounds them: an echo of the same bodies, and the least that makes them
//! durable: a handler that appends its body through the same group commit, journal
//! and index. All in one run and in turns, because a figure of another machine, or
//! of another minute, says nothing here.

use std::{
    fmt, io,
    net::SocketAddr,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::{Duration, Instant},
};

use cartulary_client::Client;
use domain::GameId;
use futures_util::future::try_join_all;
use hdrhistogram::Histogram;

use crate::{
    script::{Requests, Script, scripts},
    wire::Wire,
};

/// How many connections at a time, and how many matches are played on each.
pub(crate) const LOADS: [(usize, usize); 4] = [(1, 300), (16, 100), (64, 40), (256, 12)];

/// How often each has its turn.
pub(crate) const TURNS: u32 = 8;

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
pub(crate) struct Rate {
    latencies_us: Histogram<u64>,
    took: Duration,
}

/// The whole table.
#[derive(Debug)]
pub struct Table(pub Vec<Row>);

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
    let scripts = scripts(game);
    let mut rows = Vec::new();
    for (connections, matches) in LOADS {
        let mut decisions = Script::open_all(&scripts, client, connections, matches).await?;
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
            row.echo.run(&[servers.echo], &mut echo, turn).await?;
            row.durable
                .run(&[servers.durable], &mut durable, turn)
                .await?;
            let service = [servers.service];
            row.decisions.run(&service, &mut decisions, turn).await?;
        }
        rows.push(row);
    }
    Ok(Table(rows))
}

impl Rate {
    pub(crate) fn none() -> Rate {
        Rate {
            latencies_us: latencies(),
            took: Duration::ZERO,
        }
    }

    /// Sends on, each connection its own, until the time is up or one of them has nothing
    /// left. The connections are dealt out to the servers.
    pub(crate) async fn run(
        &mut self,
        servers: &[SocketAddr],
        work: &mut [Requests],
        during: Duration,
    ) -> io::Result<()> {
        let servers = servers.iter().cycle().zip(&*work);
        let wires = servers.map(|(server, _)| Wire::connect(*server));
        let wires = try_join_all(wires).await?;
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
    pub(crate) fn per_second(&self) -> f64 {
        self.latencies_us.len() as f64 / self.took.as_secs_f64()
    }

    pub(crate) fn p99_ms(&self) -> f64 {
        let us = self.latencies_us.value_at_quantile(0.99);
        Duration::from_micros(us).as_secs_f64() * 1000.0
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
            writeln!(
                f,
                "{:>11} {:>10.0} {:>10.0} {:>12.0} {:>10.2} {:>10.2} {:>9.2}",
                row.connections,
                echo,
                durable,
                decisions,
                decisions / echo,
                decisions / durable,
                row.decisions.p99_ms(),
            )?;
        }
        Ok(())
    }
}

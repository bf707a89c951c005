//! The load test's flags: what to play, against whom.

#![expect(
    clippy::float_arithmetic,
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "a report on standard output, ratios in it"
)]

use std::{
    net::{IpAddr, SocketAddr},
    path::Path,
    process::ExitCode,
    sync::Arc,
    time::Duration,
};

use cartulary_client::Client;
use clap::Parser;
use domain::{Command, GameId};
use loadtest::{
    bare::Bare,
    bench::{self, Servers},
    ceiling, logs,
    report::{self, Report},
    scenario::{self, Plan, Style},
};

type AnyError = Box<dyn std::error::Error + Send + Sync>;

/// Plays full tables of random legal bots over HTTP, and verifies every match.
#[derive(Debug, Parser)]
#[command(version)]
struct Flags {
    /// The server. Without it: one of its own, on a temporary store.
    #[arg(long)]
    url: Option<String>,
    /// Load a server that is not on this machine.
    #[arg(long, requires = "url")]
    remote: bool,
    /// How many matches.
    #[arg(long, default_value_t = 400, value_parser = clap::value_parser!(u32).range(1..))]
    matches: u32,
    /// How many matches at a time.
    #[arg(long, default_value_t = 32)]
    at_once: usize,
    /// Which games, in turn. Without it: all.
    #[arg(long, value_delimiter = ',', value_parser = named)]
    games: Vec<GameId>,
    /// Table sizes, in turn.
    #[arg(long, value_delimiter = ',', default_value = "1,2,3,4,6,12")]
    seats: Vec<u8>,
    /// How many milliseconds each decision is thought about at most, drawn at random.
    #[arg(long, default_value_t = 0)]
    think_ms: u64,
    /// Play commands with this word in them before all others, like `camp`, and count them.
    #[arg(long, value_name = "WORD")]
    favor: Option<String>,
    /// Have somebody without a seat follow each match on its stream of events.
    #[arg(long)]
    watched: bool,
    /// After how many seconds a match is stuck.
    #[arg(long, default_value_t = 600)]
    patience: u64,
    /// Measure durable decisions a second as a ratio to their ceilings instead.
    #[arg(long, conflicts_with = "url")]
    bench: bool,
    /// Measure durable decisions a second by where the log is instead: a directory, one
    /// PostgreSQL, three of them; one server and two. PostgreSQL must be installed.
    #[arg(long, conflicts_with_all = ["url", "bench"])]
    bench_logs: bool,
    /// How long to measure each ceiling, and each log.
    #[arg(long, default_value_t = 3)]
    seconds: u64,
}

fn named(game: &str) -> Result<GameId, serde_json::Error> {
    serde_json::from_value(game.into())
}

#[tokio::main]
async fn main() -> ExitCode {
    match run(Flags::parse()).await {
        Ok(code) => code,
        Err(error) => {
            eprintln!("loadtest: {error}");
            ExitCode::FAILURE
        }
    }
}

async fn run(flags: Flags) -> Result<ExitCode, AnyError> {
    if let Some(url) = &flags.url {
        check_target(url, flags.remote)?;
        return load(&flags, url).await;
    }
    let folder = tempfile::tempdir()?;
    if flags.bench_logs {
        return bench_logs(&flags, folder.path()).await;
    }
    let server = api::spawn(own(folder.path())).await?;
    let result = if flags.bench {
        bench(&flags, server.addr, folder.path()).await
    } else {
        load(&flags, &server.url("")).await
    };
    server.stop().await;
    result
}

/// A server of one's own, on any port.
fn own(folder: &Path) -> api::Config {
    let anywhere = SocketAddr::from(([127, 0, 0, 1], 0));
    api::Config {
        echo: true,
        ..api::Config::new(folder.join("service"), anywhere)
    }
}

/// A load test is an attack on whoever did not ask for it.
fn check_target(url: &str, remote: bool) -> Result<(), AnyError> {
    let url = reqwest::Url::parse(url)?;
    let host = url.host_str().unwrap_or_default();
    let address: Option<IpAddr> = host.trim_matches(['[', ']']).parse().ok();
    let is_here = host == "localhost" || address.is_some_and(|address| address.is_loopback());
    if is_here || remote {
        Ok(())
    } else {
        Err(format!("{host} is not this machine; if it is yours to load, say --remote").into())
    }
}

async fn load(flags: &Flags, url: &str) -> Result<ExitCode, AnyError> {
    let report = Arc::new(Report::new(flags.matches.into()));
    let client = report::client(url, &report);
    let outcome = scenario::run(&flags.plan(), &client, &report).await?;
    println!("{report}");
    println!(
        "{} matches played to their end and verified",
        outcome.played.len()
    );
    for (code, matches) in outcome.errors() {
        println!("{matches} matches ended in {code}");
    }
    for failure in outcome.failures.iter().take(10) {
        eprintln!("loadtest: {failure}");
    }
    if let Some(played) = outcome.played.last() {
        ratio(flags, &client, &report, &played.last).await;
        beside_the_least(flags, &report, &played.last).await?;
    }
    let is_good = outcome.failures.is_empty();
    Ok(if is_good {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    })
}

/// What the run was, of what the same client gets out of an echo.
async fn ratio(flags: &Flags, client: &Client, report: &Report, body: &Command) {
    let (decisions, calls) = (report.decisions_per_second(), report.calls_per_second());
    println!("{decisions:.0} decisions/s in {calls:.0} calls/s");
    let during = Duration::from_secs(flags.seconds);
    match ceiling::per_second(client, "/echo", body, flags.at_once, during).await {
        Ok(echoes) => println!(
            "the same server echoes {echoes:.0} bodies/s: calls are {:.2} of that, decisions {:.2}",
            calls / echoes,
            decisions / echoes
        ),
        Err(error) => println!("no ceiling: the server has no echo ({error})"),
    }
}

/// The run beside a handler that does nothing but append a commit with the same body: in this
/// process like the server of the run, on the same disk, asked by as many of the same clients.
async fn beside_the_least(flags: &Flags, report: &Report, body: &Command) -> Result<(), AnyError> {
    if flags.url.is_some() {
        return Ok(());
    }
    let folder = tempfile::tempdir()?;
    let bare = Bare::start(folder.path())?;
    let beside = Arc::new(Report::new(0));
    let client = report::client(&format!("http://{}", bare.address), &beside);
    let during = Duration::from_secs(flags.seconds);
    let appends = ceiling::per_second(&client, "/append", body, flags.at_once, during).await?;
    let p99 = |report: &Report, endpoint| report.p99_ms(endpoint).unwrap_or_default();
    println!(
        "a handler that only appends: {appends:.0} commits/s, p99 {:.2} ms; calls are {:.2} of \
         that, decisions {:.2}, p99 {:.2} ms",
        p99(&beside, "/append"),
        report.calls_per_second() / appends,
        report.decisions_per_second() / appends,
        p99(report, "decide"),
    );
    bare.stop().await;
    Ok(())
}

async fn bench(flags: &Flags, service: SocketAddr, folder: &Path) -> Result<ExitCode, AnyError> {
    let bare = Bare::start(&folder.join("bare"))?;
    let servers = Servers {
        service,
        echo: bare.address,
        durable: bare.address,
    };
    let client = Client::new(&format!("http://{service}"));
    let during = Duration::from_secs(flags.seconds);
    let table = bench::measure(&servers, &client, GameId::Cartographers, during).await?;
    println!("{table}");
    bare.stop().await;
    Ok(ExitCode::SUCCESS)
}

async fn bench_logs(flags: &Flags, folder: &Path) -> Result<ExitCode, AnyError> {
    let all = logs::start(folder).await?;
    let table = logs::measure(&all, Duration::from_secs(flags.seconds)).await?;
    println!("{table}");
    for arrangement in all {
        arrangement.stop().await?;
    }
    Ok(ExitCode::SUCCESS)
}

impl Flags {
    fn plan(&self) -> Plan {
        let games = match &self.games[..] {
            [] => GameId::ALL.to_vec(),
            games => games.to_vec(),
        };
        Plan {
            matches: self.matches,
            at_once: self.at_once,
            games,
            seats: self.seats.clone(),
            style: Style {
                think: Duration::from_millis(self.think_ms),
                favor: self.favor.clone(),
            },
            settings: serde_json::Map::new(),
            watched: self.watched,
            patience: Duration::from_secs(self.patience),
        }
    }
}

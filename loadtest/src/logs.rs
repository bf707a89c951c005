//! Durable decisions a second by where the log is, as ratios to those on a directory: one PostgreSQL
//! or three of them, of which a commit is on two, behind one server or two.

use std::{
    fmt, io,
    net::{SocketAddr, TcpListener},
    path::{Path, PathBuf},
    time::Duration,
};

use cartulary_client::Client;
use domain::GameId;
use store_postgres::testing::Server as Database;
use tokio::{sync::oneshot, task::JoinHandle, time::sleep};

use crate::{
    bench::{LOADS, Rate, TURNS},
    script::{Script, scripts},
};

type AnyError = Box<dyn std::error::Error + Send + Sync>;

/// A server on a shared database: what ends it, and how it ended.
type Shared = (oneshot::Sender<()>, JoinHandle<Result<(), api::StartError>>);

/// How often it is asked whether a server is ready.
const LOOK: Duration = Duration::from_millis(200);

/// Servers on one log.
#[derive(Debug)]
pub struct Arrangement {
    name: &'static str,
    addresses: Vec<SocketAddr>,
    alone: Option<api::Running>,
    shared: Vec<Shared>,
    /// They end when they are dropped.
    _databases: Vec<Database>,
}

/// What one of them did under one load.
#[derive(Debug)]
pub struct Row {
    name: &'static str,
    connections: usize,
    rate: Rate,
    /// How many times as many decisions a second as on a directory.
    of_directory: f64,
}

/// The whole table.
#[derive(Debug)]
pub struct Table(Vec<Row>);

/// Starts all that are compared.
///
/// # Errors
///
/// If one of them does not start.
///
/// # Panics
///
/// If there is no PostgreSQL here.
pub async fn start(folder: &Path) -> Result<Vec<Arrangement>, AnyError> {
    let [one, one_shared] = [(); 2].map(|()| vec![Database::start()]);
    let [three, three_shared] = [replicated().await, replicated().await];
    let data = |name| folder.join(name);
    Ok(vec![
        Arrangement::alone("directory, one server", data("0"), vec![]).await?,
        Arrangement::alone("one node, one server", data("1"), one).await?,
        Arrangement::shared("one node, two servers", data("2"), one_shared).await?,
        Arrangement::alone("three nodes, one server", data("3"), three).await?,
        Arrangement::shared("three nodes, two servers", data("4"), three_shared).await?,
    ])
}

/// Three nodes, of which two have what is acknowledged. The primary is the last.
async fn replicated() -> Vec<Database> {
    let primary = Database::start();
    let standbys = [(); 2].map(|()| Database::standby_of(&primary));
    primary.set("synchronous_standby_names", "ANY 1 (*)").await;
    standbys.into_iter().chain([primary]).collect()
}

impl Arrangement {
    /// One server, on a directory or on the last of these databases.
    async fn alone(
        name: &'static str,
        data: PathBuf,
        databases: Vec<Database>,
    ) -> Result<Arrangement, AnyError> {
        let mut config = api::Config::new(data, ([127, 0, 0, 1], 0).into());
        if let Some(primary) = databases.last() {
            config.log = Some(primary.url().parse()?);
        }
        let writer = api::spawn(config).await?;
        Ok(Arrangement {
            name,
            addresses: vec![writer.addr],
            alone: Some(writer),
            shared: Vec::new(),
            _databases: databases,
        })
    }

    /// Two servers on the last of these databases, each of which has one of two shards, and is asked
    /// by half of the connections.
    async fn shared(
        name: &'static str,
        data: PathBuf,
        databases: Vec<Database>,
    ) -> Result<Arrangement, AnyError> {
        let primary = databases.last().expect("there is one at least");
        let (mut addresses, mut shared) = (Vec::new(), Vec::new());
        for own in ["first", "second"] {
            let address = free_address()?;
            let mut config = api::Config::new(data.join(own), address);
            config.log = Some(primary.url().parse()?);
            config.sharing.node = Some(format!("http://{address}").parse()?);
            config.sharing.shards = Some("2".parse()?);
            let (stop, stopped) = oneshot::channel::<()>();
            let stopped = async { drop(stopped.await) };
            let mut serving = tokio::spawn(api::shared(config, stopped));
            tokio::select! {
                () = until_ready(address) => {}
                ended = &mut serving => return Err(early(ended?)),
            }
            addresses.push(address);
            shared.push((stop, serving));
        }
        until_each_has_one(primary).await;
        Ok(Arrangement {
            name,
            addresses,
            alone: None,
            shared,
            _databases: databases,
        })
    }

    /// Ends its servers.
    ///
    /// # Errors
    ///
    /// If one of them ended by itself.
    pub async fn stop(self) -> Result<(), AnyError> {
        for (stop, serving) in self.shared {
            // It may have ended by itself.
            let _ = stop.send(());
            serving.await??;
        }
        if let Some(alone) = self.alone {
            alone.stop().await;
        }
        Ok(())
    }
}

fn early(ended: Result<(), api::StartError>) -> AnyError {
    match ended {
        Err(error) => error.into(),
        Ok(()) => "a server ended although nobody had stopped it".into(),
    }
}

/// The second server asks the first for one of its shards.
async fn until_each_has_one(primary: &Database) {
    let owners = "SELECT count(DISTINCT address) FROM cartulary_shards WHERE address <> ''";
    while primary.ask(owners).await != ["2"] {
        sleep(LOOK).await;
    }
}

/// An address that nobody listens on.
fn free_address() -> io::Result<SocketAddr> {
    TcpListener::bind("127.0.0.1:0")?.local_addr()
}

async fn until_ready(server: SocketAddr) {
    let ready = format!("http://{server}/readyz");
    while !reqwest::get(&ready)
        .await
        .is_ok_and(|answer| answer.status().is_success())
    {
        sleep(LOOK).await;
    }
}

/// Measures all of them, in short turns.
///
/// # Errors
///
/// If a server refuses, or breaks a connection.
pub async fn measure(all: &[Arrangement], during: Duration) -> Result<Table, AnyError> {
    let scripts = scripts(GameId::Cartographers);
    let mut rows = Vec::new();
    for (connections, matches) in LOADS {
        let mut work = Vec::new();
        for arrangement in all {
            let client = Client::new(&format!("http://{}", arrangement.addresses[0]));
            work.push(Script::open_all(&scripts, &client, connections, matches).await?);
        }
        let mut rates: Vec<Rate> = all.iter().map(|_| Rate::none()).collect();
        for _ in 0..TURNS {
            for ((arrangement, rate), work) in all.iter().zip(&mut rates).zip(&mut work) {
                rate.run(&arrangement.addresses, work, during / TURNS)
                    .await?;
            }
        }
        let directory = rates[0].per_second();
        rows.extend(all.iter().zip(rates).map(|(arrangement, rate)| Row {
            name: arrangement.name,
            connections,
            of_directory: rate.per_second() / directory,
            rate,
        }));
    }
    Ok(Table(rows))
}

impl fmt::Display for Table {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(
            f,
            "{:>11} {:<24} {:>11} {:>12} {:>9}",
            "connections", "log", "decisions/s", "of directory", "p99 [ms]"
        )?;
        for row in &self.0 {
            writeln!(
                f,
                "{:>11} {:<24} {:>11.0} {:>12.2} {:>9.2}",
                row.connections,
                row.name,
                row.rate.per_second(),
                row.of_directory,
                row.rate.p99_ms(),
            )?;
        }
        Ok(())
    }
}

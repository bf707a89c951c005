//! A running server: started, waited for, stopped in good order.

mod front;
mod own_shards;
mod routed;
mod routing;
mod service;
mod shared;
mod taking;

use std::{
    io,
    net::{SocketAddr, TcpListener},
    sync::Arc,
};

use actix_web::web;
use store::{Store, StoreError, lines};

use self::front::{Front, Serves, Serving};
pub(crate) use self::service::openapi;
pub use self::shared::shared;
use crate::{
    backups::{Backups, Schedule},
    config::{Config, boxes::BoxesError},
    delivery::Deliveries,
    http::app::{App, Common},
    push::Push,
    routes::pages::earlier_builds::EarlierBuilds,
};

/// Why a server does not start.
#[derive(Debug, thiserror::Error)]
pub enum StartError {
    /// The configuration contradicts itself.
    #[error("{0}")]
    Config(String),
    /// A box cannot be played with.
    #[error(transparent)]
    Box(#[from] BoxesError),
    /// The store does not open.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The address cannot be listened on.
    #[error("cannot listen on {address}")]
    Listen {
        /// Which.
        address: SocketAddr,
        /// What the operating system said.
        source: io::Error,
    },
}

/// A server that is running.
#[derive(Debug)]
pub struct Running {
    /// Where it listens: the port is the real one if zero was asked for.
    pub addr: SocketAddr,
    /// Its store.
    pub store: Store,
    /// Where it serves operators, if it does.
    pub admin: Option<SocketAddr>,
    deliveries: Option<Deliveries>,
    schedule: Option<Schedule>,
    serving: Serving,
}

/// Puts boxes in their places, opens the store and starts serving.
///
/// # Errors
///
/// Why it cannot, and what to do.
///
/// # Panics
///
/// If it is called outside a tokio runtime.
pub async fn spawn(config: Config) -> Result<Running, StartError> {
    config.check().map_err(StartError::Config)?;
    config.boxes.install()?;
    // Before the store opens: whoever finds the port taken may try another at once.
    let bound = bind(&config)?;
    serve(config, bound).await
}

/// Listens, and answers nobody yet.
fn bind(config: &Config) -> Result<(TcpListener, SocketAddr), StartError> {
    let listen_error = |source| StartError::Listen {
        address: config.listen,
        source,
    };
    let listener = TcpListener::bind(config.listen).map_err(listen_error)?;
    let addr = listener.local_addr().map_err(listen_error)?;
    Ok((listener, addr))
}

/// Opens the store and starts serving.
async fn serve(
    config: Config,
    (listener, addr): (TcpListener, SocketAddr),
) -> Result<Running, StartError> {
    let opening = opening(&config);
    let (data, push) = (config.data.clone(), config.push.clone());
    let settings = config.backups.clone();
    let open = move || {
        let store = Store::open(&opening)?;
        let backups = Backups::new(&settings, opening);
        let push = Push::new(&push, store.lines(lines::PUSH)?, *store.secret());
        // The store has the directory to itself, so nobody else writes there.
        Ok::<_, StoreError>((store, (push, backups), EarlierBuilds::read(&data)))
    };
    let opened = tokio::task::spawn_blocking(open).await;
    let (store, beside, earlier) = opened.expect("opening does not panic")?;
    let common = Common::new(&config);
    let with = (common.clone(), service::contract());
    let app = App::new(store.clone(), beside, &config, with);
    let front = Front {
        config: &config,
        common: &common,
        earlier,
        serves: Serves::Whole(web::Data::new(app.clone())),
    };
    let serving = front.serve(listener)?;
    let schedule = schedule(&app, &config);
    Ok(Running {
        addr,
        store,
        admin: serving.admin,
        deliveries: app.push.is_on().then(|| Deliveries::begin(app, None)),
        schedule,
        serving,
    })
}

/// How the store is opened.
fn opening(config: &Config) -> store::Config {
    let database = config.log.as_ref();
    store::Config {
        postgres: database.map(|url| url.reveal().to_owned()),
        node: config
            .sharing
            .node
            .as_ref()
            .map(|node| node.as_str().to_owned()),
        lease: config.sharing.lease(),
        index_check: index_check(),
        bounds: config.quotas.bounds(config.listen.ip().is_loopback()),
        live_match_bytes: config.bounds.live_match_bytes,
        compare_matches: config.compare_matches,
        time: config.time.clone(),
        ..store::Config::new(&config.data)
    }
}

/// Begins with the backups that are made unasked.
fn schedule(shared: &App, config: &Config) -> Option<Schedule> {
    let every = config.backups.every()?;
    let (backups, store) = (Arc::clone(&shared.backups), shared.store.clone());
    Some(Schedule::begin(backups, store, every, config.time.clone()))
}

impl Running {
    /// Stops: what has begun is finished, then the store is closed.
    pub async fn stop(self) {
        self.serving.stop().await;
        if let Some(deliveries) = self.deliveries {
            deliveries.stop().await;
        }
        if let Some(schedule) = self.schedule {
            schedule.stop().await;
        }
        if let Err(error) = self.store.close().await {
            tracing::error!(
                error = &error as &dyn std::error::Error,
                "the store could not be closed properly"
            );
        }
    }

    /// The address of a path on this server.
    pub fn url(&self, path: &str) -> String {
        format!("http://{}{path}", self.addr)
    }
}

/// How to check an index in a process of its own: this program, if it can name
/// itself and is the server.
fn index_check() -> Vec<std::ffi::OsString> {
    let program = std::env::current_exe().ok();
    let program = program.filter(|path| path.file_stem().is_some_and(|name| name == "cartulary"));
    program.map_or_else(Vec::new, |path| vec![path.into(), "store-check".into()])
}

//! A running server: started, waited for, stopped in good order.

mod forwarder;
mod in_turn;
mod service;

use std::{
    io,
    net::{IpAddr, Ipv4Addr, SocketAddr, TcpListener},
    sync::Arc,
};

use actix_server::Server;
use actix_web::{
    App as Actix, HttpServer,
    dev::ServerHandle,
    middleware::{Condition, DefaultHeaders, from_fn},
    web,
};
use store::{Store, StoreError, lines};
use tokio::task::JoinHandle;

pub use self::in_turn::in_turn;
pub(crate) use self::service::openapi;
use crate::{
    backups::{Backups, Schedule},
    config::{AdminListen, Config, boxes::BoxesError},
    delivery::Deliveries,
    http::{
        access,
        app::App,
        conditional, connections,
        limits::{self, Limits},
        metrics, middleware,
    },
    push::Push,
    routes::{
        echo,
        pages::{earlier_builds::EarlierBuilds, troubles},
    },
};

/// Where operators look, unless told otherwise.
const OPERATORS: SocketAddr = SocketAddr::new(IpAddr::V4(Ipv4Addr::LOCALHOST), 9090);

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
    operators: Option<ServerHandle>,
    deliveries: Option<Deliveries>,
    schedule: Option<Schedule>,
    handle: ServerHandle,
    serving: JoinHandle<io::Result<()>>,
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
    let (listener, _) = bind(&config)?;
    serve(config, listener).await
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
async fn serve(config: Config, listener: TcpListener) -> Result<Running, StartError> {
    let listen_error = |source| StartError::Listen {
        address: config.listen,
        source,
    };
    let addr = listener.local_addr().map_err(listen_error)?;
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
    let shared = App::new(store.clone(), beside, &config, service::contract());
    let operators = operators(&shared, config.admin_listen)?;
    let configure = service::configure(&shared, earlier);
    let (echo, access_log) = (config.echo, config.access_log);
    if let Some(sentence) = config.who_is_limited() {
        tracing::warn!("{sentence}");
    }
    let limits = config.requests_per_second();
    let limits = limits.map(|limit| web::Data::new(Limits::new(limit, config.client_address)));
    let connections = Arc::clone(&shared.connections);
    let serve = move || {
        Actix::new()
            .wrap(from_fn(limits::limited))
            .wrap(from_fn(middleware::guard))
            .wrap(from_fn(troubles::told))
            .wrap(from_fn(conditional::reading))
            .wrap(from_fn(metrics::counted))
            .wrap(Condition::new(access_log, from_fn(access::logged)))
            .configure(|routes| {
                if echo {
                    echo::routes(routes);
                }
                if let Some(limits) = &limits {
                    routes.app_data(limits.clone());
                }
            })
            .configure(configure.clone())
    };
    let server = Server::build().disable_signals().shutdown_timeout(5);
    let server = connections::serve(server, listener, connections, serve).map_err(listen_error)?;
    let server = server.run();
    let handle = server.handle();
    let serving = tokio::spawn(server);
    let schedule = schedule(&shared, &config);
    let deliveries = shared.push.is_on().then(|| Deliveries::begin(shared));
    let (admin, operators) = operators.unzip();
    Ok(Running {
        addr,
        store,
        admin,
        operators,
        deliveries,
        schedule,
        handle,
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

/// Starts the listener for operators. Only one that was asked for must be there.
fn operators(
    app: &App,
    wanted: Option<AdminListen>,
) -> Result<Option<(SocketAddr, ServerHandle)>, StartError> {
    let address = match wanted {
        Some(AdminListen::Off) => return Ok(None),
        Some(AdminListen::At(address)) => address,
        None => OPERATORS,
    };
    let app = web::Data::new(app.clone());
    let server = HttpServer::new(move || {
        Actix::new()
            .wrap(DefaultHeaders::new().add(middleware::NO_SNIFF))
            .app_data(app.clone())
            .configure(service::operators)
    });
    let server = server.disable_signals().shutdown_timeout(5);
    let server = server.workers(1).bind(address);
    match server {
        Ok(server) => {
            let address = *server.addrs().first().expect("it was bound");
            let server = server.run();
            let handle = server.handle();
            tokio::spawn(server);
            tracing::info!("metrics are at http://{address}/metrics");
            Ok(Some((address, handle)))
        }
        Err(error) if wanted.is_none() => {
            tracing::warn!(%error, "/metrics is not available: cannot listen on {address}; see --admin-listen");
            Ok(None)
        }
        Err(source) => Err(StartError::Listen { address, source }),
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
        self.handle.stop(true).await;
        if let Some(operators) = self.operators {
            operators.stop(true).await;
        }
        if let Some(deliveries) = self.deliveries {
            deliveries.stop().await;
        }
        if let Some(schedule) = self.schedule {
            schedule.stop().await;
        }
        if let Ok(Err(error)) = self.serving.await {
            tracing::error!(%error, "the server ended with an error");
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

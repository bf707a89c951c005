//! A running server: started, waited for, stopped in good order.

use std::{io, net::SocketAddr};

use actix_web::{App as Actix, HttpServer, dev::ServerHandle, middleware::from_fn};
use store::{Store, StoreError};
use tokio::task::JoinHandle;

use crate::{
    app::{self, App},
    boundary,
    config::Config,
    echo,
};

/// Why a server does not start.
#[derive(Debug, thiserror::Error)]
pub enum StartError {
    /// The configuration contradicts itself.
    #[error("{0}")]
    Config(String),
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
    handle: ServerHandle,
    serving: JoinHandle<io::Result<()>>,
}

/// Opens the store and starts serving.
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
    let mut opening = store::Config::new(&config.data);
    opening.index_check = index_check();
    let store = tokio::task::spawn_blocking(move || Store::open(&opening));
    let store = store.await.expect("opening does not panic")?;
    let shared = App::new(store.clone(), config.auth);
    let listen_error = |source| StartError::Listen {
        address: config.listen,
        source,
    };
    let configure = app::configure(&shared);
    let echo = config.echo;
    let server = HttpServer::new(move || {
        Actix::new()
            .wrap(from_fn(boundary::guard))
            .configure(|routes| {
                if echo {
                    echo::routes(routes);
                }
            })
            .configure(configure.clone())
    })
    .disable_signals()
    .shutdown_timeout(5)
    .bind(config.listen)
    .map_err(listen_error)?;
    let addr = *server.addrs().first().expect("it was bound");
    let server = server.run();
    let handle = server.handle();
    let serving = tokio::spawn(server);
    Ok(Running {
        addr,
        store,
        handle,
        serving,
    })
}

impl Running {
    /// Stops: what has begun is finished, then the store is closed.
    pub async fn stop(self) {
        self.handle.stop(true).await;
        if let Ok(Err(error)) = self.serving.await {
            tracing::error!(%error, "the server ended badly");
        }
        if let Err(error) = self.store.close().await {
            tracing::error!(
                error = &error as &dyn std::error::Error,
                "the store did not close well"
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

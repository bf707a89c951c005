//! One of several servers on a database: it sends on what it is asked until it is its turn to write.

use std::{
    net::{SocketAddr, TcpListener},
    sync::Arc,
    time::Duration,
};

use actix_web::{App as Actix, HttpServer, dev::ServerHandle, web};
use store::{Nodes, Shards, Standby, StoreError};
use tokio::{
    sync::watch,
    task::{JoinHandle, spawn_blocking},
    time::{sleep, timeout},
};

use super::{
    Running, StartError, bind,
    forwarder::{self, Forwarder},
    opening, serve,
};
use crate::{config::Config, http::auth::tokens::Tokens, routes::health};

/// How often it is looked whose turn it is.
const LOOK: Duration = Duration::from_millis(500);

/// After so long a log that could not be followed is followed again.
const AGAIN: Duration = Duration::from_secs(10);

/// Listens, and waits for this server's turn; meanwhile all requests are sent on to the one whose
/// turn it is. None if `stop` came first.
///
/// # Errors
///
/// Why it cannot serve, and what to do.
///
/// # Panics
///
/// If it is called outside a tokio runtime.
pub async fn in_turn(
    config: Config,
    stop: impl Future<Output = ()>,
) -> Result<Option<Running>, StartError> {
    config.check().map_err(StartError::Config)?;
    config.boxes.install()?;
    let node = config.sharing.node.as_ref().map(|node| node.as_str());
    let own = node.unwrap_or_default().to_owned();
    let (listener, address) = bind(&config)?;
    let url = opening(&config).postgres.unwrap_or_default();
    let nodes = spawn_blocking(move || Nodes::open(&url, Some(Shards::ONE))).await;
    let nodes = Arc::new(nodes.expect("opening does not panic")?);
    let forwarder = Forwarder {
        own: own.clone(),
        key: Tokens::new(*nodes.secret()).node(),
        nodes: Arc::clone(&nodes),
        client: config.client_address,
        writer: Arc::default(),
    };
    let forwarding = forwarding(&listener, address, forwarder)?;
    tracing::info!("listening on http://{address}/");
    tracing::info!("whatever is asked is sent on until it is this server's turn");
    let running = tokio::select! {
        () = stop => None,
        running = turn(&config, &nodes, &own, &listener) => Some(running?),
    };
    forwarding.stop(true).await;
    Ok(running)
}

/// Sends on.
fn forwarding(
    listener: &TcpListener,
    address: SocketAddr,
    forwarder: Forwarder,
) -> Result<ServerHandle, StartError> {
    let failed = |source| StartError::Listen { address, source };
    let server = HttpServer::new(move || {
        Actix::new()
            .app_data(web::Data::new(forwarder.clone()))
            .app_data(web::Data::new(forwarder::client()))
            .service(health::healthz)
            .default_service(web::to(forwarder::forward))
    });
    let server = server.disable_signals().shutdown_timeout(1);
    let server = server.tcp_nodelay(true);
    let server = server.listen(listener.try_clone().map_err(failed)?);
    let server = server.map_err(failed)?.run();
    let handle = server.handle();
    tokio::spawn(server);
    Ok(handle)
}

/// Waits until nobody has the log, takes it, and serves. Meanwhile lists and statistics follow it.
async fn turn(
    config: &Config,
    nodes: &Arc<Nodes>,
    own: &str,
    listener: &TcpListener,
) -> Result<Running, StartError> {
    let mut follower: Option<Follower> = None;
    loop {
        if !is_free(nodes, own).await {
            follower.get_or_insert_with(|| Follower::begin(opening(config), Arc::clone(nodes)));
        } else {
            if let Some(follower) = follower.take() {
                follower.end().await;
            }
            let listener = listener.try_clone();
            let listener = listener.map_err(|source| StartError::Listen {
                address: config.listen,
                source,
            })?;
            match serve(config.clone(), listener).await {
                Err(StartError::Store(StoreError::NotOurTurn)) => {}
                Err(StartError::Store(error)) => {
                    let error = store::with_causes(&error);
                    tracing::warn!(error, "the log could not be taken: it is tried again");
                }
                served => return served,
            }
        }
        sleep(LOOK).await;
    }
}

/// Keeps lists and statistics ready while another server writes.
struct Follower {
    stop: watch::Sender<bool>,
    following: JoinHandle<()>,
}

impl Follower {
    fn begin(config: store::Config, nodes: Arc<Nodes>) -> Follower {
        let (stop, said) = watch::channel(false);
        let following = tokio::spawn(follow(config, nodes, said));
        Follower { stop, following }
    }

    /// Stops following: the directory is free then.
    async fn end(self) {
        self.stop.send_replace(true);
        // If it panicked, the panic was told already.
        let _ = self.following.await;
    }
}

/// Follows the log until that is to stop. What fails is begun again after a while.
async fn follow(config: store::Config, nodes: Arc<Nodes>, stop: watch::Receiver<bool>) {
    // If nobody can say it any more, this server ends before its turn.
    let is_over = async || {
        let _ = stop.clone().wait_for(|stop| *stop).await;
    };
    loop {
        let (config, nodes) = (config.clone(), Arc::clone(&nodes));
        let opened = spawn_blocking(move || Standby::open(&config, &nodes)).await;
        match opened {
            Ok(Ok(standby)) => {
                tokio::select! {
                    () = is_over() => {}
                    () = standby.failed() => tracing::warn!("the log is followed anew"),
                }
                // If it panicked, the panic was told already.
                let _ = spawn_blocking(move || standby.close()).await;
            }
            Ok(Err(error)) => {
                let error = store::with_causes(&error);
                tracing::warn!(error, "the log cannot be followed now: it is tried again");
            }
            Err(_) => return,
        }
        if timeout(AGAIN, is_over()).await.is_ok() {
            return;
        }
    }
}

/// Whether nobody else has the log.
async fn is_free(nodes: &Nodes, own: &str) -> bool {
    match nodes.owners().await {
        Ok(owners) => owners.iter().flatten().all(|owner| owner == own),
        Err(error) => {
            tracing::debug!(%error, "it is not known whose turn it is");
            false
        }
    }
}

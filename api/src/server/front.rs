//! What listens: for clients, and for operators.

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
use tokio::task::JoinHandle;

use super::{
    StartError,
    routed::{self, Here},
    service,
};
use crate::{
    config::{AdminListen, Config},
    http::{
        access,
        app::{App, Common},
        conditional, connections, forwarder,
        limits::{self, Limits},
        metrics, middleware,
    },
    routes::{
        echo,
        pages::{earlier_builds::EarlierBuilds, troubles},
    },
};

/// Where operators look, unless told otherwise.
const OPERATORS: SocketAddr = SocketAddr::new(IpAddr::V4(Ipv4Addr::LOCALHOST), 9090);

/// What is served.
#[derive(Clone)]
pub(super) enum Serves {
    /// All of a store.
    Whole(web::Data<App>),
    /// Those shards of a store that the server has.
    Shards(web::Data<Here>),
}

/// What a server is built from.
pub(super) struct Front<'a> {
    pub(super) config: &'a Config,
    pub(super) common: &'a Common,
    pub(super) earlier: EarlierBuilds,
    pub(super) serves: Serves,
}

/// A server that answers.
#[derive(Debug)]
pub(super) struct Serving {
    handle: ServerHandle,
    serving: JoinHandle<io::Result<()>>,
    operators: Option<ServerHandle>,
    /// Where it serves operators, if it does.
    pub(super) admin: Option<SocketAddr>,
}

impl Front<'_> {
    /// Begins to answer.
    pub(super) fn serve(self, listener: TcpListener) -> Result<Serving, StartError> {
        let Front {
            config,
            common,
            earlier,
            serves,
        } = self;
        let address = listener.local_addr().unwrap_or(config.listen);
        let (admin, operators) = operators(&serves, common, config.admin_listen)?.unzip();
        let configure = service::configure(config.facts_licence.clone(), earlier);
        let (echo, access_log) = (config.echo, config.access_log);
        if let Some(sentence) = config.who_is_limited() {
            tracing::warn!("{sentence}");
        }
        let limits = config.requests_per_second();
        let limits = limits.map(|limit| web::Data::new(Limits::new(limit, config.client_address)));
        let connections = Arc::clone(&common.connections);
        let is_divided = matches!(serves, Serves::Shards(_));
        let serve = move || {
            Actix::new()
                .wrap(from_fn(limits::limited))
                .wrap(from_fn(middleware::guard))
                .wrap(from_fn(troubles::told))
                .wrap(from_fn(conditional::reading))
                .wrap(from_fn(metrics::counted))
                .wrap(Condition::new(access_log, from_fn(access::logged)))
                .wrap(Condition::new(is_divided, from_fn(routed::routed)))
                .configure(|routes| {
                    if echo {
                        echo::routes(routes);
                    }
                    if let Some(limits) = &limits {
                        routes.app_data(limits.clone());
                    }
                    serves.add(routes);
                })
                .configure(configure.clone())
        };
        let server = Server::build().disable_signals().shutdown_timeout(5);
        let server = connections::serve(server, listener, connections, serve);
        let server = server.map_err(|source| StartError::Listen { address, source })?;
        let server = server.run();
        Ok(Serving {
            handle: server.handle(),
            serving: tokio::spawn(server),
            operators,
            admin,
        })
    }
}

impl Serves {
    /// What handlers find.
    fn add(&self, routes: &mut web::ServiceConfig) {
        match self {
            Serves::Whole(app) => routes.app_data(app.clone()),
            Serves::Shards(here) => routes
                .app_data(here.clone())
                .app_data(here.forwarder.clone())
                .app_data(web::Data::new(forwarder::new_client())),
        };
    }
}

impl Serving {
    /// Stops: what has begun is finished.
    pub(super) async fn stop(self) {
        self.handle.stop(true).await;
        if let Some(operators) = self.operators {
            operators.stop(true).await;
        }
        if let Ok(Err(error)) = self.serving.await {
            tracing::error!(%error, "the server ended with an error");
        }
    }
}

/// Starts the listener for operators. Only one that was asked for must be there.
fn operators(
    serves: &Serves,
    common: &Common,
    wanted: Option<AdminListen>,
) -> Result<Option<(SocketAddr, ServerHandle)>, StartError> {
    let address = match wanted {
        Some(AdminListen::Off) => return Ok(None),
        Some(AdminListen::At(address)) => address,
        None => OPERATORS,
    };
    let (serves, common) = (serves.clone(), web::Data::new(common.clone()));
    let is_divided = matches!(serves, Serves::Shards(_));
    let server = HttpServer::new(move || {
        Actix::new()
            .wrap(DefaultHeaders::new().add(middleware::NO_SNIFF))
            .wrap(Condition::new(is_divided, from_fn(routed::of_all)))
            .app_data(common.clone())
            .configure(|routes| {
                if let Serves::Whole(app) = &serves {
                    routes.app_data(web::Data::new(vec![App::clone(app)]));
                }
                serves.add(routes);
            })
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

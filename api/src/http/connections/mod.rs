//! How many connections are open and whose they are. What HTTP itself refuses is told as a
//! problem, too.

mod connection;

use std::{io, net::SocketAddr, sync::Arc, time::Duration};

use actix_http::{Request, Response, body::MessageBody, error::DispatchError};
use actix_server::ServerBuilder;
use actix_service::{IntoServiceFactory, ServiceFactory, ServiceFactoryExt as _, fn_service};
use actix_web::{
    Error,
    body::BoxBody,
    dev::AppConfig,
    http::{StatusCode, header},
    rt::net::TcpStream,
};
use tokio::{
    io::{AsyncReadExt as _, AsyncWriteExt as _},
    sync::Semaphore,
    time::timeout,
};

use crate::{
    config::bounds::Bounds,
    http::{
        error::ApiError,
        limits::{self, shares::Shares},
        request_id,
    },
};
use connection::Connection;

/// How long a refused connection may take to say what it wants, and to hear why not.
const REFUSING: Duration = Duration::from_secs(1);
/// How long the head of a request may take to come.
pub(crate) const HEAD_TIME: Duration = Duration::from_secs(5);
/// The longest head of a request: what actix reads of one, which cannot be set.
pub(crate) const HEAD_BYTES: usize = 131_072;
/// How many refused connections get a reason; the others are just closed.
const TOLD: usize = 64;

/// The connections that are open, and who may open more.
#[derive(Debug)]
pub(crate) struct Connections {
    /// The open connections.
    pub(crate) places: Arc<Shares>,
    /// Whether one address has only a share of these: behind a proxy all clients have the same
    /// address.
    pub(crate) knows_addresses: bool,
    /// The refused connections that are being sent the reason.
    refusing: Semaphore,
}

impl Connections {
    pub(crate) fn new(bounds: &Bounds, knows_addresses: bool) -> Connections {
        Connections {
            places: Shares::new(bounds.connections(), bounds.connections_of_one),
            knows_addresses,
            refusing: Semaphore::new(TOLD),
        }
    }

    /// Lets a connection in, or tells the client why not.
    async fn admit(
        &self,
        io: TcpStream,
    ) -> Result<(Connection, Option<SocketAddr>), DispatchError> {
        let peer = io.peer_addr().ok();
        let address = peer.filter(|_| self.knows_addresses);
        let address = address.map(|peer| limits::network(peer.ip()));
        match self.places.take(address) {
            Ok(place) => Ok((Connection::new(io, place), peer)),
            Err(full) => {
                if let Ok(_permit) = self.refusing.try_acquire() {
                    // However it ends, it is over.
                    let _ = timeout(2 * REFUSING, refuse(io, &full.into())).await;
                }
                Err(io::Error::from(io::ErrorKind::QuotaExceeded).into())
            }
        }
    }
}

/// Hears what is wanted, says no, and waits until that was read: who closes at once takes
/// the answer back.
async fn refuse(mut io: TcpStream, error: &ApiError) -> io::Result<()> {
    let mut heard = [0; 4096];
    let _ = timeout(REFUSING, io.read(&mut heard)).await;
    io.write_all(&raw(error)).await?;
    io.shutdown().await?;
    while io.read(&mut heard).await? > 0 {}
    Ok(())
}

/// A problem as it is sent where no handler is involved. The connection ends with it.
fn raw(error: &ApiError) -> Vec<u8> {
    let (problem, id) = request_id::with_fresh_id(|| error.problem());
    let status = StatusCode::from_u16(problem.status).expect("the table holds real statuses");
    let body = serde_json::to_string(&problem).expect("a problem is plain JSON");
    let again = error
        .header()
        .map_or_else(String::new, |(name, value)| format!("{name}: {value}\r\n"));
    format!(
        "HTTP/1.1 {status}\r\n{}: application/problem+json\r\n{}: {}\r\nx-request-id: {id}\r\n\
         x-content-type-options: nosniff\r\n{again}connection: close\r\n\r\n{body}",
        header::CONTENT_TYPE,
        header::CONTENT_LENGTH,
        body.len(),
    )
    .into_bytes()
}

/// A server that counts its connections. It stops answering when nobody waits: a client that
/// closes its half of a connection has gone.
pub(crate) fn serve<F, I, S, B>(
    builder: ServerBuilder,
    listener: std::net::TcpListener,
    connections: Arc<Connections>,
    app: F,
) -> io::Result<ServerBuilder>
where
    F: Fn() -> I + Send + Clone + 'static,
    I: IntoServiceFactory<S, Request>,
    S: ServiceFactory<Request, Config = AppConfig> + 'static,
    S::Error: Into<Error> + 'static,
    S::InitError: std::fmt::Debug,
    S::Response: Into<Response<B>> + 'static,
    <S::Service as actix_service::Service<Request>>::Future: 'static,
    S::Service: 'static,
    B: MessageBody + 'static,
{
    let stopping = builder.graceful_shutdown_signal();
    builder.listen("api", listener, move || {
        let (connections, stopping) = (Arc::clone(&connections), stopping.clone());
        let app = app().into_factory().map_err(|error| refused(&error.into()));
        let app = actix_service::map_config(app, |()| AppConfig::default());
        let http = actix_http::HttpService::build()
            .client_request_timeout(HEAD_TIME)
            .client_disconnect_timeout(2 * REFUSING)
            .h1_allow_half_closed(false)
            .graceful_shutdown_signal(move || {
                let stopping = stopping.clone();
                async move { stopping.notified().await }
            })
            .h1(app);
        fn_service(move |io: TcpStream| {
            let connections = Arc::clone(&connections);
            async move { connections.admit(io).await }
        })
        .and_then(http)
    })
}

fn refused(error: &Error) -> Response<BoxBody> {
    error.error_response().into()
}

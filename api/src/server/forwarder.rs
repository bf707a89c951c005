//! A server whose turn it is not sends on whatever it is asked to the one that writes.

use std::{
    io,
    sync::Arc,
    time::{Duration, Instant},
};

use actix_web::{
    HttpRequest, HttpResponse, ResponseError as _,
    body::SizedStream,
    http::{Method, StatusCode, header},
    web,
};
use bytes::Bytes;
use futures_util::{StreamExt as _, stream};
use parking_lot::Mutex;
use reqwest::{Body, Client, redirect::Policy};
use store::Nodes;
use tokio::{
    sync::mpsc,
    time::{sleep, timeout},
};

use crate::{
    config::requests::ClientAddress,
    http::{codes::Code, error::ApiError, from_node, middleware, request_id},
};

/// Knows who writes.
#[derive(Clone)]
pub(super) struct Forwarder {
    pub(super) nodes: Arc<Nodes>,
    /// Where the others reach this server.
    pub(super) own: String,
    /// What all servers on the database know.
    pub(super) key: [u8; 32],
    pub(super) client: ClientAddress,
    /// Who wrote, and when that was known.
    pub(super) writer: Arc<Mutex<Option<(String, Instant)>>>,
}

/// For how long one who writes is not asked for again: a request costs no query of the database.
const FRESH: Duration = Duration::from_secs(1);

/// How long the database, and a connection to the one who writes, is waited for.
const PATIENCE: Duration = Duration::from_secs(3);

/// A connection that rested longer is not used again: the other server closes one that rests for
/// five seconds, as actix does unless told otherwise, and may be about to.
const RESTED: Duration = Duration::from_secs(3);

/// What is about one connection and not about the request.
const OF_CONNECTIONS: [&str; 10] = [
    "connection",
    "expect",
    "keep-alive",
    "proxy-authenticate",
    "proxy-authorization",
    "proxy-connection",
    "te",
    "trailer",
    "transfer-encoding",
    "upgrade",
];

const FORWARDED_FOR: &str = "x-forwarded-for";

/// Asks other servers. Each thread has its own, whose connections it drives.
pub(super) fn client() -> Client {
    let client = Client::builder()
        .redirect(Policy::none())
        .connect_timeout(PATIENCE)
        .pool_idle_timeout(RESTED)
        .tcp_keepalive(PATIENCE)
        .read_timeout(2 * middleware::TIME_LIMIT)
        .no_proxy()
        .no_gzip()
        .no_brotli()
        .no_deflate()
        .no_zstd();
    client.build().expect("it needs no keys and no names")
}

/// Every request.
pub(super) async fn forward(
    request: HttpRequest,
    payload: web::Payload,
    forwarder: web::Data<Forwarder>,
    client: web::Data<Client>,
) -> HttpResponse {
    match forwarder.send_on(&request, payload, &client).await {
        Ok(response) => response,
        Err(error) => request_id::with_fresh_id(|| error.error_response()).0,
    }
}

impl Forwarder {
    async fn send_on(
        &self,
        request: &HttpRequest,
        payload: web::Payload,
        client: &Client,
    ) -> Result<HttpResponse, ApiError> {
        if from_node::bears(request.headers(), &self.key) {
            return Err(unavailable(
                "the servers do not know yet which of them writes",
            ));
        }
        let writer = self.writer().await;
        let writer = writer.ok_or_else(|| unavailable("no server writes now"))?;
        let path = request.uri().path_and_query().map_or("/", |it| it.as_str());
        let method = request.method().as_str().as_bytes();
        let method = reqwest::Method::from_bytes(method).map_err(|_| Code::MalformedRequest)?;
        let mut sent = client.request(method, format!("{writer}{path}"));
        for (name, value) in request.headers() {
            if !is_replaced(name.as_str()) && !self.claims_address(name.as_str()) {
                sent = sent.header(name.as_str(), value.as_bytes());
            }
        }
        sent = sent.header(from_node::KEY.as_str(), hex::encode(self.key));
        if self.client == ClientAddress::Peer
            && let Some(peer) = request.peer_addr()
        {
            sent = sent.header(FORWARDED_FOR, peer.ip().to_string());
        }
        if has_body(request) {
            sent = sent.body(body(payload));
        }
        let answered = tokio::select! {
            answered = sent.send() => answered,
            () = self.replaced(&writer) => return Err(unavailable("another server writes now")),
        };
        let answered = answered.map_err(|error| {
            self.forget();
            tracing::debug!(%error, writer, "a request could not be sent on");
            unavailable("the server that writes does not answer")
        })?;
        if answered.status() == StatusCode::SERVICE_UNAVAILABLE.as_u16() {
            self.forget();
        }
        Ok(passed_back(request, answered))
    }

    /// Where the server is that writes, if it is another one.
    async fn writer(&self) -> Option<String> {
        let known = self.writer.lock().clone();
        if let Some((writer, at)) = known
            && at.elapsed() < FRESH
        {
            return Some(writer);
        }
        let asked = timeout(PATIENCE, self.nodes.owners()).await.ok()?;
        let writer = asked.ok()?.into_iter().next().flatten()?;
        let is_other = !writer.is_empty() && writer != self.own;
        is_other.then(|| {
            *self.writer.lock() = Some((writer.clone(), Instant::now()));
            writer
        })
    }

    /// Waits until this server does not write any more: one that was halted answers nobody.
    async fn replaced(&self, writer: &str) {
        while self.writer().await.as_deref() == Some(writer) {
            sleep(FRESH).await;
        }
    }

    fn forget(&self) {
        *self.writer.lock() = None;
    }

    /// Whether a header says whose the request is, although nobody says that here.
    fn claims_address(&self, name: &str) -> bool {
        self.client == ClientAddress::Peer && name == FORWARDED_FOR
    }
}

fn is_replaced(name: &str) -> bool {
    OF_CONNECTIONS.contains(&name) || name == from_node::KEY.as_str()
}

fn unavailable(why: &str) -> ApiError {
    Code::Unavailable.because(why)
}

fn has_body(request: &HttpRequest) -> bool {
    let has = |name| request.headers().contains_key(name);
    has(header::CONTENT_LENGTH) || has(header::TRANSFER_ENCODING)
}

/// The body of a request, read on the thread that it comes in on.
fn body(mut payload: web::Payload) -> Body {
    let (pass_on, passed) = mpsc::channel(4);
    actix_web::rt::spawn(async move {
        while let Some(piece) = payload.next().await {
            let piece = piece.map_err(|error| io::Error::other(error.to_string()));
            if pass_on.send(piece).await.is_err() {
                return;
            }
        }
    });
    let pieces = stream::unfold(
        passed,
        |mut passed: mpsc::Receiver<io::Result<Bytes>>| async move {
            passed.recv().await.map(|piece| (piece, passed))
        },
    );
    Body::wrap_stream(pieces)
}

/// An answer as the other server gave it.
fn passed_back(request: &HttpRequest, answered: reqwest::Response) -> HttpResponse {
    let status = StatusCode::from_u16(answered.status().as_u16());
    let status = status.unwrap_or(StatusCode::BAD_GATEWAY);
    let mut response = HttpResponse::build(status);
    for (name, value) in answered.headers() {
        let name = name.as_str();
        if !OF_CONNECTIONS.contains(&name) && name != header::CONTENT_LENGTH.as_str() {
            response.append_header((name, value.as_bytes()));
        }
    }
    let length = answered.headers().get(header::CONTENT_LENGTH.as_str());
    let length = length.and_then(|length| length.to_str().ok()?.parse().ok());
    let has_none = [StatusCode::NO_CONTENT, StatusCode::NOT_MODIFIED].contains(&status);
    if has_none && request.method() != Method::HEAD {
        return response.finish();
    }
    let pieces = answered.bytes_stream();
    match length {
        Some(length) => response.body(SizedStream::new(length, pieces)),
        None => response.streaming(pieces),
    }
}

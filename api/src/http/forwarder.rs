//! What belongs to a shard that another server has is sent on to it.

use std::{
    io,
    sync::Arc,
    time::{Duration, Instant},
};

use actix_web::{
    HttpRequest, HttpResponse, ResponseError as _,
    body::SizedStream,
    dev::Payload,
    http::{Method, StatusCode, header},
    web,
};
use bytes::Bytes;
use futures_util::{StreamExt as _, stream};
use parking_lot::Mutex;
use reqwest::{Body, Client, RequestBuilder, redirect::Policy};
use store::{MatchId, Nodes, Shard};
use tokio::{
    sync::mpsc,
    time::{sleep, timeout},
};

use crate::{
    config::requests::ClientAddress,
    http::{codes::Code, error::ApiError, from_node, middleware, request_id},
};

/// Knows who has which shard.
pub(crate) struct Forwarder {
    pub(crate) nodes: Arc<Nodes>,
    /// Where the others reach this server.
    pub(crate) own: String,
    /// What all servers on the database know.
    pub(crate) key: [u8; 32],
    pub(crate) client: ClientAddress,
    /// Asks what nobody has asked this server for.
    pub(crate) asking: Client,
    /// Who had the shards, and when that was known.
    pub(crate) owners: Mutex<Option<(Owners, Instant)>>,
}

/// Of the shards in their order, where the server is reached that has it, if one has.
type Owners = Arc<[Option<String>]>;

/// For how long nobody asks again who has the shards: a request costs no query of the database.
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

/// Where a server is asked to give up a shard, whose number follows.
pub(crate) const GIVEN: &str = "/given-shards/";

const FORWARDED_FOR: &str = "x-forwarded-for";

/// Asks other servers. Each thread that answers has its own, whose connections it drives.
pub(crate) fn new_client() -> Client {
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

impl Forwarder {
    /// What sends on the requests of a server, if it shares a database.
    pub(crate) fn of(request: &HttpRequest) -> Option<&web::Data<Forwarder>> {
        request.app_data()
    }

    /// The shard that a match is in.
    pub(crate) fn shard_of(&self, id: MatchId) -> Shard {
        self.nodes.shards().of(id.into())
    }

    /// Sends a request on to the server that has a shard, and its answer back.
    pub(crate) async fn forward(
        &self,
        request: &HttpRequest,
        body: Option<Body>,
        shard: Shard,
    ) -> HttpResponse {
        match self.send_on(request, body, shard).await {
            Ok(response) => response,
            Err(error) => refusal(&error),
        }
    }

    async fn send_on(
        &self,
        request: &HttpRequest,
        body: Option<Body>,
        shard: Shard,
    ) -> Result<HttpResponse, ApiError> {
        // The first server that was asked has said whose it is.
        let is_told = from_node::bears(request.headers(), &self.key);
        let path = request.uri().path_and_query().map_or("/", |it| it.as_str());
        let method = request.method().as_str().as_bytes();
        let method = reqwest::Method::from_bytes(method).map_err(|_| Code::MalformedRequest)?;
        let owner = self.owner(shard).await?;
        let mut sent = client(request).request(method, format!("{owner}{path}"));
        for (name, value) in request.headers() {
            if !is_replaced(name.as_str()) && (is_told || !self.claims_address(name.as_str())) {
                sent = sent.header(name.as_str(), value.as_bytes());
            }
        }
        if !is_told
            && self.client == ClientAddress::Peer
            && let Some(peer) = request.peer_addr()
        {
            sent = sent.header(FORWARDED_FOR, peer.ip().to_string());
        }
        if let Some(body) = body {
            sent = sent.body(body);
        }
        let answered = self.answered(sent, (shard, &owner)).await?;
        Ok(passed_back(request, answered))
    }

    /// Asks the server that plays a match, on a player's behalf.
    pub(crate) async fn ask(
        &self,
        (method, path): (reqwest::Method, &str),
        token: String,
        body: &[u8],
        id: MatchId,
    ) -> Result<reqwest::Response, ApiError> {
        let shard = self.shard_of(id);
        let owner = self.owner(shard).await?;
        let asked = self.asking.request(method, format!("{owner}{path}"));
        let asked = asked
            .bearer_auth(token)
            .header(header::CONTENT_TYPE.as_str(), "application/json")
            .body(body.to_vec());
        self.answered(asked, (shard, &owner)).await
    }

    /// The answer of a server, unless it loses the shard before.
    async fn answered(
        &self,
        asked: RequestBuilder,
        (shard, owner): (Shard, &str),
    ) -> Result<reqwest::Response, ApiError> {
        let asked = asked.header(from_node::KEY.as_str(), hex::encode(self.key));
        let asked = asked.header(from_node::SHARD.as_str(), shard.to_string());
        let answered = tokio::select! {
            answered = asked.send() => answered,
            () = self.replaced(shard, owner) => return Err(unavailable("another server writes this now")),
        };
        let answered = answered.map_err(|error| {
            self.forget();
            tracing::debug!(%error, owner, "a request could not be sent on");
            unavailable("the server that writes this does not answer")
        })?;
        if answered.status() == StatusCode::SERVICE_UNAVAILABLE.as_u16() {
            self.forget();
        }
        Ok(answered)
    }

    /// Asks a server to give up a shard, of which it has more than this one.
    pub(crate) async fn ask_for(&self, owner: &str, shard: Shard) {
        let asked = self.asking.delete(format!("{owner}{GIVEN}{shard}"));
        let asked = asked.header(from_node::KEY.as_str(), hex::encode(self.key));
        if let Err(error) = asked.send().await {
            tracing::debug!(%error, owner, "a shard could not be asked for");
        }
    }

    /// Who has the shards, as far as that is known, now or a moment ago.
    pub(crate) async fn owners(&self) -> Option<Owners> {
        let known = self.owners.lock().clone();
        if let Some((owners, at)) = known
            && at.elapsed() < FRESH
        {
            return Some(owners);
        }
        let asked = timeout(PATIENCE, self.nodes.owners()).await.ok()?;
        let owners: Owners = asked.ok()?.into();
        *self.owners.lock() = Some((Arc::clone(&owners), Instant::now()));
        Some(owners)
    }

    /// Where the server is that has a shard: this one has one beside that of whoever asks.
    async fn owner(&self, shard: Shard) -> Result<String, ApiError> {
        let owner = self.known_owner(shard).await;
        owner.filter(|owner| !owner.is_empty()).ok_or_else(|| {
            self.forget();
            unavailable("no server writes this now")
        })
    }

    async fn known_owner(&self, shard: Shard) -> Option<String> {
        let owners = self.owners().await?;
        owners.get(usize::from(shard.number()))?.clone()
    }

    /// Waits until a server does not have a shard any more: one that was halted answers nobody.
    async fn replaced(&self, shard: Shard, owner: &str) {
        while self.known_owner(shard).await.as_deref() == Some(owner) {
            sleep(FRESH).await;
        }
    }

    pub(crate) fn forget(&self) {
        *self.owners.lock() = None;
    }

    /// Whether a header says whose the request is, although nobody says that here.
    fn claims_address(&self, name: &str) -> bool {
        self.client == ClientAddress::Peer && name == FORWARDED_FOR
    }
}

/// What asks other servers on this thread.
fn client(request: &HttpRequest) -> &Client {
    let client = request.app_data::<web::Data<Client>>();
    client.expect("a server that shares a database has one")
}

fn is_replaced(name: &str) -> bool {
    OF_CONNECTIONS.contains(&name)
        || [from_node::KEY, from_node::SHARD]
            .iter()
            .any(|it| it == name)
}

/// What a request is answered that no handler has seen.
pub(crate) fn refusal(error: &ApiError) -> HttpResponse {
    request_id::with_fresh_id(|| error.error_response()).0
}

pub(crate) fn unavailable(why: &str) -> ApiError {
    Code::Unavailable.because(why)
}

pub(crate) fn has_body(request: &HttpRequest) -> bool {
    let has = |name| request.headers().contains_key(name);
    has(header::CONTENT_LENGTH) || has(header::TRANSFER_ENCODING)
}

/// The body of a request, read on the thread that it comes in on.
pub(crate) fn body(mut payload: Payload) -> Body {
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

//! A typed client: one method per endpoint that the load test uses.
//!
//! Asking again is always safe: decisions are put by number, and what creates
//! carries a key. So an answer that got lost is simply asked for again.

use std::{
    sync::Arc,
    time::{Duration, Instant},
};

use bytes::Bytes;
use domain::{Command, GameId, Seat, Seed};
use reqwest::{Method, RequestBuilder, StatusCode, header::ACCEPT};
use serde::{Deserialize, Serialize, de::DeserializeOwned};
use serde_json::Value;

use crate::{
    followed::{Followed, OutOfOrder},
    report::Report,
};

/// How often a call is made before it is given up.
// With the waits that a full server asks for, they outlast its restart.
const ATTEMPTS: u32 = 20;

/// How long a full server is left alone: what its `Retry-After` says.
const BUSY_PAUSE: Duration = Duration::from_secs(1);

/// How long a long poll waits for its decision.
// Under the minute after which the server answers by itself.
const WAIT_S: u32 = 20;

/// The server, as one player sees it.
#[derive(Clone, Debug)]
pub struct Client {
    http: reqwest::Client,
    base: String,
    token: Option<String>,
    /// How many legal commands it asks for with each decision.
    sample: u32,
    /// How long it waits for an answer beyond what it asked the server to wait. None: for ever.
    time_out: Option<Duration>,
    /// How long a long poll waits for its decision.
    wait_s: u32,
    report: Arc<Report>,
}

/// Why a call failed for good.
#[derive(Debug, thiserror::Error)]
pub enum CallError {
    /// The server said no.
    #[error("{endpoint}: {status} {}: {}", problem.code, problem.detail)]
    Refused {
        /// What was asked.
        endpoint: &'static str,
        /// The answer's status.
        status: StatusCode,
        /// The answer's body.
        problem: Problem,
    },
    /// No answer, however often it was asked for.
    #[error("{endpoint}: no answer: {source}")]
    Lost {
        /// What was asked.
        endpoint: &'static str,
        /// What went wrong the last time.
        source: reqwest::Error,
    },
    /// An answer that is not what the contract says.
    #[error("{endpoint}: the answer cannot be read: {source}")]
    Unreadable {
        /// What was asked.
        endpoint: &'static str,
        /// What is wrong with the answer.
        source: serde_json::Error,
    },
    /// A stream of events in which one is missing, or comes twice.
    #[error(transparent)]
    OutOfOrder(#[from] OutOfOrder),
}

/// What every refusal says.
#[derive(Debug, Default, Deserialize)]
pub struct Problem {
    /// Stable.
    pub code: String,
    /// For people.
    #[serde(default)]
    pub detail: String,
}

/// A new player.
#[derive(Debug, Deserialize)]
pub struct Registered {
    /// Who.
    pub id: String,
    /// Told once.
    pub token: String,
}

/// A match to open. Its host sits on the first seat; the others are free.
#[derive(Debug, Serialize)]
pub struct Opening {
    /// Which game.
    pub game: GameId,
    /// Who sits where.
    pub seats: Vec<SeatWanted>,
    /// What else the host settles.
    #[serde(flatten)]
    pub settings: Value,
    /// What chance is derived from, if the host wants to know.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seed: Option<Seed>,
}

/// Whom a host wants on a seat.
#[derive(Clone, Copy, Debug, Serialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum SeatWanted {
    /// The host.
    Me,
    /// Anyone who joins.
    Open,
}

/// A match just opened.
#[derive(Debug, Deserialize)]
pub struct Opened {
    /// The match.
    #[serde(rename = "match")]
    pub opened: MatchInfo,
}

/// A match as it stands, as far as the load test needs to know.
#[derive(Debug, Deserialize)]
pub struct MatchInfo {
    /// Its id.
    pub id: String,
}

/// A decision that a seat owes.
#[derive(Debug, Deserialize)]
pub struct Due {
    /// Which.
    pub decision: u32,
    /// Legal commands, drawn at random.
    pub legal: Vec<Legal>,
}

/// A command that the seat may play.
#[derive(Clone, Debug, Deserialize)]
pub struct Legal {
    /// To put as it stands.
    pub command: Command,
}

/// What a decision came to.
#[derive(Debug, Deserialize)]
pub struct Made {
    /// What the seat owes next, if anything now.
    pub next: Option<Due>,
    /// Whether the match is over.
    pub over: bool,
}

/// What checking a match found.
#[derive(Debug, Deserialize)]
pub struct Verified {
    /// Nothing was found wrong.
    pub valid: bool,
    /// The first thing that was.
    pub divergence: Option<Value>,
}

impl CallError {
    /// The problem's stable code, or what takes its place.
    pub fn code(&self) -> &str {
        match self {
            CallError::Refused { problem, .. } => &problem.code,
            CallError::Lost { .. } => "lost",
            CallError::Unreadable { .. } => "unreadable",
            CallError::OutOfOrder(_) => "out_of_order",
        }
    }

    /// Whether what another seat did closed the decision: asking again tells what is owed
    /// now.
    pub fn is_overtaken(&self) -> bool {
        self.code() == "overtaken"
    }
}

impl Client {
    /// A client of the server at `base`, a URL without a path, that counts into `report`.
    pub fn new(base: &str, report: Arc<Report>) -> Client {
        Client {
            http: reqwest::Client::new(),
            base: base.trim_end_matches('/').to_owned(),
            token: None,
            sample: 1,
            time_out: None,
            wait_s: WAIT_S,
            report,
        }
    }

    /// The same with little patience: for long polls it asks to wait a second, and what has no
    /// answer in time is asked for again.
    #[must_use]
    pub fn with_time_out(&self, time_out: Duration) -> Client {
        Client {
            time_out: Some(time_out),
            wait_s: 1,
            ..self.clone()
        }
    }

    /// The same, asking for so many legal commands with each decision.
    #[must_use]
    pub fn with_sample(&self, sample: u32) -> Client {
        Client {
            sample,
            ..self.clone()
        }
    }

    /// The same server, as the player with this token sees it.
    #[must_use]
    pub fn with_token(&self, token: &str) -> Client {
        Client {
            token: Some(token.to_owned()),
            ..self.clone()
        }
    }

    /// `POST /v1/players`.
    ///
    /// # Errors
    ///
    /// See [`CallError`].
    pub async fn register(&self, name: &str) -> Result<Registered, CallError> {
        #[derive(Serialize)]
        struct Newcomer<'a> {
            name: &'a str,
            kind: &'static str,
            version: &'static str,
        }
        let newcomer = Newcomer {
            name,
            kind: "bot",
            version: concat!("loadtest ", env!("CARGO_PKG_VERSION")),
        };
        let request = self.create("/v1/players").json(&newcomer);
        self.call("register", request).await
    }

    /// `POST /v1/matches`.
    ///
    /// # Errors
    ///
    /// See [`CallError`].
    pub async fn open(&self, opening: &Opening) -> Result<MatchInfo, CallError> {
        let request = self.create("/v1/matches").json(opening);
        let opened: Opened = self.call("open", request).await?;
        Ok(opened.opened)
    }

    /// `POST /v1/matches/{id}/seats`.
    ///
    /// # Errors
    ///
    /// See [`CallError`].
    pub async fn join(&self, id: &str, seat: Seat) -> Result<(), CallError> {
        let request = self.create(&format!("/v1/matches/{id}/seats"));
        let request = request.json(&serde_json::json!({ "seat": seat }));
        self.ask("join", &request).await.map(|_| ())
    }

    /// `GET /v1/matches/{id}/seats/{seat}/decision`, asked again until the seat
    /// owes one. None: the match is over.
    ///
    /// # Errors
    ///
    /// See [`CallError`].
    pub async fn due(&self, id: &str, seat: Seat) -> Result<Option<Due>, CallError> {
        let path = format!("/v1/matches/{id}/seats/{}/decision", seat.0);
        let path = format!("{path}?wait={}&sample={}", self.wait_s, self.sample);
        loop {
            match self.call("due", self.polled(&path)).await {
                Ok(None) => {}
                Err(CallError::Refused { problem, .. }) if problem.code == "over" => {
                    return Ok(None);
                }
                due => return due,
            }
        }
    }

    /// `PUT /v1/matches/{id}/seats/{seat}/decisions/{decision}`, and what is owed next.
    ///
    /// # Errors
    ///
    /// See [`CallError`].
    pub async fn decide(
        &self,
        id: &str,
        seat: Seat,
        decision: u32,
        command: &Command,
    ) -> Result<Made, CallError> {
        let path = format!(
            "/v1/matches/{id}/seats/{}/decisions/{decision}?sample={}",
            seat.0, self.sample
        );
        let request = self.request(Method::PUT, &path).json(command);
        let made = self.call("decide", request).await?;
        self.report.decided();
        Ok(made)
    }

    /// `GET /v1/matches/{id}/verify`.
    ///
    /// # Errors
    ///
    /// See [`CallError`].
    pub async fn verify(&self, id: &str) -> Result<Verified, CallError> {
        let request = self.request(Method::GET, &format!("/v1/matches/{id}/verify"));
        self.call("verify", request).await
    }

    /// `GET /v1/matches/{id}/events` as a stream, from the first event to the last, however often
    /// the connection breaks: how many events came.
    ///
    /// # Errors
    ///
    /// If the server refuses, an event is missing, or one came twice.
    pub async fn follow(&self, id: &str) -> Result<u32, CallError> {
        let url = format!("{}/v1/matches/{id}/events", self.base);
        let mut followed = Followed::default();
        while !followed.ended {
            let request = self.http.get(&url).header(ACCEPT, "text/event-stream");
            let request = request.header("Last-Event-ID", followed.last);
            match request.send().await {
                Ok(answer) if answer.status() == StatusCode::NO_CONTENT => break,
                Ok(answer) => followed.read(answer).await?,
                Err(_lost) => {}
            }
            self.report.followed();
        }
        Ok(followed.last)
    }

    /// `GET /v1/matches/{id}/record`, a commit a line.
    ///
    /// # Errors
    ///
    /// See [`CallError`].
    pub async fn record(&self, id: &str) -> Result<String, CallError> {
        let request = self.request(Method::GET, &format!("/v1/matches/{id}/record"));
        let body = self.ask("record", &request).await?;
        Ok(String::from_utf8_lossy(&body).into_owned())
    }

    /// A post to `/echo` or `/append`: what a server does at the least. Only there if it was asked
    /// for.
    ///
    /// # Errors
    ///
    /// See [`CallError`].
    pub async fn post(&self, path: &'static str, command: &Command) -> Result<(), CallError> {
        let request = self.request(Method::POST, path).json(command);
        self.ask(path, &request).await.map(|_| ())
    }

    fn request(&self, method: Method, path: &str) -> RequestBuilder {
        let mut request = self.http.request(method, format!("{}{path}", self.base));
        if let Some(time_out) = self.time_out {
            request = request.timeout(time_out);
        }
        match &self.token {
            Some(token) => request.bearer_auth(token),
            None => request,
        }
    }

    /// A request that the server answers once there is news.
    fn polled(&self, path: &str) -> RequestBuilder {
        let request = self.request(Method::GET, path);
        let wait = Duration::from_secs(self.wait_s.into());
        match self.time_out {
            Some(time_out) => request.timeout(wait + time_out),
            None => request,
        }
    }

    /// A request to create something, under a key of its own.
    fn create(&self, path: &str) -> RequestBuilder {
        let mut key = [0; 16];
        getrandom::fill(&mut key).expect("the system has entropy");
        self.request(Method::POST, path)
            .header("Idempotency-Key", hex::encode(key))
    }

    /// Asks, and reads the answer. An empty one reads as `null`.
    async fn call<T: DeserializeOwned>(
        &self,
        endpoint: &'static str,
        request: RequestBuilder,
    ) -> Result<T, CallError> {
        let body = self.ask(endpoint, &request).await?;
        let body = if body.is_empty() { b"null" } else { &body[..] };
        serde_json::from_slice(body).map_err(|source| CallError::Unreadable { endpoint, source })
    }

    /// Asks until there is an answer that is more than a wish to be asked later: its body.
    async fn ask(
        &self,
        endpoint: &'static str,
        request: &RequestBuilder,
    ) -> Result<Bytes, CallError> {
        loop {
            match self.ask_whole(endpoint, request).await {
                Err(CallError::Refused { problem, .. }) if problem.code == "busy" => {
                    self.report.put_off();
                    tokio::time::sleep(BUSY_PAUSE).await;
                }
                answer => return answer,
            }
        }
    }

    /// Asks until there is a whole answer: its body.
    async fn ask_whole(
        &self,
        endpoint: &'static str,
        request: &RequestBuilder,
    ) -> Result<Bytes, CallError> {
        for _ in 1..ATTEMPTS {
            match self.ask_once(endpoint, request).await {
                Err(CallError::Lost { .. }) => self.report.retried(),
                answer => return answer,
            }
        }
        self.ask_once(endpoint, request).await
    }

    async fn ask_once(
        &self,
        endpoint: &'static str,
        request: &RequestBuilder,
    ) -> Result<Bytes, CallError> {
        let request = request.try_clone().expect("bodies are kept in memory");
        let lost = |source| CallError::Lost { endpoint, source };
        let asked = Instant::now();
        let answer = request.send().await.map_err(lost)?;
        let status = answer.status();
        let body = answer.bytes().await.map_err(lost)?;
        self.report.answered(endpoint, asked.elapsed());
        if status.is_success() {
            return Ok(body);
        }
        let problem = serde_json::from_slice(&body).unwrap_or_default();
        Err(CallError::Refused {
            endpoint,
            status,
            problem,
        })
    }
}

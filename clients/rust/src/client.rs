//! The client: one method for each endpoint that a bot needs.
//!
//! Asking again is always safe: decisions are put by number, and what creates
//! carries a key. So an answer that got lost is simply asked for again.

use std::{
    sync::Arc,
    time::{Duration, Instant},
};

use bytes::Bytes;
use reqwest::{Method, RequestBuilder, header};
use serde::{Serialize, de::DeserializeOwned};
use serde_json::json;

use crate::{
    error::{CallError, Problem},
    watch::Watch,
    wire::{Due, Made, MatchInfo, Opened, Opening, Registered, Results, Standing, Verified},
};

/// How often a call is made before it is given up.
// With their pauses they outlast the restart of a server.
const ATTEMPTS: u32 = 20;

/// The longest pause between two attempts, and the longest that a server may ask for.
const LONGEST_PAUSE: Duration = Duration::from_secs(2);
const PATIENCE: Duration = Duration::from_secs(60);

/// How long a long poll waits for its decision.
// Under the minute after which the server answers by itself.
const WAIT_S: u32 = 20;

/// The server, as one player sees it.
#[derive(Clone, Debug)]
pub struct Client {
    http: reqwest::Client,
    base: String,
    token: Option<String>,
    /// What it asks for with each decision.
    ask: String,
    watch: Arc<dyn Watch>,
}

impl Client {
    /// A client of the server at `base`, a URL without a path.
    pub fn new(base: &str) -> Client {
        Client {
            http: reqwest::Client::new(),
            base: base.trim_end_matches('/').to_owned(),
            token: None,
            ask: String::new(),
            watch: Arc::new(()),
        }
    }

    /// The same, told of every call.
    #[must_use]
    pub fn with_watch(self, watch: Arc<dyn Watch>) -> Client {
        Client { watch, ..self }
    }

    /// The same, asking for this with each decision: a query such as `sample=1&with=gain`.
    #[must_use]
    pub fn with_ask(&self, ask: &str) -> Client {
        Client {
            ask: ask.to_owned(),
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

    /// `POST /v1/players`: a bot of this name and version.
    ///
    /// # Errors
    ///
    /// See [`CallError`].
    pub async fn register(&self, name: &str, version: &str) -> Result<Registered, CallError> {
        let newcomer = json!({ "name": name, "kind": "bot", "version": version });
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
    pub async fn join(&self, id: &str, seat: u8) -> Result<(), CallError> {
        let request = self.create(&format!("/v1/matches/{id}/seats"));
        let request = request.json(&json!({ "seat": seat }));
        self.ask("join", &request).await.map(|_| ())
    }

    /// `GET /v1/matches/{id}/seats/{seat}/decision`, asked again until the seat
    /// owes one. None: the match is over.
    ///
    /// # Errors
    ///
    /// See [`CallError`].
    pub async fn due(&self, id: &str, seat: u8) -> Result<Option<Due>, CallError> {
        let path = format!("/v1/matches/{id}/seats/{seat}/decision?wait={WAIT_S}");
        let path = format!("{path}&{}", self.ask);
        loop {
            let request = self.request(Method::GET, path.trim_end_matches('&'));
            match self.call("due", request).await {
                Ok(None) => {}
                Err(error) if error.is_over() => return Ok(None),
                due => return due,
            }
        }
    }

    /// `PUT /v1/matches/{id}/seats/{seat}/decisions/{decision}`, and what is owed next. `play` is a
    /// command, `{"number":…}` or `{"action":…}`.
    ///
    /// # Errors
    ///
    /// See [`CallError`]; among them one that [is closed](CallError::is_closed).
    pub async fn decide(
        &self,
        id: &str,
        seat: u8,
        decision: u32,
        play: &(impl Serialize + ?Sized),
    ) -> Result<Made, CallError> {
        let path = format!("/v1/matches/{id}/seats/{seat}/decisions/{decision}");
        let path = format!("{path}?{}", self.ask);
        let request = self.request(Method::PUT, path.trim_end_matches('?'));
        self.call("decide", request.json(play)).await
    }

    /// `GET /v1/matches/{id}/results`: the standings by seat, once the match is over.
    ///
    /// # Errors
    ///
    /// See [`CallError`].
    pub async fn standings(&self, id: &str) -> Result<Vec<Standing>, CallError> {
        let request = self.request(Method::GET, &format!("/v1/matches/{id}/results"));
        let results: Results = self.call("results", request).await?;
        Ok(results.standings)
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

    /// Any other request that is safe to repeat, and the body of its answer. `endpoint` is what
    /// errors call it.
    ///
    /// # Errors
    ///
    /// See [`CallError`].
    pub async fn send(
        &self,
        endpoint: &'static str,
        method: Method,
        path: &str,
        body: Option<&(impl Serialize + ?Sized)>,
    ) -> Result<Bytes, CallError> {
        let request = self.request(method, path);
        let request = match body {
            Some(body) => request.json(body),
            None => request,
        };
        self.ask(endpoint, &request).await
    }

    fn request(&self, method: Method, path: &str) -> RequestBuilder {
        let request = self.http.request(method, format!("{}{path}", self.base));
        match &self.token {
            Some(token) => request.bearer_auth(token),
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

    /// Asks until there is a whole answer: its body.
    async fn ask(
        &self,
        endpoint: &'static str,
        request: &RequestBuilder,
    ) -> Result<Bytes, CallError> {
        for attempt in 1..ATTEMPTS {
            let error = match self.ask_once(endpoint, request).await {
                Ok(body) => return Ok(body),
                Err(error) => error,
            };
            match error.passes_after() {
                Some(asked) if asked <= PATIENCE => {
                    self.watch.retried();
                    tokio::time::sleep(asked.max(pause(attempt))).await;
                }
                _ => return Err(error),
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
        let retry_after = answer.headers().get(header::RETRY_AFTER);
        let retry_after = retry_after.and_then(|it| it.to_str().ok()?.parse().ok());
        let body = answer.bytes().await.map_err(lost)?;
        self.watch.answered(endpoint, asked.elapsed());
        if status.is_success() {
            return Ok(body);
        }
        let problem: Problem = serde_json::from_slice(&body).unwrap_or_default();
        Err(CallError::Refused {
            endpoint,
            status,
            retry_after: retry_after.map(Duration::from_secs),
            problem,
        })
    }
}

/// None before the second attempt, since one answer is easily lost; then longer each time, and
/// never the same.
fn pause(attempt: u32) -> Duration {
    if attempt == 1 {
        return Duration::ZERO;
    }
    let longest = LONGEST_PAUSE.min(Duration::from_millis(25) * 2_u32.pow(attempt.min(10)));
    let random = getrandom::u32().expect("the system has entropy") >> 16;
    longest / 2 + longest / 2 / u32::from(u16::MAX) * random
}

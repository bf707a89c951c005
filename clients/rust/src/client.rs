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
    answer::accepted,
    error::CallError,
    follow::Follow,
    retry::Attempts,
    watch::Watch,
    wire::{Due, Made, MatchInfo, Opened, Opening, Registered, Results, Standing, Verified},
};

/// How long a call waits for its answer, where nothing else is said.
const TIME_OUT: Duration = Duration::from_secs(60);

/// How long a long poll waits for its decision at most.
// Under the minute after which the server answers by itself.
const WAIT_S: u64 = 20;

/// For how long a stream may be silent before its connection is taken for dead.
// Three heartbeats of the server.
const SILENCE: Duration = Duration::from_secs(21);

/// The server, as one player sees it.
#[derive(Clone, Debug)]
pub struct Client {
    http: reqwest::Client,
    /// For streams, which last, but are never silent for long.
    streams: reqwest::Client,
    base: String,
    time_out: Duration,
    token: Option<String>,
    /// What it asks for with each decision.
    ask: String,
    watch: Arc<dyn Watch>,
}

impl Client {
    /// A client of the server at `base`, a URL without a path.
    ///
    /// # Panics
    ///
    /// If the system has no sockets to give, like [`reqwest::Client::new`].
    pub fn new(base: &str) -> Client {
        let streams = reqwest::Client::builder().read_timeout(SILENCE).build();
        Client {
            http: reqwest::Client::new(),
            streams: streams.expect("there is nothing to set up but this"),
            base: base.trim_end_matches('/').to_owned(),
            time_out: TIME_OUT,
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

    /// The same, waiting so long for each answer, and not a minute: what has not come by then is
    /// lost, and asked for again. Questions that wait for a decision wait as long at the server, but
    /// from 1 to 20 seconds, and are given the time-out on top of that.
    #[must_use]
    pub fn with_time_out(&self, time_out: Duration) -> Client {
        Client {
            time_out,
            ..self.clone()
        }
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
        let wait_s = self.time_out.as_secs().clamp(1, WAIT_S);
        let path = format!("/v1/matches/{id}/seats/{seat}/decision?wait={wait_s}");
        let path = format!("{path}&{}", self.ask);
        loop {
            let request = self.request(Method::GET, path.trim_end_matches('&'));
            let request = request.timeout(Duration::from_secs(wait_s) + self.time_out);
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

    /// `GET /v1/matches/{id}/events` as a stream: every event after step `after` (0: from the
    /// beginning), until the match is over. As a seat of yours sees it, or as everybody does.
    ///
    /// ```no_run
    /// # async fn example(me: cartulary_client::Client) -> Result<(), cartulary_client::CallError> {
    /// let mut events = me.follow("m_00000000000000000000000000", Some(0), 0);
    /// while let Some(event) = events.next().await? {
    ///     println!("{} {}", event.step, event.data);
    /// }
    /// # Ok(())
    /// # }
    /// ```
    pub fn follow(&self, id: &str, seat: Option<u8>, after: u32) -> Follow {
        let seat = seat.map(|seat| format!("?seat={seat}")).unwrap_or_default();
        let url = format!("{}/v1/matches/{id}/events{seat}", self.base);
        let request = self.streams.get(url);
        let request = request.header(header::ACCEPT, "text/event-stream");
        Follow::new(self.authorized(request), Arc::clone(&self.watch), after)
    }

    /// Any other `POST` that creates something, under a key of its own: repeated, it does nothing
    /// twice. The body of its answer; `endpoint` is what errors call it.
    ///
    /// # Errors
    ///
    /// See [`CallError`].
    pub async fn post(
        &self,
        endpoint: &'static str,
        path: &str,
        body: &(impl Serialize + ?Sized),
    ) -> Result<Bytes, CallError> {
        self.ask(endpoint, &self.create(path).json(body)).await
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
        self.authorized(request.timeout(self.time_out))
    }

    fn authorized(&self, request: RequestBuilder) -> RequestBuilder {
        match &self.token {
            Some(token) => request.bearer_auth(token),
            None => request,
        }
    }

    fn watch(&self) -> &dyn Watch {
        &*self.watch
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
        let mut attempts = Attempts::default();
        loop {
            match self.ask_once(endpoint, request).await {
                Ok(body) => return Ok(body),
                Err(error) => {
                    let pause = attempts.after(error, self.watch())?;
                    tokio::time::sleep(pause).await;
                }
            }
        }
    }

    async fn ask_once(
        &self,
        endpoint: &'static str,
        request: &RequestBuilder,
    ) -> Result<Bytes, CallError> {
        let request = request.try_clone().expect("bodies are kept in memory");
        let asked = Instant::now();
        let body = match accepted(endpoint, request).await {
            Ok(answer) => answer
                .bytes()
                .await
                .map_err(|source| CallError::Lost { endpoint, source }),
            Err(error) => Err(error),
        };
        if !matches!(body, Err(CallError::Lost { .. })) {
            self.watch.answered(endpoint, asked.elapsed());
        }
        body
    }
}

//! A receiver of pushes, which answers as a test says, or does not.

#![allow(clippy::unwrap_used, reason = "a test says what it needs by panicking")]

use std::collections::HashMap;

use base64::{Engine as _, engine::general_purpose::STANDARD};
use futures_util::FutureExt as _;
use hmac::{Hmac, KeyInit as _, Mac as _};
use serde_json::Value;
use sha2::Sha256;
use tokio::{
    io::{AsyncReadExt as _, AsyncWriteExt as _},
    net::{TcpListener, TcpStream},
};

/// A listener that takes one push at a time.
pub(crate) struct Receiver {
    listener: TcpListener,
    pub(crate) url: String,
}

/// A push that came, and the connection that waits for an answer.
pub(crate) struct Pushed {
    stream: TcpStream,
    pub(crate) line: String,
    pub(crate) headers: HashMap<String, String>,
    pub(crate) body: String,
}

impl Receiver {
    pub(crate) async fn new() -> Receiver {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let url = format!("http://{}/push?bot=1", listener.local_addr().unwrap());
        Receiver { listener, url }
    }

    pub(crate) fn port(&self) -> u16 {
        self.listener.local_addr().unwrap().port()
    }

    /// The next push. One that was cut off before it was all there is none.
    pub(crate) async fn next(&self) -> Pushed {
        loop {
            let (stream, _) = self.listener.accept().await.unwrap();
            if let Some(pushed) = Pushed::read(stream).await {
                return pushed;
            }
        }
    }

    /// Whether nobody has connected since the last push was taken.
    pub(crate) fn is_left_alone(&self) -> bool {
        self.listener.accept().now_or_never().is_none()
    }
}

impl Pushed {
    async fn read(mut stream: TcpStream) -> Option<Pushed> {
        let mut text = Vec::new();
        let head = loop {
            more(&mut stream, &mut text).await?;
            if let Some(end) = text.windows(4).position(|it| it == b"\r\n\r\n") {
                break end;
            }
        };
        let mut body = text.split_off(head + 4);
        let head = String::from_utf8(text).unwrap();
        let mut lines = head.trim_end().lines();
        let line = lines.next().unwrap().to_owned();
        let header = |line: &str| {
            let (name, value) = line.split_once(": ").unwrap();
            (name.to_owned(), value.to_owned())
        };
        let headers: HashMap<_, _> = lines.map(header).collect();
        let length: usize = headers["content-length"].parse().unwrap();
        while body.len() < length {
            more(&mut stream, &mut body).await?;
        }
        let body = String::from_utf8(body).unwrap();
        Some(Pushed {
            stream,
            line,
            headers,
            body,
        })
    }

    pub(crate) fn id(&self) -> &str {
        &self.headers["webhook-id"]
    }

    pub(crate) fn json(&self) -> Value {
        serde_json::from_str(&self.body).unwrap()
    }

    /// The first legal command of the decision that was sent.
    pub(crate) fn command(&self) -> Value {
        self.json()["legal"][0]["command"].clone()
    }

    pub(crate) fn seconds(&self) -> i64 {
        self.headers["webhook-timestamp"].parse().unwrap()
    }

    pub(crate) fn signatures(&self) -> Vec<String> {
        let all = self.headers["webhook-signature"].split(' ');
        all.map(str::to_owned).collect()
    }

    /// The signature by a secret, as Standard Webhooks describe it.
    pub(crate) fn signature(&self, secret: &str) -> String {
        let key = STANDARD
            .decode(secret.strip_prefix("whsec_").unwrap())
            .unwrap();
        let mut mac = Hmac::<Sha256>::new_from_slice(&key).unwrap();
        mac.update(format!("{}.{}.{}", self.id(), self.seconds(), self.body).as_bytes());
        format!("v1,{}", STANDARD.encode(mac.finalize().into_bytes()))
    }

    /// Answers with a status and a body.
    pub(crate) async fn answer(self, status: u16, body: &str) {
        self.write(&format!(
            "HTTP/1.1 {status} Told\r\ncontent-length: {}\r\n\r\n{body}",
            body.len()
        ))
        .await;
    }

    /// Answers with any bytes, and hangs up.
    pub(crate) async fn write(mut self, bytes: &str) {
        // Whoever waits may have given up.
        let _ = self.stream.write_all(bytes.as_bytes()).await;
        let _ = self.stream.shutdown().await;
    }

    /// Answers with bytes and then nothing more, until the server gives up.
    pub(crate) async fn stall(mut self, bytes: &str) {
        self.stream.write_all(bytes.as_bytes()).await.unwrap();
        let mut rest = Vec::new();
        let _ = self.stream.read_to_end(&mut rest).await;
    }

    /// Answers with bytes that never end, until the server gives up: how many it was sent.
    pub(crate) async fn flood(mut self, head: &str) -> usize {
        self.stream.write_all(head.as_bytes()).await.unwrap();
        let mut sent = 0;
        while self.stream.write_all(&[b'a'; 4096]).await.is_ok() {
            sent += 4096;
        }
        sent
    }
}

/// Reads on. None at the end.
async fn more(stream: &mut TcpStream, to: &mut Vec<u8>) -> Option<()> {
    let read = stream.read_buf(to).await.ok()?;
    (read > 0).then_some(())
}

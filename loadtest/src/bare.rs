//! The servers that do the least: one handler echoes, one makes its body durable.

use std::{io, net::SocketAddr, path::Path, sync::Arc};

use actix_web::{App, HttpResponse, HttpServer, dev::ServerHandle, error, web};
use bytes::Bytes;
use domain::Secret;
use store::{
    By, Cause, Config, PlayerEvent, PlayerKind, StreamId, Timestamp, Tries,
    embedded::Embedded,
    log::{Log as _, NewCommit},
    record::{Draft, Tip},
};

/// A server with `/echo` and `/append`, on a log of its own.
#[derive(Debug)]
pub struct Bare {
    /// Where it listens.
    pub address: SocketAddr,
    handle: ServerHandle,
}

impl Bare {
    /// Starts serving, with a log in `folder`.
    ///
    /// # Errors
    ///
    /// If there can be no log there, or no port is free.
    pub fn start(folder: &Path) -> io::Result<Bare> {
        let log = Embedded::open(&Config::new(folder)).map_err(io::Error::other)?;
        let log = web::Data::from(Arc::new(log));
        let server = HttpServer::new(move || {
            App::new()
                .app_data(log.clone())
                .route("/echo", web::post().to(echo))
                .route("/append", web::post().to(append))
        });
        let server = server.disable_signals().bind(("127.0.0.1", 0))?;
        let address = *server.addrs().first().expect("it was bound");
        let server = server.run();
        let handle = server.handle();
        tokio::spawn(server);
        Ok(Bare { address, handle })
    }

    /// Stops serving.
    pub async fn stop(self) {
        self.handle.stop(true).await;
    }
}

async fn echo(body: Bytes) -> HttpResponse {
    HttpResponse::Ok()
        .content_type("application/json")
        .body(body)
}

/// A commit that holds the body, in a stream of its own.
async fn append(body: Bytes, log: web::Data<Embedded>) -> actix_web::Result<HttpResponse> {
    let mut stream = [0; 16];
    getrandom::fill(&mut stream).map_err(error::ErrorInternalServerError)?;
    let event = PlayerEvent::Registered {
        name: Some(String::from_utf8_lossy(&body).into_owned()),
        name_hash: None,
        unique_name: false,
        kind: PlayerKind::Bot,
        version: None,
        token_hash: Secret::Withheld,
    };
    let now = Timestamp::now();
    let draft = Draft {
        cause: Cause::of(
            By::Server {
                server: "bare".to_owned(),
            },
            now,
        ),
        rules: 0,
        recorded_at: now,
        request: None,
        tries: Tries::new(),
        events: &[event],
        salt: [0; 32],
        erasable: None,
    };
    let sealed = draft.seal(StreamId::Player(stream), Tip::START);
    let appended = log.append(NewCommit::of(sealed)).await;
    let appended = appended.map_err(error::ErrorInternalServerError)?;
    Ok(HttpResponse::Ok().json(appended.line.position.to_string()))
}

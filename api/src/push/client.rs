//! One request on a connection of its own, to an address that was checked.

use std::{
    io,
    net::{IpAddr, SocketAddr},
    sync::Arc,
    time::Duration,
};

use actix_web::http::header::HttpDate;
use bytes::Bytes;
use http::{HeaderMap, Request, StatusCode, header};
use http_body_util::{BodyExt as _, Full, LengthLimitError, Limited};
use hyper::client::conn::http1;
use hyper_util::rt::TokioIo;
use rustls::{ClientConfig, RootCertStore, crypto::ring, pki_types::ServerName};
use tokio::{
    io::{AsyncRead, AsyncWrite},
    net::TcpStream,
    time::timeout,
};
use tokio_rustls::TlsConnector;
use url::Host;

use super::{reach::Unreachable, target::Target};
use crate::config::push::PushTimes;

/// The longest body of an answer that is read: many times a command.
pub(crate) const ANSWER_BYTES: usize = 16 * 1024;

/// The longest head of an answer.
const HEAD_BYTES: usize = 16 * 1024;

/// Sends requests.
pub(super) struct Client {
    times: PushTimes,
    tls: TlsConnector,
}

/// What a receiver answered.
#[derive(Debug)]
pub(crate) struct Answer {
    pub(crate) status: StatusCode,
    /// How long not to ask again.
    pub(crate) retry_after: Option<Duration>,
    pub(crate) body: Bytes,
}

/// Why there is no answer.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Unanswered {
    #[error(transparent)]
    Unreachable(#[from] Unreachable),
    #[error("no connection: {0}")]
    Connect(#[source] io::Error),
    #[error("no encrypted connection: {0}")]
    Encrypt(#[source] io::Error),
    #[error("no whole answer: {0}")]
    Broken(#[from] hyper::Error),
    #[error("no whole answer: {0}")]
    BrokenBody(Box<dyn std::error::Error + Send + Sync>),
    #[error("the body of the answer has more than {ANSWER_BYTES} bytes")]
    TooLarge,
    #[error("no whole answer within {0} ms")]
    TooSlow(u128),
}

impl Client {
    pub(super) fn new(times: PushTimes, is_on: bool) -> Client {
        let roots = if is_on {
            trusted()
        } else {
            RootCertStore::empty()
        };
        let config = ClientConfig::builder_with_provider(Arc::new(ring::default_provider()))
            .with_safe_default_protocol_versions()
            .expect("ring has both versions of TLS")
            .with_root_certificates(roots)
            .with_no_client_auth();
        Client {
            times,
            tls: TlsConnector::from(Arc::new(config)),
        }
    }

    /// Posts JSON, and reads the answer.
    pub(super) async fn post(
        &self,
        target: &Target,
        addresses: &[SocketAddr],
        headers: [(&'static str, String); 3],
        body: Bytes,
    ) -> Result<Answer, Unanswered> {
        let mut request = Request::post(&target.path)
            .header(header::HOST, target.authority())
            .header(header::CONTENT_TYPE, "application/json")
            .header(
                header::USER_AGENT,
                concat!("Cartulary/", env!("CARGO_PKG_VERSION")),
            );
        for (name, value) in headers {
            request = request.header(name, value);
        }
        let request = request.body(Full::new(body));
        let request = request.expect("a URL that was read has a path, and our headers are ASCII");
        let answered = timeout(self.times.answer, self.exchange(target, addresses, request)).await;
        answered.unwrap_or_else(|_| Err(Unanswered::TooSlow(self.times.answer.as_millis())))
    }

    async fn exchange(
        &self,
        target: &Target,
        addresses: &[SocketAddr],
        request: Request<Full<Bytes>>,
    ) -> Result<Answer, Unanswered> {
        let connected = timeout(self.times.connect, TcpStream::connect(addresses)).await;
        let connected = connected.unwrap_or_else(|_| Err(io::ErrorKind::TimedOut.into()));
        let stream = connected.map_err(Unanswered::Connect)?;
        if !target.encrypted {
            return answer(stream, request).await;
        }
        let stream = self.tls.connect(name(&target.host)?, stream).await;
        answer(stream.map_err(Unanswered::Encrypt)?, request).await
    }
}

/// Whom the machine trusts.
fn trusted() -> RootCertStore {
    let mut roots = RootCertStore::empty();
    let found = rustls_native_certs::load_native_certs();
    let (added, _) = roots.add_parsable_certificates(found.certs);
    if added == 0 {
        tracing::warn!("this machine trusts no certificates, so no push by https:// can succeed");
    }
    roots
}

/// Whose certificate is wanted.
fn name(host: &Host) -> Result<ServerName<'static>, Unanswered> {
    Ok(match host {
        Host::Ipv4(address) => ServerName::from(IpAddr::V4(*address)),
        Host::Ipv6(address) => ServerName::from(IpAddr::V6(*address)),
        Host::Domain(name) => ServerName::try_from(name.trim_end_matches('.').to_owned())
            .map_err(|error| Unanswered::Encrypt(io::Error::other(error)))?,
    })
}

/// Sends a request on a connection, and reads the answer.
async fn answer(
    stream: impl AsyncRead + AsyncWrite + Send + Unpin,
    request: Request<Full<Bytes>>,
) -> Result<Answer, Unanswered> {
    let mut builder = http1::Builder::new();
    let handshake = builder
        .max_buf_size(HEAD_BYTES)
        .handshake(TokioIo::new(stream));
    let (mut sender, connection) = handshake.await?;
    let answer = async {
        let (head, body) = sender.send_request(request).await?.into_parts();
        let mut answer = Answer {
            status: head.status,
            retry_after: retry_after(&head.headers),
            body: Bytes::new(),
        };
        // Of any other, the body means nothing.
        if answer.status == StatusCode::OK {
            let body = Limited::new(body, ANSWER_BYTES).collect().await;
            answer.body = body.map_err(unread)?.to_bytes();
        }
        Ok(answer)
    };
    tokio::pin!(answer);
    tokio::select! {
        answer = &mut answer => answer,
        // It is at its end, and what it has read is still to be taken.
        _ = connection => answer.await,
    }
}

fn unread(error: Box<dyn std::error::Error + Send + Sync>) -> Unanswered {
    if error.is::<LengthLimitError>() {
        Unanswered::TooLarge
    } else {
        Unanswered::BrokenBody(error)
    }
}

/// `Retry-After`, in seconds or as a date.
fn retry_after(headers: &HeaderMap) -> Option<Duration> {
    let text = headers.get(header::RETRY_AFTER)?.to_str().ok()?.trim();
    let seconds = text.parse().ok().map(Duration::from_secs);
    seconds.or_else(|| {
        let date = std::time::SystemTime::from(text.parse::<HttpDate>().ok()?);
        Some(
            date.duration_since(std::time::SystemTime::now())
                .unwrap_or_default(),
        )
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_wait_is_read_in_seconds_or_as_a_date() {
        let read = |text: &str| {
            let value = text.parse().unwrap();
            retry_after(&HeaderMap::from_iter([(header::RETRY_AFTER, value)]))
        };
        assert_eq!(read("30"), Some(Duration::from_secs(30)));
        assert_eq!(read("Wed, 21 Oct 2015 07:28:00 GMT"), Some(Duration::ZERO));
        assert!(read("Sat, 06 Nov 2094 08:49:37 GMT") > Some(Duration::from_secs(3600)));
        assert_eq!((read("soon"), read("-1")), (None, None));
    }
}

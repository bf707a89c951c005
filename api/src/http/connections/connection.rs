//! A connection that was let in.

use std::{
    io,
    pin::Pin,
    task::{Context, Poll, ready},
    time::Duration,
};

use actix_web::rt::net::TcpStream;
use bytes::{Buf as _, BytesMut};
use tokio::{
    io::{AsyncRead, AsyncWrite, ReadBuf},
    time::{Sleep, sleep},
};

use super::raw;
use crate::http::{codes::Code, error::ApiError, limits::shares::Share};

/// How long the other side may take to close a connection that is closed here.
// Long enough for a round trip anywhere; a slower client reads a cut connection.
const ENDING: Duration = Duration::from_secs(1);

/// A connection that was let in, and its place until it is closed.
pub(super) struct Connection {
    io: TcpStream,
    /// What is sent instead of what was to be.
    instead: BytesMut,
    /// Nothing more is sent, and so long it is heard what the other side still sends: who
    /// closes before takes back what was said.
    ending: Option<Pin<Box<Sleep>>>,
    _place: Share,
}

impl Connection {
    pub(super) fn new(io: TcpStream, place: Share) -> Connection {
        // By Nagle's algorithm (RFC 896) the rest of an answer would wait until the client confirms
        // its beginning, which most do after 40 ms. Where this fails the client has gone.
        let _ = io.set_nodelay(true);
        Connection {
            io,
            instead: BytesMut::new(),
            ending: None,
            _place: place,
        }
    }

    /// Sends what is sent instead.
    fn poll_instead(&mut self, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        while !self.instead.is_empty() {
            let written = ready!(Pin::new(&mut self.io).poll_write(context, &self.instead))?;
            if written == 0 {
                return Poll::Ready(Err(io::ErrorKind::WriteZero.into()));
            }
            self.instead.advance(written);
        }
        Poll::Ready(Ok(()))
    }

    /// Closes this half, and waits a while until the other side closes theirs.
    fn poll_end(&mut self, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        ready!(self.poll_instead(context))?;
        ready!(Pin::new(&mut self.io).poll_shutdown(context))?;
        let ending = self.ending.get_or_insert_with(|| Box::pin(sleep(ENDING)));
        if ending.as_mut().poll(context).is_ready() {
            return Poll::Ready(Ok(()));
        }
        let mut heard = [0; 4096];
        loop {
            let mut heard = ReadBuf::new(&mut heard);
            ready!(Pin::new(&mut self.io).poll_read(context, &mut heard))?;
            if heard.filled().is_empty() {
                return Poll::Ready(Ok(()));
            }
        }
    }
}

impl AsyncRead for Connection {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        into: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut self.io).poll_read(context, into)
    }
}

impl AsyncWrite for Connection {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        ready!(self.poll_instead(context))?;
        let Some((before, status)) = bare_refusal(bytes) else {
            return Pin::new(&mut self.io).poll_write(context, bytes);
        };
        self.ending = Some(Box::pin(sleep(ENDING)));
        self.instead.extend_from_slice(before);
        self.instead.extend_from_slice(&raw(&problem_of(status)));
        // What cannot be sent now is sent when it is flushed.
        if let Poll::Ready(Err(error)) = self.poll_instead(context) {
            return Poll::Ready(Err(error));
        }
        Poll::Ready(Ok(bytes.len()))
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        ready!(self.poll_instead(context))?;
        if self.ending.is_some() {
            return self.poll_end(context);
        }
        Pin::new(&mut self.io).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        self.poll_end(context)
    }
}

/// What stands before a refusal without a body, and its status. Only HTTP itself refuses
/// so, and then it is the last thing on a connection.
fn bare_refusal(bytes: &[u8]) -> Option<(&[u8], u16)> {
    const BEGIN: &[u8] = b"HTTP/1.1 ";
    const LONGEST: usize = 512;
    if !bytes.ends_with(b"\r\n\r\n") {
        return None;
    }
    let from = bytes.len().saturating_sub(LONGEST);
    let last = &bytes[from..];
    let at = last
        .windows(BEGIN.len())
        .rposition(|window| window == BEGIN)?;
    let head = std::str::from_utf8(&last[at..]).ok()?;
    let status = head.get(BEGIN.len()..BEGIN.len() + 3)?.parse().ok()?;
    let is_bare = head.contains("\r\ncontent-length: 0\r\n");
    (status >= 400 && is_bare).then_some((&bytes[..from + at], status))
}

/// The problem that a bare refusal of HTTP means.
fn problem_of(status: u16) -> ApiError {
    match status {
        408 => Code::RequestTimeout.into(),
        431 => Code::HeadTooLarge.into(),
        400..500 => Code::MalformedRequest.because("this is not an HTTP/1.1 request"),
        _ => Code::Internal.into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::http::limits::shares::Shares;

    #[tokio::test]
    async fn the_rest_of_an_answer_waits_for_no_receipt_of_its_beginning() {
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
        let _client = TcpStream::connect(listener.local_addr().unwrap())
            .await
            .unwrap();
        let (io, _) = listener.accept().await.unwrap();
        let place = Shares::new(1, 1).take(None).ok().unwrap();
        assert!(Connection::new(io, place).io.nodelay().unwrap());
    }

    #[test]
    fn a_refusal_without_a_body_is_found_behind_what_is_sent_before_it() {
        let bare = "HTTP/1.1 408 Request Timeout\r\ncontent-length: 0\r\nconnection: close\r\n\r\n";
        let before = "HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok";
        let both = format!("{before}{bare}");
        assert_eq!(bare_refusal(bare.as_bytes()), Some((&b""[..], 408)));
        assert_eq!(
            bare_refusal(both.as_bytes()),
            Some((before.as_bytes(), 408))
        );
        for other in [
            before,
            "HTTP/1.1 204 No Content\r\n\r\n",
            "HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n",
            "HTTP/1.1 404 Not Found\r\ncontent-length: 7\r\n\r\n",
            "5\r\nhello\r\n0\r\n\r\n",
        ] {
            assert_eq!(bare_refusal(other.as_bytes()), None, "{other}");
        }
    }
}

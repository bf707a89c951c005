//! A bad line to a server: answers are dropped, come in half or too late, requests arrive twice,
//! and streams are cut.

use std::{
    net::SocketAddr,
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering::Relaxed},
    },
};

use tokio::{
    io::{AsyncReadExt as _, AsyncWriteExt as _},
    net::{TcpListener, TcpStream},
};

/// What happens to a request and its answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Fate {
    /// Nothing.
    Pass,
    /// The answer is lost, with its connection.
    Drop,
    /// Half of the answer comes.
    Cut,
    /// The answer does not come before the client has gone.
    Late,
    /// The request arrives twice, at once.
    Twice,
    /// It is a stream: it breaks off after some news.
    Stream,
}

/// A stream breaks off when there was news so often.
const NEWS: u32 = 8;

impl Fate {
    /// That of the nth request.
    fn of(nth: u64, request: &[u8]) -> Fate {
        let line = request.split(|byte| *byte == b'\r').next().unwrap();
        if String::from_utf8_lossy(line).contains("/events") {
            return Fate::Stream;
        }
        match nth {
            _ if nth.is_multiple_of(5) => Fate::Drop,
            _ if nth.is_multiple_of(7) => Fate::Twice,
            _ if nth.is_multiple_of(11) => Fate::Cut,
            _ if nth.is_multiple_of(101) => Fate::Late,
            _ => Fate::Pass,
        }
    }
}

/// How often each happened.
#[derive(Debug, Default)]
pub(crate) struct Mishaps {
    requests: AtomicU64,
    dropped: AtomicU64,
    doubled: AtomicU64,
    cut: AtomicU64,
    late: AtomicU64,
    streams: AtomicU64,
}

impl Mishaps {
    /// How often each happened, lost answers first.
    pub(crate) fn counts(&self) -> [u64; 5] {
        let all = [
            &self.dropped,
            &self.doubled,
            &self.cut,
            &self.late,
            &self.streams,
        ];
        all.map(|count| count.load(Relaxed))
    }
}

pub(crate) struct Lossy {
    pub(crate) address: SocketAddr,
    pub(crate) mishaps: Arc<Mishaps>,
}

impl Lossy {
    /// Stands in front of `server`.
    pub(crate) async fn new(server: SocketAddr) -> Lossy {
        let listener = TcpListener::bind(("127.0.0.1", 0)).await.unwrap();
        let lossy = Lossy {
            address: listener.local_addr().unwrap(),
            mishaps: Arc::default(),
        };
        let mishaps = Arc::clone(&lossy.mishaps);
        tokio::spawn(async move {
            while let Ok((client, _)) = listener.accept().await {
                tokio::spawn(forward(client, server, Arc::clone(&mishaps)));
            }
        });
        lossy
    }
}

/// Passes on what a client sends, until something befalls it.
async fn forward(client: TcpStream, server: SocketAddr, mishaps: Arc<Mishaps>) -> Option<()> {
    let upstream = TcpStream::connect(server).await.ok()?;
    let mut line = Line {
        client,
        server: upstream,
    };
    loop {
        let request = line.next_request().await?;
        let nth = mishaps.requests.fetch_add(1, Relaxed) + 1;
        let fate = Fate::of(nth, &request);
        if fate == Fate::Twice {
            mishaps.doubled.fetch_add(1, Relaxed);
            tokio::spawn(send_too(server, request.clone()));
        }
        line.server.write_all(&request).await.ok()?;
        let befell = match fate {
            Fate::Pass | Fate::Twice => continue,
            Fate::Drop => &mishaps.dropped,
            Fate::Cut => &mishaps.cut,
            Fate::Late => &mishaps.late,
            Fate::Stream => &mishaps.streams,
        };
        befell.fetch_add(1, Relaxed);
        return line.befall(fate).await;
    }
}

/// Sends a request on a connection of its own, and looks at no answer.
async fn send_too(server: SocketAddr, request: Vec<u8>) -> Option<()> {
    let mut connection = TcpStream::connect(server).await.ok()?;
    connection.write_all(&request).await.ok()?;
    connection.read(&mut [0; 4096]).await.ok().map(drop)
}

/// Both ends of a connection.
struct Line {
    client: TcpStream,
    server: TcpStream,
}

impl Line {
    /// The next whole request; answers are passed on meanwhile. None: a side has gone.
    async fn next_request(&mut self) -> Option<Vec<u8>> {
        let (mut request, mut buffer, mut answer) =
            (Vec::new(), vec![0; 1 << 16], vec![0; 1 << 16]);
        loop {
            tokio::select! {
                read = self.client.read(&mut buffer) => match read {
                    Ok(read @ 1..) => request.extend_from_slice(&buffer[..read]),
                    Ok(0) | Err(_) => return None,
                },
                read = self.server.read(&mut answer) => match read {
                    Ok(read @ 1..) => self.client.write_all(&answer[..read]).await.ok()?,
                    Ok(0) | Err(_) => return None,
                },
            }
            if is_whole(&request) {
                return Some(request);
            }
        }
    }

    /// Lets the server answer, and breaks the connection one way or another.
    async fn befall(mut self, fate: Fate) -> Option<()> {
        let mut answer = vec![0; 1 << 16];
        let passed = if fate == Fate::Stream { NEWS } else { 0 };
        for _ in 0..passed {
            let read = self
                .server
                .read(&mut answer)
                .await
                .ok()
                .filter(|read| *read > 0)?;
            self.client.write_all(&answer[..read]).await.ok()?;
        }
        let read = self.server.read(&mut answer).await.ok()?;
        match fate {
            Fate::Cut | Fate::Stream => {
                let half = &answer[..read / 2];
                self.client.write_all(half).await.ok()
            }
            // The client sends nothing more on this connection: it goes.
            Fate::Late => self.client.read(&mut answer).await.ok().map(drop),
            Fate::Pass | Fate::Drop | Fate::Twice => None,
        }
    }
}

/// Whether this is all of a request: its head, and as much of a body as the head says.
fn is_whole(request: &[u8]) -> bool {
    let Some(end) = request.windows(4).position(|four| four == b"\r\n\r\n") else {
        return false;
    };
    let head = String::from_utf8_lossy(&request[..end]).to_ascii_lowercase();
    let length = head
        .lines()
        .find_map(|line| line.strip_prefix("content-length:"));
    let length = length.map_or(0, |length| length.trim().parse().unwrap());
    request.len() == end + 4 + length
}

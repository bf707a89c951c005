//! A proxy that loses answers: every nth is dropped, with its connection.

use std::{
    net::SocketAddr,
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
};

use tokio::{
    io::{AsyncReadExt as _, AsyncWriteExt as _, copy},
    net::{
        TcpListener, TcpStream,
        tcp::{OwnedReadHalf, OwnedWriteHalf},
    },
};

pub(crate) struct Lossy {
    pub(crate) address: SocketAddr,
    answers: Arc<AtomicU64>,
    nth: u64,
}

impl Lossy {
    /// Stands in front of `server`.
    pub(crate) async fn new(server: SocketAddr, nth: u64) -> Lossy {
        let listener = TcpListener::bind(("127.0.0.1", 0)).await.unwrap();
        let lossy = Lossy {
            address: listener.local_addr().unwrap(),
            answers: Arc::default(),
            nth,
        };
        let answers = Arc::clone(&lossy.answers);
        tokio::spawn(async move {
            while let Ok((client, _)) = listener.accept().await {
                tokio::spawn(forward(client, server, Arc::clone(&answers), nth));
            }
        });
        lossy
    }

    pub(crate) fn dropped(&self) -> u64 {
        self.answers.load(Ordering::Relaxed) / self.nth
    }
}

async fn forward(client: TcpStream, server: SocketAddr, answers: Arc<AtomicU64>, nth: u64) {
    let (mut from_client, to_client) = client.into_split();
    let server = TcpStream::connect(server).await.unwrap();
    let (from_server, mut to_server) = server.into_split();
    // Whichever side is done first takes the connection with it.
    tokio::select! {
        _ = copy(&mut from_client, &mut to_server) => {}
        () = pass_answers(from_server, to_client, &answers, nth) => {}
    }
}

async fn pass_answers(
    mut from: OwnedReadHalf,
    mut to: OwnedWriteHalf,
    answers: &AtomicU64,
    nth: u64,
) {
    let mut buffer = vec![0; 1 << 16];
    while let Ok(read @ 1..) = from.read(&mut buffer).await {
        let count = answers.fetch_add(1, Ordering::Relaxed) + 1;
        if count.is_multiple_of(nth) || to.write_all(&buffer[..read]).await.is_err() {
            return;
        }
    }
}

//! What a client does when the line is bad.

#![allow(clippy::unwrap_used, reason = "a test says what it needs by panicking")]

use std::time::Duration;

use cartulary_client::Client;
use tokio::{
    io::{AsyncReadExt as _, AsyncWriteExt as _},
    net::{TcpListener, TcpStream},
};

/// The next connection, and the head of the request that it brings.
async fn asked(listener: &TcpListener) -> (TcpStream, String) {
    let (mut connection, _) = listener.accept().await.unwrap();
    let mut head = Vec::new();
    while !head.ends_with(b"\r\n\r\n") {
        head.push(connection.read_u8().await.unwrap());
    }
    (connection, String::from_utf8(head).unwrap())
}

async fn listen() -> (TcpListener, Client) {
    let listener = TcpListener::bind(("127.0.0.1", 0)).await.unwrap();
    let client = Client::new(&format!("http://{}", listener.local_addr().unwrap()));
    (listener, client)
}

#[tokio::test]
async fn what_is_not_answered_in_time_is_asked_for_again() {
    let (listener, client) = listen().await;
    let client = client.with_time_out(Duration::from_millis(50));
    let server = tokio::spawn(async move {
        let (_silent, first) = asked(&listener).await;
        let (mut connection, second) = asked(&listener).await;
        let answer = b"HTTP/1.1 200 OK\r\nContent-Length: 7\r\n\r\na\nb\nc\nd";
        connection.write_all(answer).await.unwrap();
        (first, second)
    });
    assert_eq!(client.record("m_1").await.unwrap(), "a\nb\nc\nd");
    let (first, second) = server.await.unwrap();
    assert_eq!(first, second);
}

#[tokio::test]
async fn what_creates_is_repeated_under_the_same_key() {
    let (listener, client) = listen().await;
    let server = tokio::spawn(async move {
        let (cut, first) = asked(&listener).await;
        drop(cut);
        let (mut connection, second) = asked(&listener).await;
        let answer = b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}";
        connection.write_all(answer).await.unwrap();
        (first, second)
    });
    let answer = client.post("clock", "/v1/anything", &1).await.unwrap();
    assert_eq!(&answer[..], b"{}");
    let (first, second) = server.await.unwrap();
    assert!(first.contains("idempotency-key: "), "{first}");
    assert_eq!(first, second);
}

#[tokio::test]
async fn a_stream_goes_on_where_it_broke_off() {
    let (listener, client) = listen().await;
    let head = "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\n";
    let pieces = [
        "event: hello\ndata: {}\n\nid: 1\ndata: 1\n\nid: 2\nda",
        "event: hello\ndata: {}\n\nid: 2\ndata: 2\n\nevent: end\ndata: {}\n\n",
    ];
    let server = tokio::spawn(async move {
        let mut heads = Vec::new();
        for piece in pieces {
            let (mut connection, asked) = asked(&listener).await;
            let answer = format!("{head}{piece}");
            connection.write_all(answer.as_bytes()).await.unwrap();
            heads.push(asked);
        }
        heads
    });
    let mut events = client.follow("m_1", None, 0);
    let mut heard = Vec::new();
    while let Some(event) = events.next().await.unwrap() {
        heard.push((event.step, event.data.get().to_owned()));
    }
    assert_eq!(heard, [(1, "1".to_owned()), (2, "2".to_owned())]);
    let heads = server.await.unwrap();
    assert!(heads[0].contains("last-event-id: 0\r\n"), "{heads:?}");
    assert!(heads[1].contains("last-event-id: 1\r\n"), "{heads:?}");
}

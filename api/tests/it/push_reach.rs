//! What a URL of a player cannot make the server reach or read; and that the player is told why.

#![allow(clippy::unwrap_used, reason = "a test says what it needs by panicking")]

use std::{
    net::IpAddr,
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
    time::Duration,
};

use api::{Config, Push, PushTimes, Resolver};
use serde_json::{Value, json};

use crate::{
    helpers::{Ann, TestApp, spawn_with},
    receiver::Receiver,
};

const LOOPBACK: IpAddr = IpAddr::V4(std::net::Ipv4Addr::LOCALHOST);
const PUBLIC: IpAddr = IpAddr::V4(std::net::Ipv4Addr::new(1, 1, 1, 1));

/// A server that pushes to some addresses, found by some resolver.
async fn pushing(to: &str, resolver: Resolver) -> (TestApp, Ann) {
    let times = PushTimes {
        answer: Duration::from_millis(300),
        first_wait: Duration::from_millis(1),
        ..PushTimes::default()
    };
    pushing_within(times, to, resolver).await
}

async fn pushing_within(times: PushTimes, to: &str, resolver: Resolver) -> (TestApp, Ann) {
    let push = Push {
        push_to: vec![to.parse().unwrap()],
        resolver,
        times,
    };
    let app = spawn_with(|config| Config { push, ..config }).await;
    let ann = app.player("ann").await;
    (app, ann)
}

fn path(of: &Ann) -> String {
    format!("/v1/players/{}/push", of.id)
}

/// Registers a URL, and opens a match in which a decision is due.
async fn begin(app: &TestApp, ann: &Ann, url: &str) {
    let registered = app
        .put(&path(ann), &ann.token, &json!({ "url": url }))
        .await;
    assert_eq!(registered.status, 200, "{}", registered.text);
    app.open(ann, json!(1)).await;
}

/// Asks until an attempt has failed: why.
async fn failure(app: &TestApp, ann: &Ann) -> String {
    loop {
        let state = app.get(&path(ann), Some(&ann.token)).await.json();
        if let Some(reason) = state["last_failure"]["reason"].as_str() {
            return reason.to_owned();
        }
    }
}

#[tokio::test]
async fn a_url_that_leads_into_a_network_is_refused_and_its_player_is_told_why() {
    let to_loopback = Resolver::of(|_| vec![PUBLIC, LOOPBACK]);
    let (app, ann) = pushing("public", to_loopback).await;
    let receiver = Receiver::new().await;
    let port = receiver.port();
    for (url, told) in [
        (format!("https://127.0.0.1:{port}/"), "loopback"),
        (format!("https://2130706433:{port}/"), "loopback"),
        (format!("https://0177.0.0.1:{port}/"), "loopback"),
        (format!("https://0x7f000001:{port}/"), "loopback"),
        (format!("https://127.1:{port}/"), "loopback"),
        (format!("https://[::1]:{port}/"), "loopback"),
        (format!("https://[::ffff:127.0.0.1]:{port}/"), "loopback"),
        (format!("https://[::ffff:7f00:1]:{port}/"), "loopback"),
        (format!("https://localhost.:{port}/"), "loopback"),
        (format!("https://one.of.two.example:{port}/"), "loopback"),
        (format!("https://0.0.0.0:{port}/"), "this machine"),
        (
            "https://169.254.169.254/latest/meta-data/".to_owned(),
            "link-local",
        ),
        ("https://10.0.0.1/".to_owned(), "private"),
        ("https://172.16.0.1/".to_owned(), "private"),
        ("https://192.168.0.1/".to_owned(), "private"),
        ("https://[fd00::1]/".to_owned(), "private"),
        ("https://[fe80::1]/".to_owned(), "link-local"),
        ("https://1.1.1.1:22/".to_owned(), "port"),
        (
            "https://ann:secret@bot.example/".to_owned(),
            "name or password",
        ),
        ("http://1.1.1.1/".to_owned(), "https"),
        ("file:///etc/passwd".to_owned(), "https"),
        ("gopher://bot.example/".to_owned(), "https"),
        ("bot.example".to_owned(), "not a URL"),
    ] {
        let refused = app
            .put(&path(&ann), &ann.token, &json!({ "url": url }))
            .await;
        assert_eq!(
            (refused.status.as_u16(), &*refused.code()),
            (422, "invalid_push_url"),
            "{url}"
        );
        let problem = refused.json();
        assert_eq!(problem["pointer"], "/url");
        let detail = problem["detail"].as_str().unwrap();
        assert!(detail.contains(told), "{url}: {detail}");
    }
    assert!(receiver.is_left_alone());
}

#[tokio::test]
async fn a_name_that_means_another_address_later_is_not_followed_there() {
    let asked = Arc::new(AtomicUsize::new(0));
    let count = Arc::clone(&asked);
    let rebinding = Resolver::of(move |_| match count.fetch_add(1, Ordering::SeqCst) {
        0 => vec![PUBLIC],
        _ => vec![LOOPBACK],
    });
    let (app, ann) = pushing("public", rebinding).await;
    let receiver = Receiver::new().await;
    begin(
        &app,
        &ann,
        &format!("https://bot.example:{}/", receiver.port()),
    )
    .await;
    let told = failure(&app, &ann).await;
    assert_eq!(
        told,
        "the host `bot.example` is a loopback address, and this server may not send there"
    );
    assert!(receiver.is_left_alone());
}

#[tokio::test]
async fn a_push_asks_once_for_the_address_and_connects_to_the_one_it_checked() {
    let asked = Arc::new(AtomicUsize::new(0));
    let count = Arc::clone(&asked);
    // Every second answer leads elsewhere: one who asked twice for a push would be led there.
    let rebinding = Resolver::of(move |_| {
        let nth = count.fetch_add(1, Ordering::SeqCst);
        vec![if nth < 2 { LOOPBACK } else { PUBLIC }]
    });
    let (app, ann) = pushing("127.0.0.1", rebinding).await;
    let receiver = Receiver::new().await;
    begin(
        &app,
        &ann,
        &format!("http://bot.example:{}/", receiver.port()),
    )
    .await;
    let pushed = receiver.next().await;
    assert_eq!(
        pushed.headers["host"],
        format!("bot.example:{}", receiver.port())
    );
    assert_eq!(
        asked.load(Ordering::SeqCst),
        2,
        "once to register, once to push"
    );
}

#[tokio::test]
async fn a_redirect_is_not_followed() {
    let (app, ann) = pushing("127.0.0.0/8", Resolver::default()).await;
    let (receiver, elsewhere) = (Receiver::new().await, Receiver::new().await);
    begin(&app, &ann, &receiver.url).await;
    let redirect = format!(
        "HTTP/1.1 307 Go\r\nlocation: {}\r\ncontent-length: 0\r\n\r\n",
        elsewhere.url
    );
    receiver.next().await.write(&redirect).await;
    let _held = receiver.next().await;
    let told = failure(&app, &ann).await;
    assert_eq!(told, "the URL answered 307: redirects are not followed");
    assert!(elsewhere.is_left_alone());
}

#[tokio::test]
async fn of_an_answer_that_never_ends_little_is_read() {
    let (app, ann) = pushing("127.0.0.0/8", Resolver::default()).await;
    let receiver = Receiver::new().await;
    begin(&app, &ann, &receiver.url).await;
    for (head, told) in [
        (
            "HTTP/1.1 200 OK\r\ncontent-length: 1000000000000\r\n\r\n",
            "more than 16384 bytes",
        ),
        ("HTTP/1.1 200 OK\r\n\r\n", "more than 16384 bytes"),
        ("HTTP/1.1 200 OK\r\nx: ", "no whole answer"),
    ] {
        let sent = receiver.next().await.flood(head).await;
        assert!(sent < 32 << 20, "{sent} bytes were taken");
        let pushed = receiver.next().await;
        let failure = failure(&app, &ann).await;
        assert!(failure.contains(told), "{failure}");
        drop(pushed);
    }
}

#[tokio::test]
async fn an_answer_that_is_too_slow_is_given_up() {
    let (app, ann) = pushing("127.0.0.0/8", Resolver::default()).await;
    let receiver = Receiver::new().await;
    begin(&app, &ann, &receiver.url).await;
    for head in [
        "",
        "HTTP/1.1 2",
        "HTTP/1.1 200 OK\r\ncontent-length: 5\r\n\r\n{",
    ] {
        receiver.next().await.stall(head).await;
        let pushed = receiver.next().await;
        assert_eq!(failure(&app, &ann).await, "no whole answer within 300 ms");
        drop(pushed);
    }
}

#[tokio::test]
async fn a_slow_receiver_holds_up_nobody_else() {
    let times = PushTimes {
        answer: Duration::from_secs(3600),
        ..PushTimes::default()
    };
    let (app, ann) = pushing_within(times, "127.0.0.0/8", Resolver::default()).await;
    let (slow, quick) = (Receiver::new().await, Receiver::new().await);
    begin(&app, &ann, &slow.url).await;
    for _ in 0..8 {
        app.open(&ann, json!(2)).await;
    }
    let at_once =
        app.get("/version", None).await.json()["limits"]["push"]["at_once_of_one"].clone();
    let mut held = Vec::new();
    for _ in 0..at_once.as_u64().unwrap() {
        held.push(slow.next().await);
    }
    let ben = app.player("ben").await;
    begin(&app, &ben, &quick.url).await;
    let pushed = quick.next().await;
    assert_eq!(pushed.json()["decision"], 0);
    assert!(slow.is_left_alone(), "no more than {at_once} at once");
    // Each that ends makes room for one.
    held.pop();
    slow.next().await;
}

#[tokio::test]
async fn a_receiver_without_tls_is_told_so() {
    let (app, ann) = pushing("127.0.0.0/8", Resolver::default()).await;
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let port = listener.local_addr().unwrap().port();
    begin(&app, &ann, &format!("https://127.0.0.1:{port}/")).await;
    let (mut stream, _) = listener.accept().await.unwrap();
    tokio::io::AsyncWriteExt::write_all(&mut stream, b"HTTP/1.1 200 OK\r\n\r\n")
        .await
        .unwrap();
    let told = failure(&app, &ann).await;
    assert!(told.starts_with("no encrypted connection"), "{told}");
    let state: Value = app.get(&path(&ann), Some(&ann.token)).await.json();
    assert_eq!(state["delivered"], 0);
}

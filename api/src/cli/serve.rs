//! `cartulary serve`: a server until it is told to stop; and asking one how it is.

use std::{
    io::{self, IsTerminal as _, Read as _, Write as _},
    net::{SocketAddr, TcpStream},
    process::ExitCode,
    time::Duration,
};

use super::output::{Outcome, done, finish};
use crate::{config::Config, server};

/// Serves until it is told to stop, or the store has to.
pub(super) fn run(config: Config) -> ExitCode {
    finish(serving(config))
}

async fn serving(config: Config) -> Outcome {
    tracing_subscriber::fmt()
        .with_env_filter(tracing_subscriber::EnvFilter::try_new(&config.log)?)
        .with_ansi(io::stderr().is_terminal() && std::env::var_os("NO_COLOR").is_none())
        .with_writer(io::stderr)
        .init();
    if !config.listen.ip().is_loopback() {
        tracing::warn!("other machines can reach this server: put a proxy with TLS in front");
    }
    let running = server::spawn(config).await?;
    let head = running.store.integrity();
    tracing::info!(position = %head.position, hash = %head.hash, "the log begins here");
    tracing::info!("listening on {}", running.url("/"));
    let failed = tokio::select! {
        () = asked_to_stop() => false,
        () = running.store.failed() => true,
    };
    tracing::info!("stopping");
    running.stop().await;
    if failed {
        return Err(
            "the store had to stop writing: see the log, then start the server again".into(),
        );
    }
    Ok(())
}

/// Resolves on Ctrl-C and on SIGTERM.
async fn asked_to_stop() {
    let mut terminate =
        tokio::signal::unix::signal(tokio::signal::unix::SignalKind::terminate()).ok();
    let terminated = async {
        match &mut terminate {
            Some(signal) => signal.recv().await,
            None => std::future::pending().await,
        }
    };
    tokio::select! {
        _ = tokio::signal::ctrl_c() => {}
        _ = terminated => {}
    }
}

/// Asks a server whether it is healthy.
pub(super) fn healthcheck(listen: SocketAddr) -> ExitCode {
    done((|| {
        let wait = Duration::from_secs(3);
        let mut address = listen;
        if address.ip().is_unspecified() {
            address.set_ip(std::net::Ipv4Addr::LOCALHOST.into());
        }
        let mut stream = TcpStream::connect_timeout(&address, wait)?;
        stream.set_read_timeout(Some(wait))?;
        stream.write_all(b"GET /healthz HTTP/1.0\r\nHost: localhost\r\n\r\n")?;
        let mut answer = String::new();
        stream.read_to_string(&mut answer)?;
        if answer.split(' ').nth(1) == Some("200") {
            Ok(())
        } else {
            Err("the server is not healthy".into())
        }
    })())
}

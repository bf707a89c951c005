//! `cartulary serve`: a server until it is told to stop; and asking one how it is.

use std::{
    io::{self, IsTerminal as _, Read as _, Write as _},
    net::{SocketAddr, TcpStream},
    pin::pin,
    process::ExitCode,
    time::Duration,
};

use tracing::{Level, Metadata, Subscriber};
use tracing_subscriber::{
    EnvFilter, Layer as _,
    filter::{FilterExt as _, ParseError, filter_fn},
    fmt,
    layer::{Filter, SubscriberExt as _},
    util::SubscriberInitExt as _,
};

use super::output::{Outcome, done, finish};
use crate::{config::Config, server};

/// Serves until it is told to stop, or the store has to.
pub(super) fn run(config: Config) -> ExitCode {
    finish(serving(config))
}

async fn serving(config: Config) -> Outcome {
    log(&config.log_filter)?;
    if !config.listen.ip().is_loopback() {
        tracing::warn!("other machines can reach this server: put a proxy with TLS in front");
    }
    let stop = pin!(asked_to_stop());
    if config.sharing.node.is_some() {
        return Ok(server::shared(config, stop).await?);
    }
    let running = server::spawn(config).await?;
    let head = running.store.integrity();
    tracing::info!(position = %head.position, hash = %head.hash, "the log begins here");
    tracing::info!("listening on {}", running.url("/"));
    let failed = tokio::select! {
        () = stop => false,
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

/// Logs to standard error what the filter lets through.
fn log(filter: &str) -> Result<(), ParseError> {
    let is_colored = io::stderr().is_terminal() && std::env::var_os("NO_COLOR").is_none();
    let lines = fmt::layer().with_ansi(is_colored);
    let lines = lines.with_writer(io::stderr).with_filter(told(filter)?);
    tracing_subscriber::registry().with(lines).init();
    Ok(())
}

/// What is logged. What `rmcp` logs below a warning never is: it writes out whole calls of tools,
/// and tokens are in them.
fn told<S: Subscriber>(filter: &str) -> Result<impl Filter<S> + use<S>, ParseError> {
    let is_not_a_call =
        |of: &Metadata<'_>| !of.target().starts_with("rmcp") || *of.level() <= Level::WARN;
    // Without this hint the filter has no least level, and each of the many lines that sled would
    // trace is looked at.
    let is_not_a_call = filter_fn(is_not_a_call).with_max_level_hint(Level::TRACE);
    Ok(EnvFilter::try_new(filter)?.and(is_not_a_call))
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

#[cfg(test)]
mod tests {
    use std::sync::{Arc, Mutex};

    use tracing_subscriber::Registry;

    use super::*;

    #[derive(Clone, Default)]
    struct Log(Arc<Mutex<Vec<u8>>>);

    impl io::Write for Log {
        fn write(&mut self, piece: &[u8]) -> io::Result<usize> {
            self.0.lock().unwrap().write(piece)
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn what_no_filter_lets_through_is_not_looked_at() {
        for (filter, least) in [("info", Level::INFO), ("warn,sled=trace", Level::TRACE)] {
            let told = told::<Registry>(filter).unwrap();
            assert_eq!(told.max_level_hint(), Some(least.into()), "{filter}");
        }
    }

    #[test]
    fn no_filter_lets_the_calls_of_tools_into_the_log() {
        for filter in ["trace", "rmcp=trace", "rmcp::service=debug,info"] {
            let log = Log::default();
            let writer = log.clone();
            let lines = fmt::layer().with_writer(move || writer.clone());
            let lines = lines.with_filter(told(filter).unwrap());
            let subscriber = tracing_subscriber::registry().with(lines);
            tracing::subscriber::with_default(subscriber, || {
                tracing::debug!(target: "rmcp::service", request = "secret", "received request");
                tracing::warn!(target: "rmcp::service", "it went wrong");
            });
            let log = String::from_utf8(log.0.lock().unwrap().clone()).unwrap();
            assert!(!log.contains("secret"), "{filter}: {log}");
            assert!(log.contains("it went wrong"), "{filter}: {log}");
        }
    }
}

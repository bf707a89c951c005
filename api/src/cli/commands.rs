//! What the program's commands do.

use std::{
    error::Error,
    io::{self, IsTerminal as _, Read as _, Write as _},
    net::{SocketAddr, TcpStream},
    path::{Path, PathBuf},
    process::ExitCode,
    time::Duration,
};

use domain::GameId;
use store::portable;

use super::{demo::Demo, play::Play, record_file::open_record};
use crate::{
    config::{Config, boxes::Boxes},
    server,
};

type Outcome = Result<(), Box<dyn Error>>;

/// Where a store is.
#[derive(Debug, clap::Args)]
pub(crate) struct Store {
    /// The directory that holds everything.
    #[arg(
        long,
        env = "CARTULARY_DATA",
        default_value = "./data",
        value_name = "DIR"
    )]
    data: PathBuf,
}

/// Serves until it is told to stop, or the store has to.
pub(crate) fn serve(config: Config) -> ExitCode {
    finish(serving(config))
}

/// Plays, and serves what was played.
pub(crate) fn demo(demo: &Demo) -> ExitCode {
    finish(demo.run())
}

/// Plays without serving.
pub(crate) fn play(play: &Play) -> ExitCode {
    finish(play.run())
}

fn finish(work: impl Future<Output = Outcome>) -> ExitCode {
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(1)
        .enable_all()
        .build();
    done(
        runtime
            .map_err(Into::into)
            .and_then(|runtime| runtime.block_on(work)),
    )
}

async fn serving(config: Config) -> Outcome {
    tracing_subscriber::fmt()
        .with_env_filter(tracing_subscriber::EnvFilter::try_new(&config.log)?)
        .with_ansi(io::stderr().is_terminal() && std::env::var_os("NO_COLOR").is_none())
        .with_writer(io::stderr)
        .init();
    if !config.listen.ip().is_loopback() {
        tracing::warn!("listening beyond this machine: put a proxy with TLS in front");
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
        return Err("the store had to stop writing: see the log, then start again".into());
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

/// Checks the record of one match.
pub(crate) fn verify(file: &Path, boxes: &Boxes) -> ExitCode {
    done((|| {
        boxes.install()?;
        let verdict = portable::verify_record(&mut open_record(file)?)?;
        write(&serde_json::to_string_pretty(&verdict)?)?;
        if let Some(sha256) = &verdict.other_box {
            tell(&format!(
                "no decision was made again: the match was played with the box {sha256}; \
                 give it with --components DIR"
            ))?;
        }
        if verdict.valid && !verdict.finished {
            tell("the record ends before the match does")?;
        }
        if verdict.valid {
            Ok(())
        } else {
            Err("the record is not what happened".into())
        }
    })())
}

/// Writes every commit.
pub(crate) fn export(store: &Store) -> ExitCode {
    done((|| {
        let commits = portable::export(&store.data, &mut io::stdout().lock())?;
        tell(&format!("{commits} commits exported"))
    })())
}

/// Reads what was exported.
pub(crate) fn import(store: &Store) -> ExitCode {
    done((|| {
        let commits = portable::import(&store.data, &mut io::stdin().lock())?;
        tell(&format!("{commits} commits imported"))?;
        tell(
            "tokens are void here: to keep them, put the file `secret` of the old directory \
             into this one before it is served",
        )
    })())
}

/// Checks a store, and says what to do.
pub(crate) fn doctor(store: &Store, boxes: &Boxes, remove_set_aside: bool) -> ExitCode {
    done((|| {
        boxes.install()?;
        let report = portable::verify_store(&store.data)?;
        write(&serde_json::to_string_pretty(&report)?)?;
        if report.problems.is_empty() {
            tell("everything is as it should be")?;
            return about_set_aside(&report, remove_set_aside);
        }
        Err(
            "stop the server, restore the directory from a backup, or export what can be \
             read and import it into a new directory"
                .into(),
        )
    })())
}

/// Removes what was set aside, or says that it can be.
fn about_set_aside(report: &portable::Report, remove: bool) -> Outcome {
    let copies = report.set_aside.len();
    if copies == 0 {
        return Ok(());
    }
    if remove {
        portable::remove_set_aside(report)?;
        return tell(&format!("{copies} copies of a damaged index removed"));
    }
    tell("nothing needs what is named in `set_aside`: --remove-set-aside removes it")
}

/// Writes a box, byte for byte.
pub(crate) fn components(game: GameId, boxes: &Boxes) -> ExitCode {
    done((|| {
        boxes.install()?;
        Ok(io::stdout()
            .lock()
            .write_all(game.components().as_bytes())?)
    })())
}

/// Asks a server how it is.
pub(crate) fn healthcheck(listen: SocketAddr) -> ExitCode {
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
            Err("the server is not well".into())
        }
    })())
}

/// Writes a text as it is.
pub(crate) fn print(text: &str) -> ExitCode {
    done(
        io::stdout()
            .lock()
            .write_all(text.as_bytes())
            .map_err(Into::into),
    )
}

fn write(line: &str) -> Outcome {
    Ok(writeln!(io::stdout().lock(), "{line}")?)
}

fn tell(line: &str) -> Outcome {
    Ok(writeln!(io::stderr().lock(), "{line}")?)
}

/// What the shell is told.
pub(crate) fn done(outcome: Outcome) -> ExitCode {
    let Err(error) = outcome else {
        return ExitCode::SUCCESS;
    };
    let io = error.downcast_ref::<io::Error>();
    if io.is_some_and(|error| error.kind() == io::ErrorKind::BrokenPipe) {
        return ExitCode::SUCCESS; // whoever reads has enough
    }
    let mut line = format!("error: {error}");
    let mut source = error.source();
    while let Some(cause) = source {
        line.push_str(&format!(": {cause}"));
        source = cause.source();
    }
    // Nobody is left to tell if standard error is closed.
    let _closed = tell(&line);
    ExitCode::FAILURE
}

//! The program: a server by default, and tools for its data.
//!
//! Data goes to standard output, messages to standard error. The exit code is 0
//! for done, 1 for failed, 2 for a command that makes no sense.

use std::process::ExitCode;

use clap::{Parser, Subcommand};
use store::embedded::Depth;

use super::{
    archive::{self, Archive},
    arrange::Arrange,
    backup::{self, Backup, Restore},
    components,
    demo::Demo,
    doctor,
    migrate::{self, Migrate},
    output::{done, finish, print},
    pager::{View, Watch},
    play::{self, Play},
    serve,
    settings::parse,
    shrink::Shrink,
    transfer, verify,
};
use crate::{
    config::{Config, boxes::Boxes},
    http::contract::schema::OPENAPI_JSON,
};

/// A server for board games: matches, replays and statistics over HTTP.
#[derive(Debug, Parser)]
#[command(name = "cartulary", version, args_conflicts_with_subcommands = true)]
struct Arguments {
    #[command(subcommand)]
    command: Option<Command>,
    #[command(flatten)]
    serve: Config,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Serve the API (the default without a command).
    Serve(Box<Config>),
    /// Play a few hundred matches between bots, then serve them for you to look at.
    Demo(Demo),
    /// Play matches between the server's own bots, and print the results.
    Play(Play),
    /// Check the record of one match, as `GET …/record` returns it. If the record ends early, what
    /// it contains is checked, and the verdict is not `finished`.
    Verify {
        /// The file, compressed or not; `-` for standard input.
        file: std::path::PathBuf,
        #[command(flatten)]
        boxes: Boxes,
    },
    /// Step through the record of a match in a pager; without a terminal, print one step.
    View(View),
    /// Step through a match on a running server, and follow it.
    Watch(Watch),
    /// Print the table of a match at a step, as the body of a new match that begins with it.
    Arrange(Arrange),
    /// Reduce the record of a failing match to the shortest that still fails. Prints a test, or a
    /// record if a command of yours decides what fails.
    Shrink(Shrink),
    /// Write every commit of a store to standard output, one JSON line each.
    Export(transfer::Store),
    /// Read from standard input what `export` wrote, and fill an empty directory with it.
    Import(transfer::Store),
    /// Move a store between a directory and a database, either way: every commit as it is. Then
    /// both are read again and compared. Run it again if it was cut short.
    Migrate(Migrate),
    /// Copy a store that no server is using into a folder of backups, only what is new. A running
    /// server makes backups itself: `--backup-to`.
    Backup(Backup),
    /// Fill a new directory with a backup, check all of it, and print where its log ends. A newer
    /// version of this program restores backups of older ones.
    Restore(Restore),
    /// Open a store that no server is using, check all of it, and say what to do.
    Doctor {
        #[command(flatten)]
        store: transfer::Store,
        #[command(flatten)]
        boxes: Boxes,
        /// If the store is sound, remove the copies of a damaged index that were set aside when the
        /// index was rebuilt.
        #[arg(long)]
        remove_set_aside: bool,
    },
    /// Look at the files that finished matches are moved to, of a store that no server is using.
    #[command(subcommand)]
    Archive(Archive),
    /// Write the box of a game to standard output, so that you can correct it and play with it.
    Components {
        /// The id of the game.
        #[arg(value_parser = play::named::<domain::GameId>)]
        game: domain::GameId,
        #[command(flatten)]
        boxes: Boxes,
    },
    /// Write the contract (`openapi.json`) to standard output.
    Openapi,
    /// Check the health of a local server; exit code 0 if it is healthy.
    Healthcheck {
        /// The address it listens on.
        #[arg(long, env = "CARTULARY_LISTEN", default_value = "127.0.0.1:8080")]
        listen: std::net::SocketAddr,
    },
    /// Print the version.
    Version,
    #[command(hide = true)]
    StoreCheck {
        dir: std::path::PathBuf,
        #[arg(long)]
        how_far: bool,
    },
}

/// Runs the command that the command line names.
pub fn run() -> ExitCode {
    let arguments: Arguments =
        parse(std::env::args_os().collect()).unwrap_or_else(|error| error.exit());
    match arguments.command {
        None => serve::run(arguments.serve),
        Some(Command::Serve(config)) => serve::run(*config),
        Some(Command::Demo(demo)) => finish(demo.run()),
        Some(Command::Play(play)) => finish(play.run()),
        Some(Command::Verify { file, boxes }) => verify::run(&file, &boxes),
        Some(Command::View(view)) => done(view.run()),
        Some(Command::Watch(watch)) => done(watch.run()),
        Some(Command::Arrange(arrange)) => done(arrange.run()),
        Some(Command::Shrink(shrink)) => done(shrink.run()),
        Some(Command::Export(store)) => transfer::export(&store),
        Some(Command::Import(store)) => transfer::import(&store),
        Some(Command::Migrate(migrate)) => migrate::run(&migrate),
        Some(Command::Backup(backup)) => backup::back_up(&backup),
        Some(Command::Restore(restore)) => backup::restore(&restore),
        Some(Command::Doctor {
            store,
            boxes,
            remove_set_aside,
        }) => doctor::run(&store, &boxes, remove_set_aside),
        Some(Command::Archive(archive)) => archive::run(&archive),
        Some(Command::Components { game, boxes }) => components::run(game, &boxes),
        Some(Command::Openapi) => print(OPENAPI_JSON),
        Some(Command::Healthcheck { listen }) => serve::healthcheck(listen),
        Some(Command::Version) => print(concat!("cartulary ", env!("CARGO_PKG_VERSION"), "\n")),
        Some(Command::StoreCheck { dir, how_far }) => {
            let depth = if how_far { Depth::HowFar } else { Depth::All };
            store::embedded::check_index(&dir, depth)
        }
    }
}

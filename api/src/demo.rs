//! `cartulary demo`: a server with something to look at.

#![expect(clippy::print_stdout, reason = "where to look is what was asked for")]

use std::net::SocketAddr;

use clap::Args;
use domain::{BySeat, GameId, bots::Bot};
use store::MatchId;

use crate::{
    arena::{self, Lineup},
    boxes::Boxes,
    config::Config,
    server::{self, Running, StartError},
    wire,
};

/// Play a few hundred matches of every game on a temporary store, then serve them.
#[derive(Args, Debug)]
pub struct Demo {
    /// At most this many matches of each game.
    #[arg(long, default_value_t = 300)]
    matches: usize,
    /// Whose boxes are played with.
    #[command(flatten)]
    boxes: Boxes,
}

/// How many tables of which size, the widest first: it takes longest.
const TABLES: &[(u8, usize)] = &[
    (100, 1),
    (12, 6),
    (6, 20),
    (4, 60),
    (3, 60),
    (2, 110),
    (1, 43),
];

impl Demo {
    /// Plays, prints where to look, and serves until Ctrl-C.
    ///
    /// # Errors
    ///
    /// Why it cannot.
    pub async fn run(&self) -> Result<(), Box<dyn std::error::Error>> {
        self.boxes.install()?;
        let folder = tempfile::tempdir()?;
        let server = start(folder.path()).await?;
        for &game in GameId::ALL {
            let tables = tables(game);
            let every = tables.len().div_ceil(self.matches.max(1)).max(1);
            let tables = tables.into_iter().step_by(every).collect();
            let arena = arena::play_all(&server.store, &wire::name(&game), tables).await?;
            println!(
                "\n{}: {} matches played",
                game.info().title,
                arena.played.len()
            );
            print!("{}", arena.tally.table());
            let replay = arena.played.last().expect("every game has tables");
            println!("{}", replay_of(&server, *replay).await?);
        }
        println!("{}", signpost(&server));
        tokio::signal::ctrl_c().await?;
        server.stop().await;
        Ok(())
    }
}

/// On the usual port if it is free, else on any.
async fn start(folder: &std::path::Path) -> Result<Running, StartError> {
    let at = |port| Config::new(folder, SocketAddr::from(([127, 0, 0, 1], port)));
    match server::spawn(at(8080)).await {
        Err(StartError::Listen { .. }) => server::spawn(at(0)).await,
        started => started,
    }
}

/// The tables of the demo: bots by turns, and each seat has every bot.
fn tables(game: GameId) -> Vec<Lineup> {
    let players = game.info().players;
    let sizes = TABLES.iter().filter(|(seats, _)| players.contains(seats));
    let each = sizes.flat_map(|&(seats, times)| (0..times).map(move |nth| (seats, nth)));
    each.map(|(seats, nth)| Lineup {
        options: game.default_options(),
        bots: BySeat::new(seats, |seat| {
            Bot::ALL[(usize::from(seat.0) + nth) % Bot::ALL.len()]
        }),
        seed: None,
    })
    .collect()
}

/// Where one match can be looked at, its last step as text.
async fn replay_of(server: &Running, id: MatchId) -> Result<String, store::RequestError> {
    let now = server.store.matches.current(id).await?;
    let (last, middle) = (now.version(), now.version() / 2);
    let at = format!("/v1/matches/{id}");
    Ok(format!(
        "  replay a match, step by step:\n    {}\n    {}\n    {}",
        server.url(&format!("{at}/steps/{middle}")),
        server.url(&format!("{at}/view?step={middle}&format=text")),
        server.url(&format!("{at}/view?step={last}&format=text")),
    ))
}

fn signpost(server: &Running) -> String {
    format!(
        "\nThe documentation: {}\nThe API:           {}\nThe matches:       {}\n\nStop with Ctrl-C.",
        server.url("/docs/"),
        server.url("/v1/games"),
        server.url("/v1/matches"),
    )
}

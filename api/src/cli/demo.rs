//! `cartulary demo`: a server with something to look at.

#![expect(clippy::print_stdout, reason = "where to look is what was asked for")]

use std::net::SocketAddr;

use clap::Args;
use domain::{BySeat, GameId, bots::Bot};
use futures_util::future::try_join_all;
use indicatif::MultiProgress;
use store::{
    Asker, BatchId, MatchId, Plan, RequestError, Visibility,
    batches::Dealing,
    statistics::{Filter, Slice},
};

use crate::{
    cli::arena,
    config::{Config, boxes::Boxes},
    server::{self, Running, StartError},
    wire::{self, BatchReport},
};

/// Play a few hundred matches of every game in a temporary store, then serve them.
#[derive(Args, Debug)]
pub(crate) struct Demo {
    /// The most matches to play of each game.
    #[arg(long, default_value_t = 300)]
    matches: u32,
    /// The address to listen on. Default: 127.0.0.1:8080 if it is free, otherwise any port.
    #[arg(long, env = "CARTULARY_LISTEN", value_name = "ADDRESS")]
    listen: Option<SocketAddr>,
    /// The boxes of components to use.
    #[command(flatten)]
    boxes: Boxes,
}

/// How many tables of which size, the widest first: it takes longest.
const TABLES: &[(u8, u32)] = &[
    (100, 1),
    (12, 6),
    (6, 20),
    (4, 60),
    (3, 60),
    (2, 110),
    (1, 43),
];

impl Demo {
    /// Prints where to look, plays, and serves until Ctrl-C.
    ///
    /// # Errors
    ///
    /// Why it cannot.
    pub(crate) async fn run(&self) -> Result<(), Box<dyn std::error::Error>> {
        self.boxes.install()?;
        let folder = tempfile::tempdir()?;
        let server = start(folder.path(), self.listen).await?;
        println!("{}", signpost(&server));
        // All at once: who looks at the first page sees every game.
        let bars = MultiProgress::new();
        let games = GameId::ALL.iter();
        try_join_all(games.map(|&game| self.play(&server, game, &bars))).await?;
        println!("\nAll matches have been played. Stop with Ctrl-C.");
        tokio::signal::ctrl_c().await?;
        server.stop().await;
        Ok(())
    }

    /// Plays the matches of a game, and prints what came of them.
    async fn play(
        &self,
        server: &Running,
        game: GameId,
        bars: &MultiProgress,
    ) -> Result<(), RequestError> {
        let mut reports = Vec::new();
        for plan in plans(game, self.matches) {
            reports.push(play(server, plan, bars).await?);
        }
        let played: u64 = reports.iter().map(|it| it.progress.played).sum();
        let replay = match reports.last() {
            Some(last) => replay_of(server, game, last.batch.id).await?,
            None => String::new(),
        };
        bars.suspend(|| {
            println!("\n{}: {played} matches played", game.info().title);
            println!("{}{replay}", arena::table(&reports));
        });
        Ok(())
    }
}

/// Where it is wanted; else on the usual port if it is free, and on any if not.
async fn start(
    folder: &std::path::Path,
    wanted: Option<SocketAddr>,
) -> Result<Running, StartError> {
    let at = |port| SocketAddr::from(([127, 0, 0, 1], port));
    let config = |listen| Config::new(folder, listen);
    match server::spawn(config(wanted.unwrap_or(at(8080)))).await {
        Err(StartError::Listen { .. }) if wanted.is_none() => server::spawn(config(at(0))).await,
        started => started,
    }
}

/// What the demo plays of a game, at most so many matches: bots by turns, so that each
/// seat has every bot.
fn plans(game: GameId, most: u32) -> Vec<Plan> {
    let players = game.info().players;
    let sizes = TABLES.iter().filter(|(seats, _)| players.contains(seats));
    let all: u32 = sizes.clone().map(|(_, times)| times).sum();
    let mut left = most;
    let plan = |&(seats, times): &(u8, u32)| {
        let deals = (times * most.min(all)).div_ceil(all).min(left);
        left -= deals;
        let turns = 0..Bot::ALL.len();
        let line_up =
            |first| BySeat::new(seats, |seat| by_turns(first + usize::from(seat.0)).into());
        Plan {
            options: game.default_options(),
            line_ups: turns.map(line_up).collect(),
            deals,
            dealing: Dealing::Own,
            stop: None,
            arranged: None,
            settings: Box::default(),
        }
    };
    let plans: Vec<Plan> = sizes.map(plan).collect();
    plans.into_iter().filter(|plan| plan.deals > 0).collect()
}

fn by_turns(nth: usize) -> Bot {
    Bot::ALL[nth % Bot::ALL.len()]
}

async fn play(
    server: &Running,
    plan: Plan,
    bars: &MultiProgress,
) -> Result<BatchReport, RequestError> {
    let store = &server.store;
    let title = wire::name(&plan.options.game());
    let planned = store.batches.plan(&Asker::Server, plan, None, None).await?;
    let report = arena::follow(store, planned.batch.id, &title, bars).await?;
    Ok(report)
}

/// Where one match can be looked at, its last step as text.
async fn replay_of(server: &Running, game: GameId, batch: BatchId) -> Result<String, RequestError> {
    let slice = Slice {
        game,
        filters: vec![Filter::is_in("batch", &[&batch.to_string()])],
        with_private: Visibility::Public,
        still_closed: Vec::new(),
    };
    let counted = server.store.statistics.matches(&slice, 0, 1);
    let matches: Vec<MatchId> = counted.expect("every match may have a batch").matches;
    let id = *matches.first().expect("it was played");
    let now = server.store.matches.current(id).await?;
    let (last, middle) = (now.version(), now.version() / 2);
    Ok(format!(
        "  replay a match, step by step:\n    {}\n    {}\n    {}",
        server.url(&format!("/matches/{id}?step={middle}")),
        server.url(&format!("/v1/matches/{id}/steps/{middle}")),
        server.url(&format!("/v1/matches/{id}/view?step={last}&format=text")),
    ))
}

fn signpost(server: &Running) -> String {
    format!(
        "The matches:       {}\nThe documentation: {}\nThe API:           {}\nThe batches:       {}\n\nIts matches are being played. Stop with Ctrl-C.",
        server.url("/"),
        server.url("/docs/"),
        server.url("/v1/games"),
        server.url("/v1/batches"),
    )
}

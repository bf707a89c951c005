//! `cartulary arrange`: the table of a match at a step, as a match that begins with it.

use std::{error::Error, io::Write as _, path::Path};

use clap::Args;
use domain::{
    Refused, Seed,
    matches::{Arrangement, Match, MatchEvent},
};
use reqwest::Client;
use serde::Serialize;
use serde_json::Value;
use store::{Commit, MatchId, portable};

use crate::{cli::record_file::open_record, config::boxes::Boxes, wire};

/// Print the table of a finished match, as the body for `POST /v1/matches`.
#[derive(Args, Debug)]
pub(crate) struct Arrange {
    /// The record, as `GET …/record` returns it, compressed or not; `-` for standard input. Or the
    /// id of a match on a running server.
    from: String,
    /// The step after which to take the table: one that `GET …/replay` calls `settled`. Default:
    /// the table as it was set up.
    #[arg(long)]
    step: Option<u32>,
    /// The address of the server, if you name a match.
    #[arg(long, default_value = "http://127.0.0.1:8080")]
    url: String,
    /// The token of a player or seat, or a watch token, if the match is private.
    #[arg(long, env = "CARTULARY_TOKEN", hide_env_values = true)]
    token: Option<String>,
    #[command(flatten)]
    boxes: Boxes,
}

/// A match that begins with this table.
#[derive(Debug, Serialize)]
struct Body {
    game: String,
    options: Value,
    seats: u8,
    seed: Seed,
    arranged: Arrangement,
}

type Outcome<T> = Result<T, Box<dyn Error>>;

impl Arrange {
    /// Prints the match to standard output.
    ///
    /// # Errors
    ///
    /// The reason why there is no such table.
    pub(crate) fn run(&self) -> Outcome<()> {
        self.boxes.install()?;
        let commits = match self.from.parse::<MatchId>() {
            Ok(id) => portable::read_record(&mut &self.fetched(id)?[..])?,
            Err(_) => portable::read_record(&mut open_record(Path::new(&self.from))?)?,
        };
        let body = serde_json::to_string(&body(&commits, self.step)?)?;
        Ok(writeln!(std::io::stdout(), "{body}")?)
    }

    fn fetched(&self, id: MatchId) -> Outcome<Vec<u8>> {
        let runtime = tokio::runtime::Builder::new_current_thread()
            .enable_all()
            .build()?;
        let url = format!("{}/v1/matches/{id}/record", self.url.trim_end_matches('/'));
        let mut request = Client::new().get(url);
        if let Some(token) = &self.token {
            request = request.bearer_auth(token);
        }
        runtime.block_on(async {
            let response = request.send().await?.error_for_status()?;
            Ok(response.bytes().await?.to_vec())
        })
    }
}

fn body(commits: &[Commit<MatchEvent>], step: Option<u32>) -> Outcome<Body> {
    if !commits.iter().all(Commit::is_whole) {
        return Err(
            "the private parts are withheld: fetch the record once the match is over".into(),
        );
    }
    let events: Vec<&MatchEvent> = commits.iter().flat_map(|it| &it.events).collect();
    let step = step.map(|step| settled(commits, step)).transpose()?;
    let until = &events[..step.unwrap_or(events.len())];
    let game = Match::fold(until.iter().copied()).ok_or("the record has no steps")?;
    game.terms
        .check_components()
        .map_err(|refused| refused.reason)?;
    let arranged = match step {
        None => set_up(&events)?,
        Some(_) => playing(&game)?,
    };
    let options = serde_json::to_value(&game.terms.options)?;
    Ok(Body {
        game: wire::name(&game.terms.options.game()),
        options: options["options"].clone(),
        seats: game.seats(),
        seed: game.dice().seed(),
        arranged,
    })
}

/// The step, if it is the last of what some request caused.
fn settled(commits: &[Commit<MatchEvent>], step: u32) -> Outcome<usize> {
    let mut ends = commits.iter().map(|commit| commit.line.tip().version);
    match ends.find(|end| *end >= step) {
        Some(end) if end == step => Ok(usize::try_from(step)?),
        Some(end) => Err(format!(
            "step {step} is not settled: it is in the middle of what one command caused; use step \
             {end}, where that ends"
        )
        .into()),
        None => Err(format!("the record has no step {step}").into()),
    }
}

fn set_up(events: &[&MatchEvent]) -> Outcome<Arrangement> {
    let setup = events.iter().find_map(|event| {
        let MatchEvent::Started { setup, .. } = event else {
            return None;
        };
        Some(setup.clone())
    });
    let setup = setup.ok_or("the match began in the middle of play: name a step")?;
    Ok(Arrangement::Setup(Box::new(setup)))
}

fn playing(game: &Match) -> Outcome<Arrangement> {
    let table = game.table().ok_or(Refused::NotStarted)?;
    if table.is_over() {
        return Err(Refused::Over.into());
    }
    Ok(Arrangement::State(Box::new(table.state.clone())))
}

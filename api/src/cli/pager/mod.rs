//! A match in the terminal, stepped through like a text in a pager.

mod file;
mod keys;
mod page;
mod screen;
mod server;

use std::{
    error::Error,
    io::{IsTerminal as _, Write as _},
    path::PathBuf,
};

use clap::Args;
use domain::Seat;

use self::{file::FromFile, server::FromServer};

type Outcome<T> = Result<T, Box<dyn Error>>;

/// Step through the record of a match in the terminal.
#[derive(Args, Debug)]
pub(crate) struct View {
    /// The record, as `GET …/record` returns it.
    file: PathBuf,
    /// Write the match into this file instead: one page that any browser plays without a server.
    /// Players are called by their seats, because a record names nobody.
    #[arg(long, value_name = "PAGE", conflicts_with = "step")]
    html: Option<PathBuf>,
    #[command(flatten)]
    place: Place,
}

/// Step through a match on a running server in the terminal, and follow it.
#[derive(Args, Debug)]
pub(crate) struct Watch {
    /// The id of the match.
    id: store::MatchId,
    /// The address of the server.
    #[arg(long, default_value = "http://127.0.0.1:8080")]
    url: String,
    /// The token of a player or seat, or a watch token.
    #[arg(long, env = "CARTULARY_TOKEN", hide_env_values = true)]
    token: Option<String>,
    /// The seat whose view to show.
    #[arg(long)]
    seat: Option<u8>,
    #[command(flatten)]
    place: Place,
}

/// Where to begin.
#[derive(Args, Clone, Copy, Debug)]
struct Place {
    /// Begin at this step instead of the last. Without a terminal, print it.
    #[arg(long)]
    step: Option<u32>,
}

/// A match that can be opened at any step.
trait Book {
    /// The last step there is.
    fn last(&self) -> u32;

    /// The steps worth jumping to, ascending.
    fn landmarks(&self) -> &[u32];

    /// What is on a step's page.
    fn page(&mut self, step: u32) -> Outcome<Page>;

    /// Looks whether there are new steps.
    fn refresh(&mut self) -> Outcome<()>;
}

/// What is to be read of one step.
#[derive(Clone, Debug)]
struct Page {
    /// Where this is, in a line.
    title: String,
    /// The table.
    board: String,
    /// The score sheets, line by line.
    scores: String,
}

impl View {
    /// Shows it until it is closed, or prints a step.
    ///
    /// # Errors
    ///
    /// Why it cannot be read.
    pub(crate) fn run(&self) -> Outcome<()> {
        match &self.html {
            Some(page) => page::write(&self.file, page),
            None => open(&mut FromFile::open(&self.file)?, self.place),
        }
    }
}

impl Watch {
    /// Shows it until it is closed, or prints a step.
    ///
    /// # Errors
    ///
    /// Why it cannot be read.
    pub(crate) fn run(&self) -> Outcome<()> {
        let seat = self.seat.map(Seat);
        let mut book = FromServer::open(&self.url, self.id, self.token.clone(), seat)?;
        open(&mut book, self.place)
    }
}

fn open(book: &mut dyn Book, place: Place) -> Outcome<()> {
    let step = place.step.unwrap_or(book.last());
    if step > book.last() {
        return Err(format!("the match has only {} steps", book.last()).into());
    }
    if std::io::stdout().is_terminal() && std::io::stdin().is_terminal() {
        screen::read(book, step)
    } else {
        let Page {
            title,
            board,
            scores,
        } = book.page(step)?;
        Ok(writeln!(std::io::stdout(), "{title}\n\n{board}\n{scores}")?)
    }
}

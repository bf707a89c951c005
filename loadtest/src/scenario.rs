//! What is played: many matches at once, a random legal bot on every seat.

use std::{collections::BTreeMap, sync::Arc, time::Duration};

use domain::{Command, GameId, Seat, cast};
use futures_util::{
    StreamExt as _,
    future::{try_join, try_join_all},
    stream,
};
use serde_json::Value;

use crate::{
    client::{CallError, Client, Legal, Opening, SeatWanted},
    report::Report,
};

/// What to play.
#[derive(Clone, Debug)]
pub struct Plan {
    /// How many matches.
    pub matches: u32,
    /// How many of them at a time.
    pub at_once: usize,
    /// Which games, in turn.
    pub games: Vec<GameId>,
    /// Which table sizes, in turn. Where a game does not seat that many, as near
    /// as it does.
    pub seats: Vec<u8>,
    /// How the bots play.
    pub style: Style,
    /// What the hosts settle beyond game and seats, as it is sent.
    pub settings: Value,
    /// Whether somebody without a seat follows each match on its stream of events.
    pub watched: bool,
    /// A match that takes longer is stuck.
    pub patience: Duration,
}

/// How the bots play: at random, but for this.
#[derive(Clone, Debug, Default)]
pub struct Style {
    /// How long each decision is thought about at most.
    pub think: Duration,
    /// A command with this word in it is played before any other.
    pub favor: Option<String>,
}

/// A match that was played.
#[derive(Clone, Debug)]
pub struct Played {
    /// Its id.
    pub id: String,
    /// Which game.
    pub game: GameId,
    /// How many sat down.
    pub seats: usize,
    /// How many events came on its stream, if it was watched.
    pub events: Option<u32>,
    /// The last command that was played: what a ceiling is measured with.
    pub last: Command,
}

/// A match that went wrong.
#[derive(Debug, thiserror::Error)]
pub enum Failure {
    /// A call failed.
    #[error(transparent)]
    Call(#[from] CallError),
    /// It was not over in time.
    #[error("{game:?} of {seats} is stuck")]
    Stuck {
        /// Which game.
        game: GameId,
        /// How many sit there.
        seats: usize,
    },
    /// It was played, and does not hold.
    #[error("{id} does not verify: {reason}")]
    Unverified {
        /// Which match.
        id: String,
        /// Why not.
        reason: String,
    },
}

/// What a run came to.
#[derive(Debug, Default)]
pub struct Outcome {
    /// Matches played to their end and found true.
    pub played: Vec<Played>,
    /// The others.
    pub failures: Vec<Failure>,
}

impl Failure {
    /// The problem's stable code, or what takes its place.
    pub fn code(&self) -> &str {
        match self {
            Failure::Call(error) => error.code(),
            Failure::Stuck { .. } => "stuck",
            Failure::Unverified { .. } => "unverified",
        }
    }
}

impl Outcome {
    /// How many matches went wrong, by why.
    pub fn errors(&self) -> BTreeMap<&str, u32> {
        let mut errors = BTreeMap::new();
        for failure in &self.failures {
            *errors.entry(failure.code()).or_default() += 1;
        }
        errors
    }
}

impl Plan {
    /// The table of the nth match.
    fn table(&self, nth: u32) -> (GameId, u8) {
        let nth = cast::<usize>(nth);
        let game = self.games[nth % self.games.len()];
        let seats = self.seats[nth / self.games.len() % self.seats.len()];
        let players = game.info().players;
        (game, seats.clamp(*players.start(), *players.end()))
    }

    /// The most who sit at one table.
    fn widest(&self) -> u8 {
        let seats = (0..self.matches).map(|nth| self.table(nth).1);
        seats.max().unwrap_or_default()
    }
}

/// Plays the whole plan, and verifies every match of it.
///
/// # Errors
///
/// If the players could not be registered. What goes wrong in a match is in the
/// outcome.
pub async fn run(plan: &Plan, client: &Client, report: &Arc<Report>) -> Result<Outcome, CallError> {
    let client = client.with_sample(plan.style.sample());
    let players = register(&client, plan.widest()).await?;
    let tables = (0..plan.matches).map(|nth| {
        let (game, seats) = plan.table(nth);
        let table = Table {
            game,
            players: players[..usize::from(seats)].to_vec(),
            style: plan.style.clone(),
            settings: plan.settings.clone(),
            watched: plan.watched,
            report: Arc::clone(report),
        };
        let (report, patience) = (Arc::clone(report), plan.patience);
        async move {
            let result = tokio::spawn(table.play_within(patience)).await;
            report.finished_match();
            result.expect("a bot does not panic")
        }
    });
    let mut outcome = Outcome::default();
    let mut results = stream::iter(tables).buffer_unordered(plan.at_once);
    while let Some(result) = results.next().await {
        match result {
            Ok(played) => outcome.played.push(played),
            Err(failure) => outcome.failures.push(failure),
        }
    }
    Ok(outcome)
}

/// Players for one table; they sit at every other, too.
async fn register(client: &Client, players: u8) -> Result<Vec<Client>, CallError> {
    let mut registered = Vec::new();
    for nth in 0..players {
        let player = client.register(&format!("load {nth}")).await?;
        registered.push(client.with_token(&player.token));
    }
    Ok(registered)
}

/// One table, before it is played at.
struct Table {
    game: GameId,
    players: Vec<Client>,
    style: Style,
    settings: Value,
    watched: bool,
    report: Arc<Report>,
}

impl Table {
    async fn play_within(self, patience: Duration) -> Result<Played, Failure> {
        let stuck = Failure::Stuck {
            game: self.game,
            seats: self.players.len(),
        };
        let played = tokio::time::timeout(patience, self.play()).await;
        played.unwrap_or(Err(stuck))
    }

    async fn play(self) -> Result<Played, Failure> {
        let id = self.sit_down().await?;
        let seats = self.seated();
        let seats = seats.map(|(seat, player)| self.play_seat(player, &id, seat));
        let (mut played, events) = try_join(try_join_all(seats), self.watch(&id)).await?;
        let host = &self.players[0];
        let verified = host.verify(&id).await?;
        if !verified.valid {
            let reason = verified.divergence.unwrap_or_default().to_string();
            return Err(Failure::Unverified { id, reason });
        }
        Ok(Played {
            id,
            game: self.game,
            seats: self.players.len(),
            events,
            last: played.swap_remove(0),
        })
    }

    /// Follows the match without a seat, if somebody shall.
    async fn watch(&self, id: &str) -> Result<Option<u32>, CallError> {
        if !self.watched {
            return Ok(None);
        }
        self.players[0].follow(id).await.map(Some)
    }

    /// Opens the match, and takes every seat: its id.
    async fn sit_down(&self) -> Result<String, CallError> {
        let mut wanted = vec![SeatWanted::Open; self.players.len()];
        wanted[0] = SeatWanted::Me;
        let opening = Opening {
            game: self.game,
            seats: wanted,
            seed: None,
            settings: self.settings.clone(),
        };
        let opened = self.players[0].open(&opening).await?;
        for (seat, player) in self.seated().skip(1) {
            player.join(&opened.id, seat).await?;
        }
        Ok(opened.id)
    }

    fn seated(&self) -> impl Iterator<Item = (Seat, &Client)> {
        (0..).map(Seat).zip(&self.players)
    }

    /// Decides for one seat until the match is over: its last command.
    async fn play_seat(&self, player: &Client, id: &str, seat: Seat) -> Result<Command, CallError> {
        let mut last = None;
        let mut overtaken = 0;
        let mut due = player.due(id, seat).await?;
        while let Some(owed) = due {
            let Chosen { command, favored } = self.style.choose(owed.legal);
            self.style.think().await;
            due = match player.decide(id, seat, owed.decision, &command).await {
                Ok(made) => {
                    last = Some(command);
                    favored
                        .into_iter()
                        .for_each(|kind| self.report.favored(kind));
                    match made.next {
                        None if !made.over => player.due(id, seat).await?,
                        next => next,
                    }
                }
                // Another seat acted between offer and decision.
                Err(refused) if refused.is_overtaken() && overtaken < OVERTAKEN_MAX => {
                    overtaken += 1;
                    self.report.overtaken();
                    player.due(id, seat).await?
                }
                Err(error) => return Err(error),
            };
        }
        Ok(last.expect("every game asks every seat for a decision"))
    }
}

/// More often than this nobody is overtaken in one match; something is wrong then.
const OVERTAKEN_MAX: u32 = 200;

/// More legal commands than any decision has that is favored among.
const ALL_LEGAL: u32 = 5000;

/// A command to play, and its type if it is a favored one.
struct Chosen {
    command: Command,
    favored: Option<String>,
}

impl Style {
    /// How many legal commands it chooses from.
    fn sample(&self) -> u32 {
        if self.favor.is_some() { ALL_LEGAL } else { 1 }
    }

    /// A favored command, or the first: they come in random order.
    fn choose(&self, mut legal: Vec<Legal>) -> Chosen {
        let word = self.favor.as_deref();
        let is_favored = |it: &Legal| word.is_some_and(|word| written(&it.command).contains(word));
        let found = legal.iter().position(is_favored);
        let command = legal.swap_remove(found.unwrap_or(0)).command;
        Chosen {
            favored: found.map(|_| kind(&command)),
            command,
        }
    }

    /// Lets some time pass, at random.
    async fn think(&self) {
        let random = getrandom::u32().expect("the system has entropy");
        let part = self.think / u32::from(u16::MAX) * (random & u32::from(u16::MAX));
        if !part.is_zero() {
            tokio::time::sleep(part).await;
        }
    }
}

fn written(command: &Command) -> String {
    serde_json::to_string(command).expect("a command is JSON")
}

/// The type of a command.
fn kind(command: &Command) -> String {
    let command = serde_json::to_value(command).expect("a command is JSON");
    let kind = command.pointer("/command/type").and_then(|it| it.as_str());
    kind.unwrap_or_default().to_owned()
}

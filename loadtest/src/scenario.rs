//! What is played: many matches at once, a random legal bot on every seat.

use std::{collections::BTreeMap, sync::Arc, time::Duration};

use cartulary_client::{CallError, Client, Legal, Method, Opening, SeatWanted};
use domain::{Command, GameId, cast};
use futures_util::{
    StreamExt as _,
    future::{try_join, try_join_all},
    stream,
};
use serde_json::{Map, Value};

use crate::report::Report;

/// The version that the players of a load test have.
pub const VERSION: &str = concat!("loadtest ", env!("CARGO_PKG_VERSION"));

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
    /// What hosts choose beyond game and seats: other fields of `POST /v1/matches`.
    pub settings: Map<String, Value>,
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

/// Plays the whole plan, and then verifies every match of it.
///
/// # Errors
///
/// If the server could not be asked for its limits, or players could not be registered. What goes
/// wrong in a match is in the outcome.
pub async fn run(plan: &Plan, client: &Client, report: &Arc<Report>) -> Result<Outcome, CallError> {
    let client = client.with_ask(&format!("sample={}", plan.style.sample()));
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
    let results = stream::iter(tables).buffer_unordered(plan.at_once);
    let results: Vec<_> = results.collect().await;
    report.close();
    let checks = results.into_iter().map(async |result| match result {
        Ok(played) => verified(&players[0], played).await,
        failure => failure,
    });
    let checks = stream::iter(checks).buffer_unordered(checks_at_once(&client).await?);
    let results: Vec<_> = checks.collect().await;
    let mut outcome = Outcome::default();
    for result in results {
        match result {
            Ok(played) => outcome.played.push(played),
            Err(failure) => outcome.failures.push(failure),
        }
    }
    Ok(outcome)
}

/// How many checks of matches the server lets one address ask for at a time.
// Who asks for more is refused: a check is a heavy look, and play has priority over those.
async fn checks_at_once(client: &Client) -> Result<usize, CallError> {
    let none: Option<&()> = None;
    let version = client.send("version", Method::GET, "/version", none);
    let version: Value = serde_json::from_slice(&version.await?).unwrap_or_default();
    let looks = |name| version.pointer("/limits/at_once")?.get(name)?.as_u64();
    let allowed = looks("looks_of_one").or(looks("looks")).unwrap_or(1);
    Ok(usize::try_from(allowed.max(1)).unwrap_or(usize::MAX))
}

/// A match, if its record holds.
async fn verified(client: &Client, played: Played) -> Result<Played, Failure> {
    let verified = client.verify(&played.id).await?;
    if verified.valid {
        return Ok(played);
    }
    Err(Failure::Unverified {
        id: played.id,
        reason: verified.divergence.unwrap_or_default().to_string(),
    })
}

/// Players for one table; they sit at every other, too.
async fn register(client: &Client, players: u8) -> Result<Vec<Client>, CallError> {
    let mut registered = Vec::new();
    for nth in 0..players {
        let player = client.register(&format!("load {nth}"), VERSION).await?;
        registered.push(client.with_token(&player.token));
    }
    Ok(registered)
}

/// One table, before it is played at.
struct Table {
    game: GameId,
    players: Vec<Client>,
    style: Style,
    settings: Map<String, Value>,
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
        Ok(Played {
            id,
            game: self.game,
            seats: self.players.len(),
            events,
            last: played.swap_remove(0),
        })
    }

    /// Follows the match from its first event to its last, if somebody shall: how many came.
    async fn watch(&self, id: &str) -> Result<Option<u32>, CallError> {
        if !self.watched {
            return Ok(None);
        }
        let (mut events, mut last) = (self.players[0].follow(id, None, 0), 0);
        while let Some(event) = events.next().await? {
            last = event.step;
        }
        Ok(Some(last))
    }

    /// Opens the match, and takes every seat: its id.
    async fn sit_down(&self) -> Result<String, CallError> {
        let mut wanted = vec![SeatWanted::Open; self.players.len()];
        wanted[0] = SeatWanted::Me;
        let mut opening = Opening::new(&name(self.game), wanted);
        opening.settings = self.settings.clone();
        let opened = self.players[0].open(&opening).await?;
        for (seat, player) in self.seated().skip(1) {
            player.join(&opened.id, seat).await?;
        }
        Ok(opened.id)
    }

    fn seated(&self) -> impl Iterator<Item = (u8, &Client)> {
        (0..).zip(&self.players)
    }

    /// Decides for one seat until the match is over: its last command.
    async fn play_seat(&self, player: &Client, id: &str, seat: u8) -> Result<Command, CallError> {
        let mut last = None;
        let mut overtaken = 0;
        let mut due = player.due(id, seat).await?;
        while let Some(owed) = due {
            let Chosen { command, favored } = self.style.choose(owed.legal.unwrap_or_default());
            self.style.think().await;
            due = match player.decide(id, seat, owed.decision, &command).await {
                Ok(made) => {
                    self.report.decided();
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
                Err(refused) if refused.is_closed() && overtaken < OVERTAKEN_MAX => {
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
        let is_favored = |it: &Legal| word.is_some_and(|word| it.command.get().contains(word));
        let found = legal.iter().position(is_favored);
        let command = legal.swap_remove(found.unwrap_or(0)).command;
        let command = serde_json::from_str(command.get()).expect("a legal command is a command");
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

/// A game's name on the wire.
pub fn name(game: GameId) -> String {
    let game = serde_json::to_value(game).expect("a game is JSON");
    game.as_str().expect("a game is a word").to_owned()
}

/// The type of a command.
fn kind(command: &Command) -> String {
    let command = serde_json::to_value(command).expect("a command is JSON");
    let kind = command.pointer("/command/type").and_then(|it| it.as_str());
    kind.unwrap_or_default().to_owned()
}

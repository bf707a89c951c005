//! The lobby: every match with who sits where, the newest first.

use domain::{
    BySeat, GameId, Options, Seat, Seats, Seed,
    bots::Bot,
    matches::{Clock, EventKind, MatchEvent, Occupant, Place, PlayerId, Terms},
};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use store_log::{
    DealId,
    embedded::rows::Rows,
    error::StoreError,
    id::{MatchId, Position, StreamId, Version},
    projection::{Page, Projection, ProjectionTable, keyed, sample_of_each},
    record::{Kinds, Line},
    time::Timestamp,
};

/// How far a match has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Status {
    /// Seats are being taken.
    Open,
    /// Decisions are being made.
    Running,
    /// It is over.
    Finished,
}

/// A match in the list of matches.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct LobbyRow {
    /// The id of the match.
    pub id: MatchId,
    /// The game it plays.
    pub game: GameId,
    /// The game and its options.
    pub options: Options,
    /// SHA-256 of the component file it is played with, in hexadecimal.
    #[schema(min_length = 64, max_length = 64)]
    pub components: String,
    /// The deal that was played. `null` until the match is over: others may have finished the same
    /// deal, and what they saw would reveal what is to come.
    pub deal: Option<DealId>,
    /// The player who opened it.
    pub host: PlayerId,
    /// How far the match has come.
    pub status: Status,
    /// Who may take which seat.
    pub places: BySeat<Place>,
    /// Who has taken which seat.
    pub seated: BySeat<Option<Occupant>>,
    /// How many events have happened in the match. Of a running match with a `spectator_delay`: how
    /// many had happened when it started.
    pub version: Version,
    /// When it was opened.
    pub created_at: Timestamp,
    /// When its last event happened. Of a running match with a `spectator_delay`: when it started.
    pub updated_at: Timestamp,
    /// Whether nothing is hidden from anyone.
    pub open_hands: bool,
    /// Whether only its players and holders of its watch token may see it.
    pub private: bool,
    /// The time that each seat has to think. Left out where time is unlimited.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clock: Option<Clock>,
    /// The milliseconds without any event after which the match is ended as abandoned. Left out
    /// where it never is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub abandon_after_ms: Option<u64>,
    /// The seats that have forfeited the match.
    pub forfeited: Seats,
    /// Whether it was played elsewhere and its record was imported here: the record proves that the
    /// rules were kept, but not who decided. If it is not over, only part of it was imported, and
    /// it cannot be played here.
    pub imported: bool,
}

/// Which matches are asked for. Empty: all.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LobbyFilter {
    /// Only matches of this game.
    pub game: Option<GameId>,
    /// Only matches with this status.
    pub status: Option<Status>,
    /// In which this player sits, or which they opened.
    pub player: Option<PlayerId>,
    /// Also those that are private.
    pub with_private: Visibility,
}

/// Whether private matches are listed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Visibility {
    /// Public matches only.
    #[default]
    Public,
    /// All matches.
    All,
}

/// The list of matches.
#[derive(Clone, Debug)]
pub struct Lobby(pub(crate) ProjectionTable<LobbyTable>);

/// What makes the list. Keys: `m` match -> where it was opened, and whether it lags; `r`
/// position -> its row; `v` position -> how far it has come; and for finding, `s`
/// status position, `p` player position.
#[derive(Debug)]
pub(crate) struct LobbyTable;

/// Where a match was opened, and whether its host asked that spectators be behind: then the
/// list says nothing of its progress between start and end.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
struct Begun(Position, bool);

/// How far a match has come: written at every commit, so it is small.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
struct Progress(Version, Timestamp);

impl Lobby {
    /// At most `limit` matches, the newest first, after a page's `next`.
    ///
    /// # Errors
    ///
    /// If the list cannot be read.
    pub fn list(
        &self,
        filter: &LobbyFilter,
        after: Option<Position>,
        limit: usize,
    ) -> Result<Page<LobbyRow>, StoreError> {
        let prefix = match (&filter.player, filter.status) {
            (Some(player), _) => player_prefix(player),
            (None, Some(status)) => vec![b's', status.code()],
            (None, None) => vec![b'r'],
        };
        let row = |position| {
            let row = self.row(position)?;
            Ok(row.filter(|row| filter.shows(row)))
        };
        self.0.page(&prefix, after, limit, row)
    }

    /// One match.
    ///
    /// # Errors
    ///
    /// If the list cannot be read.
    pub fn get(&self, id: MatchId) -> Result<Option<LobbyRow>, StoreError> {
        let begun: Option<Begun> = self.0.get(&match_key(id))?;
        begun.map_or(Ok(None), |Begun(position, _)| self.row(position))
    }

    /// Waits until the list has read the log up to a position.
    ///
    /// # Errors
    ///
    /// If it never will.
    pub async fn at_least(&self, position: Position) -> Result<(), StoreError> {
        self.0.checkpoint.at_least(position).await
    }

    /// Up to which position the list has read the log.
    pub fn position(&self) -> Position {
        self.0.checkpoint.position()
    }

    fn row(&self, position: Position) -> Result<Option<LobbyRow>, StoreError> {
        let row: Option<LobbyRow> = self.0.get(&keyed(b"r", position))?;
        let progress: Option<Progress> = self.0.get(&keyed(b"v", position))?;
        Ok(row.map(|row| match progress {
            Some(Progress(version, updated_at)) => LobbyRow {
                version,
                updated_at,
                ..row
            },
            None => row,
        }))
    }
}

impl LobbyFilter {
    fn shows(&self, row: &LobbyRow) -> bool {
        let visible = self.with_private == Visibility::All || !row.private;
        let game = self.game.is_none_or(|game| game == row.game);
        let status = self.status.is_none_or(|status| status == row.status);
        visible && game && status
    }
}

impl Status {
    const fn code(self) -> u8 {
        match self {
            Status::Open => 0,
            Status::Running => 1,
            Status::Finished => 2,
        }
    }
}

impl Projection for LobbyTable {
    const NAME: &'static str = "lobby";
    const VERSION: u32 = 5;
    const SHOWS: Kinds = Kinds::of(&[
        EventKind::Opened,
        EventKind::SeatTaken,
        EventKind::SeatLeft,
        EventKind::Started,
        EventKind::Resumed,
        EventKind::Forfeited,
        EventKind::Ended,
        EventKind::Abandoned,
        EventKind::Agreed,
    ]);

    fn samples() -> Vec<u8> {
        sample_of_each(sample)
    }

    fn apply(line: &Line, events: &[MatchEvent], rows: &mut Rows<'_>) -> Result<(), StoreError> {
        let StreamId::Match(id) = line.stream else {
            return Ok(());
        };
        let begun: Option<Begun> = rows.get(&match_key(id))?;
        let begun = begun.unwrap_or_else(|| Begun(line.position, lags(events)));
        let Begun(position, lags) = begun;
        if events.is_empty() && lags {
            return Ok(());
        }
        let progress = Progress(line.tip().version, line.recorded_at);
        rows.put(&keyed(b"v", position), &progress)?;
        if events.is_empty() {
            return Ok(());
        }
        let before: Option<LobbyRow> = rows.get(&keyed(b"r", position))?;
        let mut row = before.clone();
        for event in events {
            row = evolve(row, id, line, event);
        }
        let Some(row) = row else {
            return Ok(());
        };
        rows.put(&match_key(id), &begun)?;
        rows.put(&keyed(b"r", position), &row)?;
        if let Some(before) = &before {
            rows.remove(&keyed(&[b's', before.status.code()], position))?;
            for player in before.players() {
                rows.remove(&keyed(&player_prefix(player), position))?;
            }
        }
        rows.put(&keyed(&[b's', row.status.code()], position), &())?;
        for player in row.players() {
            rows.put(&keyed(&player_prefix(player), position), &())?;
        }
        Ok(())
    }
}

impl LobbyRow {
    /// The player who opened it, and those on its seats.
    fn players(&self) -> impl Iterator<Item = &PlayerId> {
        let seated = self.seated.iter().filter_map(|(_, at)| match at {
            Some(Occupant::Player { player }) => Some(player),
            Some(Occupant::Bot { .. }) | None => None,
        });
        std::iter::once(&self.host).chain(seated)
    }
}

/// Whether spectators are to be behind, of a match that opens.
fn lags(events: &[MatchEvent]) -> bool {
    events.iter().any(|event| {
        matches!(event, MatchEvent::Opened { terms, .. } if terms.settings.spectator_delay.is_some())
    })
}

fn match_key(id: MatchId) -> Vec<u8> {
    [b"m", &id.bytes()[..]].concat()
}

pub(super) fn player_prefix(player: &PlayerId) -> Vec<u8> {
    [b"p", player.0.as_bytes(), b"\0"].concat()
}

fn evolve(row: Option<LobbyRow>, id: MatchId, line: &Line, event: &MatchEvent) -> Option<LobbyRow> {
    let mut row = match event {
        MatchEvent::Opened { terms, .. } => return Some(opened(terms, id, line)),
        MatchEvent::SeatTaken { .. }
        | MatchEvent::SeatLeft { .. }
        | MatchEvent::Forked { .. }
        | MatchEvent::Started { .. }
        | MatchEvent::Resumed { .. }
        | MatchEvent::Decided { .. }
        | MatchEvent::Played { .. }
        | MatchEvent::OfferClosed { .. }
        | MatchEvent::TimedOut { .. }
        | MatchEvent::Left { .. }
        | MatchEvent::Forfeited { .. }
        | MatchEvent::EndAsked { .. }
        | MatchEvent::Undone { .. }
        | MatchEvent::Abandoned { .. }
        | MatchEvent::Agreed { .. }
        | MatchEvent::Ended { .. } => row?,
    };
    match event {
        MatchEvent::SeatTaken { seat, occupant } => row.seated[*seat] = Some(occupant.clone()),
        MatchEvent::SeatLeft { seat } => row.seated[*seat] = None,
        MatchEvent::Started { occupants, .. } | MatchEvent::Resumed { occupants } => {
            row.seated = occupants.map(|_, occupant| Some(occupant.clone()));
            row.status = Status::Running;
        }
        MatchEvent::Forfeited { seat, .. } => row.forfeited = row.forfeited.with(*seat),
        MatchEvent::Ended { .. } | MatchEvent::Abandoned { .. } | MatchEvent::Agreed { .. } => {
            let seats = row.seated.seats();
            let deal = |seed| DealId::of(&row.options, &row.components, seats, seed);
            row.deal = event.revealed_seed().map(deal);
            row.status = Status::Finished;
        }
        MatchEvent::Opened { .. }
        | MatchEvent::Forked { .. }
        | MatchEvent::Decided { .. }
        | MatchEvent::OfferClosed { .. }
        | MatchEvent::TimedOut { .. }
        | MatchEvent::Left { .. }
        | MatchEvent::EndAsked { .. }
        | MatchEvent::Undone { .. }
        | MatchEvent::Played { .. } => {}
    }
    Some(row)
}

/// A row as most are: of a match that is over, of a player and a bot.
fn sample(game: GameId) -> LobbyRow {
    let (host, bot) = (PlayerId(format!("p_{:032}", 0)), Bot::Random);
    let options = game.default_options();
    let components = game.components_sha256().to_owned();
    let deal = DealId::of(&options, &components, 2, Seed([0; 32]));
    let now = Timestamp::now();
    LobbyRow {
        id: MatchId::of_bytes([0; 16]),
        game,
        options,
        components,
        deal: Some(deal),
        places: BySeat::new(2, |seat| match seat.0 {
            0 => Place::Player {
                player: host.clone(),
            },
            _ => Place::Bot { bot },
        }),
        seated: BySeat::new(2, |seat| Some(occupant(seat, &host, bot))),
        host,
        status: Status::Finished,
        version: 100,
        created_at: now,
        updated_at: now,
        open_hands: false,
        private: false,
        clock: None,
        abandon_after_ms: None,
        forfeited: Seats::NONE,
        imported: false,
    }
}

/// A player on the first seat, a bot on any other.
pub(super) fn occupant(seat: Seat, player: &PlayerId, bot: Bot) -> Occupant {
    match seat.0 {
        0 => Occupant::Player {
            player: player.clone(),
        },
        _ => Occupant::Bot { bot },
    }
}

fn opened(terms: &Terms, id: MatchId, line: &Line) -> LobbyRow {
    LobbyRow {
        id,
        game: terms.options.game(),
        options: terms.options.clone(),
        components: terms.components.clone(),
        deal: None,
        host: terms.host.clone(),
        status: Status::Open,
        places: terms.places.clone(),
        seated: terms.places.map(|_, _| None),
        version: line.tip().version,
        created_at: line.recorded_at,
        updated_at: line.recorded_at,
        open_hands: terms.open_hands,
        private: terms.private,
        clock: terms.settings.clock,
        abandon_after_ms: terms.settings.abandon_after_ms,
        forfeited: Seats::NONE,
        imported: line.is_imported(),
    }
}

//! Results: every finished match with its ranks and totals, the latest first.

use domain::{
    BySeat, GameId, Options, Seats, Seed, Standing,
    bots::Bot,
    matches::{Arranged, EventKind, Fork, MatchEvent, Occupant, PlayerId, Terms},
};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::projections::lobby::{Visibility, occupant, player_prefix};
use store_log::{
    DealId,
    embedded::rows::Rows,
    error::StoreError,
    id::{MatchId, Position, StreamId, Version},
    projection::{Page, Projection, ProjectionTable, keyed, sample_of_each},
    record::{Kinds, Line},
    time::Timestamp,
};

/// The rank of a seat, without its score sheet.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Placing {
    /// The player or bot on this seat.
    pub occupant: Occupant,
    /// The rank, counted from one; seats with equal ranks share the place.
    #[schema(minimum = 1, maximum = 100)]
    pub rank: u8,
    /// The final score, in points.
    pub total: i16,
    /// Whether the seat has forfeited the match: then it is last, whatever its score.
    #[serde(default, skip_serializing_if = "is_false")]
    pub forfeited: bool,
}

#[expect(
    clippy::trivially_copy_pass_by_ref,
    reason = "serde asks with a reference"
)]
const fn is_false(flag: &bool) -> bool {
    !*flag
}

/// A finished match.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct ResultRow {
    /// The id of the match.
    pub id: MatchId,
    /// The game that was played.
    pub game: GameId,
    /// The game and its options.
    pub options: Options,
    /// The deal that was played; `/v1/deals/{id}` lists everybody who played it. `null` while the
    /// deal is closed, and where the table was arranged.
    pub deal: Option<DealId>,
    /// The final rank and total of each seat.
    pub placings: BySeat<Placing>,
    /// How many events have happened in the match.
    pub version: Version,
    /// When it was opened.
    pub created_at: Timestamp,
    /// When the match ended.
    pub ended_at: Timestamp,
    /// Whether the host chose the seed and therefore knew it.
    pub seed_known: bool,
    /// Whether only its players and holders of its watch token may see it.
    pub private: bool,
    /// The match it was forked from, if it began in the middle of one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fork: Option<Fork>,
    /// The parts of the table that its host arranged, if any.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub arranged: Option<Arranged>,
    /// Whether it was played elsewhere and its record was imported here: the record proves that the
    /// rules were kept, but not who decided.
    pub imported: bool,
}

/// Which results are asked for. Empty: all.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ResultsFilter {
    /// Only matches of this game.
    pub game: Option<GameId>,
    /// In which this player sat.
    pub player: Option<PlayerId>,
    /// Only matches with this number of seats.
    pub seats: Option<u8>,
    /// Also those that are private.
    pub with_private: Visibility,
    /// Matches that began in the middle of another, or with an arranged table.
    pub forks: Forks,
}

/// Whether to include matches that began in the middle of another, or with a table that their host
/// arranged.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Forks {
    /// No: the host chooses where a fork begins, so forks would distort every average.
    #[default]
    Exclude,
    /// As well as others.
    Include,
    /// Only matches that began in the middle of another, or with an arranged table.
    Only,
}

/// The list of finished matches.
#[derive(Clone, Debug)]
pub struct Results(pub(crate) ProjectionTable<ResultsTable>);

/// What makes the list. Keys: `m` match -> what is known of a match that is not
/// over; `r` position of its end -> its row, and what that waits for; and for finding, `p` player
/// position.
#[derive(Debug)]
pub(crate) struct ResultsTable;

/// A row, and the batch or tournament whose end it waits for, if its deal is closed.
#[derive(Debug, Serialize, Deserialize)]
struct Stored {
    row: ResultRow,
    closed_by: Option<String>,
}

/// A match that is not over.
#[derive(Debug, Serialize, Deserialize)]
struct Pending {
    options: Options,
    components: String,
    created_at: Timestamp,
    seed_known: bool,
    private: bool,
    fork: Option<Fork>,
    arranged: Option<Arranged>,
    occupants: BySeat<Occupant>,
    forfeited: Seats,
    closed_by: Option<String>,
}

impl Results {
    /// At most `limit` results, the latest first, after a page's `next`. Those of closed deals are
    /// left out while `runs` says of their batch or tournament, by its id, that it has not ended.
    ///
    /// # Errors
    ///
    /// If the list cannot be read.
    pub fn list(
        &self,
        filter: &ResultsFilter,
        runs: impl Fn(&str) -> bool,
        after: Option<Position>,
        limit: usize,
    ) -> Result<Page<ResultRow>, StoreError> {
        let row = |position| {
            let stored: Option<Stored> = self.0.get(&keyed(b"r", position))?;
            let told = stored.filter(|it| !it.closed_by.as_deref().is_some_and(&runs));
            Ok(told.map(|it| it.row).filter(|row| filter.shows(row)))
        };
        self.0
            .page(&prefix(filter.player.as_ref()), after, limit, row)
    }

    /// Behind which position to read on, of all or of those of a player, so that no match comes
    /// that ended too late. They are listed in the order in which they ended.
    ///
    /// # Errors
    ///
    /// If the list cannot be read.
    pub fn behind(
        &self,
        player: Option<&PlayerId>,
        is_late: impl Fn(Timestamp) -> bool,
    ) -> Result<Position, StoreError> {
        self.0.behind(&prefix(player), |position| {
            let stored: Option<Stored> = self.0.get(&keyed(b"r", position))?;
            Ok(stored.is_some_and(|it| is_late(it.row.ended_at)))
        })
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
}

fn prefix(player: Option<&PlayerId>) -> Vec<u8> {
    player.map_or(vec![b'r'], player_prefix)
}

impl ResultsFilter {
    fn shows(&self, row: &ResultRow) -> bool {
        let visible = self.with_private == Visibility::All || !row.private;
        let game = self.game.is_none_or(|game| game == row.game);
        let seats = self.seats.is_none_or(|seats| seats == row.placings.seats());
        let begins_anywhere = row.fork.is_some() || row.arranged.is_some();
        let forks = match self.forks {
            Forks::Exclude => !begins_anywhere,
            Forks::Include => true,
            Forks::Only => begins_anywhere,
        };
        visible && game && seats && forks
    }
}

impl Projection for ResultsTable {
    const NAME: &'static str = "results";
    const VERSION: u32 = 8;
    const SHOWS: Kinds = Kinds::of(&[
        EventKind::Opened,
        EventKind::Started,
        EventKind::Resumed,
        EventKind::Forfeited,
        EventKind::Ended,
        EventKind::Abandoned,
        EventKind::Agreed,
    ]);

    fn samples() -> Vec<u8> {
        sample_of_each(|game| Stored {
            row: sample(game),
            closed_by: None,
        })
    }

    fn apply(line: &Line, events: &[MatchEvent], rows: &mut Rows<'_>) -> Result<(), StoreError> {
        let StreamId::Match(id) = line.stream else {
            return Ok(());
        };
        let key = [b"m", &id.bytes()[..]].concat();
        for event in events {
            match event {
                MatchEvent::Opened { terms, .. } => rows.put(&key, &pending(terms, line))?,
                MatchEvent::Started { occupants, .. } | MatchEvent::Resumed { occupants } => {
                    if let Some(mut pending) = rows.get::<Pending>(&key)? {
                        pending.occupants = occupants.clone();
                        rows.put(&key, &pending)?;
                    }
                }
                MatchEvent::Forfeited { seat, .. } => {
                    if let Some(mut pending) = rows.get::<Pending>(&key)? {
                        pending.forfeited = pending.forfeited.with(*seat);
                        rows.put(&key, &pending)?;
                    }
                }
                MatchEvent::Ended { standings, .. } => {
                    if let Some(mut pending) = rows.get::<Pending>(&key)? {
                        rows.remove(&key)?;
                        let closed_by = pending.closed_by.take();
                        let seats = standings.seats();
                        let deal =
                            |seed| DealId::of(&pending.options, &pending.components, seats, seed);
                        let told = event.revealed_seed();
                        let deal = told.filter(|_| pending.arranged.is_none()).map(deal);
                        let row = ended(pending, deal, standings, (id, line));
                        put_result(&Stored { row, closed_by }, line.position, rows)?;
                    }
                }
                MatchEvent::Abandoned { .. } | MatchEvent::Agreed { .. } => rows.remove(&key)?,
                MatchEvent::Forked { .. }
                | MatchEvent::SeatTaken { .. }
                | MatchEvent::SeatLeft { .. }
                | MatchEvent::Decided { .. }
                | MatchEvent::OfferClosed { .. }
                | MatchEvent::TimedOut { .. }
                | MatchEvent::Left { .. }
                | MatchEvent::EndAsked { .. }
                | MatchEvent::Undone { .. }
                | MatchEvent::Played { .. } => {}
            }
        }
        Ok(())
    }
}

/// A row as most are: of a player and a bot.
fn sample(game: GameId) -> ResultRow {
    let (player, bot) = (PlayerId(format!("p_{:032}", 0)), Bot::Random);
    let options = game.default_options();
    let deal = DealId::of(&options, game.components_sha256(), 2, Seed([0; 32]));
    let now = Timestamp::now();
    ResultRow {
        id: MatchId::of_bytes([0; 16]),
        game,
        options,
        deal: Some(deal),
        placings: BySeat::new(2, |seat| Placing {
            occupant: occupant(seat, &player, bot),
            rank: seat.0 + 1,
            total: 10,
            forfeited: false,
        }),
        version: 100,
        created_at: now,
        ended_at: now,
        seed_known: false,
        private: false,
        fork: None,
        arranged: None,
        imported: false,
    }
}

fn pending(terms: &Terms, line: &Line) -> Pending {
    Pending {
        options: terms.options.clone(),
        components: terms.components.clone(),
        created_at: line.recorded_at,
        seed_known: terms.seed_known,
        private: terms.private,
        fork: terms.fork.clone(),
        arranged: terms.settings.arranged,
        occupants: BySeat::new(0, |_| unreachable!("there are no seats yet")),
        forfeited: Seats::NONE,
        closed_by: closed_by(terms),
    }
}

/// The batch or tournament that a match is of, if its deal is closed.
fn closed_by(terms: &Terms) -> Option<String> {
    let plan = terms.batch.as_ref().or(terms.settings.tournament.as_ref());
    plan.filter(|_| terms.settings.deal_closed).cloned()
}

fn ended(
    pending: Pending,
    deal: Option<DealId>,
    standings: &BySeat<Standing>,
    (id, line): (MatchId, &Line),
) -> ResultRow {
    ResultRow {
        id,
        game: pending.options.game(),
        placings: standings.map(|seat, standing| Placing {
            occupant: pending.occupants[seat].clone(),
            rank: standing.rank,
            total: standing.total,
            forfeited: pending.forfeited.contains(seat),
        }),
        options: pending.options,
        deal,
        version: line.tip().version,
        created_at: pending.created_at,
        ended_at: line.recorded_at,
        seed_known: pending.seed_known,
        private: pending.private,
        fork: pending.fork,
        arranged: pending.arranged,
        imported: line.is_imported(),
    }
}

fn put_result(stored: &Stored, position: Position, rows: &mut Rows<'_>) -> Result<(), StoreError> {
    rows.put(&keyed(b"r", position), stored)?;
    for (_, placing) in stored.row.placings.iter() {
        if let Occupant::Player { player } = &placing.occupant {
            rows.put(&keyed(&player_prefix(player), position), &())?;
        }
    }
    Ok(())
}

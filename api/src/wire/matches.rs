//! A match as it stands, on the wire.

use domain::matches::{
    Arranged, Clock, Forfeit, Fork, Legal, Match, Occupant, OnIllegal, OnTimeout, Place, PlayerId,
    Stage, Table,
};
use domain::{Options, Seat, Seats, View};
use serde::Serialize;
use store::{DealId, LiveMatch, MatchId, Position, Status, Version};
use utoipa::ToSchema;

use super::MatchLinks;

/// A seat of a match.
#[derive(Debug, Serialize, ToSchema)]
pub struct SeatInfo {
    /// The seat, counted clockwise from the host, from 0.
    pub seat: Seat,
    /// Who may take the seat, as the host wishes. Only before the start.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub place: Option<Place>,
    /// The player or bot on the seat.
    pub occupant: Option<Occupant>,
    /// How many decisions the seat has made. The next one has this number.
    pub decisions: u32,
    /// Why the seat has forfeited the match. Left out unless it has.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub forfeited: Option<Forfeit>,
}

/// A match in its current state.
#[derive(Debug, Serialize, ToSchema)]
pub struct MatchInfo {
    /// The id of the match.
    pub id: MatchId,
    /// How far the match has come.
    pub status: Status,
    /// How many events have happened in the match.
    pub version: u32,
    /// The position in the log of its last event: send it as `at_least` to read a list or
    /// statistics that include it.
    pub position: Position,
    /// The game and its options.
    pub options: Options,
    /// The deal that is played; `/v1/deals/{id}` lists everybody who played it. `null` until the
    /// match is over: others may have finished the same deal, and what they saw would reveal what
    /// is to come. Always `null` where the table was arranged.
    pub deal: Option<DealId>,
    /// The edition of the rules that applies.
    pub rules: u16,
    /// How many action ids there are: all are below this number. `null` if there would be 100,000
    /// or more, so that commands have only numbers; and while another box is in use.
    #[schema(maximum = 99_999)]
    pub action_bound: Option<u32>,
    /// The seats, clockwise.
    #[schema(max_items = 100)]
    pub seats: Vec<SeatInfo>,
    /// The seats that owe a decision.
    pub to_act: Seats,
    /// The player who opened the match.
    pub host: PlayerId,
    /// SHA-256 of the component file, in hexadecimal.
    #[schema(max_length = 64)]
    pub components: String,
    /// `SHA-256("cartulary seed 1", seed)` in hexadecimal: it binds the server to the seed, which
    /// is revealed when the match ends.
    #[schema(max_length = 64)]
    pub seed_commitment: String,
    /// Whether the host chose the seed and therefore knows it.
    pub seed_known: bool,
    /// Whether nothing is hidden from anyone.
    pub open_hands: bool,
    /// Whether only its players and holders of its watch token may see it.
    pub private: bool,
    /// How many milliseconds a decision that several seats make simultaneously is held after the
    /// first of them has decided, at most. Left out where nothing is held.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(maximum = 60_000)]
    pub window_ms: Option<u16>,
    /// How much the seats are told about which commands are legal while the match runs. Left out
    /// where they are told everything.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub legal: Option<Legal>,
    /// How many steps everybody who holds no seat is behind while the match runs: to them, all that
    /// is told here is so old. Left out where nobody is.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(minimum = 1, maximum = 10_000)]
    pub spectator_delay: Option<u32>,
    /// The time that each seat has to think. Left out where it is unlimited.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub clock: Option<Clock>,
    /// What happens to a seat whose time, or whose tries, are used up.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub on_timeout: Option<OnTimeout>,
    /// What happens when a seat sends a command that the rules refuse. Left out where it is
    /// refused, however often.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub on_illegal: Option<OnIllegal>,
    /// How many tries that the rules refuse a seat has for one decision, if they are limited.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(minimum = 1)]
    pub tries_limit: Option<u32>,
    /// The milliseconds without any event after which the match is ended as abandoned. Left out
    /// where it never is.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub abandon_after_ms: Option<u64>,
    /// Whether notes are shown to everybody at once.
    pub notes_open: bool,
    /// The seats whose players ask to end the match here.
    pub end_asked: Seats,
    /// The match that this is a rematch of, if it is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(min_length = 34, max_length = 34, pattern = "^m_[0-9a-f]{32}$")]
    pub rematch_of: Option<String>,
    /// The match it was forked from, if it began in the middle of one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fork: Option<Fork>,
    /// The parts of the table that its host arranged, if any: the seed does not commit to them, and
    /// the match is not rated.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub arranged: Option<Arranged>,
    /// Whether it was played elsewhere and its record was imported here: the record proves that the
    /// rules were kept, but not who decided. If it is not over, only part of it was imported, and
    /// it cannot be played here: requests for it are refused with `import_incomplete` until its
    /// record is imported again.
    pub imported: bool,
    /// The batch that it was opened for, if any.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(min_length = 34, max_length = 34, pattern = "^b_[0-9a-f]{32}$")]
    pub batch: Option<String>,
    /// The tournament that it was opened for, if any.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(min_length = 34, max_length = 34, pattern = "^t_[0-9a-f]{32}$")]
    pub tournament: Option<String>,
    /// Whether players of its batch or tournament have the deal more than once. It is then shown to
    /// its seats alone, and its secrets are kept when it ends, until the batch or tournament has
    /// ended. Left out where not.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub deal_closed: bool,
    /// Links to related resources.
    pub links: MatchLinks,
}

/// What one viewer may know of a match at one step.
#[derive(Debug, Serialize, ToSchema)]
pub struct MatchView {
    /// The id of the match.
    #[serde(rename = "match")]
    pub id: MatchId,
    /// The step: the number of events that had happened.
    pub step: u32,
    /// The table. `null` before the start.
    pub view: Option<View>,
}

impl MatchInfo {
    /// A match of which something was asked: so it is played here.
    pub fn of(id: MatchId, game: &Match, (version, position): (Version, Position)) -> MatchInfo {
        let terms = &game.terms;
        MatchInfo {
            id,
            status: status(game),
            version,
            position,
            options: terms.options.clone(),
            deal: DealId::of_match(game),
            rules: terms.rules,
            action_bound: action_bound(game),
            seats: Seat::first(game.seats())
                .map(|seat| SeatInfo::of(game, seat))
                .collect(),
            to_act: game.table().map(Table::to_act).unwrap_or_default(),
            host: terms.host.clone(),
            components: terms.components.clone(),
            seed_commitment: terms.seed_commitment.clone(),
            seed_known: terms.seed_known,
            open_hands: terms.open_hands,
            private: terms.private,
            window_ms: terms.settings.window_ms,
            legal: terms.settings.legal.filter(|it| *it != Legal::Full),
            spectator_delay: terms.settings.spectator_delay,
            clock: terms.settings.clock,
            on_timeout: terms.settings.on_timeout,
            on_illegal: terms.settings.on_illegal,
            tries_limit: terms.settings.tries_limit,
            abandon_after_ms: terms.settings.abandon_after_ms,
            notes_open: terms.settings.notes_open,
            end_asked: game
                .table()
                .map(|table| table.end_asked)
                .unwrap_or_default(),
            rematch_of: terms.settings.rematch_of.clone(),
            fork: terms.fork.clone(),
            arranged: terms.settings.arranged,
            imported: false,
            batch: terms.batch.clone(),
            tournament: terms.settings.tournament.clone(),
            deal_closed: terms.settings.deal_closed,
            links: MatchLinks::of(id),
        }
    }
}

impl From<&LiveMatch> for MatchInfo {
    fn from(now: &LiveMatch) -> MatchInfo {
        MatchInfo {
            imported: now.imported,
            ..MatchInfo::of(now.id, &now.game, (now.version(), now.position))
        }
    }
}

impl SeatInfo {
    fn of(game: &Match, seat: Seat) -> SeatInfo {
        let place = match &game.stage {
            Stage::Open { .. } => game.terms.places.get(seat).cloned(),
            Stage::Started(_) | Stage::OtherBox { .. } => None,
        };
        SeatInfo {
            seat,
            place,
            occupant: game.occupant(seat).cloned(),
            decisions: game.table().map_or(0, |table| table.made(seat)),
            forfeited: game.table().and_then(|table| table.forfeits[seat]),
        }
    }
}

fn action_bound(game: &Match) -> Option<u32> {
    game.terms.check_components().ok()?;
    game.terms.options.actions(game.seats())
}

fn status(game: &Match) -> Status {
    match &game.stage {
        Stage::Open { .. } => Status::Open,
        Stage::Started(_) | Stage::OtherBox { .. } if game.is_over() => Status::Finished,
        Stage::Started(_) | Stage::OtherBox { .. } => Status::Running,
    }
}

//! Tournaments on the wire.

use domain::{
    GameId, Options, Seed,
    matches::{Clock, Legal, OnIllegal, OnTimeout, PlayerId, Settings},
};
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use store::{
    MatchId, Position, Timestamp, TournamentId,
    batches::{BatchState, Contestant},
    statistics::Estimate,
    tournaments::{DropReason, Entrant, MatchResult, System, TournamentStopped},
};
use utoipa::ToSchema;

use super::{LineUp, LineUpPlace};

/// A tournament to play.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct PlanTournament {
    /// The game that all its matches play.
    pub game: GameId,
    /// The options of the game; each option that is left out has its default.
    #[serde(default)]
    #[schema(value_type = Option<Object>)]
    pub options: Option<Box<RawValue>>,
    /// The number of seats of each table. Default: 2, or the fewest that the game allows.
    #[serde(default)]
    #[schema(minimum = 2, maximum = 100)]
    pub seats: Option<u8>,
    /// Who meets whom.
    pub system: System,
    /// Who plays: at least as many as a table has sides. With players among them, the tournament
    /// waits until all have accepted. Nobody may be entered twice.
    #[schema(min_items = 2, max_items = 128)]
    pub entrants: Vec<EntrantPlace>,
    /// The number of rounds. A Swiss tournament needs it. A round robin without it lets every set
    /// of entrants meet once, or, if there are more than 1,000 sets of more than two, plays as many
    /// rounds as it takes to meet everybody once; with it, so many rounds of a balanced design. At
    /// most 10,000 matches in total, fewer at tables of more than five sides.
    #[serde(default)]
    #[schema(minimum = 1, maximum = 1_000)]
    pub rounds: Option<u32>,
    /// The number of deals that are played whenever entrants meet. Default: as many as a table has
    /// seats, so that everybody has every seat once; with `duplicate`, 1.
    #[serde(default)]
    #[schema(minimum = 1, maximum = 1_000)]
    pub deals: Option<u32>,
    /// Whether each deal is played once for every rotation through the seats. Otherwise every match
    /// has a deal of its own, and who meets again moves on by a seat. As in a batch, duplicate
    /// deals with players are marked `deal_closed`: never rated, left out of statistics by default.
    /// A table may then have at most 16 seats.
    #[serde(default)]
    pub duplicate: bool,
    /// 64 lower-case hexadecimal digits that lots and deals are derived from: the same digits give
    /// the same lots and deals. The matches are then marked `seed_known`. If you leave it out, the
    /// server draws a seed and reveals it at the end.
    #[serde(default)]
    #[schema(min_length = 64, max_length = 64, pattern = "^[0-9a-f]{64}$")]
    pub seed: Option<Seed>,
    /// How long passes are held in Big Monster, as when a match is opened.
    #[serde(default)]
    #[schema(maximum = 60_000)]
    pub window_ms: Option<u16>,
    /// How much the seats are told about which commands are legal while a match runs, as when a
    /// match is opened.
    #[serde(default)]
    pub legal: Option<Legal>,
    /// How many steps everybody who holds no seat is behind while a match runs.
    #[serde(default)]
    #[schema(minimum = 1, maximum = 10_000)]
    pub spectator_delay: Option<u32>,
    /// The time that each seat has to think, as when a match is opened. Default: 60 seconds for
    /// each decision if players are entered, otherwise unlimited.
    #[serde(default)]
    pub clock: Option<Clock>,
    /// What happens to a seat whose time, or whose tries, are used up. Default: `forfeit` if
    /// players are entered. An entrant that forfeits every match of a round is out.
    #[serde(default)]
    pub on_timeout: Option<OnTimeout>,
    /// What happens when a seat sends a command that the rules refuse. Default: `refuse`.
    #[serde(default)]
    pub on_illegal: Option<OnIllegal>,
    /// With `on_illegal: limit`: how many tries that the rules refuse a seat has for one decision.
    #[serde(default)]
    #[schema(minimum = 1, maximum = 1000)]
    pub tries_limit: Option<u32>,
    /// The milliseconds without any event after which a match that runs is ended as abandoned. From
    /// a minute to a year. Default: a week.
    #[serde(default)]
    #[schema(minimum = 60_000, maximum = 31_536_000_000_u64)]
    pub abandon_after_ms: Option<u64>,
    /// Whether the notes that seats write with their decisions are shown to everybody at once.
    #[serde(default)]
    pub notes_open: bool,
}

/// Who plays as one in a tournament.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
pub enum EntrantPlace {
    /// A bot that the server plays, on every seat of its side.
    Bot {
        /// The name of the bot.
        bot: domain::bots::Bot,
    },
    /// A player, who must accept the tournament unless they plan it, on every seat of their side.
    Player {
        /// The id of the player who is entered. Several players may have one name, so names are not
        /// taken: `/v1/players?name=ann&match=exact` finds ids.
        player: PlayerId,
    },
    /// A team, in a game that is played in teams: one member for each seat of a side.
    Team {
        /// The members, clockwise. All players among them must accept.
        #[schema(min_items = 2, max_items = 50)]
        members: Vec<LineUpPlace>,
    },
}

/// A tournament as it was planned, and how far it has come.
#[derive(Debug, Serialize, ToSchema)]
pub struct TournamentInfo {
    /// The id of the tournament.
    pub id: TournamentId,
    /// The position in the log of the last change to the tournament: send it as `at_least` to read
    /// statistics that include it.
    pub position: Position,
    /// The game and its options.
    pub options: Options,
    /// The number of seats of each table.
    #[schema(minimum = 2, maximum = 100)]
    pub seats: u8,
    /// Who meets whom.
    pub system: System,
    /// Who plays. Everywhere else an entrant is its number in this list, counted from zero.
    #[schema(max_items = 128)]
    pub entrants: Vec<EntrantPlace>,
    /// The number of rounds, once it is known.
    #[schema(minimum = 0, maximum = 10_000)]
    pub rounds: Option<u32>,
    /// How many rounds were drawn so far.
    #[schema(maximum = 10_000)]
    pub rounds_drawn: u32,
    /// The number of deals that are played whenever entrants meet.
    #[schema(minimum = 1, maximum = 10_000)]
    pub deals: u32,
    /// Whether each deal is played once for every rotation through the seats.
    pub duplicate: bool,
    /// Whether players have the same deal more than once. While such a tournament is played, its
    /// matches are shown to nobody but those who sit there, and nothing hidden is told when one
    /// ends; all is told when the tournament has ended. They are never rated, and left out of
    /// statistics by default.
    pub deal_closed: bool,
    /// What every match is opened with beyond game and seats.
    pub settings: Settings,
    /// The players who have still to accept. Nothing is played before.
    #[schema(max_items = 1600)]
    pub missing: Vec<PlayerId>,
    /// The entrants that are out: they play no further deal.
    #[schema(max_items = 128)]
    pub dropped: Vec<DroppedEntrant>,
    /// The seed that lots and deals are derived from: shown if the host chose it, otherwise once
    /// the tournament has ended.
    #[schema(min_length = 64, max_length = 64, pattern = "^[0-9a-f]{64}$")]
    pub seed: Option<Seed>,
    /// Whether the host chose the seed.
    pub seed_known: bool,
    /// The player who asked for the tournament and may stop it.
    pub host: PlayerId,
    /// The state of the tournament.
    pub state: BatchState,
    /// Present if no further deal is begun: the reason.
    pub stopped: Option<TournamentStopped>,
    /// Whether the result rests on less than was asked for: it was stopped, an entrant is out, or a
    /// match was forfeited or ended before its ranks.
    pub partial: bool,
    /// When the tournament was requested.
    pub created_at: Timestamp,
    /// When its last match ended.
    pub ended_at: Option<Timestamp>,
    /// Links to related resources.
    pub links: TournamentLinks,
}

/// An entrant that is out.
#[derive(Debug, Serialize, ToSchema)]
pub struct DroppedEntrant {
    /// The number of the entrant.
    #[schema(maximum = 127)]
    pub entrant: u16,
    /// Why it is out.
    pub why: DropReason,
    /// The player who refused, withdrew or did not accept, if that is why.
    pub player: Option<PlayerId>,
    /// How many rounds had been drawn by then.
    #[schema(maximum = 10_000)]
    pub after_rounds: u32,
}

/// Links from a tournament.
#[derive(Debug, Serialize, ToSchema)]
pub struct TournamentLinks {
    /// The path of this tournament.
    #[serde(rename = "self")]
    #[schema(max_length = 200)]
    pub this: String,
    /// The finished matches of the tournament.
    #[schema(max_length = 40000)]
    pub matches: String,
}

/// A tournament with its standings so far.
#[derive(Debug, Serialize, ToSchema)]
pub struct TournamentReport {
    /// The tournament in its current state.
    pub tournament: TournamentInfo,
    /// Where every entrant stands, the first first. Points decide, then `opponents`, then
    /// `difference`.
    #[schema(max_items = 128)]
    pub standings: Vec<StandingOfEntrant>,
    /// Every entrant that has met another, and how it came out against them.
    #[schema(max_items = 16_256)]
    pub crosstable: Vec<CrosstableCell>,
    /// How often two entrants that are not out have met at a table so far, at least and at most.
    pub meetings: MeetingRange,
    /// Every round that was drawn.
    #[schema(max_items = 10_000)]
    pub rounds: Vec<RoundOfTournament>,
}

/// How often two entrants have met.
#[derive(Debug, Serialize, ToSchema)]
pub struct MeetingRange {
    /// How often any two have met at least.
    #[schema(maximum = 10_000)]
    pub least: u32,
    /// How often any two have met at most.
    #[schema(maximum = 10_000)]
    pub most: u32,
}

/// Where an entrant stands.
#[derive(Debug, Serialize, ToSchema)]
pub struct StandingOfEntrant {
    /// Its rank, counted from one; who is equal in all that decides shares it.
    #[schema(minimum = 1, maximum = 128)]
    pub rank: u32,
    /// The number of the entrant.
    #[schema(maximum = 127)]
    pub entrant: u16,
    /// Its points: one for each match won, a share of one where it shared the first place. In a
    /// Swiss tournament a bye counts as a round of wins.
    pub points: f64,
    /// Its mean points in a match that was played to its ranks, with an interval by deal.
    pub mean: Estimate,
    /// How many of its matches were played to their ranks.
    #[schema(maximum = 10_000)]
    pub matches: u32,
    /// How many of them it won alone.
    #[schema(maximum = 10_000)]
    pub won: u32,
    /// In how many of them it shared the first place.
    #[schema(maximum = 10_000)]
    pub shared: u32,
    /// How many of them it has forfeited. It is last there and has no point, and the others have
    /// what that gives them.
    #[schema(maximum = 10_000)]
    pub forfeited: u32,
    /// How many of its matches were ended before their ranks: they count for nobody.
    #[schema(maximum = 10_000)]
    pub unranked: u32,
    /// In how many rounds it played no table.
    #[schema(maximum = 10_000)]
    pub byes: u32,
    /// The first tie-break: of each of its tables the mean points of the others there, added up. At
    /// tables of two this is Buchholz's number.
    pub opponents: f64,
    /// The second tie-break: its final scores less the mean of the others at the table, in points,
    /// added up.
    pub difference: f64,
    /// Whether it is out.
    pub dropped: bool,
}

/// How an entrant came out against another.
#[derive(Debug, Serialize, ToSchema)]
pub struct CrosstableCell {
    /// The number of the entrant.
    #[schema(maximum = 127)]
    pub entrant: u16,
    /// The number of the other.
    #[schema(maximum = 127)]
    pub other: u16,
    /// How often it was before the other, as a share of all matches in which they met, with an
    /// interval by deal. A shared place is half.
    pub mean: Estimate,
    /// The matches in which they met that were played to their ranks.
    #[schema(max_items = 10_000)]
    pub matches: Vec<MatchId>,
}

/// A round of a tournament.
#[derive(Debug, Serialize, ToSchema)]
pub struct RoundOfTournament {
    /// The tables of the round.
    #[schema(max_items = 64)]
    pub tables: Vec<TableOfTournament>,
    /// The entrants that play no table.
    #[schema(max_items = 128)]
    pub byes: Vec<u16>,
}

/// A table of a round.
#[derive(Debug, Serialize, ToSchema)]
pub struct TableOfTournament {
    /// The numbers of its entrants, in the order of its sides.
    #[schema(max_items = 100)]
    pub entrants: Vec<u16>,
    /// Its matches that are over, deal by deal.
    #[schema(max_items = 10_000)]
    pub matches: Vec<MatchResult>,
}

impl EntrantPlace {
    /// Who plays, if there are not more than a table may have.
    pub(crate) fn entrant(&self) -> Option<Entrant> {
        let places = match self {
            EntrantPlace::Bot { bot } => vec![LineUpPlace::Bot { bot: *bot }],
            EntrantPlace::Player { player } => vec![LineUpPlace::Player {
                player: player.clone(),
            }],
            EntrantPlace::Team { members } => members.clone(),
        };
        let seats = LineUp(places).seats()?;
        let members = seats.iter().map(|(_, at)| at.clone()).collect();
        Some(Entrant { members })
    }

    /// The entrant as it is sent.
    pub fn of(entrant: &Entrant) -> EntrantPlace {
        let places: Vec<Contestant> = entrant.contestants().collect();
        match &places[..] {
            [Contestant::Bot(bot)] => EntrantPlace::Bot { bot: *bot },
            [Contestant::Player(player)] => EntrantPlace::Player {
                player: player.clone(),
            },
            members => EntrantPlace::Team {
                members: members.iter().map(LineUpPlace::of).collect(),
            },
        }
    }
}

//! A finished match as its record tells it: the facts of its game, and who decided,
//! when, and how it was opened.

use std::sync::Arc;

use domain::{
    BySeat, GameId, Seat, cast,
    facts::{Values, word, yes_no},
    matches::{
        Legal, MatchEvent, Occupant,
        facts::{self, MatchFacts},
    },
};

use crate::facts::{
    catalogue::{ILLEGAL_TRIES, illegal_tries, reasons},
    timing::{self, Took},
};
use store_log::{
    DealId,
    cause::{By, HouseBot, PlayerKind, Tries},
    error::StoreError,
    id::MatchId,
    record::Commit,
    time::Timestamp,
};
use store_play::live_match::folded;

/// A finished match.
#[derive(Clone, Debug)]
pub(crate) struct Finished {
    pub(crate) id: MatchId,
    pub(crate) deal: DealId,
    pub(crate) facts: MatchFacts,
    /// What each decision of each seat took.
    pub(crate) took: BySeat<Vec<Took>>,
}

/// What the commits tell of one seat, beside what happened.
#[derive(Clone, Debug, Default)]
struct Deciding {
    thinking_ms: i64,
    by_server: i32,
    /// The kind and version of the player that decided last.
    last: Option<(PlayerKind, Option<String>)>,
    server: Option<String>,
    /// The bot of the server that decided last, if it was recorded.
    bot: Option<HouseBot>,
}

impl Finished {
    /// The match of a whole record. None if it was played with another box of
    /// components than the one in use: without that box it cannot be folded.
    ///
    /// # Errors
    ///
    /// If it is not over, or no match can have such a record.
    pub(crate) fn of(
        id: MatchId,
        record: &[Arc<Commit<MatchEvent>>],
    ) -> Result<Option<Finished>, StoreError> {
        let opened = record.iter().flat_map(|commit| &commit.events).next();
        if let Some(MatchEvent::Opened { terms, .. }) = opened
            && terms.check_components().is_err()
        {
            return Ok(None);
        }
        let finished = folded(id, || {
            let events = || record.iter().flat_map(|commit| &commit.events);
            let mut facts = facts::of(events())?;
            let deal = deal(events(), facts.seats.seats())?;
            let occupants = events().find_map(occupants)?;
            how_opened(events().next()?, occupants, &mut facts.table);
            let imported = record.first()?.line.is_imported();
            facts.table.tell("imported", yes_no(imported));
            when(record, &mut facts.table)?;
            let is_forfeit = |event: &MatchEvent| matches!(event, MatchEvent::Forfeited { .. });
            let has_forfeits = events().any(is_forfeit);
            for (seat, occupant) in occupants.iter() {
                let values = &mut facts.seats[seat].values;
                deciding(seat, record).tell(occupant, has_forfeits, values);
                timing::tell(&timing::times(seat, record), &facts.stages[seat], values);
                tries(facts.game, seat, record, values);
                win(&facts.table, values);
            }
            let took = timing::took(record, &facts.stages);
            Some(Finished {
                id,
                deal,
                facts,
                took,
            })
        });
        finished.map(Some)
    }
}

fn deal<'a>(events: impl Iterator<Item = &'a MatchEvent>, seats: u8) -> Option<DealId> {
    let (mut terms, mut begun) = (None, None);
    for event in events {
        match event {
            MatchEvent::Opened { terms: opened, .. } => terms = Some(opened),
            MatchEvent::Forked { state, .. } => begun = Some(state.get()),
            MatchEvent::Ended { seed, .. } => {
                let terms = terms?;
                let deal = DealId::of(&terms.options, &terms.components, seats, *seed.get());
                let arranged = begun.filter(|_| terms.settings.arranged.is_some());
                return Some(arranged.map_or(deal, |table| DealId::of_arranged(deal, table)));
            }
            MatchEvent::SeatTaken { .. }
            | MatchEvent::SeatLeft { .. }
            | MatchEvent::Started { .. }
            | MatchEvent::Resumed { .. }
            | MatchEvent::Decided { .. }
            | MatchEvent::OfferClosed { .. }
            | MatchEvent::TimedOut { .. }
            | MatchEvent::Left { .. }
            | MatchEvent::Forfeited { .. }
            | MatchEvent::EndAsked { .. }
            | MatchEvent::Undone { .. }
            | MatchEvent::Abandoned { .. }
            | MatchEvent::Agreed { .. }
            | MatchEvent::Played { .. } => {}
        }
    }
    None
}

fn occupants(event: &MatchEvent) -> Option<&BySeat<Occupant>> {
    match event {
        MatchEvent::Started { occupants, .. } | MatchEvent::Resumed { occupants } => {
            Some(occupants)
        }
        MatchEvent::Opened { .. }
        | MatchEvent::Forked { .. }
        | MatchEvent::SeatTaken { .. }
        | MatchEvent::SeatLeft { .. }
        | MatchEvent::Decided { .. }
        | MatchEvent::OfferClosed { .. }
        | MatchEvent::TimedOut { .. }
        | MatchEvent::Left { .. }
        | MatchEvent::Forfeited { .. }
        | MatchEvent::EndAsked { .. }
        | MatchEvent::Undone { .. }
        | MatchEvent::Abandoned { .. }
        | MatchEvent::Agreed { .. }
        | MatchEvent::Played { .. }
        | MatchEvent::Ended { .. } => None,
    }
}

fn how_opened(opened: &MatchEvent, occupants: &BySeat<Occupant>, values: &mut Values) {
    if let MatchEvent::Opened { terms, .. } = opened {
        values.tell("seed_known", yes_no(terms.seed_known));
        values.tell("private", yes_no(terms.private));
        values.tell("open_hands", yes_no(terms.open_hands));
        let is_arranged = terms.settings.arranged.is_some();
        values.tell("arranged", yes_no(is_arranged));
        values.tell("deal_closed", yes_no(terms.settings.deal_closed));
        let is_told = terms.open_hands || terms.seed_known || is_arranged;
        let is_client = |occupant: &Occupant| matches!(occupant, Occupant::Player { .. });
        let has_clients = occupants.iter().any(|(_, occupant)| is_client(occupant));
        values.tell("foreknown", yes_no(is_told && has_clients));
        values.tell("forked", yes_no(terms.fork.is_some()));
        let told = terms.settings.legal.unwrap_or(Legal::Full);
        values.tell("legal", word(&told));
        if let Some(batch) = &terms.batch {
            values.tell("batch", batch.clone());
        }
        if let Some(tournament) = &terms.settings.tournament {
            values.tell("tournament", tournament.clone());
        }
    }
}

fn when(record: &[Arc<Commit<MatchEvent>>], values: &mut Values) -> Option<()> {
    let started = record
        .iter()
        .find(|commit| commit.events.iter().any(|event| occupants(event).is_some()))?;
    let (started, ended) = (started.line.recorded_at, record.last()?.line.recorded_at);
    values.add(
        "match_seconds",
        clamped((ended.unix_ms() - started.unix_ms()) / 1000),
    );
    let day = day(ended);
    values.tell("month", &day[..7]);
    values.tell("day", day);
    Some(())
}

/// The day of a moment, like `2031-05-17`.
pub(crate) fn day(at: Timestamp) -> String {
    at.to_string()[..10].to_owned()
}

fn deciding(seat: Seat, record: &[Arc<Commit<MatchEvent>>]) -> Deciding {
    let mut deciding = Deciding::default();
    let decided = |event: &MatchEvent| matches!(event, MatchEvent::Decided { .. });
    let of_seat = record
        .iter()
        .filter(|commit| commit.cause.seat == Some(seat));
    for commit in of_seat.filter(|commit| commit.events.iter().any(decided)) {
        let cause = &commit.cause;
        let took = cause.decided_in_ms().unwrap_or(0);
        deciding.thinking_ms += i64::try_from(took).unwrap_or(i64::MAX);
        match &cause.by {
            By::Player {
                player_kind,
                player_version,
                ..
            } => {
                deciding.last = Some((*player_kind, player_version.clone()));
            }
            By::Server { server } => {
                deciding.by_server += 1;
                deciding.server = Some(server.clone());
                deciding.bot = cause.bot.clone().or(deciding.bot);
            }
        }
    }
    deciding
}

impl Deciding {
    fn tell(self, occupant: &Occupant, has_forfeits: bool, values: &mut Values) {
        values.add("thinking_ms", clamped(self.thinking_ms));
        if let Occupant::Bot { bot } = occupant {
            // Before versions were recorded, every bot had its first.
            let first = || HouseBot {
                version: 1,
                ..HouseBot::today(*bot)
            };
            let decided = self.bot.clone().unwrap_or_else(first);
            values.tell("bot_version", decided.to_string());
        }
        let none = || "none".to_owned();
        let (player, kind, version, replaced) = match (occupant, self.last) {
            (Occupant::Bot { bot }, _) => {
                let bot = format!("bot:{}", word(bot));
                (
                    bot,
                    "server_bot".to_owned(),
                    self.server.unwrap_or_else(none),
                    0,
                )
            }
            (Occupant::Player { player }, Some((kind, version))) => (
                player.0.clone(),
                word(&kind),
                version.unwrap_or_else(none),
                self.by_server,
            ),
            (Occupant::Player { player }, None) => (
                player.0.clone(),
                "unknown".to_owned(),
                none(),
                self.by_server,
            ),
        };
        values.tell("player", player);
        values.tell("player_kind", kind);
        values.tell("player_version", version);
        values.add("server_decisions", replaced);
        values.tell("server_made", yes_no(replaced > 0 || has_forfeits));
    }
}

/// Counts what the rules refused to a seat.
fn tries(game: GameId, seat: Seat, record: &[Arc<Commit<MatchEvent>>], values: &mut Values) {
    let of_seat = record
        .iter()
        .filter(|commit| commit.cause.seat == Some(seat));
    let mut refused = Tries::new();
    for (code, count) in of_seat.flat_map(|commit| commit.tries().unwrap_or_default()) {
        *refused.entry(code).or_default() += count;
    }
    let all = refused.values().sum::<u32>();
    values.add(ILLEGAL_TRIES, clamped(all.into()));
    for code in reasons(game) {
        let count = refused.get(code).copied().unwrap_or(0);
        values.add(illegal_tries(code), clamped(count.into()));
    }
}

/// What win share and win index are computed of: the seats, and among how many of them
/// first place is shared; none, if it was not reached.
pub(crate) fn win(table: &Values, values: &mut Values) {
    let (seats, winners) = (table.measures["seats"], table.measures["winners"]);
    let is_first = values.measures["rank"] == 1;
    values.add(WIN, seats * WIN_SEATS + if is_first { winners } else { 0 });
}

/// The column that [`win`] fills. It is in no catalogue.
pub(crate) const WIN: &str = "win";
/// The seats are so often in it; what is left are winners.
pub(crate) const WIN_SEATS: i32 = 128;

fn clamped(number: i64) -> i32 {
    cast::<i32>(number.clamp(0, i32::MAX.into()))
}

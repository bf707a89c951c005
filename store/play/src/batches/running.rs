//! Batches being played, some matches of each at a time.

use std::sync::Arc;

use crate::{
    live_match::LiveMatch,
    scheduled::{self, Scheduled},
};
use domain::{
    BySeat, cast,
    matches::{Occupant, PlayerId, Settings},
};
use tokio::{
    sync::{mpsc, watch},
    task::JoinSet,
};

use super::{
    Batch, BatchEvent, Batches, Contestant, Inner, Known, StopReason,
    sequential::SequentialVerdict, tally::Tally,
};
use store_log::{
    cause::Asker,
    error::{RequestError, StoreError},
    id::{MatchId, Position},
};

/// How many matches of a batch are played at once.
// Enough that some are decided while others wait for the disk, few enough that players do not
// wait for them.
pub const AT_ONCE: u32 = 16;
/// How many matches of a batch have begun at most and are not counted yet.
///
/// A sequential test hears of a match when it is counted, so it overruns by no more than
/// these; and with so many the bots have enough to do while others are counted.
pub const AHEAD: usize = 128;
/// A batch begins no match while its records that wait to be archived take more bytes than this.
// What is archived soon is never written into the index, which has room in memory for twice this.
const UNARCHIVED_BYTES: usize = 16 << 20;

/// Plays batches until `closing` is said.
pub(crate) async fn drive(
    batches: Batches,
    to_run: mpsc::UnboundedReceiver<Arc<Known>>,
    closing: watch::Receiver<bool>,
) {
    let run = |known: Arc<Known>| {
        let inner = Arc::clone(&batches.0);
        async move {
            if let Err(error) = scheduled::through_outages(|| inner.run(&known)).await {
                known.leave();
                scheduled::log_paused(known.id, &error);
            }
        }
    };
    scheduled::drive(to_run, closing, run).await;
}

/// A match of a batch that is over.
struct MatchOver {
    number: u32,
    /// Where in the log it ended.
    at: Position,
    /// How long its record is.
    bytes: usize,
    /// Whether it will be found among the facts.
    is_counted: bool,
}

/// What a batch has played that others have yet to work off.
#[derive(Default)]
struct Backlog {
    /// Where in the log matches ended. One is counted once the log was read so far, even if nobody
    /// will ever find it among the facts.
    uncounted: Vec<Position>,
    /// The same of those that are not archived, and how long their records are.
    unarchived: Vec<(Position, usize)>,
}

impl Backlog {
    fn add(&mut self, over: &MatchOver) {
        self.uncounted.push(over.at);
        self.unarchived.push((over.at, over.bytes));
    }

    /// All up to these positions was counted and archived.
    fn work_off(&mut self, counted: Position, archived: Position) {
        self.uncounted.retain(|&end| end > counted);
        self.unarchived.retain(|&(end, _)| end > archived);
    }

    fn waits_for_archive(&self) -> bool {
        let bytes: usize = self.unarchived.iter().map(|&(_, bytes)| bytes).sum();
        bytes > UNARCHIVED_BYTES
    }

    /// Whether another match may begin beside those that are played.
    fn has_room(&self, playing: usize) -> bool {
        playing + self.uncounted.len() < AHEAD && !self.waits_for_archive()
    }
}

impl Inner {
    /// Plays what is left of a batch.
    async fn run(self: &Arc<Self>, known: &Known) -> Result<(), RequestError> {
        // Its end may have been written though nobody was told.
        if known.batch().ended_at.is_some() {
            self.matches.0.usage.ended(known.id.into());
            return Ok(());
        }
        self.wait_for_players(known).await?;
        let batch = known.batch();
        self.matches.0.usage.begins(batch.id.into(), &batch.host);
        let mut tally = Tally::of(&batch);
        self.count_all(known, &mut tally).await?;
        if !batch.plan.options.game().plays_with(&batch.components) {
            let why = (StopReason::OtherBox, None);
            self.stop(known, why, &Asker::Server).await?;
        } else {
            self.play_all(known, &batch, &mut tally).await?;
        }
        // Whoever hears of the end finds all of it counted.
        self.count_all(known, &mut tally).await?;
        let _turn = known.turn.lock().await;
        self.add(known, &Asker::Server, BatchEvent::Ended {})
            .await?;
        self.matches.0.usage.ended(batch.id.into());
        Ok(())
    }

    /// Waits until all that there is was counted.
    async fn count_all(&self, known: &Known, tally: &mut Tally) -> Result<(), StoreError> {
        let (end, mut moves) = (*self.log.head().borrow(), self.counting.moves());
        loop {
            let position = moves.position();
            // At first it may not be known what was counted before.
            if position > Position::START {
                self.count(known, tally);
            }
            if position >= end {
                return Ok(());
            }
            moves.next().await?;
        }
    }

    /// Reads what was counted since, and reports it.
    fn count(&self, known: &Known, tally: &mut Tally) {
        tally.read_on(&known.batch(), &*self.counting);
        known.tell(tally.counted());
    }

    async fn play_all(
        self: &Arc<Self>,
        known: &Known,
        batch: &Arc<Batch>,
        tally: &mut Tally,
    ) -> Result<(), RequestError> {
        let schedule = batch.plan.schedule();
        let planned = batch.plan.deals * schedule.per_deal;
        // Of a closed deal none begins before there is room for all: they run at the same time.
        let is_closed = batch.plan.deal_closed();
        let begins_with = |number: u32| match is_closed && schedule.is_first(number) {
            true => cast::<usize>(schedule.per_deal),
            false => 1,
        };
        let left: Vec<u32> = (0..planned).filter(|&it| !tally.has(it)).collect();
        let mut left = left.into_iter().peekable();
        let (mut moves, mut archived) = (self.counting.moves(), self.archived.moves());
        let (mut playing, mut backlog) = (JoinSet::new(), Backlog::default());
        self.stop_if_decided(known, tally).await?;
        loop {
            backlog.work_off(moves.position(), archived.position());
            while left.peek().is_some_and(|&number| {
                playing.len() + begins_with(number) <= cast::<usize>(AT_ONCE)
            }) && backlog.has_room(playing.len())
                && let Some(number) = left.next_if(|&number| known.begins(schedule.deal(number)))
            {
                let (inner, batch) = (Arc::clone(self), Arc::clone(batch));
                let table = schedule.table(number).clone();
                playing.spawn(async move { inner.play(&batch, number, &table).await });
            }
            if playing.is_empty() && backlog.has_room(0) {
                return Ok(());
            }
            tokio::select! {
                Some(over) = playing.join_next() => {
                    let over: MatchOver = over.unwrap_or(Err(StoreError::Panicked.into()))?;
                    if !over.is_counted {
                        tally.leave_out(over.number);
                    }
                    backlog.add(&over);
                }
                moved = archived.next(), if backlog.waits_for_archive() => {
                    // If nothing is archived before the next start, nobody waits for it.
                    if moved.is_err() {
                        backlog.unarchived.clear();
                    }
                }
                moved = moves.next() => {
                    moved?;
                    self.count(known, tally);
                    self.stop_if_decided(known, tally).await?;
                }
            }
        }
    }

    /// Stops a batch if its test has decided, a player has forfeited a match, or its host has used
    /// up the day's quota.
    async fn stop_if_decided(&self, known: &Known, tally: &Tally) -> Result<(), RequestError> {
        let host = known.batch().host.clone();
        if self.matches.0.usage.check(Some(&host)).is_err() {
            let why = (StopReason::Quota, None);
            self.stop(known, why, &Asker::Server).await?;
            return Ok(());
        }
        if let Some(id) = tally
            .forfeited()
            .filter(|_| known.batch().stopped.is_none())
        {
            let why = (StopReason::Forfeited, self.who_forfeited(id).await?);
            self.stop(known, why, &Asker::Server).await?;
            return Ok(());
        }
        let why = match tally.test().map(|test| test.verdict) {
            None | Some(SequentialVerdict::Undecided) => return Ok(()),
            Some(SequentialVerdict::Null) => StopReason::NullAccepted,
            Some(SequentialVerdict::Alternative) => StopReason::AlternativeAccepted,
        };
        self.stop(known, (why, None), &Asker::Server).await?;
        Ok(())
    }

    /// The player who has forfeited a match: the first of them, in the order of seats.
    async fn who_forfeited(&self, id: MatchId) -> Result<Option<PlayerId>, RequestError> {
        let now = self.matches.current(id).await?;
        let Some(table) = now.game.table() else {
            return Ok(None);
        };
        let mut out = table.forfeits.iter().filter(|(_, why)| why.is_some());
        Ok(out.find_map(|(seat, _)| match &table.occupants[seat] {
            Occupant::Player { player } => Some(player.clone()),
            Occupant::Bot { .. } => None,
        }))
    }

    /// Plays a match of a batch to its end.
    async fn play(
        &self,
        batch: &Batch,
        number: u32,
        table: &BySeat<Contestant>,
    ) -> Result<MatchOver, RequestError> {
        let over = |at, bytes, is_counted| MatchOver {
            number,
            at,
            bytes,
            is_counted,
        };
        let scheduled = Scheduled {
            id: batch.match_id(number),
            seed: batch.seed_of(batch.plan.schedule().deal(number)),
            seed_known: batch.seed_known,
            options: &batch.plan.options,
            places: table.map(|_, it| it.place()),
            arranged: batch.plan.arranged.as_ref().map(|it| it.get().clone()),
            batch: Some(batch.id),
            settings: Settings {
                deal_closed: batch.plan.deal_closed(),
                ..(*batch.plan.settings).clone()
            },
        };
        Ok(match self.matches.play_scheduled(&scheduled).await? {
            Some(now) => over(now.position, now.record_bytes(), is_ranked(&now)),
            // Nobody will count it: the others are played.
            None => over(*self.log.head().borrow(), 0, false),
        })
    }
}

/// Whether a match that is over was played to its ranks, and not ended before.
fn is_ranked(now: &LiveMatch) -> bool {
    let table = now.game.table();
    table.is_none_or(|table| table.standings.is_some())
}

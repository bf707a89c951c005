//! How far a batch has come, read off the facts of its matches.

use std::collections::{BTreeMap, HashMap};

use domain::{bots::Bot, cast};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{
    Batch,
    counting::{Counting, SeatOfBatch, WIN_INDEX_PARTS},
    plan::Schedule,
    sequential::{Evidence, Observed, SequentialState, SequentialTest},
};
use store_log::id::MatchId;

/// How far a batch has come.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct BatchProgress {
    /// How many of its matches are over, and counted.
    pub played: u64,
    /// How many there will be: fewer than were planned if it was stopped.
    pub planned: u64,
    /// How far its sequential test has come, if it has one.
    pub test: Option<SequentialState>,
}

/// What was counted of a batch.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Counted {
    played: u64,
    per_deal: u32,
    test: Option<SequentialState>,
}

/// The matches of a batch as far as the facts were read.
#[derive(Debug)]
pub(super) struct Tally {
    schedule: Schedule,
    numbers: HashMap<MatchId, u32>,
    /// Of each match, whether it was counted.
    counted: Vec<bool>,
    played: u64,
    /// How many matches of the game were looked at.
    seen: usize,
    observing: Option<Observing>,
}

/// A sequential test on its way through the deals, in the order of their numbers: so it
/// decides the same, whichever match was over first.
#[derive(Debug)]
struct Observing {
    test: SequentialTest,
    evidence: Evidence,
    next: u32,
    /// Deals that cannot be observed yet.
    waiting: BTreeMap<u32, DealMatches>,
}

/// What the matches of a deal came to for the bot that is tested, and for all others.
#[derive(Clone, Copy, Debug, Default)]
struct DealMatches {
    matches: u32,
    /// In parts of one: sums of integers are the same in any order.
    wins: i64,
    points: [i64; 2],
    seats: [u32; 2],
}

impl Tally {
    pub(super) fn of(batch: &Batch) -> Tally {
        let (schedule, planned) = (batch.plan.schedule(), batch.plan.matches());
        let planned = cast::<u32>(planned);
        let seats = batch.plan.seats();
        Tally {
            numbers: (0..planned)
                .map(|number| (batch.match_id(number), number))
                .collect(),
            counted: vec![false; cast::<usize>(planned)],
            schedule,
            played: 0,
            seen: 0,
            observing: batch.plan.stop.map(|test| Observing {
                test,
                evidence: Evidence::of(test, seats),
                next: 0,
                waiting: BTreeMap::new(),
            }),
        }
    }

    /// Reads what was counted since.
    pub(super) fn read_on(&mut self, batch: &Batch, counting: &dyn Counting) {
        let game = batch.plan.options.game();
        let (seats, seen) = counting.seats_of_batch(game, batch.id, self.seen);
        self.seen = seen;
        for of_match in seats.chunk_by(|a, b| a.id == b.id) {
            // A match that only claims to be of the batch has no number.
            let Some(&number) = self.numbers.get(&of_match[0].id) else {
                continue;
            };
            self.counted[cast::<usize>(number)] = true;
            self.played += 1;
            if let Some(observing) = &mut self.observing {
                observing.note(self.schedule.deal(number), of_match);
                observing.observe(self.schedule.per_deal);
            }
        }
    }

    pub(super) fn has(&self, number: u32) -> bool {
        self.counted[cast::<usize>(number)]
    }

    pub(super) fn counted(&self) -> Counted {
        Counted {
            played: self.played,
            per_deal: self.schedule.per_deal,
            test: self.test(),
        }
    }

    pub(super) fn test(&self) -> Option<SequentialState> {
        let observing = self.observing.as_ref()?;
        Some(observing.evidence.state())
    }
}

impl Counted {
    pub(super) fn progress(self, batch: &Batch) -> BatchProgress {
        BatchProgress {
            played: self.played,
            planned: u64::from(batch.deals()) * u64::from(self.per_deal),
            test: self.test,
        }
    }
}

impl Observing {
    fn note(&mut self, deal: u32, seats: &[SeatOfBatch]) {
        let of_deal = self.waiting.entry(deal).or_default();
        of_deal.matches += 1;
        of_deal.table(self.test.bot, seats);
    }

    /// Observes the deals that are whole, up to the first that is not.
    fn observe(&mut self, per_deal: u32) {
        let is_whole = |deal: &DealMatches| deal.matches == per_deal;
        while let Some(deal) = self.waiting.get(&self.next).copied().filter(is_whole) {
            self.waiting.remove(&self.next);
            self.next += 1;
            if let Some(observed) = deal.observed(self.test.measure) {
                self.evidence.observe(observed);
            }
        }
    }
}

impl DealMatches {
    /// Notes the seats of a match. A table of the bot alone, or of others alone, sets it
    /// against nobody.
    fn table(&mut self, bot: Bot, seats: &[SeatOfBatch]) {
        let own = |seat: &SeatOfBatch| seat.bot == Some(bot);
        if seats.iter().any(own) && !seats.iter().all(own) {
            seats.iter().for_each(|seat| self.note(bot, seat));
        }
    }

    fn note(&mut self, bot: Bot, seat: &SeatOfBatch) {
        let side = usize::from(seat.bot != Some(bot));
        self.points[side] += i64::from(seat.final_score);
        self.seats[side] += 1;
        if side == 0 {
            self.wins += seat.win_index_parts;
        }
    }

    /// What the deal came to. None if nobody, or nobody else, played it.
    #[expect(
        clippy::float_arithmetic,
        clippy::cast_precision_loss,
        reason = "a mean is no integer"
    )]
    fn observed(&self, measure: Observed) -> Option<f64> {
        let [own, others] = self.seats.map(f64::from);
        if own == 0.0 || others == 0.0 {
            return None;
        }
        let [own_points, other_points] = self.points.map(|points| points as f64);
        Some(match measure {
            Observed::WinIndex => self.wins as f64 / WIN_INDEX_PARTS as f64 / own,
            Observed::PointDifference => own_points / own - other_points / others,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seat(bot: Bot, final_score: i32, wins: i64) -> SeatOfBatch {
        SeatOfBatch {
            id: "m_00000000000000000000000000000001".parse().unwrap(),
            bot: Some(bot),
            final_score,
            win_index_parts: wins * WIN_INDEX_PARTS,
        }
    }

    #[test]
    fn a_table_that_sets_a_bot_against_nobody_says_nothing_of_it() {
        let mut deal = DealMatches::default();
        let [won, lost] = [seat(Bot::Greedy, 50, 2), seat(Bot::Random, 20, 0)];
        deal.table(Bot::Greedy, &[won, lost]);
        let alone = deal;
        deal.table(Bot::Greedy, &[won, won]);
        deal.table(Bot::Greedy, &[lost, lost]);
        for measure in [Observed::WinIndex, Observed::PointDifference] {
            assert_eq!(deal.observed(measure), alone.observed(measure));
        }
        assert_eq!(deal.observed(Observed::WinIndex), Some(2.0));
        assert_eq!(deal.observed(Observed::PointDifference), Some(30.0));
    }
}

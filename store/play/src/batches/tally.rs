//! How far a batch has come, read off the facts of its matches.

use std::collections::{BTreeMap, HashMap};

use domain::cast;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{
    Batch, Contestant,
    counting::{Counting, SeatOfBatch, WIN_INDEX_PARTS},
    plan::Schedule,
    sequential::{Evidence, Observed, SequentialState, SequentialTest},
};
use store_log::id::MatchId;

/// The progress of a batch.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct BatchProgress {
    /// How many of its matches are over and counted.
    pub played: u64,
    /// How many matches there will be: fewer than planned if the batch was stopped.
    pub planned: u64,
    /// The state of its sequential test, if it has one.
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
    /// The first match that was counted in which a seat had forfeited.
    forfeited: Option<MatchId>,
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

/// The results of the matches of a deal for the tested bot, and for all others.
#[derive(Clone, Copy, Debug, Default)]
struct DealMatches {
    matches: u32,
    /// In parts of one: sums of integers are the same in any order.
    wins: i64,
    points: [i64; 2],
    seats: [u32; 2],
    /// A match of it was forfeited or ended before its ranks, so it says nothing.
    is_left_out: bool,
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
            forfeited: None,
            observing: batch.plan.stop.clone().map(|test| Observing {
                evidence: Evidence::of(&test, seats),
                test,
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
            if is_forfeited(of_match) {
                self.forfeited.get_or_insert(of_match[0].id);
            }
            if let Some(observing) = &mut self.observing {
                observing.note(self.schedule.deal(number), of_match);
                observing.observe(self.schedule.per_deal);
            }
        }
    }

    pub(super) fn has(&self, number: u32) -> bool {
        self.counted[cast::<usize>(number)]
    }

    /// Leaves out the deal of a match that was not played to its ranks.
    pub(super) fn leave_out(&mut self, number: u32) {
        if let Some(observing) = &mut self.observing {
            let deal = observing.waiting.entry(self.schedule.deal(number));
            let deal = deal.or_default();
            deal.matches += 1;
            deal.is_left_out = true;
            observing.observe(self.schedule.per_deal);
        }
    }

    /// Leaves out every match of a batch that has ended which is not counted, and never will be.
    pub(super) fn leave_out_missing(&mut self, batch: &Batch) {
        let begun = batch.deals() * self.schedule.per_deal;
        for number in (0..begun)
            .filter(|&number| !self.counted[cast::<usize>(number)])
            .collect::<Vec<_>>()
        {
            self.leave_out(number);
        }
    }

    /// A match in which a seat has forfeited, if one was counted.
    pub(super) const fn forfeited(&self) -> Option<MatchId> {
        self.forfeited
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
        of_deal.is_left_out |= is_forfeited(seats);
        of_deal.table(&self.test.bot, seats);
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
    fn table(&mut self, tested: &Contestant, seats: &[SeatOfBatch]) {
        let own = |seat: &SeatOfBatch| seat.who.as_ref() == Some(tested);
        if seats.iter().any(own) && !seats.iter().all(own) {
            seats.iter().for_each(|seat| self.note(own(seat), seat));
        }
    }

    fn note(&mut self, is_own: bool, seat: &SeatOfBatch) {
        let side = usize::from(!is_own);
        self.points[side] += i64::from(seat.final_score);
        self.seats[side] += 1;
        if side == 0 {
            self.wins += seat.win_index_parts;
        }
    }

    /// The result of the deal. None if the tested bot or the others did not play it, or it was
    /// forfeited.
    #[expect(
        clippy::float_arithmetic,
        clippy::cast_precision_loss,
        reason = "a mean is no integer"
    )]
    fn observed(&self, measure: Observed) -> Option<f64> {
        let [own, others] = self.seats.map(f64::from);
        if own == 0.0 || others == 0.0 || self.is_left_out {
            return None;
        }
        let [own_points, other_points] = self.points.map(|points| points as f64);
        Some(match measure {
            Observed::WinIndex => self.wins as f64 / WIN_INDEX_PARTS as f64 / own,
            Observed::PointDifference => own_points / own - other_points / others,
        })
    }
}

/// Whether a seat of a match has forfeited it: then it counts for nobody.
fn is_forfeited(seats: &[SeatOfBatch]) -> bool {
    seats.iter().all(|seat| seat.server_made)
}

#[cfg(test)]
mod tests {
    use domain::bots::Bot;

    use super::*;

    fn seat(bot: Bot, final_score: i32, wins: i64) -> SeatOfBatch {
        SeatOfBatch {
            id: "m_00000000000000000000000000000001".parse().unwrap(),
            who: Some(Contestant::Bot(bot)),
            final_score,
            win_index_parts: wins * WIN_INDEX_PARTS,
            server_made: false,
        }
    }

    #[test]
    fn a_table_that_sets_a_bot_against_nobody_says_nothing_of_it() {
        let mut deal = DealMatches::default();
        let [won, lost] = [seat(Bot::Greedy, 50, 2), seat(Bot::Random, 20, 0)];
        let tested = Contestant::Bot(Bot::Greedy);
        deal.table(&tested, &[won.clone(), lost.clone()]);
        let alone = deal;
        deal.table(&tested, &[won.clone(), won]);
        deal.table(&tested, &[lost.clone(), lost]);
        for measure in [Observed::WinIndex, Observed::PointDifference] {
            assert_eq!(deal.observed(measure), alone.observed(measure));
        }
        assert_eq!(deal.observed(Observed::WinIndex), Some(2.0));
        assert_eq!(deal.observed(Observed::PointDifference), Some(30.0));
    }
}

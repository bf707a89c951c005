//! What a seat has left of its time, from what the record tells: what its clock showed when a
//! command arrived.

use domain::matches::Clock;

/// What is left to a seat beside the time of the single decision.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Bank {
    /// Of the time for all its decisions, if that is limited.
    match_ms: Option<u64>,
    /// Of the reserve.
    reserve_ms: u64,
}

impl Bank {
    /// What a seat has at the start.
    pub(crate) fn of(clock: Clock) -> Bank {
        Bank {
            match_ms: clock.per_match_ms,
            reserve_ms: clock.reserve_ms.unwrap_or(0),
        }
    }

    /// How long the seat may think about the decision it owes.
    pub(crate) fn limit_ms(self, clock: Clock) -> u64 {
        let decision = clock.per_decision_ms;
        let decision = decision.map(|most| most.saturating_add(self.reserve_ms));
        let limits = decision.into_iter().chain(self.match_ms);
        limits.min().unwrap_or(u64::MAX)
    }

    /// What is left after a decision for which the clock still showed `left_ms`. Time is gained
    /// with a decision that the seat's player makes.
    pub(crate) fn after(self, clock: Clock, left_ms: u64, by_player: bool) -> Bank {
        let spent = self.limit_ms(clock).saturating_sub(left_ms);
        let most = clock.per_decision_ms.unwrap_or(u64::MAX);
        let gained = clock.increment_ms.filter(|_| by_player).unwrap_or(0);
        Bank {
            match_ms: self
                .match_ms
                .map(|left| left.saturating_sub(spent).saturating_add(gained)),
            reserve_ms: self.reserve_ms.saturating_sub(spent.saturating_sub(most)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn clock(decision: u64, reserve: u64, all: u64, increment: u64) -> Clock {
        let given = |ms| (ms > 0).then_some(ms);
        Clock {
            per_decision_ms: given(decision),
            per_match_ms: given(all),
            increment_ms: given(increment),
            reserve_ms: given(reserve),
        }
    }

    /// What may be thought about each of some decisions, each of which takes so long.
    fn limits(clock: Clock, takes: &[u64]) -> Vec<u64> {
        let mut bank = Bank::of(clock);
        let limits = takes.iter().map(|takes| {
            let limit = bank.limit_ms(clock);
            bank = bank.after(clock, limit.saturating_sub(*takes), true);
            limit
        });
        limits.collect()
    }

    #[test]
    fn the_reserve_runs_once_the_time_of_a_decision_is_over() {
        let takes = [10, 35, 30, 60, 1];
        assert_eq!(limits(clock(30, 20, 0, 0), &takes), [50, 50, 45, 45, 30]);
    }

    #[test]
    fn the_time_for_a_match_is_spent_by_every_decision_and_gained_back_by_making_it() {
        assert_eq!(
            limits(clock(0, 0, 100, 5), &[10, 50, 60, 1]),
            [100, 95, 50, 5]
        );
    }

    #[test]
    fn of_two_limits_the_one_that_is_reached_first_counts() {
        let takes = [30, 40, 5];
        assert_eq!(limits(clock(30, 10, 60, 0), &takes), [40, 30, 0]);
        let takes = [35, 10, 10];
        assert_eq!(limits(clock(30, 10, 100, 0), &takes), [40, 35, 35]);
    }

    #[test]
    fn nothing_is_gained_with_what_the_server_decides() {
        let clock = clock(0, 0, 100, 5);
        let bank = Bank::of(clock);
        assert_eq!(bank.after(clock, 0, false).limit_ms(clock), 0);
        assert_eq!(bank.after(clock, 0, true).limit_ms(clock), 5);
    }
}

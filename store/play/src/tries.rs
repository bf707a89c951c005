//! What the rules refuse to seats before they decide: counted, and recorded with the decision.
//!
//! They are counted in memory. What is lost with it is forgotten in the seat's favor.

use std::collections::BTreeMap;

use domain::Seat;
use store_log::cause::Tries;

/// The tries of each seat for the decision that it owes.
#[derive(Debug, Default)]
pub(crate) struct SeatTries(BTreeMap<Seat, (u32, Tries)>);

impl SeatTries {
    /// Counts a try: how many there were for this decision.
    pub(crate) fn add(&mut self, seat: Seat, decision: u32, code: &str) -> u32 {
        let (of, tries) = self.0.entry(seat).or_default();
        if *of != decision {
            (*of, *tries) = (decision, Tries::new());
        }
        *tries.entry(code.to_owned()).or_default() += 1;
        tries.values().sum()
    }

    /// The tries for a decision.
    pub(crate) fn of(&self, seat: Seat, decision: u32) -> Tries {
        let tries = self.0.get(&seat).filter(|(of, _)| *of == decision);
        tries.map(|(_, tries)| tries.clone()).unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tries_are_counted_for_one_decision_of_a_seat_by_their_codes() {
        let mut tries = SeatTries::default();
        let (ann, ben) = (Seat(0), Seat(1));
        assert_eq!(tries.add(ann, 0, "overlaps"), 1);
        assert_eq!(tries.add(ben, 0, "overlaps"), 1);
        assert_eq!(tries.add(ann, 0, "off_the_map"), 2);
        assert_eq!(tries.add(ann, 0, "overlaps"), 3);
        let of_ann = Tries::from([("off_the_map".to_owned(), 1), ("overlaps".to_owned(), 2)]);
        assert_eq!(tries.of(ann, 0), of_ann);
        assert_eq!(tries.of(ann, 1), Tries::new());
        assert_eq!(tries.add(ann, 1, "overlaps"), 1);
        assert_eq!(tries.of(ann, 0), Tries::new());
    }
}

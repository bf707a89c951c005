//! Who tells the time: the machine, or a test that moves a clock by hand.

use std::{sync::Arc, time::Duration};

use tokio::sync::watch;

use crate::time::Timestamp;

/// Tells the time, and waits for it. Clones tell the same.
#[derive(Clone, Debug, Default)]
pub struct Timekeeper(Option<Arc<watch::Sender<Timestamp>>>);

impl Timekeeper {
    /// A clock that stands until it is moved.
    pub fn by_hand(at: Timestamp) -> Timekeeper {
        Timekeeper(Some(Arc::new(watch::Sender::new(at))))
    }

    /// This moment.
    pub fn now(&self) -> Timestamp {
        match &self.0 {
            None => Timestamp::now(),
            Some(hand) => *hand.borrow(),
        }
    }

    /// Moves a clock that is moved by hand. The machine's cannot be.
    pub fn move_on(&self, by: Duration) {
        if let Some(hand) = &self.0 {
            hand.send_modify(|now| *now = now.later(by));
        }
    }

    /// Waits for a moment. It needs a runtime that can wait for time.
    pub async fn reaches(&self, at: Timestamp) {
        let Some(hand) = &self.0 else {
            // A timer may be a little early.
            while let left = at.since(Timestamp::now())
                && !left.is_zero()
            {
                tokio::time::sleep(left).await;
            }
            return;
        };
        // The sender is in `hand`, so it is not gone.
        let _ = hand.subscribe().wait_for(|now| *now >= at).await;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_clock_that_is_moved_by_hand_reaches_what_it_was_moved_to() {
        let start: Timestamp = "2031-05-17T08:00:00.000Z".parse().unwrap();
        let time = Timekeeper::by_hand(start);
        let waits = time.clone();
        let later = start.later(Duration::from_secs(2));
        let waiting = tokio::spawn(async move { waits.reaches(later).await });
        time.move_on(Duration::from_secs(1));
        assert!(time.now() < later && !waiting.is_finished());
        time.move_on(Duration::from_secs(1));
        waiting.await.unwrap();
        assert_eq!(time.now(), later);
    }
}

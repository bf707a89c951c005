//! Calls to the server's bots, where a match waits for them.

use store_log::MatchId;
use tokio::sync::mpsc;

/// Calls the bots. Matches between bots only are played apart, where they do not delay others.
#[derive(Clone, Debug)]
pub(crate) struct Calls {
    beside_players: mpsc::UnboundedSender<MatchId>,
    aside: mpsc::UnboundedSender<MatchId>,
}

/// Who is called by [`Calls`].
pub(crate) struct Called {
    pub(crate) beside_players: mpsc::UnboundedReceiver<MatchId>,
    pub(crate) aside: mpsc::UnboundedReceiver<MatchId>,
}

impl Calls {
    pub(crate) fn new() -> (Calls, Called) {
        let (to_players, beside_players) = mpsc::unbounded_channel();
        let (to_aside, aside) = mpsc::unbounded_channel();
        let calls = Calls {
            beside_players: to_players,
            aside: to_aside,
        };
        let called = Called {
            beside_players,
            aside,
        };
        (calls, called)
    }

    /// Calls the bots to a match.
    pub(crate) fn to(&self, id: MatchId, among_themselves: bool) {
        let calls = if among_themselves {
            &self.aside
        } else {
            &self.beside_players
        };
        // Nobody listens once the store is closing.
        let _ = calls.send(id);
    }
}

//! The only way to change a state: write down what happened.

use std::fmt;

use crate::{Dice, Game, Seat};

/// The state while a command resolves, and the events that led to it.
pub struct Ledger<'a, G: Game> {
    state: G,
    events: Vec<G::Event>,
    dice: &'a Dice,
}

/// What a command came to.
pub struct Decided<G: Game> {
    /// The state after the last event.
    pub state: G,
    /// What happened, in order.
    pub events: Vec<G::Event>,
}

/// Decides a command: the events it causes, or the rule it breaks.
///
/// # Errors
///
/// The rule the command breaks; `state` is untouched.
pub fn decide<G: Game>(
    state: &G,
    seat: Seat,
    command: G::Command,
    dice: &Dice,
) -> Result<Decided<G>, G::Illegal> {
    let mut ledger = Ledger {
        state: state.clone(),
        events: Vec::new(),
        dice,
    };
    G::play(&mut ledger, seat, command)?;
    Ok(Decided {
        state: ledger.state,
        events: ledger.events,
    })
}

/// What happens at a table just set up, before the first decision.
pub fn begin<G: Game>(setup: &G::Setup, dice: &Dice) -> Decided<G> {
    let mut ledger = Ledger {
        state: G::new(setup),
        events: Vec::new(),
        dice,
    };
    G::begin(&mut ledger);
    Decided {
        state: ledger.state,
        events: ledger.events,
    }
}

impl<G: Game> Ledger<'_, G> {
    /// The state so far.
    pub fn state(&self) -> &G {
        &self.state
    }

    /// The match's dice.
    pub fn dice(&self) -> &Dice {
        self.dice
    }

    /// Writes down what happened; the state follows.
    pub fn record(&mut self, event: G::Event) {
        self.state.evolve(&event);
        self.events.push(event);
    }
}

impl<G: Game> fmt::Debug for Ledger<'_, G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Ledger")
            .field("events", &self.events.len())
            .finish_non_exhaustive()
    }
}

impl<G: Game> fmt::Debug for Decided<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Decided")
            .field("events", &self.events.len())
            .finish_non_exhaustive()
    }
}

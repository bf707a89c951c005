//! The only way to change a state: write down what happened.

use std::fmt;

use crate::{Dice, Game, Seat, Seats};

/// The state while a command resolves, and the events that led to it.
///
/// A game can look at the state and write down what happened, and in no other way can it
/// change anything: so the events are all that a state is made of.
///
/// ```
/// use domain::{
///     Dice, Game as _, Seat, Seed, Viewer, decide,
///     games::cartographers::{Options, Setup, State},
///     ledger,
/// };
///
/// let dice = Dice::new(Seed([7; 32]));
/// let setup = Setup::new(&Options::default(), 1, &dice);
/// let begun = ledger::begin::<State>(&setup, &dice);
/// let command = State::legal(&begun.state.view(Viewer::Seat(Seat(0))))[0];
/// let decided = decide(&begun.state, Seat(0), command, &dice)?;
///
/// let mut folded = State::new(&setup);
/// let events = begun.events.iter().chain(&decided.events);
/// events.for_each(|event| folded.evolve(event));
/// assert_eq!(folded, decided.state);
/// # Ok::<(), domain::games::cartographers::Illegal>(())
/// ```
pub struct Ledger<'a, G: Game> {
    state: G,
    events: Vec<G::Event>,
    closed: Seats,
    dice: &'a Dice,
    rules: u16,
}

/// The result of a command.
pub struct Decided<G: Game> {
    /// The state after the last event.
    pub state: G,
    /// What happened, in order.
    pub events: Vec<G::Event>,
    /// The other seats whose open question it took away.
    pub closed: Seats,
}

/// Decides a command by the edition of the rules that this program plays new matches by.
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
    decide_under(G::INFO.rules, state, seat, command, dice)
}

/// Decides a command by an edition of the rules: the events it causes, or the rule it
/// breaks.
///
/// # Errors
///
/// The rule the command breaks; `state` is untouched.
pub fn decide_under<G: Game>(
    rules: u16,
    state: &G,
    seat: Seat,
    command: G::Command,
    dice: &Dice,
) -> Result<Decided<G>, G::Illegal> {
    let mut ledger = Ledger::on(state.clone(), dice, rules);
    G::play(&mut ledger, seat, command)?;
    Ok(ledger.decided())
}

/// What follows when the window is over in which seats decide at once.
pub fn close_window<G: Game>(rules: u16, state: &G, dice: &Dice) -> Decided<G> {
    let mut ledger = Ledger::on(state.clone(), dice, rules);
    G::close_window(&mut ledger);
    ledger.decided()
}

/// What happens at a table just set up, before the first decision.
pub fn begin<G: Game>(setup: &G::Setup, dice: &Dice) -> Decided<G> {
    let mut ledger = Ledger::on(G::new(setup), dice, G::INFO.rules);
    G::begin(&mut ledger);
    ledger.decided()
}

impl<'a, G: Game> Ledger<'a, G> {
    fn on(state: G, dice: &'a Dice, rules: u16) -> Ledger<'a, G> {
        Ledger {
            state,
            events: Vec::new(),
            closed: Seats::NONE,
            dice,
            rules,
        }
    }

    fn decided(self) -> Decided<G> {
        Decided {
            state: self.state,
            events: self.events,
            closed: self.closed,
        }
    }

    /// The edition of the rules that decides.
    pub fn rules(&self) -> u16 {
        self.rules
    }

    /// Closes the question that another seat was asked: what happened took it away. It is
    /// never asked again under the same number.
    pub fn close(&mut self, seat: Seat) {
        self.closed = self.closed.with(seat);
    }

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

//! A whole match played at random, with everything that happened.

use domain::{Command, Dice, Event, Options, Seat, Seed, Setup, State, Viewer};

/// No match is longer for each seat. A longer one has lost its way.
const DECISIONS_MAX: usize = 500;

/// A whole match.
pub(crate) struct Playout {
    pub(crate) seats: u8,
    pub(crate) dice: Dice,
    pub(crate) setup: Setup,
    /// What happened before the first decision.
    pub(crate) begun: Vec<Event>,
    pub(crate) steps: Vec<Step>,
}

/// One decision and what it led to.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Step {
    pub(crate) seat: Seat,
    pub(crate) command: Command,
    pub(crate) events: Vec<Event>,
}

impl Playout {
    /// Plays a match: who acts and what they do is drawn from the seed.
    pub(crate) fn new(options: &Options, seats: u8, seed: u8) -> Playout {
        let dice = Dice::new(Seed([seed; 32]));
        let setup = options.set_up(seats, &dice);
        let (mut state, begun) = setup.begin(&dice);
        let mut steps = Vec::new();
        for turn in 0.. {
            let acting: Vec<Seat> = state.to_act().iter().collect();
            if acting.is_empty() {
                break;
            }
            let seat = pick(&dice, "seat", turn, &acting);
            let legal = state.view(Viewer::Seat(seat)).legal();
            let command = pick(&dice, "command", turn, &legal);
            let (next, events) = state
                .decide(seat, command.clone(), &dice)
                .expect("legal is accepted");
            steps.push(Step {
                seat,
                command,
                events,
            });
            let limit = DECISIONS_MAX * usize::from(seats);
            assert!(steps.len() <= limit, "{options:?} does not end");
            state = next;
        }
        Playout {
            seats,
            dice,
            setup,
            begun,
            steps,
        }
    }

    /// Calls `visit` with the state before some of the decisions, evenly spread,
    /// and with the decision.
    pub(crate) fn visit(&self, positions: usize, mut visit: impl FnMut(&State, &Step)) {
        let every = self.steps.len().div_ceil(positions).max(1);
        let mut state = State::new(&self.setup);
        self.begun.iter().for_each(|event| state.evolve(event));
        for (nth, step) in self.steps.iter().enumerate() {
            // A different decision of each stretch, so that no phase is missed.
            if nth % every == (nth / every * 7) % every {
                visit(&state, step);
            }
            step.events.iter().for_each(|event| state.evolve(event));
        }
    }
}

/// One of `from`, by the match's chance.
pub(crate) fn pick<T: Clone>(dice: &Dice, what: &str, turn: u32, from: &[T]) -> T {
    let count = u32::try_from(from.len()).expect("no game offers 2^32 commands");
    let nth = dice.roll(what, turn).below(count);
    from[usize::try_from(nth).expect("an index fits")].clone()
}

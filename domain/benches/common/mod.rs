//! Random matches, played as fast as the rules allow.

use domain::{Dice, Options, Seed, Viewer};

/// What a match came to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Played {
    /// How many decisions.
    pub(crate) decisions: u32,
    /// How many legal commands there were to choose from, all told.
    pub(crate) legal: usize,
    /// The sum of all final scores.
    pub(crate) points: i32,
}

/// Plays a match. At every decision the view is made and every legal command
/// enumerated; one is drawn at random and decided.
pub(crate) fn play(options: &Options, seats: u8, seed: u8) -> Played {
    let dice = Dice::new(Seed([seed; 32]));
    let (mut state, _) = options.set_up(seats, &dice).begin(&dice);
    let mut roll = dice.roll("bench", 0);
    let mut played = Played::default();
    while let Some(seat) = state.to_act().iter().next() {
        let mut legal = state.view(Viewer::Seat(seat)).legal();
        played.decisions += 1;
        played.legal += legal.len();
        let count = u32::try_from(legal.len()).expect("few");
        let nth = usize::try_from(roll.below(count)).expect("few");
        let decided = state.decide(seat, legal.swap_remove(nth), &dice);
        state = decided.expect("legal is accepted").0;
    }
    let standings = state.outcome().expect("it is over");
    let points = standings.iter().map(|(_, at)| i32::from(at.total));
    Played {
        points: points.sum(),
        ..played
    }
}

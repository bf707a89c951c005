//! Random matches of Cartographers, as fast as the rules allow.

use domain::{
    Dice, Seat, Seed, Viewer,
    bots::random,
    games::{Options, State},
};

/// What a match came to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Played {
    /// How many decisions.
    pub decisions: u32,
    /// How many legal commands there were to choose from, all told.
    pub legal: u64,
    /// The sum of all final scores.
    pub stars: i64,
}

/// Plays a match. At every decision the view is made and every legal command
/// enumerated; one is drawn at random and decided.
pub fn play(options: &Options, seats: u8, seed: u8) -> Played {
    let dice = Dice::new(Seed([seed; 32]));
    let (mut state, _) = options.set_up(seats, &dice).begin(&dice);
    let mut roll = dice.roll("bench", 0);
    let mut played = Played {
        decisions: 0,
        legal: 0,
        stars: 0,
    };
    while let Some(seat) = state.to_act().iter().next() {
        let mut legal = state.view(Viewer::Seat(seat)).legal();
        played.decisions += 1;
        played.legal += legal.len() as u64;
        let count = u32::try_from(legal.len()).expect("few");
        let command = legal.swap_remove(roll.below(count) as usize);
        state = state.decide(seat, command, &dice).expect("legal").0;
    }
    let standings = state.outcome().expect("it is over");
    played.stars = standings.iter().map(|(_, at)| i64::from(at.total)).sum();
    played
}

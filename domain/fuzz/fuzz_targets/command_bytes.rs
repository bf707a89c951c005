//! Bytes as a command, options or a position: read or refused, never a panic; and
//! a command is accepted exactly if it is legal.

#![no_main]

use domain::{Command, Dice, GameId, Options, Position, Seat, Seed, Viewer};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let dice = Dice::new(Seed([1; 32]));
    if let Ok(command) = serde_json::from_slice::<Command>(bytes) {
        for &game in GameId::ALL {
            let seats = *game.info().players.start();
            let (state, _) = game.default_options().set_up(seats, &dice).begin(&dice);
            let legal = state.view(Viewer::Seat(Seat(0))).legal();
            let decided = state.decide(Seat(0), command.clone(), &dice);
            assert_eq!(decided.is_ok(), legal.contains(&command));
        }
    }
    if let Ok(options) = serde_json::from_slice::<Options>(bytes) {
        let mut players = options.game().info().players;
        if let Some(seats) = players.find(|&seats| options.fits(seats).is_ok()) {
            drop(options.set_up(seats, &dice).begin(&dice));
        }
    }
    if let Ok(position) = serde_json::from_slice::<Position>(bytes) {
        if let Ok(view) = position.imagine() {
            let legal = view.legal();
            legal
                .iter()
                .for_each(|command| assert!(view.gain(command) > -1_000));
            drop(view.scores());
        }
    }
});

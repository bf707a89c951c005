//! Whole matches.
use super::super::{Options, State};
use crate::{
    Game as _, Options as AnyOptions, Seat, Seed, State as AnyState, Viewer, bots::Bot, dice::Dice,
};

#[test]
fn measure() {
    for (nth, options) in [
        Options::default(),
        Options {
            extra_actions_only_after_normal_actions: false,
            automatic_features: false,
            ..Options::default()
        },
    ]
    .into_iter()
    .enumerate()
    {
        for bots in [
            [Bot::Random, Bot::Random],
            [Bot::Greedy, Bot::Greedy],
            [Bot::Random, Bot::Greedy],
        ] {
            for seats in 2..=4u8 {
                let mut lens = vec![];
                let mut turns = vec![];
                let mut xp = 0;
                let mut wins = [0; 2];
                let mut longest = 0;
                for seed in 0..100u8 {
                    let dice = Dice::new(Seed([seed; 32]));
                    let any = AnyOptions::BuildersBiomes(options);
                    let (mut state, _) = any.set_up(seats, &dice).begin(&dice);
                    let mut roll = dice.roll("bots", 7);
                    let mut n = 0;
                    while let Some(seat) = state.to_act().iter().next() {
                        let v = state.view(Viewer::Seat(seat));
                        let bot = bots[usize::from((seat.0 + seed) % 2)];
                        longest = longest.max(v.legal().len());
                        let command = bot.choose(&v, &mut roll);
                        state = AnyState::decide(&state, seat, command, &dice).unwrap().0;
                        n += 1;
                        if n > 20000 {
                            println!("no end");
                            break;
                        }
                    }
                    lens.push(n);
                    if let AnyState::BuildersBiomes(s) = &state {
                        turns.push(s.turn);
                    }
                    let Some(standings) = state.outcome() else {
                        continue;
                    };
                    for (s, at) in standings.iter() {
                        xp += i32::from(at.total);
                        if at.rank == 1 {
                            wins[usize::from((s.0 + seed) % 2)] += 1;
                        }
                    }
                }
                lens.sort();
                turns.sort();
                println!(
                    "{nth} {bots:?} seats {seats}: decisions min {} median {} p90 {} max {}; turns median {} max {}; mean xp {}; wins {wins:?}; longest legal {longest}",
                    lens[0],
                    lens[50],
                    lens[90],
                    lens[99],
                    turns[50],
                    turns[99],
                    xp / (100 * i32::from(seats))
                );
            }
        }
    }
}

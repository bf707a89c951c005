//! Tables for the tests: things put where they are wanted, commands in short.

use serde::de::DeserializeOwned;
use serde_json::{Value, json};

use super::super::{
    Command, Event, Illegal, Options, Setup, State,
    blocks::{Block, Blocks},
    cube::{Column, Cube},
    overworld::{FlippedTile, FlippedToken},
    player::{Placed, WonMob},
    tiles::Building,
    weapons::{Pile, Weapon},
};
use crate::{Dice, Game as _, Seat, Secret, Seed, Viewer, decide, ledger};

pub(super) const DICE: Dice = Dice::new(Seed([5; 32]));

/// A table in play, and what the last command caused.
pub(super) struct Table {
    pub(super) state: State,
    pub(super) events: Vec<Event>,
    dice: Dice,
}

/// Something by its name on the wire.
pub(super) fn named<T: DeserializeOwned>(name: &str) -> T {
    serde_json::from_value(json!(name)).unwrap()
}

pub(super) fn command(value: Value) -> Command {
    serde_json::from_value(value).unwrap()
}

pub(super) fn take(x: u8, y: u8) -> Command {
    command(json!({"type": "take_block", "column": [x, y]}))
}

pub(super) fn explore(to: &str) -> Command {
    command(json!({"type": "explore", "to": to}))
}

/// Builds from the stack, paying like `2W 1E`.
pub(super) fn build(stack: &str, space: [u8; 2], payment: &str) -> Command {
    let payment = blocks(payment);
    command(json!({"type": "build", "stack": stack, "space": space, "payment": payment}))
}

pub(super) fn fight(stack: &str) -> Command {
    command(json!({"type": "fight", "stack": stack}))
}

pub(super) fn collect(slot: &str) -> Command {
    command(json!({"type": "collect_weapon", "slot": slot}))
}

pub(super) fn use_tile(mob: &str) -> Command {
    command(json!({"type": "use_extra_action_tile", "mob": mob}))
}

pub(super) fn choose(feature: &str) -> Command {
    command(json!({"type": "choose_feature", "feature": feature}))
}

/// Blocks written like `2W 1E`.
pub(super) fn blocks(text: &str) -> Blocks {
    let mut blocks = Blocks::NONE;
    for part in text.split_whitespace() {
        let (count, letter) = part.split_at(part.len() - 1);
        let is_it = |block: &Block| letter == block.letter().to_string();
        let block = Block::ALL.into_iter().find(is_it).unwrap();
        *blocks.of_mut(block) += count.parse::<u8>().unwrap();
    }
    blocks
}

/// A cube of wood with these heights, a row for each x.
pub(super) fn cube(heights: [[u8; 4]; 4]) -> Cube {
    let column = |height: u8| vec![Secret::Known(Block::Wood); usize::from(height)];
    let columns: Vec<_> = heights.into_iter().flatten().map(column).collect();
    columns.try_into().unwrap()
}

pub(super) fn column(x: u8, y: u8) -> Column {
    Column::at(x, y).unwrap()
}

pub(super) fn weapons(names: &str) -> Vec<Weapon> {
    names.split_whitespace().map(named).collect()
}

impl Table {
    /// The first turn of seat 0.
    pub(super) fn new(seats: u8) -> Table {
        Table::with(Options::default(), seats)
    }

    /// Every seat has the board of its color, so that a test knows which.
    pub(super) fn with(options: Options, seats: u8) -> Table {
        let options = Options {
            start_seat: Some(Seat(0)),
            boards_bound_to_colour: true,
            ..options
        };
        let begun = ledger::begin::<State>(&Setup::new(options, seats, &DICE), &DICE);
        Table {
            state: begun.state,
            events: begun.events,
            dice: DICE,
        }
    }

    /// A cube of wood with these heights.
    pub(super) fn cube(mut self, heights: [[u8; 4]; 4]) -> Table {
        self.state.cube = cube(heights);
        self
    }

    /// A tile face up on a stack.
    pub(super) fn tile(mut self, stack: &str, tile: &str) -> Table {
        let flipped = FlippedTile {
            stack: named(stack),
            tile: named(tile),
        };
        self.state.overworld.flip_tile(flipped);
        self
    }

    /// A weapon face up in a slot.
    pub(super) fn weapon(mut self, slot: &str, weapon: &str) -> Table {
        let flipped = FlippedToken {
            slot: named(slot),
            weapon: named(weapon),
        };
        self.state.overworld.flip_token(flipped);
        self
    }

    pub(super) fn at(mut self, seat: u8, crossing: &str) -> Table {
        self.state.players[Seat(seat)].at = named(crossing);
        self
    }

    pub(super) fn supply(mut self, seat: u8, supply: &str) -> Table {
        self.state.players[Seat(seat)].supply = blocks(supply);
        self
    }

    pub(super) fn mobs(mut self, seat: u8, mobs: &str) -> Table {
        let won = mobs.split_whitespace().map(|mob| WonMob {
            mob: named(mob),
            xp: 0,
            returned: false,
        });
        self.state.players[Seat(seat)].mobs.extend(won);
        self
    }

    /// Buildings on the nine spaces, three rows; a dot leaves a space as it is.
    pub(super) fn board(mut self, seat: u8, rows: [&str; 3]) -> Table {
        for (row, line) in (0..).zip(rows) {
            for (col, name) in (0..).zip(line.split_whitespace()) {
                if name == "." {
                    continue;
                }
                let placed = Placed {
                    building: named::<Building>(name),
                    space: [row, col].try_into().unwrap(),
                    xp: 0,
                };
                self.state.players[Seat(seat)].built.push(placed);
            }
        }
        self
    }

    /// A pile whose next fight shows these tokens first, in this order.
    pub(super) fn pile(mut self, seat: u8, order: &str) -> Table {
        let order = weapons(order);
        let pile = Pile::from(order.clone());
        self.state.players[Seat(seat)].weapons = pile.clone();
        let shown = super::super::weapons::shown(&order);
        let dice = (0..u16::MAX).map(|nth| {
            let mut seed = [0; 32];
            seed[..2].copy_from_slice(&nth.to_be_bytes());
            Dice::new(Seed(seed))
        });
        let mut dice = dice.filter(|dice| pile.reveal(dice, self.state.fights) == shown);
        self.dice = dice.next().unwrap();
        self
    }

    pub(super) fn play(&mut self, seat: u8, command: Command) -> &mut Table {
        let decided = decide(&self.state, Seat(seat), command, &self.dice);
        let decided = decided.unwrap_or_else(|illegal| panic!("{command:?}: {illegal}"));
        self.state = decided.state;
        self.events = decided.events;
        self
    }

    pub(super) fn refuses(&self, seat: u8, command: Command) -> Illegal {
        let decided = decide(&self.state, Seat(seat), command, &self.dice);
        decided.map(|decided| decided.events).unwrap_err()
    }

    pub(super) fn legal(&self, seat: u8) -> Vec<Command> {
        State::legal(&self.state.view(Viewer::Seat(Seat(seat))))
    }

    pub(super) fn allows(&self, seat: u8, command: Command) -> bool {
        self.legal(seat).contains(&command)
    }

    pub(super) fn xp(&self, seat: u8) -> i16 {
        self.state.players[Seat(seat)].xp
    }

    /// The types of the events of the last command, as on the wire.
    pub(super) fn happened(&self) -> Vec<String> {
        let name = |event: &Event| {
            let written = serde_json::to_value(event).unwrap();
            written["type"].as_str().unwrap().to_owned()
        };
        self.events.iter().map(name).collect()
    }
}

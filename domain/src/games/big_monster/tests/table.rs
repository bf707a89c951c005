//! Tables for the tests: zones in short, tiles by name, hands as one likes.

use serde_json::{Value, json};

use super::super::{
    Command, Event, Illegal, Options, Position, Setup, State, View,
    event::Duty,
    explorers::Explorer,
    tiles::Tile,
    zone::{Spot, Zone},
};
use crate::{Dice, Game as _, Replay as _, Seat, Seed, Viewer, decide_under, ledger};

/// Where passes are not held, so that a test can say who comes first.
const RULES: u16 = 1;

pub(super) const DICE: Dice = Dice::new(Seed([5; 32]));

/// A table in play, and what the last command caused.
pub(super) struct Table {
    pub(super) state: State,
    pub(super) events: Vec<Event>,
}

impl Table {
    /// A table at which explorers are to be chosen.
    pub(super) fn open(seats: u8, options: Value) -> Table {
        let setup = Setup::new(&self::options(options), seats, &DICE);
        let begun = ledger::begin::<State>(&setup, &DICE);
        Table {
            state: begun.state,
            events: begun.events,
        }
    }

    /// A table with these explorers, at the first decision after they were shown.
    pub(super) fn with(explorers: &[&str], options: Value) -> Table {
        let seats = u8::try_from(explorers.len()).unwrap();
        let mut table = Table::open(seats, options);
        for (seat, name) in (0..).zip(explorers) {
            table.state.seats[Seat(seat)].offer[0] = explorer(name);
            let explorer = explorer(name);
            table.play(seat, Command::ChooseExplorer { explorer });
        }
        table
    }

    /// An individual draft of explorers without abilities.
    pub(super) fn draft(seats: u8) -> Table {
        Table::with(&PLAIN[..usize::from(seats)], json!({}))
    }

    pub(super) fn play(&mut self, seat: u8, command: Command) {
        let decided = decide_under(RULES, &self.state, Seat(seat), command, &DICE).unwrap();
        self.state = decided.state;
        self.events = decided.events;
    }

    pub(super) fn refuses(&self, seat: u8, command: Command) -> Illegal {
        let decided = decide_under(RULES, &self.state, Seat(seat), command, &DICE);
        decided.expect_err("the command is refused")
    }

    pub(super) fn view(&self, seat: u8) -> View {
        self.state.view(Viewer::Seat(Seat(seat)))
    }

    pub(super) fn legal(&self, seat: u8) -> Vec<Command> {
        State::legal(&self.view(seat))
    }

    pub(super) fn due(&self) -> Vec<u8> {
        self.state.due.iter().map(|seat| seat.0).collect()
    }

    pub(super) fn hand(&self, seat: u8) -> &[Tile] {
        &self.state.seats[Seat(seat)].hand.tiles
    }

    pub(super) fn set_zone(&mut self, seat: u8, tiles: &str) {
        let explorer = self.state.seats[Seat(seat)].zone.explorer;
        let mut zone = zone(explorer.unwrap().id(), tiles);
        std::mem::swap(&mut self.state.seats[Seat(seat)].zone, &mut zone);
    }

    /// Keeps the first tile of the hand and passes the others.
    pub(super) fn pass(&mut self, from: u8, to: u8) {
        let command = self.passing(from, to);
        self.play(from, command);
    }

    pub(super) fn passing(&self, from: u8, to: u8) -> Command {
        Command::Draft {
            tile: self.hand(from)[0],
            ship: Seat(to),
        }
    }

    /// Everybody who owes a decision plays the first legal command.
    pub(super) fn all_play_first(&mut self) {
        for seat in self.state.due.iter() {
            let command = self.legal(seat.0)[0];
            self.play(seat.0, command);
        }
    }

    /// Passes, in this order, and places.
    pub(super) fn turn(&mut self, passes: &[(u8, u8)]) {
        passes.iter().for_each(|&(from, to)| self.pass(from, to));
        assert_eq!(self.state.duty, Some(Duty::Place));
        self.all_play_first();
    }

    /// A turn in which everybody passes to the left.
    pub(super) fn turn_left(&mut self) {
        let seats = self.state.players();
        let passes: Vec<(u8, u8)> = (0..seats).map(|from| (from, (from + 1) % seats)).collect();
        self.turn(&passes);
    }

    /// Plays first legal commands until this is decided.
    pub(super) fn until(&mut self, duty: Duty) {
        while self.state.duty != Some(duty) {
            self.all_play_first();
        }
    }

    pub(super) fn tokens(&self, seat: u8) -> Vec<String> {
        let tokens = self.state.seats[Seat(seat)].tokens.iter();
        tokens.map(|token| token.source()).collect()
    }
}

/// Explorers whose abilities touch no rule of the draft.
pub(super) const PLAIN: [&str; 6] = [
    "exp_blue_m",
    "exp_red_f",
    "exp_pink_m",
    "exp_green_f",
    "exp_orange_f",
    "exp_red_m",
];

pub(super) fn options(options: Value) -> Options {
    serde_json::from_value(options).unwrap()
}

pub(super) fn tile(name: &str) -> Tile {
    serde_json::from_value(name.into()).unwrap_or_else(|_| panic!("{name}"))
}

pub(super) fn explorer(name: &str) -> Explorer {
    serde_json::from_value(name.into()).unwrap_or_else(|_| panic!("{name}"))
}

/// `ice_blue@2,0 swamp@3,-1`
fn laid(text: &str) -> impl Iterator<Item = (Tile, Spot)> {
    text.split_whitespace().map(|word| {
        let (name, at) = word.split_once('@').unwrap();
        let (x, y) = at.split_once(',').unwrap();
        let (x, y) = (x.parse().unwrap(), y.parse().unwrap());
        (tile(name), Spot { x, y })
    })
}

/// Upright tiles side by side to the right of the explorer, lying ones under each
/// other to its left.
pub(super) fn row(names: &str) -> String {
    let (mut right, mut down) = (2, 0);
    let words = names.split_whitespace().map(|name| {
        if name.starts_with("radio") {
            down += 1;
            format!("{name}@-2,{}", down - 1)
        } else {
            right += 1;
            format!("{name}@{},0", right - 1)
        }
    });
    words.collect::<Vec<_>>().join(" ")
}

pub(super) fn zone(explorer: &str, tiles: &str) -> Zone {
    let mut zone = Zone::new(self::explorer(explorer));
    for (tile, at) in laid(tiles) {
        assert!(zone.fits(tile, at), "{tile} at {at:?} in\n{zone}");
        zone.lay(tile, at);
    }
    zone.mutate();
    zone
}

/// A zone as positions have it.
pub(super) fn written(explorer: &str, tiles: &str) -> Value {
    let tiles = laid(tiles).map(|(tile, at)| json!({"tile": tile, "x": at.x, "y": at.y}));
    json!({"explorer": explorer, "tiles": tiles.collect::<Vec<_>>()})
}

pub(super) fn imagine(position: Value) -> Result<View, Illegal> {
    let position: Position = serde_json::from_value(position).unwrap();
    State::imagine(position)
}

/// What a zone alone pays, line by line, with these tokens and options.
pub(super) fn sheet(
    explorer: &str,
    tiles: &str,
    tokens: Value,
    options: Value,
) -> Vec<(String, i16)> {
    let mut position = json!({"zones": [written(explorer, tiles)]});
    position["tokens"] = Value::Array(vec![tokens]);
    position["options"] = options;
    let view = imagine(position);
    let sheets = State::scores(&view.unwrap());
    let lines = sheets[Seat(0)].if_now.0.iter();
    lines
        .map(|line| (line.source.clone(), line.points))
        .collect()
}

/// What one line of such a sheet pays. None if it is not there.
pub(super) fn line(explorer: &str, tiles: &str, source: &str) -> Option<i16> {
    pays(explorer, tiles, source, json!([]), json!({}))
}

pub(super) fn pays(
    explorer: &str,
    tiles: &str,
    source: &str,
    tokens: Value,
    options: Value,
) -> Option<i16> {
    let lines = sheet(explorer, tiles, tokens, options);
    let found = lines.iter().find(|(name, _)| name == source);
    found.map(|(_, points)| *points)
}

pub(super) fn place(x: i8, y: i8) -> Command {
    Command::Place {
        x,
        y,
        give_to: None,
    }
}

pub(super) fn place_and_give(x: i8, y: i8, to: u8) -> Command {
    Command::Place {
        x,
        y,
        give_to: Some(Seat(to)),
    }
}

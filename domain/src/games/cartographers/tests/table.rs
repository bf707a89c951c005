//! Tables for the tests: a stacked deck, hand-drawn maps, commands in short.

use super::super::{
    Command, Event, Illegal, Options, Setup, State,
    components::{Card, Season, Skill},
    edicts::Edict,
    event::{Deck, Drawings, Duty},
    face::FaceKind,
    map::{Area, BOARD, Map, Terrain},
    play,
};
use crate::{BySeat, Cell, Dice, Game as _, Seat, Secret, Seed, Viewer, decide, kit::cells::Cells};

pub(super) const DICE: Dice = Dice::new(Seed([5; 32]));

pub(super) const EDICTS: [Edict; 4] = [
    Edict::SentinelWood,
    Edict::CanalLake,
    Edict::Wildholds,
    Edict::Borderlands,
];

/// A table in play, and what the last command caused.
#[derive(Debug)]
pub(super) struct Table {
    pub(super) state: State,
    pub(super) events: Vec<Event>,
}

impl Table {
    /// Spring begins with this deck.
    pub(super) fn new(options: Options, seats: u8, skills: &[Skill], deck: &[Card]) -> Table {
        let setup = Setup {
            options,
            seats,
            edicts: EDICTS,
            skills: skills.to_vec(),
            ambushes: Secret::Known(Deck(Card::AMBUSH.to_vec())),
        };
        let mut table = Table {
            state: State::new(&setup),
            events: Vec::new(),
        };
        table.deal(Season::Spring, deck);
        table
    }

    /// The rulebook's answers, no skills.
    pub(super) fn plain(seats: u8, deck: &[Card]) -> Table {
        Table::new(Options::default(), seats, &[], deck)
    }

    /// A season begins with this deck, and its first cards are revealed.
    pub(super) fn deal(&mut self, season: Season, deck: &[Card]) {
        let started = Event::SeasonStarted {
            season,
            deck: Secret::Known(Deck(deck.to_vec())),
        };
        self.state.evolve(&started);
        for &card in deck {
            self.state.evolve(&Event::CardRevealed { card });
            if card.face().kind != FaceKind::Ruins {
                break;
            }
        }
        self.ask();
    }

    /// Asks again who owes what, after a test has changed a sheet.
    pub(super) fn ask(&mut self) {
        let duties = [Duty::Before, Duty::Draw];
        let mut due = duties
            .map(|duty| (duty, play::due_seats(&self.state, duty)))
            .into_iter();
        if let Some((duty, seats)) = due.find(|(_, seats)| !seats.is_empty()) {
            self.state.evolve(&Event::DecisionsDue { duty, seats });
        }
    }

    /// The same table with this map on a seat's sheet. Ruins stay.
    pub(super) fn drawn(mut self, seat: u8, rows: [&str; 11]) -> Table {
        let sheet = &mut self.state.sheets[Seat(seat)];
        sheet.map = Map::from_letters(&rows, sheet.map.ruins).unwrap();
        sheet.coins_left = sheet.map.mountain - sheet.map.surrounded();
        self.ask();
        self
    }

    /// The same table with coins on a seat's track.
    pub(super) fn rich(mut self, seat: u8, coins: u8) -> Table {
        self.state.sheets[Seat(seat)].coins = coins;
        self.ask();
        self
    }

    pub(super) fn play(&mut self, seat: u8, command: Command) {
        let decided = decide(&self.state, Seat(seat), command, &DICE).unwrap();
        self.state = decided.state;
        self.events = decided.events;
    }

    pub(super) fn refuses(&self, seat: u8, command: Command) -> Illegal {
        decide(&self.state, Seat(seat), command, &DICE).expect_err("the command is refused")
    }

    pub(super) fn legal(&self, seat: u8) -> Vec<Command> {
        State::legal(&self.state.view(Viewer::Seat(Seat(seat))))
    }

    /// Everybody plays the first legal command until the duty is over.
    pub(super) fn all_draw(&mut self) {
        for seat in self.state.due.iter() {
            let command = self.legal(seat.0)[0];
            self.play(seat.0, command);
        }
    }

    pub(super) fn map(&self, seat: u8) -> Map {
        self.state.sheets[Seat(seat)].map
    }

    pub(super) fn coins(&self, seat: u8) -> u8 {
        self.state.sheets[Seat(seat)].coins
    }

    pub(super) fn card(&self) -> Card {
        self.state.card().unwrap()
    }

    /// What was revealed, if the last command revealed anything.
    pub(super) fn revealed(&self) -> &BySeat<Drawings> {
        let revealed = self.events.iter().find_map(|event| match event {
            Event::Revealed { drawings } => Some(drawings),
            Event::SeasonStarted { .. }
            | Event::CardRevealed { .. }
            | Event::Skipped { .. }
            | Event::DecisionsDue { .. }
            | Event::Drawn { .. }
            | Event::Ambushed { .. }
            | Event::SeasonScored { .. }
            | Event::Rated { .. } => None,
        });
        revealed.expect("something was revealed")
    }
}

pub(super) fn at<const N: usize>(cells: [(u8, u8); N]) -> Area {
    let cells = cells.map(|(row, col)| BOARD.at(Cell::new(row, col)).unwrap());
    Area(cells.into_iter().collect())
}

pub(super) fn set<const N: usize>(cells: [(u8, u8); N]) -> Cells {
    at(cells).0
}

pub(super) fn draw<const N: usize>(terrain: Terrain, cells: [(u8, u8); N]) -> Command {
    Command::Draw {
        terrain,
        cells: at(cells),
    }
}

/// A full map of side A but for the cells given.
pub(super) fn full_but<const N: usize>(cells: [(u8, u8); N]) -> Vec<String> {
    let mut map = Map::printed(super::super::map::Side::A);
    let free = set(cells);
    map.village = map.empty() - free;
    map.letters()
}

/// The rows of a map as [`Table::drawn`] takes them.
pub(super) fn rows(letters: &[String]) -> [&str; 11] {
    std::array::from_fn(|row| letters[row].as_str())
}

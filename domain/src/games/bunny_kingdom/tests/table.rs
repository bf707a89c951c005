//! Tables for the tests: a stacked deck, boards in short, cards by name.

use super::super::{
    Command, Event, Illegal, Options, Setup, State,
    cards::{Building, Card, Parchment},
    components::Resource,
    event::{Cards, Duty},
    land::Square,
    play,
    realm::{Basic, Realm, Site, Structure},
};
use crate::{
    BySeat, Decided, Dice, Game as _, Seat, Seats, Secret, Seed, Viewer, decide_under, ledger,
};

pub(super) const DICE: Dice = Dice::new(Seed([5; 32]));

/// A table in play, and what the last command caused.
pub(super) struct Table {
    pub(super) state: State,
    pub(super) events: Vec<Event>,
    /// The seats whose question the last command closed.
    pub(super) closed: Seats,
    /// The edition of the rules that decides.
    pub(super) rules: u16,
}

impl Table {
    /// The first round, dealt from a deck with these cards on top.
    pub(super) fn dealt(seats: u8, top: &str) -> Table {
        let begun = ledger::begin::<State>(&setup(seats, top), &DICE);
        Table {
            state: begun.state,
            events: begun.events,
            closed: begun.closed,
            rules: State::INFO.rules,
        }
    }

    /// The first round's construction on this board, one string a seat, with these
    /// buildings in front of each.
    pub(super) fn building(board: &[&str], kept: &[&str]) -> Table {
        let seats = u8::try_from(board.len()).unwrap();
        let mut state = Table::dealt(seats, "").state;
        state.turn = 10;
        state.realm = realm(board);
        for (seat, holding) in state.seats.iter_mut() {
            holding.hand.clear();
            holding.hand_size = 0;
            let names = kept[usize::from(seat.0)].split_whitespace();
            holding.kept = names.map(building).collect();
        }
        let seats = play::builders(&state);
        let duty = Duty::Build;
        state.evolve(&Event::DecisionsDue { duty, seats });
        Table {
            state,
            events: Vec::new(),
            closed: Seats::NONE,
            rules: State::INFO.rules,
        }
    }

    /// The last round's construction, with nothing left to build but for the first
    /// seat's `done`, and these parchments.
    pub(super) fn ending(board: &[&str], parchments: &[&str]) -> Table {
        let kept = vec!["camp6"; 1];
        let rest = vec![""; board.len() - 1];
        let mut table = Table::building(board, &[kept, rest].concat());
        table.state.round = 4;
        let none = table
            .state
            .seats
            .map(|_, _| super::super::fiefs::Fiefs::default());
        table.state.harvests = vec![none; 3].into();
        for (seat, holding) in table.state.seats.iter_mut() {
            let names = parchments[usize::from(seat.0)].split_whitespace();
            holding.parchments = names.map(parchment).collect();
            holding.parchment_count = u8::try_from(holding.parchments.len()).unwrap();
        }
        table
    }

    pub(super) fn play(&mut self, seat: u8, command: Command) {
        let decided = self.decided(seat, command).unwrap();
        self.state = decided.state;
        self.events = decided.events;
        self.closed = decided.closed;
    }

    pub(super) fn refuses(&self, seat: u8, command: Command) -> Illegal {
        self.decided(seat, command)
            .expect_err("the command is refused")
    }

    fn decided(&self, seat: u8, command: Command) -> Result<Decided<State>, Illegal> {
        decide_under(self.rules, &self.state, Seat(seat), command, &DICE)
    }

    pub(super) fn legal(&self, seat: u8) -> Vec<Command> {
        State::legal(&self.state.view(Viewer::Seat(Seat(seat))))
    }

    /// Everybody who owes a decision plays the first legal command.
    pub(super) fn all_play_first(&mut self) {
        for seat in self.state.due.iter() {
            let command = self.legal(seat.0)[0];
            self.play(seat.0, command);
        }
    }

    /// Plays first legal commands until this is decided.
    pub(super) fn until(&mut self, duty: Duty) {
        while self.state.duty != Some(duty) {
            self.all_play_first();
        }
    }

    pub(super) fn due(&self) -> Vec<u8> {
        self.state.due.iter().map(|seat| seat.0).collect()
    }

    pub(super) fn hand(&self, seat: u8) -> &[Card] {
        &self.state.seats[Seat(seat)].hand
    }

    pub(super) fn totals(&self) -> Vec<i16> {
        let standings = self.state.outcome().expect("it is over");
        standings.iter().map(|(_, at)| at.total).collect()
    }

    pub(super) fn ranks(&self) -> Vec<u8> {
        let standings = self.state.outcome().expect("it is over");
        standings.iter().map(|(_, at)| at.rank).collect()
    }
}

/// A deck with these cards on top and all others below.
pub(super) fn setup(seats: u8, top: &str) -> Setup {
    let mut deck = Card::deck();
    let top: Vec<Card> = top.split_whitespace().map(card).collect();
    for card in &top {
        let place = deck.iter().position(|it| it == card);
        deck.remove(place.expect("the box has so many"));
    }
    Setup {
        options: Options::default(),
        seats,
        deck: Secret::Known(Cards([top, deck].concat())),
    }
}

fn read<T: serde::de::DeserializeOwned>(name: &str) -> T {
    serde_json::from_value(name.into()).unwrap_or_else(|_| panic!("{name}"))
}

pub(super) fn card(name: &str) -> Card {
    read(name)
}

pub(super) fn building(name: &str) -> Building {
    read(name)
}

pub(super) fn parchment(name: &str) -> Parchment {
    read(name)
}

pub(super) fn square(name: &str) -> Square {
    name.parse().unwrap()
}

pub(super) fn pick(first: &str, second: &str) -> Command {
    Command::Pick {
        cards: [card(first), card(second)].into(),
    }
}

pub(super) fn pick_one(play: &str, throw_away: &str) -> Command {
    Command::PickOne {
        play: card(play),
        throw_away: card(throw_away),
    }
}

pub(super) fn build(name: &str, at: &str) -> Command {
    Command::Build {
        building: building(name),
        square: square(at),
    }
}

pub(super) fn towers(first: &str, second: &str) -> Command {
    Command::BuildTowers {
        squares: [square(first), square(second)].into(),
    }
}

pub(super) fn place_camp(at: &str) -> Command {
    Command::PlaceCamp { square: square(at) }
}

pub(super) fn trade(at: &str, resource: Basic) -> Command {
    Command::Trade {
        square: square(at),
        resource,
    }
}

/// A board, one string a seat: `A2` a square; with `:2` a city, `:wood` a farm, `:$`
/// or `:$fish` a trading post, `:/1` a sky tower, `:!3` a camp.
pub(super) fn realm(board: &[&str]) -> Realm {
    Realm::new(&sites(board), 4).unwrap()
}

pub(super) fn sites(board: &[&str]) -> Vec<Site> {
    let seats = (0..).map(Seat).zip(board.iter().copied());
    let words = seats.flat_map(|(owner, squares)| {
        let words = squares.split_whitespace();
        words.map(move |word| site(owner, word))
    });
    words.collect()
}

fn site(owner: Seat, word: &str) -> Site {
    let (at, building) = word.split_once(':').unwrap_or((word, ""));
    Site {
        at: square(at),
        owner,
        building: (!building.is_empty()).then(|| structure(building)),
    }
}

fn structure(text: &str) -> Structure {
    let (kind, rest) = text.split_at(1);
    match kind {
        "1" | "2" | "3" => Structure::City {
            strength: text.parse().unwrap(),
        },
        "$" => Structure::TradingPost {
            choice: (!rest.is_empty()).then(|| read(rest)),
        },
        "/" => Structure::SkyTower {
            pair: rest.parse().unwrap(),
        },
        "!" => Structure::Camp {
            priority: rest.parse().unwrap(),
        },
        _ => Structure::Farm {
            resource: read::<Resource>(text),
        },
    }
}

/// One value a seat.
pub(super) fn by_seat<T: Clone>(values: &[T]) -> BySeat<T> {
    let seats = u8::try_from(values.len()).unwrap();
    BySeat::new(seats, |seat| values[usize::from(seat.0)].clone())
}

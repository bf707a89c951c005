//! Nim: one heap, take one to three stones, whoever takes the last wins.

use std::fmt;

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::{
    BySeat, Dice, Game, Info, Ledger, Line, Reason, Score, ScoreSheet, Seat, Seats, Standing,
    Viewer,
};

/// Table options.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[schema(as = NimOptions)]
pub struct Options {
    /// Stones in the heap at the start.
    pub stones: u8,
}

/// How the table was set up.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[schema(as = NimSetup)]
pub struct Setup {
    /// How many seats.
    pub seats: u8,
    /// Stones in the heap.
    pub stones: u8,
    /// Who begins.
    pub first: Seat,
}

/// What a player asks for.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
#[schema(as = NimCommand)]
pub enum Command {
    /// Take stones from the heap.
    Take {
        /// One to three.
        stones: u8,
    },
}

/// What happened.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
#[schema(as = NimEvent)]
pub enum Event {
    /// Stones left the heap.
    Taken {
        /// Who took them.
        seat: Seat,
        /// How many.
        stones: u8,
    },
}

/// What one viewer may know: everything.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[schema(as = NimView)]
pub struct View {
    /// Whose view this is.
    pub me: Option<Seat>,
    /// How many seats.
    pub seats: u8,
    /// Stones left.
    pub stones: u8,
    /// Whose turn it is; nobody's once the heap is gone.
    pub turn: Option<Seat>,
    /// Who took the last stone.
    pub winner: Option<Seat>,
}

/// A heap.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[schema(as = NimPosition)]
pub struct Position {
    /// Stones left.
    pub stones: u8,
}

/// A match of Nim in play.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct State {
    seats: u8,
    stones: u8,
    turn: Seat,
    winner: Option<Seat>,
}

/// Why a command was refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Illegal {
    /// Somebody else must act first.
    #[error("it is not your turn")]
    NotYourTurn,
    /// Out of bounds.
    #[error("take one to three stones, and no more than there are")]
    BadTake,
}

impl Default for Options {
    fn default() -> Options {
        Options { stones: 21 }
    }
}

impl Reason for Illegal {
    fn code(&self) -> &'static str {
        match self {
            Illegal::NotYourTurn => "not_your_turn",
            Illegal::BadTake => "bad_take",
        }
    }
}

impl Game for State {
    type Options = Options;
    type Setup = Setup;
    type Command = Command;
    type Event = Event;
    type View = View;
    type Position = Position;
    type Illegal = Illegal;

    const INFO: Info = Info {
        title: "Nim",
        players: 2..=4,
        rules: 1,
        rules_text: "# Nim\n\n1.1 Take one to three stones.\n",
        components: "{}",
    };

    fn set_up(options: &Options, seats: u8, dice: &Dice) -> Setup {
        let first = Seat(
            dice.roll("first", 0)
                .below(u32::from(seats))
                .try_into()
                .expect("fits"),
        );
        Setup {
            seats,
            stones: options.stones,
            first,
        }
    }

    fn new(setup: &Setup) -> State {
        State {
            seats: setup.seats,
            stones: setup.stones,
            turn: setup.first,
            winner: None,
        }
    }

    fn begin(_ledger: &mut Ledger<'_, State>) {}

    fn play(ledger: &mut Ledger<'_, State>, seat: Seat, command: Command) -> Result<(), Illegal> {
        let state = ledger.state();
        if !state.to_act().contains(seat) {
            return Err(Illegal::NotYourTurn);
        }
        let Command::Take { stones } = command;
        if !takes(state.stones).any(|take| take == stones) {
            return Err(Illegal::BadTake);
        }
        ledger.record(Event::Taken { seat, stones });
        Ok(())
    }

    fn evolve(&mut self, event: &Event) {
        match *event {
            Event::Taken { seat, stones } => {
                self.stones -= stones;
                self.turn = seat.left(self.seats);
                self.winner = (self.stones == 0).then_some(seat);
            }
        }
    }

    fn to_act(&self) -> Seats {
        if self.winner.is_some() {
            Seats::NONE
        } else {
            Seats::only(self.turn)
        }
    }

    fn view(&self, viewer: Viewer) -> View {
        View {
            me: viewer.seat(),
            seats: self.seats,
            stones: self.stones,
            turn: self.winner.is_none().then_some(self.turn),
            winner: self.winner,
        }
    }

    fn disclose_setup(setup: Setup, _viewer: Viewer) -> Setup {
        setup
    }

    fn gain(_view: &View, _command: &Command) -> i32 {
        0
    }

    fn imagine(position: Position) -> Result<View, Illegal> {
        Ok(View {
            me: Some(Seat(0)),
            seats: 2,
            stones: position.stones,
            turn: Some(Seat(0)),
            winner: None,
        })
    }

    fn disclose(event: Event, _viewer: Viewer) -> Event {
        event
    }

    fn legal(view: &View) -> Vec<Command> {
        if view.me.is_none() || view.me != view.turn {
            return Vec::new();
        }
        takes(view.stones)
            .map(|stones| Command::Take { stones })
            .collect()
    }

    fn scores(view: &View) -> BySeat<ScoreSheet> {
        BySeat::new(view.seats, |seat| {
            let points = i16::from(view.winner == Some(seat));
            ScoreSheet {
                banked: Score(vec![Line {
                    source: "last_stone".to_owned(),
                    points,
                    cells: Vec::new(),
                }]),
                if_now: Score::default(),
            }
        })
    }

    fn outcome(&self) -> Option<BySeat<Standing>> {
        let winner = self.winner?;
        let scores = State::scores(&self.view(Viewer::Referee));
        Some(scores.map(|seat, score| Standing {
            rank: if seat == winner { 1 } else { 2 },
            total: score.banked.total(),
            score: score.banked.clone(),
        }))
    }
}

impl fmt::Display for View {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "heap: {}", "o".repeat(usize::from(self.stones)))
    }
}

/// The takes a heap allows.
fn takes(stones: u8) -> impl Iterator<Item = u8> {
    1..=stones.min(3)
}

//! Cartographers: everybody draws the same shapes, each on a map of their own.

pub mod ambush;
mod arranged;
pub mod cards;
pub mod check;
pub mod choice;
pub mod command;
pub mod components;
pub mod edicts;
pub mod event;
pub mod face;
pub mod facts;
pub mod illegal;
mod legal;
pub mod map;
pub mod play;
pub mod position;
mod possible;
mod redraw;
mod resolve;
pub mod score;
mod season;
pub mod setup;
pub mod shape;
pub mod sheet;
pub mod state;
#[cfg(test)]
mod tests;
pub mod view;

pub use self::{
    command::Command,
    event::Event,
    illegal::Illegal,
    position::Position,
    setup::{Options, Setup},
    state::State,
    view::View,
};

use serde_json::Value;

use crate::{
    BySeat, Dice, Game, Info, Landmark, Ledger, Moment, ScoreSheet, Seat, Seats, Side, Standing,
    Viewer,
    facts::{Metric, Notes},
    kit::components::BoxError,
};

impl Game for State {
    type Options = Options;
    type Setup = Setup;
    type Command = Command;
    type Event = Event;
    type View = View;
    type Position = Position;
    type Illegal = Illegal;

    const INFO: Info = Info {
        title: "Cartographers",
        players: 1..=100,
        rules: 1,
        rules_text: include_str!("RULES.md"),
        window_ms: None,
        origin: 0,
    };

    fn set_up(options: &Options, seats: u8, dice: &Dice) -> Setup {
        Setup::new(options, seats, dice)
    }

    fn new(setup: &Setup) -> State {
        State::new(setup)
    }

    fn check_setup(setup: &Setup, options: &Options, seats: u8) -> Result<(), BoxError> {
        arranged::check_setup(setup, options, seats)
    }

    fn setup(&self) -> Setup {
        (*self.setup).clone()
    }

    fn check_state(&self, options: &Options, seats: u8) -> Result<(), BoxError> {
        arranged::check_state(self, options, seats)
    }

    fn begin(ledger: &mut Ledger<'_, State>) {
        play::begin(ledger);
    }

    fn play(ledger: &mut Ledger<'_, State>, seat: Seat, command: Command) -> Result<(), Illegal> {
        play::play(ledger, seat, command)
    }

    fn evolve(&mut self, event: &Event) {
        self.evolve(event);
    }

    fn to_act(&self) -> Seats {
        self.due
    }

    fn view(&self, viewer: Viewer) -> View {
        View::of(self, viewer)
    }

    fn disclose_setup(setup: Setup, viewer: Viewer) -> Setup {
        setup.disclose(viewer)
    }

    fn disclose(event: Event, viewer: Viewer) -> Event {
        event.disclose(viewer)
    }

    fn legal(view: &View) -> Vec<Command> {
        view.choice()
            .map(|choice| choice.commands())
            .unwrap_or_default()
    }

    fn gain(view: &View, command: &Command) -> i32 {
        score::gain(view, *command)
    }

    fn scores(view: &View) -> BySeat<ScoreSheet> {
        score::scores(view)
    }

    fn sheet(view: &View, seat: Seat) -> ScoreSheet {
        score::sheet(view, seat)
    }

    fn touches(event: &Event, seats: u8) -> Seats {
        event.touches(seats)
    }

    fn imagine(position: Position) -> Result<View, Illegal> {
        position.imagine()
    }

    fn off_board(_field: &str, written: &Value) -> Option<Illegal> {
        map::off_the_map(written)
    }

    fn outcome(&self) -> Option<BySeat<Standing>> {
        self.is_over().then(|| score::standings(self))
    }

    fn catalogue() -> Vec<Metric> {
        facts::catalogue()
    }

    fn note(&self, event: &Event, notes: &mut Notes) {
        self.note(event, notes);
    }

    fn tally(&self, notes: &mut Notes) {
        self.tally(notes);
    }

    fn sides(&self) -> Vec<Side> {
        score::sides(self)
    }

    fn moment(&self) -> Moment {
        Moment {
            stage: self.season.name(),
            round: self.season as u8 + 1,
            turn: self.turn().into(),
        }
    }

    fn landmark(event: &Event) -> Option<Landmark> {
        event.landmark()
    }

    fn account(source: &str) -> &str {
        // `spring.coins` pays for what `coins` would.
        source.split_once('.').map_or(source, |(_, paid)| paid)
    }

    fn redraw(view: &View, dice: &Dice) -> State {
        redraw::redraw(view, dice)
    }
}

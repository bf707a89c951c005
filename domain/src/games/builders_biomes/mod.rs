//! Minecraft: Builders & Biomes: everybody mines one cube, explores one overworld
//! and builds on a board of their own.

mod agree;
mod arranged;
pub mod blocks;
pub mod board;
pub mod check;
pub mod choice;
pub mod command;
pub mod components;
pub mod cube;
pub mod event;
pub mod facts;
pub mod features;
pub mod gain;
pub mod illegal;
mod legal;
mod off_board;
pub mod overworld;
pub mod places;
pub mod play;
pub mod player;
pub mod position;
mod possible;
pub mod redraw;
mod resolve;
pub mod score;
pub mod setup;
pub mod state;
#[cfg(test)]
mod tests;
pub mod tiles;
pub mod view;
pub mod weapons;

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
        title: "Minecraft: Builders & Biomes",
        players: 2..=4,
        rules: 1,
        rules_text: include_str!("RULES.md"),
        window_ms: None,
        origin: 0,
    };

    fn set_up(options: &Options, seats: u8, dice: &Dice) -> Setup {
        Setup::new(*options, seats, dice)
    }

    fn new(setup: &Setup) -> State {
        State::new(setup)
    }

    fn check_setup(setup: &Setup, options: &Options, seats: u8) -> Result<(), BoxError> {
        arranged::check_setup(setup, *options, seats)
    }

    fn setup(&self) -> Setup {
        arranged::setup(self)
    }

    fn check_state(&self, options: &Options, seats: u8) -> Result<(), BoxError> {
        arranged::check_state(self, *options, seats)
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
        self.to_act()
    }

    fn view(&self, viewer: Viewer) -> View {
        View::of(self, viewer)
    }

    fn disclose_setup(setup: Setup, viewer: Viewer) -> Setup {
        setup.disclose(viewer)
    }

    /// All of it is public: what is hidden lies in the setup.
    fn disclose(event: Event, _viewer: Viewer) -> Event {
        event
    }

    fn legal(view: &View) -> Vec<Command> {
        view.choice()
            .map(|choice| choice.commands())
            .unwrap_or_default()
    }

    fn gain(view: &View, command: &Command) -> i32 {
        gain::gain(view, *command)
    }

    fn scores(view: &View) -> BySeat<ScoreSheet> {
        score::scores(view)
    }

    fn imagine(position: Position) -> Result<View, Illegal> {
        position.imagine()
    }

    fn off_board(field: &str, written: &Value) -> Option<Illegal> {
        off_board::off_board(field, written)
    }

    fn outcome(&self) -> Option<BySeat<Standing>> {
        self.is_over().then(|| score::standings(self))
    }

    fn sides(&self) -> Vec<Side> {
        score::sides(self)
    }

    fn moment(&self) -> Moment {
        State::moment(self)
    }

    fn landmark(event: &Event) -> Option<Landmark> {
        event.landmark()
    }

    fn account(source: &str) -> &str {
        score::account(source)
    }

    fn redraw(view: &View, dice: &Dice) -> State {
        redraw::redraw(view, dice)
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
}

//! Big Monster: everybody drafts tiles, each for a zone of their own, and races for
//! the ships to pass them to.

mod agree;
mod arranged;
pub mod check;
pub mod choice;
pub mod command;
pub mod components;
pub mod crystals;
pub mod draft;
pub mod event;
pub mod explorers;
pub mod facts;
pub mod illegal;
mod legal;
pub mod missions;
pub mod passes;
pub mod play;
pub mod position;
mod possible;
pub mod ranking;
pub mod redraw;
mod resolve;
pub mod score;
pub mod setup;
pub mod state;
pub mod tally;
#[cfg(test)]
mod tests;
pub mod tiles;
pub mod tokens;
pub mod variants;
pub mod view;
pub mod zone;

pub use self::{
    command::Command,
    event::Event,
    illegal::Illegal,
    position::Position,
    redraw::redraw,
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
        title: "Big Monster",
        players: 2..=6,
        rules: 2,
        rules_text: include_str!("RULES.md"),
        window_ms: Some(500),
        origin: zone::ORIGIN,
    };

    fn fits(options: &Options, seats: u8) -> Result<(), Illegal> {
        options.fits(seats)
    }

    fn teams(options: &Options, seats: u8) -> Vec<Seats> {
        let teams = options.mode(seats).teams(seats).into_iter();
        let partners = teams.flat_map(missions::partners);
        partners.map(|both| both.into_iter().collect()).collect()
    }

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
        arranged::setup(self)
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

    fn is_holding(&self) -> bool {
        self.holds_passes()
    }

    fn close_window(ledger: &mut Ledger<'_, State>) {
        passes::close_window(ledger);
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

    fn told(event: Event) -> Event {
        event.told()
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

    fn imagine(position: Position) -> Result<View, Illegal> {
        position.imagine()
    }

    fn off_board(_field: &str, written: &Value) -> Option<Illegal> {
        zone::too_far(written)
    }

    fn outcome(&self) -> Option<BySeat<Standing>> {
        ranking::standings(self)
    }

    fn sides(&self) -> Vec<Side> {
        ranking::sides(self)
    }

    fn moment(&self) -> Moment {
        State::moment(self)
    }

    fn landmark(event: &Event) -> Option<Landmark> {
        event.landmark()
    }

    fn account(source: &str) -> &str {
        source
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

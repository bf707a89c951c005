//! Looking at a table from outside of its play.

use super::{
    actions, arranged,
    command::Command,
    command_words,
    event::Event,
    illegal::Illegal,
    labels,
    position::Position,
    redraw::redraw,
    score,
    setup::{Options, Setup},
    state::State,
    view::View,
    words,
};
use crate::{
    BySeat, Cell, Dice, Landmark, Moment, Replay, ScoreSheet, Side, Who,
    kit::{actions::Actions, components::BoxError},
};

impl Replay for State {
    type Position = Position;

    fn imagine(position: Position) -> Result<View, Illegal> {
        position.imagine()
    }

    fn redraw(view: &View, dice: &Dice) -> State {
        redraw(view, dice)
    }

    fn table(view: &View) -> (&Options, u8) {
        (&view.options, view.seats.seats())
    }

    fn actions(_options: &Options, _seats: u8) -> Option<&'static Actions<Command>> {
        actions::actions()
    }

    fn setup(&self) -> Setup {
        self.setup.clone()
    }

    fn check_setup(setup: &Setup, options: &Options, seats: u8) -> Result<(), BoxError> {
        arranged::check_setup(setup, *options, seats)
    }

    fn check_state(&self, options: &Options, seats: u8) -> Result<(), BoxError> {
        arranged::check_state(self, *options, seats)
    }

    fn moment(&self) -> Moment {
        Moment {
            stage: if self.is_over() { "end" } else { "round" },
            round: self.round,
            turn: self.round.into(),
        }
    }

    fn landmark(event: &Event) -> Option<Landmark> {
        let (kind, nth) = match event {
            Event::RoundStarted { round, .. } => ("round_started", *round),
            Event::RoundWon { round, .. } => ("round_won", *round),
            Event::Dealt { .. } | Event::Chosen { .. } | Event::Revealed { .. } => return None,
        };
        Some(Landmark { kind, nth })
    }

    fn words(event: &Event, who: &Who<'_>) -> String {
        words::words(event, who)
    }

    fn said(_view: &View, command: &Command, _who: &Who<'_>) -> String {
        command_words::said(*command)
    }

    /// There is no board.
    fn cells_of(_view: &View, _command: &Command) -> Vec<Cell> {
        Vec::new()
    }

    /// A card pays nothing while it lies face down.
    fn gain(_view: &View, _command: &Command) -> i32 {
        0
    }

    fn scores(view: &View) -> BySeat<ScoreSheet> {
        score::scores(view)
    }

    fn account(source: &str) -> &str {
        source
    }

    fn line_name(source: &str) -> String {
        labels::line(source)
    }

    fn sides(&self) -> Vec<Side> {
        score::sides(self)
    }
}

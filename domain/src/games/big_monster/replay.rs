//! Looking at a table from outside of its play.

use super::{
    actions, arranged,
    command::Command,
    command_words,
    event::{Duty, Event},
    illegal::Illegal,
    labels,
    position::Position,
    ranking,
    redraw::redraw,
    score,
    setup::{Options, Setup},
    state::State,
    view::View,
    words,
    zone::ORIGIN,
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

    fn actions(options: &Options, seats: u8) -> Option<&'static Actions<Command>> {
        actions::actions(options, seats)
    }

    fn setup(&self) -> Setup {
        arranged::setup(self)
    }

    fn check_setup(setup: &Setup, options: &Options, seats: u8) -> Result<(), BoxError> {
        arranged::check_setup(setup, options, seats)
    }

    fn check_state(&self, options: &Options, seats: u8) -> Result<(), BoxError> {
        arranged::check_state(self, options, seats)
    }

    fn moment(&self) -> Moment {
        let stage = match self.duty {
            Some(Duty::Explorer) => "explorers",
            Some(Duty::Draft | Duty::Keep) => "draft",
            Some(Duty::Take) => "groups",
            Some(Duty::Place) => "placement",
            Some(Duty::Discard) => "discards",
            None => "end",
        };
        Moment {
            stage,
            round: self.round.max(1), // the variant has none
            turn: self.turn.into(),
        }
    }

    fn landmark(event: &Event) -> Option<Landmark> {
        let (kind, nth) = match event {
            Event::ExplorersRevealed { .. } => ("explorers_revealed", 1),
            Event::TurnStarted { round, turn: 1, .. } => ("round_started", *round),
            Event::GroupsOpened { turn, .. } => ("turn_started", *turn),
            Event::RoundEnded { round } => ("round_ended", *round),
            Event::PenaltyPaid { .. } => ("penalty_paid", 1),
            Event::Scored { .. } => ("scored", 1),
            Event::ExplorersDealt { .. }
            | Event::DecisionsDue { .. }
            | Event::ExplorerChosen { .. }
            | Event::TurnStarted { .. }
            | Event::TileKept { .. }
            | Event::PassHeld { .. }
            | Event::PassesSettled { .. }
            | Event::PilePassed { .. }
            | Event::DragonTaken { .. }
            | Event::TilesRevealed { .. }
            | Event::TilePlaced { .. }
            | Event::Mutated { .. }
            | Event::TokenGiven { .. }
            | Event::MissionPaid { .. }
            | Event::DragonSettled { .. }
            | Event::DiscardsOpened { .. }
            | Event::DiscardTaken { .. }
            | Event::DiscardsLeft { .. }
            | Event::TileTaken { .. } => return None,
        };
        Some(Landmark { kind, nth })
    }

    fn words(event: &Event, who: &Who<'_>) -> String {
        words::words(event, who)
    }

    fn said(view: &View, command: &Command, who: &Who<'_>) -> String {
        command_words::said(view, *command, who)
    }

    fn cells_of(view: &View, command: &Command) -> Vec<Cell> {
        command_words::cells(view, *command)
    }

    /// They are stored with [`ORIGIN`] added, and told as counted from the explorer's.
    fn told(event: Event) -> Event {
        if let Event::Scored { scores } = event {
            let scores = scores.map(|_, score| score.moved(-ORIGIN));
            return Event::Scored { scores };
        }
        event
    }

    fn gain(view: &View, command: &Command) -> i32 {
        score::gain(view, *command)
    }

    fn gains(view: &View, commands: &[Command]) -> Vec<i32> {
        score::gains(view, commands)
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
        ranking::sides(self)
    }
}

//! Looking at a table from outside of its play.

use super::{
    actions, arranged,
    command::Command,
    command_words,
    event::{Duty, Event},
    gain,
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
        (&view.options, view.players.seats())
    }

    fn actions(_options: &Options, _seats: u8) -> Option<&'static Actions<Command>> {
        actions::actions()
    }

    fn setup(&self) -> Setup {
        arranged::setup(self)
    }

    fn check_setup(setup: &Setup, options: &Options, seats: u8) -> Result<(), BoxError> {
        arranged::check_setup(setup, *options, seats)
    }

    fn check_state(&self, options: &Options, seats: u8) -> Result<(), BoxError> {
        arranged::check_state(self, *options, seats)
    }

    /// A round lasts until it is scored.
    fn moment(&self) -> Moment {
        let held = self.round.map_or(0, |round| round as u8 + 1);
        let (stage, round) = match self.duty {
            Some(Duty::Act | Duty::ExtraAction | Duty::SecondBlock) => ("turn", held + 1),
            Some(Duty::Pickaxe | Duty::Tnt) => ("fight", held + 1),
            Some(Duty::Feature) => ("scoring_round", held),
            None if self.is_over() => ("end", held),
            None if self.is_being_scored() => ("scoring_round", held),
            None => ("turn", held + 1),
        };
        Moment {
            stage,
            round,
            turn: self.turn,
        }
    }

    fn landmark(event: &Event) -> Option<Landmark> {
        let (kind, nth) = match event {
            Event::ScoringRoundBegan { round } => ("scoring_round", *round as u8 + 1),
            Event::MobBonusesScored { .. } => ("mob_bonuses_scored", 1),
            Event::TurnBegan { .. }
            | Event::DecisionDue { .. }
            | Event::BlockTaken { .. }
            | Event::Explored { .. }
            | Event::Built { .. }
            | Event::TokensRevealed { .. }
            | Event::HoesPaid { .. }
            | Event::TntUsed { .. }
            | Event::TntKept { .. }
            | Event::FightWon { .. }
            | Event::FightLost { .. }
            | Event::WeaponCollected { .. }
            | Event::ExtraActionTileReturned { .. }
            | Event::TurnEnded { .. }
            | Event::RoundScored { .. } => return None,
        };
        Some(Landmark { kind, nth })
    }

    fn words(event: &Event, who: &Who<'_>) -> String {
        words::words(event, who)
    }

    fn said(view: &View, command: &Command, _who: &Who<'_>) -> String {
        command_words::said(view, *command)
    }

    fn cells_of(_view: &View, command: &Command) -> Vec<Cell> {
        command_words::cells(*command)
    }

    fn gain(view: &View, command: &Command) -> i32 {
        gain::gain(view, *command)
    }

    fn scores(view: &View) -> BySeat<ScoreSheet> {
        score::scores(view)
    }

    /// What pays, of the source of a line: a round, whichever feature is best by then.
    fn account(source: &str) -> &str {
        let round = source
            .split('.')
            .next()
            .filter(|it| it.starts_with("round_"));
        round.unwrap_or(source)
    }

    fn line_name(source: &str) -> String {
        labels::line(source)
    }

    fn ranks(view: &View) -> Option<BySeat<u8>> {
        Some(score::ranks_now(view))
    }

    fn sides(&self) -> Vec<Side> {
        score::sides(self)
    }
}

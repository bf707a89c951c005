//! Looking at a table from outside of its play.

use serde::{Deserializer, Serializer};

use super::{
    actions, arranged,
    command::Command,
    command_words,
    event::Event,
    gain,
    illegal::Illegal,
    labels,
    position::Position,
    redraw::redraw,
    score,
    setup::{Options, Setup},
    state::State,
    stored::StoredView,
    view::View,
    words,
};
use crate::{
    BySeat, Cell, Dice, Landmark, Moment, Replay, ScoreSheet, Seats, Side, Who,
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

    fn store_view<S: Serializer>(view: &View, serializer: S) -> Result<S::Ok, S::Error> {
        StoredView::serialize(view, serializer)
    }

    fn stored_view<'de, D: Deserializer<'de>>(deserializer: D) -> Result<View, D::Error> {
        StoredView::deserialize(deserializer)
    }

    fn table(view: &View) -> (&Options, u8) {
        (&view.options, view.seats.seats())
    }

    fn actions(_options: &Options, seats: u8) -> Option<&'static Actions<Command>> {
        actions::actions(seats)
    }

    fn setup(&self) -> Setup {
        (*self.setup).clone()
    }

    fn check_setup(setup: &Setup, options: &Options, seats: u8) -> Result<(), BoxError> {
        arranged::check_setup(setup, *options, seats)
    }

    fn check_state(&self, options: &Options, seats: u8) -> Result<(), BoxError> {
        arranged::check_state(self, *options, seats)
    }

    fn moment(&self) -> Moment {
        Moment {
            stage: self.stage(),
            round: self.round,
            turn: self.turn.into(),
        }
    }

    fn landmark(event: &Event) -> Option<Landmark> {
        let (kind, nth) = match event {
            Event::Dealt { round, .. } => ("round_started", *round),
            Event::Harvested { round, .. } => ("harvest", *round),
            Event::ParchmentsScored { .. } => ("parchments_scored", 1),
            Event::ReserveDrawn { .. }
            | Event::DecisionsDue { .. }
            | Event::Picked { .. }
            | Event::Revealed { .. }
            | Event::ProvisionsDrawn { .. }
            | Event::HandsPassed { .. }
            | Event::Built { .. }
            | Event::TowersBuilt { .. }
            | Event::CampAnnounced { .. }
            | Event::CampAsked { .. }
            | Event::CampPlaced { .. }
            | Event::CampPassed { .. }
            | Event::ConstructionDone { .. }
            | Event::TradeNamed { .. }
            | Event::TradesRevealed { .. }
            | Event::ParchmentsRevealed { .. }
            | Event::CopyChosen { .. }
            | Event::CopiesRevealed { .. } => return None,
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

    fn gains(view: &View, commands: &[Command]) -> Vec<i32> {
        gain::gains(view, commands)
    }

    fn scores(view: &View) -> BySeat<ScoreSheet> {
        score::scores(view)
    }

    /// One seat's fiefs are no other's, but a parchment counts what all have.
    fn touches(event: &Event, seats: u8) -> Seats {
        match event {
            Event::Dealt { .. }
            | Event::ReserveDrawn { .. }
            | Event::DecisionsDue { .. }
            | Event::HandsPassed { .. }
            | Event::CampAnnounced { .. }
            | Event::CampAsked { .. }
            | Event::CampPassed { .. }
            | Event::ConstructionDone { .. } => Seats::NONE,
            Event::Picked { .. }
            | Event::Revealed { .. }
            | Event::ProvisionsDrawn { .. }
            | Event::Built { .. }
            | Event::TowersBuilt { .. }
            | Event::CampPlaced { .. }
            | Event::TradeNamed { .. }
            | Event::TradesRevealed { .. }
            | Event::Harvested { .. }
            | Event::ParchmentsRevealed { .. }
            | Event::CopyChosen { .. }
            | Event::CopiesRevealed { .. }
            | Event::ParchmentsScored { .. } => Seats::first(seats),
        }
    }

    /// What pays: all fiefs of a harvest together, because they merge and their numbers
    /// move; a parchment by itself, whatever it copies.
    fn account(source: &str) -> &str {
        let mut dots = source.match_indices('.');
        let end = match source.starts_with("harvest") {
            true => Some("harvest".len()),
            false => dots.nth(1).map(|(at, _)| at),
        };
        &source[..end.unwrap_or(source.len())]
    }

    fn line_name(source: &str) -> String {
        labels::line(source)
    }

    fn sides(&self) -> Vec<Side> {
        score::sides(self)
    }
}

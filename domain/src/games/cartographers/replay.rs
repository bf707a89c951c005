//! Looking at a table from outside of its play.

use super::{
    actions, arranged,
    command::Command,
    command_words,
    components::Season,
    event::Event,
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
    BySeat, Cell, Dice, Landmark, Moment, Replay, ScoreSheet, Seat, Seats, Side, Who,
    kit::{actions::Actions, components::BoxError},
    score::Rating,
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
        (&view.options, view.sheets.seats())
    }

    fn actions(_options: &Options, _seats: u8) -> Option<&'static Actions<Command>> {
        actions::actions()
    }

    fn setup(&self) -> Setup {
        (*self.setup).clone()
    }

    fn check_setup(setup: &Setup, options: &Options, seats: u8) -> Result<(), BoxError> {
        arranged::check_setup(setup, options, seats)
    }

    fn check_state(&self, options: &Options, seats: u8) -> Result<(), BoxError> {
        arranged::check_state(self, options, seats)
    }

    fn moment(&self) -> Moment {
        Moment {
            stage: self.season.name(),
            round: self.season as u8 + 1,
            turn: self.turn().into(),
        }
    }

    fn landmark(event: &Event) -> Option<Landmark> {
        let of = |kind, season: Season| {
            let nth = season as u8 + 1;
            Some(Landmark { kind, nth })
        };
        match event {
            Event::SeasonStarted { season, .. } => of("season_started", *season),
            Event::SeasonScored { season, .. } => of("season_scored", *season),
            Event::CardRevealed { .. }
            | Event::Skipped { .. }
            | Event::DecisionsDue { .. }
            | Event::Drawn { .. }
            | Event::Revealed { .. }
            | Event::Ambushed { .. }
            | Event::Rated { .. } => None,
        }
    }

    fn words(event: &Event, who: &Who<'_>) -> String {
        words::words(event, who)
    }

    fn said(view: &View, command: &Command, who: &Who<'_>) -> String {
        command_words::said(view, *command, who)
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

    fn sheet(view: &View, seat: Seat) -> ScoreSheet {
        score::sheet(view, seat)
    }

    fn touches(event: &Event, seats: u8) -> Seats {
        match event {
            Event::Drawn { drawing, .. } => {
                let sheet = drawing.known().map(|drawing| drawing.sheet);
                sheet.map_or(Seats::NONE, Seats::only)
            }
            Event::Ambushed { drawing } => Seats::only(drawing.sheet),
            Event::Revealed { .. } | Event::SeasonScored { .. } => Seats::first(seats),
            Event::SeasonStarted { .. }
            | Event::CardRevealed { .. }
            | Event::Skipped { .. }
            | Event::DecisionsDue { .. }
            | Event::Rated { .. } => Seats::NONE,
        }
    }

    fn account(source: &str) -> &str {
        // `spring.coins` pays for what `coins` would.
        source.split_once('.').map_or(source, |(_, paid)| paid)
    }

    fn line_name(source: &str) -> String {
        labels::line(source)
    }

    fn rating(view: &View) -> Option<Rating> {
        view.rating.clone()
    }

    fn sides(&self) -> Vec<Side> {
        score::sides(self)
    }
}

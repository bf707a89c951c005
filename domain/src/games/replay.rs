//! Looking at a table of any game: [`Replay`], told by the unions.

use super::{Command, Event, GameId, Options, Position, Setup, State, View};
use crate::{
    BySeat, Cell, Dice, Impossible, Landmark, Moment, Replay, ScoreSheet, Seat, Seats, Side, Who,
    kit::components::BoxError, score::Rating,
};

macro_rules! replay {
    ($($(#[$_doc:meta])* $Name:ident => $module:ident),+ $(,)?) => {
        impl GameId {
            /// What pays, of the source of a score line. See [`Replay::account`].
            pub fn account(self, source: &str) -> &str {
                match self { $(GameId::$Name => <super::$module::State as Replay>::account(source)),+ }
            }

            /// What a score line is called, by its source. See [`Replay::line_name`].
            pub fn line_name(self, source: &str) -> String {
                match self { $(GameId::$Name => <super::$module::State as Replay>::line_name(source)),+ }
            }
        }

        impl Position {
            /// The game this is a position of.
            pub fn game(&self) -> GameId {
                match self { $(Position::$Name(_) => GameId::$Name),+ }
            }

            /// The view of this position. See [`Replay::imagine`].
            ///
            /// # Errors
            ///
            /// Why no table can stand like this.
            pub fn imagine(self) -> Result<View, Impossible> {
                match self {
                    $(Position::$Name(position) => {
                        Ok(View::$Name(<super::$module::State as Replay>::imagine(position)?))
                    })+
                }
            }
        }

        impl Setup {
            /// Passes if the host may arrange it. See [`Replay::check_setup`].
            ///
            /// # Errors
            ///
            /// The field that is wrong, and why.
            pub fn check(&self, options: &Options, seats: u8) -> Result<(), BoxError> {
                match (self, options) {
                    $((Setup::$Name(setup), Options::$Name(options)) => {
                        <super::$module::State as Replay>::check_setup(setup, options, seats)
                    })+
                    _ => Err(BoxError::new("game: it is a table of another")),
                }
            }
        }

        impl State {
            /// How it was set up, before anything has happened. See [`Replay::setup`].
            pub fn setup(&self) -> Setup {
                match self { $(State::$Name(state) => Setup::$Name(Replay::setup(state))),+ }
            }

            /// Passes if the host may arrange it. See [`Replay::check_state`].
            ///
            /// # Errors
            ///
            /// The field that is wrong, and why.
            pub fn check(&self, options: &Options, seats: u8) -> Result<(), BoxError> {
                match (self, options) {
                    $((State::$Name(state), Options::$Name(options)) => {
                        state.check_state(options, seats)
                    })+
                    _ => Err(BoxError::new("game: it is a table of another")),
                }
            }

            /// Where in the match this is. See [`Replay::moment`].
            pub fn moment(&self) -> Moment {
                match self { $(State::$Name(state) => state.moment()),+ }
            }

            /// Who won or lost together, once the match is over. See [`Replay::sides`].
            pub fn sides(&self) -> Vec<Side> {
                match self { $(State::$Name(state) => state.sides()),+ }
            }
        }

        impl Event {
            /// What this is to someone who looks for a place. See [`Replay::landmark`].
            pub fn landmark(&self) -> Option<Landmark> {
                match self {
                    $(Event::$Name(event) => <super::$module::State as Replay>::landmark(event)),+
                }
            }

            /// This in words, as far as it was disclosed. See [`Replay::words`].
            pub fn words(&self, who: &Who<'_>) -> String {
                match self {
                    $(Event::$Name(event) => <super::$module::State as Replay>::words(event, who)),+
                }
            }

            /// This with its cells as views count them. See [`Replay::told`].
            #[must_use]
            pub fn told(self) -> Event {
                match self {
                    $(Event::$Name(event) => {
                        Event::$Name(<super::$module::State as Replay>::told(event))
                    })+
                }
            }

            /// The seats whose score sheets this may change. See [`Replay::touches`].
            pub fn touches(&self, seats: u8) -> Seats {
                match self {
                    $(Event::$Name(event) => <super::$module::State as Replay>::touches(event, seats)),+
                }
            }
        }

        impl View {
            /// A state that looks like this, all else drawn anew. See [`Replay::redraw`].
            pub fn redraw(&self, dice: &Dice) -> State {
                match self {
                    $(View::$Name(view) => {
                        State::$Name(<super::$module::State as Replay>::redraw(view, dice))
                    })+
                }
            }

            /// What a command of [`View::legal`] adds if scored now. See [`Replay::gain`].
            ///
            /// # Panics
            ///
            /// If the command is another game's.
            pub fn gain(&self, command: &Command) -> i32 {
                match (self, command) {
                    $((View::$Name(view), Command::$Name(command)) => {
                        <super::$module::State as Replay>::gain(view, command)
                    })+
                    _ => panic!("a view's legal commands are of its own game"),
                }
            }

            /// What each of several commands of [`View::legal`] adds if scored now, in their
            /// order. Quicker than one by one. See [`Replay::gains`].
            ///
            /// # Panics
            ///
            /// If one of the commands is another game's.
            pub fn gains(&self, commands: &[Command]) -> Vec<i32> {
                match self {
                    $(View::$Name(view) => {
                        let own = commands.iter().map(|command| match command {
                            Command::$Name(command) => command.clone(),
                            _ => panic!("a view's legal commands are of its own game"),
                        });
                        <super::$module::State as Replay>::gains(view, &own.collect::<Vec<_>>())
                    })+
                }
            }

            /// A command of [`View::legal`] in words, without a full stop. See
            /// [`Replay::said`].
            ///
            /// # Panics
            ///
            /// If the command is another game's.
            pub fn said(&self, command: &Command, who: &Who<'_>) -> String {
                match (self, command) {
                    $((View::$Name(view), Command::$Name(command)) => {
                        <super::$module::State as Replay>::said(view, command, who)
                    })+
                    _ => panic!("a view's legal commands are of its own game"),
                }
            }

            /// The cells that a command of [`View::legal`] names. See [`Replay::cells_of`].
            ///
            /// # Panics
            ///
            /// If the command is another game's.
            pub fn cells_of(&self, command: &Command) -> Vec<Cell> {
                match (self, command) {
                    $((View::$Name(view), Command::$Name(command)) => {
                        <super::$module::State as Replay>::cells_of(view, command)
                    })+
                    _ => panic!("a view's legal commands are of its own game"),
                }
            }

            /// The score sheets, as far as the view shows. See [`Replay::scores`].
            pub fn scores(&self) -> BySeat<ScoreSheet> {
                match self { $(View::$Name(view) => <super::$module::State as Replay>::scores(view)),+ }
            }

            /// The score sheet of one seat. See [`Replay::sheet`].
            pub fn sheet(&self, seat: Seat) -> ScoreSheet {
                match self {
                    $(View::$Name(view) => <super::$module::State as Replay>::sheet(view, seat)),+
                }
            }

            /// The places if the game ended now, ties broken. See [`Replay::ranks`].
            pub fn ranks(&self) -> Option<BySeat<u8>> {
                match self {
                    $(View::$Name(view) => <super::$module::State as Replay>::ranks(view)),+
                }
            }

            /// How well it went, of a match played alone. See [`Replay::rating`].
            pub fn rating(&self) -> Option<Rating> {
                match self {
                    $(View::$Name(view) => <super::$module::State as Replay>::rating(view)),+
                }
            }
        }
    };
}

games!(replay);

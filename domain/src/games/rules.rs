//! The rules of any game: [`Game`], told by the unions.

use std::fmt;

use serde_json::Value;

use super::{Command, Event, GameId, Options, Setup, State, Turn, View};
use crate::{
    BySeat, Dice, Game, Info, Reason, Refused, Rejection, Seat, Seats, Standing, Viewer, ledger,
};

macro_rules! rules {
    ($($(#[$_doc:meta])* $Name:ident => $module:ident),+ $(,)?) => {
        impl GameId {
            /// Facts about the game.
            pub fn info(self) -> Info {
                match self { $(GameId::$Name => <super::$module::State as Game>::INFO),+ }
            }

            /// The options a host gets by choosing nothing.
            pub fn default_options(self) -> Options {
                match self { $(GameId::$Name => Options::$Name(Default::default())),+ }
            }

            /// The code of every reason for which the rules may refuse a command.
            pub fn refusals(self) -> Vec<&'static str> {
                match self {
                    $(GameId::$Name => {
                        <<super::$module::State as Game>::Illegal as Reason>::codes().collect()
                    })+
                }
            }

            fn one_off_board(self, field: &str, written: &Value) -> Option<Rejection> {
                match self {
                    $(GameId::$Name => {
                        <super::$module::State as Game>::off_board(field, written).map(Rejection::from)
                    })+
                }
            }
        }

        impl Options {
            /// The game these options are for.
            pub fn game(&self) -> GameId {
                match self { $(Options::$Name(_) => GameId::$Name),+ }
            }

            /// Whether so many can play with them. See [`Game::fits`].
            ///
            /// # Errors
            ///
            /// Why not.
            pub fn fits(&self, seats: u8) -> Result<(), Rejection> {
                match self {
                    $(Options::$Name(options) => {
                        Ok(<super::$module::State as Game>::fits(options, seats)?)
                    })+
                }
            }

            /// The teams of so many seats. See [`Game::teams`].
            pub fn teams(&self, seats: u8) -> Vec<Seats> {
                match self {
                    $(Options::$Name(options) => <super::$module::State as Game>::teams(options, seats)),+
                }
            }

            /// Sets up the table. See [`Game::set_up`].
            pub fn set_up(&self, seats: u8, dice: &Dice) -> Setup {
                match self {
                    $(Options::$Name(options) => {
                        Setup::$Name(<super::$module::State as Game>::set_up(options, seats, dice))
                    })+
                }
            }
        }

        impl Setup {
            /// The game it is a table of.
            pub fn game(&self) -> GameId {
                match self { $(Setup::$Name(_) => GameId::$Name),+ }
            }

            /// What happens before the first decision. See [`Game::begin`].
            pub fn begin(&self, dice: &Dice) -> (State, Vec<Event>) {
                match self {
                    $(Setup::$Name(setup) => {
                        let begun = ledger::begin::<super::$module::State>(setup, dice);
                        let events = begun.events.into_iter().map(Event::$Name).collect();
                        (State::$Name(begun.state), events)
                    })+
                }
            }

            /// What `viewer` may know of this. See [`Game::disclose_setup`].
            #[must_use]
            pub fn disclose(self, viewer: Viewer) -> Setup {
                match self {
                    $(Setup::$Name(setup) => {
                        Setup::$Name(<super::$module::State as Game>::disclose_setup(setup, viewer))
                    })+
                }
            }
        }

        impl State {
            /// The game it is a table of.
            pub fn game(&self) -> GameId {
                match self { $(State::$Name(_) => GameId::$Name),+ }
            }

            /// The state before anything has happened. See [`Game::new`].
            pub fn new(setup: &Setup) -> State {
                match setup { $(Setup::$Name(setup) => State::$Name(Game::new(setup))),+ }
            }

            /// Decides a command. See [`decide`](crate::decide).
            ///
            /// # Errors
            ///
            /// The rule the command breaks, or `wrong_game`.
            pub fn decide(
                &self,
                seat: Seat,
                command: Command,
                dice: &Dice,
            ) -> Result<(State, Vec<Event>), Rejection> {
                let rules = match self { $(State::$Name(_) => <super::$module::State as Game>::INFO.rules),+ };
                let turn = self.decide_under(rules, seat, command, dice)?;
                Ok((turn.state, turn.events))
            }

            /// Decides a command by an edition of the rules. See
            /// [`decide_under`](crate::decide_under).
            ///
            /// # Errors
            ///
            /// The rule the command breaks, or `wrong_game`.
            pub fn decide_under(
                &self,
                rules: u16,
                seat: Seat,
                command: Command,
                dice: &Dice,
            ) -> Result<Turn, Rejection> {
                match (self, command) {
                    $((State::$Name(state), Command::$Name(command)) => {
                        let decided = ledger::decide_under(rules, state, seat, command, dice)?;
                        Ok(Turn {
                            state: State::$Name(decided.state),
                            events: decided.events.into_iter().map(Event::$Name).collect(),
                            closed: decided.closed,
                        })
                    })+
                    _ => Err(Refused::WrongGame.into()),
                }
            }

            /// Whether something is held until the window is over. See [`Game::is_holding`].
            pub fn is_holding(&self) -> bool {
                match self { $(State::$Name(state) => state.is_holding()),+ }
            }

            /// What follows when the window is over. See [`Game::close_window`].
            #[must_use]
            pub fn close_window(&self, rules: u16, dice: &Dice) -> Turn {
                match self {
                    $(State::$Name(state) => {
                        let decided = ledger::close_window(rules, state, dice);
                        Turn {
                            state: State::$Name(decided.state),
                            events: decided.events.into_iter().map(Event::$Name).collect(),
                            closed: decided.closed,
                        }
                    })+
                }
            }

            /// Applies one event. See [`Game::evolve`].
            ///
            /// # Panics
            ///
            /// If the event belongs to another game: a stream holds one game.
            pub fn evolve(&mut self, event: &Event) {
                match (self, event) {
                    $((State::$Name(state), Event::$Name(event)) => state.evolve(event),)+
                    _ => panic!("a stream holds the events of one game"),
                }
            }

            /// The seats that owe a decision. See [`Game::to_act`].
            pub fn to_act(&self) -> Seats {
                match self { $(State::$Name(state) => state.to_act()),+ }
            }

            /// Ranks, once the match is over. See [`Game::outcome`].
            pub fn outcome(&self) -> Option<BySeat<Standing>> {
                match self { $(State::$Name(state) => state.outcome()),+ }
            }

            /// What `viewer` may know. See [`Game::view`].
            pub fn view(&self, viewer: Viewer) -> View {
                match self { $(State::$Name(state) => View::$Name(state.view(viewer))),+ }
            }
        }

        impl Event {
            /// The name of what happened, as on the wire.
            pub fn kind(&self) -> &'static str {
                match self { $(Event::$Name(event) => event.into()),+ }
            }

            /// What `viewer` may know of this. See [`Game::disclose`].
            #[must_use]
            pub fn disclose(self, viewer: Viewer) -> Event {
                match self {
                    $(Event::$Name(event) => {
                        Event::$Name(<super::$module::State as Game>::disclose(event, viewer))
                    })+
                }
            }
        }

        impl View {
            /// The game it is a view of.
            pub fn game(&self) -> GameId {
                match self { $(View::$Name(_) => GameId::$Name),+ }
            }

            /// Every command the view's owner may play now. See [`Game::legal`].
            pub fn legal(&self) -> Vec<Command> {
                match self {
                    $(View::$Name(view) => {
                        <super::$module::State as Game>::legal(view).into_iter().map(Command::$Name).collect()
                    })+
                }
            }

            /// What is played for the view's owner if they do not decide. See
            /// [`Game::default_command`].
            pub fn default_command(&self) -> Option<Command> {
                match self {
                    $(View::$Name(view) => {
                        <super::$module::State as Game>::default_command(view).map(Command::$Name)
                    })+
                }
            }
        }

        impl fmt::Display for View {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                match self { $(View::$Name(view) => view.fmt(f)),+ }
            }
        }
    };
}

games!(rules);

impl GameId {
    /// Why what was written where `field` names a place, or several, is off the board. See
    /// [`Game::off_board`].
    pub fn off_board(self, field: &str, written: &Value) -> Option<Rejection> {
        let several = || written.as_array().into_iter().flatten();
        let of_several = || {
            let each = several().filter_map(|one| self.one_off_board(field, one));
            each.reduce(|mut all, next| {
                all.cells.extend(next.cells);
                all
            })
        };
        self.one_off_board(field, written).or_else(of_several)
    }
}

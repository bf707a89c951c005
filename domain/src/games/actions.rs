//! The actions of any game, told by the unions.

use super::{Command, Options, View};
use crate::{Replay, kit::actions::Actions};

macro_rules! actions {
    ($($(#[$_doc:meta])* $Name:ident => $module:ident),+ $(,)?) => {
        impl Options {
            /// How many actions there are at a table of so many: each has an id below this.
            /// None if there are too many to have ids. See [`Replay::actions`].
            pub fn actions(&self, seats: u8) -> Option<u32> {
                match self {
                    $(Options::$Name(options) => {
                        let actions = <super::$module::State as Replay>::actions(options, seats);
                        actions.map(Actions::bound)
                    })+
                }
            }
        }

        impl View {
            /// How many actions there are at its table. See [`Options::actions`].
            pub fn actions(&self) -> Option<u32> {
                match self {
                    $(View::$Name(view) => {
                        let (options, seats) = <super::$module::State as Replay>::table(view);
                        let actions = <super::$module::State as Replay>::actions(options, seats);
                        actions.map(Actions::bound)
                    })+
                }
            }

            /// The command with an id at its table. None if none has it.
            pub fn action(&self, id: u32) -> Option<Command> {
                match self {
                    $(View::$Name(view) => {
                        let (options, seats) = <super::$module::State as Replay>::table(view);
                        let actions = <super::$module::State as Replay>::actions(options, seats);
                        actions?.command(id).map(Command::$Name)
                    })+
                }
            }

            /// The id of a command at its table. None if it has none.
            pub fn action_id(&self, command: &Command) -> Option<u32> {
                match (self, command) {
                    $((View::$Name(view), Command::$Name(command)) => {
                        let (options, seats) = <super::$module::State as Replay>::table(view);
                        let actions = <super::$module::State as Replay>::actions(options, seats);
                        actions?.id(command)
                    })+
                    _ => None,
                }
            }
        }
    };
}

games!(actions);

//! Samples of any game.

use super::GameId;
use crate::game::samples::Samples;

macro_rules! samples {
    ($($(#[$_doc:meta])* $Name:ident => $module:ident),+ $(,)?) => {
        impl GameId {
            /// What tests, benches and the examples of the document loop over.
            pub fn samples(self) -> Samples {
                match self { $(GameId::$Name => super::$module::samples::samples()),+ }
            }
        }
    };
}

games!(samples);

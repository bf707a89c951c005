//! The box of any game: its components, which a host may replace.

use super::GameId;
use crate::kit::components::{BoxError, ConfidenceCounts};

macro_rules! boxes {
    ($($(#[$_doc:meta])* $Name:ident => $module:ident),+ $(,)?) => {
        impl GameId {
            /// Everything in the box as JSON, each record with its provenance.
            pub fn components(self) -> &'static str {
                match self { $(GameId::$Name => super::$module::components::BOX.json()),+ }
            }

            /// SHA-256 of [`components`](Self::components) in hexadecimal.
            pub fn components_sha256(self) -> &'static str {
                match self { $(GameId::$Name => super::$module::components::BOX.sha256()),+ }
            }

            /// Whether a match that was opened with the box of this SHA-256 goes on with the
            /// one in use: with the same, or with one that plays alike.
            pub fn plays_with(self, sha256: &str) -> bool {
                match self { $(GameId::$Name => super::$module::components::BOX.plays(sha256)),+ }
            }

            /// How well the records of the box are attested.
            pub fn confidence(self) -> ConfidenceCounts {
                match self { $(GameId::$Name => super::$module::components::BOX.confidence()),+ }
            }

            /// Plays with another box from now on. See [`GameBox::replace`](crate::kit::components::GameBox::replace).
            ///
            /// # Errors
            ///
            /// What is wrong with the box, or that the old one is in use.
            pub fn replace_components(self, json: String) -> Result<(), BoxError> {
                match self { $(GameId::$Name => super::$module::components::BOX.replace(json)),+ }
            }
        }
    };
}

games!(boxes);

//! The games this service hosts: a closed set.
//!
//! Each game is a folder that knows nothing of the others. Outside the rules
//! (in the store, on the wire) a match may play any of them, so the
//! types of a game are gathered here into unions, tagged by game. To add a game,
//! add its `mod` and its line in `games!`; the compiler does the rest.

pub mod big_monster;
pub mod builders_biomes;
pub mod bunny_kingdom;
pub mod cartographers;

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::Seats;

/// Hands the list of the games to a macro, which writes an arm for each.
macro_rules! games {
    ($each:ident) => {
        $each! {
            /// Everybody draws the same shapes, each on a map of their own.
            Cartographers => cartographers,
            /// Everybody drafts lands and builds fiefs on one board.
            BunnyKingdom => bunny_kingdom,
            /// Everybody mines one cube, explores one overworld and builds on a board of their own.
            BuildersBiomes => builders_biomes,
            /// Everybody drafts tiles for a zone of their own and races for the ships.
            BigMonster => big_monster,
        }
    };
}

mod actions;
mod boxes;
mod facts;
mod reading;
mod replay;
mod rules;
mod samples;
pub(crate) mod stored;

macro_rules! unions {
    ($($(#[$doc:meta])* $Name:ident => $module:ident),+ $(,)?) => {
        /// The game that a match plays.
        #[derive(
            Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
            ToSchema,
        )]
        #[serde(rename_all = "snake_case")]
        pub enum GameId { $($(#[$doc])* $Name),+ }

        unions!(@union "The options that the host chose for the game." Options "options", $($Name => $module),+);
        unions!(@union "How the table was set up." Setup "setup", $($Name => $module),+);
        unions!(@union "What a player asks for." Command "command", $($Name => $module),+);
        unions!(@union "What happened in the game." Event "event", $($Name => $module),+);
        unions!(@union "What one viewer may know." View "view", $($Name => $module),+);
        unions!(@union "A position at any table." Position "position", $($Name => $module),+);

        /// The state of a match in play.
        #[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
        #[serde(tag = "game", content = "state", rename_all = "snake_case")]
        #[allow(clippy::large_enum_variant, reason = "a match holds one, never a list of them")]
        pub enum State {
            $($(#[$doc])* $Name($module::State)),+
        }

        impl GameId {
            /// Every game, in the order they were added.
            pub const ALL: &[GameId] = &[$(GameId::$Name),+];
        }
    };

    // `$content` must be a `tt`: as a `literal`, utoipa does not see it and the
    // schema silently parts from what serde writes.
    (@union $doc:literal $Union:ident $content:tt, $($Name:ident => $module:ident),+) => {
        #[doc = $doc]
        #[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
        #[serde(tag = "game", content = $content, rename_all = "snake_case", deny_unknown_fields)]
        #[allow(clippy::large_enum_variant, reason = "views, the large ones, are not listed")]
        pub enum $Union {
            $(#[doc = concat!("See [`", stringify!($module), "::", stringify!($Union), "`].")]
            $Name($module::$Union)),+
        }
    };
}

games!(unions);

/// What a decision led to, whatever the game. See [`Decided`](crate::Decided).
#[derive(Clone, Debug)]
pub struct Turn {
    /// The state after the last event.
    pub state: State,
    /// What happened, in order.
    pub events: Vec<Event>,
    /// The other seats whose open question it took away.
    pub closed: Seats,
}

impl Turn {
    /// This, and what follows from it at once.
    #[must_use]
    pub(crate) fn and(self, more: impl FnOnce(&State) -> Turn) -> Turn {
        let more = more(&self.state);
        Turn {
            events: [self.events, more.events].concat(),
            closed: self.closed.iter().chain(more.closed.iter()).collect(),
            state: more.state,
        }
    }
}

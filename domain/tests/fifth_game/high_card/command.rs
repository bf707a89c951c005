//! What a player asks for.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::components::Card;

/// What a player asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, ToSchema)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
#[schema(as = HighCardCommand)]
pub enum Command {
    /// Put a card of your hand face down.
    Choose {
        /// The card to put down.
        card: Card,
    },
}

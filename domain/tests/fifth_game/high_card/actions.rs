//! Every command that some decision can allow, each with an id.

use std::sync::LazyLock;

use super::{command::Command, components::BOX};
use crate::kit::actions::Actions;

/// The actions of every table.
pub(super) fn actions() -> Option<&'static Actions<Command>> {
    static ACTIONS: LazyLock<Option<Actions<Command>>> = LazyLock::new(|| {
        let cards = BOX.cards.iter().copied();
        Actions::of(cards.map(|card| Command::Choose { card }))
    });
    ACTIONS.as_ref()
}

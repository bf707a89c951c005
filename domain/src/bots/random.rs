//! Any legal command, each equally likely.

use crate::{Command, View, dice::Roll};

/// See [`Bot::version`](super::Bot::version).
pub(super) const VERSION: u16 = 1;

/// One of the legal commands.
///
/// # Panics
///
/// If there is none.
pub fn choose(view: &View, roll: &mut Roll) -> Command {
    let mut legal = view.legal();
    legal.swap_remove(roll.index(legal.len()))
}

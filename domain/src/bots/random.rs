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
    let count = u32::try_from(legal.len()).expect("no game offers 2^32 commands");
    legal.swap_remove(usize::try_from(roll.below(count)).expect("an index fits"))
}

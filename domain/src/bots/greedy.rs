//! The command that gains most if the game scored at once.

use crate::{Command, View, dice::Roll};

/// See [`Bot::version`](super::Bot::version).
pub(super) const VERSION: u16 = 2;

/// The legal command with the greatest [`View::gain`]; ties are broken by chance.
///
/// # Panics
///
/// If there is none.
pub fn choose(view: &View, roll: &mut Roll) -> Command {
    let mut legal = view.legal();
    let gains = view.gains(&legal);
    let best = gains
        .iter()
        .max()
        .expect("who owes a decision can make one");
    let ties = gains.iter().filter(|gain| *gain == best).count();
    let mut tied = (0..legal.len()).filter(|&at| gains[at] == *best);
    let chosen = tied.nth(roll.index(ties));
    legal.swap_remove(chosen.expect("counted above"))
}

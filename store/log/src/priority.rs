//! Threads that step aside: of a busy core they are given less than what players ask for.
//! The archive does not step aside: what it has not moved yet piles up in memory and on the disk.

use rustix::process;

/// For whatever nobody plays or waits to play: heavy looks, and bots among themselves.
// At 10 a thread has a tenth of the share of one at 0, as Linux weighs them.
const BACKGROUND: i32 = 10;
/// For what follows the log: lists and facts may be late, but not for ever.
// At 5 it has a third.
const FOLLOWING: i32 = 5;

/// Makes the calling thread step aside for play, and for all that follows it: `nice`.
pub fn step_aside_for_play() {
    step_aside(BACKGROUND);
}

/// Makes the calling thread step aside for play, but not as far as what nobody waits for.
pub fn step_aside_to_follow() {
    step_aside(FOLLOWING);
}

fn step_aside(by: i32) {
    // Where that is not allowed, all are equal.
    let _ = process::nice(by);
}

//! First places in parts, so that sums of shares are whole numbers.

use domain::cast;
use store_play::batches::WIN_INDEX_PARTS;

use super::finished::WIN_SEATS;

/// A first place, in parts that 1 to 16 winners share without a rest.
pub(crate) const WHOLE: i64 = WIN_INDEX_PARTS;

/// The part of a first place that each of so many winners has.
const SHARES: [i64; WIN_SEATS.unsigned_abs() as usize] = {
    let mut shares = [0; WIN_SEATS.unsigned_abs() as usize];
    let mut winners = 1;
    while winners < WIN_SEATS {
        shares[winners.unsigned_abs() as usize] = WHOLE / winners as i64;
        winners += 1;
    }
    shares
};

/// The part of a first place that the column of wins holds so.
#[inline]
pub(crate) fn win_share(held: i32) -> i64 {
    let winners = held.rem_euclid(WIN_SEATS);
    SHARES[cast::<usize>(winners)]
}

/// The same times the seats of the table.
#[inline]
pub(crate) fn win_index(held: i32) -> i64 {
    win_share(held) * i64::from(held / WIN_SEATS)
}

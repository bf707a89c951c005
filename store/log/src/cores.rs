//! Work on many things at once, on all cores, where somebody waits for all of it.

use std::{num::NonZero, panic::resume_unwind, thread};

/// Fewer are done before a thread has begun.
const PART: usize = 512;

/// How many threads can work at once.
pub fn count() -> usize {
    thread::available_parallelism().map_or(1, NonZero::get)
}

/// What comes of each item, in their order. The first parts of a long list are done here, the others
/// on threads beside.
pub fn map<T: Send, U: Send>(mut items: Vec<T>, of: impl Fn(T) -> U + Sync) -> Vec<U> {
    let part = items.len().div_ceil(count()).max(PART);
    let mut parts = Vec::new();
    while items.len() > part {
        parts.push(items.split_off(items.len() - part));
    }
    let each = |items: Vec<T>| items.into_iter().map(&of).collect::<Vec<U>>();
    thread::scope(|scope| {
        let parts = parts.into_iter().map(|part| scope.spawn(|| each(part)));
        let parts: Vec<_> = parts.collect();
        let mut all = each(items);
        for part in parts.into_iter().rev() {
            all.extend(part.join().unwrap_or_else(|panic| resume_unwind(panic)));
        }
        all
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_comes_of_each_stands_in_their_order() {
        for count in [0, 1, PART, PART + 1, 9 * PART + 7] {
            let doubled = map((0..count).collect(), |number| 2 * number);
            let expected: Vec<usize> = (0..count).map(|number| 2 * number).collect();
            assert_eq!(doubled, expected);
        }
    }
}

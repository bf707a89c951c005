//! Work on many things at once, on all cores, where somebody waits for all of it.

use std::{
    collections::HashMap,
    num::NonZero,
    sync::{LazyLock, mpsc},
    thread,
};

use parking_lot::Mutex;

/// A thread takes so many small things at a time: fewer are done before one has begun.
const PART: usize = 256;

/// How many threads can work at once.
pub fn count() -> usize {
    // Asking the system reads files.
    static COUNT: LazyLock<usize> =
        LazyLock::new(|| thread::available_parallelism().map_or(1, NonZero::get));
    *COUNT
}

/// What comes of each item, in their order.
pub fn map<T: Send, U: Send>(items: Vec<T>, of: impl Fn(T) -> U + Sync) -> Vec<U> {
    map_then(items, of, |it| it)
}

/// What comes of each item after two steps, as of [`map_then`], where each takes long by itself.
pub fn map_large_then<T: Send, U: Send, V>(
    items: Vec<T>,
    first: impl Fn(T) -> U + Sync,
    second: impl FnMut(U) -> V,
) -> Vec<V> {
    map_parts(1, items, first, second)
}

/// What comes of each item after two steps, in their order. The first is taken on all cores, the
/// second here, by one item after the other.
pub fn map_then<T: Send, U: Send, V>(
    items: Vec<T>,
    first: impl Fn(T) -> U + Sync,
    second: impl FnMut(U) -> V,
) -> Vec<V> {
    map_parts(PART, items, first, second)
}

fn map_parts<T: Send, U: Send, V>(
    part: usize,
    items: Vec<T>,
    first: impl Fn(T) -> U + Sync,
    mut second: impl FnMut(U) -> V,
) -> Vec<V> {
    let (mut all, parts) = (Vec::with_capacity(items.len()), items.len().div_ceil(part));
    let left = Mutex::new((0..parts, items.into_iter()));
    let take_part = || {
        let (numbers, items) = &mut *left.lock();
        let number = numbers.next()?;
        Some((number, items.take(part).collect::<Vec<T>>()))
    };
    let work = |part: Vec<T>| part.into_iter().map(&first).collect::<Vec<U>>();
    thread::scope(|scope| {
        let (sender, sent) = mpsc::channel();
        for _ in 1..count().min(parts) {
            let sender = sender.clone();
            scope.spawn(move || {
                while let Some((number, part)) = take_part() {
                    // Nobody waits for it if another panicked.
                    let _ = sender.send((number, work(part)));
                }
            });
        }
        drop(sender);
        let mut done = HashMap::new();
        for number in 0..parts {
            while !done.contains_key(&number) {
                let own = take_part().map(|(number, part)| (number, work(part)));
                let Some((number, part)) = own.or_else(|| sent.recv().ok()) else {
                    // One of them panicked, and so does the scope.
                    return all;
                };
                done.insert(number, part);
                done.extend(sent.try_iter());
            }
            let part = done.remove(&number).into_iter().flatten();
            all.extend(part.map(&mut second));
        }
        all
    })
}

#[cfg(test)]
mod tests {
    use std::{
        panic,
        sync::atomic::{AtomicBool, Ordering},
    };

    use super::*;

    #[test]
    fn what_comes_of_each_stands_in_their_order() {
        for (part, count) in [0, 1, PART, PART + 1, 9 * PART + 7]
            .into_iter()
            .flat_map(|count| [(1, count), (PART, count)])
        {
            let mut sum = 0;
            let add = |number| {
                sum += number;
                sum
            };
            let sums = map_parts(part, (0..count).collect(), |number| 2 * number, add);
            let expected: Vec<usize> = (0..count).map(|number| number * (number + 1)).collect();
            assert_eq!(sums, expected);
        }
    }

    #[test]
    fn a_panic_beside_is_one_here() {
        let (here, has_begun) = (thread::current().id(), AtomicBool::new(false));
        let panics_beside = |()| {
            if thread::current().id() != here {
                has_begun.store(true, Ordering::Relaxed);
                panic!("beside");
            }
            while count() > 1 && !has_begun.load(Ordering::Relaxed) {
                thread::yield_now();
            }
        };
        let mapped = panic::catch_unwind(|| map(vec![(); 2 * PART], panics_beside));
        assert_eq!(mapped.is_err(), count() > 1);
    }
}

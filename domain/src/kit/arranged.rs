//! What the checks of every game say about a table that its host arranged: each names the
//! field that is wrong.

use std::{collections::BTreeMap, fmt};

use serde::Serialize;

use super::components::BoxError;
use crate::{BySeat, Secret};

/// Passes if a field holds what follows from the rest of the table.
///
/// # Errors
///
/// What it holds, and what it must.
pub fn holds<T: PartialEq + Serialize>(
    field: impl fmt::Display,
    found: &T,
    must: &T,
) -> Result<(), BoxError> {
    let sentence = format_args!("{field}: it is {}, and must be {}", json(found), json(must));
    BoxError::unless(found == must, sentence)
}

/// Passes if these are all of those, each as often, in any order.
///
/// # Errors
///
/// The first that is there too often, or too rarely.
pub fn exactly<T: Ord + Serialize>(
    field: impl fmt::Display,
    found: impl IntoIterator<Item = T>,
    all: impl IntoIterator<Item = T>,
) -> Result<(), BoxError> {
    let mut counts: BTreeMap<T, [usize; 2]> = BTreeMap::new();
    found
        .into_iter()
        .for_each(|it| counts.entry(it).or_default()[0] += 1);
    all.into_iter()
        .for_each(|it| counts.entry(it).or_default()[1] += 1);
    let wrong = counts.iter().find(|(_, [found, all])| found != all);
    wrong.map_or(Ok(()), |(thing, [found, all])| {
        Err(BoxError::new(format_args!(
            "{field}: {} occurs {found} times, and must occur {all} times",
            json(thing)
        )))
    })
}

/// What an arranged table may not withhold.
///
/// # Errors
///
/// That it does.
pub fn known<T>(field: impl fmt::Display, secret: &Secret<T>) -> Result<&T, BoxError> {
    secret.known().ok_or_else(|| {
        BoxError::new(format_args!(
            "{field}: an arranged table must not withhold anything"
        ))
    })
}

/// Passes if a list has a value for each seat of the table.
///
/// # Errors
///
/// How many it has.
pub fn each_seat<T>(
    field: impl fmt::Display,
    values: &BySeat<T>,
    seats: u8,
) -> Result<(), BoxError> {
    let sentence = format_args!(
        "{field}: it has {} values, and the table has {seats} seats",
        values.seats()
    );
    BoxError::unless(values.seats() == seats, sentence)
}

/// Passes if no value is there twice.
///
/// # Errors
///
/// The first that is.
pub fn distinct<T: PartialEq + Serialize>(
    field: impl fmt::Display,
    values: &[T],
) -> Result<(), BoxError> {
    twice(values).map_or(Ok(()), |it| {
        Err(BoxError::new(format_args!(
            "{field}: {} is listed twice",
            json(it)
        )))
    })
}

/// The first value that is there again later on.
pub fn twice<T: PartialEq>(values: &[T]) -> Option<&T> {
    let mut each = (1..).zip(values);
    let again = each.find(|(next, it)| values[*next..].contains(it));
    again.map(|(_, it)| it)
}

fn json<T: Serialize>(value: &T) -> String {
    serde_json::to_string(value).unwrap_or_default()
}

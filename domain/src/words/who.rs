//! What seats are called, how many they are, and what each scores.

use super::{list, number, signed};
use crate::{BySeat, Seat, Seats};

/// So many seats, or runs of seats, are listed. Nobody reads a list of a hundred to its end.
const LISTED: usize = 6;

/// Of more, so many are named before the others are counted.
const NAMED: usize = 3;

/// What the seats of a table are called in a sentence.
///
/// ```
/// use domain::{BySeat, Seat, Seats, Who};
///
/// let names = BySeat::new(2, |seat| ["Ann", "Greedy"][usize::from(seat.0)].to_owned());
/// assert_eq!(Who::NUMBERED.seats(Seats::first(2)), "seats 1 and 2");
/// assert_eq!(Who::named(&names).seats(Seats::first(2)), "Ann and Greedy");
/// assert_eq!(Who::named(&names).seat(Seat(2)), "seat 3");
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Who<'a> {
    names: Option<&'a BySeat<String>>,
}

impl<'a> Who<'a> {
    /// Seats by their numbers, counted from one.
    pub const NUMBERED: Who<'static> = Who { names: None };

    /// Seats by these names, which are not changed except that a sentence begins with a
    /// capital letter. A seat beyond them is called by its number.
    pub const fn named(names: &'a BySeat<String>) -> Who<'a> {
        Who { names: Some(names) }
    }

    /// What one seat is called.
    pub fn seat(&self, seat: Seat) -> String {
        let name = self.names.and_then(|names| names.get(seat));
        let number = || format!("seat {}", counted_from_one(seat));
        name.cloned().unwrap_or_else(number)
    }

    /// Some seats: all of them if they are few, or else the first and how many more.
    pub fn seats(&self, seats: Seats) -> String {
        if seats.is_empty() {
            return "nobody".to_owned();
        }
        if self.names.is_none() && seats.count() > 1 {
            let numbers = || seats.iter().map(|seat| counted_from_one(seat).to_string());
            return format!("seats {}", few(runs(seats), numbers(), seats.count()));
        }
        let names = || seats.iter().map(|seat| self.seat(seat));
        few(names().collect(), names(), seats.count())
    }

    /// What some seats do, with the verb for one and for several.
    pub fn act(&self, seats: Seats, one: &str, several: &str) -> String {
        let verb = if seats.count() == 1 { one } else { several };
        format!("{} {verb}", self.seats(seats))
    }

    /// What each seat scores; at a large table, the most and the least. `unit` writes out
    /// the first number.
    pub fn scores(&self, scores: &BySeat<i16>, unit: fn(i16) -> String) -> String {
        let all = || scores.iter().map(|(_, &score)| score);
        let (Some(most), Some(least)) = (all().max(), all().min()) else {
            return "nobody scores".to_owned();
        };
        match scores.seats() {
            2.. if (most, least) == (0, 0) => "nobody scores".to_owned(),
            2.. if most == least => format!("each seat scores {}", unit(most)),
            seats if usize::from(seats) <= LISTED => self.each_score(scores, unit),
            _ => {
                let with = |score| {
                    let same = scores.iter().filter(|(_, it)| **it == score);
                    same.map(|(seat, _)| seat).collect::<Seats>()
                };
                let best = self.act(with(most), "scores", "score");
                let (worst, least) = (self.seats(with(least)), signed(least));
                format!(
                    "{best} the most, {}, and {worst} the least, {least}",
                    unit(most)
                )
            }
        }
    }

    fn each_score(&self, scores: &BySeat<i16>, unit: fn(i16) -> String) -> String {
        let each = scores.iter().map(|(seat, &score)| {
            let is_first = seat == Seat(0);
            let amount = if is_first { unit(score) } else { signed(score) };
            format!("{} scores {amount}", self.seat(seat))
        });
        each.collect::<Vec<_>>().join(", ")
    }
}

/// All that is listed if it is short, or else the first of them and how many more.
fn few(listed: Vec<String>, each: impl Iterator<Item = String>, count: u8) -> String {
    if listed.len() <= LISTED {
        return list(listed);
    }
    let more = number(usize::from(count) - NAMED);
    list(each.take(NAMED).chain([format!("{more} more")]))
}

fn counted_from_one(seat: Seat) -> u16 {
    u16::from(seat.0) + 1
}

/// The numbers of these seats, those that follow each other as "2 to 5".
fn runs(seats: Seats) -> Vec<String> {
    let mut runs: Vec<(u16, u16)> = Vec::new();
    for seat in seats.iter().map(counted_from_one) {
        if let Some((_, last)) = runs.last_mut().filter(|(_, last)| last + 1 == seat) {
            *last = seat;
        } else {
            runs.push((seat, seat));
        }
    }
    let written = |(first, last): (u16, u16)| match last - first {
        0 => vec![first.to_string()],
        1 => vec![first.to_string(), last.to_string()],
        2.. => vec![format!("{first} to {last}")],
    };
    runs.into_iter().flat_map(written).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::words::points;

    fn of(seats: &[u8]) -> Seats {
        seats.iter().map(|seat| Seat(*seat)).collect()
    }

    #[test]
    fn seats_are_listed_in_runs_and_counted_if_they_are_many() {
        let who = Who::NUMBERED;
        assert_eq!(who.seats(Seats::NONE), "nobody");
        assert_eq!(who.seats(of(&[1])), "seat 2");
        assert_eq!(who.seats(of(&[0, 1, 3])), "seats 1, 2 and 4");
        assert_eq!(who.seats(of(&[0, 1, 2, 6])), "seats 1 to 3 and 7");
        assert_eq!(who.seats(Seats::first(100)), "seats 1 to 100");
        let many = who.seats(of(&[0, 2, 4, 6, 8, 10, 12]));
        assert_eq!(many, "seats 1, 3, 5 and four more");
        assert_eq!(who.act(of(&[4]), "draws", "draw"), "seat 5 draws");
        assert_eq!(who.act(of(&[0, 4]), "draws", "draw"), "seats 1 and 5 draw");
    }

    #[test]
    fn names_are_those_that_were_given() {
        let names = BySeat::new(8, |seat| format!("Greedy {}", seat.0 + 1));
        let who = Who::named(&names);
        assert_eq!(who.seats(of(&[0, 1, 2])), "Greedy 1, Greedy 2 and Greedy 3");
        let many = who.seats(Seats::first(7));
        assert_eq!(many, "Greedy 1, Greedy 2, Greedy 3 and four more");
        assert_eq!(who.seat(Seat(8)), "seat 9");
    }

    #[test]
    fn scores_of_a_large_table_are_the_most_and_the_least() {
        let scores = |seats, score: fn(Seat) -> i16| {
            Who::NUMBERED.scores(&BySeat::new(seats, score), points)
        };
        let few = "seat 1 scores 1 point, seat 2 scores 0, seat 3 scores \u{2212}1";
        assert_eq!(scores(3, |seat| 1 - i16::from(seat.0)), few);
        let many = "seats 1 and 2 score the most, 4 points, and seat 9 the least, 0";
        assert_eq!(scores(9, |seat| 4 - i16::from(seat.0 / 2)), many);
        assert_eq!(scores(9, |_| 4), "each seat scores 4 points");
        assert_eq!(scores(2, |_| 0), "nobody scores");
        assert_eq!(scores(1, |_| 0), "seat 1 scores 0 points");
    }
}

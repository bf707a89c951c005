//! Who plays a match, and how it ended, in one line.

use maud::{Markup, html};

/// Somebody at a table.
#[derive(Clone, Debug)]
pub struct Seated {
    /// The name, as the player chose it or as the bot is called.
    pub name: String,
    /// The address of the page about whoever sits there.
    pub address: Option<String>,
    /// The place, once the match is over: 1 for whoever won.
    pub rank: Option<u8>,
    /// The points at the end, once the match is over.
    pub total: Option<i16>,
    /// Whether the seat owes a decision.
    pub is_due: bool,
    /// What is on the clock of the seat as the page is made, in milliseconds. It runs while the
    /// seat owes a decision. None without a clock.
    pub clock_ms: Option<u64>,
}

impl Seated {
    /// The name, linked to the page about whoever sits there.
    pub(crate) fn linked(&self) -> Markup {
        html! {
            @match &self.address {
                Some(address) => a class="by" href=(address) { (self.name) },
                None => (self.name),
            }
        }
    }

    /// What is left of the time, for readers without a script as of when the page was made. Its
    /// role says that it changes by itself, and screen readers tell it when they are asked.
    pub(crate) fn clock(&self) -> Markup {
        html! {
            @if let Some(left_ms) = self.clock_ms {
                span class="clock s" role="timer" data-left-ms=(left_ms) data-runs[self.is_due] {
                    (left(left_ms)) " left"
                }
            }
        }
    }
}

/// A time as clocks show it: hours only where there are some.
fn left(ms: u64) -> String {
    let seconds = ms.div_ceil(1000);
    let (hours, minutes, seconds) = (seconds / 3600, seconds / 60 % 60, seconds % 60);
    if hours > 0 {
        format!("{hours}:{minutes:02}:{seconds:02}")
    } else {
        format!("{minutes}:{seconds:02}")
    }
}

/// Numbers whoever has a name that somebody before has, so that names tell seats apart.
pub fn told_apart(mut seated: Vec<Seated>) -> Vec<Seated> {
    let own: Vec<String> = seated.iter().map(|it| it.name.clone()).collect();
    let mut given: Vec<String> = Vec::new();
    for it in &mut seated {
        if given.contains(&it.name) {
            let numbered = (2..).map(|number| format!("{} {number}", it.name));
            let mut free = numbered.filter(|name| !own.contains(name) && !given.contains(name));
            it.name = free.next().unwrap_or_default();
        }
        given.push(it.name.clone());
    }
    seated
}

/// Who won and by how much, or who plays which game.
pub(crate) fn headline(game: &str, seated: &[Seated]) -> String {
    let names = |seated: &[&Seated], between: &str| {
        let names: Vec<&str> = seated.iter().map(|it| it.name.as_str()).collect();
        names.join(between)
    };
    let all: Vec<&Seated> = seated.iter().collect();
    let winners: Vec<&Seated> = seated.iter().filter(|it| it.rank == Some(1)).collect();
    match winners[..] {
        [] if all.is_empty() => format!("{game}: not begun"),
        [] => format!("{game}: {}", names(&all, ", ")),
        [alone] if all.len() == 1 => format!("{} scored {}", alone.name, points(alone.total)),
        [winner] => format!("{} won{}", winner.name, margin(winner, seated)),
        _ => format!("{} won together", names(&winners, " and ")),
    }
}

/// By how many points somebody won, if by any.
fn margin(winner: &Seated, seated: &[Seated]) -> String {
    let others = seated.iter().filter(|it| it.rank != Some(1));
    let next = others.filter_map(|it| it.total).max();
    match winner.total.zip(next) {
        Some((total, next)) if total > next => format!(" by {}", total - next),
        Some(_) | None => String::new(),
    }
}

/// Points, if there are any.
pub(crate) fn points(points: Option<i16>) -> String {
    points.map_or_else(String::new, domain::words::signed)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seated(of: &[(&str, Option<(u8, i16)>)]) -> Vec<Seated> {
        let seated = of.iter().map(|&(name, end)| Seated {
            name: name.to_owned(),
            address: None,
            rank: end.map(|(rank, _)| rank),
            total: end.map(|(_, total)| total),
            is_due: false,
            clock_ms: None,
        });
        told_apart(seated.collect())
    }

    #[test]
    fn what_is_left_is_told_as_clocks_tell_it() {
        let told = [0, 1, 59_000, 60_001, 3_600_000, 36_061_000].map(left);
        assert_eq!(
            told,
            ["0:00", "0:01", "0:59", "1:01", "1:00:00", "10:01:01"]
        );
    }

    #[test]
    fn who_has_the_name_of_another_has_a_number() {
        let names = seated(&[
            ("Ann", None),
            ("Greedy", None),
            ("Greedy", None),
            ("Greedy", None),
        ]);
        let names: Vec<&str> = names.iter().map(|it| it.name.as_str()).collect();
        assert_eq!(names, ["Ann", "Greedy", "Greedy 2", "Greedy 3"]);
        let names = seated(&[("Greedy", None), ("Greedy", None), ("Greedy 2", None)]);
        let names: Vec<&str> = names.iter().map(|it| it.name.as_str()).collect();
        assert_eq!(names, ["Greedy", "Greedy 3", "Greedy 2"]);
    }

    #[test]
    fn a_headline_says_who_won_and_by_how_much() {
        let of = |seats: &[_]| headline("Big Monster", &seated(seats));
        assert_eq!(of(&[]), "Big Monster: not begun");
        assert_eq!(of(&[("Ann", None), ("Ben", None)]), "Big Monster: Ann, Ben");
        assert_eq!(of(&[("Ann", Some((1, -3)))]), "Ann scored \u{2212}3");
        let won = [("Ann", Some((2, 40))), ("Ben", Some((1, 64)))];
        assert_eq!(of(&won), "Ben won by 24");
        let by_a_tie_break = [("Ann", Some((2, 64))), ("Ben", Some((1, 64)))];
        assert_eq!(of(&by_a_tie_break), "Ben won");
        let shared = [("Ann", Some((1, 64))), ("Ben", Some((1, 64)))];
        assert_eq!(of(&shared), "Ann and Ben won together");
    }
}

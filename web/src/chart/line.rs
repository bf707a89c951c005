//! Numbers one after the other, as lines with their intervals.
#![expect(clippy::float_arithmetic, reason = "a length is no integer")]

use maud::{Markup, html};

use super::{Interval, Scale, number};
use crate::svg::{
    ratio,
    tokens::{self, SEATS},
};

/// Some series of numbers, from left to right.
#[derive(Clone, Debug, PartialEq)]
pub struct Lines {
    /// What it shows, in words.
    pub title: String,
    /// What is to the right, with its unit.
    pub across: String,
    /// What is above, with its unit.
    pub up: String,
    /// How many decimals the numbers have.
    pub decimals: usize,
    /// The series.
    pub series: Vec<Line>,
}

/// A series.
#[derive(Clone, Debug, PartialEq)]
pub struct Line {
    /// What it is called.
    pub name: String,
    /// Where each number stands, and the number.
    pub points: Vec<(u32, Interval)>,
}

const WIDTH: f64 = 520.0;
const HEIGHT: f64 = 310.0;
const LEFT: f64 = 46.0;
/// As far as lines go: their names stand to the right.
const RIGHT: f64 = 430.0;
const BOTTOM: f64 = 256.0;
const TOP: f64 = 26.0;

impl Lines {
    fn scales(&self) -> Option<(Scale, Scale)> {
        let points = || self.series.iter().flat_map(|line| &line.points);
        let across = Scale::of(points().map(|(at, _)| f64::from(*at)), 5.0)?;
        let up = Scale::of(points().flat_map(|(_, it)| it.numbers(f64::INFINITY)), 5.0)?;
        Some((across, up))
    }

    /// The chart.
    pub(crate) fn draw(&self) -> Markup {
        let Some((across, up)) = self.scales() else {
            return html! { p { "There are no matches to draw a curve of yet." } };
        };
        let x = |at: u32| LEFT + across.at(f64::from(at), RIGHT - LEFT);
        let y = |value: f64| BOTTOM - up.at(value, BOTTOM - TOP);
        html! {
            svg class="chart lines" viewBox={ "0 0 " (WIDTH) " " (HEIGHT) } style=(ratio(WIDTH, HEIGHT)) role="img" aria-label=(self.title) {
                title { (self.title) }
                desc { (self.described()) }
                style { (maud::PreEscaped(tokens::on_root(&SEATS))) }
                @for tick in up.ticks() {
                    path class="rule" d={ "M" (LEFT) " " (short(y(tick))) "H" (RIGHT) } {}
                    text class="up" x=(LEFT - 8.0) y=(short(y(tick) + 5.0)) { (number(tick, up.decimals())) }
                }
                @for tick in across.ticks() {
                    text x=(short(LEFT + across.at(tick, RIGHT - LEFT))) y=(BOTTOM + 20.0) { (number(tick, 0)) }
                }
                @for (nth, line) in self.series.iter().enumerate() {
                    @let color = SEATS.get(nth).map_or("ink", |token| token.0);
                    path class="band" style={ "fill:var(--" (color) ")" } d=(band(line, x, y)) {}
                    path class="line" style={ "stroke:var(--" (color) ")" } d=(path(line, x, y)) {}
                }
                @for (name, at) in self.names(y) {
                    text class="end" x=(RIGHT + 8.0) y=(short(at)) { (name) }
                }
                text class="unit" x="2" y="14" { (self.up) }
                text x=((LEFT + RIGHT) / 2.0) y=(HEIGHT - 10.0) { (self.across) }
            }
        }
    }

    /// The name of each line at its end, below each other where ends are close.
    fn names(&self, y: impl Fn(f64) -> f64) -> Vec<(&str, f64)> {
        let ends = self.series.iter().filter_map(|line| {
            let last = line.points.iter().rev().find_map(|(_, it)| it.value)?;
            Some((line.name.as_str(), y(last) + 5.0))
        });
        let mut ends: Vec<(&str, f64)> = ends.collect();
        ends.sort_by(|a, b| a.1.total_cmp(&b.1));
        let mut least = 0.0;
        for (_, at) in &mut ends {
            *at = at.max(least);
            least = *at + 15.0;
        }
        ends
    }

    fn described(&self) -> String {
        let ends = self.series.iter().filter_map(|line| {
            let last = line.points.iter().rev().find_map(|(_, it)| it.value)?;
            Some(format!(
                "{} ends at {}.",
                line.name,
                number(last, self.decimals)
            ))
        });
        ends.collect::<Vec<_>>().join(" ")
    }

    /// The same numbers as a table.
    pub(crate) fn table(&self) -> Markup {
        let shown = |value: Option<f64>| {
            value.map_or_else(|| "–".to_owned(), |value| number(value, self.decimals))
        };
        html! {
            table {
                thead { tr { @for head in ["Series", &self.across, "At least", "Mean", "At most", "Values"] { th scope="col" { (head) } } } }
                tbody {
                    @for line in &self.series {
                        @for (at, of) in &line.points {
                            tr {
                                th scope="row" { (line.name) }
                                td { (at) }
                                td { (shown(of.lo)) }
                                td { (shown(of.value)) }
                                td { (shown(of.hi)) }
                                td { (of.n) }
                            }
                        }
                    }
                }
            }
        }
    }
}

fn path(line: &Line, x: impl Fn(u32) -> f64, y: impl Fn(f64) -> f64) -> String {
    let points = line
        .points
        .iter()
        .filter_map(|(at, it)| Some((*at, it.value?)));
    let points = points.enumerate().map(|(nth, (at, value))| {
        let pen = if nth == 0 { "M" } else { "L" };
        format!("{pen}{} {}", short(x(at)), short(y(value)))
    });
    points.collect()
}

/// Between the ends of the intervals.
fn band(line: &Line, x: impl Fn(u32) -> f64, y: impl Fn(f64) -> f64) -> String {
    let known = line
        .points
        .iter()
        .filter_map(|(at, it)| Some((x(*at), it.lo?, it.hi?)));
    let known: Vec<(f64, f64, f64)> = known.collect();
    let above = known.iter().map(|(at, _, hi)| (*at, *hi));
    let below = known.iter().rev().map(|(at, lo, _)| (*at, *lo));
    let around = above.chain(below).enumerate().map(|(nth, (at, value))| {
        let pen = if nth == 0 { "M" } else { "L" };
        format!("{pen}{} {}", short(at), short(y(value)))
    });
    around.collect()
}

fn short(length: f64) -> String {
    format!("{length:.1}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_withheld_leaves_a_gap_in_no_line_and_names_do_not_meet() {
        let at = |value: Option<f64>| Interval {
            n: 20,
            value,
            lo: value.map(|value| value - 1.0),
            hi: value.map(|value| value + 1.0),
        };
        let line = |name: &str| Line {
            name: name.to_owned(),
            points: vec![(1, at(None)), (2, at(Some(3.0))), (3, at(Some(4.0)))],
        };
        let lines = Lines {
            title: "Final score over the matches of each series".to_owned(),
            across: "matches".to_owned(),
            up: "final score, points".to_owned(),
            decimals: 1,
            series: vec![line("Greedy"), line("Random")],
        };
        let drawn = lines.draw().into_string();
        assert_eq!(drawn.matches(r#"class="line""#).count(), 2);
        assert!(!drawn.contains("NaN"), "{drawn}");
        let names = lines.names(|value| value);
        assert!(names[1].1 - names[0].1 >= 15.0);
        assert!(drawn.contains("Greedy ends at 4.0. Random ends at 4.0."));
    }
}

//! A number and the interval that holds it 95 times in 100, as a dot and a line.
#![expect(clippy::float_arithmetic, reason = "a length is no integer")]

use maud::{Markup, html};

use super::{Scale, number};

/// A number and how sure it is.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Interval {
    /// How many values it is based on.
    pub n: u64,
    /// The number, unless there is none or it is withheld.
    pub value: Option<f64>,
    /// The lower end of its interval, if it has one.
    pub lo: Option<f64>,
    /// The upper end of its interval, if it has one.
    pub hi: Option<f64>,
}

impl Interval {
    /// All numbers that a scale must hold. An upper end beyond `most` would press all others
    /// together: its line runs off the scale instead.
    pub(crate) fn numbers(&self, most: f64) -> impl Iterator<Item = f64> + Clone {
        let hi = self.hi.filter(|hi| *hi <= most);
        [self.lo, self.value, hi].into_iter().flatten()
    }
}

const WIDTH: f64 = 220.0;
const MARGIN: f64 = 8.0;

fn x(scale: &Scale, value: f64) -> String {
    format!("{:.1}", MARGIN + scale.at(value, WIDTH - 2.0 * MARGIN))
}

/// The interval on a scale that a column shares, with a dashed line at par. It has no upper end if
/// that is beyond the scale. The numbers beside it
/// say the same.
pub(crate) fn interval(scale: &Scale, par: Option<f64>, of: &Interval) -> Markup {
    html! {
        svg class="interval" viewBox={ "0 0 " (WIDTH) " 20" } aria-hidden="true" {
            @if let Some(par) = par {
                path class="par" d={ "M" (x(scale, par)) " 0V20" } {}
            }
            @if let (Some(lo), Some(hi)) = (of.lo, of.hi) {
                path class="range" d={
                    "M" (x(scale, lo)) " 10H" (x(scale, hi.min(scale.to)))
                    "M" (x(scale, lo)) " 5v10"
                    @if hi <= scale.to { "M" (x(scale, hi)) " 5v10" }
                } {}
            }
            @if let Some(value) = of.value {
                circle class="dot" cx=(x(scale, value)) cy="10" r="4.5" {}
            }
        }
    }
}

/// The numbers of the scale, for the head of the column.
pub(crate) fn axis(scale: &Scale) -> Markup {
    html! {
        svg class="interval" viewBox={ "0 0 " (WIDTH) " 20" } aria-hidden="true" {
            @for tick in scale.ticks() {
                text x=(x(scale, tick)) y="14" { (number(tick, scale.decimals())) }
            }
        }
    }
}

//! How often each value occurs, as bars, with the mean.
#![expect(clippy::float_arithmetic, reason = "a length is no integer")]

use maud::{Markup, html};

use super::{
    Scale,
    bars::{Bar, bars, plain},
    number,
};
use crate::svg::ratio;

/// How often each value of a metric occurs.
#[derive(Clone, Debug, PartialEq)]
pub struct Histogram {
    /// What it shows, in words.
    pub title: String,
    /// What is counted, with its unit.
    pub axis: String,
    /// What a value is of: seats or matches.
    pub counted: String,
    /// Whether the values are whole numbers by their nature, as counts are.
    pub is_whole: bool,
    /// How many decimals a mean of them has.
    pub decimals: usize,
    /// Each value that occurs and how often, the least first.
    pub values: Vec<(f64, u64)>,
    /// The mean of all values.
    pub mean: Option<f64>,
}

const WIDTH: f64 = 520.0;
const HEIGHT: f64 = 306.0;
const LEFT: f64 = 46.0;
const BOTTOM: f64 = 256.0;
const TOP: f64 = 42.0;
/// Between the middles of two numbers of the scale.
const ROOM: f64 = 34.0;
impl Histogram {
    fn bars(&self) -> Vec<Bar> {
        bars(&self.values, self.is_whole)
    }

    /// The chart.
    pub(crate) fn draw(&self) -> Markup {
        let bars = self.bars();
        let ends = || bars.iter().flat_map(|bar| [bar.from, bar.to]);
        let (Some(across), Some(up)) = (
            Scale::of(ends(), 6.0),
            Scale::of(bars.iter().map(|bar| float(bar.count)).chain([0.0]), 4.0),
        ) else {
            return html! {};
        };
        let x = |value: f64| LEFT + across.at(value, WIDTH - LEFT - 12.0);
        let y = |value: f64| BOTTOM - up.at(value, BOTTOM - TOP);
        html! {
            svg class="chart" viewBox={ "0 0 " (WIDTH) " " (HEIGHT) } style=(ratio(WIDTH, HEIGHT)) role="img" aria-label=(self.title) {
                title { (self.title) }
                desc { (self.described(&bars)) }
                @for tick in up.ticks() {
                    path class="rule" d={ "M" (LEFT) " " (short(y(tick))) "H" (WIDTH - 12.0) } {}
                    text class="up" x=(LEFT - 8.0) y=(short(y(tick) + 5.0)) { (number(tick, up.decimals())) }
                }
                @for bar in &bars {
                    @let top = y(float(bar.count));
                    rect class="bar" x=(short(x(bar.from) + 0.7)) y=(short(top))
                        width=(short((x(bar.to) - x(bar.from) - 1.4).max(0.8))) height=(short(BOTTOM - top)) {
                        title { (bar.says()) ": " (bar.count) }
                    }
                }
                path class="base" d={ "M" (LEFT) " " (BOTTOM) "H" (WIDTH - 12.0) } {}
                @let open = bars.last().filter(|bar| bar.is_open);
                // Right of an open bar no number means what it says.
                @for tick in across.ticks().into_iter().filter(|tick| open.is_none_or(|open| x(*tick) + ROOM < x(open.from))) {
                    text x=(short(x(tick))) y=(BOTTOM + 20.0) { (number(tick, across.decimals())) }
                }
                @if let Some(open) = open {
                    text x=(short(x(open.from))) y=(BOTTOM + 20.0) { (plain(open.from)) "+" }
                }
                text x=((LEFT + WIDTH) / 2.0) y=(HEIGHT - 6.0) { (self.axis) }
                text class="unit" x="2" y="16" { (self.counted) }
                @if let Some(mean) = self.mean {
                    @let at = x(mean).min(WIDTH - 12.0);
                    path class="mean" d={ "M" (short(at)) " " (TOP - 16.0) "V" (BOTTOM) } {}
                    @let is_right = at < WIDTH / 2.0;
                    text class={ "of-mean" @if is_right { " right" } }
                        x=(short(at + if is_right { 7.0 } else { -7.0 })) y=(TOP - 7.0) { "mean " (number(mean, self.decimals)) }
                }
            }
        }
    }

    fn described(&self, bars: &[Bar]) -> String {
        let n: u64 = bars.iter().map(|bar| bar.count).sum();
        let most = bars.iter().max_by_key(|bar| bar.count);
        let most = most.map_or_else(String::new, |bar| {
            format!(" Most, {}, are {}.", bar.count, bar.says())
        });
        format!("{n} {}.{most}", self.counted)
    }

    /// The same numbers as a table.
    pub(crate) fn table(&self) -> Markup {
        html! {
            table {
                thead { tr { th scope="col" { (self.axis) } th scope="col" { (self.counted) } } }
                tbody {
                    @for bar in self.bars() {
                        tr { th scope="row" { (bar.says()) } td { (bar.count) } }
                    }
                }
            }
        }
    }
}

fn short(length: f64) -> String {
    format!("{length:.1}")
}

#[expect(clippy::cast_precision_loss, reason = "a length is no integer")]
const fn float(count: u64) -> f64 {
    count as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    fn histogram(values: &[(f64, u64)]) -> Histogram {
        Histogram {
            title: "How often each value occurs: final score".to_owned(),
            is_whole: true,
            decimals: 1,
            axis: "final score, points".to_owned(),
            counted: "seats".to_owned(),
            values: values.to_vec(),
            mean: Some(1.0),
        }
    }

    #[test]
    fn a_chart_says_in_words_what_it_shows_and_of_nothing_there_is_none() {
        let drawn = histogram(&[(0.0, 3), (4.0, 1)]).draw().into_string();
        assert!(
            drawn.contains("<desc>4 seats. Most, 3, are 0.</desc>"),
            "{drawn}"
        );
        assert!(drawn.contains("mean 1.0"));
        let far = histogram(&[(0.0, 500), (9.0, 495), (5000.0, 5)]);
        let drawn = far.draw().into_string();
        assert!(drawn.contains("<title>10 and more: 5</title>"), "{drawn}");
        assert!(drawn.contains(">10+</text>"), "{drawn}");
        assert_eq!(histogram(&[]).draw().into_string(), "");
    }
}

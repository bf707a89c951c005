//! How often each value occurs, as bars, with the mean.
#![expect(clippy::float_arithmetic, reason = "a length is no integer")]

use maud::{Markup, html};

use super::{Scale, number};
use crate::svg::ratio;

/// How often each value of a metric occurs.
#[derive(Clone, Debug, PartialEq)]
pub struct Histogram {
    /// What is counted, with its unit.
    pub axis: String,
    /// What a value is of: seats or matches.
    pub counted: String,
    /// Each value that occurs and how often, the least first.
    pub values: Vec<(f64, u64)>,
    /// The mean of all values.
    pub mean: Option<f64>,
}

/// Where a bar begins, where it ends, and how many values are in it.
type Bar = (f64, f64, u64);

const WIDTH: f64 = 520.0;
const HEIGHT: f64 = 306.0;
const LEFT: f64 = 46.0;
const BOTTOM: f64 = 256.0;
const TOP: f64 = 42.0;
/// About so many bars: fewer hide what there is, more are lines.
const BARS: f64 = 20.0;

impl Histogram {
    /// The values in bars of one width, from the first to the last with one in it.
    fn bars(&self) -> Vec<Bar> {
        let values = || self.values.iter().map(|(value, _)| *value);
        let Some(scale) = Scale::of(values(), BARS) else {
            return Vec::new();
        };
        let is_whole = values().all(|value| value.fract() == 0.0);
        let width = if is_whole {
            scale.step.max(1.0)
        } else {
            scale.step
        };
        let (mut bars, mut from) = (Vec::new(), (scale.from / width).floor() * width);
        let mut rest = self.values.iter().peekable();
        while rest.peek().is_some() {
            let to = from + width;
            let mut count = 0;
            while let Some((_, here)) = rest.next_if(|(value, _)| *value < to) {
                count += here;
            }
            bars.push((from, to, count));
            from = to;
        }
        bars
    }

    /// The chart.
    pub(crate) fn draw(&self) -> Markup {
        let bars = self.bars();
        let ends = || bars.iter().flat_map(|(from, to, _)| [*from, *to]);
        let (Some(across), Some(up)) = (
            Scale::of(ends(), 6.0),
            Scale::of(bars.iter().map(|bar| float(bar.2)).chain([0.0]), 4.0),
        ) else {
            return html! {};
        };
        let x = |value: f64| LEFT + across.at(value, WIDTH - LEFT - 12.0);
        let y = |value: f64| BOTTOM - up.at(value, BOTTOM - TOP);
        html! {
            svg class="chart" viewBox={ "0 0 " (WIDTH) " " (HEIGHT) } style=(ratio(WIDTH, HEIGHT)) role="img" aria-label=(self.title()) {
                title { (self.title()) }
                desc { (self.described(&bars)) }
                @for tick in up.ticks() {
                    path class="rule" d={ "M" (LEFT) " " (short(y(tick))) "H" (WIDTH - 12.0) } {}
                    text class="up" x=(LEFT - 8.0) y=(short(y(tick) + 5.0)) { (number(tick, up.decimals())) }
                }
                @for (from, to, count) in &bars {
                    rect class="bar" x=(short(x(*from) + 0.7)) y=(short(y(float(*count))))
                        width=(short((x(*to) - x(*from) - 1.4).max(0.8))) height=(short(BOTTOM - y(float(*count)))) {
                        title { (between(*from, *to)) ": " (count) }
                    }
                }
                path class="base" d={ "M" (LEFT) " " (BOTTOM) "H" (WIDTH - 12.0) } {}
                @for tick in across.ticks() {
                    text x=(short(x(tick))) y=(BOTTOM + 20.0) { (number(tick, across.decimals())) }
                }
                text x=((LEFT + WIDTH) / 2.0) y=(HEIGHT - 6.0) { (self.axis) }
                text class="unit" x="2" y="16" { (self.counted) }
                @if let Some(mean) = self.mean {
                    path class="mean" d={ "M" (short(x(mean))) " " (TOP - 16.0) "V" (BOTTOM) } {}
                    @let is_right = x(mean) < WIDTH / 2.0;
                    text class={ "of-mean" @if is_right { " right" } }
                        x=(short(x(mean) + if is_right { 7.0 } else { -7.0 })) y=(TOP - 7.0) { "mean " (number(mean, 1)) }
                }
            }
        }
    }

    fn title(&self) -> String {
        format!("How often each {} occurs", self.axis)
    }

    fn described(&self, bars: &[Bar]) -> String {
        let n: u64 = bars.iter().map(|(_, _, count)| count).sum();
        let most = bars.iter().max_by_key(|(_, _, count)| *count);
        let most = most.map_or_else(String::new, |(from, to, count)| {
            format!(" Most, {count}, are {}.", between(*from, *to))
        });
        format!("{n} {}.{most}", self.counted)
    }

    /// The same numbers as a table.
    pub(crate) fn table(&self) -> Markup {
        html! {
            table {
                thead { tr { th scope="col" { (self.axis) } th scope="col" { (self.counted) } } }
                tbody {
                    @for (from, to, count) in self.bars() {
                        tr { th scope="row" { (between(from, to)) } td { (count) } }
                    }
                }
            }
        }
    }
}

/// What values are in a bar.
fn between(from: f64, to: f64) -> String {
    if to - from == 1.0 {
        return number(from, 0);
    }
    if from.fract() == 0.0 && to.fract() == 0.0 {
        return format!("{} to {}", number(from, 0), number(to - 1.0, 0));
    }
    format!("{} to under {}", number(from, 2), number(to, 2))
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
            axis: "final score, points".to_owned(),
            counted: "seats".to_owned(),
            values: values.to_vec(),
            mean: Some(1.0),
        }
    }

    #[test]
    fn every_value_is_in_one_bar() {
        let values: Vec<(f64, u64)> = (-30..150).map(|value| (f64::from(value), 2)).collect();
        let bars = histogram(&values).bars();
        let all: u64 = bars.iter().map(|(_, _, count)| count).sum();
        assert_eq!(all, 360);
        assert!(bars.windows(2).all(|two| two[0].1 == two[1].0));
        let (from, to, count) = bars[0];
        assert_eq!((from, to, count), (-30.0, -20.0, 20));
        assert_eq!(between(from, to), "\u{2212}30 to \u{2212}21");
    }

    #[test]
    fn a_chart_says_in_words_what_it_shows_and_of_nothing_there_is_none() {
        let drawn = histogram(&[(0.0, 3), (4.0, 1)]).draw().into_string();
        assert!(
            drawn.contains("<desc>4 seats. Most, 3, are 0.</desc>"),
            "{drawn}"
        );
        assert!(drawn.contains("mean 1.0"));
        assert_eq!(histogram(&[]).draw().into_string(), "");
    }
}

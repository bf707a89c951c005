//! The points of each seat by step, drawn and as a table.

use domain::{Seat, words::signed};
use maud::{Markup, html};

use super::{Player, Point, Stage, Stands};
use crate::svg::{ratio, seats};

const WIDTH: i32 = 430;
const HEIGHT: i32 = 240;
/// The plot: its edges.
const LEFT: i32 = 40;
const RIGHT: i32 = 370;
const TOP: i32 = 14;
const LOW: i32 = 208;
/// A letter of a label is no broader than this.
const LETTER: i32 = 7;
/// The ends of two lines are labelled at least so far apart.
const APART: i32 = 15;
/// As many seats have a line that tells them apart.
const LINES: usize = 6;

/// How steps and points become places.
#[derive(Clone, Copy, Debug)]
struct Scale {
    last: i32,
    least: i32,
    most: i32,
    /// Between two lines of the grid, in points.
    unit: i32,
}

impl Scale {
    fn of(curves: &[Vec<Point>], last: u32) -> Scale {
        let points = || curves.iter().flatten();
        let all = || points().flat_map(|it| [i32::from(it.scored), i32::from(it.worth)]);
        let (most, least) = (
            all().max().unwrap_or(0).max(10),
            all().min().unwrap_or(0).min(0),
        );
        let units = [5, 10, 20, 50, 100, 200, 500, 1000];
        let unit = units.into_iter().find(|unit| (most - least) / unit <= 4);
        let unit = unit.unwrap_or(5000);
        Scale {
            last: i32::try_from(last.max(1)).unwrap_or(i32::MAX),
            least: least.div_euclid(unit) * unit,
            most: (most + unit - 1) / unit * unit,
            unit,
        }
    }

    fn x(self, step: u32) -> i32 {
        let step = i64::from(step) * i64::from(RIGHT - LEFT) / i64::from(self.last);
        LEFT + i32::try_from(step).unwrap_or(0)
    }

    fn y(self, points: i16) -> i32 {
        LOW - (i32::from(points) - self.least) * (LOW - TOP) / (self.most - self.least)
    }

    fn grid(self) -> impl Iterator<Item = i16> {
        let lines = (self.least / self.unit)..=(self.most / self.unit);
        lines.filter_map(move |nth| i16::try_from(nth * self.unit).ok())
    }

    /// The line of these points, which stay as they are until the next.
    fn line(self, curve: &[Point], of: fn(&Point) -> i16) -> String {
        let mut line = format!("M{LEFT} {}", self.y(0));
        for point in curve {
            line.push_str(&format!("H{}V{}", self.x(point.step), self.y(of(point))));
        }
        line.push_str(&format!("H{RIGHT}"));
        line
    }
}

impl Player<'_> {
    pub(super) fn curve(&self) -> Markup {
        let curves = &self.course.curves;
        if curves.iter().all(Vec::is_empty) {
            return html! {};
        }
        html! {
            section class="panel" {
                h2 { "Points by step" }
                (self.drawn_curve(Scale::of(curves, self.last)))
                p class="s" {
                    @if curves.len() <= LINES {
                        "Thick: scored. Thin: worth as it stands."
                    } @else {
                        "What each seat has scored."
                    }
                    @if self.stands != Stands::InFile {
                        " " a href={ "/v1/matches/" (self.id) "/scores" } { "As data" }
                    }
                }
                details {
                    summary { "As a table" }
                    (self.curve_table())
                }
            }
        }
    }

    fn drawn_curve(&self, scale: Scale) -> Markup {
        let curves = &self.course.curves;
        let seats = || (0..).map(Seat).zip(curves);
        let is_few = curves.len() <= LINES;
        html! {
            svg class="chart" viewBox={ "0 0 " (WIDTH) " " (HEIGHT) } style=(ratio(WIDTH, HEIGHT)) role="img" aria-label=(self.curve_in_words()) {
                @for points in scale.grid() {
                    path class=(if points == 0 { "zero" } else { "grid-line" }) d={ "M" (LEFT) " " (scale.y(points)) "H" (RIGHT) } {}
                    text x=(LEFT - 6) y=(scale.y(points) + 4) text-anchor="end" { (signed(points)) }
                }
                @for (stage, x) in with_room(self.named_stages(), scale) {
                    path class="grid-line" d={ "M" (x) " " (TOP) "V" (LOW + 5) } {}
                    text x=(x + 2) y=(LOW + 20) { (stage.name) }
                }
                @for (seat, curve) in seats() {
                    @let color = if is_few { seats::color(seat) } else { "ink2" };
                    @if is_few {
                        path class="worth" stroke={ "var(--" (color) ")" } d=(scale.line(curve, |it| it.worth)) {}
                    }
                    path class=(if is_few { "scored" } else { "worth" }) stroke={ "var(--" (color) ")" } d=(scale.line(curve, |it| it.scored)) {}
                }
                @if is_few { (self.ends(scale)) }
                path class="now" data-width=(RIGHT - LEFT) d={ "M" (scale.x(self.step)) " " (TOP) "V" (LOW) } {}
                text x="0" y=(LOW + 20) { "points" }
            }
        }
    }

    /// The mark and the points of each seat at the end of its line.
    fn ends(&self, scale: Scale) -> Markup {
        let ends = (0..).map(Seat).zip(&self.course.curves);
        let ends = ends.filter_map(|(seat, curve)| Some((seat, curve.last()?.scored)));
        let mut ends: Vec<(Seat, i16)> = ends.collect();
        ends.sort_by_key(|(_, points)| std::cmp::Reverse(*points));
        let mut free = TOP - APART;
        // The last is above the edge, and the others above it.
        let lowest = (0..ends.len())
            .rev()
            .map(|after| HEIGHT - 8 - APART * domain::cast::<i32>(after));
        let placed: Vec<(Seat, i16, i32)> = ends
            .into_iter()
            .zip(lowest)
            .map(|((seat, points), lowest)| {
                free = scale.y(points).min(lowest).max(free + APART);
                (seat, points, free)
            })
            .collect();
        html! {
            @for (seat, points, y) in placed {
                svg x=(RIGHT + 6) y=(y - 6) width="12" height="12" viewBox="0 0 18 18" { (seats::mark(seat, (0, 0))) }
                text class="end" x=(RIGHT + 23) y=(y + 4) { (signed(points)) }
            }
        }
    }

    fn curve_in_words(&self) -> String {
        let ends = (0..).map(Seat).zip(&self.course.curves);
        let ends = ends.filter_map(|(seat, curve)| {
            let points = signed(curve.last()?.scored);
            Some(format!("{} {points}", self.name(seat)))
        });
        let ends: Vec<String> = ends.take(LINES).collect();
        format!("Points by step. Scored so far: {}.", ends.join(", "))
    }

    /// What each seat had at the landmarks, and has at the last step.
    fn curve_table(&self) -> Markup {
        let curves = &self.course.curves;
        let shown = || (0..).map(Seat).zip(curves).take(LINES);
        let marks = self.course.landmarks.iter();
        let marks = marks.map(|mark| (mark.step, mark.name.as_str()));
        html! {
            div class="scroll" tabindex="0" role="region" aria-label="Points at the landmarks" {
                table {
                    thead { tr {
                        th scope="col" { "After" }
                        @for (seat, _) in shown() { th scope="col" { (self.sign(seat)) br; (self.name(seat)) } }
                    } }
                    tbody {
                        @for (step, name) in marks.chain([(self.last, "The last step")]) {
                            tr {
                                th scope="row" { a href=(self.address(step)) data-step=(step) { (name) } }
                                @for (_, curve) in shown() { td { (points_at(curve, step)) } }
                            }
                        }
                    }
                }
                p class="s" { "Scored, and in brackets what was worth as it stood." }
            }
        }
    }
}

/// The stages whose names have room behind those before, and where each begins.
fn with_room<'a>(
    stages: impl Iterator<Item = &'a Stage>,
    scale: Scale,
) -> impl Iterator<Item = (&'a Stage, i32)> {
    let mut free = 0;
    stages.filter_map(move |stage| {
        let x = scale.x(stage.from);
        let letters = domain::cast::<i32>(stage.name.chars().count() + 1);
        (x >= free).then(|| {
            free = x + LETTER * letters;
            (stage, x)
        })
    })
}

/// What was scored at a step, and what the table was worth there.
fn points_at(curve: &[Point], step: u32) -> String {
    let at = curve.iter().rev().find(|point| point.step <= step);
    at.map_or_else(
        || "0".to_owned(),
        |at| format!("{} ({})", signed(at.scored), signed(at.worth)),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn point(step: u32, scored: i16, worth: i16) -> Point {
        Point {
            step,
            scored,
            worth,
        }
    }

    #[test]
    fn a_line_stays_until_the_next_point_and_keeps_within_the_plot() {
        let curves = [vec![point(5, 0, 12), point(10, -3, 95)]];
        let scale = Scale::of(&curves, 10);
        assert_eq!(
            scale.grid().collect::<Vec<_>>(),
            [-20, 0, 20, 40, 60, 80, 100]
        );
        assert_eq!((scale.x(0), scale.x(10)), (LEFT, RIGHT));
        assert_eq!((scale.y(-20), scale.y(100)), (LOW, TOP));
        let line = scale.line(&curves[0], |point| point.worth);
        let zero = scale.y(0);
        assert!(line.starts_with(&format!("M{LEFT} {zero}H205V")), "{line}");
    }

    #[test]
    fn names_of_short_stages_do_not_lie_on_each_other() {
        let scale = Scale::of(&[], 330);
        let stages = [0, 20, 60, 330].map(|from| Stage {
            name: "Round 1".to_owned(),
            from,
        });
        let placed: Vec<u32> = with_room(stages.iter(), scale)
            .map(|it| it.0.from)
            .collect();
        assert_eq!(placed, [0, 60, 330]);
    }

    #[test]
    fn what_a_seat_had_at_a_step_is_its_last_change_before() {
        let curve = [point(5, 0, 12), point(10, 8, -1)];
        let at = [4, 5, 9, 30].map(|step| points_at(&curve, step));
        assert_eq!(at, ["0", "0 (12)", "0 (12)", "8 (\u{2212}1)"]);
    }
}

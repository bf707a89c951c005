//! How the scores went, and the stages of the match on its timeline.

use std::fmt::Write as _;

use domain::{BySeat, Moment, ScoreSheet, Seat, cast};
use maud::{Markup, html};

use super::{LISTED, Seated};
use crate::svg::{seats, tokens::SEATS};

const WIDTH: usize = 600;
const HEIGHT: usize = 240;
/// Between the edges and the lines: left, above, right, below.
const ROOM: [usize; 4] = [44, 12, 60, 12];

/// The scores of a match, as they stood at each step.
#[derive(Debug, Default)]
pub(super) struct Curve {
    /// By step: what each seat had scored, and what the rest would pay if it scored then.
    points: Vec<(u32, Vec<[i16; 2]>)>,
    /// Where a stage or a round begins, and what it is called.
    stages: Vec<(u32, Moment)>,
}

impl Curve {
    /// Adds a step.
    pub(super) fn add(&mut self, step: u32, moment: Option<Moment>, sheets: &BySeat<ScoreSheet>) {
        let before = self.stages.last().map(|(_, moment)| moment.round);
        if let Some(moment) = moment.filter(|moment| before != Some(moment.round)) {
            self.stages.push((step, moment));
        }
        if sheets.seats() > cast::<u8>(LISTED) {
            return;
        }
        let stands = |sheet: &ScoreSheet| {
            let scored = sheet.banked.total();
            [scored, scored + sheet.if_now.total()]
        };
        let points: Vec<[i16; 2]> = sheets.iter().map(|(_, sheet)| stands(sheet)).collect();
        if self
            .points
            .last()
            .is_none_or(|(_, before)| *before != points)
        {
            self.points.push((step, points));
        }
    }

    /// The names of the stages above the timeline of a match with so many steps.
    pub(super) fn bands(&self, last: usize) -> Markup {
        let ends = self.stages.iter().skip(1).map(|(step, _)| *step);
        let ends = ends.chain([cast::<u32>(last)]);
        html! {
            div class="bands" aria-hidden="true" {
                @if let Some((first, _)) = self.stages.first() { i style={ "flex-grow:" (first) } {} }
                @for ((from, moment), to) in self.stages.iter().zip(ends) {
                    span style={ "flex-grow:" (to.saturating_sub(*from)) } { (self.called(*moment)) }
                }
            }
        }
    }

    /// A round by the word of the rulebook for its stage, if it has one of its own.
    fn called(&self, moment: Moment) -> String {
        let mut of_stage = self
            .stages
            .iter()
            .filter(|(_, it)| it.stage == moment.stage);
        of_stage.next();
        if of_stage.next().is_some() {
            return format!("Round {}", moment.round);
        }
        let mut stage = moment.stage.replace('_', " ");
        if let Some(first) = stage.get_mut(..1) {
            first.make_ascii_uppercase();
        }
        stage
    }

    /// The curve, with a line at the step that is shown. Nothing for a large table.
    pub(super) fn panel(&self, seats: &[Seated], last: usize) -> Markup {
        html! {
            @if !self.points.is_empty() {
                section class="panel" {
                    h2 { "Score by step" }
                    svg class="curve" viewBox={ "0 0 " (WIDTH) " " (HEIGHT) } role="img"
                        aria-label={ "The scores of " (seats.len()) " seats over " (last) " steps" } {
                        (self.grid())
                        @for (nth, seat) in (0..seats.len().min(SEATS.len())).zip((0..).map(Seat)) {
                            g class="line" stroke={ "var(--" (seats::color(seat)) ")" } {
                                path class="thin" d=(self.line(nth, 1, last)) {}
                                path d=(self.line(nth, 0, last)) {}
                            }
                            (self.end(nth, seat))
                        }
                        path id="head" d={ "M" (x(0, last)) " " (ROOM[1]) "V" (HEIGHT - ROOM[3]) }
                            data-width=(x(cast::<u32>(last), last) - x(0, last)) transform={ "translate(" (x(cast::<u32>(last), last) - x(0, last)) " 0)" } {}
                    }
                    p class="s" { "Thick: scored. Thin: worth as it stands." }
                }
            }
        }
    }

    fn grid(&self) -> Markup {
        let (low, high) = self.bounds();
        let step = [5, 10, 20, 50, 100, 200, 500]
            .into_iter()
            .find(|step| (high - low) / step <= 5);
        let step = step.unwrap_or(1000);
        let lines = (low / step..=high / step).map(|line| line * step);
        html! {
            g class="grid" {
                @for value in lines.filter(|value| (low..=high).contains(value)) {
                    path d={ "M" (ROOM[0]) " " (self.y(value)) "H" (WIDTH - ROOM[2]) } {}
                    text x=(ROOM[0] - 8) y=(self.y(value) + 4) { (domain::words::signed(cast::<i16>(value))) }
                }
            }
        }
    }

    /// Where a seat's score ends: its sign and the points.
    fn end(&self, nth: usize, seat: Seat) -> Markup {
        let scored = self.points.last().map_or(0, |(_, points)| points[nth][0]);
        let y = self.y(scored.into());
        html! {
            (seats::mark(seat, (WIDTH - ROOM[2] + 4, y.saturating_sub(9))))
            text class="end" x=(WIDTH - ROOM[2] + 26) y=(y + 5) { (domain::words::signed(scored)) }
        }
    }

    /// The least and the most, with zero.
    fn bounds(&self) -> (i32, i32) {
        let all = self
            .points
            .iter()
            .flat_map(|(_, points)| points.iter().flatten());
        let all = all.map(|&points| i32::from(points)).chain([0]);
        all.fold((0, 1), |(low, high), it| (low.min(it), high.max(it)))
    }

    fn y(&self, value: i32) -> usize {
        let (low, high) = self.bounds();
        let room = cast::<i32>(HEIGHT - ROOM[1] - ROOM[3]);
        ROOM[1] + cast::<usize>((high - value) * room / (high - low))
    }

    fn line(&self, nth: usize, which: usize, last: usize) -> String {
        let mut line = String::new();
        for (step, points) in &self.points {
            let (x, y) = (x(*step, last), self.y(points[nth][which].into()));
            if line.is_empty() {
                write!(line, "M{x} {y}").expect("a text takes it");
            } else {
                write!(line, "H{x}V{y}").expect("a text takes it");
            }
        }
        write!(line, "H{}", x(cast::<u32>(last), last)).expect("a text takes it");
        line
    }
}

fn x(step: u32, last: usize) -> usize {
    let room = WIDTH - ROOM[0] - ROOM[2];
    ROOM[0] + cast::<usize>(step) * room / last.max(1)
}

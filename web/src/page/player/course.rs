//! The course of a match: its stages on a line, what is worth a look, and the way along it.

use domain::words::capital;
use maud::{Markup, html};

use super::{Mark, Player};

/// A match as a whole, as far as a viewer may know it.
#[derive(Clone, Debug, Default)]
pub struct Course {
    /// The seasons, rounds or ages, in order.
    pub stages: Vec<Stage>,
    /// The steps worth jumping to.
    pub landmarks: Vec<Mark>,
    /// The steps of decisions, and the points that each left on the table.
    pub decisions: Vec<(u32, i32)>,
    /// The points of each seat, from the step on at which they changed.
    pub curves: Vec<Vec<Point>>,
    /// Where in the match the step that is shown is.
    pub position: Option<Position>,
    /// When the last event was recorded, as RFC 3339 has it.
    pub recorded_at: Option<String>,
}

/// A season, a round or an age.
#[derive(Clone, Debug)]
pub struct Stage {
    /// What it is called.
    pub name: String,
    /// Its first step.
    pub from: u32,
}

/// The points of a seat.
#[derive(Clone, Copy, Debug)]
pub struct Point {
    /// The first step with these points.
    pub step: u32,
    /// What is scored.
    pub scored: i16,
    /// What the board is worth as it stands.
    pub worth: i16,
}

/// Where in a match a step is, in the words of the game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Position {
    /// The phase, in the word of the rulebook.
    pub phase: String,
    /// The round or the season, counted from one.
    pub round: u8,
    /// The turn of the round. Zero before the first.
    pub turn: u32,
}

/// The phase of a match in which nobody decides any more.
const END: &str = "end";
/// A phase that says no more than the number of the turn.
const TURN: &str = "turn";
/// What a stage is called that has no name, before its number.
const ROUND: &str = "Round ";
/// A stage with less of the line than this has no room for its name, in percent: it leads to the
/// stage, and a finger must hit it.
const NAMED: u32 = 5;
/// A stage with less than this has none on a phone.
const WIDE: u32 = 12;
/// The height of the line of stages and what is above and below it.
const HEIGHT: u32 = 48;

impl Course {
    /// The stages of a match whose steps are at these positions: a new one begins with each round.
    /// Where each round is a phase of its own, as a season is, it has the name of that phase.
    pub fn stages(positions: impl Iterator<Item = (u32, Position)>) -> Vec<Stage> {
        let mut rounds: Vec<(u32, Position, bool)> = Vec::new();
        for (step, at) in positions {
            match rounds.last_mut() {
                // Where nobody owes a decision, some games do not tell the round.
                Some((_, first, is_one_phase)) if at.round <= first.round || at.phase == END => {
                    *is_one_phase &= first.phase == at.phase || at.phase == END;
                }
                Some(_) | None => rounds.push((step, at, true)),
            }
        }
        let differ = rounds
            .windows(2)
            .all(|two| two[0].1.phase != two[1].1.phase);
        let is_named =
            |(_, at, is_one_phase): &(u32, Position, bool)| *is_one_phase && at.phase != TURN;
        let are_phases = differ && rounds.iter().all(is_named);
        let stage = |(from, at, _): (u32, Position, bool)| Stage {
            name: if are_phases {
                capital(&spaced(&at.phase))
            } else {
                format!("{ROUND}{}", at.round)
            },
            from,
        };
        rounds.into_iter().map(stage).collect()
    }

    pub(super) fn landmark_steps(&self) -> String {
        listed(self.landmarks.iter().map(|mark| mark.step))
    }

    pub(super) fn decision_steps(&self) -> String {
        listed(self.decisions.iter().map(|(step, _)| *step))
    }

    /// The stage that has a step.
    fn stage_at(&self, step: u32) -> Option<&Stage> {
        self.stages.iter().rev().find(|stage| stage.from <= step)
    }

    /// Where a step is: "Summer, turn 2".
    pub(super) fn place(&self, step: u32) -> Option<String> {
        let stage = &self.stage_at(step)?.name;
        let at = self.position.as_ref()?;
        let phase = capital(&spaced(&at.phase));
        let is_told = phase != *stage && ![END, TURN].contains(&at.phase.as_str());
        let phase = is_told.then(|| phase.to_lowercase());
        let turn = (at.turn > 0).then(|| format!("turn {}", at.turn));
        let parts = [Some(stage.clone()), phase, turn].into_iter().flatten();
        Some(parts.collect::<Vec<_>>().join(", "))
    }
}

/// A stable word as one reads it.
pub(super) fn spaced(word: &str) -> String {
    word.replace(['.', '_'], " ")
}

fn listed(steps: impl Iterator<Item = u32>) -> String {
    let steps: Vec<String> = steps.map(|step| step.to_string()).collect();
    steps.join(" ")
}

/// The name of a stage, whose word is left out where numbers follow each other closely.
fn stage_name(name: &str) -> Markup {
    html! {
        @match name.strip_prefix(ROUND) {
            Some(number) => { span class="word" { (ROUND) } (number) }
            None => (name),
        }
    }
}

/// A step as a part of the way to the last one, in percent.
fn percent(step: u32, last: u32) -> String {
    let permille = u64::from(step) * 1000 / u64::from(last.max(1));
    format!("{}.{}%", permille / 10, permille % 10)
}

impl Player<'_> {
    pub(super) fn timeline(&self) -> Markup {
        html! {
            section class="panel timeline" aria-label="Timeline" {
                p class="say" aria-live="polite" data-part="say" { (self.said()) }
                div class="course" {
                    div data-part="course" { (self.stages_and_line()) }
                    input type="range" aria-label="Step" min="0" max=(self.last) value=(self.step)
                        aria-valuetext=(self.at());
                }
                (self.controls())
                div data-part="jumps" { (self.jumps()) }
                div data-part="eyes" { (self.eyes()) }
            }
        }
    }

    /// The stages, and the line on which they are.
    pub(super) fn stages_and_line(&self) -> Markup {
        html! { (self.names()) (self.line()) }
    }

    /// What happened; where nobody did anything, what was done last stands before it.
    pub(super) fn said(&self) -> Markup {
        let Some(it) = &self.happening else {
            return html! { "Nothing has happened yet." };
        };
        html! {
            @match &it.done {
                Some(done) => { (done) " " span class="asks" { (it.text) } }
                None => (it.text),
            }
        }
    }

    /// Which step it is, and where in the match.
    pub(super) fn at(&self) -> String {
        let place = self.course.place(self.step);
        let place = place.map_or_else(String::new, |place| format!(" · {place}"));
        format!("Step {} of {}{place}", self.step, self.last)
    }

    /// The stages with the step at which each ends.
    fn spans(&self) -> impl Iterator<Item = (&Stage, u32)> {
        let stages = &self.course.stages;
        let ends = stages.iter().skip(1).map(|stage| stage.from);
        stages.iter().zip(ends.chain([self.last]))
    }

    /// Whether so much of the line is the part of a stage, in percent.
    fn has(&self, percent: u32, stage: &Stage, end: u32) -> bool {
        u64::from(end.saturating_sub(stage.from)) * 100 >= u64::from(self.last) * u64::from(percent)
    }

    /// The stages that have room for their names, in order.
    pub(super) fn named_stages(&self) -> impl Iterator<Item = &Stage> {
        let spans = self.spans();
        let named = spans.filter(|(stage, end)| self.has(NAMED, stage, *end));
        named.map(|(stage, _)| stage)
    }

    /// Each leads to the beginning of its stage.
    fn names(&self) -> Markup {
        let mut named = self
            .spans()
            .filter(|(stage, end)| self.has(NAMED, stage, *end))
            .peekable();
        html! {
            div class="stages" {
                @if named.peek().is_some() {
                    nav aria-label="Stages" { @for (stage, end) in named { (self.stage(stage, end)) } }
                }
            }
        }
    }

    fn stage(&self, stage: &Stage, end: u32) -> Markup {
        let class = (!self.has(WIDE, stage, end)).then_some("slim");
        html! {
            a class=[class] href=(self.address(stage.from)) data-step=(stage.from) aria-label=(stage.name) style={
                "left:" (percent(stage.from, self.last))
                ";width:" (percent(end.saturating_sub(stage.from), self.last))
            } { (stage_name(&stage.name)) }
        }
    }

    /// The line: stages in turns dark and light, landmarks above, regret below.
    fn line(&self) -> Markup {
        let most = self
            .course
            .decisions
            .iter()
            .map(|(_, regret)| *regret)
            .max()
            .unwrap_or(0);
        let left = self
            .course
            .decisions
            .iter()
            .filter(|(_, regret)| *regret > 0);
        let last = self.last.max(1);
        html! {
            svg class="line" viewBox={ "0 0 " (last) " " (HEIGHT) } preserveAspectRatio="none" aria-hidden="true" {
                rect class="before" y="10" width=(last) height="10" {}
                @for (nth, (stage, end)) in self.spans().enumerate() {
                    rect class={ "stage" (nth % 2) } x=(stage.from) y="10" width=(end.saturating_sub(stage.from)) height="10" {}
                }
                rect class="done" y="10" width=(self.step) height="10" {}
                @for mark in &self.course.landmarks { path class="landmark" d={ "M" (mark.step) " 2v8" } {} }
                @for (step, regret) in left {
                    path class="regret" d={ "M" (step) " 24v" (4 + 18 * regret / most) } {}
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(phase: &str, round: u8) -> Position {
        Position {
            phase: phase.to_owned(),
            round,
            turn: 0,
        }
    }

    #[test]
    fn rounds_that_are_phases_have_their_names() {
        let seasons = [at("spring", 1), at("spring", 1), at("summer", 2)];
        let stages = Course::stages((3..).zip(seasons));
        let named: Vec<(&str, u32)> = stages
            .iter()
            .map(|it| (it.name.as_str(), it.from))
            .collect();
        assert_eq!(named, [("Spring", 3), ("Summer", 5)]);
        let rounds = [
            at("draft", 1),
            at("scoring_round", 1),
            at("draft", 2),
            at("end", 2),
        ];
        let stages = Course::stages((0..).zip(rounds));
        let named: Vec<&str> = stages.iter().map(|it| it.name.as_str()).collect();
        assert_eq!(named, ["Round 1", "Round 2"]);
    }

    #[test]
    fn the_place_of_a_step_is_not_said_twice() {
        let of = |phase: &str, other: &str, turn| {
            let course = Course {
                stages: Course::stages([(1, at(phase, 1)), (2, at(other, 1))].into_iter()),
                position: Some(Position {
                    turn,
                    ..at(phase, 1)
                }),
                ..Course::default()
            };
            course.place(1).unwrap()
        };
        assert_eq!(of("summer", "summer", 2), "Summer, turn 2");
        assert_eq!(of("scoring_round", "turn", 0), "Round 1, scoring round");
        assert_eq!(of("turn", "turn", 4), "Round 1, turn 4");
    }
}

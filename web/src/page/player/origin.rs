//! Where points came from: the steps that made them.

use domain::{
    Seat,
    words::{points, signed},
};
use maud::{Markup, html};

use super::Player;

/// Where the points of a seat, or of one line of its sheet, came from.
#[derive(Clone, Debug)]
pub struct Origin {
    /// Whose points.
    pub of: Seat,
    /// The source of the line. None for all of them.
    pub line: Option<String>,
    /// The steps that made them, in order.
    pub parts: Vec<Part>,
}

/// What one step made of one line.
#[derive(Clone, Debug)]
pub struct Part {
    /// The step.
    pub step: u32,
    /// What happened there, in a sentence.
    pub said: String,
    /// How many points.
    pub points: i16,
    /// The source of the line that they are part of.
    pub line: String,
}

impl Player<'_> {
    pub(super) fn origin(&self) -> Markup {
        let Some(origin) = &self.origin else {
            return html! {};
        };
        let total: i16 = origin.parts.iter().map(|part| part.points).sum();
        let of = origin.line.as_deref().map(|line| self.line_name(line));
        let of = of.unwrap_or_else(|| "all lines".to_owned());
        html! {
            section class="panel origin" aria-label="Where the points came from" {
                h2 { "Where the points came from" }
                p { (self.name(origin.of)) ", " (of) ": " b { (points(total)) } }
                ol class="parts" {
                    @for of_step in origin.parts.chunk_by(|one, next| one.step == next.step) {
                        (self.made(of_step, origin.line.is_none()))
                    }
                }
                p class="s" {
                    a href=(self.address(self.step)) data-why="" { "Back to the board" } " · "
                    a href="/docs/replay#attribution" { "How points are attributed" }
                }
            }
        }
    }

    /// What one step made. The lines are named where more than one was asked for.
    fn made(&self, parts: &[Part], names_lines: bool) -> Markup {
        let sum: i16 = parts.iter().map(|part| part.points).sum();
        let lines = parts.iter().map(|part| match parts.len() {
            1 => self.line_name(&part.line),
            _ => format!("{} {}", self.line_name(&part.line), signed(part.points)),
        });
        html! {
            @if let Some(Part { step, said, .. }) = parts.first() {
                li {
                    a href=(self.address(*step)) data-step=(step) { "Step " (step) }
                    span {
                        (said)
                        @if names_lines { br; span class="s" { (lines.collect::<Vec<_>>().join(", ")) } }
                    }
                    b { (signed(sum)) }
                }
            }
        }
    }
}

//! Where points came from: the steps that made them.

use domain::{Seat, words::points};
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

/// What one step made of them.
#[derive(Clone, Debug)]
pub struct Part {
    /// The step.
    pub step: u32,
    /// How many points.
    pub points: i16,
    /// Who decided there.
    pub by: Option<Seat>,
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
                    @for part in &origin.parts {
                        li {
                            a href=(self.address(part.step)) data-step=(part.step) { "Step " (part.step) }
                            span { (self.made_by(part)) }
                            b { (domain::words::signed(part.points)) }
                        }
                    }
                }
                p class="s" {
                    a href=(self.address(self.step)) data-why="" { "Back to the board" } " · "
                    a href="/docs/replay#attribution" { "How points are attributed" }
                }
            }
        }
    }

    fn made_by(&self, part: &Part) -> String {
        let line = self.line_name(&part.line);
        let by = part.by.map(|by| self.name(by));
        by.map_or_else(|| line.clone(), |by| format!("{by}: {line}"))
    }
}

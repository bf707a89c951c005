//! The buttons below the timeline: to other steps, to play, and to look through others' eyes.

use domain::Seat;
use maud::{Markup, PreEscaped, html};

use super::{Player, Stands, boards};

const TO_START: &str = r#"<svg viewBox="0 0 20 20" aria-hidden="true"><path d="M4 4h2.5v12H4zM16 4v12L7.5 10z"/></svg>"#;
const BACK: &str =
    r#"<svg viewBox="0 0 20 20" aria-hidden="true"><path d="M14 4v12L5 10z"/></svg>"#;
const PLAY: &str =
    r#"<svg class="ready" viewBox="0 0 20 20" aria-hidden="true"><path d="M5 3v14l12-7z"/></svg>"#;
const PAUSE: &str = r#"<svg class="busy" viewBox="0 0 20 20" aria-hidden="true"><path d="M5 4h3.5v12H5zM11.5 4H15v12h-3.5z"/></svg>"#;
const FORWARD: &str =
    r#"<svg viewBox="0 0 20 20" aria-hidden="true"><path d="M6 4l9 6-9 6z"/></svg>"#;
const TO_END: &str = r#"<svg viewBox="0 0 20 20" aria-hidden="true"><path d="M4 4l8.5 6L4 16zM13.5 4H16v12h-2.5z"/></svg>"#;

impl Player<'_> {
    pub(super) fn controls(&self) -> Markup {
        let go = |key: &str, name: &str, step: u32, icon: &str| {
            html! {
                a class="btn" href=(self.address(step)) data-key=(key) aria-label=(name) title=(name) {
                    (PreEscaped(icon))
                }
            }
        };
        let (back, forward) = (self.step.saturating_sub(1), self.last.min(self.step + 1));
        html! {
            div class="controls" {
                (go("Home", "Start", 0, TO_START))
                (go("ArrowLeft", "Back", back, BACK))
                button class="btn play" type="button" data-do="play" aria-label="Play" aria-pressed="false" {
                    (PreEscaped(PLAY)) (PreEscaped(PAUSE)) span { "Play" }
                }
                (go("ArrowRight", "Forward", forward, FORWARD))
                (go("End", "End", self.last, TO_END))
                p class="s" data-part="at" { (self.where_it_is()) }
                div class="speeds" role="group" aria-label="Speed" {
                    @for speed in ["0.5", "1", "2", "4"] {
                        button class="chip" type="button" data-speed=(speed) aria-pressed=(if speed == "1" { "true" } else { "false" }) {
                            (speed) "×"
                        }
                    }
                }
                label class="chip owners" { input type="checkbox" autocomplete="off"; "Owners only" }
                @if self.stands != Stands::InFile {
                    button class="chip" type="button" data-do="share" { "Share this step" }
                    button class="chip" type="button" data-do="help" { "Keys" }
                }
            }
        }
    }

    /// Which step it is, and how things stand there.
    pub(super) fn where_it_is(&self) -> Markup {
        html! {
            (self.at())
            @if self.is_between_decisions() { " · nobody owes a decision" }
            @if self.is_live { " · " span class="live" { "live" } }
            @if self.course.decisions.iter().any(|(_, regret)| *regret > 0) {
                br; "Red: points left on the table"
            }
        }
    }

    /// Through whose eyes it can be seen, where all may choose.
    pub(super) fn eyes(&self) -> Markup {
        let own = self.viewer.seat();
        let seats = (0..).map(Seat).zip(&self.seats).take(boards::FIRST);
        html! {
            @if self.is_open { nav class="chips eyes" aria-label="Seen by" {
                span class="s" { "Seen by" }
                a class="chip" data-eyes="0" href=(self.seen_by(self.step, None))
                    aria-current=[own.is_none().then_some("true")] { "everybody" }
                @for (seat, it) in seats {
                    a class="chip" data-eyes=(seat.0 + 1) href=(self.seen_by(self.step, Some(seat)))
                        aria-current=[(own == Some(seat)).then_some("true")] { (it.name) }
                }
            } }
        }
    }
}

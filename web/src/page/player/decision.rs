//! A decision held against everything else that was legal.

use domain::{Seat, words::points};
use maud::{Markup, html};

use super::{Player, Stands};

/// A decision, and how it compares with all other legal commands.
#[derive(Clone, Debug)]
pub struct Decision {
    /// Who decided.
    pub by: Seat,
    /// The step of the table on which it was decided.
    pub before: u32,
    /// The command that was taken, in words.
    pub said: String,
    /// The first of the best commands, in words, if a better one was legal.
    pub best: Option<String>,
    /// What it gained, in points, if the game had scored at once.
    pub gain: i16,
    /// The greatest gain of any legal command, in points.
    pub best_gain: i16,
    /// How many commands were legal.
    pub legal: u32,
    /// One more than the number of legal commands with a greater gain.
    pub rank: u32,
    /// How many legal commands have the same gain, including this one.
    pub tied: u32,
    /// What the player noted with it.
    pub note: Option<String>,
}

impl Player<'_> {
    pub(super) fn decided(&self) -> Markup {
        let Some(it) = &self.decision else {
            return html! {
                section class="panel" {
                    h2 { "Decision" }
                    p class="s" { (self.undecided()) }
                }
            };
        };
        let legal = format!(
            "/matches/{}/legal?step={}&seat={}",
            self.id, it.before, it.by.0
        );
        let target = (self.stands == Stands::InFrame).then_some("_blank");
        let fork = format!(
            "/play/matches/{}/fork?step={}&seat={}",
            self.id, it.before, it.by.0
        );
        html! {
            section class="panel" {
                h2 { "Last decision: " (self.name(it.by)) }
                p { (judged(it, self.name(it.by))) }
                @if let Some(note) = &it.note { blockquote { (note) } }
                dl class="facts" {
                    dt { "Legal commands" } dd { (it.legal) }
                    dt { "Rank of this one" } dd { (it.rank) " of " (it.legal) }
                    dt { "Others that gain as much" } dd { (it.tied.saturating_sub(1)) }
                }
                p class="fields" {
                    a class="btn" href=(legal) target=[target] { "All that was legal" }
                    a class="btn" href=(fork) target=[target] { "Play on from here" }
                }
                p class="s" {
                    "Judged by what " (self.name(it.by)) " could see, as if the game had scored at once. "
                    a href="/docs/replay#decisions" { "How" }
                }
            }
        }
    }

    fn undecided(&self) -> &'static str {
        if self.is_live {
            "Each decision is explained here once the match is over."
        } else {
            "Nobody decided anything at this step."
        }
    }
}

/// What it gained, and whether something else would have gained more.
pub(super) fn judged(it: &Decision, name: &str) -> Markup {
    let said = format!("{name} {}: {}.", gained(it.gain), it.said);
    let left = it.best_gain.saturating_sub(it.gain);
    html! {
        @if let Some(best) = &it.best {
            b class="left" { (points(left)) " left on the table." } " " (said)
            " The best " (gained(it.best_gain)) ": " (best) "."
        } @else if it.legal == 1 {
            b { "Nothing else was legal." } " " (said)
        } @else if it.gain < 0 {
            b { "The smallest loss." } " " (said) " Nothing that was legal lost less."
        } @else {
            b { "Nothing left on the table." } " " (said) " No command gained more."
        }
    }
}

/// What happened to somebody's points.
fn gained(gain: i16) -> String {
    if gain < 0 {
        format!("lost {}", gain.unsigned_abs())
    } else {
        format!("gained {gain}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What is said of one of so many legal commands that gained `gain`, where `best_gain` was there.
    fn said(gain: i16, best_gain: i16, legal: u32) -> String {
        let decision = Decision {
            by: Seat(0),
            before: 1,
            said: "Pass".to_owned(),
            best: (best_gain > gain).then(|| "Stay".to_owned()),
            gain,
            best_gain,
            legal,
            rank: 1,
            tied: 1,
            note: None,
        };
        judged(&decision, "Ann").into_string()
    }

    #[test]
    fn a_loss_is_called_a_loss() {
        assert!(said(5, 5, 2).contains("</b> Ann gained 5: Pass. No command gained more."));
        assert!(said(-7, -7, 1).contains("Nothing else was legal."));
        assert!(
            said(-7, -7, 2).contains("</b> Ann lost 7: Pass. Nothing that was legal lost less.")
        );
        assert!(
            said(-7, -2, 2).contains(
                "5 points left on the table.</b> Ann lost 7: Pass. The best lost 2: Stay."
            )
        );
    }
}

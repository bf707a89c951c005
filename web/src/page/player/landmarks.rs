//! The steps worth jumping to: what they are called, and the list that leads to them.

use maud::{Markup, html};

use super::Player;

/// A step worth jumping to.
#[derive(Clone, Debug)]
pub struct Mark {
    /// The step.
    pub step: u32,
    /// What happened there.
    pub name: String,
}

/// What ends the beginning of a sentence that says what happened.
const ENDS: [&str; 2] = [": ", ". "];

impl Mark {
    /// These steps, each with the sentence of what happened there: they are called by how it
    /// begins, and numbered where several begin alike.
    pub fn all(told: &[(u32, String)]) -> Vec<Mark> {
        let alike = |of: &[(u32, String)], name: &str| {
            let names = of.iter().map(|(_, sentence)| beginning(sentence));
            names.filter(|other| *other == name).count()
        };
        let mark = |(at, (step, sentence)): (usize, &(u32, String))| {
            let name = beginning(sentence);
            Mark {
                step: *step,
                name: match alike(told, name) {
                    1 => name.to_owned(),
                    _ => format!("{name} ({})", 1 + alike(&told[..at], name)),
                },
            }
        };
        told.iter().enumerate().map(mark).collect()
    }
}

fn beginning(sentence: &str) -> &str {
    let ends = ENDS.iter().filter_map(|end| sentence.find(end));
    let begins = ends.min().map_or(sentence, |end| &sentence[..end]);
    begins.trim_end_matches('.')
}

impl Player<'_> {
    /// On the line they are too close to each other to be pointed at.
    pub(super) fn jumps(&self) -> Markup {
        html! {
            @if !self.course.landmarks.is_empty() {
                nav aria-label="Landmarks" {
                    details class="jumps" {
                        summary { "Jump to" }
                        ul class="chips" {
                            @for mark in &self.course.landmarks {
                                li { a class="chip" href=(self.address(mark.step)) data-step=(mark.step) { (mark.name) } }
                            }
                        }
                    }
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_landmark_is_called_by_how_its_sentence_begins_and_numbered_if_others_begin_so() {
        let told = [
            "All seats are taken, and play goes on.",
            "Spring begins: the deck is shuffled.",
            "The first harvest: Ann scores 2 points. No fief pays more.",
            "Spring ends: Ann scores 4 points.",
            "Spring ends: Ann scores 5 points.",
            "It rains. Ann leaves.",
        ];
        let told: Vec<(u32, String)> = (4..).zip(told.map(str::to_owned)).collect();
        let marks = Mark::all(&told);
        let named: Vec<(u32, &str)> = marks.iter().map(|it| (it.step, &it.name[..])).collect();
        let expected = [
            (4, "All seats are taken, and play goes on"),
            (5, "Spring begins"),
            (6, "The first harvest"),
            (7, "Spring ends (1)"),
            (8, "Spring ends (2)"),
            (9, "It rains"),
        ];
        assert_eq!(named, expected);
    }
}

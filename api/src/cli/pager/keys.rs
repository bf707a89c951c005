//! What keys do: where in a match a reader is.

use crossterm::event::KeyCode;

/// Where a reader is.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Reading {
    /// The step on the screen.
    pub(super) step: u32,
    /// How many lines are scrolled out at the top.
    pub(super) scrolled: usize,
    /// What is below the title.
    pub(super) part: Part,
    /// A step being typed.
    pub(super) typed: String,
}

/// What of a page is shown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Part {
    /// The table.
    #[default]
    Board,
    /// The score sheets.
    Scores,
}

/// Whether to read on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Then {
    /// Show where the reader is now.
    Show,
    /// Close the book.
    Close,
}

/// How many steps a page key turns.
const LEAP: u32 = 10;

impl Reading {
    /// Does what a key says. `landmarks` ascend.
    #[expect(clippy::wildcard_enum_match_arm, reason = "all other keys do nothing")]
    pub(super) fn press(&mut self, key: KeyCode, last: u32, landmarks: &[u32]) -> Then {
        let step = self.step;
        match key {
            KeyCode::Char('q') | KeyCode::Esc if self.typed.is_empty() => return Then::Close,
            KeyCode::Esc => self.typed.clear(),
            KeyCode::Char(digit) if digit.is_ascii_digit() && self.typed.len() < 9 => {
                self.typed.push(digit);
            }
            KeyCode::Backspace => drop(self.typed.pop()),
            KeyCode::Enter => {
                let typed = std::mem::take(&mut self.typed).parse();
                self.turn(typed.unwrap_or(step), last);
            }
            KeyCode::Right | KeyCode::Char('l' | ' ') => self.turn(step + 1, last),
            KeyCode::Left | KeyCode::Char('h') => self.turn(step.saturating_sub(1), last),
            KeyCode::PageDown => self.turn(step + LEAP, last),
            KeyCode::PageUp => self.turn(step.saturating_sub(LEAP), last),
            KeyCode::Home | KeyCode::Char('g') => self.turn(0, last),
            KeyCode::End | KeyCode::Char('G') => self.turn(last, last),
            KeyCode::Char('n') => {
                let next = landmarks.iter().find(|&&mark| mark > step);
                self.turn(next.copied().unwrap_or(last), last);
            }
            KeyCode::Char('p') => {
                let before = landmarks.iter().rfind(|&&mark| mark < step);
                self.turn(before.copied().unwrap_or(0), last);
            }
            KeyCode::Down | KeyCode::Char('j') => self.scrolled += 1,
            KeyCode::Up | KeyCode::Char('k') => self.scrolled = self.scrolled.saturating_sub(1),
            KeyCode::Char('s') => {
                self.scrolled = 0;
                self.part = match self.part {
                    Part::Board => Part::Scores,
                    Part::Scores => Part::Board,
                };
            }
            _ => {}
        }
        Then::Show
    }

    fn turn(&mut self, step: u32, last: u32) {
        self.step = step.min(last);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MARKS: &[u32] = &[4, 30, 77];

    fn after(keys: &[KeyCode]) -> Reading {
        let mut reading = Reading::default();
        for &key in keys {
            assert_eq!(reading.press(key, 80, MARKS), Then::Show);
        }
        reading
    }

    #[test]
    fn arrows_step_and_never_leave_the_match() {
        use KeyCode::{End, Home, Left, PageDown, PageUp, Right};
        for (keys, step) in [
            (&[Right, Right, Left][..], 1),
            (&[Left], 0),
            (&[End, Right], 80),
            (&[PageDown, PageDown, PageUp], 10),
            (&[End, Home], 0),
        ] {
            assert_eq!(after(keys).step, step, "{keys:?}");
        }
    }

    #[test]
    fn one_jumps_to_landmarks_and_to_typed_steps() {
        use KeyCode::{Backspace, Char, End, Enter, Esc};
        for (keys, step) in [
            (&[Char('n'), Char('n')][..], 30),
            (&[End, Char('p')], 77),
            (&[Char('p')], 0),
            (&[End, Char('n')], 80),
            (&[Char('4'), Char('2'), Enter], 42),
            (&[Char('4'), Char('2'), Backspace, Enter], 4),
            (&[Char('9'), Char('9'), Enter], 80),
            (&[Char('4'), Esc, Enter], 0),
        ] {
            assert_eq!(after(keys).step, step, "{keys:?}");
        }
    }

    #[test]
    fn q_closes_the_book() {
        let mut reading = Reading::default();
        assert_eq!(reading.press(KeyCode::Char('q'), 80, MARKS), Then::Close);
        assert_eq!(reading.press(KeyCode::Char('s'), 80, MARKS), Then::Show);
        assert_eq!(reading.part, Part::Scores);
    }
}

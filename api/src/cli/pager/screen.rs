//! The terminal: pages out, keys in.

use std::{
    fmt::Write as _,
    io::{self, Write as _},
    time::Duration,
};

use crossterm::{
    cursor,
    event::{self, Event, KeyCode, KeyEventKind, KeyModifiers},
    execute,
    terminal::{self, Clear, ClearType, EnterAlternateScreen, LeaveAlternateScreen},
};

use super::{
    Book, Outcome, Page,
    keys::{Part, Reading, Then},
};

const HELP: &str =
    "←→ step  PgUp/PgDn ten  n/p landmark  number+Enter jump  ↑↓ scroll  s scores  q";

/// How often to look for new steps.
// People notice nothing sooner, and a server is asked no more than once a second.
const REFRESH: Duration = Duration::from_secs(1);

/// The terminal while a match is read; as it was afterwards, whatever happens.
struct Terminal;

impl Terminal {
    fn enter() -> io::Result<Terminal> {
        terminal::enable_raw_mode()?;
        execute!(io::stdout(), EnterAlternateScreen, cursor::Hide)?;
        Ok(Terminal)
    }
}

impl Drop for Terminal {
    fn drop(&mut self) {
        // Nothing can be done for a terminal that is gone.
        let _gone = execute!(io::stdout(), LeaveAlternateScreen, cursor::Show);
        let _gone = terminal::disable_raw_mode();
    }
}

/// Shows a match until it is closed.
pub(super) fn read(book: &mut dyn Book, step: u32) -> Outcome<()> {
    let _terminal = Terminal::enter()?;
    let mut reading = Reading {
        step,
        ..Reading::default()
    };
    loop {
        show(&mut reading, book)?;
        if !event::poll(REFRESH)? {
            follow(&mut reading, book)?;
            continue;
        }
        let Event::Key(key) = event::read()? else {
            continue; // The window has another size.
        };
        let is_interrupt =
            key.code == KeyCode::Char('c') && key.modifiers.contains(KeyModifiers::CONTROL);
        if is_interrupt {
            return Ok(());
        }
        let is_press = key.kind != KeyEventKind::Release;
        if is_press && reading.press(key.code, book.last(), book.landmarks()) == Then::Close {
            return Ok(());
        }
    }
}

/// Goes on with the match if the reader is at its end.
fn follow(reading: &mut Reading, book: &mut dyn Book) -> Outcome<()> {
    let was_last = reading.step == book.last();
    book.refresh()?;
    if was_last {
        reading.step = book.last();
    }
    Ok(())
}

fn show(reading: &mut Reading, book: &mut dyn Book) -> Outcome<()> {
    let (columns, rows) = terminal::size()?;
    let page = book.page(reading.step)?;
    let text = written(&page, reading, (columns.into(), rows.into()));
    let mut out = io::stdout().lock();
    execute!(out, cursor::MoveTo(0, 0), Clear(ClearType::All))?;
    out.write_all(text.as_bytes())?;
    out.flush()?;
    Ok(())
}

/// The page cut to the window, with its title above and the keys below.
fn written(page: &Page, reading: &mut Reading, (columns, rows): (usize, usize)) -> String {
    let part = match reading.part {
        Part::Board => &page.board,
        Part::Scores => &page.scores,
    };
    let room = rows.saturating_sub(3);
    let lines: Vec<&str> = part.lines().collect();
    reading.scrolled = reading.scrolled.min(lines.len().saturating_sub(room));
    let mut text = String::new();
    let mut line = |line: &str| {
        let cut: String = line.chars().take(columns).collect();
        // Raw mode does not return the carriage.
        write!(text, "{cut}\r\n").expect("a string takes all");
    };
    line(&page.title);
    line("");
    let shown = lines.iter().skip(reading.scrolled).take(room);
    shown.for_each(|text| line(text));
    let foot = if reading.typed.is_empty() {
        HELP.to_owned()
    } else {
        format!("step {}_", reading.typed)
    };
    let foot: String = foot.chars().take(columns).collect();
    write!(text, "\x1b[{rows};1H{foot}").expect("a string takes all");
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_is_cut_to_the_window_and_scrolls_no_further_than_its_end() {
        let page = Page {
            title: "step 1".to_owned(),
            board: (0..30).map(|line| format!("line {line}\n")).collect(),
            scores: String::new(),
        };
        let mut reading = Reading {
            scrolled: 99,
            ..Reading::default()
        };
        let text = written(&page, &mut reading, (6, 10));
        assert_eq!(reading.scrolled, 23);
        let lines: Vec<&str> = text.split("\r\n").collect();
        assert_eq!(lines[..3], ["step 1", "", "line 2"]);
        assert_eq!(lines.len(), 10);
    }
}

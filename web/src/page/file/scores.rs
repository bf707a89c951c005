//! What each seat has at a step: in a line above the board, and in a table below.

use domain::{BySeat, ScoreSheet, Seat};
use maud::{Markup, html};

use super::{LISTED, Seated, name, seated::points};

/// The seats with what they have scored. Of a large table, the board tells it.
pub(super) fn line(seats: &[Seated], sheets: Option<&BySeat<ScoreSheet>>) -> Markup {
    let scored = |seat| sheets?.get(seat).map(|sheet| sheet.banked.total());
    html! {
        @if seats.len() <= LISTED {
            ol class="who" aria-label="Seats" {
                @for (seat, it) in (0..).map(Seat).zip(seats) {
                    li { (name(seat, it)) @if let Some(scored) = scored(seat) { b { (points(Some(scored))) } } }
                }
            }
        }
    }
}

/// The sheets: by source for few seats, by seat for many.
pub(super) fn table(seats: &[Seated], sheets: &BySeat<ScoreSheet>) -> Markup {
    if seats.len() <= LISTED {
        by_source(seats, sheets)
    } else {
        by_seat(seats, sheets)
    }
}

fn by_source(seats: &[Seated], sheets: &BySeat<ScoreSheet>) -> Markup {
    html! {
        table {
            thead { tr {
                th scope="col" { "If it scored now" }
                @for (seat, it) in (0..).map(Seat).zip(seats) { th scope="col" { (name(seat, it)) } }
            } }
            tbody {
                @for source in sources(sheets) {
                    tr {
                        th scope="row" { (source.replace(['.', '_'], " ")) }
                        @for (_, sheet) in sheets.iter() { td { (points(paid(sheet, source))) } }
                    }
                }
            }
            tfoot { tr {
                th scope="row" { "Already scored" }
                @for (_, sheet) in sheets.iter() { td { (points(Some(sheet.banked.total()))) } }
            } }
        }
    }
}

fn by_seat(seats: &[Seated], sheets: &BySeat<ScoreSheet>) -> Markup {
    html! {
        table {
            thead { tr {
                @for title in ["Seat", "If it scored now", "Already scored"] { th scope="col" { (title) } }
            } }
            tbody {
                @for ((seat, sheet), it) in sheets.iter().zip(seats) {
                    tr {
                        th scope="row" { (seat.0 + 1) " " (it.name) }
                        td { (points(Some(sheet.if_now.total()))) }
                        td { (points(Some(sheet.banked.total()))) }
                    }
                }
            }
        }
    }
}

/// What pays somebody if it scored now, in the order of the sheets.
fn sources(sheets: &BySeat<ScoreSheet>) -> Vec<&str> {
    let mut sources: Vec<&str> = Vec::new();
    for (_, sheet) in sheets.iter() {
        for line in &sheet.if_now.0 {
            if !sources.contains(&line.source.as_str()) {
                sources.push(&line.source);
            }
        }
    }
    sources
}

fn paid(sheet: &ScoreSheet, source: &str) -> Option<i16> {
    let mut lines = sheet.if_now.0.iter().filter(|line| line.source == source);
    lines.next().map(|line| line.points)
}

//! The boards of a table, each below the name and the points of its seat.

use domain::{ScoreSheet, Seat};
use maud::{Markup, PreEscaped, html};

use super::{BESIDE, Player, Table, seated};
use crate::Plate;

/// As many are shown at once; more are folded.
pub(super) const FIRST: usize = 12;

impl Player<'_> {
    /// All of them, each with what `inside` gives for it.
    pub(super) fn boards(&self, inside: impl Fn(&Plate) -> Markup) -> Markup {
        let Some(table) = &self.table else {
            return html! { p { "This match has not begun." } };
        };
        let boards = &table.plates.boards;
        let is_first_shared = boards.first().is_some_and(|plate| plate.of.is_none());
        let boards = || boards.iter().enumerate();
        let (own, shared): (Vec<_>, Vec<_>) = boards().partition(|(_, plate)| plate.of.is_some());
        let shared = html! {
            @if !shared.is_empty() {
                div class={ "shared n" (shared.len()) } {
                    @for (nth, plate) in &shared {
                        div class="framed" data-part={ "board " (nth) } { (inside(plate)) }
                    }
                }
            }
        };
        html! {
            @if is_first_shared { (shared) }
            (self.seats_boards(table, own, &inside))
            @if !is_first_shared { (shared) }
        }
    }

    /// A row of three; of many, the best come first and the last are folded.
    fn seats_boards(
        &self,
        table: &Table,
        mut own: Vec<(usize, &Plate)>,
        inside: &impl Fn(&Plate) -> Markup,
    ) -> Markup {
        let is_many = own.len() > FIRST;
        if is_many {
            let points = |(_, plate): &(usize, &Plate)| {
                let sheet = plate.of.and_then(|seat| table.sheets.get(seat));
                std::cmp::Reverse(sheet.map(|sheet| sheet.banked.total()))
            };
            own.sort_by_key(points);
        }
        let (first, rest) = own.split_at(own.len().min(FIRST));
        let class = match first.len() {
            _ if self.layout() == BESIDE => "seats n2".to_owned(),
            0..=4 => format!("seats n{}", first.len()),
            5..=6 => "seats n3".to_owned(),
            _ => "seats many".to_owned(),
        };
        html! {
            @if !first.is_empty() {
                div class=(class) { @for plate in first { (self.seats_board(*plate, inside)) } }
            }
            @if !rest.is_empty() {
                details {
                    summary { (rest.len()) " more boards" }
                    div class=(class) { @for plate in rest { (self.seats_board(*plate, inside)) } }
                }
            }
        }
    }

    fn seats_board(
        &self,
        (nth, plate): (usize, &Plate),
        inside: &impl Fn(&Plate) -> Markup,
    ) -> Markup {
        let Some(seat) = plate.of else {
            return html! {};
        };
        let class = if self.has_decided(seat) {
            "framed acted"
        } else {
            "framed"
        };
        html! {
            article class=(class) aria-label=(self.name(seat)) data-part={ "board " (nth) } {
                (inside(plate))
            }
        }
    }

    /// The picture of a board, below whose it is.
    pub(super) fn board(&self, plate: &Plate) -> Markup {
        let sheets = self.table.as_ref().map(|table| &table.sheets);
        html! {
            @if let Some(seat) = plate.of {
                (self.heading(seat, sheets.and_then(|all| all.get(seat))))
            }
            (PreEscaped(&plate.picture))
        }
    }

    /// Whose board it is, what that seat does, and what it has scored.
    fn heading(&self, seat: Seat, sheet: Option<&ScoreSheet>) -> Markup {
        html! {
            p class="seat" {
                (self.sign(seat))
                span class="name" { (self.name(seat)) }
                @if let Some(sheet) = sheet {
                    span class="amount" {
                        b { (seated::points(Some(sheet.banked.total()))) }
                        span class="s" { " scored" }
                    }
                }
                @if !self.is_at_the_end() {
                    span class="s stands" {
                        (self.doing(seat))
                        @if let Some(sheet) = sheet {
                            span class="worth" {
                                "worth " (seated::points(Some(sheet.if_now.total())))
                                span { " as it stands" }
                            }
                        }
                    }
                }
            }
        }
    }

    /// What a seat does, or did at this step.
    fn doing(&self, seat: Seat) -> Markup {
        let seated = self.seats.get(usize::from(seat.0));
        let is_due = seated.is_some_and(|it| it.is_due);
        html! {
            @if is_due {
                span class="due" { "decides" }
            } @else if self.has_decided(seat) {
                span { "decided this" }
            }
        }
    }

    fn has_decided(&self, seat: Seat) -> bool {
        self.decision.as_ref().is_some_and(|it| it.by == seat)
    }
}

//! The score sheet at a step: what has scored, and what would if it scored now.

use domain::{ScoreLine, ScoreSheet, Seat};
use maud::{Markup, html};

use super::{BESIDE, Player, Table, boards, seated};
use crate::{board, svg::seats};

/// As many seats have a column each of the score sheet; of more, each seat is a row.
pub const COLUMNS: usize = 6;

/// Of a sheet with more lines than this, only those that pay somebody are shown.
const LONG: usize = 10;

/// What one source pays each seat. A source that stands for another place of a shared board at
/// each seat has a row for each of these places.
struct Row<'a> {
    source: &'a str,
    place: Option<String>,
    points: Vec<Option<i16>>,
}

impl Player<'_> {
    /// What a line is called, by its source.
    pub(super) fn line_name(&self, source: &str) -> String {
        let table = self.table.as_ref();
        table.map_or_else(String::new, |table| table.game.line_name(source))
    }

    pub(super) fn sheet(&self) -> Markup {
        let Some(table) = &self.table else {
            return html! {};
        };
        html! {
            section class="panel scroll" tabindex="0" aria-label="Score sheet" {
                h2 { "Score sheet" }
                @if self.layout() == BESIDE {
                    (self.lists(table))
                } @else if usize::from(table.sheets.seats()) <= COLUMNS {
                    (self.by_line(table))
                } @else {
                    (self.by_seat(table))
                }
            }
        }
    }

    /// A list for each seat: on a board that is everybody's, hardly a line pays two.
    fn lists(&self, table: &Table) -> Markup {
        let is_final = self.is_at_the_end();
        html! {
            div class="lists" {
                @for (seat, sheet) in table.sheets.iter() {
                    table {
                        caption { (seats::sign(seat)) " " (self.name(seat)) }
                        tbody { @for line in lines(sheet, is_final) { (self.listed(table, seat, line)) } }
                        tfoot {
                            @if !is_final {
                                tr {
                                    th scope="row" { "Worth as it stands" }
                                    td { (seated::points(Some(sheet.if_now.total()))) }
                                }
                            }
                            tr {
                                th scope="row" { "Scored" }
                                td { (self.scored(seat, sheet)) }
                            }
                        }
                    }
                }
            }
            (self.explained(table))
        }
    }

    /// A line of the list of a seat. Those that pay nothing are left out.
    fn listed(&self, table: &Table, seat: Seat, line: &ScoreLine) -> Markup {
        let name = board::place(table.game, line);
        html! {
            @if line.points != 0 {
                tr class=[is_bold(table, &line.source).then_some("scored")] {
                    th scope="row" { (name.unwrap_or_else(|| table.game.line_name(&line.source))) }
                    td { (self.pays(seat, &line.source, Some(line.points))) }
                }
            }
        }
    }

    fn by_line(&self, table: &Table) -> Markup {
        let is_final = self.is_at_the_end();
        let rows = rows(table, is_final);
        html! {
            table {
                thead { tr {
                    th scope="col" { (if is_final { "Final score" } else { "As it stands" }) }
                    @for (seat, it) in (0..).map(Seat).zip(&self.seats) {
                        th scope="col" { (seats::sign(seat)) br; (it.name) }
                    }
                } }
                tbody {
                    @for row in &rows {
                        tr class=[is_bold(table, row.source).then_some("scored")] {
                            th scope="row" {
                                @match &row.place {
                                    Some(place) => (place),
                                    None => (table.game.line_name(row.source)),
                                }
                            }
                            @for (seat, points) in (0..).map(Seat).zip(&row.points) {
                                td { (self.pays(seat, row.source, *points)) }
                            }
                        }
                    }
                }
                tfoot {
                    @if !is_final {
                        tr {
                            th scope="row" { "Worth as it stands" }
                            @for (_, sheet) in table.sheets.iter() {
                                td { (seated::points(Some(sheet.if_now.total()))) }
                            }
                        }
                    }
                    tr {
                        th scope="row" { "Scored" }
                        @for (seat, sheet) in table.sheets.iter() { td { (self.scored(seat, sheet)) } }
                    }
                }
            }
            (self.explained(table))
        }
    }

    /// What the numbers are.
    fn explained(&self, table: &Table) -> Markup {
        let is_final = self.is_at_the_end();
        let due = table.due.as_ref().filter(|_| table.scored_now.is_empty());
        html! {
            p class="s" {
                @if is_final && !self.is_attributed() { "What the match paid." }
                @else if is_final { "Each number leads to the steps that made it." }
                @else {
                    @if !table.scored_now.is_empty() { "Bold lines scored at this step. " }
                    @if let Some(due) = due { "Bold lines score at " (due.when) ". " }
                    @if table.scored_now.is_empty() {
                        "Worth as it stands: what everything on the table would pay if all of it scored now. "
                        "That is no part of what is scored. "
                    }
                    @if self.has_origins(table) { "What is scored leads to the steps that made it." }
                }
            }
        }
    }

    /// Whether anything that was scored leads to where it came from.
    fn has_origins(&self, table: &Table) -> bool {
        let mut sheets = table.sheets.iter();
        self.is_attributed() && sheets.any(|(_, sheet)| has_scored(sheet))
    }

    /// What a seat has scored.
    fn scored(&self, seat: Seat, sheet: &ScoreSheet) -> Markup {
        let points = Some(sheet.banked.total());
        let is_scored = self.is_at_the_end() || has_scored(sheet);
        self.traced(seat, "", points, is_scored)
    }

    /// What a line pays. Before the end that is only what it would pay.
    fn pays(&self, seat: Seat, source: &str, points: Option<i16>) -> Markup {
        let is_scored = self.is_at_the_end() && points.is_some();
        self.traced(seat, source, points, is_scored)
    }

    /// Points of a line, or of all if it has no name. Those that were scored lead to where they
    /// came from.
    fn traced(&self, seat: Seat, line: &str, points: Option<i16>, is_scored: bool) -> Markup {
        let shown = seated::points(points);
        if !is_scored || !self.is_attributed() {
            return html! { (shown) };
        }
        let why = format!("{}.{line}", seat.0);
        html! {
            a href={ (self.address(self.step)) "&why=" (why) } data-why=(why)
                aria-label={ (shown) ": where these points came from" } { (shown) }
        }
    }

    /// A row for each seat, the best first.
    fn by_seat(&self, table: &Table) -> Markup {
        let mut seats: Vec<(Seat, &ScoreSheet)> = table.sheets.iter().collect();
        seats.sort_by_key(|(_, sheet)| {
            std::cmp::Reverse((sheet.banked.total(), sheet.if_now.total()))
        });
        let (first, rest) = seats.split_at(seats.len().min(boards::FIRST));
        html! {
            (self.seats(first))
            @if !rest.is_empty() {
                details { summary { (rest.len()) " more seats" } (self.seats(rest)) }
            }
        }
    }

    fn seats(&self, seats: &[(Seat, &ScoreSheet)]) -> Markup {
        html! {
            table {
                thead { tr {
                    th scope="col" { "Seat" }
                    th scope="col" { "Scored" }
                    th scope="col" { "Worth as it stands" }
                } }
                tbody {
                    @for (seat, sheet) in seats {
                        tr {
                            th scope="row" { (self.sign(*seat)) " " (self.name(*seat)) }
                            td { (self.scored(*seat, sheet)) }
                            td { (seated::points(Some(sheet.if_now.total()))) }
                        }
                    }
                }
            }
        }
    }
}

/// Whether a line is bold: it scored at this step or, where none did, scores next.
fn is_bold(table: &Table, source: &str) -> bool {
    let due = table.due.iter().flat_map(|due| &due.sources);
    let (mut scored, mut due) = (table.scored_now.iter(), due);
    if table.scored_now.is_empty() {
        due.any(|due| due == source)
    } else {
        scored.any(|scored| scored == source)
    }
}

/// Whether a seat has scored. What it won and lost may add up to nothing.
fn has_scored(sheet: &ScoreSheet) -> bool {
    sheet.banked.0.iter().any(|line| line.points != 0)
}

/// The lines of a sheet that are shown.
fn lines(sheet: &ScoreSheet, is_final: bool) -> &[ScoreLine] {
    if is_final {
        &sheet.banked.0
    } else {
        &sheet.if_now.0
    }
}

/// A row for each source that pays somebody, in the order of the sheets.
fn rows(table: &Table, is_final: bool) -> Vec<Row<'_>> {
    let mut rows: Vec<Row<'_>> = Vec::new();
    for (Seat(seat), sheet) in table.sheets.iter() {
        for line in lines(sheet, is_final) {
            let place = board::place(table.game, line);
            let is_it = |row: &Row<'_>| row.source == line.source && row.place == place;
            let at = rows.iter().position(is_it).unwrap_or_else(|| {
                rows.push(Row {
                    source: &line.source,
                    place,
                    points: vec![None; usize::from(table.sheets.seats())],
                });
                rows.len() - 1
            });
            rows[at].points[usize::from(seat)] = Some(line.points);
        }
    }
    let is_long = rows.len() > LONG;
    let pays = |row: &Row<'_>| row.points.iter().flatten().any(|points| *points != 0);
    rows.retain(|row| !is_long || pays(row));
    rows
}

#[cfg(test)]
mod tests {
    use domain::{BySeat, GameId};

    use super::*;
    use crate::{Due, Plates};

    fn table(scored_now: &[&str], due: &[&str]) -> Table {
        let owned = |sources: &[&str]| sources.iter().map(|&it| it.to_owned()).collect();
        Table {
            game: GameId::Cartographers,
            plates: Plates {
                look: String::new(),
                boards: Vec::new(),
            },
            sheets: BySeat::new(0, |_| ScoreSheet::default()),
            scored_now: owned(scored_now),
            due: Some(Due {
                sources: owned(due),
                when: "the end of Spring".to_owned(),
            }),
        }
    }

    #[test]
    fn what_scores_next_is_bold_except_where_something_scores_now() {
        let within = table(&[], &["canal_lake"]);
        assert!(is_bold(&within, "canal_lake") && !is_bold(&within, "wildholds"));
        let scoring = table(&["wildholds"], &["canal_lake"]);
        assert!(!is_bold(&scoring, "canal_lake") && is_bold(&scoring, "wildholds"));
    }
}

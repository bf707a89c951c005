//! A plain table, of texts and links.

use maud::{Markup, html};

/// A table.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Grid {
    /// What its columns are.
    pub head: Vec<String>,
    /// So many columns, from the first, are of words and begin at the left; the others are of
    /// numbers.
    pub words: usize,
    /// Its rows, as long as the head. The first cell of each is what it is about.
    pub rows: Vec<Vec<Cell>>,
    /// What is said if there is no row.
    pub none: String,
}

/// A cell of a table.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Cell {
    /// What stands there.
    pub text: String,
    /// Links that follow: name, address.
    pub links: Vec<(String, String)>,
}

impl Cell {
    /// A cell with nothing but a text.
    pub fn of(text: &impl ToString) -> Cell {
        Cell {
            text: text.to_string(),
            links: Vec::new(),
        }
    }
}

impl Grid {
    pub(super) fn table(&self, title: &str) -> Markup {
        if self.rows.is_empty() {
            return html! { p { (self.none) } };
        }
        html! {
            div class="scroll" tabindex="0" role="region" aria-label=(title) {
                table {
                    thead { tr { @for (nth, name) in self.head.iter().enumerate() {
                        th scope="col" class=[self.class(nth)] { (name) }
                    } } }
                    tbody { @for row in &self.rows { tr { (self.cells(row)) } } }
                }
            }
        }
    }

    fn cells(&self, row: &[Cell]) -> Markup {
        html! {
            @for (nth, cell) in row.iter().enumerate() {
                @if nth == 0 {
                    th scope="row" { (content(cell)) }
                } @else {
                    td class=[self.class(nth)] { (content(cell)) }
                }
            }
        }
    }

    fn class(&self, column: usize) -> Option<&'static str> {
        (column < self.words).then_some("text")
    }
}

fn content(cell: &Cell) -> Markup {
    html! {
        (cell.text)
        @for (name, to) in &cell.links { " " a href=(to) { (name) } }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_rows_are_a_sentence_and_names_are_text() {
        let mut grid = Grid {
            head: ["Entrant", "Against", "Mean"].map(str::to_owned).to_vec(),
            words: 2,
            none: "No match is over.".to_owned(),
            ..Grid::default()
        };
        let none = grid.table("Standings").into_string();
        assert_eq!(none, "<p>No match is over.</p>");
        grid.rows = vec![vec![Cell {
            text: "<b>".to_owned(),
            links: vec![("1".to_owned(), "/matches/m".to_owned())],
        }]];
        let table = grid.table("Standings").into_string();
        assert!(
            table.contains(r#"&lt;b&gt; <a href="/matches/m">1</a>"#),
            "{table}"
        );
        grid.rows = vec![["a", "b", "1"].map(|it| Cell::of(&it)).to_vec()];
        let table = grid.table("Crosstable").into_string();
        assert!(
            table.contains(r#"<td class="text">b</td><td>1</td>"#),
            "{table}"
        );
    }
}

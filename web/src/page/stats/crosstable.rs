//! A crosstable: what everybody has against everybody else.

use maud::{Markup, html};

/// What everybody has against everybody else.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Crosstable {
    /// Who they are, the first at the top and at the left.
    pub names: Vec<String>,
    /// Of each row a cell for each column; none where two have not met.
    pub cells: Vec<Vec<Option<Encounter>>>,
    /// What is said if nobody has met anybody.
    pub none: String,
}

/// What one has against another.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Encounter {
    /// The points.
    pub points: String,
    /// What must be known of them, in a sentence.
    pub says: String,
    /// Where it is seen, if at one place.
    pub address: Option<String>,
}

impl Crosstable {
    /// The columns have the numbers of the rows instead of names, so that a phone shows many.
    pub(super) fn table(&self, title: &str) -> Markup {
        if self.cells.iter().flatten().all(Option::is_none) {
            return html! { p { (self.none) } };
        }
        let numbered = || (1..).zip(&self.names);
        html! {
            div class="scroll" tabindex="0" role="region" aria-label=(title) {
                table class="cross" {
                    thead { tr {
                        th scope="col" { "Entrant" }
                        @for (number, name) in numbered() {
                            th scope="col" abbr=(name) title=(name) { (number) }
                        }
                    } }
                    tbody { @for ((number, name), cells) in numbered().zip(&self.cells) { tr {
                        th scope="row" { (number) ". " (name) }
                        @for (column, cell) in (1..).zip(cells) { (one(cell.as_ref(), column == number)) }
                    } } }
                }
            }
        }
    }
}

fn one(cell: Option<&Encounter>, is_own: bool) -> Markup {
    html! {
        @match cell {
            None if is_own => td class="own" {},
            None => td { "–" },
            Some(cell) => td title=(cell.says) {
                @match &cell.address {
                    Some(address) => a href=(address) { (cell.points) },
                    None => (cell.points),
                }
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everybody_has_a_row_and_a_column_and_nothing_against_themselves() {
        let met = |points: &str| {
            Some(Encounter {
                points: points.to_owned(),
                says: format!("{points} of 2"),
                address: (points == "2.0").then(|| "/matches/m".to_owned()),
            })
        };
        let mut cross = Crosstable {
            names: ["<b>", "Ben", "Eve"].map(str::to_owned).to_vec(),
            cells: vec![
                vec![None, met("2.0"), None],
                vec![met("0.0"), None, None],
                vec![None, None, None],
            ],
            none: "Nobody has met.".to_owned(),
        };
        let table = cross.table("Crosstable").into_string();
        for part in [
            r#"<th scope="col" abbr="Ben" title="Ben">2</th>"#,
            r#"<th scope="row">1. &lt;b&gt;</th><td class="own"></td>"#,
            r#"<td title="2.0 of 2"><a href="/matches/m">2.0</a></td><td>–</td>"#,
            r#"<td title="0.0 of 2">0.0</td><td class="own"></td><td>–</td>"#,
        ] {
            assert!(table.contains(part), "{part}: {table}");
        }
        cross.cells = vec![vec![None; 3]; 3];
        let none = cross.table("Crosstable").into_string();
        assert_eq!(none, "<p>Nobody has met.</p>");
    }
}

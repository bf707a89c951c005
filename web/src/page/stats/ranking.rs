//! Groups in a table, each with its interval on one scale.
#![expect(clippy::float_arithmetic, reason = "a length is no integer")]

use std::cmp::Ordering;

use maud::{Markup, html};

use crate::chart::{Interval, Scale, axis, interval, number};

/// Groups with their numbers.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Ranking {
    /// What a row is: a card, a player.
    pub of: String,
    /// What the number is called, with its unit.
    pub value: String,
    /// What is counted in the last column.
    pub counted: String,
    /// In which order the rows are.
    pub sorted: Sorted,
    /// Where a dashed line is drawn: what nobody is better or worse than.
    pub par: Option<f64>,
    /// How many decimals the numbers have.
    pub decimals: usize,
    /// The rows, in this order.
    pub rows: Vec<Row>,
    /// What is said if there is no row.
    pub none: String,
}

/// In which order the rows of a table are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Sorted {
    /// By the lower end of the interval, the greatest first.
    #[default]
    AtLeast,
    /// By the number, the greatest first.
    Value,
    /// By how many values were counted, the greatest first.
    Counted,
    /// By what a row is.
    Name,
    /// By something that no column shows.
    Otherwise,
}

impl Sorted {
    /// What the head of the column says that the rows are sorted by, if this is it.
    fn aria(self, column: Sorted) -> Option<&'static str> {
        let order = if self == Sorted::Name {
            "ascending"
        } else {
            "descending"
        };
        (self == column).then_some(order)
    }
}

/// A group.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Row {
    /// What it is.
    pub name: String,
    /// Where more is told of it.
    pub address: Option<String>,
    /// The number with its interval.
    pub number: Interval,
    /// What stands in the last column.
    pub counted: String,
}

impl Row {
    /// The greatest lower end first; what has none comes last.
    pub fn by_lower_end(a: &Row, b: &Row) -> Ordering {
        let lo = |row: &Row| row.number.lo.unwrap_or(f64::NEG_INFINITY);
        lo(b).total_cmp(&lo(a))
    }
}

impl Ranking {
    pub(super) fn table(&self, title: &str) -> Markup {
        let most = self.most();
        let numbers = self.rows.iter().flat_map(|row| row.number.numbers(most));
        let Some(scale) = Scale::of(numbers.chain(self.par), 4.0).filter(|_| !self.rows.is_empty())
        else {
            return html! { p { (self.none) } };
        };
        let sorted = |column| self.sorted.aria(column);
        let has_dash = self.rows.iter().any(|row| row.number.lo.is_none());
        html! {
            div class="scroll" tabindex="0" role="region" aria-label=(title) {
                table class="ranking" {
                    thead {
                        tr {
                            th scope="col" aria-sort=[sorted(Sorted::Name)] { (self.of) }
                            th scope="col" aria-sort=[sorted(Sorted::AtLeast)] { "At least" }
                            th scope="col" aria-sort=[sorted(Sorted::Value)] { (self.value) }
                            th scope="col" { "At most" }
                            th class="wide" aria-hidden="true" { (axis(&scale)) }
                            th scope="col" aria-sort=[sorted(Sorted::Counted)] { (self.counted) }
                        }
                    }
                    tbody { @for row in &self.rows { (self.row(row, &scale)) } }
                }
            }
            @if has_dash {
                p class="s" { "A dash stands where too few values or deals were counted to say." }
            }
        }
    }

    /// The greatest upper end for which a scale makes room: where there is a par, so many times the
    /// greatest number.
    fn most(&self) -> f64 {
        const ROOM: f64 = 4.0;
        let Some(par) = self.par else {
            return f64::INFINITY;
        };
        let numbers = self.rows.iter().filter_map(|row| row.number.value);
        numbers.fold(par, f64::max) * ROOM
    }

    fn row(&self, row: &Row, scale: &Scale) -> Markup {
        let shown = |value: Option<f64>| {
            value.map_or_else(|| "–".to_owned(), |value| number(value, self.decimals))
        };
        html! {
            tr {
                th scope="row" {
                    @match &row.address {
                        Some(to) => a href=(to) { (row.name) },
                        None => (row.name),
                    }
                }
                td { strong { (shown(row.number.lo)) } }
                td { (shown(row.number.value)) }
                td { (shown(row.number.hi)) }
                td class="wide" { (interval(scale, self.par, &row.number)) }
                td { (row.counted) }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_column_that_rows_are_sorted_by_says_so() {
        let order = |sorted| {
            let row = Row {
                number: Interval {
                    value: Some(1.0),
                    ..Interval::default()
                },
                ..Row::default()
            };
            let ranking = Ranking {
                value: "Mean".to_owned(),
                sorted,
                rows: vec![row],
                ..Ranking::default()
            };
            ranking.table("Scores").into_string()
        };
        let lower = order(Sorted::AtLeast);
        assert!(lower.contains(r#"aria-sort="descending">At least"#));
        let mean = order(Sorted::Value);
        assert!(mean.contains(r#"aria-sort="descending">Mean"#), "{mean}");
        assert!(order(Sorted::Name).contains(r#"aria-sort="ascending""#));
        assert!(!order(Sorted::Otherwise).contains("aria-sort"));
    }

    #[test]
    fn what_is_withheld_is_a_dash_and_no_rows_are_a_sentence() {
        let mut ranking = Ranking {
            none: "No match is over.".to_owned(),
            ..Ranking::default()
        };
        let none = ranking.table("Scores").into_string();
        assert_eq!(none, "<p>No match is over.</p>");
        let interval = Interval {
            n: 9,
            value: Some(2.0),
            lo: Some(1.0),
            hi: Some(3.0),
        };
        let row = |number| Row {
            name: "<b>".to_owned(),
            number,
            ..Row::default()
        };
        ranking.rows = vec![row(interval), row(Interval::default())];
        let table = ranking.table("Scores").into_string();
        assert_eq!(table.matches("<td>–</td>").count(), 2, "{table}");
        assert!(table.contains("<strong>–</strong>"));
        assert_eq!(table.matches(r#"class="range""#).count(), 1);
        assert!(!table.contains("<b>"), "a name is text");
    }
}

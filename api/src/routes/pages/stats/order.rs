//! The order of the groups of a query, as a table shows it and as a title tells it.

use ::web::page::Sorted;
use domain::facts::Metric;
use store::statistics::{Aggregate, OPPONENT, Sort};

use super::{
    groups::{Groups, counted},
    words,
};

/// The order of rows: which column shows it, and how a title tells it.
type Order = (Sorted, String);

impl Groups<'_> {
    /// The order of the rows; the API sorts by the first metric.
    pub(super) fn order(&self, nth: usize, leading: Aggregate) -> Order {
        if leading == Aggregate::Difference && !self.names_order {
            return (Sorted::AtLeast, "sorted by the lower end".to_owned());
        }
        let first = &self.answer.metrics[0];
        let of_first = match nth {
            0 => String::new(),
            _ => format!(" of the {}", words::in_sentence(first)),
        };
        let is_mean = leading == Aggregate::Mean;
        let shown = |is_shown: bool, column| {
            if nth == 0 && is_shown {
                column
            } else {
                Sorted::Otherwise
            }
        };
        match self.query.sort {
            Sort::Group => (
                self.by_group(),
                format!("sorted by {}", self.by().to_lowercase()),
            ),
            Sort::Mean => (
                shown(is_mean, Sorted::Value),
                format!("sorted by the mean{of_first}"),
            ),
            Sort::AtLeast if is_mean && nth == 0 => {
                (Sorted::AtLeast, "sorted by the lower end".to_owned())
            }
            Sort::AtLeast => (
                Sorted::Otherwise,
                format!("sorted by the lower end of the mean{of_first}"),
            ),
            Sort::N => (
                shown(true, Sorted::Counted),
                format!(
                    "sorted by the number of {}",
                    self.counted(first).to_lowercase()
                ),
            ),
        }
    }

    /// Players are in the order of ids, which is not that of the names that are shown.
    fn by_group(&self) -> Sorted {
        let is_player = |id: &String| id == "player" || id == OPPONENT;
        if self.query.group_by.iter().any(is_player) {
            Sorted::Otherwise
        } else {
            Sorted::Name
        }
    }

    /// What the values of a metric are of; a seat counts once for each opponent.
    pub(super) fn counted(&self, metric: &Metric) -> &'static str {
        if self.is_of_two() {
            "Pairs"
        } else {
            counted(metric)
        }
    }
}

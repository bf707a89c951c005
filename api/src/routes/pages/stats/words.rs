//! Answers of the statistics in words: what was counted, who somebody is, how sure a number is.

use ::web::chart::Interval;
use domain::{
    GameId,
    facts::{Metric, Unit},
    words::{capital, common},
};
use store::statistics::{
    About, Aggregate, Estimate, Filter, OPPONENT, OneOf, Query, Slice, Sort, Test, metrics,
};

use super::{ask, called};
use crate::http::{app::App, error::ApiError};

/// What is left out by default, in words.
const LEFT_OUT: [(&str, &str); 6] = [
    ("forked", "matches that began in the middle of others"),
    ("imported", "imported matches"),
    ("foreknown", "matches with something known beforehand"),
    ("deal_closed", "closed deals of batches and tournaments"),
    ("server_made", "seats for which the server played"),
    ("private", "private matches"),
];

/// A number as a chart has it.
pub(super) const fn interval(estimate: &Estimate) -> Interval {
    Interval {
        n: estimate.n,
        value: estimate.value,
        lo: estimate.lo,
        hi: estimate.hi,
    }
}

/// What was counted and what was left out, in sentences.
pub(super) async fn counted(
    app: &App,
    slice: &Slice,
    about: &About,
) -> Result<Vec<String>, ApiError> {
    let query = |metric: &str| Query {
        slice: slice.clone(),
        metrics: vec![metric.to_owned()],
        group_by: Vec::new(),
        aggregates: vec![Aggregate::N],
        min_n: 0,
        sort: Sort::Group,
        limit: None,
    };
    let both = [query("final_score"), query("match_decisions")];
    let of = slice.clone();
    let counts = ask(app, move |statistics| {
        let count = |query: &Query| {
            let answer = statistics.query(query)?;
            Ok(answer.groups[0].cells[0].estimate.n)
        };
        let population = statistics.population(&of)?;
        Ok::<_, store::statistics::Unanswerable>((count(&both[0])?, count(&both[1])?, population))
    });
    let (seats, matches, population) = counts.await?;
    let game = about.game.info().title;
    let mut said = vec![if matches == 0 {
        format!("No finished match of {game} is counted here.")
    } else {
        format!(
            "{} of {} of {game}, counted at log position {}.",
            count(seats, "seat", "seats"),
            count(matches, "match", "matches"),
            about.as_of_position
        )
    }];
    said.extend(only(app, slice.game, &population));
    said.extend(left_out(&population));
    Ok(said)
}

/// The conditions that do not hold by default.
fn only(app: &App, game: GameId, population: &[Filter]) -> Option<String> {
    let is_own =
        |filter: &&Filter| filter.on != "rules" && !LEFT_OUT.iter().any(|(on, _)| *on == filter.on);
    let own = population.iter().filter(is_own);
    let own: Vec<String> = own.map(|filter| condition(app, game, filter)).collect();
    (!own.is_empty()).then(|| format!("Only where {}.", own.join(" and ")))
}

/// Dimensions whose values say by themselves what they are.
const PLAIN: [&str; 5] = ["seats", "seat", "rules", "team", "rank"];

/// A condition in the middle of a sentence.
pub(super) fn condition(app: &App, game: GameId, filter: &Filter) -> String {
    let on = if filter.on == OPPONENT {
        "an opponent".to_owned()
    } else {
        dimension(game, &filter.on).to_lowercase()
    };
    match &filter.test {
        Test::In(OneOf(values)) => {
            let values = values
                .iter()
                .map(|word| called::value(app, game, &filter.on, word));
            let values = values.collect::<Vec<_>>().join(" or ");
            if PLAIN.contains(&filter.on.as_str()) {
                common(&values)
            } else {
                format!("{on} is {values}")
            }
        }
        Test::Between { from, to } => match (from, to) {
            (None, None) => format!("{on} is known"),
            (Some(from), None) => format!("{on} is {from} or more"),
            (None, Some(to)) => format!("{on} is {to} or less"),
            (Some(from), Some(to)) => format!("{on} is {from} to {to}"),
        },
    }
}

fn left_out(population: &[Filter]) -> Option<String> {
    let is_no = |on: &str| {
        let no = Filter::is_in(on, &["no"]);
        population.contains(&no)
    };
    let left_out = LEFT_OUT.iter().filter(|(on, _)| is_no(on));
    let left_out: Vec<&str> = left_out.map(|(_, words)| *words).collect();
    (!left_out.is_empty()).then(|| format!("Left out: {}.", left_out.join(", ")))
}

/// So many of something.
pub(super) fn count(number: u64, one: &str, many: &str) -> String {
    format!("{number} {}", if number == 1 { one } else { many })
}

/// An id as a text: `royal_chalice` is "Royal chalice".
pub(super) fn title(id: &str) -> String {
    capital(&id.replace(['_', '.'], " "))
}

/// A metric by its id.
pub(super) fn metric(game: GameId, id: &str) -> Option<&'static Metric> {
    metrics(game).find(|metric| metric.id == id)
}

/// The title of a dimension or measure.
pub(super) fn dimension(game: GameId, id: &str) -> String {
    metric(game, id).map_or_else(|| title(id), |metric| metric.title.clone())
}

/// The unit of a metric in words, if it has one that its title does not say.
pub(super) fn unit(metric: &Metric) -> &'static str {
    let unit = match metric.unit {
        Unit::Points => "points",
        Unit::Seats => "seats",
        Unit::Decisions => "decisions",
        Unit::Tries => "tries",
        Unit::Cells => "cells",
        Unit::Cards => "cards",
        Unit::Pieces => "pieces",
        Unit::Milliseconds => "milliseconds",
        Unit::Seconds => "seconds",
        Unit::Rank | Unit::Share | Unit::Index | Unit::Word => "",
    };
    if metric.title.to_lowercase().contains(unit) {
        return "";
    }
    unit
}

/// A metric in the middle of a sentence.
pub(super) fn in_sentence(metric: &Metric) -> String {
    metric.title.to_lowercase()
}

/// A metric with its unit, for an axis.
pub(super) fn with_unit(metric: &Metric) -> String {
    match unit(metric) {
        "" => in_sentence(metric),
        unit => format!("{}, {unit}", in_sentence(metric)),
    }
}

/// How many decimals a mean of a metric has.
pub(super) const fn decimals(metric: &Metric) -> usize {
    match metric.unit {
        Unit::Index | Unit::Share | Unit::Rank => 2,
        Unit::Milliseconds => 0,
        Unit::Points
        | Unit::Seats
        | Unit::Decisions
        | Unit::Tries
        | Unit::Cells
        | Unit::Cards
        | Unit::Pieces
        | Unit::Seconds
        | Unit::Word => 1,
    }
}

/// What nobody is better or worse than.
pub(super) fn par(metric: &Metric) -> Option<f64> {
    (metric.id == "win_index").then_some(1.0)
}

/// Links to an answer of the API: as a file for a spreadsheet, and as JSON.
pub(super) fn links(this: &str) -> Vec<(String, String)> {
    let mark = if this.contains('?') { '&' } else { '?' };
    vec![
        ("CSV".to_owned(), format!("{this}{mark}format=csv")),
        ("API".to_owned(), this.to_owned()),
    ]
}

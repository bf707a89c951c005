//! Where answers about statistics come from: the question in canonical form, and its matches.

use domain::GameId;
use store::statistics::{
    Choices, Comparison, Curve, CurveQuery, Distribution, Filter, Heatmap, Query, QueryAnswer, Sort,
};

use super::{
    canonical::{self, Canonical},
    query::MIN_N,
};
use crate::wire::{self, StatisticsLinks};

/// Where an answer comes from: the numbers of each group.
pub fn query(query: &Query, answer: &QueryAnswer) -> StatisticsLinks {
    let (game, population) = (query.slice.game, &answer.about.population);
    let names: Vec<String> = query.aggregates.iter().map(ToString::to_string).collect();
    let mut this = Canonical::of(game).with("metric", &query.metrics.join(","));
    if !query.group_by.is_empty() {
        this = this.with("group_by", &query.group_by.join(","));
    }
    this = this
        .with("aggregates", &names.join(","))
        .with("min_n", &query.min_n);
    if query.sort != Sort::Group {
        this = this.with("sort", &wire::name(&query.sort));
    }
    if let Some(limit) = query.limit {
        this = this.with("limit", &limit);
    }
    let this = this.conditions("where", population);
    StatisticsLinks {
        this: this.link("/v1/stats/query"),
        matches: canonical::matches_link(game, population),
        second_matches: None,
    }
}

/// Where the numbers of each bot and player of a batch are, as its page has them.
pub(crate) fn of_batch(game: GameId, batch: &str, metric: &str) -> String {
    let population = [
        Filter::is_in("batch", &[batch]),
        Filter::is_known("deal_closed"),
        Filter::is_known("foreknown"),
        Filter::is_known("rules"),
    ];
    let this = Canonical::of(game)
        .with("metric", &metric)
        .with("group_by", &"player")
        .with("aggregates", &"mean")
        .with("min_n", &MIN_N)
        .conditions("where", &population);
    this.link("/v1/stats/query")
}

/// Where an answer comes from: a histogram.
pub fn distribution(answer: &Distribution) -> StatisticsLinks {
    let about = &answer.about;
    let this = Canonical::of(about.game)
        .with("metric", &about.metric.id)
        .conditions("where", &about.population);
    StatisticsLinks {
        this: this.link("/v1/stats/distribution"),
        matches: canonical::matches_link(about.game, &about.population),
        second_matches: None,
    }
}

/// Where an answer comes from: a curve.
pub fn curve(query: &CurveQuery, answer: &Curve) -> StatisticsLinks {
    let about = &answer.about;
    let mut this = Canonical::of(about.game).with("metric", &query.metric);
    if let Some(group_by) = &query.group_by {
        this = this.with("group_by", group_by);
    }
    let this = this
        .with("window", &query.window)
        .with("min_n", &query.min_n)
        .conditions("where", &about.population);
    StatisticsLinks {
        this: this.link("/v1/stats/curve"),
        matches: canonical::matches_link(about.game, &about.population),
        second_matches: None,
    }
}

/// Where an answer comes from: two slices side by side.
pub fn compare(answer: &Comparison, min_n: u64) -> StatisticsLinks {
    let (about, other) = (&answer.about, &answer.other_population);
    let this = Canonical::of(about.game)
        .with("metric", &about.metric.id)
        .with("min_n", &min_n)
        .conditions("first", &about.population)
        .conditions("second", other);
    StatisticsLinks {
        this: this.link("/v1/stats/compare"),
        matches: canonical::matches_link(about.game, &about.population),
        second_matches: Some(canonical::matches_link(about.game, other)),
    }
}

/// Where an answer comes from: what decisions offered and took.
pub fn choices(answer: &Choices, kind: Option<&str>, min_n: u64) -> StatisticsLinks {
    let about = &answer.about;
    let mut this = Canonical::of(about.game);
    if let Some(kind) = kind {
        this = this.with("kind", &kind);
    }
    let this = this
        .with("min_n", &min_n)
        .conditions("where", &about.population);
    StatisticsLinks {
        this: this.link("/v1/stats/choices"),
        matches: canonical::matches_link(about.game, &about.population),
        second_matches: None,
    }
}

/// Where an answer comes from: a heatmap.
pub fn heatmap(answer: &Heatmap, min_n: u64) -> StatisticsLinks {
    let about = &answer.about;
    let this = Canonical::of(about.game)
        .with("min_n", &min_n)
        .conditions("where", &about.population);
    StatisticsLinks {
        this: this.link("/v1/stats/heatmap"),
        matches: canonical::matches_link(about.game, &about.population),
        second_matches: None,
    }
}

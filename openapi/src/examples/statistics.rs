//! Examples of statistics for the document: numbers of a small table, made up, in the
//! very types that are sent.

use domain::{
    Cell, GameId,
    facts::{Kind, Metric},
};
use serde_json::{Value, json};
use store::{
    Change, DealId, Hash, MatchId, Position, RecordFile, Timestamp,
    statistics::{
        self, About, Aggregate, AggregateGroup, Bar, CONFIDENCE, ChoiceCounts, Choices, Comparison,
        Consistency, Curve, CurvePoint, CurveQuery, Deal, DealPlay, Distribution, Estimate, Filter,
        Heat, Heatmap, Method, NeverCounted, OnRank, Paired, Query, QueryAnswer, Rated, Ratings,
        Series, Slice, Sort, UnitOfCount,
    },
};

use api::{
    links,
    wire::{Answered, CountedMatch, Metrics, Named, Names, Page, ProjectionState, RecordFiles},
};

pub(crate) const POSITION: Position = Position::of_key(4_711_u64.to_be_bytes());

/// Of every operation about statistics, what it answers.
pub(crate) fn of(game: GameId) -> Vec<(&'static str, &'static str, Value)> {
    let mut catalogue = Metrics::of(game);
    catalogue.metrics.truncate(3);
    let page = Page {
        items: vec![CountedMatch::of(some_match())],
        next_cursor: None,
        as_of_position: POSITION,
    };
    let answers = [
        ("listMetrics", json!(catalogue)),
        ("queryStatistics", asked(game)),
        ("getDistribution", histogram(game)),
        ("getCurve", curve(game)),
        ("compareStatistics", compared(game)),
        ("listChoices", chosen(game)),
        ("getHeatmap", filled(game)),
        ("listCountedMatches", json!(page)),
        ("getDeal", json!(unnamed(deal(game)))),
        ("getRatings", json!(unnamed(ratings(game)))),
        ("getConsistency", json!(consistency())),
        ("listRecordFiles", json!(record_files())),
    ];
    let answers = answers.into_iter();
    answers
        .map(|(operation, value)| (operation, "response", value))
        .collect()
}

fn record_files() -> RecordFiles {
    let file = RecordFile {
        number: 1,
        sha256: Hash::of("a file of records"),
        bytes: 4_130_912,
        first: POSITION,
        last: POSITION,
        matches: vec![some_match()],
    };
    RecordFiles {
        items: vec![Change::Added(file.into()).into()],
        // That of a list nobody has asked for: every server takes it.
        cursor: "56c42dc0393b27390000000000000000".to_owned(),
        more: false,
        as_of_position: POSITION,
        licence: Some("CC-BY-4.0".to_owned()),
    }
}

fn metric(game: GameId, id: &str) -> Metric {
    let mut all = statistics::metrics(game);
    let found = all.find(|metric| metric.id == id);
    found.expect("every game counts it").clone()
}

fn about(game: GameId, more: Option<Filter>) -> About {
    let held = [
        Filter::is_in("forked", &["no"]),
        Filter::is_in("imported", &["no"]),
        Filter::is_in("private", &["no"]),
    ];
    About {
        game,
        metric: metric(game, "final_score"),
        counted: UnitOfCount::Seats,
        population: more.into_iter().chain(held).collect(),
        never_counted: NeverCounted::ALL,
        confidence: CONFIDENCE,
        as_of_position: POSITION,
    }
}

pub(crate) fn estimate(n: u64, [lo, value, hi]: [f64; 3], method: Method) -> Estimate {
    let is_by_design = matches!(method, Method::TByDesign | Method::AgrestiCoullByDesign);
    Estimate {
        n,
        deals: (!is_by_design).then_some(n.div_ceil(2)),
        value: Some(value),
        lo: Some(lo),
        hi: Some(hi),
        method,
        suppressed: false,
    }
}

pub(crate) fn mean(n: u64, range: [f64; 3]) -> Estimate {
    estimate(n, range, Method::TByDeal)
}

fn asked(game: GameId) -> Value {
    let group = |player: &str, estimate| AggregateGroup {
        key: vec![Some(player.to_owned())],
        partial: false,
        cells: vec![statistics::AggregateCell {
            matches: None,
            metric: "final_score".to_owned(),
            aggregate: Aggregate::Mean,
            estimate,
        }],
    };
    let few = Estimate {
        value: None,
        lo: None,
        hi: None,
        suppressed: true,
        ..mean(3, [0.0; 3])
    };
    let answer = QueryAnswer {
        about: about(game, None),
        metrics: vec![metric(game, "final_score")],
        group_by: vec!["player".to_owned()],
        group_count: 2,
        groups: vec![
            group("bot:greedy", mean(200, [61.25, 63.5, 65.75])),
            group("bot:random", few),
        ],
    };
    let query = Query {
        slice: Slice {
            game,
            filters: Vec::new(),
            with_private: store::Visibility::Public,
            still_closed: Vec::new(),
        },
        metrics: vec!["final_score".to_owned()],
        group_by: answer.group_by.clone(),
        aggregates: vec![Aggregate::Mean],
        min_n: 5,
        sort: Sort::Group,
        limit: None,
    };
    let links = links::query(&query, &answer);
    let answer = &answer;
    json!(unnamed(Answered { links, answer }))
}

fn curve(game: GameId) -> Value {
    let point = |matches, range| CurvePoint {
        matches,
        day: Some("2031-05-17".to_owned()),
        mean: mean(20, range),
    };
    let answer = Curve {
        about: about(game, None),
        window: 20,
        group_by: Some("player".to_owned()),
        series: vec![Series {
            key: Some("bot:greedy".to_owned()),
            matches: 22,
            points: vec![
                point(20, [58.5, 62.25, 66.0]),
                point(21, [59.0, 62.5, 66.0]),
                point(22, [59.25, 63.0, 66.75]),
            ],
        }],
    };
    let query = CurveQuery {
        slice: Slice {
            game,
            filters: Vec::new(),
            with_private: store::Visibility::Public,
            still_closed: Vec::new(),
        },
        metric: "final_score".to_owned(),
        group_by: answer.group_by.clone(),
        window: 20,
        min_n: 5,
    };
    let links = links::curve(&query, &answer);
    json!(Answered { links, answer })
}

fn histogram(game: GameId) -> Value {
    let answer = Distribution {
        about: about(game, None),
        n: 5,
        bars: vec![
            Bar {
                value: 48.0,
                count: 2,
            },
            Bar {
                value: 53.0,
                count: 3,
            },
        ],
    };
    let links = links::distribution(&answer);
    json!(Answered { links, answer })
}

fn compared(game: GameId) -> Value {
    let answer = comparison(game);
    let links = links::compare(&answer, 5);
    json!(Answered { links, answer })
}

/// Greedy and random bots side by side.
pub(crate) fn comparison(game: GameId) -> Comparison {
    let of = |player| Some(Filter::is_in("player", &[player]));
    Comparison {
        about: about(game, of("bot:greedy")),
        other_population: about(game, of("bot:random")).population,
        first: mean(200, [61.25, 63.5, 65.75]),
        second: mean(200, [19.5, 21.5, 23.5]),
        difference: estimate(400, [39.5, 42.0, 44.5], Method::DifferenceByDeal),
        apart: estimate(400, [39.0, 42.0, 45.0], Method::DifferenceByDeal),
        paired: Some(Paired {
            difference: Estimate {
                deals: Some(200),
                ..estimate(200, [40.0, 42.0, 44.0], Method::PairedByDeal)
            },
            seats: 400,
            narrower: Some(0.33),
        }),
    }
}

fn chosen(game: GameId) -> Value {
    let seats = |n, range| estimate(n, range, Method::TByDesign);
    let kind = statistics::metrics(game).find(|metric| metric.kind == Kind::Choice);
    let of_kind = |kind: &Metric| ChoiceCounts {
        kind: kind.id.clone(),
        item: "it".to_owned(),
        item_name: "It".to_owned(),
        round: None,
        offered: 120,
        taken: 90,
        take_rate: estimate(120, [0.66, 0.75, 0.82], Method::AgrestiCoullByDesign),
        score_with: seats(80, [60.0, 62.0, 64.0]),
        score_without: seats(25, [55.0, 58.0, 61.0]),
        win_index_with: estimate(80, [1.0, 1.1, 1.2], Method::AgrestiCoullByDesign),
        win_index_without: estimate(25, [0.7, 0.9, 1.1], Method::AgrestiCoullByDesign),
    };
    let answer = Choices {
        about: about(game, None),
        choices: kind.map(of_kind).into_iter().collect(),
    };
    let links = links::choices(&answer, None, 5);
    json!(Answered { links, answer })
}

fn filled(game: GameId) -> Value {
    let on_rank = |count| OnRank { rank: 1, count };
    let answer = Heatmap {
        about: about(game, None),
        seats: vec![on_rank(100)],
        cells: vec![Heat {
            cell: Cell(0, 0),
            with: "forest".to_owned(),
            share: estimate(100, [0.12, 0.18, 0.27], Method::AgrestiCoullByDesign),
            by_rank: vec![on_rank(18)],
        }],
    };
    let links = links::heatmap(&answer, 5);
    json!(Answered { links, answer })
}

fn deal(game: GameId) -> Deal {
    let deal: DealId = format!("d_{}", "3c".repeat(16))
        .parse()
        .expect("it is written like one");
    Deal {
        deal,
        game,
        matches: 1,
        plays: vec![DealPlay {
            r#match: some_match(),
            seat: 0,
            player: "bot:greedy".to_owned(),
            final_score: 63,
            rank: 1,
            percentile: 50.0,
            percentile_of_seat: 50.0,
        }],
        as_of_position: POSITION,
    }
}

fn ratings(game: GameId) -> Ratings {
    Ratings {
        game,
        definition: "Weng and Lin (2011), Bradley-Terry.".to_owned(),
        matches: 100,
        players: vec![Rated {
            player: "bot:greedy".to_owned(),
            rating: 31.5,
            uncertainty: 1.25,
            lo: 29.05,
            hi: 33.95,
            seats: 100,
            matches: 100,
        }],
        as_of_position: POSITION,
    }
}

fn consistency() -> ProjectionState {
    let hash = Hash::of(b"the facts");
    let checked_at: Timestamp = "2031-05-17T08:09:10.011Z".parse().expect("it is a moment");
    ProjectionState {
        stopped: false,
        as_of_position: POSITION,
        head: POSITION,
        seats: 200,
        bytes: 65_536,
        last_check: Some(Consistency {
            consistent: true,
            position: POSITION,
            live: hash,
            rebuilt: hash,
            checked_at,
        }),
    }
}

/// An answer about bots, which have no names but their ids.
fn unnamed<T>(answer: T) -> Named<T> {
    let names = Names::default();
    Named { answer, names }
}

fn some_match() -> MatchId {
    let id = format!("m_{}", "2b".repeat(16));
    id.parse().expect("it is written like one")
}

//! Batches of matches, with their sequential tests, while they are played and afterwards.

use std::sync::Arc;

use ::web::page::{self, Compared, Link, Panel, Ranking, Row, Shown, Sorted, Statistics, verdict};
use actix_web::{HttpRequest, HttpResponse, web};
use domain::{GameId, facts::Metric, matches::Occupant};
use store::{
    Batch, Plan,
    batches::{
        BatchState, Contestant, Observed, SequentialState, SequentialTest, SequentialVerdict,
        StopReason, Stopped,
    },
};

use super::{answered, ask, asked::Asked, words};
use crate::{
    http::{app::App, codes::Code, error::ApiError, extract::Path},
    routes::{
        batches::{BatchPath, report},
        pages::names,
    },
    stats::{links, query::MIN_N},
    wire::{BatchComparison, BatchInfo, BatchReport, BotResults},
};

/// So many are listed.
const LISTED: usize = 50;

pub(super) async fn list(
    request: HttpRequest,
    app: web::Data<App>,
) -> Result<HttpResponse, ApiError> {
    let asked = Asked::of(&request)?;
    let game = asked.names_game.then_some(asked.game);
    let batches = app.store.batches.list(game, None, LISTED);
    let link = |batch: &Arc<Batch>| {
        let plan = &batch.plan;
        let title = plan.options.game().info().title;
        let matches = words::count(plan.matches(), "match", "matches");
        let seats = domain::words::count(plan.seats().into(), "seat");
        Link {
            name: format!("{title}, {seats}: {matches} of {}", players(&app, plan)),
            address: format!("/batches/{}", batch.id),
            state: domain::words::capital(state(batch.state()).trim_start_matches("is ")),
            at: batch.created_at.to_string(),
        }
    };
    let links: Vec<_> = batches.rows.iter().map(link).collect();
    let shown = if links.is_empty() {
        let none = "No batch was planned yet. POST /v1/batches plans one: many matches of the \
                    server's bots and of players, each deal played in every seat.";
        Shown::Words(vec![none.to_owned()])
    } else {
        Shown::Links(links)
    };
    let page = Statistics {
        title: "Batches".to_owned(),
        panels: vec![Panel {
            title: "The newest first".to_owned(),
            notes: Vec::new(),
            links: vec![("API".to_owned(), "/v1/batches".to_owned())],
            is_wide: true,
            shown,
        }],
        ..Statistics::default()
    };
    answered(&asked, "Batches", Ok(page))
}

/// Who plays: players, then bots of the server, the strongest first.
fn players(app: &App, plan: &Plan) -> String {
    let all = plan.contestants();
    let names: Vec<String> = all.iter().map(|it| name(app, it)).collect();
    names.join(" and ")
}

pub(super) async fn batch(
    path: Path<BatchPath>,
    app: web::Data<App>,
) -> Result<HttpResponse, ApiError> {
    let batch = app.store.batches.get(path.0.id);
    let batch = batch.ok_or(Code::UnknownBatch)?;
    let batches = app.store.batches.clone();
    let of = batch.clone();
    let report = ask(&app, move |statistics| {
        let results = statistics.results_of(&of, MIN_N);
        Ok::<_, ApiError>(report(&of, batches.progress(&of), results))
    })
    .await?;
    let game = batch.plan.options.game();
    answered(&Asked::any(game), "Batches", Ok(page(&app, game, &report)))
}

fn page(app: &App, game: GameId, report: &BatchReport) -> Statistics {
    let of = report.batch.id;
    let link = |path: String| ("API".to_owned(), path);
    let mut panels = vec![Panel {
        title: "How far it is".to_owned(),
        notes: Vec::new(),
        links: vec![link(report.batch.links.this.clone())],
        is_wide: true,
        shown: Shown::Words(progress(app, report)),
    }];
    for metric in ["final_score", "win_index"] {
        panels.extend(words::metric(game, metric).map(|metric| ranking(app, metric, report)));
    }
    panels.extend(
        report
            .comparisons
            .iter()
            .map(|it| comparison(app, game, it)),
    );
    Statistics {
        title: format!("Batch of {}", game.info().title),
        counted: vec![format!(
            "{of}, planned on {}.",
            page::minute(&report.batch.created_at.to_string())
        )],
        panels,
        is_live: !report.batch.state.is_over(),
        ..Statistics::default()
    }
}

/// How far the batch is, and what its test says.
fn progress(app: &App, report: &BatchReport) -> Vec<String> {
    let progress = &report.progress;
    let mut said = vec![format!(
        "{} of {} over; the batch {}.",
        progress.played,
        words::count(progress.planned, "match is", "matches are"),
        state(report.batch.state)
    )];
    if report.batch.duplicate {
        said.push(
            "Each deal is played once for every rotation of each line-up, so the luck of the deal \
             and of the seat cancels out."
                .to_owned(),
        );
    }
    said.extend(waited_for(app, report));
    if report.batch.deal_closed {
        said.push(
            "Its players have the same deals more than once, and may remember them: such matches are \
             never rated, and left out of statistics unless asked for."
                .to_owned(),
        );
    }
    said.extend(
        report
            .batch
            .stopped
            .as_ref()
            .and_then(|it| partial(app, it)),
    );
    if let Some((test, state)) = report.batch.stop.as_ref().zip(progress.test.as_ref()) {
        said.extend(tested(&name(app, &test.bot), test, state));
    }
    said
}

/// The players who have still to accept.
fn waited_for(app: &App, report: &BatchReport) -> Option<String> {
    let batch = &report.batch;
    let missing = batch.missing.iter().cloned().map(Contestant::Player);
    let names: Vec<String> = missing.map(|it| name(app, &it)).collect();
    let waits = batch.state == BatchState::Waiting;
    waits.then(|| format!("Still to accept: {}.", names.join(", ")))
}

/// Why a batch ended with less than was asked for.
fn partial(app: &App, stopped: &Stopped) -> Option<String> {
    let who = stopped.player.clone().map(Contestant::Player);
    let who = who.map_or_else(|| "A player".to_owned(), |it| name(app, &it));
    let why = match stopped.why {
        StopReason::NullAccepted | StopReason::AlternativeAccepted => return None,
        StopReason::Asked => "its host stopped it".to_owned(),
        StopReason::OtherBox => "the server uses another box of components now".to_owned(),
        StopReason::Quota => "its host's quota of a day was used up".to_owned(),
        StopReason::Refused => format!("{who} refused, or withdrew"),
        StopReason::NotAccepted => "not all players accepted within a week".to_owned(),
        StopReason::Forfeited => format!("{who} forfeited a match"),
    };
    Some(format!("The result is partial: {why}."))
}

/// The name of a player, or of a bot of the server.
pub(super) fn name(app: &App, who: &Contestant) -> String {
    let occupant = match who {
        Contestant::Bot(bot) => Occupant::Bot { bot: *bot },
        Contestant::Player(player) => Occupant::Player {
            player: player.clone(),
        },
    };
    names::of(app, &occupant)
}

const fn state(state: BatchState) -> &'static str {
    match state {
        BatchState::Waiting => "waits for players",
        BatchState::Running => "is running",
        BatchState::Stopping => "is stopping",
        BatchState::Finished => "is finished",
        BatchState::Stopped => "was stopped before its plan was played",
    }
}

/// What a sequential test asks, how far it is, and what it says.
fn tested(bot: &str, test: &SequentialTest, state: &SequentialState) -> [String; 3] {
    let measure = match test.measure {
        Observed::WinIndex => "the win index",
        Observed::PointDifference => "the difference of points to the others",
    };
    let verdict = match state.verdict {
        SequentialVerdict::Undecided => "nothing is decided yet".to_owned(),
        SequentialVerdict::Null => format!("{} is accepted", test.null),
        SequentialVerdict::Alternative => format!("{} is accepted", test.alternative),
    };
    [
        format!(
            "The test: is {measure} of {bot} {} or {}? The second is accepted wrongly with a \
             probability of {}, the first of {}.",
            test.null, test.alternative, test.alpha, test.beta
        ),
        format!(
            "After {} the log-likelihood ratio is {:.2}. At {:.2} or below, {} is accepted; at \
             {:.2} or above, {}.",
            words::count(state.observations, "deal", "deals"),
            state.log_likelihood_ratio,
            state.lower_bound,
            test.null,
            state.upper_bound,
            test.alternative
        )
        .replace('-', "\u{2212}")
        .replace("log\u{2212}", "log-"),
        format!("Verdict: {verdict}."),
    ]
}

fn ranking(app: &App, metric: &Metric, report: &BatchReport) -> Panel {
    let estimate = |bot: &BotResults| match metric.id.as_str() {
        "win_index" => words::interval(&bot.win_index),
        _ => words::interval(&bot.final_score),
    };
    let row = |bot: &BotResults| Row {
        name: name(app, &bot.bot),
        address: None,
        number: estimate(bot),
        counted: bot.seats.to_string(),
    };
    let mut rows: Vec<Row> = report.bots.iter().map(row).collect();
    rows.sort_by(Row::by_lower_end);
    Panel {
        title: metric.title.clone(),
        notes: vec!["95% intervals, computed by deal.".to_owned()],
        links: links(metric, &report.batch),
        is_wide: false,
        shown: Shown::Ranking(Ranking {
            of: "Bot".to_owned(),
            value: "Mean".to_owned(),
            counted: "Seats".to_owned(),
            sorted: Sorted::AtLeast,
            par: words::par(metric),
            decimals: words::decimals(metric),
            rows,
            none: if report.batch.state.is_over() {
                "Too few matches to say.".to_owned()
            } else {
                "No match of it is over yet.".to_owned()
            },
        }),
    }
}

/// Where the numbers of a metric are. Of closed deals the statistics tell nothing before the batch
/// has ended.
fn links(metric: &Metric, batch: &BatchInfo) -> Vec<(String, String)> {
    let is_told = batch.state.is_over() || !batch.deal_closed;
    let same = links::of_batch(batch.options.game(), &batch.id.to_string(), &metric.id);
    let csv = is_told.then(|| ("CSV".to_owned(), format!("{same}&format=csv")));
    let api = ("API".to_owned(), batch.links.this.clone());
    csv.into_iter().chain([api]).collect()
}

/// Two bots of the batch side by side.
fn comparison(app: &App, game: GameId, of: &BatchComparison) -> Panel {
    let metric = words::metric(game, &of.metric);
    let compared = |difference| Compared {
        first: name(app, &of.first),
        second: name(app, &of.second),
        metric: metric.map_or_else(|| of.metric.clone(), words::in_sentence),
        unit: metric.map_or("", words::unit),
        decimals: metric.map_or(1, words::decimals),
        difference: words::interval(difference),
    };
    let mut said = vec![verdict(&compared(&of.difference))];
    if let Some(paired) = &of.paired {
        said.push(format!(
            "Deal by deal: {}",
            verdict(&compared(&paired.difference))
        ));
    }
    Panel {
        title: metric.map_or_else(|| of.metric.clone(), |metric| metric.title.clone()),
        notes: Vec::new(),
        links: words::links(&of.links.this),
        is_wide: false,
        shown: Shown::Words(said),
    }
}

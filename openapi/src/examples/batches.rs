//! Examples of batches for the document, in the very types that are sent.

use domain::{BySeat, GameId, Seed, bots::Bot, matches::PlayerId};
use serde_json::{Value, json};
use store::{
    BatchId, Plan, Timestamp,
    batches::{
        BatchProgress, BatchState, Contestant, Dealing, LEAST_OBSERVATIONS, Observed,
        SequentialState, SequentialTest, SequentialVerdict, StopReason, Stopped,
    },
    statistics::{Method, PairResult},
};

use super::{
    matches::named,
    statistics::{POSITION, comparison, estimate, mean},
};
use api::{
    links,
    wire::{
        self, BatchComparison, BatchInfo, BatchLinks, BatchReport, BotResults, LineUp, LineUps,
        Page,
    },
};

/// Of every operation about batches, what it takes and answers.
pub(crate) fn of(game: GameId) -> Vec<(&'static str, &'static str, Value)> {
    let request = json!({
        "game": game,
        "line_ups": [[{ "kind": "bot", "bot": "greedy" }, { "kind": "bot", "bot": "random" }]],
        "count": 200,
        "duplicate": true,
        "stop": TEST,
    });
    let page = Page {
        items: vec![batch(game, BatchState::Running)],
        next_cursor: None,
        as_of_position: POSITION,
    };
    let running = || json!(named(batch(game, BatchState::Running)));
    vec![
        ("planBatch", "request", request),
        ("planBatch", "response", running()),
        ("listBatches", "response", json!(named(page))),
        ("getBatch", "response", json!(named(report(game)))),
        ("acceptBatch", "response", running()),
        ("refuseBatch", "response", running()),
        ("stopBatch", "response", running()),
    ]
}

const TEST: SequentialTest = SequentialTest {
    bot: Contestant::Bot(Bot::Greedy),
    measure: Observed::WinIndex,
    null: 1.0,
    alternative: 1.2,
    alpha: 0.05,
    beta: 0.05,
};

fn batch(game: GameId, state: BatchState) -> BatchInfo {
    let id: BatchId = format!("b_{}", "4d".repeat(16))
        .parse()
        .expect("it is written like one");
    let at = |moment: &str| -> Timestamp { moment.parse().expect("it is a moment") };
    let line_up = BySeat::new(2, |seat| {
        [Bot::Greedy, Bot::Random][usize::from(seat.0)].into()
    });
    let plan = Plan {
        options: game.default_options(),
        line_ups: vec![line_up],
        deals: 200,
        dealing: Dealing::Duplicate,
        stop: Some(TEST),
        arranged: None,
        settings: Box::default(),
    };
    let ended = state.is_over().then(|| at("2031-05-17T08:09:22.500Z"));
    let this = format!("/v1/batches/{id}");
    BatchInfo {
        id,
        position: POSITION,
        line_ups: LineUps(plan.line_ups.iter().map(LineUp::of).collect()),
        count: plan.deals,
        duplicate: true,
        deal_closed: plan.deal_closed(),
        settings: (*plan.settings).clone(),
        missing: Vec::new(),
        matches: plan.matches(),
        options: plan.options,
        seed: ended.map(|_| Seed([7; 32])),
        seed_known: false,
        arranged: None,
        stop: plan.stop,
        host: PlayerId(format!("p_{}", "1a".repeat(16))),
        state,
        stopped: ended.map(|at| Stopped {
            why: StopReason::AlternativeAccepted,
            deals: 40,
            at,
            player: None,
        }),
        partial: false,
        created_at: at("2031-05-17T08:09:10.011Z"),
        ended_at: ended,
        links: BatchLinks {
            events: format!("{this}/events"),
            matches: format!(
                "/v1/stats/matches?game={}&where=batch%3A{id}&where=rules%3A..&where=foreknown%3A..&where=deal_closed%3A..",
                wire::name(&game)
            ),
            this,
        },
    }
}

fn report(game: GameId) -> BatchReport {
    let index = |range| estimate(80, range, Method::AgrestiCoullByDeal);
    let of_bot = |bot, score, win_index| BotResults {
        bot: Contestant::Bot(bot),
        seats: 80,
        final_score: mean(80, score),
        win_index: index(win_index),
    };
    let compared = PairResult {
        first: Contestant::Bot(Bot::Greedy),
        second: Contestant::Bot(Bot::Random),
        comparison: comparison(game).into(),
    };
    let links = links::compare(&compared.comparison, 5);
    BatchReport {
        batch: batch(game, BatchState::Stopped),
        progress: BatchProgress {
            played: 80,
            planned: 80,
            test: Some(SequentialState {
                observations: 24,
                least_observations: LEAST_OBSERVATIONS,
                log_likelihood_ratio: 3.02,
                lower_bound: -2.94,
                upper_bound: 2.94,
                verdict: SequentialVerdict::Alternative,
            }),
        },
        bots: vec![
            of_bot(Bot::Greedy, [61.25, 63.5, 65.75], [1.82, 1.9, 1.98]),
            of_bot(Bot::Random, [19.5, 21.5, 23.5], [0.02, 0.1, 0.18]),
        ],
        comparisons: vec![BatchComparison::of(&compared, links)],
    }
}

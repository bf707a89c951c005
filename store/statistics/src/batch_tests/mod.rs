//! Intervals of batches that bots played hold what the same bots come to in the long run.
//!
//! Batches are drawn from a pool of deals, so what the whole pool comes to is the truth. An
//! interval without ends promises nothing: those left open are counted by themselves.
#![allow(
    clippy::float_arithmetic,
    clippy::print_stdout,
    reason = "coverage is a share, and told in a table"
)]

mod pool;

use std::{collections::BTreeMap, env, ops::AddAssign};

use domain::{
    GameId,
    facts::{Kind, Metric, Per},
};

use self::pool::{Plays, Pool};
use crate::{
    estimate::{
        interval_tests::Chance,
        summary::{Aggregate, Estimate},
    },
    facts::{catalogue::metrics, game::GameFacts},
    query::{
        facts_at::FactsAt,
        question::{Filter, Query, Slice, Sort},
    },
};
use store_log::{id::Position, time::Timestamp};
use store_play::projections::lobby::Visibility;

/// The deals of a batch.
const DEALS: usize = 40;
/// As the server suppresses numbers unless asked otherwise.
const MIN_N: u64 = 5;

/// How much is tried: a little in `make check`, all in `make coverage`.
#[derive(Clone, Copy, Debug)]
struct Effort {
    pool: u64,
    batches: u32,
    /// Of so many metrics one is asked for.
    metrics: usize,
}

/// What is estimated: of what kind it is, and what exactly.
type What = (&'static str, String);

/// How often an interval held the truth.
#[derive(Clone, Copy, Debug, Default)]
struct Coverage {
    held: u32,
    missed: u32,
    open: u32,
}

impl Effort {
    fn of_this_run() -> Effort {
        match env::var("CARTULARY_COVERAGE") {
            Ok(batches) => Effort {
                pool: 100,
                batches: batches.parse().unwrap(),
                metrics: 1,
            },
            Err(_) => Effort {
                pool: 5,
                batches: 8,
                metrics: 8,
            },
        }
    }
}

impl Coverage {
    fn note(&mut self, estimate: &Estimate, truth: f64) {
        let rounding = 1e-9 * (1.0 + truth.abs());
        let is_below = estimate.lo.is_some_and(|lo| truth < lo - rounding);
        let is_above = estimate.hi.is_some_and(|hi| truth > hi + rounding);
        match (estimate.lo, estimate.hi) {
            (None, None) => self.open += 1,
            _ if is_below || is_above => self.missed += 1,
            _ => self.held += 1,
        }
    }

    fn closed(self) -> u32 {
        self.held + self.missed
    }

    fn share(self) -> f64 {
        f64::from(self.held) / f64::from(self.closed())
    }

    /// Whether it held nine times in ten, or so nearly that chance explains the rest. A
    /// number that most batches leave open or suppress is told of unusual batches alone, so
    /// it is not judged.
    fn is_enough(self, batches: u32) -> bool {
        let least = 0.9 - 3.0 * (0.09 / f64::from(self.closed().min(batches))).sqrt();
        2 * self.closed() < batches || self.share() >= least
    }
}

impl AddAssign for Coverage {
    fn add_assign(&mut self, other: Coverage) {
        self.held += other.held;
        self.missed += other.missed;
        self.open += other.open;
    }
}

#[test]
fn intervals_of_cartographers_hold_what_its_bots_come_to() {
    hold(GameId::Cartographers);
}

#[test]
fn intervals_of_bunny_kingdom_hold_what_its_bots_come_to() {
    hold(GameId::BunnyKingdom);
}

#[test]
fn intervals_of_builders_and_biomes_hold_what_its_bots_come_to() {
    hold(GameId::BuildersBiomes);
}

#[test]
fn intervals_of_big_monster_hold_what_its_bots_come_to() {
    hold(GameId::BigMonster);
}

fn hold(game: GameId) {
    let effort = Effort::of_this_run();
    let mut pool = Pool::of(game, effort.pool);
    for plays in [Plays::Once, Plays::InEachRotation] {
        let coverage = coverage(&mut pool, plays, effort);
        let title = format!("{game:?}, each deal played {plays:?}");
        print!("{}", table(&title, &coverage));
        let judged = if effort.metrics == 1 {
            coverage
        } else {
            of_kinds(&coverage)
        };
        let few = judged
            .iter()
            .filter(|(_, it)| !it.is_enough(effort.batches));
        let few: Vec<_> = few.collect();
        assert!(few.is_empty(), "{title}: {few:#?}");
    }
}

/// All numbers of a kind together.
fn of_kinds(coverage: &BTreeMap<What, Coverage>) -> BTreeMap<What, Coverage> {
    let mut kinds: BTreeMap<What, Coverage> = BTreeMap::new();
    for ((kind, _), of_one) in coverage {
        *kinds.entry((kind, String::new())).or_default() += *of_one;
    }
    kinds
}

/// How often each interval of batches held what the whole pool comes to.
fn coverage(pool: &mut Pool, plays: Plays, effort: Effort) -> BTreeMap<What, Coverage> {
    let game = pool.game;
    let truths = numbers(pool.whole(plays), game, effort);
    let truths = truths.into_iter();
    let truths: BTreeMap<What, f64> = truths
        .filter_map(|(what, estimate)| Some((what, estimate.value?)))
        .collect();
    let mut coverage: BTreeMap<What, Coverage> = BTreeMap::new();
    let mut chance = Chance(11);
    for _ in 0..effort.batches {
        let batch = pool.drawn(plays, DEALS, &mut chance);
        for (what, estimate) in numbers(batch, game, effort) {
            let truth = truths.get(&what).copied();
            if let Some(truth) = truth.filter(|_| estimate.value.is_some()) {
                coverage.entry(what).or_default().note(&estimate, truth);
            }
        }
    }
    coverage
}

/// Of each kind how many numbers there are, how often their intervals held, and how many
/// intervals were left open.
fn table(title: &str, coverage: &BTreeMap<What, Coverage>) -> String {
    let mut text = format!("{title}\n");
    for ((kind, _), all) in of_kinds(coverage) {
        let of_kind = || coverage.iter().filter(|((of, _), _)| *of == kind);
        let shares = of_kind().map(|(_, it)| it.share());
        let mut shares: Vec<f64> = shares.filter(|share| share.is_finite()).collect();
        shares.sort_by(f64::total_cmp);
        let at = |part: usize| shares.get(part * shares.len() / 100).copied();
        let [least, low, middle] = [0, 1, 50].map(|part| at(part).unwrap_or(f64::NAN));
        let most = shares.last().copied().unwrap_or(f64::NAN);
        let (numbers, open, all) = (shares.len(), all.open, all.open + all.closed());
        text += &format!(
            "  {kind:<20} {numbers:>5} numbers: least {least:.3}, 1 in 100 {low:.3}, median \
             {middle:.3}, most {most:.3}; {open} of {all} intervals open\n",
        );
        for ((_, what), it) in of_kind().filter(|(_, it)| it.share() < 0.9) {
            text += &format!("    {what}: {:.3} of {}\n", it.share(), it.closed());
        }
    }
    text
}

/// Everything that is estimated of some facts.
fn numbers(facts: &GameFacts, game: GameId, effort: Effort) -> Vec<(What, Estimate)> {
    let moment = FactsAt {
        facts,
        as_of_position: Position::START,
        now: Timestamp::now(),
    };
    let is_number = |it: &&Metric| matches!(it.kind, Kind::Measure | Kind::Rate);
    let asked = metrics(game).filter(is_number).step_by(effort.metrics);
    let mut numbers: Vec<(What, Estimate)> = Vec::new();
    for metric in asked {
        numbers.extend(of_groups(&moment, game, metric));
        if metric.per != Per::Match {
            numbers.extend(compared(&moment, game, metric));
        }
    }
    numbers.extend(chosen(&moment, game));
    numbers.extend(filled(&moment, game));
    numbers
}

fn slice(game: GameId, filters: Vec<Filter>) -> Slice {
    Slice {
        game,
        filters,
        with_private: Visibility::All,
        still_closed: Vec::new(),
    }
}

/// Means and percentiles of all seats and of each bot.
fn of_groups(moment: &FactsAt<'_>, game: GameId, metric: &Metric) -> Vec<(What, Estimate)> {
    let kind_of_mean = match metric.kind {
        Kind::Rate => "win rates",
        Kind::Measure | Kind::Dimension | Kind::Choice => "means",
    };
    let mut asked = vec![Vec::new()];
    if metric.per != Per::Match {
        asked.push(vec!["player".to_owned()]);
    }
    let mut numbers = Vec::new();
    for group_by in asked {
        let query = Query {
            slice: slice(game, Vec::new()),
            metrics: vec![metric.id.clone()],
            group_by,
            aggregates: vec![
                Aggregate::Mean,
                Aggregate::Percentile(100),
                Aggregate::Percentile(500),
                Aggregate::Percentile(900),
            ],
            min_n: MIN_N,
            sort: Sort::Group,
            limit: None,
        };
        for group in moment.query(&query).unwrap().groups {
            for cell in group.cells {
                let kind = if cell.aggregate == Aggregate::Mean {
                    kind_of_mean
                } else {
                    "percentiles"
                };
                let what = format!("{} {} {:?}", cell.aggregate, metric.id, group.key);
                numbers.push(((kind, what), cell.estimate));
            }
        }
    }
    numbers
}

/// Greedy less random.
fn compared(moment: &FactsAt<'_>, game: GameId, metric: &Metric) -> Vec<(What, Estimate)> {
    let [first, second] = ["bot:greedy", "bot:random"]
        .map(|player| slice(game, vec![Filter::is_in("player", &[player])]));
    let compared = moment.compare(&first, &second, &metric.id, MIN_N).unwrap();
    let paired = compared.paired.map(|paired| paired.difference);
    let each = [
        ("differences", Some(compared.difference)),
        ("differences by deal", paired),
    ];
    each.into_iter()
        .filter_map(|(kind, estimate)| Some(((kind, metric.id.clone()), estimate?)))
        .collect()
}

fn chosen(moment: &FactsAt<'_>, game: GameId) -> Vec<(What, Estimate)> {
    let choices = moment.choices(&slice(game, Vec::new()), None, MIN_N);
    let choices = choices.unwrap().choices.into_iter();
    let each = choices.flat_map(|it| {
        let what = format!("{} {} {:?}", it.kind, it.item, it.round);
        let (take, score, win) = ("take rates", "scores of choices", "wins of choices");
        [
            ((take, what.clone()), it.take_rate),
            ((score, format!("{what} with")), it.score_with),
            ((score, format!("{what} without")), it.score_without),
            ((win, format!("{what} with")), it.win_index_with),
            ((win, format!("{what} without")), it.win_index_without),
        ]
    });
    each.collect()
}

fn filled(moment: &FactsAt<'_>, game: GameId) -> Vec<(What, Estimate)> {
    let heatmap = moment.heatmap(&slice(game, Vec::new()), MIN_N).unwrap();
    let cells = heatmap.cells.into_iter();
    let share = |it: crate::Heat| (("cells", format!("{:?} {}", it.cell, it.with)), it.share);
    cells.map(share).collect()
}

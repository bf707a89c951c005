//! Statistics, against slow computations from the rows and from the records.
#![allow(clippy::unwrap_used, reason = "a test says what it needs by panicking")]
#![allow(clippy::float_arithmetic, reason = "means are no integers")]

use std::{collections::BTreeMap, path::Path};

use domain::{
    BySeat, GameId, Seat, Seed, Viewer,
    bots::Bot,
    facts::{Kind, Per},
    matches::{Chance, Place},
};
use store::{
    Asker, Forking, MatchId, Opening, Store, Visibility,
    statistics::{
        Aggregate, DealPlay, ExportTable, FieldValues, Filter, IdKind, Query, Slice, Sort, Test,
        Unanswerable,
    },
};

use crate::support;

/// Matches of every game with different tables, played by the server's bots.
pub(crate) async fn played(store: &Store, rounds: u8) -> Vec<MatchId> {
    let mut ids = Vec::new();
    for round in 0..rounds {
        for &game in GameId::ALL {
            let seats = 2 + round % 3;
            let opening = Opening {
                options: game.default_options(),
                places: BySeat::new(seats, |seat| Place::Bot {
                    bot: Bot::ALL[usize::from(seat.0 + round) % Bot::ALL.len()],
                }),
                seated: Vec::new(),
                // Each deal twice, so that there is something to pair by.
                seed: Some(Seed([round / 6; 32])),
                arranged: None,
                open_hands: false,
                private: round % 5 == 4,
                settings: domain::matches::Settings::default(),
            };
            let answer = store.matches.open(&Asker::Server, opening, None).await;
            ids.push(answer.unwrap().now.id);
        }
    }
    over(store, &ids).await;
    ids
}

/// Waits until matches are over and counted.
pub(crate) async fn over(store: &Store, ids: &[MatchId]) {
    for id in ids {
        let mut version = store.matches.watch(*id);
        while !store.matches.current(*id).await.unwrap().game.is_over() {
            version.changed().await.unwrap();
        }
    }
    store
        .statistics
        .at_least(store.integrity().position)
        .await
        .unwrap();
}

pub(crate) fn slice(game: GameId, filters: Vec<Filter>) -> Slice {
    Slice {
        game,
        filters,
        with_private: Visibility::All,
        still_closed: Vec::new(),
    }
}

/// A seat of the export, as text by metric; what is unknown is missing.
pub(crate) type Row = BTreeMap<String, String>;

pub(crate) fn rows(store: &Store, slice: &Slice) -> Vec<Row> {
    let mut rows = Vec::new();
    for batch in store
        .statistics
        .export(slice, ExportTable::Seats)
        .unwrap()
        .1
    {
        let first = rows.len();
        rows.resize(first + batch.rows, Row::new());
        for field in batch.fields {
            let texts: Vec<Option<String>> = match field.values {
                FieldValues::Integers(values) => texts(values),
                FieldValues::Floats(values) => texts(values),
                FieldValues::Words(values) => texts(values),
            };
            for (row, text) in rows[first..].iter_mut().zip(texts) {
                row.extend(text.map(|text| (field.id.clone(), text)));
            }
        }
    }
    rows
}

fn texts<T: ToString>(values: Vec<Option<T>>) -> Vec<Option<String>> {
    let text = |value: Option<T>| value.map(|value| value.to_string());
    values.into_iter().map(text).collect()
}

#[tokio::test]
async fn rows_are_what_the_records_say() {
    let dir = tempfile::tempdir().unwrap();
    let store = support::open(dir.path());
    let ids = played(&store, 6).await;
    let mut seen = 0;
    for &game in GameId::ALL {
        for row in rows(&store, &slice(game, Vec::new())) {
            let id: MatchId = row["match"].parse().unwrap();
            assert!(ids.contains(&id));
            let now = store.matches.current(id).await.unwrap();
            let table = now.game.table().unwrap();
            let seat = domain::Seat(row["seat"].parse().unwrap());
            let standings = table.standings.as_ref().unwrap();
            assert_eq!(row["final_score"], standings[seat].total.to_string());
            assert_eq!(row["rank"], standings[seat].rank.to_string());
            assert_eq!(row["seats"], standings.seats().to_string());
            assert_eq!(row["decisions"], table.made(seat).to_string());
            assert_eq!(
                row["private"],
                if now.game.terms.private { "yes" } else { "no" }
            );
            assert_eq!(row["player_kind"], "server_bot");
            let winners = standings.iter().filter(|(_, it)| it.rank == 1).count();
            let share = if standings[seat].rank == 1 {
                1.0 / winners as f64
            } else {
                0.0
            };
            assert_eq!(row["win_share"], share.to_string());
            let record = store.matches.record(id).await.unwrap();
            let ended = record.last().unwrap().line.recorded_at.to_string();
            assert_eq!(row["day"], ended[..10]);
            seen += 1;
        }
    }
    let seats: usize = (0..6).map(|round| 2 + round % 3).sum();
    assert_eq!(seen, GameId::ALL.len() * seats);
    support::close(store).await;
}

/// What a query must answer: of each group, its values.
fn grouped(
    rows: &[Row],
    metric: &str,
    per: Per,
    by: &[&str],
) -> BTreeMap<Vec<Option<String>>, Vec<f64>> {
    let mut groups: BTreeMap<Vec<Option<String>>, Vec<f64>> = BTreeMap::new();
    let mut last = None;
    for row in rows {
        if per == Per::Match && last.replace(&row["match"]) == Some(&row["match"]) {
            continue;
        }
        let key = by.iter().map(|id| row.get(*id).cloned()).collect();
        let values = groups.entry(key).or_default();
        values.extend(row.get(metric).map(|value| value.parse::<f64>().unwrap()));
    }
    if by.is_empty() {
        groups.entry(Vec::new()).or_default();
    }
    for values in groups.values_mut() {
        values.sort_by(f64::total_cmp);
    }
    groups
}

pub(crate) fn slowly(values: &[f64], aggregate: Aggregate) -> Option<f64> {
    let n = values.len();
    let mean = || values.iter().sum::<f64>() / n as f64;
    match aggregate {
        Aggregate::N => Some(n as f64),
        Aggregate::Mean | Aggregate::Difference => (n > 0).then(mean),
        Aggregate::Sd => (n > 1).then(|| {
            let squares: f64 = values.iter().map(|value| (value - mean()).powi(2)).sum();
            (squares / (n - 1) as f64).sqrt()
        }),
        Aggregate::Min => values.first().copied(),
        Aggregate::Max => values.last().copied(),
        // The least value that at least this part of all do not exceed.
        Aggregate::Percentile(thousandths) => values
            .iter()
            .find(|value| {
                let no_more = values.iter().filter(|other| other <= value).count();
                no_more * 1000 >= n * usize::from(thousandths)
            })
            .copied(),
    }
}

pub(crate) fn near(a: Option<f64>, b: Option<f64>) -> bool {
    match (a, b) {
        (Some(a), Some(b)) => (a - b).abs() <= 1e-9 * (1.0 + b.abs()),
        (a, b) => a == b,
    }
}

pub(crate) const AGGREGATES: [&str; 8] =
    ["n", "mean", "sd", "min", "max", "median", "p10", "p99.9"];

/// Filters, and the rows they must let pass.
type Filtered = (Vec<Filter>, fn(&Row) -> bool);

fn filtered() -> [Filtered; 6] {
    let between = |on: &str, from: &str, to: &str| {
        let [from, to] = [from, to].map(|bound| Some(bound.to_owned()));
        let test = Test::Between { from, to };
        Filter {
            on: on.to_owned(),
            test,
        }
    };
    [
        (vec![], |_| true),
        (vec![Filter::is_in("seats", &["2", "4"])], |row| {
            row["seats"] != "3"
        }),
        (
            vec![
                Filter::is_in("player", &["bot:greedy"]),
                Filter::is_in("private", &["no"]),
            ],
            |row| row["player"] == "bot:greedy" && row["private"] == "no",
        ),
        (vec![between("final_score", "0", "40")], |row| {
            (0..=40).contains(&row["final_score"].parse::<i32>().unwrap())
        }),
        (vec![between("player", "bot:h", "bot:z")], |row| {
            row["player"] == "bot:random"
        }),
        (
            vec![Filter::is_in(
                "player",
                &["p_ffffffffffffffffffffffffffffffff"],
            )],
            |_| false,
        ),
    ]
}

#[tokio::test]
async fn every_aggregate_of_every_metric_equals_a_slow_computation() {
    let dir = tempfile::tempdir().unwrap();
    let store = support::open(dir.path());
    played(&store, 12).await;
    let aggregates: Vec<Aggregate> = AGGREGATES
        .iter()
        .map(|name| name.parse().unwrap())
        .collect();
    let by: [&[&str]; 5] = [
        &[],
        &["seat"],
        &["player", "seats"],
        &["private", "deal", "rank"],
        &["private", "deal", "seats"],
    ];
    let tells_seats_apart = |id: &&str| ["seat", "player", "rank"].contains(id);
    for &game in GameId::ALL {
        let everybody = rows(&store, &slice(game, Vec::new()));
        for (filters, passes) in &filtered() {
            let slice = slice(game, filters.clone());
            let mut all = everybody.clone();
            all.retain(passes);
            assert_eq!(rows(&store, &slice), all);
            for metric in store::statistics::metrics(game) {
                if !matches!(metric.kind, Kind::Measure | Kind::Rate) || metric.per == Per::Decision
                {
                    continue; // of decisions there are no rows: `decision_times` tries them
                }
                for by in by {
                    let query = Query {
                        slice: slice.clone(),
                        metrics: vec![metric.id.clone()],
                        group_by: by.iter().map(|&id| id.to_owned()).collect(),
                        aggregates: aggregates.clone(),
                        min_n: 0,
                        sort: Sort::Group,
                        limit: None,
                    };
                    let answer = store.statistics.query(&query);
                    if metric.per == Per::Match && by.iter().any(tells_seats_apart) {
                        let refused = answer.unwrap_err();
                        assert!(matches!(refused, Unanswerable::OfSeats { .. }), "{refused}");
                        continue;
                    }
                    let answer = answer.unwrap();
                    let expected = grouped(&all, &metric.id, metric.per, by);
                    assert_eq!(answer.groups.len(), expected.len(), "{query:?}");
                    for group in &answer.groups {
                        for cell in &group.cells {
                            let slow = slowly(&expected[&group.key], cell.aggregate);
                            let cell_is = cell.estimate.value;
                            assert!(near(cell_is, slow), "{cell:?} {slow:?} {query:?}");
                        }
                    }
                }
            }
        }
    }
    support::close(store).await;
}

#[tokio::test]
async fn a_deal_played_twice_is_paired_and_its_plays_are_ranked() {
    let dir = tempfile::tempdir().unwrap();
    let store = support::open(dir.path());
    played(&store, 12).await;
    let game = GameId::Cartographers;
    let all = rows(&store, &slice(game, Vec::new()));
    let deal = &all[0]["deal"];
    let plays = all.iter().filter(|row| row["deal"] == *deal).count();
    let found = store
        .statistics
        .deal(deal.parse().unwrap(), Visibility::All)
        .unwrap();
    assert_eq!(found.plays.len(), plays);
    assert!(found.matches >= 2);
    let slowly = |of: &DealPlay, among: &dyn Fn(&DealPlay) -> bool| {
        let among = found.plays.iter().filter(|play| among(play));
        let scores: Vec<i32> = among.map(|play| play.final_score).collect();
        let below = scores.iter().filter(|score| **score < of.final_score);
        let ties = scores.iter().filter(|score| **score == of.final_score);
        100.0 * (below.count() as f64 + ties.count() as f64 / 2.0) / scores.len() as f64
    };
    for play in &found.plays {
        assert!(near(Some(play.percentile), Some(slowly(play, &|_| true))));
        let of_seat = slowly(play, &|other| other.seat == play.seat);
        assert!(near(Some(play.percentile_of_seat), Some(of_seat)));
    }
    let any_deal = slice(game, vec![Filter::is_known("deal")]);
    assert_eq!(rows(&store, &any_deal), all);
    let to_this = Test::Between {
        from: None,
        to: Some(deal.clone()),
    };
    let to_this = Filter {
        on: "deal".to_owned(),
        test: to_this,
    };
    let mut in_range = all.clone();
    in_range.retain(|row| row["deal"] <= *deal);
    assert_eq!(rows(&store, &slice(game, vec![to_this])), in_range);
    let unknown = "d_00000000000000000000000000000000".parse().unwrap();
    assert_eq!(store.statistics.deal(unknown, Visibility::All), None);

    let bot = |bot: &str| slice(game, vec![Filter::is_in("player", &[bot])]);
    let compared = store
        .statistics
        .compare(&bot("bot:greedy"), &bot("bot:random"), "final_score", 1)
        .unwrap();
    let paired = compared.paired.clone().unwrap();
    let mut by_deal: BTreeMap<&str, [Vec<f64>; 2]> = BTreeMap::new();
    for row in &all {
        let of = usize::from(row["player"] == "bot:random");
        let scores = by_deal.entry(&row["deal"]).or_default();
        scores[of].push(row["final_score"].parse().unwrap());
    }
    let mean = |values: &[f64]| values.iter().sum::<f64>() / values.len() as f64;
    let differences: Vec<f64> = by_deal.values().map(|[a, b]| mean(a) - mean(b)).collect();
    assert!(near(paired.difference.value, Some(mean(&differences))));
    assert_eq!(
        paired.difference.n,
        u64::try_from(differences.len()).unwrap()
    );
    // Enough seats, and too few pairs.
    let few = paired.difference.n + 1;
    assert!(compared.first.n >= few && compared.second.n >= few);
    let compared = store
        .statistics
        .compare(&bot("bot:greedy"), &bot("bot:random"), "final_score", few)
        .unwrap();
    let paired = compared.paired.clone().unwrap();
    assert_eq!((paired.difference.value, paired.narrower), (None, None));
    assert!(paired.difference.suppressed && !compared.difference.suppressed);
    support::close(store).await;
}

#[tokio::test]
async fn forks_are_counted_only_if_asked_for_and_are_no_plays_of_a_deal() {
    let dir = tempfile::tempdir().unwrap();
    let store = support::open(dir.path());
    let secret = Opening {
        seed: None,
        ..support::two_players()
    };
    let parent = store.matches.open(&support::asker(1), secret, None).await;
    let parent = parent.unwrap().now.id;
    support::play(&store, parent, usize::MAX).await;
    let record = store.matches.record(parent).await.unwrap();
    let seat = |number| Place::Player {
        player: support::player(number),
    };
    let forking = Forking {
        parent,
        step: record[record.len() / 2].line.tip().version,
        chance: Chance::Keep,
        viewer: Viewer::Referee,
        places: BySeat::new(2, |at| seat(at.0 + 1)),
        seated: vec![(Seat(0), support::player(1)), (Seat(1), support::player(2))],
        seed: None,
        open_hands: false,
        settings: domain::matches::Settings::default(),
        private: false,
    };
    let by = support::asker(1);
    let fork = store.matches.fork(&by, forking, None).await.unwrap();
    let fork = fork.now.id;
    support::play(&store, fork, usize::MAX).await;
    over(&store, &[fork]).await;
    let matches = |filters| {
        let slice = slice(GameId::ALL[0], filters);
        store.statistics.matches(&slice, 0, 10).unwrap().matches
    };
    assert_eq!(matches(Vec::new()), [parent]);
    let forked = Filter::is_in("forked", &["yes"]);
    let is_known = "its players know the cards";
    assert!(matches(vec![forked.clone()]).is_empty(), "{is_known}");
    let both = vec![forked, Filter::is_in("foreknown", &["yes"])];
    assert_eq!(matches(both), [fork]);
    let row = rows(&store, &slice(GameId::ALL[0], Vec::new())).remove(0);
    let deal = row["deal"].parse().unwrap();
    let plays = store.statistics.deal(deal, Visibility::All).unwrap().plays;
    assert!(plays.iter().all(|play| play.r#match == parent));
    support::close(store).await;
}

#[tokio::test]
async fn choices_and_cells_add_up_to_what_seats_did() {
    let dir = tempfile::tempdir().unwrap();
    let store = support::open(dir.path());
    let ids = played(&store, 6).await;
    for &game in GameId::ALL {
        let (mut offered, mut taken, mut filled) = (BTreeMap::new(), BTreeMap::new(), 0);
        for id in &ids {
            let record = store.matches.record(*id).await.unwrap();
            let events = record.iter().flat_map(|commit| &commit.events);
            let facts = domain::matches::facts::of(events).unwrap();
            if facts.game != game {
                continue;
            }
            for (_, notes) in facts.seats.iter() {
                filled += notes.cells.len();
                for (item, times) in &notes.choices {
                    let key = (item.kind.to_string(), item.item.to_string());
                    *offered.entry(key.clone()).or_default() += u64::from(times.offered);
                    *taken.entry(key).or_default() += u64::from(times.taken);
                }
            }
        }
        let all = slice(game, Vec::new());
        let choices = store.statistics.choices(&all, None, 0).unwrap();
        let over_all = choices
            .choices
            .iter()
            .filter(|choice| choice.round.is_none());
        let (mut found_offered, mut found_taken) = (BTreeMap::new(), BTreeMap::new());
        for choice in over_all {
            let key = (choice.kind.clone(), choice.item.clone());
            let rounds = choices.choices.iter().filter(|other| {
                other.round.is_some() && (&other.kind, &other.item) == (&choice.kind, &choice.item)
            });
            assert_eq!(
                rounds.map(|round| round.offered).sum::<u64>(),
                choice.offered
            );
            found_offered.insert(key.clone(), choice.offered);
            found_taken.insert(key, choice.taken);
        }
        assert_eq!((found_offered, found_taken), (offered, taken));
        let heatmap = store.statistics.heatmap(&all, 0).unwrap();
        let heat = heatmap.cells.iter().flat_map(|heat| &heat.by_rank);
        assert_eq!(
            heat.map(|rank| rank.count).sum::<u64>(),
            u64::try_from(filled).unwrap()
        );
    }
    support::close(store).await;
}

#[tokio::test]
async fn what_is_not_there_is_named_with_what_is() {
    let dir = tempfile::tempdir().unwrap();
    let store = support::open(dir.path());
    let game = GameId::Cartographers;
    let query = |metric: &str, by: &[&str], filters| Query {
        slice: slice(game, filters),
        metrics: vec![metric.to_owned()],
        group_by: by.iter().map(|&id| id.to_owned()).collect(),
        aggregates: vec![Aggregate::Mean],
        min_n: 1,
        sort: Sort::Group,
        limit: None,
    };
    let refused = |query| store.statistics.query(&query).unwrap_err();
    let Unanswerable::Unknown { what, known, .. } = refused(query("elegance", &[], vec![])) else {
        panic!("a metric is unknown")
    };
    assert!(what == IdKind::Metric && known.contains(&"final_score".to_owned()));
    for wrong in [
        query("final_score", &["elegance"], vec![]),
        query("final_score", &[], vec![Filter::is_in("elegance", &["1"])]),
    ] {
        assert!(matches!(
            refused(wrong),
            Unanswerable::Unknown {
                what: IdKind::Dimension,
                ..
            }
        ));
    }
    let no_number = query("final_score", &[], vec![Filter::is_in("seats", &["two"])]);
    assert!(matches!(refused(no_number), Unanswerable::NoNumber { .. }));
    let too_many_dimensions = query("final_score", &["seat", "seats", "rank", "day"], vec![]);
    assert_eq!(
        refused(too_many_dimensions),
        Unanswerable::TooManyDimensions
    );
    let none = store
        .statistics
        .query(&query("final_score", &[], vec![]))
        .unwrap();
    let none = &none.groups[0].cells[0].estimate;
    assert_eq!((none.n, none.value), (0, None), "no data is no zero");
    support::close(store).await;
}

#[tokio::test]
async fn private_matches_are_counted_for_nobody_else_and_pages_hold_each_match_once() {
    let dir = tempfile::tempdir().unwrap();
    let store = support::open(dir.path());
    played(&store, 6).await;
    let game = GameId::BunnyKingdom;
    let all = slice(game, Vec::new());
    let public = Slice {
        with_private: Visibility::Public,
        ..all.clone()
    };
    let asked_for = Slice {
        filters: vec![Filter::is_in("private", &["yes"])],
        with_private: Visibility::Public,
        ..all.clone()
    };
    let count = |slice: &Slice| {
        store
            .statistics
            .matches(slice, 0, 100)
            .unwrap()
            .matches
            .len()
    };
    assert_eq!([&all, &public, &asked_for].map(count), [6, 5, 0]);
    let (mut paged, mut after) = (Vec::new(), Some(0));
    while let Some(from) = after {
        let page = store.statistics.matches(&all, from, 4).unwrap();
        paged.extend(page.matches);
        after = page.next;
    }
    assert_eq!(
        paged,
        store.statistics.matches(&all, 0, 100).unwrap().matches
    );
    support::close(store).await;
}

#[tokio::test]
async fn too_few_are_suppressed_and_the_present_month_is_partial() {
    let dir = tempfile::tempdir().unwrap();
    let store = support::open(dir.path());
    played(&store, 3).await;
    let query = |min_n| Query {
        slice: slice(GameId::Cartographers, Vec::new()),
        metrics: vec!["win_index".to_owned()],
        group_by: vec!["month".to_owned()],
        aggregates: vec![Aggregate::Mean],
        min_n,
        sort: Sort::Group,
        limit: None,
    };
    let about = store.statistics.query(&query(1)).unwrap().about.clone();
    let told: Vec<&str> = about
        .population
        .iter()
        .map(|filter| filter.on.as_str())
        .collect();
    let held = [
        "deal_closed",
        "foreknown",
        "forked",
        "imported",
        "rules",
        "server_made",
    ];
    assert_eq!(told, held);
    assert_eq!(about.as_of_position, store.integrity().position);
    let ask = |min_n| store.statistics.query(&query(min_n)).unwrap().groups[0].clone();
    assert!(ask(1).partial);
    let month = ask(1).key[0].clone().unwrap();
    let of_month = |month: &str| {
        let mut query = query(1);
        query.slice.filters = vec![Filter::is_in("month", &[month])];
        query.group_by.clear();
        store.statistics.query(&query).unwrap().groups[0].partial
    };
    assert_eq!([of_month(&month), of_month("2001-01")], [true, false]);
    let between = |from: Option<&str>, to: Option<&str>| {
        let mut query = query(1);
        let [from, to] = [from, to].map(|end| end.map(str::to_owned));
        query.slice.filters = vec![Filter {
            on: "month".to_owned(),
            test: Test::Between { from, to },
        }];
        query.group_by.clear();
        store.statistics.query(&query).unwrap().groups[0].partial
    };
    assert!(between(Some("2001-01"), None) && between(None, Some("2999-12")));
    assert!(!between(None, Some("2001-01")) && !between(None, None));
    let [shown, hidden] = [ask(1), ask(100)].map(|group| group.cells[0].estimate.clone());
    assert!(
        near(shown.value, Some(1.0)),
        "all seats together win 1.0: {shown:?}"
    );
    assert_eq!(
        (hidden.value, hidden.suppressed, hidden.n),
        (None, true, shown.n)
    );
    support::close(store).await;
}

#[tokio::test]
async fn greedy_is_rated_above_random() {
    let dir = tempfile::tempdir().unwrap();
    let store = support::open(dir.path());
    let bots = [Bot::Greedy, Bot::Random].map(|bot| Place::Bot { bot });
    let mut ids = Vec::new();
    for _ in 0..8 {
        let opening = Opening {
            seed: None,
            ..support::opening(&bots)
        };
        let answer = store.matches.open(&Asker::Server, opening, None).await;
        ids.push(answer.unwrap().now.id);
    }
    over(&store, &ids).await;
    let ratings = store.statistics.ratings(GameId::ALL[0]);
    let names: Vec<&str> = ratings
        .players
        .iter()
        .map(|it| it.player.as_str())
        .collect();
    assert_eq!(
        (ratings.matches, names),
        (8, vec!["bot:greedy", "bot:random"])
    );
    assert_eq!(
        store.statistics.ratings(GameId::ALL[0]),
        ratings,
        "rated once"
    );
    support::close(store).await;
}

#[test]
fn ids_of_the_store_keep_their_meaning_for_ever() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden/catalogue.txt");
    let game = GameId::ALL[0];
    let own = store::statistics::metrics(game).skip(game.catalogue().len());
    let line = |it: &domain::facts::Metric| {
        let (id, kind, per, unit) = (&it.id, it.kind, it.per, it.unit);
        format!(
            "{id} | {kind:?} per {per:?} in {unit:?} since {} | {}\n",
            it.since, it.definition
        )
    };
    let now: String = own.map(line).collect();
    let golden = std::fs::read_to_string(&path).unwrap_or_default();
    let gone = golden.lines().find(|line| !now.contains(line));
    assert_eq!(gone, None, "an id vanished or changed its meaning");
    if std::env::var_os("UPDATE_GOLDEN").is_some() {
        std::fs::write(&path, &now).unwrap();
    } else {
        assert_eq!(golden, now, "new ids; `make golden` writes them down");
    }
}

#[tokio::test]
async fn matches_whose_players_could_know_what_comes_are_neither_counted_nor_rated() {
    let dir = tempfile::tempdir().unwrap();
    let store = support::open(dir.path());
    let game = GameId::ALL[0];
    let clients = Opening {
        seed: None,
        ..support::two_players()
    };
    let bots = Opening {
        places: BySeat::new(2, |_| Place::Bot { bot: Bot::Random }),
        seated: Vec::new(),
        seed: Some(Seed([4; 32])),
        ..clients.clone()
    };
    let open = Opening {
        open_hands: true,
        ..clients.clone()
    };
    let seeded = Opening {
        seed: Some(Seed([3; 32])),
        ..clients.clone()
    };
    let mut ids = Vec::new();
    for opening in [clients, open, seeded, bots] {
        let has_clients = !opening.seated.is_empty();
        let opened = store.matches.open(&support::asker(1), opening, None).await;
        let id = opened.unwrap().now.id;
        if has_clients {
            support::play(&store, id, usize::MAX).await;
        }
        ids.push(id);
    }
    over(&store, &ids).await;
    let matches = |filters| {
        let slice = slice(game, filters);
        let mut found = store.statistics.matches(&slice, 0, 10).unwrap().matches;
        found.sort_unstable();
        found
    };
    let sorted = |nths: &[usize]| {
        let mut expected: Vec<MatchId> = nths.iter().map(|&nth| ids[nth]).collect();
        expected.sort_unstable();
        expected
    };
    assert_eq!(matches(Vec::new()), sorted(&[0, 3]));
    assert_eq!(
        matches(vec![Filter::is_known("foreknown")]),
        sorted(&[0, 1, 2, 3])
    );
    assert_eq!(
        matches(vec![Filter::is_in("foreknown", &["yes"])]),
        sorted(&[1, 2])
    );
    let rated = store.statistics.ratings(game);
    assert_eq!(
        rated.matches, 1,
        "with open hands or a known seed nobody is rated"
    );
    support::close(store).await;
}

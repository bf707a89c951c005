//! Matches taken in from elsewhere: marked for ever, counted apart, and played on by nobody.
#![allow(clippy::unwrap_used, reason = "a test says what it needs by panicking")]

use std::path::Path;

use domain::{BySeat, GameId, bots::Bot, matches::Place};
use store::{
    Asker, CompleteRecord, Imported, MatchId, Opening, RequestError, Store, Timestamp, Visibility,
    portable,
    statistics::{Aggregate, ExportTable, Filter, Query, Slice, Sort},
};

use crate::{
    statistics::{over, rows, slice},
    support,
};

pub(crate) const MARK: &str = r#""imported":true,"#;

/// A match of the server's bots that can be rated, over.
pub(crate) async fn of_bots(store: &Store, bots: [Bot; 2]) -> MatchId {
    let opening = Opening {
        options: GameId::ALL[0].default_options(),
        places: BySeat::new(2, |seat| Place::Bot {
            bot: bots[usize::from(seat.0)],
        }),
        seated: Vec::new(),
        seed: None,
        arranged: None,
        open_hands: false,
        private: false,
        settings: domain::matches::Settings::default(),
    };
    let answer = store.matches.open(&Asker::Server, opening, None).await;
    let id = answer.unwrap().now.id;
    over(store, &[id]).await;
    id
}

pub(crate) fn whole(lines: &[String]) -> CompleteRecord {
    CompleteRecord::read(&mut lines.join("\n").as_bytes()).unwrap()
}

/// A match that was played in a store of its own, and its lines.
async fn elsewhere(bots: [Bot; 2]) -> (MatchId, Vec<String>) {
    let dir = tempfile::tempdir().unwrap();
    let store = support::open(dir.path());
    let id = of_bots(&store, bots).await;
    let lines = support::lines(&store, id).await;
    support::close(store).await;
    (id, lines)
}

fn exported(dir: &Path) -> Vec<String> {
    let mut all = Vec::new();
    portable::export(dir, &mut all).unwrap();
    let all = String::from_utf8(all).unwrap();
    all.lines().map(str::to_owned).collect()
}

fn refused<T>(answer: Result<T, RequestError>) -> &'static str {
    match answer {
        Err(RequestError::Rejected(rejection)) => rejection.code,
        Err(error) => panic!("{error}"),
        Ok(_) => panic!("it was not refused"),
    }
}

#[tokio::test]
async fn every_commit_of_an_imported_match_bears_the_mark_for_ever() {
    let (dir, copy) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let (id, there) = elsewhere([Bot::Greedy, Bot::Random]).await;
    assert!(there.iter().all(|line| !line.contains(MARK)));
    let store = support::open(dir.path());
    let own = support::played(&store, usize::MAX).await;
    store.matches.import(whole(&there)).await.unwrap();
    let lines = support::lines(&store, id).await;
    for (nth, (line, there)) in lines.iter().zip(&there).enumerate() {
        let position = support::lines(&store, own).await.len() + nth + 1;
        let (_, body) = there.split_once(',').unwrap();
        assert_eq!(*line, format!(r#"{{"position":{position},{MARK}{body}"#));
    }
    let shown = support::lists(&store).await;
    assert_eq!(
        [&shown.0[0], &shown.0[1]].map(|row| (row.id, row.imported)),
        [(id, true), (own, false)]
    );
    assert_eq!(
        [&shown.1[0], &shown.1[1]].map(|row| (row.id, row.imported)),
        [(id, true), (own, false)]
    );
    support::close(store).await;

    // The index and every projection are built anew from the journal.
    for derived in ["events", "projections"] {
        std::fs::remove_dir_all(dir.path().join(derived)).unwrap();
    }
    let store = support::open(dir.path());
    assert_eq!(support::lines(&store, id).await, lines);
    assert_eq!(support::lists(&store).await, shown);
    assert!(store.matches.verify(id).await.unwrap().valid);
    assert!(store.statistics.check(|_| {}).await.unwrap().consistent);
    support::close(store).await;
    assert!(
        portable::verify_store(dir.path())
            .unwrap()
            .problems
            .is_empty()
    );

    // A copy of the whole store keeps it, to the byte.
    let all = exported(dir.path());
    portable::import(copy.path(), &mut all.join("\n").as_bytes()).unwrap();
    assert_eq!(exported(copy.path()), all);
    let store = support::open(copy.path());
    assert!(store.matches.current(id).await.unwrap().imported);
    assert!(!store.matches.current(own).await.unwrap().imported);
    support::close(store).await;
}

#[tokio::test]
async fn a_record_that_bears_the_mark_is_taken_in_like_any_other() {
    let (id, there) = elsewhere([Bot::Random; 2]).await;
    let mut taken_in = Vec::new();
    for record in [&there, &there.iter().map(|line| marked(line)).collect()] {
        let dir = tempfile::tempdir().unwrap();
        let store = support::open(dir.path());
        let imported = store.matches.import(whole(record)).await.unwrap();
        assert_eq!(imported, Imported::New);
        let again = store.matches.import(whole(&there)).await.unwrap();
        assert_eq!(again, Imported::Known, "whichever form it comes in");
        taken_in.push(support::lines(&store, id).await);
        support::close(store).await;
    }
    assert_eq!(taken_in[0], taken_in[1]);
}

fn marked(line: &str) -> String {
    line.replacen(r#""hash":"#, &format!(r#"{MARK}"hash":"#), 1)
}

/// All that statistics say of a game's seats, but for how far the log was read.
fn said(store: &Store, slice: &Slice) -> String {
    let query = Query {
        slice: slice.clone(),
        metrics: vec!["win_index".to_owned()],
        group_by: vec!["player".to_owned()],
        aggregates: vec![Aggregate::N, Aggregate::Mean],
        min_n: 0,
        sort: Sort::Group,
        limit: None,
    };
    let statistics = &store.statistics;
    let ratings = statistics.ratings(slice.game);
    let files = [
        ExportTable::Seats,
        ExportTable::Offers,
        ExportTable::Cells,
        ExportTable::Decisions,
    ]
    .map(|table| statistics.export(slice, table).unwrap().1);
    let said = (
        &statistics.query(&query).unwrap().groups,
        (ratings.matches, &ratings.players),
        statistics.matches(slice, 0, 100).unwrap().matches,
        &statistics.choices(slice, None, 0).unwrap().choices,
        &statistics.heatmap(slice, 0).unwrap().cells,
        files.map(|file| file.map(|batch| batch.rows).sum::<usize>()),
    );
    format!("{said:?}")
}

#[tokio::test]
async fn nobody_shifts_statistics_or_ratings_by_importing_unless_they_are_asked_for() {
    let dir = tempfile::tempdir().unwrap();
    let store = support::open(dir.path());
    let game = GameId::ALL[0];
    let all = slice(game, Vec::new());
    let imported = |words: &[&str]| slice(game, vec![Filter::is_in("imported", words)]);
    let mut own = Vec::new();
    for _ in 0..3 {
        own.push(of_bots(&store, [Bot::Greedy, Bot::Random]).await);
    }
    let before = said(&store, &all);
    let (id, record) = elsewhere([Bot::Random, Bot::Greedy]).await;
    store.matches.import(whole(&record)).await.unwrap();
    over(&store, &[id]).await;
    assert_eq!(said(&store, &all), before);
    let matches = |slice: &Slice| store.statistics.matches(slice, 0, 100).unwrap().matches;
    assert_eq!(matches(&imported(&["no"])), own);
    assert_eq!(matches(&imported(&["yes"])), [id]);
    let any = slice(game, vec![Filter::is_known("imported")]);
    assert_eq!(matches(&any), [own, vec![id]].concat());

    let deals = rows(&store, &any)
        .into_iter()
        .map(|row| row["deal"].clone());
    let deals: Vec<String> = deals.collect();
    let plays = |deal: &String| {
        store
            .statistics
            .deal(deal.parse().unwrap(), Visibility::All)
    };
    assert!(plays(&deals[0]).is_some());
    assert_eq!(plays(deals.last().unwrap()), None, "nobody played it here");
    support::close(store).await;
}

#[tokio::test]
async fn what_is_left_of_an_interrupted_import_is_played_by_nobody() {
    let (dir, half) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let (id, record) = elsewhere([Bot::Random; 2]).await;
    let store = support::open(dir.path());
    store.matches.import(whole(&record)).await.unwrap();
    support::close(store).await;
    let mut some = exported(dir.path());
    some.truncate(record.len() / 2);
    portable::import(half.path(), &mut some.join("\n").as_bytes()).unwrap();

    let store = support::open(half.path());
    let now = store.matches.current(id).await.unwrap();
    assert!(now.imported && now.game.next_bot().is_some());
    let (by, request) = support::next_request(&now.game).unwrap();
    for by in [by, Asker::Server] {
        let tried = store.matches.try_out(id, &by, request.clone()).await;
        assert_eq!(refused(tried), "import_incomplete");
        let at = Timestamp::now();
        let asked = store.matches.request(id, &by, request.clone(), at, None);
        assert_eq!(refused(asked.await), "import_incomplete");
    }
    // Bots are called to what is played here, and play that.
    of_bots(&store, [Bot::Random; 2]).await;
    assert_eq!(store.matches.current(id).await.unwrap().tip, now.tip);
    let imported = store.matches.import(whole(&record)).await.unwrap();
    assert_eq!(imported, Imported::New, "it is taken up again");
    let lines = support::lines(&store, id).await;
    assert!(lines.len() == record.len() && lines.iter().all(|line| line.contains(MARK)));
    assert!(store.matches.verify(id).await.unwrap().finished);
    let (by, request) = (support::asker(1), domain::matches::Request::Start);
    let asked = store
        .matches
        .request(id, &by, request, Timestamp::now(), None);
    assert_eq!(refused(asked.await), "started", "it is like any other");
    support::close(store).await;
}

#[tokio::test]
async fn a_match_that_is_played_here_is_not_finished_by_a_record_of_it() {
    let (dir, copy) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let store = support::open(dir.path());
    let id = support::played(&store, 5).await;
    support::close(store).await;
    let all = exported(dir.path()).join("\n");
    portable::import(copy.path(), &mut all.as_bytes()).unwrap();
    let elsewhere = support::open(copy.path());
    support::play(&elsewhere, id, usize::MAX).await;
    let record = support::lines(&elsewhere, id).await;
    support::close(elsewhere).await;

    let store = support::open(dir.path());
    let import = store.matches.import(whole(&record)).await;
    assert!(matches!(import, Err(RequestError::MatchExists(_))));
    support::play(&store, id, usize::MAX).await;
    assert!(store.matches.current(id).await.unwrap().game.is_over());
    support::close(store).await;
}

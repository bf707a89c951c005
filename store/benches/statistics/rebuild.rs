//! Facts built from nothing: how many events and seats a second.

use std::{
    fs,
    hint::black_box,
    time::{Duration, Instant},
};

use domain::{BySeat, GameId, Seed, bots::Bot, matches::Place};
use store::{
    Asker, Config, Opening, Position, Store, Visibility,
    statistics::{Aggregate, Query, Slice, Sort},
};

/// Plays so many matches of the server's bots, and builds their facts anew.
pub(crate) async fn rebuild(matches: usize) {
    let dir = tempfile::tempdir().unwrap();
    let config = Config::new(dir.path());
    let store = Store::open(&config).unwrap();
    let events = played(&store, matches).await;
    assert!(store.statistics.check(|_| {}).await.unwrap().consistent);
    repeated(&store);
    let of_bots = store.statistics.progress();
    store.close().await.unwrap();
    drop(store);

    for projection in fs::read_dir(dir.path().join("projections")).unwrap() {
        let projection = projection.unwrap();
        if projection
            .file_name()
            .to_string_lossy()
            .starts_with("facts-")
        {
            fs::remove_dir_all(projection.path()).unwrap();
        }
    }
    let start = Instant::now();
    let store = Store::open(&config).unwrap();
    let mut told = Duration::ZERO;
    let mut at = Position::START;
    while at < of_bots.head {
        store.statistics.at_least(next(at)).await.unwrap();
        at = store.statistics.progress().as_of_position;
        if start.elapsed() > told {
            println!("  rebuilt up to {at} of {}", of_bots.head);
            told = start.elapsed() + Duration::from_millis(500);
        }
    }
    let seconds = start.elapsed().as_secs_f64();
    let rebuilt = store.statistics.progress();
    assert_eq!(rebuilt.seats, of_bots.seats);
    println!(
        "rebuilt {matches} matches, {} commits, {events} events, {} seats in {seconds:.2} s: \
         {:.0} events/s, {:.0} seat facts/s; {:.0} bytes a seat",
        store.commits(),
        rebuilt.seats,
        f64::from(events) / seconds,
        rebuilt.seats as f64 / seconds,
        rebuilt.bytes as f64 / rebuilt.seats as f64,
    );
    store.close().await.unwrap();
}

/// The position after another.
fn next(position: Position) -> Position {
    Position::of_key((u64::from_be_bytes(position.key()) + 1).to_be_bytes())
}

/// Matches of every game, one after the other; how many events they have.
async fn played(store: &Store, matches: usize) -> u32 {
    let mut ids = Vec::new();
    for nth in 0..matches {
        let opening = Opening {
            options: GameId::ALL[nth % GameId::ALL.len()].default_options(),
            places: BySeat::new(4, |_| Place::Bot { bot: Bot::Random }),
            seated: Vec::new(),
            seed: Some(Seed([u8::try_from(nth % 250).unwrap(); 32])),
            arranged: None,
            open_hands: false,
            private: false,
            settings: domain::matches::Settings::default(),
        };
        let answer = store.matches.open(&Asker::Server, opening, None).await;
        ids.push(answer.unwrap().now.id);
    }
    let mut events = 0;
    for id in &ids {
        let mut version = store.matches.watch(*id);
        while !store.matches.current(*id).await.unwrap().game.is_over() {
            version.changed().await.unwrap();
        }
        events += store.matches.current(*id).await.unwrap().version();
    }
    store
        .statistics
        .at_least(store.integrity().position)
        .await
        .unwrap();
    events
}

/// The same question again: its answer is known.
fn repeated(store: &Store) {
    let query = Query {
        slice: Slice {
            game: GameId::ALL[0],
            filters: vec![],
            with_private: Visibility::Public,
            still_closed: Vec::new(),
        },
        metrics: vec!["final_score".to_owned()],
        group_by: vec!["seat".to_owned()],
        aggregates: vec![Aggregate::Mean],
        min_n: 1,
        sort: Sort::Group,
        limit: None,
    };
    store.statistics.query(&query).unwrap();
    let times = (0..10_000).map(|_| {
        let start = Instant::now();
        black_box(store.statistics.query(&query).unwrap());
        start.elapsed()
    });
    let mut times: Vec<Duration> = times.collect();
    times.sort_unstable();
    let us = |nth: usize| times[nth].as_secs_f64() * 1e6;
    println!(
        "a repeated query: p50 {:.1} us, p99 {:.1} us",
        us(5_000),
        us(9_900)
    );
}

//! Lists that follow the log.
#![allow(clippy::unwrap_used, reason = "a test says what it needs by panicking")]

use std::{path::Path, time::Duration};

use store::{
    Hash, LobbyFilter, LobbyRow, Opening, PlayerRow, ResultRow, ResultsFilter, Status, Store,
    Timestamp,
};

use crate::support::{self, asker, player};

type Lists = (Vec<LobbyRow>, Vec<ResultRow>);

async fn everything(store: &Store) -> (Lists, Vec<PlayerRow>) {
    (support::lists(store).await, support::players(store).await)
}

#[tokio::test]
async fn a_list_built_anew_equals_the_one_that_followed() {
    let dir = tempfile::tempdir().unwrap();
    let store = support::open(dir.path());
    for decisions in [0, 5, usize::MAX, 30, usize::MAX] {
        support::played(&store, decisions).await;
    }
    let open = domain::matches::Place::Open;
    let opening = support::opening(&[open.clone(), open]);
    store.matches.open(&asker(3), opening, None).await.unwrap();
    for name in ["Ada", "Bob", "Cid"] {
        let wanted = store::Registration {
            name: name.to_owned(),
            unique_name: false,
            kind: store::PlayerKind::Person,
            version: None,
        };
        let register = store.players.register(wanted, |id| Hash::of(&id.0), None);
        let player = register.await.unwrap().player;
        if name == "Bob" {
            store.players.delete(&player.id, None).await.unwrap();
        }
    }
    let live = everything(&store).await;
    let ((matches, results), players) = &live;
    assert_eq!((matches.len(), results.len(), players.len()), (6, 2, 2));
    support::close(store).await;

    let store = support::open(dir.path());
    assert_eq!(
        everything(&store).await,
        live,
        "it went on where it stopped"
    );
    support::close(store).await;

    std::fs::remove_dir_all(dir.path().join("projections")).unwrap();
    let store = support::open(dir.path());
    assert_eq!(everything(&store).await, live, "it was built again");
    support::close(store).await;
}

/// Opens a store all of whose tables are too large for a start to wait for.
fn open_late(dir: &Path) -> Store {
    let config = store::Config {
        late_table_bytes: 0,
        ..support::config(dir)
    };
    Store::open(&config).unwrap()
}

/// How many seats there are facts of, once they have come to the end of the log.
async fn seats_counted(store: &Store) -> usize {
    let head = store.integrity().position;
    store.statistics.at_least(head).await.unwrap();
    store.statistics.progress().seats
}

#[tokio::test]
async fn large_lists_are_read_behind_the_store_and_are_what_they_were() {
    let dir = tempfile::tempdir().unwrap();
    let store = support::open(dir.path());
    support::played(&store, usize::MAX).await;
    let live = everything(&store).await;
    let counted = seats_counted(&store).await;
    assert!(counted > 0);
    support::close(store).await;

    let store = open_late(dir.path());
    let id = support::played(&store, 0).await;
    assert!(store.matches.current(id).await.unwrap().version() > 0);
    store.opened().await.unwrap();
    assert!(store.is_ready());
    assert_eq!(seats_counted(&store).await, counted);
    support::close(store).await;

    // Nobody waits at the end for what is still being read.
    let checked = |how: &str| store::Config {
        late_table_bytes: 0,
        index_check: [
            "sh",
            "-c",
            &format!("case $0 in *events) ;; *) {how} ;; esac"),
        ]
        .map(Into::into)
        .to_vec(),
        ..support::config(dir.path())
    };
    let store = Store::open(&checked("exec sleep 600")).unwrap();
    let listed = store.lobby.list(&LobbyFilter::default(), None, 1);
    assert!(
        matches!(listed, Err(store::StoreError::Opening)),
        "{listed:?}"
    );
    assert!(!store.is_ready());
    let closed = tokio::time::timeout(Duration::from_secs(60), support::close(store));
    closed.await.unwrap();

    // Whoever is told to stop has found nothing.
    let store = Store::open(&checked("kill -TERM $$")).unwrap();
    store.failed().await;
    assert!(dir.path().join("projections/lobby-v5/db").exists());
    support::close(store).await;

    let damaged = sled::open(dir.path().join("projections/results-v8")).unwrap();
    damaged.insert("r", "no row").unwrap();
    drop(damaged);
    let store = open_late(dir.path());
    store.opened().await.unwrap();
    let ((_, results), _) = everything(&store).await;
    assert_eq!(results, live.0.1, "it was built again");
    support::close(store).await;
}

#[tokio::test]
async fn matches_are_found_by_status_player_and_page() {
    let dir = tempfile::tempdir().unwrap();
    let store = support::open(dir.path());
    let finished = support::played(&store, usize::MAX).await;
    let running = support::played(&store, 2).await;
    let hidden = Opening {
        private: true,
        ..support::two_players()
    };
    store.matches.open(&asker(1), hidden, None).await.unwrap();
    let (all, _) = support::lists(&store).await;
    assert_eq!(all.len(), 3);
    let find = |status, player| {
        let filter = LobbyFilter {
            status,
            player,
            ..LobbyFilter::default()
        };
        let page = store.lobby.list(&filter, None, 10).unwrap();
        page.rows.iter().map(|row| row.id).collect::<Vec<_>>()
    };
    assert_eq!(find(None, None), [running, finished]);
    assert_eq!(find(Some(Status::Running), None), [running]);
    assert_eq!(find(Some(Status::Finished), Some(player(2))), [finished]);
    assert_eq!(find(None, Some(player(9))), []);

    let one = store.lobby.list(&LobbyFilter::default(), None, 1).unwrap();
    assert_eq!(one.as_of_position, store.integrity().position);
    let rest = store
        .lobby
        .list(&LobbyFilter::default(), one.next, 1)
        .unwrap();
    assert_eq!((one.rows[0].id, rest.rows[0].id), (running, finished));

    let of_player = ResultsFilter {
        player: Some(player(1)),
        seats: Some(2),
        ..ResultsFilter::default()
    };
    let results = store.finished(&of_player, None, 10).unwrap().rows;
    let ended_at = results[0].ended_at;
    for of in [None, Some(player(1))] {
        let found = |is_late: &dyn Fn(Timestamp) -> bool| {
            let behind = store.results.behind(of.as_ref(), is_late).unwrap();
            let page = store.finished(&of_player, Some(behind), 10).unwrap();
            page.rows.len()
        };
        assert_eq!(found(&|at| at > ended_at), 1);
        assert_eq!(found(&|at| at >= ended_at), 0);
    }
    let now = store.matches.current(finished).await.unwrap();
    let standings = now.game.table().unwrap().standings.clone().unwrap();
    let expected = standings.map(|_, standing| (standing.rank, standing.total));
    assert_eq!(
        results[0]
            .placings
            .map(|_, placing| (placing.rank, placing.total)),
        expected
    );
    assert_eq!(store.lobby.get(running).unwrap().unwrap().version, {
        store.matches.current(running).await.unwrap().version()
    });
}

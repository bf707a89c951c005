//! Tournaments: what is kept of them, and that the same seed and results give the same rounds.
#![allow(clippy::unwrap_used, reason = "a test says what it needs by panicking")]

use std::{path::Path, sync::Arc};

use domain::{GameId, Seed, bots::Bot};
use store::{
    Store, Tournament, TournamentPlan,
    batches::{BatchState, Dealing, LineUpSeat},
    record::Line,
    tournaments::{DropReason, Entrant, System, TournamentEvent, TournamentStopReason},
};

use crate::support::{self, asker};

fn player(number: u8) -> LineUpSeat {
    LineUpSeat::Player {
        player: support::player(number),
    }
}

/// Bots of the server, and these players.
fn plan(players: &[u8]) -> TournamentPlan {
    let bots = [Bot::Greedy, Bot::Random].map(LineUpSeat::from);
    let members = bots.into_iter().chain(players.iter().copied().map(player));
    let entrants = members.map(|it| Entrant { members: vec![it] });
    TournamentPlan {
        options: GameId::Cartographers.default_options(),
        seats: 2,
        system: System::Swiss,
        entrants: entrants.collect(),
        rounds: Some(2),
        deals: 2,
        dealing: Dealing::Own,
        settings: Box::default(),
    }
}

async fn planned(store: &Store, plan: TournamentPlan) -> Arc<Tournament> {
    let seed = Some(Seed([5; 32]));
    let planned = store.tournaments.plan(&asker(1), plan, seed, None).await;
    planned.unwrap().tournament
}

/// The tournament after its end.
async fn ended(store: &Store, tournament: &Tournament) -> Arc<Tournament> {
    loop {
        let now = store.tournaments.get(tournament.id).unwrap();
        if now.ended_at.is_some() {
            return now;
        }
        tokio::task::yield_now().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_same_seed_gives_the_same_tournament_and_it_is_read_as_it_was() {
    let dir = tempfile::tempdir().unwrap();
    let store = support::open(dir.path());
    let (one, other) = (planned(&store, plan(&[])), planned(&store, plan(&[])));
    let (one, other) = (one.await, other.await);
    let [one, other] = [ended(&store, &one).await, ended(&store, &other).await];
    assert_eq!(one.state(), BatchState::Finished);
    assert!(!one.is_partial());
    assert_eq!(one.matches().count(), 4);
    assert_eq!(one.standings(), other.standings());
    support::close(store).await;
    let store = support::open(dir.path());
    assert_eq!(store.tournaments.get(one.id).unwrap(), one);
    support::close(store).await;
}

/// The commits of tournaments in a store that nobody has open.
fn commits_of_tournaments(dir: &Path) -> Vec<String> {
    let mut exported = Vec::new();
    store::portable::export(dir, &mut exported).unwrap();
    let lines = String::from_utf8(exported).unwrap();
    let of_one = |line: &&str| line.contains(r#""stream":"t_"#);
    lines.lines().filter(of_one).map(str::to_owned).collect()
}

/// Written by schema 1: a tournament that was played, one of whose entrants refused; and one that
/// was stopped while it waited. Records are for ever, so what was written once must be read.
#[tokio::test(flavor = "multi_thread")]
async fn what_was_written_of_a_tournament_is_read_for_ever() {
    let golden = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden/tournament-1.ndjson");
    if std::env::var_os("UPDATE_GOLDEN").is_some() && !golden.exists() {
        let dir = tempfile::tempdir().unwrap();
        let store = support::open(dir.path());
        let played = planned(&store, plan(&[2])).await;
        store
            .tournaments
            .refuse(played.id, &asker(2))
            .await
            .unwrap();
        ended(&store, &played).await;
        let stopped = planned(&store, plan(&[2, 3])).await;
        store
            .tournaments
            .accept(stopped.id, &asker(2))
            .await
            .unwrap();
        store.tournaments.stop(stopped.id, &asker(1)).await.unwrap();
        ended(&store, &stopped).await;
        support::close(store).await;
        let lines = commits_of_tournaments(dir.path());
        std::fs::write(&golden, lines.join("\n") + "\n").unwrap();
    }
    let text = std::fs::read_to_string(golden).unwrap();
    let commits = text.lines().map(|line| {
        let line = Line::parse(line.to_owned()).unwrap();
        line.decode::<TournamentEvent>().unwrap()
    });
    let events: Vec<TournamentEvent> = commits.flat_map(|commit| commit.events).collect();
    let [
        TournamentEvent::Planned {
            plan: then, seed, ..
        },
        TournamentEvent::Dropped {
            entrant: 2,
            why: DropReason::Refused,
            ..
        },
        TournamentEvent::Begun { lots, rounds },
        TournamentEvent::RoundDrawn { .. },
        TournamentEvent::DealOver { matches, .. },
        ..,
        TournamentEvent::Planned { .. },
        TournamentEvent::Accepted { .. },
        TournamentEvent::Stopped {
            why: TournamentStopReason::Asked,
        },
        TournamentEvent::Ended {},
    ] = &events[..]
    else {
        panic!("{events:?}")
    };
    assert_eq!((then.entrants.len(), *seed.get()), (3, Seed([5; 32])));
    assert_eq!((lots.len(), rounds.len()), (3, 0));
    assert_eq!(matches[0].sides.len(), 2);
}

//! Who may know what of a commit and of an event, in which state of a match.
#![allow(clippy::unwrap_used, reason = "a test says what it needs by panicking")]

use domain::{Seat, Secret, Viewer, matches::MatchEvent};
use store::{Eyes, LiveMatch, StreamId, portable::import, record::Line};

use crate::{every_field, support};

/// Owner, other seat, and those who hold no seat: the spectator, the host who does not
/// play, and a stranger, who all see a public match alike.
const OWNER: Viewer = Viewer::Seat(Seat(0));
const OTHER: Viewer = Viewer::Seat(Seat(1));
const NO_SEAT: Viewer = Viewer::Spectator;
const REFEREE: Viewer = Viewer::Referee;

/// Note, tries, private part.
type Known = [bool; 3];

/// The matches of the golden file: notes closed, notes open, deal closed.
const CLOSED: usize = 0;
const OPEN: usize = 1;
const DEAL: usize = 2;

/// Whether the match is over, which one it is, who looks, and what they may know.
const TABLE: [(bool, usize, Viewer, Known); 18] = [
    (false, CLOSED, OWNER, [true, true, false]),
    (false, CLOSED, OTHER, [false, false, false]),
    (false, CLOSED, NO_SEAT, [false, false, false]),
    (false, CLOSED, REFEREE, [true, true, true]),
    (false, OPEN, OWNER, [true, true, false]),
    (false, OPEN, OTHER, [true, false, false]),
    (false, OPEN, NO_SEAT, [true, false, false]),
    (false, DEAL, OWNER, [true, true, false]),
    (false, DEAL, OTHER, [false, false, false]),
    (false, DEAL, NO_SEAT, [false, false, false]),
    // After the end everybody looks with the referee's eyes, unless the deal is closed.
    (true, CLOSED, REFEREE, [true, true, true]),
    (true, OPEN, REFEREE, [true, true, true]),
    (true, DEAL, OWNER, [true, true, false]),
    (true, DEAL, OTHER, [true, true, false]),
    (true, DEAL, NO_SEAT, [true, true, false]),
    (true, DEAL, REFEREE, [true, true, true]),
    (true, CLOSED, NO_SEAT, [true, true, false]),
    (true, OPEN, OTHER, [true, true, false]),
];

/// A match of the golden file, whole or as far as its first decision.
async fn current(lines: &[Line], is_over: bool) -> (LiveMatch, store::Record) {
    let some = if is_over { lines } else { &lines[..2] };
    let written: String = (1..)
        .zip(some)
        .map(|(position, line)| {
            let (_, rest) = line.text.split_once(',').unwrap();
            format!("{{\"position\":{position},{rest}\n")
        })
        .collect();
    let dir = tempfile::tempdir().unwrap();
    import(dir.path(), &mut written.as_bytes()).unwrap();
    let store = support::open(dir.path());
    let StreamId::Match(id) = lines[0].stream else {
        panic!("it is no match")
    };
    let record = store.matches.record(id).await.unwrap();
    let now = store.matches.current(id).await.unwrap();
    assert_eq!(now.game.is_over(), is_over);
    let (now, record) = (LiveMatch::clone(&now), store::Record::clone(&record));
    support::close(store).await;
    (now, record)
}

#[tokio::test(flavor = "multi_thread")]
async fn notes_and_tries_are_told_to_those_who_may_know_them() {
    let kept = every_field::kept();
    let states = [CLOSED, OPEN, DEAL].map(|which| [(false, which), (true, which)]);
    for (is_over, which) in states.into_iter().flatten() {
        let (now, record) = current(&kept[which], is_over).await;
        let rows = TABLE
            .iter()
            .filter(|row| (row.0, row.1) == (is_over, which));
        for &(_, _, viewer, known) in rows {
            assert_told(&now, &record, viewer, known);
        }
    }
}

fn assert_told(now: &LiveMatch, record: &store::Record, viewer: Viewer, known: Known) {
    let eyes = Eyes::of(now, viewer);
    let commit = &record[1]; // seat 0 decided, with a note, after tries
    let told = eyes.told(commit).unwrap();
    let parsed = Line::parse(eyes.line_of(commit)).unwrap();
    let seen = [
        told.note.is_some(),
        !told.tries.is_empty(),
        parsed.is_whole(),
    ];
    let case = format!("{viewer:?} of {} at {}", now.id, now.version());
    assert_eq!(seen, known, "{case}");
    assert_eq!(parsed.erasable().is_some(), known[0], "{case}");
    // All else of a cause, and all terms, are for everybody who may see the match.
    assert_eq!(told.cause, commit.cause, "{case}");
    let decoded = parsed.decode::<MatchEvent>().unwrap();
    assert_eq!(decoded.cause, commit.cause, "{case}");
    let opened = record[0].events[0].clone().disclose(viewer);
    let MatchEvent::Opened { terms, .. } = opened else {
        panic!("{opened:?}")
    };
    assert_eq!(terms, now.game.terms, "{case}");
}

#[test]
fn what_new_events_keep_secret_is_told_to_the_referee_alone() {
    let kept = every_field::kept();
    let events = |which: usize| -> Vec<MatchEvent> {
        let lines = kept[which].iter().cloned();
        let commits = lines.map(|line| line.decode::<MatchEvent>().unwrap());
        commits.flat_map(|commit| commit.events).collect()
    };
    for viewer in [OWNER, OTHER, NO_SEAT, REFEREE] {
        let is_referee = viewer == REFEREE;
        for (which, seed_is_told) in [(CLOSED, true), (OPEN, true), (DEAL, is_referee)] {
            for event in events(which) {
                let told = event.clone().disclose(viewer);
                if let Some(seed) = told.seed() {
                    assert_eq!(seed.known().is_some(), seed_is_told, "{which} {viewer:?}");
                }
                match (&event, told) {
                    (_, MatchEvent::Undone { view, state, .. }) => {
                        assert_eq!(state != Secret::Withheld, is_referee);
                        let MatchEvent::Undone { state, .. } = &event else {
                            panic!("{event:?}")
                        };
                        assert_eq!(*view, state.get().view(viewer));
                    }
                    (
                        MatchEvent::OfferClosed { .. }
                        | MatchEvent::TimedOut { .. }
                        | MatchEvent::Left { .. }
                        | MatchEvent::Forfeited { .. }
                        | MatchEvent::EndAsked { .. },
                        told,
                    ) => assert_eq!(told, event, "it is for everybody"),
                    (_, _) => {}
                }
            }
        }
    }
}

//! Forks, records taken in from elsewhere, and records that were tampered with.
#![allow(clippy::unwrap_used, reason = "a test says what it needs by panicking")]

use domain::{
    BySeat, Dice, GameId, Seat, Seed, Viewer,
    matches::{Chance, MatchEvent, Place, Request},
};
use serde_json::Value;
use store::{
    Answer, Check, CompleteRecord, Forking, Forks, Imported, MatchId, Opening, RequestError,
    ResultsFilter, Store, Timestamp, portable,
};

use crate::support;

fn forking(parent: MatchId, step: u32, chance: Chance) -> Forking {
    let seat = |number| Place::Player {
        player: support::player(number),
    };
    Forking {
        parent,
        step,
        chance,
        viewer: Viewer::Seat(Seat(1)),
        places: BySeat::new(2, |at| seat(at.0 + 1)),
        seated: vec![(Seat(0), support::player(1)), (Seat(1), support::player(2))],
        seed: None,
        open_hands: false,
        settings: domain::matches::Settings::default(),
        private: false,
    }
}

async fn fork(store: &Store, forking: Forking) -> Result<Answer, RequestError> {
    store.matches.fork(&support::asker(1), forking, None).await
}

/// The last steps of what each request caused.
async fn settled(store: &Store, id: MatchId) -> Vec<u32> {
    let record = store.matches.record(id).await.unwrap();
    record
        .iter()
        .map(|commit| commit.line.tip().version)
        .collect()
}

#[tokio::test]
async fn a_fork_begins_with_the_table_of_its_parents_step_and_verifies() {
    let dir = tempfile::tempdir().unwrap();
    let store = support::open(dir.path());
    let parent = support::played(&store, usize::MAX).await;
    let steps = settled(&store, parent).await;
    let step = steps[steps.len() / 2];
    let then = store.matches.at(parent, step).await.unwrap();
    let then = &then.table().unwrap().state;
    for chance in [Chance::Keep, Chance::Redraw] {
        let answer = fork(&store, forking(parent, step, chance)).await.unwrap();
        let game = &answer.now.game;
        let origin = game.terms.fork.as_ref().unwrap();
        assert_eq!(
            (origin.parent.as_str(), origin.step),
            (&parent.to_string()[..], step)
        );
        let begun = &game.table().unwrap().state;
        let eyes = Viewer::Seat(Seat(1));
        assert_eq!(begun.view(eyes), then.view(eyes));
        match chance {
            Chance::Keep => assert_eq!(begun, then),
            Chance::Redraw => assert_eq!(*begun, then.view(eyes).redraw(game.dice())),
        }
        let id = answer.now.id;
        support::play(&store, id, usize::MAX).await;
        let verdict = store.matches.verify(id).await.unwrap();
        assert!(
            verdict.valid && verdict.complete && verdict.finished,
            "{verdict:?}"
        );
        let lines = support::lines(&store, id).await.join("\n");
        assert!(
            portable::verify_record(&mut lines.as_bytes())
                .unwrap()
                .valid
        );
    }
}

#[tokio::test]
async fn a_fork_of_something_else_is_found_out_where_its_parent_is_known() {
    let dir = tempfile::tempdir().unwrap();
    let store = support::open(dir.path());
    let (one, other) = (
        support::played(&store, 9).await,
        support::played(&store, 12).await,
    );
    let steps = (settled(&store, one).await, settled(&store, other).await);
    let (early, late) = (steps.0[4], *steps.1.last().unwrap());
    let forged = fork(&store, forking(other, late, Chance::Keep))
        .await
        .unwrap();
    assert!(store.matches.verify(forged.now.id).await.unwrap().valid);
    // The same record, naming another match and step as where it comes from.
    let text = support::lines(&store, forged.now.id).await.remove(0);
    let text = text.replace(&other.to_string(), &one.to_string());
    let named = |step: u32| format!(r#""step":{step}"#);
    let text = resealed(&text.replace(&named(late), &named(early)));
    let there = tempfile::tempdir().unwrap();
    let mut all = Vec::new();
    support::close(store).await;
    portable::export(dir.path(), &mut all).unwrap();
    let mut lines: Vec<String> = String::from_utf8(all)
        .unwrap()
        .lines()
        .map(str::to_owned)
        .collect();
    *lines.last_mut().unwrap() = text;
    portable::import(there.path(), &mut lines.join("\n").as_bytes()).unwrap();
    let store = support::open(there.path());
    let verdict = store.matches.verify(forged.now.id).await.unwrap();
    assert_eq!(verdict.divergence.unwrap().check, Check::Fork);
}

/// Makes the next decision otherwise than `support::decide` does.
async fn decide_otherwise(store: &Store, id: MatchId) {
    let now = store.matches.current(id).await.unwrap();
    let (by, usual) = support::next_request(&now.game).unwrap();
    let Request::Decide {
        seat,
        decision,
        command,
    } = usual
    else {
        panic!("a decision is due");
    };
    let view = now.game.table().unwrap().state.view(Viewer::Seat(seat));
    let other = view.legal().into_iter().find(|it| *it != command);
    let request = Request::Decide {
        seat,
        decision,
        command: other.unwrap(),
    };
    let asked = store
        .matches
        .request(id, &by, request, Timestamp::now(), None);
    asked.await.unwrap();
}

#[tokio::test]
async fn an_imported_fork_is_compared_with_its_parent_once_everybody_may_see_it() {
    for private in [false, true] {
        let (here, there) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
        let store = support::open(here.path());
        let opening = Opening {
            private,
            ..support::two_players()
        };
        let opened = store.matches.open(&support::asker(1), opening, None).await;
        let parent = opened.unwrap().now.id;
        support::play(&store, parent, 4).await;
        support::close(store).await;
        let mut all = Vec::new();
        portable::export(here.path(), &mut all).unwrap();
        portable::import(there.path(), &mut &all[..]).unwrap();

        let elsewhere = support::open(there.path());
        decide_otherwise(&elsewhere, parent).await;
        support::play(&elsewhere, parent, 1).await;
        let step = *settled(&elsewhere, parent).await.last().unwrap();
        let made_up = fork(&elsewhere, forking(parent, step, Chance::Keep)).await;
        let made_up = made_up.unwrap().now.id;
        support::play(&elsewhere, made_up, usize::MAX).await;
        let record = support::lines(&elsewhere, made_up).await;
        support::close(elsewhere).await;

        let store = support::open(here.path());
        support::play(&store, parent, 4).await;
        let whole = CompleteRecord::read(&mut record.join("\n").as_bytes()).unwrap();
        store.matches.import(whole).await.unwrap();
        let verdict = store.matches.verify(made_up).await.unwrap();
        assert!(verdict.valid, "the parent runs: {:?}", verdict.divergence);
        support::play(&store, parent, usize::MAX).await;
        let verdict = store.matches.verify(made_up).await.unwrap();
        assert_eq!(verdict.valid, private, "{:?}", verdict.divergence);
        support::close(store).await;
    }
}

/// The first line of a match, hashed again after a change.
fn resealed(line: &str) -> String {
    let (position, rest) = line.split_once(r#","hash":""#).unwrap();
    let (_, rest) = rest.split_once(r#","public":"#).unwrap();
    let (public, private) = rest.split_once(r#","private":{"salt""#).unwrap();
    let private = format!(r#"{{"salt"{}"#, &private[..private.len() - 1]);
    let (public, _) = public.rsplit_once(r#","sealed":"#).unwrap();
    let (sealed, before) = (store::Hash::of(&private), "0".repeat(64));
    let public = format!(r#"{public},"sealed":"{sealed}","prev_hash":"{before}"}}"#);
    let hash = store::Hash::of(&public);
    format!(r#"{position},"hash":"{hash}","public":{public},"private":{private}}}"#)
}

#[tokio::test]
async fn forks_begin_only_where_a_decision_is_owed_and_nothing_is_happening() {
    let dir = tempfile::tempdir().unwrap();
    let store = support::open(dir.path());
    let parent = support::played(&store, usize::MAX).await;
    let steps = settled(&store, parent).await;
    let code = async |step| match fork(&store, forking(parent, step, Chance::Keep)).await {
        Err(RequestError::Rejected(rejection)) => rejection.code,
        Err(RequestError::Unknown) => "unknown",
        other => panic!("{other:?}"),
    };
    let last = *steps.last().unwrap();
    assert_eq!(code(0).await, "unknown");
    assert_eq!(code(1).await, "not_started");
    assert_eq!(code(steps[3] + 1).await, "mid_decision");
    assert_eq!(code(last).await, "over");
    assert_eq!(code(last + 1).await, "unknown");
}

#[tokio::test]
async fn results_leave_forks_out_unless_asked() {
    let dir = tempfile::tempdir().unwrap();
    let store = support::open(dir.path());
    let parent = support::played(&store, usize::MAX).await;
    let step = settled(&store, parent).await[5];
    let answer = fork(&store, forking(parent, step, Chance::Redraw))
        .await
        .unwrap();
    support::play(&store, answer.now.id, usize::MAX).await;
    store
        .results
        .at_least(store.integrity().position)
        .await
        .unwrap();
    let listed = |forks| {
        let filter = ResultsFilter {
            forks,
            ..ResultsFilter::default()
        };
        let page = store.finished(&filter, None, 10).unwrap();
        page.rows.iter().map(|row| row.id).collect::<Vec<_>>()
    };
    let fork = answer.now.id;
    assert_eq!(listed(Forks::Exclude), [parent]);
    assert_eq!(listed(Forks::Only), [fork]);
    assert_eq!(listed(Forks::Include), [fork, parent]);
}

#[tokio::test]
async fn a_match_is_taken_in_bit_by_bit_and_once() {
    let (here, there) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let (from, to) = (support::open(here.path()), support::open(there.path()));
    support::played(&to, 3).await;
    let id = support::played(&from, usize::MAX).await;
    let lines = support::lines(&from, id).await;
    let whole = CompleteRecord::read(&mut lines.join("\n").as_bytes()).unwrap();
    assert_eq!(whole.id(), id);
    assert!(
        whole
            .players()
            .eq(&[support::player(1), support::player(2)])
    );
    for imported in [Imported::New, Imported::Known] {
        assert_eq!(to.matches.import(whole.clone()).await.unwrap(), imported);
    }
    let from_hash = |line: &String| line.split_once(r#","hash":"#).unwrap().1.to_owned();
    let again = support::lines(&to, id).await;
    assert!(again.iter().map(from_hash).eq(lines.iter().map(from_hash)));
    assert!(to.matches.verify(id).await.unwrap().valid);
    let then = from.matches.current(id).await.unwrap();
    assert_eq!(to.matches.current(id).await.unwrap().game, then.game);
    let (_, results) = support::lists(&to).await;
    assert_eq!(results.len(), 1);
    // A running match, or one without its secrets, is none to take in.
    let running = support::played(&from, 4).await;
    let public = from.matches.record(id).await.unwrap();
    let public = public.iter().map(|commit| commit.line.without_private());
    for lines in [support::lines(&from, running).await, public.collect()] {
        let refused = CompleteRecord::read(&mut lines.join("\n").as_bytes()).unwrap_err();
        assert!(matches!(refused, RequestError::BadRecord(_)));
    }
}

/// Every byte but those of a position, which stands outside the chain.
#[tokio::test]
async fn a_record_with_one_byte_changed_is_refused_and_the_step_named() {
    const TAMPERED: u32 = 600;
    let dir = tempfile::tempdir().unwrap();
    let store = support::open(dir.path());
    let id = support::played(&store, usize::MAX).await;
    let record = store.matches.record(id).await.unwrap();
    let lines = support::lines(&store, id).await;
    let whole = lines.join("\n").into_bytes();
    let dice = Dice::new(Seed([11; 32]));
    let mut roll = dice.roll("tamper", 0);
    let mut below = |count: usize| {
        let drawn = roll.below(u32::try_from(count).unwrap());
        usize::try_from(drawn).unwrap()
    };
    for nth in 0..TAMPERED {
        let line = below(lines.len());
        let start = lines[..line]
            .iter()
            .map(|line| line.len() + 1)
            .sum::<usize>();
        let digits = r#"{"position":"#.len()..lines[line].find(',').unwrap();
        let at = below(lines[line].len());
        if digits.contains(&at) {
            continue;
        }
        let mut bytes = whole.clone();
        bytes[start + at] ^= 1 << below(8);
        let verdict = portable::verify_record(&mut bytes.as_slice()).unwrap();
        let found = verdict
            .divergence
            .unwrap_or_else(|| panic!("{nth}: byte {at} of line {line}"));
        assert!(!verdict.valid);
        assert_eq!(found.step, *record[line].steps().start(), "{found:?}");
        let refused = CompleteRecord::read(&mut bytes.as_slice()).unwrap_err();
        assert!(
            refused
                .to_string()
                .starts_with(&format!("step {}:", found.step))
        );
    }
}

#[tokio::test]
async fn positions_ascend() {
    let dir = tempfile::tempdir().unwrap();
    let store = support::open(dir.path());
    let id = support::played(&store, 9).await;
    let mut lines = support::lines(&store, id).await;
    let (_, rest) = lines[4].split_once(',').unwrap();
    lines[4] = format!(r#"{{"position":1,{rest}"#);
    let verdict = portable::verify_record(&mut lines.join("\n").as_bytes()).unwrap();
    assert_eq!(verdict.divergence.unwrap().check, Check::Chain);
}

/// Forks of every game, written once and read for ever: what they begin with is a state,
/// whose form may never change. `UPDATE_GOLDEN` writes those that are missing.
#[tokio::test]
async fn what_forks_begin_with_is_read_for_ever() {
    for &game in GameId::ALL {
        let name = serde_json::to_value(game).unwrap();
        let file = format!("tests/golden/fork-{}.ndjson", name.as_str().unwrap());
        let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join(file);
        if std::env::var_os("UPDATE_GOLDEN").is_some() && !path.exists() {
            std::fs::write(&path, forked(game).await).unwrap();
        }
        let text = std::fs::read_to_string(&path).unwrap();
        let verdict = portable::verify_record(&mut text.as_bytes()).unwrap();
        assert!(verdict.valid && verdict.finished, "{game:?}: {verdict:?}");
        let commits = portable::read_record(&mut text.as_bytes()).unwrap();
        assert!(matches!(commits[0].events[1], MatchEvent::Forked { .. }));
    }
}

/// A fork written when views had other words: it is read, and every event of it, public
/// or private, is written to the bytes it has.
#[test]
fn a_fork_from_before_views_had_new_words_is_written_to_the_same_bytes() {
    let text = include_str!("../golden/fork-bunny_kingdom-two.ndjson");
    assert!(text.contains(r#""sightings":[{"#) && text.contains(r#""thrown":["#));
    let mut forks = 0;
    for line in text.lines() {
        let line: Value = serde_json::from_str(line).unwrap();
        let public = line["public"]["events"].as_array().unwrap();
        let private = line["private"]["events"].as_object().unwrap().values();
        for stored in public.iter().chain(private) {
            let event: MatchEvent = serde_json::from_value(stored.clone()).unwrap();
            assert_eq!(serde_json::to_string(&event).unwrap(), stored.to_string());
            forks += u32::from(matches!(event, MatchEvent::Forked { .. }));
        }
    }
    assert_eq!(forks, 2);
    let verdict = portable::verify_record(&mut text.as_bytes()).unwrap();
    assert!(verdict.valid && verdict.finished, "{verdict:?}");
}

/// The record of a fork from late in a match of three.
async fn forked(game: GameId) -> String {
    let dir = tempfile::tempdir().unwrap();
    let store = support::open(dir.path());
    let seat = |number| Place::Player {
        player: support::player(number),
    };
    let opening = Opening {
        options: game.default_options(),
        ..support::opening(&[seat(1), seat(2), seat(3)])
    };
    let opened = store
        .matches
        .open(&support::asker(1), opening.clone(), None)
        .await;
    let parent = opened.unwrap().now.id;
    support::play(&store, parent, usize::MAX).await;
    let steps = settled(&store, parent).await;
    let late = forking(parent, steps[steps.len() - 12], Chance::Redraw);
    let late = Forking {
        places: opening.places,
        seated: opening.seated,
        ..late
    };
    let id = fork(&store, late).await.unwrap().now.id;
    support::play(&store, id, usize::MAX).await;
    support::lines(&store, id).await.join("\n") + "\n"
}

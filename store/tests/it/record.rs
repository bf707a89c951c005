//! The record as text.
#![allow(clippy::unwrap_used, reason = "a test says what it needs by panicking")]

use std::path::PathBuf;

use domain::matches::MatchEvent;
use proptest::prelude::*;
use store::{
    By, Commit, PlayerEvent, StreamId,
    portable::verify_record,
    record::{Line, RecordError},
};

use crate::support;

fn golden(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
        .join("tests/golden")
        .join(name)
}

/// Lines written by schema 1. Decoded for ever: add files, change none.
#[test]
fn schema_1_is_read_for_ever() {
    let text = std::fs::read_to_string(golden("schema-1.ndjson")).unwrap();
    let lines: Vec<Line> = text
        .lines()
        .map(|line| Line::parse(line.to_owned()).unwrap())
        .collect();
    let of_match = |line: &&Line| matches!(line.stream, StreamId::Match(_));
    let (matches, players): (Vec<&Line>, Vec<&Line>) = lines.iter().partition(of_match);
    let last: Commit<MatchEvent> = (*matches.last().unwrap()).clone().decode().unwrap();
    assert!(matches!(last.events.last(), Some(MatchEvent::Ended { .. })));
    let first: Commit<PlayerEvent> = players[0].clone().decode().unwrap();
    assert!(
        matches!(&first.events[0], PlayerEvent::Registered { name, .. } if name.as_deref() == Some("Ada"))
    );
    assert!(matches!(first.cause.by, By::Player { .. }));
    let text: Vec<&str> = matches.iter().map(|line| line.text.as_str()).collect();
    let verdict = verify_record(&mut text.join("\n").as_bytes()).unwrap();
    assert!(
        verdict.valid && verdict.complete && verdict.finished,
        "{verdict:?}"
    );
}

#[tokio::test]
async fn what_is_written_today_has_the_form_of_the_golden_file() {
    let dir = tempfile::tempdir().unwrap();
    let store = support::open(dir.path());
    let registration = store::Registration {
        name: "Ada".to_owned(),
        unique_name: false,
        kind: store::PlayerKind::Bot,
        version: Some("1.0".to_owned()),
    };
    let register = store
        .players
        .register(registration, |id| store::Hash::of(&id.0), None);
    register.await.unwrap();
    support::played(&store, usize::MAX).await;
    support::close(store).await;
    let mut now = Vec::new();
    store::portable::export(dir.path(), &mut now).unwrap();
    let keys = |text: &str| {
        let value: serde_json::Value = serde_json::from_str(text).unwrap();
        let of = |value: &serde_json::Value| value.as_object().unwrap().keys().cloned().collect();
        let parts = [
            &value,
            &value["public"],
            &value["public"]["cause"],
            &value["private"],
        ];
        parts.map(of).to_vec() as Vec<Vec<String>>
    };
    let then = std::fs::read_to_string(golden("schema-1.ndjson")).unwrap();
    let now = String::from_utf8(now).unwrap();
    for (now, then) in now.lines().zip(then.lines()) {
        let mut keys_now = keys(now);
        // Names were written in the open then.
        let names_somebody = now.contains(r#"{"type":"registered""#);
        let at = keys_now[0].iter().position(|key| key == "erasable");
        assert_eq!(at.is_some(), names_somebody);
        at.map(|at| keys_now[0].remove(at));
        assert_eq!(keys_now, keys(then));
    }
}

/// Players with sealed names: one who has a name alone and another token, one who was
/// deleted. Read for ever: add files, change none.
#[tokio::test]
async fn players_with_sealed_names_are_read_for_ever() {
    let dir = tempfile::tempdir().unwrap();
    let golden = std::fs::read_to_string(golden("players-1.ndjson")).unwrap();
    store::portable::import(dir.path(), &mut golden.as_bytes()).unwrap();
    let mut exported = Vec::new();
    store::portable::export(dir.path(), &mut exported).unwrap();
    assert_eq!(String::from_utf8(exported).unwrap(), golden);
    let store = support::open(dir.path());
    let ids = golden
        .lines()
        .map(|line| Line::parse(line.to_owned()).unwrap());
    let mut players = std::collections::BTreeMap::new();
    for stream in ids.map(|line| line.stream) {
        let id = domain::matches::PlayerId(stream.to_string());
        let player = store.players.get(&id).await.unwrap().unwrap();
        players.insert(
            stream,
            (player.name.clone(), player.unique_name, player.generation),
        );
    }
    let mut players: Vec<_> = players.into_values().collect();
    players.sort();
    assert_eq!(
        players,
        [(None, false, 0), (Some("Ada".to_owned()), true, 1)]
    );
}

/// The golden match, each commit's public and private part changed, then sealed and
/// chained as a forger or an older program would.
pub(crate) fn rewritten(change: impl Fn(&str, &str) -> (String, String)) -> String {
    let text = std::fs::read_to_string(golden("schema-1.ndjson")).unwrap();
    let mut written = String::new();
    let mut before = "0".repeat(64);
    let lines = text.lines().filter(|line| line.contains(r#""stream":"m_"#));
    for (position, line) in (1..).zip(lines) {
        let (_, parts) = line.split_once(r#","public":"#).unwrap();
        let (public, private) = parts.split_once(r#","private":{"salt""#).unwrap();
        let private = format!(r#"{{"salt"{}"#, &private[..private.len() - 1]);
        let (public, private) = change(public, &private);
        let (public, _) = public.rsplit_once(r#","sealed":"#).unwrap();
        let sealed = store::Hash::of(&private);
        let public = format!(r#"{public},"sealed":"{sealed}","prev_hash":"{before}"}}"#);
        before = store::Hash::of(&public).to_string();
        written += &format!(
            "{{\"position\":{position},\"hash\":\"{before}\",\"public\":{public},\"private\":{private}}}\n"
        );
    }
    written
}

/// Every decision asks for forest, whatever was drawn: no rules decide so.
fn misruled(private: &str) -> String {
    let (asked, rest) = private.split_once(r#"},"events":"#).unwrap();
    let mut asked = asked.to_owned();
    for terrain in ["village", "farm", "water", "monster"] {
        asked = asked.replace(&format!(r#""{terrain}""#), r#""forest""#);
    }
    format!(r#"{asked}}},"events":{rest}"#)
}

#[test]
fn what_another_edition_of_the_rules_decided_is_not_called_a_divergence() {
    let other = |public: &str| {
        let decided = public.replace(r#","rules":1,"events""#, r#","rules":7,"events""#);
        decided.replace(r#""rules":1,"components""#, r#""rules":7,"components""#)
    };
    let opened =
        |private: &str| private.replace(r#""rules":1,"components""#, r#""rules":7,"components""#);
    let verdict = |record: String| verify_record(&mut record.as_bytes()).unwrap();

    let untouched = verdict(rewritten(|public, private| (public.into(), private.into())));
    assert!(untouched.valid && untouched.complete && untouched.other_rules.is_none());

    let ours = verdict(rewritten(|public, private| {
        (public.into(), misruled(private))
    }));
    let found = ours.divergence.expect("our rules would not decide so");
    assert_eq!(found.check, store::Check::Decision);

    let theirs = verdict(rewritten(|public, private| {
        (other(public), opened(&misruled(private)))
    }));
    assert_eq!(theirs.divergence, None);
    assert!(theirs.valid && theirs.finished && !theirs.complete);
    assert_eq!(theirs.other_rules, Some(7));
}

/// The record with other editions of the rules named: where each commit says what decided
/// it, and where the first says what the match was opened under.
fn of_editions(decided: u16, opened: u16) -> String {
    rewritten(|public, private| {
        let public = public.replace(
            r#","rules":1,"events""#,
            &format!(r#","rules":{decided},"events""#),
        );
        let terms = format!(r#""rules":{opened},"components""#);
        let with_terms = |part: &str| part.replace(r#""rules":1,"components""#, &terms);
        (with_terms(&public), with_terms(private))
    })
}

#[test]
fn one_edition_of_the_rules_decides_a_whole_match() {
    for (decided, opened) in [(7, 1), (1, 7)] {
        let record = of_editions(decided, opened);
        let verdict = verify_record(&mut record.as_bytes()).unwrap();
        let found = verdict.divergence.expect("the first commit says otherwise");
        assert_eq!((found.check, found.step), (store::Check::Form, 1));
    }
}

#[test]
fn a_match_of_an_edition_of_the_rules_that_does_not_exist_is_not_imported() {
    let latest = domain::GameId::ALL[0].info().rules;
    let import = |record: &str| {
        let dir = tempfile::tempdir().unwrap();
        let whole = store::CompleteRecord::read(&mut record.as_bytes());
        let store = store::portable::import(dir.path(), &mut record.as_bytes());
        (whole, store)
    };
    assert!(matches!(import(&of_editions(1, 1)), (Ok(_), Ok(_))));
    for unknown in [0, latest + 1, u16::MAX] {
        for record in [of_editions(unknown, 1), of_editions(1, unknown)] {
            let (whole, store) = import(&record);
            let refused = whole.unwrap_err();
            assert!(matches!(refused, store::RequestError::BadRecord(_)));
            let said = store.unwrap_err().to_string();
            assert!(said.starts_with("line 1: "), "{said}");
            assert!(
                said.contains(&format!("edition {unknown} of the rules")),
                "{said}"
            );
            assert!(refused.to_string().contains("edition"), "{refused}");
        }
    }
}

#[test]
fn a_schema_from_the_future_is_refused_not_guessed() {
    let text = std::fs::read_to_string(golden("schema-1.ndjson")).unwrap();
    let line = text.lines().next().unwrap();
    let public = line
        .split_once("\"public\":")
        .unwrap()
        .1
        .rsplit_once(",\"private\"")
        .unwrap()
        .0;
    let public = public.replacen("\"schema\":1", "\"schema\":9", 1);
    let hash = store::Hash::of(&public);
    let line = format!(r#"{{"position":1,"hash":"{hash}","public":{public},"private":null}}"#);
    assert_eq!(Line::parse(line), Err(RecordError::UnknownSchema(9)));
}

#[test]
fn one_changed_character_is_noticed_wherever_it_is() {
    let text = std::fs::read_to_string(golden("schema-1.ndjson")).unwrap();
    for line in text.lines().take(4) {
        let parsed = Line::parse(line.to_owned()).unwrap();
        for at in (0..line.len()).filter(|at| line.is_char_boundary(*at)) {
            let mut changed = line.to_owned().into_bytes();
            changed[at] ^= 1;
            let Ok(changed) = String::from_utf8(changed) else {
                continue;
            };
            // The position alone is outside the chain.
            if let Ok(other) = Line::parse(changed) {
                assert_ne!(other.position, parsed.position, "at {at} of {line}");
            }
        }
    }
}

#[test]
fn the_mark_of_an_import_stands_outside_the_hash_and_in_one_form() {
    let text = std::fs::read_to_string(golden("schema-1.ndjson")).unwrap();
    let line = text.lines().nth(1).unwrap();
    let with =
        |mark: &str| Line::parse(line.replacen(r#""hash":"#, &format!(r#"{mark}"hash":"#), 1));
    let (plain, marked) = (with("").unwrap(), with(r#""imported":true,"#).unwrap());
    assert_eq!([&plain, &marked].map(Line::is_imported), [false, true]);
    assert_eq!((plain.hash, plain.tip()), (marked.hash, marked.tip()));
    for line in [&plain, &marked] {
        let told = Line::parse(line.without_private()).unwrap();
        assert_eq!(told.is_imported(), line.is_imported());
        assert_eq!(told.without_private(), told.text);
        let (head, _) = line.text.split_once(r#""private":{"salt""#).unwrap();
        assert_eq!(told.text, format!(r#"{head}"private":null}}"#));
    }
    for wrong in [
        r#""imported":false,"#,
        r#""imported": true,"#,
        r#""imported":true,"imported":true,"#,
        r#""exported":true,"#,
    ] {
        assert!(with(wrong).is_err(), "{wrong}");
    }
}

proptest! {
    #[test]
    fn arbitrary_text_is_refused_without_a_panic(text in ".*") {
        prop_assert!(Line::parse(text).is_err());
    }

    #[test]
    fn arbitrary_bytes_are_no_record(bytes in proptest::collection::vec(any::<u8>(), 0..400)) {
        let verdict = verify_record(&mut bytes.as_slice());
        prop_assert!(!verdict.is_ok_and(|verdict| verdict.valid));
    }

    #[test]
    fn a_cut_or_spliced_line_is_refused_without_a_panic(
        from in 0_usize..3000, to in 0_usize..3000, text in "[ -~]{0,12}",
    ) {
        let golden = std::fs::read_to_string(golden("schema-1.ndjson")).unwrap();
        let line = golden.lines().nth(1).unwrap();
        let (from, to) = (from.min(line.len()), to.min(line.len()));
        prop_assume!(from < to && line.is_char_boundary(from) && line.is_char_boundary(to));
        let spliced = format!("{}{text}{}", &line[..from], &line[to..]);
        if let Ok(parsed) = Line::parse(spliced) {
            let decoded = parsed.decode::<MatchEvent>();
            prop_assert!(decoded.is_ok() || decoded.is_err());
        }
    }
}

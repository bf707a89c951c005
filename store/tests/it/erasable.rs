//! The text of a commit that can be dropped.
#![allow(clippy::unwrap_used, reason = "a test says what it needs by panicking")]

use domain::{Seat, matches::MatchEvent};
use store::{
    By, Cause, Commit, ERASABLE_CHARS, Erasable, Hash, Position, StreamId, Timestamp, Tries,
    portable::{export, import},
    record::{Chain, Draft, Line, RecordError, Tip},
};

use crate::support;

const NOTE: &str = r#"I keep "the pie", which ends: ,"prev_hash":" or ,"erasable":{"salt":" or ü"#;

fn cause() -> Cause {
    let server = "test".to_owned();
    Cause::of(By::Server { server }, Timestamp::now())
}

/// A commit that names `named` and ends with `erasable`.
fn line(named: Option<Hash>, erasable: Option<&Erasable>) -> Line {
    let draft = Draft {
        cause: Cause {
            note: named,
            ..cause()
        },
        rules: 1,
        recorded_at: Timestamp::now(),
        request: None,
        tries: Tries::new(),
        events: &[MatchEvent::Decided { seat: Seat(0) }],
        salt: [9; 32],
        erasable,
    };
    let stream: StreamId = "m_00000000000000000000000000000001".parse().unwrap();
    draft
        .seal(stream, Tip::START)
        .at(support::next(Position::START))
}

fn decoded(text: String) -> Result<Commit<MatchEvent>, RecordError> {
    Line::parse(text)?.decode()
}

#[test]
fn a_text_can_be_dropped_and_the_chain_and_the_seals_still_hold() {
    let note = Erasable::new(NOTE.to_owned()).unwrap();
    let whole = line(Some(note.hash()), Some(&note));
    let read = decoded(whole.text.clone()).unwrap();
    assert_eq!(read.line, whole);
    assert_eq!(read.line.erasable().unwrap().text(), NOTE);

    let dropped = decoded(whole.without_erasable()).unwrap();
    assert_eq!(dropped.line.erasable(), None);
    assert_eq!(dropped.erasable_hash(), Some(note.hash()));
    assert!(dropped.is_whole());
    let (hash, tip) = (whole.hash, whole.tip());
    assert_eq!((dropped.line.hash, dropped.line.tip()), (hash, tip));
    assert_eq!(dropped.line.text, line_without(&whole));
    Chain::from_start().link(&dropped.line).unwrap();
}

/// The same line as far as the end of its private part.
fn line_without(whole: &Line) -> String {
    let (kept, _) = whole.text.split_once(r#","erasable":{"salt":""#).unwrap();
    format!("{kept}}}")
}

#[test]
fn who_may_not_see_what_is_private_is_not_told_the_text() {
    let note = Erasable::new(NOTE.to_owned()).unwrap();
    let told = line(Some(note.hash()), Some(&note)).without_private();
    assert!(told.ends_with(r#","private":null}"#), "{told}");
    assert_eq!(decoded(told).unwrap().line.erasable(), None);
}

#[test]
fn a_line_without_a_text_is_written_as_ever() {
    let plain = line(None, None);
    assert_eq!(plain.without_erasable(), plain.text);
    assert!(!plain.text.contains("note") && !plain.text.contains("erasable"));
    assert_eq!(decoded(plain.text).unwrap().erasable_hash(), None);
}

#[test]
fn another_text_than_the_one_that_was_named_is_a_wrong_seal() {
    let [note, other] = ["mine", "yours"].map(|text| Erasable::new(text.to_owned()).unwrap());
    for wrong in [
        line(Some(other.hash()), Some(&note)),
        line(None, Some(&note)),
    ] {
        assert_eq!(decoded(wrong.text), Err(RecordError::WrongSeal));
    }
    let right = line(Some(note.hash()), Some(&note)).text;
    let changed = right.replace("mine", "mind");
    assert_eq!(decoded(changed), Err(RecordError::WrongSeal));
    let unsalted = right.replace(r#"{"salt":""#, r#"{"salt":"0"#);
    assert!(decoded(unsalted).is_err());
}

#[test]
fn equal_texts_have_different_hashes() {
    let [one, other] = [(); 2].map(|()| Erasable::new("north".to_owned()).unwrap());
    assert_ne!(one.hash(), other.hash());
}

#[test]
fn a_long_text_is_neither_written_nor_read() {
    let longest = "ü".repeat(ERASABLE_CHARS);
    let note = Erasable::new(longest.clone()).unwrap();
    assert!(decoded(line(Some(note.hash()), Some(&note)).text).is_ok());
    assert!(Erasable::new(format!("{longest}!")).is_err());
    let read = format!(r#"{{"salt":"{}","text":"{longest}!"}}"#, Hash::ZERO);
    let long: Erasable = serde_json::from_str(&read).unwrap();
    let line = line(Some(long.hash()), Some(&long)).text;
    assert!(matches!(decoded(line), Err(RecordError::Unreadable(_))));
}

#[test]
fn a_text_is_exported_and_imported_and_so_is_a_line_without_it() {
    let note = Erasable::new(NOTE.to_owned()).unwrap();
    let whole = line(Some(note.hash()), Some(&note));
    for text in [whole.without_erasable(), whole.text] {
        let dir = tempfile::tempdir().unwrap();
        let kept = format!("{text}\n").into_bytes();
        import(dir.path(), &mut kept.as_slice()).unwrap();
        let mut written = Vec::new();
        export(dir.path(), &mut written).unwrap();
        assert_eq!(written, kept);
    }
}

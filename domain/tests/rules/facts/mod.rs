//! What is counted of finished matches, against slower ways to count it.

mod catalogue;
mod choices;
mod labels;
mod naming;
mod playing;
mod sums;

use domain::{
    GameId,
    matches::{MatchEvent, facts},
};
use playing::played;

#[test]
fn a_match_that_is_not_over_has_no_facts() {
    let played = played(&GameId::ALL[0].default_options(), 2, 1);
    let (_, before) = played.events.split_last().unwrap();
    assert_eq!(facts::of(before), None);
    assert_eq!(facts::of([]), None);
}

#[test]
fn a_match_of_another_box_has_no_facts() {
    let mut played = played(&GameId::BuildersBiomes.default_options(), 2, 1);
    assert!(facts::of(&played.events).is_some());
    let MatchEvent::Opened { terms, .. } = &mut played.events[0] else {
        panic!("a match begins with its terms")
    };
    terms.components = "0".repeat(64);
    assert_eq!(facts::of(&played.events), None);
}

//! The rules as they are served are written for players.

use domain::GameId;

/// Words for those who made this, and names of others' programs and pages.
const NOT_FOR_PLAYERS: &[&str] = &[
    "seed",
    "engine",
    "suggested",
    "implementer",
    "unit test",
    "server",
    "repository",
    "components.json",
    "examples.json",
    "sources.md",
    "github",
    "hejcz",
    "levdm",
    "loadingbg",
    "dized",
    "bga",
    "jimrong79",
    "jayjackman",
    "jakesearle",
    "mbarker84",
    "minarinbg",
    "avenjoueurs",
    "rulespal",
    "brettspiel",
    "wilowrid",
    "justpushstart",
    "wyrmberg",
    "haupz",
];

/// Words that a game has in this spelling.
const OF_GAMES: &[&str] = &["PanPan"];

#[test]
fn rules_are_written_for_players() {
    for &game in GameId::ALL {
        let text = game.info().rules_text.to_lowercase();
        for word in NOT_FOR_PLAYERS {
            let line = text.lines().find(|line| line.contains(word));
            assert!(line.is_none(), "{game:?} says {word}: {line:?}");
        }
    }
}

/// Commands and events are named in the document, in snake case: `TakeBlock` and
/// `BlocksPaid` are no words of it.
#[test]
fn rules_name_no_commands_or_events_that_do_not_exist() {
    for &game in GameId::ALL {
        let words = game
            .info()
            .rules_text
            .split(|it: char| !it.is_alphanumeric());
        let is_camel = |word: &&str| {
            let mut letters = word.chars().zip(word.chars().skip(1));
            letters.any(|(this, next)| this.is_lowercase() && next.is_uppercase())
        };
        let found: Vec<&str> = words
            .filter(is_camel)
            .filter(|word| !OF_GAMES.contains(word))
            .collect();
        assert!(found.is_empty(), "{game:?} names {found:?}");
    }
}

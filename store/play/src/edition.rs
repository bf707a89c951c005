//! Which editions of a game's rules there are.

use domain::{
    GameId,
    matches::{MatchEvent, Terms},
};

use store_log::record::Commit;

/// Why a commit of a match names no edition of the rules that this program knows: not for
/// the decision itself, nor for the match that it opens.
pub(crate) fn unknown(game: GameId, commit: &Commit<MatchEvent>) -> Option<String> {
    let info = game.info();
    let named = [Some(commit.rules), opened(commit).map(|terms| terms.rules)];
    let mut named = named.into_iter().flatten();
    let unknown = named.find(|edition| !(1..=info.rules).contains(edition))?;
    Some(format!(
        "edition {unknown} of the rules is unknown: for {} this program knows editions 1 to {}",
        info.title, info.rules
    ))
}

/// The game of a match, if the commit opens it.
pub(crate) fn game(commit: &Commit<MatchEvent>) -> Option<GameId> {
    opened(commit).map(|terms| terms.options.game())
}

fn opened(commit: &Commit<MatchEvent>) -> Option<&Terms> {
    let Some(MatchEvent::Opened { terms, .. }) = commit.events.first() else {
        return None;
    };
    Some(terms)
}

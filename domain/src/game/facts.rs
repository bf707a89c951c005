//! What is counted of a game.

use super::Game;
use crate::facts::{Metric, Notes};

/// What is counted of a game, besides what is counted of every game.
///
/// [`matches::facts`](crate::matches::facts) folds a finished match and calls
/// [`note`](Facts::note) for each of its events, then [`tally`](Facts::tally) once. What
/// they note is what the [`catalogue`](Facts::catalogue) lists; statistics ask for it by
/// the ids there, so an id is for ever.
pub trait Facts: Game {
    /// What is counted of this game. Measures
    /// whose id is `points.` and parts of a score line's source sum those lines; a
    /// line whose whole source has one counts to no other that leaves out its first.
    fn catalogue() -> Vec<Metric>;

    /// Notes what a decision was offered and took. Called for each event of a
    /// finished match, nothing withheld, before the event is applied.
    fn note(&self, event: &Self::Event, notes: &mut Notes);

    /// The full name of a component or another item, by the id that notes have: one that no
    /// other item is mistaken for, with a capital letter. None if the id in words is its name.
    fn item_name(id: &str) -> Option<String>;

    /// Notes what stands on the table once the match is over.
    fn tally(&self, notes: &mut Notes);
}

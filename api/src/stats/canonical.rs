//! Questions about statistics written in the one way in which equal ones are equal.

use domain::GameId;
use store::statistics::{Filter, OneOf, Test};

use crate::wire;

/// Writes a condition in the form in which it is read.
fn condition(filter: &Filter) -> String {
    let test = match &filter.test {
        Test::In(OneOf(values)) => values.join(","),
        Test::Between { from, to } => {
            let bound = |bound: &Option<String>| bound.clone().unwrap_or_default();
            format!("{}..{}", bound(from), bound(to))
        }
    };
    format!("{}:{test}", filter.on)
}

/// A query string in the making.
pub(crate) struct Canonical(Vec<(&'static str, String)>);

impl Canonical {
    /// About a game.
    pub(crate) fn of(game: GameId) -> Canonical {
        Canonical(vec![("game", wire::name(&game))])
    }

    /// About a file, whose name says the game.
    pub(crate) const fn of_file() -> Canonical {
        Canonical(Vec::new())
    }

    /// With a parameter.
    pub(crate) fn with(mut self, name: &'static str, value: &impl ToString) -> Canonical {
        self.0.push((name, value.to_string()));
        self
    }

    /// With every condition that holds, those that hold by default as well.
    pub(crate) fn conditions(self, name: &'static str, population: &[Filter]) -> Canonical {
        let with = |this: Canonical, filter| this.with(name, &condition(filter));
        population.iter().fold(self, with)
    }

    /// The whole link.
    pub(crate) fn link(&self, path: &str) -> String {
        let query = serde_urlencoded::to_string(&self.0).expect("texts can be encoded");
        format!("{path}?{query}")
    }
}

/// The link to the matches of a population.
pub(crate) fn matches_link(game: GameId, population: &[Filter]) -> String {
    let query = Canonical::of(game).conditions("where", population);
    query.link("/v1/stats/matches")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::query::filter;

    #[test]
    fn conditions_are_written_as_they_are_read() {
        for text in [
            "seats:2",
            "player:bot:greedy,bot:random",
            "final_score:-5..20",
            "final_score:..20",
            "player_version:..",
        ] {
            assert_eq!(condition(&filter(text).unwrap()), text);
        }
        assert!(filter("seats").is_err());
        assert!(filter(&format!("player:{}", "x".repeat(81))).is_err());
    }
}

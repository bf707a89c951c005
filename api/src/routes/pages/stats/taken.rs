//! What was done with a thing that a decision offered, by the kind of thing.

/// What those did who chose a thing of this kind, of whom a heading tells the win index.
pub(super) fn told(kind: &str) -> &'static str {
    match kind {
        "card" => "played it",
        "thrown_away" => "threw it away",
        "build" => "placed it",
        "copy" => "copied it",
        "explorer_kept" | "tile" => "kept it",
        "removed" => "removed it",
        "discard" | "block" => "took it",
        "building" => "built it",
        "mob" => "fought it",
        "weapon" => "collected it",
        "feature" | "trade" => "named it",
        "terrain" | "shape" => "drew it",
        "skill" => "used it",
        // Of the others, like a ship or an action, no other word says it.
        _ => "chose it",
    }
}

#[cfg(test)]
mod tests {
    use domain::{GameId, facts::Kind};
    use store::statistics::metrics;

    use super::*;

    /// Kinds of things that are only chosen.
    const CHOSEN: [&str; 5] = ["camp", "ship", "gift", "action", "tnt"];

    #[test]
    fn every_kind_of_thing_has_its_own_verb() {
        let kinds = GameId::ALL.iter().flat_map(|&game| metrics(game));
        for kind in kinds.filter(|it| it.kind == Kind::Choice) {
            let is_chosen = CHOSEN.contains(&kind.id.as_str());
            assert_eq!(told(&kind.id) == "chose it", is_chosen, "{}", kind.id);
        }
        assert_eq!(told("thrown_away"), "threw it away");
    }
}

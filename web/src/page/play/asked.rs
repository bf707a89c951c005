//! What a seat is asked, by the kinds of commands that are legal.

use domain::words;

/// How a kind of command is asked for.
pub(super) struct Kind {
    /// Its name in commands.
    id: &'static str,
    /// The title of the page.
    title: &'static str,
    /// What to do, in a sentence.
    asks: &'static str,
    /// What the button says.
    verb: &'static str,
}

const fn kind(
    id: &'static str,
    title: &'static str,
    asks: &'static str,
    verb: &'static str,
) -> Kind {
    Kind {
        id,
        title,
        asks,
        verb,
    }
}

/// Those that the games have. What comes first here is what a decision is called after if several
/// kinds are legal. Of a kind that is not here, its name is shown.
#[rustfmt::skip]
const KINDS: &[Kind] = &[
    kind("draw", "Your draw", "Draw what the card shows.", "Draw it"),
    kind("arcane_knowledge", "Your skill", "Use a skill, or pass.", "Use it"),
    kind("stealth", "Your skill", "Use a skill, or pass.", "Use it"),
    kind("negotiation", "Your skill", "Use a skill, or pass.", "Use it"),
    kind("concentration", "Your skill", "Use a skill, or pass.", "Use it"),
    kind("healing", "Your skill", "Use a skill, or pass.", "Use it"),
    kind("search", "Your skill", "Use a skill, or pass.", "Use it"),
    kind("diplomacy", "Your skill", "Use a skill, or pass.", "Use it"),
    kind("acrobatics", "Your skill", "Use a skill, or pass.", "Use it"),
    kind("pick", "Your cards", "Keep two cards of your hand. The others are passed on.", "Keep them"),
    kind("pick_one", "Your cards", "Keep one card of your hand and discard another. The others are passed on.", "Keep it"),
    kind("place_camp", "Your camp", "Place the camp on an empty square, or keep it.", "Place it"),
    kind("pass_camp", "Your camp", "Place the camp on an empty square, or keep it.", "Keep the camp"),
    kind("build_towers", "Your construction", "Build on your squares, or build nothing more this round.", "Build them"),
    kind("trade", "Your trading post", "Choose what the trading post yields.", "Trade"),
    kind("copy", "Your copy", "Choose the parchment to copy.", "Copy it"),
    kind("take_block", "Your action", "Take a block, move, build, fight or take a weapon.", "Take it"),
    kind("explore", "Your action", "Move, build, fight or take a weapon.", "Go there"),
    kind("fight", "Your action", "Build, fight or take a weapon.", "Fight it"),
    kind("collect_weapon", "Your action", "Take a weapon.", "Take it"),
    kind("build", "Your turn to build", "Build, or end the turn.", "Build it"),
    kind("announce_camp", "Your construction", "Build on your squares, or build nothing more this round.", "Announce it"),
    kind("done", "Your construction", "Build on your squares, or build nothing more this round.", "Build no more"),
    kind("use_tnt", "Your TNT", "Use the TNT in this fight, or keep it.", "Use it"),
    kind("keep_tnt", "Your TNT", "Use the TNT in this fight, or keep it.", "Keep it"),
    kind("use_extra_action_tile", "Your turn", "Return a mob for an extra action, or end the turn.", "Return it"),
    kind("end_turn", "Your turn", "End the turn.", "End the turn"),
    kind("choose_feature", "Your scoring", "Choose the feature to score.", "Score it"),
    kind("choose_explorer", "Your explorer", "Keep one of the two explorers.", "Keep it"),
    kind("draft", "Your draft", "Keep a tile, and pass the others to an empty ship.", "Keep and pass"),
    kind("keep", "Your draft", "Keep a tile.", "Keep it"),
    kind("place", "Your tile", "Place the tile in your zone.", "Place it"),
    kind("take_discard", "Your discard", "Take a tile of the discards and place it, or leave them.", "Place it"),
    kind("leave_discards", "Your discard", "Take a tile of the discards and place it, or leave them.", "Leave them"),
    kind("take", "Your group", "Take a tile of a group, and remove another of it from the game.", "Take it"),
    kind("pass", "Your skill", "Use a skill, or pass.", "Pass"),
];

/// What the kinds are called beside each other, where that is not their name in commands.
const NAMES: &[(&str, &str)] = &[
    ("announce_camp", "Announce a camp"),
    ("build_towers", "Build sky towers"),
    ("collect_weapon", "Take a weapon"),
    ("done", "Build no more"),
    ("keep_tnt", "Keep the TNT"),
    ("pass_camp", "Keep the camp"),
    ("place_camp", "Place the camp"),
    ("take_block", "Take a block"),
    ("use_extra_action_tile", "Return a mob"),
    ("use_tnt", "Use the TNT"),
];

/// What the parts of commands are called: the words of the sentences in the list. Of a part that
/// is not here, its name is shown.
pub(super) const PARTS: &[(&str, &str)] = &[
    ("cards", "Keep"),
    ("give_to", "Give the token to"),
    ("parchment", "As"),
    ("payment", "Pay"),
    ("play", "Keep"),
    ("resource", "Yield"),
    ("ship", "Pass to the ship of"),
    ("terrain", "Draw"),
    ("throw_away", "Discard"),
    ("type", "What to do"),
];

/// The kind that a decision is called after.
fn main(legal: &[String]) -> Option<&'static Kind> {
    KINDS
        .iter()
        .find(|kind| legal.iter().any(|it| it == kind.id))
}

/// What a decision is called.
pub(super) fn title(legal: &[String]) -> &'static str {
    main(legal).map_or("Your decision", |kind| kind.title)
}

/// What is asked, in a sentence.
pub(super) fn sentence(legal: &[String]) -> &'static str {
    match main(legal) {
        // Building in construction may end; building in a turn is one action of several.
        Some(kind) if kind.id == "build" && legal.iter().any(|it| it == "done") => {
            "Build on your squares, or build nothing more this round."
        }
        Some(kind) => kind.asks,
        None => "Choose what to do.",
    }
}

/// What a kind of command is called beside others.
pub(super) fn name(of: &str) -> String {
    let known = NAMES.iter().find(|(kind, _)| *kind == of);
    known.map_or_else(
        || words::capital(&of.replace('_', " ")),
        |(_, name)| (*name).to_owned(),
    )
}

/// What the button says for a kind of command.
pub(super) fn verb(of: &str) -> String {
    let known = KINDS.iter().find(|kind| kind.id == of);
    known.map_or_else(
        || words::capital(&of.replace('_', " ")),
        |kind| kind.verb.to_owned(),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_decision_is_called_after_the_first_kind_that_is_legal() {
        let legal = ["end_turn", "build"].map(str::to_owned);
        assert_eq!(title(&legal), "Your turn to build");
        assert_eq!(sentence(&legal), "Build, or end the turn.");
        assert_eq!(title(&["castle".to_owned()]), "Your decision");
    }

    #[test]
    fn a_kind_that_no_game_has_yet_is_called_by_its_name() {
        assert_eq!(name("take_block"), "Take a block");
        assert_eq!(name("move_king"), "Move king");
        assert_eq!(verb("draw"), "Draw it");
        assert_eq!(verb("move_king"), "Move king");
    }
}

//! The options of games in the words of a page: headings, and what they mean without ids.

use domain::{
    GameId,
    words::{capital, common},
};
use serde_json::Value as Json;

/// What an option is called.
pub(super) fn heading(name: &str) -> String {
    let known = known(name).map(str::to_owned);
    known.unwrap_or_else(|| capital(&name.replace('_', " ")))
}

fn known(name: &str) -> Option<&'static str> {
    Some(match name {
        "edition" => "Edition",
        "side" => "Side of the map",
        "ruins_fallback_allows_mountain" => "The single cell for ruins may be a mountain",
        "plain_fallback_terrain" => "Terrain of the single cell",
        "skills" => "Skill cards",
        "beginners" => "Beginners",
        "boards_bound_to_colour" => "Each color has its own board",
        "extra_actions_only_after_normal_actions" => "Extra actions come last",
        "automatic_features" => "The best feature is chosen by itself",
        "mob_bonus_counts_printed_biomes" => "Mobs count printed biomes",
        "start_seat" => "Who begins",
        "mode" => "Mode of play",
        "missions" => "Missions",
        "snail_extras" => "Snail extras",
        "team_token_needs_individual" => "Team tokens come after the individual one",
        "extra_tile_compulsory" => "The extra tile must be taken",
        "last_turn_passes" => "The last tile is passed",
        "dragon" => "The dragon",
        "variant_mission_check" => "When missions are checked in the variant",
        "desert_explorer_is_a_kind" => "The explorer's desert counts as a kind",
        "camp_counts" => "What the camp counts",
        "yeti_token_points" => "Points of the yeti's token",
        "panda_token_points" => "Points of the panda's token",
        _ => return None,
    })
}

/// What an option means; of one that may be left out, what its part says.
pub(super) fn meaning(game: GameId, field: &Json) -> String {
    let parts = field["oneOf"].as_array().into_iter().flatten();
    let mut told = std::iter::once(field).chain(parts);
    let told = told.find_map(|it| it["description"].as_str());
    in_words(game, told.unwrap_or_default())
}

/// A sentence with words in the place of ids, which stand between backticks.
fn in_words(game: GameId, sentence: &str) -> String {
    let parts = sentence.split('`').enumerate().map(|(nth, part)| {
        if nth % 2 == 1 {
            named(game, part)
        } else if nth > 0 && !part.is_empty() && part.trim().is_empty() {
            " says ".to_owned() // between an edition and a value
        } else {
            part.to_owned()
        }
    });
    parts.collect()
}

/// What has this id, in a sentence.
fn named(game: GameId, id: &str) -> String {
    match id {
        "rulebook" => "the rulebook".to_owned(),
        "board_game_arena" => value(id),
        _ if ::web::component(game, id).is_some() && id.contains('_') => {
            format!("the {}", common(&game.item_name(id)))
        }
        _ => format!("“{}”", value(id)),
    }
}

/// What a value of an option is called.
pub(super) fn value(id: &str) -> String {
    match id {
        "board_game_arena" => "Board Game Arena".to_owned(),
        _ => id.replace('_', " "),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::http::contract::schema;

    #[test]
    fn every_option_has_a_heading_and_a_text_without_ids() {
        for &game in GameId::ALL {
            let schema = schema::options_schema(game);
            for (name, field) in schema["properties"].as_object().into_iter().flatten() {
                assert!(known(name).is_some(), "{name}");
                let meaning = meaning(game, field);
                assert!(!meaning.is_empty(), "{name}");
                assert!(!meaning.contains(['_', '`']), "{name}: {meaning}");
            }
        }
    }

    #[test]
    fn editions_say_what_they_say() {
        let told = in_words(
            GameId::BigMonster,
            "The edition decides: `rulebook`\n`end_of_turn`, `board_game_arena` no.",
        );
        let said = "The edition decides: the rulebook says “end of turn”, Board Game Arena no.";
        assert_eq!(told, said);
    }
}

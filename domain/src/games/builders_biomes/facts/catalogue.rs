//! What is counted, besides what is counted of every game.

use super::super::{
    blocks::Block,
    board::Board,
    components::Action,
    features::{Feature, Round},
};
use crate::facts::{Metric, Unit, metric::Row, spaced, word};

/// What is counted, besides what is counted of every game.
pub(super) fn catalogue() -> Vec<Metric> {
    let mut metrics = points();
    metrics.extend(COUNTED.map(Metric::row));
    metrics.extend(actions());
    metrics.extend(blocks());
    metrics.extend(buildings());
    metrics.extend([
        Metric::dimension("board", "Board", "The board the seat builds on.")
            .one_of(Board::ALL.map(|board| word(&board))),
        Metric::yes_no(
            "beginner",
            "Beginner",
            "`yes` if the seat counts every space in scoring rounds, connected or not.",
        ),
    ]);
    metrics.extend(Round::ALL.map(|round| {
        let title = format!("Feature of round {}", word(&round));
        let definition = "The feature the seat scored in this round; `none` if no space counted.";
        Metric::dimension(&format!("scored.{}", round.id()), &title, definition)
            .one_of(Feature::ALL.map(Feature::id))
            .or_none()
    }));
    metrics.extend(CHOICES.map(Metric::choice));
    metrics
}

const CHOICES: [[&str; 3]; 7] = [
    [
        "action",
        "Action",
        "The next action of a turn: each kind that was allowed and possible was offered, and so \
         were an extra-action tile and the end of the turn where they were; one was taken.",
    ],
    [
        "building",
        "Building",
        "An action at which at least one building could be paid for: each of those was offered, \
         and so was `none`; one was taken.",
    ],
    [
        "mob",
        "Mob fought",
        "An action at which at least one mob could be fought: each of those was offered, and so \
         was `none`; one was taken.",
    ],
    [
        "weapon",
        "Weapon collected",
        "An action at which at least one weapon could be collected: each different weapon was \
         offered, and so was `none`; one was taken.",
    ],
    [
        "block",
        "Block taken",
        "A block was taken, by an action or a pickaxe: each color that could be taken was offered, \
         one was taken.",
    ],
    [
        "tnt",
        "TNT used or kept",
        "A fight showed a TNT: `use` and `keep` were offered, one was taken.",
    ],
    [
        "feature",
        "Feature named",
        "A feature was named in a scoring round: all four of its card were offered, one was taken. \
         Features that are scored without asking are none of these.",
    ],
];

fn points() -> Vec<Metric> {
    let mut metrics: Vec<Metric> = POINTS
        .map(|[id, title, definition]| Metric::points(id, title, definition))
        .into();
    metrics.extend(Round::ALL.map(|round| {
        let title = format!("Points in round {}", word(&round));
        let definition = "What the feature scored in this round paid.";
        Metric::points(round.id(), &title, definition)
    }));
    metrics.extend(Feature::ALL.map(|feature| {
        let title = format!("Points from {}", spaced(feature.id()));
        let definition =
            "What this feature paid in its scoring round. Unknown for who scored another.";
        Metric::points(feature.id(), &title, definition)
    }));
    metrics
}

const POINTS: [[&str; 3]; 4] = [
    [
        "building",
        "Points from buildings",
        "What all buildings paid when they were built.",
    ],
    [
        "mob",
        "Points from mobs",
        "What all mobs paid when they were beaten.",
    ],
    [
        "golden_hoe",
        "Points from golden hoes",
        "What golden hoes paid in fights.",
    ],
    [
        "mob_bonus",
        "Points from mobs kept",
        "What the mobs kept for the end of the game paid.",
    ],
];

const COUNTED: [Row; 16] = [
    (
        "turn_order",
        "Turn order",
        Unit::Rank,
        "The seat's place in the order of turns: 1 for whoever began.",
    ),
    ("turns", "Turns", Unit::Pieces, "Turns the seat began."),
    (
        "extra_actions",
        "Extra actions",
        Unit::Pieces,
        "Mobs the seat returned for an extra action.",
    ),
    (
        "tiles_flipped",
        "Tiles flipped",
        Unit::Pieces,
        "Tiles the seat turned up by exploring.",
    ),
    (
        "blocks_left",
        "Blocks left",
        Unit::Pieces,
        "Blocks the seat owns at the end.",
    ),
    (
        "buildings_built",
        "Buildings built",
        Unit::Pieces,
        "Buildings the seat placed, later covered or not.",
    ),
    (
        "buildings_covered",
        "Buildings covered",
        Unit::Pieces,
        "Buildings the seat covered with another.",
    ),
    ("fights", "Fights", Unit::Pieces, "Fights the seat began."),
    (
        "fights_won",
        "Fights won",
        Unit::Pieces,
        "Fights in which the seat beat the mob.",
    ),
    (
        "fights_lost",
        "Fights lost",
        Unit::Pieces,
        "Fights in which it did not.",
    ),
    (
        "mobs_beaten",
        "Mobs beaten",
        Unit::Pieces,
        "Mobs the seat has beaten, returned or not.",
    ),
    (
        "mobs_kept",
        "Mobs kept",
        Unit::Pieces,
        "Mobs that pay the seat at the end of the game, however much.",
    ),
    (
        "golden_hoes",
        "Golden hoes",
        Unit::Pieces,
        "Golden hoes that were shown in the seat's fights.",
    ),
    ("tnt_used", "TNT used", Unit::Pieces, "TNT the seat used."),
    (
        "weapons_collected",
        "Weapons collected",
        Unit::Pieces,
        "Weapon tokens the seat took.",
    ),
    (
        "weapons",
        "Weapons",
        Unit::Pieces,
        "Weapon tokens in the seat's pile at the end.",
    ),
];

fn actions() -> [Metric; 5] {
    Action::ALL.map(|action| {
        let action = word(&action);
        let title = format!("Actions: {}", spaced(&action));
        let definition = "How often the seat took this action, as a normal or an extra one.";
        let id = format!("actions.{action}");
        Metric::measure(&id, &title, Unit::Pieces, definition)
    })
}

fn blocks() -> [Metric; 5] {
    Block::ALL.map(|block| {
        let block = word(&block);
        let title = format!("Blocks of {block}");
        let definition = "Blocks of this color the seat took from the cube.";
        Metric::measure(&format!("blocks.{block}"), &title, Unit::Pieces, definition)
    })
}

fn buildings() -> [Metric; 12] {
    Feature::ALL.map(|feature| {
        let title = format!("Buildings: {}", spaced(feature.id()));
        let definition = "Buildings with this feature that show on the board at the end.";
        let id = format!("buildings.{}", feature.id());
        Metric::measure(&id, &title, Unit::Pieces, definition)
    })
}

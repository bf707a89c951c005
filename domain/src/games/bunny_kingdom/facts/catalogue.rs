//! What is counted, besides what is counted of every game.

use super::super::cards::Parchment;
use crate::facts::{Metric, Unit, metric::Row};

/// What is counted, besides what is counted of every game.
pub(super) fn catalogue() -> Vec<Metric> {
    let mut metrics = points();
    metrics.extend(ON_THE_BOARD.map(Metric::row));
    metrics.extend(Parchment::ALL.map(|parchment| {
        let title = format!("Holds {}", parchment.card().name);
        let definition = "`yes` if the seat holds this parchment at the end, `no` if not.";
        Metric::yes_no(&format!("holds.{parchment}"), &title, definition)
    }));
    metrics.extend(CHOICES.map(Metric::choice));
    metrics
}

const CHOICES: [[&str; 3]; 6] = [
    [
        "card",
        "Card played",
        "A pick: each different card in hand was offered; the one or two that were played were taken.",
    ],
    [
        "thrown_away",
        "Card thrown away",
        "With two players, a pick: each different card in hand was offered; the one thrown away \
         face down was taken.",
    ],
    [
        "build",
        "Building placed",
        "Construction: each building that could be placed, or camp that could be announced, was \
         offered, and so was `done`; one was taken.",
    ],
    [
        "camp",
        "Camp placed or kept",
        "A seat was asked for its camp: `place` and `keep` were offered, one was taken.",
    ],
    [
        "trade",
        "Trading post named",
        "A trading post was named: wood, fish and carrot were offered, one was taken.",
    ],
    [
        "copy",
        "Parchment copied",
        "A copy card was used: each parchment it could become was offered, one was taken.",
    ],
];

fn points() -> Vec<Metric> {
    let mut metrics: Vec<Metric> = (1..=4)
        .map(|round| {
            let title = format!("Points in harvest {round}");
            let definition = "What all fiefs of the seat paid at this harvest.";
            Metric::points(&format!("harvest_{round}"), &title, definition)
        })
        .collect();
    metrics.push(Metric::points(
        "parchment",
        "Points from parchments",
        "What all parchments of the seat paid.",
    ));
    metrics.extend(Parchment::ALL.map(|parchment| {
        let title = format!("Points from {}", parchment.card().name);
        let definition = "What this parchment paid, held or copied; what a treasure hunter adds is paid by the \
                          treasures. Unknown for who did neither.";
        Metric::points(&parchment.to_string(), &title, definition)
    }));
    metrics
}

const ON_THE_BOARD: [Row; 13] = [
    (
        "squares",
        "Squares",
        Unit::Cells,
        "Squares the seat controls at the end.",
    ),
    (
        "fiefs",
        "Fiefs",
        Unit::Pieces,
        "Fiefs of the seat at the end, however small.",
    ),
    (
        "largest_fief",
        "Largest fief",
        Unit::Cells,
        "Squares of the seat's largest fief at the end.",
    ),
    (
        "best_fief",
        "Best fief",
        Unit::Points,
        "What the seat's best fief paid at the last harvest.",
    ),
    (
        "strength",
        "Strength",
        Unit::Pieces,
        "The strengths of all cities on the seat's squares at the end, added up.",
    ),
    (
        "cities_built",
        "Cities built",
        Unit::Pieces,
        "City cards on the board at the end.",
    ),
    (
        "farms_built",
        "Farms built",
        Unit::Pieces,
        "Farm and mine cards on the board at the end.",
    ),
    (
        "trading_posts",
        "Trading posts",
        Unit::Pieces,
        "Trading posts on the board at the end.",
    ),
    (
        "sky_towers",
        "Sky towers",
        Unit::Pieces,
        "Squares with a sky tower at the end.",
    ),
    (
        "camps",
        "Camps",
        Unit::Pieces,
        "Camps of the seat on the board at the end.",
    ),
    (
        "camps_played",
        "Camps played",
        Unit::Cards,
        "Camp cards the seat played.",
    ),
    (
        "not_built",
        "Not built",
        Unit::Cards,
        "Building cards in front of the seat at the end.",
    ),
    (
        "parchments",
        "Parchments",
        Unit::Cards,
        "Parchments the seat holds at the end.",
    ),
];

//! What is counted, besides what is counted of every game.

use super::super::{
    components::{Letter, Season, Skill},
    edicts::Edict,
    map::Terrain,
};
use crate::facts::{Metric, Unit, metric::Row, word};

/// What is counted, besides what is counted of every game.
pub(super) fn catalogue() -> Vec<Metric> {
    let mut metrics = points();
    metrics.extend(cells());
    metrics.extend(ON_THE_SHEET.map(Metric::row));
    metrics.extend(in_play());
    metrics.extend(CHOICES.map(Metric::choice));
    metrics
}

const CHOICES: [[&str; 3]; 3] = [
    [
        "terrain",
        "Terrain drawn",
        "An explore card of which more than one terrain could be drawn, drawn without a skill: \
         each of those terrains was offered, one was taken.",
    ],
    [
        "shape",
        "Shape drawn",
        "An explore card of which more than one shape could be drawn, drawn without a skill: each \
         shape that fitted was offered, one was taken.",
    ],
    [
        "skill",
        "Skill used",
        "A decision at which at least one skill could be used and paid for: each of those was \
         offered, and so was `none`; one was taken.",
    ],
];

fn points() -> Vec<Metric> {
    let mut metrics = vec![
        Metric::points(
            "coins",
            "Points from coins",
            "One for each coin filled and not spent, each season.",
        ),
        Metric::points(
            "monsters",
            "Points lost to monsters",
            "Minus one for each empty space beside a monster, each season.",
        ),
    ];
    for season in Season::ALL {
        let name = season.name();
        let definition = format!("Everything scored at the end of {name}.");
        metrics.push(Metric::points(
            name,
            &format!("Points in {name}"),
            &definition,
        ));
        metrics.extend(season.card().edicts.map(|letter| {
            let letter = word(&letter);
            let id = format!("{name}.{}", letter.to_lowercase());
            let title = format!("Edict {letter} in {name}");
            let definition = format!("What the scoring card under edict {letter} paid in {name}.");
            Metric::points(&id, &title, &definition)
        }));
    }
    metrics.extend(Edict::ALL.map(|edict| {
        let title = format!("Points from {}", edict.card().names.en);
        let definition =
            "What this scoring card paid in its two seasons. Unknown if it was not in play.";
        Metric::points(edict.id(), &title, definition)
    }));
    metrics
}

fn cells() -> impl Iterator<Item = Metric> {
    Terrain::ALL.into_iter().map(|terrain| {
        let terrain = word(&terrain);
        let id = format!("cells.{terrain}");
        let title = format!("Cells of {terrain}");
        let definition = format!(
            "Cells the seat's sheet has as {terrain} at the end, printed ones not counted."
        );
        Metric::measure(&id, &title, Unit::Cells, &definition)
    })
}

const ON_THE_SHEET: [Row; 6] = [
    (
        "cells.empty",
        "Empty cells",
        Unit::Cells,
        "Cells nobody has drawn on at the end.",
    ),
    (
        "coins",
        "Coins",
        Unit::Pieces,
        "Coins filled in, spent ones too, at the end.",
    ),
    (
        "coins_spent",
        "Coins spent",
        Unit::Pieces,
        "Coins paid for skills.",
    ),
    (
        "mountain_coins",
        "Mountain coins",
        Unit::Pieces,
        "Coins of printed mountains that were earned by surrounding them.",
    ),
    (
        "skills_used",
        "Skills used",
        Unit::Cards,
        "How many skills the seat used.",
    ),
    (
        "solo_rating",
        "Solo rating",
        Unit::Points,
        "Playing alone: the final score less what the four scoring cards expect.",
    ),
];

fn in_play() -> impl Iterator<Item = Metric> {
    let slots = Letter::ALL.into_iter().map(|letter| {
        let letter = word(&letter);
        let id = format!("edict_{}", letter.to_lowercase());
        let definition = "The scoring card under this edict.";
        Metric::dimension(&id, &format!("Edict {letter}"), definition)
            .one_of(Edict::ALL.map(|edict| edict.id()))
    });
    let edicts = Edict::ALL.into_iter().map(|edict| {
        let title = format!("Slot of {}", edict.card().names.en);
        let definition =
            "The edict this scoring card lies under, `a` to `d`; `none` if it is not in play.";
        Metric::dimension(&format!("edict.{}", edict.id()), &title, definition)
            .one_of(Letter::ALL.map(|letter| word(&letter).to_lowercase()))
            .or_none()
    });
    let skills = Skill::ALL.into_iter().map(|skill| {
        let title = format!("{} in play", skill.card().names.en);
        let definition = "`yes` if this skill is in play, `no` if not.";
        Metric::yes_no(&format!("skill.{}", word(&skill)), &title, definition)
    });
    slots.chain(edicts).chain(skills).map(Metric::per_match)
}

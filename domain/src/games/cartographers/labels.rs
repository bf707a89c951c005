//! What the lines of a score sheet and what is counted are called.

use super::{
    cards::Card,
    components::{Season, Skill},
    edicts::Edict,
    map::Terrain,
    shape::ShapeId,
    words::{card_of, name},
};
use crate::{
    facts::of_word,
    words::{capital, ordinal},
};

/// A line of the score sheet: `fall.canal_lake` is "Canal Lake (fall)", and `fall` is "Fall".
pub(super) fn line(source: &str) -> String {
    match source.rsplit_once('.') {
        Some((season, paid)) => format!("{} ({season})", paid_for(paid)),
        None => paid_for(source),
    }
}

fn paid_for(id: &str) -> String {
    item(id).unwrap_or_else(|| capital(id))
}

/// What is counted: a scoring card, a skill or a shape as it is printed, or a terrain.
pub(super) fn item(id: &str) -> Option<String> {
    let edict = of_word::<Edict>(id).map(|edict| edict.card().names.en.clone());
    let skill = || of_word::<Skill>(id).map(|skill| skill.card().names.en.clone());
    let shape = || shape_name(ShapeId::named(id)?);
    let terrain = || of_word::<Terrain>(id).map(|terrain| capital(name(terrain)));
    let season = || of_word::<Season>(id).map(|season| season.card().names.en.clone());
    edict
        .or_else(skill)
        .or_else(shape)
        .or_else(terrain)
        .or_else(season)
}

/// A shape by its card, and which it is if the card has several.
fn shape_name(shape: ShapeId) -> Option<String> {
    let face = card_of(shape).map(Card::face)?;
    let nth = (1..).zip(&face.shapes);
    let nth = nth.filter(|_| face.shapes.len() > 1);
    let mut nth = nth.filter(|(_, it)| it.id == Some(shape));
    let which = nth
        .next()
        .map(|(nth, _)| format!(", {} shape", ordinal(nth)));
    Some(format!("{}{}", face.name, which.unwrap_or_default()))
}

//! What happened, in words.

use super::{
    components::{Card, Season, Skill},
    event::{Drawing, Drawings, Duty, Event},
    face::{Face, FaceKind},
    map::{Area, BOARD, Terrain},
    score::SeasonScore,
    shape::ShapeId,
};
use crate::{
    BySeat, Cell, Seat, Seats, Secret, Who, cast,
    score::Rating,
    words::{at_a_glance, count, list, points, sentence, signed, some},
};

/// What happened, as far as it was disclosed.
pub(super) fn words(event: &Event, who: &Who<'_>) -> String {
    sentence(&match event {
        Event::SeasonStarted { season, .. } => season_started(*season),
        Event::CardRevealed { card } => card_revealed(card.face()),
        Event::Skipped { seats } => skipped(*seats, who),
        Event::DecisionsDue { duty, seats } => due(*duty, *seats, who),
        Event::Drawn { seat, drawing } => drawn(*seat, drawing, who),
        Event::Revealed { drawings } => revealed(drawings, who),
        Event::Ambushed { drawing } => ambushed(drawing),
        Event::SeasonScored { season, scores } => season_scored(*season, scores, who),
        Event::Rated { rating } => rated(rating),
    })
}

fn season_started(season: Season) -> String {
    let card = season.card();
    let [first, second] = card.edicts;
    format!(
        "{} begins: the deck is shuffled, and edicts {first:?} and {second:?} score at its end",
        card.names.en
    )
}

fn card_revealed(face: &Face) -> String {
    let asks = match face.kind {
        FaceKind::Ruins => "the next shape must cover ruins".to_owned(),
        FaceKind::Ambush => "an ambush".to_owned(),
        FaceKind::Explore => either(face),
    };
    format!("{} is revealed: {asks}", face.name)
}

/// 4.1: what a card gives to choose from.
fn either(face: &Face) -> String {
    let (last, others) = face.terrains.split_last().expect("a card has a terrain");
    let others: Vec<&str> = others.iter().map(|terrain| name(*terrain)).collect();
    match (others.is_empty(), face.shapes.len()) {
        (true, 1) => name(*last).to_owned(),
        (true, shapes) => format!("{}, in one of {}", name(*last), count(shapes, "shape")),
        (false, _) => format!("{} or {}", others.join(", "), name(*last)),
    }
}

fn skipped(seats: Seats, who: &Who<'_>) -> String {
    who.act(
        seats,
        "finds no empty space and draws nothing",
        "find no empty space and draw nothing",
    )
}

fn due(duty: Duty, seats: Seats, who: &Who<'_>) -> String {
    match duty {
        Duty::Before => format!("{} may use a skill before anyone draws", who.seats(seats)),
        Duty::Draw => who.act(seats, "is drawing", "are drawing"),
        Duty::After => format!("{} may use a skill after drawing", who.seats(seats)),
    }
}

fn drawn(seat: Seat, drawing: &Secret<Drawing>, who: &Who<'_>) -> String {
    match drawing {
        Secret::Known(drawing) => draws(seat, drawing, who),
        Secret::Withheld => {
            let name = who.seat(seat);
            format!("{name} decides; the drawing, if any, is not shown yet")
        }
    }
}

/// What one decision drew.
fn draws(seat: Seat, drawing: &Drawing, who: &Who<'_>) -> String {
    let mut done = Vec::new();
    if let Some(skill) = drawing.skill {
        let cost = usize::from(drawing.cost);
        let cost = Some(cost).filter(|cost| *cost > 0);
        let cost = cost.map(|cost| format!(" for {}", some(cost, "coin")));
        let name = skill_name(skill);
        done.push(format!("uses {name}{}", cost.unwrap_or_default()));
    }
    if !drawing.cells.0.is_empty() {
        let on = Some(drawing.sheet).filter(|sheet| *sheet != seat);
        let on = on.map(|sheet| format!(" on the sheet of {}", who.seat(sheet)));
        let from = drawing.shape.and_then(card_of);
        let from = from.map(|card| format!(", from {}", card.face().name));
        let (on, from) = (on.unwrap_or_default(), from.unwrap_or_default());
        done.push(format!("draws {}{on}{from}", filled(drawing)));
    }
    if done.is_empty() {
        return format!("{} passes", who.seat(seat));
    }
    format!(
        "{} {}{}",
        who.seat(seat),
        list(done),
        coins(seat, drawing, who)
    )
}

/// 6.7: they are of whoever owns the sheet.
fn coins(seat: Seat, drawing: &Drawing, who: &Who<'_>) -> String {
    let coins = some(usize::from(drawing.coins), "coin");
    match drawing.coins {
        0 => String::new(),
        _ if drawing.sheet == seat => format!(", and gains {coins}"),
        _ => format!(", and {} gains {coins}", who.seat(drawing.sheet)),
    }
}

/// What was drawn, and where: "four forests at G5, G6, G7 and H5".
fn filled(drawing: &Drawing) -> String {
    let cells = cast::<usize>(drawing.cells.0.count());
    let what = match drawing.terrain {
        Some(Terrain::Water) => some(cells, "water space"),
        Some(terrain) => some(cells, name(terrain)),
        // Only Diplomacy draws without being one terrain.
        None => "farm and village in one".to_owned(),
    };
    format!("{what} at {}", places(drawing.cells))
}

fn revealed(drawings: &BySeat<Drawings>, who: &Who<'_>) -> String {
    let by_terrain = by_terrain(drawings, who);
    if by_terrain.is_empty() {
        return "nobody draws anything".to_owned();
    }
    let all = drawings.iter();
    let all = all.flat_map(|(seat, all)| all.0.iter().map(move |it| draws(seat, it, who)));
    let all: Vec<String> = all.collect();
    let drew = |all: &[String]| format!("the drawings are revealed: {}", all.join("; "));
    at_a_glance(drew(&all), || drew(&by_terrain))
}

/// Who drew which terrain, and who used a skill.
fn by_terrain(drawings: &BySeat<Drawings>, who: &Who<'_>) -> Vec<String> {
    let with = |is: &dyn Fn(&Drawing) -> bool| -> Seats {
        let those = drawings.iter().filter(|(_, all)| all.0.iter().any(is));
        those.map(|(seat, _)| seat).collect()
    };
    let drew = Terrain::ALL.map(|terrain| (name(terrain), with(&|it| it.terrain == Some(terrain))));
    let used = ("a skill", with(&|it| it.skill.is_some()));
    let parts = drew.into_iter().chain([used]);
    let parts = parts.filter(|(_, seats)| !seats.is_empty());
    let many = |seats: Seats| count(usize::from(seats.count()), "seat");
    let by = |seats: Seats| match seats.count() {
        ..=6 => who.seats(seats),
        7.. => many(seats),
    };
    parts
        .map(|(what, seats)| format!("{what} by {}", by(seats)))
        .collect()
}

fn ambushed(drawing: &Drawing) -> String {
    if drawing.cells.0.is_empty() {
        return "the ambush fits nowhere, and no monster is drawn".to_owned();
    }
    let coins = usize::from(drawing.coins);
    let coins = Some(coins).filter(|coins| *coins > 0);
    let coins = coins.map(|coins| format!(", which brings {}", some(coins, "coin")));
    let coins = coins.unwrap_or_default();
    format!("the ambush draws {}{coins}", filled(drawing))
}

fn season_scored(season: Season, scores: &BySeat<SeasonScore>, who: &Who<'_>) -> String {
    let scores = who.scores(&scores.map(|_, score| score.total()), points);
    format!("{} ends: {scores}", season.card().names.en)
}

fn rated(rating: &Rating) -> String {
    let points = signed(rating.points);
    match &rating.title {
        Some(title) => format!("the match is rated {points}: {title}"),
        None => format!("the match is rated {points}, too low for a title"),
    }
}

/// The explore card that a shape is printed on.
pub(super) fn card_of(shape: ShapeId) -> Option<Card> {
    let has = |card: &Card| card.face().shapes.iter().any(|it| it.id == Some(shape));
    Card::EXPLORE.into_iter().find(has)
}

pub(super) const fn name(terrain: Terrain) -> &'static str {
    match terrain {
        Terrain::Forest => "forest",
        Terrain::Village => "village",
        Terrain::Farm => "farm",
        Terrain::Water => "water",
        Terrain::Monster => "monster",
        Terrain::Mountain => "mountain",
    }
}

pub(super) fn skill_name(skill: Skill) -> &'static str {
    &skill.card().names.en
}

/// Cells by the letters of their rows and the numbers of their columns.
pub(super) fn places(cells: Area) -> String {
    let name = |Cell(row, column): Cell| {
        let row = char::from(b'A' + cast::<u8>(row));
        format!("{row}{}", column + 1)
    };
    list(BOARD.coordinates(cells.0).map(name))
}

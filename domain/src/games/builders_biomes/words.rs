//! What happened, in words.

use super::{
    blocks::{Block, Blocks},
    board::Space,
    components::{Action, MobKind},
    cube::{Column, Shown},
    event::{Duty, Event, MobBonuses, RoundScore},
    features::{Axis, Feature, Round},
    overworld::{FlippedTile, FlippedToken},
    places::{Crossing, Stack},
    tiles::{Building, Mob, Tile},
    weapons::Weapon,
};
use crate::{
    BySeat, Cell, Who,
    words::{common, count, counted, list, number, ordinal, sentence, signed, some},
};

/// What happened.
pub(super) fn words(event: &Event, who: &Who<'_>) -> String {
    sentence(&match event {
        Event::TurnBegan { turn, seat } => format!("{} begins turn {turn}", who.seat(*seat)),
        Event::DecisionDue { seat, duty } => due(*duty, &who.seat(*seat)),
        Event::BlockTaken {
            seat,
            column,
            block: taken,
            uncovered,
        } => block_taken(&who.seat(*seat), *taken, *column, uncovered),
        Event::Explored {
            seat,
            to,
            tiles,
            weapons,
        } => explored(&who.seat(*seat), *to, tiles, weapons),
        Event::Built {
            seat,
            building,
            space,
            payment,
            xp,
            ..
        } => built(&who.seat(*seat), *building, *space, *payment) + &also_scores(*xp),
        Event::TurnEnded { seat } => format!("the turn of {} ends", who.seat(*seat)),
        Event::ScoringRoundBegan { round } => round_began(*round),
        Event::RoundScored { score } => round_scored(score, who),
        Event::MobBonusesScored { bonuses } => bonuses_scored(bonuses, who),
        of_a_fight @ (Event::TokensRevealed { .. }
        | Event::HoesPaid { .. }
        | Event::TntUsed { .. }
        | Event::TntKept { .. }
        | Event::FightWon { .. }
        | Event::FightLost { .. }
        | Event::WeaponCollected { .. }
        | Event::ExtraActionTileReturned { .. }) => fighting(of_a_fight, who),
    })
}

/// What weapons and mobs do.
fn fighting(event: &Event, who: &Who<'_>) -> String {
    match event {
        Event::TokensRevealed {
            seat,
            stack,
            mob,
            weapons,
        } => fights(&who.seat(*seat), *mob, *stack, weapons),
        Event::HoesPaid { seat, hoes, xp } => hoes_paid(&who.seat(*seat), *hoes, *xp),
        Event::TntUsed { seat } => {
            let hearts = count(usize::from(Weapon::Tnt.hearts()), "more heart");
            format!("{} uses the TNT: {hearts}", who.seat(*seat))
        }
        Event::TntKept { seat } => format!("{} keeps the TNT", who.seat(*seat)),
        Event::FightWon {
            seat,
            stack,
            mob,
            hearts,
            xp,
        } => won(&who.seat(*seat), *mob, *stack, *hearts) + &also_scores(*xp),
        Event::FightLost {
            seat,
            stack,
            mob,
            hearts,
        } => lost(&who.seat(*seat), *mob, *stack, *hearts),
        Event::WeaponCollected { seat, slot, weapon } => {
            let (weapon, at) = (some(1, &weapon_noun(*weapon)), place(slot.cell()));
            format!("{} takes {weapon} at {at}", who.seat(*seat))
        }
        Event::ExtraActionTileReturned { seat, mob } => {
            let mob = some(1, mob_name(*mob));
            format!("{} returns {mob} for an extra action", who.seat(*seat))
        }
        Event::TurnBegan { .. }
        | Event::DecisionDue { .. }
        | Event::BlockTaken { .. }
        | Event::Explored { .. }
        | Event::Built { .. }
        | Event::TurnEnded { .. }
        | Event::ScoringRoundBegan { .. }
        | Event::RoundScored { .. }
        | Event::MobBonusesScored { .. } => words(event, who), // not one of these
    }
}

fn due(duty: Duty, name: &str) -> String {
    let asked = match duty {
        Duty::Act => "choosing an action",
        Duty::ExtraAction => "choosing an extra action",
        Duty::SecondBlock => "choosing a second block",
        Duty::Pickaxe => "choosing a block for the stone pickaxe",
        Duty::Tnt => "choosing whether to use the TNT",
        Duty::Feature => "choosing what to score",
    };
    format!("{name} is {asked}")
}

/// The layer is not told: it would have to be counted from what was there before.
fn block_taken(name: &str, taken: Block, from: Column, uncovered: &[Shown]) -> String {
    let (taken, from) = (some(1, block(taken)), place(from.cell()));
    let takes = format!("{name} takes {taken} from {from} of the cube");
    let uncovered = counted(uncovered.iter().map(|shown| block(shown.block)));
    if uncovered.is_empty() {
        return takes;
    }
    format!("{takes} and uncovers {uncovered}")
}

fn explored(name: &str, to: Crossing, tiles: &[FlippedTile], weapons: &[FlippedToken]) -> String {
    let tiles = tiles.iter().map(|flipped| tile_name(flipped.tile));
    let weapons = weapons.iter().map(|flipped| weapon_noun(flipped.weapon));
    let found = counted(tiles.chain(weapons));
    let to = crossing(to);
    if found.is_empty() {
        return format!("{name} explores at {to}, where nothing is left to turn up");
    }
    format!("{name} explores at {to} and turns up {found}")
}

fn built(name: &str, building: Building, space: Space, payment: Blocks) -> String {
    let (what, at) = (building_name(building), place(space.cell()));
    format!(
        "{name} builds the {what} at {at} of their board for {}",
        paid(payment)
    )
}

/// A tile of the overworld.
pub(super) fn tile_name(tile: Tile) -> String {
    match tile {
        Tile::Building(building) => building_name(building),
        Tile::Mob(mob) => mob_name(mob).to_owned(),
    }
}

/// What is paid: "two wood blocks and an emerald".
pub(super) fn paid(payment: Blocks) -> String {
    let paid = Block::ALL.into_iter().filter(|it| payment.of(*it) > 0);
    let paid = list(paid.map(|it| some(usize::from(payment.of(it)), block(it))));
    if paid.is_empty() {
        "nothing".to_owned()
    } else {
        paid
    }
}

fn also_scores(xp: i16) -> String {
    if xp == 0 {
        return String::new();
    }
    format!(", and scores {}", experience(xp))
}

fn fights(name: &str, mob: Mob, stack: Stack, weapons: &[Weapon]) -> String {
    let shown = counted(weapons.iter().map(|weapon| weapon_noun(*weapon)));
    let shown = if shown.is_empty() {
        "no weapon"
    } else {
        &shown
    };
    let (hearts, mob) = (usize::from(mob.hearts()), some(1, mob_name(mob)));
    let (hearts, at) = (count(hearts, "heart"), place(stack.cell()));
    format!("{name} fights {mob} of {hearts} at {at} and shows {shown}")
}

fn hoes_paid(name: &str, hoes: u8, xp: i16) -> String {
    let hoes = some(usize::from(hoes), "golden hoe");
    format!("{name} scores {} for {hoes}", experience(xp))
}

fn won(name: &str, mob: Mob, stack: Stack, hearts: u16) -> String {
    let (hearts, at) = (count(usize::from(hearts), "heart"), place(stack.cell()));
    format!("{name} beats the {} at {at} with {hearts}", mob_name(mob))
}

fn lost(name: &str, mob: Mob, stack: Stack, hearts: u16) -> String {
    let needed = number(usize::from(mob.hearts()));
    let (hearts, at) = (count(usize::from(hearts), "heart"), place(stack.cell()));
    format!(
        "{name} does not beat the {} at {at}: {hearts} against {needed}",
        mob_name(mob)
    )
}

/// 10.1: a round is held when a layer is gone.
fn round_began(round: Round) -> String {
    let counts = match round.axis() {
        Axis::Biome => "biomes count",
        Axis::Material => "materials count",
        Axis::Type => "types of building count",
    };
    let layer = ordinal(round.layer());
    format!("the {layer} layer of the cube is empty: in scoring round {round:?} {counts}")
}

fn round_scored(score: &RoundScore, who: &Who<'_>) -> String {
    let (name, round) = (who.seat(score.seat), score.round);
    let Some(feature) = score.feature else {
        return format!("{name} has nothing to score in round {round:?}");
    };
    let spaces = count(score.spaces.len(), "space");
    let (feature, xp) = (feature_name(feature), experience(score.xp));
    format!("{name} scores {feature} in round {round:?}: {spaces}, {xp}")
}

fn bonuses_scored(bonuses: &BySeat<MobBonuses>, who: &Who<'_>) -> String {
    let scores = who.scores(&bonuses.map(|_, bonuses| bonuses.xp()), experience);
    format!("the mobs that were kept pay: {scores}")
}

fn experience(xp: i16) -> String {
    format!("{} experience", signed(xp))
}

/// Rows and columns as boards count them, from zero.
pub(super) fn place(Cell(row, column): Cell) -> String {
    format!("row {row}, column {column}")
}

/// A crossing by the cells that meet there: rows and columns of crossings are on no board.
pub(super) fn crossing(crossing: Crossing) -> String {
    let Cell(row, column) = crossing.place();
    let (below, right) = (row + 1, column + 1);
    format!("the crossing of rows {row} and {below}, columns {column} and {right}")
}

pub(super) const fn block(block: Block) -> &'static str {
    match block {
        Block::Wood => "wood block",
        Block::Sand => "sand block",
        Block::Stone => "stone block",
        Block::Obsidian => "obsidian block",
        Block::Emerald => "emerald",
    }
}

pub(super) fn building_name(building: Building) -> String {
    let printed = building.printed();
    common(printed.official_name.as_ref().unwrap_or(&printed.label))
}

pub(super) fn mob_name(mob: Mob) -> &'static str {
    match mob.printed().kind {
        MobKind::Skeleton => "skeleton",
        MobKind::Creeper => "creeper",
        MobKind::Witch => "witch",
        MobKind::Enderman => "enderman",
        MobKind::Zombie => "zombie",
        MobKind::Spider => "spider",
    }
}

pub(super) fn weapon_name(weapon: Weapon) -> String {
    common(weapon.name())
}

/// A weapon as one of several: of TNT one has blocks.
pub(super) fn weapon_noun(weapon: Weapon) -> String {
    let name = weapon_name(weapon);
    if weapon == Weapon::Tnt {
        return format!("block of {name}");
    }
    name
}

/// What a player does who uses an action.
pub(super) const fn action(action: Action) -> &'static str {
    match action {
        Action::CollectBlocks => "collect blocks",
        Action::Explore => "explore",
        Action::Build => "build",
        Action::Fight => "fight",
        Action::CollectWeapon => "collect a weapon",
    }
}

/// As on the score cards, where a type of building stands for all of it.
pub(super) const fn feature_name(feature: Feature) -> &'static str {
    match feature {
        Feature::SnowyTundra => "snowy tundra",
        Feature::Decoration => "decorations",
        Feature::House => "houses",
        Feature::AnimalFarm => "animal farms",
        Feature::Bridge => "bridges",
        Feature::Forest
        | Feature::Desert
        | Feature::Mountain
        | Feature::Wood
        | Feature::Sand
        | Feature::Stone
        | Feature::Obsidian => feature.id(),
    }
}

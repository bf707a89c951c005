//! What a box says twice must agree.

use std::collections::BTreeMap;

use super::{
    components::{
        Components, Effect, ExplorerRecord, MissionRecord, MutationRecord, MutationSide, Terrain,
        TileKind, TileRecord, TokenKind,
    },
    explorers::Explorer,
    missions::Mission,
};
use crate::kit::components::BoxError;

/// Checks what stands on tokens, tiles and the score sheet against one another.
pub(super) fn check(components: &Components) -> Result<(), BoxError> {
    tokens(components)?;
    let tiles = || {
        let special = components.special_tile_types.iter();
        components.monster_tile_types.iter().chain(special)
    };
    tiles().try_for_each(|it| tile(it, components))?;
    for mutation in &components.mutation_tiles {
        let covers = tiles().find(|it| it.id == mutation.covers);
        mutations(mutation, covers.map_or(&[], |it| &it.points_by_level))?;
    }
    components.explorers.iter().try_for_each(explorer)?;
    excluded(
        components,
        &components.setup.variant_2p.explorers_excluded,
        2,
    )?;
    excluded(
        components,
        &components.setup.variant_3p.explorers_excluded,
        3,
    )?;
    let sides = &components.setup.missions;
    for mission in &components.missions {
        spots(mission, &mission.individual_slots, &sides.individual.slots)?;
        spots(mission, &mission.team_slots, &sides.team.slots)?;
    }
    Ok(())
}

fn tokens(components: &Components) -> Result<(), BoxError> {
    let penalty = components.penalty.points;
    BoxError::unless(
        components.scoring.penalty_token == penalty,
        format!("scoring.penalty_token: it must be {penalty}"),
    )?;
    for token in &components.tokens {
        let mission = token.mission.as_deref();
        let mut missions = components.missions.iter();
        let mission = missions.find(|it| Some(it.id.id()) == mission);
        let points = match token.kind {
            TokenKind::MissionIndividual | TokenKind::MissionTeam => mission.map(|it| it.points),
            TokenKind::PenaltyIndividual | TokenKind::PenaltyTeam => Some(penalty),
            TokenKind::AngryDragon => Some(components.scoring.angry_dragon_token),
            TokenKind::Spare => spare(&token.id),
            TokenKind::Yeti | TokenKind::Panda => Some(token.points),
        };
        BoxError::unless(
            points == Some(token.points),
            format!("{}: its value must match what it stands for", token.id),
        )?;
    }
    Ok(())
}

/// 7.2: a spare is paid as the mission it stands for says, so its own points are printed only.
fn spare(id: &str) -> Option<i16> {
    match id {
        "tok_spare_5" => Some(5),
        "tok_spare_10" => Some(10),
        "tok_spare_minus10" => Some(-10),
        _ => None,
    }
}

fn tile(tile: &TileRecord, components: &Components) -> Result<(), BoxError> {
    let (id, scoring) = (tile.id, &components.scoring);
    let monster = &scoring.big_monster;
    let (half, table) = match tile.kind {
        TileKind::BigMonsterHalf => ((monster.single_tile, monster.complete), &[][..]),
        TileKind::Swamp => ((0, 0), &scoring.swamp_points[..]),
        TileKind::Mutant
        | TileKind::Radioactive
        | TileKind::Dragon
        | TileKind::Objective
        | TileKind::Desert
        | TileKind::Rune
        | TileKind::GoldDiamond
        | TileKind::Unicorn
        | TileKind::Yeti
        | TileKind::Panda => ((0, 0), &[][..]),
    };
    BoxError::unless(
        (tile.points_single, tile.points_complete_pair) == half && tile.points_table == table,
        format!("{id}: its points must be those of the score sheet"),
    )?;
    let pays = matches!(
        tile.kind,
        TileKind::Dragon | TileKind::GoldDiamond | TileKind::Yeti | TileKind::Panda
    );
    BoxError::unless(
        pays || tile.points == 0,
        format!("{id}: it must have no printed points"),
    )?;
    let most = tile.score.and_then(|score| score.max);
    BoxError::unless(
        most.is_none_or(|most| most <= 7),
        format!("{id}: it may count at most the seven terrains"),
    )?;
    // 8.2: it is the tile that counts.
    BoxError::unless(
        tile.desert_monsters == u8::from(tile.kind == TileKind::Desert),
        format!("{id}: a desert tile must have one desert monster, any other tile none"),
    )?;
    let row = scoring.row_of.get(id.id());
    let pays_in = components.terrains[tile.terrain as usize]
        .sheet_row
        .as_ref();
    BoxError::unless(
        row.is_none() || row == pays_in,
        format!("{id}: scoring.row_of must be the row of its terrain"),
    )
}

fn explorer(explorer: &ExplorerRecord) -> Result<(), BoxError> {
    let id = explorer.id;
    let seats = (explorer.min_players, explorer.max_players);
    BoxError::unless(
        seats.0 >= 2 && seats.1 <= 6,
        format!("{id}: min_players and max_players must be from two to six"),
    )?;
    let agrees = match explorer.effect {
        Effect::CountsAs {
            tile_of_terrain,
            desert_monsters,
            ..
        } => desert_monsters == u8::from(tile_of_terrain == Terrain::Desert),
        Effect::EndPoints { .. }
        | Effect::MayPassToOwnEmptyShip {}
        | Effect::ExtraTileFromDiscardsBeforePenalty {} => true,
    };
    BoxError::unless(
        agrees,
        format!(
            "{id}: an explorer on a desert tile must count as one desert monster, any other explorer as none"
        ),
    )
}

/// 9.1: a variant leaves out those who need more players.
fn excluded(components: &Components, said: &[Explorer], seats: u8) -> Result<(), BoxError> {
    let needs_more = components
        .explorers
        .iter()
        .filter(|it| it.min_players > seats);
    BoxError::unless(
        needs_more.map(|it| it.id).eq(said.iter().copied()),
        format!(
            "setup.variant_{seats}p: explorers_excluded must be the explorers that need more players"
        ),
    )
}

/// 6.2: the level a mutation tile shows is worth what the tile below says.
fn mutations(mutation: &MutationRecord, by_level: &[i16]) -> Result<(), BoxError> {
    let agrees = |side: &MutationSide| by_level.get(usize::from(side.level)) == Some(&side.points);
    let sides = [Some(mutation.front), mutation.back];
    BoxError::unless(
        sides.iter().flatten().all(agrees),
        format!("{}: its points must be those of its tile", mutation.id),
    )
}

/// 3.6 and 3.7: a mission lies on its spots, and one that is always there on its own.
fn spots(
    mission: &MissionRecord,
    said: &[String],
    board: &BTreeMap<String, Vec<Mission>>,
) -> Result<(), BoxError> {
    let lies = |spot: &&String| board[*spot].contains(&mission.id);
    let on_its_own = mission.permanent && said == [mission.id.id()];
    let found = board.keys().filter(lies);
    BoxError::unless(
        on_its_own || (!mission.permanent && found.eq(sorted(said))),
        format!("{}: its spots must match those of the board", mission.id),
    )
}

fn sorted(said: &[String]) -> Vec<&String> {
    let mut sorted: Vec<&String> = said.iter().collect();
    sorted.sort_unstable();
    sorted
}

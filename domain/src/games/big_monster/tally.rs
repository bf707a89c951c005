//! What there is in a zone, counted: all that missions and score rows depend on.

use super::{
    components::{Color, Effect, Half, Metric, Terrain, TileKind},
    crystals,
    explorers::Explorer,
    setup::{CampCounts, Options},
    tiles::Tile,
    zone::{Placed, Spot, Zone},
};
use crate::cast;

/// What there is in a zone.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Tiles by terrain, with the tile an explorer counts as.
    tiles: [u8; 7],
    /// 7.5: the terrains missions count, a bit each.
    kinds: u8,
    /// D-16: the terrains the grassland tile counts.
    grass_kinds: u8,
    mutants: u8,
    chickens: u8,
    unicorns: u8,
    unicorn_pair: bool,
    level_2: u8,
    radioactive: u8,
    rune: u8,
    gold: u8,
    angry: u8,
    touching: u8,
    /// 6.4: pairs of halves.
    pub big_monsters: u8,
    /// 6.4: halves without the other.
    pub lone_halves: u8,
    crystals: [u8; 3],
}

/// What counts besides the zone.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Claims {
    /// Mission tokens and penalty tokens.
    pub mission_tokens: u8,
    /// Dragon tokens turned over.
    pub dragon_tokens: u8,
}

impl Tally {
    /// Counts a zone.
    pub fn of(zone: &Zone, options: &Options) -> Tally {
        let mut tally = Tally::default();
        for placed in &zone.tiles {
            tally.count(placed);
        }
        tally.grass_kinds = tally.kinds;
        if let Some(explorer) = zone.explorer {
            tally.count_explorer(explorer, options);
        }
        tally.pair(zone);
        tally.unicorn_pair = tally.unicorns > 0 && unicorns_are_paired(zone);
        if zone.tiles.iter().any(|it| is_camp(it.tile)) {
            let touching = zone.tiles.iter().filter(|it| touches(zone, it, options));
            tally.touching = cast::<u8>(touching.count());
        }
        for crystal in crystals::complete(zone) {
            tally.crystals[crystal.color as usize] += 1;
        }
        tally
    }

    fn count(&mut self, placed: &Placed) {
        let record = placed.tile.record();
        self.tiles[record.terrain as usize] += 1;
        self.kinds |= 1 << record.terrain as usize;
        let is = |kind| u8::from(record.kind == kind);
        self.mutants += is(TileKind::Mutant);
        self.chickens += u8::from(placed.tile == Tile::IceBlue);
        self.unicorns += is(TileKind::Unicorn);
        self.level_2 += u8::from(placed.level == 2);
        self.radioactive += record.radioactive_monsters;
        self.rune += record.rune_monsters;
        self.gold += record.gold_diamonds;
        self.angry += u8::from(record.angry);
    }

    fn count_explorer(&mut self, explorer: Explorer, options: &Options) {
        let record = explorer.record();
        self.gold += record.gold_diamonds;
        let Effect::CountsAs {
            tile_of_terrain,
            radioactive_monsters,
            desert_monsters: _,
            counts_for_missions,
            counts_for_grass_kinds,
        } = record.effect
        else {
            return;
        };
        let land = 1 << tile_of_terrain as usize;
        self.tiles[tile_of_terrain as usize] += 1;
        self.radioactive += radioactive_monsters;
        if counts_for_missions {
            self.kinds |= land;
        }
        if counts_for_grass_kinds && options.explorer_is_a_kind() {
            self.grass_kinds |= land;
        }
    }

    /// 6.4
    fn pair(&mut self, zone: &Zone) {
        let halves = |half| {
            zone.tiles
                .iter()
                .filter(move |it| it.tile.record().half == Some(half))
        };
        let beside =
            |left: &&Placed| halves(Half::Right).any(|it| (it.x, it.y) == (left.x + 1, left.y));
        let all = halves(Half::Left).count() + halves(Half::Right).count();
        let pairs = halves(Half::Left).filter(beside).count();
        self.big_monsters = cast::<u8>(pairs);
        self.lone_halves = cast::<u8>(all - 2 * pairs);
    }

    /// Tiles of a terrain.
    pub const fn tiles(&self, terrain: Terrain) -> u8 {
        self.tiles[terrain as usize]
    }

    /// Complete crystals of a color.
    pub const fn crystals(&self, color: Color) -> u8 {
        self.crystals[color as usize]
    }

    /// How many there are.
    pub fn metric(&self, metric: Metric, claims: Claims) -> u8 {
        match metric {
            Metric::Desert => self.tiles(Terrain::Desert),
            Metric::Ice => self.tiles(Terrain::Ice),
            Metric::Lava => self.tiles(Terrain::Lava),
            Metric::Grassland => self.tiles(Terrain::Grassland),
            Metric::SwampOrGrassland => self.tiles(Terrain::Swamp) + self.tiles(Terrain::Grassland),
            Metric::Mutants => self.mutants,
            Metric::Chickens => self.chickens,
            Metric::Unicorns => self.unicorns,
            Metric::MutantsOfLevel2 => self.level_2,
            Metric::RadioactiveMonsters => self.radioactive,
            Metric::RuneMonsters => self.rune,
            Metric::DesertAndRuneMonsters => self.tiles(Terrain::Desert) + self.rune,
            Metric::BigMonsters => self.big_monsters,
            Metric::GreenCrystals => self.crystals(Color::Green),
            Metric::Crystals => self.crystals.iter().sum(),
            Metric::CrystalSets => self.crystals.into_iter().min().unwrap_or(0),
            Metric::KindsForMission => ones(self.kinds),
            Metric::KindsForGrassland => ones(self.grass_kinds),
            Metric::MissionTokens => claims.mission_tokens,
            Metric::AngryDragons => self.angry + claims.dragon_tokens,
            Metric::GoldDiamonds => self.gold,
            Metric::TilesTouchingExplorer => self.touching,
            Metric::UnicornPair => u8::from(self.unicorn_pair),
        }
    }

    /// 7.3: what partners have together.
    #[must_use]
    pub fn together(&self, other: &Tally) -> Tally {
        let mut both = *self;
        let add = |sum: &mut u8, more: u8| *sum += more;
        both.tiles
            .iter_mut()
            .zip(other.tiles)
            .for_each(|(sum, more)| add(sum, more));
        both.crystals
            .iter_mut()
            .zip(other.crystals)
            .for_each(|(sum, more)| add(sum, more));
        both.kinds |= other.kinds;
        both.grass_kinds |= other.grass_kinds;
        both.unicorn_pair |= other.unicorn_pair;
        for (sum, more) in [
            (&mut both.mutants, other.mutants),
            (&mut both.chickens, other.chickens),
            (&mut both.unicorns, other.unicorns),
            (&mut both.level_2, other.level_2),
            (&mut both.radioactive, other.radioactive),
            (&mut both.rune, other.rune),
            (&mut both.gold, other.gold),
            (&mut both.angry, other.angry),
            (&mut both.touching, other.touching),
            (&mut both.big_monsters, other.big_monsters),
            (&mut both.lone_halves, other.lone_halves),
        ] {
            add(sum, more);
        }
        both
    }
}

fn ones(bits: u8) -> u8 {
    cast::<u8>(bits.count_ones())
}

/// D-17: whether a tile pays for those that touch the explorer, or it.
pub fn is_camp(tile: Tile) -> bool {
    let score = tile.record().score;
    score.is_some_and(|score| score.metric == Metric::TilesTouchingExplorer)
}

fn unicorns_are_paired(zone: &Zone) -> bool {
    let other = |placed: &Placed| placed.tile.record().pair_with;
    let others = zone.tiles.iter().filter_map(other);
    others.into_iter().any(|other| zone.count(other) > 0)
}

/// D-17: whether a tile has a cell in the ring round the explorer, or round the camp.
fn touches(zone: &Zone, placed: &Placed, options: &Options) -> bool {
    let (camp, (left, right, top, bottom)) = match options.camp_counts() {
        CampCounts::RoundExplorer => (None, (-1, 2, -1, 2)),
        CampCounts::RoundTile => {
            let camp = zone.tiles.iter().find(|it| is_camp(it.tile));
            let Some(camp) = camp else { return false };
            (Some(camp), (camp.x - 1, camp.x + 1, camp.y - 1, camp.y + 2))
        }
    };
    let near = |at: Spot| (left..=right).contains(&at.x) && (top..=bottom).contains(&at.y);
    camp != Some(placed) && placed.cells().any(near)
}

/// 6.4: whether a tile there is half of a big monster whose other half is in the zone.
pub fn completes_big_monster(zone: &Zone, placed: Placed) -> bool {
    let is = |half, dx| {
        zone.tiles.iter().any(|it| {
            it.tile.record().half == Some(half) && (it.x, it.y) == (placed.x + dx, placed.y)
        })
    };
    match placed.tile.record().half {
        Some(Half::Left) => is(Half::Right, 1),
        Some(Half::Right) => is(Half::Left, -1),
        None => false,
    }
}

/// Whether a metric counts a tile: its cells stand on the score line.
pub fn counts(metric: Metric, zone: &Zone, placed: &Placed, options: &Options) -> bool {
    let record = placed.tile.record();
    match metric {
        Metric::Desert => record.terrain == Terrain::Desert,
        Metric::Ice => record.terrain == Terrain::Ice,
        Metric::Lava => record.terrain == Terrain::Lava,
        Metric::Grassland => record.terrain == Terrain::Grassland,
        Metric::SwampOrGrassland => matches!(record.terrain, Terrain::Swamp | Terrain::Grassland),
        Metric::Mutants => record.kind == TileKind::Mutant,
        Metric::Chickens => placed.tile == Tile::IceBlue,
        Metric::Unicorns => record.kind == TileKind::Unicorn,
        Metric::UnicornPair => record.kind == TileKind::Unicorn && unicorns_are_paired(zone),
        Metric::MutantsOfLevel2 => placed.level == 2,
        Metric::RadioactiveMonsters => record.radioactive_monsters > 0,
        Metric::RuneMonsters => record.rune_monsters > 0,
        Metric::DesertAndRuneMonsters => {
            record.terrain == Terrain::Desert || record.rune_monsters > 0
        }
        Metric::BigMonsters => completes_big_monster(zone, *placed),
        Metric::GreenCrystals => crystals::tiles_in(zone, Some(Color::Green)).contains(placed),
        Metric::Crystals | Metric::CrystalSets => crystals::tiles_in(zone, None).contains(placed),
        Metric::KindsForMission | Metric::KindsForGrassland => true,
        Metric::MissionTokens => false,
        Metric::AngryDragons => record.angry,
        Metric::GoldDiamonds => record.gold_diamonds > 0,
        Metric::TilesTouchingExplorer => touches(zone, placed, options),
    }
}

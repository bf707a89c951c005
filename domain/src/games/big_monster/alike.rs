//! Spots of a zone where a tile pays the same.

use super::{
    command::Command,
    crystals::Meetings,
    tally,
    tiles::Tile,
    zone::{Mutation, Placed, Spot, Zone},
};

/// What lies in a zone, asked for what its spots have in common.
pub(super) struct Spots<'a> {
    zone: &'a Zone,
    meetings: Meetings,
    has_camp: bool,
    /// Of each tile and kind of spot that was asked for, the first spot.
    known: Vec<(Tile, Kind, Spot)>,
}

/// All that a zone pays a tile, or others for a tile, because of where it lies.
#[derive(Debug, PartialEq)]
struct Kind {
    /// 6.3: the crystals completed, by color.
    crystals: [u8; 3],
    /// 6.4
    completes_big_monster: bool,
    /// 6.1: none, wherever it lies, of a tile that neither shines nor mutates.
    mutations: Vec<Mutation>,
    /// D-17: round a camp no two spots are alike.
    near_camp: Option<Spot>,
}

impl Spots<'_> {
    /// The spots of a zone.
    pub(super) fn of(zone: &Zone) -> Spots<'_> {
        Spots {
            zone,
            meetings: Meetings::of(zone),
            has_camp: zone.tiles.iter().any(|it| tally::is_camp(it.tile)),
            known: Vec::new(),
        }
    }

    /// The first of those asked for where the tile pays what it pays here.
    pub(super) fn first_alike(&mut self, tile: Tile, at: Spot) -> Spot {
        let kind = self.kind(tile, at);
        let mut known = self.known.iter();
        match known.find(|(other, it, _)| (*other, it) == (tile, &kind)) {
            Some((.., first)) => *first,
            None => {
                self.known.push((tile, kind, at));
                at
            }
        }
    }

    /// One command for all that score the same: ships, tiles that leave the game and spots
    /// alike make no difference.
    pub(super) fn command_alike(&mut self, command: Command, kept: Option<Tile>) -> Command {
        let mut lay = |tile, x, y, give_to| {
            let Spot { x, y } = self.first_alike(tile, Spot { x, y });
            Command::TakeDiscard {
                tile,
                x,
                y,
                give_to,
            }
        };
        match (command, kept) {
            (Command::Draft { tile, .. } | Command::Take { take: tile, .. }, _) => {
                Command::Keep { tile }
            }
            (Command::Place { x, y, give_to }, Some(tile)) => lay(tile, x, y, give_to),
            (
                Command::TakeDiscard {
                    tile,
                    x,
                    y,
                    give_to,
                },
                _,
            ) => lay(tile, x, y, give_to),
            (
                Command::ChooseExplorer { .. }
                | Command::Keep { .. }
                | Command::Place { .. }
                | Command::LeaveDiscards {},
                _,
            ) => command,
        }
    }

    fn kind(&self, tile: Tile, at: Spot) -> Kind {
        let Spot { x, y } = at;
        let level = 0;
        let placed = Placed { tile, x, y, level };
        let record = tile.record();
        let shines_or_mutates = !record.beams.is_empty() || record.max_level > 0;
        let has_camp = self.has_camp || tally::is_camp(tile);
        Kind {
            crystals: self.meetings.completed_by(placed),
            completes_big_monster: tally::completes_big_monster(self.zone, placed),
            mutations: match shines_or_mutates {
                true => self.zone.mutations_with(tile, at),
                false => Vec::new(),
            },
            near_camp: has_camp.then_some(at),
        }
    }
}

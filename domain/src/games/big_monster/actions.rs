//! Every command that some decision can allow, each with an id.

use std::sync::OnceLock;

use super::{
    command::Command,
    explorers::Explorer,
    setup::{Mode, Options},
    tiles::Tile,
    zone::{REACH, Spot},
};
use crate::{Cell, Seat, kit::actions::Actions};

/// As many sit at the largest table.
const SEATS: u8 = 6;

/// 9.3: so many groups are revealed.
const GROUPS: u8 = 20;

/// As many tiles can lie in a zone when another is placed.
const TILES: u16 = 20;

/// 8.3: as many lie there when a tile of the discards is placed.
const TILES_AFTER_DRAFT: u16 = 18;

/// What makes a difference to which commands there can be.
#[derive(Clone, Copy, Debug)]
struct Size {
    /// Section 9: tiles are taken from open groups.
    is_variant: bool,
    /// 8.1: somebody may take a tile from the discards.
    has_discards: bool,
    /// 3.8: there are snail tiles, two of which bring tokens.
    has_extras: bool,
}

/// The actions of a table of so many with these options.
pub(super) fn actions(options: &Options, seats: u8) -> Option<&'static Actions<Command>> {
    type All = OnceLock<Option<Actions<Command>>>;
    static OF_SIZES: [All; 8] = [const { OnceLock::new() }; 8];
    let mode = options.mode(seats);
    let is_variant = mode == Mode::Variant;
    let explorers = Explorer::in_play(options, mode, seats);
    let size = Size {
        is_variant,
        has_discards: !is_variant && explorers.contains(&Explorer::ExpBlackM),
        has_extras: options.snail_extras.tiles().next().is_some(),
    };
    let differences = [size.is_variant, size.has_discards, size.has_extras];
    let nth = differences
        .map(usize::from)
        .into_iter()
        .fold(0, |nth, it| 2 * nth + it);
    OF_SIZES[nth]
        .get_or_init(|| Actions::of(size.all()))
        .as_ref()
}

impl Size {
    fn all(self) -> Vec<Command> {
        let explorers = Explorer::ALL.map(|explorer| Command::ChooseExplorer { explorer });
        let mut commands = explorers.to_vec();
        if self.is_variant {
            self.take(&mut commands);
        } else {
            self.draft(&mut commands);
        }
        self.place(&mut commands);
        if self.has_discards {
            self.take_discards(&mut commands);
        }
        commands
    }

    fn tiles(self) -> impl Iterator<Item = Tile> {
        let tiles = Tile::ALL.into_iter();
        tiles.filter(move |tile| self.has_extras || !tile.is_special())
    }

    /// 4.3
    fn draft(self, commands: &mut Vec<Command>) {
        for tile in self.tiles() {
            commands.push(Command::Keep { tile });
            commands.extend(Seat::first(SEATS).map(|ship| Command::Draft { tile, ship }));
        }
    }

    /// 9.4
    fn take(self, commands: &mut Vec<Command>) {
        for (group, take) in (1..=GROUPS).flat_map(|group| self.tiles().map(move |it| (group, it)))
        {
            let removed = self.tiles();
            commands.extend(removed.map(|remove| Command::Take {
                group,
                take,
                remove,
            }));
        }
    }

    /// Section 5
    fn place(self, commands: &mut Vec<Command>) {
        let seats = if self.has_extras { SEATS } else { 0 };
        let reached = |at: &Spot| self.tiles().any(|tile| is_reached(*at, tile, TILES));
        for Spot { x, y } in spots().filter(reached) {
            let receivers = [None].into_iter().chain(Seat::first(seats).map(Some));
            commands.extend(receivers.map(|give_to| Command::Place { x, y, give_to }));
        }
    }

    /// 8.1
    fn take_discards(self, commands: &mut Vec<Command>) {
        commands.push(Command::LeaveDiscards {});
        for tile in self.tiles() {
            let reached = |at: &Spot| is_reached(*at, tile, TILES_AFTER_DRAFT);
            for Spot { x, y } in spots().filter(reached) {
                commands.extend(
                    receivers(tile)
                        .into_iter()
                        .map(|give_to| Command::TakeDiscard {
                            tile,
                            x,
                            y,
                            give_to,
                        }),
                );
            }
        }
    }
}

/// 5.5: who may get the token of a tile, or nobody if it has none.
fn receivers(tile: Tile) -> Vec<Option<Seat>> {
    match tile.record().on_place {
        None => vec![None],
        Some(_) => Seat::first(SEATS).map(Some).collect(),
    }
}

fn spots() -> impl Iterator<Item = Spot> {
    let rows = -REACH..=REACH;
    rows.flat_map(|y| (-REACH..=REACH).map(move |x| Spot { x, y }))
}

/// 5.2: whether a tile can lie there, beside the last of so many: each of them reaches two
/// cells farther from the explorer.
fn is_reached(at: Spot, tile: Tile, tiles: u16) -> bool {
    let nearest = at.cells(tile).into_iter().map(distance).min();
    nearest.is_some_and(|nearest| (1..=2 * tiles + 1).contains(&nearest))
}

/// How many steps it is from the explorer to a cell: none to the four that it covers.
fn distance(Cell(y, x): Cell) -> u16 {
    let beyond = |at: i8| {
        u16::from(if at > 0 {
            at.abs_diff(1)
        } else {
            at.abs_diff(0)
        })
    };
    beyond(x) + beyond(y)
}

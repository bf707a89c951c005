//! Every command a decision allows, each once.

use super::{
    choice::{Choice, Decision},
    command::Command,
    draft::Harbor,
    tiles::{Tile, Tiles},
    variants::Group,
    zone::{Ground, Zone},
};
use crate::Seat;

impl Choice<'_> {
    /// Every command allowed, each once.
    pub fn commands(&self) -> Vec<Command> {
        match &self.moment {
            Decision::Explorer { offer } => {
                let offer = offer.iter();
                offer
                    .map(|&explorer| Command::ChooseExplorer { explorer })
                    .collect()
            }
            Decision::Draft { hand, harbor, .. } => draft(hand, *harbor),
            Decision::Keep { hand } => {
                let tiles = Tiles::kinds(hand).into_iter();
                tiles.map(|tile| Command::Keep { tile }).collect()
            }
            Decision::Place { tile, zone } => self.place(zone, *tile),
            Decision::Discard {
                discards,
                zone,
                may_leave,
            } => self.discard(zone, discards, *may_leave),
            Decision::Take { groups, picked } => {
                let open = groups
                    .iter()
                    .filter(|group| Decision::is_open(*picked, group));
                open.flat_map(take).collect()
            }
        }
    }

    /// 16.1 to 16.5: what is played for a seat that does not decide.
    pub fn default_command(&self) -> Command {
        match self.moment {
            Decision::Discard {
                may_leave: true, ..
            } => Command::LeaveDiscards {},
            Decision::Explorer { .. }
            | Decision::Draft { .. }
            | Decision::Keep { .. }
            | Decision::Place { .. }
            | Decision::Discard { .. }
            | Decision::Take { .. } => self.commands()[0],
        }
    }

    /// 5.5: who may get the token of a tile, or nobody if it has none.
    fn receivers(&self, tile: Tile) -> Vec<Option<Seat>> {
        match tile.record().on_place {
            None => vec![None],
            Some(_) => Seat::first(self.seats).map(Some).collect(),
        }
    }

    fn place(&self, zone: &Zone, tile: Tile) -> Vec<Command> {
        let mut commands = Vec::new();
        for at in zone.spots(tile) {
            let (x, y) = (at.x, at.y);
            let receivers = self.receivers(tile).into_iter();
            commands.extend(receivers.map(|give_to| Command::Place { x, y, give_to }));
        }
        commands
    }

    /// 8.1
    fn discard(&self, zone: &Zone, discards: &[Tile], may_leave: bool) -> Vec<Command> {
        let mut commands: Vec<Command> = may_leave
            .then_some(Command::LeaveDiscards {})
            .into_iter()
            .collect();
        let ground = Ground::of(zone);
        for tile in Tiles::kinds(discards) {
            for at in ground.spots(tile) {
                let (x, y) = (at.x, at.y);
                let receivers = self.receivers(tile).into_iter();
                let taken = receivers.map(|give_to| Command::TakeDiscard {
                    tile,
                    x,
                    y,
                    give_to,
                });
                commands.extend(taken);
            }
        }
        commands
    }
}

/// 4.3
fn draft(hand: &[Tile], harbor: Harbor) -> Vec<Command> {
    let tiles = Tiles::kinds(hand).into_iter();
    tiles
        .flat_map(|tile| harbor.open().map(move |ship| Command::Draft { tile, ship }))
        .collect()
}

/// 9.4
fn take(group: &Group) -> Vec<Command> {
    let mut commands = Vec::new();
    for take in Tiles::kinds(&group.tiles) {
        let mut rest = group.tiles.clone();
        super::tiles::take(&mut rest, take);
        let removed = Tiles::kinds(&rest).into_iter();
        let group = group.number;
        commands.extend(removed.map(|remove| Command::Take {
            group,
            take,
            remove,
        }));
    }
    commands
}

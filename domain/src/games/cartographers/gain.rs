//! What a command gains: what its drawing changes on the sheet that it is drawn on.

use std::{cell::OnceCell, iter};

use super::{
    choice::{Choice, Demand},
    command::Command,
    edicts::{Edict, monsters},
    map::{BOARD, Map, Terrain},
    stake::{Part, Stake},
    view::View,
};
use crate::{cast, kit::cells::Cells};

/// A decision as each of its commands finds it.
struct Before<'a> {
    choice: Choice<'a>,
    demand: Demand,
    /// What is scored, and the points that it pays now.
    parts: Vec<(Part, i16)>,
    /// For a terrain that is drawn, or for none, once one is: the parts of which something is
    /// at stake.
    stakes: [OnceCell<Vec<(Part, i16, Stake)>>; TERRAINS + 1],
    /// The connected groups of each terrain, once they are asked for.
    groups: [OnceCell<Vec<Cells>>; TERRAINS],
}

const TERRAINS: usize = Terrain::ALL.len();

/// What a legal command is worth to whoever the view belongs to: the change on the
/// own sheet, or, drawing on another's, what that one loses.
pub(super) fn gain(view: &View, command: Command) -> i32 {
    gains(view, &[command])[0]
}

/// The same of several commands of one decision.
pub(super) fn gains(view: &View, commands: &[Command]) -> Vec<i32> {
    let Some(choice) = view.choice() else {
        return vec![0; commands.len()];
    };
    let sign = if view.me == Some(choice.on) { 1 } else { -1 };
    let before = Before::of(choice, &view.edicts);
    let gain = |command: &Command| sign * i32::from(before.change(command));
    commands.iter().map(gain).collect()
}

impl<'a> Before<'a> {
    fn of(choice: Choice<'a>, edicts: &[Edict]) -> Before<'a> {
        let map = choice.sheet.map;
        let mut before = Before {
            demand: choice.demand(),
            parts: Vec::with_capacity(1 + edicts.len()),
            stakes: Default::default(),
            groups: Default::default(),
            choice,
        };
        let edicts = edicts.iter().map(|edict| Part::Edict(*edict));
        for part in iter::once(Part::Monsters).chain(edicts) {
            let points = before.paid(part, &map);
            before.parts.push((part, points));
        }
        before
    }

    /// What a command changes.
    fn change(&self, command: &Command) -> i16 {
        let (terrain, cells) = self.choice.drawn_by(command);
        let coins = self.coins(command, terrain, cells);
        let mut change = i16::from(coins) - i16::from(command.cost());
        for (part, points, stake) in self.stakes(terrain) {
            if !stake.cells.meets(cells) {
                continue;
            }
            change += match stake.each {
                Some(each) => each * cast::<i16>((stake.cells & cells).count()),
                None => {
                    let after = self.choice.sheet.map.with(terrain, cells);
                    self.paid(*part, &after) - points
                }
            };
        }
        change
    }

    /// The coins that a command earns.
    fn coins(&self, command: &Command, terrain: Option<Terrain>, cells: Cells) -> u8 {
        let sheet = &self.choice.sheet;
        let of_shape = self.demand.shape(command).map_or(0, |shape| shape.coins);
        let mountains = sheet.mountains_surrounded(terrain, cells);
        sheet.coins_with_room(of_shape + cast::<u8>(mountains.count()))
    }

    fn stakes(&self, drawn: Option<Terrain>) -> &[(Part, i16, Stake)] {
        let map = &self.choice.sheet.map;
        let parts = self.parts.iter();
        let stakes = || {
            let each = parts.map(|&(part, points)| (part, points, Stake::of(part, map, drawn)));
            each.filter(|(_, _, stake)| !stake.cells.is_empty())
                .collect()
        };
        self.stakes[drawn.map_or(TERRAINS, |drawn| drawn as usize)].get_or_init(stakes)
    }

    /// What a part pays for the map, or for the map with a drawing on it.
    fn paid(&self, part: Part, map: &Map) -> i16 {
        match part {
            Part::Monsters => monsters(map).points,
            Part::Edict(edict) => {
                let groups = |terrain| self.groups(terrain, map);
                edict.score_grouped(map, groups).points
            }
        }
    }

    /// The groups of a terrain: those that the drawing does not join, and its own.
    fn groups(&self, terrain: Terrain, map: &Map) -> impl Iterator<Item = Cells> {
        let before = self.choice.sheet.map.of(terrain);
        let groups = self.groups[terrain as usize].get_or_init(|| BOARD.groups(before).collect());
        let drawn = map.of(terrain) - before;
        let beside = BOARD.beside(drawn);
        let joined = groups.iter().filter(|group| group.meets(beside)).copied();
        let own: Cells = joined.chain(iter::once(drawn)).collect();
        let apart = groups.iter().filter(move |group| !group.meets(beside));
        apart.copied().chain(BOARD.groups(own))
    }
}

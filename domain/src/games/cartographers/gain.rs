//! What a command gains: what its drawing changes on the sheet that it is drawn on.

use std::{cell::OnceCell, iter};

use super::{
    choice::{Choice, Demand},
    command::Command,
    edicts::{Edict, Scope, monsters},
    face::MOST_AROUND,
    map::{BOARD, Map, Terrain},
    shape::Shape,
    sheet::Sheet,
    stake::{Part, Stake},
    view::View,
};
use crate::{cast, kit::cells::Cells};

/// A decision as each of its commands finds it.
struct Before<'a> {
    choice: Choice<'a>,
    /// What must be drawn, of the shapes only those that may pay coins.
    demand: Demand,
    /// Whether all that is drawn is in one piece.
    is_whole: bool,
    /// The spaces beside mountains that still hold their coin and may be surrounded now.
    slopes: Cells,
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
    let mut map = before.choice.sheet.map;
    let gain = |command: &Command| sign * i32::from(before.change(command, &mut map));
    commands.iter().map(gain).collect()
}

impl<'a> Before<'a> {
    fn of(choice: Choice<'a>, edicts: &[Edict]) -> Before<'a> {
        let map = choice.sheet.map;
        let mut demand = choice.demand();
        let is_whole = choice.skills.is_empty() && demand.shapes.iter().all(Shape::is_whole);
        demand.shapes = paying(demand.shapes);
        let mut before = Before {
            demand,
            is_whole,
            slopes: slopes(&choice.sheet),
            parts: Vec::with_capacity(1 + edicts.len()),
            stakes: Default::default(),
            groups: Default::default(),
            choice,
        };
        before.parts.push((Part::Monsters, monsters(&map).points));
        for &edict in edicts {
            let tally = edict.score_grouped(&map, |terrain| before.groups(terrain).copied());
            before.parts.push((Part::Edict(edict), tally.points));
        }
        before
    }

    /// What a command changes, drawn on a copy of the map and taken off it again.
    fn change(&self, command: &Command, map: &mut Map) -> i16 {
        let (terrain, cells) = self.choice.drawn_by(command);
        let coins = self.coins(command, terrain, cells);
        let mut change = i16::from(coins) - i16::from(command.cost());
        map.put_on(terrain, cells);
        for (part, points, stake) in self.stakes(terrain) {
            if !stake.cells.meets(cells) {
                continue;
            }
            change += match stake.each {
                Some(each) => each * cast::<i16>((stake.cells & cells).count()),
                None => self.more(*part, *points, map, cells),
            };
        }
        map.take_off(terrain, cells);
        change
    }

    /// The coins that a command earns.
    fn coins(&self, command: &Command, terrain: Option<Terrain>, cells: Cells) -> u8 {
        let sheet = &self.choice.sheet;
        let mut coins = 0;
        if !self.demand.shapes.is_empty() {
            coins += self.demand.shape(command).map_or(0, |shape| shape.coins);
        }
        if self.slopes.meets(cells) || terrain == Some(Terrain::Mountain) {
            coins += cast::<u8>(sheet.mountains_surrounded(terrain, cells).count());
        }
        // Most commands earn none: the track is not looked at for them.
        if coins == 0 {
            0
        } else {
            sheet.coins_with_room(coins)
        }
    }

    fn stakes(&self, drawn: Option<Terrain>) -> &[(Part, i16, Stake)] {
        let map = &self.choice.sheet.map;
        let parts = self.parts.iter();
        let stakes = || {
            let stake = |part, points| (part, points, Stake::of(part, points, map, drawn));
            let each = parts.map(|&(part, points)| stake(part, points));
            each.filter(|(_, _, stake)| !stake.cells.is_empty())
                .collect()
        };
        self.stakes[drawn.map_or(TERRAINS, |drawn| drawn as usize)].get_or_init(stakes)
    }

    /// What a part pays more, or less, for the map after a drawing.
    ///
    /// Not inlined: in the loop over the parts, what this counts would be counted for every
    /// command before it is known whether a part needs it.
    #[inline(never)]
    fn more(&self, part: Part, points: i16, after: &Map, cells: Cells) -> i16 {
        match part {
            Part::Monsters => monsters(after).points - points,
            Part::Edict(edict) if edict.scope() == Scope::Spaces => {
                edict.score(after).points - points
            }
            Part::Edict(edict) => self.more_of_groups(edict, points, after, cells),
        }
    }

    /// The same of a card that looks at groups.
    fn more_of_groups(&self, edict: Edict, points: i16, after: &Map, cells: Cells) -> i16 {
        let beside = BOARD.beside(cells);
        if edict.scope() == Scope::AllGroups {
            let joined = |terrain| self.after(terrain, after, beside, |_| true);
            return edict.score_grouped(after, joined).points - points;
        }
        let near = |it: &Cells| it.meets(beside);
        let before = |terrain| self.groups(terrain).copied().filter(near);
        let paid = edict.score_grouped(&self.choice.sheet.map, before).points;
        let joined = |terrain| self.after(terrain, after, beside, near);
        edict.score_grouped(after, joined).points - paid
    }

    /// The groups of a terrain.
    fn groups(&self, terrain: Terrain) -> std::slice::Iter<'_, Cells> {
        let spaces = self.choice.sheet.map.of(terrain);
        let groups = || BOARD.groups(spaces).collect();
        self.groups[terrain as usize].get_or_init(groups).iter()
    }

    /// Those of them that are asked for after a drawing, with what it joins to others.
    fn after(
        &self,
        terrain: Terrain,
        after: &Map,
        beside: Cells,
        asked: impl Fn(&Cells) -> bool,
    ) -> impl Iterator<Item = Cells> {
        let drawn = after.of(terrain) - self.choice.sheet.map.of(terrain);
        let is_joined = move |group: &Cells| !drawn.is_empty() && group.meets(beside);
        let near = self.groups(terrain).filter(|group| is_joined(group));
        let joined = near.copied().collect::<Cells>() | drawn;
        let (whole, parts) = if self.is_whole {
            (joined, Cells::NONE)
        } else {
            (Cells::NONE, joined)
        };
        let apart = self.groups(terrain).copied();
        let apart = apart.filter(move |group| asked(group) && !is_joined(group));
        let whole = iter::once(whole).filter(|whole| !whole.is_empty());
        apart.chain(whole).chain(BOARD.groups(parts))
    }
}

/// 10.1: the empty spaces beside mountains that still hold their coin and that one drawing
/// can surround.
fn slopes(sheet: &Sheet) -> Cells {
    let empty = sheet.map.empty();
    let slopes = sheet.coins_left.iter().map(|it| BOARD.beside(it) & empty);
    slopes.filter(|it| it.count() <= *MOST_AROUND).collect()
}

/// The shapes from the first to the last that pays coins.
fn paying(shapes: &'static [Shape]) -> &'static [Shape] {
    let pays = |shape: &Shape| shape.coins > 0;
    match (shapes.iter().position(pays), shapes.iter().rposition(pays)) {
        (Some(first), Some(last)) => &shapes[first..=last],
        _ => &[],
    }
}

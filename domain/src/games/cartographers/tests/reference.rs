//! The scoring cards once more: slow, obvious, letter by letter. For tests only.

use std::collections::BTreeSet;

use super::super::edicts::Edict;

/// A map as the rulebook draws it.
pub(super) struct Drawing {
    pub(super) letters: Vec<Vec<char>>,
    pub(super) ruins: BTreeSet<(usize, usize)>,
}

type Spot = (usize, usize);
type Group = BTreeSet<Spot>;

const SIDE: usize = 11;

impl Drawing {
    pub(super) fn score(&self, edict: Edict) -> i16 {
        let points = match edict {
            Edict::SentinelWood => self.count(|at| self.is('F', at) && on_edge(at)),
            Edict::Greenbough => lines()
                .filter(|line| line.iter().any(|&at| self.is('F', at)))
                .count(),
            Edict::Treetower => self.count(|at| self.is('F', at) && self.closed(at)),
            Edict::StonesideForest => 3 * self.joined_mountains().len(),
            Edict::CanalLake => self.count(|at| {
                let farm = self.is('A', at) && self.touches('W', at);
                farm || self.is('W', at) && self.touches('A', at)
            }),
            Edict::MagesValley => {
                2 * self.count(|at| self.is('W', at) && self.touches('M', at))
                    + self.count(|at| self.is('A', at) && self.touches('M', at))
            }
            Edict::TheGoldenGranary => {
                let by_ruins = |at| sides(at).any(|side| self.ruins.contains(&side));
                self.count(|at| self.is('W', at) && by_ruins(at))
                    + 3 * self.count(|at| self.is('A', at) && self.ruins.contains(&at))
            }
            Edict::ShoresideExpanse => 3 * (self.apart('A', 'W') + self.apart('W', 'A')),
            Edict::Wildholds => 8 * self.sizes().iter().filter(|&&size| size >= 6).count(),
            Edict::GreatCity => {
                let groups = self.groups('V').into_iter();
                let apart = groups.filter(|group| !group.iter().any(|&at| self.touches('M', at)));
                apart.map(|group| group.len()).max().unwrap_or(0)
            }
            Edict::GreengoldPlains => {
                let varied = |group: &&Group| {
                    let beside = |kind| {
                        let mut around = group.iter().flat_map(|&at| sides(at));
                        around.any(|side| self.is(kind, side) && !group.contains(&side))
                    };
                    "FAWXM".chars().filter(|&kind| beside(kind)).count() >= 3
                };
                3 * self.groups('V').iter().filter(varied).count()
            }
            Edict::Shieldgate => 2 * self.sizes().get(1).copied().unwrap_or(0),
            Edict::Borderlands => 6 * lines().filter(|line| self.full(line)).count(),
            Edict::LostBarony => 3 * self.largest_square(),
            Edict::TheBrokenRoad => {
                let road = |row| -> Vec<Spot> { (row..SIDE).map(|r| (r, r - row)).collect() };
                3 * (0..SIDE).filter(|&row| self.full(&road(row))).count()
            }
            Edict::TheCauldrons => self.count(|at| self.is('.', at) && self.closed(at)),
        };
        i16::try_from(points).unwrap()
    }

    pub(super) fn monsters(&self) -> i16 {
        -i16::try_from(self.count(|at| self.is('.', at) && self.touches('X', at))).unwrap()
    }

    fn is(&self, kind: char, (row, col): Spot) -> bool {
        match self.letters[row][col] {
            'D' => kind == 'A' || kind == 'V',
            letter => letter == kind,
        }
    }

    fn count(&self, wanted: impl Fn(Spot) -> bool) -> usize {
        spots().filter(|&at| wanted(at)).count()
    }

    fn touches(&self, kind: char, at: Spot) -> bool {
        sides(at).any(|side| self.is(kind, side))
    }

    fn closed(&self, at: Spot) -> bool {
        !self.touches('.', at)
    }

    fn full(&self, line: &[Spot]) -> bool {
        line.iter().all(|&at| !self.is('.', at))
    }

    fn groups(&self, kind: char) -> Vec<Group> {
        let mut found: Vec<Group> = Vec::new();
        for start in spots().filter(|&at| self.is(kind, at)) {
            if found.iter().any(|group| group.contains(&start)) {
                continue;
            }
            let mut group = Group::new();
            let mut reached = vec![start];
            while let Some(at) = reached.pop() {
                if group.insert(at) {
                    reached.extend(sides(at).filter(|&side| self.is(kind, side)));
                }
            }
            found.push(group);
        }
        found
    }

    fn sizes(&self) -> Vec<usize> {
        let mut sizes: Vec<usize> = self.groups('V').iter().map(Group::len).collect();
        sizes.sort_unstable_by(|a, b| b.cmp(a));
        sizes
    }

    fn joined_mountains(&self) -> Group {
        let touched = |group: &Group| -> Group {
            let around = group.iter().flat_map(|&at| sides(at));
            around.filter(|&at| self.is('M', at)).collect()
        };
        let groups = self.groups('F');
        let mountains = groups.iter().map(touched).filter(|found| found.len() >= 2);
        mountains.flatten().collect()
    }

    fn apart(&self, kind: char, from: char) -> usize {
        let apart = |at: &Spot| !on_edge(*at) && !self.touches(from, *at);
        let groups = self.groups(kind).into_iter();
        groups.filter(|group| group.iter().all(apart)).count()
    }

    fn largest_square(&self) -> usize {
        let is_full = |(top, left): Spot, side: usize| {
            let fits = top + side <= SIDE && left + side <= SIDE;
            let cells = (top..top + side).flat_map(|r| (left..left + side).map(move |c| (r, c)));
            fits && self.full(&cells.collect::<Vec<_>>())
        };
        let sides = (1..=SIDE).filter(|&side| spots().any(|at| is_full(at, side)));
        sides.max().unwrap_or(0)
    }
}

fn spots() -> impl Iterator<Item = Spot> {
    (0..SIDE).flat_map(|row| (0..SIDE).map(move |col| (row, col)))
}

fn on_edge((row, col): Spot) -> bool {
    row == 0 || col == 0 || row == SIDE - 1 || col == SIDE - 1
}

fn sides((row, col): Spot) -> impl Iterator<Item = Spot> {
    let up = row.checked_sub(1).map(|row| (row, col));
    let left = col.checked_sub(1).map(|col| (row, col));
    let down = (row + 1 < SIDE).then_some((row + 1, col));
    let right = (col + 1 < SIDE).then_some((row, col + 1));
    [up, left, down, right].into_iter().flatten()
}

fn lines() -> impl Iterator<Item = Vec<Spot>> {
    let rows = (0..SIDE).map(|row| (0..SIDE).map(|col| (row, col)).collect());
    let cols = (0..SIDE).map(|col| (0..SIDE).map(|row| (row, col)).collect());
    rows.chain(cols)
}

//! The outlines of sets of cells, as paths.

use std::{collections::BTreeSet, fmt::Write as _};

use domain::Cell;

use super::Tenths;

/// How cells are outlined. Lengths are in tenths of a unit.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Outline {
    /// The side of a cell.
    pub(crate) cell: i32,
    /// How far inside the cells the line runs.
    pub(crate) inset: i32,
    /// How far from a corner its rounding begins; at most half of what is left of a side.
    pub(crate) rounding: i32,
}

/// A corner of a cell, counted in cells: row and column.
type Point = (i32, i32);

/// Where a line leads: east, south, west or north. Cells are to its right.
type Heading = usize;

const STEPS: [Point; 4] = [(0, 1), (1, 0), (0, -1), (-1, 0)];

impl Outline {
    /// The path around these cells: one loop around each group of them, and one around each
    /// hole. Cells that meet in a corner are apart.
    pub(crate) fn around(self, cells: &BTreeSet<Cell>) -> String {
        let mut path = String::new();
        for corners in loops(cells) {
            for (nth, &(point, from, to)) in corners.iter().enumerate() {
                self.round(
                    &mut path,
                    if nth == 0 { 'M' } else { 'L' },
                    point,
                    (from, to),
                );
            }
            path.push('Z');
        }
        path
    }

    fn round(self, path: &mut String, letter: char, at: Point, (from, to): (Heading, Heading)) {
        let inward = [from, to].map(|heading| STEPS[(heading + 1) % 4]);
        let [row, column] = [
            at.0 * self.cell + self.inset * (inward[0].0 + inward[1].0),
            at.1 * self.cell + self.inset * (inward[0].1 + inward[1].1),
        ];
        let along = |heading: Heading, by: i32| {
            let step = STEPS[heading];
            (Tenths(column + by * step.1), Tenths(row + by * step.0))
        };
        let ((x, y), (corner_x, corner_y)) = (along(from, -self.rounding), along(from, 0));
        write!(path, "{letter}{x} {y}").expect("a text takes it");
        if self.rounding > 0 {
            let (x, y) = along(to, self.rounding);
            write!(path, "Q{corner_x} {corner_y} {x} {y}").expect("a text takes it");
        }
    }
}

/// The corners of each loop: where it is, and how a line leads there and away.
fn loops(cells: &BTreeSet<Cell>) -> Vec<Vec<(Point, Heading, Heading)>> {
    let mut sides = sides(cells);
    let mut loops = Vec::new();
    while let Some(first) = sides.pop_first() {
        let (mut line, mut corners) = (first, Vec::new());
        loop {
            let (from, heading) = line;
            let at = (from.0 + STEPS[heading].0, from.1 + STEPS[heading].1);
            // To the right first, so that cells that meet in a corner stay apart.
            let turns = [1, 0, 3].map(|turn| (at, (heading + turn) % 4));
            let next = turns.into_iter().find(|side| sides.remove(side));
            let next = next.unwrap_or(first);
            if next.1 != heading {
                corners.push((at, heading, next.1));
            }
            if next == first {
                break;
            }
            line = next;
        }
        loops.push(corners);
    }
    loops
}

/// The sides of cells beyond which there is none: where each begins, and where it leads.
fn sides(cells: &BTreeSet<Cell>) -> BTreeSet<(Point, Heading)> {
    let sides = cells.iter().flat_map(|&Cell(row, column)| {
        let (row, column) = (i32::from(row), i32::from(column));
        let begins = [(0, 0), (0, 1), (1, 1), (1, 0)];
        let beyond = [Cell(-1, 0), Cell(0, 1), Cell(1, 0), Cell(0, -1)];
        (0..4).filter_map(move |heading| {
            let Cell(down, right) = beyond[heading];
            let neighbor = (row + i32::from(down), column + i32::from(right));
            let is_side = !has(cells, neighbor);
            is_side.then_some((
                (row + begins[heading].0, column + begins[heading].1),
                heading,
            ))
        })
    });
    sides.collect()
}

fn has(cells: &BTreeSet<Cell>, (row, column): Point) -> bool {
    let cell = i8::try_from(row).ok().zip(i8::try_from(column).ok());
    cell.is_some_and(|(row, column)| cells.contains(&Cell(row, column)))
}

#[cfg(test)]
mod tests {
    use super::*;

    const PLAIN: Outline = Outline {
        cell: 100,
        inset: 0,
        rounding: 0,
    };

    fn around(outline: Outline, cells: &[(i8, i8)]) -> String {
        let cells = cells.iter().map(|&(row, column)| Cell(row, column));
        outline.around(&cells.collect())
    }

    #[test]
    fn a_cell_has_four_corners() {
        assert_eq!(around(PLAIN, &[(0, 0)]), "M10 0L10 10L0 10L0 0Z");
    }

    #[test]
    fn an_inset_keeps_to_the_inside_of_every_corner() {
        let inset = Outline { inset: 12, ..PLAIN };
        let bent = around(inset, &[(0, 0), (1, 0), (1, 1)]);
        assert_eq!(
            bent,
            "M8.8 1.2L8.8 11.2L18.8 11.2L18.8 18.8L1.2 18.8L1.2 1.2Z"
        );
    }

    #[test]
    fn corners_are_rounded() {
        let round = Outline {
            rounding: 30,
            ..PLAIN
        };
        assert_eq!(
            around(round, &[(-1, 0)]),
            "M7 -10Q10 -10 10 -7L10 -3Q10 0 7 0L3 0Q0 0 0 -3L0 -7Q0 -10 3 -10Z"
        );
    }

    #[test]
    fn cells_that_meet_in_a_corner_are_apart_and_holes_have_a_loop() {
        assert_eq!(around(PLAIN, &[(0, 0), (1, 1)]).matches('Z').count(), 2);
        let ring = (0..3).flat_map(|row| (0..3).map(move |column| (row, column)));
        let ring: Vec<_> = ring.filter(|&cell| cell != (1, 1)).collect();
        let ring = around(PLAIN, &ring);
        assert_eq!(ring.matches('Z').count(), 2);
        assert!(ring.ends_with("M10 20L20 20L20 10L10 10Z"), "{ring}");
    }
}

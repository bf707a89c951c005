//! The outlines of sets of cells, as paths.

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

/// A point, of a grid or of a picture: down and to the right.
type Point = (i32, i32);

/// Where a line leads: east, south, west or north. Cells are to its right.
type Heading = usize;

const STEPS: [Point; 4] = [(0, 1), (1, 0), (0, -1), (-1, 0)];

/// A corner of a loop: where it is, and how the line leads there and away.
type Corner = (Point, Heading, Heading);

impl Outline {
    /// The path around these cells, each of them told once: one loop around each group of them,
    /// and one around each hole. Cells that meet in a corner are apart.
    pub(crate) fn around(self, cells: impl IntoIterator<Item = Cell>) -> String {
        let mut path = String::new();
        let mut sides = Sides::of(cells.into_iter().collect());
        let mut corners = Vec::new();
        while sides.next_loop(&mut corners) {
            self.draw(&mut path, &corners);
        }
        path
    }

    /// A loop. All after its first point is told from there on: that takes the fewest letters.
    fn draw(self, path: &mut String, corners: &[Corner]) {
        let mut here = None;
        for &corner in corners {
            let at = self.place(corner);
            let (_, from, to) = corner;
            let begins = moved(at, from, -self.rounding);
            match here {
                None => push(path, 'M', &[begins.1, begins.0]),
                Some((_, x)) if from % 2 == 0 => push(path, 'h', &[begins.1 - x]),
                Some((y, _)) => push(path, 'v', &[begins.0 - y]),
            }
            here = Some(begins);
            if self.rounding > 0 {
                let ends = moved(at, to, self.rounding);
                let [x, y, across, down] = [
                    at.1 - begins.1,
                    at.0 - begins.0,
                    ends.1 - begins.1,
                    ends.0 - begins.0,
                ];
                push(path, 'q', &[x, y, across, down]);
                here = Some(ends);
            }
        }
        path.push('z');
    }

    /// Where a corner of a loop would be without its rounding.
    fn place(self, (at, from, to): Corner) -> Point {
        let [one, other] = [from, to].map(|heading| STEPS[(heading + 1) % 4]);
        (
            at.0 * self.cell + self.inset * (one.0 + other.0),
            at.1 * self.cell + self.inset * (one.1 + other.1),
        )
    }
}

const fn moved((down, right): Point, heading: Heading, by: i32) -> Point {
    let step = STEPS[heading];
    (down + by * step.0, right + by * step.1)
}

/// A letter of a path and its lengths. A minus parts two of them as well as a space.
fn push(path: &mut String, letter: char, lengths: &[i32]) {
    path.push(letter);
    for (nth, &length) in lengths.iter().enumerate() {
        if nth > 0 && length >= 0 {
            path.push(' ');
        }
        Tenths(length).push_to(path);
    }
}

/// The sides of cells beyond which there is none.
struct Sides {
    /// The upper left of the points.
    first: Point,
    /// How many points there are in a row.
    columns: usize,
    /// For each point, a bit for each heading in which a side begins there.
    begin: Vec<u8>,
    /// Before this point none is left.
    next: usize,
}

impl Sides {
    fn of(cells: Vec<Cell>) -> Sides {
        let [rows, columns] = [|it: &Cell| it.0, |it: &Cell| it.1].map(|place| {
            let ends = || cells.iter().map(place).map(i32::from);
            (ends().min().unwrap_or(0), ends().max().unwrap_or(-1))
        });
        let length = |(first, last): (i32, i32)| domain::cast::<usize>(last - first + 2);
        let mut sides = Sides {
            first: (rows.0, columns.0),
            columns: length(columns),
            begin: vec![0; length(rows) * length(columns)],
            next: 0,
        };
        for Cell(row, column) in cells {
            sides.add((i32::from(row), i32::from(column)));
        }
        sides
    }

    /// The four sides of a cell. What is between two cells is no side: each has one there, and
    /// they lead in opposite directions.
    fn add(&mut self, (row, column): Point) {
        let corners = [(0, 0), (0, 1), (1, 1), (1, 0)];
        for (heading, (down, right)) in corners.into_iter().enumerate() {
            let from = self.index((row + down, column + right));
            let to = self.index(moved((row + down, column + right), heading, 1));
            let opposite = 1 << ((heading + 2) % 4);
            if self.begin[to] & opposite == 0 {
                self.begin[from] |= 1 << heading;
            } else {
                self.begin[to] -= opposite;
            }
        }
    }

    fn index(&self, (row, column): Point) -> usize {
        let [row, column] = [row - self.first.0, column - self.first.1].map(domain::cast::<usize>);
        row * self.columns + column
    }

    fn remove(&mut self, (at, heading): (Point, Heading)) -> bool {
        let index = self.index(at);
        let is_there = self.begin[index] & 1 << heading != 0;
        self.begin[index] &= !(1 << heading);
        is_there
    }

    /// Takes the first side that is left.
    fn pop_first(&mut self) -> Option<(Point, Heading)> {
        let rest = &self.begin[self.next..];
        self.next += rest.iter().position(|begin| *begin != 0)?;
        let heading = self.begin[self.next].trailing_zeros();
        let [row, column] = [self.next / self.columns, self.next % self.columns];
        let at = (
            self.first.0 + domain::cast::<i32>(row),
            self.first.1 + domain::cast::<i32>(column),
        );
        self.begin[self.next] &= !(1 << heading);
        Some((at, domain::cast(heading)))
    }

    /// Takes a loop, and puts its corners in the place of those of the last. False if there is
    /// none left.
    fn next_loop(&mut self, corners: &mut Vec<Corner>) -> bool {
        corners.clear();
        let Some(first) = self.pop_first() else {
            return false;
        };
        let mut line = first;
        loop {
            let (from, heading) = line;
            let at = moved(from, heading, 1);
            // To the right first, so that cells that meet in a corner stay apart.
            let turns = [1, 0, 3].map(|turn| (at, (heading + turn) % 4));
            let next = turns.into_iter().find(|side| self.remove(*side));
            let next = next.unwrap_or(first);
            if next.1 != heading {
                corners.push((at, heading, next.1));
            }
            if next == first {
                return true;
            }
            line = next;
        }
    }
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
        outline.around(cells)
    }

    #[test]
    fn a_cell_has_four_corners() {
        assert_eq!(around(PLAIN, &[(0, 0)]), "M10 0v10h-10v-10z");
    }

    #[test]
    fn an_inset_keeps_to_the_inside_of_every_corner() {
        let inset = Outline { inset: 12, ..PLAIN };
        let bent = around(inset, &[(0, 0), (1, 0), (1, 1)]);
        assert_eq!(bent, "M8.8 1.2v10h10v7.6h-17.6v-17.6z");
    }

    #[test]
    fn corners_are_rounded() {
        let round = Outline {
            rounding: 30,
            ..PLAIN
        };
        assert_eq!(
            around(round, &[(-1, 0)]),
            "M7-10q3 0 3 3v4q0 3-3 3h-4q-3 0-3-3v-4q0-3 3-3z"
        );
    }

    #[test]
    fn cells_that_meet_in_a_corner_are_apart_and_holes_have_a_loop() {
        assert_eq!(around(PLAIN, &[(0, 0), (1, 1)]).matches('z').count(), 2);
        let ring = (0..3).flat_map(|row| (0..3).map(move |column| (row, column)));
        let ring: Vec<_> = ring.filter(|&cell| cell != (1, 1)).collect();
        let ring = around(PLAIN, &ring);
        assert_eq!(ring.matches('z').count(), 2);
        assert!(ring.ends_with("M10 20h10v-10h-10z"), "{ring}");
    }
}

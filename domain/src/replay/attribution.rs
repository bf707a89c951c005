//! Where every point of a final score came from.
//!
//! The convention is the ordered marginal difference. At every step, what each account
//! of a sheet would pay *if it scored now* is held against the step before; the
//! difference is that step's. When the account is banked, it pays exactly those
//! differences, from the beginning of the match on, and whatever they do not explain
//! is the share of the step that banked it. An account that is banked several times (a
//! city harvested in four rounds) pays them each time. So the shares of a seat sum to
//! its final score, line by line, without remainder.

use std::collections::BTreeMap;

use serde::Serialize;
use utoipa::ToSchema;

use super::SheetsAt;
use crate::{BySeat, Cell, GameId, ScoreLine};

/// The part of a final score that one step made.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct Share {
    /// The step that made it.
    #[schema(minimum = 1)]
    pub step: u32,
    /// The line of the final sheet that it is part of; where several were banked
    /// together, what their names begin with.
    #[schema(max_length = 80)]
    pub line: String,
    /// How much. Negative if the step spoiled it.
    pub points: i32,
    /// The cells that this step made count, or no longer count.
    #[schema(max_items = 400)]
    pub cells: Vec<Cell>,
}

/// The shares of every seat, growing as the sheets of a match are seen in order.
#[derive(Clone, Debug)]
pub struct Attribution {
    game: GameId,
    seats: BySeat<Accounts>,
}

/// One seat's accounts.
#[derive(Clone, Debug, Default)]
struct Accounts {
    /// What each would pay, and how it came to that.
    live: BTreeMap<String, Account>,
    /// What each line has paid so far.
    banked: BTreeMap<String, i32>,
    shares: Vec<Share>,
}

#[derive(Clone, Debug, Default)]
struct Account {
    points: i32,
    cells: Vec<Cell>,
    moves: Vec<Move>,
}

/// What one step did to an account.
#[derive(Clone, Debug)]
struct Move {
    step: u32,
    points: i32,
    cells: Vec<Cell>,
}

impl Attribution {
    /// Before anything was seen.
    pub fn new(game: GameId, seats: u8) -> Attribution {
        let seats = BySeat::new(seats, |_| Accounts::default());
        Attribution { game, seats }
    }

    /// Takes in the sheets after a step, later than all before.
    pub fn see(&mut self, at: SheetsAt<'_>) {
        for seat in at.touched.iter() {
            let (accounts, sheet) = (&mut self.seats[seat], &at.sheets[seat]);
            accounts.bank(self.game, at.step, &sheet.banked.0);
            accounts.update(self.game, at.step, &sheet.if_now.0);
        }
    }

    /// Each seat's shares, by step.
    pub fn shares(self) -> BySeat<Vec<Share>> {
        self.seats.map(|_, accounts| {
            let mut shares = accounts.shares.clone();
            shares.sort_by_key(|share| share.step);
            shares
        })
    }
}

impl Accounts {
    /// Pays out what was banked at a step.
    fn bank(&mut self, game: GameId, step: u32, lines: &[ScoreLine]) {
        let mut paid: BTreeMap<&str, Vec<(&ScoreLine, i32)>> = BTreeMap::new();
        for line in lines {
            let points = i32::from(line.points);
            let before = self.banked.insert(line.source.clone(), points);
            let more = points - before.unwrap_or(0);
            if more != 0 || before.is_none() {
                let account = game.account(&line.source);
                paid.entry(account).or_default().push((line, more));
            }
        }
        for (account, lines) in paid {
            let sources: Vec<&str> = lines.iter().map(|(line, _)| &line.source[..]).collect();
            let points = lines.iter().map(|(_, points)| points).sum();
            self.pay(step, account, &common(&sources), points);
        }
    }

    fn pay(&mut self, step: u32, account: &str, line: &str, points: i32) {
        let moves = self.live.get(account).map_or(&[][..], |it| &it.moves);
        let explained: i32 = moves.iter().map(|it| it.points).sum();
        let rest = Move {
            step,
            points: points - explained,
            cells: Vec::new(),
        };
        let moves = moves.iter().chain([&rest]).filter(|it| it.points != 0);
        self.shares.extend(moves.map(|it| Share {
            step: it.step,
            line: line.to_owned(),
            points: it.points,
            cells: it.cells.clone(),
        }));
    }

    /// Notes what every account would pay after a step.
    fn update(&mut self, game: GameId, step: u32, lines: &[ScoreLine]) {
        let mut now: BTreeMap<&str, (i32, Vec<Cell>)> = BTreeMap::new();
        for line in lines {
            let (points, cells) = now.entry(game.account(&line.source)).or_default();
            *points += i32::from(line.points);
            cells.extend_from_slice(&line.cells);
        }
        for (name, account) in &mut self.live {
            if !now.contains_key(&name[..]) {
                account.revalue(step, 0, Vec::new());
            }
        }
        for (name, (points, cells)) in now {
            match self.live.get_mut(name) {
                Some(account) => account.revalue(step, points, cells),
                None => {
                    let mut account = Account::default();
                    account.revalue(step, points, cells);
                    self.live.insert(name.to_owned(), account);
                }
            }
        }
    }
}

impl Account {
    fn revalue(&mut self, step: u32, points: i32, mut cells: Vec<Cell>) {
        cells.sort_unstable();
        cells.dedup();
        if points != self.points {
            self.moves.push(Move {
                step,
                points: points - self.points,
                cells: differing(&self.cells, &cells),
            });
        }
        (self.points, self.cells) = (points, cells);
    }
}

/// The cells that are in one list and not in the other.
fn differing(before: &[Cell], after: &[Cell]) -> Vec<Cell> {
    let only = |these: &[Cell], those: &[Cell]| -> Vec<Cell> {
        let is_only = |cell: &&Cell| those.binary_search(cell).is_err();
        these.iter().filter(is_only).copied().collect()
    };
    let mut cells = only(before, after);
    cells.extend(only(after, before));
    cells
}

/// The source, or the parts that all begin with.
fn common(sources: &[&str]) -> String {
    let [first, others @ ..] = sources else {
        return String::new();
    };
    let mut end = first.len();
    while !others.iter().all(|other| begins(other, &first[..end])) {
        end = first[..end].rfind('.').unwrap_or(0);
    }
    first[..end].to_owned()
}

/// Whether a source is these parts, or begins with them.
fn begins(source: &str, parts: &str) -> bool {
    let rest = source.strip_prefix(parts);
    parts.is_empty() || rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
}

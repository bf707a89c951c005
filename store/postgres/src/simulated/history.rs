//! What clients were told, and whether it was true.

use std::collections::{BTreeMap, BTreeSet};

use store_log::{Position, Shard, record::Line};

use super::table::Table;
use crate::shard::End;

/// What clients were told.
#[derive(Debug, Default)]
pub(super) struct History {
    /// Each commit that was acknowledged, and the shard and the number of the log that did.
    acknowledged: Vec<((Shard, usize), Line)>,
    /// Every commit that was shown.
    shown: BTreeSet<(Position, String)>,
    /// What was shown to whoever follows all shards, and up to where.
    followed: (Vec<Position>, Position),
    /// Where a shard ended each time that it was taken.
    taken: BTreeMap<Shard, Vec<End>>,
    /// A writer was told that another has the log, and none had.
    lost_to_nobody: bool,
}

impl History {
    pub(super) fn acknowledge(&mut self, by: (Shard, usize), line: &Line) {
        self.acknowledged.push((by, line.clone()));
    }

    pub(super) fn show(&mut self, lines: Vec<Line>) {
        let shown = lines.into_iter().map(|line| (line.position, line.text));
        self.shown.extend(shown);
    }

    /// These are all commits of all shards behind those that were followed before.
    pub(super) fn follow(&mut self, lines: Vec<Line>, up_to: Position) {
        let (followed, end) = &mut self.followed;
        followed.extend(lines.iter().map(|line| line.position));
        *end = up_to;
        self.show(lines);
    }

    /// Another log has taken a shard over.
    pub(super) fn take(&mut self, shard: Shard, from: End) {
        self.taken.entry(shard).or_default().push(from);
    }

    /// A writer was told that another has the log.
    pub(super) fn lose(&mut self, to_nobody: bool) {
        self.lost_to_nobody |= to_nobody;
    }

    /// Compares all of it with what is left after the last fail-over.
    pub(super) fn check(&self, left: &Table) -> Result<(), String> {
        let text = |position| {
            let row = left.rows.iter().find(|row| row.line.position == position);
            row.map(|row| &row.line.text)
        };
        if let Some((_, lost)) = self
            .acknowledged
            .iter()
            .find(|(_, line)| text(line.position) != Some(&line.text))
        {
            return Err(format!("{} was acknowledged and is gone", lost.position));
        }
        if let Some((lost, _)) = self.shown.iter().find(|(at, it)| text(*at) != Some(it)) {
            return Err(format!("{lost} was shown and is gone"));
        }
        if let Some(late) = self
            .acknowledged
            .iter()
            .find(|(by, line)| self.is_late(*by, line))
        {
            return Err(format!(
                "{} was written after the log was taken",
                late.1.position
            ));
        }
        self.check_followed(left)?;
        for (shard, row) in (0..).zip(&left.shards) {
            let rows = left.rows.iter().filter(|row| row.shard.number() == shard);
            if rows.count() as u64 != row.end.commits {
                return Err(format!(
                    "shard {shard} does not have as many commits as it counts"
                ));
            }
        }
        if self.lost_to_nobody {
            return Err("a log was given up that nobody took".to_owned());
        }
        Ok(())
    }

    /// Whoever follows all shards has missed nothing up to where they have come.
    fn check_followed(&self, left: &Table) -> Result<(), String> {
        let (followed, end) = &self.followed;
        let positions = left.rows.iter().map(|row| row.line.position);
        let mut positions: Vec<Position> = positions.filter(|it| it <= end).collect();
        positions.sort_unstable();
        match *followed == positions {
            true => Ok(()),
            false => Err(format!("something was missed up to {end}")),
        }
    }

    /// Whether a commit was written by one from whom the shard had been taken.
    fn is_late(&self, (shard, by): (Shard, usize), line: &Line) -> bool {
        let next = self.taken.get(&shard).and_then(|taken| taken.get(by + 1));
        next.is_some_and(|next| line.position > next.position())
    }
}

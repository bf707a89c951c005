//! What clients were told, and whether it was true.

use std::{collections::BTreeSet, sync::Arc};

use store_log::{Position, record::Line};

use super::table::Row;
use crate::shard::{End, number};

/// What clients were told.
#[derive(Debug, Default)]
pub(super) struct History {
    /// Each commit that was acknowledged, and the number of the log that did.
    acknowledged: Vec<(usize, Line)>,
    /// Every commit that was shown.
    shown: BTreeSet<(Position, String)>,
    /// Where the log ended each time that it was taken.
    taken: Vec<End>,
    /// A writer was told that another has the log, and none had.
    lost_to_nobody: bool,
}

impl History {
    pub(super) fn acknowledge(&mut self, by: usize, line: &Line) {
        self.acknowledged.push((by, line.clone()));
    }

    pub(super) fn show(&mut self, lines: Vec<Line>) {
        let shown = lines.into_iter().map(|line| (line.position, line.text));
        self.shown.extend(shown);
    }

    /// Another log has taken over.
    pub(super) fn take(&mut self, from: End) {
        self.taken.push(from);
    }

    /// A writer was told that another has the log.
    pub(super) fn lose(&mut self, to_nobody: bool) {
        self.lost_to_nobody |= to_nobody;
    }

    /// Compares all of it with what is left after the last fail-over.
    pub(super) fn check(&self, left: &[Arc<Row>]) -> Result<(), String> {
        let text = |position| {
            let row = left.iter().find(|row| row.line.position == position);
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
        let positions = left.iter().map(|row| number(row.line.position));
        if !positions.eq(1..=left.len() as u64) {
            return Err("there is a gap".to_owned());
        }
        if self.lost_to_nobody {
            return Err("a log was given up that nobody took".to_owned());
        }
        Ok(())
    }

    /// Whether a commit was written by one from whom the log had been taken.
    fn is_late(&self, by: usize, line: &Line) -> bool {
        let next = self.taken.get(by + 1);
        next.is_some_and(|next| line.position > next.position())
    }
}

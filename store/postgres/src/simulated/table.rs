//! The tables of a simulated database, and what the statements do with them.

use std::sync::{Arc, atomic::Ordering};

use store_log::{
    StreamId,
    record::{Line, Tip},
};

use super::world::Connection;
use crate::{
    group::{Group, Key},
    session::{Answer, Session, Used},
    shard::{Claim, End, Owner, Taken, number},
};

/// The row of the shard, and the rows of the commits.
#[derive(Clone, Debug, Default)]
pub(super) struct Table {
    pub(super) owner: Option<Owner>,
    epoch: i64,
    end: End,
    /// All up to this number was replicated before it was noted.
    mark: u64,
    pub(super) rows: Vec<Arc<Row>>,
}

#[derive(Debug)]
pub(super) struct Row {
    pub(super) line: Line,
    used: Option<(Used, u16)>,
}

impl Table {
    fn taken(&self) -> Taken {
        Taken {
            epoch: self.epoch,
            end: self.end,
        }
    }

    fn tip(&self, stream: StreamId, head: i64) -> Option<Tip> {
        let rows = self.up_to(head).map(|row| &row.line);
        rows.filter(|line| line.stream == stream)
            .last()
            .map(Line::tip)
    }

    fn up_to(&self, head: i64) -> impl Iterator<Item = &Row> {
        let is_before = move |row: &&Row| number(row.line.position).cast_signed() <= head;
        self.rows.iter().map(|row| &**row).filter(is_before)
    }

    fn used(&self, key: Key, since: u16, head: i64) -> Option<Used> {
        let used = self.up_to(head).filter_map(|row| row.used.as_ref());
        let used = used.filter(|(used, day)| used.key == key && *day >= since);
        used.last().map(|(used, _)| used.clone())
    }

    /// The tables with the group, if the fence lets it through.
    fn with(&self, group: &Written, taken: Taken) -> Option<Table> {
        let ends_there = |(stream, tip): &(StreamId, Tip)| {
            self.tip(*stream, i64::MAX).unwrap_or(Tip::START) == *tip
        };
        let passes = self.epoch == taken.epoch
            && self.end.number == taken.end.number
            && group.heads.iter().all(ends_there);
        passes.then(|| {
            let mut table = self.clone();
            table.rows.extend(group.rows.iter().cloned());
            table.mark = table.end.number;
            table.end = group.end;
            table
        })
    }
}

/// A group as it is sent.
struct Written {
    rows: Vec<Arc<Row>>,
    heads: Vec<(StreamId, Tip)>,
    end: End,
}

impl Written {
    fn of(group: &Group) -> Written {
        let rows = group.rows.iter().zip(&group.keys).map(|(line, key)| {
            let used = key.map(|key| Used {
                key: key.key,
                fingerprint: key.fingerprint,
                text: line.text.clone(),
            });
            Arc::new(Row {
                line: line.clone(),
                used: used.map(|used| (used, group.day)),
            })
        });
        Written {
            rows: rows.collect(),
            heads: group.heads.iter().map(|(at, tip)| (*at, *tip)).collect(),
            end: group.end,
        }
    }
}

impl Connection {
    /// By how much an epoch is raised.
    fn raise(&self) -> i64 {
        let drawn = self.database.random(1_000_000_000).cast_signed();
        1 + drawn * i64::from(self.database.rules().drawn)
    }

    /// Up to where is read.
    fn head(&self, head: i64) -> i64 {
        match self.database.rules().head {
            true => head,
            false => i64::MAX,
        }
    }
}

impl Session for Connection {
    fn has_warned(&self) -> bool {
        self.database.rules().warning && self.warned.load(Ordering::SeqCst)
    }

    fn is_closed(&self) -> bool {
        self.closed.load(Ordering::SeqCst)
    }

    async fn take(&self, claim: &Claim) -> Answer<Option<Taken>> {
        let owner = Some(claim.owner);
        let raised = self.raise() * i64::from(self.database.rules().epoch);
        let taken = self.commit(move |table| {
            // A start tries again under the same owner, which a real one does not. What it sent
            // before must not come after a later log.
            (table.owner <= owner).then(|| Table {
                owner,
                epoch: table.epoch + raised,
                ..table.clone()
            })
        });
        Ok(taken.await?.map(|table| table.taken()))
    }

    async fn barrier(&self, claim: &Claim) -> Answer<Option<Taken>> {
        let owner = Some(claim.owner);
        if !self.database.rules().barrier {
            let own = |table: &Table| (table.owner == owner).then(|| table.taken());
            return self.look(own).await;
        }
        let raised = self.raise();
        let raised = self.commit(move |table| {
            (table.owner == owner).then(|| Table {
                epoch: table.epoch + raised,
                ..table.clone()
            })
        });
        Ok(raised.await?.map(|table| table.taken()))
    }

    async fn keep(&self, claim: &Claim, _mark: i64) -> Answer<Option<i64>> {
        let own = |table: &Table| (table.owner == Some(claim.owner)).then_some(table.epoch);
        self.look(own).await
    }

    async fn confirm(&self) -> Answer<()> {
        if self.database.rules().confirm {
            self.commit(|table| Some(table.clone())).await?;
        }
        Ok(())
    }

    async fn release(&self, _claim: &Claim) -> Answer<()> {
        Ok(())
    }

    async fn append(&self, group: &Group, taken: &Taken) -> Answer<u64> {
        let (count, taken) = (group.len(), *taken);
        let group = Written::of(group);
        let written = self.commit(move |table| table.with(&group, taken)).await?;
        Ok(written.map_or(0, |_| count))
    }

    async fn tips(&self, of: &[StreamId]) -> Answer<Vec<(StreamId, Tip)>> {
        let tips = |table: &Table| {
            let tip = |stream: &StreamId| Some((*stream, table.tip(*stream, i64::MAX)?));
            of.iter().filter_map(tip).collect()
        };
        self.look(tips).await
    }

    async fn keys(&self, of: &[Key], since: u16) -> Answer<Vec<Used>> {
        let used = |table: &Table| {
            let used = of.iter().map(|key| table.used(*key, since, i64::MAX));
            used.flatten().collect()
        };
        self.look(used).await
    }

    async fn read(&self, of: StreamId, from: i64, head: i64) -> Answer<Vec<String>> {
        let head = self.head(head);
        let is_of = |line: &&Line| line.stream == of && i64::from(line.after.version) >= from;
        let texts = |table: &Table| {
            let lines = table.up_to(head).map(|row| &row.line).filter(is_of);
            lines.map(|line| line.text.clone()).collect()
        };
        self.look(texts).await
    }

    async fn tip(&self, of: StreamId, head: i64) -> Answer<Option<Tip>> {
        let head = self.head(head);
        self.look(|table| table.tip(of, head)).await
    }

    async fn scan(&self, after: i64, up_to: i64) -> Answer<Vec<String>> {
        let up_to = self.head(up_to);
        let texts = |table: &Table| {
            let lines = table.up_to(up_to).map(|row| &row.line);
            let after = lines.filter(|line| number(line.position).cast_signed() > after);
            after.map(|line| line.text.clone()).collect()
        };
        self.look(texts).await
    }

    async fn seen(&self, key: Key, since: u16, head: i64) -> Answer<Option<Used>> {
        let head = self.head(head);
        self.look(|table| table.used(key, since, head)).await
    }

    async fn streams(&self, letter: char, head: i64) -> Answer<Vec<String>> {
        let head = self.head(head);
        let names = |table: &Table| {
            let first = table.up_to(head).filter(|row| row.line.after == Tip::START);
            let names = first.map(|row| row.line.stream.to_string());
            names.filter(|name| name.starts_with(letter)).collect()
        };
        self.look(names).await
    }

    async fn mark(&self) -> Answer<i64> {
        let marks = self.database.rules().mark;
        let mark = |table: &Table| if marks { table.mark } else { table.end.number };
        self.look(|table| mark(table).cast_signed()).await
    }

    async fn epoch(&self) -> Answer<i64> {
        self.look(|table| table.epoch).await
    }

    async fn owner(&self) -> Answer<Option<String>> {
        Ok(None)
    }
}

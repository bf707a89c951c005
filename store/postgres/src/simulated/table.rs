//! The tables of a simulated database, and what the statements do with them.

use std::sync::{Arc, atomic::Ordering};

use parking_lot::Mutex;
use store_log::{
    Shard, StreamId,
    record::{Line, Tip},
};

use super::{SHARDS, world::Connection};
use crate::{
    group::{Group, Key},
    session::{Answer, Marks, Session, Used},
    shard::{Claim, End, Owner, Taken},
};

/// The rows of the shards, and the rows of the commits.
#[derive(Clone, Debug)]
pub(super) struct Table {
    pub(super) shards: Vec<ShardRow>,
    pub(super) rows: Vec<Arc<Row>>,
}

#[derive(Clone, Debug, Default)]
pub(super) struct ShardRow {
    pub(super) owner: Option<Owner>,
    epoch: i64,
    pub(super) end: End,
    /// Nothing of the shard will be written up to this number.
    mark: u64,
}

#[derive(Debug)]
pub(super) struct Row {
    pub(super) shard: Shard,
    pub(super) line: Line,
    used: Option<(Used, u16)>,
}

impl Table {
    pub(super) fn new() -> Table {
        Table {
            shards: vec![ShardRow::default(); usize::from(SHARDS)],
            rows: Vec::new(),
        }
    }

    pub(super) fn of(&self, shard: Shard) -> &ShardRow {
        &self.shards[usize::from(shard.number())]
    }

    /// The tables with another row of a shard.
    fn with_row(&self, shard: Shard, row: ShardRow) -> Table {
        let mut table = self.clone();
        table.shards[usize::from(shard.number())] = row;
        table
    }

    fn taken(&self, shard: Shard, known: u64) -> Taken {
        let ShardRow {
            epoch, end, mark, ..
        } = *self.of(shard);
        Taken {
            epoch,
            end,
            known: known.max(mark),
        }
    }

    /// No shard has come further.
    fn furthest(&self) -> u64 {
        let ends = self.shards.iter().map(|row| row.end.number.max(row.mark));
        ends.max().unwrap_or_default()
    }

    fn tip(&self, stream: StreamId, head: i64) -> Option<Tip> {
        let rows = self.up_to(head).map(|row| &row.line);
        rows.filter(|line| line.stream == stream)
            .last()
            .map(Line::tip)
    }

    fn up_to(&self, head: i64) -> impl Iterator<Item = &Row> {
        let is_before = move |row: &&Row| row.line.position.number().cast_signed() <= head;
        self.rows.iter().map(|row| &**row).filter(is_before)
    }

    fn used(&self, key: Key, since: u16, head: i64) -> Option<Used> {
        let used = self.up_to(head).filter_map(|row| row.used.as_ref());
        let used = used.filter(|(used, day)| used.key == key && *day >= since);
        used.last().map(|(used, _)| used.clone())
    }

    /// The tables with the group, if the fence lets it through.
    fn with(&self, shard: Shard, group: &Written, taken: Taken) -> Option<Table> {
        let ends_there = |(stream, tip): &(StreamId, Tip)| {
            self.tip(*stream, i64::MAX).unwrap_or(Tip::START) == *tip
        };
        let row = self.of(shard);
        let passes = row.epoch == taken.epoch
            && row.end.number == taken.end.number
            && group.heads.iter().all(ends_there);
        passes.then(|| {
            let mut table = self.with_row(
                shard,
                ShardRow {
                    mark: row.mark.max(row.end.number),
                    end: group.end,
                    ..row.clone()
                },
            );
            table.rows.extend(group.rows.iter().cloned());
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
    fn of(shard: Shard, group: &Group) -> Written {
        let rows = group.rows.iter().zip(&group.keys).map(|(line, key)| {
            let used = key.map(|key| Used {
                key: key.key,
                fingerprint: key.fingerprint,
                text: line.text.clone(),
            });
            Arc::new(Row {
                shard,
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
        let (shard, owner) = (claim.shard, Some(claim.owner));
        let rules = self.database.rules();
        let raised = self.raise() * i64::from(rules.epoch);
        let known = Arc::new(Mutex::new(0));
        let told = Arc::clone(&known);
        let taken = self.commit(shard, move |table, shown| {
            *told.lock() = shown.furthest() * u64::from(rules.behind);
            let row = table.of(shard).clone();
            // A start tries again under the same owner, which a real one does not. What it sent
            // before must not come after a later log.
            (row.owner <= owner).then(|| {
                let epoch = row.epoch + raised;
                table.with_row(
                    shard,
                    ShardRow {
                        owner,
                        epoch,
                        ..row
                    },
                )
            })
        });
        let taken = taken.await?;
        let known = *known.lock();
        Ok(taken.map(|table| table.taken(shard, known)))
    }

    async fn barrier(&self, claim: &Claim) -> Answer<Option<Taken>> {
        let (shard, owner) = (claim.shard, Some(claim.owner));
        if !self.database.rules().barrier {
            let own = |table: &Table| {
                let is_own = table.of(shard).owner == owner;
                is_own.then(|| table.taken(shard, 0))
            };
            return self.look(own).await;
        }
        let raised = self.raise();
        let raised = self.commit(shard, move |table, _| {
            let row = table.of(shard).clone();
            (row.owner == owner).then(|| {
                let epoch = row.epoch + raised;
                table.with_row(shard, ShardRow { epoch, ..row })
            })
        });
        Ok(raised.await?.map(|table| table.taken(shard, 0)))
    }

    async fn keep(&self, claim: &Claim) -> Answer<Option<i64>> {
        let own = |table: &Table| {
            let row = table.of(claim.shard);
            (row.owner == Some(claim.owner)).then_some(row.epoch)
        };
        self.look(own).await
    }

    async fn promise(&self, claim: &Claim, epoch: i64, up_to: i64) -> Answer<bool> {
        let (shard, owner) = (claim.shard, Some(claim.owner));
        let promised = self.hasten(shard, move |table, _| {
            let row = table.of(shard).clone();
            let may = row.owner == owner && row.epoch == epoch;
            let mark = row.mark.max(up_to.cast_unsigned());
            may.then(|| table.with_row(shard, ShardRow { mark, ..row }))
        });
        Ok(promised.await?.is_some())
    }

    async fn confirm(&self, shard: Shard) -> Answer<()> {
        if self.database.rules().confirm {
            self.commit(shard, |table, _| Some(table.clone())).await?;
        }
        Ok(())
    }

    async fn release(&self, _claim: &Claim) -> Answer<()> {
        Ok(())
    }

    async fn append(&self, claim: &Claim, group: &Group, taken: &Taken) -> Answer<u64> {
        let (shard, count, taken) = (claim.shard, group.len(), *taken);
        let group = Written::of(shard, group);
        let written = self.commit(shard, move |table, _| table.with(shard, &group, taken));
        Ok(written.await?.map_or(0, |_| count))
    }

    async fn tips(&self, of: &[StreamId]) -> Answer<Vec<(StreamId, Tip)>> {
        let tips = |table: &Table| {
            let tip = |stream: &StreamId| Some((*stream, table.tip(*stream, i64::MAX)?));
            of.iter().filter_map(tip).collect()
        };
        self.look(tips).await
    }

    async fn keys(&self, _shard: Shard, of: &[Key], since: u16) -> Answer<Vec<Used>> {
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

    async fn scan(&self, of: &[Shard], after: i64, up_to: i64) -> Answer<Vec<String>> {
        let texts = |table: &Table| {
            let rows = table.up_to(up_to).filter(|row| of.contains(&row.shard));
            let lines = rows.map(|row| &row.line);
            let mut after: Vec<&Line> = lines
                .filter(|line| line.position.number().cast_signed() > after)
                .collect();
            after.sort_by_key(|line| line.position);
            after.iter().map(|line| line.text.clone()).collect()
        };
        self.look(texts).await
    }

    async fn seen(&self, _of: &[Shard], key: Key, since: u16, head: i64) -> Answer<Option<Used>> {
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

    async fn marks(&self) -> Answer<Marks> {
        let rules = self.database.rules();
        let marks = |table: &Table| {
            let come_to = |row: &ShardRow| if rules.mark { row.mark } else { row.end.number };
            let least = table.shards.iter().map(come_to).min().unwrap_or_default();
            let marks = table.shards.iter().map(|row| row.mark).max();
            let furthest = match rules.replicated {
                true => marks.unwrap_or_default(),
                false => table.furthest(),
            };
            Marks {
                least: least.cast_signed(),
                furthest: furthest.cast_signed(),
                has_lapsed: false,
            }
        };
        self.look(marks).await
    }

    async fn epoch(&self, shard: Shard) -> Answer<i64> {
        self.look(|table| table.of(shard).epoch).await
    }

    async fn owners(&self) -> Answer<Vec<Option<String>>> {
        Ok(Vec::new())
    }
}

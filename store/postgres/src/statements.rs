//! A connection with its statements prepared.

use domain::cast;
use store_log::{Hash, Shard, StreamId, embedded::texts, record::Tip};
use tokio::time::timeout;
use tokio_postgres::{Error, Row, Statement, error::SqlState, types::ToSql};

use crate::{
    address::Address,
    columns::Columns,
    connection::{Connection, READY},
    group::{Group, Key},
    packed::{Lately, Name, PackedMatch, STRETCH, Texts, add_between, expanded, in_packed, parted},
    session::{Addition, Answer, Database, Failure, Marks, Session, Used},
    shard::{Claim, End, Taken},
    sql::{
        ADD_LINES, APPEND, ARCHIVE, BARRIER, CONFIRM, EPOCH, FORMAT, KEEP, KEYS, LINES, MARKS,
        NOTE, OWNERS, PACKED, PROMISE, READ, RELEASE, SCAN, SEEN, SET_NOTE, SET_SECRET, STREAMS,
        TAKE, TIP, TIPS, UPGRADE,
    },
};

/// A connection, and its statements.
#[derive(Debug)]
pub(crate) struct Prepared {
    connection: Connection,
    take: Statement,
    barrier: Statement,
    keep: Statement,
    promise: Statement,
    confirm: Statement,
    release: Statement,
    append: Statement,
    tips: Statement,
    keys: Statement,
    read: Statement,
    tip: Statement,
    scan: Statement,
    packed: Statement,
    seen: Statement,
    streams: Statement,
    owners: Statement,
    marks: Statement,
    epoch: Statement,
    lately: Lately,
}

impl Prepared {
    /// Prepares what will be asked of a database that has the tables.
    pub(crate) async fn of(connection: Connection) -> Result<Prepared, Error> {
        let client = &connection.client;
        let (
            take,
            barrier,
            keep,
            promise,
            confirm,
            release,
            append,
            tips,
            keys,
            read,
            tip,
            scan,
            packed,
            seen,
            streams,
            owners,
            marks,
            epoch,
        ) = tokio::try_join!(
            client.prepare(TAKE),
            client.prepare(BARRIER),
            client.prepare(KEEP),
            client.prepare(PROMISE),
            client.prepare(CONFIRM),
            client.prepare(RELEASE),
            client.prepare(APPEND),
            client.prepare(TIPS),
            client.prepare(KEYS),
            client.prepare(READ),
            client.prepare(TIP),
            client.prepare(SCAN),
            client.prepare(PACKED),
            client.prepare(SEEN),
            client.prepare(STREAMS),
            client.prepare(OWNERS),
            client.prepare(MARKS),
            client.prepare(EPOCH),
        )?;
        Ok(Prepared {
            connection,
            take,
            barrier,
            keep,
            promise,
            confirm,
            release,
            append,
            tips,
            keys,
            read,
            tip,
            scan,
            packed,
            seen,
            streams,
            owners,
            marks,
            epoch,
            lately: Lately::default(),
        })
    }

    /// The rows of a statement, each read.
    async fn rows<T>(
        &self,
        statement: &Statement,
        parameters: &[&(dyn ToSql + Sync)],
        read: impl Fn(&Row) -> Result<T, Error>,
    ) -> Answer<Vec<T>> {
        let rows = self.connection.client.query(statement, parameters).await?;
        let rows: Result<Vec<T>, Error> = rows.iter().map(read).collect();
        Ok(rows?)
    }

    /// What was noted under a name.
    pub(crate) async fn note(&self, name: &str) -> Answer<Option<String>> {
        let client = &self.connection.client;
        let row = client.query_opt(NOTE, &[&name]).await?;
        Ok(row.map(|row| row.try_get(0)).transpose()?)
    }

    /// Notes something, if the claim still holds.
    pub(crate) async fn set_note(&self, claim: &Claim, name: &str, note: &str) -> Answer<()> {
        let parameters: [&(dyn ToSql + Sync); 4] = [&shard(claim), &&claim.owner[..], &name, &note];
        self.connection
            .client
            .execute(SET_NOTE, &parameters)
            .await?;
        Ok(())
    }

    /// The lines under a name, with their numbers.
    pub(crate) async fn lines(&self, name: &str) -> Answer<Vec<(i64, String)>> {
        let rows = self.connection.client.query(LINES, &[&name]).await?;
        let line = |row: &Row| Ok((row.try_get(0)?, row.try_get(1)?));
        let lines: Result<Vec<_>, Error> = rows.iter().map(line).collect();
        Ok(lines?)
    }

    /// Adds lines, or says that the claim does not hold.
    pub(crate) async fn add_lines(&self, claim: &Claim, addition: &Addition) -> Answer<()> {
        let parameters: [&(dyn ToSql + Sync); 6] = [
            &shard(claim),
            &&claim.owner[..],
            &addition.name,
            &addition.replaces,
            &addition.first,
            &addition.lines,
        ];
        let client = &self.connection.client;
        let row = client.query_one(ADD_LINES, &parameters).await?;
        match self.has_warned() {
            true => Err(Failure::unconfirmed()),
            false => ensure_own(row.try_get(0)?),
        }
    }

    /// Packs a match, if the claim still holds.
    pub(crate) async fn archive(&self, claim: &Claim, packed: &PackedMatch) -> Answer<()> {
        let parameters: [&(dyn ToSql + Sync); 11] = [
            &shard(claim),
            &&claim.owner[..],
            &packed.stream.to_string(),
            &packed.last,
            &packed.next_version,
            &&packed.hash.0[..],
            &packed.codec(),
            &packed.expanded_bytes(),
            &packed.body(),
            &packed.stretches,
            &packed.commits,
        ];
        self.connection.client.execute(ARCHIVE, &parameters).await?;
        Ok(())
    }

    /// Has older programs refuse the tables.
    pub(crate) async fn upgrade(&self) -> Result<(), Error> {
        let client = &self.connection.client;
        client.execute(UPGRADE, &[&FORMAT]).await.map(|_| ())
    }

    /// Gives the store another secret.
    pub(crate) async fn set_secret(&self, secret: &[u8; 32]) -> Result<(), Error> {
        let client = &self.connection.client;
        client
            .execute(SET_SECRET, &[&&secret[..]])
            .await
            .map(|_| ())
    }
}

impl Database for Address {
    type Session = Prepared;

    async fn open(&self) -> Answer<Prepared> {
        let connection = Connection::open(self).await?;
        let prepared = timeout(READY, Prepared::of(connection)).await;
        Ok(prepared.map_err(|_| Failure::late())??)
    }
}

impl Session for Prepared {
    fn has_warned(&self) -> bool {
        self.connection.has_warned()
    }

    fn is_closed(&self) -> bool {
        self.connection.client.is_closed()
    }

    async fn take(&self, claim: &Claim) -> Answer<Option<Taken>> {
        let (owner, address) = (&claim.owner[..], claim.address.as_deref());
        let (by_force, address) = (address.is_none(), address.unwrap_or_default());
        let parameters: [&(dyn ToSql + Sync); 5] =
            [&shard(claim), &owner, &address, &lease(claim), &by_force];
        Ok(self.rows(&self.take, &parameters, taken).await?.pop())
    }

    async fn barrier(&self, claim: &Claim) -> Answer<Option<Taken>> {
        let parameters: [&(dyn ToSql + Sync); 3] =
            [&shard(claim), &&claim.owner[..], &lease(claim)];
        Ok(self.rows(&self.barrier, &parameters, taken).await?.pop())
    }

    async fn keep(&self, claim: &Claim) -> Answer<Option<i64>> {
        let parameters: [&(dyn ToSql + Sync); 3] =
            [&shard(claim), &&claim.owner[..], &lease(claim)];
        let epoch = self.rows(&self.keep, &parameters, |row| row.try_get(0));
        Ok(epoch.await?.pop())
    }

    async fn promise(&self, claim: &Claim, epoch: i64, up_to: i64) -> Answer<bool> {
        let parameters: [&(dyn ToSql + Sync); 4] =
            [&shard(claim), &&claim.owner[..], &epoch, &up_to];
        let client = &self.connection.client;
        Ok(client.execute(&self.promise, &parameters).await? > 0)
    }

    async fn confirm(&self, shard: Shard) -> Answer<()> {
        let client = &self.connection.client;
        client.execute(&self.confirm, &[&number_of(shard)]).await?;
        Ok(())
    }

    async fn release(&self, claim: &Claim) -> Answer<()> {
        let parameters: [&(dyn ToSql + Sync); 2] = [&shard(claim), &&claim.owner[..]];
        let client = &self.connection.client;
        client.execute(&self.release, &parameters).await?;
        Ok(())
    }

    async fn append(&self, claim: &Claim, group: &Group, taken: &Taken) -> Answer<u64> {
        let (heads, ends): (Vec<String>, Vec<Option<&[u8]>>) = group
            .heads
            .iter()
            .map(|(stream, tip)| {
                let end = (*tip != Tip::START).then_some(&tip.hash.0[..]);
                (stream.to_string(), end)
            })
            .unzip();
        let dropping = names(&group.dropping);
        let rows = Columns::of(group);
        let (position, count) = (cast::<i64>(taken.end.number), cast::<i64>(group.len()));
        let hash = &group.end.hash.0[..];
        let parameters: [&(dyn ToSql + Sync); 19] = [
            &shard(claim),
            &taken.epoch,
            &position,
            &count,
            &hash,
            &heads,
            &ends,
            &dropping,
            &rows.streams,
            &rows.versions,
            &rows.next_versions,
            &rows.hashes,
            &rows.lines,
            &rows.erasable,
            &rows.keys,
            &rows.key_days,
            &rows.fingerprints,
            &cast::<i64>(group.end.number),
            &rows.positions,
        ];
        let client = &self.connection.client;
        Ok(client.execute(&self.append, &parameters).await?)
    }

    async fn tips(&self, of: &[StreamId]) -> Answer<Vec<(StreamId, Tip)>> {
        let names = names(of);
        let parameters: [&(dyn ToSql + Sync); 1] = [&names];
        let found = self.rows(&self.tips, &parameters, |row| {
            Ok((row.try_get::<_, &str>(0)?.parse(), tip(row, 1)?))
        });
        // Only ids were asked for.
        let found = found.await?.into_iter();
        Ok(found
            .filter_map(|(stream, tip)| Some((stream.ok()?, tip)))
            .collect())
    }

    async fn keys(&self, shard: Shard, of: &[Key], since: u16) -> Answer<Vec<Used>> {
        let keys: Vec<&[u8]> = of.iter().map(|key| &key[..]).collect();
        let parameters: [&(dyn ToSql + Sync); 3] = [&keys, &i32::from(since), &number_of(shard)];
        self.rows(&self.keys, &parameters, used).await
    }

    async fn read(&self, of: StreamId, from: i64, head: i64) -> Answer<Vec<String>> {
        let parameters: [&(dyn ToSql + Sync); 3] = [&of.to_string(), &from, &head];
        let rows = self.connection.client.query(&self.read, &parameters);
        let (commits, packed) = parted(rows.await?)?;
        let mut found = in_packed(&packed, |line| i64::from(line.after.version) >= from)?;
        found.extend(placed(&commits)?);
        Ok(found.into_values().collect())
    }

    async fn tip(&self, of: StreamId, head: i64) -> Answer<Option<Tip>> {
        let name = of.to_string();
        let parameters: [&(dyn ToSql + Sync); 2] = [&name, &head];
        let found = self.rows(&self.tip, &parameters, |row| tip(row, 0));
        Ok(found.await?.pop())
    }

    async fn scan(&self, of: &[Shard], after: i64, up_to: i64) -> Answer<Vec<String>> {
        let shards = numbers_of(of);
        let between = (after + 1, up_to);
        let (from, to) = (between.0 / STRETCH, up_to / STRETCH);
        let parameters: [&(dyn ToSql + Sync); 5] = [&shards, &after, &up_to, &from, &to];
        let client = &self.connection.client;
        let (commits, packed) = parted(client.query(&self.scan, &parameters).await?)?;
        let mut found = placed(&commits)?;
        let named = |row: &Row| Ok((row.try_get(0)?, row.try_get(3)?));
        let named: Result<Vec<Name>, Error> = packed.iter().map(named).collect();
        let named = named?;
        // Most of what is scanned is live.
        if named.is_empty() {
            return Ok(found.into_values().collect());
        }
        let _reading = self.lately.reading.lock().await;
        let unknown = self.lately.add_to(&mut found, named, between);
        if !unknown.is_empty() {
            for row in client.query(&self.packed, &[&unknown]).await? {
                let (end, texts) = expanded(&row)?;
                add_between(&mut found, &texts, between.0, between.1);
                self.lately.keep(end, texts);
            }
        }
        Ok(found.into_values().collect())
    }

    async fn seen(&self, of: &[Shard], key: Key, since: u16, head: i64) -> Answer<Option<Used>> {
        let shards = numbers_of(of);
        let parameters: [&(dyn ToSql + Sync); 4] = [&&key[..], &i32::from(since), &head, &shards];
        Ok(self.rows(&self.seen, &parameters, used).await?.pop())
    }

    async fn streams(&self, letter: char, head: i64) -> Answer<Vec<String>> {
        // Behind an underscore comes a grave accent.
        let (from, to) = (format!("{letter}_"), format!("{letter}`"));
        let parameters: [&(dyn ToSql + Sync); 3] = [&from, &to, &head];
        self.rows(&self.streams, &parameters, |row| row.try_get(0))
            .await
    }

    async fn marks(&self) -> Answer<Marks> {
        let marks = self.rows(&self.marks, &[], |row| {
            Ok(Marks {
                least: row.try_get(0)?,
                furthest: row.try_get(1)?,
                has_lapsed: row.try_get(2)?,
            })
        });
        Ok(marks.await?.pop().unwrap_or_default())
    }

    async fn epoch(&self, shard: Shard) -> Answer<i64> {
        let shard = number_of(shard);
        let parameters: [&(dyn ToSql + Sync); 1] = [&shard];
        let epoch = self.rows(&self.epoch, &parameters, |row| row.try_get(0));
        Ok(epoch.await?.pop().unwrap_or_default())
    }

    async fn owners(&self) -> Answer<Vec<Option<String>>> {
        self.rows(&self.owners, &[], |row| row.try_get(0)).await
    }
}

impl From<Error> for Failure {
    fn from(error: Error) -> Failure {
        Failure {
            is_full: error.code() == Some(&SqlState::DISK_FULL),
            why: store_log::with_causes(&error),
        }
    }
}

/// The shard of a claim, as the tables name it.
fn shard(claim: &Claim) -> i16 {
    number_of(claim.shard)
}

fn number_of(shard: Shard) -> i16 {
    cast(shard.number())
}

fn numbers_of(shards: &[Shard]) -> Vec<i16> {
    shards.iter().map(|shard| number_of(*shard)).collect()
}

/// In milliseconds.
fn lease(claim: &Claim) -> i64 {
    cast(claim.lease.as_millis())
}

fn names(streams: &[StreamId]) -> Vec<String> {
    streams.iter().map(StreamId::to_string).collect()
}

fn taken(row: &Row) -> Result<Taken, Error> {
    let number: i64 = row.try_get(1)?;
    Ok(Taken {
        epoch: row.try_get(0)?,
        end: End {
            number: cast(number),
            commits: cast(row.try_get::<_, i64>(3)?),
            hash: hash(row, 2)?,
        },
        known: cast(row.try_get::<_, i64>(4)?),
    })
}

fn tip(row: &Row, column: usize) -> Result<Tip, Error> {
    Ok(Tip {
        version: cast(row.try_get::<_, i64>(column)?),
        hash: hash(row, column + 1)?,
    })
}

/// The text of a commit: without what can be dropped, and that behind it.
fn text(row: &Row, column: usize) -> Result<String, Error> {
    let rest = row.try_get(column)?;
    Ok(texts::joined(rest, row.try_get(column + 1)?))
}

/// The texts of commits that have rows of their own, by their positions.
fn placed(rows: &[Row]) -> Result<Texts, Error> {
    let placed = |row: &Row| Ok((row.try_get(0)?, text(row, 1)?));
    rows.iter().map(placed).collect()
}

fn used(row: &Row) -> Result<Used, Error> {
    Ok(Used {
        key: row.try_get::<_, &[u8]>(0)?.try_into().unwrap_or_default(),
        fingerprint: hash(row, 1)?,
        text: text(row, 2)?,
    })
}

/// A hash in a row. One of another length is none that was ever written.
fn hash(row: &Row, column: usize) -> Result<Hash, Error> {
    let bytes: &[u8] = row.try_get(column)?;
    Ok(Hash(bytes.try_into().unwrap_or_default()))
}

/// Refuses what was written by whoever does not have the shard any more.
fn ensure_own(is_own: bool) -> Answer<()> {
    match is_own {
        true => Ok(()),
        false => Err(Failure {
            is_full: false,
            why: "another server has taken over the log".to_owned(),
        }),
    }
}

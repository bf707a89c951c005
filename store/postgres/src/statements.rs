//! A connection with its statements prepared.

use domain::cast;
use store_log::{Hash, StreamId, embedded::texts, record::Tip};
use tokio::time::timeout;
use tokio_postgres::{Error, Row, Statement, error::SqlState, types::ToSql};

use crate::{
    address::Address,
    columns::Columns,
    connection::{Connection, READY},
    group::{Group, Key},
    packed::{PackedMatch, STRETCH, Texts, Windows, add_between, in_packed, parted},
    session::{Addition, Answer, Database, Failure, Session, Used},
    shard::{Claim, End, Taken, number},
    sql::{
        ADD_LINES, APPEND, ARCHIVE, BARRIER, CONFIRM, EPOCH, FORMAT, KEEP, KEYS, LINES, MARK, NOTE,
        OWNER, READ, RELEASE, SCAN, SCAN_ROWS, SEEN, SET_NOTE, SET_SECRET, SHARD, STREAMS, TAKE,
        TIP, TIPS, UPGRADE,
    },
};

/// A connection, and its statements.
#[derive(Debug)]
pub(crate) struct Prepared {
    connection: Connection,
    take: Statement,
    barrier: Statement,
    keep: Statement,
    confirm: Statement,
    release: Statement,
    append: Statement,
    tips: Statement,
    keys: Statement,
    read: Statement,
    tip: Statement,
    scan: Statement,
    scan_rows: Statement,
    seen: Statement,
    streams: Statement,
    owner: Statement,
    mark: Statement,
    epoch: Statement,
    windows: Windows,
}

impl Prepared {
    /// Prepares what will be asked of a database that has the tables.
    pub(crate) async fn of(connection: Connection) -> Result<Prepared, Error> {
        let client = &connection.client;
        let (
            take,
            barrier,
            keep,
            confirm,
            release,
            append,
            tips,
            keys,
            read,
            tip,
            scan,
            scan_rows,
            seen,
            streams,
            owner,
            mark,
            epoch,
        ) = tokio::try_join!(
            client.prepare(TAKE),
            client.prepare(BARRIER),
            client.prepare(KEEP),
            client.prepare(CONFIRM),
            client.prepare(RELEASE),
            client.prepare(APPEND),
            client.prepare(TIPS),
            client.prepare(KEYS),
            client.prepare(READ),
            client.prepare(TIP),
            client.prepare(SCAN),
            client.prepare(SCAN_ROWS),
            client.prepare(SEEN),
            client.prepare(STREAMS),
            client.prepare(OWNER),
            client.prepare(MARK),
            client.prepare(EPOCH),
        )?;
        Ok(Prepared {
            connection,
            take,
            barrier,
            keep,
            confirm,
            release,
            append,
            tips,
            keys,
            read,
            tip,
            scan,
            scan_rows,
            seen,
            streams,
            owner,
            mark,
            epoch,
            windows: Windows::default(),
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
        let parameters: [&(dyn ToSql + Sync); 4] = [&SHARD, &&claim.owner[..], &name, &note];
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
            &SHARD,
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
            &SHARD,
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
            [&SHARD, &owner, &address, &lease(claim), &by_force];
        Ok(self.rows(&self.take, &parameters, taken).await?.pop())
    }

    async fn barrier(&self, claim: &Claim) -> Answer<Option<Taken>> {
        let parameters: [&(dyn ToSql + Sync); 3] = [&SHARD, &&claim.owner[..], &lease(claim)];
        Ok(self.rows(&self.barrier, &parameters, taken).await?.pop())
    }

    async fn keep(&self, claim: &Claim, mark: i64) -> Answer<Option<i64>> {
        let parameters: [&(dyn ToSql + Sync); 4] =
            [&SHARD, &&claim.owner[..], &lease(claim), &mark];
        let epoch = self.rows(&self.keep, &parameters, |row| row.try_get(0));
        Ok(epoch.await?.pop())
    }

    async fn confirm(&self) -> Answer<()> {
        let client = &self.connection.client;
        client.execute(&self.confirm, &[&SHARD]).await?;
        Ok(())
    }

    async fn release(&self, claim: &Claim) -> Answer<()> {
        let parameters: [&(dyn ToSql + Sync); 2] = [&SHARD, &&claim.owner[..]];
        let client = &self.connection.client;
        client.execute(&self.release, &parameters).await?;
        Ok(())
    }

    async fn append(&self, group: &Group, taken: &Taken) -> Answer<u64> {
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
        let parameters: [&(dyn ToSql + Sync); 17] = [
            &SHARD,
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

    async fn keys(&self, of: &[Key], since: u16) -> Answer<Vec<Used>> {
        let keys: Vec<&[u8]> = of.iter().map(|key| &key[..]).collect();
        self.rows(&self.keys, &[&keys, &i32::from(since)], used)
            .await
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

    async fn scan(&self, after: i64, up_to: i64) -> Answer<Vec<String>> {
        let (client, first) = (&self.connection.client, after + 1);
        let is_whole = |found: &Texts| i64::try_from(found.len()) == Ok(up_to - after);
        let parameters: [&(dyn ToSql + Sync); 3] = [&SHARD, &after, &up_to];
        let mut found = placed(&client.query(&self.scan_rows, &parameters).await?)?;
        if is_whole(&found) {
            return Ok(found.into_values().collect());
        }
        let _reading = self.windows.reading.lock().await;
        self.windows.add_to(&mut found, first, up_to);
        if !is_whole(&found) {
            let (from, to) = Windows::stretches(first, up_to);
            let parameters: [&(dyn ToSql + Sync); 5] = [&SHARD, &after, &up_to, &from, &to];
            let (commits, packed) = parted(client.query(&self.scan, &parameters).await?)?;
            let window = from * STRETCH..(to + 1) * STRETCH;
            let read = in_packed(&packed, |line| {
                window.contains(&cast(number(line.position)))
            })?;
            found = placed(&commits)?;
            add_between(&mut found, &read, first, up_to);
            self.windows.keep(read, first, up_to);
        }
        Ok(found.into_values().collect())
    }

    async fn seen(&self, key: Key, since: u16, head: i64) -> Answer<Option<Used>> {
        let parameters: [&(dyn ToSql + Sync); 3] = [&&key[..], &i32::from(since), &head];
        Ok(self.rows(&self.seen, &parameters, used).await?.pop())
    }

    async fn streams(&self, letter: char, head: i64) -> Answer<Vec<String>> {
        // Behind an underscore comes a grave accent.
        let (from, to) = (format!("{letter}_"), format!("{letter}`"));
        let parameters: [&(dyn ToSql + Sync); 3] = [&from, &to, &head];
        self.rows(&self.streams, &parameters, |row| row.try_get(0))
            .await
    }

    async fn mark(&self) -> Answer<i64> {
        let mark = self.rows(&self.mark, &[&SHARD], |row| row.try_get(0));
        Ok(mark.await?.pop().unwrap_or_default())
    }

    async fn epoch(&self) -> Answer<i64> {
        let epoch = self.rows(&self.epoch, &[&SHARD], |row| row.try_get(0));
        Ok(epoch.await?.pop().unwrap_or_default())
    }

    async fn owner(&self) -> Answer<Option<String>> {
        let address = self.rows(&self.owner, &[&SHARD], |row| row.try_get(0));
        Ok(address.await?.pop())
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
            hash: hash(row, 2)?,
        },
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

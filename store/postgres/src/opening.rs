//! A database that is opened: checked, given what is missing in it, and taken.

use std::time::Duration;

use domain::cast;
use store_log::{Hash, Shards, StoreError, Timestamp, id, log::KEY_DAYS};
use tokio::{runtime::Runtime, time::timeout};
use tokio_postgres::{error::SqlState, types::ToSql};

use crate::{
    address::Address,
    checks::Settings,
    connection::Connection,
    session::{Failure, failed},
    shard::{Claim, Owner, Taken},
    sql::{EXPIRE, EXPIRE_PACKED, FORMAT, MAKE_SHARDS, NAME_STORE, STORE, TABLES},
    statements::Prepared,
    taking::{NotTaken, take},
};

/// What a store says of itself.
#[derive(Clone, Copy)]
pub(crate) struct Named {
    pub(crate) store_id: [u8; 16],
    pub(crate) secret: [u8; 32],
    pub(crate) shards: Shards,
}

impl Named {
    /// The id of the store: 32 hexadecimal digits.
    pub(crate) fn store_id(&self) -> String {
        format!("{:032x}", u128::from_be_bytes(self.store_id))
    }
}

/// A database that was checked, and whose shard is taken.
pub(crate) struct Opened {
    pub(crate) session: Prepared,
    pub(crate) taken: Taken,
    pub(crate) named: Named,
}

/// Threads of its own: whoever asks may have a runtime of another kind.
pub(crate) fn runtime() -> Result<Runtime, StoreError> {
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(2)
        .thread_name("postgres")
        .enable_all()
        .build();
    runtime.map_err(StoreError::io("start threads"))
}

/// Connects, makes what is missing, and takes the shard.
pub(crate) async fn open(
    database: Address,
    shards: Option<Shards>,
    claim: Claim,
    patience: Duration,
) -> Result<Opened, StoreError> {
    let (connection, named) = connect(database, shards, patience).await?;
    let preparing = "ask the database for what is in its tables";
    let session = in_time(patience, Prepared::of(connection), preparing).await?;
    let taken = match take(&session, &claim, patience).await {
        Ok(taken) => taken,
        Err(NotTaken::Unknown(Some(error))) => {
            return Err(failed("take over the log in the database")(error));
        }
        Err(NotTaken::Unknown(None)) => return Err(unconfirmed(patience)),
        Err(NotTaken::Lost) => return Err(StoreError::NotOurTurn),
    };
    // Only whoever has the log writes what older programs do not know.
    let upgrading = "note the format of the tables";
    in_time(patience, session.upgrade(), upgrading).await?;
    Ok(Opened {
        session,
        taken,
        named,
    })
}

/// Connects, checks the database, and makes what is missing in it, of so many shards; of one, if it is
/// new and nobody says how many.
pub(crate) async fn connect(
    database: Address,
    shards: Option<Shards>,
    patience: Duration,
) -> Result<(Connection, Named), StoreError> {
    let connected = Connection::open(&database).await;
    let connection = connected.map_err(failed("connect to the database"))?;
    let asking = "ask the database for its settings";
    let settings = in_time(patience, Settings::of(&connection.client), asking).await?;
    settings.check()?;
    if let Some(warning) = settings.warning() {
        tracing::warn!("{warning}");
    }
    let named = timeout(patience, prepare(&connection, shards.unwrap_or_default())).await;
    let named = named.map_err(|_| unconfirmed(patience))??;
    if let Some(shards) = shards.filter(|shards| *shards != named.shards) {
        let (has, why) = (
            named.shards,
            "`cartulary migrate` makes one that is divided otherwise",
        );
        return Err(StoreError::Database(format!(
            "its store has {has} shards, not {shards}: {why}"
        )));
    }
    Ok((connection, named))
}

/// An answer, if it comes in time.
async fn in_time<T>(
    patience: Duration,
    asked: impl Future<Output = Result<T, tokio_postgres::Error>>,
    what: &'static str,
) -> Result<T, StoreError> {
    let answer = timeout(patience, asked).await;
    let answer = answer.map_err(|_| failed(what)(Failure::late()))?;
    answer.map_err(failed(what))
}

fn unconfirmed(patience: Duration) -> StoreError {
    StoreError::Database(format!(
        "it confirmed no commit within {} s: does a standby of synchronous_standby_names answer?",
        patience.as_secs()
    ))
}

/// Makes what is missing, and tells what the store is.
async fn prepare(connection: &Connection, shards: Shards) -> Result<Named, StoreError> {
    let client = &connection.client;
    let making = "make the tables in the database";
    let mut made = client.batch_execute(TABLES).await;
    if made.as_ref().is_err_and(is_made_already) {
        made = client.batch_execute(TABLES).await;
    }
    made.map_err(failed(making))?;
    let (store_id, secret, owner): ([u8; 16], [u8; 32], Owner) =
        (id::random(), id::random(), id::random());
    let (store_id, secret, owner) = (&store_id[..], &secret[..], &owner[..]);
    let (nothing, shards) = (&Hash::ZERO.0[..], cast::<i16>(shards.count()));
    let before = i32::from(Timestamp::now().day().saturating_sub(KEY_DAYS));
    let statements: [(&str, &[&(dyn ToSql + Sync)]); 4] = [
        (NAME_STORE, &[&FORMAT, &store_id, &secret, &shards]),
        (MAKE_SHARDS, &[&owner, &nothing]),
        (EXPIRE_PACKED, &[&before]),
        (EXPIRE, &[&before]),
    ];
    for (statement, parameters) in statements {
        let made = client.execute(statement, parameters).await;
        made.map_err(failed(making))?;
    }
    named_by(connection).await
}

/// Whether somebody else has made a table since this one looked for it.
fn is_made_already(error: &tokio_postgres::Error) -> bool {
    let already = [SqlState::UNIQUE_VIOLATION, SqlState::DUPLICATE_TABLE];
    error.code().is_some_and(|code| already.contains(code))
}

async fn named_by(connection: &Connection) -> Result<Named, StoreError> {
    let reading = "read what store the database has";
    let row = connection.client.query_one(STORE, &[]).await;
    let row = row.map_err(failed(reading))?;
    let format: i32 = row.try_get(0).map_err(failed(reading))?;
    if format > FORMAT {
        let why = "a newer program wrote its tables: use that";
        return Err(StoreError::Database(why.to_owned()));
    }
    let store_id: &[u8] = row.try_get(1).map_err(failed(reading))?;
    let secret: &[u8] = row.try_get(2).map_err(failed(reading))?;
    let shards: i16 = row.try_get(3).map_err(failed(reading))?;
    let shards = u16::try_from(shards)
        .ok()
        .and_then(|count| Shards::new(count).ok());
    let damaged = || StoreError::Database("what it says of its store is damaged".to_owned());
    Ok(Named {
        store_id: store_id.try_into().map_err(|_| damaged())?,
        secret: secret.try_into().map_err(|_| damaged())?,
        shards: shards.ok_or_else(damaged)?,
    })
}

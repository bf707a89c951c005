//! A connection whose warnings are heard before its answers.

use std::{
    future::poll_fn,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};

use tokio::{
    io::{AsyncRead, AsyncWrite},
    task::JoinHandle,
    time::timeout,
};
use tokio_postgres::{
    AsyncMessage, Client,
    error::{DbError, Severity},
};

use crate::{
    address::Address,
    session::{Answer, Failure},
};

/// How long it may take until a server can be asked something.
pub(crate) const READY: Duration = Duration::from_secs(10);

/// No time-out of a role cancels a statement, and a server notices within seconds that nobody
/// waits any more for a statement that waits for a lock.
const SESSION: &str = "SET statement_timeout = 0; SET lock_timeout = 0; \
     SET client_min_messages = warning; SET client_connection_check_interval = '5s'";

/// A connection, driven by a task of its own until this is dropped.
#[derive(Debug)]
pub(crate) struct Connection {
    pub(crate) client: Client,
    warned: Arc<AtomicBool>,
    driving: JoinHandle<()>,
}

impl Connection {
    /// Connects to the server that writes.
    pub(crate) async fn open(database: &Address) -> Answer<Connection> {
        // A machine that hangs accepts connections, and no server there ever greets.
        let greeted = timeout(READY, Connection::greeted(database)).await;
        Ok(greeted.map_err(|_| Failure::late())??)
    }

    async fn greeted(database: &Address) -> Result<Connection, tokio_postgres::Error> {
        let (client, connection) = database.config.connect(database.tls.clone()).await?;
        let warned = Arc::new(AtomicBool::new(false));
        let driving = tokio::spawn(drive(connection, Arc::clone(&warned)));
        let connection = Connection {
            client,
            warned,
            driving,
        };
        connection.client.batch_execute(SESSION).await?;
        Ok(connection)
    }

    /// Whether the server ever warned. What it answered then may not be replicated.
    pub(crate) fn has_warned(&self) -> bool {
        self.warned.load(Ordering::SeqCst)
    }
}

impl Drop for Connection {
    fn drop(&mut self) {
        // The socket goes, and no cancel is sent: whatever waits there goes on waiting.
        self.driving.abort();
    }
}

/// Hands over answers until the connection ends. A warning comes before the answer it is about,
/// and is noted before that is handed over.
async fn drive<S, T>(mut connection: tokio_postgres::Connection<S, T>, warned: Arc<AtomicBool>)
where
    S: AsyncRead + AsyncWrite + Unpin,
    T: AsyncRead + AsyncWrite + Unpin,
{
    while let Some(Ok(message)) = poll_fn(|context| connection.poll_message(context)).await {
        if let AsyncMessage::Notice(notice) = message
            && is_warning(&notice)
        {
            warned.store(true, Ordering::SeqCst);
            tracing::warn!(
                code = notice.code().code(),
                "the database warns: {}",
                notice.message()
            );
        }
    }
}

fn is_warning(notice: &DbError) -> bool {
    let harmless = [
        Severity::Notice,
        Severity::Debug,
        Severity::Info,
        Severity::Log,
    ];
    let severity = notice.parsed_severity();
    !severity.is_some_and(|severity| harmless.contains(&severity))
}

//! What a database must be set to before a log is kept in it.

use store_log::StoreError;
use tokio_postgres::{Client, Row};

/// The settings of a server that matter here, as it tells them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Settings {
    /// Like 150013.
    version: i32,
    data_checksums: String,
    synchronous_commit: String,
    synchronous_standby_names: String,
    encoding: String,
}

const SETTINGS: &str = "SELECT current_setting('server_version_num')::integer, \
     current_setting('data_checksums'), current_setting('synchronous_commit'), \
     current_setting('synchronous_standby_names'), current_setting('server_encoding')";

/// The oldest version that is known to keep what is promised.
const OLDEST: i32 = 15;

impl Settings {
    /// Asks the server, as this connection sees it.
    pub(crate) async fn of(client: &Client) -> Result<Settings, tokio_postgres::Error> {
        let row: Row = client.query_one(SETTINGS, &[]).await?;
        Ok(Settings {
            version: row.try_get(0)?,
            data_checksums: row.try_get(1)?,
            synchronous_commit: row.try_get(2)?,
            synchronous_standby_names: row.try_get(3)?,
            encoding: row.try_get(4)?,
        })
    }

    /// Passes if an acknowledged commit survives a crash.
    ///
    /// # Errors
    ///
    /// What is wrong, and what to do.
    pub(crate) fn check(&self) -> Result<(), StoreError> {
        let version = self.version / 10_000;
        let refused = if version < OLDEST {
            format!("it is PostgreSQL {version}; use {OLDEST} or newer")
        } else if self.data_checksums != "on" {
            "it has no data checksums, so it would not notice a damaged page: stop it and run \
             `pg_checksums --enable`"
                .to_owned()
        } else if !["on", "remote_apply"].contains(&self.synchronous_commit.as_str()) {
            format!(
                "synchronous_commit is {}, so a crash would take back what was acknowledged: set \
                 it to on, for the server, the database and the role",
                self.synchronous_commit
            )
        } else if self.encoding != "UTF8" {
            format!(
                "its encoding is {}; create one with the encoding UTF8",
                self.encoding
            )
        } else {
            return Ok(());
        };
        Err(StoreError::Database(refused))
    }

    /// What an operator should know.
    pub(crate) fn warning(&self) -> Option<&'static str> {
        self.synchronous_standby_names.is_empty().then_some(
            "synchronous_standby_names is empty: commits wait for no standby, and what was \
             acknowledged is lost with the machine of the database",
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn good() -> Settings {
        Settings {
            version: 150_013,
            data_checksums: "on".to_owned(),
            synchronous_commit: "on".to_owned(),
            synchronous_standby_names: "ANY 1 (a, b)".to_owned(),
            encoding: "UTF8".to_owned(),
        }
    }

    fn refusal(settings: &Settings) -> String {
        settings.check().unwrap_err().to_string()
    }

    #[test]
    fn a_database_that_loses_nothing_passes_without_a_word() {
        good().check().unwrap();
        assert_eq!(good().warning(), None);
    }

    #[test]
    fn a_database_without_a_standby_passes_with_a_warning() {
        let alone = Settings {
            synchronous_standby_names: String::new(),
            ..good()
        };
        alone.check().unwrap();
        assert!(alone.warning().is_some_and(|it| it.contains("no standby")));
    }

    #[test]
    fn an_encoding_that_lacks_signs_is_refused() {
        let ascii = Settings {
            encoding: "SQL_ASCII".to_owned(),
            ..good()
        };
        assert!(refusal(&ascii).contains("its encoding is SQL_ASCII"));
    }

    #[test]
    fn an_old_version_is_refused() {
        let old = Settings {
            version: 140_011,
            ..good()
        };
        assert!(refusal(&old).contains("it is PostgreSQL 14; use 15 or newer"));
    }

    #[test]
    fn a_database_that_loses_what_it_acknowledged_is_refused() {
        for setting in ["off", "local", "remote_write"] {
            let loses = Settings {
                synchronous_commit: setting.to_owned(),
                ..good()
            };
            assert!(refusal(&loses).contains(&format!("synchronous_commit is {setting}")));
        }
    }
}

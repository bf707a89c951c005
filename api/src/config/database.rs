//! The database that keeps the log, as a flag.

use std::{fmt, str::FromStr};

/// Where a database is. It may hold a password, so it is shown to nobody.
#[derive(Clone, PartialEq, Eq)]
pub struct DatabaseUrl(String);

impl DatabaseUrl {
    /// The address as it was given.
    pub fn reveal(&self) -> &str {
        &self.0
    }
}

impl FromStr for DatabaseUrl {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<DatabaseUrl, &'static str> {
        let schemes = ["postgres://", "postgresql://"];
        if schemes.iter().any(|scheme| text.starts_with(scheme)) {
            Ok(DatabaseUrl(text.to_owned()))
        } else {
            Err(
                "a database is named like postgres://user@host/database; what is told on \
                 standard error is set by --log-filter",
            )
        }
    }
}

impl fmt::Debug for DatabaseUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("DatabaseUrl(…)")
    }
}

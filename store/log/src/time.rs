//! A moment, as the record writes it: UTC to the millisecond.

use std::{fmt, str::FromStr, time::Duration};

use chrono::{DateTime, SecondsFormat, SubsecRound as _, TimeDelta, Utc};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use utoipa::{
    PartialSchema, ToSchema,
    openapi::{KnownFormat, ObjectBuilder, RefOr, Schema, SchemaFormat, schema::Type},
};

use crate::id;

/// A moment, like `2031-05-17T08:09:10.011Z`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Timestamp(DateTime<Utc>);

impl Timestamp {
    /// This moment.
    pub fn now() -> Timestamp {
        Timestamp::from(Utc::now())
    }

    /// Milliseconds since 1970.
    pub const fn unix_ms(self) -> i64 {
        self.0.timestamp_millis()
    }

    /// The moment so many milliseconds after 1970 began, if there is such a one.
    pub(crate) fn of_unix_ms(ms: i64) -> Option<Timestamp> {
        DateTime::from_timestamp_millis(ms).map(Timestamp)
    }

    /// How long after an earlier moment. Nothing if it was later.
    pub fn since(self, earlier: Timestamp) -> Duration {
        let ms = self.unix_ms() - earlier.unix_ms();
        Duration::from_millis(u64::try_from(ms).unwrap_or(0))
    }

    /// The moment so much later.
    #[must_use]
    pub fn later(self, by: Duration) -> Timestamp {
        let later = TimeDelta::from_std(by).ok();
        let later = later.and_then(|by| self.0.checked_add_signed(by));
        Timestamp(later.unwrap_or(DateTime::<Utc>::MAX_UTC))
    }

    /// How many seconds its day has left, in UTC: one at least.
    pub fn seconds_of_day_left(self) -> u64 {
        let left = 86_400 - self.0.timestamp().rem_euclid(86_400);
        u64::try_from(left).unwrap_or(1)
    }

    /// The day (UTC), counted from 1970-01-01.
    pub fn day(self) -> u16 {
        u16::try_from(self.0.timestamp().div_euclid(86_400)).unwrap_or(u16::MAX)
    }
}

impl From<DateTime<Utc>> for Timestamp {
    fn from(at: DateTime<Utc>) -> Timestamp {
        Timestamp(at.trunc_subsecs(3))
    }
}

impl fmt::Display for Timestamp {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0.to_rfc3339_opts(SecondsFormat::Millis, true))
    }
}

impl FromStr for Timestamp {
    type Err = chrono::ParseError;

    fn from_str(text: &str) -> Result<Timestamp, chrono::ParseError> {
        let at = DateTime::parse_from_rfc3339(text)?;
        Ok(Timestamp::from(at.with_timezone(&Utc)))
    }
}

impl Serialize for Timestamp {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Timestamp {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Timestamp, D::Error> {
        id::parsed(deserializer)
    }
}

impl PartialSchema for Timestamp {
    fn schema() -> RefOr<Schema> {
        ObjectBuilder::new()
            .schema_type(Type::String)
            .format(Some(SchemaFormat::KnownFormat(KnownFormat::DateTime)))
            .max_length(Some(40))
            .description(Some("A time in UTC, to the millisecond."))
            .into()
    }
}

impl ToSchema for Timestamp {}

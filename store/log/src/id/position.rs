//! Positions: where a commit stands among all commits. Outside the log nobody counts with
//! them, so that one day a log may be several, and a position name a place in each.

use std::{fmt, str::FromStr};

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::parsed;

/// Where a commit stands among all commits. Of two positions of one log the later is the
/// greater; what lies between them, only the log knows.
///
/// Its text begins with the tag of its form. There is one form so far, `1-` and a number in
/// hexadecimal digits, and nobody but this file looks inside.
///
/// ```
/// use store_log::Position;
///
/// let position: Position = "1-19f".parse().unwrap();
/// assert!(position > Position::START);
/// assert_eq!(position.to_string(), "1-19f");
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Position(u64);

/// The text is no position of any form that is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a position is a text that this server gave out, kept as it was")]
pub struct BadPosition;

/// The tag of the form there is.
const FORM: &str = "1-";

impl Position {
    /// Before the first commit.
    pub const START: Position = Position(0);
    /// After every commit there will ever be.
    pub const END: Position = Position(u64::MAX);

    /// The position as a key: keys sort as positions do.
    pub const fn key(self) -> [u8; 8] {
        self.0.to_be_bytes()
    }

    /// The position that has this key.
    pub const fn of_key(key: [u8; 8]) -> Position {
        Position(u64::from_be_bytes(key))
    }

    /// The position of the commit with this number.
    pub const fn of_number(number: u64) -> Position {
        Position(number)
    }

    /// The number of its commit.
    pub const fn number(self) -> u64 {
        self.0
    }
}

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{FORM}{:x}", self.0)
    }
}

impl FromStr for Position {
    type Err = BadPosition;

    fn from_str(text: &str) -> Result<Position, BadPosition> {
        let digits = text.strip_prefix(FORM).ok_or(BadPosition)?;
        let position = u64::from_str_radix(digits, 16).map(Position);
        // A position has one text: no sign, no capitals, no zeros before it.
        let position = position.ok().filter(|it| it.to_string() == text);
        position.ok_or(BadPosition)
    }
}

impl Serialize for Position {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Position {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Position, D::Error> {
        parsed(deserializer)
    }
}

impl utoipa::PartialSchema for Position {
    fn schema() -> utoipa::openapi::RefOr<utoipa::openapi::Schema> {
        utoipa::openapi::ObjectBuilder::new()
            .schema_type(utoipa::openapi::schema::Type::String)
            .pattern(Some("^[0-9a-z.-]+$"))
            .min_length(Some(1))
            .max_length(Some(200))
            .description(Some(
                "A place in the log. It is opaque: store it unchanged and send it back as \
                 `at_least`. Its form may change at any time; positions already handed out remain \
                 valid.",
            ))
            .into()
    }
}

impl utoipa::ToSchema for Position {
    fn name() -> std::borrow::Cow<'static, str> {
        "LogPosition".into()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_position_is_written_and_read_in_one_way() {
        for (number, text) in [(0, "1-0"), (415, "1-19f"), (u64::MAX, "1-ffffffffffffffff")] {
            assert_eq!(Position(number).to_string(), text);
            assert_eq!(text.parse(), Ok(Position(number)));
            assert_eq!(Position::of_key(Position(number).key()), Position(number));
        }
        let json = serde_json::to_string(&Position(415)).unwrap();
        assert_eq!(json, r#""1-19f""#);
        assert_eq!(
            serde_json::from_str::<Position>(&json).unwrap(),
            Position(415)
        );
    }

    #[test]
    fn what_no_log_gave_out_is_no_position() {
        for text in [
            "",
            "1-",
            "0",
            "415",
            "2-19f",
            "1-019f",
            "1-19F",
            "1-+1",
            "1-1ffffffffffffffff",
        ] {
            assert_eq!(text.parse::<Position>(), Err(BadPosition), "{text}");
        }
    }
}

//! What serde takes in a body and the document does not offer: the number of a variant
//! for its tag, and a field that is there twice.

use std::{borrow::Cow, collections::BTreeSet, fmt};

use serde::{
    Deserialize, Deserializer,
    de::{Error, MapAccess, SeqAccess, Visitor},
};

use crate::http::{
    body::{pointer, reading},
    error::ApiError,
};

/// The fields that say which variant a union is.
pub(crate) const TAGS: [&str; 3] = ["game", "kind", "type"];

/// Refuses a body with a number for a tag, or a field twice, however deep.
///
/// # Errors
///
/// Where it is.
pub(crate) fn check(body: &[u8]) -> Result<(), ApiError> {
    reading::json::<Checked>(body)
        .map(|_| ())
        .map_err(|error| pointer::malformed(&error, pointer::tracked::<Checked>(body)))
}

/// JSON in which every tag is a text, and every field there once.
struct Checked;

impl<'de> Deserialize<'de> for Checked {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Checked, D::Error> {
        deserializer.deserialize_any(Checked)
    }
}

impl<'de> Visitor<'de> for Checked {
    type Value = Checked;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("JSON")
    }

    fn visit_bool<E>(self, _: bool) -> Result<Checked, E> {
        Ok(Checked)
    }

    fn visit_i64<E>(self, _: i64) -> Result<Checked, E> {
        Ok(Checked)
    }

    fn visit_u64<E>(self, _: u64) -> Result<Checked, E> {
        Ok(Checked)
    }

    fn visit_f64<E>(self, _: f64) -> Result<Checked, E> {
        Ok(Checked)
    }

    fn visit_str<E>(self, _: &str) -> Result<Checked, E> {
        Ok(Checked)
    }

    fn visit_unit<E>(self) -> Result<Checked, E> {
        Ok(Checked)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Checked, A::Error> {
        while items.next_element::<Checked>()?.is_some() {}
        Ok(Checked)
    }

    fn visit_map<A: MapAccess<'de>>(self, mut fields: A) -> Result<Checked, A::Error> {
        let mut seen = BTreeSet::new();
        while let Some(field) = fields.next_key::<Cow<'_, str>>()? {
            if seen.contains(&*field) {
                return Err(A::Error::custom(format_args!("`{field}` is there twice")));
            }
            if TAGS.contains(&&*field) {
                fields
                    .next_value::<Cow<'_, str>>()
                    .map_err(|_| A::Error::custom(format_args!("`{field}` takes a text")))?;
            } else {
                fields.next_value::<Checked>()?;
            }
            seen.insert(field);
        }
        Ok(Checked)
    }
}

#[cfg(test)]
mod tests {
    use super::check;

    #[test]
    fn the_number_of_a_variant_is_no_tag() {
        for body in [
            r#"{"type":0}"#,
            r#"[{"command":{"column":[0,0],"type":0},"game":"cartographers"}]"#,
            r#"{"\u0074ype":1}"#,
            r#"{"game":null}"#,
        ] {
            let refused = check(body.as_bytes()).unwrap_err();
            assert!(refused.to_string().contains("takes a text"), "{refused}");
        }
    }

    #[test]
    fn no_field_is_there_twice() {
        for body in [
            r#"{"command":1,"command":1}"#,
            r#"{"a":[{"game":"x","b":{"c":1,"\u0063":2}}]}"#,
        ] {
            let refused = check(body.as_bytes()).unwrap_err();
            assert!(refused.to_string().contains("is there twice"), "{refused}");
        }
        assert!(check(br#"[{"a":1},{"a":1,"b":{"a":1}}]"#).is_ok());
    }

    #[test]
    fn anything_else_may_be_anything() {
        let body = r#"{"type":"draw","n":[1,-2,3.5,true,null,"x",{"typed":7}]}"#;
        assert!(check(body.as_bytes()).is_ok());
    }
}

//! What no corrected box may change: all that the rules do not read from it.

use std::collections::BTreeSet;

use serde_json::Value;

use super::components::BoxError;

/// Fields that tell where a record comes from and what it is called. They are shown as
/// they are and change nothing.
const TOLD: &[&str] = &[
    "aliases",
    "artist",
    "colour_provenance",
    "confidence",
    "conflicts",
    "designer",
    "field_confidence",
    "hearts_confidence",
    "label",
    "name",
    "names",
    "nickname",
    "note",
    "official_name",
    "per_field",
    "provenance",
    "publisher",
    "row_of_provenance",
    "sheet_rows_provenance",
    "skins_provenance",
    "sources",
    "swamp_provenance",
    "terrain_counts_provenance",
    "tiles_provenance",
    "title",
];

/// Refuses a box that differs from the printed one where the rules do not read it, and
/// names the record. `read` are the values that they do read, each with everything in it,
/// like `mob_tiles/*/xp`.
///
/// # Errors
///
/// The first value that would be ignored.
pub(super) fn check(given: &Value, printed: &Value, read: &[&str]) -> Result<(), BoxError> {
    compare(given, printed, read, &Place::default())
}

/// Where in the box a value stands.
#[derive(Default)]
struct Place {
    /// With a star for every place in a list, to be found among what is read.
    pattern: String,
    /// With the ids of records, for people.
    name: String,
}

impl Place {
    fn inside(&self, step: &str, name: &str) -> Place {
        let join = |outer: &str, inner: &str, between: &str| {
            if outer.is_empty() {
                inner.to_owned()
            } else {
                format!("{outer}{between}{inner}")
            }
        };
        Place {
            pattern: join(&self.pattern, step, "/"),
            name: join(&self.name, name, "."),
        }
    }
}

fn compare(given: &Value, printed: &Value, read: &[&str], place: &Place) -> Result<(), BoxError> {
    if given == printed || read.contains(&place.pattern.as_str()) {
        return Ok(());
    }
    match (given, printed) {
        (Value::Object(given), Value::Object(printed)) => {
            let names: BTreeSet<&String> = given.keys().chain(printed.keys()).collect();
            let mut names = names.iter().filter(|name| !TOLD.contains(&name.as_str()));
            names.try_for_each(|name| {
                let given = given.get(*name).unwrap_or(&Value::Null);
                let printed = printed.get(*name).unwrap_or(&Value::Null);
                compare(given, printed, read, &place.inside(name, name))
            })
        }
        (Value::Array(given), Value::Array(printed)) if given.len() == printed.len() => {
            let mut pairs = (0..).zip(given.iter().zip(printed));
            pairs.try_for_each(|(nth, (given, printed))| {
                compare(
                    given,
                    printed,
                    read,
                    &place.inside("*", &called(printed, nth)),
                )
            })
        }
        (_, _) => Err(BoxError::new(format_args!(
            "{}: it is {given}, but the rules support only {printed}",
            place.name
        ))),
    }
}

/// A record of a list, by its id or its place.
fn called(record: &Value, nth: usize) -> String {
    let id = ["id", "card_id", "colour"]
        .iter()
        .find_map(|field| record[*field].as_str());
    id.map_or_else(|| nth.to_string(), str::to_owned)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn refused(given: &Value) -> String {
        let printed = json!({ "cards": [
            { "id": "crown", "points": 3, "rule": "it pays", "note": "as printed" },
            { "id": "ring", "points": 2, "rule": "it pays" },
        ] });
        let found = check(given, &printed, &["cards/*/points"]);
        found.map_or_else(|error| error.0, |()| String::new())
    }

    #[test]
    fn what_the_rules_read_and_what_is_told_may_change() {
        let given = json!({ "cards": [
            { "id": "crown", "points": 4, "rule": "it pays", "note": "as seen" },
            { "id": "ring", "points": [], "rule": "it pays", "name": "Ring" },
        ] });
        assert_eq!(refused(&given), "");
    }

    #[test]
    fn all_else_is_refused_by_the_name_of_its_record() {
        let card = |id: &str, rule: &str| json!({ "id": id, "points": 2, "rule": rule });
        let told = refused(&json!({ "cards": [card("crown", "it pays"), card("ring", "no")] }));
        assert_eq!(
            told,
            r#"cards.ring.rule: it is "no", but the rules support only "it pays""#
        );
        let told = refused(&json!({ "cards": [card("crown", "it pays")] }));
        assert!(told.starts_with("cards: it is ["), "{told}");
        let told = refused(&json!({ "cards": [card("crown", "it pays"), { "id": "ring" }] }));
        assert!(told.starts_with("cards.ring.rule: it is null"), "{told}");
    }
}

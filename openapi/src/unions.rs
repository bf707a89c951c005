//! Unions: every variant becomes a named schema, and the union says which property
//! tells them apart.

use serde_json::{Map, Value, json};

/// Names the variants of every union that is told apart by a constant property.
pub(crate) fn name_variants(document: &mut Value) {
    let schemas = document["components"]["schemas"]
        .as_object_mut()
        .expect("schemas are an object");
    let names: Vec<String> = schemas.keys().cloned().collect();
    for name in names {
        let mut variants = Map::new();
        let union = schemas.get_mut(&name).expect("it was listed");
        lift(&name, union, &mut variants);
        schemas.extend(variants);
    }
    schemas.sort_keys();
}

/// Moves the variants of a union out, and leaves references and a discriminator.
fn lift(name: &str, union: &mut Value, lifted: &mut Map<String, Value>) {
    let Some(tag) = tag(union) else {
        return;
    };
    let mut mapping = Map::new();
    let mut references = Vec::new();
    let variants = union["oneOf"].as_array_mut().expect("it has a tag");
    for variant in variants.drain(..) {
        let value = constant(&variant, &tag)
            .expect("every variant has the tag")
            .to_owned();
        let variant_name = format!("{name}{}", pascal(&value));
        let reference = format!("#/components/schemas/{variant_name}");
        mapping.insert(value, json!(reference));
        references.push(json!({ "$ref": reference }));
        lifted.insert(variant_name, variant);
    }
    union["oneOf"] = references.into();
    union["discriminator"] = json!({ "propertyName": tag, "mapping": mapping });
}

/// The property that is another constant in each variant.
fn tag(union: &Value) -> Option<String> {
    let variants = union.get("oneOf")?.as_array()?;
    ["type", "kind", "game"]
        .into_iter()
        .map(str::to_owned)
        .find(|tag| {
            variants
                .iter()
                .all(|variant| constant(variant, tag).is_some())
        })
}

fn constant<'a>(variant: &'a Value, tag: &str) -> Option<&'a str> {
    let values = variant
        .get("properties")?
        .get(tag)?
        .get("enum")?
        .as_array()?;
    match values.as_slice() {
        [value] => value.as_str(),
        _ => None,
    }
}

/// `seat_taken` as `SeatTaken`.
fn pascal(name: &str) -> String {
    let words = name.split('_');
    words
        .map(|word| {
            let mut letters = word.chars();
            let first = letters.next().map(|letter| letter.to_ascii_uppercase());
            first.into_iter().chain(letters).collect::<String>()
        })
        .collect()
}

//! Unions: every variant becomes a named schema, and where a constant property tells
//! them apart, the union says which.

use serde_json::{Map, Value, json};

/// Names the variants of every union.
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

/// Moves the variants of a union out, and leaves references and, if it can, a discriminator.
fn lift(name: &str, union: &mut Value, lifted: &mut Map<String, Value>) {
    match tag(union) {
        Some(tag) => lift_tagged(name, &tag, union, lifted),
        None => lift_untagged(name, union, lifted),
    }
}

/// Variants with a constant property are named by its value.
fn lift_tagged(name: &str, tag: &str, union: &mut Value, lifted: &mut Map<String, Value>) {
    let mut mapping = Map::new();
    let mut references = Vec::new();
    let variants = union["oneOf"].as_array_mut().expect("it has a tag");
    for variant in variants.drain(..) {
        let value = constant(&variant, tag)
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

/// Variants without one are named by the first property that each must have.
fn lift_untagged(name: &str, union: &mut Value, lifted: &mut Map<String, Value>) {
    let variants = union.get_mut("oneOf").and_then(Value::as_array_mut);
    for variant in variants.into_iter().flatten() {
        let Some(first) = variant["required"][0].as_str().map(str::to_owned) else {
            continue;
        };
        let variant_name = format!("{name}{}", pascal(&first));
        let said = variant["description"].clone();
        let value = &mut variant["properties"][&first];
        if value.get("properties").is_some() {
            move_out(format!("{variant_name}Value"), value, lifted);
            value["description"] = said;
        }
        move_out(variant_name, variant, lifted);
    }
}

/// Moves a schema out under a name, and leaves a reference.
fn move_out(name: String, schema: &mut Value, lifted: &mut Map<String, Value>) {
    let reference = json!({ "$ref": format!("#/components/schemas/{name}") });
    lifted.insert(name, std::mem::replace(schema, reference));
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

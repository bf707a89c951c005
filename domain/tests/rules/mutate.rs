//! JSON with one thing in it changed: nearly right, which is where mistakes hide.

use domain::dice::Roll;
use serde_json::{Value, json};

/// Words of the games.
const WORDS: &[&str] = &[
    "forest",
    "village",
    "farm",
    "water",
    "monster",
    "mountain",
    "draw",
    "pass",
    "stealth",
    "E07a",
    "A01",
    "B",
    "B4",
    "J10",
    "T:B4",
    "city1",
    "camp3",
    "sky_tower",
    "liberal",
    "provisions",
    "pick",
    "done",
    "city",
    "farm",
    "camp",
    "x-12",
    "stack-22",
    "slot-10",
    "bld-15",
    "mob-17",
    "wood",
    "explore",
    "use_tnt",
    "place",
    "take_discard",
    "ice_blue",
    "radio_twin",
    "sp_yeti",
    "exp_black_m",
    "team_draft",
    "variant",
    "kinds",
];

/// `value` with one of its parts, at any depth, replaced, repeated or removed.
pub(crate) fn mutated(value: &Value, roll: &mut Roll) -> Value {
    let mut value = value.clone();
    let parts = count(&value);
    let nth = usize::try_from(roll.below(u32::try_from(parts).expect("small"))).expect("small");
    change(part(&mut value, &mut { nth }).expect("counted"), roll);
    value
}

fn children(value: &Value) -> Vec<&Value> {
    match value {
        Value::Array(items) => items.iter().collect(),
        Value::Object(fields) => fields.values().collect(),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => Vec::new(),
    }
}

fn count(value: &Value) -> usize {
    1 + children(value).into_iter().map(count).sum::<usize>()
}

/// The `left`th part, counted from the value itself.
fn part<'a>(value: &'a mut Value, left: &mut usize) -> Option<&'a mut Value> {
    if *left == 0 {
        return Some(value);
    }
    *left -= 1;
    match value {
        Value::Array(items) => items.iter_mut().find_map(|item| part(item, left)),
        Value::Object(fields) => fields.values_mut().find_map(|field| part(field, left)),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => None,
    }
}

fn change(value: &mut Value, roll: &mut Roll) {
    let anything = [
        json!(null),
        json!(-1),
        json!(255),
        json!(true),
        json!(""),
        json!([]),
        json!({}),
    ];
    let mut below = |count: usize| {
        let drawn = roll.below(u32::try_from(count.max(1)).expect("small"));
        usize::try_from(drawn).expect("small")
    };
    let odd = below(8) == 0;
    match value {
        _ if odd => *value = anything[below(anything.len())].clone(),
        Value::Number(number) => {
            let near = number.as_i64().unwrap_or(0) + [-1, 1, 2, 11][below(4)];
            *value = json!(near);
        }
        Value::Array(items) if !items.is_empty() => match below(3) {
            0 => drop(items.remove(below(items.len()))),
            1 => items.push(items[below(items.len())].clone()),
            _ => {
                let other = below(items.len());
                items.swap(0, other);
            }
        },
        Value::String(text) => {
            let mut letters: Vec<char> = text.chars().collect();
            *text = if below(2) == 0 || letters.is_empty() {
                WORDS[below(WORDS.len())].to_owned()
            } else {
                let at = below(letters.len());
                letters[at] = ['.', 'F', 'V', 'A', 'W', 'M', 'X', 'L', 'D', 'é'][below(10)];
                letters.into_iter().collect()
            };
        }
        Value::Object(fields) => {
            let key = fields.keys().nth(below(fields.len())).cloned();
            key.map(|key| fields.remove(&key));
        }
        Value::Null | Value::Bool(_) | Value::Array(_) => *value = json!(1),
    }
}

//! What serde says of a body, in words that name no type of this program.

/// What is expected, by the name that serde has for it.
const NAMES: [(&str, &str); 10] = [
    ("u8", "a whole number from 0 to 255"),
    ("u16", "a whole number from 0 to 65535"),
    ("u32", "a whole number from 0 to 4294967295"),
    ("u64", "a whole number, 0 or more"),
    ("usize", "a whole number, 0 or more"),
    ("i8", "a whole number from -128 to 127"),
    ("i16", "a whole number from -32768 to 32767"),
    ("i32", "a whole number from -2147483648 to 2147483647"),
    ("i64", "a whole number"),
    ("f64", "a number"),
];

/// What is expected where serde also says how we call it.
const KINDS: [(&str, &str); 5] = [
    ("struct ", "an object"),
    ("internally tagged enum ", "an object"),
    ("adjacently tagged enum ", "an object"),
    ("variant identifier", "a name"),
    ("enum ", "a name"),
];

/// The message for the caller.
pub(crate) fn plain(message: &str) -> String {
    let Some((before, expected)) = message.split_once("expected ") else {
        return message.to_owned();
    };
    let (name, after) = expected.split_at(expected.find(' ').unwrap_or(expected.len()));
    if let Some((_, words)) = NAMES.iter().find(|(of_serde, _)| *of_serde == name) {
        return format!("{before}expected {words}{after}");
    }
    let kind = KINDS.iter().find_map(|(of_serde, words)| {
        let named = expected.strip_prefix(of_serde)?;
        let is_named = of_serde.ends_with(' ');
        let after = named.find(' ').map_or("", |end| &named[end..]);
        Some(format!(
            "{before}expected {words}{}",
            if is_named { after } else { named }
        ))
    });
    kind.unwrap_or_else(|| message.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_type_of_ours_is_named() {
        for (said, told) in [
            (
                "invalid value: integer `70000`, expected u16 at line 1 column 51",
                "invalid value: integer `70000`, expected a whole number from 0 to 65535 at line 1 \
                 column 51",
            ),
            (
                "invalid type: string \"1\", expected i8",
                "invalid type: string \"1\", expected a whole number from -128 to 127",
            ),
            (
                "invalid type: integer `1`, expected struct Wanted at line 1 column 9",
                "invalid type: integer `1`, expected an object at line 1 column 9",
            ),
            (
                "invalid type: map, expected internally tagged enum Asked",
                "invalid type: map, expected an object",
            ),
            (
                "missing field `seats` at line 1 column 2",
                "missing field `seats` at line 1 column 2",
            ),
        ] {
            assert_eq!(plain(said), told);
        }
    }
}

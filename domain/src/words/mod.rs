//! What sentences about any game are made of: names of seats, numbers, lists.

mod who;

pub use self::who::Who;

/// A text with this many characters is read at a glance. A longer one is summed up.
const GLANCE: usize = 240;

const NUMBERS: [&str; 13] = [
    "no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven",
    "twelve",
];

const ORDINALS: [&str; 4] = ["first", "second", "third", "fourth"];

/// A sentence: begun with a capital letter and ended with a full stop.
pub fn sentence(text: &str) -> String {
    format!("{}.", capital(text))
}

/// A text with a capital letter at its beginning.
pub fn capital(text: &str) -> String {
    let mut letters = text.chars();
    let first = letters.next().into_iter().flat_map(char::to_uppercase);
    first.chain(letters).collect()
}

/// A printed name as it stands in a sentence: "Gold mine" is "gold mine", "TNT" stays.
pub fn common(name: &str) -> String {
    let mut letters = name.chars();
    let (first, second) = (letters.next(), letters.next());
    if second.is_some_and(char::is_uppercase) {
        return name.to_owned();
    }
    let first = first.into_iter().flat_map(char::to_lowercase);
    first.chain(name.chars().skip(1)).collect()
}

/// What belongs together: "a, b and c".
pub fn list(items: impl IntoIterator<Item = impl Into<String>>) -> String {
    let mut items: Vec<String> = items.into_iter().map(Into::into).collect();
    let last = items.pop().unwrap_or_default();
    if items.is_empty() {
        last
    } else {
        format!("{} and {last}", items.join(", "))
    }
}

/// A number in words up to twelve, and in digits from there on.
pub fn number(number: usize) -> String {
    let word = NUMBERS.get(number).map(|word| (*word).to_owned());
    word.unwrap_or_else(|| number.to_string())
}

/// The place in an order, from one to twenty: "first", "12th".
pub fn ordinal(nth: u8) -> String {
    let word = usize::from(nth)
        .checked_sub(1)
        .and_then(|at| ORDINALS.get(at));
    word.map_or_else(|| format!("{nth}th"), |word| (*word).to_owned())
}

/// So many of something: "one coin", "four coins".
pub fn count(count: usize, noun: &str) -> String {
    if count == 1 {
        format!("one {noun}")
    } else {
        format!("{} {}", number(count), plural(noun))
    }
}

/// So many of something, a single one with its article: "an emerald", "four emeralds".
pub fn some(number: usize, noun: &str) -> String {
    if number == 1 {
        let article = if noun.starts_with(['a', 'e', 'i', 'o']) {
            "an"
        } else {
            "a"
        };
        format!("{article} {noun}")
    } else {
        count(number, noun)
    }
}

/// These things, each kind once: "two stone blocks and an emerald".
pub fn counted(nouns: impl IntoIterator<Item = impl Into<String>>) -> String {
    let mut kinds: Vec<(String, usize)> = Vec::new();
    for noun in nouns.into_iter().map(Into::into) {
        match kinds.iter_mut().find(|(kind, _)| *kind == noun) {
            Some((_, count)) => *count += 1,
            None => kinds.push((noun, 1)),
        }
    }
    list(kinds.iter().map(|(noun, count)| some(*count, noun)))
}

/// Points in digits: "1 point", "−3 points".
pub fn points(points: i16) -> String {
    let noun = if points.abs() == 1 { "point" } else { "points" };
    format!("{} {noun}", signed(points))
}

/// A number in digits, with a real minus sign.
pub fn signed(number: i16) -> String {
    number.to_string().replace('-', "\u{2212}")
}

/// The whole of a text if that is read at a glance, or else what sums it up.
pub fn at_a_glance(whole: String, summed_up: impl FnOnce() -> String) -> String {
    if whole.chars().count() <= GLANCE {
        whole
    } else {
        summed_up()
    }
}

/// Several of a thing that is named in English.
fn plural(noun: &str) -> String {
    let tail = [" of ", " for "]
        .iter()
        .filter_map(|it| noun.find(it))
        .min();
    let (head, tail) = noun.split_at(tail.unwrap_or(noun.len()));
    let changed = [("half", "halves"), ("man", "men"), ("city", "cities")];
    let changed = changed.iter().find_map(|(one, several)| {
        let stem = head.strip_suffix(one)?;
        Some(format!("{stem}{several}"))
    });
    let hisses = ["o", "s", "x", "ch", "sh"]
        .iter()
        .any(|it| head.ends_with(it));
    let regular = || format!("{head}{}", if hisses { "es" } else { "s" });
    changed.unwrap_or_else(regular) + tail
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sentences_begin_with_a_capital_and_end_with_a_full_stop() {
        assert_eq!(sentence("seat 1 passes"), "Seat 1 passes.");
        assert_eq!(sentence("\u{e9}milie passes"), "\u{c9}milie passes.");
        assert_eq!(common("Gold mine"), "gold mine");
        assert_eq!(common("TNT"), "TNT");
    }

    #[test]
    fn things_are_counted_in_words() {
        assert_eq!(list(["a"]), "a");
        assert_eq!(list(["a", "b", "c"]), "a, b and c");
        assert_eq!(count(1, "coin"), "one coin");
        assert_eq!(count(13, "coin"), "13 coins");
        assert_eq!(some(1, "emerald"), "an emerald");
        assert_eq!(some(1, "unicorn"), "a unicorn");
        assert_eq!(
            some(2, "left half of a big monster"),
            "two left halves of a big monster"
        );
        let weapons = ["poisonous potato", "bow", "poisonous potato"];
        assert_eq!(counted(weapons), "two poisonous potatoes and a bow");
        assert_eq!(
            counted(["enderman", "enderman", "witch", "witch"]),
            "two endermen and two witches"
        );
        assert_eq!(
            (points(1), points(-1)),
            ("1 point".into(), "\u{2212}1 point".into())
        );
        assert_eq!((ordinal(1), ordinal(20)), ("first".into(), "20th".into()));
    }
}

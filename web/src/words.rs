//! What sentences about boards are made of.

/// So many of something, in digits: "1 coin", "3 coins".
pub(crate) fn count(number: usize, thing: &str) -> String {
    let plural = if number == 1 { "" } else { "s" };
    format!("{number} {thing}{plural}")
}

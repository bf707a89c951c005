//! The colors, by the names of what they are for, in light and in dark.

use std::fmt::Write as _;

/// A color: its name, in light, in dark.
pub(crate) type Token = (&'static str, &'static str, &'static str);

/// The ground of a picture.
pub(crate) const SURFACE: Token = ("surface", "#FBFCFA", "#162229");
/// Text, and whatever has no color of its own.
pub(crate) const INK: Token = ("ink", "#16222A", "#E8EEEA");
/// Text that is second.
pub(crate) const INK2: Token = ("ink2", "#4B5A63", "#A2B2B6");
/// Borders. It never carries meaning alone.
pub(crate) const LINE: Token = ("line", "#C6D0CB", "#33454E");

/// The first six seats. Their least distance for any kind of color vision is 10 in `OKLab`,
/// times 100; each has a sign, too.
pub(crate) const SEATS: [Token; 6] = [
    ("s0", "#0055BE", "#5593F4"),
    ("s1", "#651507", "#E64F00"),
    ("s2", "#2E9650", "#AFFACD"),
    ("s3", "#B669AC", "#BC7298"),
    ("s4", "#765A0B", "#F1B842"),
    ("s5", "#444D4E", "#A9BFC8"),
];

/// Declares the colors of a picture, for light and for dark.
pub(crate) fn style(tokens: &[Token]) -> String {
    let (light, dark) = declared(tokens);
    format!(
        ".board{{{light}font-family:system-ui,-apple-system,'Segoe UI',Roboto,'Noto Sans',\
         sans-serif}}@media(prefers-color-scheme:dark){{.board{{{dark}}}}}"
    )
}

/// Declares colors for a whole page, for light and for dark.
pub(crate) fn on_root(tokens: &[Token]) -> String {
    let (light, dark) = declared(tokens);
    format!(":root{{{light}}}@media(prefers-color-scheme:dark){{:root{{{dark}}}}}")
}

fn declared(tokens: &[Token]) -> (String, String) {
    let declared = |color: fn(&Token) -> &str| {
        let mut declared = String::new();
        for token in tokens {
            write!(declared, "--{}:{};", token.0, color(token)).expect("a text takes it");
        }
        declared
    };
    (declared(|token| token.1), declared(|token| token.2))
}

//! The colors, by the names of what they are for, in light and in dark.

use std::fmt::Write as _;

/// A color: its name, in light, in dark.
pub(crate) type Token = (&'static str, &'static str, &'static str);

/// The ground of a page.
pub(crate) const PAPER: Token = ("paper", "#F2F5F0", "#0F181D");
/// The ground of a picture.
pub(crate) const SURFACE: Token = ("surface", "#FBFCFA", "#162229");
/// Text, and whatever has no color of its own.
pub(crate) const INK: Token = ("ink", "#16222A", "#E8EEEA");
/// Text that is second.
pub(crate) const INK2: Token = ("ink2", "#4B5A63", "#A2B2B6");
/// Borders. It never carries meaning alone.
pub(crate) const LINE: Token = ("line", "#C6D0CB", "#33454E");

/// The colors of pages, besides those of seats.
const PAGE: [Token; 13] = [
    PAPER,
    SURFACE,
    ("raised", "#FFFFFF", "#1C2A32"),
    INK,
    INK2,
    LINE,
    ("line2", "#E0E6E1", "#24343C"),
    ("accent", "#0B5C6E", "#82CBD3"),
    ("accentsoft", "#D8EBEC", "#173A42"),
    ("regret", "#B4231A", "#FF8E78"),
    ("good", "#1E7145", "#7FD6A0"),
    ("focus", "#0B5C6E", "#82CBD3"),
    // Text on a strong tint of the accent, which is bright only in the dark.
    ("tinted", "#16222A", "#162229"),
];

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

/// Declares the colors of a picture, for light and for dark. It is dark where the machine is, unless
/// the page around it says which it is to be.
pub(crate) fn style(tokens: &[Token]) -> String {
    let (light, dark) = declared(tokens);
    format!(
        ".board{{{light}font-family:system-ui,-apple-system,'Segoe UI',Roboto,'Noto Sans',\
         sans-serif}}@media(prefers-color-scheme:dark){{.board:not([data-theme=light] *){{{dark}}}}}\
         [data-theme=dark] .board{{{dark}}}"
    )
}

/// Declares colors for a whole page, for light and for dark. It is dark where the machine is, unless
/// its root says by `data-theme` which it is to be.
pub(crate) fn on_root(tokens: &[Token]) -> String {
    rooted(&declared(tokens))
}

/// Declares the colors of all pages, and in which of the two the browser draws its own parts, and
/// pictures from other files.
pub(crate) fn of_page() -> String {
    let seats = SEATS.iter().take(4).copied();
    let tokens: Vec<Token> = PAGE.into_iter().chain(seats).collect();
    let (light, dark) = declared(&tokens);
    let scheme = |name: &str, colors: String| format!("color-scheme:{name};{colors}");
    rooted(&(scheme("light", light), scheme("dark", dark)))
}

fn rooted((light, dark): &(String, String)) -> String {
    format!(
        ":root{{{light}}}@media(prefers-color-scheme:dark){{:root:not([data-theme=light]){{{dark}}}}}\
         :root[data-theme=dark]{{{dark}}}"
    )
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_dark_by_the_machine_and_what_is_by_the_page_are_the_same() {
        for (style, dark) in [
            (of_page(), ":root[data-theme=dark]{"),
            (on_root(&SEATS), ":root[data-theme=dark]{"),
            (style(&SEATS), "[data-theme=dark] .board{"),
        ] {
            let (by_machine, by_page) = style.rsplit_once(dark).expect(dark);
            let by_page = by_page.strip_suffix('}').expect("a block");
            let unless = by_machine
                .rsplit_once("([data-theme=light]")
                .expect("unless");
            assert!(by_machine.contains("@media(prefers-color-scheme:dark){"));
            assert!(unless.1.ends_with(&format!("{{{by_page}}}}}")), "{style}");
            assert!(by_page.contains("--s0:#5593F4;"), "{style}");
        }
        assert!(of_page().contains("dark]{color-scheme:dark;--paper:#0F181D;"));
    }
}

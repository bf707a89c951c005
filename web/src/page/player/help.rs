//! The keys of the player.

use maud::{Markup, html};

/// Keys and what each does.
const KEYS: [(&str, &str); 9] = [
    ("← →", "one step back, one forward"),
    ("Shift ← →", "the decision before, the next decision"),
    ("↑ ↓", "the landmark before, the next landmark"),
    ("Home, End", "the beginning, the end"),
    ("Space", "play or pause"),
    ("0, 1 to 6", "seen by everybody, by a seat"),
    ("g", "the best command that was not taken: show or hide"),
    ("l", "letters and sizes on boards: show or hide"),
    ("?", "these keys"),
];

pub(super) fn dialog() -> Markup {
    html! {
        dialog id="keys" aria-label="Keys" {
            h2 { "Keys" }
            dl class="facts" {
                @for (key, does) in KEYS { dt { kbd { (key) } } dd { (does) } }
            }
            p { label { input type="checkbox" name="letters" checked; " Keys that are a single character" } }
            form method="dialog" { button class="btn" { "Close" } }
        }
    }
}

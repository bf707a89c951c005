//! Pages for people: whole documents that work without a script, and files beside them.

mod home;
mod player;
mod seated;

use maud::{DOCTYPE, Markup, PreEscaped, html};

pub use home::{Home, Listed};
pub use player::{Board, Happening, Player};
pub use seated::{Seated, told_apart};

/// A file that pages ask for.
#[derive(Clone, Copy, Debug)]
pub struct Asset {
    /// Its name, without a version.
    pub name: &'static str,
    /// Its media type.
    pub media_type: &'static str,
    /// What is in it.
    pub text: &'static str,
}

/// The looks of all pages.
pub const STYLE: Asset = Asset {
    name: "page.css",
    media_type: "text/css; charset=utf-8",
    text: include_str!("page.css"),
};

/// What the replay player does without loading a page anew. It works without it, too.
pub const PLAYER: Asset = Asset {
    name: "player.js",
    media_type: "text/javascript; charset=utf-8",
    text: include_str!("player.js"),
};

/// What keeps the first page up to date. It works without it, too.
pub const HOME: Asset = Asset {
    name: "home.js",
    media_type: "text/javascript; charset=utf-8",
    text: include_str!("home.js"),
};

/// All files that pages ask for.
pub const ASSETS: [Asset; 3] = [STYLE, PLAYER, HOME];

/// Where a file is found, under an address that changes with it.
pub type Address<'a> = &'a dyn Fn(&Asset) -> String;

/// A whole document.
fn document(address: Address<'_>, title: &str, script: Option<&Asset>, main: &Markup) -> String {
    let document = html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width,initial-scale=1";
                title { (title) }
                link rel="icon" href="data:,";
                link rel="stylesheet" href=(address(&STYLE));
                @if let Some(script) = script {
                    script type="module" src=(address(script)) {}
                }
            }
            body {
                header class="top" {
                    div class="wrap" {
                        a class="brand" href="/" { (PreEscaped(MARK)) "Cartulary" }
                        nav aria-label="Site" {
                            a href="/docs/" { "API" }
                            a href="/docs/replay" { "Replay" }
                            a href="/docs/statistics" { "Statistics" }
                        }
                    }
                }
                main class="wrap" { (main) }
            }
        }
    };
    document.into_string()
}

/// A time of RFC 3339, to the minute for people.
fn time(at: &str) -> Markup {
    let minute = at.get(..16).unwrap_or(at).replace('T', " ");
    html! { time class="s" datetime=(at) { (minute) " UTC" } }
}

/// A plate with its ticks: what frames every board.
const MARK: &str = r#"<svg viewBox="0 0 26 26" aria-hidden="true"><path d="M3 3h20v20H3z" fill="none" stroke="currentColor" stroke-width="4" stroke-dasharray="5"/><path d="M8 8h10v10H8z" fill="currentColor"/></svg>"#;
